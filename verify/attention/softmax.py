"""Sums of exponentials over all pairs of tokens, without ever storing the pairs.

For queries u_k and points x_j in R^d, `sums` gives Z_k = sum_j w_j exp(<u_k, x_j>) and S_k = sum_j w_j
exp(<u_k, x_j>) x_j, both divided by exp(shift_k), so that nothing overflows. Softmax attention is V S_k / Z_k with
u_k = beta A^T x_k; the unnormalised one is V S_k exp(shift_k) / n.

On the CPU, in R^2 and R^3 one loop keeps everything in registers; otherwise tiles that stay in the cache go through
NumPy's matrix product and one loop of exponentials. PyTorch's fused attention and its devices are there on request.

Array code throughout: import it inside functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = ["exponential", "fused_averages", "largest_scores", "largest_scores_of_each", "sums", "sums_on"]

Array = NDArray[np.float64]

ROWS, COLUMNS = 256, 1024  # a tile of 2 MB
LOST = 1e-250  # below it a sum may have lost terms to underflow, and the row is done again with its own maximum
CONTRACTED = {"contract"}
REORDERED = {"contract", "reassoc", "nsz"}  # lets a sum be vectorised; NaN and infinity keep their meaning

LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10  # the first has 20 trailing zero bits
TO_INTEGER = 6755399441055744.0  # 1.5 * 2^52: added to a double below 2^51, it leaves the nearest integer in its bits


@intrinsic
def _bits(_context: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.int64))

    return types.int64(types.float64), generate


@intrinsic
def _double(_context: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.float64))

    return types.float64(types.int64), generate


@njit(cache=True, fastmath=CONTRACTED)
def exponential(x: float) -> float:
    """exp(x) to one unit in the last place for x <= 709, without a branch, so that a loop of it becomes SIMD code.

    Everything below -708 gives exp(-708); NaN gives NaN. After Cody and Waite's reduction by ln 2 it is a Taylor
    polynomial of degree 13. Compiled into the cached loops of `circle` too, which do not notice when it changes.
    """
    x = x if x > -708.0 else (-708.0 if x <= -708.0 else x)
    scaled = x * LOG2_E + TO_INTEGER
    turns = scaled - TO_INTEGER
    r = (x - turns * LN2_HIGH) - turns * LN2_LOW
    p = 1.0 / 6227020800.0
    p = p * r + 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    return p * _double((_bits(scaled) << 52) + (1023 << 52))  # type: ignore[call-arg]


@njit(cache=True, fastmath=REORDERED)
def _plane(u: Array, x: Array, y: Array, w: Array, shift: Array, total: Array, moment: Array) -> None:
    for k in range(len(u)):
        a, b, c = u[k, 0], u[k, 1], shift[k]
        z, p, q = 0.0, 0.0, 0.0
        for j in range(len(x)):
            e = w[j] * exponential(a * x[j] + b * y[j] - c)
            z += e
            p += e * x[j]
            q += e * y[j]
        total[k], moment[k, 0], moment[k, 1] = z, p, q


@njit(cache=True, fastmath=REORDERED)
def _space(u: Array, x: Array, y: Array, t: Array, w: Array, shift: Array, total: Array, moment: Array) -> None:
    for k in range(len(u)):
        a, b, c, s = u[k, 0], u[k, 1], u[k, 2], shift[k]
        z, p, q, r = 0.0, 0.0, 0.0, 0.0
        for j in range(len(x)):
            e = w[j] * exponential(a * x[j] + b * y[j] + c * t[j] - s)
            z += e
            p += e * x[j]
            q += e * y[j]
            r += e * t[j]
        total[k], moment[k, 0], moment[k, 1], moment[k, 2] = z, p, q, r


@njit(cache=True, fastmath=REORDERED)
def _exponentiate(scores: Array, w: Array, shift: Array, total: Array) -> None:
    """scores := w exp(scores - shift), row by row, in place; their sums are added to `total`."""
    for k in range(scores.shape[0]):
        row, c, z = scores[k], shift[k], 0.0
        for j in range(scores.shape[1]):
            e = w[j] * exponential(row[j] - c)
            row[j] = e
            z += e
        total[k] += z


def sums(queries: Array, points: Array, weights: Array | None = None) -> tuple[Array, Array, Array]:
    """Z (m,), S (m, d) and shift (m,) of queries (m, d) and points (n, d), weights (n,) positive; see the module.

    The time is O(m n d), the memory O((m + n) d). Relative error about 1e-15 (1 + |u|), in units of Z.
    """
    u, x = np.ascontiguousarray(queries, dtype=float), np.ascontiguousarray(points, dtype=float)
    w = np.ones(len(x)) if weights is None else np.ascontiguousarray(weights, dtype=float)
    shift = np.linalg.norm(u, axis=1) * (np.linalg.norm(x, axis=1).max() if len(x) else 0.0)
    total, moment = _shifted(u, x, w, shift)
    low = np.flatnonzero(total < LOST * w.max())
    if low.size:
        shift[low] = _largest(u[low], x)
        total[low], moment[low] = _shifted(u[low], x, w, shift[low])
    return total, moment, shift


def _shifted(u: Array, x: Array, w: Array, shift: Array) -> tuple[Array, Array]:
    total, moment = np.zeros(len(u)), np.zeros_like(u)
    across = np.ascontiguousarray(x.T)
    if u.shape[1] == 2:
        _plane(u, across[0], across[1], w, shift, total, moment)
    elif u.shape[1] == 3:
        _space(u, across[0], across[1], across[2], w, shift, total, moment)
    else:
        for i in range(0, len(u), ROWS):
            some = slice(i, i + ROWS)
            for j in range(0, len(x), COLUMNS):
                piece = x[j : j + COLUMNS]
                scores = u[some] @ piece.T
                _exponentiate(scores, w[j : j + COLUMNS], shift[some], total[some])
                moment[some] += scores @ piece
    return total, moment


def _largest(u: Array, x: Array) -> Array:
    """(m,): max_j <u_k, x_j>."""
    found = np.full(len(u), -np.inf)
    for i in range(0, len(u), ROWS):
        for j in range(0, len(x), COLUMNS):
            found[i : i + ROWS] = np.maximum(found[i : i + ROWS], (u[i : i + ROWS] @ x[j : j + COLUMNS].T).max(axis=1))
    return found


def fused_averages(queries: Array, points: Array, device: str = "cpu") -> Array:
    """S/Z (m, d) by PyTorch's scaled_dot_product_attention, float64: softmax-weighted means of the points.

    On the CPU it works in tiles. Elsewhere float64 has no fused kernel and would store all pairs: `sums_on` is used.
    """
    import torch

    if torch.device(device).type != "cpu":
        total, moment, _ = sums_on(queries, points, device)
        return moment / total[:, None]
    u, x = (torch.from_numpy(np.ascontiguousarray(each, dtype=float))[None, None] for each in (queries, points))
    found = torch.nn.functional.scaled_dot_product_attention(u, x, x, scale=1.0)
    return np.asarray(found[0, 0].numpy(), dtype=float)


def sums_on(queries: Array, points: Array, device: str, entries: int = 2**27) -> tuple[Array, Array, Array]:
    """As `sums` (all weights 1), on a device of PyTorch; `entries` pairs of 8 bytes are held at once."""
    import torch

    u, x = (torch.as_tensor(np.ascontiguousarray(each, dtype=float), device=device) for each in (queries, points))
    rows = max(1, entries // len(x))
    total, moment = torch.empty(len(u), dtype=u.dtype, device=u.device), torch.empty_like(u)
    shift = torch.empty_like(total)
    for i in range(0, len(u), rows):
        scores = u[i : i + rows] @ x.T
        shift[i : i + rows] = scores.amax(dim=1)
        scores.sub_(shift[i : i + rows, None]).exp_()
        total[i : i + rows] = scores.sum(dim=1)
        moment[i : i + rows] = scores @ x
    return total.cpu().numpy(), moment.cpu().numpy(), shift.cpu().numpy()


@njit(cache=True)
def largest_scores(u: Array, x: Array) -> Any:
    """For each query the first point of the largest <u_k, x_j> (m,), how many share it (m,), and their mean (m, d).

    All products are formed in one order, so that equal points have equal scores.
    """
    m, n, d = len(u), len(x), x.shape[1]
    first, count, mean = np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros((m, d))
    for k in range(m):
        best = -np.inf
        for j in range(n):
            score = 0.0
            for i in range(d):
                score += u[k, i] * x[j, i]
            if score > best:
                best, first[k], count[k] = score, j, 1
                mean[k] = x[j]
            elif score == best:
                count[k] += 1
                mean[k] += x[j]
        mean[k] /= count[k]
    return first, count, mean


@njit(cache=True)
def largest_scores_of_each(u: Array, x: Array) -> Any:
    """`largest_scores` of many systems: counts (B, m) and means (B, m, d) for queries (B, m, d), points (B, n, d)."""
    count, mean = np.zeros(u.shape[:2], np.int64), np.zeros(u.shape)
    for at in range(len(u)):
        _, count[at], mean[at] = largest_scores(u[at], x[at])
    return count, mean
