"""Events: places along a trajectory where a real Term of the state changes its sign."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.dynamics.field import FieldError
from verify.kernel.term import Term, abs2, number, term

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Crossings", "Event", "first_return", "locate", "near_circle", "section"]

ITERATIONS = 120


@dataclass(frozen=True)
class Event:
    """`gap` changes its sign.

    Attributes:
        name: the status of a trajectory that stops there.
        gap: a real Term of states and parameters.
        direction: 1 for growing, -1 for falling, 0 for both.
        stop: the trajectory stops at this crossing (1: the first); 0: crossings are only recorded.
    """

    name: str
    gap: Term
    direction: int = 0
    stop: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.gap, Term) or not self.gap.is_real:
            raise FieldError(f"event {self.name!r}: its gap is a real Term; found {self.gap}")
        if self.direction not in (-1, 0, 1):
            raise FieldError(f"event {self.name!r}: a direction is 1, -1 or 0; found {self.direction!r}")
        if isinstance(self.stop, bool) or not isinstance(self.stop, int) or self.stop < 0:
            raise FieldError(f"event {self.name!r}: stop is 0 or the number of a crossing; found {self.stop!r}")


def near_circle(w: Term, epsilon: Any) -> Event:
    """|w| = 1 - epsilon is reached from inside; the trajectory stops."""
    try:
        radius = 1 - Fraction(epsilon)
    except (TypeError, ValueError, ArithmeticError):
        raise FieldError(f"near_circle: epsilon is a rational number; found {epsilon!r}") from None
    if not 0 < radius < 1:
        raise FieldError(f"near_circle: epsilon is between 0 and 1; found {epsilon}")
    return Event("near the circle", abs2(w) - number(radius**2), 1)


def section(gap: Any, direction: int = 1, name: str = "section") -> Event:
    """Crossings of {gap = 0}, recorded."""
    return Event(name, term(gap), direction, 0)


def first_return(gap: Any, direction: int = 1, name: str = "return") -> Event:
    """The first crossing of {gap = 0} after the start; the trajectory stops. A start on the section does not count."""
    return Event(name, term(gap), direction, 1)


@dataclass(frozen=True)
class Crossings:
    """Recorded events, in the order of trajectory and time; all of length m.

    Attributes:
        trajectory: its place among the starts.
        event: the place of the event among those given.
        time: when.
        state: where, shape (m, number of states).
    """

    trajectory: NDArray[np.int64]
    event: NDArray[np.int64]
    time: NDArray[np.float64]
    state: NDArray[Any]


def locate(
    gap: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    lengths: NDArray[np.float64],
    before: NDArray[np.float64],
    after: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Zeros of gap(s), 0 < s <= lengths, one for each of m brackets.

    The method of Anderson and Bjorck (BIT 13, 1973), a halving wherever it has not halved a bracket in two steps.

    Args:
        gap: values at m lengths.
        before, after: its values at 0 and at `lengths`, of opposite signs, or after = 0.
    """
    import numpy as np

    a, b = np.zeros_like(lengths), lengths.copy()
    fa, fb = before.copy(), after.copy()
    best, best_value = b.copy(), np.abs(fb)
    width = lengths.copy()
    for turn in range(ITERATIONS):
        open_ = (best_value > 0) & (np.abs(b - a) > 4e-16 * lengths)
        if not open_.any():
            break
        with np.errstate(all="ignore"):
            c = b - fb * (b - a) / (fb - fa)
        inside = (c - a) * (c - b) < 0
        slow = (turn % 2 == 1) & (np.abs(b - a) > width / 2)
        c = np.where(inside & ~slow, c, (a + b) / 2)
        if turn % 2 == 1:
            width = np.abs(b - a)
        c = np.where(open_, c, best)
        fc = gap(c)
        better = np.abs(fc) < best_value
        settled = ~better & (np.abs(c - best) <= 1e-15 * lengths)
        best, best_value = np.where(better, c, best), np.where(better, np.abs(fc), best_value)
        best_value = np.where(settled, 0.0, best_value)
        crossed = fc * fb < 0
        with np.errstate(all="ignore"):
            ratio = 1 - fc / fb
        fa = np.where(crossed, fb, fa * np.where(ratio > 0, ratio, 0.5))
        a = np.where(crossed, b, a)
        b, fb = c, fc
    return np.clip(best, np.minimum(a, b), np.maximum(a, b))
