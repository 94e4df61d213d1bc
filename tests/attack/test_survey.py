"""A survey says no more than what was seen: independent draws, their distribution by name, and what was not tried."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify import (
    All,
    Bound,
    Claim,
    Eventually,
    Exists,
    Identity,
    Inequality,
    Integral,
    Interval,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    Token,
    eq,
    exp,
    ge,
    gt,
    lt,
    sin,
)
from verify import Mean as mean
from verify.attack import attack
from verify.attack.pointwise import Hunt
from verify.claim import Every
from verify.judge import judge

Q = Fraction
S = Space(x=Real(), y=Real())
x, y = S.symbols
SHARE = Q(1, 100)
RUNS = 300


def _hunt(claim: Claim, budget: int, seed: int) -> Hunt:
    return Hunt(claim.space, claim.sequent, claim.sequent.goals, budget, seed)


def _interval() -> Claim:
    """Violated in an interval of length SHARE; its ends are no numbers that anyone would try."""
    space = Space(t=Interval(0, 1))
    t = space.symbols
    return Claim("t.interval", space, shows=Inequality((t - Q(31, 97)) ** 2, ">=", (SHARE / 2) ** 2))


def _built() -> Claim:
    """Violated where y is in the last hundredth of [x, 1]; draws of y are made in that interval."""
    space = Space(s=Interval(0, 1), t=Interval(0, 1))
    s, t = space.symbols
    return Claim("t.built", space, given=[lt(s, t)], shows=Inequality(t, "<=", s + (1 - SHARE) * (1 - s)))


@pytest.mark.parametrize("make", [_interval, _built])
def test_the_bound_is_exceeded_as_rarely_as_it_says(make):
    """A violated share p is missed by n draws with probability (1 - p)^n: below exp(-3) = 5 % where 3/n < p."""
    claim = make()
    wrong = unrefuted = 0
    for seed in range(RUNS):
        hunt = _hunt(claim, 3 * 310, seed)
        hunt._draws()
        if hunt.confirmed:
            continue
        survey = hunt.survey
        unrefuted += 1
        assert survey.effective == survey.samples
        wrong += survey.bound < SHARE
    assert unrefuted < RUNS / 2  # the share is what it was meant to be: exp(-3) of the runs miss it
    assert wrong <= 0.05 * RUNS + 3 * (0.05 * 0.95 * RUNS) ** 0.5


def test_optimised_points_and_walks_do_not_count():
    claim = Claim("t.true", S, given=[gt(sin(3 * x), 0)], shows=Inequality(x**2 + y**2, ">=", 2 * x * y))
    hunt = _hunt(claim, 40_000, 0)
    hunt._draws()
    counted = hunt.effective
    for phase in (hunt._far, hunt._touch, hunt._edges, hunt._evolve_once, hunt._evolve_again):
        phase()
    assert hunt.effective == counted > 0 and hunt.spent > 2 * hunt.samples


def test_where_it_is_most_nearly_false():
    """The gap (x - 1/3)^2 + 1/100 is least at 1/3, where the margin is 1/100."""
    claim = Claim("t.near", S, shows=Inequality((x - Q(1, 3)) ** 2, ">=", -Q(1, 100)))
    survey = attack(claim, 20_000).survey
    assert survey.best_margin == pytest.approx(0.01, rel=1e-3)
    assert abs(float(survey.where[x].payload) - 1 / 3) < 1e-3


def test_what_was_not_tried():
    quick = attack(Claim("t.quick", S, shows=Inequality(x**2, ">=", -1)), 20_000).survey
    assert "descent along gradients where fewer than 60000 evaluations are allowed" in quick.not_tried
    space = Space(u=Token(Real()))
    u = space.symbols
    tokens = attack(Claim("t.tokens", space, shows=Inequality(mean(u**2, u), ">=", 0)), 20_000).survey
    assert "other numbers of tokens than 3, 2, 7" in tokens.not_tried
    assert "with 3, 2, 7 tokens in turn" in tokens.sentence()


TRUE = Inequality(x**2 + sin(x) ** 2, ">=", -1)


@pytest.mark.parametrize(
    "shows",
    [
        All(here=TRUE, there=Exists([eq(y**3 + y + sin(y), x)], of=[y])),
        All(here=TRUE, later=Bound(ge(y**2 + 1, 0), along={y: sin(y) - x * y}, start=[ge(y, 0)])),
        All(here=TRUE, late=Eventually(y, to=0, along={y: sin(y) - 2 * y}, start=Every())),
    ],
    ids=["existence", "bound", "long time"],
)
def test_a_claim_with_a_part_that_no_draw_violates_is_supported_by_none(shows):
    claim = Claim("t.mixed", S, shows=shows, expect="open")
    survey = attack(claim, 20_000).survey
    assert survey.effective == 0 and survey.bound is None


@pytest.mark.parametrize("power", [1, 2])
def test_what_floats_cannot_tell_supports_nothing(power, tmp_path):
    """1/s and 1/s^2 have no integral over [-1, 2]; of each quadrature nothing is known."""
    space = Space(s=Real(), x=Real())
    s, x = space.symbols
    claim = Claim("t.pole", space, shows=Identity(Integral(s**-power, s, -1, 2), x), expect="open")
    survey = attack(claim, 20_000).survey
    assert survey.effective == 0 and survey.bound is None and survey.suspects == 0
    assert survey.untold == survey.samples > 1_000
    verdict = judge(claim, budget="quick", verdict_of=None, offer_of=None, directory=tmp_path)
    assert "no value, or one that floats cannot tell" in verdict.reason and not verdict.supported


def test_natural_numbers_far_from_the_window_are_looked_at():
    """k^2 < 1000 k + 7 fails from 1001 on."""
    space = Space(k=Natural(1))
    k = space.symbols
    outcome = attack(Claim("t.far", space, shows=Inequality(k**2, "<", 1000 * k + 7)), 20_000)
    assert outcome.refuted and int(outcome.simplest.point[k].payload) >= 1001


def test_an_existence_without_a_value_at_a_point_is_no_error():
    """b = 0 and b = 2^-20 are among the points at which a proof that nothing will do is tried."""
    space = Space(c=Positive(), t=Nonneg(), b=Nonneg())
    c, t, b = space.symbols
    claim = Claim("t.rates", space, shows=Exists([gt(1 / (1 + t), c * exp(-t / b))], of=[t]))
    assert attack(claim, 5_000).simplest is None
