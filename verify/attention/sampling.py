"""What a finite number of tokens does to W_2: exact values where there are, seeded samples where there are none.

Array code: import it inside functions.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from verify.attention.systems import random_tokens
from verify.attention.transport import assignment

__all__ = ["deviation_of_estimator", "sample_distance", "sampled_deviation", "two_atom_distance"]

HEAVY = 4 * (2 - math.pi / 2)
"""c4: the integral of (s/(1 + s^2)^(1/2) - 1)^2 over the line, times 4 (the estimator's fourth moment)."""


def two_atom_distance(n: int, p: float = 0.5) -> float:
    """E W_2 between n samples of p delta_e + (1 - p) delta_(-e) and their law: 2 |K/n - p|^(1/2), K binomial."""
    k = np.arange(n + 1)
    logs = np.array([math.lgamma(n + 1) - math.lgamma(j + 1) - math.lgamma(n - j + 1) for j in k])
    weights = np.exp(logs + k * math.log(p) + (n - k) * math.log(1 - p))
    return float(weights @ (2 * np.sqrt(np.abs(k / n - p))))


@lru_cache(maxsize=64)
def sample_distance(n: int, d: int, draws: int = 8, seed: int = 0) -> tuple[float, float]:
    """(mean, standard error) of W_2 between two samples of n uniform points on the sphere of R^d, chordal, exact."""
    from scipy.spatial.distance import cdist

    found = []
    for at in range(draws):
        x, y = random_tokens(n, d, seed=1000 * seed + 2 * at), random_tokens(n, d, seed=1000 * seed + 2 * at + 1)
        found.append(math.sqrt(assignment(cdist(x, y, "sqeuclidean"))))
    return float(np.mean(found)), float(np.std(found, ddof=1) / math.sqrt(draws))


def deviation_of_estimator(n: int, decay: float, d: int = 2) -> float:
    """The predicted relative standard deviation of the sample's W_2^2 at time t, decay = e^(-g t), from uniform tokens.

    (c4/(8 f_d(0) n decay))^(1/2), f_d(0) the density of one coordinate at 0; good while 1/n << decay << 1.
    """
    peak = math.gamma(d / 2) / (math.sqrt(math.pi) * math.gamma((d - 1) / 2))
    return math.sqrt(HEAVY / (8 * peak * n * decay))


def sampled_deviation(n: int, decay: float, d: int = 2, draws: int = 2000, seed: int = 0) -> float:
    """The same from `draws` samples, M = I and B = diag(1, 0, ..., 0): its own error is about 1/sqrt(2 draws)."""
    rng = np.random.default_rng(seed)
    squares = np.empty(draws)
    for at in range(draws):
        x = rng.standard_normal((n, d))
        along, across = x[:, 0] ** 2, (x[:, 1:] ** 2).sum(axis=1)
        squares[at] = np.mean(2 - 2 * np.sqrt(along / (along + decay**2 * across)))
    return float(squares.std(ddof=1) / squares.mean())
