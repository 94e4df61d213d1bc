"""Exact points and columns of floats, and the ways from one to the other.

A *row* gives every symbol a float (complex for a complex symbol; one entry per token for a token's symbol); *columns*
are many rows at once. Neither decides anything: whatever is found among them is made exact before the kernel sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import atan2, lcm, pi
from typing import TYPE_CHECKING, Any

from verify.kernel import ball
from verify.kernel.exact import Point
from verify.kernel.term import I, Term, number
from verify.space import (
    Complex,
    Disk,
    Domain,
    Matrices,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = ["LIMITS", "Columns", "Draws", "Row", "as_float", "columns_of", "gauss", "near", "row_of", "take"]

Columns = dict[Term, Any]
Row = Mapping[Term, Any]

LIMITS = (1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 1024, 1 << 14, 1 << 20, 1 << 40)
"""Denominators to try, in order, when a row is made exact."""

_UNBOUNDED = (Real, Positive, Nonneg, Complex, Natural, Matrices)


def gauss(real: Fraction, imaginary: Fraction) -> Term:
    """real + i imaginary as a constant Term."""
    return number(real) + I * number(imaginary) if imaginary else number(real)


def as_float(value: Term) -> float | complex:
    """A constant Term as a float, complex unless it is real by form."""
    from flint import acb

    if value.kind == "rat":
        try:
            return float(value.payload)
        except OverflowError:
            return float("inf")
    middle: Any = ball.enclose(value, {}, 96)
    real = middle.real if isinstance(middle, acb) else middle
    if value.is_real:
        return float(real.mid())
    return complex(float(real.mid()), float(middle.imag.mid()))


def columns_of(points: Sequence[Point], symbols: Sequence[Term]) -> Columns:
    """Exact points as columns. Tokens are repeated until all points have equally many; no mean notices."""
    import numpy as np

    known: dict[Term, float | complex] = {}

    def of(value: Term) -> float | complex:
        if value not in known:
            known[value] = as_float(value)
        return known[value]

    found: Columns = {}
    for sym in symbols:
        kind = np.float64 if sym.is_real else np.complex128
        values: list[Any] = [point[sym] for point in points]
        if any(isinstance(value, tuple) for value in values):
            lists = [value if isinstance(value, tuple) else (value,) for value in values]
            width = lcm(*(len(each) for each in lists))
            rows = [[of(x) for x in each] * (width // len(each)) for each in lists]
            found[sym] = np.array(rows, dtype=kind)
        else:
            found[sym] = np.array([of(value) for value in values], dtype=kind)
    return found


def row_of(columns: Columns, at: int) -> dict[Term, Any]:
    """The row with that index."""
    return {sym: column[at] for sym, column in columns.items()}


def take(columns: Columns, chosen: Any) -> Columns:
    """The rows with those indices."""
    return {sym: column[chosen] for sym, column in columns.items()}


def _fraction(x: float, limit: int | None) -> Fraction:
    exact = Fraction(float(x))
    return exact if limit is None else exact.limit_denominator(limit)


def near(space: Space, row: Row, limit: int | None) -> Point | None:
    """The exact point of the space near a row, with denominators of about `limit`; None: the floats themselves.

    Returns None where a coordinate is not finite.
    """
    import numpy as np

    found: dict[Term, Any] = {}
    for name, domain in space.domains.items():
        value = space.names[name]
        names = domain.scalars(value)
        if not all(np.all(np.isfinite(row[sym])) for sym in names):
            return None
        if isinstance(domain, Token):
            parts = []
            for at in range(len(row[names[0]])):
                parts.append(_near(domain.inner, value, {sym: row[sym][at] for sym in names}, limit))
            found |= {sym: tuple(part[sym] for part in parts) for sym in names}
        else:
            found |= _near(domain, value, row, limit)
    return found


def _near(domain: Domain, value: Any, row: Row, limit: int | None) -> dict[Term, Any]:
    names = domain.scalars(value)
    if isinstance(domain, Sphere):
        return domain.exact(value, [float(row[sym]) for sym in names], limit or 1 << 40)
    if isinstance(domain, Disk) and limit is not None:
        z = complex(row[names[0]])
        return domain.exact(value, [abs(z) ** 2, atan2(z.imag, z.real) / (2 * pi)], limit)
    if isinstance(domain, Complex | Disk):
        z = complex(row[names[0]])
        return {names[0]: gauss(_fraction(z.real, limit), _fraction(z.imag, limit))}
    definite = isinstance(domain, Matrices) and domain.kind == "definite"  # its coordinates are not its entries
    if isinstance(domain, Natural) or (limit is not None and not definite):
        return domain.exact(value, [float(row[sym]) for sym in names], limit or 1)
    return {sym: number(_fraction(row[sym], limit)) for sym in names}


class Draws:
    """Random coordinates in a space's box, or in a box with its unbounded sides scaled."""

    SCALES = (1.0, 10.0, 0.1)

    def __init__(self, space: Space) -> None:
        import numpy as np

        self.space = space
        box = np.array(space.box, dtype=float).reshape(-1, 2)
        self._low, self._high = box[:, 0], box[:, 1]
        scaled: list[bool] = []
        natural: list[bool] = []
        anchor: list[float] = []
        for domain in space.domains.values():
            inner = domain.inner if isinstance(domain, Token) else domain
            scaled += [isinstance(inner, _UNBOUNDED)] * domain.dims
            natural += [isinstance(inner, Natural)] * domain.dims
            anchor += [float(inner.low) if isinstance(inner, Natural) else 0.0] * domain.dims
        self._scaled, self._anchor, self._natural = np.array(scaled), np.array(anchor), np.array(natural)

    @property
    def scales(self) -> tuple[float, ...]:
        """The factors that make a difference here."""
        return self.SCALES if self._scaled.any() else (1.0,)

    @property
    def distribution(self) -> str:
        """The name of what `columns` draws from, all scales in equal parts."""
        text = "uniform in the box of coordinates"
        if self._scaled.any():
            text += ", its unbounded sides scaled by 1, 10 and 1/10 in turn"
        return text

    def bounds(self, scale: float = 1.0) -> np.ndarray:
        """The scaled box, shape (dims, 2)."""
        import numpy as np

        ends = []
        for side in (self._low, self._high):
            ends.append(np.where(self._scaled, self._anchor + (side - self._anchor) * scale, side))
        return np.stack(ends, axis=1)

    def far(self, rng: np.random.Generator, size: int) -> Columns:
        """Draws whose unbounded coordinates range over twelve orders of magnitude each, naturals over four."""
        import numpy as np

        low, high = self.bounds().T
        u = rng.uniform(low, high, size=(size, len(low)))
        exponent = rng.uniform(-6, 6, size=u.shape)
        exponent = np.where(self._natural, np.abs(exponent) * 2 / 3, exponent)  # a power with a huge one costs too much
        return self.space.columns(np.where(self._scaled, self._anchor + (u - self._anchor) * 10.0**exponent, u))

    def columns(self, rng: np.random.Generator, size: int, scale: float = 1.0) -> Columns:
        """`size` independent draws."""
        low, high = self.bounds(scale).T
        return self.space.columns(rng.uniform(low, high, size=(size, len(low))))
