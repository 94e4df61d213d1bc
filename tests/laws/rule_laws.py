"""Laws of the kernel's rules and engines: small statements that are known to be true or false, by hand.

A true one is accepted. A false one is a near miss: everything is right about it but for the one thing that the rule
checks. `tests/laws/test_kernel_mutations.py` changes the checks one by one and asks these laws to notice.

To add a rule: `true("rule", "what it says", lambda: ...)` and `false(...)`; the function of no arguments says whether
the kernel accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from tests.laws.mutation import Case
from verify.kernel import cover, flow, integral
from verify.kernel.cells import LEAF, Malformed
from verify.kernel.goal import (
    AnyDimension,
    Goal,
    LongTime,
    Pointwise,
    Sequent,
)
from verify.kernel.lie import Flow
from verify.kernel.longtime import NotShown
from verify.kernel.proof import Refused, Step, contradict, prove, refute
from verify.kernel.relation import Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import (
    ONE,
    PI,
    ZERO,
    I,
    Term,
    TermError,
    abs2,
    absolute,
    asin,
    atan,
    conj,
    cos,
    exp,
    im,
    log,
    maximum,
    mean,
    minimum,
    number,
    power,
    re,
    sin,
    sqrt,
    symbol,
    tanh,
)
from verify.kernel.words import dot, letter, mean_of, rate, second_moment, tangent, token, trace

__all__ = ["LAWS", "false", "true"]

Q = Fraction
LAWS: dict[str, list[Case]] = {}

x, y, z, t = (symbol(name) for name in ("x", "y", "z", "t"))
w = symbol("w", "complex")
n = symbol("n", "natural")


def true(rule: str, says: str, ask: Callable[[], bool]) -> None:
    """A case of the law of a rule or an engine: what it says, and that it is so."""
    LAWS.setdefault(rule, []).append(Case(says, True, ask))


def false(rule: str, says: str, ask: Callable[[], bool]) -> None:
    """The same for what is not so."""
    LAWS.setdefault(rule, []).append(Case(says, False, ask))


def accepts(action: Callable[[], Any]) -> bool:
    """Does the kernel accept? Its refusals are of these kinds and of no others."""
    try:
        action()
    except (Refused, NotShown, TermError, Malformed, cover.NotCovered, flow.NotFollowed, integral.NotEnclosed):
        return False
    return True


def sequent(facts: Iterable[Any], goal: Goal | Relation, *more: Term) -> Sequent:
    """All symbols that occur, tokens among them."""
    facts = tuple(facts)
    goal = Pointwise(goal) if isinstance(goal, Relation) else goal
    terms = [side for fact in facts for side in fact.terms] + list(goal.terms)
    found = {sym: None for each in terms for sym in each.symbols} | dict.fromkeys(more)
    return Sequent(tuple(sorted(found, key=lambda sym: sym.payload)), facts, (("main", goal),))


def step(rule: str, **data: Any) -> Step:
    return Step(rule, data)


def proves(
    goal: Goal | Relation,
    *steps: Step,
    facts: Iterable[Any] = (),
    at: Mapping[Term, Any] | None = None,
    others: Mapping[str, Any] | None = None,
    more: Iterable[Term] = (),
) -> bool:
    """Is it proved? The witness has the coordinates `at`, and 1 elsewhere."""
    wanted = sequent(facts, goal, *more)
    point: dict[Term, Any] = {sym: ONE for sym in wanted.symbols} | {
        sym: tuple(map(number, value)) if isinstance(value, list) else number(0) + value
        for sym, value in (at or {}).items()
    }
    return accepts(lambda: prove(wanted, {"main": steps}, point, dict(others or {}).get))


def shows(relation: Relation, rule: str, facts: Iterable[Any] = (), at: Any = None, **data: Any) -> bool:
    """Is it proved by one step that names it?"""
    return proves(relation, step(rule, shows=relation, **data), facts=facts, at=at)


def point(coordinates: Mapping[Term, Any]) -> dict[Term, Any]:
    return {
        sym: tuple(map(number, value)) if isinstance(value, list) else number(0) + value
        for sym, value in coordinates.items()
    }


def refutes(goal: Goal | Relation, rule: str, at: Mapping[Term, Any], facts: Iterable[Any] = (), **data: Any) -> bool:
    wanted = sequent(facts, goal)
    return accepts(lambda: refute(wanted, "main", rule, point(at), data))


# ring

CIRCLE = eq(x**2 + y**2, 1)
_LOG_12 = 2 * log(number(2)) + log(number(3))
true("ring", "a binomial", lambda: shows(eq((x + y) ** 2, x**2 + 2 * x * y + y**2), "ring"))
false("ring", "a binomial without its middle", lambda: shows(eq((x + y) ** 2, x**2 + y**2), "ring"))
false("ring", "x^2 > x x", lambda: shows(gt(x**2, x * x), "ring"))
false("ring", "x/x = 1, also at 0", lambda: shows(eq(x / x, 1), "ring", at={x: 2}))
true("ring", "x/x = 1 where x != 0", lambda: shows(eq(x / x, 1), "ring", [ne(x, 0)]))
true("ring", "by a known equality", lambda: shows(eq(x * y, y**2), "ring", [eq(x, y)]))
true("ring", "sin^2 + cos^2", lambda: shows(eq(sin(x) ** 2 + cos(x) ** 2, 1), "ring"))
false("ring", "sin^2 - cos^2", lambda: shows(eq(cos(x) ** 2 - sin(x) ** 2, 1), "ring"))
false("ring", "sin^2 = 1 + cos^2", lambda: shows(eq(sin(x) ** 2, 1 + cos(x) ** 2), "ring"))
true("ring", "sin(-x)", lambda: shows(eq(sin(-x), -sin(x)), "ring"))
false("ring", "sin is not even", lambda: shows(eq(sin(-x), sin(x)), "ring"))
false("ring", "1/x + 1/x = 0", lambda: shows(eq(1 / x + 1 / x, 0), "ring", [ne(x, 0)]))
true("ring", "log(exp x)", lambda: shows(eq(log(exp(x)), x), "ring"))
true("ring", "exp(2 log x - y)", lambda: shows(eq(exp(2 * log(x) - y), x**2 / exp(y)), "ring", [gt(x, 0)]))
true("ring", "log(12/5)", lambda: shows(eq(x + log(number(Q(12, 5))), x + _LOG_12 - log(number(5))), "ring"))
true("ring", "exp(x) = exp(y) where x = y", lambda: shows(eq(exp(x), exp(y)), "ring", [eq(x, y)]))
false("ring", "exp(x) = exp(y) where x^2 = y^2", lambda: shows(eq(exp(x), exp(y)), "ring", [eq(x**2, y**2)]))
false("ring", "log(exp x) = 2 x", lambda: shows(eq(log(exp(x)), 2 * x), "ring", at={x: 0}))
false("ring", "log(sqrt x) = x", lambda: shows(eq(log(sqrt(x)), x), "ring", [gt(x, 0)]))
false("ring", "exp(2 log x) = x", lambda: shows(eq(exp(2 * log(x)), x), "ring", [gt(x, 0)]))
false("ring", "exp(log(x)/2) = 1", lambda: shows(eq(exp(log(x) / 2), 1), "ring", [gt(x, 0)]))
false("ring", "log(2/3) = log 6", lambda: shows(eq(x + log(number(Q(2, 3))), x + log(number(6))), "ring"))
false("ring", "log 8 = log 2", lambda: shows(eq(x + log(number(8)), x + log(number(2))), "ring"))
false("ring", "exp(log x) = x for any x", lambda: shows(eq(exp(log(x)), x), "ring"))
false("ring", "sqrt(x) = x", lambda: shows(eq(sqrt(x), x), "ring", [gt(x, 0)]))
false("ring", "sqrt 8 = 4 sqrt 2", lambda: shows(eq(sqrt(number(8)), 4 * sqrt(number(2))), "ring"))
false("ring", "x^(n + 1) = x^n", lambda: shows(eq(x ** (n + 1), x**n), "ring"))
true("ring", "sqrt(x)^2 = x", lambda: shows(eq(sqrt(x) ** 2, x), "ring", [gt(x, 0)]))
false("ring", "sqrt(x^2) = x", lambda: shows(eq(sqrt(x**2), x), "ring"))
true("ring", "|w|^2 = w conj(w)", lambda: shows(eq(abs2(w), w * conj(w)), "ring"))
false("ring", "|w|^2 = w^2", lambda: shows(eq(abs2(w), w**2), "ring"))
true("ring", "1/w = conj(w)/|w|^2", lambda: shows(eq(1 / w, conj(w) / abs2(w)), "ring", [ne(w, 0)]))
false("ring", "1/w = w/|w|^2", lambda: shows(eq(1 / w, w / abs2(w)), "ring", [ne(w, 0)]))
true("ring", "exp(x + y)", lambda: shows(eq(exp(x + y), exp(x) * exp(y)), "ring"))
false("ring", "exp(x + y) as a sum", lambda: shows(eq(exp(x + y), exp(x) + exp(y)), "ring"))
true("ring", "exp(i x)", lambda: shows(eq(exp(I * x), cos(x) + I * sin(x)), "ring"))
false("ring", "exp(i x) conjugated", lambda: shows(eq(exp(I * x), cos(x) - I * sin(x)), "ring"))
AWAY = [gt(t, 0), gt(x, 0)]
true("ring", "the mean is linear", lambda: shows(eq(mean(2 * t + 1, t), 2 * mean(t, t) + 1), "ring"))
false("ring", "the mean of a square", lambda: shows(eq(mean(t**2, t), mean(t, t) ** 2), "ring"))
false("ring", "the mean of a product", lambda: shows(eq(mean(t * x, t), x), "ring"))
BELOW = 1 + t**2
true(
    "ring",
    "a mean of quotients",
    lambda: shows(eq(mean((x + t) / BELOW, t) - mean(t / BELOW, t), x * mean(1 / BELOW, t)), "ring"),
)
false("ring", "of another denominator", lambda: shows(eq(mean(t / BELOW, t), mean(t / (2 + t**2), t)), "ring"))
false("ring", "a quotient of means", lambda: shows(eq(mean(1 / BELOW, t), 1 / mean(BELOW, t)), "ring"))
false("ring", "a mean of 1/t^2 is no 1/t", lambda: shows(eq(mean(1 / t**2, t), mean(1 / t, t)), "ring", [gt(t, 0)]))
true("ring", "1/(t x^2)", lambda: shows(eq(mean(1 / (t * x) / x, t), mean(1 / t, t) / x**2), "ring", AWAY))
for each in (1 / (t * x) / x, (1 / x) * (1 / (t * x)), 1 / (t * x**2) / x):
    false(
        "ring",
        f"a factor below a mean and beside it: {each}",
        lambda each=each: shows(eq(mean(each, t), mean(1 / t, t) / x), "ring", AWAY),  # type: ignore[misc]
    )
true("ring", "a mean of t/t^2", lambda: shows(eq(mean(t / t**2, t), mean(1 / t, t)), "ring", [gt(t, 0)]))
false(
    "ring",
    "a mean of u/t comes out of the mean over u alone",
    lambda: shows(eq(mean(mean(y / t, y), t), mean(y, y) / mean(t, t)), "ring", [gt(t, 0)]),
)
true("ring", "fractions add", lambda: shows(eq(1 / x + 1 / y, (x + y) / (x * y)), "ring", [ne(x, 0), ne(y, 0)]))
false("ring", "and not like this", lambda: shows(eq(1 / x + 1 / y, 2 / (x + y)), "ring", [gt(x, 0), gt(y, 0)]))
true("ring", "symbolic powers", lambda: shows(eq(x ** (n + 1), x * x**n), "ring"))
false("ring", "one power off", lambda: shows(eq(x ** (n + 2), x * x**n), "ring"))
true("ring", "|x|^2 = x^2", lambda: shows(eq(absolute(x) ** 2, x**2), "ring"))
false("ring", "|x| = x", lambda: shows(eq(absolute(x), x), "ring"))
true("ring", "sqrt 8 = 2 sqrt 2", lambda: shows(eq(sqrt(number(8)), 2 * sqrt(number(2))), "ring"))
false("ring", "sqrt 8 = sqrt 2", lambda: shows(eq(sqrt(number(8)), sqrt(number(2))), "ring"))
true("ring", "cos(pi/3) = 1/2", lambda: shows(eq(cos(PI / 3), Q(1, 2)), "ring"))
false("ring", "cos(pi/6) = 1/2", lambda: shows(eq(cos(PI / 6), Q(1, 2)), "ring"))
false("ring", "cos(2 pi/3) = 1/2", lambda: shows(eq(cos(2 * PI / 3), Q(1, 2)), "ring"))
true("ring", "tanh", lambda: shows(eq(tanh(x) * (exp(x) + exp(-x)), exp(x) - exp(-x)), "ring"))
# equalities that hold: which generator each rewrites
true("ring", "the sphere", lambda: shows(eq(x**4, x**2 * (1 - y**2)), "ring", [eq(x**2 + y**2, 1)], {x: 0}))
false("ring", "not x = 1 - y^2", lambda: shows(eq(x, 1 - y**2), "ring", [eq(x**2 + y**2, 1)], {x: 0}))
false("ring", "2 x = y is not x = y", lambda: shows(eq(x, y), "ring", [eq(2 * x, y)], {x: 0, y: 0}))
true("ring", "two equalities", lambda: shows(eq(x, z), "ring", [eq(x, y), eq(y, z)]))
false("ring", "x^2 + x = 0 is not x^2 = 0", lambda: shows(eq(x**2, 0), "ring", [eq(x**2 + x, 0)], {x: -1}))
false("ring", "x = y is not y^2 = x", lambda: shows(eq(y**2, x), "ring", [eq(x, y)], {x: 2, y: 2}))
false("ring", "x = y is not x^2 = y", lambda: shows(eq(x**2, y), "ring", [eq(x, y)], {x: 2, y: 2}))
false("ring", "x = y is not x = -y", lambda: shows(eq(x, -y), "ring", [eq(x, y)]))
false("ring", "y^4 on the circle", lambda: shows(eq(y**4, 1 - x**2), "ring", [CIRCLE], {y: 0}))
false("ring", "x^4 on the circle", lambda: shows(eq(x**4, 1 - y**2), "ring", [CIRCLE], {x: 0}))
false("ring", "a product is no factor", lambda: shows(eq(x, 0), "ring", [eq(x * y, 0)], {y: 0}))
true("ring", "a complex equality", lambda: shows(eq(re(w), 0), "ring", [eq(w, I)], {w: I}))
false("ring", "its imaginary part", lambda: shows(eq(im(w), 0), "ring", [eq(re(w), 0)], {w: I}))

# sign

true("sign", "x^2 + 1 > 0", lambda: shows(gt(x**2 + 1, 0), "sign"))
false("sign", "x >= 0, as a natural number of its name is", lambda: shows(ge(x, 0), "sign", as_=symbol("x", "natural")))
false("sign", "x^2 > 0", lambda: shows(gt(x**2, 0), "sign"))
false("sign", "x^3 >= 0", lambda: shows(ge(x**3, 0), "sign"))
true("sign", "a square written out", lambda: shows(ge(x**2 + y**2, 2 * x * y), "sign", as_=(x - y) ** 2))
false("sign", "another square", lambda: shows(ge(x**2 + y**2, 3 * x * y), "sign", as_=(x - y) ** 2))
false("sign", "a strict square", lambda: shows(gt(x**2 + y**2, 2 * x * y), "sign", as_=(x - y) ** 2))
false("sign", "a base is positive: (-2)^y at y = 1", lambda: shows(gt(x, 0), "sign", [ge(5, x**y)]))
true("sign", "but not negative of a cube root", lambda: shows(ge(x, 0), "sign", [ge(5, x ** Q(1, 3))]))
false("sign", "nor positive", lambda: shows(gt(x, 0), "sign", [ge(5, x ** Q(1, 3))]))
true("sign", "and positive below a bar", lambda: shows(gt(x, 0), "sign", [ge(5, x ** Q(-1, 3))]))
false("sign", "a form that is undefined at 0", lambda: shows(gt(x**2, 0), "sign", as_=(1 / x**2) ** -1))
true("sign", "a positive multiple of a fact", lambda: shows(gt(2 * x - 2 * y, 0), "sign", [gt(x, y)], {x: 2}))
false("sign", "a negative one", lambda: shows(gt(2 * y - 2 * x, 0), "sign", [gt(x, y)], {x: 2}))
true("sign", "and its sign", lambda: shows(lt(y, x), "sign", [gt(-y, -x)], {x: 2}))
false("sign", "not a multiple", lambda: shows(gt(x - 2 * y, 0), "sign", [gt(x, y)], {x: 3}))
true("sign", "a product of facts", lambda: shows(gt(x * y, 0), "sign", [gt(x, 0), gt(y, 0)]))
false("sign", "one of them weak", lambda: shows(gt(x * y, 0), "sign", [gt(x, 0), ge(y, 0)]))
true("sign", "a weak sum", lambda: shows(ge(x + y, 0), "sign", [ge(x, 0), ge(y, 0)]))
false("sign", "a strict one", lambda: shows(gt(x + y, 0), "sign", [ge(x, 0), ge(y, 0)]))
false("sign", "a difference", lambda: shows(ge(x - y, 0), "sign", [ge(x, 0), ge(y, 0)]))
true("sign", "a quotient", lambda: shows(gt(x / y, 0), "sign", [gt(x, 0), gt(y, 0)]))
false("sign", "a quotient by what is negative", lambda: shows(gt(x / y, 0), "sign", [gt(x, 0), lt(y, 0)], {y: -1}))
true("sign", "an odd power", lambda: shows(lt(x**3, 0), "sign", [lt(x, 0)], {x: -1}))
false("sign", "an even one", lambda: shows(lt(x**2, 0), "sign", [lt(x, 0)], {x: -1}))
true("sign", "an even power of what is not 0", lambda: shows(gt(x**2, 0), "sign", [ne(x, 0)]))
true("sign", "the square's inverse", lambda: shows(gt(x**-2, 0), "sign", [ne(x, 0)]))
true("sign", "an inverse square that roots define", lambda: shows(gt((x**2 + x + 1) ** -2, 0), "sign"))
false("sign", "an odd inverse", lambda: shows(gt(x**-3, 0), "sign", [ne(x, 0)]))
true("sign", "exp > 0", lambda: shows(gt(exp(x), 0), "sign"))
true("sign", "sqrt > 0", lambda: shows(gt(sqrt(x), 0), "sign", [gt(x, 0)]))
false("sign", "sqrt > 0 at 0", lambda: shows(gt(sqrt(x), 0), "sign", [ge(x, 0)]))
false("sign", "sin >= 0", lambda: shows(ge(sin(x), 0), "sign", [ge(x, 0)]))
true("sign", "atan", lambda: shows(gt(atan(x), 0), "sign", [gt(x, 0)]))
false("sign", "atan everywhere", lambda: shows(gt(atan(x), 0), "sign"))
true("sign", "|w| > 0", lambda: shows(gt(absolute(w), 0), "sign", [ne(w, 0)]))
false("sign", "|w| > 0 at 0", lambda: shows(gt(absolute(w), 0), "sign"))
false("sign", "|x - y| > 0", lambda: shows(gt(absolute(x - y), 0), "sign"))
true("sign", "a modulus is not negative", lambda: shows(ge(abs2(w), 0), "sign"))
true("sign", "natural numbers", lambda: shows(ge(n, 0), "sign"))
false("sign", "positive ones", lambda: shows(gt(n, 0), "sign"))
true("sign", "min", lambda: shows(gt(minimum(x, y), 0), "sign", [gt(x, 0), gt(y, 0)]))
false("sign", "min of two signs", lambda: shows(gt(minimum(x, y), 0), "sign", [gt(x, 0)]))
true("sign", "max", lambda: shows(gt(maximum(x, y), 0), "sign", [gt(x, 0)]))
false("sign", "max below 0", lambda: shows(lt(maximum(x, y), 0), "sign", [lt(x, 0)], {x: -1}))
true("sign", "the mean of squares", lambda: shows(ge(mean(t**2, t), 0), "sign"))
false("sign", "the mean of both signs", lambda: shows(ne(mean(t, t), 0), "sign", [ne(t, 0)]))
true("sign", "a sum with a fact in it", lambda: shows(gt(x - y + z**2, 0), "sign", [gt(x - y, 0)], {x: 2}))
false("sign", "a fact used twice", lambda: shows(gt(x - 2 * y, 0), "sign", [gt(x - y, 0)], {x: 3}))
false(
    "sign", "a fact's summand twice", lambda: shows(gt(1 / x + 1 / x - 1, 0), "sign", [gt(1 / x - 1, 0)], {x: Q(1, 2)})
)
true("sign", "i w != 0", lambda: shows(ne(I * w, 0), "sign", [ne(w, 0)]))
false("sign", "w + 1 != 0", lambda: shows(ne(w + 1, 0), "sign", [ne(w, 0)]))
false("sign", "w z != 0", lambda: shows(ne(w * (w - 1), 0), "sign", [ne(w, 0)], {w: 2}))
true("sign", "exp(w) != 0", lambda: shows(ne(exp(w), 0), "sign"))
false("sign", "conj(w) != 0", lambda: shows(ne(conj(w), 0), "sign"))
true("sign", "a real power of what is positive", lambda: shows(gt(power(x, y), 0), "sign", [gt(x, 0)]))

true(
    "sign",
    "x - y and x - y - 1 are >= 0: so is x + z^2 - y - 1",
    lambda: shows(ge(x + z**2 - y - 1, 0), "sign", [ge(x - y, 0), ge(x - y - 1, 0)], at={x: 2}),
)

# nonzero

true(
    "nonzero",
    "x, for x > 0",
    lambda: proves(ne(x, 0), step("nonzero", term=x, cofactor=ONE, fact=gt(x, 0)), facts=[gt(x, 0)]),
)
false(
    "nonzero",
    "x, for x >= 0",
    lambda: proves(ne(x, 0), step("nonzero", term=x, cofactor=ONE, fact=ge(x, 0)), facts=[ge(x, 0)]),
)
true(
    "nonzero",
    "by a real part",
    lambda: proves(ne(w, 0), step("nonzero", term=w, cofactor=ONE, fact=gt(re(w), 0)), facts=[gt(re(w), 0)]),
)
false(
    "nonzero",
    "by another fact",
    lambda: proves(ne(x, 0), step("nonzero", term=x, cofactor=ONE, fact=gt(y, 0)), facts=[gt(y, 0)]),
)
false("nonzero", "by no fact", lambda: proves(ne(x, 0), step("nonzero", term=x, cofactor=ONE, fact=ne(x, 0))))
false(
    "nonzero",
    "by a cofactor with a pole",
    lambda: proves(ne(x, 0), step("nonzero", term=x, cofactor=y / x, fact=gt(y, 0)), facts=[gt(y, 0)]),
)
false(
    "nonzero",
    "by a fact with a pole",
    lambda: proves(ne(x, 0), step("nonzero", term=x, cofactor=x, fact=gt(1 / (1 / x**2), 0))),
)

# zeros

true(
    "zeros",
    "y, for x > 0",
    lambda: proves(eq(y, 0), step("zeros", fact=eq(x * y, 0), as_=x * y), facts=[eq(x * y, 0), gt(x, 0)], at={y: 0}),
)
false(
    "zeros",
    "a product that is not negative",
    lambda: proves(eq(y, 0), step("zeros", fact=ge(x * y, 0), as_=x * y), facts=[ge(x * y, 0), gt(x, 0)]),
)
false(
    "zeros",
    "a product that is not known",
    lambda: proves(eq(y, 0), step("zeros", fact=eq(x * y, 0), as_=x * y), facts=[gt(x, 0)]),
)
false(
    "zeros",
    "another product",
    lambda: proves(
        eq(y - 1, 0), step("zeros", fact=eq(x * y, 0), as_=x * (y - 1)), facts=[eq(x * y, 0), gt(x, 0)], at={y: 0}
    ),
)
false(
    "zeros",
    "one of two factors",
    lambda: proves(eq(x, 0), step("zeros", fact=eq(x * y, 0), as_=x * y), facts=[eq(x * y, 0)], at={y: 0}),
)
false(
    "zeros",
    "the other of two",
    lambda: proves(eq(y, 0), step("zeros", fact=eq(x * y, 0), as_=x * y), facts=[eq(x * y, 0)], at={x: 0}),
)
false(
    "zeros",
    "the factor that is positive",
    lambda: proves(eq(x, 0), step("zeros", fact=eq(x * y, 0), as_=x * y), facts=[eq(x * y, 0), gt(x, 0)], at={y: 0}),
)
true(
    "zeros",
    "a square",
    lambda: proves(eq(x, 0), step("zeros", fact=eq(x**2, 0), as_=x**2), facts=[eq(x**2, 0)], at={x: 0}),
)
POLE = absolute(x) - x
UNDEFINED = eq(y * POLE / POLE, 0)  # for x >= 0; elsewhere x + |x| is 0
false(
    "zeros",
    "of a fact without a value",
    lambda: proves(
        eq(y + x + absolute(x), 0),
        step("zeros", fact=UNDEFINED, as_=y + x + absolute(x)),
        facts=[eq(y, 0)],
        at={x: -1, y: 0},
    ),
)

# ideal

true(
    "ideal", "on the circle", lambda: shows(eq(x**3 + x * y**2, x), "ideal", [CIRCLE], {y: 0}, cofactors=((x, CIRCLE),))
)
false(
    "ideal",
    "another cofactor",
    lambda: shows(eq(x**3 + x * y**2, y), "ideal", [CIRCLE], {y: 0}, cofactors=((x, CIRCLE),)),
)
false("ideal", "from an order", lambda: shows(eq(x, 0), "ideal", [ge(x, 0)], cofactors=((ONE, ge(x, 0)),)))
false("ideal", "from nothing", lambda: shows(eq(x, 0), "ideal", cofactors=((ONE, eq(x, 0)),)))
false(
    "ideal",
    "from a fact without a value",
    lambda: shows(eq(y + x + absolute(x), 0), "ideal", [eq(y, 0)], {x: -1, y: 0}, cofactors=((ONE, UNDEFINED),)),
)
false("ideal", "an order from nothing", lambda: shows(gt(x**2, x * x), "ideal", cofactors=()))
false(
    "ideal",
    "a cofactor with a pole",
    lambda: shows(eq(y, 0), "ideal", [eq(x * y, 0)], {x: 0}, cofactors=((1 / x, eq(x * y, 0)),)),
)

# roots

true("roots", "x^2 + x + 1 > 0", lambda: shows(gt(x**2 + x + 1, 0), "roots"))
false("roots", "x^2 >= 1/4, between its roots", lambda: shows(ge(x**2, Q(1, 4)), "roots"))
false("roots", "x <= 1, right of the last root", lambda: shows(le(x, 1), "roots"))
false("roots", "x >= 1, left of the first", lambda: shows(ge(x, 1), "roots"))
false("roots", "(x - 1)(x - 2) >= 0", lambda: shows(ge((x - 1) * (x - 2), 0), "roots"))
true("roots", "where x > 3", lambda: shows(ge((x - 1) * (x - 2), 0), "roots", [gt(x, 3)], {x: 4}))
true("roots", "by two facts", lambda: shows(lt(x**2, 1), "roots", [gt(x, 0), lt(x, 1)], {x: Q(1, 2)}))
false("roots", "by one of two", lambda: shows(lt(x**2, 1), "roots", [gt(x, 0), lt(x, 2)]))
false("roots", "it touches at sqrt 2", lambda: shows(gt((x**2 - 2) ** 2, 0), "roots"))
true("roots", "weakly it holds", lambda: shows(ge((x**2 - 2) ** 2, 0), "roots"))
false("roots", "1/x >= 1 left of 0", lambda: shows(ge(1 / x, 1), "roots", [ne(x, 0), le(x, 1)]))
true("roots", "1/x >= 1 right of 0", lambda: shows(ge(1 / x, 1), "roots", [gt(x, 0), le(x, 1)]))
false("roots", "an alternative fact", lambda: shows(gt(x, 0), "roots", [any_of(gt(x, 1), lt(x, -1))], {x: 2}))
true("roots", "x != 0 by an alternative", lambda: shows(ne(x, 0), "roots", [any_of(gt(x, 1), lt(x, -1))], {x: 2}))
false("roots", "sqrt 2 from below", lambda: shows(lt(x**2, 2), "roots", [gt(x, 0), lt(x, Q(141422, 100000))]))
true("roots", "sqrt 2 from above", lambda: shows(lt(x**2, 2), "roots", [gt(x, 0), lt(x, Q(141421, 100000))]))
false("roots", "x^2 < 0, everywhere wrong", lambda: shows(lt(x**2, 0), "roots"))
false("roots", "two symbols", lambda: shows(ge(x**2 + y**2, x + y), "roots"))
true("roots", "a quintic's only root", lambda: shows(lt(x**5 + x, 3), "roots", [le(x, 1)]))
false("roots", "a little further", lambda: shows(lt(x**5 + x, 3), "roots", [le(x, Q(6, 5))]))

# cover

SQUARE = [ge(x, 0), le(x, 1), ge(y, 0), le(y, 1)]
UNIT = [ge(x, 0), le(x, 1)]


def covered(
    relation: Relation, *tree: int, facts: Any = UNIT, box: Any = None, as_: Any = None, at: Any = None
) -> bool:
    box = {x: (0, 1)} if box is None else box
    cells = tuple((sym, Q(low), Q(high)) for sym, (low, high) in box.items())
    data = {} if as_ is None else {"as_": as_}
    return shows(relation, "cover", facts, at, box=cells, tree=tree, **data)


true("cover", "x^2 < 2", lambda: covered(lt(x**2, 2), LEAF))
false("cover", "x^2 < 1/2", lambda: covered(lt(x**2, Q(1, 2)), LEAF))
false(
    "cover",
    "x^2 < 2, as a natural number of its name is from 0 to 1",
    lambda: covered(lt(x**2, 2), LEAF, facts=[ge(symbol("x", "natural"), 0), le(symbol("x", "natural"), 1)]),
)
false("cover", "x > 0 at 0", lambda: covered(gt(x, 0), LEAF))
true("cover", "x >= 0", lambda: covered(ge(x, 0), LEAF))
false("cover", "x >= 1/2", lambda: covered(ge(x, Q(1, 2)), LEAF))
false("cover", "x <= 1/2", lambda: covered(le(x, Q(1, 2)), LEAF))
false("cover", "x != 0 at 0", lambda: covered(ne(x, 0), LEAF))
false("cover", "x != 1 at 1", lambda: covered(ne(x, 1), LEAF))
false("cover", "the lower half alone", lambda: covered(lt(x, Q(3, 4)), 0, LEAF))
false("cover", "the lower half twice", lambda: covered(lt(x, Q(3, 4)), 0, LEAF, LEAF))
false("cover", "a box that is too small", lambda: covered(lt(x, Q(3, 4)), LEAF, box={x: (0, Q(1, 2))}))
false("cover", "too small from below", lambda: covered(gt(x, Q(1, 4)), LEAF, box={x: (Q(1, 2), 1)}))
false("cover", "another form", lambda: covered(gt(x, Q(1, 2)), LEAF, as_=x + 1))
false(
    "cover",
    "a pole inside",
    lambda: covered(gt(1 / x, 0), 0, LEAF, LEAF, facts=[ge(x, -1), le(x, 1), ne(x, 0)], box={x: (-1, 1)}),
)
true("cover", "a fact excludes a half", lambda: covered(gt(x, Q(1, 4)), 0, LEAF, LEAF, facts=[*UNIT, gt(x, Q(1, 2))]))
false("cover", "a fact excludes a part", lambda: covered(gt(x, Q(1, 2)), LEAF, facts=[*UNIT, gt(x, Q(1, 4))]))
false("cover", "a weak fact excludes a part", lambda: covered(gt(x, Q(1, 2)), LEAF, facts=[*UNIT, ge(x, Q(1, 4))]))
false(
    "cover",
    "an equality excludes a part",
    lambda: covered(
        gt(x, Q(1, 2)),
        LEAF,
        facts=[*UNIT, eq(x * y, Q(1, 8)), *SQUARE],
        box={x: (0, 1), y: (0, 1)},
        at={x: Q(1, 4), y: Q(1, 2)},
    ),
)
true("cover", "touching at an end, exactly", lambda: covered(ge(exp(x), 1), LEAF))
false("cover", "and not quite", lambda: covered(ge(exp(x), 1 + Q(1, 10**30)), LEAF))
false("cover", "falling, not rising", lambda: covered(ge(exp(-x), Q(1, 2)), LEAF))
true("cover", "two axes", lambda: covered(lt(x * y, Q(5, 4)), LEAF, facts=SQUARE, box={x: (0, 1), y: (0, 1)}))
false(
    "cover",
    "x + y < 3/2",
    lambda: covered(lt(x + y, Q(3, 2)), 0, 1, LEAF, LEAF, 1, LEAF, LEAF, facts=SQUARE, box={x: (0, 1), y: (0, 1)}),
)
false(
    "cover",
    "a disk's box is no smaller than its radius",
    lambda: covered(
        lt(x, Q(14142133, 10**7)), LEAF, facts=[ge(2, x**2)], box={x: (Q(-1482910, 1 << 20), Q(1482910, 1 << 20))}
    ),
)
true(
    "cover",
    "a disk",
    lambda: covered(lt(re(w), 2), LEAF, facts=[ge(1, abs2(w))], box={re(w): (-1, 1), im(w): (-1, 1)}, at={w: 0}),
)
false(
    "cover",
    "re w < 1/2 on a disk",
    lambda: covered(lt(re(w), Q(1, 2)), LEAF, facts=[ge(1, abs2(w))], box={re(w): (-1, 1), im(w): (-1, 1)}, at={w: 0}),
)
SEGMENT = [ge(re(w), 0), le(re(w), 0), ge(im(w), -1), le(im(w), 1)]
DISK_BOX = {re(w): (-1, 1), im(w): (-1, 1)}
false(
    "cover",
    "w != 0 excludes no segment",
    lambda: covered(
        gt(im(w), Q(1, 2)), LEAF, facts=[*SEGMENT, ne(w, 0)], box={re(w): (0, 0), im(w): (-1, 1)}, at={w: I}
    ),
)
true(
    "cover",
    "w = 0 excludes the rest",
    lambda: covered(
        lt(re(w), Q(3, 4)), 0, LEAF, 0, LEAF, LEAF, facts=[ge(1, abs2(w)), eq(w, 0)], box=DISK_BOX, at={w: 0}
    ),
)
false("cover", "a symbol without a coordinate", lambda: covered(lt(x + y, 2), LEAF, at={y: 0}))

# average

T = symbol("tok")
true(
    "average",
    "t^2 <= 1",
    lambda: proves(
        ge(mean(ONE, T), mean(T**2, T)),
        step("average", fact=ge(1, T**2), tokens=(T,)),
        facts=[ge(1, T**2)],
        at={T: [1, 0]},
    ),
)
false(
    "average",
    "the other way",
    lambda: proves(
        ge(mean(T**2, T), mean(ONE, T)),
        step("average", fact=ge(1, T**2), tokens=(T,)),
        facts=[ge(1, T**2)],
        at={T: [1, 0]},
    ),
)
false(
    "average",
    "t != 0",
    lambda: proves(
        ne(mean(T, T), mean(ZERO, T)), step("average", fact=ne(T, 0), tokens=(T,)), facts=[ne(T, 0)], at={T: [1, -1]}
    ),
)
false(
    "average",
    "what is not shown",
    lambda: proves(ge(mean(ONE, T), mean(T**2, T)), step("average", fact=ge(1, T**2), tokens=(T,)), at={T: [1, 2]}),
)

# swap

T2 = symbol("tok2")


def swapped(of: Term, other: Term, facts: Any = (), at: Any = None) -> bool:
    return proves(eq(of, other), step("swap", of=of), facts=facts, at={T: [1, 2], T2: [1, 2], **(at or {})})


BELL = 1 / (1 + (T - T2) ** 2)
true("swap", "1/(1 + (t - u)^2)", lambda: swapped(mean(mean(BELL, T2), T), mean(mean(BELL, T), T2)))
false(
    "swap",
    "of both signs",
    lambda: swapped(mean(mean((T - T2) * BELL, T2), T), mean(mean((T - T2) * BELL, T), T2)),
)
false(
    "swap",
    "over one token inside and out",
    lambda: swapped(mean(mean((T * T2) ** 2, T2), T, T2), mean(mean((T * T2) ** 2, T, T2), T2)),
)

# cases

ANY = step("ring", shows=eq(x, x))


def split(relation: Relation, options: Any, *branches: Any, facts: Any = (), at: Any = None) -> bool:
    return proves(relation, step("cases", split=any_of(*options), branches=branches), facts=facts, at=at)


def sign(relation: Relation) -> tuple[Step, ...]:
    return (step("sign", shows=relation),)


def absurd(relation: Relation, of: Term) -> tuple[Step, ...]:
    return (step("absurd", shows=relation, of=of),)


true(
    "cases",
    "x^3 + x != -y by the sign of x",
    lambda: split(
        ne(x**3 + x, -y),
        [gt(x, 0), eq(x, 0), lt(x, 0)],
        sign(ne(x**3 + x, -y)),
        sign(ne(x**3 + x, -y)),
        absurd(ne(x**3 + x, -y), x),
        facts=[ge(x, 0), gt(y, 0)],
    ),
)
false("cases", "x = 0 is missing", lambda: split(ne(x, 0), [gt(x, 0), lt(x, 0)], sign(ne(x, 0)), sign(ne(x, 0))))
WIDE = gt(maximum(x, ZERO) + y**2, 0)
false("cases", "two quantities", lambda: split(WIDE, [gt(x, 0), ne(y, 0)], sign(WIDE), sign(WIDE), facts=[ne(x, 0)]))
false("cases", "a branch that does not reach it", lambda: split(ge(x, 0), [ge(x, 0), lt(x, 0)], sign(ge(x, 0)), ()))
false(
    "cases",
    "a sign that is turned",
    lambda: split(eq(x, 0), [eq(x, 0), lt(x, 0)], sign(eq(x, 0)), absurd(eq(x, 0), x), facts=[ge(x, 0)]),
)
true(
    "cases",
    "a known alternative",
    lambda: split(
        gt(x**2, 0),
        [gt(x, 1), lt(x, -1)],
        (step("roots", shows=gt(x**2, 0)),),
        (step("roots", shows=gt(x**2, 0)),),
        facts=[any_of(gt(x, 1), lt(x, -1))],
        at={x: 2},
    ),
)
false(
    "cases",
    "an unknown one",
    lambda: split(
        gt(x**2, 0), [gt(x, 1), lt(x, -1)], (step("roots", shows=gt(x**2, 0)),), (step("roots", shows=gt(x**2, 0)),)
    ),
)
false(
    "cases",
    "one token's sign",
    lambda: split(
        gt(mean(T, T), 0),
        [gt(T, 0), le(T, 0)],
        sign(gt(mean(T, T), 0)),
        absurd(gt(mean(T, T), 0), ONE - 1),
        at={T: [1]},
    ),
)


def _one_token() -> bool:
    """For t = 1, -1 the mean of |t| is 1 and that of t is 0."""
    goal = eq(mean(absolute(T), T) ** 2, mean(T, T) ** 2)
    product = eq((absolute(T) - T) * (absolute(T) + T), 0)

    def branch(sign: int) -> tuple[Step, ...]:
        return (
            step("ring", shows=product),
            step("zeros", fact=product, as_=product.left),
            step("average", fact=eq(absolute(T), sign * T), tokens=(T,)),
            step("ring", shows=goal),
        )

    return split(goal, [gt(T, 0), lt(T, 0)], branch(1), branch(-1), facts=[ne(T, 0)], at={T: [1]})


false("cases", "|t| by the sign of one token", _one_token)

# absurd

true(
    "absurd",
    "x > 0 and x < 0",
    lambda: split(ge(x, 0), [ge(x, 0), lt(x, 0)], sign(ge(x, 0)), absurd(ge(x, 0), x), facts=[gt(x, 0)]),
)
false("absurd", "x >= 0 leaves a sign", lambda: proves(eq(x, 1), *absurd(eq(x, 1), x), facts=[ge(x, 0)]))
false(
    "absurd",
    "1/x has no sign where x = 0",
    lambda: proves(eq(y, 1), *absurd(eq(y, 1), 1 / x), facts=[eq(x, 0)], at={x: 0}),
)

# use

LEMMA = "lemma"


def uses(goal: Relation, at: Any, lemma: Sequent, facts: Any = (), point: Any = None, part: str = "main") -> bool:
    used = step("use", claim=LEMMA, part=part, at=tuple((s, number(0) + v) for s, v in at.items()))
    return proves(goal, used, facts=facts, at=point, others={LEMMA: lemma})


u = symbol("u")
true(
    "use",
    "u + 1 > 1 for u > 0, at x^2 + 1",
    lambda: uses(gt(x**2 + 2, 1), {u: x**2 + 1}, sequent([gt(u, 0)], gt(u + 1, 1))),
)
false("use", "at x^2", lambda: uses(gt(x**2 + 1, 1), {u: x**2}, sequent([gt(u, 0)], gt(u + 1, 1))))
false(
    "use",
    "at a Term with a pole",
    lambda: uses(gt(x**2, 0), {u: 1 / (1 / x**2)}, sequent([], gt(u + 1 - u, 0)), point={x: 2}),
)
false("use", "|u|^2 = u^2 at w", lambda: uses(eq(abs2(w), w**2), {u: w}, sequent([], eq(abs2(u), u**2)), point={w: 1}))
true("use", "|u|^2 = u^2 at x", lambda: uses(eq(abs2(x), x**2), {u: x}, sequent([], eq(abs2(u), u**2))))
false(
    "use",
    "a natural number at 1/2",
    lambda: uses(ne(number(Q(1, 2)), Q(1, 2)), {n: Q(1, 2)}, sequent([], ne(n, Q(1, 2)))),
)
false("use", "a natural number at x", lambda: uses(ge(x, 0), {n: x}, sequent([], ge(n, 0))))
true("use", "a natural number at 2", lambda: uses(ge(number(2) + 0 * x, 0), {n: 2}, sequent([], ge(n, 0))))
false(
    "use",
    "an unknown claim",
    lambda: proves(
        gt(x, 0), step("use", claim="none", part="main", at=((u, x),)), others={LEMMA: sequent([], gt(u, 0))}
    ),
)
ON_UNIT_TOKEN = [ge(T, 0), ge(1, T)]
SMALL = sequent([*ON_UNIT_TOKEN, gt(u, 0)], ge(u, mean(T, T) * u), T)
true(
    "use",
    "of its token what is known of this one",
    lambda: uses(ge(x, mean(T, T) * x), {u: x}, SMALL, [gt(x, 0), *ON_UNIT_TOKEN], {T: [1]}),
)
false(
    "use",
    "a token that may be larger",
    lambda: uses(ge(x, mean(T, T) * x), {u: x}, SMALL, [gt(x, 0), ge(T, 0)], {T: [1]}),
)
AVERAGED = sequent([*ON_UNIT_TOKEN, ge(mean(T, T), u)], ge(1, u), T)
true(
    "use",
    "what an average says",
    lambda: uses(ge(1, x), {u: x}, AVERAGED, [ge(mean(T, T), x), *ON_UNIT_TOKEN], {T: [1]}),
)
false(
    "use",
    "an average of a token that may be larger",
    lambda: uses(ge(1, x), {u: x, T: Q(1, 2)}, AVERAGED, [ge(mean(T, T), x)], {T: [1]}),
)
BEYOND = sequent([ge(u, T)], ge(u, mean(T, T)), T)
true("use", "a bound of the token", lambda: uses(ge(x, mean(T, T)), {u: x}, BEYOND, [ge(x, T)], {T: [1]}))
false("use", "a bound that moves with the token", lambda: uses(ge(T, mean(T, T)), {u: T}, BEYOND, [ge(T, T)], {T: [1]}))
false("use", "its own symbol stays free", lambda: uses(gt(u, 0), {}, sequent([gt(u, 0)], gt(u, 0)), [ge(u, 0)]))

# words

V, C, G = letter("V", "symmetric"), letter("C", "antisymmetric"), letter("G")
one, S = token(), second_moment()
SORTS = (("V", "symmetric"), ("C", "antisymmetric"), ("G", "general"))


def worded(left: Any, right: Any) -> bool:
    return proves(AnyDimension(left, right, SORTS), step("words"))


NOTHING = 0 * trace(V)
true("words", "tr(V G S) = tr(S G^T V)", lambda: worded(trace(V * G * S), trace(S * G.T * V)))
false("words", "tr(G G) = tr(G G^T)", lambda: worded(trace(G * G), trace(G * G.T)))
false("words", "a real x is the natural number x", lambda: worded(x * trace(G), symbol("x", "natural") * trace(G)))
true("words", "tr C = 0", lambda: worded(trace(C), NOTHING))
false("words", "tr G = 0", lambda: worded(trace(G), NOTHING))
false("words", "tr V = 0", lambda: worded(trace(V), NOTHING))
true("words", "<x, C x> = 0", lambda: worded(mean_of(dot(one, C * one)), NOTHING))
false("words", "<x, C C x> = 0", lambda: worded(mean_of(dot(one, C * C * one)), NOTHING))
false("words", "<x, C G x> = 0", lambda: worded(mean_of(dot(one, C * G * one)), NOTHING))
false(
    "words", "<x, V x> <x, G x> = tr(V S)", lambda: worded(mean_of(dot(one, V * one) * dot(one, G * one)), trace(V * S))
)
false(
    "words", "<x, V x> <x, G x> = tr(G S)", lambda: worded(mean_of(dot(one, V * one) * dot(one, G * one)), trace(G * S))
)
true("words", "tr(C G) = -tr(C G^T)", lambda: worded(trace(C * G), -trace(C * G.T)))
false("words", "tr(C G) = tr(C G^T)", lambda: worded(trace(C * G), trace(C * G.T)))
true("words", "<x, G x> = tr(G S)", lambda: worded(mean_of(dot(one, G * one)), trace(G * S)))
false("words", "<x, G G x> = tr(G S)", lambda: worded(mean_of(dot(one, G * G * one)), trace(G * S)))
true("words", "tr S = 1", lambda: worded(trace(S) * trace(S), trace(S)))
false("words", "tr(S S) = 1", lambda: worded(trace(S * S), trace(S)))
false(
    "words",
    "the mean of a square",
    lambda: worded(mean_of(dot(one, V * one) * dot(one, V * one)), trace(V * S) * trace(V * S)),
)
true(
    "words",
    "d/dt tr(V S) along V x",
    lambda: worded(
        rate(trace(V * S), tangent(V * one)), 2 * trace(V * V * S) - 2 * mean_of(dot(one, V * one) * dot(one, V * one))
    ),
)
false(
    "words",
    "half of it",
    lambda: worded(
        rate(trace(V * S), tangent(V * one)), trace(V * V * S) - mean_of(dot(one, V * one) * dot(one, V * one))
    ),
)
false("words", "along what is not tangent", lambda: worded(rate(trace(V * S), V * one), 2 * trace(V * V * S)))
false("words", "tr(V G) = tr(V G^T) is true, tr(G V C) not", lambda: worded(trace(G * V * C), trace(G * C * V)))

# refuters at a point

true("point", "x y >= 0 at (1, -1)", lambda: refutes(ge(x * y, 0), "point", {x: 1, y: -1}, [gt(x, 0)]))
false(
    "point",
    "w = 0 makes (sqrt 2 + pi) w nonzero",
    lambda: refutes(eq((sqrt(number(2)) + PI) * w, 0), "point", {w: 0}, [eq(w, 0)]),
)
false("point", "where a fact fails", lambda: refutes(ge(x, 1), "point", {x: 0}, [gt(x, 0)]))
false("point", "where it holds", lambda: refutes(ge(x, 1), "point", {x: 1}))
true("point", "x^2 > 2 at sqrt 2", lambda: refutes(gt(x**2, 2), "point", {x: sqrt(number(2))}))
false("point", "x^2 >= 2 at sqrt 2", lambda: refutes(ge(x**2, 2), "point", {x: sqrt(number(2))}))
true("point", "a cube root at 0", lambda: refutes(gt(x ** Q(1, 3), 0), "point", {x: 0}, [ge(x, 0)]))
false("point", "an inverse one", lambda: refutes(gt(2, x ** Q(-1, 3)), "point", {x: 0}, [ge(x, 0)]))
false("point", "where it is undefined", lambda: refutes(eq(1 / x, 2), "point", {x: 0}))
false("point", "where a further Term is undefined", lambda: refutes(Pointwise(eq(x, 1), (1 / x,)), "point", {x: 0}))
false("point", "where a fact is undefined", lambda: refutes(ge(x, 1), "point", {x: 0}, [ne(1 / x, 5)]))
true("point", "exp(1) = 2", lambda: refutes(eq(exp(x), 2), "point", {x: 1}))
false("point", "exp(1) exp(-1) >= 1, by ball", lambda: refutes(ge(exp(x) * exp(-x), 1), "point", {x: 1}))
false("point", "exp(1) exp(-1) = 1, by ball", lambda: refutes(eq(exp(x) * exp(-x), 1), "point", {x: 1}))
false("point", "pi - pi > 0 as balls", lambda: refutes(ge((x - PI) ** 2, 0), "point", {x: PI}))
false("point", "a complex value for a real symbol", lambda: refutes(ge(x**2, 0), "point", {x: I}))
false("point", "a natural number 1/2", lambda: refutes(ne(n, Q(1, 2)), "point", {n: Q(1, 2)}))
false("point", "a natural number -1", lambda: refutes(ge(n, 0), "point", {n: -1}))
true("point", "tokens 1, -1", lambda: refutes(ne(mean(T, T), 0), "point", {T: [1, -1]}))
false("point", "tokens where one breaks a fact", lambda: refutes(ge(mean(T, T), 0), "point", {T: [1, -2]}, [ge(T, -1)]))
false(
    "point",
    "a fact about the mean",
    lambda: refutes(ge(mean(T**2, T), 1), "point", {T: [Q(1, 2), 0]}, [gt(mean(T, T), 1)]),
)
false(
    "point",
    "each token at least the mean",
    lambda: refutes(eq(mean(T**2, T), mean(T, T) ** 2), "point", {T: [1, -1]}, [ge(T, mean(T, T))]),
)
false("point", "pi != 0", lambda: refutes(ne(x, 0), "point", {x: PI}))
false("point", "atan(1/2) != 0", lambda: refutes(ne(x, 0), "point", {x: atan(number(Q(1, 2)))}))
false("point", "pi is a little more", lambda: refutes(gt(x, Q("3.1415926533")), "point", {x: PI}))
false("point", "exp(w) exp(-w) = 1, by ball", lambda: refutes(eq(exp(w) * exp(-w), 1), "point", {w: 1 + I}))
false("point", "no tokens", lambda: refutes(ge(mean(T, T), 1), "point", {T: []}))
false("point", "an alternative that holds", lambda: refutes(ge(x, 1), "point", {x: 0}, [any_of(gt(x, 2), lt(x, -2))]))
true("point", "an alternative fact", lambda: refutes(ge(x, 5), "point", {x: 3}, [any_of(gt(x, 2), lt(x, -2))]))
false("point", "min = x at (2, 1)", lambda: refutes(eq(minimum(x, y), 1), "point", {x: 2, y: 1}))
false("point", "max", lambda: refutes(eq(maximum(x, y), 2), "point", {x: 2, y: 1}))
false("point", "a square root is not negative", lambda: refutes(ge(sqrt(x), 0), "point", {x: 2}))
false("point", "1/(1 + i)", lambda: refutes(eq(1 / w, Q(1, 2) - I / 2), "point", {w: 1 + I}))
false("point", "(1 + i)^2 = 2 i", lambda: refutes(eq(w**2, 2 * I), "point", {w: 1 + I}))
false("point", "|3 + 4 i| = 5", lambda: refutes(eq(absolute(w), 5), "point", {w: 3 + 4 * I}))
false("point", "conj i = -i", lambda: refutes(eq(conj(w), -I), "point", {w: I}))
false("point", "im i = 1", lambda: refutes(eq(im(w), 1), "point", {w: I}))
false("point", "cos(2 atan(1/2)) = 3/5", lambda: refutes(eq(cos(x), Q(3, 5)), "point", {x: 2 * atan(number(Q(1, 2)))}))
false("point", "sin(pi/6) = 1/2", lambda: refutes(eq(sin(x), Q(1, 2)), "point", {x: PI / 6}))
false("point", "exp 1 > 271/100", lambda: refutes(gt(exp(x), Q(271, 100)), "point", {x: 1}))
false("point", "log 2 < 7/10", lambda: refutes(lt(log(x), Q(7, 10)), "point", {x: 2}))
false("point", "asin at the edge", lambda: refutes(ge(asin(x), Q(3, 2)), "point", {x: 1}))

true("witness check", "x = 1 for x > 0", lambda: proves(eq(x, x), ANY, facts=[gt(x, 0)]))
false("witness check", "x = 0 for x > 0", lambda: proves(eq(x, x), ANY, facts=[gt(x, 0)], at={x: 0}))
false("witness check", "a point of x^2 < 0", lambda: proves(eq(x, x), ANY, facts=[lt(x**2, 0)]))
false("witness check", "a complex one", lambda: proves(eq(x, x), ANY, facts=[lt(x**2, 0)], at={x: I}))
false("witness check", "log(-1)", lambda: proves(eq(x, x), ANY, at={x: log(number(-1))}))
false("witness check", "no coordinate", lambda: accepts(lambda: prove(sequent([], eq(x, x)), {"main": (ANY,)}, {})))
false("witness check", "no steps", lambda: proves(eq(x, 0), at={x: 0}))
false("witness check", "steps to another goal", lambda: proves(eq(x, 0), ANY, at={x: 0}))
false("witness check", "a further Term is undefined", lambda: proves(Pointwise(eq(x, x), (1 / x,)), ANY))
false("witness check", "no goal", lambda: accepts(lambda: prove(Sequent((x,), ()), {}, {x: ONE})))
false(
    "witness check",
    "the second part fails",
    lambda: accepts(
        lambda: prove(
            Sequent((x,), (), (("a", Pointwise(eq(x, x))), ("b", Pointwise(eq(x, 0))))),
            {"a": (ANY,), "b": ()},
            {x: ONE},
        )
    ),
)

true("dimension", "tr(G G^T) = tr(G G) at d = 2", lambda: at_dimension(2, (0, 1, 2, 3)))
false("dimension", "where both agree", lambda: at_dimension(2, (1, 0, 0, 1)))
false("dimension", "d = 1, where it is true", lambda: at_dimension(1, (3,)))
false("dimension", "tokens that are no unit vectors", lambda: at_dimension(2, (1, 0, 0, 1), (2, 0), True))


def at_dimension(d: int, entries: Any, unit: Any = (1, 0), moment: bool = False) -> bool:
    goal = (
        AnyDimension(trace(S), trace(S) * trace(S), SORTS[2:])
        if moment
        else AnyDimension(trace(G * G.T), trace(G * G), SORTS[2:])
    )
    coordinates: dict[Term, Any] = dict(
        zip((symbol(f"G{i + 1}{j + 1}") for i in range(d) for j in range(d)), entries, strict=True)
    )
    coordinates |= {symbol(f"x{k + 1}"): [unit[k]] for k in range(d)}
    wanted = Sequent((), (), (("main", goal),))
    return accepts(lambda: refute(wanted, "main", "dimension", point(coordinates), {"d": d}))


# contradictions


def contradicts(facts: Any, *multipliers: Any) -> bool:
    return accepts(lambda: contradict(sequent(facts, eq(x, x)), [(at, Q(f)) for at, f in multipliers]))


true("contradict", "x > 0 and x < 0", lambda: contradicts([gt(x, 0), lt(x, 0)], (0, 1), (1, 1)))
false("contradict", "x >= 0 and x <= 0", lambda: contradicts([ge(x, 0), le(x, 0)], (0, 1), (1, 1)))
false("contradict", "a negative factor", lambda: contradicts([gt(x, 0), gt(x + 1, 0)], (0, 1), (1, -1)))
false("contradict", "x > 0 alone", lambda: contradicts([gt(x, 0)], (0, 1)))
false("contradict", "x^2 + 1 > 0", lambda: contradicts([gt(x**2 + 1, 0)], (0, 1)))
false("contradict", "nothing", lambda: contradicts([gt(x, 0)]))
false("contradict", "x^2 <= 0", lambda: contradicts([le(x**2, 0)], (0, 1)))
true("contradict", "x^2 < 0", lambda: contradicts([lt(x**2, 0)], (0, 1)))
true("contradict", "x = 1 and x = 2", lambda: contradicts([eq(x, 1), eq(x, 2)], (0, 1), (1, -1)))
false("contradict", "x = 1 and y = 2", lambda: contradicts([eq(x, 1), eq(y, 2)], (0, 1), (1, -1)))
true("contradict", "x = y and 2 x != 2 y", lambda: contradicts([eq(x, y), ne(2 * x, 2 * y)], (0, 2), (1, 1)))
false("contradict", "x = y and x != 2 y", lambda: contradicts([eq(x, y), ne(x, 2 * y)], (0, 1), (1, 1)))
false("contradict", "x >= y and x != y", lambda: contradicts([ge(x, y), ne(x, y)], (0, 1), (1, 1)))
false("contradict", "x != 0 and x != 1", lambda: contradicts([ne(x, 0), ne(x, 1)], (0, 1), (1, 1)))
false("contradict", "a fact with factor 0", lambda: contradicts([gt(x, 0), ge(x, 0)], (0, 0)))
true("contradict", "(w + 1)^2 = w^2 + 2 w", lambda: contradicts([eq((w + 1) ** 2, w**2 + 2 * w)], (0, 1)))
false("contradict", "(w + 1)^2 = w^2 + 2 w + 1", lambda: contradicts([eq((w + 1) ** 2, w**2 + 2 * w + 1)], (0, 1)))
COMPLEX = [ge(x, 0), eq(w * y / y, 0), eq(w, x - 5)]  # x = 5 and w = 0
false("contradict", "x + (w - x + 5) - w y/y is 5", lambda: contradicts(COMPLEX, (0, 1), (1, -1), (2, 1)))
BESIDE = [ge(x, 0), eq(w * y / y, 0), eq(w, x + 5)]
true("contradict", "and -5 from x <= -5", lambda: contradicts(BESIDE, (0, 1), (1, -1), (2, 1)))
false("contradict", "w = 0", lambda: contradicts([eq(w, 0)], (0, 1)))

# long time

LINE = Flow(((x, -x),))


def lasting(
    rates: Mapping[Term, Any],
    target: str = "tends",
    quantity: Any = None,
    to: Any = None,
    start: str = "almost every",
    except_: Any = (),
    starts: Any = (),
) -> LongTime:
    pair = (None, None) if quantity is None else (number(0) + quantity, number(0) + to)
    return LongTime(Flow.of(rates), start, target, *pair, tuple(except_), tuple(starts))


def falls(rule: str, goal: LongTime, at: Any, facts: Any = (), **data: Any) -> bool:
    wanted = sequent((*goal.starts, *facts), goal)
    return accepts(lambda: refute(wanted, "main", rule, point(at), data))


TO_0: dict[str, Any] = {"quantity": x, "to": 0}
TO_1: dict[str, Any] = {"quantity": x, "to": 1}
PITCHFORK = {x: x - x**3}  # sinks at +-1, a source at 0
TWO_SINKS = {x: -x * (x - 1) * (x - 2)}  # sinks at 0 and 2, a source at 1

true(
    "equilibrium",
    "x -> 0 from every start: 1 stays",
    lambda: falls("equilibrium", lasting(PITCHFORK, **TO_0, start="every"), {x: 1}),
)
false(
    "equilibrium",
    "x' = -x, x -> 0: 2 does not stay",
    lambda: falls("equilibrium", lasting({x: -x}, **TO_0, start="every"), {x: 2}),
)
false(
    "equilibrium",
    "x' = -x, x -> 0: 0 is the target",
    lambda: falls("equilibrium", lasting({x: -x}, **TO_0, start="every"), {x: 0}),
)
false(
    "equilibrium",
    "x' = -x, x -> 0: a rate that is nearly 0",
    lambda: falls("equilibrium", lasting({x: -x}, **TO_0, start="every"), {x: Q(1, 10**60)}),
)
false(
    "equilibrium",
    "x^2 -> 1 from almost every start",
    lambda: falls("equilibrium", lasting(PITCHFORK, quantity=x**2, to=1), {x: 0}),
)
false(
    "equilibrium",
    "x^2 -> 1 from some starts",
    lambda: falls("equilibrium", lasting(PITCHFORK, quantity=x**2, to=1, start="some"), {x: 0}),
)
false(
    "equilibrium",
    "no start",
    lambda: falls("equilibrium", lasting({x: x**3 - x}, **TO_0, start="every", starts=[lt(x, 1), gt(x, -1)]), {x: 1}),
)
false(
    "equilibrium",
    "x^2 -> 1 unless x = 0",
    lambda: falls("equilibrium", lasting(PITCHFORK, quantity=x**2, to=1, start="every", except_=[eq(x, 0)]), {x: 0}),
)
false(
    "equilibrium",
    "a point is predicted",
    lambda: falls("equilibrium", lasting(PITCHFORK, "point", start="every"), {x: 1}),
)
false(
    "equilibrium",
    "a hypothesis fails",
    lambda: falls("equilibrium", lasting({x: y * x - x**3}, **TO_0, start="every"), {x: 1, y: 1}, [lt(y, 0)]),
)
false(
    "equilibrium",
    "a parameter has no coordinate",
    lambda: falls("equilibrium", lasting({x: x * y}, **TO_0, start="every"), {x: 0}, [lt(y, 0)]),
)

true("sink", "x -> 0 from almost every start: 1 attracts", lambda: falls("sink", lasting(PITCHFORK, **TO_0), {x: 1}))
false(
    "sink", "x -> 1 for x > 0: 0 repels", lambda: falls("sink", lasting(PITCHFORK, **TO_1, starts=[gt(x, 0)]), {x: 0})
)
false(
    "sink",
    "x' = x^2 (1 - x), x -> 1 for x > 0: 0 has no linear part",
    lambda: falls("sink", lasting({x: x**2 * (1 - x)}, **TO_1, starts=[gt(x, 0)]), {x: 0}),
)
false("sink", "x' = -x, x -> 0: 1 is no equilibrium", lambda: falls("sink", lasting({x: -x}, **TO_0), {x: 1}))
false("sink", "x' = -x, x -> 0: 0 is the target", lambda: falls("sink", lasting({x: -x}, **TO_0), {x: 0}))
false(
    "sink",
    "x -> 0 for x < 1: 2 is not in the closure",
    lambda: falls("sink", lasting(TWO_SINKS, **TO_0, starts=[lt(x, 1)]), {x: 2}),
)
false("sink", "x -> 0 unless x >= 1", lambda: falls("sink", lasting(TWO_SINKS, **TO_0, except_=[ge(x, 1)]), {x: 2}))
false(
    "sink",
    "x -> 0 unless x != 2, which is almost always",
    lambda: falls("sink", lasting(TWO_SINKS, **TO_0, except_=[ne(x, 2)]), {x: 2}),
)
false("sink", "no start at all", lambda: falls("sink", lasting(TWO_SINKS, **TO_0, starts=[gt(x, 2), lt(x, 2)]), {x: 2}))
false("sink", "a start alone", lambda: falls("sink", lasting(TWO_SINKS, **TO_0, starts=[eq(x, 2)]), {x: 2}))
false(
    "sink",
    "a start alone, as an inequality",
    lambda: falls("sink", lasting(TWO_SINKS, **TO_0, starts=[gt(-((x - 2) ** 2), 0)]), {x: 2}),
)
true("sink", "on a smooth boundary", lambda: falls("sink", lasting(TWO_SINKS, **TO_0, starts=[gt(x, 2)]), {x: 2}))
false(
    "sink",
    "x^2 -> 1: a saddle",
    lambda: falls("sink", lasting({**PITCHFORK, y: -y / 2}, quantity=x**2, to=1), {x: 0, y: 0}),
)
false(
    "sink",
    "x^2 -> 1: a saddle that contracts areas",
    lambda: falls("sink", lasting({**PITCHFORK, y: -3 * y}, quantity=x**2, to=1), {x: 0, y: 0}),
)
DAMPED = {x: y, y: x - x**3 - 3 * y}  # sinks at +-1
false(
    "sink",
    "x^2 -> 1: a saddle between two wells",
    lambda: falls("sink", lasting(DAMPED, quantity=x**2, to=1), {x: 0, y: 0}),
)
false(
    "sink",
    "x^2 -> 1: a source",
    lambda: falls("sink", lasting({**PITCHFORK, y: y - y**3}, quantity=x**2, to=1), {x: 0, y: 0}),
)
false(
    "sink",
    "a centre, and every orbit is periodic",
    lambda: falls("sink", lasting({x: -y, y: x}, "periodic"), {x: 0, y: 0}),
)
false("sink", "the same for a complex state", lambda: falls("sink", lasting({w: I * w}, "periodic"), {w: 0}))
true(
    "sink",
    "a focus, and nothing is periodic",
    lambda: falls("sink", lasting({x: -x - y, y: x - y}, "periodic"), {x: 0, y: 0}),
)
true("sink", "the same for a complex state", lambda: falls("sink", lasting({w: (I - 1) * w}, "periodic"), {w: 0}))
RADIUS = y**2 + z**2
SPIRAL = {y: y - 5 * z - y * RADIUS, z: 5 * y + z - z * RADIUS}  # to the unit circle
false(
    "sink",
    "an orbit that spirals out to the circle",
    lambda: falls("sink", lasting(SPIRAL, quantity=RADIUS, to=1), {y: 0, z: 0}),
)
false(
    "sink",
    "the same and a strong contraction",
    lambda: falls("sink", lasting({x: -4 * x, **SPIRAL}, quantity=RADIUS, to=1), {x: 0, y: 0, z: 0}),
)
false(
    "sink",
    "x^2 -> 1, and two contractions",
    lambda: falls("sink", lasting({**PITCHFORK, y: -y, z: -5 * z}, quantity=x**2, to=1), {x: 0, y: 0, z: 0}),
)
true("sink", "three contractions", lambda: falls("sink", lasting({x: -x, y: -y, z: -z}, **TO_1), {x: 0, y: 0, z: 0}))
false(
    "sink",
    "the spiral and two contractions",
    lambda: falls("sink", lasting({x: -9 * x, t: -8 * t, **SPIRAL}, quantity=RADIUS, to=1), {x: 0, y: 0, z: 0, t: 0}),
)
true(
    "sink",
    "four contractions",
    lambda: falls("sink", lasting({x: -x, y: -y, z: -z, t: -t}, **TO_1), {x: 0, y: 0, z: 0, t: 0}),
)
false("sink", "a point is predicted", lambda: falls("sink", lasting(PITCHFORK, "point"), {x: 1}))

ROTATES = {x: -y, y: x}
true(
    "conserved",
    "x^2 + y^2 -> 0 along a rotation",
    lambda: falls(
        "conserved",
        lasting(ROTATES, quantity=x**2 + y**2, to=0),
        {},
        quantity=x**2 + y**2,
        cofactor=ONE,
        start=point({x: 1, y: 0}),
    ),
)
false(
    "conserved",
    "what is not conserved",
    lambda: falls(
        "conserved",
        lasting({x: -x, y: -y}, quantity=x**2 + y**2, to=0),
        {},
        quantity=x**2 + y**2,
        cofactor=ONE,
        start=point({x: 1, y: 0}),
    ),
)
false(
    "conserved",
    "what does not vanish on the target",
    lambda: falls(
        "conserved",
        lasting({x: -x, y: 0 * y}, quantity=x, to=0),
        {},
        quantity=y,
        cofactor=ONE,
        start=point({x: 1, y: 1}),
    ),
)
false(
    "conserved",
    "a start on the level of the target",
    lambda: falls(
        "conserved",
        lasting(ROTATES, quantity=x**2 + y**2, to=1),
        {},
        quantity=x**2 + y**2 - 1,
        cofactor=ONE,
        start=point({x: 1, y: 0}),
    ),
)
false(
    "conserved",
    "a start of another parameter: where t = 0 and x rests, x^2 < t has none",
    lambda: falls(
        "conserved",
        lasting({x: -t * x}, quantity=x, to=0, start="every", starts=[gt(t, x**2)]),
        {t: 0},
        [ge(t, 0)],
        quantity=x,
        cofactor=ONE,
        start=point({x: Q(1, 2), t: 1}),
    ),
)
false(
    "conserved",
    "a start outside",
    lambda: falls(
        "conserved",
        lasting(ROTATES, quantity=x**2 + y**2, to=0, starts=[lt(x**2 + y**2, Q(1, 4))]),
        {},
        quantity=x**2 + y**2,
        cofactor=ONE,
        start=point({x: 1, y: 0}),
    ),
)
false(
    "conserved",
    "a null set of starts",
    lambda: falls(
        "conserved",
        lasting({x: 0 * x, y: -y}, quantity=x, to=0, starts=[eq(x, 1)]),
        {},
        quantity=x,
        cofactor=ONE,
        start=point({x: 1, y: 1}),
    ),
)
false(
    "conserved",
    "a null set given by an order",
    lambda: falls(
        "conserved",
        lasting({x: 0 * x, y: -y}, quantity=x, to=0, starts=[ge(-((x - 1) ** 2), 0)]),
        {},
        quantity=x,
        cofactor=ONE,
        start=point({x: 1, y: 1}),
    ),
)
false(
    "conserved",
    "a null set given by a root",
    lambda: falls(
        "conserved",
        lasting({x: 0 * x, y: -y}, quantity=x, to=0, starts=[gt(sqrt(-((x - 1) ** 2)), -1)]),
        {},
        quantity=x,
        cofactor=ONE,
        start=point({x: 1, y: 1}),
    ),
)
false(
    "sink",
    "a null set given by a root",
    lambda: falls("sink", lasting({x: -x}, quantity=x, to=5, starts=[gt(sqrt(-(x**2)), -1)]), point({x: 0})),
)
false(
    "conserved",
    "another target",
    lambda: falls(
        "conserved", lasting(ROTATES, "periodic"), {}, quantity=x**2 + y**2, cofactor=ONE, start=point({x: 1, y: 0})
    ),
)
false(
    "conserved",
    "x y along x' = x, y' = -y: y -> 0, and the cofactor x grows",
    lambda: falls(
        "conserved", lasting({x: x, y: -y}, quantity=y, to=0), {}, quantity=x * y, cofactor=x, start=point({x: 1, y: 1})
    ),
)
false(
    "conserved",
    "an exception",
    lambda: falls(
        "conserved",
        lasting(ROTATES, quantity=x**2 + y**2, to=0, except_=[ge(x**2 + y**2, 0)]),
        {},
        quantity=x**2 + y**2,
        cofactor=ONE,
        start=point({x: 1, y: 0}),
    ),
)
false(
    "conserved",
    "an open exception",
    lambda: falls(
        "conserved",
        lasting(ROTATES, quantity=x**2 + y**2, to=0, except_=[ne(x**2 + y**2, 1)]),
        {},
        quantity=x**2 + y**2,
        cofactor=ONE,
        start=point({x: 1, y: 0}),
    ),
)
true(
    "conserved",
    "|w|^4 - 1 with a bounded cofactor",
    lambda: falls(
        "conserved",
        lasting({w: I * w}, quantity=abs2(w), to=1),
        {},
        quantity=abs2(w) ** 2 - 1,
        cofactor=abs2(w) + 1,
        start=point({w: Q(1, 2)}),
    ),
)
false(
    "conserved",
    "a hypothesis fails",
    lambda: falls(
        "conserved",
        lasting({x: -y * z, y: x * z, z: 0 * z}, quantity=x**2 + y**2, to=0),
        {t: 1},
        [lt(t, 0)],
        quantity=x**2 + y**2,
        cofactor=ONE,
        start=point({x: 1, y: 0, z: 1}),
    ),
)

# an invariant region: x' = x^2 - x tends to 0 below 1, and never comes back below 1 from above


def keeps_off(
    goal: LongTime, at: Any, facts: Any = (), q: Any = None, rate: Any = None, away: Any = None, **data: Any
) -> bool:
    """By {q >= 0}, with q' = rate q, on which the relation `away` holds; its only symbol is x."""
    q, rate = (x - 1, x) if q is None else (q, rate)
    given = {"quantity": number(0) + q, "side": 1, "distance": Q(1, 2)}
    given["invariant"] = (step("compare", rate=number(0) + rate, source=ZERO),)
    given["away"] = (step("roots", shows=ge(x, Q(1, 2)) if away is None else away),)
    return falls("region", goal, at, facts, **{**given, **data})


ABOVE = {x: x**2 - x}
true("region", "x -> 0 from every start", lambda: keeps_off(lasting(ABOVE, **TO_0, start="every"), {x: 2}))
true("region", "the same from the boundary", lambda: keeps_off(lasting(ABOVE, **TO_0, start="every"), {x: 1}))
true("region", "x -> 0 from almost every start", lambda: keeps_off(lasting(ABOVE, **TO_0), {x: 2}))
false("region", "a start below", lambda: keeps_off(lasting(ABOVE, **TO_0, start="every"), {x: Q(1, 2)}))
false(
    "region",
    "x -> 0 from every start below 1",
    lambda: keeps_off(lasting(ABOVE, **TO_0, start="every", starts=[lt(x, 1)]), {x: 2}),
)
false(
    "region",
    "x -> 0 from every start unless x >= 1",
    lambda: keeps_off(lasting(ABOVE, **TO_0, start="every", except_=[ge(x, 1)]), {x: 2}),
)
false(
    "region",
    "x -> 0 from almost every start, the starts being one point",
    lambda: keeps_off(lasting(ABOVE, **TO_0, starts=[ge(0, (x - 2) ** 2)]), {x: 2}),
)
false(
    "region",
    "the same by a root",
    lambda: keeps_off(lasting(ABOVE, **TO_0, starts=[gt(sqrt(-((x - 2) ** 2)), -1)]), {x: 2}),
)
false(
    "region",
    "x^2 -> 1 from almost every start: the region is a point",
    lambda: keeps_off(
        lasting(PITCHFORK, quantity=x**2, to=1),
        {x: 0},
        q=-(x**2),
        rate=2 - 2 * x**2,
        away=ge(-(x**2 - 1), Q(1, 2)),
        side=-1,
    ),
)
false(
    "region",
    "x' = -x, x -> 0: a distance that is none",
    lambda: keeps_off(lasting({x: -x}, **TO_0), {x: 2}, q=x, rate=-1, away=ge(x, 0), distance=Q(0)),
)
false("region", "x' = -x, x -> 0: nothing is kept", lambda: keeps_off(lasting({x: -x}, **TO_0), {x: 2}, invariant=()))
false(
    "region",
    "x' = x^2 - y x, x -> 0 for x < 1 < y: another y",
    lambda: keeps_off(
        lasting({x: x**2 - y * x}, **TO_0, start="every", starts=[lt(x, 3)]), {x: 2, y: 1}, facts=[gt(y, 3)]
    ),
)
