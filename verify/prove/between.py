"""Proposes a change of sign for an existence: two ends between which a continuous quantity takes the value 0."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.defined import obligations
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Exists
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, PI, ZERO, Term, TermError, absolute, add, div, mul, number, postorder, power, symbol

if TYPE_CHECKING:
    from verify.claim import Claim

__all__ = ["between_steps"]

NUMBERS = [Fraction(x) for x in (0, 1, -1, 2, -2, "1/2", "-1/2", 4, -4, 16, -16)]
TURNS = [Fraction(x) for x in ("1/2", "-1/2", 1, "1/4", "-1/4", "1/3", "-1/3", "1/6", "-1/6", "2/3", "-2/3")]
MAX_PAIRS = 12


def between_steps(claim: Claim, goal: Exists, evaluations: int) -> tuple[Step, ...] | None:
    """Steps for an existence of one real number at which one quantity vanishes; None where no ends were found.

    The signs at the ends are looked up at exact points of the other symbols, then shown for all of them.
    """
    equations = [each for each in goal.relations if isinstance(each, Relation) and each.op == "eq"]
    if len(goal.unknowns) != 1 or len(equations) != 1 or not equations[0].gap.is_real:
        return None
    (unknown,), quantity = goal.unknowns, equations[0].gap
    if unknown.payload[1] != "real":
        return None
    from verify.attack.existence import outer_points

    points, _ = outer_points(claim.space, claim.sequent, goal, evaluations, claim.seed)
    if not points:
        return None
    facts = [*(fact for fact in claim.sequent.facts if fact not in goal.relations), *goal.given]
    rest = [each for each in goal.relations if each is not equations[0]]
    signs = {end: _sign_at(quantity, rest, unknown, end, points) for end in _ends(quantity, unknown, rest)}
    pairs = [(a, b) for a, b in itertools.product(signs, repeat=2) if signs[a] == -1 and signs[b] == 1]
    for low, high in pairs[:MAX_PAIRS]:
        steps = _change(quantity, unknown, low, high, facts)
        if steps is not None:
            return _settled(steps, unknown, rest, {sym.payload[0] for sym in claim.space.scalars})
    return None


def _ends(quantity: Term, unknown: Term, rest: Sequence[Relation | AnyOf]) -> Iterator[Term]:
    """The ends of its domain, simple numbers, angles where the quantity turns, and numbers beyond all others."""
    for each in rest:
        if isinstance(each, Relation) and each.gap.symbols == (unknown,):
            at_zero = each.gap.subs(unknown, ZERO)
            slope = add(each.gap, mul(number(-1), at_zero)).subs(unknown, ONE)
            if slope.kind == "rat" and slope.payload and ring.affine(each.gap, unknown):
                yield div(mul(number(-1), at_zero), slope)
    if any(node.kind in ("sin", "cos") and unknown in node.symbols for node in postorder(quantity)):
        yield ZERO
        yield from (mul(number(turn), PI) for turn in TURNS)
        yield from map(number, NUMBERS)
        return
    others = [sym for sym in quantity.symbols if sym is not unknown and sym.is_real]
    if others:
        wide = add(ONE, *(power(sym, 2) for sym in others))
        far = add(ONE, *(absolute(sym) for sym in others))
        yield from (side for each in (wide, far) for side in (each, mul(number(-1), each)))
    yield from map(number, NUMBERS)


def _sign_at(
    quantity: Term, rest: Sequence[Relation | AnyOf], unknown: Term, end: Term, points: Sequence[Point]
) -> int:
    """The sign of the quantity at an end where all other relations hold; else 0."""
    try:
        if not all(_holds(each.subs({unknown: end}), points) for each in rest):
            return 0
        return _sign(quantity.subs(unknown, end), points)
    except TermError:  # such as 1/x at 0
        return 0


def _sign(value: Term, points: Sequence[Point]) -> int:
    """-1 or 1 where the value has that sign, or vanishes, at all points; else 0. One that vanishes has either."""
    found: set[int] = set()
    for point in points:
        try:
            sign = at_point.sign_at(value, point)
        except Undefined:
            return 0
        if sign is None:
            return 0
        found.add(sign[0])
    return next((side for side in (-1, 1) if found <= {side, 0}), 0)


def _holds(relation: Relation | AnyOf, points: Sequence[Point]) -> bool:
    return all(at_point.all_hold((relation,), point)[1] is None for point in points)


def _change(
    quantity: Term, unknown: Term, low: Term, high: Term, facts: Sequence[Relation | AnyOf]
) -> tuple[list[Step], Term, Term, Term] | None:
    """(steps that show the signs at the ends, the quantity, the smaller end, the larger one)."""
    wanted = [Relation("ge", ZERO, quantity.subs(unknown, low)), Relation("ge", quantity.subs(unknown, high), ZERO)]
    ordered = (low, high) if _shown(Relation("ge", high, low), facts) is not None else (high, low)
    wanted.append(Relation("ge", ordered[1], ordered[0]))
    steps: list[Step] = []
    for relation in wanted:
        more = _shown(relation, facts)
        if more is None:
            return None
        steps += more
    return steps, quantity, *ordered


def _shown(relation: Relation, facts: Sequence[Relation | AnyOf]) -> tuple[Step, ...] | None:
    from verify.prove.argument import formed

    if Facts(facts).holds(relation):
        return (Step("sign", {"shows": relation}),)
    if not relation.symbols:
        decision = at_point.decide(relation, {})
        return (Step("value", {"shows": relation}),) if decision is not None and decision[0] else None
    return formed(relation, facts)


def _settled(
    change: tuple[list[Step], Term, Term, Term], unknown: Term, rest: Sequence[Relation | AnyOf], taken: set[str]
) -> tuple[Step, ...]:
    """The steps, the new symbol, and that it is the unknown."""
    steps, quantity, low, high = change
    x = symbol(next(name for k in itertools.count() if (name := f"x{k}") not in taken))
    wanted = obligations((quantity.subs(unknown, x),))
    defined = tuple(Step("roots", {"shows": each}) for each in wanted if isinstance(each, Relation))
    data = {"symbol": x, "quantity": quantity.subs(unknown, x), "low": low, "high": high}
    middle = Step("between", data | ({"steps": defined} if defined else {}))
    known: list[Step] = []
    for each in rest:
        if isinstance(each, Relation):
            here = each.subs({unknown: x})
            if all(sym is x for sym in here.symbols) and low.kind == high.kind == "rat":
                known.append(Step("roots", {"shows": here}))
                continue
            gap = add(here.gap, mul(number(-1), here.gap.subs(x, low)))
            form = add(gap, here.gap.subs(x, low))
            known.append(Step("sign", {"shows": here, "as_": form}))
    return (*steps, middle, *known, Step("witness", {"at": {unknown: x}}))
