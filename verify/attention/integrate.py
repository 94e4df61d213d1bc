"""Adaptive integration of array fields: DOP853 on batches, each system with a step size of its own.

The method is the explicit Runge-Kutta pair of order 8(5,3) of Dormand and Prince (Hairer, Norsett, Wanner, *Solving
Ordinary Differential Equations I*, II.5), with the coefficients that SciPy publishes. A state is (B, m, c): B
systems, m parts (tokens) of c numbers. The error of a step is the largest over the parts of a system, so that no
token hides behind the others.

`verify.dynamics.integrate` is the same method for the opposite shape: many trajectories of few numbers, whose field is
a Term and becomes part of the generated step. Here the field is array code of a million numbers, called as it is, and
states are put back on the sphere. Both read the tableau from SciPy.

Array code throughout: import it inside functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["BlowUp", "Snapshot", "integrate"]

Array = NDArray[np.float64]
Rate = Callable[[Array, NDArray[np.intp]], Array]

SAFETY, SHRINK, GROW = 0.9, 0.2, 10.0
EXPONENT = -1 / 8
PIECE = 2_048  # numbers combined at once


class BlowUp(ArithmeticError):
    """A field or a state stopped being finite, or the step size vanished; the message names the step."""


@dataclass(frozen=True)
class Snapshot:
    """The states at one time.

    Attributes:
        time: the requested time.
        state: (B, m, c); a copy.
        steps: (B,), accepted steps of each system so far.
        rejected: (B,), rejected steps of each system so far.
    """

    time: float
    state: Array
    steps: NDArray[np.int64]
    rejected: NDArray[np.int64]


def integrate(
    rate: Rate,
    start: Array,
    times: Sequence[float],
    *,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    longest: Array | float = np.inf,
    max_steps: int = 1_000_000,
    project: Callable[[Array, Array], None] | None = None,
    progress: Callable[[float], Any] | None = None,
) -> Iterator[Snapshot]:
    """The states at `times`, one after the other; the first time is that of `start`.

    Args:
        rate: of states (b, m, c) of the systems with the given indices (b,), the rates (b, m, c).
        start: (B, m, c), finite; not changed.
        times: finite, increasing (or decreasing: backwards in time).
        rtol, atol: an accepted step's error is at most atol + rtol |y|, as root mean square over c, for every part.
        longest: the longest step, one number or (B,).
        max_steps: tries of one system, rejected ones included, between two times.
        project: puts accepted states (b, m, c), and their rates, back where they belong, in place.
        progress: called with the fraction of the time that the slowest system has covered.

    Raises:
        ValueError: times or tolerances make no sense.
        BlowUp: a rate or a state is not finite, a step vanishes, or `max_steps` are used up.
    """
    marks = np.asarray(times, dtype=float)
    if marks.ndim != 1 or not marks.size or not np.isfinite(marks).all():
        raise ValueError(f"times: a list of finite numbers is needed; found {times!r}")
    gaps = np.diff(marks)
    if not ((gaps > 0).all() or (gaps < 0).all()):
        raise ValueError("times: they must increase, or decrease, strictly")
    if not (rtol > 0 and atol > 0 and np.isfinite(rtol) and np.isfinite(atol)):
        raise ValueError(f"rtol and atol must be positive; found {rtol}, {atol}")
    return _run(rate, start, marks, (rtol, atol), longest, max_steps, project, progress)


def _run(
    rate: Rate,
    start: Array,
    marks: Array,
    tolerances: tuple[float, float],
    longest: Array | float,
    max_steps: int,
    project: Callable[[Array, Array], None] | None,
    progress: Callable[[float], Any] | None,
) -> Iterator[Snapshot]:
    y = np.array(start, dtype=float, order="C")
    batch = len(y)
    steps, rejected = np.zeros(batch, dtype=np.int64), np.zeros(batch, dtype=np.int64)
    yield Snapshot(float(marks[0]), y.copy(), steps.copy(), rejected.copy())
    if len(marks) == 1:
        return
    everyone = np.arange(batch)
    cap = np.broadcast_to(np.asarray(longest, dtype=float), (batch,))
    slope = _finite(rate(y, everyone), everyone, steps, np.full(batch, marks[0]), "the field")
    step = np.minimum(_first_step(y, slope, *tolerances), np.minimum(cap, abs(marks[-1] - marks[0])))
    span = abs(marks[-1] - marks[0])
    direction = 1.0 if marks[-1] > marks[0] else -1.0
    for begin, end in pairwise(marks):
        left = np.full(batch, abs(end - begin))
        tries = np.zeros(batch, dtype=np.int64)
        while (active := np.flatnonzero(left > 0)).size:
            tries[active] += 1
            worn = active[tries[active] > max_steps]
            if worn.size:
                where = end - direction * left[worn[0]]
                raise BlowUp(f"step {steps[worn[0]]}, t = {where:.6g}: {max_steps} tries did not reach t = {end:.6g}")
            h = np.minimum(np.minimum(step[active], cap[active]), left[active])
            h = np.where(left[active] - h < 0.01 * h, left[active], h)  # no sliver at the end
            new, new_slope, error = _step(rate, _of(y, active), _of(slope, active), direction * h, active, *tolerances)
            good = error <= 1
            factor = np.where(error > 0, SAFETY * np.maximum(error, 1e-300) ** EXPONENT, GROW)
            factor = np.where(np.isnan(error), SHRINK, np.clip(factor, SHRINK, np.where(good, GROW, 1.0)))
            whole = h < left[active]  # a step cut short by an output says nothing about how long steps may be
            step[active] = np.where(good & ~whole, np.maximum(step[active], factor * h), factor * h)
            rejected[active[~good]] += 1
            clock = end - direction * left[active]
            tiny = ~good & (h * factor < 8 * np.finfo(float).eps * np.maximum(abs(clock), span))
            if tiny.any():
                at = int(np.flatnonzero(tiny)[0])
                what = "the field is not finite" if np.isnan(error[at]) else "the step size vanished"
                raise BlowUp(_place(active[at], batch, steps[active[at]], clock[at], what))
            done = active[good]
            if not done.size:
                continue
            if len(done) == batch:
                y, slope = new, new_slope
            else:
                y[done], slope[done] = new[good], new_slope[good]
            steps[done] += 1
            left[done] -= h[good]
            left[done[left[done] <= 0]] = 0
            if project is not None:
                accepted, turned = _of(y, done), _of(slope, done)
                project(accepted, turned)
                if len(done) < batch:
                    y[done], slope[done] = accepted, turned
            _finite(_of(y, done), done, steps, end - direction * left, "the state")
            _finite(_of(slope, done), done, steps, end - direction * left, "the field")
            if progress is not None:
                progress(float((abs(end - marks[0]) - left.max()) / span))
        yield Snapshot(float(end), y.copy(), steps.copy(), rejected.copy())


def _of(values: Array, which: NDArray[np.intp]) -> Array:
    """The systems of the given indices, increasing; no copy where that is all of them."""
    return values if len(which) == len(values) else values[which]


def _place(index: Any, batch: int, step: Any, time: Any, what: str) -> str:
    system = f"system {index}, " if batch > 1 else ""
    return f"{system}step {step}, t = {time:.6g}: {what}"


def _finite(values: Array, which: NDArray[np.intp], steps: NDArray[np.int64], clock: Array, what: str) -> Array:
    if not np.isfinite(values).all():
        at = int(np.flatnonzero(~np.isfinite(values).all(axis=(1, 2)))[0])
        index = which[at]
        raise BlowUp(_place(index, len(steps), steps[index], clock[index], f"{what} is not finite"))
    return values


def _size(values: Array) -> Array:
    """(b,): the largest root mean square of a part."""
    found: Array = np.sqrt(np.einsum("bmc,bmc->bm", values, values).max(axis=1) / values.shape[2])
    return found


def _first_step(y: Array, slope: Array, rtol: float, atol: float) -> Array:
    scale = atol + rtol * np.abs(y)
    size, speed = _size(y / scale), _size(slope / scale)
    return np.where((size < 1e-5) | (speed < 1e-5), 1e-6, 0.01 * size / np.maximum(speed, 1e-5))


def _step(
    rate: Rate, y: Array, slope: Array, h: Array, which: NDArray[np.intp], rtol: float, atol: float
) -> tuple[Array, Array, Array]:
    """The state and its rate after steps h (b,), and the error in units of what is allowed; NaN where it is lost."""
    from scipy.integrate import DOP853

    shape, flat = y.shape, np.ascontiguousarray(y).reshape(len(y), -1)
    stages = np.empty((DOP853.n_stages + 1, *flat.shape))
    stages[0] = slope.reshape(flat.shape)

    def moved(row: Array) -> Array:
        found = np.empty_like(flat)
        _combine(flat, stages, row, h, found)
        return found.reshape(shape)

    with np.errstate(over="ignore", invalid="ignore"):
        for s in range(1, DOP853.n_stages):
            stages[s] = rate(moved(DOP853.A[s, :s]), which).reshape(flat.shape)
        new = moved(DOP853.B)
        stages[-1] = rate(new, which).reshape(flat.shape)
    error = _error(flat, new.reshape(flat.shape), stages, DOP853.E5, DOP853.E3, h, shape[2], rtol, atol)
    return new, stages[-1].reshape(shape).copy(), error


@njit(cache=True, fastmath={"contract"})
def _combine(y: Array, stages: Array, row: Array, h: Array, found: Array) -> None:
    """found := y + h sum_s row_s stages_s, in pieces that stay in the cache."""
    for b in range(y.shape[0]):
        for begin in range(0, y.shape[1], PIECE):
            end = min(begin + PIECE, y.shape[1])
            into, start = found[b, begin:end], y[b, begin:end]
            for i in range(len(into)):
                into[i] = start[i]
            for s in range(len(row)):
                factor, stage = h[b] * row[s], stages[s, b, begin:end]
                if row[s] != 0:
                    for i in range(len(into)):
                        into[i] += factor * stage[i]


@njit(cache=True, fastmath={"contract"})
def _error(
    y: Array, new: Array, stages: Array, E5: Array, E3: Array, h: Array, width: int, rtol: float, atol: float
) -> Any:
    """(b,): Hairer's mixture of the fifth- and third-order errors, the largest over parts of `width` numbers."""
    found = np.zeros(y.shape[0])
    for b in range(y.shape[0]):
        for first in range(0, y.shape[1], width):
            fifth, third = 0.0, 0.0
            for i in range(first, first + width):
                scale = atol + rtol * max(abs(y[b, i]), abs(new[b, i]))
                five, three = 0.0, 0.0
                for s in range(len(E5)):
                    five += E5[s] * stages[s, b, i]
                    three += E3[s] * stages[s, b, i]
                fifth += (five / scale) ** 2
                third += (three / scale) ** 2
            both = fifth + 0.01 * third
            size = abs(h[b]) * fifth / math.sqrt(both * width) if both > 0 else both
            if not size <= found[b]:  # NaN too
                found[b] = size
                if math.isnan(size):
                    break
    return found
