"""The attack on bounds along a flow: starts at which one fails or from which it fails later, and explicit solutions.

Orbits are followed in floats, by Runge-Kutta steps from exact starts; where the bound fails on one, the kernel is asked
to follow it with certainty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from verify.attack.bred import LOOKS, bred
from verify.attack.ground import Ground
from verify.attack.paths import GRID, explicit
from verify.attack.points import Columns, columns_of
from verify.attack.posed import posed
from verify.attack.shrink import weight
from verify.attack.witness import candidates
from verify.kernel.exact import Point
from verify.kernel.goal import Bound, Pointwise, Sequent
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import Relation
from verify.kernel.term import Term
from verify.readings.batch import compile_batch
from verify.space import Space, Sphere, Token

__all__ = ["Pursuit"]

STARTS = 64
STEP = Fraction(1, 32)
EVERY = 8
DRAWS = 4_000
BRED = 6_000
FEW = 40
"""The share of the budget for starts of unit vectors that are drawn beside those that were bred."""
HORIZON = 8
CLEARLY = 1e-3
CONFIRMED = 12
LOSS = 1e-9
TAYLOR = {"order": 16, "length": STEP, "precision": 128}


@dataclass
class Pursuit:
    """One attack on one bound of a sequent: what was spent and found so far.

    Where tokens move, exact starts are all that is tried.
    """

    space: Space
    sequent: Sequent
    part: str
    goal: Bound
    budget: int
    seed: int
    spent: int = 0
    confirmed: list[Refutation] = field(default_factory=list)

    def run(self) -> None:
        """Exact starts, orbits from them, and at last a search for starts at which the bound fails.

        Where tokens have unit vectors, starts are made for them first: few others meet what is supposed of these.
        """
        if self.goal.singular is not None:  # no exact point is known to lie on such a solution
            return
        if self._turns and self._written(partial(bred, self.space), LOOKS + 1, BRED):
            return
        starts = list(self._starts())
        if any(self._confirm("point", start) for start in starts) or self._later(starts):
            return
        if self._written(explicit) or (not self._turns and self._written(partial(posed, self.space))):
            return
        if self.goal.relation not in self.goal.starts and not self._of_tokens:
            self._hunt()

    @property
    def _of_tokens(self) -> bool:
        """Do tokens move? The kernel follows none, and starts that are made for them are few."""
        return not self.space.tokens.isdisjoint(self.goal.moving)

    @property
    def _turns(self) -> bool:
        """Are there unit vectors? Then posed solutions are bred; drawing more of them finds nothing else."""
        domains = self.space.domains.values()
        return any(isinstance(each.inner if isinstance(each, Token) else each, Sphere) for each in domains)

    def _hunt(self) -> None:
        from verify.attack.pointwise import hunt

        facts = (*self.sequent.facts, *self._own)
        inner = Sequent(self.sequent.symbols, facts, ((self.part, Pointwise(self.goal.relation)),))
        hunted = hunt(self.space, inner, self.budget // 2, self.seed)
        self.spent += hunted.spent
        for each in hunted.ends() or ():
            self._confirm("point", each.point)

    @property
    def _own(self) -> tuple[Any, ...]:
        known = set(self.sequent.facts)
        return tuple(fact for fact in (*self.goal.during, *self.goal.starts) if fact not in known)

    def _confirm(self, rule: str, point: Point, data: dict[str, Any] | None = None) -> bool:
        try:
            self.confirmed.append(refute(self.sequent, self.part, rule, point, data))
        except Refused:
            return False
        return True

    def _later(self, starts: list[Point]) -> bool:
        found = sorted(self._failing(starts), key=lambda each: (weight(each[1]), each[0]))
        return any(self._confirm("flow", start, {"time": time, **TAYLOR}) for time, start in found[:CONFIRMED])

    def _written(
        self, search: Callable[..., tuple[Refutation | None, int]], looks: int = 2 * GRID, most: int = DRAWS
    ) -> bool:
        """Solutions that are written down, where no orbit is determined by its start; `looks` at each are paid for."""
        if not self.goal.inputs:
            return False
        draws = min(most, self.budget // looks)
        found, cost = search(self.sequent, self.part, self.goal, draws, self.seed)
        self.spent += cost
        self.confirmed += [] if found is None else [found]
        return found is not None

    def _starts(self) -> Iterator[Point]:
        """Exact starts, special ones first."""
        ground = Ground(self.space, (*self.sequent.facts, *self._own))
        count = 0
        most = self.budget // (FEW if self._turns else 8)
        for group, cost in candidates(ground, most, self.seed):
            self.spent += cost
            for point in group:
                if point is None or not ground.holds(point):
                    continue
                count += 1
                yield point
                if count == STARTS:
                    return
            if self.spent > self.budget:
                return

    def _failing(self, starts: list[Point]) -> Iterator[tuple[Fraction, Point]]:
        """(a time, the start) where the bound fails in floats and what is supposed holds until then."""
        import numpy as np

        if not starts or self._of_tokens:
            return
        symbols, states = self.sequent.symbols, self.goal.flow.states
        columns = columns_of(starts, symbols)
        supposed = [fact for fact in self.goal.during if isinstance(fact, Relation) and fact.op in ("ge", "gt")]
        wanted = [*self.goal.flow.terms, self.goal.relation.gap, *(fact.gap for fact in supposed)]
        values, size = compile_batch(wanted, symbols), len(states)
        alive, h = np.ones(len(starts), bool), float(STEP)
        every = 1 if supposed else EVERY  # what is supposed may end between two looks
        with np.errstate(all="ignore"):
            for at in range(1, int(HORIZON / STEP) + 1):
                columns = _stepped(columns, states, values, size, h)
                self.spent += 4 * len(starts)
                gap, *others = [each for each, _ in values(columns)][size:]
                for each in others:
                    alive &= each >= -LOSS
                if at % every == 0:
                    failing = alive & (gap < -CLEARLY)
                    for k in np.flatnonzero(failing):
                        yield at * STEP, starts[k]
                        if any(abs(each[k]) <= LOSS for each in others):  # what is supposed ends now: a little earlier
                            yield at * STEP - STEP / 16, starts[k]
                    alive &= ~failing
                if not alive.any():
                    return


def _stepped(columns: Columns, states: tuple[Term, ...], values: Any, size: int, h: float) -> Columns:
    """One step of the classical Runge-Kutta method."""

    def slopes(at: Columns) -> list[Any]:
        return [each for each, _ in values(at)[:size]]

    def moved(by: list[Any], length: float) -> Columns:
        return {**columns, **{s: columns[s] + length * k for s, k in zip(states, by, strict=True)}}

    first = slopes(columns)
    second = slopes(moved(first, h / 2))
    third = slopes(moved(second, h / 2))
    fourth = slopes(moved(third, h))
    mean = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(first, second, third, fourth, strict=True)]
    return moved(mean, h)
