"""Zeros that nobody can write down: where a difference or an equality hypothesis changes sign between two rationals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from verify.attack.ground import Ground, turned
from verify.attack.points import columns_of
from verify.attack.witness import candidates
from verify.kernel.exact import Point
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError
from verify.readings.batch import compile_batch
from verify.space import Space

__all__ = ["crossed"]

BASES = 24
"""Exact points whose other coordinates are kept."""
GRID = 512
REACH = (Fraction(1), Fraction(8), Fraction(64))
"""Half widths, about 0, of the intervals on which a change of sign is looked for."""
MOST_ZEROS = 6
WIDTHS = (1, 4, 8, 16, 32, 48)
"""Binary digits to which the ends are rounded outwards, coarse first."""
HALVINGS = 60


def crossed(
    space: Space, sequent: Sequent, parts: Sequence[tuple[str, Pointwise]], evaluations: int, seed: int
) -> tuple[Refutation | None, int]:
    """(a refutation by a change of sign, evaluations spent)."""
    spent = 0
    for name, goal in parts:
        for equation in _equations(space, sequent, goal):
            found, cost = _between(space, sequent, name, goal, equation, evaluations - spent, seed)
            spent += cost
            if found is not None or spent >= evaluations:
                return found, spent
    return None, spent


def _equations(space: Space, sequent: Sequent, goal: Pointwise) -> Iterator[Relation]:
    """What the conclusion denies, if it is a difference; else the only equality among the hypotheses."""
    own = set(space.facts)
    equal = [f for f in sequent.facts if isinstance(f, Relation) and f.op == "eq" and f not in own]
    if goal.relation.op == "ne" and not equal:
        yield goal.relation.negation()
    elif len(equal) == 1:
        yield equal[0]


def _between(
    space: Space, sequent: Sequent, part: str, goal: Pointwise, equation: Relation, evaluations: int, seed: int
) -> tuple[Refutation | None, int]:
    f = equation.gap
    if not f.is_real or any(sym in space.tokens for each in (f, *goal.terms) for sym in each.symbols):
        return None, 0
    facts = tuple(fact for fact in sequent.facts if fact != equation)
    bases, spent = _bases(space, facts, f, evaluations // 4, seed)
    free = [sym for sym in f.symbols if sym.payload[1] == "real"]
    seen: set[tuple[Any, ...]] = set()
    for base in bases:
        for x in free:
            others = (x, *(value for sym, value in base.items() if sym is not x))
            if others in seen:
                continue
            seen.add(others)
            for low, high in _changes(f, x, base, space):
                spent += HALVINGS
                for ends in _rounded(low, high):
                    data = {"symbol": x, "low": ends[0], "high": ends[1], "equation": equation}
                    point = {sym: value for sym, value in base.items() if sym is not x}
                    spent += 4
                    try:
                        return refute(sequent, part, "crossing", point, data), spent
                    except (Refused, TermError):
                        continue
            spent += GRID * len(REACH)
            if spent >= evaluations:
                return None, spent
    return None, spent


def _bases(
    space: Space, facts: Sequence[Relation | AnyOf], f: Term, evaluations: int, seed: int
) -> tuple[list[Point], int]:
    """Exact points that satisfy the facts but the equality, simple ones first."""
    ground = Ground(space, facts, turned([f]))
    found: dict[Any, Point] = {}
    spent = 0
    for group, cost in candidates(ground, evaluations, seed):
        spent += cost
        for point in islice(group, 4 * BASES):
            if point is not None and all(isinstance(value, Term) for value in point.values()) and ground.holds(point):
                found.setdefault(tuple(point.values()), point)
        if len(found) >= BASES or spent >= evaluations:
            break
    return list(found.values())[:BASES], spent


def _changes(f: Term, x: Term, base: Point, space: Space) -> Iterator[tuple[Fraction, Fraction]]:
    """Neighbouring floats between which f changes sign, on grids of growing width."""
    import numpy as np

    batch = compile_batch([f], space.scalars)
    count = 0
    for reach in REACH:
        grid = np.linspace(-float(reach), float(reach), GRID + 1) + 1e-9  # away from whole numbers: zeros are between

        def values(places: Any) -> Any:
            columns = columns_of([base] * len(places), space.scalars)
            with np.errstate(all="ignore"):
                return batch({**columns, x: np.asarray(places, dtype=float)})[0][0]

        at = values(grid)
        turns = np.flatnonzero(np.isfinite(at[:-1]) & np.isfinite(at[1:]) & (np.sign(at[:-1]) * np.sign(at[1:]) < 0))
        for k in turns[:MOST_ZEROS]:
            low, high, below = float(grid[k]), float(grid[k + 1]), float(np.sign(at[k]))
            for _ in range(HALVINGS):
                middle = (low + high) / 2
                if not low < middle < high:
                    break
                if float(np.sign(values([middle])[0])) == below:
                    low = middle
                else:
                    high = middle
            yield Fraction(low), Fraction(high)
            count += 1
            if count == MOST_ZEROS:
                return


def _rounded(low: Fraction, high: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Ends a little outside, coarse ones first."""
    last = None
    for digits in WIDTHS:
        scale = 1 << digits
        ends = (Fraction(low * scale // 1, scale), Fraction(-(-high * scale // 1), scale))
        if ends != last:
            yield ends
        last = ends
