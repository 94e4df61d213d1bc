"""Bounds along a flow: textbook comparisons are accepted, each condition of the rule and of its refuters is needed."""

from __future__ import annotations

import json
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import (
    Bound,
    Claim,
    Complex,
    Eventually,
    Every,
    I,
    Inequality,
    Interval,
    Mean,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    TermError,
    Token,
    abs2,
    absolute,
    any_of,
    conj,
    eq,
    exp,
    ge,
    gt,
    le,
    log,
    lt,
    maximum,
    ne,
    sqrt,
)
from verify import certificate as certificates
from verify.attack import attack, find_witness
from verify.attack.witness import find_part_witness
from verify.check import replay
from verify.kernel.goal import own_hypotheses
from verify.kernel.proof import Refused, Step, prove, refute
from verify.kernel.term import number
from verify.prove.argument import steps_of


def claim(space, shows, argument=None, given=()):
    found = Claim("test.bound", space, shows=shows, given=given)
    if argument is not None:
        found.argument(argument)
    return found


def proof_of(claim):
    (own,) = [own_hypotheses(goal, claim.sequent.facts) for _, goal in claim.sequent.goals]
    inhabited = {"main": find_part_witness(claim, own)} if own else {}
    return prove(claim.sequent, steps_of(claim), find_witness(claim), lambda _: None, inhabited)


def refused(claim, words):
    with pytest.raises(Refused, match=words):
        proof_of(claim)


G = Space(t=Nonneg(), y=Real(), u=Real(), y0=Real(), r=Real(), c=Real())
t, y, u, y0, r, c = G.symbols
BARRIER = y0 * exp(r * t) + c * (exp(r * t) - 1) / r
START = [eq(t, 0), eq(y, y0)]


SLOWER = [le(u, r * y + c)]
REGULAR = [ne(r, 0)]


def gronwall(relation, rate=r, source=r * y + c - u, start=START, during=SLOWER, given=REGULAR):
    shows = Bound(relation, along={t: 1, y: u}, inputs=(u,), start=start, during=during)
    equal = eq(relation.left, relation.right)
    return claim(G, shows, lambda p: p.compare(rate, source, by=lambda q: q.ring(equal)), given)


def test_gronwall():
    """y' <= r y + c, whatever y' is."""
    proof = proof_of(gronwall(le(y, BARRIER)))
    assert proof.strength == "exact"
    assert proof.steps["main"][0].rule == "compare"


P = Space(t=Nonneg(), y=Real(), a=Real())
time, x, a = P.symbols
BLOW_UP = {time: 1, x: x**2}
LOW = [eq(time, 0), le(x, 1)]


def quadratic(relation, rate, source=0, start=LOW, by=None, along=BLOW_UP):
    """x' = x^2 up to the pole of its bound."""
    shows = Bound(relation, along=along, start=start, during=[lt(time, 1)])
    return claim(P, shows, lambda p: p.compare(rate, source, by=by))


POLE = 1 / (1 - time)


def at_start(relation, form):
    return lambda q: q.sign(relation, as_=form)


def test_a_barrier_with_a_pole():
    weak, strict = le(x, POLE), lt(x, POLE)
    by = at_start(weak, (1 - x) + time / (1 - time))
    assert proof_of(quadratic(weak, POLE + x, by=by)).strength == "exact"
    below = at_start(strict, (1 - x) + time / (1 - time))
    assert proof_of(quadratic(strict, POLE + x, start=(eq(time, 0), lt(x, 1)), by=below))
    steeper = quadratic(weak, POLE + x, source=1, by=by, along={time: 1, x: x**2 - 1})
    assert proof_of(steeper)
    refused(quadratic(strict, POLE + x, by=below), "at the start: step 1: sign")


def test_a_sign_is_kept():
    logistic = {time: 1, x: x * (a - x)}
    kept = claim(P, Bound(gt(x, 0), along=logistic, start=[gt(x, 0)]), lambda p: p.compare(a - x, 0))
    assert proof_of(kept)
    refused(claim(P, Bound(gt(x, 0), along=logistic), lambda p: p.compare(a - x, 0)), "at the start y > 0")
    refused(claim(P, Bound(gt(x, 0), along=logistic, start=[ge(x, 0)]), lambda p: p.compare(a - x, 0)), "at the start")


def test_complex_states():
    space = Space(w=Complex())
    w = space.symbols
    shows = Bound(le(abs2(w), 1), along={w: (I - 1) * w}, start=[le(abs2(w), 1)])
    assert proof_of(claim(space, shows, lambda p: p.compare(-2, 2)))
    shows = Bound(ge(1, abs2(w)), along={w: w * (1 - abs2(w))}, start=[le(abs2(w), 1)])
    assert proof_of(claim(space, shows, lambda p: p.compare(-2 * abs2(w), 0)))
    refused(claim(space, shows, lambda p: p.compare(-2 * w * conj(w), 0)), "is not real")


def test_what_is_supposed_is_inhabited():
    """No solution starts where y = 0 and y = 1."""
    shows = Bound(ge(x, 0), along={time: 1, x: x}, start=[eq(x, 0), eq(x, 1)])
    empty = claim(P, shows, lambda p: p.compare(1, 0))
    assert find_part_witness(empty, own_hypotheses(empty.sequent.goal("main"), empty.sequent.facts), 3_000) is None
    with pytest.raises(Refused, match="hypotheses of their own"):
        prove(empty.sequent, steps_of(empty), find_witness(empty))


def test_what_is_learned_holds_along_the_solution():
    """The source is positive by a step; the part of the flow that is unknown enters by what is known on the way."""

    def argument(p):
        p.sign(ge(x**2 - 2 * x + 2, 0), as_=(x - 1) ** 2 + 1)
        p.compare(0, x**2 - 2 * x + 2)

    shows = Bound(ge(x, 0), along={time: 1, x: x**2 - 2 * x + 2}, start=[eq(x, 0)])
    assert proof_of(claim(P, shows, argument))


# near misses at a regular start


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (gronwall(le(y, BARRIER), during=[ge(u, r * y + c)]), "0 is not shown"),
        (gronwall(le(y, BARRIER), during=[]), "0 is not shown"),
        (gronwall(le(y, BARRIER), rate=-r), "the derivative of"),
        (gronwall(le(y, BARRIER), source=r * y + c - u + 1), "the derivative of"),
        (gronwall(le(y, BARRIER), start=[eq(t, 0)]), "at the start"),
        (gronwall(le(y, BARRIER), start=[eq(y, y0)]), "at the start"),
        (gronwall(lt(y, BARRIER)), "at the start"),
        (gronwall(le(y, BARRIER), given=[]), "obligation r != 0 is open"),
        (gronwall(le(y, BARRIER), given=[ne(r, 0), le(y, 5)]), "restricts the state"),
        (gronwall(le(y, BARRIER), given=[ne(r, 0), le(u, r * y + c)], during=[]), "restricts the state"),
        (gronwall(le(y, BARRIER), given=[ne(r, 0), le(u, 1)]), "restricts the state"),
        (gronwall(le(y, BARRIER), rate=r * (u / u)), "must not speak of u"),
        (gronwall(le(y, u + BARRIER)), "must not speak of u"),
        (gronwall(le(y, BARRIER), during=[le(u, r * y + c), le(2 * y, 2 * BARRIER)]), "manifest from what is supposed"),
    ],
)
def test_each_condition_is_needed(wrong, words):
    refused(wrong, words)


def test_the_rate_is_continuous():
    """x' = x/(1 - t) * (1 - t): the rate must have a value on the way, and no moving mean."""
    plain = Bound(ge(x, 0), along={time: 1, x: x}, start=[ge(x, 0)])
    assert proof_of(claim(P, plain, lambda p: p.compare(1, 0)))
    refused(claim(P, plain, lambda p: p.compare((1 - time) / (1 - time), 0)), "obligation")
    refused(claim(P, plain, lambda p: p.compare(x / x, 0)), "obligation")
    T = Space(t=Nonneg(), x=Real(), z=Token(Real()))
    s, q, z = T.symbols
    moving, still = Mean(z * s, z), Mean(z, z)
    for rate, words in ((still, None), (moving, "moves smoothly")):
        shown = claim(
            T, Bound(ge(q, 0), along={s: 1, q: q * rate}, start=[ge(q, 0)]), lambda p, r=rate: p.compare(r, 0)
        )
        proof_of(shown) if words is None else refused(shown, words)
    shows = Bound(ge(Mean(exp(s * z), z), 1 - s), along={s: 1, q: q}, start=[eq(s, 0)])
    refused(claim(T, shows, lambda p: p.compare(0, Mean(z * exp(s * z), z) + 1)), "moves smoothly")


def test_the_bound_is_differentiable():
    shows = Bound(ge(maximum(x, a), a - 1), along={time: 1, x: x}, start=[ge(x, 0)])
    refused(claim(P, shows, lambda p: p.compare(0, 0)), "has no derivative everywhere")
    shows = Bound(le(absolute(x), exp(time)), along={time: 1, x: x}, start=[eq(x, 0), eq(time, 0)])
    refused(claim(P, shows, lambda p: p.compare(1, 0)), "obligation y != 0")


def test_the_bound_is_not_supposed():
    with pytest.raises(TermError, match="among what is supposed"):
        Bound(ge(x, 0), along={time: 1, x: x}, during=[ge(x, 0)]).goals(P)
    space = Space(x=Nonneg())
    shows = Bound(ge(2 * space.symbols, 0), along={space.symbols: space.symbols - 1})
    refused(claim(space, shows, lambda p: p.compare(0, 0)), "manifest from what is supposed")


def test_bounds_are_orders_of_symbols_of_the_space():
    stranger = Space(b=Real()).symbols
    with pytest.raises(TermError, match="a bound is one of"):
        Bound(eq(x, 0), along={x: x}).goals(P)
    with pytest.raises(TermError, match="not in the space"):
        Bound(ge(x, 0), along={x: x}, start=[ge(stranger, 0)]).goals(P)
    with pytest.raises(TermError, match="input"):
        Bound(ge(x, 0), along={x: x}, inputs=(x,)).goals(P)


def test_branches():
    """The sign of a parameter may be split, that of a state or of a value that changes with it may not."""
    shows = Bound(ge(x, 0), along={time: 1, x: a * x}, start=[ge(x, 0)])

    def split(value):
        return lambda p: p.cases(any_of(ge(value, 0), lt(value, 0)), *[lambda q: q.compare(a, 0)] * 2)

    assert proof_of(claim(P, shows, split(a)))
    refused(claim(P, shows, split(x)), "follows whole solutions")
    refused(claim(P, shows, split(time - 1)), "follows whole solutions")

    def introduced(p):
        split(p.between("s", lambda s: s - x, x - 1, x + 1) - 1)(p)

    refused(claim(P, shows, introduced), "follows whole solutions")

    def as_rate(p):
        root = p.between("s", lambda s: s - a, a - 1, a + 1)
        p.compare(root, 0)

    refused(claim(P, shows, as_rate), "must not speak of s")


def test_only_bounds_are_compared_and_rules_of_orbits_leave_them_alone():
    with pytest.raises(TermError, match="the goal is another"):
        steps_of(claim(P, Inequality(x**2, ">=", 0), lambda p: p.compare(0, 0)))
    other = claim(P, Eventually(x, along={x: -x}, to=0, start=Every()))
    step = Step("compare", {"rate": number(0), "source": number(0)})
    with pytest.raises(Refused, match="compare shows bounds"):
        prove(other.sequent, {"main": [step]}, find_witness(other))
    plain = Bound(ge(x, 0), along={time: 1, x: x}, start=[ge(x, 0)])
    for rule in (lambda p: p.inside(ge(x, 0)), lambda p: p.stays(1)):
        refused(claim(P, plain, rule), "orbits")


# singular starts

S = Space(s=Positive(), v=Real())
s, v = S.symbols
LINEAR = {s: 1, v: 1 - 2 * v / s}  # its solutions are s/3 + constant/s^2


BETWEEN = [ge(v, -1), le(v, 1)]


def singular(relation, source, by, power=2, during=BETWEEN, above=0, **data):
    """The rate is -2/s, so that the power 2 leaves nothing of it, and a greater one too much."""
    shows = Bound(relation, along=LINEAR, singular=(s, 0), during=during)
    more = {"near": 1, "below": -2, "power": power, "above": above, **data}

    def near(p):
        if power in (1, 2):
            p.sign(ge(above, -2 / s + power / s), as_=above + (2 - power) / s)
        if by is not None:
            by(p)

    return claim(S, shows, lambda p: p.compare(-2 / s, source, by=near, **more))


def lower(q):
    """v - q s >= -2 where v >= -1 and s <= 1."""
    return lambda p: p.sign(ge(v - q * s, -2), as_=(5 * (v + 1) + 5 * q * (1 - s) + 5 * (1 - q)) / 5)


def upper(q):
    return lambda p: p.sign(ge(q * s - v, -2), as_=(5 * (1 - v) + 5 * q * s + 5) / 5)


QUARTER, THIRD, HALF = (number(Fraction(1, k)) for k in (4, 3, 2))


def test_a_singular_start():
    assert proof_of(singular(gt(v, s / 4), QUARTER, lower(QUARTER))).strength == "exact"
    assert proof_of(singular(lt(v, s / 2), HALF, upper(HALF)))
    assert proof_of(singular(ge(v, s / 3), 0, lower(THIRD)))
    assert proof_of(singular(le(v, s / 3), 0, upper(THIRD)))
    assert proof_of(singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=1, during=[ge(v, -1)], above=3))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (singular(gt(v, s / 3), 0, lower(THIRD)), "0 > 0 is not shown"),
        (singular(gt(v, s / 2), number("-1/2"), lower(HALF)), "is not shown"),
        (singular(gt(v, s / 4), HALF, lower(QUARTER)), "the derivative of"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=0), "0 > 0 is not shown"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=-2), "-2 > 0 is not shown"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=3), "near the start 0 >= "),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=3, above=9), "near the start 9 >= "),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=3, above=1 / s), "must not speak of s"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), power=2 + 0 * v / v), "must not speak of v"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), during=[le(v, 1)]), "near the start: step 2: sign"),
        (singular(gt(v, s / 4), QUARTER, None), "near the start v - "),
        (singular(gt(v, s / 4), QUARTER, None, below=v - s / 4), "must not speak of"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), near=0), "0 > 0 is not shown"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), near=None), "near the start: step 2: sign"),
        (singular(gt(v, s / 4), QUARTER, lower(QUARTER), near=s), "must not speak of s"),
    ],
)
def test_each_condition_at_a_singular_start_is_needed(wrong, words):
    refused(wrong, words)


def test_a_singular_start_is_at_a_clock():
    for along, end, words in (
        ({s: 2, v: v}, 0, "rate 1"),
        ({s: s, v: v}, 0, "rate 1"),
        ({v: v}, 0, "rate 1"),
        (LINEAR, v, "constant"),
    ):
        with pytest.raises(TermError, match=words):
            Bound(gt(v, 0), along=along, singular=(s, end)).goals(S)
    with pytest.raises(TermError, match="no facts of its own"):
        Bound(gt(v, 0), along=LINEAR, singular=(s, 0), start=[gt(v, 0)]).goals(S)
    shows = Bound(gt(v, s / 4), along=LINEAR, singular=(s, 1), during=[ge(v, -1)])
    moved = claim(S, shows, lambda p: p.compare(-2 / s, QUARTER, power=2, by=lower(QUARTER)))
    refused(moved, "s > 1 is not shown")


def test_a_lower_bound_of_the_bound_is_needed():
    """v = s/3 - 1/s^2 starts at -infinity, and is below s/4."""
    shows = Bound(gt(v, s / 4), along=LINEAR, singular=(s, 0))
    for below in (-2, -(10**9)):
        free = claim(S, shows, lambda p, at=below: p.compare(-2 / s, QUARTER, power=2, below=at, near=1))
        refused(free, "near the start")


# truth, by closed forms

small = st.fractions(-3, 3, max_denominator=4)


@given(small, small, small, small, small)
@settings(max_examples=60, deadline=None)
def test_what_is_accepted_is_true(rate, constant, start, level, slope):
    """x' = rate x + constant from `start`, against the line level + slope t, at times at which x is known."""
    line, flow = number(level) + number(slope) * time, {time: 1, x: number(rate) * x + number(constant)}
    shows = Bound(le(x, line), along=flow, start=[eq(time, 0), eq(x, number(start))])
    source = number(slope) - number(rate) * line - number(constant)

    def argument(p):
        p.compare(number(rate), source, by=lambda q: q.sign(le(x, line), as_=number(level - start)))

    try:
        proof_of(claim(P, shows, argument))
    except Refused:
        return
    for at in (0, 0.25, 1, 4):
        grown = mpmath.exp(float(rate) * at)
        true = float(start) * grown + float(constant) * ((grown - 1) / float(rate) if rate else at)
        assert true <= float(level) + float(slope) * at + 1e-9


# certificates


def test_the_certificate_of_a_bound_replays():
    for each in (gronwall(le(y, BARRIER)), singular(gt(v, s / 4), QUARTER, lower(QUARTER))):
        proof = proof_of(each)
        data = json.loads(json.dumps(certificates.to_json(each.id, str(each), proof)))
        (again,) = replay(data, each.sequent, lambda _: None)
        assert again.steps == proof.steps
        other = singular(gt(v, s / 4), QUARTER, lower(QUARTER), during=[ge(v, -2)])
        assert certificates.sequent_digest(other.sequent) != data["sequent"]


# refutations

FROM_HALF = [eq(time, 0), eq(x, "1/2")]  # x = 1/(2 - t)


def later(relation, at, start=FROM_HALF, during=(), along=BLOW_UP, **numbers):
    found = claim(P, Bound(relation, along=along, start=start, during=during))
    point = {time: number(0), x: HALF, a: number(0)}
    data = {"time": Fraction(at), "order": 16, "length": Fraction(1, 32), "precision": 128, **numbers}
    return refute(found.sequent, "main", "flow", point, data)


def test_a_bound_fails_at_its_start():
    found = claim(P, Bound(lt(x, 1), along=BLOW_UP, start=[le(x, 1)], during=[lt(time, 1)]))
    assert refute(found.sequent, "main", "point", {time: number(0), x: number(1), a: number(0)}).strength == "exact"
    for point, words in (
        ({time: number(0), x: number(2), a: number(0)}, "does not certainly satisfy"),
        ({time: number(1), x: number(1), a: number(0)}, "does not certainly satisfy"),
        ({time: number(0), x: number(0), a: number(0)}, "does not certainly fail"),
        ({time: number(0), x: number(1)}, "no coordinate"),
    ):
        with pytest.raises(Refused, match=words):
            refute(found.sequent, "main", "point", point)
    with pytest.raises(Refused, match="point, flow and path"):
        refute(found.sequent, "main", "equilibrium", {time: number(0), x: number(1), a: number(0)})


def test_a_bound_fails_later():
    assert later(le(x, 1), "3/2").strength == "ball"
    assert later(le(x, "3/4"), "31/32", during=[lt(time, 1)])
    assert later(le(x, 1), "3/2", during=[ge(x, "1/2"), gt(x, 0), ne(x, 0), le(x, 3)]).rule == "flow"


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: later(le(x, 1), "1/2"), "is not certain"),
        (lambda: later(le(x, 1), 1), "is not certain"),
        (lambda: later(le(x, 1), 2), "flow: "),
        (lambda: later(le(x, 1), "3/2", during=[le(x, "3/2")]), "on the way is not certain"),
        (lambda: later(le(x, "3/4"), 1, during=[lt(time, 1)]), "on the way is not certain"),
        (lambda: later(le(x, 1), "3/2", during=[gt(absolute(time - 1), 0)]), "on the way is not certain"),
        (lambda: later(le(x, 1), "3/2", during=[ne(x, "3/2")]), "on the way is not certain"),
        (lambda: later(le(x, 1), "3/2", during=[eq(x * (2 - time), 1)]), "is not decided"),
        (lambda: later(le(x, 1), "3/2", during=[gt(x, "1/2")]), "does not certainly satisfy"),
        (lambda: later(le(x, 1), "3/2", start=[eq(time, 0), eq(x, "1/3")]), "does not certainly satisfy"),
        (lambda: later(le(x, 1), "-1"), "is not made of"),
        (lambda: later(le(x, 1), "3/2", length=Fraction(0)), "is not made of"),
        (lambda: later(le(x, 1), "3/2", length=Fraction(1, 10**6)), "is not made of"),
        (lambda: later(le(x, 1), "3/2", order=1), "out of range"),
        (lambda: later(le(x, 1), "3/2", precision=2), "out of range"),
        (lambda: later(le(x, 1), "3/2", along={time: 1, x: maximum(x, 0) ** 2}), "flow: "),
    ],
)
def test_each_condition_of_following_is_needed(attempt, words):
    with pytest.raises(Refused, match=words):
        attempt()


def test_what_is_supposed_holds_all_the_way():
    """On the unit circle the first coordinate is below -1/2 between times 2 pi/3 and 4 pi/3."""
    space = Space(t=Nonneg(), p=Real(), q=Real())
    clock, p, q = space.symbols
    point = {clock: number(0), p: number(1), q: number(0)}
    for low, length, accepted in (("-1/2", "1/8", False), ("-1/2", "1/2", False), ("-9/8", "1/8", True)):
        shows = Bound(le(clock, 5), along={clock: 1, p: q, q: -p}, start=[eq(clock, 0)], during=[ge(p, low)])
        found = claim(space, shows)
        data = {"time": Fraction(6), "order": 24, "length": Fraction(length), "precision": 128}
        if accepted:
            assert refute(found.sequent, "main", "flow", point, data)
            continue
        with pytest.raises(Refused, match="on the way"):
            refute(found.sequent, "main", "flow", point, data)


def test_hypotheses_hold_all_the_way_and_for_what_a_mean_binds():
    """z = 1 + t is above 3 at time 3, but then it is no longer below 2, and neither is the mean of the one token."""
    data = {"time": Fraction(3), "order": 16, "length": Fraction(1, 4), "precision": 128}

    def passes(space, given=(), during=()):
        sym = space.symbols
        shows = Bound(le(sym, 3), along={sym: 1}, start=[eq(sym, 1)], during=during)
        return refute(claim(space, shows, given=given).sequent, "main", "flow", {sym: number(1)}, data)

    line, tokens = Space(z=Real()), Space(z=Token(Real()))
    z = line.symbols
    for space, said in ((line, z), (tokens, Mean(z, z))):
        assert passes(space, during=[le(said, 5)]).rule == passes(space, during=[le(1, said)]).rule == "flow"
        with pytest.raises(Refused, match="on the way"):
            passes(space, during=[le(said, 2)])
    assert passes(line, given=[lt(z, 5)]).rule == "flow"
    with pytest.raises(Refused, match="on the way"):
        passes(line, given=[lt(z, 2)])


def test_complex_and_singular_ones_are_not_followed():
    space = Space(w=Complex())
    w = space.symbols
    found = claim(space, Bound(le(abs2(w), 1), along={w: w}))
    data = {"time": Fraction(1), "order": 16, "length": Fraction(1, 32), "precision": 128}
    with pytest.raises(Refused, match="real states"):
        refute(found.sequent, "main", "flow", {w: number(1)}, data)
    found = singular(gt(v, s / 2), number("-1/2"), lower(HALF))
    for rule in ("point", "flow"):
        with pytest.raises(Refused, match="singular"):
            refute(found.sequent, "main", rule, {s: number(1), v: number(0)}, data)


def test_the_attack_finds_them():
    found = attack(gronwall(le(y, y0 * exp(r * t))), 20_000)
    assert found.simplest is not None and found.simplest.rule == "flow"
    found = attack(gronwall(lt(y, BARRIER)), 20_000)
    assert found.simplest is not None and found.simplest.rule == "point"
    found = attack(gronwall(le(y, BARRIER)), 20_000)
    assert found.simplest is None


# bounds for solutions in closed form

F = Space(k=Positive(), n=Real())
k, n = F.symbols
H = Space(h=Nonneg(), n=Real())
h = H.symbols[0]
LOWER = singular(gt(v, s / 4), QUARTER, lower(QUARTER), during=[ge(v, -1)])
GROWS = claim(P, Bound(ge(x, 1), along={time: 1, x: a * x}, start=[ge(x, 1)], during=[gt(x, 0)]))
GRONWALL = gronwall(le(y, BARRIER))
THIRDS = {s: k, v: k / 3}
R = Space(o=Real(), q=Real())
o, q = R.symbols
ANYWHERE = claim(R, Bound(gt(q, -5), along={o: 1, q: 1}, singular=(o, 0)))
M = Space(j=Positive(), z=Token(Interval(0, 1)))
j, z = M.symbols
MOVES = Mean(j * z, z)
COUNT = Space(o=Real(), m=Natural(0))
m = COUNT.symbols[1]
COUNTED = claim(COUNT, Bound(gt(o, -5 - m), along={o: 1}, singular=(o, 0)), given=[gt(m, 0)])
CLOCK = claim(R, Bound(gt(o, -5), along={o: 1, q: 1}, singular=(o, 0)))
CORNER = sqrt((k - 1) ** 2)
AVERAGED = claim(M, Bound(gt(j, Mean(z, z) - 5), along={j: 1}, singular=(j, 0)))
CHOSEN = Space(c=Real()).symbols
EXPONENTIAL = {time: h, x: exp(h), a: 1}


def applied(bound, shows, at, low=None, variable=None, space=None, given=(), before=lambda p: None):
    """An inequality shown as an instance of a bound."""
    space = space or (F if low is None else H)

    def argument(p):
        before(p)
        p.solution("test.other", at, space.symbols[0] if variable is None else variable, low=low)

    found = claim(space, shows, argument, given)
    return prove(found.sequent, steps_of(found), find_witness(found), {"test.other": bound.offers}.get)


def chosen(p):
    p.between("c", lambda c: c - k, k - 1, k + 1)


def test_a_bound_holds_for_a_solution():
    proof = applied(LOWER, Inequality(k / 3, ">", k / 4), THIRDS)
    assert proof.uses == ("test.other",)
    assert proof.strength == "exact"
    assert applied(GROWS, Inequality(exp(h), ">=", 1), EXPONENTIAL, low=0)


def test_a_bound_with_inputs_holds_for_what_is_slower():
    """y = 1 + h has y' = 1 <= y: so 1 + h <= exp(h)."""
    at = {t: h, y: 1 + h, u: number(1), y0: number(1), r: number(1), c: number(0)}
    bound = le(y, BARRIER).subs(at)
    assert applied(GRONWALL, Inequality(bound.left, ">=", bound.right), at, low=0)
    with pytest.raises(Refused, match="supposes, is not shown"):
        applied(GRONWALL, Inequality(bound.left, ">=", bound.right), {**at, y: 1 + 2 * h, u: number(2)}, low=0)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (
            lambda: applied(LOWER, Inequality(k / 3 - k**-2, ">", k / 4), {s: k, v: k / 3 - k**-2}),
            "-1, which test.other",
        ),
        (lambda: applied(LOWER, Inequality(k, ">", k / 4), {s: k, v: k}), "the slope 1 of v is not identically"),
        (lambda: applied(LOWER, Inequality(k, ">", k / 4), {s: 2 * k, v: k / 3}), "the slope 2 of s"),
        (lambda: applied(LOWER, Inequality(k, ">", k / 4), {s: k + 1, v: (k + 1) / 3}), "is to be the time k"),
        (lambda: applied(LOWER, Inequality(k, ">", k / 4), {s: k}), "needs values of s, v"),
        (lambda: applied(LOWER, Inequality(k, ">", k / 4), THIRDS, variable=n), "the slope 0 of s"),
        (lambda: applied(LOWER, Inequality(k / 3, ">", k / 4), THIRDS, given=[ge(k, 1)]), "range of k"),
        (lambda: applied(LOWER, Inequality(k / 3, ">", k / 4), THIRDS, given=[ne(k, 1)]), "no interval"),
        (lambda: applied(ANYWHERE, Inequality(n, ">", -5), {o: n, q: n}, variable=n), "n > 0 is not shown"),
        (lambda: applied(ANYWHERE, Inequality(k, ">", -5), {o: k, q: CHOSEN}, before=chosen), "was introduced"),
        (lambda: applied(ANYWHERE, Inequality(MOVES, ">", -5), {o: j, q: MOVES}, space=M), "smoothly is not decided"),
        (lambda: applied(AVERAGED, Inequality(k, ">", -5), {j: k, z: k}), "not supported"),
        (lambda: applied(COUNTED, Inequality(k, ">", -5), {o: k, m: number(0)}), "which test.other supposes"),
        (lambda: applied(COUNTED, Inequality(k, ">", -5), {o: k, m: HALF}), "m is natural"),
        (lambda: applied(CLOCK, Inequality(k, ">", -5), {o: k, q: k + log(n) - log(n)}), "obligation n > 0"),
        (lambda: applied(CLOCK, Inequality(k, ">", -5), {o: k, q: k + CORNER - CORNER}), "obligation sqrt"),
        (lambda: applied(CLOCK, Inequality(k, ">", -5), {o: k + 0, q: k}, variable=k + n), "time is a real symbol"),
        (lambda: applied(claim(F, Inequality(k, ">", 0)), Inequality(k, ">", 0), {k: k, n: n}), "has no bound"),
        (lambda: applied(GROWS, Inequality(exp(k), ">=", 1), {time: k, x: exp(k), a: 1}, low=0, space=F), "range of k"),
        (lambda: applied(GROWS, Inequality(exp(h), ">=", 1), EXPONENTIAL, space=H), "needs low"),
        (lambda: applied(GROWS, Inequality(exp(h), ">=", 1), EXPONENTIAL, low=h), "moves with h"),
        (lambda: applied(GROWS, Inequality(exp(h), ">=", 1), EXPONENTIAL, low=-1), "range of h"),
        (lambda: applied(GROWS, Inequality(exp(h), ">=", 1), EXPONENTIAL, low=1), "h >= 1 is not shown"),
        (lambda: applied(GROWS, Inequality(exp(h), ">=", 2), {**EXPONENTIAL, x: exp(h) / 2}, low=0), "at the start"),
        (
            lambda: applied(GROWS, Inequality(exp(h), ">=", 1), {time: h, x: exp(h**2), a: 2 * h}, low=0),
            "is constant in",
        ),
        (lambda: applied(GROWS, Inequality(exp(h), ">=", 1), {**EXPONENTIAL, a: I}, low=0), "a is real"),
    ],
)
def test_each_condition_of_a_solution_is_needed(attempt, words):
    with pytest.raises(Refused, match=words):
        attempt()
