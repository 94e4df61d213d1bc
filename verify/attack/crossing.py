"""Zeros that nobody can write down: changes of sign between two rationals, of a difference, of an equality hypothesis,
or of a factor that makes a strict conclusion fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from flint import fmpq, fmpq_poly

from verify.attack.ground import Ground, turned
from verify.attack.points import columns_of
from verify.attack.witness import candidates
from verify.kernel.exact import Point
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial, univariate
from verify.kernel.term import Term, TermError, add, mul, number, postorder
from verify.readings.batch import compile_batch
from verify.space import Space

__all__ = ["crossed"]

BASES = 24
"""Exact points whose other coordinates are kept."""
GRID = 512
REACH = (Fraction(1), Fraction(8), Fraction(64))
"""Half widths, about 0, of the intervals on which a change of sign is looked for."""
MOST_ZEROS = 6
MOST_ROOTS = 8
_POLYNOMIAL = ("rat", "sym", "add", "mul", "pow")
WIDTHS = (1, 4, 8, 16, 32, 48)
"""Binary digits to which the ends are rounded outwards, coarse first."""
HALVINGS = 60


def crossed(
    space: Space, sequent: Sequent, parts: Sequence[tuple[str, Pointwise]], evaluations: int, seed: int
) -> tuple[Refutation | None, int]:
    """(a refutation by a change of sign, evaluations spent)."""
    spent = 0
    for name, goal in parts:
        for equation, form in (*_equations(space, sequent, goal), *_touches(space, sequent, goal)):
            found, cost = _between(space, sequent, name, goal, equation, evaluations - spent, seed, form)
            spent += cost
            if found is not None or spent >= evaluations:
                return found, spent
    return None, spent


def _equations(space: Space, sequent: Sequent, goal: Pointwise) -> Iterator[tuple[Relation, None]]:
    """What the conclusion denies, if it is a difference; else the only equality among the hypotheses."""
    own = set(space.facts)
    equal = [f for f in sequent.facts if isinstance(f, Relation) and f.op == "eq" and f not in own]
    if goal.relation.op == "ne" and not equal:
        yield goal.relation.negation(), None
    elif len(equal) == 1:
        yield equal[0], None


def _touches(space: Space, sequent: Sequent, goal: Pointwise) -> Iterator[tuple[Relation, Term]]:
    """Factors, bases of powers and moduli of a strict conclusion's gap, as it stands and as it factors.

    Only without further equalities, which a zero of another quantity would not satisfy.
    """
    own = set(space.facts)
    gap = goal.relation.gap
    if goal.relation.op not in ("gt", "ne") or not gap.is_real:
        return
    if any(isinstance(f, Relation) and f.op == "eq" and f not in own for f in sequent.facts):
        return
    seen: set[Term] = set()
    for form in (gap, *_factored(gap)):
        for node in islice(_roots(form), MOST_ROOTS):
            if node.is_real and node.symbols and node not in seen:
                seen.add(node)
                yield Relation("eq", node, number(0)), form


def _roots(value: Term) -> Iterator[Term]:
    """What might be 0 together with it, from the outside in."""
    if value.kind in ("pow", "abs", "abs2", "div"):
        yield value.args[0]
        yield from _roots(value.args[0])
    elif value.kind in ("add", "mul"):
        if value.kind == "mul":
            yield from value.args
        for arg in value.args:
            yield from _roots(arg)


def _factored(gap: Term) -> Iterator[Term]:
    """A polynomial over Q in one symbol, with its factors."""
    if len(gap.symbols) != 1 or any(node.kind not in _POLYNOMIAL for node in postorder(gap)):
        return
    (x,) = gap.symbols
    try:
        above, below = univariate(gap, x)
    except NotPolynomial:
        return
    if below.degree() == 0 and above.degree() > 0:
        lead, factors = (above / below[0]).factor()
        yield mul(_number(lead), *(_written(each, x) ** power for each, power in factors))


def _written(poly: fmpq_poly, x: Term) -> Term:
    return add(*(_number(c) * x**k for k, c in enumerate(poly.coeffs())))


def _number(value: fmpq) -> Term:
    return number(Fraction(int(value.p), int(value.q)))


def _between(
    space: Space,
    sequent: Sequent,
    part: str,
    goal: Pointwise,
    equation: Relation,
    evaluations: int,
    seed: int,
    form: Term | None = None,
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
                    data |= {} if form is None else {"as_": form}
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
