"""Hypotheses about every token, means of quotients and of means, and claims about tokens that other claims use."""

from fractions import Fraction

import pytest

from verify import (
    Bound,
    Claim,
    Disk,
    Evolves,
    Identity,
    Inequality,
    Interval,
    Mean,
    Positive,
    Real,
    Space,
    TermError,
    Token,
    abs2,
    exp,
    ge,
    le,
)
from verify.attack import find_witness
from verify.claim import ClaimError
from verify.kernel.point import all_hold
from verify.kernel.proof import Refused, prove
from verify.kernel.term import number, symbol
from verify.prove.argument import steps_of

S = Space(k=Positive(), u=Real(), x=Token(Real()), y=Token(Real()))
k, u, x, y = S.symbols
near = exp(-k * (x - y) ** 2)


def claim(shows, given=(), argument=None, space=S, name="test.claim"):
    found = Claim(name, space, shows=shows, given=given)
    if argument:
        found.argument(argument)
    return found


def proof_of(claim, *others):
    """Proved from the simplest witness."""
    return prove(claim.sequent, steps_of(claim), find_witness(claim), {each.id: each.offers for each in others}.get)


def test_a_hypothesis_may_speak_of_every_token():
    bounded = claim(Inequality(Mean(x, x), "<=", u), [le(x, u)], lambda p: p.average(le(x, u), x))
    proof_of(bounded)
    for given in ([le(x, Mean(x, x))], [le(x, Mean(x * y, x, y))]):
        with pytest.raises(ClaimError, match="outside a mean"):
            claim(Inequality(Mean(x, x), "<=", u), given)
    with pytest.raises(ClaimError, match="outside a mean"):
        claim(Inequality(x, "<=", u))


def test_what_is_one_for_all_tokens_has_one_rate():
    """u' = x would be another rate for each token; that a bound speaks of x does not allow it."""
    shows = Bound(le(y, x), along={y: x, u: Mean(x, x)})
    claim(shows)
    for wrong in (
        Bound(le(u, x), along={u: x}),
        Bound(le(u, x), along={y: x, u: x}),
        Evolves(u, along={u: x}, rate=Mean(x, x)),
        Evolves(k, along={u: x, k: 1}, rate=1),
    ):
        with pytest.raises(ClaimError, match="outside a mean"):
            claim(wrong)
    with pytest.raises(ClaimError, match="not in the space"):
        claim(Bound(le(y, symbol("stranger")), along={y: x}))


def test_a_rate_is_not_captured_by_a_mean():
    """d/dt of (mean of x) (mean of y) along x' = y is (mean of y)^2, not the mean of y^2."""
    with pytest.raises(TermError, match="runs over y, of which the rate of x speaks"):
        Evolves(Mean(Mean(x * y, y), x, y), along={x: y}, rate=Mean(y**2, y))
    with pytest.raises(TermError, match="runs over x, of which the rate of u speaks"):
        Evolves(Mean(u * x, x), along={u: x}, rate=Mean(x**2, x))


def test_of_tokens_that_a_hypothesis_ties_together_means_are_joint():
    """For the rows (0, 1), (1, 0) one has x y >= 0, and the mean of x times that of y is positive, that of x y is 0."""
    tied = ge(x * y, 0)
    proof_of(claim(Inequality(Mean(x * y, x, y), ">=", 0), [tied], lambda p: p.average(tied, x, y)))
    alone = claim(Inequality(Mean(Mean(x * y, x), y), ">=", 0), [tied], lambda p: p.average(tied, x))
    with pytest.raises(Refused, match="ties to its tokens"):
        proof_of(alone)


def test_a_hypothesis_on_a_token_may_take_means_over_another():
    fact = ge(Mean(near, y), u)
    claim(Inequality(Mean(Mean(near, y), x), ">=", u), [fact], lambda p: p.average(fact, x))
    point = {k: number(1), u: number(Fraction(1, 2)), x: (number(0), number(2)), y: (number(0),)}
    assert all_hold([fact], point)[1] == fact  # at x = 2 the mean is exp(-4)
    assert all_hold([fact], {**point, x: (number(0), number(Fraction(1, 2)))})[1] is None


def test_means_in_the_other_order():
    of, other = Mean(Mean(x**2 * near, y), x), Mean(Mean(x**2 * near, x), y)
    proof_of(claim(Identity(of, other), argument=lambda p: p.swap(of)))
    signed = Mean(Mean(x * near, y), x)
    with pytest.raises(Refused, match="not shown for all tokens"):
        proof_of(claim(Identity(signed, Mean(Mean(x * near, x), y)), argument=lambda p: p.swap(signed)))
    with pytest.raises(Refused, match="a mean of a mean"):
        proof_of(claim(Inequality(Mean(x, x), "<=", 1), argument=lambda p: p.swap(Mean(x, x))))


def test_a_claim_about_tokens_is_used_where_they_are_restricted_as_much():
    source, narrow, wide = (Space(k=Positive(), x=Token(each)) for each in (Interval(0, 1), Interval(0, "1/2"), Real()))
    k, x = source.symbols

    def mean_below(p):
        p.average(le(x, 1), x)
        p.sign(as_=k * (1 - Mean(x, x)))

    shows = Inequality(k * Mean(x, x), "<=", k)
    lemma = claim(shows, argument=mean_below, space=source, name="test.lemma")
    proof_of(lemma)
    proof_of(claim(shows, [le(x, 1)], lambda p: p.uses(lemma, at={k: k}), narrow), lemma)
    with pytest.raises(Refused, match="none of this claim's"):
        proof_of(claim(shows, [], lambda p: p.uses(lemma, at={k: k}), wide), lemma)


def test_a_mean_is_real_where_its_body_is():
    w = Space(w=Token(Disk())).symbols
    assert Mean(abs2(w) * x, w, x).is_real
    assert not Mean(w * x, w, x).is_real
