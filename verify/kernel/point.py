"""Deciding a relation at one point with exact coordinates: exactly where values are algebraic, else by ball."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from verify.kernel import ball, exact
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, binds, postorder

__all__ = [
    "BALL",
    "EXACT",
    "Decision",
    "all_hold",
    "check_coordinates",
    "decide",
    "free_token",
    "has_value",
    "is_assigned",
    "rows",
    "sign_at",
]

EXACT, BALL = "exact", "ball"
PRECISIONS = (64, 256, 1024)
Decision = tuple[bool, str] | None
"""(holds, strength), or None where neither arithmetic decides."""


def _decided(zero_or_sign: tuple[int, str] | None, op: str) -> Decision:
    if zero_or_sign is None:
        return None
    sign, strength = zero_or_sign
    return {"eq": sign == 0, "ne": sign != 0, "ge": sign >= 0, "gt": sign > 0}[op], strength


def sign_at(value: Term, point: Point) -> tuple[int, str] | None:
    """Sign of a real Term, or 0 / 1 for a complex one that is zero / nonzero, with the strength; None if undecided.

    Raises:
        Undefined: the Term has no value at the point.
    """
    try:
        number = exact.evaluate(value, point)
        if value.is_real:
            return number.side(), EXACT
        return (0 if number.is_zero else 1), EXACT
    except Inexact:
        pass
    for precision in PRECISIONS:
        found = ball.enclose(value, point, precision)
        if value.is_real:
            sign = ball.certain_sign(found)
            if sign:
                return sign, BALL
        elif ball.known_nonzero(found):
            return 1, BALL
    return None


def has_value(value: Term, point: Point) -> bool:
    """Is the Term certainly defined at the point? (False means: not known.)

    Raises:
        Undefined: it certainly is not.
    """
    try:
        exact.evaluate(value, point)
    except Inexact:
        return any(bool(ball.enclose(value, point, precision).is_finite()) for precision in PRECISIONS)
    return True


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
                number = value.payload if value.kind == "rat" else None
                if number is None or number.denominator != 1 or number < 0:
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
