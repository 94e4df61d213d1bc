"""Small statements of the rule and the refuter `modes`: limits of quantities that obey a linear equation."""

from __future__ import annotations

from typing import Any

from tests.laws.mutation import Mutant
from tests.laws.rule_laws import LAWS, falls, false, lasting, proves, step, true, w, x, y, z
from verify.kernel.relation import any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import Term, abs2, cos, exp, mean, number, re, sqrt

__all__ = ["LAWS", "MODES"]


def tends(rates: Any, quantity: Any, *coefficients: Any, to: Any = 0, facts: Any = (), **rest: Any) -> bool:
    """Is it proved by the equation with these coefficients c_0, ..., c_(r-1)?"""
    given = tuple(number(0) + each for each in coefficients)
    goal = lasting(rates, quantity=quantity, to=to, **rest)
    return proves(goal, step("modes", coefficients=given), facts=(*goal.starts, *facts))


SPRING = {x: y, y: -x - 2 * y}
true("modes", "x'' + 2 x' + x = 0: x -> 0", lambda: tends(SPRING, x, 1, 2))
true("modes", "the same from every start", lambda: tends(SPRING, x, 1, 2, start="every"))
true("modes", "x^2 obeys an equation of order three", lambda: tends(SPRING, x**2, 8, 12, 6))
true("modes", "x' = 1 - x: x -> 1", lambda: tends({x: 1 - x}, x, 1, to=1))
true("modes", "x' = -z x, z > 0", lambda: tends({x: -z * x}, x, z, facts=[gt(z, 0)]))
true("modes", "x' = -x/z, z > 0", lambda: tends({x: -x / z}, x, 1 / z, facts=[gt(z, 0)]))
false("modes", "x' = -x/z, z any", lambda: tends({x: -x / z}, x, 1 / z))
false("modes", "x' = -z x, z any", lambda: tends({x: -z * x}, x, z))
false("modes", "x'' - 2 x' + x = 0: x -> 0", lambda: tends({x: y, y: 2 * y - x}, x, 1, -2))
false("modes", "x'' + x = 0: x -> 0", lambda: tends({x: y, y: -x}, x, 1, 0))
false("modes", "x'' - x = 0: x -> 0", lambda: tends({x: y, y: x}, x, -1, 0))
false("modes", "x'' - x = 0: another equation", lambda: tends({x: y, y: x}, x, 1, 2))
false("modes", "x' = 1 - x: x -> 0", lambda: tends({x: 1 - x}, x, 1))
false("modes", "x''' + x'' + x' + 2 x = 0", lambda: tends({x: y, y: z, z: -z - y - 2 * x}, x, 2, 1, 1))
false("modes", "x' = x^2 - 2 x is not affine", lambda: tends({x: x**2 - 2 * x}, x, 2 - x, starts=[lt(x, 2)]))
false(
    "modes",
    "x' = 1: 1 + exp(-x) -> 0, by a coefficient that is positive and moves",
    lambda: tends({x: number(1)}, 1 + exp(-x), exp(-x) / (1 + exp(-x))),
)
false(
    "modes",
    "x' = -x + y, y' = -y + x^2 y: x goes, y need not",
    lambda: tends({x: -x, y: -y + x**2 * y**3}, x, 1, start="every"),
)
false("modes", "some start", lambda: tends(SPRING, x, 1, 2, start="some"))
false("modes", "periodic", lambda: proves(lasting(SPRING, "periodic"), step("modes", coefficients=(number(1),))))
false("modes", "a mean over states", lambda: tends({x: -x}, mean(x, x), 1))
false("modes", "1/x, where x passes 0", lambda: tends({x: 1 - x}, x + 0 / x, 1, to=1, starts=[ne(x, 0)]))

OSCILLATOR: dict[Term, Any] = {x: y, y: -x}
UNSTABLE: dict[Term, Any] = {x: y, y: y - x}
true(
    "modes", "x'' - x' + x = 0: x -> 0 fails", lambda: falls("modes", lasting(UNSTABLE, quantity=x, to=0), {x: 0, y: 0})
)
true("modes", "x'' + x = 0: x -> 0 fails", lambda: falls("modes", lasting(OSCILLATOR, quantity=x, to=0), {x: 1, y: 0}))
true("modes", "so does x^2 -> 1", lambda: falls("modes", lasting(OSCILLATOR, quantity=x**2, to=1), {x: 1, y: 0}))
true(
    "modes",
    "from every start with x >= 0, except y = 0",
    lambda: falls(
        "modes",
        lasting(OSCILLATOR, quantity=x, to=0, start="every", starts=[ge(x, 0)], except_=[eq(y, 0)]),
        {x: 1, y: 1},
    ),
)
false("modes", "x'' + 2 x' + x = 0: x -> 0", lambda: falls("modes", lasting(SPRING, quantity=x, to=0), {x: 1, y: 0}))
false("modes", "0 -> 0", lambda: falls("modes", lasting(OSCILLATOR, quantity=x - x, to=0), {x: 1, y: 0}))
false(
    "modes",
    "y' = y is seen by no x: x' = -x",
    lambda: falls("modes", lasting({x: -x, y: y}, quantity=x, to=0), {x: 1, y: 1}),
)
false(
    "modes",
    "x' = y, y' = y, at y = 0 alone",
    lambda: falls("modes", lasting({x: y - x, y: y}, quantity=x, to=0, starts=[le(y**2, 0)]), {x: 1, y: 0}),
)
false(
    "modes",
    "the same by a root",
    lambda: falls("modes", lasting({x: y - x, y: y}, quantity=x, to=0, starts=[gt(sqrt(-(y**2)), -1)]), {x: 1, y: 0}),
)
false(
    "modes",
    "starts of two kinds",
    lambda: falls(
        "modes", lasting({x: y - x, y: y}, quantity=x, to=0, starts=[any_of(eq(y, 0), eq(y**2, 0))]), {x: 1, y: 0}
    ),
)
false(
    "modes",
    "every start except where y != 0",
    lambda: falls(
        "modes", lasting({x: y - x, y: y}, quantity=x, to=0, start="every", except_=[ne(y, 0)]), {x: 1, y: 0}
    ),
)
false(
    "modes",
    "every start but where y^2 >= 0",
    lambda: falls(
        "modes", lasting({x: y - x, y: y}, quantity=x, to=0, start="every", except_=[ge(y**2, 0)]), {x: 1, y: 0}
    ),
)
false(
    "modes",
    "a parameter that the hypotheses exclude",
    lambda: falls("modes", lasting({x: -z * x}, quantity=x, to=0), {x: 1, z: -1}, [gt(z, 0)]),
)
true(
    "modes",
    "the same without them",
    lambda: falls("modes", lasting({x: -z * x}, quantity=x, to=0), {x: 1, z: -1}),
)
false(
    "modes",
    "x' = -x, y' = -y + y^2: not affine",
    lambda: falls("modes", lasting({x: -x, y: -y + y**2}, quantity=x, to=0), {x: 1, y: 0}),
)
false(
    "modes",
    "some starts",
    lambda: falls("modes", lasting({x: y - x, y: y}, quantity=x, to=0, start="some"), {x: 1, y: 0}),
)
false("modes", "a complex state", lambda: falls("modes", lasting({w: -w}, quantity=abs2(w), to=0), {w: 1}))
false(
    "modes",
    "a bounded function is no polynomial",
    lambda: falls("modes", lasting({x: number(1)}, quantity=cos(x) - cos(x) + re(x) * 0, to=0), {x: 1}),
)
false("modes", "it comes to a point", lambda: falls("modes", lasting(UNSTABLE, "point"), {x: 0, y: 0}))

M = Mutant
MODES: list[Mutant] = [
    M("modes", "modes.step_modes", "if not context.facts.holds(Relation", "if False and not (Relation"),
    M("modes", "modes.step_modes", "if not _obeys(derivatives, coefficients)", "if False"),
    M("modes", "modes.step_modes", "states & set(c.symbols) or", ""),
    M("modes", "modes.step_modes", '("every", "almost every")', '("every", "almost every", "some")'),
    M("modes", "modes._obeys", "ring.is_zero(add(*pieces", "not ring.is_zero(add(*pieces"),
    M("modes", "modes._minors", "2 * (j + 1) - (i + 1)", "(j + 1) - (i + 1)"),
    M("modes", "modes._conditions", "a[1:]", "a[2:]"),
    M("modes", "modes.require_affine", "if states & set(obligation.symbols)", "if False"),
    M("modes", "modes.modes", "all(each > 0 for", "all(each > 100 for"),
    M("modes", "modes.modes", "_parameters(sequent, goal, point)", "EXACT"),
    M("modes", "modes.modes", '_require(_open(fact), point, "a start")', "EXACT"),
    M("modes", "modes.modes", '_refuse(exception, point, "outside the exceptions")', "EXACT"),
    M("modes", "modes.modes", 'exception.op not in ("eq", "ge") or', ""),
    M("modes", "modes._open", "if is_open(strict)", "if True"),
]
