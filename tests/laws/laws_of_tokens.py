"""Laws of tokens that move: bounds for their means, bounds of other claims along the same flow, opaque distances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tests.laws.laws_of_orbits import learns
from tests.laws.rule_laws import LAWS, accepts, false, proves, refutes, sequent, shows, step, true
from verify.kernel.context import Context, run
from verify.kernel.goal import Bound, Exists, Pointwise, Regimes, Schema, Sequent
from verify.kernel.lie import Flow
from verify.kernel.proof import prove
from verify.kernel.relation import Relation, any_of, eq, ge, gt, le
from verify.kernel.term import ONE, ZERO, exp, integral, maximum, mean, number, sqrt, symbol, wasserstein

__all__ = ["LAWS"]

Q = Fraction
a, b, c, s, t = (symbol(name) for name in ("a", "b", "c", "s", "t"))
x, y, u, v = (symbol(name) for name in ("x", "y", "u", "v"))  # of one joint token
ROWS = (x, y, u, v)


def goal_of(relation: Any, rates: Any, starts: Any = (), during: Any = (), inputs: Any = ()) -> Bound:
    return Bound(Flow.of(rates), relation, tuple(during), tuple(starts), None, tuple(inputs))


# rows: a mean takes all tokens that a fact ties together

TIED = [eq(x**2 + y**2, 1)]
PARTLY = mean(x**2 * mean(y**2, y), x)
true("rows", "the whole row", lambda: shows(eq(mean(x**2 + y**2, x, y), 1), "ring", TIED, {x: [1], y: [0]}))
false(
    "rows",
    "the square of a mean of squares: x^2 = y^2 = 1/2 is one law, 0 and 1 another",
    lambda: proves(
        eq(PARTLY, mean(x**2 * (1 - x**2), x)),
        step("ring", shows=eq(PARTLY, mean(x**2 * (1 - x**2), x))),
        facts=TIED,
        at={x: [1], y: [0]},
    ),
)
false(
    "rows",
    "the mean over a part, by average",
    lambda: learns(Pointwise(ge(mean(x, x, y), -5)), step("average", fact=eq(y**2, 1 - x**2), tokens=(y,)), facts=TIED),
)


# rows: what a branch says of one token it does not say of all

HALF = [ge(x, 0), ge(1, x), eq(mean(x, x), Q(1, 2))]  # 0 and 1, half each


def _between_the_ends() -> bool:
    """Not all tokens lie between 0 and 1/2 because a value of x does, so nothing is absurd there."""
    inner = (
        step("average", fact=gt(Q(1, 2), x), tokens=(x,)),
        step("ring", shows=eq(mean(number(Q(1, 2)), x), Q(1, 2))),
        step("absurd", shows=eq(y, 1), of=mean(number(Q(1, 2)), x) - mean(x, x)),
    )
    of = integral(1, x, 0, Q(1, 2))
    return proves(
        eq(y, 1),
        step("integral", of=of, by=y * x, steps=inner),
        step("ring", shows=eq(y, 1)),
        facts=HALF,
        at={x: [0, 1]},
    )


def _range_from_one_token() -> bool:
    """s Mean(x) >= 0 and Mean(x) <= -1 keep s below 0; that one token is positive takes no integral over s to 1."""
    average, goal, over = mean(x, x), ge(0, x), integral(s, s, 0, 1)
    below = (
        step("sign", shows=gt(-s * average, 0), as_=s * (-1 - average) + s),
        step("absurd", shows=ge(0, s), of=s * average),
    )
    positive = (
        step("integrate", fact=ge(0, s), variable=s, low=ZERO, high=ONE),
        step("ring", shows=eq(over, Q(1, 2))),
        step("absurd", shows=goal, of=over - Q(1, 2)),
    )
    return proves(
        goal,
        step("cases", shows=ge(0, s), split=any_of(gt(s, 0), ge(0, s)), branches=(below, ())),
        step("cases", shows=goal, split=any_of(gt(x, 0), ge(0, x)), branches=(positive, ())),
        facts=[ge(s * average, 0), ge(-1, average)],
        at={x: [1, -5], s: -1},
    )


def _chosen_for_each() -> bool:
    """t == x is chosen for each token: where t > 0 only that of one token is positive. The tokens are -1 and 1."""
    goal = eq(mean(x**2, x), 0)

    def branch(relation: Relation, form: Any) -> tuple[Any, ...]:
        return (
            step("sign", shows=relation, as_=form),
            step("average", fact=relation, tokens=(x,)),
            step("ring", shows=eq(mean(ZERO, x), 0)),
            step("absurd", shows=eq(x, 0), of=mean(relation.left, x) - mean(relation.right, x)),
        )

    branches = (branch(gt(x, 0), t), branch(gt(0, x), -t), (step("ring", shows=eq(x, 0)),))
    return proves(
        goal,
        step("between", symbol=t, quantity=t - x, low=number(-1), high=ONE),
        step("cases", shows=eq(x, 0), split=any_of(gt(t, 0), gt(0, t), eq(t, 0)), branches=branches),
        step("ring", shows=eq(x**2, 0)),
        step("average", fact=eq(x**2, 0), tokens=(x,)),
        step("ring", shows=goal),
        facts=[ge(x, -1), ge(1, x), eq(mean(x, x), 0)],
        at={x: [-1, 1]},
    )


def _under_a_mean(name: str) -> bool:
    """A symbol == x is chosen for each x: that does not make x one for all, whichever of the two rewrites the other.

    The tokens are -1 and 1; the name decides the order of generators.
    """
    goal, chosen = eq(mean(x**2, x), mean(x, x) ** 2), symbol(name)
    between = step("between", symbol=chosen, quantity=chosen - x, low=number(-1), high=ONE)
    return proves(goal, between, step("ring", shows=goal), facts=[ge(x, -1), ge(1, x)], at={x: [-1, 1]})


def _in_another_equality(name: str) -> bool:
    """The same through an equality about the mean: Mean(x) == a is not x == a."""
    chosen, goal, split = symbol(name), eq(x, a), any_of(*[eq(mean(x, x), a)] * 2)
    between = step("between", symbol=chosen, quantity=chosen - x, low=number(-1), high=ONE)
    cases = step("cases", split=split, branches=((step("ring", shows=goal),),) * 2)
    return proves(goal, between, cases, facts=[ge(x, -1), ge(1, x), split], at={x: [0, 1], a: Q(1, 2)})


def _mean_of_one_token() -> bool:
    """x is 1 for some tokens and 2 for others, half each: a Mean(x) == 3 says a == 2, not 3 or 3/2."""
    goal, split = eq((a - 3) * (a - Q(3, 2)), 0), any_of(eq(x, 1), eq(x, 2))
    branch = (step("ring", shows=goal),)
    cases = step("cases", shows=goal, split=split, branches=(branch, branch))
    return proves(goal, cases, facts=[split, eq(a * mean(x, x), 3)], at={x: [1, 2], a: 2})


false("rows", "between the ends of an integral over a token", _between_the_ends)
false("rows", "the range of an integral, from the sign of one token", _range_from_one_token)
false("rows", "a symbol that is chosen for each token", _chosen_for_each)
false("rows", "a mean that is known, from one token", _mean_of_one_token)
false("rows", "no variance", lambda: any(map(_under_a_mean, ("b", "c", "d", "u", "v"))))
false(
    "rows", "the mean of a hypothesis for one token", lambda: any(map(_in_another_equality, ("b", "c", "d", "u", "v")))
)


def _all_of_them() -> bool:
    """What a branch says of a mean it says of all tokens."""
    average = mean(x, x)
    goal = ge(maximum(average, -average), 0)
    sign = (step("sign", shows=goal),)
    return proves(
        goal,
        step("cases", shows=goal, split=any_of(ge(average, 0), le(average, 0)), branches=(sign, sign)),
        at={x: [1]},
    )


true("rows", "a branch that speaks of all tokens", _all_of_them)

# witness: one value for all tokens


def settled(relation: Relation, *values: Any) -> bool:
    """There is a c with the relation, for every token x: one for the tokens from 0 to 1, or one for 0 and one for 1."""
    goal, ends = Exists((c,), (relation,)), any_of(eq(x, 0), eq(x, 1))
    steps = [step("witness", at={c: number(0) + value}) for value in values]
    if len(values) > 1:
        steps = [step("cases", split=ends, branches=tuple((each,) for each in steps))]
    wanted = Sequent((x, c), (ge(x, 0), ge(1, x), ends), (("main", goal),), (x,))
    return accepts(lambda: prove(wanted, {"main": steps}, {x: (ZERO, ONE), c: ONE}))


true("witness", "1 is above all tokens", lambda: settled(ge(c, x), 1))
false("witness", "a token that is equal to all", lambda: settled(eq(c, x), x))
false("witness", "0 and 1 are not one value", lambda: settled(eq(c, x), 0, 1))

# regime: one for all tokens


def _regime_of_one_token() -> bool:
    """Not all tokens from -1 to 1 are positive, nor are all negative."""
    signs = any_of(ge(x, 0), le(x, 0))
    claims = {
        f"law.{k}": Sequent((x,), (sign,), (("main", Pointwise(sign)),), (x,)) for k, sign in enumerate(signs.options)
    }
    goal = Regimes(tuple((name, claim.facts) for name, claim in claims.items()))
    branches = tuple((step("regime", claim=name),) for name in claims)
    wanted = Sequent((x,), (), (("main", goal),), (x,))
    return accepts(
        lambda: prove(wanted, {"main": (step("cases", split=signs, branches=branches),)}, {x: (ZERO,)}, claims.get)
    )


false("regime", "the sign of one token", _regime_of_one_token)

# compare, for means of tokens that move


def averaged(relation: Any, rate_of_x: Any, rate: Any, source: Any, starts: Any = None, **rest: Any) -> bool:
    """The token x moves; the bound speaks of its mean."""
    starts = [eq(x, 1), eq(t, 0)] if starts is None else starts
    goal = goal_of(relation, {x: number(0) + rate_of_x, t: ONE}, starts, **rest)
    data = {"rate": number(0) + rate, "source": number(0) + source}
    start = (step("ring", shows=eq(mean(x, *ROWS), 1)), step("sign", shows=relation, as_=ONE - ONE))
    return learns(goal, step("compare", steps=start, **data), facts=rest.get("during", ()), more=(*ROWS, t))


M = mean(x, *ROWS)
true("compare", "x' = -x: mean x <= 1", lambda: averaged(le(M, 1), -x, -1, ONE))
false("compare", "x' = x: mean x <= 1", lambda: averaged(le(M, 1), x, 1, -1))
true(
    "compare",
    "x' = u and u <= 0: mean x <= 1",
    lambda: averaged(le(M, 1), u, 0, -mean(u, *ROWS), inputs=[u], during=[le(u, 0)]),
)
false("compare", "x' = u, of which nothing is known", lambda: averaged(le(M, 1), u, 0, -mean(u, *ROWS), inputs=[u]))
false(
    "compare",
    "a bound on a mean of what may jump",
    lambda: learns(
        goal_of(le(mean(u, *ROWS), 1), {t: ONE}, [eq(u, 0), eq(t, 0)], [le(u, 2)], [u]),
        step(
            "compare",
            rate=ZERO,
            source=ZERO,
            steps=(step("average", fact=eq(u, 0), tokens=ROWS), step("sign", shows=le(mean(u, *ROWS), 1), as_=ONE)),
        ),
        facts=[le(u, 2)],
        more=(*ROWS, t),
    ),
)
W = wasserstein(2, [x], [y], *ROWS)
false(
    "compare",
    "a distance of what moves",
    lambda: learns(
        goal_of(ge(W, 0), {x: ZERO * x, t: ONE}, [ge(W, 0)]),
        step("compare", rate=ZERO, source=ZERO),
        more=(*ROWS, t),
    ),
)


# compare, with what is supposed as far as the bound holds


CLOSE = le(u, 4 * exp(2 * t))


def as_far(
    fact: Relation = CLOSE, margin: Any = 1, start: Any = 1, condition: Relation | None = None, bound: Any = None
) -> bool:
    """x' = u and x <= 2 exp(2 t), where the fact is supposed as long as that holds for all tokens."""
    bound = 2 * exp(2 * t) if bound is None else bound
    relation = le(x, bound)
    pair = (relation if condition is None else condition, fact)
    goal = Bound(Flow.of({x: u, t: ONE}), relation, (), (eq(t, 0), eq(x, start)), None, (u,), (pair,))
    left = number(2) - start
    data = {
        "rate": ZERO,
        "source": 4 * exp(2 * t) - u,
        "margin": number(0) + margin,
        "steps": (step("sign", shows=relation, as_=left),),
        "starts": (step("sign", shows=ge(bound - x, number(0) + margin), as_=left - margin),),
    }
    wanted = replace(sequent((), goal, *ROWS, t), tokens=ROWS)
    return accepts(lambda: run((step("compare", **data),), Context(wanted, goal, lambda _: None)))


true("compare", "u <= 4 exp(2 t) while x <= 2 exp(2 t)", as_far)
false("compare", "the same under another condition", lambda: as_far(condition=le(x, 1)))
false("compare", "from x = 2: without a margin", lambda: as_far(margin=0, start=2))
false("compare", "with a margin that differs from token to token", lambda: as_far(margin=exp(v), start=2 - exp(v)))
false("compare", "for no polynomial of the token", lambda: as_far(bound=2 * exp(2 * t) * exp(v) / exp(v)))
false("compare", "for no polynomial of a state of the token", lambda: as_far(bound=2 * exp(2 * t) * exp(x) / exp(x)))


# follows, holds

OTHER = goal_of(le(mean(x, *ROWS), b), {x: -x, t: ONE}, [eq(x, b), eq(t, 0)], [gt(b, 0)])
SINGLE = goal_of(le(s, b), {s: -s}, [le(s, b)], [gt(b, 0)])


def carried(
    relation: Any,
    at: Any = None,
    other: Any = SINGLE,
    rates: Any = None,
    starts: Any = None,
    facts: Any = (),
    tokens: Any = (),
    inputs: Any = (),
    theirs: Any = None,
    also: Any = (),
) -> bool:
    """Is the relation known, after the bound of another claim was used along x' = -x?"""
    mine = goal_of(
        relation, {x: -x, t: ONE} if rates is None else rates, [le(x, 2)] if starts is None else starts, facts, inputs
    )
    listed = (s, b) if theirs is None else theirs
    claim = Sequent(listed, tuple(also), (("main", other),), tuple(sym for sym in listed if sym in ROWS))
    pairs = tuple((sym, number(0) + value) for sym, value in ({s: x, b: number(2)} if at is None else at).items())
    used = step("follows", claim="other", part="main", at=pairs, tokens=tuple(tokens))
    wanted = learns(mine, used, step("holds"), facts=facts, others={"other": claim}, more=(*ROWS, t, a))
    return wanted


true("follows", "x <= 2 along x' = -x", lambda: carried(le(x, 2)))
false("follows", "x <= 1", lambda: carried(le(x, 1)))
false("follows", "along x' = x", lambda: carried(le(x, 2), rates={x: x, t: ONE}))
false("follows", "from a start that is too large", lambda: carried(le(x, 2), starts=[le(x, 3)]))
false(
    "follows", "a constant that is not positive", lambda: carried(le(x, -2), {s: x, b: number(-2)}, starts=[le(x, -2)])
)
true("follows", "a multiple solves it too", lambda: carried(le(x / 2, 1), {s: x / 2, b: ONE}))
false("follows", "a square does not", lambda: carried(le(x**2, 4), {s: x**2, b: number(4)}))
STILL = goal_of(le(s, b), {s: ZERO}, [le(s, b)], [gt(b, 0)])
false(
    "follows",
    "an input is no state: it may jump",
    lambda: carried(le(u, 2), {s: u, b: number(2)}, STILL, inputs=[u], starts=[le(u, 2)]),
)
FROZEN_AT_START = goal_of(le(s, b), {s: -s}, [le(s, b)])
FROZEN = goal_of(le(s, 1 + b**2), {s: -s}, [le(s, 1)])
true(
    "follows",
    "a constant held at its present value",
    lambda: carried(le(x, 1 + t**2), {s: x, b: t}, FROZEN, starts=[le(x, 1)]),
)
false(
    "follows",
    "a constant of the start that moves: x = 2 exp(-t) and t",
    lambda: carried(le(x, t + 2), {s: x, b: t + 2}, FROZEN_AT_START, starts=[le(x, t + 2)]),
)
RATED = goal_of(le(s, b), {s: b - s}, [le(s, b)], [])
true("follows", "a constant in the rate", lambda: carried(le(x, 2), {s: x, b: number(2)}, RATED, {x: 2 - x, t: ONE}))
false(
    "follows",
    "which moves: x' = t - x from 0 is above t/2 - 1, not below 0",
    lambda: carried(le(x, t), {s: x, b: t}, RATED, {x: t - x, t: ONE}, starts=[le(x, t)]),
)
DRIVEN = goal_of(le(s, 1 + b**2), {s: b - s}, [le(s, 0)])
PULSE = 4 * t * (2 - t)
true(
    "follows",
    "a constant that drives",
    lambda: carried(le(x, 10), {s: x, b: number(3)}, DRIVEN, {x: 3 - x, t: ONE}, starts=[le(x, 0)]),
)
false(
    "follows",
    "which rises and comes back: x' = 4 t (2 - t) - x from 0 is above 2 at t = 2",
    lambda: carried(le(x, 1 + PULSE**2), {s: x, b: PULSE}, DRIVEN, {x: PULSE - x, t: ONE}, starts=[le(x, 0), eq(t, 0)]),
)
RESTING = goal_of(le(s, b), {s: ZERO}, [le(s, 1), ge(b, 1)])
false(
    "follows",
    "a constant of the start that falls: x = 1 stands and 2 - t falls",
    lambda: carried(le(x, 2 - t), {s: x, b: 2 - t}, RESTING, {x: ZERO, t: ONE}, starts=[eq(x, 1), eq(t, 0)]),
)
JOINT = {x: x, t: t, b: number(2), **{sym: sym for sym in (y, u, v)}}
JOINED = {"other": OTHER, "theirs": (x, y, u, v, b, t), "starts": [eq(x, 2), eq(t, 0)], "tokens": ROWS}
true("follows", "the mean over the joint token", lambda: carried(le(M, 2), JOINT, **JOINED))
false("follows", "which needs tokens here", lambda: carried(le(M, 2), JOINT, **{**JOINED, "tokens": ()}))
PART = goal_of(le(mean(x, x), b), {x: -x, t: ONE}, [eq(x, b), eq(t, 0)], [gt(b, 0)])
false("follows", "of a part of it", lambda: carried(le(M, 2), JOINT, **{**JOINED, "other": PART}))
true(
    "follows",
    "under another name",
    lambda: carried(
        le(mean(y, *ROWS), 2),
        {**JOINT, x: y, y: x},
        **{**JOINED, "rates": {y: -y, t: ONE}, "starts": [eq(y, 2), eq(t, 0)]},
    ),
)
false(
    "follows",
    "a constant of a mean that changes with the token",
    lambda: carried(le(M, y), {**JOINT, b: y}, **{**JOINED, "starts": [eq(x, y), eq(t, 0)], "facts": [gt(y, 0)]}),
)
PAIR = step("follows", claim="other", part="main", at=((s, x - y), (b, ZERO)), tokens=())


def tied(*tokens: Any) -> bool:
    """x' = -x, y' = -y and x <= y at the start: x <= y in each row."""
    mine = goal_of(le(mean(x, *ROWS), mean(y, *ROWS)), {x: -x, y: -y}, [le(x, y)])
    other = Sequent((s, b), (), (("main", goal_of(le(s, b), {s: -s}, [le(s, b), eq(b, 0)])),))
    given = step("average", fact=le(x - y, ZERO), tokens=tokens)
    return learns(mine, PAIR, given, others={"other": other}, more=ROWS)


STAND = goal_of(ge(s, b), {s: ZERO}, [ge(s, b)])
CARRIED = step("follows", claim="other", part="main", at=((s, x), (b, c)), tokens=())
OVER_ALL = step("integrate", fact=ge(x, c), variable=c, low=ZERO, high=ONE)
THEIR_VALUES = (
    step("ring", shows=eq(integral(c, c, ZERO, ONE), Q(1, 2))),
    step("ring", shows=eq(integral(x, c, ZERO, ONE), x)),
)
AT_LEAST_HALF = step("sign", shows=ge(x, Q(1, 2)), as_=integral(x, c, ZERO, ONE) - integral(c, c, ZERO, ONE))


def over_starts(*more: Any) -> bool:
    """From x == c at the start, x' = 0, follows x >= c: of the one c of the start, not of all."""
    mine = goal_of(ge(x, Q(1, 2)), {x: ZERO}, [eq(x, c)])
    other = Sequent((s, b), (), (("main", STAND),))
    return learns(mine, CARRIED, *more, step("holds"), others={"other": other}, more=(x, c, a))


false("reached", "x >= c for every c", lambda: over_starts(OVER_ALL, *THEIR_VALUES, AT_LEAST_HALF))
EITHER = any_of(ge(a, 0), ge(0, a))
false(
    "reached",
    "the same in a branch",
    lambda: over_starts(
        step(
            "cases",
            shows=AT_LEAST_HALF.data["shows"],
            split=EITHER,
            branches=((OVER_ALL, *THEIR_VALUES, AT_LEAST_HALF),) * 2,
        )
    ),
)
true("rows", "what two tokens have in common on the way", lambda: tied(*ROWS))
false("rows", "the same for one of them: mean x <= y", lambda: tied(x))
true(
    "holds",
    "what is known on the way",
    lambda: learns(goal_of(ge(x**2, 0), {x: x}), step("sign", shows=ge(x**2, 0)), step("holds"), more=(x,)),
)
false("holds", "what is not", lambda: learns(goal_of(ge(x, 0), {x: x}), step("holds"), more=(x,)))
false(
    "holds",
    "what holds in a branch",
    lambda: proves(
        goal_of(ge(x, 0), {x: x}),
        step("cases", split=any_of(ge(x, 0), le(x, 0)), branches=((step("holds"),), (step("holds"),))),
        more=(x,),
    ),
)
false(
    "holds",
    "what holds in a branch about a mean",
    lambda: learns(
        goal_of(ge(M, 0), {x: x}),
        step("cases", split=any_of(ge(M, 0), ge(M, 0)), branches=((step("holds"),), (step("holds"),))),
        facts=[any_of(ge(M, 0), ge(M, 0))][:0],
        more=ROWS,
    ),
)


NEAR = (le(s, 2 * b), le(v, b))
SUPPOSED = Bound(Flow.of({s: -s}), le(s, b), (gt(b, 0),), (le(s, b),), None, (v,), (NEAR,))


def supposed(*mine: Any, value: Any = 2) -> bool:
    goal = Bound(Flow.of({x: -x, t: ONE}), le(x, 2), (), (le(x, 2),), None, (v,), tuple(mine))
    claim = Sequent((s, b, v), (), (("main", SUPPOSED),))
    at = ((s, x), (b, number(0) + value), (v, v))
    used = step("follows", claim="other", part="main", at=at, tokens=())
    return learns(goal, used, step("holds"), others={"other": claim}, more=(*ROWS, t))


true("follows", "what is supposed under a condition, as here", lambda: supposed((le(x, 4), le(v, 2))))
false("follows", "which is not supposed here", supposed)
false("follows", "or under another condition", lambda: supposed((le(x, 3), le(v, 2))))


# opaque distances

APART, CUBED = (wasserstein(order, [a * x], [y], x, y) for order in (2, 3))
true(
    "opaque",
    "equal where the points are, by ring",
    lambda: shows(
        eq(wasserstein(2, [(x + y) ** 2], [y], x, y), wasserstein(2, [x**2 + 2 * x * y + y**2], [y], x, y)),
        "ring",
        at={x: [1], y: [0]},
    ),
)
false(
    "opaque",
    "of other points",
    lambda: shows(eq(APART, wasserstein(2, [2 * x], [y], x, y)), "ring", at={a: 2, x: [1], y: [0]}),
)
false(
    "opaque",
    "of another order",
    lambda: shows(eq(APART, wasserstein(1, [a * x], [y], x, y)), "ring", at={x: [1], y: [0]}),
)
false(
    "opaque",
    "of another token",
    lambda: shows(eq(wasserstein(2, [x], [ZERO], x), wasserstein(2, [y], [ZERO], y)), "ring", at={x: [1], y: [0]}),
)
false(
    "opaque",
    "of a token that is free",
    lambda: shows(eq(wasserstein(2, [x], [y], x, y), wasserstein(2, [x], [y], y)), "ring", at={x: [1], y: [0]}),
)
false("opaque", "it has no sign of its own", lambda: shows(ge(APART, 0), "sign", at={x: [1], y: [0]}))
false("opaque", "nor a value: W(X, X) = 0", lambda: shows(eq(wasserstein(2, [x], [x], x), 0), "value", at={x: [1]}))
false(
    "opaque",
    "nor one that refutes: W_3(1, 2) = 0",
    lambda: refutes(eq(wasserstein(3, [ONE], [ONE + ONE], x), 0), "point", {x: [0]}),
)
false(
    "opaque",
    "nor beside what is absurd: W > W + 1",
    lambda: refutes(gt(sqrt(CUBED**2), CUBED), "point", {x: [0], y: [0], a: 1}),
)
false(
    "opaque",
    "what a fact says of one token and of the law of all is not looked at token by token: x >= W(X, 0), all alike",
    lambda: refutes(eq(mean(x**2, x), mean(x, x) ** 2), "point", {x: [0, 2]}, [ge(x, wasserstein(1, [x], [ZERO], x))]),
)
false("opaque", "it is no integrand", lambda: accepts(lambda: integral(APART, a, ZERO, ONE)))
false("opaque", "it has no derivative", lambda: accepts(lambda: Flow.of({a: ONE}).derivative(APART)))
false("opaque", "nor where its token moves", lambda: accepts(lambda: Flow.of({x: ONE}).derivative(APART)))
false("opaque", "its token does not come in", lambda: accepts(lambda: APART.subs(a, x)))


# cited results at every point


def _twice(goal: Any, at: Any) -> Any:
    """Positive numbers are at most twice themselves: what matters is that the obligation is asked."""
    return (ge(at["q"], 0),), (ge(2 * at["q"], at["q"]),)


TWICE = {"twice": Schema("twice", (("q", "term"),), _twice, pointwise=True)}
ALONG = {"twice": Schema("twice", (("q", "term"),), lambda goal, at: ((), (goal,)), pointwise=True)}


def doubled(value: Any, others: Any = TWICE) -> bool:
    wanted = ge(2 * value, value)
    return proves(wanted, step("cites", result="twice", at={"q": number(0) + value}), others=others)


true("cites", "at every point", lambda: doubled(a**2))
false("cites", "at every point, without its obligation", lambda: doubled(a))
false(
    "cites",
    "a behaviour, at every point",
    lambda: learns(
        goal_of(ge(a, 0), {a: a}),
        step("cites", result="twice", at={"q": a}),
        others={
            "twice": Schema("twice", (("q", "term"),), lambda _, at: ((), (goal_of(ge(a, 0), {a: a}),)), pointwise=True)
        },
        more=(a,),
    ),
)


# the distance of the laws of a few tokens has a value


def apart(order: int, value: Any, xs: list[Any], ys: list[Any]) -> bool:
    """Is W_p(X, Y) = value refuted there?"""
    return refutes(eq(wasserstein(order, [x], [y], x, y), value), "point", {x: xs, y: ys})


true(
    "distance",
    "W_2 of 1 and 2 is not 0",
    lambda: refutes(eq(wasserstein(2, [ONE], [ONE + ONE], x), 0), "point", {x: [0]}),
)
true("distance", "0, 1 and 1, 0 are one law: W_1 is not 1", lambda: apart(1, 1, [0, 1], [1, 0]))
false("distance", "0, 1 and 1, 0 are one law: W_1 is 0", lambda: apart(1, 0, [0, 1], [1, 0]))
false("distance", "0, 1, 5 and 6, 1, 2: W_1 is 1", lambda: apart(1, 1, [0, 1, 5], [6, 1, 2]))
true("distance", "W_2 of 0, 0 and 1, 0 is not 1/2", lambda: apart(2, Q(1, 2), [0, 0], [1, 0]))
false("distance", "W_2 of 0, 0 and 1, 0 is sqrt(1/2)", lambda: apart(2, sqrt(number(Q(1, 2))), [0, 0], [1, 0]))
false("distance", "W_1 of 0 and 3 is 3", lambda: apart(1, 3, [0], [3]))
false("distance", "of four tokens", lambda: apart(1, 1, [0, 1, 0, 1], [1, 0, 0, 1]))
false("distance", "of unequal numbers", lambda: apart(1, 1, [0, 1], [1]))
false(
    "distance",
    "in the plane: 3, 4 from 0, 0",
    lambda: refutes(eq(wasserstein(2, [x, y], [ZERO, ZERO], x, y), 5), "point", {x: [3], y: [4]}),
)
true(
    "distance",
    "in the plane: not 7",
    lambda: refutes(eq(wasserstein(2, [x, y], [ZERO, ZERO], x, y), 7), "point", {x: [3], y: [4]}),
)
