"""Long-time lies fall to exact equilibria, sinks and conserved quantities; true statements do not."""

from __future__ import annotations

import pytest

from tests.attack.claims import LASTING, coordinates
from verify import Claim, Complex, Disk, Eventually, I, Positive, Real, Space, abs2, conj, eq, ge, gt, maximum, re
from verify.attack import attack
from verify.claim import AlmostEvery, Every


@pytest.mark.parametrize("name", LASTING)
def test_lies_are_refuted_by_the_expected_rule(name):
    claim, rule = LASTING[name]
    outcome = attack(claim, 200_000)
    assert outcome.simplest is not None and outcome.simplest.rule == rule
    assert outcome.survey.effective == 0  # no draw of a long-time claim supports it


def test_clusters_falls_at_a_rotation_not_at_zero():
    point = coordinates(attack(LASTING["eigenvalue-clusters"][0], 200_000).simplest)
    assert point["A11"] == point["A22"] == "0" and point["A12"] != "0"


def test_periodic_falls_to_a_sink_with_small_parameters():
    outcome = attack(LASTING["periodic"][0], 200_000)
    assert coordinates(outcome.simplest) == {"a": "-1", "b": "0", "w": "-1"}
    assert abs(outcome.worst.point[outcome.worst.sequent.symbols[0]].payload) > 1  # the most stable one found


def _value_identity(**options):
    space = Space(a=Complex(), b=Complex(), beta=Positive(), w=Disk())
    a, b, beta, w = space.symbols
    f = b + conj(a) * w
    flow = {w: beta / 2 * (1 - abs2(w)) * f}
    start = Every(except_=[eq(f, 0)]) if options.get("exceptions") else Every()
    given = [gt(re(a), 0)] if options.get("expanding", True) else [ge(re(a), 0)]
    return Claim("test.value-identity", space, shows=Eventually(abs2(w), to=1, along=flow, start=start), given=given)


def test_an_exception_makes_the_difference():
    assert attack(_value_identity(), 50_000).simplest.rule == "equilibrium"
    assert not attack(_value_identity(exceptions=True), 50_000).refuted


def test_a_boundary_case_of_the_hypotheses_is_found():
    outcome = attack(_value_identity(exceptions=True, expanding=False), 50_000)
    assert outcome.refuted


def test_true_statements_stand():
    space = Space(x=Real(), k=Positive())
    x, k = space.symbols
    for target, start in ((x, Every()), (x, AlmostEvery())):
        claim = Claim("test.decay", space, shows=Eventually(target, to=0, along={x: -k * x - x**3}, start=start))
        assert not attack(claim, 50_000).refuted


def test_what_was_not_tried_is_said():
    space = Space(x=Real(), k=Real())
    x, k = space.symbols
    restricted = Claim(
        "test.restricted",
        space,
        given=[gt(x, 0)],
        shows=Eventually(x, to=0, along={x: x - x**3}, start=AlmostEvery()),
    )
    outcome = attack(restricted, 50_000)
    assert not outcome.refuted and "restricts the state" in outcome.survey.not_tried[0]
    kinked = Claim(
        "test.kinked", space, shows=Eventually(x, to=0, along={x: maximum(x, k) - 2 * x}, start=AlmostEvery())
    )
    assert "without derivatives" in attack(kinked, 50_000).survey.not_tried[0]


def test_a_field_without_a_value_somewhere_is_undefined():
    space = Space(x=Real(), k=Real())
    x, k = space.symbols
    claim = Claim("test.pole", space, shows=Eventually(x, to=0, along={x: -x / (k - 1)}, start=AlmostEvery()))
    outcome = attack(claim, 50_000)
    assert outcome.undefined_at is not None and str(outcome.undefined_at[k]) == "1"


def test_newton_recognises_a_sink_that_is_no_special_point():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    flow = {x: -((x - y / 3 - 5) ** 3) - (x - 5 - y / 3), y: -(7 * y - 11)}
    claim = Claim("test.far-sink", space, shows=Eventually(x, to=0, along=flow, start=AlmostEvery()))
    assert coordinates(attack(claim, 50_000).simplest) == {"x": "116/21", "y": "11/7"}


def test_parameters_are_solved_for_where_no_simple_ones_give_a_recognisable_sink():
    """x' = k - 7x - x^5/3 rests at algebraic numbers of degree 5, unless k is chosen for a simple x."""
    space = Space(x=Real(), k=Real())
    x, k = space.symbols
    claim = Claim(
        "test.quintic",
        space,
        given=[gt(k, 3), gt(4, k)],
        shows=Eventually(x, to=0, along={x: k - 7 * x - x**5 / 3}, start=AlmostEvery()),
    )
    assert coordinates(attack(claim, 50_000).simplest) == {"x": "1/2", "k": "337/96"}


def test_special_states_rest_without_any_search():
    outcome = attack(LASTING["bistable"][0], 200_000)
    assert coordinates(outcome.simplest) == {"x": "1", "k": "0"}
    assert not any("Newton" in text or "parameters at which" in text for text in outcome.survey.tried)


def test_the_target_itself_comes_before_its_multiples():
    space = Space(w=Complex(), k=Real())
    w, k = space.symbols
    claim = Claim("test.rotation", space, shows=Eventually(abs2(w), to=1, along={w: I * k * w}, start=AlmostEvery()))
    outcome = attack(claim, 50_000)
    assert outcome.simplest.rule == "conserved" and str(outcome.simplest.data["cofactor"]) == "1"
