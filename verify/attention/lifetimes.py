"""How long two clusters last where what they look at is not along them: M turns the plane by 60 degrees, V M = B.

B = diag(1, -1/2): tokens tend to e_1 and -e_1, which look at 60 degrees off. A cluster has turned when it has left e_1
by `LEVEL`. The mean field, uniform at the start and so with antipodal symmetry, is carried in the frame of a cluster,
phi = c + s with 0 < s < pi: c is a token's angle, nearer tokens than `NEAREST` count as being there, and for the others
z = log tan(s/2) is the coordinate, in which a density that concentrates keeps its width. Its logarithm is carried along
characteristics (semi-Lagrangian, two time levels, cubic splines), so that no mass is too small near the repeller, where
exp(-g t) is left. n tokens are carried one by one; those within `TOGETHER` of one another and 60 degrees of e_1 or -e_1
go on as one. Array code: import it inside functions.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["LEVEL", "turning_time", "turning_time_of_tokens", "uniform_angles"]

Array = NDArray[np.float64]

LEVEL = 0.18
"""Radians."""
NEAREST = 7.0
"""-log tan(s/2) of the tokens that count as being in the cluster: s is about .002, far below beta^(-1/2)."""
TOGETHER = 2e-3
"""Radians; beta times its square is below 10^(-3) for beta = 100."""
BEGUN = 1.5
"""Before that time the clusters of the mean field form."""
UNSEEN = 36.0
"""Exponents this far below the largest are left out."""
COS, SIN = 0.5, math.sqrt(3.0) / 2


@lru_cache(maxsize=64)
def turning_time(beta: float, refine: float = 1.0, longest: float = 400.0) -> float:
    """When a cluster of the mean field has turned by `LEVEL`; NaN if it has not by `longest`.

    Args:
        refine: 2 halves cells and steps; there are 80 refine beta^(1/2) cells, and steps of .3/(refine beta^(1/2)).
    """
    from scipy.interpolate import CubicSpline

    cells, step = max(200, round(80 * refine * math.sqrt(beta))), 0.3 / (refine * math.sqrt(beta))
    z = np.linspace(-NEAREST, NEAREST, cells)
    logs = -np.log(np.pi * np.cosh(z))  # of the density per z on a half circle
    cluster, before = 0.0, None
    for k in range(round(longest / step)):
        now = _field(z, logs, cluster, beta)
        speed, turn = now if before is None else tuple(1.5 * a - 0.5 * b for a, b in zip(now, before, strict=True))
        before, along = now, CubicSpline(z, speed)
        half = step / 2 * speed
        for _ in range(3):
            half = step / 2 * along(z - half)
        logs = CubicSpline(z, logs)(z - 2 * half) - step * along(z - half, 1)
        last, cluster = abs(cluster), cluster + step * turn
        if abs(cluster) > LEVEL and k * step > BEGUN:
            return float(step * (k + (LEVEL - last) / (abs(cluster) - last)))
    return math.nan


def _field(z: Array, logs: Array, cluster: float, beta: float) -> tuple[Any, float]:
    """(the rate of z, the rate of the cluster's angle)."""
    step, narrow = z[1] - z[0], 1 / np.cosh(z)
    share = step * np.where(np.arange(len(z)) % (len(z) - 1) == 0, 0.5, 1.0)
    held = 1 - float(np.exp(logs) @ share)
    weights = np.concatenate([[math.log(held) if held > 1e-12 else -800.0], logs + np.log(share)])
    angles = cluster + np.concatenate([[0.0], 2 * np.arctan(np.exp(z))])
    rate = np.empty_like(angles)
    _rates(angles, weights, beta, True, rate)
    return (rate[1:] - rate[0]) / narrow, float(rate[0])


@njit(cache=True)
def _rates(angles: Array, logs: Array, beta: float, mirrored: bool, rate: Array) -> None:  # pragma: no cover
    """theta' of every token from tokens with logarithms of weights, and their antipodes if mirrored."""
    n = len(angles)
    x, y = np.cos(angles), np.sin(angles)
    for i in range(n):
        ux, uy = COS * x[i] - SIN * y[i], COS * y[i] + SIN * x[i]
        largest = -np.inf
        for j in range(n):
            score = ux * x[j] + uy * y[j]
            largest = max(largest, logs[j] + beta * (abs(score) if mirrored else score))
        total, mx, my = 0.0, 0.0, 0.0
        for j in range(n):
            score = ux * x[j] + uy * y[j]
            seen = abs(score) if mirrored else score
            exponent = logs[j] + beta * seen - largest
            if exponent > -UNSEEN:
                weight = math.exp(exponent)
                other = weight * math.exp(-2 * beta * seen) if mirrored else 0.0
                side = -1.0 if mirrored and score < 0 else 1.0
                total += weight + other
                mx += side * (weight - other) * x[j]
                my += side * (weight - other) * y[j]
        mx, my = mx / total, my / total
        rate[i] = x[i] * -0.5 * (COS * my - SIN * mx) - y[i] * (COS * mx + SIN * my)


def uniform_angles(n: int, seed: int) -> Array:
    """n independent uniform angles (n,)."""
    return np.random.default_rng([seed, n]).uniform(0, 2 * np.pi, n)


def turning_time_of_tokens(angles: Array, beta: float, step: float = 0.02, longest: float = 100.0) -> float:
    """When the median of the tokens' angles to the line of e_1 rises beyond `LEVEL`, from below; NaN if it has not.

    Args:
        angles: (n,), at the start.
        step: of the Runge-Kutta method of order 4.
    """
    theta = np.sort(np.asarray(angles, dtype=float))
    return float(_run(theta, np.full(len(theta), 1 / len(theta)), float(beta), step, longest))


@njit(cache=True)
def _run(theta: Array, weights: Array, beta: float, step: float, longest: float) -> float:  # pragma: no cover
    before = np.inf
    for k in range(int(longest / step)):
        m = 0
        for j in range(len(theta)):
            if m and theta[j] - theta[m - 1] < TOGETHER and abs(math.cos(theta[j])) > COS:
                total = weights[m - 1] + weights[j]
                theta[m - 1] = (theta[m - 1] * weights[m - 1] + theta[j] * weights[j]) / total
                weights[m - 1] = total
            else:
                theta[m], weights[m] = theta[j], weights[j]
                m += 1
        theta, weights = theta[:m].copy(), weights[:m].copy()
        logs, rates = np.log(weights), np.empty((4, m))
        for stage in range(4):
            ahead = 0.0 if stage == 0 else step / 2 if stage < 3 else step
            at = theta if stage == 0 else theta + ahead * rates[stage - 1]
            _rates(at, logs, beta, False, rates[stage])
        theta = theta + step / 6 * (rates[0] + 2 * rates[1] + 2 * rates[2] + rates[3])
        order = np.argsort(theta)
        theta, weights = theta[order], weights[order]
        turned = np.abs(np.mod(theta + np.pi / 2, np.pi) - np.pi / 2)
        order = np.argsort(turned)
        middle = turned[order[np.searchsorted(np.cumsum(weights[order]), 0.5)]]
        time = (k + 1) * step
        if before <= LEVEL < middle:
            return float(time - step + step * (LEVEL - before) / (middle - before))
        before = middle
    return np.nan
