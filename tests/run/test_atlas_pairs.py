"""The atlas on random and on degenerate rational pairs, against a root finder in floats and simulated tokens.

A few dozen pairs run always, 2,000 in the deep suite: no crash, no wrong certificate.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.run.pairs import Rows, random_pairs
from verify.atlas import Atlas, atlas
from verify.attention.reductions import poisson_quantiles
from verify.attention.systems import System, simulate


def field(A: Rows, V: Rows, w: np.ndarray) -> np.ndarray:
    """w' at beta = 2 by matrices, not by the coefficients of the atlas; shape of w, and of the result: (n,).

    The tokens of an angular Gaussian density of shape Sigma have S = mean x x^T = Sigma^(1/2)/tr Sigma^(1/2), and
    Sigma' = M Sigma + Sigma M^T with M = beta V S A^T (linear.angular-gaussian). N = Sigma^(1/2) has N N' + N' N =
    Sigma', which is N' = (Sigma' + det N N^-1 Sigma' N^-1)/(2 tr N) in the plane; w is read off S = N/tr N.
    """
    A_, V_ = (np.array(M, float) for M in (A, V))
    S = 0.5 * (np.eye(2) + np.stack([np.stack([w.real, w.imag], -1), np.stack([w.imag, -w.real], -1)], -2))
    M = 2 * V_ @ S @ A_.T
    change = M @ S @ S + S @ S @ np.swapaxes(M, -1, -2)
    inverse, size = np.linalg.inv(S), (1 - abs(w) ** 2) / 4
    root = (change + size[:, None, None] * inverse @ change @ inverse) / 2
    slope = root - S * np.trace(root, axis1=-2, axis2=-1)[:, None, None]
    return (slope[:, 0, 0] - slope[:, 1, 1]) + 2j * slope[:, 0, 1]


def slopes(A: Rows, V: Rows, w: np.ndarray, h: float = 1e-6) -> np.ndarray:
    """Real Jacobian matrices by central differences; shape (n, 2, 2)."""
    along = [(field(A, V, w + h * way) - field(A, V, w - h * way)) / (2 * h) for way in (1, 1j)]
    return np.stack([np.stack([each.real, each.imag], -1) for each in along], -1)


def zeros(A: Rows, V: Rows) -> list[complex]:
    """Zeros with |w| < 0.999 by Newton's iteration from a grid; those that are not simple may be missed."""
    r, phi = np.meshgrid(np.sqrt(np.linspace(0.002, 0.99, 12)), np.linspace(0, 2 * np.pi, 24, endpoint=False))
    w = (r * np.exp(1j * phi)).ravel()
    with np.errstate(all="ignore"):
        for _ in range(40):
            good = np.isfinite(w) & (abs(w) < 0.99999)
            w = w[good]
            if not len(w):
                break
            J, F = slopes(A, V, w), field(A, V, w)
            good = abs(np.linalg.det(J)) > 1e-12
            w, J, F = w[good], J[good], F[good]
            step = np.linalg.solve(J, np.stack([F.real, F.imag], -1)[..., None])[..., 0]
            move = step[:, 0] + 1j * step[:, 1]
            w = w - move * np.minimum(1, 0.2 / np.maximum(abs(move), 1e-300))
    found: list[complex] = []
    for each in w[abs(w) < 0.999]:
        scale = max(abs(float(x)) for M in (A, V) for row in M for x in row) ** 2 or 1
        small = abs(field(A, V, np.array([each]))[0]) < 1e-10 * scale
        if small and all(abs(each - other) > 1e-5 for other in found):
            found.append(complex(each))
    return found


def kind_of(J: np.ndarray) -> str:
    det, tr = np.linalg.det(J), np.trace(J)
    size = np.abs(J).max() or 1.0
    if abs(det) < 1e-6 * size**2 or (det > 0 and abs(tr) < 1e-6 * size):
        return "any"
    return "saddle" if det < 0 else "sink" if tr < 0 else "source"


def checked(found: Atlas) -> None:
    """Nothing that is certain contradicts the floats."""
    pair = found.A, found.V
    if found.interior is not None:
        places = [complex(*(float(sum(part) / 2) for part in each.w)) for each in found.interior]
        if places:
            values = abs(field(*pair, np.array(places)))
            assert (values < 1e-9 * max(1.0, abs(slopes(*pair, np.array(places))).max())).all(), pair
            for each, J in zip(found.interior, slopes(*pair, np.array(places)), strict=True):
                wanted = kind_of(J)
                assert wanted == "any" or each.kind in (wanted, ""), (pair, each)
        if not found.circle_at_rest:
            for zero in zeros(*pair):
                assert any(abs(zero - place) < 1e-4 for place in places), (pair, zero)
        if found.rotating is not None and all(each.kind for each in found.interior):
            assert sum(-1 if each.kind == "saddle" else 1 for each in found.interior) == 1, pair
    elif found.continuum and found.types not in (("frozen",), ("constant-modulus",)):
        assert not any(found.counted), pair
    assert found.complete <= found.all_types and (not found.complete or found.share == 1)
    assert set(found.types).isdisjoint(found.exceptional)


def simulated(found: Atlas) -> None:
    """What orbits of w do is one of the types, where these are all."""
    seen = set(found.simulated(24).labels) - {"undecided"}
    allowed = {*found.types, *({"periodic"} if "limit-cycle" in found.types else ())}
    assert not found.all_types or seen <= allowed, (found.A, found.V, seen, found.types)


def tokens(found: Atlas) -> str:
    """Where there is one type for almost every start, 300 tokens on the circle do not do the opposite.

    They start as quantiles of the density with mean e^2it = w.
    """
    size = np.linalg.norm(np.array(found.A, float)) * np.linalg.norm(np.array(found.V, float))
    if not found.complete or found.circle_at_rest or not size:
        return "not compared"
    system = System.of("linear", np.array(found.A, float), np.array(found.V, float), 2.0)
    times = np.array([0.0, 20.0, 40.0]) / size
    for start in (0.3 + 0.4j, -0.6 + 0.1j):
        seen = simulate(system, poisson_quantiles(start, 300), times)
        R2 = [np.mean((each[:, 0] + 1j * each[:, 1]) ** 2) for each in seen.tokens]
        if found.types == ("interior-point",):
            (sink,) = (complex(*(float(sum(x) / 2) for x in p.w)) for p in found.interior or () if p.kind == "sink")
            assert abs(R2[2] - sink) < max(0.05, 1.05 * abs(R2[1] - sink)), (found.A, found.V, R2, sink)
        elif set(found.types) <= {"fixed-clusters", "rotating-clusters"}:
            assert abs(R2[2]) > min(0.95, abs(R2[1]) - 0.02), (found.A, found.V, R2)
    return found.types[0]


@pytest.mark.parametrize("seed", range(2))
def test_some_pairs(seed: int) -> None:
    for A, V in random_pairs(100 + seed, 15):
        checked(atlas(A, V))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(8))
def test_many_pairs(seed: int) -> None:
    """2,000 pairs in all; one in 40 also against simulated orbits."""
    draw, tally, shares = random.Random(seed), Counter[str](), []
    for A, V in random_pairs(seed, 250):
        found = atlas(A, V)
        checked(found)
        tally[found.periodic[0]] += 1
        tally["counted"] += found.interior is not None or found.continuum
        if draw.random() < 1 / 40:
            simulated(found)
            tally[tokens(found)] += 1
        shares.append(float(found.share))
    print(f"seed {seed}: {dict(tally)}, mean certified share {np.mean(shares):.3f}")
    assert tally["counted"] >= 245 and tally["undecided"] <= 50, tally
