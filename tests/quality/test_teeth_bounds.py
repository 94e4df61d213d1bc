"""Teeth of bounds: a mutant of which every solution is one of the original's, and that says less, is set aside."""

from __future__ import annotations

import pytest

from verify import Bound, Claim, Mean, Nonneg, Positive, Real, Space, Token, eq, ge, le
from verify.attack.mutants import Mutant
from verify.attack.witness import find_witness
from verify.teeth import _set_aside

S = Space(t=Nonneg(), y=Real(), v=Real(), c=Positive(), D=Token(Nonneg()), w=Token(Real()))
t, y, v, c, D, w = S.symbols
SLOW = le(v, c)


def claim(relation=None, rate=v, start=None, during=(SLOW,), inputs=(v,), given=(), supposing=()):
    """A slope of at most c."""
    relation = le(y, 1 + c * t) if relation is None else relation
    start = [eq(t, 0), le(y, 1)] if start is None else start
    shows = Bound(relation, along={y: rate, t: 1}, inputs=inputs, start=start, during=during, supposing=supposing)
    return Claim("t.bound", S, shows=shows, given=list(given), kind="lie")


def fate(mutant, original=None):
    original = original or claim()
    found = _set_aside(
        original, Mutant("m", "constant", mutant, ("main",)), (find_witness(original), find_witness(mutant))
    )
    return None if found is None else found[0]


@pytest.mark.parametrize(
    "mutant",
    [
        claim(le(y, 2 + c * t)),
        claim(le(y, 1 + 2 * c * t)),
        claim(start=[eq(t, 0), le(y, 0)]),
        claim(during=[le(v, c / 2)]),
        claim(during=[SLOW, ge(v, 0)]),
        claim(given=[ge(c, 1)]),
        claim(le(y, 2 + c * t), during=[le(v, c / 2)], start=[eq(t, 0), le(y, 0)]),
    ],
    ids="constant rate start slower more hypothesis all".split(),
)
def test_what_says_less_is_weaker(mutant):
    assert fate(mutant) == "weaker"


@pytest.mark.parametrize(
    "mutant",
    [claim(le(2 * y, 2 + 2 * c * t)), claim(rate=v * c / c), claim(start=[eq(t, 0), le(2 * y, 2)])],
    ids="relation flow start".split(),
)
def test_what_says_the_same_is_equivalent(mutant):
    assert fate(mutant) == "equivalent"


@pytest.mark.parametrize(
    "mutant",
    [
        claim(le(y, 1 + c * t / 2)),
        claim(start=[eq(t, 0), le(y, 2)]),
        claim(start=[le(y, 1)]),
        claim(start=[]),
        claim(during=[]),
        claim(during=[le(v, 2 * c)]),
        claim(rate=2 * v),
        claim(rate=v + c),
        claim(inputs=()),
        claim(le(y, 2 + c * t), start=[eq(t, 0), le(y, 3)]),
    ],
    ids="relation start clock nothing fast faster twice more inputs both".split(),
)
def test_what_may_say_more_is_not_set_aside(mutant):
    assert fate(mutant) is None


def test_a_hypothesis_on_the_way_does_not_follow_from_the_start():
    """v <= c at the start says nothing of v later."""
    assert fate(claim(during=[], start=[eq(t, 0), le(y, 1), SLOW])) is None


def test_a_singular_start_is_another_start():
    """With t -> 0 instead of t = 0, and y bounded by nothing there."""
    late = Bound(le(y, 1 + c * t), along={y: v, t: 1}, inputs=[v], during=[SLOW], singular=(t, 0))
    assert fate(Claim("t.late", S, shows=late, kind="lie"), claim(start=[])) is None


def test_what_is_supposed_under_a_condition():
    """(D <= 1 for all tokens) => w <= 1: a mutant that supposes less of w, or under another condition, says more."""
    near, slow = le(D, 1), le(w, 1)

    def under(*supposing, order=2):
        shows = Bound(le(D, order), along={D: w, t: 1}, inputs=[w], start=[eq(t, 0)], supposing=supposing)
        return Claim("t.under", S, shows=shows, kind="lie")

    original = under((near, slow))
    assert fate(under((near, slow), order=3), original) == "weaker"
    assert fate(under((near, le(w, 0))), original) == "weaker"
    assert fate(under((near, slow), (le(D, 2), slow)), original) == "weaker"
    for more in (under(), under((near, le(w, 2))), under((le(D, 2), le(w, 1))), under((le(D, "1/2"), slow))):
        assert fate(more, original) is None


def test_a_mean_over_tokens():
    """mean D <= c t for D' = w with mean w <= c."""

    def mean(value, most=c):
        start, slow = [eq(t, 0), eq(D, 0)], le(Mean(w, D, w), most)
        shows = Bound(le(Mean(D, D, w), value), along={D: w, t: 1}, inputs=[w], start=start, during=[slow])
        return Claim("t.mean", S, shows=shows, kind="lie")

    original = mean(c * t)
    assert fate(mean(2 * c * t), original) == fate(mean(c * t, c / 2), original) == "weaker"
    assert fate(mean(c * t / 2), original) is fate(mean(c * t, 2 * c), original) is None
