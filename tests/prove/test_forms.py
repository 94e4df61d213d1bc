"""Manifest forms: what is proposed equals the Term and has a manifest sign; what is false has none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.judge import judge
from verify.kernel import ring
from verify.kernel.relation import Relation, eq, ge
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, exp, symbol
from verify.prove.forms import manifest
from verify.spell.toml import loads_claim
from verify.verdict import Status


def stated(space, claim, given=()):
    lines = ["schema = 1", 'id = "forms.case"', "[space]", *(f"{k} = '{v}'" for k, v in space.items())]
    lines += ["[given]", *(f"g{k} = '{each}'" for k, each in enumerate(given))] if given else []
    return loads_claim("\n".join([*lines, "[shows]", f"claim = '''{claim}'''"]), "f.toml", "conjecture")


DEFINITE = {"A": 'matrices(2, kind="definite")', "B": 'matrices(2, kind="definite")'}
POSITIVE = {name: "positive" for name in "abc"}
THETA = {"t": "token(circle)"}

TRUE = {
    "a trace of a product": (DEFINITE, "tr(A*B) >= 0", ()),
    "a determinant of a sum": (DEFINITE, "det(A + B) >= det(A) + det(B)", ()),
    "an entrywise product": (DEFINITE, "A11*B11*A22*B22 > A12**2*B12**2", ()),
    "a denominator of known sign": (POSITIVE, "a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", ()),
    "a denominator whose sign is shown": ({"A": DEFINITE["A"]}, "tr(A)/det(A) >= 4/tr(A)", ()),
    "an equality among the facts": (
        {name: "nonneg" for name in "abc"},
        "a**2*b + b**2*c + c**2*a <= 4",
        ["a + b + c == 3"],
    ),
    "a sine below 1": ({"x": "circle"}, "2 - sin(x) > 1/2", ()),
    "a cosine of a difference": ({"x": "circle", "y": "circle"}, "1 - cos(x - y) >= 0", ()),
    "an exponential": ({"x": "real", "y": "real"}, "exp((x + y)/2) <= (exp(x) + exp(y))/2", ()),
    "a strict order of cubes": ({"x": "real", "y": "real"}, "x**3 < y**3", ["x < y"]),
    "a variance": ({"x": "token(real)"}, "Mean(x, x)**2 <= Mean(x**2, x)", ()),
    "a variance of exponentials": ({"x": "token(real)"}, "Mean(exp(x), x)**2 <= Mean(exp(2*x), x)", ()),
    "fourth and second moments": ({"x": "token(real)"}, "Mean(x**2, x)**2 <= Mean(x**4, x)", ()),
    "an order parameter": (THETA, "abs2(Mean(exp(2*I*t), t)) <= 1", ()),
    "a mean of a square": (THETA, "abs2(Mean(exp(I*t), t)) + abs2(Mean(exp(I*t), t)) >= 0", ()),
    "a gradient": (
        THETA,
        "2*re(conj(Mean(exp(I*t), t))*Mean(I*exp(I*t)*im(exp(-I*t)*Mean(exp(I*t), t)), t)) >= 0",
        (),
    ),
}
FALSE = {
    "a variance below another": ({"x": "token(real)"}, "2*Mean(x, x)**2 <= Mean(x**2, x)", ()),
    "a strict variance": ({"x": "token(real)"}, "Mean(x, x)**2 < Mean(x**2, x)", ()),
    "an order parameter that stays away from 1": (THETA, "abs2(Mean(exp(2*I*t), t)) <= 1/2", ()),
    "a trace of a product": (DEFINITE, "tr(A*B) >= A11", ()),
    "a determinant of a sum": (DEFINITE, "det(A + B) >= 2*det(A) + 2*det(B)", ()),
    "a denominator": (POSITIVE, "a/(b + c) + b/(c + a) + c/(a + b) >= 8/5", ()),
    "an equality": ({name: "nonneg" for name in "abc"}, "a**2*b + b**2*c + c**2*a <= 39/10", ["a + b + c == 3"]),
    "a sine": ({"x": "circle"}, "1 - sin(x) > 0", ()),
    "a gradient that turns back": (
        THETA,
        "2*re(conj(Mean(exp(I*t), t))*Mean(I*exp(I*t)*im(exp(-2*I*t)*Mean(exp(2*I*t), t)), t)) >= 0",
        (),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_form_is_the_gap_and_manifest(name):
    claim = stated(*TRUE[name])
    ((_, goal),) = claim.sequent.goals
    relation, facts = goal.relation, claim.sequent.facts
    form = manifest(relation.gap, facts, strict=relation.op == "gt")
    assert form is not None
    equalities = [fact for fact in facts if fact.op == "eq"]
    assert ring.equal(form, relation.gap, equalities)
    assert Facts(facts).holds(Relation(relation.op, form, ZERO))


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_has_none(name):
    claim = stated(*FALSE[name])
    ((_, goal),) = claim.sequent.goals
    assert manifest(goal.relation.gap, claim.sequent.facts, strict=goal.relation.op == "gt") is None


@pytest.mark.parametrize("name", ["a denominator whose sign is shown", "an equality among the facts", "a gradient"])
def test_the_kernel_accepts_what_survives_the_attack(name, tmp_path):
    verdict = judge(
        stated(*TRUE[name]), budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path
    )
    assert verdict.status is Status.PROVED and verdict.strength == "exact"


def test_summands_that_would_cancel_stay_apart():
    """tr A > 0 for a definite A: A11 tr A = A11^2 + A12^2 + det A, and A12^2 + det A must not fold to A11 A22."""
    claim = stated({"A": DEFINITE["A"]}, "tr(A) > 0")
    ((_, goal),) = claim.sequent.goals
    form = manifest(goal.relation.gap, claim.sequent.facts, strict=True)
    assert form is not None and Facts(claim.sequent.facts).holds(Relation("gt", form, ZERO))
    point = {sym: Fraction(value) for sym, value in zip(claim.space.scalars, (2, 1, 3), strict=True)}
    from verify.kernel.exact import evaluate
    from verify.kernel.term import number

    assert evaluate(form, {sym: number(x) for sym, x in point.items()}).fraction() == 5


def test_a_power_past_the_bound_is_no_error():
    """The denominator of the gap, as a polynomial in exp(t), has the exponent 2^20."""
    claim = stated({"t": "nonneg", "c": "positive"}, "c*exp(-1048576*t) > 1/(1 + t)")
    ((_, goal),) = claim.sequent.goals
    assert manifest(goal.relation.gap, claim.sequent.facts, strict=True) is None


def test_a_known_factor_that_an_equality_makes_zero():
    """Where t == 0 the fact t >= 0 is 0 >= 0, and no polynomial is left of it."""
    x, t = symbol("x"), symbol("t")
    facts = (ge(t, 0), eq(t, 0), ge(x, 0))
    for strict in (True, False):
        form = manifest(x + 2 * exp(-t / 2), facts, strict)
        assert form is None or Facts(facts).holds(Relation("gt" if strict else "ge", form, ZERO))
