"""The schema of the Poincare-Bendixson criterion. Truth: flows whose radius moves by itself, r' = r h(r), phi' = 1."""

from __future__ import annotations

import pytest

from theorems.classical.poincare_bendixson import claim as CRITERION
from verify import (
    PI,
    Claim,
    ClosedOrbit,
    Disk,
    Flow,
    I,
    Integral,
    Interval,
    Real,
    Space,
    TermError,
    abs2,
    absolute,
    conj,
    cos,
    gt,
    im,
    re,
    sin,
    sqrt,
)
from verify.kernel.context import Context, Refused, Step
from verify.kernel.goal import Closed, LongTime, Sequent
from verify.kernel.proof import prove
from verify.kernel.rules import run
from verify.kernel.term import ONE, mean, number, symbol
from verify.prove.argument import Argument, steps_of

S = Space(w=Disk(), t=Real())
w, t = S.symbols
R = 1 - abs2(w)
ON_CIRCLE = {w: cos(t) + I * sin(t)}


def rings(h, spin=1):
    """(the flow r' = r h(u) (1 - u), phi' = spin, at u = r^2; the rate of 1 - u)."""
    u = abs2(w)
    return Flow.of({w: w * h(u) * R + spin * I * w}), -2 * u * h(u)


def expanding(u):
    """The source 0, a cycle r = 1/2, a repelling circle."""
    return 1 - 4 * u


def turn_of(flow, on=ON_CIRCLE):
    return im(conj(w) * flow.terms[0]).subs(on)


def argument_of(flow, rate, without=(), are=("source",), angle=t, cited=None, per_turn=12 * PI):
    turn = turn_of(flow, {w: cos(angle) + I * sin(angle)}) if angle.kind == "sym" else ONE
    growth = Integral(rate.subs(w, cos(t) + I * sin(t)) / absolute(turn_of(flow)), t, 0, 2 * PI)

    def argument(p):
        if "stays" not in without:
            p.stays(rate)
        if "rate" not in without:
            p.lie(R, rate * R, along=flow)
        if "equilibria" not in without:
            p.isolate(are=are)
        if "turn" not in without:
            p.sign(gt(turn, 0), as_=ONE)
        if "growth" not in without:
            p.sign(gt(growth, 0), as_=per_turn)
        p.cites(CRITERION, rate=rate if cited is None else cited, angle=angle)

    return argument


def criterion(h=expanding, space=S, **changes):
    flow, rate = rings(h)
    claim = Claim("test.criterion", space, shows=ClosedOrbit(flow))
    claim.argument(argument_of(flow, rate, **changes))
    witness = {w: number(0), t: number(0)}
    return prove(claim.sequent, steps_of(claim), witness, {CRITERION.id: CRITERION.offers}.get)


def test_a_cycle_between_a_source_and_a_repelling_circle():
    proof = criterion()
    assert (proof.uses, proof.strength) == (("classical.poincare-bendixson",), "ball")


@pytest.mark.parametrize("missing", ["stays", "equilibria", "growth"])
def test_each_obligation_is_needed(missing):
    with pytest.raises(Refused, match="obligation"):
        criterion(without=[missing])


def test_the_equations_are_obligations_even_where_they_are_manifest():
    flow, rate = rings(expanding)
    obligations, conclusions = CRITERION.offers.build(Closed(flow, S.facts), {"rate": rate, "angle": t})
    assert [type(each).__name__ for each in obligations] == ["Stays", "Relation", "Equilibria", "Relation", "Relation"]
    assert obligations[-1].gap.args[1:] == (t, number(0), 2 * PI)
    assert conclusions == (Closed(flow, S.facts),)
    with pytest.raises(Refused, match="obligation"):
        criterion(cited=rate + 1)  # another rate: gap' is not that
    with pytest.raises(Refused, match="obligation"):
        criterion(cited=rate * 2)


def test_an_attracting_circle_is_refused():
    """r' = r (1 - r^2): every orbit but 0 tends to the circle, so the open disk has no closed orbit."""
    with pytest.raises(Refused, match="not manifestly positive"):
        criterion(lambda u: ONE, per_turn=-4 * PI)
    with pytest.raises(Refused, match="obligation"):
        criterion(lambda u: ONE, without=["growth"])


def test_a_sink_is_refused():
    """r' = -r (1 - r^2): the circle repels, every orbit tends to 0, and there is no closed orbit."""
    with pytest.raises(Refused, match="isolate"):
        criterion(lambda u: -ONE, per_turn=4 * PI)
    with pytest.raises(Refused, match="obligation"):
        criterion(lambda u: -ONE, per_turn=4 * PI, are=("sink",))


def test_a_second_equilibrium_is_refused():
    flow = Flow.of({w: w * (1 - 4 * abs2(w)) * R + I * w * (1 - 2 * re(w))})  # it rests at w = 1/2
    claim = Claim("test.criterion", S, shows=ClosedOrbit(flow))
    claim.argument(lambda p: p.isolate(are=["source"]))
    with pytest.raises(Refused, match="isolate"):
        prove(claim.sequent, steps_of(claim), {w: number(0), t: number(0)})


def test_an_equilibrium_on_the_circle_is_refused():
    """The angle rests at t = 0: turn = 1 - cos t."""
    flow = Flow.of({w: w * (1 - 4 * abs2(w)) * R + I * w * (1 - re(w))})
    rate = -2 * abs2(w) * (1 - 4 * abs2(w))
    claim = Claim("test.criterion", S, shows=ClosedOrbit(flow))

    def argument(p):
        p.value(gt(Integral(rate.subs(ON_CIRCLE) / absolute(turn_of(flow)), t, 0, 2 * PI), 0))

    claim.argument(argument)
    with pytest.raises(Refused, match="not decided"):
        prove(claim.sequent, steps_of(claim), {w: number(0), t: number(0)})


@pytest.mark.parametrize("spin", [1, -1])
def test_either_way_round_and_any_radius(spin):
    """r' = r (1 - r^2)(4 - r^2)/4 on the disk of radius 2; the growth of 4 - r^2 over a turn is exp(12 pi)."""
    u, gap = abs2(w), 4 - abs2(w)
    flow, rate = Flow.of({w: w * (1 - u) * gap / 4 + spin * I * w}), -u * (1 - u) / 2
    starts = (gt(gap, 0),)
    goal = Closed(flow, starts)
    on = {w: sqrt(number(4)) * (cos(t) + I * sin(t))}
    turn = (im(conj(w) * flow.terms[0]) / 4).subs(on)
    growth = Integral(rate.subs(on) / absolute(turn), t, 0, 2 * PI)
    p = Argument({"main": goal}, "main", starts)
    p.stays(rate)
    p.isolate(are=["source"])
    p.sign(gt(spin * turn, 0), as_=ONE)
    p.sign(gt(growth, 0), as_=12 * PI)
    p.cites(CRITERION, rate=rate, angle=t)
    sequent = Sequent((w, t), starts, (("main", goal),))
    prove(sequent, {"main": p.steps}, {w: number(0), t: number(0)}, {CRITERION.id: CRITERION.offers}.get)


@pytest.mark.parametrize(
    ("rate", "angle", "words"),
    [
        (R / R, t, "defined everywhere"),
        (absolute(re(w)), t, "rate must be smooth"),
        (I * abs2(w), t, "real rate"),
        (mean(re(w) * t, t), t, "defined everywhere"),
        (t * abs2(w), t, "speak of w alone"),
        (ONE, t + 1, "angle is a real symbol"),
        (ONE, symbol("z", "complex"), "angle is a real symbol"),
        (ONE, symbol("n", "natural"), "angle is a real symbol"),
    ],
)
def test_parameters_that_do_not_fit(rate, angle, words):
    with pytest.raises(TermError, match=words):
        CRITERION.offers.build(Closed(rings(expanding)[0], S.facts), {"rate": rate, "angle": angle})


@pytest.mark.parametrize(
    ("flow", "starts", "words"),
    [
        ({w: w}, (gt(R, 0), gt(re(w), 0)), "open disk"),
        ({w: w}, Disk(closed=True).facts(w), "open disk"),
        ({t: t}, (gt(1 - t**2, 0),), "one complex state"),
        ({w: w}, (gt(1 - 2 * abs2(w), 0),), "disk about 0"),
        ({w: w}, (gt(-abs2(w), 0),), "disk about 0"),
        ({w: w}, (gt(1 - abs2(w - 1), 0),), "disk about 0"),
        ({w: w * t}, (gt(R, 0),), "speak of w alone"),
        ({w: w / (2 - re(w))}, (gt(R, 0),), "defined everywhere"),
        ({w: w * absolute(re(w))}, (gt(R, 0),), "field must be smooth"),
    ],
)
def test_goals_that_do_not_fit(flow, starts, words):
    with pytest.raises(TermError, match=words):
        CRITERION.offers.build(Closed(Flow.of(flow), starts), {"rate": ONE, "angle": t})


def test_an_angle_that_does_not_run_through_a_turn_is_refused():
    with pytest.raises(Refused, match="range"):
        criterion(space=Space(w=Disk(), t=Interval(0, 3)))


def test_it_says_nothing_of_a_period_or_of_a_point():
    flow, rate = rings(expanding)
    for shows in (ClosedOrbit(flow, attracts=True), ClosedOrbit(flow, period=(6, 7)), ClosedOrbit(flow, {w: "1/2"})):
        claim = Claim("test.criterion", S, shows=shows)
        claim.argument(argument_of(flow, rate))
        with pytest.raises(Refused, match="without reaching"):
            prove(claim.sequent, steps_of(claim), {w: number(0), t: number(0)}, {CRITERION.id: CRITERION.offers}.get)


# equilibria that a step names


def named(**changes):
    flow, _ = rings(expanding)
    goal = Closed(flow, S.facts)
    p = Argument({"main": goal}, "main", S.facts)
    p.isolate(are=["source"])
    (step,) = p.steps
    data = {
        **step.data,
        "equilibria": tuple(
            changes.get(key, old)
            for key, old in zip(("unknowns", "system", "region", "kinds"), step.data["equilibria"], strict=True)
        ),
    }
    return data


def learned(data):
    flow, _ = rings(expanding)
    context = Context(Sequent((w, t), S.facts, ()), Closed(flow, S.facts), lambda _: None)
    run([Step("isolate", data)], context)
    return context.known


def test_a_named_count_is_learned_as_it_stands():
    (found,) = learned(named())
    assert found.kinds == ("source",) and found.unknowns == (w,) and found.region == S.facts


@pytest.mark.parametrize(
    "changes",
    [
        {"kinds": ("sink",)},
        {"kinds": ()},
        {"kinds": ("source", "any")},
        {"kinds": ("spiral",)},
        {"kinds": (1,)},
        {"unknowns": (w, w)},
        {"unknowns": (t,)},
        {"unknowns": (symbol("n", "natural"),)},
        {"unknowns": (1,)},
        {"system": ()},
        {"system": (1,)},
        {"system": (w - 2,)},
        {"system": (w * t,)},
        {"region": ()},
        {"region": (gt(R, 0), gt(t, 0))},
        {"region": (gt(R, 0), gt(1, 0))},
        {"region": (1,)},
    ],
)
def test_a_named_count_is_checked(changes):
    with pytest.raises(Refused):
        learned(named(**changes))


def test_an_unknown_integer_is_refused():
    """2 n = 1 has a real solution in the region and no natural one."""
    n = symbol("n", "natural")
    parts = ((n,), (2 * n - 1,), (gt(2 - n, 0), gt(n + 1, 0)), ("any",))
    with pytest.raises(Refused, match="real or complex"):
        learned({"box": (), "tree": (), "zeros": (), "equilibria": parts})


def test_a_malformed_name_is_refused():
    data = named()
    for wrong in ((), data["equilibria"][:3], "source", (w, *data["equilibria"][1:])):
        with pytest.raises(Refused):
            learned({**data, "equilibria": wrong})
    with pytest.raises(TermError, match="isolate"):
        Argument({"main": LongTime(rings(expanding)[0], "every", "point", None, None, (), S.facts)}, "main").isolate()
