"""The attack on bounds along a flow by explicit solutions: states whose rates are inputs may move in any way.

A state moves as a x^2 with x = t or x = exp(b t) - 1, or as a t, or rests; all tokens are alike. Draws are looked at in
floats, at some times each. The kernel is given the simplest ones (rule `path`), with steps that show what is supposed
on the way: a root of a x^2 is replaced by sqrt(a) x, and the sign of what is left is sought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from flint import arb

from verify.attack.shrink import weight
from verify.kernel import ball
from verify.kernel.context import Refused
from verify.kernel.goal import Bound, Pointwise, Sequent
from verify.kernel.path import alike, on_path
from verify.kernel.proof import Refutation, Step, refute
from verify.kernel.relation import AnyOf, Relation, eq, ge
from verify.kernel.term import ZERO, Term, TermError, build, exp, number, postorder, power, sqrt, symbol
from verify.readings.batch import compile_batch

__all__ = ["explicit"]

Q = Fraction
TIMES = (Q(1), Q(2), Q(1, 2), Q(4), Q(1, 4), Q(8))
NUMBERS = (Q(1), Q(2), Q(1, 2), Q(0), Q(3), Q(1, 4), Q(4), Q(1, 16), Q(10), Q(-1), Q(1, 100), Q(100))
SQUARES = (Q(1), Q(4), Q(1, 4), Q(9), Q(1, 16), Q(81, 100), Q(1, 9), Q(100))
NONE = Q(0)
GRID = 8
CLEARLY = 1e-3
LOSS = 1e-9
CONFIRMED = 8


@dataclass(frozen=True)
class _Path:
    """How a state moves: `first` + `pace` t, or `size` x^2 with x = t (`growth` 0) or x = exp(`growth` t) - 1."""

    first: Fraction = NONE
    pace: Fraction = NONE
    size: Fraction = NONE
    growth: Fraction = NONE

    def root(self, t: Term) -> Term:
        """sqrt(size) x."""
        return sqrt(number(self.size)) * (exp(self.growth * t) - 1 if self.growth else t)

    def at(self, t: Term) -> tuple[Term, Term]:
        """(the state, its rate)."""
        if not self.size:
            return self.first + self.pace * t, number(self.pace)
        x, slope = (exp(self.growth * t) - 1, self.growth * exp(self.growth * t)) if self.growth else (t, number(1))
        return self.size * power(x, 2), 2 * self.size * x * slope

    def floats(self, t: Any) -> tuple[Any, Any]:
        """The same in floats, at several times."""
        import numpy as np

        first, pace, size, b = map(float, (self.first, self.pace, self.size, self.growth))
        if not size:
            return first + pace * t, pace + 0 * t
        x, slope = (np.exp(b * t) - 1, b * np.exp(b * t)) if b else (t, 1 + 0 * t)
        return size * x**2, 2 * size * x * slope


@dataclass(frozen=True)
class _Draw:
    """A solution: values of what stands still, inputs that are no rates among it; how states move; and how long."""

    still: dict[Term, Fraction]
    paths: dict[Term, _Path]
    until: Fraction

    @property
    def weight(self) -> Any:
        paths = (number for path in self.paths.values() for number in (path.first, path.pace, path.size, path.growth))
        numbers = [*self.still.values(), *paths]
        return weight({symbol(f"n{k}"): number(each) for k, each in enumerate(numbers)}), self.until


def explicit(sequent: Sequent, part: str, goal: Bound, draws: int, seed: int) -> tuple[Refutation | None, int]:
    """(a refutation by an explicit solution, evaluations spent); none where rates are not numbers or inputs."""
    free = {state: rate for state, rate in goal.flow.rates if rate in goal.inputs}
    others = {state: rate for state, rate in goal.flow.rates if state not in free}
    plain = all(rate.kind == "rat" for rate in others.values()) and len(set(free.values())) == len(free)
    if goal.singular is not None or not free or not plain or any(not sym.is_real for sym in goal.moving):
        return None, 0
    time = symbol("time")
    try:
        search = _Search(sequent, goal, time, free, others)
    except (Refused, TermError):
        return None, 0
    found = sorted(search.failing(draws, seed), key=lambda each: each.weight)
    for draw in islice(found, CONFIRMED):
        try:
            constants, data = search.data(draw)
            return refute(sequent, part, "path", constants, data), draws * (GRID + 1)
        except (Refused, TermError):
            continue
    return None, draws * (GRID + 1)


class _Search:
    def __init__(
        self, sequent: Sequent, goal: Bound, time: Term, free: Mapping[Term, Term], others: Mapping[Term, Term]
    ) -> None:
        self.sequent, self.goal, self.time, self.free, self.others = sequent, goal, time, free, others
        self.facts = (*sequent.facts, *goal.during, *(fact for _, fact in goal.supposing))
        self.still = [sym for sym in sequent.symbols if sym not in goal.moving]
        self.inputs = [sym for sym in goal.inputs if sym not in free.values()]
        wanted = [alike(each.gap) for fact in (*self.facts, *goal.starts) for each in fact.options]
        self.values = compile_batch([*wanted, alike(goal.relation.gap)], sequent.symbols)

    def failing(self, draws: int, seed: int) -> Iterator[_Draw]:
        """Draws along which, in floats, all facts hold and the bound fails at the end."""
        import numpy as np

        rng = Random(f"path {seed}")
        listed = [self._draw(rng) for _ in range(draws)]
        symbols = self.sequent.symbols
        columns = {sym: np.empty((draws, GRID + 1)) for sym in symbols}
        for at, draw in enumerate(listed):
            times = float(draw.until) * np.linspace(0, 1, GRID + 1) ** 3  # what is tight is tight at the start
            for sym, fixed in draw.still.items():
                columns[sym][at] = float(fixed)
            for state, path in draw.paths.items():
                with np.errstate(over="ignore"):
                    columns[state][at], slope = path.floats(times)
                if state in self.free:
                    columns[self.free[state]][at] = slope
        with np.errstate(all="ignore"):  # what overflows is no number, and no candidate
            values = [each for each, _ in self.values({sym: each.ravel() for sym, each in columns.items()})]
        shaped = iter(np.broadcast_to(each, draws * (GRID + 1)).reshape(draws, GRID + 1) for each in values)
        good = np.ones(draws, bool)
        for fact, when in (
            *((fact, slice(None)) for fact in self.facts),
            *((f, slice(0, 1)) for f in self.goal.starts),
        ):
            holds = [_holds(option.op, next(shaped)[:, when]) for option in fact.options]
            good &= np.any(holds, axis=0).all(axis=1)
        gap = next(shaped)[:, -1]
        yield from (listed[int(at)] for at in np.flatnonzero(good & (gap < -CLEARLY)))

    def _draw(self, rng: Random) -> _Draw:
        still = {sym: rng.choice(NUMBERS) for sym in self.still}
        own = [each for each in still.values() if each > 0]
        squares = (*SQUARES, *((each / other) ** 2 for each in own for other in (Q(1), *own)))
        paths = {state: _Path(rng.choice((Q(0), Q(0), Q(1))), rate.payload) for state, rate in self.others.items()}
        for state in self.free:
            kind, size = rng.choice(("rest", "line", "square", "square", "grown", "grown")), rng.choice(squares)
            if kind == "square":
                paths[state] = _Path(size=size)
            elif kind == "grown":
                paths[state] = _Path(size=size, growth=rng.choice((Q(1), Q(2), Q(1, 2), *own)))
            else:
                paths[state] = _Path(rng.choice(NUMBERS), Q(0) if kind == "rest" else rng.choice(NUMBERS))
        still |= {sym: rng.choice((*squares, Q(0))) for sym in self.inputs}
        return _Draw(still, paths, rng.choice(TIMES))

    def data(self, draw: _Draw) -> tuple[dict[Term, Term], dict[str, Any]]:
        """(the constants, what the kernel is given beside them).

        Raises:
            TermError: a fact has no value there.
        """
        constants = {sym: number(each) for sym, each in draw.still.items() if sym in self.still}
        moving = {sym: number(each) for sym, each in draw.still.items() if sym not in self.still}
        for state, path in draw.paths.items():
            moving[state], slope = path.at(self.time)
            if state in self.free:
                moving[self.free[state]] = slope
        data = {"variable": self.time, "until": draw.until, "at": moving}
        return constants, data | {"steps": tuple(self._steps(draw, {**constants, **moving}))}

    def _steps(self, draw: _Draw, at: Mapping[Term, Term]) -> list[Step]:
        """Steps that may show what is supposed on the way."""
        from verify.prove.argument import Argument, sought
        from verify.prove.rising import rising_steps

        interval = (ge(self.time, 0), ge(number(draw.until), self.time))
        roots = {at[state]: path.root(self.time) for state, path in draw.paths.items() if path.size}
        argument = Argument({"main": Pointwise(interval[1])}, "main", interval)
        known = list(interval)
        for node in postorder(*(on_path(self.goal.relation, at).terms), *at.values()):
            if node.kind == "exp" and node.symbols:
                for bound in self._bounds(node, draw.until):
                    steps = rising_steps(bound, interval)
                    if steps is not None:
                        argument.steps += steps
                        known.append(bound)
        for square, root in roots.items():
            argument.sign(ge(root, 0))
            known.append(ge(root, 0))
            _root(argument, sqrt(square), root)
        swapped = {sqrt(square): root for square, root in roots.items()}
        for fact in self.facts:
            here = on_path(fact, at)
            if not here.symbols or isinstance(here, AnyOf) or here.op not in ("ge", "gt"):
                continue
            short = Relation(here.op, _replaced(here.gap, swapped), ZERO)
            steps = sought(short, known)
            argument.steps += steps or ()
            argument.sign(here, as_=_above(here.gap, short.gap, swapped))
        return argument.steps

    def _bounds(self, node: Term, until: Fraction) -> Iterator[Relation]:
        """An exponential of a multiple of time is at least 1, and at most the next eighth above its last value."""
        yield ge(node, 1)
        last = ball.enclose(node, {self.time: number(until)})
        if isinstance(last, arb) and last.is_finite() and last < 10**6:
            yield ge(number(Q(int(float(last.mid()) * 8) + 1, 8)), node)


def _root(argument: Any, root: Term, value: Term) -> None:
    """sqrt(x^2) >= x: one of their difference and sum is zero."""
    product = eq((root - value) * (root + value), 0)
    argument.ring(product)
    argument.zeros(product, as_=product.left)
    wanted = ge(root, value)
    branches = [
        lambda inner, form=form: inner.sign(wanted, as_=form)
        for form in (None if each == root - value else 2 * root for each in product.left.args)
    ]
    argument.cases(AnyOf(tuple(eq(each, 0) for each in product.left.args)), *branches, shows=wanted)


def _replaced(value: Term, swapped: Mapping[Term, Term]) -> Term:
    done: dict[Term, Term] = {}
    for node in postorder(value):
        again = build(node.kind, [done[arg] for arg in node.args]) if node.args else node
        done[node] = swapped.get(node, again)
    return done[value]


def _above(gap: Term, short: Term, swapped: Mapping[Term, Term]) -> Term:
    """The gap, if it is linear in the roots: what is left without them, and multiples of what was taken away."""
    form = short
    for root, value in swapped.items():
        at_one, at_zero = (_replaced(gap, {root: number(each)}) for each in (1, 0))
        if at_one is not at_zero:
            form = form + (at_one - at_zero) * (root - value)
    return form


def _holds(op: str, gap: Any) -> Any:
    import numpy as np

    if op == "eq":
        return np.abs(gap) <= LOSS
    return gap != 0 if op == "ne" else (gap > 0 if op == "gt" else gap >= -LOSS)
