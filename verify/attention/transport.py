"""Wasserstein distances, exact wherever a one-dimensional argument gives them, and their sampling errors.

On the circle the cost is the arc length and the problem is one-dimensional: W_p^p is the minimum over a shift a of

    C(a) = int_0^1 |X(u) - Y(u - a)|^p du,

X and Y quantile functions continued by X(u + 1) = X(u) + 2 pi; C is convex in a for p >= 1 (Delon, Salomon and
Sobolevskii, SIAM J. Appl. Math. 70, 2010). The chordal cost |x - y| of the plane is not a convex function of the arc:
its best matching need not be a shift, and it goes to an exact solver.

This module is array code: import it inside functions.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Estimate",
    "Quantile",
    "TransportError",
    "assignment",
    "circle",
    "distance",
    "estimate",
    "estimate_mean",
    "line",
    "sliced",
    "to_nearest",
    "to_subspace",
    "two_atoms",
]

TURN = 2 * np.pi
SLIVER = 4e-16
"""Levels that differ by less are one: sums of weights carry as much rounding."""
LARGEST_ASSIGNMENT = 4000
"""Points per side for which scipy's assignment, cubic in the worst case, takes about a minute."""

Array = NDArray[np.float64]


class TransportError(ValueError):
    """A distance that cannot be computed as asked; one line that says why and what to do."""


@dataclass(frozen=True)
class Estimate:
    """A number computed from samples.

    Attributes:
        value: the estimate.
        error: its sampling error; what differs by less than 3 errors does not differ.
        n: how many independent samples it rests on.
        method: how value and error were found, in words.
    """

    value: float
    error: float
    n: int
    method: str

    def exceeds(self, bound: float) -> bool:
        """Whether the value lies above `bound` by more than three errors."""
        return self.value - 3 * self.error > bound


@dataclass(frozen=True)
class Quantile:
    """A probability measure on the line or the circle, as a quantile function that is linear between levels.

    Attributes:
        levels: 0 = u_0 < u_1 < ... < u_m = 1, shape (m + 1,).
        left: its values at u_k + 0, shape (m,).
        right: its values at u_(k+1) - 0, shape (m,). An atom has left = right.
    """

    levels: Array
    left: Array
    right: Array

    @classmethod
    def atoms(cls, points: ArrayLike, weights: ArrayLike | None = None, turn: float | None = None) -> Quantile:
        """Atoms of the given weights (equal ones by default) at points (n,); angles modulo `turn`, if it is given.

        Raises:
            TransportError: no points, points that are not finite, weights that are negative, or of another length.
        """
        x, w = _points(points), None if weights is None else _weights(weights, np.size(points))
        if turn is not None:
            x = np.mod(x, turn)
        order = np.argsort(x, kind="stable")
        x = x[order]
        if w is None:
            return cls(np.arange(x.size + 1) / x.size, x, x)
        w = w[order]
        x, w = x[w > 0], w[w > 0]
        levels = np.concatenate([[0.0], np.cumsum(w)])
        levels /= levels[-1]
        kept = np.diff(levels) > 0  # a weight below one rounding of the sum cannot be seen
        return cls(np.concatenate([[0.0], levels[1:][kept]]), x[kept], x[kept])

    @classmethod
    def density(cls, levels: ArrayLike, values: ArrayLike) -> Quantile:
        """The measure of density (u_(k+1) - u_k)/(x_(k+1) - x_k) between values x_0 <= ... <= x_m of its quantiles.

        Raises:
            TransportError: levels that do not rise from 0 to 1, values that fall, or shapes that differ.
        """
        u, x = _points(levels), _points(values)
        if u.shape != x.shape or u.size < 2:
            raise TransportError(f"levels and values must have one shape, at least (2,); found {u.shape} and {x.shape}")
        if u[0] != 0 or u[-1] != 1 or np.any(np.diff(u) <= 0) or np.any(np.diff(x) < 0):
            raise TransportError("levels must rise from 0 to 1 and values must not fall")
        return cls(u, x[:-1], x[1:])

    @property
    def is_atomic(self) -> bool:
        return bool(np.all(self.left == self.right))


def circle(mu: Quantile | ArrayLike, nu: Quantile | ArrayLike, p: float = 2, turn: float = TURN) -> float:
    """W_p for the arc length on a circle of circumference `turn`, exact up to rounding.

    Args:
        mu, nu: angles with equal weights, shape (n,), or a Quantile whose values span at most one turn.
        p: at least 1.

    Raises:
        TransportError: p < 1, or points that are not finite.
    """
    _require_order(p)
    if not isinstance(mu, Quantile) and not isinstance(nu, Quantile) and np.size(mu) == np.size(nu):
        x, y = (np.sort(np.mod(_points(each), turn)) for each in (mu, nu))
        return float(_best_cyclic_shift(x, y, p, turn) ** (1 / p))
    first, second = (_on_circle(each, turn) for each in (mu, nu))
    return float(_best_shift(first, second, p, turn) ** (1 / p))


def line(mu: Quantile | ArrayLike, nu: Quantile | ArrayLike, p: float = 2) -> float:
    """W_p on the line, exact up to rounding; arguments as for `circle`."""
    _require_order(p)
    first, second = (each if isinstance(each, Quantile) else Quantile.atoms(each) for each in (mu, nu))
    return float(_cost(first, second, 0.0, p, np.inf) ** (1 / p))


def _on_circle(measure: Quantile | ArrayLike, turn: float) -> Quantile:
    if not isinstance(measure, Quantile):
        return Quantile.atoms(measure, turn=turn)
    span = measure.right[-1] - measure.left[0]
    if span > turn * (1 + 1e-12):
        raise TransportError(f"a measure on the circle spans at most one turn, {turn:g}; found {span:g}")
    offset = np.floor(measure.left[0] / turn) * turn
    return Quantile(measure.levels, measure.left - offset, measure.right - offset)


def _best_cyclic_shift(x: Array, y: Array, p: float, turn: float) -> float:
    """min_k mean_i |x_i - y_(i-k)|^p for sorted x, y in one turn, y continued: bisection, as it is convex in k."""
    n = x.size
    lifted = np.concatenate([y - turn, y, y + turn])
    gaps = np.append(np.diff(lifted), 0.0) if p == 2 else lifted

    def cost(k: int) -> float:
        return float(np.mean(_power(x - lifted[n - k : 2 * n - k], p)))

    def rises(k: int) -> bool:
        """Whether cost(k + 1) >= cost(k); for p = 2 by the sum of x_i (y_(i-k) - y_(i-k-1)), squares telescoping."""
        if p != 2:
            return cost(k + 1) >= cost(k)
        before, last = lifted[n - k - 1], lifted[2 * n - k - 1]
        moved = np.einsum("i,i", x, gaps[n - k - 1 : 2 * n - k - 1])  # one thread; a threaded product only waits here
        return bool(2 * moved >= (last - before) * (last + before))

    low, high = -n, n
    while low < high:
        middle = (low + high) // 2
        if rises(middle):
            high = middle
        else:
            low = middle + 1
    return min(cost(k) for k in range(max(-n, low - 1), min(n, low + 1) + 1))


def _best_shift(first: Quantile, second: Quantile, p: float, turn: float) -> float:
    """min_a C(a): tangents from both sides, until the value meets the bound where they cross.

    C is convex, so that the tangents at low and high bound it from below on [low, high]; for atoms it is piecewise
    linear, and the crossing is the minimum itself after finitely many steps. Bisection steps guard against slow ones.
    """
    atomic = first.is_atomic and second.is_atomic

    def tangent(shift: float) -> tuple[float, float]:
        if atomic:
            found = _merged()(first.levels, first.left, second.levels, second.left, shift, float(p), turn)
            return float(found[0]), float(found[1])
        return _cost(first, second, shift, p, turn), _slope(first, second, shift, p, turn)

    low, high = -1.5, 1.5  # beyond one turn every distance grows
    (at_low, slope_low), (at_high, slope_high) = tangent(low), tangent(high)
    best = min(at_low, at_high)
    for step in range(200):
        if not slope_low < 0 < slope_high:
            break
        crossing = (at_high - at_low + slope_low * low - slope_high * high) / (slope_low - slope_high)
        bound = at_low + slope_low * (crossing - low)
        if best - bound <= 1e-15 * best:
            break
        if step % 3 == 2 or not low < crossing < high:
            crossing = (low + high) / 2
        if not low < crossing < high:
            break
        value, slope = tangent(crossing)
        best = min(best, value)
        if slope < 0:
            low, at_low, slope_low = crossing, value, slope
        elif slope > 0:
            high, at_high, slope_high = crossing, value, slope
        else:
            break
    return best


def _merge(
    levels_x: Array, x: Array, levels_y: Array, y: Array, shift: float, p: float, turn: float
) -> tuple[float, float]:
    """C(shift) and a subgradient, for atoms: one walk over the jumps of X and of the shifted Y (see `_slope`)."""
    n, m = len(x), len(y)
    whole = np.floor(-shift)
    j = min(max(np.searchsorted(levels_y, -shift - whole, side="right") - 1, 0), m - 1)
    i, lift, start = 0, whole * turn, 0.0
    cost, lost, slope = 0.0, 0.0, 0.0
    base_x, base_y = 0.0, whole + shift
    for _ in range(n + m):
        next_x, next_y = base_x + levels_x[i + 1], base_y + levels_y[j + 1]
        stop = min(next_x, next_y)
        here = x[i] + base_x * turn
        gap = abs(here - (y[j] + lift))
        if stop - start > 4e-16:
            term = (stop - start) * (gap * gap if p == 2 else gap**p) - lost  # Kahan's sum
            total = cost + term
            lost = (total - cost) - term
            cost = total
        start = max(start, stop)
        if next_x <= next_y:
            i += 1
            if i == n:
                i, base_x = 0, base_x + 1
        else:
            j += 1
            if j == m:
                j, lift, base_y = 0, lift + turn, base_y + 1
            after = abs(here - (y[j] + lift))
            slope += gap * gap - after * after if p == 2 else gap**p - after**p
    return cost, slope


@lru_cache(maxsize=1)
def _merged() -> Any:
    import numba

    return numba.njit(cache=True)(_merge)


def _piece(quantile: Quantile, u: Array) -> NDArray[np.int64]:
    """Index of the linear piece that holds each level u of [0, 1]."""
    return np.clip(np.searchsorted(quantile.levels, u, side="right") - 1, 0, quantile.left.size - 1)


def _value(quantile: Quantile, at: NDArray[np.int64], u: Array) -> Array:
    """The linear piece `at`, at the levels u of [0, 1]."""
    start, stop = quantile.levels[at], quantile.levels[at + 1]
    share = np.clip((u - start) / (stop - start), 0.0, 1.0)
    left, right = quantile.left[at], quantile.right[at]
    return left + (right - left) * share


def _gaps(first: Quantile, second: Quantile, shift: float, turn: float) -> tuple[Array, Array, Array, Array]:
    """Widths of the cells on which X(u) - Y(u - shift) is linear, its values at their ends, and the slope of Y."""
    moved = np.mod(second.levels[:-1] + shift, 1.0) if np.isfinite(turn) else second.levels[1:-1]
    cuts = np.sort(np.concatenate([first.levels, moved]), kind="stable")
    start, stop = cuts[:-1], cuts[1:]
    wide = stop - start > SLIVER
    start, stop = start[wide], stop[wide]
    middle = (start + stop) / 2
    mine = _piece(first, middle)
    whole = np.floor(middle - shift) if np.isfinite(turn) else np.zeros_like(middle)
    back = shift + whole
    theirs = _piece(second, middle - back)
    lift = whole * turn if np.isfinite(turn) else whole
    a = _value(first, mine, start) - _value(second, theirs, start - back) - lift
    b = _value(first, mine, stop) - _value(second, theirs, stop - back) - lift
    rise = (second.right[theirs] - second.left[theirs]) / (second.levels[theirs + 1] - second.levels[theirs])
    return stop - start, a, b, rise


def _cost(first: Quantile, second: Quantile, shift: float, p: float, turn: float) -> float:
    width, a, b, _ = _gaps(first, second, shift, turn)
    return float(np.sum(width * _mean_power(a, b, p)))


def _slope(first: Quantile, second: Quantile, shift: float, p: float, turn: float) -> float:
    """A subgradient of C: where Y jumps at v + shift, |X - Y(v-)|^p - |X - Y(v+)|^p; where it rises, c'(X - Y) Y'.

    Each jump's part does not fall as the shift grows, so that either limit of X at a common jump is a subgradient.
    """
    jump_at = np.mod(second.levels[:-1] + shift, 1.0)
    whole = np.round(second.levels[:-1] + shift - jump_at)
    x = _value(first, _piece(first, jump_at), jump_at) + whole * turn
    before = np.concatenate([[second.right[-1] - turn], second.right[:-1]])
    found = float(np.sum(_power(x - before, p) - _power(x - second.left, p)))
    if second.is_atomic:
        return found
    width, a, b, rise = _gaps(first, second, shift, turn)
    return found + float(np.sum(width * rise * _mean_derivative(a, b, p)))


def _power(gap: Array, p: float) -> Array:
    if p == 1:
        return np.abs(gap)
    return gap * gap if p == 2 else np.abs(gap) ** p


def _mean_power(a: Array, b: Array, p: float) -> Array:
    """The mean of |z|^p for z between a and b."""
    if np.array_equal(a, b):
        return _power(a, p)
    if p == 2:
        return (a * a + a * b + b * b) / 3
    low, high = np.minimum(np.abs(a), np.abs(b)), np.maximum(np.abs(a), np.abs(b))
    size = np.where(high > 0, high, 1.0)
    ratio = low / size
    with np.errstate(divide="ignore", invalid="ignore"):
        across = (ratio ** (p + 1) + 1) / (ratio + 1)
        along = (1 - ratio ** (p + 1)) / (1 - ratio)
    crosses = a * b < 0
    found = np.where(crosses, across, along) / (p + 1)
    near = ~crosses & (ratio > 0.75)  # there the quotient loses digits; Gauss' rule with 12 nodes does not
    if np.any(near):
        nodes, weights = np.polynomial.legendre.leggauss(12)
        z = (1 + ratio[near, None]) / 2 + (1 - ratio[near, None]) / 2 * nodes
        found[near] = z**p @ weights / 2
    return np.asarray(size**p * np.where(high > 0, found, 0.0))


def _mean_derivative(a: Array, b: Array, p: float) -> Array:
    """The mean of d/dz |z|^p for z between a and b."""
    rise = b - a
    flat = np.abs(rise) <= 1e-7 * np.maximum(np.abs(a), np.abs(b))
    middle = (a + b) / 2
    tangent = p * np.sign(middle) * np.abs(middle) ** (p - 1)
    return np.where(flat, tangent, (_power(b, p) - _power(a, p)) / np.where(flat, 1.0, rise))


# the sphere and R^d


def two_atoms(
    points: ArrayLike,
    atoms: ArrayLike,
    mass: float,
    p: float = 2,
    weights: ArrayLike | None = None,
    cost: str = "chord",
) -> float:
    """W_p from points (n, d) to mass * delta_(atoms[0]) + (1 - mass) * delta_(atoms[1]), exact in every d.

    One unit of mass that goes to the first atom instead of the second costs |x - a|^p - |x - b|^p: the points where
    this is least go there until it is full; at most one point is divided.

    Args:
        cost: "chord", the distance of R^d, or "arc", the angle between unit vectors.

    Raises:
        TransportError: shapes that do not match, a mass outside [0, 1], p < 1.
    """
    _require_order(p)
    x, targets = _cloud(points), _cloud(atoms)
    if targets.shape != (2, x.shape[1]) or not 0 <= mass <= 1:
        raise TransportError(f"needs two atoms in R^{x.shape[1]} and a mass in [0, 1]; found {targets.shape}, {mass}")
    w = _weights(weights, len(x))
    costs = _distances(x, targets, cost) ** p
    order = np.argsort(costs[:, 0] - costs[:, 1], kind="stable")
    filled = np.cumsum(w[order])
    first = np.clip(mass * filled[-1] - (filled - w[order]), 0.0, w[order])
    total = first @ costs[order, 0] + (w[order] - first) @ costs[order, 1]
    return float((total / filled[-1]) ** (1 / p))


def to_nearest(
    points: ArrayLike, targets: ArrayLike, p: float = 2, weights: ArrayLike | None = None, cost: str = "chord"
) -> float:
    """W_p from points (n, d) to their own push-forward under the nearest-point map onto targets (m, d), no solver.

    Every coupling pays at least the distance to the set of targets, and the map pays exactly that.
    """
    _require_order(p)
    x, w = _cloud(points), _weights(weights, np.shape(points)[0])
    return float((w @ _nearest(x, _cloud(targets), cost) ** p / w.sum()) ** (1 / p))


def to_subspace(
    points: ArrayLike, basis: ArrayLike, p: float = 2, weights: ArrayLike | None = None, cost: str = "chord"
) -> float:
    """W_p from unit vectors (n, d) to their push-forward under x -> P x/|P x|, P onto the span of basis (d, m).

    This is the nearest-point map onto the unit sphere of the span E: the chord is sqrt(2 - 2 |P x|), the arc is
    arccos |P x|. By `to_nearest` no solver is needed.

    Raises:
        TransportError: a basis of dependent columns, points that are not unit vectors.
    """
    _require_order(p)
    x, w = _cloud(points), _weights(weights, np.shape(points)[0])
    return float((w @ _to_sphere_of(x, basis, cost) ** p / w.sum()) ** (1 / p))


def assignment(costs: ArrayLike) -> float:
    """The least mean cost of a bijection, from a square matrix of costs (scipy's assignment, exact).

    Raises:
        TransportError: another shape, or costs that are not finite.
    """
    from scipy.optimize import linear_sum_assignment

    c = np.asarray(costs, dtype=float)
    if c.ndim != 2 or len(c) != c.shape[1] or not c.size or not np.isfinite(c).all():
        raise TransportError(f"needs a square matrix of finite costs; found shape {c.shape}")
    rows, columns = linear_sum_assignment(c)
    return float(c[rows, columns].mean())


def distance(
    x: ArrayLike,
    y: ArrayLike,
    p: float = 2,
    weights: tuple[ArrayLike, ArrayLike] | None = None,
    cost: str = "chord",
) -> float:
    """W_p between points (n, d) and (m, d) by an exact solver: POT where it is installed, else scipy's assignment.

    Raises:
        TransportError: without POT, weights that are not equal, or more than 4,000 points.
    """
    _require_order(p)
    first, second = _cloud(x), _cloud(y)
    if first.shape[1] != second.shape[1]:
        raise TransportError(f"points lie in one space; found dimensions {first.shape[1]} and {second.shape[1]}")
    costs = _distances(first, second, cost) ** p
    solver = _pot()
    if solver is not None:
        a, b = (_weights(None, len(each)) for each in (first, second)) if weights is None else weights
        a, b = _weights(a, len(first)), _weights(b, len(second))
        value, log = solver.emd2(a / a.sum(), b / b.sum(), costs, numItermax=10_000_000, log=True, return_matrix=False)
        if log.get("warning"):
            raise TransportError(f"POT did not finish: {log['warning']}")
        return float(max(float(value), 0.0) ** (1 / p))
    if weights is not None or len(first) != len(second):
        raise TransportError("unequal weights or numbers of points need POT: pip install POT")
    if len(first) > LARGEST_ASSIGNMENT:
        raise TransportError(
            f"an assignment of {len(first):,} points takes hours (the limit is {LARGEST_ASSIGNMENT:,}): "
            "use `sliced`, a lower bound, or pip install POT"
        )
    return float(assignment(costs) ** (1 / p))


def sliced(x: ArrayLike, y: ArrayLike, p: float = 2, directions: int = 64, seed: int = 0) -> float:
    """A lower bound of W_p (chordal) between points (n, d) and (m, d): the best of projections on random lines.

    A projection shortens distances, so that W_p on each line is a lower bound. The directions come as orthonormal
    frames, with sum_k <e_k, z>^2 = |z|^2, so that for p = 2 the squares of a whole frame may be added.
    """
    _require_order(p)
    first, second = _cloud(x), _cloud(y)
    dim, rng = first.shape[1], np.random.default_rng(seed)
    found = 0.0
    for _ in range(max(1, -(-directions // dim))):
        frame = np.linalg.qr(rng.standard_normal((dim, dim)))[0]
        each = np.array([line(first @ axis, second @ axis, p) for axis in frame.T])
        found = max(found, float(np.linalg.norm(each) if p == 2 else each.max()))
    return found


# samples


def estimate_mean(costs: ArrayLike, p: float, largest: float) -> Estimate:
    """W_p = (E c^p)^(1/p) from independent costs c (n,), none above `largest`; for distances to a known nearest point.

    The error of the mean is its standard error plus largest^p/n: a set that no sample fell into has, at 95 %, at most
    the mass 3/n (rule of three). Without that a heavy tail reads as precision: tokens that start within exp(-g t) of an
    equator carry all of W_2 at time t, and a sample misses them as soon as n exp(-g t) < 10.

    Raises:
        TransportError: p < 1, fewer than two costs, or costs that are negative, not finite, or above `largest`.
    """
    _require_order(p)
    distances = _points(costs)
    if distances.min() < 0 or not distances.max() <= largest * (1 + 1e-12):
        raise TransportError(
            f"needs distances from 0 to the largest one, {largest}; found {distances.min():g} to {distances.max():g}"
        )
    powers = distances**p
    n = powers.size
    if n < 2:
        raise TransportError(f"a sampling error needs at least 2 samples; found {n}")
    mean = float(powers.mean())
    error = float(powers.std(ddof=1) / np.sqrt(n) + largest**p / n)
    value = mean ** (1 / p)
    # three errors of the mean, carried through the root on its longer side
    below = value - max(mean - 3 * error, 0.0) ** (1 / p)
    above = (mean + 3 * error) ** (1 / p) - value
    return Estimate(value, max(below, above) / 3, n, "mean of distances; standard error and rule of three")


def estimate(
    x: ArrayLike,
    y: ArrayLike | Quantile,
    p: float = 2,
    between: Callable[[Any, Any, float], float] = circle,
    largest: float = np.pi,
    splits: int = 8,
    seed: int = 0,
) -> Estimate:
    """W_p between the laws of two samples, or of a sample and a known measure, with the error that sampling causes.

    With X, X' the halves of a sample of n points of a law m, E W_p(X, X')^p >= E W_p(X, m)^p >= E W_p(sample, m)^p, by
    convexity; so the distance between halves, which is measured, stands for the one to m, which is not, in every
    dimension and at whatever rate (n^(-1/2), n^(-1/(d-1)), or n^(-1/4) near two atoms). Three errors also cover the
    distance largest (3/n)^(1/p) by which mass that no point has seen may move (rule of three, see `estimate_mean`).
    The errors of both sides add up by the triangle inequality.

    Args:
        x, y: samples; (n,) angles for `circle`, (n, d) points for `distance`. y may be a Quantile, which has no error.
        between: the distance; called with (x, y, p).
        largest: the largest distance that there is: pi for arcs, 2 for chords.
        splits: over how many random halvings the error is averaged.
    """
    _require_order(p)
    rng = np.random.default_rng(seed)
    sides = [np.asarray(each, dtype=float) for each in (x, y) if not isinstance(each, Quantile)]
    smallest = min(len(each) for each in sides)
    if smallest < 4:
        raise TransportError(f"a sampling error needs at least 4 samples; found {smallest}")
    error = 0.0
    for side in sides:
        half = len(side) // 2
        powers = []
        for _ in range(splits):
            order = rng.permutation(len(side))
            powers.append(between(side[order[:half]], side[order[half : 2 * half]], p) ** p)
        unseen = largest * (3 / len(side)) ** (1 / p) / 3
        error += float(np.mean(powers) + unseen**p) ** (1 / p)
    return Estimate(between(x, y, p), error, smallest, "samples; error from distances between halves and rule of three")


# what was asked


def _require_order(p: float) -> None:
    if not (np.isfinite(p) and p >= 1):
        raise TransportError(f"W_p is a distance for finite p >= 1; found p = {p}")


def _points(values: ArrayLike) -> Array:
    x = np.asarray(values, dtype=float)
    if x.ndim != 1 or x.size == 0 or not np.all(np.isfinite(x)):
        raise TransportError(f"needs a list of finite numbers, at least one; found shape {x.shape}")
    return x


def _cloud(points: ArrayLike) -> Array:
    x = np.asarray(points, dtype=float)
    if x.ndim != 2 or x.size == 0 or not np.all(np.isfinite(x)):
        raise TransportError(f"needs finite points of shape (n, d); found shape {x.shape}")
    return x


def _weights(weights: ArrayLike | None, n: int) -> Array:
    if weights is None:
        return np.full(n, 1 / n)
    w = np.asarray(weights, dtype=float)
    if w.shape != (n,) or not np.all(np.isfinite(w)) or np.any(w < 0) or w.sum() <= 0:
        raise TransportError(f"needs {n} weights that are not negative and not all zero; found shape {w.shape}")
    return w


def _distances(x: Array, y: Array, cost: str) -> Array:
    """All distances, shape (n, m). Of unit vectors, the arc 2 arcsin(chord/2) keeps its digits where it is small."""
    from scipy.spatial.distance import cdist

    return _from_chord(np.asarray(cdist(x, y)), cost)


def _nearest(x: Array, targets: Array, cost: str) -> Array:
    from scipy.spatial import KDTree

    if targets.shape[1] != x.shape[1]:
        raise TransportError(f"points lie in one space; found dimensions {x.shape[1]} and {targets.shape[1]}")
    return _from_chord(np.asarray(KDTree(targets).query(x)[0]), cost)


def _to_sphere_of(points: Array, basis: ArrayLike, cost: str) -> Array:
    """Distances of unit vectors to the unit sphere of the span of `basis`."""
    columns = _cloud(basis)
    if columns.shape[0] != points.shape[1] or np.linalg.matrix_rank(columns) < columns.shape[1]:
        raise TransportError(f"needs independent columns in R^{points.shape[1]}; found shape {columns.shape}")
    if np.any(np.abs(np.linalg.norm(points, axis=1) - 1) > 1e-9):
        raise TransportError("needs unit vectors")
    frame = np.linalg.qr(columns)[0]
    inside = points @ frame
    across = np.linalg.norm(points - inside @ frame.T, axis=1)
    angle = np.arctan2(across, np.linalg.norm(inside, axis=1))
    return np.asarray(angle if _known(cost) == "arc" else 2 * np.sin(angle / 2))


def _from_chord(chord: Array, cost: str) -> Array:
    return np.asarray(chord if _known(cost) == "chord" else 2 * np.arcsin(np.clip(chord / 2, 0.0, 1.0)))


def _known(cost: str) -> str:
    if cost not in ("chord", "arc"):
        raise TransportError(f'the cost is "chord" or "arc"; found {cost!r}')
    return cost


def _pot() -> Any:
    """The package POT, or None. Its backends stay out: loading torch and jax takes seconds."""
    from importlib.util import find_spec

    if find_spec("ot") is None:
        return None
    for backend in ("PYTORCH", "JAX", "TENSORFLOW", "CUPY"):
        os.environ.setdefault(f"POT_BACKEND_DISABLE_{backend}", "1")
    import ot

    return ot
