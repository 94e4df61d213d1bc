"""Bernstein's form: an identity whose coefficients bound the polynomial on the box."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verify import Inequality, Interval, Space, sqrt
from verify.claim import Claim
from verify.kernel.context import Refused
from verify.kernel.proof import prove
from verify.kernel.ring import equal
from verify.kernel.term import add, mul, number, power
from verify.prove.argument import steps_of
from verify.prove.bernstein import bernstein_form

S = Space(x=Interval(-1, 2), y=Interval(Fraction(1, 3), 1))
x, y = S.symbols
BOX = ((x, Fraction(-1), Fraction(2)), (y, Fraction(1, 3), Fraction(1)))
FRACTIONS = st.fractions(min_value=-3, max_value=3, max_denominator=6)


@given(
    st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 2)), FRACTIONS, min_size=1, max_size=5), st.booleans()
)
def test_it_is_the_same_polynomial_and_positive_where_it_says_so(coefficients, strict):
    value = add(*(mul(number(c), power(x, i), power(y, j)) for (i, j), c in coefficients.items()))
    form = bernstein_form(value, BOX, strict)
    if form is None:
        return
    assert equal(value, form)
    for u in (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(2)):
        for v in (Fraction(1, 3), Fraction(2, 3), Fraction(1)):
            exact = sum(c * u**i * v**j for (i, j), c in coefficients.items())
            assert exact > 0 if strict else exact >= 0


@pytest.mark.parametrize(
    ("value", "op"),
    [(4 * x + 4 * y + 3, ">"), ((x + 1) * (2 - x) * y, ">="), (3 - x * y, ">"), (x**2 + y + 2, ">")],
)
def test_the_kernel_takes_it_for_a_sign(value, op):
    assert bernstein_form(value, BOX, op == ">") is not None
    claim = Claim("small.box", S, Inequality(value, op, 0))
    form = bernstein_form(value, BOX, op == ">")
    claim.argument(lambda p: p.sign(as_=form))
    assert prove(claim.sequent, steps_of(claim), {x: number(0), y: number(1)}).steps


def test_what_changes_its_sign_or_touches_zero_has_none():
    assert bernstein_form(x, BOX, False) is None
    assert bernstein_form((x + 1) * y, BOX, True) is None and bernstein_form((x + 1) * y, BOX, False) is not None
    assert bernstein_form(sqrt(y), BOX, False) is None and bernstein_form(1 / y, BOX, False) is None


def test_a_form_on_a_smaller_box_is_refused():
    claim = Claim("small.box", S, Inequality(x + Fraction(1, 2), ">", 0))
    form = bernstein_form(x + Fraction(1, 2), ((x, Fraction(0), Fraction(2)), BOX[1]), True)
    claim.argument(lambda p: p.sign(as_=form))
    with pytest.raises(Refused):
        prove(claim.sequent, steps_of(claim), {x: number(0), y: number(1)})
