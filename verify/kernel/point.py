"""Deciding a relation at one point with exact coordinates: exactly where values are algebraic, else by ball."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

from verify.kernel import ball, exact
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import OPAQUE, Term, add, binds, build, div, minimum, mul, number, postorder, power, sqrt

__all__ = [
    "BALL",
    "EXACT",
    "Decision",
    "all_hold",
    "check_coordinates",
    "concrete",
    "decide",
    "defined_at",
    "free_token",
    "has_value",
    "is_assigned",
    "rows",
    "sign_at",
    "square",
]

EXACT, BALL = "exact", "ball"
PRECISIONS = (64, 256, 1024)
MAX_MATCHED = 3  # points of two laws whose Wasserstein distance is written out
Decision = tuple[bool, str] | None
"""(holds, strength), or None where neither arithmetic decides."""


def _decided(zero_or_sign: tuple[int, str] | None, op: str) -> Decision:
    if zero_or_sign is None:
        return None
    sign, strength = zero_or_sign
    return {"eq": sign == 0, "ne": sign != 0, "ge": sign >= 0, "gt": sign > 0}[op], strength


def concrete(value: Term, point: Point) -> Term:
    """The Term with its Wasserstein distances, W_1 and W_2, between the laws of a few tokens written out.

    Of the laws of n points each, W_p^p is the least mean cost |x_i - y_s(i)|^p over all permutations s: an optimal plan
    is one of them (Birkhoff and von Neumann; Villani, Topics in Optimal Transportation, 2003, introduction).
    """
    if not any(node.kind in OPAQUE for node in postorder(value)):
        return value
    done: dict[Term, Term] = {}
    for node in postorder(value):
        if node.kind == "wasserstein":
            done[node] = _written_out(node, point)
        else:
            done[node] = build(node.kind, [done[arg] for arg in node.args]) if node.args else node
    return done[value]


def _written_out(node: Term, point: Point) -> Term:
    """A distance as a Term of constants; as it stands where it is another one, or one of many tokens."""
    order, count = (int(arg.payload) for arg in node.args[:2])
    left, right, tokens = node.args[2 : 2 + count], node.args[2 + count : 2 + 2 * count], node.args[2 + 2 * count :]
    values = [point.get(token, ()) for token in tokens]
    columns = [each if isinstance(each, tuple) else (each,) for each in values]
    n = len(columns[0])
    if order > 2 or not 0 < n <= MAX_MATCHED or any(len(column) != n for column in columns):
        return node
    if any(each.kind in OPAQUE for each in postorder(*left, *right)):
        return node
    rows = [dict(zip(tokens, row, strict=True)) for row in zip(*columns, strict=True)]
    first, second = ([[x.subs(row) for x in side] for row in rows] for side in (left, right))
    squares = [[square(a, b) for b in second] for a in first]
    costs = squares if order == 2 else [[sqrt(each) for each in line] for line in squares]
    totals = [add(*(costs[k][at] for k, at in enumerate(plan))) for plan in permutations(range(n))]
    least = div(minimum(*totals), number(n))
    return least if order == 1 else sqrt(least)


def square(left: Iterable[Term], right: Iterable[Term]) -> Term:
    """The square of the distance of two points."""
    return add(*(power(add(x, mul(number(-1), y)), 2) for x, y in zip(left, right, strict=True)))


def sign_at(value: Term, point: Point) -> tuple[int, str] | None:
    """Sign of a real Term, or 0 / 1 for a complex one that is zero / nonzero, with the strength; None if undecided.

    Raises:
        Undefined: the Term has no value at the point.
    """
    value = concrete(value, point)
    try:
        found = exact.evaluate(value, point)
        if value.is_real:
            return found.side(), EXACT
        return (0 if found.is_zero else 1), EXACT
    except Inexact:
        pass
    for precision in PRECISIONS:
        enclosure = ball.enclose(value, point, precision)
        if value.is_real:
            sign = ball.certain_sign(enclosure)
            if sign:
                return sign, BALL
        elif ball.known_nonzero(enclosure):
            return 1, BALL
    return None


def has_value(value: Term, point: Point) -> bool:
    """Is the Term certainly defined at the point? (False means: not known.)

    Raises:
        Undefined: it certainly is not.
    """
    return defined_at(value, point) is not None


def defined_at(value: Term, point: Point) -> str | None:
    """The strength by which the Term is certainly defined at the point; None where that is not known.

    Raises:
        Undefined: it certainly is not.
    """
    value = concrete(value, point)
    try:
        exact.evaluate(value, point)
    except Inexact:
        known = any(bool(ball.enclose(value, point, precision).is_finite()) for precision in PRECISIONS)
        return (EXACT if value.total else BALL) if known else None
    return EXACT


def decide(relation: Relation | AnyOf, point: Point) -> Decision:
    """Does the relation hold at the point?

    Raises:
        Undefined: a side has no value there.
    """
    if isinstance(relation, Relation):
        return _decided(sign_at(relation.gap, point), relation.op)
    decisions = [decide(option, point) for option in relation.options]
    for decision in decisions:
        if decision is not None and decision[0]:
            return decision
    if any(decision is None for decision in decisions):
        return None
    weakest = BALL if any(decision is not None and decision[1] == BALL for decision in decisions) else EXACT
    return False, weakest


def free_token(point: Point, relation: Relation | AnyOf) -> Term | None:
    """A token that stands outside every mean in the relation, or None."""
    return next((sym for sym in relation.symbols if isinstance(point.get(sym), tuple)), None)


def rows(point: Point, relation: Relation | AnyOf) -> list[dict[Term, Any]] | None:
    """The points at which a fact is to be checked: one per token if it speaks of a token.

    None if it speaks of one token outside and inside a mean over it, or of two with different numbers of values.
    """
    token = free_token(point, relation)
    if token is None:
        return [dict(point)]
    tokens = [sym for sym in relation.symbols if isinstance(point[sym], tuple)]
    if len({len(point[sym]) for sym in tokens}) != 1:  # type: ignore[arg-type]
        return None
    if any(node.kind != "integral" and set(binds(node)) & set(tokens) for node in postorder(*relation.terms)):
        return None
    return [{**point, **{sym: point[sym][k] for sym in tokens}} for k in range(len(point[token]))]  # type: ignore


def check_coordinates(point: Point) -> str | None:
    """What is wrong with the coordinates, or None: constants that have values, real and natural as their symbols."""
    for sym, given in point.items():
        values = given if isinstance(given, tuple) else (given,)
        if not values:
            return f"the token {sym} has no value"
        for value in values:
            if value.symbols:
                return f"the coordinate {sym} = {value} is not constant"
            if not _exists(value):
                return f"the coordinate {sym} = {value} is not known to have a value"
            if sym.payload[1] == "real" and not value.is_real:
                return f"{sym} is real; found {value}"
            if sym.payload[1] == "natural":
                whole = value.payload if value.kind == "rat" else None
                if whole is None or whole.denominator != 1 or whole < 0:
                    return f"{sym} is a natural number; found {value}"
    return None


def _exists(constant: Term) -> bool:
    try:
        return has_value(constant, {})
    except Undefined:
        return False


def all_hold(relations: Iterable[Relation | AnyOf], point: Point) -> tuple[str, Relation | AnyOf | None]:
    """(strength, None) if every relation certainly holds at the point, else ("", the first that does not)."""
    strength = EXACT
    for relation in relations:
        places = rows(point, relation)
        if places is None:
            return "", relation
        for row in places:
            try:
                decision = decide(relation, row)
            except Undefined:
                decision = None
            if decision is None or not decision[0]:
                return "", relation
            if decision[1] == BALL:
                strength = BALL
    return strength, None


def is_assigned(point: Mapping[Term, Any], symbols: Iterable[Term]) -> Term | None:
    """The first symbol without a coordinate, or None."""
    return next((sym for sym in symbols if sym not in point), None)
