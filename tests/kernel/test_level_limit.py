"""The schema of a limit along a level: each obligation is needed, and nothing false passes.

Along w' = k (1 - |w|^2) the imaginary part y of w is constant, and every orbit tends to the circle.
"""

from __future__ import annotations

import pytest

from theorems.classical.level_limit import claim as LEVEL
from theorems.classical.no_recurrence import claim as CIRCLE
from theorems.linear.case4_homoclinic import claim as HOMOCLINIC
from verify import Claim, Disk, Eventually, Every, Flow, I, Positive, Space, abs2, eq, gt, im, ne, re, sqrt
from verify.judge import uses_of
from verify.kernel.goal import LongTime, Stays
from verify.kernel.proof import Refused, prove
from verify.kernel.term import ONE, ZERO, TermError, number
from verify.prove.argument import steps_of

S = Space(k=Positive(), w=Disk())
k, w = S.symbols
N, x, y = 1 - abs2(w), re(w), im(w)
RESULTS = {each.id: each.offers for each in (LEVEL, CIRCLE)}
ABOVE = y**2 * N


def cite(flow=k * N, rate=-2 * k * x, above=ABOVE, below=N, exponent=1, skip=()):
    claim = Claim("test.level", S, shows=Eventually(above, to=0, along={w: flow}, start=Every()))
    quotient = above / below**exponent

    def argument(p):
        if "stays" not in skip:
            p.stays(rate)
        p.inside(ne(flow, 0))
        if "circle" not in skip:
            p.cites(CIRCLE)
        if "below" not in skip:
            p.inside(gt(below, 0))
        if "conserved" not in skip:
            p.inside(eq(claim.shows.flow.derivative(quotient), 0))
        p.cites(LEVEL, above=above, below=below, exponent=exponent)
        p.limit()

    claim.argument(argument)
    return prove(claim.sequent, steps_of(claim), {k: ONE, w: ZERO}, RESULTS.get)


def test_the_numerator_follows():
    assert cite().uses == (CIRCLE.id, LEVEL.id)
    assert cite(above=ABOVE**2, exponent=2).uses


def test_a_homoclinic_orbit_is_conditional_on_it():
    assert set(uses_of(HOMOCLINIC)) == {CIRCLE.id, LEVEL.id}


@pytest.mark.parametrize("name", ["circle", "below", "conserved"])
def test_each_obligation_is_needed(name):
    with pytest.raises(Refused, match=r"the obligation .* of classical\.level-limit is not shown"):
        cite(skip=[name])


def test_the_disk_must_stay():
    with pytest.raises(Refused, match=r"the obligation Stays.* is not shown"):
        cite(skip=["stays"])
    goal = LongTime(Flow.of({w: k * N / (k - 1)}), "every", "point", None, None, (), (gt(N, 0),))
    obliged, _ = LEVEL.offers.build(goal, {"above": ABOVE, "below": N, "exponent": ONE})
    assert Stays(goal.flow, goal.closure()) in obliged and ne(k - 1, 0) in obliged


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"above": ONE}, "is not"),  # 1/N is not conserved
        ({"above": ABOVE, "exponent": 2}, "is not"),
        ({"above": y**2, "below": ONE}, "obligation"),  # y^2 is conserved, and 1 does not tend to 0
        ({"exponent": number("1/2"), "skip": ["conserved"]}, "positive integer"),
        ({"above": ABOVE / (2 + x) * (2 + x), "skip": ["conserved"]}, "defined for all values"),
        ({"above": sqrt(N) ** 2 * y**2, "skip": ["conserved"]}, "defined for all values"),
    ],
)
def test_what_it_asks_of_its_parameters(given, words):
    with pytest.raises(Refused, match=words):
        cite(**given)


def test_another_limit_will_not_do():
    """w' = i k w (1 - |w|^2) conserves |w|^2, and has an equilibrium: nothing tends to the circle."""
    with pytest.raises(Refused, match="inside"):
        cite(flow=I * k * w * N, rate=ZERO)


def test_the_starts_are_open():
    goal = LongTime(Flow.of({w: k * N}), "every", "point", None, None, (), (gt(N, 0), eq(y, 0)))
    with pytest.raises(TermError, match="open set"):
        LEVEL.offers.build(goal, {"above": ABOVE, "below": N, "exponent": ONE})
