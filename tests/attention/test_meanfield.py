"""The mean-field solver on the circle against closed forms, reduced flows, particles and itself on finer cells."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import ive

from verify.attention import meanfield, transport
from verify.attention.meanfield import MeanFieldError, label_distance, solve

TURN = 2 * np.pi
J = np.array([[0.0, -1.0], [1.0, 0.0]])
A = np.array([[1.0, 0.4], [-0.3, 0.6]])
V = np.array([[0.8, -0.5], [0.2, -0.4]])


def tilted(theta):
    """The density (1 + cos(theta - 1)/2)/(2 pi)."""
    return (1 + np.cos(theta - 1) / 2) / TURN


def unit(theta):
    return np.stack([np.cos(theta), np.sin(theta)])


def rotation(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def particles(model, beta, density, n, time):
    """Tokens at equal labels with weights of the density (periodic trapezoid rule, spectrally exact), all pairs."""
    labels = np.arange(n) * TURN / n
    weights = density(labels) * TURN / n

    def rate(_, theta):
        x = unit(theta)
        scores = beta * x.T @ A @ x
        if model == "linear":
            pairs = scores * weights
        elif model == "usa":
            pairs = np.exp(scores - beta * np.linalg.norm(A, 2)) * weights
        else:
            pairs = np.exp(scores - scores.max(axis=1, keepdims=True)) * weights
            pairs /= pairs.sum(axis=1, keepdims=True)
        return np.sum((J @ x) * (V @ x @ pairs.T), axis=0)

    found = solve_ivp(rate, (0, time), labels, method="DOP853", rtol=1e-11, atol=1e-11)
    return found.y[:, -1], weights


@pytest.mark.parametrize("beta", [0.0, 0.1, 5.0, 1000.0, 10_000.0])
@pytest.mark.parametrize("kind", ["softmax", "usa"])
def test_the_field_of_the_uniform_measure_is_a_bessel_quotient(kind, beta):
    """m = (I_1/I_0)(kappa) u with kappa u = beta A^T x; usa has I_1(kappa) u instead. F' by the chain rule."""
    model = meanfield._model(kind, A, V, beta)
    cells = meanfield._start(meanfield.uniform, ((0, TURN),), meanfield._Limits(model.width, 1e-10))
    rate, slope = meanfield._field(model, cells.angle, cells.mass, np.empty((0, 2)))
    x = unit(cells.angle.ravel())
    z, dz = beta * A.T @ x, beta * A.T @ J @ x
    kappa = np.maximum(np.hypot(*z), 1e-300)
    quotient, scale = ive(1, kappa) / ive(0, kappa), 1.0
    if kind == "usa":
        quotient, scale = ive(1, kappa), np.exp(kappa - beta * np.linalg.norm(A, 2))
    over = scale * np.where(kappa < 1e-200, 0.5 if beta == 0 else 1.0, quotient / kappa)  # times z: the mean
    mean = over * z
    assert np.allclose(rate.ravel(), np.sum((J @ x) * (V @ mean), axis=0), rtol=0, atol=2e-12)
    if beta == 0:
        return
    u = z / kappa
    along = np.sum(u * dz, axis=0)
    # (I_1/I_0)' = 1 - q/kappa - q^2 and (e^-k I_1)' = e^-k (I_0 - I_1/kappa) - e^-k I_1
    change = 1 - quotient / kappa - quotient**2 if kind == "softmax" else ive(0, kappa) - quotient / kappa
    turn = along * scale * change * u + over * (dz - along * u)
    expected = np.sum((J @ x) * (V @ turn), axis=0) - np.sum(x * (V @ mean), axis=0)
    assert np.allclose(slope.ravel(), expected, rtol=1e-9, atol=1e-9)


def test_linear_is_the_ott_antonsen_flow():
    """Poisson kernels in 2 theta stay such: R_2 = w with w' = F(w) (`verify.attention.linear.field`)."""
    from verify.attention import linear
    from verify.kernel.term import symbol
    from verify.readings.batch import compile_batch

    start, beta, time = 0.6 * np.exp(0.7j), 1.3, 2.0
    w = symbol("w", "complex")
    exact = [[[_rational(str(each)) for each in row] for row in M.tolist()] for M in (A, V)]
    reduced = compile_batch([linear.field(*exact, w, _rational("1.3"))], [w])

    def rate(_, y):
        return reduced.values({w: y})[0]

    orbit = solve_ivp(rate, (0, time), np.array([start]), method="DOP853", rtol=1e-12, atol=1e-12)

    def poisson(theta):
        return (1 - abs(start) ** 2) / np.abs(1 - np.conj(start) * np.exp(2j * theta)) ** 2 / TURN

    first, last = solve("linear", A, V, beta, [0.0, time], density=poisson)
    assert abs(first.harmonic(2) - start) < 1e-13
    assert abs(last.harmonic(2) - orbit.y[0, -1]) < 1e-8
    assert abs(last.harmonic(4) - orbit.y[0, -1] ** 2) < 1e-8


@pytest.mark.parametrize(
    ("model", "beta", "n", "time"),
    [("linear", 1.5, 400, 1.5), ("softmax", 4.0, 400, 0.8), ("softmax", 0.0, 400, 1.5), ("usa", 4.0, 400, 3.0)],
)
def test_particles_agree(model, beta, n, time):
    angles, weights = particles(model, beta, tilted, n, time)
    (state,) = solve(model, A, V, beta, [time], density=tilted)
    for k in (1, 2, 3):
        assert abs(state.harmonic(k) - weights @ np.exp(1j * k * angles)) < 1e-8
    carried = transport.circle(transport.Quantile.atoms(angles, weights, TURN), state.quantile(), 1)
    assert carried < 1.1 * np.pi / n


@pytest.mark.parametrize("time", [1.0, 4.0, 12.0])
def test_hardmax_from_uniform_has_closed_distances(time):
    """A = I, V = diag(1, 0): tan theta(t) = e tan theta(0), e = exp(-t), so that to the nearer of (1, 0), (-1, 0)

    W_2^2 = 2 - (4/pi) arccos(e)/sqrt(1 - e^2) for chords, (2/pi) int_0^(pi/2) arctan(e tan s)^2 ds for arcs.
    """
    import mpmath

    (state,) = solve("hardmax", np.eye(2), np.diag([1.0, 0.0]), 1.0, [time])
    points, atoms, e = unit(state.angles).T, [[1, 0], [-1, 0]], np.exp(-time)
    chord = np.sqrt(2 - 4 / np.pi * np.arccos(e) / np.sqrt(1 - e * e))
    found = transport.two_atoms(points, atoms, 0.5, 2, state.weights)
    assert found == pytest.approx(chord, abs=1e-9)
    assert transport.to_nearest(points, atoms, 2, state.weights) == pytest.approx(chord, abs=1e-9)
    with mpmath.workdps(20):
        breaks = [0, mpmath.pi / 2 - 30 * e, mpmath.pi / 2 - e, mpmath.pi / 2] if time > 4 else [0, mpmath.pi / 2]
        arc = mpmath.quad(lambda s: mpmath.atan(mpmath.exp(-time) * mpmath.tan(s)) ** 2, breaks)
    found = transport.circle(state.quantile(), transport.Quantile.atoms([0, np.pi]), 2)
    assert found == pytest.approx(float(mpmath.sqrt(2 * arc / mpmath.pi)), rel=1e-4)


def test_hardmax_looks_at_the_end_of_its_support():
    """A turns by 90 degrees, the support is an arc: all look at its lower end, tan((x - l)/2) = e tan((x_0 - l)/2)."""
    (state,) = solve(
        "hardmax", rotation(np.pi / 2), np.eye(2), 1.0, [2.0], lambda t: np.full(t.shape, 2.5), [(-0.2, 0.2)]
    )
    share = np.cumsum(state.weights) - state.weights / 2
    labels = -0.2 + 0.4 * share
    expected = -0.2 + 2 * np.arctan(np.exp(-2.0) * np.tan((labels + 0.2) / 2))
    held = transport.circle(transport.Quantile.atoms(state.angles, state.weights), state.quantile(), 1)
    assert held < 0.01
    assert np.max(np.abs(state.angles - expected)) < 2e-3  # cumulated weights give labels to half a weight
    assert state.angles[0] > -0.2 and state.angles[-1] < -0.2 + 0.06
    assert state.quantile().left[0] == pytest.approx(-0.2, abs=1e-9)


@pytest.mark.parametrize(
    ("model", "beta", "time"), [("linear", 1.5, 3.0), ("softmax", 10.0, 2.0), ("usa", 3.0, 4.0), ("hardmax", 1.0, 3.0)]
)
def test_entropy_grows_by_the_divergence_and_mass_stays(model, beta, time):
    nodes, weights = np.polynomial.legendre.leggauss(10)
    moments = [0.0, *(time * (nodes + 1) / 2), time]
    first, *inner, last = solve(model, A, V, beta, moments, density=tilted)
    gained = time / 2 * sum(w * each.entropy_rate for w, each in zip(weights, inner, strict=True))
    assert last.entropy - first.entropy == pytest.approx(gained, abs=2e-7)
    assert abs(last.entropy - first.entropy) > 0.01
    for each in (first, *inner, last):
        assert abs(each.mass - 1) < 1e-14
        assert each.mass_defect() < 1e-8


def test_a_negative_beta_is_the_other_sign_of_A():
    (one,), (other,) = (solve("softmax", s * A, V, 3.0 * s, [1.0], density=tilted) for s in (1, -1))
    assert label_distance(one, other) == 0


def test_entropy_is_kept_where_the_field_is_a_rotation_of_a_gradient():
    """A = I, V = J, usa: F'(x) is the mean of an odd function of the angle from x to y, whose mean over x is zero."""
    states = solve("usa", np.eye(2), J, 3.0, [0.0, 1.0, 4.0], density=tilted)
    for each in states:
        assert each.entropy_rate == pytest.approx(0, abs=1e-12)
        assert each.entropy == pytest.approx(states[0].entropy, abs=1e-9)
    assert label_distance(states[0], states[-1]) > 0.1


def test_concentration_to_the_kernel_width_keeps_the_mass():
    beta = 100.0
    states = solve("softmax", np.eye(2), np.diag([1.0, 0.0]), beta, [0.0, 4.0], tolerance=1e-9)
    last = states[-1]
    near = np.abs(np.sin(last.angles)) < beta**-0.5
    assert last.weights[near].sum() > 0.5
    assert abs(last.mass - 1) < 1e-14 and last.mass_defect() < 1e-8
    # symmetric data stay symmetric: antipodes and the reflection theta -> -theta
    assert abs(last.harmonic(1)) < 1e-9 and abs(last.harmonic(3)) < 1e-9 and abs(last.harmonic(2).imag) < 1e-9
    finer = solve("softmax", np.eye(2), np.diag([1.0, 0.0]), beta, [4.0], tolerance=1e-9, refine=2)[0]
    assert len(finer.angles) > 1.3 * len(last.angles)
    assert label_distance(last, finer) < 1e-7


def test_the_uniform_measure_is_at_rest_for_rotations():
    (state,) = solve("softmax", np.eye(2), np.eye(2), 20.0, [2.0])
    assert label_distance(solve("linear", np.eye(2), np.eye(2), 0.0, [0.0])[0], state) < 1e-9
    (turned,) = solve("softmax", np.eye(2), J, 20.0, [2.0])
    # all turn with the speed I_1/I_0
    assert np.allclose(turned.angles - state.angles, 2 * ive(1, 20.0) / ive(0, 20.0), atol=1e-9)


def test_laplace_principle_at_low_temperature():
    """W_2(softmax, hardmax) at a fixed time falls like 1/beta for a smooth density."""
    distances = []
    (limit,) = solve("hardmax", np.eye(2), np.diag([1.0, 0.3]), 1.0, [1.0], density=tilted)
    for beta in (100.0, 1000.0):
        (state,) = solve("softmax", np.eye(2), np.diag([1.0, 0.3]), beta, [1.0], density=tilted, tolerance=1e-9)
        distances.append(label_distance(state, limit))
    assert distances[0] / distances[1] == pytest.approx(10, rel=0.15)


def test_a_solver_that_is_stuck_says_so(monkeypatch):
    monkeypatch.setattr(meanfield, "STEPS", 3)
    with pytest.raises(MeanFieldError, match=r"stuck at t = .*3 steps did not reach t = 9"):
        solve("linear", A, V, 1.0, [9.0])


def steep(theta):
    """Jumps from 1 to 3 at right angles to 1."""
    return (1 + np.sign(np.cos(theta - 1)) / 2) / TURN


ARCS = [(1 - np.pi / 2, 1 + np.pi / 2), (1 + np.pi / 2, 1 + 3 * np.pi / 2)]
"""On which `steep` is smooth."""


@pytest.mark.parametrize("tolerance", [1e-5, 1e-8])
def test_neighbouring_cells_meet_after_a_step_that_would_blur_them(tolerance):
    """X is continuous. A cell that is divided after such a step hands on what its polynomial missed (5e-4 here)."""
    (state,) = solve(
        "softmax", np.diag([3.0, 0.5]), np.diag([1.0, 1.5]), 10.0, [0.3], steep, ARCS, tolerance, refine=0.5
    )
    ends = meanfield._ends(state._cells)
    assert len(ends) > 15 and np.abs(ends[1:, 0] - ends[:-1, 1]).max() < 50 * tolerance


@pytest.mark.deep
def test_looser_tolerances_keep_the_front_at_the_repeller():
    """What crosses grows exponentially: W_2 was wrong by 1e-3 at 1e-6 while steps that blur cells were kept."""
    atoms, found = [[1.0, 0.0], [-1.0, 0.0]], []
    for tolerance in (1e-5, 1e-7):
        how = {"density": steep, "pieces": ARCS, "tolerance": tolerance, "refine": 0.5}
        (state,) = solve("softmax", np.diag([3.0, 0.5]), np.diag([1.0, 1.5]), 10.0, [2.5], **how)
        found.append(transport.two_atoms(unit(state.angles).T, atoms, 0.75 - 0.5 / np.pi, 2, state.weights))
    assert abs(found[0] - found[1]) < 5e-6


@pytest.mark.parametrize("kappa", [3.0, 300.0, 3e5])
def test_sums_of_the_kernel_are_those_over_all_nodes(kappa):
    """Against plain sums; where few nodes have mass, all that are asked while searching may be without."""
    rng = np.random.default_rng(3)
    angle = np.sort(rng.uniform(0.2, 5, 60))
    phi = np.concatenate([rng.uniform(-3, 3, 30), angle[:3], [0.1, 5.2]])
    every = rng.uniform(size=60) * 10.0 ** rng.uniform(-20, 0, 60)
    lone = np.where(np.arange(60) == 29, 0.5, 0.0)
    for mass in (every / every.sum(), lone):
        with np.errstate(divide="ignore"):
            logs, sums = meanfield._kernel_sums(phi, np.full(len(phi), kappa), angle, mass, np.log(mass))
        gap = angle - phi[:, None]
        q, s = 2 * np.sin(gap / 2) ** 2, np.sin(gap)
        with np.errstate(divide="ignore"):
            exponent = np.log(mass) - kappa * q
        best = exponent.max(axis=1, keepdims=True)
        weight = np.exp(exponent - best)
        z = weight.sum(axis=1)
        assert logs == pytest.approx(best[:, 0] + np.log(z), abs=1e-9 * max(1, kappa / 1e3))
        for found, values in zip(sums, (q, s, q * q, q * s, s * s), strict=True):
            assert found == pytest.approx((weight * values).sum(axis=1) / z, rel=1e-6, abs=1e-12)


@pytest.mark.deep
def test_beta_ten_thousand_to_time_twenty():
    arguments = ("softmax", np.eye(2), np.diag([1.0, 0.0]), 1e4, [20.0], tilted)
    coarse, fine = (solve(*arguments, tolerance=1e-9, refine=k)[0] for k in (1, 2))
    assert label_distance(coarse, fine) < 1e-6


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"model": "soft"}, "the model is one of"),
        ({"A": [[1, 2, 3]]}, "A must be a finite 2 x 2 matrix"),
        ({"V": [[1, np.nan], [0, 1]]}, "V must be a finite"),
        ({"beta": -1.0, "model": "hardmax"}, "hardmax is its limit"),
        ({"beta": np.inf}, "beta must be finite"),
        ({"times": []}, "times must be finite and rise"),
        ({"times": [1.0, 1.0]}, "times must be finite and rise"),
        ({"times": [-1.0]}, "times must be finite and rise"),
        ({"times": [np.nan]}, "times must be finite and rise"),
        ({"times": [0.0, np.inf]}, "times must be finite and rise"),
        ({"density": lambda t: np.ones(t.shape)}, "integral 1; found 6.28"),
        ({"density": lambda t: np.cos(t) / TURN}, "not negative"),
        ({"density": lambda t: 0.1 / np.sqrt(np.abs(t - 1) + 1e-30)}, "not resolved"),
        ({"pieces": [(0, 4), (3, 5)]}, "disjoint intervals"),
        ({"pieces": [(0, 7)]}, "within one turn"),
        ({"model": "hardmax", "A": [[1, 0], [0, 0]]}, "invertible A"),
    ],
)
def test_refusals_are_one_line(change, says):
    asked = {"model": "softmax", "A": A, "V": V, "beta": 1.0, "times": [1.0], **change}
    with pytest.raises(MeanFieldError, match=re.escape(says)) as refusal:
        solve(**asked)
    assert "\n" not in str(refusal.value)


def test_nodes_out_of_order_do_not_carry_a_group_away():
    """A cell too light to be resolved may have nodes anywhere, and a polynomial grows like z^11."""
    angle = np.linspace(0, 1e-3, 3 * meanfield.NODES).reshape(3, -1).copy()
    angle[1, 3:6] += 1.0
    groups = meanfield._Groups.of(angle, 0.1)
    assert len(groups.angle) == 1 and np.abs(groups.values).max() < 2
    spread = groups.spread(np.sin(groups.angle.ravel()))
    assert spread[[0, 2]] == pytest.approx(np.sin(angle[[0, 2]]), abs=1e-12)
    assert spread[1, 3:6] == pytest.approx(np.sin(1e-3), abs=1e-12)


def _rational(text):
    from fractions import Fraction

    from verify.kernel.term import number

    return number(Fraction(text))
