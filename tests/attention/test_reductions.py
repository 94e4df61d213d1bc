"""Reductions of linear attention against its particles, against each other, and against closed forms."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.special import elliprd

from verify.attention import linear, reductions
from verify.attention.reductions import (
    carry,
    cocycle,
    cross_ratios,
    gaussian_second_moment,
    harmonics,
    moment_of_gaussian,
    moment_of_tokens,
    ott_antonsen,
    poisson_quantiles,
    watanabe_strogatz,
)
from verify.attention.systems import BadSystem, System, random_tokens, simulate
from verify.kernel.term import symbol
from verify.readings.batch import compile_batch

TIGHT = {"rtol": 1e-12, "atol": 1e-14}
TIMES = [0.0, 0.5, 1.5]


def example(d, seed=0, beta=1.3):
    A, V = np.random.default_rng(seed).normal(size=(2, d, d)) / math.sqrt(d)
    return System.of("linear", A, V, beta)


def moment(x):
    return np.einsum("...ni,...nj->...ij", x, x) / x.shape[-2]


def order(x):
    return ((x @ np.array([1, 1j])) ** 2).mean(axis=-1)


@pytest.mark.parametrize(("d", "n"), [(1, 4), (2, 3), (2, 40), (3, 7), (5, 12), (20, 9)])
def test_one_matrix_moves_all_tokens(d, n):
    system, x = example(d, d), random_tokens(n, d, 1)
    found = carry(cocycle(system, moment_of_tokens(x), TIMES, **TIGHT), x)
    assert found == pytest.approx(simulate(system, x, TIMES, **TIGHT).tokens, abs=1e-10)


def test_many_tokens_go_in_chunks(monkeypatch):
    x, g = random_tokens(50, 3, 0), np.random.default_rng(1).normal(size=(3, 3))
    whole = moment_of_tokens(x)(g)
    monkeypatch.setattr(reductions, "CHUNK", 7)
    assert moment_of_tokens(x)(g) == pytest.approx(whole, abs=1e-15)
    assert whole == pytest.approx(moment(carry(g, x)), abs=1e-15)


def test_weights_are_shares():
    x, g = random_tokens(6, 3, 0), np.random.default_rng(1).normal(size=(3, 3))
    repeated = np.concatenate([x, x[:2], x[:2]])
    assert moment_of_tokens(x, [3, 3, 1, 1, 1, 1])(g) == pytest.approx(moment_of_tokens(repeated)(g), abs=1e-15)


def test_large_times_do_not_overflow():
    """V = A = I gathers the tokens; g would be exp(beta t) large."""
    x = random_tokens(9, 3, 2)
    g = cocycle(System.of("linear", np.eye(3), np.eye(3), 4.0), moment_of_tokens(x), [0.0, 250.0])
    assert np.linalg.eigvalsh(moment(carry(g[-1], x)))[-1] == pytest.approx(1, abs=1e-12)


# angular central Gaussian laws


def test_the_second_moment_in_the_plane():
    assert gaussian_second_moment(np.diag([1.0, 9.0])) == pytest.approx(np.diag([0.25, 0.75]), abs=1e-15)
    assert gaussian_second_moment(np.eye(4)) == pytest.approx(np.eye(4) / 4, abs=1e-14)


@pytest.mark.parametrize("values", [(1.0, 2.0, 5.0), (1.0, 1.0, 1e-6), (1e-9, 1e-4, 1.0), (3.0, 3.0, 3.0)])
def test_the_second_moment_in_space_is_carlsons(values):
    a, b, c = values
    scale = (a * b * c) ** -0.5 / 3
    expected = [scale * elliprd(1 / y, 1 / z, 1 / x) for x, y, z in ((a, b, c), (b, a, c), (c, a, b))]
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    found = gaussian_second_moment(turn @ np.diag(values) @ turn.T)
    assert turn.T @ found @ turn == pytest.approx(np.diag(expected), abs=1e-9 if min(values) < 1e-8 else 1e-13)
    assert np.diag(gaussian_second_moment(np.diag(values))) == pytest.approx(expected, rel=1e-13)


def test_the_second_moment_in_four_dimensions_is_an_integral():
    values = [1, 2, 3, 7]

    def share(i):
        def integrand(t):
            return values[i] / (1 + 2 * values[i] * t) / mpmath.sqrt(mpmath.fprod(1 + 2 * each * t for each in values))

        return float(mpmath.quad(integrand, [0, 0.1, 1, 10, mpmath.inf]))

    found = np.diag(gaussian_second_moment(np.diag([1.0, 2.0, 3.0, 7.0])))
    assert found == pytest.approx([share(i) for i in range(4)], abs=1e-12)
    samples = np.random.default_rng(0).normal(size=(200_000, 4)) * np.sqrt(values)
    assert found == pytest.approx(np.diag(moment(carry(np.eye(4), samples))), abs=4e-3)


def product_rule(k):
    """Nodes and weights on S^2 that are exact to a high degree: Gauss in height, equidistant in longitude."""
    height, share = np.polynomial.legendre.leggauss(k)
    phi = 2 * math.pi * np.arange(2 * k) / (2 * k)
    ring = np.sqrt(1 - height**2)[:, None]
    x = np.stack([ring * np.cos(phi), ring * np.sin(phi), height[:, None] + 0 * phi], axis=-1)
    return x.reshape(-1, 3), np.repeat(share, 2 * k)


def test_the_gaussian_family_is_preserved_in_space():
    system = example(3, 4)
    x, w = product_rule(60)
    particles = cocycle(system, moment_of_tokens(x, w), TIMES, **TIGHT)
    assert cocycle(system, moment_of_gaussian(np.eye(3)), TIMES, **TIGHT) == pytest.approx(particles, abs=1e-10)


def test_the_gaussian_family_is_preserved_in_the_plane():
    system, n = example(2, 5), 400
    start = np.array([[2.0, 0.5], [0.5, 1.0]])
    S = gaussian_second_moment(start)
    x = poisson_quantiles(complex(S[0, 0] - S[1, 1], 2 * S[0, 1]), n)
    g = cocycle(system, moment_of_gaussian(start), TIMES, **TIGHT)
    expected = simulate(system, x, TIMES, **TIGHT).tokens
    found = np.stack([gaussian_second_moment(each @ start @ each.T) for each in g])
    assert found == pytest.approx(moment(expected), abs=1e-10)
    assert carry(g, x) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("Sigma", [np.diag([1.0, -1.0]), np.array([[1.0, 2.0], [0.0, 1.0]]), np.ones((2, 3))])
def test_laws_that_are_none(Sigma):
    with pytest.raises(BadSystem, match="Sigma: a"):
        moment_of_gaussian(Sigma)


# the plane


def test_harmonics_are_those_of_the_terms():
    system = example(2, 6)
    R = symbol("R", "complex")
    A, V = ([[str(each) for each in row] for row in M.tolist()] for M in (system.A, system.V))
    terms = linear.harmonics(A, V, R, "13/10")
    w = 0.7 * np.exp(1j * np.arange(9)) * np.linspace(0, 1, 9)
    for found, expected in zip(harmonics(system, w), compile_batch(terms, [R]).values({R: w}), strict=True):
        assert found == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n", [3, 30])
def test_three_numbers_move_all_tokens(seed, n):
    system, x = example(2, seed, 2.0), random_tokens(n, 2, seed)
    expected = simulate(system, x, TIMES, **TIGHT).tokens
    found = watanabe_strogatz(system, x, TIMES, **TIGHT)
    assert found.carry(x) == pytest.approx(expected, abs=1e-10)
    assert np.exp(found.log_gap) == pytest.approx(1 - np.abs(found.at) ** 2, abs=1e-10)


def test_cross_ratios_are_constant():
    system, x = example(2, 3), random_tokens(8, 2, 5)
    first, *later = (cross_ratios(each) for each in simulate(system, x, TIMES, **TIGHT).tokens)
    assert len(first) == 5 and np.ptp(first) > 0.1
    for each in later:
        assert each == pytest.approx(first, rel=1e-9)
    softmax = System.of("softmax", system.A, system.V, 3.0)
    assert cross_ratios(simulate(softmax, x, TIMES).tokens[-1]) != pytest.approx(first, rel=1e-2)


@pytest.mark.parametrize("w", [0.0, 0.5, -0.3 + 0.4j])
def test_a_poisson_kernel_stays_one(w):
    system, n = example(2, 8), 400
    x = poisson_quantiles(w, n)
    assert order(x) == pytest.approx(w, abs=1e-14)
    times = [0, 0.25, 0.5]
    found = ott_antonsen(system, w, times, **TIGHT)
    tokens = simulate(system, x, times, **TIGHT).tokens
    assert np.abs(found.at).max() < 0.95  # so that the quantiles stand for the kernel
    assert found.at == pytest.approx(order(tokens), abs=1e-10)
    second = ((tokens @ np.array([1, 1j])) ** 4).mean(axis=-1)
    assert found.at**2 == pytest.approx(second, abs=1e-10)


def test_many_starts_at_once():
    system = example(2, 8)
    w = np.array([0.1, 0.5j, -0.9])
    together = ott_antonsen(system, w, TIMES, **TIGHT)
    for i, each in enumerate(w):
        assert together.at[:, i] == pytest.approx(ott_antonsen(system, each, TIMES, **TIGHT).at, abs=1e-12)


def test_the_period_of_the_hidden_hamiltonian():
    """theory of arXiv 2607.18584, Case 4: A = I, V = [[v, 1], [-1, -v]], v = 1/2, w = 0: the period by quadrature.

    With rho = 1 - |w|^2 and h = G the level, T is an integral between the roots of 1 - rho - y^2.
    """
    v, h = mpmath.mpf(1) / 2, mpmath.mpf(1) / 2  # G(0) = v12/2

    def radicand(rho):
        y = (2 * h * rho**2 - (2 - rho)) / (2 * v)
        return 1 - rho - y**2

    def integrand(s):
        rho = middle + half * mpmath.sin(s)
        return half * mpmath.cos(s) / (rho * mpmath.sqrt(radicand(rho)))

    with mpmath.workdps(50):
        low, high = mpmath.findroot(radicand, (0.85, 0.95), solver="anderson"), mpmath.mpf(1)
        middle, half, edge = (low + high) / 2, (high - low) / 2, mpmath.pi / 2
        period = float(mpmath.re(2 / (2 * v) * 2 * mpmath.quad(integrand, [-edge, 0, edge])))
    v = float(v)
    system = System.of("linear", np.eye(2), [[v, 1], [-1, -v]])
    run = ott_antonsen(system, 0.0, [0, period / 2, period], **TIGHT)
    assert abs(run.at[1]) > 0.3
    assert abs(run.at[2]) < 1e-9


def test_nothing_crosses_the_circle():
    """V = I, A = diag(2, 1): w' = (1 - w^2)(1/2 + 3w/2)/2 on the reals, so 1 - w falls like exp(-2t)."""
    run = ott_antonsen(System.of("linear", np.diag([2.0, 1.0]), np.eye(2)), [0.9, 0.5 + 0.5j], [0, 50, 200])
    assert (np.abs(run.at) <= 1).all()
    assert run.log_gap[2, 0] - run.log_gap[1, 0] == pytest.approx(-300, rel=1e-8)


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: watanabe_strogatz(example(2), np.ones((4, 3)), TIMES), r"n x 2 numbers .* found the shape \(4, 3\)"),
        (lambda: watanabe_strogatz(example(2), [[1, 0], [0, 0]], TIMES), "a token is zero"),
        (lambda: moment_of_tokens([[1, 0], [np.nan, 1]]), "tokens: finite numbers are needed; found nan"),
        (lambda: moment_of_tokens(np.ones(3)), r"the shape \(n, d\) is needed; found \(3,\)"),
        (lambda: moment_of_tokens(np.eye(2), [1, 2, 3]), "weights: 2 finite numbers of positive sum"),
        (lambda: poisson_quantiles(1.5, 4), "open unit disk is needed; found 1.5"),
        (lambda: poisson_quantiles(0.5, 0), "at least one token is needed; found 0"),
    ],
)
def test_what_reductions_do_not_take(call, line):
    with pytest.raises(BadSystem, match=line):
        call()


def test_reductions_are_for_linear_attention():
    softmax = System.of("softmax", np.eye(2), np.eye(2))
    batch = System.of("linear", np.ones((2, 2, 2)), np.eye(2))
    for system, found in ((softmax, "softmax"), (batch, "linear, a batch of 2")):
        with pytest.raises(BadSystem, match=f"one linear system; found {found}"):
            cocycle(system, moment_of_tokens(np.eye(2)), TIMES)
    with pytest.raises(BadSystem, match="for d = 2; found d = 3; use cocycle"):
        ott_antonsen(example(3), 0.0, TIMES)
    with pytest.raises(BadSystem, match="w: numbers of the open unit disk"):
        ott_antonsen(example(2), 1.0, TIMES)
