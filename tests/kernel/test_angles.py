"""Exact values with pi in them: pi is transcendental, so q pi + r is 0 only for q = r = 0, and its sign is known."""

from __future__ import annotations

import mpmath
import pytest

from verify.kernel.exact import Inexact, evaluate
from verify.kernel.point import decide
from verify.kernel.relation import Relation
from verify.kernel.term import PI, I, absolute, asin, atan, maximum, minimum, number, sqrt

QUOTIENTS = [number(0), number("22/7"), number("-22/7"), number("355/113"), number(3), number(4), number(-4)]


@pytest.mark.parametrize("r", QUOTIENTS, ids=str)
def test_moduli_and_extremes_have_the_values_of_another_arithmetic(r):
    shift = mpmath.mpf(r.payload.numerator) / r.payload.denominator
    for term, value in (
        (absolute(PI - r), abs(mpmath.pi - shift)),
        (absolute(r - 2 * PI), abs(shift - 2 * mpmath.pi)),
        (maximum(PI, r), max(mpmath.pi, shift)),
        (minimum(PI, r), min(mpmath.pi, shift)),
    ):
        q, _ = evaluate(term, {}).angles.get(("pi", 1), (0, 0))
        rest = evaluate(term, {}).gauss[0]
        assert mpmath.almosteq(
            q.numerator * mpmath.pi / q.denominator + mpmath.mpf(rest.numerator) / rest.denominator, value
        )


def test_what_is_not_zero_is_not_divided_by_as_if_pi_were():
    assert decide(Relation("ne", PI, number("22/7")), {}) == (True, "exact")
    assert decide(Relation("eq", PI - sqrt(number(2)), number(0)), {}) == (False, "ball")
    assert decide(Relation("eq", I * PI, I), {}) == (False, "exact")
    assert decide(Relation("gt", PI / 2, absolute(asin(number(1)))), {}) == (False, "exact")
    for term in (1 / PI, 1 / (PI - 3), (PI - 3) ** -2, absolute(I * PI), absolute(atan(number(2)) - PI)):
        with pytest.raises(Inexact):
            evaluate(term, {})
