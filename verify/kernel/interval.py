"""Relations in one real symbol, decided on the unit interval: by manifest signs, by roots, or by a cover with balls.

A cover alone cannot show `>=` where the gap touches zero. At an end of the interval it can: the first derivative that
does not vanish there tells the sign beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, fmpq, fmpq_poly

from verify.kernel import ball, ring, roots
from verify.kernel import point as at_point
from verify.kernel.ball import Ball
from verify.kernel.exact import Undefined
from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import OF_OP, Facts
from verify.kernel.term import ONE, ZERO, Term, TermError, abs2, number

__all__ = ["holds_on_unit"]

MAX_CELLS = 4096
MIN_WIDTH = Fraction(1, 1 << 40)
MAX_ORDER = 4  # of a zero at an end of the interval


def holds_on_unit(relation: Relation | AnyOf, symbol: Term, closed: bool = True) -> bool:
    """Does the relation hold for every value of its only symbol in [0, 1], or in (0, 1)? (False means: not shown.)

    It is asked where its sides are defined; that they are is another obligation.

    Tried in turn: manifest signs; roots, if it is rational; a cover by balls, in which a zero at an end of the
    interval is recognised by the first derivative that does not vanish there.
    """
    op = "ge" if closed else "gt"
    unit = (Relation(op, symbol, ZERO), Relation(op, ONE, symbol))
    if Facts(unit).holds(relation):
        return True
    if isinstance(relation, AnyOf):
        return any(holds_on_unit(option, symbol, closed) for option in relation.options)
    gap, op = relation.gap, relation.op
    if gap.kind == "sqrt" and op in ("ne", "gt"):
        gap, op = gap.args[0], "gt"
    if not gap.is_real:
        if op != "ne":
            return False
        gap, op = abs2(gap), "gt"
    if op == "eq":
        return False
    try:
        return _by_roots(gap, op, symbol, closed)
    except ring.NotPolynomial:
        return _by_cover(gap, op, symbol, closed)


def _by_roots(gap: Term, op: str, symbol: Term, closed: bool) -> bool:
    top, below = ring.univariate(gap, symbol)
    for piece in roots.pieces([top, below, fmpq_poly([0, 1]), fmpq_poly([1, -1])]):
        above, under, left, right = piece.signs
        inside = min(left, right) >= (0 if closed else 1)
        if inside and (under == 0 or above * under not in OF_OP[op]):
            return False
    return True


def _by_cover(gap: Term, op: str, symbol: Term, closed: bool) -> bool:
    derivative = Flow(((symbol, ONE),)).derivative
    chain = [gap]
    try:
        while len(chain) <= MAX_ORDER:
            chain.append(derivative(chain[-1]))
    except TermError:
        pass  # min or max: no derivatives, the plain enclosure must do
    cells = [(Fraction(0), Fraction(1))]
    count = 0
    while cells:
        low, high = cells.pop()
        count += 1
        found = _on_cell(chain, op, symbol, low, high)
        if found is False:
            return False
        if found:
            continue
        if low == 0 and _at_end(chain, op, symbol, low, high, closed):
            continue
        if high == 1 and _at_end(chain, op, symbol, high, low, closed):
            continue
        if count > MAX_CELLS or high - low < MIN_WIDTH:
            return False
        middle = (low + high) / 2
        cells += [(middle, high), (low, middle)]
    return True


def _range(value: Term, symbol: Term, low: Fraction, high: Fraction) -> Ball:
    return ball.enclose(value, {symbol: arb(_q(low)).union(arb(_q(high)))}, 64)


def _on_cell(chain: Sequence[Term], op: str, symbol: Term, low: Fraction, high: Fraction) -> bool | None:
    """Shown on the closed cell, refuted on all of it, or neither."""
    whole = _range(chain[0], symbol, low, high)
    if _within(whole, op):
        return True
    if op != "ne" and ball.certain_sign(whole) == -1:
        return False
    if len(chain) < 2 or not whole.is_finite():
        return None
    middle = (low + high) / 2
    half = arb(0, arb(_q(high - middle)).upper())
    inner = _range(chain[0], symbol, middle, middle) + _range(chain[1], symbol, low, high) * half
    return _within(inner, op) or None


def _within(found: Ball, op: str) -> bool:
    if op == "ge":
        return ball.nonnegative(found)
    sign = ball.certain_sign(found)
    return sign == 1 or (op == "ne" and sign == -1)


def _at_end(chain: Sequence[Term], op: str, symbol: Term, end: Fraction, other: Fraction, closed: bool) -> bool:
    """The gap vanishes exactly at `end`, to some order, and is on the right side of zero in the rest of the cell."""
    if closed and op != "ge":
        return False
    low, high = min(end, other), max(end, other)
    here = {symbol: number(end)}
    for order, value in enumerate(chain):
        found = _range(value, symbol, low, high)
        if not found.is_finite():
            return False
        sign = ball.certain_sign(found)
        if order and sign:
            inside = sign if end == low or order % 2 == 0 else -sign
            return inside > 0 or op == "ne"
        try:
            if at_point.sign_at(value, here) != (0, at_point.EXACT):
                return False
        except Undefined:
            return False
    return False


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
