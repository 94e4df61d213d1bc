"""A phase that locks: each obligation is needed, and nothing false passes."""

from __future__ import annotations

import pytest

from theorems.classical.locked_phase import claim as LOCKED
from verify import PI, Circle, Claim, Eventually, Every, Interval, Real, Space, cos, ge, le, sin, tan
from verify.kernel.proof import Refused, prove
from verify.kernel.term import ZERO, TermError, term
from verify.prove.argument import steps_of

S = Space(a=Circle(), b=Circle(), w=Real())
a, b, w = S.symbols
FLOW = {a: w + sin(b - a), b: sin(a - b)}
GAP = w - 2 * sin(a - b)
BOUNDS = (ge(w, -2), le(w, 2))
AT = {"phase": a - b, "low": -PI / 2, "high": PI / 2, "factor": 1}
LOW, HIGH = w + 2, w - 2


def cite(flow=FLOW, target=GAP, to=0, given=BOUNDS, start=None, space=S, skip=(), **changed):
    claim = Claim(
        "test.locked", space, given=given, shows=Eventually(target, along=flow, to=to, start=start or Every())
    )
    at = {name: term(value) for name, value in {**AT, **changed}.items()}

    def argument(p):
        needs, _ = LOCKED.offers.build(claim.sequent.goal("main"), at)
        for number, each in enumerate(needs):
            if number not in skip:
                p.sign(each, as_=(LOW, -HIGH)[number] if flow is FLOW else None)
        p.cites(LOCKED, **at)
        p.limit()

    claim.argument(argument)
    return prove(
        claim.sequent, steps_of(claim), dict.fromkeys(claim.space.scalars, ZERO), {LOCKED.id: LOCKED.offers}.get
    )


def test_detuned_phases_lock():
    assert cite().uses == (LOCKED.id,)
    assert cite(target=sin(a - b), to=w / 2, factor="-1/2").uses


def test_one_angle_converges():
    one = Space(a=Circle())
    x = one.symbols
    flow = {x: -sin(x)}
    given = {"flow": flow, "space": one, "given": (), "phase": x, "low": 0, "high": 0}
    assert cite(target="point", to=None, **given).uses and cite(target=sin(x), **given).uses
    with pytest.raises(Refused, match="no known limit"):
        cite(target=cos(x), to=1, **given)


@pytest.mark.parametrize(("skip", "given"), [((0,), BOUNDS[1:]), ((1,), BOUNDS[:1])])
def test_each_obligation_is_needed(skip, given):
    with pytest.raises(Refused, match=r"of classical\.locked-phase is not shown"):
        cite(skip=skip, given=given)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"given": ()}, "not manifestly"),  # they may drift apart
        ({"given": (ge(w, -2), le(w, 3))}, "not manifestly"),
        ({"low": PI / 2}, "not identically"),
        ({"target": "point", "to": None}, "no known limit"),  # both may turn together
        ({"target": sin(a - b), "to": w}, "no known limit"),
        ({"target": cos(a - b), "to": 1}, "no known limit"),
        ({"phase": a + b}, "not identically"),  # its rate is w
        ({"phase": a}, "no function of it alone"),
        ({"phase": (a - b) / 2}, "whole coefficients"),
        ({"phase": 2 * (a - b)}, "whole coefficients"),
        ({"phase": a - b + w}, "whole coefficients"),
        ({"phase": sin(a)}, "whole coefficients"),
        ({"flow": {a: w + sin(b - a) + sin(a), b: sin(a - b)}}, "no function of it alone"),
        ({"flow": {a: w + (b - a), b: a - b}}, "a turn"),
        ({"flow": {a: w + tan(b - a), b: tan(a - b)}}, "analytic"),
        ({"flow": {a: w + sin((b - a) / 2), b: sin((a - b) / 2)}}, "a turn"),
        ({"low": a}, "free of"),
        ({"factor": sin(a)}, "free of"),
        ({"start": Every(where=[ge(a, 0)])}, "every one a start"),
        ({"space": Space(a=Interval(0, 1), b=Circle(), w=Real())}, "every one a start"),
    ],
)
def test_what_is_no_phase_that_locks(changed, words):
    with pytest.raises((Refused, TermError), match=words):
        cite(**changed)
