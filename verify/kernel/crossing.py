"""Refuter of pointwise claims: somewhere between two rationals an equality holds, and the conclusion fails there.

All symbols but one, a real x, have exact coordinates. Let f be the gap of one equality among the facts, or of the
conclusion if that is a difference `!=`, or any real Term that makes the gap of a strict conclusion 0, such as cos x - x
of (cos x - x)^2 > 0. Where f is defined, and so continuous, on [low, high] and has opposite signs at the ends, it is 0
at some x between them. All other facts hold for every x there, by balls, and the conclusion fails: by balls as well, or
because its gap is 0 where f is.
The x itself need not be algebraic, and nobody writes it down.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from verify.kernel import point as at_point
from verify.kernel import ring
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
            fact, or the negation of the conclusion; or, with as_, a form of the gap of the conclusion, `>` or `!=`,
            one whose gap makes that form 0.

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
    form = step.data.get("as_")
    if form is None and (
        equation.op != "eq" or not equation.gap.is_real or (equation not in facts and equation != claimed)
    ):
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
    if form is not None:
        _require_touch(goal.relation, equation, form, point)
        _require_values((form,), x, box)
    elif equation != claimed and not _holds(claimed, box):
        raise Refused(f"crossing: the conclusion does not certainly fail from {low} to {high}")
    _require_values((equation.gap,), x, box)
    signs = [_sign(equation.gap, {**point, x: number(end)}) for end in (low, high)]
    if signs[0] * signs[1] >= 0:
        raise Refused(f"crossing: {short(equation.gap)} has no opposite signs at {low} and {high}")
    return BALL


def _require_touch(wanted: Relation, equation: Relation, form: Any, point: Point) -> None:
    """The form is the gap of a strict conclusion, and 0 wherever it has a value and the equation holds."""
    if equation.op != "eq" or not equation.gap.is_real or wanted.op not in ("gt", "ne"):
        raise Refused(f"crossing: {short(equation)} is no real equality, or the conclusion is not strict")
    if not isinstance(form, Term) or not (form is wanted.gap or _same(form, wanted.gap)):
        raise Refused("crossing: the form is not the gap of the conclusion")
    if not _vanishes(form, equation.gap, point):
        raise Refused(f"crossing: {short(form)} is not known to be 0 where {short(equation.gap)} is")


def _vanishes(value: Term, root: Term, point: Point) -> bool:
    """Is it 0 at every point with these coordinates where `root` is 0, if all its parts have values there?"""
    kind, args = value.kind, value.args
    if value is root or value is -root:
        return True
    if all(sym in point for sym in value.symbols):
        try:
            found = at_point.decide(Relation("eq", value, number(0)), point)
        except Undefined:
            return False
        return found is not None and found[0]
    if kind == "add":
        return all(_vanishes(arg, root, point) for arg in args)
    if kind == "mul":
        return any(_vanishes(arg, root, point) for arg in args)
    if kind == "pow":
        exponent = args[1]
        return exponent.kind == "rat" and exponent.payload > 0 and _vanishes(args[0], root, point)
    return kind in ("abs", "abs2", "div") and _vanishes(args[0], root, point)


def _same(left: Term, right: Term) -> bool:
    try:
        return ring.equal(left, right)
    except ring.NotPolynomial:
        return False


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
