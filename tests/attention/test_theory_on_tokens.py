"""What the theorems about linear attention say, looked for in tokens: a falsifier beside the reduced equation.

Every regime theorem is tried at random matrices that satisfy its hypotheses, on simulated tokens that stand for
Ott-Antonsen states, or on few tokens where the statement is about few. Expected numbers come from formulas of the
theorems' pages, never from our own runs.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from verify.attention.reductions import poisson_quantiles, watanabe_strogatz
from verify.attention.systems import System, simulate

EYE, J = np.eye(2), np.array([[0.0, -1.0], [1.0, 0.0]])
FINE = {"rtol": 1e-10, "atol": 1e-12}
LOOSE = {"rtol": 1e-7, "atol": 1e-9}  # for what is attracted anyway
N = 160
PAIRS = 2


def plane(a, b):
    """The matrix of z -> a z + b conj(z)."""
    a, b = complex(a), complex(b)
    return np.array([[a.real + b.real, b.imag - a.imag], [b.imag + a.imag, a.real - b.real]])


def order(x):
    return ((x @ np.array([1, 1j])) ** 2).mean(axis=-1)


def tokens(phases):
    return np.stack([np.cos(phases), np.sin(phases)], axis=-1)


def follow(A, V, start, times, beta=2.0, **options):
    """R2 at the times; start is a number of the disk (N tokens stand for it) or tokens (n, 2)."""
    x = poisson_quantiles(start, N) if np.ndim(start) == 0 else start
    return order(simulate(System.of("linear", A, V, beta), x, [0.0, *times], **(FINE | options)).tokens)


def inside(rng, most=0.7):
    return most * math.sqrt(rng.uniform()) * np.exp(1j * rng.uniform(-np.pi, np.pi))


def drawn(rng, wanted, symmetric=False):
    """Random matrices of several sizes that satisfy `wanted`."""
    while True:
        M = rng.normal(size=(2, 2)) * 10 ** rng.uniform(-0.5, 0.5, size=(2, 2))
        M = (M + M.T) / 2 if symmetric else M
        if wanted(M):
            return M / np.abs(M).max()


def sym(M):
    return np.linalg.det((M + M.T) / 2)


TR, DET = np.trace, np.linalg.det
MARGIN = 0.15
"""How far random matrices stay from the boundary of a regime, where everything is slow."""


def centre(A):
    """w_* = -b/conj(a) of V = I."""
    a = TR(A) / 2 + 1j * (A[1, 0] - A[0, 1]) / 2
    b = (A[0, 0] - A[1, 1]) / 2 + 1j * (A[1, 0] + A[0, 1]) / 2
    return -b / np.conj(a)


# Case 1: V = I


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_value_with_positive_trace_clusters(seed):
    """linear.value-identity.expanding"""
    rng = np.random.default_rng(seed)
    A = drawn(rng, lambda M: TR(M) > MARGIN)
    assert abs(follow(A, EYE, inside(rng), [400.0], **LOOSE)[-1]) > 1 - 1e-2


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_value_with_negative_determinant_clusters(seed):
    """linear.value-identity.indefinite"""
    rng = np.random.default_rng(seed)
    A = drawn(rng, lambda M: DET(M) < -MARGIN)
    assert abs(follow(A, EYE, inside(rng), [400.0], **LOOSE)[-1]) > 1 - 1e-2


def test_no_scores_no_motion():
    """linear.value-identity.frozen"""
    assert np.ptp(np.abs(follow(0 * EYE, EYE, 0.3 + 0.4j, [1.0, 9.0]))) == 0


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_value_oscillates_with_the_period_of_the_theorem(seed):
    """linear.value-identity.oscillating, linear.case1-period: T for orbits about w_*."""
    rng = np.random.default_rng(seed)
    A = drawn(rng, lambda M: DET(M - TR(M) / 2 * EYE) > MARGIN and abs(centre(M - TR(M) / 2 * EYE)) < 0.6)
    A = A - TR(A) / 2 * EYE
    c = abs(centre(A))
    w0 = centre(A) + 0.5 * (1 - c) * np.exp(1j * rng.uniform(-np.pi, np.pi))
    rho, a = abs(w0 - centre(A)), abs(A[1, 0] - A[0, 1]) / 2
    T = 4 * np.pi / (2 * a * math.sqrt((1 - c**2 - rho**2) ** 2 - 4 * c**2 * rho**2))
    half, whole = follow(A, EYE, w0, [T / 2, T])[1:]
    assert abs(whole - w0) < 1e-6 and abs(half - w0) > 0.1 * rho
    assert abs(half - centre(A)) == pytest.approx(rho, abs=1e-7)


def test_the_catalogue_period_of_an_oscillation():
    """a = i, b = 1/2, w0 = 0.1 - 0.4i, beta = 1: 17.5466217632915 (own catalogue, F2)."""
    assert abs(follow(plane(1j, 0.5), EYE, 0.1 - 0.4j, [17.5466217632915], beta=1)[-1] - (0.1 - 0.4j)) < 1e-6


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_value_negative_definite_rests_inside(seed):
    """linear.value-identity.contracting"""
    rng = np.random.default_rng(seed)
    A = drawn(rng, lambda M: TR(M) < -MARGIN and sym(M) > MARGIN)
    assert abs(follow(A, EYE, inside(rng), [150.0], **LOOSE)[-1] - centre(A)) < 1e-4


def test_identity_value_is_bistable_in_the_wedge():
    """linear.value-identity.bistable at a = -1/5 + i, b = 1/2"""
    A = plane(-0.2 + 1j, 0.5)
    assert abs(follow(A, EYE, 0.0, [150.0], **LOOSE)[-1] - centre(A)) < 1e-5
    e = 0.9  # near b/|b|, where f points outwards
    assert abs(follow(A, EYE, e, [150.0], **LOOSE)[-1]) > 1 - 1e-2


# Case 2: A = I


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_score_clusters_without_positive_determinant(seed):
    """linear.score-identity.clustering"""
    rng = np.random.default_rng(seed)
    V = drawn(rng, lambda M: DET(M) < -MARGIN)
    assert abs(follow(EYE, V, inside(rng), [300.0], **LOOSE)[-1]) > 1 - 1e-2


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_score_with_positive_trace_clusters(seed):
    """linear.score-identity.expanding; a cluster turns where disc V < 0 (linear.score-identity.rotating)."""
    rng = np.random.default_rng(seed)
    V = drawn(rng, lambda M: DET(M) > MARGIN and TR(M) > MARGIN)
    ends = follow(EYE, V, inside(rng), np.linspace(300, 330, 61), **LOOSE)[1:]
    assert np.abs(ends).min() > 1 - 1e-2
    disc = TR(V) ** 2 - 4 * DET(V)
    if disc < -MARGIN:
        assert np.ptp(np.unwrap(np.angle(ends))) > np.pi
    if disc > MARGIN:
        assert np.ptp(np.unwrap(np.angle(ends))) < 1e-2


@pytest.mark.parametrize("seed", range(PAIRS))
def test_identity_score_with_negative_trace_rests_at_one_place(seed):
    """linear.score-identity.contracting, linear.case2-level: |q|^2 = u (p_r^2 + s^2 ((3 + u)/(1 + 3 u))^2)."""
    rng = np.random.default_rng(seed)
    V = drawn(rng, lambda M: DET(M) > MARGIN and TR(M) < -MARGIN)
    ends = [follow(EYE, V, inside(rng), [150.0], **LOOSE)[-1] for _ in range(2)]
    assert abs(ends[0] - ends[1]) < 1e-4
    u, s = abs(ends[0]) ** 2, (V[1, 0] - V[0, 1]) / 2
    q2 = ((V[0, 0] - V[1, 1]) ** 2 + (V[1, 0] + V[0, 1]) ** 2) / 4
    assert u * (TR(V) ** 2 / 4 + s**2 * (3 + u) ** 2 / (1 + 3 * u) ** 2) == pytest.approx(q2, rel=1e-3)


@pytest.mark.parametrize(
    ("a", "b", "w0", "T"),
    [
        (0.5, 1, 0, 4.760178986456355),
        (0.5, 1, 0.5, 4.4017101143253937),
        (0.5, 1, 0.3 + 0.3j, 4.4053073008982066),
        (0, 1, 0.4, 2 * math.pi / (1.5 + 0.08)),  # circles about 0, phi' = -(beta/2)(3 + |w|^2)
    ],
)
def test_case_four_returns_after_its_period(a, b, w0, T):
    """linear.score-identity.periodic, linear.case4-period; beta = 1, the periods of the own catalogue, section 8."""
    half, whole = follow(EYE, np.array([[a, b], [-b, -a]]), w0, [T / 2, T], beta=1)[1:]
    assert abs(whole - w0) < 1e-7 and abs(half - w0) > 0.1


# Case 3: few tokens near a cluster


@pytest.mark.parametrize(
    ("A", "V", "T", "Lambda"),
    [
        (np.diag([2.0, 1]), EYE + J, np.pi / math.sqrt(2), -np.pi),
        (EYE, EYE + J, np.pi, -np.pi),
        (EYE + J, np.array([[1.3, -1], [1, 0.3]]), 3.6275987284684357, 0.23951367081504452),
    ],
)
def test_few_tokens_near_a_cluster_turn_and_close_up_as_lambda_says(A, V, T, Lambda):
    """linear.rotating-criterion: in a time T the width of the phases changes by exp(Lambda), beta = 1, any tokens."""
    rng = np.random.default_rng(1)
    x = tokens(0.3 + 1e-5 * rng.normal(size=5) + np.pi * (np.arange(5) % 2))
    run = simulate(System.of("linear", A, V, 1.0), x, [0.0, T], rtol=1e-12, atol=1e-14).tokens
    width = [np.std(np.angle((each @ np.array([1, 1j])) ** 2 / order(each))) for each in run]
    assert math.log(width[1] / width[0]) == pytest.approx(Lambda, abs=2e-3)
    assert abs(order(run[1]) - order(run[0])) < 1e-3  # a whole turn of w: half a turn of the tokens
    assert run[1][0] == pytest.approx(-run[0][0], abs=1e-3)


# section 10


@pytest.mark.parametrize("seed", range(PAIRS))
def test_opposite_determinants_cluster(seed):
    """linear.opposite-determinants: the gap 1 - |w| has no positive limit."""
    rng = np.random.default_rng(seed)
    A, V = drawn(rng, lambda M: DET(M) > MARGIN), drawn(rng, lambda M: DET(M) < -MARGIN)
    assert np.abs(follow(A, V, inside(rng), np.linspace(100, 400, 60), **LOOSE))[1:].max() > 1 - 1e-2


def test_two_starts_end_on_the_limit_cycle():
    """linear.limit-cycle: period 2.6997948132554947489, beta = 2."""
    A, V, T = EYE + J, np.array([[1.3, -1], [1, 0.3]]), 2.6997948132554947489
    ends = []
    for w0 in (-0.2 + 0.3j, 0.75):
        late = follow(A, V, w0, np.linspace(160, 160 + T, 101), **LOOSE)[1:]
        assert abs(late[100] - late[0]) < 1e-2 and abs(late[50] - late[0]) > 0.3
        ends.append(np.abs(late).max())
    assert ends == pytest.approx([0.69002989] * 2, abs=6e-3)  # own catalogue, T10b


def test_a_constant_modulus_turns():
    """A = I, V = J: |w| is conserved, phi' = (beta/2)(3 + |w|^2) (linear.case3-phase with a = 0, b = -1)."""
    run = follow(EYE, J, 0.5, [0.1])
    assert np.abs(run) == pytest.approx(0.5, abs=1e-9) and np.angle(run[1]) == pytest.approx(0.325, abs=1e-9)


# section 9: all tokens


@pytest.mark.parametrize(("n", "b"), [(5, 1.15), (3, 1.5), (8, 0.9), (5, 0.5), (5, 1.75)])
def test_one_token_opposed_to_the_rest_attracts_in_the_window(n, b):
    """linear.split-tokens, al = 1, beta = 2: rates -2 (b - m) and 2 (b m - 1), m = (n - 2)/n, in the phases."""
    m, rng = (n - 2) / n, np.random.default_rng(n)
    x = tokens(np.append(np.zeros(n - 1), np.pi / 2) + 1e-6 * rng.normal(size=n))
    late = follow(np.diag([b - 1, -b - 1]), EYE, x, [6.0], rtol=1e-12, atol=1e-14)[-1]
    slowest = max(-2 * (b - m), 2 * (b * m - 1))
    if slowest < 0:
        assert abs(late) == pytest.approx(m, abs=1e-5)
    grown = simulate(
        System.of("linear", np.diag([b - 1, -b - 1]), EYE, 2.0), x, [0.0, 1.0], rtol=1e-12, atol=1e-14
    ).tokens
    phases = np.angle((grown @ np.array([1, 1j])) ** 2)
    within = [np.std(each[: n - 1]) for each in phases]
    assert math.log(within[1] / within[0]) == pytest.approx(-2 * (b - m), abs=1e-3)


@pytest.mark.parametrize("d", [2, 3, 5])
@pytest.mark.parametrize("value", [True, False])
def test_the_energy_grows_in_every_dimension(d, value):
    """linear.score-ascent, linear.trace-ascent: tr(M S^2), M symmetric."""
    rng = np.random.default_rng(d)
    M = rng.normal(size=(d, d))
    M = M + M.T
    x = rng.normal(size=(7, d))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    A, V = (M, np.eye(d)) if value else (np.eye(d), M)
    run = simulate(System.of("linear", A, V, 1.0), x, np.linspace(0, 3, 40).tolist(), **FINE).tokens
    S = np.einsum("tni,tnj->tij", run, run) / 7
    assert (np.diff(np.einsum("ij,tjk,tki->t", M, S, S)) > -1e-9).all()


def horizon(a, b, z0, rho, beta):
    """2 log((|a| + |b|)/z0)/(beta Re a (1 - rho^2)): linear.near-uniform."""
    return 2 * math.log((abs(a) + abs(b)) / z0) / (beta * a.real * (1 - rho**2))


@pytest.mark.parametrize("seed", range(6))
def test_tokens_near_uniform_leave_in_time(seed):
    """linear.near-uniform and linear.uniform-distance: V = I, phases at a distance delta from equidistant ones."""
    rng = np.random.default_rng(seed)
    a, rho, n = complex(1, rng.normal()), 0.5, 64
    b = 0.9 * np.exp(1j * rng.uniform(-np.pi, np.pi)) * rng.uniform(0.3, 1)
    A = plane(a, b)
    constant = math.sqrt(8 * abs(a) ** 2 * (abs(a) ** 2 + abs(b) ** 2)) / a.real
    delta = 0.5 * abs(b) * (1 - rho) ** 2 / constant  # half of the radius of the theorem
    shift = rng.uniform(-delta, delta, n)
    x = tokens((2 * np.pi * np.arange(n) / n + shift) / 2)
    q = delta / (1 - rho) ** 2 + rho ** (n - 1) / (1 - rho**n)  # equidistant phases are not quite uniform
    T = horizon(a, b, abs(b) - constant * q, rho, 2.0)
    run = watanabe_strogatz(System.of("linear", A, EYE, 2.0), x, [0.0, T])
    assert abs(run.at[-1]) > rho


@pytest.mark.parametrize("seed", range(6))
def test_tokens_near_uniform_cluster_along_the_leading_eigenvector(seed):
    """linear.near-uniform-score: Re alpha >= tanh((beta/2)(m - e) t); V = diag(p + q, p - q), m = min(q, p + q)."""
    rng = np.random.default_rng(seed)
    p, rho, n = rng.uniform(-0.8, 2), 0.5, 64
    q = max(-p, 0) + rng.uniform(0.2, 1)
    m, constant = min(q, p + q), math.sqrt(8 * (p**2 + q**2))
    delta = 0.5 * m * (1 - rho) ** 2 / constant
    x = tokens((2 * np.pi * np.arange(n) / n + rng.uniform(-delta, delta, n)) / 2)
    k = delta / (1 - rho) ** 2 + rho ** (n - 1) / (1 - rho**n)
    times = np.linspace(0, math.atanh(rho) / (m - constant * k), 30)  # beta = 2
    run = watanabe_strogatz(System.of("linear", EYE, np.diag([p + q, p - q]), 2.0), x, times.tolist())
    while_near = np.maximum.accumulate(np.abs(run.at)) <= rho
    assert (run.at.real >= np.tanh((m - constant * k) * times) - 1e-9)[while_near].all()
    assert np.abs(run.at).max() >= rho


@pytest.mark.deep
def test_how_far_from_uniform_the_radius_could_be():
    """The largest delta, in radii of the theorem, at which twenty random shifts all leave in time: it is far larger."""
    rng = np.random.default_rng(0)
    a, b, rho, n = 1 + 0.5j, 0.6 + 0j, 0.5, 64
    constant = math.sqrt(8 * abs(a) ** 2 * (abs(a) ** 2 + abs(b) ** 2)) / a.real
    radius = abs(b) * (1 - rho) ** 2 / constant
    T = horizon(a, b, abs(b) / 2, rho, 2.0)
    system = System.of("linear", plane(a, b), EYE, 2.0)

    def leaves(delta):
        starts = (tokens((2 * np.pi * np.arange(n) / n + rng.uniform(-delta, delta, n)) / 2) for _ in range(20))
        return all(abs(watanabe_strogatz(system, x, [0.0, T]).at[-1]) > rho for x in starts)

    assert leaves(radius / 2) and leaves(5 * radius)
