"""Is an expression a function on the circle? An angle t and t + 2 pi are one point of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from verify.kernel import ball, ring
from verify.kernel.point import concrete
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import PI, I, Term, TermError, add, is_integer, mul, number
from verify.space import Circle, Space, Token

__all__ = ["changing", "changing_in"]

POINTS = 6
TURNS = (1, 10**6 + 1)  # odd, so that a sign that changes with each is seen
PRECISION = 200


def changing(space: Space, value: Term, up_to_sign: bool = False) -> Term | None:
    """The first angle of the space with which the value changes when it grows by 2 pi; None where there is none.

    It is looked for at a few exact points: where the two values are apart at one of them, the value certainly changes.
    Where it has a value at none of them, it is a function on the circle only by its form: of cos, sin, tan and exp at
    whole multiples of the angle.

    Args:
        up_to_sign: that the value changes its sign alone does not count, for it is then zero at the same places.
    """
    for name, domain in space.domains.items():
        angle = space.names[name]
        inner = domain.inner if isinstance(domain, Token) else domain
        if isinstance(inner, Circle) and isinstance(angle, Term) and _changes(space, value, angle, up_to_sign):
            return angle
    return None


def changing_in(space: Space, relation: Relation | AnyOf) -> Term | None:
    """The first angle with which it depends on the representative whether the relation holds."""
    for option in relation.options:
        found = changing(space, option.gap, option.op in ("eq", "ne"))
        if found is not None:
            return found
    return None


def _changes(space: Space, value: Term, angle: Term, up_to_sign: bool) -> bool:
    if angle not in value.symbols and angle not in space.tokens:  # a mean may bind it
        return False
    draw = random.Random(0)
    same, opposite, seen = True, up_to_sign, False
    for _ in range(POINTS):
        point = dict(space.exact([low + (high - low) * draw.random() for low, high in space.box], 1 << 10))
        point |= {sym: point[sym][0] for sym in space.tokens & set(value.symbols)}  # what is said of each token
        here = _value(value, point)
        for turns in TURNS if here is not None else ():
            there = _value(value, {**point, angle: _turned(point[angle], turns)})
            if there is None:
                continue
            seen = True
            same = same and not ball.known_nonzero(there - here)
            opposite = opposite and not ball.known_nonzero(there + here)
    return not (same or opposite) if seen else not _by_form(value, angle)


def _by_form(value: Term, angle: Term) -> bool:
    """Does the angle stand in cos, sin and tan of itself times integers, and in exp of that times I, alone?"""
    stack = [value]
    while stack:
        node = stack.pop()
        if node is angle:
            return False
        whole = node.args[0] if node.kind in ("cos", "sin", "tan", "exp") else None
        if whole is not None and node.kind == "exp":
            whole = mul(number(-1), I, whole)
        if whole is None or not _whole_multiple(whole, angle):
            stack.extend(node.args)
    return True


def _whole_multiple(value: Term, angle: Term) -> bool:
    """Is it k*angle + (what does not speak of the angle), with an integer k?"""
    at = [value.subs({angle: number(k)}) for k in range(2)]
    k = add(at[1], mul(number(-1), at[0]))
    try:
        line = ring.equal(value, add(mul(k, angle), at[0]))
    except ring.NotPolynomial:
        return False
    return line and is_integer(k)


def _turned(value: Any, turns: int) -> Any:
    """The angle, or the first of the tokens' angles, some times around."""
    turn = 2 * turns * PI
    return (add(value[0], turn), *value[1:]) if isinstance(value, tuple) else add(value, turn)


def _value(value: Term, point: Mapping[Term, Any]) -> Any:
    """An enclosure; None where the value has none. Symbols that an integral binds need none."""
    try:
        found = ball.enclose(concrete(value, point), point, PRECISION)
    except TermError:
        return None
    return found if found.is_finite() else None
