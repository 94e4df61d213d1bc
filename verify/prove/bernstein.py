"""Polynomials on a box of rationals: their sign made manifest in the basis of Bernstein.

On [a, b] a polynomial of degree n is sum c_i C(n, i) ((x - a)/(b - a))^i ((b - x)/(b - a))^(n - i), and so in each
variable; it lies between the smallest and the largest c (S. Bernstein; G. Farin, Curves and Surfaces for CAGD, 2002,
section 6.5). What is written is checked by the kernel's rule `sign`, which knows x - a >= 0 and b - x >= 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb

from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.term import ONE, Term, add, mul, number, power

__all__ = ["Box", "Coefficients", "bernstein_form", "coefficients_of", "form_of"]

Box = tuple[tuple[Term, Fraction, Fraction], ...]
Coefficients = Mapping[tuple[int, ...], Fraction]


def bernstein_form(value: Term, box: Box, strict: bool) -> Term | None:
    """The value, a real polynomial in the symbols of the box, as a sum whose sign >= 0 (or > 0) is manifest on it.

    None: it is no polynomial in them, or a coefficient of Bernstein is below 0 (for `strict`: not above 0).
    """
    found = coefficients_of(value, tuple(symbol for symbol, _, _ in box))
    return None if found is None else form_of(found, box, strict)


def coefficients_of(value: Term, symbols: tuple[Term, ...]) -> Coefficients | None:
    """By exponents of the symbols, or None."""
    ring = Ring()
    try:
        form = ring.normal(value)[0]
    except NotPolynomial:
        return None
    if not form.im.is_zero() or any(not poly.is_constant() for poly, _ in form.den.values()):
        return None
    below = Fraction(1)
    for poly, k in form.den.values():
        lead = poly.leading_coefficient()
        below *= Fraction(int(lead.p), int(lead.q)) ** k
    places = {("sym", symbol.payload[0]): k for k, symbol in enumerate(symbols)}
    found: dict[tuple[int, ...], Fraction] = {}
    for exponents, coefficient in form.re.to_dict().items():
        powers = [0] * len(symbols)
        for name, exponent in zip(ring.names, exponents, strict=False):
            if exponent and name not in places:
                return None
            if exponent:
                powers[places[name]] = int(exponent)
        found[tuple(powers)] = Fraction(int(coefficient.p), int(coefficient.q)) / below
    return found


def form_of(coefficients: Coefficients, box: Box, strict: bool) -> Term | None:
    """The same, from coefficients."""
    degrees = [max((powers[k] for powers in coefficients), default=0) for k in range(len(box))]
    values = dict(coefficients)
    for axis, (_, low, high) in enumerate(box):
        values = _in_bernstein(values, axis, degrees[axis], low, high)
    listed = {place: values.get(place, Fraction(0)) for place in product(*(range(n + 1) for n in degrees))}
    least = min(listed.values())
    if least < 0 or (strict and least == 0):
        return None
    summands = [number(least)]
    for place, value in listed.items():
        if value > least:
            weight, factors = value - least, []
            for (symbol, low, high), n, i in zip(box, degrees, place, strict=True):
                weight *= Fraction(comb(n, i)) / (high - low) ** n
                factors += [power(symbol - number(low), i)] if i else []
                factors += [power(number(high) - symbol, n - i)] if n - i else []
            summands.append(mul(number(weight), *factors) if factors else number(weight))
    return add(*summands) if len(summands) > 1 else mul(ONE, summands[0])


def _in_bernstein(
    values: Mapping[tuple[int, ...], Fraction], axis: int, n: int, low: Fraction, high: Fraction
) -> dict[tuple[int, ...], Fraction]:
    """From powers of one variable on [low, high] to coefficients of Bernstein of degree n."""
    lines: dict[tuple[int, ...], list[Fraction]] = {}
    for powers, value in values.items():
        lines.setdefault((*powers[:axis], 0, *powers[axis + 1 :]), [Fraction(0)] * (n + 1))[powers[axis]] = value
    found = {}
    for rest, line in lines.items():
        shifted = [  # in powers of y = (x - low)/(high - low)
            sum((line[k] * comb(k, i) * low ** (k - i) for k in range(i, n + 1)), Fraction(0)) * (high - low) ** i
            for i in range(n + 1)
        ]
        for j in range(n + 1):
            at = (*rest[:axis], j, *rest[axis + 1 :])
            found[at] = sum((Fraction(comb(j, i), comb(n, i)) * shifted[i] for i in range(j + 1)), Fraction(0))
    return found
