"""Fields on the closed unit disk whose circle is invariant, in a chart in which nothing can cross it.

For w' = F(w) with |w| = 1 invariant, (1 - |w|^2)' = c(w) (1 - |w|^2) with a polynomial cofactor c; for
F = 2 i omega w + H - conj(H) w^2 it is c = -2 Re(conj(w) H). Beside w the chart follows L = log(1 - |w|^2), L' = c(w),
and restores |w|^2 + exp(L) = 1 after every step (a projection, E. Hairer, C. Lubich, G. Wanner, Geometric Numerical
Integration, IV.4). So |w| exceeds 1 by no more than rounding, and the slope of L says how fast the circle is approached
or left, long after 1 - |w| is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from verify.dynamics.events import Event
from verify.dynamics.field import Field, FieldError
from verify.kernel import ring
from verify.kernel.lie import Flow
from verify.kernel.term import Term, TermError, abs2, add, div, im, log, mul, number, power, re, symbol

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DiskField", "cofactor"]

PLACES = (0, 1, 2)  # of Re w, Im w and L among the real coordinates


def cofactor(flow: Flow, w: Term) -> Term:
    """c with (1 - |w|^2)' = c (1 - |w|^2) along the flow, exactly.

    Raises:
        FieldError: the circle is not invariant, or this is not shown by division in the ring.
    """
    gap = 1 - abs2(w)
    refusal = f"{flow}: |{w}| = 1 is not shown to be invariant; integrate this field without the chart"
    try:
        rate = flow.derivative(gap)
        forms = ring.Ring()
        above, below = forms.normal(rate, gap)
        quotient, rest = divmod(above.re, below.re)
        if not rest.is_zero():
            raise FieldError(refusal)
        symbols = {sym.payload[0]: sym for sym in (*rate.symbols, w)}
        found = _term(quotient, forms.names, symbols)
        for poly, k in above.den.values():
            found = div(found, power(_term(poly, forms.names, symbols), k))
        shown = ring.equal(rate, mul(found, gap))
    except (TermError, ring.NotPolynomial) as error:
        raise FieldError(f"{refusal} ({error})") from None
    if not shown:
        raise FieldError(refusal)
    return found


def _term(poly: Any, names: Sequence[Any], symbols: Mapping[str, Term]) -> Term:
    """A polynomial of the ring in symbols and their real and imaginary parts, as a Term."""
    parts = {"sym": lambda sym: sym, "re": re, "im": im}
    summands = []
    for exponents, coefficient in poly.to_dict().items():
        factors = [number(Fraction(int(coefficient.p), int(coefficient.q)))]
        for name, exponent in zip(names, exponents, strict=False):
            if not exponent:
                continue
            if name[0] not in parts or name[1] not in symbols:
                raise TermError(f"{name[0]} is no symbol")
            factors.append(power(parts[name[0]](symbols[name[1]]), int(exponent)))
        summands.append(mul(*factors))
    return add(*summands)


@dataclass(frozen=True)
class DiskField:
    """A field whose first state w is complex and stays in the closed disk; `integrate` takes it like a Field.

    Attributes:
        field: the field of w, and of other states if there are any.
        cofactor: c with (1 - |w|^2)' = c (1 - |w|^2).
    """

    field: Field
    cofactor: Term

    @classmethod
    def of(cls, field: Field | Flow) -> DiskField:
        """Derive the cofactor.

        Raises:
            FieldError: the first state is real, or |w| = 1 is not shown to be invariant.
        """
        field = field if isinstance(field, Field) else Field.of(field)
        if field.states[0].is_real:
            raise FieldError(f"the first state of a DiskField is complex; found {field.states[0]}, which is real")
        return cls(field, cofactor(field.flow, field.states[0]))

    @property
    def w(self) -> Term:
        return self.field.states[0]

    @cached_property
    def depth(self) -> Term:
        """The symbol of L, for events."""
        names = {sym.payload[0] for sym in (*self.field.states, *self.field.parameters)}
        name = "depth"
        while name in names:
            name += "x"
        return symbol(name)

    @cached_property
    def lifted(self) -> Field:
        """The field of (w, L, other states)."""
        (w, *states), (rate, *rates) = self.field.states, self.field.flow.terms
        return Field((w, self.depth, *states), (rate, self.cofactor, *rates), self.field.parameters)

    def near_circle(self, epsilon: Any) -> Event:
        """|w| = 1 - epsilon is reached from inside, for any epsilon > 0 however small; the trajectory stops."""
        small = Fraction(epsilon)
        if not 0 < small < 1:
            raise FieldError(f"near_circle: epsilon is between 0 and 1; found {epsilon}")
        return Event("near the circle", log(number(1 - (1 - small) ** 2)) - self.depth, 1)

    def starts(self, starts: Any) -> dict[Term, NDArray[Any]]:
        """Starts of `lifted`: those of the field, with L = log(1 - |w|^2) unless it is given.

        Args:
            starts: as for `integrate`, or {w: ..., depth: ...}, where w gives the direction and the depth the modulus.

        Raises:
            FieldError: a start is on the circle or outside of the disk, or a depth is not negative or 0.
        """
        import numpy as np

        deep = None
        if isinstance(starts, Mapping) and self.depth in starts:
            deep = starts[self.depth]
            starts = {state: value for state, value in starts.items() if state is not self.depth}
        rows = self.field.states_of(self.field.coordinates(starts)).T
        found = {state: row.real if state.is_real else row for state, row in zip(self.field.states, rows, strict=True)}
        w = found[self.w]
        size = np.abs(w)
        if deep is None:
            bad = np.flatnonzero(size >= 1)
            if bad.size:
                raise FieldError(
                    f"start {bad[0]} has |{self.w}| = {float(size[bad[0]])!r}, expected less than 1; closer to the "
                    f"circle than rounding allows, give {{{self.w}: ..., depth: log(1 - |{self.w}|^2)}}"
                )
            return {**found, self.depth: np.log1p(-size) + np.log1p(size)}
        depth = np.broadcast_to(np.asarray(deep, dtype=np.float64), w.shape)
        if not np.all((depth <= 0) & np.isfinite(depth)) or np.any((w == 0) & (depth < 0)):
            raise FieldError("a depth is log(1 - |w|^2), finite and at most 0, and w gives the direction")
        direction = np.where(w == 0, 0, w / np.where(w == 0, 1, size))
        return {**found, self.w: direction * np.sqrt(-np.expm1(depth)), self.depth: depth}
