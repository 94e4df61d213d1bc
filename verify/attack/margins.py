"""Margins: how far pointwise conclusions are from failing at rows of floats, with the rounding of that distance.

A margin is the gap of a part over the magnitude of its sides, max(1, |left| + |right|): positive where the part holds,
negative where it fails, 0 within the noise, which is 8 times the propagated error bound. A true identity near |w| = 1
therefore does not look violated, however large its sides become there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.attack.ground import NOISE
from verify.attack.points import Columns
from verify.attack.surface import Unknown
from verify.kernel.goal import Pointwise
from verify.kernel.term import Term
from verify.readings.batch import compile_batch

__all__ = ["Margins", "Measured"]

UNDERFLOW = 1e-280
"""The batch reading's error bounds hold outside underflow; a gap below this is noise."""
LOST = 1e-3
"""Noise above this share of the sides: floats say nothing."""


@dataclass(frozen=True)
class Measured:
    """Margins of P parts at N rows.

    Attributes:
        margin: shape (P, N); NaN where the part has no value.
        violated: shape (P, N); the part fails by more than the noise.
        touching: shape (P, N); the gap of a strict part is 0 within the noise, or the noise is large: only an exact
            point can tell.
        defined: shape (N,); every Term of every part has a value.
        told: shape (N,); it is also known well enough for the draw to speak for the parts: the noise is small.
    """

    margin: Any
    violated: Any
    touching: Any
    defined: Any
    told: Any

    @property
    def least(self) -> Any:
        """The least margin of all parts, shape (N,); +inf where the conclusion has no value."""
        import numpy as np

        return np.where(self.defined, np.min(np.where(np.isnan(self.margin), np.inf, self.margin), axis=0), np.inf)


class Margins:
    """Margins of named pointwise parts."""

    def __init__(self, parts: Sequence[tuple[str, Pointwise]], symbols: Sequence[Term]) -> None:
        self.parts = tuple(parts)
        self._terms = [each for _, goal in self.parts for each in goal.terms]
        self._batch = compile_batch(self._terms, symbols)

    def __call__(self, columns: Columns, slack: Mapping[Unknown, Any] | None = None) -> Measured:
        """Measure rows.

        Args:
            slack: bounds of the errors of coordinates that were themselves rounded (solved from an equality); what
                they do to a gap is added to its noise, to first order.
        """
        import numpy as np

        values = self._batch(columns)
        moved = [self._batch.values(unknown.shift(columns, by)) for unknown, by in (slack or {}).items()]
        n = len(values[0][0])
        shape = (len(self.parts), n)
        margin, defined, told = np.empty(shape), np.ones(n, bool), np.ones(n, bool)
        violated, touching = np.zeros(shape, bool), np.zeros(shape, bool)
        at = 0
        with np.errstate(all="ignore"):
            for row, (_, goal) in enumerate(self.parts):
                (left, left_error), (right, right_error) = values[at : at + 2]
                gap = left - right
                extra = np.zeros(n)
                for other in moved:
                    extra += 2 * np.abs((other[at] - other[at + 1]) - gap)
                for value, _ in values[at : at + len(goal.terms)]:
                    defined &= np.isfinite(value)
                at += len(goal.terms)
                size = np.abs(gap)
                noise = np.maximum(NOISE * (left_error + right_error + 2.0**-52 * size + extra), UNDERFLOW)
                scale = np.maximum(1.0, np.abs(left) + np.abs(right))
                quiet = ~(size > noise)
                op = goal.relation.op
                signed = -size if op == "eq" else size if op == "ne" else gap
                margin[row] = np.where(np.isnan(size), np.nan, np.where(quiet, 0.0, signed / scale))
                violated[row] = ~quiet & (signed < 0) & np.isfinite(noise)
                vague = quiet & ~(noise <= LOST * scale)
                told &= ~vague
                lost = vague & np.isfinite(size)
                touching[row] = quiet & np.isfinite(size) if op in ("gt", "ne") else lost
        return Measured(margin, violated & defined, touching & defined, defined, told & defined)
