"""Bounds whose inputs may move in any way are refuted by explicit solutions; those that hold never are."""

from __future__ import annotations

import pytest

from verify import Bound, Claim, Mean, Nonneg, Positive, Real, Space, Token, eq, exp, ge, le, sqrt
from verify.judge import judge
from verify.verdict import Status

S = Space(t=Nonneg(), D=Token(Nonneg()), rate=Token(Real()), eta=Token(Nonneg()), ell=Positive(), s=Positive())
t, D, rate, eta, ell, s = S.symbols
TOKENS = (D, rate, eta)
FAST = le(rate, 2 * ell * D + 2 * sqrt(D) * sqrt(eta))
SMALL = le(Mean(eta, *TOKENS), s**2)
WIDTH = s * (exp(ell * t) - 1) / ell


START, MEAN = (eq(t, 0), eq(D, 0)), Mean(D, *TOKENS)


def bound(value, during=(FAST, SMALL), start=START, of=MEAN):
    shows = Bound(le(of, value), along={D: rate, t: 1}, inputs=[rate, eta], start=list(start), during=list(during))
    return Claim("t.path", S, shows=shows, kind="lie")


FALSE = {
    "without the square": bound(WIDTH),
    "half of the growth": bound((s * (exp(ell * t / 2) - 1) / (ell / 2)) ** 2),
    "no growth": bound((s * t) ** 2 / 2),
    "the source may be large": bound(WIDTH**2, during=[FAST]),
    "the rate may be large": bound(WIDTH**2, during=[SMALL]),
    "another start": bound(WIDTH**2, start=[eq(t, 0), le(D, 1)]),
    "every token": bound((s * t) ** 2 / 2, of=D),
}
TRUE = {
    "the bound": bound(WIDTH**2),
    "nothing moves": bound(0 * t, during=[le(rate, 0)]),
    "no source": bound(0 * t, during=[FAST, le(eta, 0)]),
    "the squares of sources": bound(s**2 * t * exp(t), during=[le(rate, s**2)]),
}


def verdict_of(claim, folder):
    return judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=folder)


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refuted_along_a_solution(name, tmp_path):
    verdict = verdict_of(FALSE[name], tmp_path)
    assert verdict.status is Status.REFUTED
    found = verdict.counterexample["simplest"]
    assert found["rule"] in ("path", "point", "flow")
    if found["rule"] == "path":
        assert set(found["along"]) == {"D", "t", "rate", "eta"} and found["along"]["t"] == "time"
        assert "fails when time is" in verdict.reason and "along" in verdict.reason


def test_most_of_them_need_a_path(tmp_path):
    verdicts = [verdict_of(FALSE[name], tmp_path) for name in ("without the square", "half of the growth", "no growth")]
    assert {each.counterexample["simplest"]["rule"] for each in verdicts} == {"path"}


@pytest.mark.parametrize("name", TRUE)
def test_what_holds_is_not(name, tmp_path):
    assert verdict_of(TRUE[name], tmp_path).status is not Status.REFUTED


def test_the_same_seed_finds_the_same_path(tmp_path):
    first, second = (verdict_of(FALSE["no growth"], tmp_path / each) for each in "ab")
    assert first.counterexample == second.counterexample


def test_a_rate_that_is_no_input_has_no_explicit_solution(tmp_path):
    space = Space(x=Real(), c=Real())
    x, c = space.symbols
    claim = Claim("t.none", space, shows=Bound(ge(x**2 + 1, 0), along={x: c * x}, inputs=[c]), kind="lie")
    assert verdict_of(claim, tmp_path).status is not Status.REFUTED
