"""Small statements of the rules `whole` and `induction`, and of `roots` and contradictions among natural numbers."""

from __future__ import annotations

from typing import Any

from tests.laws.mutation import Mutant
from tests.laws.rule_laws import (
    LAWS,
    Q,
    contradicts,
    false,
    n,
    proves,
    shows,
    step,
    true,
    x,
)
from verify.kernel.proof import Step
from verify.kernel.relation import Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import ONE, PI, Term, cos, mean, number, power, sin, symbol

__all__ = ["LAWS", "WHOLE"]

k, m = symbol("k", "natural"), symbol("m", "natural")
NONE: tuple[Step, ...] = ()


# roots


def on_naturals(relation: Relation, *facts: Any, at: int = 1) -> bool:
    return shows(relation, "roots", [ge(n, 0), *facts], at={n: at})


true("roots", "n^2 >= n", lambda: on_naturals(ge(n**2, n)))
true("roots", "n^2 != 2", lambda: on_naturals(ne(n**2, 2)))
true("roots", "(n - 1)(n - 2) >= 0", lambda: on_naturals(ge((n - 1) * (n - 2), 0)))
true("roots", "2 n != 5", lambda: on_naturals(ne(2 * n, 5)))
true("roots", "n >= 3 where n > 2", lambda: on_naturals(ge(n, 3), gt(n, 2), at=3))
true("roots", "n + 1 > 0, without a fact", lambda: shows(gt(n + 1, 0), "roots"))
true("roots", "n^3 != 3 n + 1", lambda: on_naturals(ne(n**3, 3 * n + 1)))
true("roots", "(n + 3)(n + 1) >= 0", lambda: shows(ge((n + 3) * (n + 1), 0), "roots"))
false("roots", "(2 n - 1)(n^2 - 2) >= 0, at 1", lambda: shows(ge((2 * n - 1) * (n**2 - 2), 0), "roots", at={n: 2}))
false("roots", "(2 n - 3)(n^2 - 5) >= 0, at 2", lambda: shows(ge((2 * n - 3) * (n**2 - 5), 0), "roots", at={n: 3}))
false("roots", "(2 n - 5)(n^2 - 11) >= 0, at 3", lambda: shows(ge((2 * n - 5) * (n**2 - 11), 0), "roots", at={n: 4}))
false("roots", "n^2 > n", lambda: on_naturals(gt(n**2, n), at=2))
false("roots", "n^2 != 4", lambda: on_naturals(ne(n**2, 4)))
false("roots", "(n - 1)(n - 3) >= 0", lambda: on_naturals(ge((n - 1) * (n - 3), 0)))
false("roots", "x^2 >= x for real x", lambda: shows(ge(x**2, x), "roots", [ge(x, 0)]))
false("roots", "(2 n - 1)(n - 1) > 0", lambda: on_naturals(gt((2 * n - 1) * (n - 1), 0), at=2))
false("roots", "n < 100", lambda: on_naturals(lt(n, 100)))
false("roots", "(n^2 - 2)(n - 3) < 0 up to 2", lambda: on_naturals(lt((n**2 - 2) * (n - 3), 0), le(n, 2), at=2))
false("roots", "(n - 7)^2 > 0", lambda: on_naturals(gt((n - 7) ** 2, 0)))
false("roots", "(n^2 - 50)(n - 8) >= 0, at 7", lambda: on_naturals(lt((n**2 - 50) * (n - 8), 0), at=7))


# contradictions

true("contradict", "2 < n < 3", lambda: contradicts([gt(n, 2), lt(n, 3)], (0, 1), (1, 1)))
true("contradict", "2 n == 5", lambda: contradicts([eq(2 * n, 5)], (0, 1), (0, -1)))
true("contradict", "2 < n k < 3", lambda: contradicts([gt(n * k, 2), lt(n * k, 3)], (0, 1), (1, 1)))
false("contradict", "2 < n < 4", lambda: contradicts([gt(n, 2), lt(n, 4)], (0, 1), (1, 1)))
false("contradict", "2 <= n <= 2", lambda: contradicts([ge(n, 2), le(n, 2)], (0, 1), (1, 1)))
false("contradict", "2 < x < 3", lambda: contradicts([gt(x, 2), lt(x, 3)], (0, 1), (1, 1)))
false("contradict", "2 < n + x < 3", lambda: contradicts([gt(n + x, 2), lt(n + x, 3)], (0, 1), (1, 1)))
false("contradict", "2 n == 6", lambda: contradicts([eq(2 * n, 6)], (0, 1), (0, -1)))
false("contradict", "2 < n/2 < 3", lambda: contradicts([gt(n / 2, 2), lt(n / 2, 3)], (0, 1), (1, 1)))
false("contradict", "1/2 <= n <= 1", lambda: contradicts([ge(n, Q(1, 2)), le(n, 1)], (0, 1), (1, 1)))


# whole


def split(of: Term) -> bool:
    """Is it accepted that it is <= 0 or >= 1?"""
    return proves(any_case(of), Step("whole", {"of": of}), *both(of))


def any_case(of: Term) -> Relation:
    """of (of - 1) >= 0, which holds where the quantity is <= 0 and where it is >= 1."""
    return ge(of * (of - 1), 0)


def both(of: Term) -> tuple[Step, ...]:
    below, above = ge(0, of), ge(of, 1)
    goal, minus = any_case(of), number(-1)
    first = step("sign", shows=goal, as_=(minus * of) * (3 * (minus * of) + 3) / 3)
    second = step("sign", shows=goal, as_=(3 * (of - 1) + 3) * (of - 1) / 3)
    return (step("cases", shows=goal, split=any_of(below, above), branches=((first,), (second,))),)


def rounds(fact: Relation, wanted: Relation, *more: Relation, at: Any = None) -> bool:
    return proves(wanted, Step("whole", {"fact": fact}), step("sign", shows=wanted), facts=[fact, *more], at=at)


def turns(relation: Relation) -> bool:
    return proves(relation, step("whole", shows=relation))


true("whole", "n - k", lambda: split(n - k))
true("whole", "n (n + 1)/2 - k", lambda: split(n * (n + 1) / 2 - k))
true("whole", "2^n - 3 k", lambda: split(power(2, n) - 3 * k))
true("whole", "(n^5 - n)/30", lambda: split((n**5 - n) / 30))
false("whole", "n/2", lambda: split(n / 2))
false("whole", "n (n + 2)/2", lambda: split(n * (n + 2) / 2))
false("whole", "(n^5 - n)/60", lambda: split((n**5 - n) / 60))
false("whole", "n (n - 1)(n - 2)/12", lambda: split(n * (n - 1) * (n - 2) / 12))
false("whole", "n k (k - 1)/4", lambda: split(n * k * (k - 1) / 4))
false("whole", "x", lambda: split(x))
false("whole", "n x", lambda: split(n * x))
false("whole", "2^(n - 1)", lambda: split(power(2, n - 1)))
false("whole", "2^(n + 1) + 2^(n - 1)", lambda: split(power(2, n + 1) + power(2, n - 1)))
false("whole", "(1/2)^n", lambda: split(power(Q(1, 2), n)))
false("whole", "2^x", lambda: split(power(2, x)))
false("whole", "the mean of tokens", lambda: split(mean(n, n) * 1))

true("whole", "n > 2: n >= 3", lambda: rounds(gt(n, 2), ge(n, 3), at={n: 3}))
true("whole", "2 n > 3: 2 n >= 4", lambda: rounds(gt(2 * n, 3), ge(2 * n, 4), at={n: 3}))
true("whole", "6 n - 4 k > 1: >= 2", lambda: rounds(gt(6 * n - 4 * k, 1), ge(6 * n - 4 * k, 2)))
true("whole", "n >= 5/2: n >= 3", lambda: rounds(ge(n, Q(5, 2)), ge(n, 3), at={n: 3}))
false("whole", "n > 2: n >= 4", lambda: rounds(gt(n, 2), ge(n, 4), at={n: 4}))
false("whole", "n >= 2: n >= 3", lambda: rounds(ge(n, 2), ge(n, 3), at={n: 3}))
false("whole", "n/2 > 1: n/2 >= 2", lambda: rounds(gt(n / 2, 1), ge(n / 2, 2), at={n: 4}))
false("whole", "6 n - 4 k > 1: >= 6", lambda: rounds(gt(6 * n - 4 * k, 1), ge(6 * n - 4 * k, 6), at={n: 2}))
false("whole", "6 n - 4 k > 1: >= 4", lambda: rounds(gt(6 * n - 4 * k, 1), ge(6 * n - 4 * k, 4), at={n: 2}))
false("whole", "n + x > 2: n + x >= 3", lambda: rounds(gt(n + x, 2), ge(n + x, 3), at={n: 3}))
false("whole", "x > 2: x >= 3", lambda: rounds(gt(x, 2), ge(x, 3), at={x: 3}))
false("whole", "n != 2: n >= 3", lambda: rounds(ne(n, 2), ge(n, 3), at={n: 3}))
false(
    "whole",
    "n > 2, which is not known",
    lambda: proves(ge(n, 3), Step("whole", {"fact": gt(n, 2)}), step("sign", shows=ge(n, 3)), at={n: 3}),
)

SIGN = power(number(-1), n)
true("whole", "sin(pi n)", lambda: turns(eq(sin(PI * n), 0)))
true("whole", "sin(pi n k - pi m)", lambda: turns(eq(sin(PI * n * k - PI * m), 0)))
true("whole", "cos(pi n)", lambda: turns(eq(cos(PI * n), SIGN)))
true("whole", "cos(2 pi n)", lambda: turns(eq(cos(2 * PI * n), 1)))
true("whole", "cos(pi n (n + 1))", lambda: turns(eq(cos(PI * n * (n + 1)), 1)))
true("whole", "cos(pi n)^2", lambda: turns(eq(cos(PI * n) ** 2, 1)))
true("whole", "((-1)^n)^2", lambda: turns(eq(SIGN**2, 1)))
false("whole", "sin(pi n/2)", lambda: turns(eq(sin(PI * n / 2), 0)))
false("whole", "sin(pi x)", lambda: turns(eq(sin(PI * x), 0)))
false("whole", "sin(n)", lambda: turns(eq(sin(n), 0)))
false("whole", "sin(n + pi n)", lambda: turns(eq(sin(n + PI * n), 0)))
false("whole", "sin(pi^2 n)", lambda: turns(eq(sin(PI**2 * n), 0)))
false("whole", "sin(pi n) = 1", lambda: turns(eq(sin(PI * n), 1)))
false("whole", "cos(pi n) = 1", lambda: turns(eq(cos(PI * n), 1)))
false("whole", "cos(pi n) = 0", lambda: turns(eq(cos(PI * n), 0)))
false("whole", "cos(pi n) = (-1)^k", lambda: turns(eq(cos(PI * n), power(number(-1), k))))
false("whole", "cos(2 pi n) = (-1)^n", lambda: turns(eq(cos(2 * PI * n), SIGN)))
false("whole", "cos(pi n)^2 = 1/4", lambda: turns(eq(cos(PI * n) ** 2, Q(1, 4))))
false("whole", "cos(pi n/2)^2 = 1", lambda: turns(eq(cos(PI * n / 2) ** 2, 1)))
false("whole", "cos(pi n)^3 = 1", lambda: turns(eq(cos(PI * n) ** 3, 1)))
false("whole", "(2^n)^2 = 1", lambda: turns(eq(power(2, n) ** 2, 1)))
false("whole", "((-1)^(n/2))^2 = 1", lambda: turns(eq(power(power(number(-1), n / 2), 2), 1)))
false("whole", "cos(pi n) > 1", lambda: turns(gt(cos(PI * n), 1)))
false("whole", "sin(pi n) != 0", lambda: turns(ne(sin(PI * n), 0)))


def at_values(relation: Relation, values: Any, *facts: Any, before: tuple[Step, ...] = (), at: Any = None) -> bool:
    return proves(relation, *before, step("whole", shows=relation, at=values), facts=facts, at=at)


CUBE = gt(power(2, n), 7)
true("whole", "2^n > 7 at n = 3", lambda: at_values(CUBE, {n: number(3)}, eq(n, 3), at={n: 3}))
false("whole", "2^n > 7 at n = 2", lambda: at_values(CUBE, {n: number(2)}, eq(n, 2), at={n: 2}))
false("whole", "2^n > 7 at a value that is not known", lambda: at_values(CUBE, {n: number(3)}, at={n: 3}))
false("whole", "x + n > n at x = 1, a real", lambda: at_values(gt(x + n, n), {x: number(1)}, eq(x, 1)))
false("whole", "n k > 3 at n = k", lambda: at_values(gt(n * k, k**2 - 1), {n: k}, eq(n, k)))


# induction


def inducts(relation: Relation, low: int, start: Any, steps: Any, *facts: Any, by: Term = n, at: Any = None) -> bool:
    data = {"symbol": by, "low": low, "starts": tuple(start), "steps": tuple(steps)}
    return proves(relation, step("induction", shows=relation, **data), facts=facts, at=at)


def placed(relation: Relation, value: int) -> tuple[Step, ...]:
    return (step("whole", shows=relation, at={n: number(value)}),)


TWO, HALF = power(2, n), power(2, n - 1)
GROWS, FAST = ge(TWO, n + 1), ge(TWO, n + 5)
ONCE = step("sign", shows=GROWS, as_=(6 * (HALF - n) + 3 * (n - 1)) / 3)
LATER = step("sign", shows=GROWS, as_=(6 * (HALF - n) + 3 * (n - 3) + 6) / 3)
FASTER = step("sign", shows=FAST, as_=(6 * (HALF - n - 4) + 3 * (n - 4) + 21) / 3)
SMALL, LARGE, NO = le(n, 1), ge(n, 5), eq(n, 0)
APART = ge(x * (x - 1), 0)

true("induction", "2^n >= n + 1", lambda: inducts(GROWS, 0, placed(GROWS, 0), [ONCE], ge(n, 0)))
true("induction", "from 2 on", lambda: inducts(GROWS, 2, placed(GROWS, 2), [LATER], ge(n, 2), at={n: 3}))
true("induction", "2^n >= n + 5, n >= 3", lambda: inducts(FAST, 3, placed(FAST, 3), [FASTER], ge(n, 3), at={n: 3}))
false("induction", "2^n >= n + 5, any n", lambda: inducts(FAST, 3, placed(FAST, 3), [FASTER], at={n: 3}))
false("induction", "2^n >= n + 5 without a start", lambda: inducts(FAST, 0, NONE, [FASTER], ge(n, 0), at={n: 3}))
false("induction", "n <= 1 without a step", lambda: inducts(SMALL, 0, [step("sign", shows=SMALL, as_=ONE)], NONE))
false(
    "induction",
    "n >= 5, from -1 on",
    lambda: inducts(
        LARGE,
        -1,
        [step("absurd", shows=LARGE, of=n + 1)],
        [step("sign", shows=LARGE, as_=(3 * (n - 6) + 3) / 3)],
        at={n: 5},
    ),
)
false(
    "induction",
    "x (x - 1) >= 0 for real x, at 0 and from 1 on",
    lambda: inducts(
        APART,
        0,
        [step("sign", shows=APART, as_=number(0))],
        [step("sign", shows=APART)],
        ge(x, 0),
        by=x,
    ),
)


def _skips() -> bool:
    """Where n is 0 or >= 4, n is 0: the value before 4 is no such n, so that it is 0 there is of no use."""
    absurd = (
        (step("absurd", shows=NO, of=(3 * (n - 1) + 3) / 3),),
        (step("absurd", shows=NO, of=(3 * (n - 4) + 9) / 3),),
    )
    options = any_of(NO, ge(n, 4))
    return inducts(NO, 0, NONE, [step("cases", shows=NO, split=options, branches=absurd)], options, at={n: 0})


def _chosen() -> bool:
    """c is n for each n: that it is 0 for one n says nothing of the next."""
    c = symbol("c")
    zero, none = eq(c, 0), NONE
    return proves(
        NO,
        step("between", symbol=c, quantity=c - n, low=number(0), high=n + 1),
        step("induction", shows=zero, symbol=n, low=0, starts=(step("ring", shows=zero),), steps=none),
        step("ring", shows=NO),
        facts=[ge(n, 0)],
        at={n: 0},
    )


false("induction", "n = 0 where n is 0 or n >= 4", _skips)
false("induction", "n = 0, by a symbol that is chosen for each n", _chosen)

M = Mutant
WHOLE: list[Mutant] = [
    # roots
    M("roots", "context.fails_on_line", 'if symbol.payload[1] == "natural"', "if True"),
    M("roots", "roots.Piece.natural", "least if exact and least >= 0 else None", "None"),
    M("roots", "roots.Piece.natural", "max(0, _floor(low)[0] + 1)", "max(0, _floor(low)[0] + 2)"),
    M("roots", "roots.Piece.natural", "max(0, _floor(low)[0] + 1)", "_floor(low)[0] + 1", only_loses=True),
    M("roots", "roots.Piece.natural", "least <= last - exact", "least < last - exact"),
    M("roots", "roots.Piece.natural", "least <= last - exact", "least <= last", only_loses=True),
    M("roots", "roots._floor", "inside if count", "inside - 1 if not count"),
    M("roots", "roots._floor", "sign_at(root.poly, Fraction(inside)) == 0", "False"),
    # contradictions
    M("contradict", "proof._rounded", "1 if factor > 0 else -1", "1", only_loses=True),
    M("contradict", "proof.contradict", "_is_absurd(rounded, strictly, False)", "_is_absurd(rounded, True, False)"),
    # whole
    M("whole", "whole.step_whole", "if not is_whole(of)", "if False"),
    M("whole", "whole.is_whole", "range(d + 1) for d", "range(d) for d"),
    M("whole", "whole.is_whole", ".denominator == 1", ".denominator < 3"),
    M("whole", "whole._polynomial", "if form.den or not form.im.is_zero() or not set(used) <= whole", "if form.den"),
    M("whole", "whole._polynomial", "and each.re == reading.ctx.gen(own[0])", ""),
    M("whole", "whole._atoms", "and is_whole(node.args[0])", ""),
    M("whole", "whole._atoms", "and _natural(node.args[1]) and is_whole", "and is_whole"),
    M("whole", "whole._natural", 'value.payload[1] == "natural"', "value.is_real"),
    M("whole", "whole._natural", "and value.payload >= 0", ""),
    M("whole", "whole.tight", "floor(steps) + 1", "floor(steps) + 2"),
    M("whole", "whole.tight", "else ceil(steps)", "else floor(steps) + 1"),
    M("whole", "whole.tight", "lcm(*(c.denominator for c in rest.values()))", "1"),
    M("whole", "whole.tight", "gcd(*(c.numerator for c in rest.values()))", "max(c.numerator for c in rest.values())"),
    M("whole", "whole.step_whole", "or not context.shown(fact)", ""),
    M(
        "whole",
        "whole.step_whole",
        'if fact.op not in ("ge", "gt") or',
        "if",
        equivalent="what is no order is not rounded",
    ),
    M("whole", "whole.step_whole", 'if shows.op != "eq" or not', "if not"),
    M("whole", "whole._of_turns", 'left.kind == "sin" and right is ZERO', 'left.kind == "sin"'),
    M("whole", "whole._of_turns", "return is_whole(_halves(left))", "return True"),
    M("whole", "whole._of_turns", "left.args[1] is number(2) and right is ONE", "right is ONE"),
    M("whole", "whole._of_turns", "left.args[1] is number(2) and right is ONE", "left.args[1] is number(2)"),
    M("whole", "whole._of_turns", "base.args[0] is number(-1)", "True"),
    M(
        "whole",
        "whole._of_turns",
        "return is_whole(base.args[1])",
        "return True",
        equivalent="with another exponent -1 has no power",
    ),
    M("whole", "whole._of_turns", 'base.kind == "cos" and is_whole(_halves(base))', 'base.kind == "cos"'),
    M("whole", "whole._of_turns", "mul(number(Fraction(1, 2)), _halves(left))", "_halves(left)"),
    M("whole", "whole._of_turns", "sign and ring.equal(left.args[0], mul(PI, right.args[1]))", "sign"),
    M("whole", "whole._over_pi", "return value if value is ZERO else div(value, PI)", "return value"),
    M("whole", "whole._at_values", '        _require_natural(sym, "whole", context)\n', ""),
    M("whole", "whole._at_values", 'or value.kind != "rat"', ""),
    M("whole", "whole._at_values", 'or not context.shown(Relation("eq", sym, value))', ""),
    M("whole", "whole._at_values", "if not context.shown(there)", "if False"),
    # induction
    M("induction", "whole._require_natural", "if not natural or", "if False or"),
    M("induction", "whole.step_induction", "if any(n in depends", "if False and any(n in depends"),
    M("induction", "whole.step_induction", "if low < 0 or not", "if not"),
    M("induction", "whole.step_induction", 'not context.shown(Relation("ge", n, number(low)))', "False"),
    M("induction", "whole.step_induction", "if n in fact.symbols and not beyond", "if False and not beyond"),
    M("induction", "whole.step_induction", "if not branch.has(shows)", "if False"),
    M("induction", "whole.step_induction", "number(low + 1)))", "number(low)))", only_loses=True),
]
