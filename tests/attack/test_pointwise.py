"""The attack refutes what is false, with confirmed, simple points, and never what is true."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import theorems.linear
from tests.attack.claims import FALSE, TRUE, Q, coordinates
from verify import (
    Claim,
    Complex,
    Conserved,
    Disk,
    I,
    Identity,
    Inequality,
    Real,
    Space,
    Token,
    abs2,
    any_of,
    eq,
    eye,
    gt,
    im,
    ne,
    sqrt,
)
from verify import Mean as mean
from verify.attack import attack
from verify.attention import linear
from verify.kernel import point as at_point
from verify.kernel.goal import AnyDimension, Pointwise
from verify.words import at_dimension

MODULES = [
    importlib.import_module(f"theorems.linear.{each.name}") for each in pkgutil.iter_modules(theorems.linear.__path__)
]
CLAIMS = [value for module in MODULES for value in vars(module).values() if isinstance(value, Claim)]
THEOREMS = {claim.id.removeprefix("linear."): claim for claim in CLAIMS if claim.kind == "theorem"}
SLOW = ("score-identity.", "value-identity")
"""Theorems of long time whose mutants take seconds each."""
MUTANTS = [
    pytest.param(name, mutant, marks=[pytest.mark.deep] if name.startswith(SLOW) else [])
    for name, claim in THEOREMS.items()
    for mutant in claim.mutants
]


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
def test_mutants_of_theorems_are_refuted_early(name, mutant):
    claim = THEOREMS[name].mutant(mutant)
    if isinstance(claim.sequent.goals[0][1], AnyDimension):
        claim = at_dimension(claim, 2)
    outcome = attack(claim, 200_000)
    assert outcome.refuted
    assert outcome.undefined_at is None
    assert outcome.evaluations < 40_000  # it stops once something is confirmed
    assert outcome.survey.suspects == 0


CORE = (
    "kuramoto-daido watanabe-strogatz ott-antonsen circle-invariant boundary-factorisation duality hidden-hamiltonian"
)


@pytest.mark.parametrize("name", [*CORE.split(), "case3-phase", "value-identity.expanding"])
def test_theorems_are_not_refuted(name):
    outcome = attack(THEOREMS[name], 15_000)
    assert not outcome.refuted
    assert outcome.undefined_at is None
    assert outcome.survey.suspects == 0
    pointwise = all(isinstance(goal, Pointwise) for _, goal in THEOREMS[name].sequent.goals)
    assert (outcome.survey.effective > 500) == pointwise  # no draw supports a long-time claim


@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_refuted_at_points_that_satisfy_the_hypotheses(name):
    claim = FALSE[name]
    outcome = attack(claim, 200_000)
    for refutation in (outcome.simplest, outcome.worst):
        assert refutation is not None
        assert at_point.all_hold(claim.sequent.facts, refutation.point)[1] is None
        decision = at_point.decide(claim.sequent.goal(refutation.part).relation, refutation.point)
        assert decision is not None and decision[0] is False


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_not_refuted_nor_suspected(name):
    outcome = attack(TRUE[name], 40_000)
    assert not outcome.refuted
    assert outcome.undefined_at is None
    assert outcome.survey.suspects == 0
    assert outcome.survey.effective > 2_000
    assert outcome.survey.best_margin is not None and outcome.survey.best_margin >= 0


@given(st.lists(st.tuples(*[st.integers(-3, 3)] * 4), min_size=1, max_size=3))
@settings(max_examples=8, deadline=None, derandomize=True)
def test_sums_of_squares_are_not_refuted(rows):
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    total = sum(((a * x * y + b * x + c * y + d) ** 2 for a, b, c, d in rows), x * 0)
    outcome = attack(Claim("test.squares", space, shows=Inequality(total, ">=", 0)), 8_000)
    assert not outcome.refuted and outcome.survey.suspects == 0


def test_a_true_identity_near_the_circle_does_not_look_violated():
    """H is of the order of (1 - |w|^2)^-2; only its rounding is large."""
    claim = THEOREMS["hidden-hamiltonian"]
    outcome = attack(claim, 100_000, seed=3)
    assert outcome.survey.suspects == 0 and outcome.survey.best_margin == 0


def test_duality_swap_needs_general_matrices_and_comes_out_sparse():
    outcome = attack(THEOREMS["duality"].mutant("swap"), 200_000)
    entries = [value for name, value in coordinates(outcome.simplest).items() if name[0] in "AV"]
    assert sorted(entries) == ["0"] * 6 + ["1"] * 2


def test_touching_points_refute_strict_orders_exactly():
    assert coordinates(attack(FALSE["strict-square"], 20_000).simplest) == {"x": "0"}
    assert coordinates(attack(FALSE["touching"], 20_000).simplest) == {"x": "0", "y": "0"}
    assert coordinates(attack(FALSE["double-root"], 50_000).simplest) == {"x": "7/3"}


def test_worst_is_at_least_as_bad_as_simplest():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    outcome = attack(Claim("test.worst", space, shows=Inequality(x * y, "<=", 1)), 50_000)
    gaps = []
    for refutation in (outcome.simplest, outcome.worst):
        values = [value.payload for value in refutation.point.values()]
        gaps.append((values[0] * values[1] - 1) / (abs(values[0] * values[1]) + 1))
    assert 0.05 <= gaps[0] < gaps[1] and gaps[1] > 0.75


def test_undefined_conclusions_are_found_beside_the_special_points():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    ratio = Claim("test.ratio", space, shows=Identity((x - y) / (3 * x - 7 * y - 5), (x - y) / (3 * x - 7 * y - 5)))
    outcome = attack(ratio, 20_000)
    assert outcome.undefined_at is not None and "zero" in outcome.undefined_reason
    root = Claim("test.root", space, shows=Inequality(sqrt(x + 50) ** 2, ">=", x))
    assert attack(root, 20_000).undefined_at is not None
    kept = Claim("test.kept", space, shows=Identity((x - y) / (x - y), 1), given=[ne(x, y)])
    assert attack(kept, 20_000).undefined_at is None


def test_special_points_come_first():
    assert attack(FALSE["strict-square"], 200_000).evaluations < 6_000
    assert attack(FALSE["touching"], 200_000).evaluations < 8_000


def test_draws_reach_hypotheses_about_means():
    """Single tokens are solved for, so that draws lie on the surface exactly."""
    space = Space(u=Token(Real()), v=Token(Complex()))
    u, v = space.symbols
    given = [eq(mean(u, u), Q(5, 7)), eq(mean(v**2, v), I)]
    survey = attack(
        Claim("test.means", space, shows=Inequality(mean(u**2, u), ">=", Q(25, 49)), given=given), 30_000
    ).survey
    assert survey.effective > 1_000 and survey.suspects == 0


def test_a_lie_about_one_part_names_that_part():
    claim = THEOREMS["case3-phase"]
    shows = claim.shows.replaced(phase=claim.mutants["sign"])
    lie = Claim("test.part", claim.space, shows=shows, given=claim.given)
    assert attack(lie, 50_000).simplest.part == "phase"


def test_survey_states_the_bound_with_the_distribution_in_one_sentence():
    survey = attack(TRUE["quartic"], 40_000).survey
    sentence = survey.sentence()
    assert sentence.count(".") - sentence.count("0.") <= 1 and "uniform in the box" in sentence
    assert f"{3 / survey.effective:.1e}" in sentence
    data = survey.to_json()
    assert data["effective"] == survey.effective and data["bound"] == survey.bound


def test_only_draws_that_satisfy_the_hypotheses_count():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    almost_all = Claim("test.almost-all", space, shows=Inequality(x**2, ">=", 0), given=[ne(y, 0)])
    survey = attack(almost_all, 20_000).survey
    assert survey.effective == survey.samples
    given = [any_of(gt(each, 0), gt(-90, each)) for each in (x, y)]  # alternatives are not built into the draws
    quarter = Claim("test.quarter", space, shows=Inequality((x * y) ** 2, ">=", 0), given=given)
    survey = attack(quarter, 60_000).survey
    assert 0.2 < survey.effective / survey.samples < 0.3


def test_conserved_with_a_wrong_sign_in_every_part():
    space = Space(a=Real(), b=Real(), w=Disk())
    a, b, w = space.symbols
    flow = linear.on_ott_antonsen(A=eye(2), V=[[a, b], [-b, -a]], at=w)
    wrong = Conserved(b * (1 + abs2(w)) + 2 * a * im(w), along=flow)
    assert attack(Claim("test.undivided", space, shows=wrong), 50_000).refuted
