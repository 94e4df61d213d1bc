"""Small statements of the refuter `crossing`: a zero between two rationals at which a conclusion fails."""

from __future__ import annotations

from typing import Any

from tests.laws.mutation import Mutant
from tests.laws.rule_laws import LAWS, Q, accepts, false, n, point, sequent, true, w, x, y
from verify.kernel.proof import refute
from verify.kernel.relation import Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import (
    Term,
    abs2,
    absolute,
    atan,
    cos,
    exp,
    integral,
    log,
    mean,
    minimum,
    number,
    re,
    sin,
    sqrt,
    symbol,
    tan,
)

__all__ = ["CROSSINGS", "LAWS"]

t = symbol("t")


def crosses(
    relation: Relation, equation: Relation, low: Any, high: Any, facts: Any = (), at: Any = None, by: Term = x
) -> bool:
    """Is it refuted by a zero of the equation, by default in x, between the ends?"""
    wanted = sequent(facts, relation)
    data = {"symbol": by, "low": Q(low), "high": Q(high), "equation": equation}
    return accepts(lambda: refute(wanted, "main", "crossing", point(at or {}), data))


def differs(left: Any, right: Any, low: Any, high: Any, **rest: Any) -> bool:
    """Is left != right refuted?"""
    return crosses(ne(left, right), eq(left, right), low, high, **rest)


def touches(relation: Relation, zero: Any, low: Any, high: Any, as_: Any = None, op: str = "eq", **rest: Any) -> bool:
    """Is a strict relation refuted by a zero of a Term that takes its gap with it?"""
    wanted = sequent(rest.get("facts", ()), relation)
    data = {"symbol": x, "low": Q(low), "high": Q(high), "equation": Relation(op, zero, number(0))}
    data["as_"] = relation.gap if as_ is None else as_
    return accepts(lambda: refute(wanted, "main", "crossing", point(rest.get("at", {})), data))


true("crossing", "cos x != x", lambda: differs(cos(x), x, Q(1, 2), 1))
true("crossing", "exp x != 2", lambda: differs(exp(x), 2, 0, 1))
true("crossing", "x^3 != y at y = 2", lambda: differs(x**3, y, 1, 2, at={y: 2}))
true(
    "crossing", "cos x = x implies x >= 1", lambda: crosses(ge(x, 1), eq(cos(x), x), Q(1, 2), Q(3, 4), [eq(cos(x), x)])
)
true("crossing", "for x > 0 as well", lambda: differs(cos(x), x, Q(1, 2), 1, facts=[gt(x, 0)]))
true("crossing", "for x < 0 or x > 0", lambda: differs(cos(x), x, Q(1, 2), 1, facts=[any_of(lt(x, 0), gt(x, 0))]))
true(
    "crossing",
    "sin x = sin y implies x = y",
    lambda: crosses(eq(x, y), eq(sin(x), sin(y)), 3, 4, [eq(sin(x), sin(y))], {y: 0}),
)
false("crossing", "1/x != 0: a change of sign at a pole", lambda: differs(1 / x, 0, -1, 1))
false("crossing", "tan x != 0 near pi/2", lambda: differs(tan(x), 0, 1, 2))
false("crossing", "atan(1/x) != 0", lambda: differs(atan(1 / x), 0, -1, 1))
false("crossing", "x^2 + 1 != 0", lambda: differs(x**2 + 1, 0, -1, 1))
false("crossing", "x != 0 for x > 1", lambda: differs(x, 0, -1, 1, facts=[gt(x, 1)]))
false("crossing", "x != 0 for x > 0", lambda: differs(x, 0, -1, 1, facts=[gt(x, 0)]))
false("crossing", "x != 0 for x^2 > 1 or x > 2", lambda: differs(x, 0, -1, 1, facts=[any_of(gt(x**2, 1), gt(x, 2))]))
false("crossing", "x != 0 where y > 2, at y = 1", lambda: differs(x * y, 0, -1, 1, facts=[gt(y, 2)], at={y: 1}))
false("crossing", "x != y where x = 3 is assumed too", lambda: differs(x, y, 0, 2, facts=[eq(x, 3)], at={y: 1}))
false("crossing", "x != 0 where x != 0 is assumed", lambda: differs(x, 0, -1, 1, facts=[ne(x, 0)]))
false("crossing", "cos x = x implies x >= 1/2", lambda: crosses(ge(x, Q(1, 2)), eq(cos(x), x), 0, 1, [eq(cos(x), x)]))
false("crossing", "cos x = x implies x > 0", lambda: crosses(gt(x, 0), eq(cos(x), x), 0, 1, [eq(cos(x), x)]))
false("crossing", "x >= 2: an equality from nowhere", lambda: crosses(ge(x, 2), eq(x, 1), 0, Q(3, 2), [ge(x**2, x)]))
false("crossing", "x > 1 refuted by x > 1", lambda: crosses(gt(x, 1), gt(x, 1), 0, 2, [gt(x, 1)]))
false(
    "crossing", "1/(x - 1) is undefined there", lambda: crosses(gt(1 / (x - y), 3), eq(x, y), 0, 2, [eq(x, y)], {y: 1})
)
false("crossing", "sqrt(x - 1) > 0, x = 1/2", lambda: crosses(gt(sqrt(x - 1), 1), eq(2 * x, 1), 0, 1, [eq(2 * x, 1)]))
false("crossing", "x != 3/2 where 0 (1/x) > 0", lambda: differs(x, Q(3, 2), 1, 2, facts=[gt(0 * (1 / x), 0)]))
false(
    "crossing",
    "x^2 + 2^-2000 > 0, as log 2 + log 3 = log 6: the sign at 0 is not decided",
    lambda: differs(x**2 + log(y) + log(3) - log(6), -(Q(1, 2) ** 2000), 0, 1, at={y: 2}),
)
false(
    "crossing",
    "tan x = 0 implies x >= 10 on [1, 2]: there is no such x",
    lambda: crosses(ge(x, 10), eq(tan(x), 0), 1, 2, [eq(tan(x), 0), ge(x, Q(1, 2)), le(x, 3)]),
)
false("crossing", "a natural number is never 1/2", lambda: differs(2 * n, 1, 0, 1, by=n))
false("crossing", "the ends the other way round", lambda: differs(cos(x), x, 1, Q(1, 2)))
false("crossing", "a coordinate too many", lambda: differs(cos(x), x, Q(1, 2), 1, at={x: 1}))
false("crossing", "a coordinate that is missing", lambda: differs(x**3, y, 1, 2))
false("crossing", "a complex equality", lambda: differs(w * x, 1, -1, 1, at={w: 1}))
false("crossing", "a mean over x", lambda: crosses(ne(mean(x, x) + x, 0), eq(mean(x, x) + x, 0), -1, 1))
false("crossing", "an integral", lambda: differs(integral(exp(t * x), t, 0, 1), 2, 0, 4))
false("crossing", "natural numbers have no 1/2 beside", lambda: differs(x * n, 1, 0, 4, at={n: Q(1, 2)}))
true("crossing", "with min and moduli", lambda: differs(minimum(absolute(x), 5), 2, 1, 3))
true("crossing", "beside a complex symbol", lambda: differs(x + abs2(w), 2, 0, 3, at={w: 1}, facts=[le(re(w), 1)]))

true("crossing", "(cos x - x)^2 > 0", lambda: touches(gt((cos(x) - x) ** 2, 0), cos(x) - x, Q(1, 2), 1))
true("crossing", "|x^3 - 2| (x^2 + 1) != 0", lambda: touches(ne(absolute(x**3 - 2) * (x**2 + 1), 0), x**3 - 2, 1, 2))
true("crossing", "x^6 - 4 x^3 + 4 > 0", lambda: touches(gt(x**6 - 4 * x**3 + 4, 0), x**3 - 2, 1, 2, (x**3 - 2) ** 2))
true("crossing", "(x^3 - 2)^2 + y^2 > 0", lambda: touches(gt((x**3 - 2) ** 2 + y**2, 0), x**3 - 2, 1, 2, at={y: 0}))
true("crossing", "abs2(x^3 - 2)/(x + 1) > 0", lambda: touches(gt(abs2(x**3 - 2) / (x + 1), 0), x**3 - 2, 1, 2))
false("crossing", "x^2 >= 0: not strict", lambda: touches(ge(x**2, 0), x, -1, 1))
false("crossing", "(x^2 - 1)^2 > -1", lambda: touches(gt((x**2 - 1) ** 2, -1), x**2 - 1, 0, 2))
false("crossing", "x^2 + 1 > 0", lambda: touches(gt(x**2 + 1, 0), x, -1, 1))
false("crossing", "x^2 + y^2 > 0 at y = 1", lambda: touches(gt(x**2 + y**2, 0), x, -1, 1, at={y: 1}))
false("crossing", "x^2 + 1 > 0, as x^2", lambda: touches(gt(x**2 + 1, 0), x, -1, 1, x**2))
false("crossing", "x^0 > 0, as a power", lambda: touches(gt(exp(x) ** -1, 0), x, -1, 1))
false("crossing", "cos x > 0", lambda: touches(gt(cos(x), 0), x, -1, 1))
false("crossing", "1/x^2 > 0", lambda: touches(gt(1 / x**2, 0), x, -1, 1))
false("crossing", "x^2 + 1/(x - 1) - 1/(x - 1) > 0 for x > 0", lambda: touches(gt(x**2, 0), x, -1, 1, facts=[gt(x, 0)]))
false("crossing", "x^4 > 0 as x^5/x", lambda: touches(gt(x**4, 0), x, -1, 1, x**5 / x, facts=[gt(x + 2, 0)]))
false("crossing", "x^2 > 0 for x > 1: x >= 1 is no zero", lambda: touches(gt((x - 2) ** 2, 0), x - 2, 0, 3, op="ge"))
false("crossing", "x^2 > 0 for x != 0", lambda: touches(gt(x**2, 0), x, -1, 1, facts=[ne(x, 0)]))
false("crossing", "(x - 1)^2 > 0: x is another zero", lambda: touches(gt((x - 1) ** 2, 0), x, -1, Q(1, 2)))

M = Mutant
CROSSINGS: list[Mutant] = [
    M("crossing", "crossing.crossing", "if signs[0] * signs[1] >= 0", "if signs[0] * signs[1] > 0"),
    M("crossing", "crossing.crossing", "    _require_values((equation.gap,), x, box)\n", ""),
    M(
        "crossing",
        "crossing.crossing",
        "    _require_values(goal.terms, x, box)\n",
        "",
        equivalent="the equation, or what the conclusion denies, is asked for the same",
    ),
    M("crossing", "crossing.crossing", "if equation != claimed and not _holds(claimed, box)", "if False"),
    M("crossing", "crossing.crossing", "not any(_holds(each, box) for each in fact.options)", "False"),
    M("crossing", "crossing.crossing", "any(_holds(each, box)", "all(_holds(each, box)", only_loses=True),
    M("crossing", "crossing.crossing", "if failed is not None", "if False"),
    M(
        "crossing",
        "crossing.crossing",
        "(equation not in facts and equation != claimed)",
        "False",
        equivalent="where it is neither, all facts hold and the conclusion fails on the whole interval",
    ),
    M(
        "crossing",
        "crossing.crossing",
        'equation.op != "eq" or',
        "",
        equivalent="an end satisfies an order or a difference",
    ),
    M("crossing", "crossing.crossing", 'x.payload[1] != "real" or', ""),
    M("crossing", "crossing.crossing", "if not low < high", "if False"),
    M("crossing", "crossing.crossing", "    if wrong:\n", "    if False:\n"),
    M("crossing", "crossing._require_touch", 'or wanted.op not in ("gt", "ne")', ""),
    M("crossing", "crossing._require_touch", 'equation.op != "eq" or', ""),
    M("crossing", "crossing._require_touch", "form is wanted.gap or _same(form, wanted.gap)", "True"),
    M("crossing", "crossing._require_touch", "if not _vanishes(form, equation.gap, point)", "if False"),
    M("crossing", "crossing._vanishes", "return all(_vanishes", "return any(_vanishes"),
    M("crossing", "crossing._vanishes", "found is not None and found[0]", "True"),
    M(
        "crossing",
        "crossing._vanishes",
        "and exponent.payload > 0 and",
        "and",
        equivalent="a power below 0 has no value there, and one with the exponent 0 is written as 1",
    ),
    M("crossing", "crossing._holds", "or known_nonzero(gap)", "or True"),
    M("crossing", "crossing._holds", "return known_nonzero(gap)", "return True"),
    M("crossing", "crossing._holds", "and nonnegative(gap) and", "and"),
    M("crossing", "crossing._require_values", "if not _inside(root, box)", "if False"),
]
