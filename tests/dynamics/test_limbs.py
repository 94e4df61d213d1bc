"""Fixed point against exact numbers and against the same series over Arb."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from tests.dynamics.fields import OTT_ANTONSEN, matrices, random_polynomial, w
from verify.dynamics import Field, integrate_precisely, limbs, precise
from verify.dynamics.program import compile_program
from verify.kernel.term import number, symbol

x, y = symbol("x"), symbol("y")


def test_digits_are_those_of_the_number():
    draw = random.Random(1)
    for count in (2, 9, 30):
        for _ in range(50):
            value = Fraction(draw.randint(-(10**40), 10**40), draw.randint(1, 10**36))
            try:
                digits = limbs.digits_of(value, count)
            except OverflowError:
                assert abs(value) > limbs.LARGEST - 1
                continue
            assert abs(limbs.number_of(digits) - value) <= Fraction(1, 2 << limbs.BITS * (count - 1))
            assert all(abs(digit) <= 1 << limbs.BITS - 1 for digit in digits[1:])


def test_what_fits_cannot_overflow():
    """The largest sum of products: every digit 2^25, in all of `limbs` places, for `order + 1` summands."""
    for count in range(2, 60):
        order = (1 << 12) // count - 2
        assert limbs.fits(count, order) and count * (order + 1) * (1 << 25) ** 2 < 1 << 62
        assert not limbs.fits(count, order + 2)


def test_the_coefficients_are_the_exact_ones():
    """x' = x y, y' = 1/3 - x^2, by rational arithmetic."""
    program = compile_program((x * y, number("1/3") - x**2), (x, y), ()).polynomial
    count, order = 12, 9
    series = limbs.Series(program, 2, count, order)
    start, length = [Fraction(3, 7), Fraction(-5, 4)], limbs.Length.of(0.3)
    found = series.expand(series.state(start), length)
    a, b = [start[0]], [start[1]]
    for k in range(order):
        product = sum(a[i] * b[k - i] for i in range(k + 1))
        square = sum(a[i] * a[k - i] for i in range(k + 1))
        a.append(product * length.value / (k + 1))
        b.append(((Fraction(1, 3) if k == 0 else 0) - square) * length.value / (k + 1))
    tiny = Fraction(1, 1 << limbs.BITS * (count - 1) - 31)  # what is behind the last digit is dropped
    for row, exact in zip(found, (a, b), strict=True):
        for k in range(order + 1):
            assert abs(limbs.number_of(row[:, k]) - exact[k]) < tiny


@pytest.mark.parametrize(("seed", "digits"), [(0, 20), (1, 50), (2, 50), (3, 120)])
def test_fixed_point_and_arb_agree(seed, digits, monkeypatch):
    field = random_polynomial(seed, 2 + seed % 2)
    start = {each: Fraction(k + 1, 3 + seed) for k, each in enumerate(field.states)}
    fast = integrate_precisely(field, start, Fraction(7, 5), digits=digits)
    monkeypatch.setattr(precise, "_in_fixed_point", lambda *_: None)
    slow = integrate_precisely(field, start, Fraction(7, 5), digits=digits)
    assert fast.states != slow.states  # they come by different roads
    for a, b, error in zip(fast.states, slow.states, fast.error, strict=True):
        with mpmath.workdps(digits + 20):
            assert abs(a - b) < mpmath.mpf(10) ** -(digits - 1) and error < mpmath.mpf(10) ** -(digits - 2)


def test_a_complex_state_and_an_end_between_steps():
    given = {sym: Fraction(value) for sym, value in matrices([[0, -1], [1, 0]], [[1, 0], [0, 1]]).items()}
    found = integrate_precisely(OTT_ANTONSEN, {w: Fraction(1, 2)}, Fraction(10, 3), parameters=given)
    with mpmath.workdps(60):  # w' = -(i/2) w (1 - |w|^2)
        assert abs(found.states[0] - mpmath.exp(-0.5j * mpmath.mpf(3) / 4 * 10 / 3) / 2) < 1e-50


def test_where_fixed_point_does_not_do_arb_takes_over(monkeypatch):
    called = []
    over_arb = precise._over_arb
    monkeypatch.setattr(precise, "_over_arb", lambda *given: called.append(1) or over_arb(*given))
    growth = Field((x,), (x,))
    large = integrate_precisely(growth, {x: 10**7}, 1, estimate=False)
    with mpmath.workdps(60):
        assert called and abs(large.states[0] / 10**7 - mpmath.e) < 1e-49
    called.clear()
    integrate_precisely(Field((x,), (x / (1 + x**2),)), {x: 1}, 1, estimate=False)
    assert called
    called.clear()
    small = integrate_precisely(growth, {x: 1}, 1, estimate=False)
    with mpmath.workdps(60):
        assert not called and abs(small.states[0] - mpmath.e) < 1e-50


def test_numbers_that_are_one_float_are_kept_apart():
    third = number("1/3")
    near = number(Fraction(1, 3) + Fraction(1, 10**30))
    assert compile_program((third * x + y, third * y + x), (x, y), ()).polynomial is not None
    assert compile_program(((third * x + y) * x, (near * x + y) * y), (x, y), ()).polynomial is None
