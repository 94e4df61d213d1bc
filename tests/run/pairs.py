"""Rational pairs (A, V) for the tests of the atlas: random ones, and planted degenerate ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

Rows = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]


def rows(*entries: int | Fraction | str) -> Rows:
    a, b, c, d = map(Fraction, entries)
    return (a, b), (c, d)


def random_pairs(seed: int, many: int) -> Iterator[tuple[Rows, Rows]]:
    """Small integers at several scales; each fifth pair is degenerate on purpose."""
    draw = random.Random(seed)
    for at in range(many):
        if at % 5 == 4:
            yield _planted(draw)
            continue
        scale, size = draw.choice([1, 1, 2, 3, 7, 10, 100]), draw.choice([2, 6, 6, 30])
        A, V = (rows(*(Fraction(draw.randint(-size, size), scale) for _ in range(4))) for _ in range(2))
        yield A, V


def _planted(draw: random.Random) -> tuple[Rows, Rows]:
    def entry() -> int:
        return draw.randint(-4, 4)

    a, b, c, d = (entry() for _ in range(4))
    x, y = draw.choice([(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (1, -3)])
    plain = rows(a, b, c, d)
    special = [
        rows(0, 0, 0, 0),
        rows(a, b, a, b),  # equal rows
        rows(a, b, 2 * a, 2 * b),  # det 0
        rows(a, 0, 0, a),
        rows(0, -a, a, 0),
        rows(a, -b, b, a),
        rows(a, b, b, d),
        rows(a, b, -b, -a),  # Case 4, a boundary where |a| = |b|
        rows(a, b, c, -a),
        rows(a + x * y, -x * x, y * y, a - x * y),  # disc 0: one double direction (x, y)
        rows(c * y * y, a - c * x * y, -a - c * x * y, c * x * x),  # a double isotropic direction
    ]
    A, V = draw.choice([plain, *special]), draw.choice([plain, *special])
    if draw.random() < 0.25:  # the eigenvector (x, y) of V is isotropic for A
        size, value = (x * x + y * y) ** 2, a * x * x + (b + c) * x * y + d * y * y
        A = rows(
            *(m - Fraction(value, size) * s for m, s in zip((a, b, c, d), (x * x, x * y, x * y, y * y), strict=True))
        )
        k, m, s = entry(), entry(), entry()
        V = rows(k - m * y, m * x, -s * y, k + s * x)
    return A, V
