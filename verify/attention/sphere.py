"""Points of spheres, compiled: scaling, projection, and linear self-attention in the plane in two passes.

Array code throughout: import it inside functions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from verify.attention.softmax import REORDERED

__all__ = ["linear_field_in_the_plane", "moment_in_the_plane", "tangent", "tangent_in_the_plane", "unit"]

Array = NDArray[np.float64]


def linear_field_in_the_plane(A: Array, V: Array, beta: Array, tokens: Array) -> Array:
    """P_k beta V S A^T x_k (B, n, 2) at the points x_k = tokens/|tokens|; A, V (2, 2) or (B, 2, 2), beta () or (B,)."""
    batch = len(tokens)
    found = np.empty_like(tokens)
    left, right = (np.ascontiguousarray(np.broadcast_to(M, (batch, 2, 2))) for M in (V, A))
    _fill(np.ascontiguousarray(tokens), left, right, np.ascontiguousarray(np.broadcast_to(beta, (batch,))), found)
    return found


@njit(cache=True, fastmath=REORDERED)
def _fill(tokens: Array, V: Array, A: Array, beta: Array, found: Array) -> None:
    for at in range(len(tokens)):
        x, v, a, rates = tokens[at], V[at], A[at], found[at]
        p, q = 0.0, 0.0  # the order parameter
        for k in range(len(x)):
            c, s = x[k, 0], x[k, 1]
            inverse = 1 / (c * c + s * s)
            p += (c * c - s * s) * inverse
            q += c * s * inverse
        s11, s12, s22 = (1 + p / len(x)) / 2, q / len(x), (1 - p / len(x)) / 2
        b11, b12 = s11 * a[0, 0] + s12 * a[0, 1], s11 * a[1, 0] + s12 * a[1, 1]  # S A^T
        b21, b22 = s12 * a[0, 0] + s22 * a[0, 1], s12 * a[1, 0] + s22 * a[1, 1]
        m11, m12 = beta[at] * (v[0, 0] * b11 + v[0, 1] * b21), beta[at] * (v[0, 0] * b12 + v[0, 1] * b22)
        m21, m22 = beta[at] * (v[1, 0] * b11 + v[1, 1] * b21), beta[at] * (v[1, 0] * b12 + v[1, 1] * b22)
        for k in range(len(x)):
            c, s = x[k, 0], x[k, 1]
            inverse = 1 / (c * c + s * s)
            speed = (c * (m21 * c + m22 * s) - s * (m11 * c + m12 * s)) * inverse * np.sqrt(inverse)  # <J x, M x>/|x|
            rates[k, 0], rates[k, 1] = -s * speed, c * speed


def unit(tokens: Array) -> Array:
    """tokens/|tokens|, (B, n, d)."""
    found = np.empty(tokens.shape)
    _scale(np.ascontiguousarray(tokens).reshape(-1, tokens.shape[-1]), found.reshape(-1, tokens.shape[-1]))
    return found


@njit(cache=True, fastmath=REORDERED)
def _scale(tokens: Array, found: Array) -> None:
    for k in range(len(tokens)):
        square = 0.0
        for i in range(tokens.shape[1]):
            square += tokens[k, i] * tokens[k, i]
        inverse = 1 / np.sqrt(square)
        for i in range(tokens.shape[1]):
            found[k, i] = tokens[k, i] * inverse


def tangent(points: Array, vectors: Array) -> Array:
    """P_k v_k (B, n, d) for unit points and vectors (B, n, d), which are overwritten."""
    d = points.shape[-1]
    _project(points.reshape(-1, d), vectors.reshape(-1, d))
    return vectors


@njit(cache=True, fastmath=REORDERED)
def _project(points: Array, vectors: Array) -> None:
    for k in range(len(points)):
        along = 0.0
        for i in range(points.shape[1]):
            along += points[k, i] * vectors[k, i]
        for i in range(points.shape[1]):
            vectors[k, i] -= along * points[k, i]


def tangent_in_the_plane(V: Array, points: Array, means: Array) -> Array:
    """P_k V m_k (B, n, 2) for unit points and means (B, n, 2), which are overwritten; V (2, 2) or (B, 2, 2)."""
    _turn(np.ascontiguousarray(np.broadcast_to(V, (len(points), 2, 2))), points, means)
    return means


@njit(cache=True, fastmath=REORDERED)
def _turn(V: Array, points: Array, means: Array) -> None:
    for at in range(len(points)):
        v, x, m = V[at], points[at], means[at]
        for k in range(len(x)):
            c, s = x[k, 0], x[k, 1]
            a, b = v[0, 0] * m[k, 0] + v[0, 1] * m[k, 1], v[1, 0] * m[k, 0] + v[1, 1] * m[k, 1]
            speed = c * b - s * a
            m[k, 0], m[k, 1] = -s * speed, c * speed


@njit(cache=True, fastmath=REORDERED)
def moment_in_the_plane(g: Array, tokens: Array, weights: Array) -> Any:
    """sum_k w_k (g x_k)(g x_k)^T/|g x_k|^2 (2, 2) of tokens (n, 2); weights (n,) of sum 1."""
    cosine, sine = 0.0, 0.0
    for k in range(len(tokens)):
        c, s = g[0, 0] * tokens[k, 0] + g[0, 1] * tokens[k, 1], g[1, 0] * tokens[k, 0] + g[1, 1] * tokens[k, 1]
        share = weights[k] / (c * c + s * s)
        cosine += (c * c - s * s) * share
        sine += c * s * share
    return np.array([[(1 + cosine) / 2, sine], [sine, (1 - cosine) / 2]])
