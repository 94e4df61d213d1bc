"""What claims in Python say of angles in a `Circle` does not tell t from t + 2 pi, as files must not."""

from __future__ import annotations

import pytest

from tests.test_theorems import EVERY
from verify import Circle, Claim, Eventually, Every, Space, cos, eq, sin
from verify.kernel.goal import LongTime, Pointwise
from verify.space import Token
from verify.spell.angles import changing, changing_in


def angles_that_are_told_apart(claim):
    """The first angle of each relation, or rate, that changes when it makes a turn."""
    relations, rates = list(claim.given), []
    for _, goal in claim.sequent.goals:
        if isinstance(goal, Pointwise):
            relations += [goal.relation, *goal.given]
        elif isinstance(goal, LongTime):
            relations += [*goal.except_, *goal.starts]
            rates += [*goal.flow.terms, *(each for each in (goal.quantity, goal.value) if each is not None)]
    found = [changing_in(claim.space, each) for each in relations] + [changing(claim.space, each) for each in rates]
    return {each for each in found if each is not None}


def on_circles(claim):
    domains = claim.space.domains.values()
    return any(isinstance(each.inner if isinstance(each, Token) else each, Circle) for each in domains)


def test_an_angle_that_tends_is_told_apart():
    S = Space(t=Circle())
    t = S.symbols

    def tends(quantity, to):
        flow, start = {t: -sin(t)}, Every(except_=[eq(cos(t), -1)])
        shows = Eventually(quantity, to=to, along=flow, start=start)
        return angles_that_are_told_apart(Claim("test.c", S, shows=shows))

    assert tends(t, 0) == {t}
    assert tends(cos(t), 1) == set()


@pytest.mark.deep
def test_theorems_are_about_circles():
    found = {name: angles_that_are_told_apart(claim) for name, claim in EVERY.items() if on_circles(claim)}
    assert len(found) > 30
    assert {name: angles for name, angles in found.items() if angles} == {}
