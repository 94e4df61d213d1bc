"""Refuter `region`: an invariant region that keeps off the target. The system x' = x (3 x^2 y^2 - 1)/(x^2 y^2 + 1),
y' = -y has a Lyapunov function on the whole plane, and x y >= 1 is invariant all the same."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from verify import Claim, Disk, Eventually, Every, Interval, Positive, Real, Space, abs2, eq, exp, ge, gt, re, sqrt
from verify.attack import attack
from verify.claim import AlmostEvery
from verify.kernel.goal import LongTime, Sequent
from verify.kernel.lie import Flow
from verify.kernel.proof import Refused, Step, refute
from verify.kernel.relation import Relation
from verify.kernel.term import TermError, number

S = Space(x=Real(), y=Real(), c=Positive())
x, y, c = S.symbols
FLOW = {x: c * x * (3 * x**2 * y**2 - 1) / (x**2 * y**2 + 1), y: -c * y}
Q = x * y - 1
AT = {x: number(1), y: number(2), c: number(1)}
RATE = 2 * x * y * (x * y + 1) / (x**2 * y**2 + 1)
SUM = x**2 + y**2
DATA = {
    "quantity": Q,
    "side": 1,
    "distance": Fraction(1),
    "invariant": (Step("compare", {"rate": RATE, "source": number(0)}),),
    "away": (Step("sign", {"shows": ge(SUM, 1), "as_": (x - y) ** 2 + 2 * (x * y - 1) + 1}),),
}


def escapes(at=AT, start=AlmostEvery, flow=FLOW, target=SUM, to=0, given=(), space=S, **changed):
    claim = Claim("test.region", space, given=given, shows=Eventually(target, to=to, along=flow, start=start))
    return refute(claim.sequent, "main", "region", at, {**DATA, **changed})


def test_a_region_that_is_never_left():
    found = escapes()
    assert (found.rule, found.strength) == ("region", "exact")
    assert escapes(start=Every()).rule == "region"
    assert escapes(start=Every(except_=[eq(x, y)])).rule == "region"
    assert escapes({**AT, y: number(1)}, start=Every()).rule == "region"  # on the boundary of the region
    below = (Step("sign", {"shows": ge(-(0 - SUM), 1), "as_": (x - y) ** 2 + 2 * (x * y - 1) + 1}),)
    assert escapes(target=-SUM, side=-1, away=below).rule == "region"


@pytest.mark.parametrize(
    ("changes", "words"),
    {
        "no limit": ({"target": "point", "to": None}, "decides nothing about the target 'point'"),
        "a hypothesis fails": ({"given": [gt(c, 1)]}, "hypothesis: c > 1 fails"),
        "a hypothesis on the state": ({"given": [gt(x, -9)]}, "restricts the state"),
        "a parameter is missing": ({"at": {x: AT[x], y: AT[y]}}, "parameter c has no coordinate"),
        "a state is missing": ({"at": {x: AT[x], c: AT[c]}}, "state y has no coordinate"),
        "a state that is not constant": ({"at": {**AT, y: x}}, "not constant"),
        "a side that is none": ({"side": 0}, "one side"),
        "a side twice": ({"side": 2}, "one side"),
        "no distance": ({"distance": Fraction(0)}, "positive"),
        "not in the region": ({"at": {**AT, y: number("1/2")}}, "inside the region"),
        "on its boundary": ({"at": {**AT, y: number(1)}}, "inside the region"),
        "not in the region, every start": ({"at": {**AT, y: number("1/2")}, "start": Every()}, "in the region"),
        "excepted": ({"at": {**AT, x: number(2)}, "start": Every(except_=[eq(x, y)])}, "outside the exceptions"),
        "not a start": ({"start": Every(where=[gt(x, y)])}, "a start"),
        "a wrong rate": (
            {"invariant": (Step("compare", {"rate": 2 * RATE, "source": number(0)}),)},
            "the derivative of",
        ),
        "a source that is not positive": (
            {"invariant": (Step("compare", {"rate": number(0), "source": RATE * Q}),)},
            "is not shown",
        ),
        "no proof of invariance": ({"invariant": ()}, "without reaching"),
        "no proof of the distance": ({"away": ()}, "without reaching"),
        "a greater distance": ({"distance": Fraction(3)}, "without reaching"),
        "on the other side": ({"side": -1}, "without reaching"),
        "a quantity with parameters": ({"quantity": c * Q}, "c has no single value"),
        "data of another kind": ({"distance": 1}, "needs distance"),
    }.values(),
)
def test_each_condition(changes, words):
    with pytest.raises((Refused, TermError), match=words):
        escapes(**changes)


def test_the_distance_is_asked_for_in_the_region_alone_and_the_flow_at_the_parameters():
    """x' = -c x keeps x >= 1 for no c > 0; x' = (c - 1) x keeps it at c = 1."""
    space = Space(x=Real(), c=Real())
    z, k = space.symbols
    away = (Step("sign", {"shows": ge(z, 1)}),)
    still = (Step("compare", {"rate": number(0), "source": number(0)}),)
    data = {"quantity": z - 1, "away": away, "invariant": still, "space": space, "target": z}
    assert escapes({z: number(2), k: number(1)}, flow={z: (k - 1) * z}, **data).rule == "region"
    with pytest.raises(Refused, match="the derivative of"):
        escapes({z: number(2), k: number(0)}, flow={z: (k - 1) * z}, **data)


def test_starts_that_are_not_open():
    space = Space(w=Disk(closed=True))
    w = space.symbols
    half = 2 * re(w) - 1
    data = {
        "quantity": half,
        "distance": Fraction(1, 4),
        "invariant": (Step("compare", {"rate": number(0), "source": number(0)}),),
        "away": (Step("sign", {"shows": ge(re(w), "1/4"), "as_": half / 2 + number("1/4")}),),
    }
    at = {w: number("3/5")}
    with pytest.raises(Refused, match="not known to be an open set"):
        escapes(at, flow={w: 0 * w}, target=re(w), space=space, **data)
    assert escapes(at, start=Every(), flow={w: 0 * w}, target=re(w), space=space, **data).rule == "region"
    opened = Space(w=Disk())
    assert escapes(at, flow={w: 0 * w}, target=re(w), space=opened, **data).rule == "region"


def test_a_start_set_that_a_root_makes_a_single_point():
    """sqrt(-x^2) > -1 is strict and holds at x = 0 alone, which is a null set: nothing is claimed of the others."""
    where = Relation("gt", sqrt(-(x**2)) + 1, number(0))
    goal = LongTime(Flow.of({x: 0 * x}), "almost every", "tends", x, number(5), (), (where,))
    sequent = Sequent((x,), (where,), (("main", goal),))
    data = {
        "quantity": 1 - x,
        "side": -1,
        "distance": Fraction(1),
        "invariant": (Step("compare", {"rate": number(0), "source": number(0)}),),
        "away": (Step("roots", {"shows": ge(-(x - 5), 1)}),),
    }
    with pytest.raises(Refused, match="not known to be an open set"):
        refute(sequent, "main", "region", {x: number(0)}, data)
    every = Sequent((x,), (where,), (("main", replace(goal, start="every")),))
    assert refute(every, "main", "region", {x: number(0)}, data).rule == "region"


def test_the_region_is_kept_beyond_the_domain_and_past_every_end():
    """x' = 1 leaves (0, 1), where it passes 1/2 <= x <= 3/4; x' = x^2 ends, and never comes below its start."""
    space = Space(x=Interval(0, 1, open=True))
    z = space.symbols
    still = (Step("compare", {"rate": number(0), "source": number(1)}),)
    away = (Step("sign", {"shows": ge(z, "1/2")}),)
    data = {"distance": Fraction(1, 2), "space": space, "target": z}
    at = {z: number("3/5")}
    assert escapes(at, flow={z: 0 * z + 1}, quantity=z - "1/2", invariant=still, away=away, **data).rule == "region"
    near = {"away": (Step("sign", {"shows": ge(-(z - 1), "1/4"), "as_": (number("3/4") - z)}),), "side": -1}
    with pytest.raises(Refused, match="is not shown"):  # 3/4 - x falls
        data_here = {**data, **near, "distance": Fraction(1, 4)}
        falling = (Step("compare", {"rate": number(0), "source": number(-1)}),)
        escapes(at, flow={z: 0 * z + 1}, to=1, quantity="3/4" - z, invariant=falling, **data_here)
    grown = (Step("compare", {"rate": z + "1/2", "source": number("1/4")}),)
    assert escapes(at, flow={z: z**2}, quantity=z - "1/2", invariant=grown, away=away, **data).rule == "region"


def test_a_quantity_that_is_not_real_has_no_side():
    space = Space(w=Disk())
    w = space.symbols
    still = (Step("compare", {"rate": number(0), "source": number(0)}),)
    data = {"quantity": 2 * re(w) - 1, "invariant": still, "distance": Fraction(1, 4), "away": ()}
    with pytest.raises(Refused, match="real"):
        escapes({w: number("3/5")}, flow={w: 0 * w}, target=w, space=space, **data)


def test_balls_weaken_the_strength():
    at = {**AT, y: exp(number(1))}
    assert escapes(at).strength == "ball"


@pytest.mark.parametrize("start", [Every(), AlmostEvery()])
def test_the_attack_finds_the_region(start):
    space = Space(x=Real(), y=Real())
    a, b = space.symbols
    flow = {a: a * (3 * a**2 * b**2 - 1) / (a**2 * b**2 + 1), b: -b}
    outcome = attack(Claim("test.region", space, shows=Eventually(a**2 + b**2, to=0, along=flow, start=start)), 50_000)
    assert outcome.refuted and outcome.simplest.rule == "region"


def test_the_attack_takes_no_region_that_holds_the_target():
    """Every solution of x' = -x, y' = -y tends to 0, though x >= 0 is kept."""
    space = Space(x=Real(), y=Real(), w=Disk())
    a, b, w = space.symbols
    for shows in (
        Eventually(a**2 + b**2, to=0, along={a: -a, b: -b, w: -w}, start=Every()),
        Eventually(abs2(w), to=0, along={a: -a, b: -b, w: -w}),
    ):
        assert not attack(Claim("test.region", space, given=[], shows=shows), 20_000).refuted
