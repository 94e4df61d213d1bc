"""Sums over all pairs of tokens on the circle, in a time that grows like the number of tokens alone.

For tokens at angles theta_j, queries u(theta) = U x(theta) and x(theta) = (cos theta, sin theta), `sums` gives what
`verify.attention.softmax.sums` gives: sum_j exp(<u(theta_k), x_j>) (1, x_j). Both sides are smooth in the angle:

1. The circle is cut into cells in which an exponential <u, x(theta)> varies by at most 4. A cell of more than 18
   tokens is replaced by 18 weighted *pseudo-tokens* at its Chebyshev nodes, which give the same sums to rounding.
2. Likewise the queries: in cells in which u varies by at most 2 the sums are computed at 18 nodes, and
   interpolated (numerator and denominator, never their ratio).
3. Between nodes the sums are direct, over the sources within the angle beyond which terms cannot be seen. Where all
   queries see little of the circle, the cells of 1 and 2 are as wide as what is seen allows.

All kernels being positive, and cells as narrow as that, errors are relative to each token's own sum, also where its
query looks into an empty arc; tight clusters are the cheapest tokens of all. The time is O(n + G^2), G at most 57
|U|_2 + 306; fewer tokens than nodes are left as they are. It is the one-level form of Chebyshev interpolation of
kernels (Fong and Darve, J. Comput. Phys. 228, 2009), made relative.

Array code throughout: import it inside functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from verify.attention.softmax import CONTRACTED, REORDERED, exponential

__all__ = ["kernel_sums", "sums"]

Array = NDArray[np.float64]
Indices = NDArray[np.int64]

NODES = 18  # exp on a cell of variation 4: the rest of its Chebyshev series is below 1e-15 of its smallest value
VARIATION = 4.0  # of an exponent over a cell of sources; half of it over one of queries, seen from opposite tokens
WIDEST = math.pi / 8  # of a cell, where the exponents are small
INVISIBLE = 45.0  # exp(-37) is the rounding; the rest allows for nodes of a cell that are nearer than its tokens
RUN = 128  # tokens of a cell that are summed without compensation
BINS = 2048  # of the circle, for a look at where tokens are
FINEST = 2_000_000  # cells; beyond them tokens are summed one by one
LIMIT = 2**14  # nodes of a general kernel
ROWS = 256  # of a general kernel at once

_POINTS = np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
_VALUES = np.cos(np.outer(np.arange(NODES), np.pi * (np.arange(NODES) + 0.5) / NODES))  # T_m at node i
_TO_SERIES = _VALUES * np.where(np.arange(NODES) == 0, 1.0, 2.0)[:, None] / NODES  # values at nodes to coefficients


@dataclass(frozen=True)
class _Cells:
    """Equal cells of the circle: those of more than NODES tokens, and the tokens outside them.

    Attributes:
        width: of a cell.
        slot: (cells,), the place of a full cell among the full ones, -1 for another.
        full: (f,), the numbers of the full cells.
        alone: (m,), the tokens outside full cells.
    """

    width: float
    slot: Indices
    full: Indices
    alone: Indices

    @property
    def middles(self) -> Array:
        """(f, 2): the points in the middle of the full cells. Places in a cell are angles from that very point."""
        return _unit(-math.pi + self.width * (self.full + 0.5))

    @property
    def nodes(self) -> tuple[Array, Array]:
        """The nodes' angles (f, NODES), and the nodes as points (f, NODES, 2), which are exact to 1e-16."""
        away = self.width / 2 * _POINTS
        angles = -math.pi + self.width * (self.full[:, None] + 0.5) + away
        (c, s), (cos, sin) = self.middles.T[..., None], (np.cos(away), np.sin(away))
        return angles, np.stack([c * cos - s * sin, s * cos + c * sin], axis=-1)


def sums(U: Array, points: Array, weights: Array | None = None) -> tuple[Array, Array, Array]:
    """Z (n,), S (n, 2) and shift (n,) of unit tokens (n, 2) whose queries are U x_k, U a 2 x 2 matrix.

    Z exp(shift) = sum_j w_j exp(<U x_k, x_j>), and S likewise with w_j x_j; weights (n,) positive, 1 by default.
    Relative error about 1e-15 (100 + |U|), in units of Z.
    """
    U = np.asarray(U, dtype=float)
    x = np.ascontiguousarray(points, dtype=float)
    w = np.broadcast_to(1.0, len(x)) if weights is None else np.ascontiguousarray(weights, dtype=float)
    theta = np.arctan2(x[:, 1], x[:, 0])
    size = float(np.linalg.norm(U, 2))
    cut = INVISIBLE + math.log(len(x) if weights is None else w.sum() / w.min())
    density = size * _steepest(theta, U, size, cut) / VARIATION
    sources = _sources(theta, x, w, _cells(theta, density))
    cells = _cells(theta, 2 * density)
    total, moment, shift = np.empty(len(x)), np.empty_like(x), np.empty(len(x))

    if cells.alone.size:
        u = x[cells.alone] @ U.T
        exponent = _largest(sources, u)
        total[cells.alone], moment[cells.alone] = _windowed(sources, u, exponent, exponent, cut)
        shift[cells.alone] = exponent
    if cells.full.size:
        u = cells.nodes[1].reshape(-1, 2) @ U.T
        towards = _star(sources, cells.middles @ U.T)
        common = np.einsum("fqi,fi->fq", u.reshape(-1, NODES, 2), towards).ravel()
        values = np.column_stack(_windowed(sources, u, _largest(sources, u), common, cut))
        series = np.matmul(_TO_SERIES, values.reshape(-1, NODES, 3))
        pull = np.ascontiguousarray(towards @ U)
        _interpolate(theta, x, cells.width, cells.slot, cells.middles, series, pull, total, moment, shift)
    return total, moment, shift


def kernel_sums(
    kernel: Callable[[Array, Array], Array], theta: Array, weights: Array | None = None, rtol: float = 1e-13
) -> Array:
    """sum_j w_j k(theta_k, theta_j) (n,) for a smooth kernel on the circle, in O(n + G^2).

    Args:
        kernel: 2 pi-periodic in both angles; called with arrays (r, 1) and (1, G), gives real (r, G).
        theta: (n,), angles.
        weights: (n,), of any sign; 1 by default.
        rtol: relative to max |k| sum |w|; the number G of nodes is doubled until the tails of the series are below it.

    Raises:
        ValueError: the kernel is not resolved by 2^14 nodes, or not finite.
    """
    x = _unit(np.asarray(theta, dtype=float))
    angles = np.arctan2(x[:, 1], x[:, 0])
    w = np.ones(len(angles)) if weights is None else np.ascontiguousarray(weights, dtype=float)
    count = 8
    while count * NODES <= LIMIT:
        cells = _every_cell(count)
        nodes = cells.nodes[0].ravel()
        charge = (_moments(angles, x, w, cells.width, cells.slot, cells.middles) @ _TO_SERIES).ravel()
        at_nodes, largest, rough = np.empty(len(nodes)), 0.0, 0.0
        for i in range(0, len(nodes), ROWS):
            block = np.asarray(kernel(nodes[i : i + ROWS, None], nodes[None, :]), dtype=float)
            if not np.isfinite(block).all():
                raise ValueError("kernel: a value is not finite")
            block = np.broadcast_to(block, (len(nodes[i : i + ROWS]), len(nodes)))
            largest = max(largest, float(np.abs(block).max()))
            rough = max(rough, float(np.abs(block.reshape(-1, NODES) @ _TO_SERIES[-2:].T).max()))
            at_nodes[i : i + ROWS] = block @ charge
        series = at_nodes.reshape(-1, NODES) @ _TO_SERIES.T
        scale = max(largest * float(np.abs(w).sum()), 1e-300)
        if rough <= rtol * largest and np.abs(series[:, -2:]).max() <= rtol * scale:
            found: Array = _evaluate(angles, x, cells.width, cells.middles, series)
            return found
        count *= 2
    raise ValueError(f"kernel: not resolved by {LIMIT} nodes on the circle; is it smooth and periodic?")


def _unit(theta: Any) -> Array:
    found: Array = np.stack([np.cos(theta), np.sin(theta)], axis=-1)
    return found


# cells and what stands for their tokens


def _steepest(theta: Array, U: Array, size: float, cut: float) -> float:
    """The largest sine of an angle between a query and a source that it can see: what steepness is relative to |U|.

    From bins of the circle: a query in an occupied one is near to another one, and sees no further than `cut` below it.
    """
    if size < 2 * cut:
        return 1.0
    width = 2 * math.pi / BINS
    angle = -math.pi + width * (np.flatnonzero(_counts(theta, width, BINS)) + 0.5)
    u = _unit(angle) @ U.T
    length = np.linalg.norm(u, axis=1) - size * width
    if length.min() < cut / 2:
        return 1.0
    phi = np.arctan2(u[:, 1], u[:, 0])
    after = np.searchsorted(angle, phi)
    apart = np.stack([phi - angle[after - 1], phi - angle[after % len(angle)]])
    gap = np.abs(np.mod(apart + math.pi, 2 * math.pi) - math.pi).min(axis=0) + width * (1 + size / length)
    reach = np.arccos(np.maximum(np.cos(np.minimum(gap, math.pi)) - cut / length, -1.0)).max()
    return math.sin(min(math.pi / 2, 1.1 * reach))


def _cells(theta: Array, density: float) -> _Cells:
    count = max(math.ceil(2 * math.pi / WIDEST), math.ceil(2 * math.pi * density))
    if count > FINEST:
        return _Cells(WIDEST, np.full(16, -1), np.empty(0, dtype=np.int64), np.arange(len(theta)))
    width = 2 * math.pi / count
    full = np.flatnonzero(_counts(theta, width, count) > NODES)
    slot = np.full(count, -1)
    slot[full] = np.arange(len(full))
    return _Cells(width, slot, full, _outside(theta, width, slot))


def _every_cell(count: int) -> _Cells:
    everyone = np.arange(count)
    return _Cells(2 * math.pi / count, everyone, everyone, np.empty(0, dtype=np.int64))


@njit(cache=True)
def _cell_of(theta: float, width: float, count: int) -> Any:
    return min(count - 1, max(0, int((theta + math.pi) / width)))


@njit(cache=True)
def _counts(theta: Array, width: float, count: int) -> Any:
    found = np.zeros(count, np.int64)
    for k in range(len(theta)):
        found[_cell_of(theta[k], width, count)] += 1
    return found


@njit(cache=True)
def _outside(theta: Array, width: float, slot: Indices) -> Any:
    """The tokens outside full cells."""
    many = 0
    for k in range(len(theta)):
        many += slot[_cell_of(theta[k], width, len(slot))] < 0
    found = np.empty(many, np.int64)
    at = 0
    for k in range(len(theta)):
        if slot[_cell_of(theta[k], width, len(slot))] < 0:
            found[at] = k
            at += 1
    return found


@njit(cache=True, fastmath=CONTRACTED)
def _place(x: Array, k: int, middles: Array, at: int, width: float) -> Any:
    """The place in its cell, in [-1, 1], of token k: its angle from the middle, which loses nothing to rounding."""
    return 2 / width * math.asin(x[k, 1] * middles[at, 0] - x[k, 0] * middles[at, 1])


@njit(cache=True, fastmath=CONTRACTED)
def _flush(fine: Array, coarse: Array, carry: Array) -> None:
    """coarse += fine with Kahan's compensation; fine := 0."""
    for m in range(NODES):
        added = fine[m] - carry[m]
        new = coarse[m] + added
        carry[m] = (new - coarse[m]) - added
        coarse[m] = new
        fine[m] = 0.0


@njit(cache=True, fastmath=CONTRACTED)
def _moments(theta: Array, x: Array, w: Array, width: float, slot: Indices, middles: Array) -> Any:
    """(full, NODES): sum over the tokens of a full cell of w T_m(t), t in [-1, 1] the place in the cell.

    Summed in runs of RUN tokens, so that a million equal ones lose no digits.
    """
    fine, coarse = np.zeros((len(middles), NODES)), np.zeros((len(middles), NODES))
    carry = np.zeros((len(middles), NODES))
    waiting = np.zeros(len(middles), np.int64)
    count = len(slot)
    for k in range(len(theta)):
        at = slot[_cell_of(theta[k], width, count)]
        if at < 0:
            continue
        t = _place(x, k, middles, at, width)
        before, now = w[k], w[k] * t
        fine[at, 0] += before
        fine[at, 1] += now
        for m in range(2, NODES):
            before, now = now, 2 * t * now - before
            fine[at, m] += now
        waiting[at] += 1
        if waiting[at] == RUN:
            waiting[at] = 0
            _flush(fine[at], coarse[at], carry[at])
    for at in range(len(middles)):
        _flush(fine[at], coarse[at], carry[at])
    return coarse


@dataclass(frozen=True)
class _Sources:
    """Weighted points by increasing angle, twice round, so that every arc is one slice."""

    angle: Array
    x: Array
    y: Array
    weight: Array
    count: int


def _sources(theta: Array, x: Array, w: Array, cells: _Cells) -> _Sources:
    angles, nodes = cells.nodes
    charge = (_moments(theta, x, w, cells.width, cells.slot, cells.middles) @ _TO_SERIES).ravel()
    angle = np.concatenate([angles.ravel(), theta[cells.alone]])
    points = np.concatenate([nodes.reshape(-1, 2), x[cells.alone]])
    weight = np.concatenate([charge, w[cells.alone]])
    order = np.argsort(angle, kind="stable")
    angle, points, weight = angle[order], points[order], weight[order]
    px, py, pw = (np.concatenate([part, part]) for part in (points[:, 0], points[:, 1], weight))
    return _Sources(np.concatenate([angle, angle + 2 * math.pi]), px, py, pw, len(order))


def _star(sources: _Sources, u: Array) -> Array:
    """(m, 2): the source nearest to the direction of each query."""
    phi = np.arctan2(u[:, 1], u[:, 0])
    n = sources.count
    after = np.searchsorted(sources.angle[:n], phi)
    found: Array = np.empty_like(u)
    best = np.full(len(u), -np.inf)
    for at in ((after - 1) % n, after % n):
        score = u[:, 0] * sources.x[at] + u[:, 1] * sources.y[at]
        better = score > best
        best[better] = score[better]
        found[better, 0], found[better, 1] = sources.x[at][better], sources.y[at][better]
    return found


def _largest(sources: _Sources, u: Array) -> Array:
    """(m,): the largest exponent <u, x_j> over the sources."""
    found: Array = np.einsum("mi,mi->m", u, _star(sources, u))
    return found


def _windowed(sources: _Sources, u: Array, largest: Array, shift: Array, cut: float) -> tuple[Array, Array]:
    """Sums (m,) and (m, 2), times exp(-shift), over the sources whose exponent is above largest - cut."""
    size = np.hypot(u[:, 0], u[:, 1])
    cosine = np.where(size > 0, (largest - cut) / np.where(size > 0, size, 1.0), -2.0)
    reach = np.arccos(np.clip(cosine, -1.0, 1.0))
    phi = np.arctan2(u[:, 1], u[:, 0])
    n = sources.count
    begin = np.mod(phi - reach + math.pi, 2 * math.pi) - math.pi
    low = np.searchsorted(sources.angle[:n], begin)
    high = np.searchsorted(sources.angle, begin + 2 * reach, side="right")
    high = np.where(cosine <= -1, low + n, np.minimum(high, low + n))
    total, moment = np.empty(len(u)), np.empty_like(u)
    _slices(u, low, high, sources.x, sources.y, sources.weight, shift, total, moment)
    return total, moment


@njit(cache=True, fastmath=REORDERED)
def _slices(
    u: Array, low: Indices, high: Indices, x: Array, y: Array, w: Array, shift: Array, total: Array, moment: Array
) -> None:
    for k in range(len(u)):
        a, b, c = u[k, 0], u[k, 1], shift[k]
        xs, ys, ws = x[low[k] : high[k]], y[low[k] : high[k]], w[low[k] : high[k]]  # indices from 0 let it be SIMD code
        z, p, q = 0.0, 0.0, 0.0
        for j in range(len(xs)):
            e = ws[j] * exponential(a * xs[j] + b * ys[j] - c)
            z += e
            p += e * xs[j]
            q += e * ys[j]
        total[k], moment[k, 0], moment[k, 1] = z, p, q


# back to the tokens


@njit(cache=True, fastmath=CONTRACTED)
def _interpolate(
    theta: Array,
    x: Array,
    width: float,
    slot: Indices,
    middles: Array,
    series: Array,
    towards: Array,
    total: Array,
    moment: Array,
    shift: Array,
) -> None:
    """Clenshaw's sums of three Chebyshev series (f, NODES, 3) at the tokens of full cells; shift = <x_k, towards>."""
    count = len(slot)
    for k in range(len(theta)):
        at = slot[_cell_of(theta[k], width, count)]
        if at < 0:
            continue
        t = _place(x, k, middles, at, width)
        z1, z2, p1, p2, q1, q2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for m in range(NODES - 1, 0, -1):
            z1, z2 = series[at, m, 0] + 2 * t * z1 - z2, z1
            p1, p2 = series[at, m, 1] + 2 * t * p1 - p2, p1
            q1, q2 = series[at, m, 2] + 2 * t * q1 - q2, q1
        total[k] = series[at, 0, 0] + t * z1 - z2
        moment[k, 0] = series[at, 0, 1] + t * p1 - p2
        moment[k, 1] = series[at, 0, 2] + t * q1 - q2
        shift[k] = x[k, 0] * towards[at, 0] + x[k, 1] * towards[at, 1]


@njit(cache=True, fastmath=CONTRACTED)
def _evaluate(theta: Array, x: Array, width: float, middles: Array, series: Array) -> Any:
    """(n,): Clenshaw's sums of the Chebyshev series (cells, NODES)."""
    found = np.empty(len(theta))
    count = len(series)
    for k in range(len(theta)):
        i = _cell_of(theta[k], width, count)
        t = _place(x, k, middles, i, width)
        z1, z2 = 0.0, 0.0
        for m in range(NODES - 1, 0, -1):
            z1, z2 = series[i, m] + 2 * t * z1 - z2, z1
        found[k] = series[i, 0] + t * z1 - z2
    return found
