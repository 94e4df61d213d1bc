"""Laws of the rules for integrals, slopes, constants and existence; see `tests/laws/rule_laws.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.laws.rule_laws import LAWS, Q, accepts, false, n, proves, sequent, shows, step, t, true, w, x, y
from verify.kernel.goal import Exists, Regimes
from verify.kernel.proof import refute
from verify.kernel.relation import Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import (
    ONE,
    PI,
    I,
    Term,
    abs2,
    atan,
    conj,
    cos,
    exp,
    integral,
    log,
    number,
    sin,
    sqrt,
    symbol,
)

__all__ = ["LAWS"]

s, u = symbol("s"), symbol("u")
ON_UNIT = [ge(s, 0), le(s, 1)]

# integral: an antiderivative


def antiderivative(body: Any, by: Any, low: Any, high: Any, says: Any, steps: Any = None, facts: Any = ()) -> bool:
    of = integral(body, s, low, high)
    data = {} if steps is None else {"steps": tuple(steps)}
    return proves(eq(of, says), step("integral", of=of, by=number(0) + by, **data), facts=facts)


true("integral", "2 s from 0 to x", lambda: antiderivative(2 * s, s**2, 0, x, x**2))
false("integral", "by s^3", lambda: antiderivative(2 * s, s**3, 0, x, x**3))
false("integral", "the ends exchanged", lambda: antiderivative(2 * s, s**2, 0, x, -(x**2)))
false("integral", "1/s^2 over 0", lambda: antiderivative(1 / s**2, -1 / s, -1, 1, number(-2)))
false("integral", "an antiderivative that jumps", lambda: antiderivative(1 / (1 + s**2), -atan(1 / s), -1, 1, -PI / 2))
true(
    "integral",
    "sqrt s, whose slope is infinite at 0",
    lambda: antiderivative(sqrt(s), 2 * s * sqrt(s) / 3, 0, 1, number(Q(2, 3)), steps=(), facts=ON_UNIT),
)


def _backwards() -> bool:
    """From 1 to 0 nothing lies between 1 and 0 upwards, so everything can be shown there."""
    nothing = step("absurd", shows=eq(s, 0), of=s - 1)
    return antiderivative(2 * s, 2 * s**2, 1, 0, number(-2), steps=(nothing,))


false("integral", "what lies strictly between 1 and 0, upwards", _backwards)

# integrate: a relation between integrals


def integrated(fact: Relation, low: Any, high: Any, says: Relation, facts: Any = (), at: Any = None) -> bool:
    low, high = number(0) + low, number(0) + high
    return proves(says, step("integrate", fact=fact, variable=s, low=low, high=high), facts=facts, at=at)


def over(body: Any, low: Any, high: Any) -> Term:
    return integral(number(0) + body, s, low, high)


true("integrate", "s <= 1", lambda: integrated(ge(1, s), 0, 1, ge(over(1, 0, 1), over(s, 0, 1)), ON_UNIT))
true("integrate", "exp > 0", lambda: integrated(gt(exp(s), 0), 0, 1, gt(over(exp(s), 0, 1), 0)))
false("integrate", "exp >= 0 from 1 to 0", lambda: integrated(ge(exp(s), 0), 1, 0, ge(over(exp(s), 1, 0), 0)))
false(
    "integrate",
    "exp > 0 from x to y >= x",
    lambda: integrated(gt(exp(s), 0), x, y, gt(over(exp(s), x, y), 0), [ge(y, x)]),
)
false(
    "integrate",
    "exp(i s) != 0 over a turn",
    lambda: integrated(ne(exp(I * s), 0), 0, 2 * PI, ne(over(exp(I * s), 0, 2 * PI), 0)),
)
false("integrate", "-exp >= 0, for -exp != 0", lambda: integrated(ne(-exp(s), 0), 0, 1, ge(over(-exp(s), 0, 1), 0)))
false("integrate", "what is not shown", lambda: integrated(ge(s, 1), 0, 1, ge(over(s, 0, 1), over(1, 0, 1)), ON_UNIT))
false("integrate", "beyond what is assumed", lambda: integrated(ge(s, 0), -1, 0, ge(over(s, -1, 0), 0), [ge(s, 0)]))
false(
    "integrate",
    "across a gap in what is assumed",
    lambda: integrated(ge(s**2, 1), -1, 1, ge(over(s**2, -1, 1), over(1, -1, 1)), [ge(s**2, 1)]),
)
false(
    "integrate",
    "1/s^2 > 0 across 0",
    lambda: integrated(gt(1 / s**2, 0), -1, 1, gt(over(1 / s**2, -1, 1), 0), [ne(s, 0)]),
)

# substitute


def substituted(body: Any, by: Any, low: Any, high: Any, says: Any, ends: Any = (0, 4), facts: Any = ()) -> bool:
    of = integral(number(0) + body, s, *ends)
    data = {"by": number(0) + by, "low": number(0) + low, "high": number(0) + high, "variable": t}
    return proves(eq(of, says), step("substitute", of=of, **data), facts=facts)


def in_t(body: Any, low: Any, high: Any) -> Term:
    return integral(number(0) + body, t, low, high)


true("substitute", "s = t^2", lambda: substituted(exp(s), t**2, 0, 2, in_t(2 * t * exp(t**2), 0, 2)))
false("substitute", "without its slope", lambda: substituted(exp(s), t**2, 0, 2, in_t(exp(t**2), 0, 2)))
false(
    "substitute", "ends that it does not meet", lambda: substituted(exp(s), t**2, 0, 1, in_t(2 * t * exp(t**2), 0, 1))
)
false("substitute", "no end that it meets", lambda: substituted(exp(s), t**2, 1, 3, in_t(2 * t * exp(t**2), 1, 3)))
false("substitute", "the variable stands free", lambda: substituted(t, t, 0, 1, in_t(t, 0, 1), (0, 1)))
false("substitute", "s = 1/t across 0", lambda: substituted(1 + 0 * s, 1 / t, -1, 1, in_t(-1 / t**2, -1, 1), (-1, 1)))

# rises


def rises(
    relation: Relation, low: Any = None, high: Any = None, facts: Any = (), steps: Any = None, at: Any = None
) -> bool:
    data: dict[str, Any] = {"variable": x}
    data |= {} if low is None else {"low": number(0) + low}
    data |= {} if high is None else {"high": number(0) + high}
    data |= {} if steps is None else {"steps": tuple(steps)}
    return shows(relation, "rises", facts, at, **data)


true("rises", "exp(x) >= 1 for x >= 0", lambda: rises(ge(exp(x), 1), 0, facts=[ge(x, 0)]))
false("rises", "exp(-x) >= 1 for x >= 0", lambda: rises(ge(exp(-x), 1), 0, facts=[ge(x, 0)]))
false("rises", "exp(x) >= 2 for x >= 0", lambda: rises(ge(exp(x), 2), 0, facts=[ge(x, 0)]))
false("rises", "exp(x) > 1 for x >= 0", lambda: rises(gt(exp(x), 1), 0, facts=[ge(x, 0)]))
true("rises", "exp(x) > 1 for x > 0", lambda: rises(gt(exp(x), 1), 0, facts=[gt(x, 0)]))
false("rises", "exp(x) >= 1 everywhere", lambda: rises(ge(exp(x), 1), 0))
true("rises", "exp(-x) >= 1 for x <= 0", lambda: rises(ge(exp(-x), 1), high=0, facts=[le(x, 0)], at={x: -1}))
false("rises", "exp(x) >= 1 for x <= 0", lambda: rises(ge(exp(x), 1), high=0, facts=[le(x, 0)], at={x: -1}))
false("rises", "x^2 >= 1 from -1, for x >= 0", lambda: rises(ge(x**2, 1), -1, facts=[ge(x, 0)]))
false("rises", "x^2 > 0 for x >= 0", lambda: rises(gt(x**2, 0), 0, facts=[ge(x, 0)]))
true("rises", "sin^2 + cos^2 = 1", lambda: rises(eq(sin(x) ** 2 + cos(x) ** 2, 1), 0))
false("rises", "x = 0", lambda: rises(eq(x, 0), 0))


def _along_what_a_branch_restricts() -> bool:
    """u == x is chosen for each x from -1 to 1. Where u >= 0 the slope of x^2 is known at that x, not from -1 on."""
    goal = ge(x**2, 1)

    def branch(sign: int, **end: Any) -> tuple[Any, ...]:
        slope = step("sign", shows=ge(2 * sign * x, 0), as_=2 * sign * u)
        return slope, step("rises", shows=goal, variable=x, **end)

    chosen = step("between", symbol=u, quantity=u - x, low=number(-1), high=ONE)
    branches = branch(1, low=number(-1)), branch(-1, high=ONE)
    cases = step("cases", split=any_of(ge(u, 0), lt(u, 0)), branches=branches)
    return proves(goal, chosen, cases, facts=[ge(x, -1), le(x, 1)])


false("rises", "along what a branch restricts through a symbol chosen for it", _along_what_a_branch_restricts)
false("rises", "sin^2 + cos^2 = 2", lambda: rises(eq(sin(x) ** 2 + cos(x) ** 2, 2), 0))
false("rises", "-1/x >= 1 beyond a pole", lambda: rises(ge(-1 / x, 1), -1, facts=[ge(x, -1)], steps=(), at={x: -1}))
false("rises", "from an end that moves", lambda: rises(ge(x - x**2, 0), x, facts=[ge(x, 0)], at={x: 0}))

# fourier: geometric series

OPEN = [gt(1, abs2(w))]


TWO = 1 - 2 * exp(I * s)
TWO_FORM = step("sign", shows=gt(abs2(TWO), 0), as_=1 + 2 * (2 - 2 * cos(s)))
TWO_SUM = step("sign", shows=ge(2 - 2 * cos(s), 0), as_=abs2(1 - exp(I * s)))
TWO_APART = step("nonzero", term=TWO, cofactor=conj(TWO), fact=gt(abs2(TWO), 0))
BELOW = 1 - w * exp(I * s)
APART = step("nonzero", term=BELOW, cofactor=2 - conj(BELOW), fact=gt(1, abs2(w)))
OTHER = 1 - conj(w) * exp(-I * s)
OTHER_APART = step("nonzero", term=OTHER, cofactor=2 - conj(OTHER), fact=gt(1, abs2(w)))


def constant_term(
    body: Any,
    parts: Any,
    says: Any,
    high: Any = 2 * PI,
    turns: int = 1,
    angle: Any = s,
    before: Any = (APART, OTHER_APART),
) -> bool:
    of = integral(body, s, 0, high)
    given = step("fourier", of=of, angle=angle, turns=turns, parts=tuple(parts))
    return proves(eq(of, says), *before, given, facts=OPEN, at={w: 0})


POISSON = 1 / BELOW
true("fourier", "1/(1 - w u)", lambda: constant_term(POISSON, [(ONE, 0, ((w, 1, 1),))], 2 * PI))
false(
    "fourier",
    "1/(1 - 2 u) = 1/(1 - w u) where w = 2",
    lambda: constant_term(
        1 / (1 - 2 * exp(I * s)), [(ONE, 0, ((number(2), 1, 1),))], 2 * PI, before=(TWO_SUM, TWO_FORM, TWO_APART)
    ),
)
true(
    "fourier",
    "its first coefficient",
    lambda: constant_term(exp(-I * s) / BELOW, [(ONE, -1, ((w, 1, 1),))], 2 * PI * w),
)
false("fourier", "the wrong way round", lambda: constant_term(exp(I * s) / BELOW, [(ONE, 1, ((w, 1, 1),))], 2 * PI * w))
false("fourier", "half a turn", lambda: constant_term(POISSON, [(ONE, 0, ((w, 1, 1),))], PI, high=PI))
false("fourier", "another body", lambda: constant_term(POISSON, [(ONE, 0, ((conj(w), 1, 1),))], 2 * PI))
true("fourier", "a square", lambda: constant_term(exp(-I * s) / BELOW**2, [(ONE, -1, ((w, 1, 2),))], 4 * PI * w))
false(
    "fourier",
    "a square, without its binomial",
    lambda: constant_term(exp(-I * s) / BELOW**2, [(ONE, -1, ((w, 1, 2),))], 2 * PI * w),
)
MODULUS = 1 / (BELOW * OTHER)
false(
    "fourier",
    "factors that turn both ways",
    lambda: constant_term(MODULUS, [(ONE, 0, ((w, 1, 1), (conj(w), -1, 1)))], 2 * PI),
)
false("fourier", "a coefficient that moves", lambda: constant_term(cos(s), [(cos(s), 0, ())], 2 * PI * cos(s)))
false(
    "fourier",
    "no turn at all",
    lambda: constant_term(exp(y) + 0 * s, [(exp(y), 1, ())], 0 * y, high=1, turns=0, angle=0 * s, before=()),
)

# value: constants

true("value", "e > 271/100", lambda: shows(gt(exp(ONE), Q(271, 100)), "value"))
false("value", "e > 272/100", lambda: shows(gt(exp(ONE), Q(272, 100)), "value"))
true("value", "e > 271/100 with 64 bits", lambda: shows(gt(exp(ONE), Q(271, 100)), "value", precision=64))
false("value", "e > 272/100 with 64 bits", lambda: shows(gt(exp(ONE), Q(272, 100)), "value", precision=64))
false("value", "e >= 272/100 with 64 bits", lambda: shows(ge(exp(ONE), Q(272, 100)), "value", precision=64))
false("value", "e = 271/100", lambda: shows(eq(exp(ONE), Q(271, 100)), "value", precision=64))
false("value", "e/e != 1 with 64 bits", lambda: shows(ne(exp(ONE) * exp(number(-1)), 1), "value", precision=64))
false("value", "x > 0", lambda: shows(gt(x, 0), "value", at={x: 1}))
true("value", "sqrt 2 sqrt 2 = 2", lambda: shows(eq(sqrt(number(2)) * sqrt(number(2)), 2), "value"))
false("value", "log(-1) = log(-1)", lambda: shows(eq(log(number(-1)) - log(number(-1)), 0), "value"))
true("value", "i pi != 1", lambda: shows(ne(I * PI, 1), "value", precision=64))
false("value", "i pi = 1", lambda: shows(eq(I * PI, 1), "value", precision=64))

# existence


def exists(*relations: Any, steps: Any = (), at: Any = None, of: Term = u, facts: Any = ()) -> bool:
    """There is a value of `of`, by the steps and, with `at`, a witness."""
    goal = Exists((of,), relations)
    last = () if at is None else (step("witness", at={of: number(0) + at}),)
    return proves(goal, *steps, *last, facts=facts, more=(of, *(sym for each in relations for sym in each.symbols)))


true("witness", "u^2 = 2 at sqrt 2", lambda: exists(eq(u**2, 2), at=sqrt(number(2))))
false("witness", "u^2 = -1 at 1", lambda: exists(eq(u**2, -1), at=1))
false("witness", "u^2 = -1 at i", lambda: exists(eq(u**2, -1), at=I))
false("witness", "a natural number with 2 n = 1", lambda: exists(eq(2 * n, 1), at=Q(1, 2), of=n))
false("witness", "a natural number n = -1", lambda: exists(eq(n, -1), at=-1, of=n))
false("witness", "u = 1 and u = 2", lambda: exists(eq(u, 1), eq(u, 2), at=1))
false("witness", "u x = 1 for every x", lambda: exists(eq(u * x, 1), at=1 / x))
true("witness", "u x = 1 for x != 0", lambda: exists(eq(u * x, 1), at=1 / x, facts=[ne(x, 0)]))
false("witness", "at no value", lambda: exists(eq(u, 1)))


def between(quantity: Any, low: Any, high: Any, steps: Any = ()) -> Any:
    return step(
        "between",
        symbol=s,
        quantity=number(0) + quantity,
        low=number(0) + low,
        high=number(0) + high,
        steps=tuple(steps),
    )


true(
    "between",
    "u^2 = 2, 1 <= u <= 2",
    lambda: exists(eq(u**2, 2), ge(u, 1), ge(2, u), steps=[between(s**2 - 2, 1, 2)], at=s),
)
true(
    "between",
    "u^2 = 2, 1 < u < 2",
    lambda: exists(eq(u**2, 2), gt(u, 1), gt(2, u), steps=[between(s**2 - 2, 1, 2)], at=s),
)
true("between", "2 - u^2 = 0 falls", lambda: exists(eq(u**2, 2), gt(u, 1), steps=[between(2 - s**2, 1, 2)], at=s))
false("between", "u^2 = -1", lambda: exists(eq(u**2, -1), steps=[between(s**2 + 1, -1, 1)], at=s))
false("between", "1/u = 0", lambda: exists(eq(1 / u, 0), steps=[between(1 / s, -1, 1)], at=s))
false(
    "between",
    "u (u - 1) = 0, 0 < u <= 1/2",
    lambda: exists(eq(u * (u - 1), 0), gt(u, 0), ge(Q(1, 2), u), steps=[between(s * (s - 1), 0, Q(1, 2))], at=s),
)
false(
    "between",
    "u (u - 1) = 0, 1/2 <= u < 1",
    lambda: exists(eq(u * (u - 1), 0), gt(1, u), ge(u, Q(1, 2)), steps=[between(s * (s - 1), Q(1, 2), 1)], at=s),
)
false(
    "between",
    "the ends exchanged",
    lambda: exists(eq(u**2, -1), steps=[between(s, 1, -1), step("absurd", shows=eq(s**2, -1), of=s - 1)], at=s),
)
false(
    "between", "ends that speak of the new symbol", lambda: exists(eq(u, u + 1), steps=[between(s - y, s, s + 1)], at=s)
)


def _twice() -> bool:
    """One symbol for two values would be both."""
    first, second = between(s - 1, 0, 2), between(s - 2, 0, 3)
    return exists(eq(u, 1), eq(u, 2), steps=[first, second], at=s)


false("between", "one symbol for two values", _twice)

ANGLE = {"symbol": s}
true(
    "angle",
    "cos u = 3/5, sin u = 4/5",
    lambda: exists(
        eq(cos(u), Q(3, 5)),
        eq(sin(u), Q(4, 5)),
        steps=[step("angle", **ANGLE, x=number(Q(3, 5)), y=number(Q(4, 5)))],
        at=s,
    ),
)
false(
    "angle",
    "cos u = sin u = 1",
    lambda: exists(eq(cos(u), 1), eq(sin(u), 1), steps=[step("angle", **ANGLE, x=ONE, y=ONE)], at=s),
)
false(
    "angle",
    "cos u = sin u = -4/5",
    lambda: exists(
        eq(cos(u), Q(-4, 5)),
        eq(sin(u), Q(-4, 5)),
        steps=[step("angle", **ANGLE, x=number(Q(3, 5)), y=number(Q(-4, 5)))],
        at=s,
    ),
)
false(
    "angle",
    "a complex cosine",
    lambda: exists(
        eq(cos(u), w), eq(sin(u), w), steps=[step("angle", **ANGLE, x=w, y=w)], at=s, facts=[eq(2 * w**2, 1)]
    ),
)


def never(goal: Exists, relation: int, steps: Any, at: Mapping[Term, Any], facts: Any = ()) -> bool:
    wanted = sequent(facts, goal, *goal.unknowns, *(sym for each in goal.relations for sym in each.symbols))
    point = {sym: number(0) + value for sym, value in at.items()}
    return accepts(lambda: refute(wanted, "main", "never", point, {"relation": relation, "steps": tuple(steps)}))


def never_square(says: Relation, shown: Relation, at: Any = -1, facts: Any = ()) -> bool:
    return never(Exists((u,), (says,)), 0, [step("sign", shows=shown)], {x: at}, facts)


true("never", "u^2 = x at x = -1", lambda: never_square(eq(u**2, x), ne(u**2, -1)))
false("never", "u^2 = x at x = -1, where x > 0", lambda: never_square(eq(u**2, x), ne(u**2, -1), facts=[gt(x, 0)]))
false("never", "u^2 = x at x = 1", lambda: never_square(eq(u**2, x), ne(u**2, -1), at=1))
false("never", "u = x, since u^2 >= 0", lambda: never_square(eq(u, x), ge(u**2, 0)))
BESIDE = Exists((u,), (gt(x, 0), eq(u, x)))  # it repeats a hypothesis
NEGATIVE = [step("value", shows=ge(0, -1))]
true("never", "u = x > 0 at x = -1", lambda: never(BESIDE, 0, NEGATIVE, {x: -1}))
false("never", "where x > 0 is a hypothesis", lambda: never(BESIDE, 0, NEGATIVE, {x: -1}, [gt(x, 0)]))
false("never", "u > 0 by itself", lambda: never(Exists((u,), (gt(u, 0),)), 0, [step("sign", shows=ge(0, u))], {}))

# regimes: the hypotheses of one claim hold


def regime(hypotheses: Any, listed: Any, facts: Any) -> bool:
    goal = Regimes((("one", tuple(listed)),))
    other = sequent(hypotheses, gt(x, x - 1))
    return proves(goal, step("regime", claim="one"), facts=facts, others={"one": other}, more=(x,))


true("regime", "x > 0 where x > 0", lambda: regime([gt(x, 0)], [gt(x, 0)], [gt(x, 0)]))
false("regime", "x > 0 where x >= 0", lambda: regime([gt(x, 0)], [gt(x, 0)], [ge(x, 0)]))
false(
    "regime", "a hypothesis that the goal does not list", lambda: regime([gt(x, 0), lt(x, 1)], [gt(x, 0)], [gt(x, 0)])
)
false(
    "regime",
    "another claim",
    lambda: proves(
        Regimes((("one", (gt(x, 0),)),)),
        step("regime", claim="two"),
        facts=[gt(x, 0)],
        others={"two": sequent([], gt(x, x - 1))},
    ),
)
