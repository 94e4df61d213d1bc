"""Closed forms near floats: guesses, for the kernel to confirm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from verify.attack.points import as_float
from verify.kernel.exact import Point
from verify.kernel.term import ONE, PI, Term, add, exp, log, mul, number, sqrt

__all__ = ["CLOSE", "closed_forms", "closed_points"]

CLOSE, CLOSER = 1e-6, 1e-9
"""A float this near a number with a small denominator, or to any other closed form, suggests it."""
SMALL, SHORT, COORDINATE = 12, 1000, 64
"""Denominators: of numbers that are looked for within `CLOSE`, of others, and of coordinates."""
WHOLE = 12
"""The largest whole number in an irrational form."""
FAR = 100
"""Coordinates beyond this are left as they are."""


def closed_forms(x: float) -> list[Term]:
    """Constants near x: a rational with a small denominator, or a short one; (a + b w)/q for a known w."""
    small = Fraction(x).limit_denominator(SMALL)
    found = [small] if abs(float(small) - x) <= CLOSE * max(1.0, abs(x)) else []
    plain = Fraction(x).limit_denominator(SHORT)
    if plain != small and abs(float(plain) - x) <= CLOSER * max(1.0, abs(x)):
        found.append(plain)
    return [number(each) for each in found] or _irrational(x, CLOSER)


def _irrational(x: float, within: float) -> list[Term]:
    """The simplest (a + b w)/q near x, w a root of a small number, pi, e or log 2; none where there is none."""
    import numpy as np

    known = [*(sqrt(number(n)) for n in (2, 3, 5, 6, 7, 10)), PI, ONE / PI, exp(1), exp(-1), log(number(2)), PI**2]
    whole = np.arange(-WHOLE, WHOLE + 1)
    a, b, q = (each.ravel() for each in np.meshgrid(whole, whole[whole != 0], whole[whole > 0], indexing="ij"))
    best: tuple[int, int, Term] | None = None
    for at, w in enumerate(known):
        for i in np.flatnonzero(np.abs((a + b * as_float(w).real) / q - x) <= within * max(1.0, abs(x))):
            p, r, d = int(a[i]), int(b[i]), int(q[i])
            key = abs(p) + abs(r) + d
            if best is None or (key, at) < best[:2]:
                best = (key, at, add(number(Fraction(p, d)), mul(number(Fraction(r, d)), w)))
    return [] if best is None else [best[2]]


def closed_points(points: Iterable[Point]) -> Iterator[Point]:
    """Points whose rational coordinates are replaced by closed forms near them."""
    for point in points:
        found = dict(point)
        for sym, value in point.items():
            if isinstance(value, tuple) or value.kind != "rat" or not sym.is_real:
                continue
            plain = value.payload.limit_denominator(COORDINATE)
            if abs(plain - value.payload) <= CLOSE:
                found[sym] = number(plain)
            elif abs(value.payload) < FAR:
                found[sym] = next(iter(_irrational(float(value.payload), CLOSE / 10)), value)
        yield found
