"""Fields whose solutions or long-time behaviour are known by hand, and random polynomial ones."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from verify.attention import linear
from verify.dynamics import Field
from verify.kernel.term import Term, mul, power, symbol

w = symbol("w", "complex")
A = [[symbol(f"a{i}{j}") for j in range(2)] for i in range(2)]
V = [[symbol(f"v{i}{j}") for j in range(2)] for i in range(2)]
beta = symbol("beta")

OTT_ANTONSEN = Field.of(linear.on_ott_antonsen(A, V, w, beta))
"""Linear attention on the Ott-Antonsen manifold with its matrices as parameters: one field, compiled once."""


def matrices(a, v, b=1.0) -> dict[Term, float]:
    entries = {A[i][j]: float(a[i][j]) for i in range(2) for j in range(2)}
    entries |= {V[i][j]: float(v[i][j]) for i in range(2) for j in range(2)}
    return entries | {beta: float(b)}


def random_matrices(n: int, seed: int) -> dict[Term, np.ndarray]:
    rng = np.random.default_rng(seed)
    return {sym: rng.normal(size=n) for row in (*A, *V) for sym in row} | {beta: np.ones(n)}


def random_starts(n: int, seed: int, radius: float = 0.99) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return radius * np.sqrt(rng.random(n)) * np.exp(2j * np.pi * rng.random(n))


def random_polynomial(seed: int, dimension: int = 2, degree: int = 3, terms: int = 5) -> Field:
    """x' = P(x) - x |x|^2 with small rational coefficients: it stays bounded."""
    draw = random.Random(seed)
    states = [symbol(f"x{i}") for i in range(dimension)]
    square = sum((power(x, 2) for x in states), start=mul())
    rates = []
    for x in states:
        rate = -x * (square - 1)
        for _ in range(terms):
            exponents = [0] * dimension
            for _ in range(draw.randint(0, degree - 1)):
                exponents[draw.randrange(dimension)] += 1
            factors = [power(y, k) for y, k in zip(states, exponents, strict=True)]
            rate = rate + mul(*factors) * Fraction(draw.randint(-5, 5), draw.randint(5, 9))
        rates.append(rate)
    return Field(tuple(states), tuple(rates))
