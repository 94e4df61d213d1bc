"""Is an expression a function on the circle? An angle t and t + 2 pi are one point of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from verify.kernel import ball
from verify.kernel.point import concrete
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import PI, Term, TermError, add
from verify.space import Circle, Space, Token

__all__ = ["changing", "changing_in"]

POINTS = 6
PRECISION = 200


def changing(space: Space, value: Term, up_to_sign: bool = False) -> Term | None:
    """The first angle of the space with which the value changes when it grows by 2 pi; None where there is none.

    It is looked for at a few exact points: where the two values are apart at one of them, the value certainly changes.

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
    same, opposite = True, up_to_sign
    for _ in range(POINTS):
        point = dict(space.exact([low + (high - low) * draw.random() for low, high in space.box], 1 << 10))
        point |= {sym: point[sym][0] for sym in space.tokens & set(value.symbols)}  # what is said of each token
        here, there = _value(value, point), _value(value, {**point, angle: _turned(point[angle])})
        if here is None or there is None:
            continue
        same = same and not ball.known_nonzero(there - here)
        opposite = opposite and not ball.known_nonzero(there + here)
    return not (same or opposite)


def _turned(value: Any) -> Any:
    """The angle, or the first of the tokens' angles, once around."""
    turn = 2 * PI
    return (add(value[0], turn), *value[1:]) if isinstance(value, tuple) else add(value, turn)


def _value(value: Term, point: Mapping[Term, Any]) -> Any:
    """An enclosure; None where the value has none. Symbols that an integral binds need none."""
    try:
        found = ball.enclose(concrete(value, point), point, PRECISION)
    except TermError:
        return None
    return found if found.is_finite() else None
