"""The schema of gradient-like flows of angles: each obligation is needed, and nothing false passes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from theorems.classical.lojasiewicz import claim as LOJASIEWICZ
from theorems.linear.tokens_converge import VALUE
from verify import Circle, Claim, Eventually, Every, Interval, Real, Space, cos, eq, sin, sqrt, tan
from verify.judge import uses_of
from verify.kernel.goal import LongTime
from verify.kernel.proof import Refused, prove
from verify.kernel.term import ZERO, TermError, number, term
from verify.prove.argument import steps_of

S = Space(x=Circle(), y=Circle(), k=Real())
x, y, k = S.symbols
PULL = {x: sin(y - x), y: sin(x - y)}
TURN = {x: 1 + 0 * x, y: sin(x - y)}
GOOD = {"energy": cos(x - y), "conserved": x + y, "slope": 1, "speed": 1}


def cite(flow=PULL, target="point", start=None, skip=(), space=S, to=None, **given):
    """E = cos(x - y) along x' = sin(y - x), y' = sin(x - y): E' = 2 sin^2 = |grad E|^2 = |F|^2."""
    claim = Claim("test.torus", space, shows=Eventually(target, along=flow, start=start or Every(), to=to))
    at = {name: term(value) for name, value in (GOOD | given).items()}

    def argument(p):
        needs, _ = LOJASIEWICZ.offers.build(claim.sequent.goal("main"), at)
        for number_, each in enumerate(needs):
            if number_ not in skip:
                p.ring(each) if each.op == "eq" else p.sign(each, as_=0 if each.op == "ge" else None)
        p.cites(LOJASIEWICZ, **at)
        p.limit()

    claim.argument(argument)
    return prove(claim.sequent, steps_of(claim), {x: ZERO, y: ZERO, k: ZERO}, {LOJASIEWICZ.id: LOJASIEWICZ.offers}.get)


def test_phases_that_attract_converge():
    assert cite().uses == (LOJASIEWICZ.id,)
    assert cite(conserved=0).uses and cite(conserved=Fraction(1, 2) * (x + y)).uses


def test_tokens_are_conditional_on_it():
    assert uses_of(VALUE[0]) == (LOJASIEWICZ.id,)


@pytest.mark.parametrize(
    "given",
    [
        {"skip": [0], "conserved": x, "slope": 2},  # |g|^2 along {x = constant} is sin^2
        {"skip": [3], "slope": Fraction(1, 2)},
        {"skip": [4], "speed": Fraction(1, 2)},
    ],
)
def test_each_obligation_is_needed(given):
    with pytest.raises(Refused, match=r"the obligation .* of classical\.lojasiewicz is not shown"):
        cite(**given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"slope": 2}, "not identically"),
        ({"speed": 2}, "not identically"),
        ({"slope": 0}, "not manifestly positive"),
        ({"speed": -1}, "not manifestly positive"),
        ({"speed": k}, "not manifestly positive"),
        ({"energy": -cos(x - y)}, "not identically"),
        ({"conserved": x}, "not an identity"),
        ({"flow": TURN}, "not an identity"),  # x turns for ever
        ({"flow": TURN, "conserved": 0}, "not identically"),
        ({"flow": TURN, "conserved": 0, "energy": x + cos(x - y)}, "a turn"),  # it grows for ever
        ({"energy": (x - y) ** 2}, "a turn"),
        ({"flow": {x: y - x, y: x - y}}, "a turn"),
        ({"flow": {x: sin((y - x) / 2), y: sin((x - y) / 2)}}, "a turn"),
        ({"energy": sqrt(2 + cos(x - y))}, "analytic"),
        ({"energy": (2 + cos(x - y)) ** Fraction(1, 3)}, "analytic"),
        ({"energy": cos(x - y) / (2 + cos(x))}, "analytic"),
        ({"flow": {x: tan(y - x), y: tan(x - y)}}, "analytic"),
        ({"speed": cos(x) + 2}, "free of"),
        ({"conserved": cos(x)}, "linear in the states"),
        ({"conserved": sqrt(number(2)) * (x + y)}, "linear in the states"),
        ({"conserved": k * (x + y)}, "linear in the states"),
        ({"start": Every(where=[eq(x, y)])}, "every one a start"),
        ({"space": Space(x=Interval(-9, 9), y=Circle(), k=Real())}, "every one a start"),
        ({"target": "periodic"}, "no known limit"),
        ({"target": x, "to": 0}, "no known limit"),
    ],
)
def test_what_is_no_gradient_like_flow(given, words):
    with pytest.raises((Refused, TermError), match=words):
        cite(**given)


def test_the_conclusion_is_that_every_orbit_converges():
    goal = Claim("test.torus", S, shows=Eventually(x, along=PULL, start=Every(), to=0)).sequent.goal("main")
    _, (conclusion,) = LOJASIEWICZ.offers.build(goal, {name: term(value) for name, value in GOOD.items()})
    assert conclusion == LongTime(goal.flow, "every", "point", None, None, (), ())
