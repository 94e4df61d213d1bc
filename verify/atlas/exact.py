"""Exact numbers of the atlas: matrices as they are read, spans that hold numbers, fields as polynomials."""

from __future__ import annotations

import re as regex
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from flint import arb, fmpq

from verify.catalogue import UsageError
from verify.kernel.ball import enclose
from verify.kernel.exact import evaluate
from verify.kernel.term import Term, add, im, mul, number, power, re, sqrt, term
from verify.linalg import Matrix, vector

__all__ = [
    "BITS",
    "DIGITS",
    "Rows",
    "Span",
    "ball_of",
    "balls_of",
    "bar",
    "determinant",
    "halves",
    "inside",
    "null_lines",
    "polynomial_term",
    "rational",
    "read_beta",
    "read_matrix",
    "sign_of",
    "span",
    "span_of",
    "spans",
    "times",
    "total",
]

Rows = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
Span = tuple[Fraction, Fraction]
"""Rational ends of an interval that holds a number."""

_DECIMAL = regex.compile(r"[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})([eE][+-]?\d{1,2})?")
_FRACTION = regex.compile(r"[+-]?\d{1,40}/\d{1,40}")
DIGITS = 15
"""Decimals of enclosures."""
BITS = 192


def read_matrix(name: str, text: str) -> Rows:
    """Two rows of two exact numbers, "1,-1/2;0.5,1"; decimals are read as the rationals that they write.

    Raises:
        UsageError: one line: what was found, what is expected.
    """
    rows = [[read_number(name, word) for word in row.split(",")] for row in text.split(";")]
    if len(rows) != 2 or any(len(row) != 2 for row in rows):
        raise UsageError(f'--{name} {text[:40]!r}: two rows of two numbers are needed, such as "1,-1/2;0.5,1"')
    return (rows[0][0], rows[0][1]), (rows[1][0], rows[1][1])


def read_beta(text: str) -> Fraction:
    """An exact number above 0.

    Raises:
        UsageError: one line: what was found, what is expected.
    """
    beta = read_number("beta", text)
    if beta <= 0:
        raise UsageError(f"--beta {text[:40]}: a number above 0 is needed")
    return beta


def read_number(name: str, text: str) -> Fraction:
    """A decimal or a fraction, read exactly; nothing is evaluated.

    Raises:
        UsageError: one line: what was found, what is expected.
    """
    word = text.strip()
    if _DECIMAL.fullmatch(word) or (_FRACTION.fullmatch(word) and int(word.split("/")[1])):
        return Fraction(word)
    raise UsageError(f"--{name}: {word[:40]!r} is not a number such as 2, -0.5, 1e-3 or 2/3, of at most 40 digits")


def halves(M: Rows) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """(a, b) with M z = a z + b conj(z), each as (real, imaginary)."""
    (m11, m12), (m21, m22) = M
    return ((m11 + m22) / 2, (m21 - m12) / 2), ((m11 - m22) / 2, (m21 + m12) / 2)


def determinant(M: Rows) -> Fraction:
    return M[0][0] * M[1][1] - M[0][1] * M[1][0]


def null_lines(u: Fraction, v: Fraction, t: Fraction) -> list[Matrix]:
    """Vectors x with u x1^2 + v x1 x2 + t x2^2 = 0, one of each line; none for the form 0."""
    room = v * v - 4 * u * t
    if room < 0 or not any((u, v, t)):
        return []
    if u == 0:
        lines = [(number(1), number(0))] + ([(number(-t), number(v))] if v else [])
    else:
        root = sqrt(number(room))
        lines = [((-v + sign * root), number(2 * u)) for sign in ((1, -1) if room else (1,))]
    return [vector(*line) for line in lines]


def sign_of(value: Any) -> int:
    return evaluate(term(value), {}).sign()


def ball_of(value: Term) -> arb:
    found = enclose(value, {}, BITS)
    return found if isinstance(found, arb) else found.real


def balls_of(*values: Term, over: Term) -> tuple[arb, ...]:
    return tuple(ball_of(value / over) for value in values)


def spans(balls: Sequence[arb]) -> tuple[Span, Span]:
    x, y = balls
    return span(x), span(y)


def span(ball: arb) -> Span:
    """Decimal ends, rounded outwards."""
    low, high = (Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (ball.lower().man_exp(), ball.upper().man_exp()))
    return span_of(low)[0], span_of(high)[1]


def span_of(value: Fraction) -> Span:
    """Decimal ends about a rational number."""
    unit = 10**DIGITS
    return Fraction(floor(value * unit), unit), Fraction(ceil(value * unit), unit)


def inside(place: Sequence[arb], ends: Sequence[Span]) -> bool:
    """Are the balls in the box?"""
    return all(
        ball > arb(low.numerator) / low.denominator and ball < arb(high.numerator) / high.denominator
        for ball, (low, high) in zip(place, ends, strict=True)
    )


def rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def polynomial_term(poly: Any, w: Term) -> Term:
    """A polynomial in x, y at w = x + i y."""
    summands = [
        mul(number(Fraction(int(c.p), int(c.q))), power(re(w), int(i)), power(im(w), int(j)))
        for (i, j), c in poly.to_dict().items()
    ]
    return add(*summands) if summands else term(0)


def bar(z: tuple[Any, Any]) -> tuple[Any, Any]:
    return z[0], -z[1]


def times(z: tuple[Any, Any], y: tuple[Any, Any]) -> tuple[Any, Any]:
    return z[0] * y[0] - z[1] * y[1], z[0] * y[1] + z[1] * y[0]


def total(*parts: tuple[Any, Any]) -> tuple[Any, Any]:
    x, y = parts[0]
    for u, v in parts[1:]:
        x, y = x + u, y + v
    return x, y
