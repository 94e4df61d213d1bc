"""Pseudo-tokens on the circle against the sum over all pairs in extended precision."""

from __future__ import annotations

import math

import numpy as np
import pytest

from verify.attention import circle, softmax
from verify.attention.systems import System

BETAS = [0.01, 1.0, 10.0, 100.0, 1000.0]

MATRICES = {
    "identity": np.eye(2),
    "minus identity": -np.eye(2),
    "quarter turn": np.array([[0.0, -1.0], [1.0, 0.0]]),
    "singular": np.array([[0.5, 0.5], [0.5, 0.5]]),
    "reflection": np.diag([1.0, -1.0]),
    "general": np.array([[0.3, -0.8], [0.5, 0.6]]),
}


def token_sets(n, seed=0):
    rng = np.random.default_rng(seed)
    half = n // 2
    return {
        "uniform": 2 * math.pi * np.arange(n) / n,
        "random": rng.uniform(-4, 9, n),
        "clustered": np.concatenate([0.2 * rng.normal(size=half), 2 + 0.1 * rng.normal(size=n - half)]),
        "tight": np.concatenate([1 + 1e-3 * rng.normal(size=half), 1 + math.pi + 1e-9 * rng.normal(size=n - half)]),
        "antipodal": np.where(rng.uniform(size=n) < 0.5, 0.4, 0.4 + math.pi),
        "one point": np.full(n, 0.3),
        "empty arc": rng.uniform(0, 0.7, n),
        "one apart": np.append(np.zeros(n - 1), 2.0),
        "at the seam": math.pi + 1e-2 * rng.normal(size=n),
    }


def points(theta):
    return np.stack([np.cos(theta), np.sin(theta)], axis=1)


def worst(U, x, w=None):
    """The largest relative error of Z, and of S in units of Z, over some rows, against 80-bit sums."""
    total, moment, shift = circle.sums(U, x, w)
    rows = np.linspace(0, len(x) - 1, 15).astype(int)
    wide = x.astype(np.longdouble)
    scores = (wide[rows] @ U.T.astype(np.longdouble)) @ wide.T
    top = scores.max(axis=1)
    e = np.exp(scores - top[:, None]) * (1 if w is None else w)
    Z, S = e.sum(axis=1), e @ wide
    z = total[rows] * np.exp(shift[rows] - top)
    s = moment[rows] * np.exp(shift[rows] - top)[:, None]
    assert np.isfinite(total).all() and np.isfinite(moment).all() and np.isfinite(shift).all()
    return max(np.abs(z / Z - 1).max(), np.abs((s - S) / Z[:, None]).max())


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("n", [50, 2500])  # below and above what cells hold
def test_every_token_has_a_small_relative_error(n, matrix):
    for name, theta in token_sets(n).items():
        for beta in BETAS:
            error = worst(beta * MATRICES[matrix].T, points(theta))
            assert error < (1e-12 if beta == 1000 else 1e-13), f"{name}, beta = {beta}: {error}"


def test_weights_count_tokens():
    theta = token_sets(3000)["random"]
    w = np.random.default_rng(1).uniform(0.1, 3, len(theta))
    assert worst(30 * MATRICES["general"], points(theta), w) < 1e-13
    twice = circle.sums(np.eye(2), points(np.append(theta, theta)))
    once = circle.sums(np.eye(2), points(theta), np.full(len(theta), 2.0))
    assert twice[0][: len(theta)] * np.exp(twice[2][: len(theta)] - once[2]) == pytest.approx(once[0], rel=1e-13)


def test_light_tokens_do_not_hide_heavy_ones():
    """A token of weight 1e-20 where the query looks, and heavy ones that are exp(-50) fainter but outweigh it."""
    theta = np.append(np.full(500, math.acos(0.5)), np.zeros(100))
    w = np.append(np.ones(500), np.full(100, 1e-20))
    assert worst(100 * np.eye(2), points(theta), w) < 1e-13


def test_a_zero_matrix_counts():
    total, moment, shift = circle.sums(np.zeros((2, 2)), points(token_sets(1000)["random"]))
    assert total * np.exp(shift) == pytest.approx(1000, rel=1e-13)


def test_too_fine_for_cells(monkeypatch):
    x = points(token_sets(300)["tight"])
    expected = softmax.sums(x * 200, x)
    monkeypatch.setattr(circle, "FINEST", 10)
    total, moment, shift = circle.sums(200 * np.eye(2), x)
    assert total * np.exp(shift - expected[2]) == pytest.approx(expected[0], rel=1e-12)
    assert moment / total[:, None] == pytest.approx(expected[1] / expected[0][:, None], abs=1e-13)


@pytest.mark.parametrize("model", ["softmax", "usa"])
@pytest.mark.parametrize("beta", [2.0, 1000.0])
def test_fields_of_systems_agree(model, beta):
    x = points(token_sets(2500)["clustered"])
    A, V = MATRICES["general"], MATRICES["quarter turn"] + 0.3 * np.eye(2)
    unit = {"log_unit": beta} if model == "usa" else {}
    fast, slow = (System.of(model, A, V, beta, method=each, **unit).field(x) for each in ("circle", "direct"))
    size = softmax.sums(beta * x @ A, x)
    scale = 1.0 if model == "softmax" else size[0] * np.exp(size[2] - beta) / len(x)
    assert (np.abs(fast - slow) / np.maximum(scale, 1e-290)[..., None]).max() < 1e-12 * 2


def test_a_batch_on_the_circle():
    x = np.stack([points(token_sets(100, seed)["random"]) for seed in range(3)])
    A = np.stack([MATRICES["general"], np.eye(2), MATRICES["singular"]])
    fast, slow = (System.of("softmax", A, np.eye(2), [1.0, 5.0, 50.0], method=m).field(x) for m in ("circle", "direct"))
    assert fast == pytest.approx(slow, abs=1e-13)


# any smooth kernel


def test_a_product_kernel_has_a_closed_form():
    theta = token_sets(2000)["random"]
    found = circle.kernel_sums(lambda a, b: np.cos(a - b) ** 2 + np.sin(3 * a) * np.cos(b), theta)
    expected = [(np.cos(t - theta) ** 2).sum() + math.sin(3 * t) * np.cos(theta).sum() for t in theta[:50]]
    assert found[:50] == pytest.approx(expected, abs=1e-10)


def test_the_poisson_kernel():
    theta, r = token_sets(1000)["clustered"], 0.9

    def poisson(a, b):
        return (1 - r**2) / (1 - 2 * r * np.cos(a - b) + r**2)

    w = np.random.default_rng(2).normal(size=1000)
    expected = poisson(theta[:, None], theta) @ w
    assert circle.kernel_sums(poisson, theta, w) == pytest.approx(expected, abs=1e-12 * 19 * np.abs(w).sum())


def test_kernels_that_are_not_smooth_are_refused(monkeypatch):
    monkeypatch.setattr(circle, "LIMIT", 1000)
    with pytest.raises(ValueError, match="not resolved by 1000 nodes"):
        circle.kernel_sums(lambda a, b: np.abs(np.sin(a - b)), np.arange(5.0))
    with pytest.raises(ValueError, match="kernel: a value is not finite"):
        circle.kernel_sums(lambda a, b: np.full(np.broadcast_shapes(a.shape, b.shape), np.nan), np.arange(5.0))
