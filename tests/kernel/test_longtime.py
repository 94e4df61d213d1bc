"""Long-time claims fall only to what certainly decides them, and each condition of a refuter is needed."""

from __future__ import annotations

import importlib

import pytest

from theorems.classical.lasalle import claim as LASALLE
from theorems.classical.lasalle_proper import claim as PROPER
from verify import (
    AlmostEvery,
    Claim,
    Complex,
    Disk,
    Eventually,
    Every,
    I,
    Interval,
    Matrices,
    Mean,
    Positive,
    Real,
    Space,
    Token,
    abs2,
    any_of,
    conj,
    det,
    eq,
    exp,
    eye,
    ge,
    gt,
    im,
    log,
    lt,
    ne,
    norm2,
    re,
    sqrt,
    tr,
)
from verify.attack import attack
from verify.attention import linear
from verify.kernel.goal import LongTime, Sequent
from verify.kernel.lie import Flow
from verify.kernel.proof import Refused, Step, prove, refute
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, number
from verify.prove.argument import steps_of

ALMOST, HALF = AlmostEvery(), number("1/2")


def point(**coordinates):
    """Coordinates by symbol name, as a point of a claim's space."""

    def of(claim):
        return {sym: number(0) + coordinates[str(sym)] for sym in claim.space.scalars if str(sym) in coordinates}

    return of


def case1(start=ALMOST, given=None, target="cluster", to=None):
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    given = [any_of(ge(tr(A), 0), ge(0, det(A))), gt(norm2(A), 0)] if given is None else given(A, w)
    shows = Eventually(target, along=linear.on_ott_antonsen(A, eye(2), at=w), start=start, to=to)
    return Claim("test.case1", space, given=given, shows=shows), A, w


J_POINT = point(A11=0, A12=-1, A21=1, A22=0)


def conserved(claim, at, quantity, cofactor=ONE, start=HALF):
    (w,) = claim.shows.flow.states
    data = {"quantity": quantity, "cofactor": cofactor, "start": {w: start}}
    return refute(claim.sequent, "main", "conserved", at(claim), data)


def test_a_conserved_quantity_refutes_clustering():
    claim, _, w = case1()
    assert conserved(claim, J_POINT, abs2(w) - 1).strength == "exact"


@pytest.mark.parametrize(
    ("at", "quantity", "cofactor", "start", "words"),
    [
        (point(A11=1, A12=0, A21=0, A22=1), lambda w: abs2(w) - 1, ONE, number("1/2"), "is not conserved"),
        (point(A11=-1, A12=0, A21=0, A22=-1), lambda w: abs2(w) - 1, ONE, number("1/2"), "hypothesis"),
        (point(A11=0, A12=0, A21=0, A22=0), lambda w: abs2(w) - 1, ONE, number("1/2"), "hypothesis"),
        (J_POINT, lambda w: abs2(w) - 2, ONE, number("1/2"), "need not vanish on the target"),
        (J_POINT, lambda w: abs2(w) - 1, number(2), number("1/2"), "need not vanish on the target"),
        (J_POINT, lambda w: 0 * abs2(w), number(0), number("1/2"), "another value"),
        (J_POINT, lambda w: abs2(w) - 1, ONE, number("3/5") + I * number("4/5"), "a start"),
        (J_POINT, lambda w: (abs2(w) - 1) / (1 + abs2(w)), 1 / (1 + number(0) * I + 1), number("1/2"), "continuous"),
        (point(A11=0, A12=-1, A21=1), lambda w: abs2(w) - 1, ONE, number("1/2"), "no coordinate"),
    ],
)
def test_each_condition_of_conserved_is_needed(at, quantity, cofactor, start, words):
    claim, _, w = case1()
    with pytest.raises(Refused, match=words):
        conserved(claim, at, quantity(w), cofactor, start)


def test_a_bounded_cofactor():
    claim, _, w = case1()
    conserved(claim, J_POINT, abs2(w) ** 2 - 1, cofactor=abs2(w) + 1)


def test_a_moving_limit_bounds_no_state():
    """re(w) -> 0 along x' = -x, y' = y, where x y is conserved; so it is written as |w|^2 -> |w|^2 - re(w), and
    cofactors need not be bounded."""
    w = Space(w=Complex()).symbols

    def falls(value, quantity, cofactor, start):
        goal = LongTime(Flow.of({w: -conj(w)}), "every", "tends", abs2(w), value, (), ())
        data = {"quantity": quantity, "cofactor": cofactor, "start": {w: start}}
        return refute(Sequent((w,), (), (("main", goal),)), "main", "conserved", {}, data)

    assert falls(abs2(w) - re(w) * im(w), re(w) * im(w), ONE, 1 + I).rule == "conserved"
    with pytest.raises(Refused, match="not known to be bounded"):
        falls(abs2(w) - re(w), re(w) * im(w), im(w), 1 + I)


@pytest.mark.parametrize(
    ("rule", "rate", "target", "at", "data"),
    [
        ("equilibrium", lambda x, a: -x, lambda x, a: (x, exp(1)), {"x": 0}, {}),
        ("equilibrium", lambda x, a: -x, lambda x, a: (x + log(a), 1), {"x": 0, "a": 2}, {}),
        ("sink", lambda x, a: -x, lambda x, a: (x, exp(1)), {"x": 0}, {}),
        ("sink", lambda x, a: -x, lambda x, a: (x, a), {"x": 0, "a": exp(number(1))}, {}),
        ("sink", lambda x, a: -x * exp(a), lambda x, a: (x, 1), {"x": 0}, {}),
        ("modes", lambda x, a: x, lambda x, a: (x, 0), {"x": exp(number(1))}, {}),
        ("conserved", lambda x, a: 0 * x, lambda x, a: (x, 0), {"a": 2}, {"start": exp(number(1))}),
    ],
)
def test_what_balls_decide_weakens_the_strength(rule, rate, target, at, data):
    """Hypothesis a > 0, a start x > -1; by numbers alone the same is exact."""
    space = Space(x=Real(), a=Positive())
    x, a = space.symbols

    def found(rate, target, at, data):
        quantity, value = (number(0) + each for each in target(x, a))
        facts = (gt(a, 0), gt(x + 1, 0))
        goal = LongTime(Flow.of({x: rate(x, a)}), "every", "tends", quantity, value, (eq(x, -a),), facts[1:])
        point = {sym: number(0) + at.get(str(sym), 1) for sym in space.scalars if (sym, rule) != (x, "conserved")}
        if data:
            data = {"quantity": x, "cofactor": ONE, "start": {x: number(0) + data["start"]}}
        return refute(Sequent(space.scalars, facts, (("main", goal),)), "main", rule, point, data).strength

    assert found(rate, target, at, data) == "ball"
    plain = {"modes": ({"x": 1}, {}), "conserved": ({}, {"start": 1})}.get(rule, ({"x": 0}, {}))
    away = 0 if rule in ("modes", "conserved") else 1
    steady = {"modes": lambda x, a: x, "conserved": lambda x, a: 0 * x}.get(rule, lambda x, a: -x)
    assert found(steady, lambda x, a: (x, away), *plain) == "exact"


def test_conserved_says_nothing_about_other_targets():
    claim, _, w = case1(target="periodic")
    with pytest.raises(Refused, match="decides nothing"):
        conserved(claim, J_POINT, abs2(w) - 1)


def case4(start=ALMOST, target="periodic", to=None, given=None):
    space = Space(a=Real(), b=Real(), w=Disk())
    a, b, w = space.symbols
    flow = linear.on_ott_antonsen(eye(2), [[a, b], [-b, -a]], at=w)
    shows = Eventually(target(w) if callable(target) else target, along=flow, start=start, to=to)
    return Claim("test.case4", space, given=[lt(a, b)] if given is None else given(a, b, w), shows=shows)


SINK = point(a=-5, b=3, w=number("-4/5") + I * number("3/5"))


def test_a_sink_on_the_circle_refutes_oscillation():
    claim = case4()
    assert refute(claim.sequent, "main", "sink", SINK(claim)).rule == "sink"


@pytest.mark.parametrize(
    ("claim", "at", "words"),
    [
        (case4(), point(a=-5, b=3, w=number("4/5") + I * number("3/5")), "linearisation is stable"),  # the source
        (case4(), point(a=-5, b=3, w=number("-3/5") + I * number("4/5")), "vanishes"),  # no equilibrium
        (case4(), point(a=5, b=3, w=number("4/5") - I * number("3/5")), "hypothesis"),
        (case4(), point(a=0, b=1, w=number(0)), "linearisation is stable"),  # a centre is no sink
        (case4(), point(a=-5, b=3, w=number(-2)), "closure"),
        (case4(target="cluster"), SINK, "off the target"),  # |w| = 1 there: the claim is not touched
        (case4(target="point"), SINK, "converges to a point"),
        (case4(given=lambda a, b, w: [lt(a, b), gt(1, abs2(w) + a)]), SINK, "restricts the state"),
    ],
)
def test_each_condition_of_sink_is_needed(claim, at, words):
    with pytest.raises(Refused, match=words):
        refute(claim.sequent, "main", "sink", at(claim))


def test_a_sink_off_the_target_refutes_a_limit():
    claim = case4(target=lambda w: abs2(w), to=0)
    refute(claim.sequent, "main", "sink", SINK(claim))


def test_equilibrium_against_every_start():
    """A = diag(2, 1): w = -1/3 stays, so not every start clusters; excepting it, nothing is refuted."""
    at = point(A11=2, A12=0, A21=0, A22=1, w=number("-1/3"))
    positive = lambda A, w: [gt(tr(A), 0)]  # noqa: E731
    claim, A, w = case1(start=Every(), given=positive)
    refute(claim.sequent, "main", "equilibrium", at(claim))
    almost, _, _ = case1(given=positive)
    with pytest.raises(Refused, match="not about almost every"):
        refute(almost.sequent, "main", "equilibrium", at(almost))
    a, b = linear.coefficients(A)
    excepted, _, _ = case1(start=Every(except_=[eq(b + a.subs({}) * w, 0)]), given=positive)
    with pytest.raises(Refused, match="outside the exceptions"):
        refute(excepted.sequent, "main", "equilibrium", at(excepted))
    with pytest.raises(Refused, match="vanishes"):
        refute(claim.sequent, "main", "equilibrium", {**at(claim), w: number("1/3")})
    with pytest.raises(Refused, match="a start"):
        refute(claim.sequent, "main", "equilibrium", {**at(claim), w: number(-1)})


def test_sinks_on_the_line():
    space = Space(k=Positive(), x=Real())
    k, x = space.symbols
    claim = Claim("test.line", space, shows=Eventually(x, to=1, along={x: -k * x}, start=AlmostEvery()))
    refute(claim.sequent, "main", "sink", {k: number(2), x: number(0)})
    weak = Claim("test.weak", space, shows=Eventually(x, to=1, along={x: -k * x**3}, start=AlmostEvery()))
    with pytest.raises(Refused, match="linearisation"):
        refute(weak.sequent, "main", "sink", {k: number(2), x: number(0)})


def test_a_long_time_claim_needs_a_step_that_reaches_it():
    claim = case4()
    witness = {**SINK(claim), claim.space.symbols[2]: number(0)}
    with pytest.raises(Refused, match="without reaching"):
        prove(claim.sequent, {}, witness)
    with pytest.raises(Refused, match="no known limit"):
        prove(claim.sequent, {"main": [Step("limit")]}, witness)
    with pytest.raises(Refused, match="does not exist"):
        refute(claim.sequent, "main", "simulation", SINK(claim))


def expanding(start=None, given=None, to=1, **changes):
    """Case 1 with tr A > 0, and its argument with single ingredients changed."""
    space = Space(A=Matrices(2, 2), w=Disk())
    A, w = space.symbols
    a, b = linear.coefficients(A)
    f, N = b + conj(a) * w, 1 - abs2(w)
    flow = linear.on_ott_antonsen(A, eye(2), at=w)
    start = Every(except_=[eq(f, 0)]) if start is None else start(f, w)
    shows = Eventually(abs2(w), to=to, along=flow, start=start)
    claim = Claim("test.expanding", space, given=[gt(tr(A), 0)] if given is None else given(A, w), shows=shows)
    rate = N * tr(A) / 2 * abs2(f)

    def argument(p):
        p.stays(changes.get("multiplier", -re(conj(w) * f)))
        p.lie(abs2(f), rate, along=flow)
        if "no_sign" not in changes:
            p.sign(ge(rate, 0))
        p.cites(LASALLE, lyapunov=abs2(f), rate=rate, zero=changes.get("zero", lambda N, f: N)(N, f))
        p.limit()

    claim.argument(argument)
    witness = dict(zip(space.scalars, map(number, (1, 0, 0, 1, 0)), strict=True))
    return prove(claim.sequent, steps_of(claim), witness, {LASALLE.id: LASALLE.offers}.get)


def test_growth_and_a_cited_theorem_prove_clustering():
    proof = expanding()
    assert proof.uses == ("classical.lasalle-growing",)
    expanding(start=lambda f, w: Every(except_=[eq(f, 0), eq(w, 0)]))  # more exceptions say less


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"start": lambda f, w: Every()}, "no known limit"),  # the equilibrium stays
        ({"start": lambda f, w: Every(except_=[eq(w, 0)])}, "no known limit"),
        ({"start": lambda f, w: AlmostEvery()}, "no known limit"),  # not shown by these rules yet
        ({"to": 0}, "no known limit"),
        ({"given": lambda A, w: [ge(tr(A), 0)]}, "obligation"),
        ({"given": lambda A, w: []}, "not manifestly nonnegative"),
        ({"given": lambda A, w: [gt(tr(A) + re(w), 0)]}, "restricts the state"),
        ({"no_sign": True, "given": lambda A, w: []}, "obligation"),
        ({"multiplier": number(0)}, "stays"),
        ({"zero": lambda N, f: abs2(f)}, "obligation"),
    ],
)
def test_each_ingredient_of_the_proof_is_needed(changes, words):
    with pytest.raises(Refused, match=words):
        expanding(**changes)


def test_the_proper_function_needs_a_compact_state_space():
    """x' = 1 on x > 0: 1/x falls and is infinite at 0, and x does not tend to 0."""
    space = Space(x=Positive())
    x = space.symbols
    case = Claim("test.proper", space, shows=Eventually(x, to=0, along={x: 1}, start=Every()))

    def argument(p):
        rate = -1 * (1 / x) * (1 / x)
        p.inside(eq(case.shows.flow.derivative(1 / x), rate))
        p.inside(ge(0, rate))
        p.inside(ne(1 / x, 0))
        p.cites(PROPER, above=ONE, below=x, rate=rate, zero=x)
        p.limit()

    case.argument(argument)
    with pytest.raises(Refused, match="compact"):
        prove(case.sequent, steps_of(case), {x: number(1)}, {PROPER.id: PROPER.offers}.get)


def test_cited_results_are_known_by_id_alone():
    with pytest.raises(Refused, match="not a cited result"):
        claim = importlib.import_module("theorems.linear.value_identity_expanding").claim
        witness = dict(zip(claim.space.scalars, map(number, (1, 0, 0, 1, 1, 0)), strict=True))
        prove(claim.sequent, steps_of(claim), witness)


def test_starts_that_a_root_makes_a_single_point_are_no_open_set():
    """sqrt(-x^2) > -1 holds at x = 0 alone, a null set: what happens there says nothing of almost every start."""
    x = Space(x=Real()).symbols
    where = Relation("gt", sqrt(-(x**2)) + 1, number(0))

    def falls(rule, rate, starts, at, data):
        goal = LongTime(Flow.of({x: rate}), "almost every", "tends", x, number(5), (), starts)
        return refute(Sequent((x,), starts, (("main", goal),)), "main", rule, at, data)

    sink = ("sink", -x, {x: number(0)}, {})
    stays = ("conserved", 0 * x, {}, {"quantity": x - 5, "cofactor": ONE, "start": {x: number(0)}})
    for rule, rate, at, data in (sink, stays):
        assert falls(rule, rate, (), at, data).rule == rule
        with pytest.raises(Refused, match="not known to be an open set"):
            falls(rule, rate, (where,), at, data)


@pytest.mark.parametrize("rule", ["conserved", "modes"])
def test_a_flow_without_values_near_the_start_refutes_nothing(rule):
    """y' = 0 keeps y, so that y does not tend to 0; but is there a flow, and has the quantity a value?"""
    x, y = Space(x=Real(), y=Real()).symbols

    def falls(rate, quantity=y, start=0):
        goal = LongTime(Flow.of({x: rate, y: 0 * y}), "almost every", "tends", quantity, number(0), (), ())
        at = {x: number(start), y: number(1)}
        data = {"quantity": y, "cofactor": ONE, "start": at} if rule == "conserved" else {}
        return refute(Sequent((x, y), (), (("main", goal),)), "main", rule, {} if data else at, data)

    assert falls(x).rule == rule
    cases = [(log(number(-1)), y, 0, "the claim is undefined")]
    if rule == "conserved":  # modes takes no function of the states
        assert falls(sqrt(1 - x**2), start=0).rule == falls(x, y + 0 * sqrt(x)).rule == rule
        cases += [
            (log(x), y, 0, "the claim is undefined"),
            (sqrt(x), y, 0, "may fail nearby"),  # nothing is said of x < 0
            (x, y + 0 * sqrt(x), -1, "the claim is undefined"),
        ]
    for rate, quantity, start, words in cases:
        with pytest.raises(Refused, match=words):
            falls(rate, quantity, start)


def test_a_sink_without_values_near_it_refutes_nothing():
    """1 + sqrt(-x^2) has a value at x = 0 alone, 1 + sqrt(x) at all starts near it, if they are those with x > 0."""
    x = Space(x=Real()).symbols

    def falls(quantity, *starts):
        goal = LongTime(Flow.of({x: -x}), "almost every", "tends", 1 + quantity, number(0), (), starts)
        return refute(Sequent((x,), starts, (("main", goal),)), "main", "sink", {x: number(0)})

    assert falls(x).rule == falls(sqrt(x + 1)).rule == falls(sqrt(x), gt(x, 0)).rule == "sink"
    for quantity, starts in ((sqrt(-(x**2)), ()), (sqrt(x), ()), (sqrt(-x), (gt(x, 0),))):
        with pytest.raises(Refused, match="may fail nearby"):
            falls(quantity, *starts)


def test_tokens_as_parameters_and_as_states():
    """A hypothesis on a token holds for each; a flow of tokens, in any number, is refuted by no orbit of a few."""
    space = Space(x=Real(), t=Token(Interval(0, 1)))
    x, t = space.symbols
    claim = Claim("test.tokens", space, shows=Eventually(x, to=1, along={x: -x * Mean(t, t)}, start=Every()))
    zero, half = number(0), number("1/2")
    assert refute(claim.sequent, "main", "equilibrium", {x: zero, t: (half, zero)}).rule == "equilibrium"
    for rule, at, words in (
        ("equilibrium", {x: zero, t: (half, number(2))}, "hypothesis"),
        ("sink", {x: zero, t: (half, half)}, "inside a mean|has no single value|no derivative|sink"),
    ):
        with pytest.raises(Refused, match=words):
            refute(claim.sequent, "main", rule, at)
    space = Space(x=Token(Real()))
    x = space.symbols
    claim = Claim("test.tokens", space, shows=Eventually(Mean(x**2, x), to=1, along={x: -Mean(x, x)}, start=Every()))
    with pytest.raises(Refused, match="number is not known"):
        refute(claim.sequent, "main", "equilibrium", {x: (zero,)})
    assert attack(claim, 2_000).simplest is None
