"""Rules that give values: witness, between, angle; regimes; hypotheses of single parts."""

import pytest

from verify import (
    All,
    Claim,
    Disk,
    Exists,
    Identity,
    Inequality,
    Interval,
    Mean,
    Positive,
    Real,
    Regimes,
    Space,
    Sphere,
    Token,
    When,
    abs2,
    any_of,
    cos,
    eq,
    exp,
    ge,
    gt,
    le,
    lt,
    ne,
    sin,
    sqrt,
)
from verify.attack import attack
from verify.claim import ClaimError
from verify.judge import judge
from verify.kernel.context import Refused
from verify.kernel.goal import Exists as ExistsGoal
from verify.kernel.goal import Regimes as RegimesGoal
from verify.kernel.goal import Sequent
from verify.kernel.proof import Step, prove, refute
from verify.kernel.term import number, symbol
from verify.prove.argument import steps_of
from verify.verdict import Status

R = Space(a=Real(), b=Real(), x=Real(), y=Real())
a, b, x, y = R.symbols


def point(space, *values):
    return dict(zip(space.scalars, map(number, values), strict=True))


def shown(claim, argument, witness, resolve=None, inhabited=None):
    claim.argument(argument)
    return prove(claim.sequent, steps_of(claim), witness, resolve or (lambda _: None), inhabited)


ABOVE = (gt(a, 0),)


def root(given=ABOVE, low=0, high=lambda: a + 1, f=lambda t: t**2 - a, relations=None, by=None):
    """There is x with x^2 == a, by the intermediate value theorem."""
    claim = Claim("test.root", R, given=given, shows=Exists(relations or [eq(x**2, a), gt(x, 0)], of=x))

    def argument(p):
        p.sign(gt(a + 1, 0))
        p.sign(ge((a + 1) ** 2 - a, 0), as_=a**2 + a + 1)
        t = p.between("t", f, low, high(), by)
        p.ring(eq(t**2, a))
        p.sign(gt(t, 0))
        p.witness({x: t})

    return shown(claim, argument, point(R, 2, 0, 0, 0))


def test_a_root_exists_between_two_signs():
    assert root().strength == "exact"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"given": ()}, "not manifestly"),
        ({"high": lambda: a}, "changes sign"),  # a^2 - a may be negative
        ({"low": 1, "high": lambda: a + 1}, "changes sign|>= 1"),
        ({"f": lambda t: t**2 + 1}, "changes sign"),
        ({"f": lambda t: 1 / t - a}, "obligation|literal|divi"),  # undefined at 0
        ({"f": lambda t: Mean(t, y) - a}, "mean"),
        ({"relations": [eq(x**2, a), gt(x, 1)]}, "not shown"),
    ],
)
def test_each_condition_of_the_intermediate_value_theorem(changes, words):
    with pytest.raises(Exception, match=words):
        root(**changes)


def test_a_pole_is_no_change_of_sign():
    """1/(t - 1/2) changes sign on [0, 1] without a zero."""
    claim = Claim("test.pole", R, shows=Exists([eq(1 / (x - "1/2"), 0)], of=x))

    def argument(p):
        t = p.between("t", lambda t: 1 / (t - number("1/2")), 0, 1)
        p.witness({x: t})

    with pytest.raises(Refused, match="obligation"):
        shown(claim, argument, point(R, 0, 0, 0, 0))


def test_definedness_on_the_interval_may_be_shown_by_steps():
    claim = Claim("test.defined", R, given=[gt(a, 0)], shows=Exists([eq(sqrt(x * (a - x)), 0)], of=x))

    def argument(p):
        t = p.between("t", lambda t: sqrt(t * (a - t)), 0, a, lambda q: q.sign(ge(symbol("t") * (a - symbol("t")), 0)))
        p.witness({x: t})

    shown(claim, argument, point(R, 1, 0, 0, 0))


def test_an_introduced_symbol_does_not_leave_its_branch():
    """In each branch t is another number, so that what is said of t means nothing outside."""
    claim = Claim("test.leaves", R, shows=Identity(a, b))
    t = symbol("t")

    def branch(value):
        def argument(q):
            q.between("t", lambda t: t - value, value - 1, value + 1)
            q.ring(eq(t, value))
            q.sign(ge(t, value))

        return argument

    def argument(p):
        p.cases(any_of(ge(a, 0), lt(a, 0)), branch(a), branch(a), shows=ge(t, a))

    with pytest.raises(Refused, match="no symbol of the space"):
        shown(claim, argument, point(R, 0, 0, 0, 0))


def test_a_symbol_is_introduced_once_and_must_be_new():
    for name in ("a", "t"):
        claim = Claim("test.new", R, shows=Identity(a, a))

        def argument(p, name=name):
            p.between("t", lambda t: t - 1, 0, 2)
            p.between(name, lambda t: t - 2, 0, 3)

        with pytest.raises(Refused, match="not new"):
            shown(claim, argument, point(R, 0, 0, 0, 0))


def test_no_mean_runs_over_what_an_introduced_symbol_depends_on():
    """t = y for each y, so Mean(t) is Mean(y) and not t."""
    space = Space(y=Token(Interval(0, 1)))
    (token,) = space.scalars
    claim = Claim("test.mean", space, shows=Inequality(Mean(token, token), ">=", 0))
    t = symbol("t")

    def argument(p):
        p.between("t", lambda t: t - token, token - 1, token + 1)
        p.ring(eq(t, token))
        p.ring(eq(Mean(t, token), t))

    claim.argument(argument)
    witness = {token: (number(0),)}
    with pytest.raises(Refused, match="depends"):
        prove(claim.sequent, steps_of(claim), witness)


def test_polar_angle():
    claim = Claim("test.angle", R, given=[eq(a**2 + b**2, 1)], shows=Exists([eq(cos(x), a), eq(sin(x), b)], of=x))
    shown(claim, lambda p: p.witness({x: p.angle("t", a, b)}), point(R, 1, 0, 0, 0))
    other = Claim("test.angle", R, shows=Exists([eq(cos(x), a), eq(sin(x), b)], of=x))
    with pytest.raises(Refused, match="angle"):
        shown(other, lambda p: p.witness({x: p.angle("t", a, b)}), point(R, 1, 0, 0, 0))


def test_a_witness_lies_in_the_domain_and_speaks_of_no_unknown():
    space = Space(a=Real(), x=Positive())
    a, x = space.symbols
    good = Claim("test.witness", space, shows=Exists([gt(x, a)], of=x))
    shown(
        good,
        lambda p: (p.sign(gt(a**2 + 1 - a, 0), as_=(a - "1/2") ** 2 + "3/4"), p.witness({x: a**2 + 1})),
        point(space, 0, 1),
    )
    bad = Claim("test.witness", space, shows=Exists([gt(x, a)], of=x))
    with pytest.raises(Refused, match="not shown"):
        shown(bad, lambda p: p.witness({x: a + 1}), point(space, 0, 1))
    same = Claim("test.witness", space, shows=Exists([eq(x, x)], of=x))
    with pytest.raises(Refused, match="unknowns"):
        shown(same, lambda p: p.witness({x: x}), point(space, 0, 1))


def test_unknowns_are_all_that_their_domains_tie():
    """Whether x1 exists for x2 = 5, on a circle, is not what anybody asks; it was refuted there."""
    space = Space(x=Sphere(2), a=Real())
    x1, x2 = space.symbols[0].entries()
    with pytest.raises(ClaimError, match="ties them to x2"):
        Claim("test.part", space, shows=Exists([ge(x1, 0)], of=x1))
    Claim("test.whole", space, shows=Exists([ge(x1, 0)], of=(x1, x2)))


def test_a_hypothesis_about_an_unknown_is_refused():
    claim = Claim("test.unknown", R, given=[gt(x, 4)], shows=Exists([gt(x, 5)], of=x))
    with pytest.raises(Refused, match="restricts"):
        shown(claim, lambda p: p.witness({x: a}), point(R, 0, 0, 6, 0))


# parts with hypotheses of their own


def test_a_part_with_empty_hypotheses_is_not_proved():
    shows = All(one=When([gt(a, 0)], Inequality(a, ">", -1)), none=When([gt(a, 0), lt(a, 0)], Identity(a, b)))
    verdict = judged(Claim("test.empty", R, shows=shows))
    assert verdict.status is Status.UNDECIDED
    assert "no witness found for the hypotheses of the part none" in verdict.reason


def test_parts_are_proved_and_refuted_under_their_own_hypotheses():
    claim = Claim(
        "test.when", R, shows=All(one=When([gt(a, 0)], Inequality(a, ">", -1)), rest=Inequality(a**2, ">=", 0))
    )
    assert judged(claim).status is Status.PROVED
    claim = Claim(
        "test.when", R, shows=All(one=When([gt(a, 0)], Inequality(a, ">", 1)), rest=Inequality(a**2, ">=", 0))
    )
    verdict = judged(claim)
    assert verdict.status is Status.REFUTED
    counterexample = verdict.counterexample["simplest"]
    assert counterexample["part"] == "one"
    outside = Claim("test.when", R, shows=When([eq(a, b)], Inequality(b, "!=", a)))
    with pytest.raises(Refused, match="satisfy"):
        refute(outside.sequent, "main", "point", point(R, 1, 2, 0, 0))  # outside the part's own hypotheses


def judged(claim, tmp="/tmp/theoremcheck-test-existence"):
    from pathlib import Path

    return judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=Path(tmp))


# regimes

POSITIVE = Claim("test.regime.positive", R, given=[gt(a, 0)], shows=Inequality(a, ">", -1))
ZERO_ = Claim("test.regime.zero", R, given=[eq(a, 0)], shows=Inequality(a, ">", -1))
NEGATIVE = Claim("test.regime.negative", R, given=[lt(a, 0), ge(b**2, 0)], shows=Inequality(a, "<", 1))
OFFERS = {each.id: each.offers for each in (POSITIVE, ZERO_, NEGATIVE)}


def three(q):
    q.cases(
        any_of(gt(a, 0), le(a, 0)),
        lambda q: q.regime(POSITIVE),
        lambda q: q.cases(
            any_of(lt(a, 0), eq(a, 0)),
            lambda q: (q.sign(ge(b**2, 0)), q.regime(NEGATIVE)),
            lambda q: q.regime(ZERO_),
        ),
    )


def test_regimes_cover_by_cases():
    claim = Claim("test.regime", R, shows=Regimes([POSITIVE, ZERO_, NEGATIVE]))
    proof = shown(claim, three, point(R, 0, 0, 0, 0), OFFERS.get)
    assert set(proof.uses) == set(OFFERS)


def test_a_regime_needs_its_hypotheses_and_must_be_listed():
    claim = Claim("test.regime", R, shows=Regimes([POSITIVE, ZERO_, NEGATIVE]))
    with pytest.raises(Refused, match="not shown"):
        shown(claim, lambda p: p.regime(POSITIVE), point(R, 0, 0, 0, 0), OFFERS.get)
    claim = Claim("test.regime", R, shows=Regimes([POSITIVE, NEGATIVE]))
    with pytest.raises(Refused, match="no regime"):
        shown(claim, three, point(R, 0, 0, 0, 0), OFFERS.get)


def test_a_regime_whose_claim_asks_for_more_is_refused():
    claim = Claim("test.regime", R, shows=Regimes([POSITIVE, ZERO_, NEGATIVE]))
    stricter = Claim(POSITIVE.id, R, given=[gt(a, 0), gt(b, 0)], shows=POSITIVE.shows)
    offers = {**OFFERS, POSITIVE.id: stricter.offers}
    with pytest.raises(Refused, match="does not list"):
        shown(claim, three, point(R, 0, 0, 0, 0), offers.get)


def test_a_regime_left_out_is_refuted_where_none_applies():
    claim = Claim("test.regime", R, shows=Regimes([POSITIVE, NEGATIVE]))
    verdict = judged(claim)
    assert verdict.status is Status.REFUTED
    assert verdict.counterexample["simplest"]["point"]["a"] == "0"
    goal = claim.sequent.goal("main")
    assert isinstance(goal, RegimesGoal)
    with pytest.raises(Refused, match="no hypothesis"):
        refute(claim.sequent, "main", "point", point(R, 1, 0, 0, 0))


def test_a_regime_of_tokens_fails_where_one_of_them_does():
    space = Space(u=Token(Interval(0, 1)), r=Real())
    u, r = space.symbols
    low = Claim("test.low", space, given=[le(u, r)], shows=Inequality(Mean(u, u), "<=", r + 1))
    high = Claim("test.high", space, given=[ge(u, r)], shows=Inequality(Mean(u, u), ">=", r - 1))
    sequent = Claim("test.regime", space, shows=Regimes([low, high])).sequent
    zero, one = number(0), number(1)
    assert refute(sequent, "main", "point", {r: number("1/2"), u: (zero, one)}).strength == "exact"
    for tokens, words in (((zero,), "test.low"), ((one, one), "test.high"), ((number(2), zero), "does not certainly")):
        with pytest.raises(Refused, match=words):
            refute(sequent, "main", "point", {r: number("1/2"), u: tokens})


def test_further_symbols_of_a_regime_are_its_own():
    space = Space(a=Real(), w=Disk())
    inner = Space(a=Real(), w=Disk(), c=Disk())
    a, w = space.symbols
    c = inner.symbols[2]
    child = Claim("test.regime.child", inner, given=[ne(a, 0), eq(c, 0)], shows=Inequality(abs2(w), "<", 2))
    claim = Claim("test.regime", space, given=[ne(a, 0)], shows=Regimes([child]))
    shown(claim, lambda p: p.regime(child), {**point(space, 1, 0)}, {child.id: child.offers}.get)


# an existence that fails

ROOT = Claim("test.never", R, given=[gt(b, -5)], shows=Exists([eq(x**2, a), ge(x, -9)], of=x))
SQUARE = [Step("sign", {"shows": gt(x**2, -1)}), Step("sign", {"shows": ne(x**2, -1)})]
SQUARE_OF = {x: (Step("sign", {"shows": ne(x**2, -2)}),)}
OTHERS = {symbol(name): number(value) for name, value in {"a": -1, "b": 0, "y": 0}.items()}


def nowhere(claim=ROOT, at=OTHERS, rule="never", relation=0, steps=SQUARE):
    return refute(claim.sequent, "main", rule, at, {"relation": relation, "steps": tuple(steps)})


def test_no_value_of_the_unknowns_will_do():
    found = nowhere()
    assert (found.rule, found.strength) == ("never", "exact")
    verdict = judged(ROOT)
    assert verdict.status is Status.REFUTED and "no value of the unknowns" in verdict.reason


@pytest.mark.parametrize(
    ("change", "words"),
    {
        "another rule": ({"rule": "point"}, "rule never"),
        "no such relation": ({"relation": 2}, "no relation 2"),
        "counted from the end": ({"relation": -2}, "no relation -2"),
        "a coordinate is missing": ({"at": {a: number(-1), b: number(0)}}, "coordinate for a, b, y"),
        "a coordinate of the unknown": ({"at": {**OTHERS, x: number(0)}}, "coordinate for a, b, y"),
        "a coordinate that is not constant": ({"at": {**OTHERS, a: b}}, "not constant"),
        "outside the hypotheses": ({"at": {**OTHERS, b: number(-5)}}, "does not certainly satisfy b > -5"),
        "a value does": ({"at": {**OTHERS, a: number(1)}}, "without reaching"),
        "no steps": ({"steps": ()}, "without reaching"),
        "steps that show something else": ({"steps": SQUARE[:1]}, "without reaching"),
        "the other relation holds": ({"relation": 1, "steps": [Step("sign", {"shows": gt(-9, x)})]}, "not manifestly"),
    }.values(),
)
def test_each_condition_of_never(change, words):
    with pytest.raises(Refused, match=words):
        nowhere(**change)


def test_never_uses_the_other_relations_and_not_the_chosen_one():
    claim = Claim("test.never", R, shows=Exists([eq(x, a), gt(x, 0)], of=x))
    assert nowhere(claim, steps=[Step("sign", {"shows": ne(x, -1)})]).strength == "exact"
    alone = Claim("test.never", R, shows=Exists([gt(x, 0)], of=x))  # x > 0 itself is no reason against x > 0
    for shows in (le(x, 0), ne(x, 0)):
        with pytest.raises(Refused):
            nowhere(alone, steps=[Step("sign", {"shows": shows})])


def test_never_wants_a_relation_and_facts_about_the_others_alone():
    options = Claim("test.never", R, shows=Exists([any_of(eq(x**2, a), lt(x, 5))], of=x))
    with pytest.raises(Refused, match="alternative"):
        nowhere(options)
    restricted = Claim("test.never", R, given=[gt(x, 1)], shows=Exists([eq(x**2, a)], of=x))
    with pytest.raises(Refused, match="restricts an unknown"):
        nowhere(restricted)
    space = Space(u=Token(Interval(0, 1)), r=Real())  # a mean over the unknown tokens speaks of them as well
    u, r = space.symbols
    tokens = Claim("test.never", space, given=[gt(Mean(u, u), r)], shows=Exists([gt(u, 2)], of=u))
    with pytest.raises(Refused, match="restricts an unknown"):
        nowhere(tokens, {r: number(0)}, relation=2, steps=[])
    assert attack(tokens, 2_000).simplest is None
    apart = Claim("test.never", R, shows=Exists([eq(x**2, 1 / (a + 1))], of=x))
    with pytest.raises(Refused):  # undefined at a = -1, where nothing was shown
        nowhere(apart)


def test_never_in_a_domain_by_balls_and_with_tokens():
    space = Space(a=Positive(), x=Interval(0, 1))
    r, s = space.symbols
    sine = Claim("test.never", space, shows=Exists([eq(exp(s), -sin(r))], of=s))
    at = {r: number(1)}
    steps = [Step("value", {"shows": gt(sin(number(1)), 0)}), Step("sign", {"shows": ne(exp(s), -sin(number(1)))})]
    assert nowhere(sine, at, relation=2, steps=steps).strength == "ball"
    crowd = Space(u=Token(Real()), x=Real())
    u, t = crowd.symbols
    mean = Claim("test.never", crowd, shows=Exists([eq(t**2, -1 - Mean(u**2, u))], of=t))
    steps = [Step("sign", {"shows": ne(t**2, -1 - Mean(u**2, u))})]
    assert nowhere(mean, {u: (number(0), number(1))}, steps=steps).strength == "exact"  # for every law of u
    free = Sequent((u, t), (), (("main", ExistsGoal((t,), (eq(t**2, -1 - u**2),))),))
    data = {"relation": 0, "steps": (Step("sign", {"shows": ne(t**2, -1 - u**2)}),)}
    assert refute(free, "main", "never", {u: number(1)}, {**data, "steps": SQUARE_OF[t]}).strength == "exact"
    with pytest.raises(Refused, match="no single value"):
        refute(free, "main", "never", {u: (number(0), number(1))}, data)
