"""Small statements of the refuter `leaf`: a conserved sum, and what attracts on its leaves."""

from __future__ import annotations

from tests.laws.rule_laws import LAWS, falls, false, lasting, true, x, y
from verify.kernel.relation import ge
from verify.kernel.term import PI, cos, sin

__all__ = ["LAWS"]

COUPLED = {x: sin(y - x) * (2 + cos(x)), y: sin(x - y) * (2 + cos(x))}  # no rotation maps it to itself
MEET = {"quantity": cos(x - y), "to": -1}
true("leaf", "cos -> -1: phases meet", lambda: falls("leaf", lasting(COUPLED, **MEET), {x: 0, y: 0}))
false(
    "leaf",
    "cos -> 1: they meet, as claimed",
    lambda: falls("leaf", lasting(COUPLED, quantity=cos(x - y), to=1), {x: 0, y: 0}),
)
false(
    "leaf",
    "cos -> 1: opposite phases repel",
    lambda: falls("leaf", lasting(COUPLED, quantity=cos(x - y), to=1), {x: 0, y: PI}),
)
false("leaf", "no equilibrium", lambda: falls("leaf", lasting(COUPLED, **MEET), {x: 0, y: PI / 3}))
false(
    "leaf",
    "a sum that grows: the phases meet and run on",
    lambda: falls("leaf", lasting({x: 2 * sin(y - x), y: y - x}, quantity=cos(x - y), to=-1), {x: 0, y: 0}),
)
false(
    "leaf",
    "an exception",
    lambda: falls("leaf", lasting(COUPLED, **MEET, except_=[ge(cos(x - y), 0)]), {x: 0, y: 0}),
)
true(
    "leaf",
    "the sum kept, one state twice as fast",
    lambda: falls("leaf", lasting({x: y - 2 * x, y: 2 * x - y}, quantity=x, to=1), {x: 0, y: 0}),
)
false(
    "leaf",
    "stable in the differences of rates, not on the leaf",
    lambda: falls("leaf", lasting({x: -x - 2 * y, y: x + 2 * y}, quantity=x, to=1), {x: 0, y: 0}),
)
