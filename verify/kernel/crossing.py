"""Refuter of pointwise claims: somewhere between two rationals an equality holds, and the conclusion fails there.

All symbols but one, a real x, have exact coordinates. Let f be the gap of one equality among the facts, or of the
conclusion if that is a difference `!=`. Where f is defined, and so continuous, on [low, high] and has opposite signs at
the ends, it is 0 at some x between them. All other facts hold, and the conclusion fails, for every x there: by balls.
The x itself need not be algebraic, and nobody writes it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.kernel import point as at_point
from verify.kernel.ball import enclose, known_nonzero, nonnegative
from verify.kernel.context import Refused, Step, given, short
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.point import BALL
from verify.kernel.relation import Relation
from verify.kernel.term import OPAQUE, Term, binds, number, postorder

__all__ = ["crossing"]

PRECISION = 128


def crossing(sequent: Sequent, goal: Pointwise, point: Point, step: Step) -> str:
    """The strength of the refutation.

    Args:
        point: exact coordinates of all symbols but x.
        step: its data are symbol (x), low and high, and equation: the equality whose zero lies between them. It is a
            fact, or the negation of the conclusion.

    Raises:
        Refused: a condition does not certainly hold.
    """
    x, low, high = given(step, "symbol", Term), given(step, "low", Fraction), given(step, "high", Fraction)
    equation = given(step, "equation", Relation)
    others = [sym for sym in sequent.symbols if sym is not x]
    missing = at_point.is_assigned(point, others)
    if x not in sequent.symbols or x.payload[1] != "real" or missing is not None or set(point) != set(others):
        raise Refused(f"crossing: the point needs a coordinate for every symbol but the real {x}, and no more")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise Refused(f"crossing: {wrong}")
    if not low < high:
        raise Refused(f"crossing: the ends stand in the wrong order, {low} and {high}")
    facts = (*sequent.facts, *goal.given)
    if any(x in binds(node) for node in postorder(*goal.terms, *(side for fact in facts for side in fact.terms))):
        raise Refused(f"crossing: {x} is bound somewhere; rename it there")
    claimed = goal.relation.negation()
    if equation.op != "eq" or not equation.gap.is_real or (equation not in facts and equation != claimed):
        raise Refused(
            f"crossing: {short(equation)} is no real equality among the facts, nor what the conclusion denies"
        )
    with ctx.workprec(PRECISION):
        between = _arb(low).union(_arb(high))
    box = {**point, x: between}
    strength, failed = at_point.all_hold([fact for fact in facts if x not in fact.symbols], point)
    if failed is not None:
        raise Refused(f"crossing: the point does not certainly satisfy {short(failed)}")
    for fact in facts:
        if x in fact.symbols and fact != equation and not any(_holds(each, box) for each in fact.options):
            raise Refused(f"crossing: {short(fact)} does not certainly hold from {low} to {high}")
    if any(isinstance(point.get(sym), tuple) for sym in goal.relation.symbols):
        raise Refused("crossing: the conclusion speaks of a token outside a mean")
    _require_values(goal.terms, x, box)
    if equation != claimed and not _holds(claimed, box):
        raise Refused(f"crossing: the conclusion does not certainly fail from {low} to {high}")
    _require_values((equation.gap,), x, box)
    signs = [_sign(equation.gap, {**point, x: number(end)}) for end in (low, high)]
    if signs[0] * signs[1] >= 0:
        raise Refused(f"crossing: {short(equation.gap)} has no opposite signs at {low} and {high}")
    return BALL


def _arb(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _require_values(terms: Iterable[Term], x: Term, box: Mapping[Term, Any]) -> None:
    """Every Term, and every part of it, has a value and is continuous in x on the box."""
    for root in terms:
        for node in postorder(root):
            if node.kind in ("integral", *OPAQUE):
                raise Refused(f"crossing: whether {short(node)} is continuous in {x} is not decided")
        if not _inside(root, box):
            raise Refused(f"crossing: {short(root)} is not known to have a value on the whole interval")


def _inside(root: Term, box: Mapping[Term, Any]) -> bool:
    """Are the Term and all its parts enclosed by finite balls? Bodies of means are enclosed with them."""
    inner = {sub for node in postorder(root) if binds(node) for sub in postorder(*node.args)}
    return all(
        enclose(node, box, PRECISION).is_finite() for node in postorder(root) if node is root or node not in inner
    )


def _holds(relation: Relation, box: Mapping[Term, Any]) -> bool:
    """Does it certainly hold at every point of the box?"""
    if any(isinstance(box.get(sym), tuple) for sym in relation.symbols):
        return False
    if not all(_inside(each, box) for each in relation.terms):
        return False
    gap = enclose(relation.gap, box, PRECISION)
    if relation.op == "ne":
        return known_nonzero(gap)
    return relation.op in ("gt", "ge") and nonnegative(gap) and (relation.op == "ge" or known_nonzero(gap))


def _sign(value: Term, point: Point) -> int:
    try:
        found = at_point.sign_at(value, point)
    except Undefined as error:
        raise Refused(f"crossing: {error}") from None
    return 0 if found is None else found[0]
