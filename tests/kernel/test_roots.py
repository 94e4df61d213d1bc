"""Sturm counts, isolation and signs at algebraic numbers, against polynomials whose roots are known by construction."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.kernel.roots import count, isolate, pieces, sign_at_root

rationals = st.fractions(min_value=-20, max_value=20, max_denominator=12)


def linear(root: Fraction) -> fmpq_poly:
    return fmpq_poly([-root.numerator, root.denominator])


def product(factors) -> fmpq_poly:
    result = fmpq_poly([1])
    for factor in factors:
        result *= factor
    return result


NO_ROOT = [fmpq_poly([1, 0, 1]), fmpq_poly([1, 1, 1]), fmpq_poly([7, -2, 0, 0, 1])]


@settings(max_examples=150, deadline=None)
@given(st.lists(rationals, max_size=5), st.lists(st.sampled_from(NO_ROOT), max_size=2), rationals, rationals)
def test_rational_roots_are_counted_and_isolated(roots, others, a, b):
    poly = product([*map(linear, roots), *others])
    distinct = sorted(set(roots))
    low, high = min(a, b), max(a, b)
    assert count(poly) == len(distinct)
    assert count(poly, low, high) == sum(low < root <= high for root in distinct)
    assert count(poly, None, high) == sum(root <= high for root in distinct)
    found = isolate(poly)
    assert len(found) == len(distinct)
    for root, known in zip(found, distinct, strict=True):
        assert root.low < known < root.high or root.low == known == root.high
        for other in distinct:
            assert sign_at_root(linear(other), root) == (known > other) - (known < other)
    for left, right in pairwise(found):
        assert left.high <= right.low


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 60).filter(lambda n: round(n**0.5) ** 2 != n), rationals)
def test_signs_at_square_roots(n, q):
    """sqrt(n) - q has the sign of n - q^2 for q > 0: squaring is an independent route."""
    negative, positive = isolate(fmpq_poly([-n, 0, 1]))
    wanted = 1 if q < 0 or q * q < n else -1
    assert sign_at_root(linear(q), positive) == wanted
    assert sign_at_root(linear(-q), negative) == -wanted
    assert sign_at_root(fmpq_poly([-n, 0, 1]) * linear(q), positive) == 0
    assert sign_at_root(fmpq_poly([-n * n, 0, 0, 0, 1]), positive) == 0


def test_close_roots_stay_apart():
    tiny = Fraction(1, 10**30)
    roots = [Fraction(1) - tiny, Fraction(1), Fraction(1) + tiny]
    assert len(isolate(product(map(linear, roots)))) == 3
    assert count(product(map(linear, roots)), Fraction(1), Fraction(2)) == 1


def test_pieces_cover_the_line():
    found = pieces([fmpq_poly([-2, 0, 1]), fmpq_poly([0, 1]), fmpq_poly([3])])
    assert [piece.signs for piece in found] == [
        *[(1, -1, 1), (0, -1, 1), (-1, -1, 1), (-1, 0, 1), (-1, 1, 1), (0, 1, 1), (1, 1, 1)]
    ]
    assert len(pieces([fmpq_poly([5])])) == 1


def test_the_zero_polynomial_has_no_isolated_roots():
    for function in (count, isolate):
        with pytest.raises(ValueError, match="zero polynomial"):
            function(fmpq_poly([]))
