"""Validated flows: solutions that are known in closed form are enclosed, enclosures by different steps meet, and
what cannot be followed is refused with the time and the reason."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from flint import acb, arb, arb_mat, ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import eye
from verify.attention import linear
from verify.dynamics import divergence
from verify.kernel import ball
from verify.kernel.arcs import Walk
from verify.kernel.flow import NotFollowed, coordinates, enclose_at, linearise_at, return_map, with_integral
from verify.kernel.integral import enclose as integral
from verify.kernel.jets import Field
from verify.kernel.lie import Flow
from verify.kernel.term import (
    PI,
    I,
    abs2,
    absolute,
    asin,
    atan,
    conj,
    cos,
    cosh,
    exp,
    im,
    log,
    maximum,
    mean,
    number,
    re,
    sin,
    sinh,
    sqrt,
    symbol,
    tan,
    tanh,
)

x, y, z, t, k = (symbol(name) for name in ("x", "y", "z", "t", "k"))
w = symbol("w", "complex")
BITS = 256
DIGITS = arb(10) ** -25


def value(constant, bits=BITS):
    return ball.enclose(number(0) + constant, {}, bits)


def holds(found, right, digits=18):
    """`found` contains `right` (a Term or a ball) to so many digits."""
    with ctx.workprec(BITS):
        true = right if isinstance(right, arb) else value(right)
        assert found.is_finite()
        assert found.overlaps(true), f"{found} misses {true}"
        assert found.rad() < arb(10) ** -digits, f"{found} is too wide"


# closed forms

LOGISTIC = Flow.of({x: x * (1 - x)})
RICCATI = Flow.of({x: 1 + x**2})
CLOSED = [
    ("exponential", {x: x}, {x: 1}, 2, [exp(number(2))]),
    ("decay", {x: -3 * x}, {x: 1}, 2, [exp(number(-6))]),
    ("logistic", {x: x * (1 - x)}, {x: Fraction(1, 10)}, 3, [exp(number(3)) / (9 + exp(number(3)))]),
    ("tangent", {x: 1 + x**2}, {x: 0}, 1, [tan(number(1))]),
    ("inverse", {x: -(x**2)}, {x: 1}, 3, [number("1/4")]),
    ("rational", {x: 1 / x}, {x: 1}, 4, [number(3)]),
    ("pole of odd order", {x: x**-3}, {x: 1}, 2, [sqrt(number(3))]),
    ("rotation", {x: -y, y: x}, {x: 1, y: 0}, 6, [cos(number(6)), sin(number(6))]),
    ("complex rotation", {w: I * w}, {w: 1}, 6, [cos(number(6)), sin(number(6))]),
    ("spiral", {w: (I - 1) * w}, {w: 2 * I}, 1, [-2 * sin(number(1)) / exp(1), 2 * cos(number(1)) / exp(1)]),
    ("conjugate", {w: conj(w)}, {w: 1 + I}, 1, [exp(number(1)), exp(number(-1))]),
    ("modulus", {w: -abs2(w) * w}, {w: I}, 4, [number(0), number("1/3")]),
    ("absolute value", {w: I * absolute(w) * w}, {w: 2}, 1, [2 * cos(number(2)), 2 * sin(number(2))]),
    ("jordan", {x: x + y, y: y}, {x: 0, y: 1}, 1, [exp(number(1)), exp(number(1))]),
    ("equilibrium", {x: x * y, y: -(y**2) + x - x}, {x: 0, y: 0}, 5, [number(0), number(0)]),
    ("pendulum at rest", {x: y, y: -sin(x)}, {x: PI, y: 0}, 1, None),
]


@pytest.mark.parametrize(("rates", "start", "time", "right"), [row[1:] for row in CLOSED], ids=[r[0] for r in CLOSED])
def test_closed_forms(rates, start, time, right):
    found = enclose_at(Flow.of(rates), start, time, step=Fraction(1, 64))
    for each, true in zip(found, right or [PI, number(0)], strict=True):
        holds(each, true)


@pytest.mark.parametrize(("rates", "start", "time", "right"), [row[1:] for row in CLOSED], ids=[r[0] for r in CLOSED])
@pytest.mark.parametrize(("order", "step"), [(2, 128), (3, 64), (4, 32), (8, 16)])
def test_low_orders_and_long_steps_enclose_as_well(rates, start, time, right, order, step):
    """Here the remainder is all that matters."""
    for each, true in zip(
        enclose_at(Flow.of(rates), start, time, order=order, step=Fraction(1, step)), right or [PI, 0], strict=True
    ):
        assert each.overlaps(value(true))
        assert each.is_finite()


FUNCTIONS = [exp, log, sqrt, sin, cos, tan, sinh, cosh, tanh, atan, asin, absolute]


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_every_function_of_a_term(f):
    """y' = d/dt f(u(t)) has the solution f(u(t)): the series of f and of its derivative are both used."""
    u = (t + 1) / 4 + t**2 / 20
    flow = Flow.of({t: number(1)})
    flow = Flow.of({t: number(1), y: flow.derivative(f(u)) + f(u) - f(u).subs(t, t)})
    found = enclose_at(flow, {t: 0, y: f(number("1/4"))}, 1)
    holds(found[1], f(number("11/20")))
    inner = Flow.of({t: number(1), y: f(u)})  # the series of f itself, against quadrature
    holds(enclose_at(inner, {t: 0, y: 0}, 1)[1], integral(f(u), t, 0, 1, precision=BITS))


@pytest.mark.parametrize("power", [-3, -1, 0, 1, 2, 3, 7, "1/2", "5/3", "-2/7"])
def test_every_power(power):
    u = 1 + t / 3
    found = enclose_at(Flow.of({t: number(1), y: u ** number(power)}), {t: 0, y: 0}, 2)
    n = Fraction(power) + 1
    right = 3 * log(number("5/3")) if n == 0 else 3 / number(n) * (number("5/3") ** number(n) - 1)
    holds(found[1], right)


def test_a_linear_system_in_four_dimensions():
    entries = [[0, 1, 0, 2], [-1, 0, 1, 0], [0, -1, "-1/2", 1], [1, 0, 0, "-1/3"]]
    states = [symbol(f"s{at}") for at in range(4)]
    rates = {
        s: sum((number(c) * v for c, v in zip(row, states, strict=True)), number(0))
        for s, row in zip(states, entries, strict=True)
    }
    start = {s: at + 1 for at, s in enumerate(states)}
    point, derivative = linearise_at(Flow.of(rates), start, 2)
    with ctx.workprec(BITS):
        exact = arb_mat([[value(number(c)) * 2 for c in row] for row in entries]).exp()
        for i in range(4):
            holds(point[i], sum((exact[i, j] * (j + 1) for j in range(4)), arb(0)))
            for j in range(4):
                holds(derivative[i][j], exact[i, j])


def test_the_past():
    holds(enclose_at(LOGISTIC, {x: "1/2"}, -2)[0], 1 / (1 + exp(number(2))))
    there = enclose_at(RICCATI, {x: "1/3"}, "7/8")
    assert enclose_at(RICCATI, {x: there[0]}, "-7/8")[0].overlaps(value("1/3"))


def test_parameters():
    flow = Flow.of({x: k * x})
    holds(enclose_at(flow, {x: 1}, 1, parameters={k: PI})[0], exp(PI))
    wide = enclose_at(flow, {x: 1}, 1, parameters={k: arb(1, "0.1")})[0]
    for at in ("9/10", "1", "11/10"):
        assert wide.contains(value(exp(number(at))))
    assert wide.rad() < 1


def test_sets_of_starts():
    direct = enclose_at(LOGISTIC, {x: arb("0.5", "0.01")}, 1)[0]
    (sharp,), ((slope,),) = linearise_at(LOGISTIC, {x: arb("0.5", "0.01")}, 1)
    for at in ("0.49", "0.5", "0.51"):
        (one,), ((own,),) = linearise_at(LOGISTIC, {x: at}, 1)
        assert direct.contains(one)
        assert sharp.contains(one)
        assert slope.contains(own)
    assert sharp.rad() < arb("0.009")  # the flow contracts: exp(1)/(1 + exp(1))^2 * 4 = 0.79
    assert direct.rad() < arb("0.02")


def test_complex_states_are_started_by_parts():
    flow = Flow.of({w: I * w})
    assert [str(each) for each in coordinates(flow)] == ["re(w)", "im(w)"]
    assert coordinates(Flow.of({x: x, w: w, y: y})) == (x, re(w), im(w), y)
    parts = enclose_at(flow, {re(w): number("3/5"), im(w): arb("0.8")}, 1)
    whole = enclose_at(flow, {w: number("3/5") + I * number("4/5")}, 1)
    assert all(a.overlaps(b) for a, b in zip(parts, whole, strict=True))


# single steps


def arc_of(rates, start, length, order, bits=128):
    states = tuple(rates)
    with ctx.workprec(bits):
        return Walk(Field(states, tuple(rates.values()), {}, bits), start, order).arc(Fraction(length))


@pytest.mark.parametrize("order", [2, 3, 5, 9])
def test_an_arc_holds_between_its_ends_and_for_all_starts(order):
    """The remainder belongs to every time of the step, also where the flow contracts and the ends are closer."""
    for rates, start, solution in [
        ({x: x}, arb(1), lambda at, s: at * s.exp()),
        ({x: -3 * x}, arb(1), lambda at, s: at * (-3 * s).exp()),
        ({x: -3 * x}, arb(1, 0.25), lambda at, s: at * (-3 * s).exp()),
        ({x: -(x**2)}, arb(1, 0.125), lambda at, s: at / (1 + at * s)),
    ]:
        arc = arc_of(rates, [start], "1/4", order)
        for k in range(9):
            with ctx.workprec(128):
                s = arb(k) / 32
                for at in (start.lower(), start.mid(), start.upper()):
                    assert arc.at(s)[0].contains(solution(at, s))
                    assert arc.over(Fraction(1, 4))[0].contains(solution(at, s))
                    if k == 8:
                        assert arc.end(Fraction(1, 4))[0].contains(solution(at, s))


def test_the_defect_is_that_of_cauchys_estimate():
    """|F| = 1 everywhere: the sum of s^k over k >= N, with the smallest s that is tried, over the step."""
    with ctx.workprec(64):
        walk = Walk(Field((x,), (number(1),), {}, 64), [arb(0)], 4)
        s = (arb(8) / 9) ** 60
        (defect,) = walk._defect([[arb(0), arb(1), arb(0), arb(0), arb(0)]], Fraction(1))
        exact = s**4 / (1 - s)
        assert defect >= exact or defect.overlaps(exact)
        assert defect < exact * arb("1.000001")


@pytest.mark.parametrize("f", [log, sqrt, absolute, atan, asin, lambda u: u ** number("1/3"), lambda u: 1 / u])
def test_a_box_on_a_cut_is_not_analytic(f):
    field = Field((x,), (f(x),), {}, 64)
    pole = acb(arb(0, 0.5), arb(0, 0.5))
    negative = acb(arb(-1, 0.1), arb(0, 0.1))
    on_the_cut = {atan: acb(0, 2), asin: acb(2), log: negative, sqrt: negative}.get(f, pole)
    beside = {atan: acb(1, 2), asin: acb(2, 1)}.get(f, acb(2, 1))
    assert not field.values([on_the_cut])[0].is_finite()
    assert field.values([beside])[0].is_finite()
    assert field.comparison([arb(0, 2)] if f is not atan else [arb(0, arb("inf"))]) is None


# laws

coefficients = st.lists(st.integers(-3, 3), min_size=10, max_size=10)
small = st.fractions(min_value=-1, max_value=1, max_denominator=7)


def planar(numbers):
    """Coefficients up to 1/4: no solution comes near a pole by time 1/2, so enclosures are tight as well as right."""
    monomials = [number(1), x, y, x * y, x**2 - y]
    parts = [
        sum((number(Fraction(c, 12)) * m for c, m in zip(half, monomials, strict=True)), number(0))
        for half in (numbers[:5], numbers[5:])
    ]
    return Flow.of({x: parts[0], y: parts[1]})


@settings(max_examples=25, deadline=None)
@given(coefficients, small, small)
def test_enclosures_with_two_steps_and_orders_meet(numbers, p, q):
    flow, start, time = planar(numbers), {x: p, y: q}, Fraction(1, 2)
    settings_of = [(20, 8), (24, 12), (6, 16), (3, 32)]
    found = [enclose_at(flow, start, time, order=n, step=Fraction(1, h)) for n, h in settings_of]
    for left, right in pairwise(found):
        assert all(a.overlaps(b) for a, b in zip(left, right, strict=True))
    assert found[0][0].rad() < arb(10) ** -12


@settings(max_examples=15, deadline=None)
@given(coefficients, small, small)
def test_going_there_and_back(numbers, p, q):
    flow = planar(numbers)
    there = enclose_at(flow, {x: p, y: q}, Fraction(1, 2))
    back = enclose_at(flow, dict(zip((x, y), there, strict=True)), Fraction(-1, 2))
    for each, true in zip(back, (p, q), strict=True):
        assert each.overlaps(value(number(true)))


@settings(max_examples=15, deadline=None)
@given(coefficients, small, small)
def test_the_derivative_contains_difference_quotients(numbers, p, q):
    flow, h = planar(numbers), Fraction(1, 100)
    with ctx.workprec(BITS):
        step = value(number(h))
        hull = value(number(p)).union(value(number(p + h)))
        _, derivative = linearise_at(flow, {x: hull, y: q}, Fraction(1, 4), order=16)
        first, second = (enclose_at(flow, {x: at, y: q}, Fraction(1, 4)) for at in (p, p + h))
        for row, a, b in zip(derivative, first, second, strict=True):
            assert row[0].overlaps((b - a) / step)


@settings(max_examples=10, deadline=None)
@given(coefficients, small, small)
def test_liouville(numbers, p, q):
    """det D phi = exp of the integral of div F along the orbit."""
    flow, total = with_integral(planar(numbers), divergence(planar(numbers)))
    point, derivative = linearise_at(flow, {x: p, y: q, total: 0}, Fraction(1, 2))
    with ctx.workprec(BITS):
        det = derivative[0][0] * derivative[1][1] - derivative[0][1] * derivative[1][0]
        assert det.overlaps(point[2].exp())


def test_a_conserved_quantity_is_conserved():
    a, b = symbol("a"), symbol("b")
    flow = linear.on_ott_antonsen(eye(2), [[a, b], [-b, -a]], w)
    H = (b * (1 + abs2(w)) + 2 * a * im(w)) / (1 - abs2(w)) ** 2
    at = {a: number("1/2"), b: number(1)}
    found = enclose_at(flow, {w: "1/3"}, 3, parameters=at)
    with ctx.workprec(BITS):
        before, after = (ball.enclose(H.subs(at), {w: v}, BITS) for v in (number("1/3"), acb(*found)))
        assert before.overlaps(after)
        assert after.rad() < DIGITS


@pytest.mark.parametrize(
    ("rates", "in_mpmath", "start"),
    [
        ({x: y, y: -sin(x) + x * y / 3}, lambda p, q: [q, -mpmath.sin(p) + p * q / 3], (1, "1/2")),
        ({x: (1 - y) / (1 + x**2), y: x * exp(-y)}, lambda p, q: [(1 - q) / (1 + p**2), p * mpmath.exp(-q)], (0, 0)),
    ],
    ids=["pendulum", "rational and exponential"],
)
def test_against_mpmath_at_fifty_digits(rates, in_mpmath, start):
    found = enclose_at(Flow.of(rates), dict(zip((x, y), start, strict=True)), Fraction(1, 32), order=60, precision=300)
    with mpmath.workdps(52), ctx.workprec(300):
        first = [mpmath.mpf(Fraction(s).numerator) / Fraction(s).denominator for s in start]
        right = mpmath.odefun(lambda _, s: in_mpmath(*s), 0, first)(mpmath.mpf(1) / 32)
        for each, true in zip(found, right, strict=True):
            assert abs(each - arb(mpmath.nstr(true, 52))) < arb(10) ** -50


# refusals


def test_a_blow_up_is_refused_with_its_time():
    with pytest.raises(NotFollowed, match=r"no a-priori enclosure .* from time 3/2"):
        enclose_at(RICCATI, {x: 0}, 2)
    for order, step in ((2, 4), (4, 4), (8, 4), (30, 2), (30, 1), (8, 64)):
        with pytest.raises(NotFollowed, match="no a-priori enclosure"):
            enclose_at(RICCATI, {x: 0}, 2, order=order, step=Fraction(1, step))
    holds(enclose_at(RICCATI, {x: 0}, Fraction(3, 2), step=Fraction(1, 128))[0], tan(number("3/2")))


@pytest.mark.parametrize(
    ("rates", "start", "time"),
    [
        ({x: -1 / x}, {x: 1}, 1),
        ({x: -1 / x}, {x: 0}, 1),
        ({x: -sqrt(x)}, {x: 1}, 3),
        ({x: sqrt(x)}, {x: 0}, 1),
        ({x: log(x) - 1}, {x: 1}, 3),
        ({x: 1 / sqrt(1 - x**2)}, {x: 0}, 1),
        ({x: asin(x) + 1}, {x: 0}, 2),
        ({x: absolute(x) - 1}, {x: "1/2"}, 2),
        ({x: x**2}, {x: 1}, 1),
        ({x: (1 / (x - 1)) ** 0}, {x: 0}, 2),
        ({x: 1 + 0 * (1 / (x - 1))}, {x: 0}, 2),
    ],
    ids=str,
)
def test_an_orbit_that_meets_a_singularity_is_refused(rates, start, time):
    with pytest.raises(NotFollowed, match="no a-priori enclosure"):
        enclose_at(Flow.of(rates), start, time)


token = symbol("token")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: enclose_at(Flow.of({x: k * x}), {x: 1}, 1), "the parameter k has no value"),
        (lambda: enclose_at(LOGISTIC, {x: 1}, 1, parameters={x: 1}), "the parameter x needs a constant"),
        (lambda: enclose_at(Flow.of({x: k * x}), {x: 1}, 1, parameters={k: y}), "needs a constant"),
        (lambda: enclose_at(Flow.of({x: maximum(x, 0)}), {x: 1}, 1), "max"),
        (lambda: enclose_at(Flow.of({x: mean(token, token)}), {x: 1}, 1), "mean|Mean"),
        (lambda: enclose_at(Flow.of({x: x ** (x + 1)}), {x: 1}, 1), "exponent"),
        (lambda: enclose_at(LOGISTIC, {}, 1), "the start needs a real constant for x"),
        (lambda: enclose_at(LOGISTIC, {x: y}, 1), "the start needs a real constant for x"),
        (lambda: enclose_at(LOGISTIC, {x: I}, 1), "the start needs a real constant for x"),
        (lambda: enclose_at(LOGISTIC, {x: arb("nan")}, 1), "no enclosure"),
        (lambda: enclose_at(LOGISTIC, {x: log(number(-1))}, 1), "no enclosure"),
        (lambda: enclose_at(LOGISTIC, {x: 1}, 1, step=Fraction(0)), "step is positive"),
        (lambda: enclose_at(LOGISTIC, {x: 1}, 1, order=1), "order at least 2"),
        (lambda: enclose_at(LOGISTIC, {x: 1}, 10**9), "more than"),
        (lambda: return_map(Flow.of({w: I * w}), im(w), 2, {w: 1}), "direction"),
        (lambda: return_map(Flow.of({w: I * w}), w, 1, {w: 1}), "real Term"),
        (lambda: return_map(Flow.of({w: I * w}), im(w) - 2, 1, {w: 1}, horizon=10), "no crossing"),
        (lambda: return_map(Flow.of({w: I * w}), im(w) - 1, 1, {w: 1}), r"not certainly transversal near time 1\.5707"),
        (lambda: return_map(Flow.of({w: I * w}), (im(w)) ** 3, 1, {w: -I}), "not certainly transversal"),
        (lambda: return_map(Flow.of({w: I * w}), im(w), 1, {re(w): 1, im(w): arb(0, "1e-9")}), "not decided"),
        (lambda: return_map(Flow.of({w: I * w}), maximum(im(w), 0), 1, {w: -I}), "derivative"),
        (lambda: return_map(RICCATI, x - 50, 1, {x: 0}), "no a-priori enclosure"),
    ],
)
def test_refusals_name_the_reason(call, words):
    with pytest.raises(NotFollowed, match=words):
        call()


# return maps


def test_a_rotation_returns_after_a_turn():
    flow = Flow.of({w: I * w})
    for direction, turn in ((1, 2 * PI), (-1, PI)):  # it starts at 1 and goes up: im = 0 is crossed downwards at -1
        found = return_map(flow, im(w), direction, {w: 1}, with_derivative=True)
        holds(found.time, turn)
        holds(found.point[0], number(1 if direction == 1 else -1))
        holds(found.point[1], number(0))
        holds(found.derivative[0][0], number(1 if direction == 1 else -1))
        for entry in (*found.derivative[1], found.derivative[0][1]):
            holds(entry, number(0))
        holds(found.time_derivative[0], number(0))
        holds(found.time_derivative[1], number(-1))


@pytest.mark.parametrize("step", [Fraction(1, 16), Fraction(1, 7), Fraction(3, 40), Fraction(1, 2)])
def test_from_outside_the_section_and_with_other_steps(step):
    found = return_map(Flow.of({w: I * w}), re(w) - number("1/2"), 1, {w: I}, step=step)
    holds(found.time, PI * number("7/6"))
    holds(found.point[1], -sqrt(number(3)) / 2)


def test_a_crossing_at_the_end_of_a_step():
    """x' = 1 crosses x = 1 at time 1 exactly, where a step of 1/16 ends: a shorter one is taken."""
    found = return_map(Flow.of({x: number(1)}), x - 1, 1, {x: 0}, with_derivative=True)
    holds(found.time, number(1))
    holds(found.time_derivative[0], number(-1))
    holds(found.derivative[0][0], number(0))


def test_the_return_map_of_a_limit_cycle_in_closed_form():
    """w' = (1 + i - |w|^2) w: P(r) = (1 + (1/r^2 - 1) exp(-4 pi))^(-1/2) on the positive axis."""
    flow = Flow.of({w: (1 + I - abs2(w)) * w})
    for r in (number("1/2"), number("3/2")):
        decay = exp(-4 * PI)
        inner = 1 + (1 / r**2 - 1) * decay
        found = return_map(flow, im(w), 1, {w: r}, step=Fraction(1, 32), with_derivative=True)
        holds(found.time, 2 * PI)
        holds(found.point[0], 1 / sqrt(inner))
        holds(found.derivative[0][0], decay / r**3 / sqrt(inner) ** 3)


def test_a_set_of_starts_on_the_section():
    flow = Flow.of({w: (1 + I - abs2(w)) * w})
    found = return_map(flow, im(w), 1, {re(w): arb("0.9", "1e-10"), im(w): 0}, with_derivative=True)
    for r in ("0.8999999999", "0.9000000001"):
        one = return_map(flow, im(w), 1, {w: r}, with_derivative=True)
        assert found.point[0].contains(one.point[0])
        assert found.derivative[0][0].contains(one.derivative[0][0])
        assert found.time.contains(one.time)
    assert found.point[0].rad() < arb("1e-13")  # P' = 5e-6


# the two papers' numbers


CASE_4 = linear.on_ott_antonsen(eye(2), [["1/2", "1"], ["-1", "-1/2"]], w)


def period_by_quadrature(bits):
    """theory/proofs-linear.md, T8; see tests/kernel/test_integral.py."""
    first = 2 * cos(PI / 9) - 1
    rho = (1 + first) / 2 + (1 - first) / 2 * sin(t)
    return integral(
        4 / (rho * sqrt(rho**2 + (3 + first) * rho + first * (3 + first))), t, -PI / 2, PI / 2, precision=bits
    )


def test_case_4_the_period_by_two_routes():
    found = return_map(CASE_4, re(w), 1, {w: 0}, order=40, step=Fraction(1, 8), with_derivative=True)
    with ctx.workprec(BITS):
        closed = period_by_quadrature(BITS)
        assert found.time.overlaps(closed)
        assert found.time.overlaps(arb("4.7601789864563549946216491184687052824", "1e-36"))
        assert max(found.time.rad(), closed.rad()) < arb(10) ** -35
        for each in found.point:
            holds(each, number(0))
        holds(found.derivative[1][1], number(1))  # the next orbit closes, too


A, V, BETA = [[1, -1], [1, 1]], [["13/10", -1], [1, "3/10"]], 2
CYCLE = linear.on_ott_antonsen(A, V, w, BETA)
SECTION = re(w) + number("21/100")
Y, TINY = number("0.64608348930310120376703329470"), number("1e-30")


def limit_cycle(start, order=50, step=Fraction(1, 16), flow=CYCLE, **more):
    return return_map(flow, SECTION, -1, start, order=order, step=step, precision=320, **more)


def test_t10b_a_stable_limit_cycle():
    """theory/proofs-linear.md, T10b: the return map on x = -21/100, y > 13/50 has a stable fixed point."""
    with ctx.workprec(320):
        signs = []
        for shift in (-TINY, TINY):
            start = Y + shift
            back = limit_cycle({w: number("-21/100") + I * start})
            assert back.point[1] > arb("0.26")
            signs.append(ball.certain_sign(back.point[1] - value(start, 320)))
        assert signs == [1, -1]
        hull = {re(w): number("-21/100"), im(w): value(Y, 320) + arb(0, "1e-30")}
        on_ball = limit_cycle(hull, with_derivative=True)
        slope = on_ball.derivative[1][1]
        assert slope.overlaps(arb("0.881964884718273", "1e-15"))
        assert 0 < slope < 1
        assert on_ball.time.overlaps(arb("2.69979481325549474890745", "1e-23"))
        assert on_ball.time.rad() < arb(10) ** -20


def test_t10b_the_multiplier_is_the_integral_of_the_divergence():
    """P' = exp(int div F) on a cycle: Liouville along the flow, and a section that both ends share."""
    flow, total = with_integral(CYCLE, divergence(CYCLE))
    with ctx.workprec(320):
        found = limit_cycle({re(w): number("-21/100"), im(w): value(Y, 320) + arb(0, "1e-30"), total: 0}, flow=flow)
        assert abs(found.point[2] - arb("-0.12560303701250227")) < arb("1e-16")
        assert found.point[2].exp().overlaps(arb("0.881964884718273", "1e-15"))
