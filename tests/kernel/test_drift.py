"""Refuter `drift`: two oscillators whose frequencies differ by more than they pull never lock."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.laws.test_counterexamples import agrees
from verify import (
    AlmostEvery,
    Circle,
    Claim,
    Disk,
    Eventually,
    Every,
    Positive,
    Real,
    Space,
    abs2,
    cos,
    eq,
    exp,
    gt,
    sin,
    tan,
)
from verify.attack import attack
from verify.kernel.goal import Sequent
from verify.kernel.proof import Refused, Step, refute
from verify.kernel.relation import ge
from verify.kernel.term import number, symbol

S = Space(a=Circle(), b=Circle(), w=Positive())
a, b, w = S.symbols
FLOW = {a: w + sin(b - a), b: sin(a - b)}
AT = {a: number(1), b: number(0), w: number(3)}


def steps(rate, distance=Fraction(1, 2)):
    form = 1 + (1 - sin(a - b)) ** 2 + cos(a - b) ** 2 - number(distance)
    return (Step("sign", {"shows": ge(rate, number(distance)), "as_": form}),)


DATA = {"phase": a - b, "side": 1, "distance": Fraction(1, 2), "runs": steps(3 + sin(b - a) - sin(a - b))}


def drifts(at=AT, start=AlmostEvery, flow=FLOW, target=None, to=1, given=(), space=S, **changed):
    target = cos(a - b) if target is None else target
    claim = Claim("test.drift", space, given=given, shows=Eventually(target, to=to, along=flow, start=start))
    return refute(claim.sequent, "main", "drift", at, {**DATA, **changed})


def test_phases_that_drift_apart():
    found = drifts()
    assert (found.rule, found.strength) == ("drift", "ball")  # cos 1 != 1
    assert drifts(start=Every()).rule == "drift"
    assert drifts(start=Every(except_=[eq(sin(a), 2)])).rule == "drift"
    assert drifts(target="point", to=None).strength == "exact"
    assert drifts(target="point", to=None, given=[gt(exp(w), 1)]).strength == "ball"
    agrees(found)


@pytest.mark.parametrize(
    ("changes", "words"),
    {
        "another target": ({"target": "periodic", "to": None}, "decides nothing about the target 'periodic'"),
        "a hypothesis fails": ({"given": [gt(w, 3)]}, "hypothesis: w > 3 fails"),
        "a hypothesis on the state": ({"given": [gt(a, -9)]}, "restricts the state"),
        "a parameter is missing": ({"at": {a: AT[a], b: AT[b]}}, "parameter w has no coordinate"),
        "a state is missing": ({"at": {a: AT[a], w: AT[w]}}, "state b has no coordinate"),
        "a state that is not constant": ({"at": {**AT, b: a}}, "not constant"),
        "another parameter": ({"at": {**AT, w: number(2)}}, "runs"),
        "a side that is none": ({"side": 0}, "one way round"),
        "no distance": ({"distance": Fraction(0)}, "one way round"),
        "a phase that moves otherwise": ({"phase": a + b}, "no function of the phase"),
        "half a phase": ({"phase": (a - b) / 2}, "whole coefficients"),
        "a phase that is constant": ({"phase": a - a}, "whole coefficients"),
        "a phase with a parameter": ({"phase": w * a}, "whole coefficients"),
        "a phase and a number": ({"phase": a - b + 1}, "whole coefficients"),
        "twice the phase": ({"phase": 2 * (a - b)}, "coefficient 1 or -1"),
        "at the target": ({"at": {**AT, a: number(0)}}, "off the target"),
        "an exception": ({"start": Every(except_=[ge(a, 0)])}, "outside the exceptions"),
        "starts that are null": ({"start": Every(where=[eq(a, 2)])}, "a start"),
        "no value everywhere": ({"target": tan((a - b) / 2)}, "no value at some states"),
        "no value at the start": ({"target": 1 / (a - 1)}, "undefined"),
        "nothing is shown": ({"runs": ()}, "end without reaching"),
        "something else is shown": ({"runs": steps(3 + sin(b - a), Fraction(1, 4))}, "runs"),
    }.values(),
    ids=str,
)
def test_what_is_asked(changes, words):
    with pytest.raises(Refused, match=words):
        drifts(**changes)


def test_almost_every_start_needs_an_open_set():
    half = Space(x=Real())
    x = half.symbols
    claim = Claim("test.drift", half, shows=Eventually(sin(x), to=0, along={x: 1 + 0 * x}))
    data = {"phase": x, "side": 1, "distance": Fraction(1), "runs": (Step("sign", {"shows": ge(number(1), 1)}),)}
    assert refute(claim.sequent, "main", "drift", {x: number(1)}, data).rule == "drift"
    goal = replace(claim.sequent.goal("main"), starts=(ge(0, (x - 1) ** 2),))
    with pytest.raises(Refused, match="open set"):
        refute(Sequent(claim.sequent.symbols, goal.starts, (("main", goal),)), "main", "drift", {x: number(1)}, data)


def test_complex_states_have_no_phase():
    disk = Space(z=Disk())
    z = disk.symbols
    claim = Claim("test.drift", disk, shows=Eventually(abs2(z), to=0, along={z: -z}))
    with pytest.raises(Refused, match="real numbers"):
        refute(claim.sequent, "main", "drift", {z: number("1/2")}, {**DATA, "phase": symbol("t")})


@pytest.mark.parametrize(
    ("quantity", "to", "start"), [(cos(a - b), 0, AlmostEvery), (sin(a - b), 1, Every()), ("point", None, AlmostEvery)]
)
def test_the_attack_finds_drifts(quantity, to, start):
    flow = {a: 3 + sin(b - a), b: sin(a - b)}
    claim = Claim(
        "test.drift", Space(a=Circle(), b=Circle()), shows=Eventually(quantity, to=to, along=flow, start=start)
    )
    outcome = attack(claim, 20_000, 0)
    assert outcome.simplest is not None and outcome.simplest.rule == "drift"


def test_what_locks_does_not_drift():
    flow = {a: 1 + sin(b - a), b: sin(a - b)}
    claim = Claim("test.drift", Space(a=Circle(), b=Circle()), shows=Eventually(sin(a - b), to="1/2", along=flow))
    assert attack(claim, 20_000, 0).simplest is None
