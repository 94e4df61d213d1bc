"""Schemas about a disk and its circle. Truth: flows whose radius and angle move by themselves, and linear attention.

Each obligation is left out once, and each condition is broken once by a flow for which the conclusion is false.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module

import pytest

from verify import (
    PI,
    AlmostEvery,
    Claim,
    Disk,
    Eventually,
    Every,
    Flow,
    I,
    Integral,
    Real,
    Some,
    Space,
    TermError,
    abs2,
    absolute,
    conj,
    cos,
    eq,
    gt,
    im,
    lt,
    ne,
    re,
    sin,
)
from verify.dynamics import divergence
from verify.kernel.context import Refused
from verify.kernel.goal import LongTime
from verify.kernel.proof import prove
from verify.kernel.term import exp, number, term
from verify.prove.argument import steps_of

NAMES = ("only_saddles", "dulac_circle", "dulac_point", "dulac_inside", "turning_circle", "circle_attracts")
CITED = {name: import_module(f"theorems.classical.{name}").claim for name in (*NAMES, "linear_stability")}
OFFERS = {claim.id: claim.offers for claim in CITED.values()}
S = Space(w=Disk(), t=Real())
w, t = S.symbols
u, R, x, y = abs2(w), 1 - abs2(w), re(w), im(w)
CIRCLE = {w: cos(t) + I * sin(t)}
NOTHING = {"sources": 0, "saddles": 0, "sinks": 0}


def shown(flow, shows, *steps):
    claim = Claim("test.disk", S, shows=shows)
    claim.argument(lambda p: [step(p) for step in steps])
    return prove(claim.sequent, steps_of(claim), {w: number(0), t: number(0)}, OFFERS.get)


def cites(name, **parameters):
    return lambda p: (p.cites(CITED[name], **parameters), p.limit())


def count(*kinds):
    return lambda p: p.isolate(are=kinds)


def spreads(flow, weight, form):
    """The steps of a Dulac function: div(weight F) = form > 0."""
    spread = gt(divergence(flow, weight=term(weight)), 0)
    return lambda p: (p.inside(ne(weight, 0)), p.inside(spread, lambda q: q.sign(spread, as_=form)))


def refused(match, steps, *others):
    for leave in range(len(steps) - 1):
        with pytest.raises(Refused, match=match):
            others[0](*(step for at, step in enumerate(steps) if at != leave))


# drift to the right: w' = (1 - u) + ... keeps the circle: F = H - conj(H) w^2 with H = 1 has rate -2 Re w

DRIFT = Flow.of({w: 1 - w**2})  # along the real axis to 1, a circle that turns both ways; no zero inside
DRIFT_RATE = -2 * x


def stays(rate):
    return lambda p: p.stays(rate)


def both_ways(up=-I, down=I):
    """phi' = -2 sin(phi) for the drift."""

    def steps(p):
        for point, sense in ((up, 1), (down, -1)):
            p.value(eq(R.subs(w, point), 0))
            p.value(gt(sense * im(conj(point) * DRIFT.terms[0].subs(w, point)), 0))

    return steps


def test_without_zeros_every_orbit_tends_to_the_circle():
    run = partial(shown, DRIFT, Eventually("cluster", DRIFT, Every()))
    steps = stays(DRIFT_RATE), count(), cites("only_saddles", saddles=0)
    assert run(*steps).uses == ("classical.only-saddles",)
    refused("obligation", steps, run)


def test_no_recurrence_takes_a_smooth_field_in_a_disk():
    offers = import_module("theorems.classical.no_recurrence").claim.offers
    for flow, starts, words in (
        ({w: I * w * absolute(x)}, S.facts_of((w,)), "field must be smooth"),
        ({w: w}, (gt(-abs2(w), 0),), "open disk about 0"),
        ({w: w}, Disk(closed=True).facts(w), "open disk about 0"),
    ):
        with pytest.raises(TermError, match=words):
            offers.build(LongTime(Flow.of(flow), "every", "tends", R, number(0), (), starts), {})


def test_a_saddle_leaves_almost_every_start():
    """w' = conj(w) - w^3: a saddle at 0, fixed points of the circle at +-1 and +-i."""
    flow = Flow.of({w: conj(w) - w**3})
    steps = stays(-2 * (x**2 - y**2)), count("saddle"), cites("only_saddles", saddles=1)
    run = partial(shown, flow, Eventually("cluster", flow, AlmostEvery()))
    assert run(*steps).uses == ("classical.only-saddles",)
    refused("obligation", steps, run)
    with pytest.raises(Refused, match="limit"):
        shown(flow, Eventually("cluster", flow, Every()), *steps)


@pytest.mark.parametrize("sense", [1, -1])
def test_a_source_or_a_sink_is_no_saddle(sense):
    flow, rate = spiral(sense)
    steps = stays(rate), count("source" if sense > 0 else "sink"), cites("only_saddles", saddles=0)
    with pytest.raises(Refused, match="obligation"):
        shown(flow, Eventually("cluster", flow, Every()), *steps)


def test_orbits_that_tend_to_a_circle_that_turns_both_ways_converge():
    steps = (
        stays(DRIFT_RATE),
        count(),
        lambda p: p.cites(CITED["only_saddles"], saddles=0),
        both_ways(),
        cites("turning_circle", up=-I, down=I),
    )
    run = partial(shown, DRIFT, Eventually("point", DRIFT, Every()))
    assert run(*steps).uses == ("classical.only-saddles", "classical.turning-circle")
    refused("obligation", steps, run)


@pytest.mark.parametrize(("up", "down"), [(I, -I), (-I, 1), (1, I), (-I / 2, I), (-I, I / 2)])
def test_each_point_must_turn_as_it_is_said(up, down):
    """The other way round; at rest; off the circle."""
    obligations, _ = OFFERS["classical.turning-circle"].build(
        goal_of(DRIFT, "point"), {"up": term(up), "down": term(down)}
    )
    values = [each for each in obligations if hasattr(each, "gap")]

    def holds(relation):
        try:
            Claim("test.one", S, shows=Eventually("point", DRIFT, Every()))
            claim = Claim("test.value", S, shows=_Fact(relation))
            prove(claim.sequent, steps_of(claim), {w: number(0), t: number(0)})
        except Refused:
            return False
        return True

    assert not all(map(holds, values))


def _Fact(relation):
    from verify import Identity, Inequality

    return Identity(*relation.terms) if relation.op == "eq" else Inequality(relation.left, ">", relation.right)


def goal_of(flow, target, start="every"):
    return LongTime(flow, start, target, None, None, (), S.facts)


@pytest.mark.parametrize(("field", "up"), [(w * exp(-u), -I), (w / (2 + u), -I), (1 - w**2, w), (absolute(u) * w, -I)])
def test_the_field_is_a_polynomial_and_the_points_are_constants(field, up):
    with pytest.raises(TermError, match=r"polynomial|constant|smooth"):
        OFFERS["classical.turning-circle"].build(goal_of(Flow.of({w: field}), "point"), {"up": term(up), "down": I})


# a Dulac function: spirals w' = (c + i) w (1 - u) with B = 1/(1 - u)^k, div(B F) = 2 c for k = 1


def spiral(sense):
    flow = Flow.of({w: sense * w * R + I * w})
    return flow, -2 * sense * u


def dulac(sense):
    """div(F / (1 - u)) = 2 sense: the turn adds nothing."""
    flow, _ = spiral(sense)
    return spreads(flow, sense / R, 2 + 0 * u)


def test_with_a_source_almost_every_orbit_tends_to_the_circle():
    flow, rate = spiral(1)
    steps = stays(rate), count("source"), dulac(1), cites("dulac_circle", weight=1 / R, **{**NOTHING, "sources": 1})
    run = partial(shown, flow, Eventually("cluster", flow, AlmostEvery()))
    assert run(*steps).uses == ("classical.dulac-circle",)
    refused("obligation", steps, run)


def test_a_sink_is_refused_and_another_count_is_no_obligation():
    flow, rate = spiral(-1)
    for counts, kind in (({"sinks": 1}, "sink"), ({"sources": 1}, "sink"), ({}, "sink")):
        steps = stays(rate), count(kind), dulac(-1), cites("dulac_circle", weight=-1 / R, **{**NOTHING, **counts})
        with pytest.raises((Refused, TermError), match=r"obligation|a sink attracts"):
            shown(flow, Eventually("cluster", flow, AlmostEvery()), *steps)
    for wrong in (-1, "1/2"):
        with pytest.raises((Refused, TermError), match="natural"):
            shown(
                flow,
                Eventually("cluster", flow, AlmostEvery()),
                cites("dulac_circle", weight=1 / R, **{**NOTHING, "sources": wrong}),
            )


def test_a_weight_that_may_vanish_or_spread_both_ways_is_no_obligation():
    flow, rate = spiral(1)
    steps = stays(rate), count("source"), dulac(1)
    for weight in (-1 / R, x / R, R):
        with pytest.raises(Refused, match="obligation"):
            shown(
                flow,
                Eventually("cluster", flow, AlmostEvery()),
                *steps,
                cites("dulac_circle", weight=weight, **{**NOTHING, "sources": 1}),
            )


def growth_of(flow, rate):
    turn = im(conj(w) * flow.terms[0]).subs(CIRCLE)
    return turn, Integral(rate.subs(CIRCLE) / absolute(turn), t, 0, 2 * PI)


def one_way(flow, rate, value):
    """phi' = 1 on the circle of a spiral; over a turn log(1 - u) grows by `value`."""
    turn, growth = growth_of(flow, rate)
    order = gt if value > 0 else lt
    return (
        lambda p: p.lie(R, rate * R, along=flow),
        lambda p: p.sign(ne(turn, 0), as_=term(1)),
        lambda p: p.value(order(growth, 0)),
    )


def test_inside_a_circle_that_repels_every_orbit_converges():
    flow, rate = spiral(-1)
    steps = (
        stays(rate),
        count("sink"),
        dulac(-1),
        *one_way(flow, rate, 1),
        cites("dulac_inside", weight=-1 / R, rate=rate, angle=t, **{**NOTHING, "sinks": 1}),
    )
    run = partial(shown, flow, Eventually("point", flow, Every()))
    assert run(*steps).uses == ("classical.dulac-inside",)
    for leave in (0, 1, 2, 4, 5):  # the third equation is manifest
        with pytest.raises(Refused, match="obligation"):
            run(*(step for at, step in enumerate(steps) if at != leave))


def test_a_circle_that_attracts():
    flow, rate = spiral(1)
    steps = stays(rate), *one_way(flow, rate, -1), cites("circle_attracts", rate=rate, angle=t)
    run = partial(shown, flow, Eventually("cluster", flow, Some()))
    assert run(*steps).uses == ("classical.circle-attracts",)
    for leave in (0, 2, 3):
        with pytest.raises(Refused, match="obligation"):
            run(*(step for at, step in enumerate(steps) if at != leave))
    for wrong in (rate + 1, 2 * rate):  # gap' is not that
        with pytest.raises(Refused, match="obligation"):
            run(*steps[:-1], cites("circle_attracts", rate=wrong, angle=t))
    for wrong in (rate * R, absolute(x), 1 / u):
        with pytest.raises((Refused, TermError), match=r"obligation|smooth"):
            run(*steps[:-1], cites("circle_attracts", rate=wrong, angle=t))
    for angle in (number(1), w):
        with pytest.raises((Refused, TermError), match="the angle is a real symbol"):
            run(*steps[:-1], cites("circle_attracts", rate=rate, angle=angle))


def test_a_repelling_circle_attracts_nothing():
    flow, rate = spiral(-1)
    with pytest.raises(Refused, match=r"is false|obligation"):
        shown(
            flow,
            Eventually("cluster", flow, Some()),
            stays(rate),
            *one_way(flow, rate, -1),
            cites("circle_attracts", rate=rate, angle=t),
        )


def stable(flow, rate, place):
    """The obligations of the linearisation at a point, as constants."""
    obligations, _ = OFFERS["classical.linear-stability"].build(goal_of(flow, "point", "some"), {"at": term(place)})
    return stays(rate), *(partial(lambda relation, p: p.value(relation), each) for each in obligations[1:])


def test_a_sink_attracts_inside_and_on_the_circle():
    flow, rate = spiral(-1)
    for here, field, how in ((0, flow, rate), (1, DRIFT, DRIFT_RATE)):
        steps = *stable(field, how, here), cites("linear_stability", at=here)
        run = partial(shown, field, Eventually(abs2(w - here), to=0, along=field, start=Some()))
        assert run(*steps).uses == ("classical.linear-stability",)
        with pytest.raises(Refused, match="obligation"):
            run(*steps[1:])


@pytest.mark.parametrize(
    ("field", "place"), [(1 - w**2, -1), (1 - w**2, "1/2"), (conj(w) - w**3, 0), (I * w, 0), (1 - w**2, 2)]
)
def test_a_source_a_saddle_a_centre_and_no_zero_are_no_sinks(field, place):
    flow = Flow.of({w: field})
    with pytest.raises(Refused):
        shown(
            flow,
            Eventually(abs2(w - term(place)), to=0, along=flow, start=Some()),
            *stable(flow, -2 * x, place)[1:],
            cites("linear_stability", at=term(place)),
        )


def test_with_a_circle_that_turns_both_ways_every_orbit_converges():
    """A = I, V = diag(1, -2): (1 - u)^3 div(F/(1 - u)^3) = tr V (1 + u)."""
    from verify.attention import linear

    A, V = [[1, 0], [0, 1]], [[1, 0], [0, -2]]
    flow = linear.on_ott_antonsen(A, V, w, 2)
    H, _ = linear.harmonics(A, V, w, 2)
    up, down = -I, I
    turns = []
    for point, sense in ((up, 1), (down, -1)):
        turns.append(partial(lambda point, p: p.value(eq(R.subs(w, point), 0)), point))
        fact = gt(sense * im(conj(point) * flow.terms[0].subs(w, point)), 0)
        turns.append(partial(lambda fact, p: p.value(fact), fact))
    steps = (
        stays(-2 * re(conj(w) * H)),
        count(),
        spreads(flow, -1 / R**3, (1 + u) / R**3),
        *turns,
        cites("dulac_point", weight=-1 / R**3, up=up, down=down, **NOTHING),
    )
    run = partial(shown, flow, Eventually("point", flow, Every()))
    assert run(*steps).uses == ("classical.dulac-point",)
    for leave in (0, 1, 2):  # numbers are manifest
        with pytest.raises(Refused, match="obligation"):
            run(*(step for at, step in enumerate(steps) if at != leave))
