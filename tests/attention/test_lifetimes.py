"""Turning times against the adaptive mean field and another integrator; W_p in R^3 against other quadratures."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from verify.attention import concentration
from verify.attention.lifetimes import LEVEL, turning_time, turning_time_of_tokens, uniform_angles
from verify.attention.systems import System, snapshots
from verify.attention.zero_temperature import distance_in_space

TURN = np.array([[0.5, -math.sqrt(0.75)], [math.sqrt(0.75), 0.5]])
V = np.diag([1.0, -0.5]) @ TURN.T


def test_the_frame_of_a_cluster_agrees_with_the_adaptive_mean_field():
    setting = replace(concentration.SETTINGS["misaligned"], waves=())
    assert np.allclose(np.asarray(setting.M), TURN) and np.allclose(setting.V, V)
    times = [5.3 + 0.02 * k for k in range(6)]
    states = concentration.states(setting, 24.0, times, tolerance=1e-7)
    adaptive = concentration.switch_time(setting, times, states, LEVEL)
    assert times[0] < adaptive < times[-1]
    assert turning_time(24.0, 1.0) == pytest.approx(adaptive, abs=0.005)


def test_halving_cells_and_steps_shows_the_error():
    coarse, fine, finest = (turning_time(24.0, refine) for refine in (0.5, 1.0, 2.0))
    assert 0.1 < abs(finest - fine) / abs(fine - coarse) < 0.5 and abs(finest - fine) < 0.005


@pytest.mark.parametrize("seed", [1, 4, 5])
def test_tokens_agree_with_another_integrator(seed):
    angles = uniform_angles(41, seed)
    found = turning_time_of_tokens(angles, 30.0, 0.01)
    system = System.of("softmax", TURN.T, V, 30.0)
    around, middle = [0.0, found - 0.02, found + 0.02], []
    for shot in snapshots(system, np.stack([np.cos(angles), np.sin(angles)], axis=1), around):
        x = np.abs(np.asarray(shot.state).reshape(-1, 2))
        middle.append(float(np.median(np.arctan2(x[:, 1], x[:, 0]))))
    assert middle[1] < LEVEL < middle[2]


def test_what_has_not_turned_is_not_a_number():
    assert math.isnan(turning_time(24.0, 1.0, longest=3.0))
    assert math.isnan(turning_time_of_tokens(uniform_angles(20, 1), 100.0, longest=1.0))


def test_w_in_space_for_m_the_identity_is_an_integral_over_the_sphere():
    """With e = exp(-t/2): X is along (x1, e x2, e^2 x3), and the mean of 2 - 2 |X_1| is over one octant."""
    t, nodes = 3.0, np.polynomial.legendre.leggauss(60)
    e, half = math.exp(-t / 2), (nodes[0] + 1) / 2
    z, phi = half[:, None], np.pi / 2 * half[None, :]
    x1, x2 = np.sqrt(1 - z**2) * np.cos(phi), np.sqrt(1 - z**2) * np.sin(phi)
    squares = 2 - 2 * x1 / np.sqrt(x1**2 + (e * x2) ** 2 + (e * e * z) ** 2)
    wanted = math.sqrt(float(nodes[1] @ squares @ nodes[1]) / 4)
    assert distance_in_space((1, 1, 1), (1, 0.5, 0), t) == pytest.approx(wanted, rel=2e-3)
    assert distance_in_space((1, 1, 1), (1, 0.5, 0), 0.0) == pytest.approx(1, abs=1e-6)


def test_w_in_space_with_clocks_against_an_integrator():
    from scipy.integrate import solve_ivp

    M, B = np.array([1.0, 1.0, 6.0]), np.array([1.0, 0.5, 0.0])
    z = (np.arange(2_000) + 0.5) / 2_000
    phi = np.pi / 2 * np.mod(np.arange(2_000) * (math.sqrt(5) - 1) / 2, 1)
    start = np.stack([np.sqrt(1 - z**2) * np.cos(phi), np.sqrt(1 - z**2) * np.sin(phi), z])

    def rate(_, flat):
        x = flat.reshape(3, -1)
        return (((B[:, None] - B @ x**2) * x) / np.sqrt(M**2 @ x**2)).ravel()

    end = solve_ivp(rate, (0, 8), start.ravel(), rtol=1e-7, atol=1e-9).y[:, -1].reshape(3, -1)
    for p in (2.0, 3.0):
        wanted = np.mean((2 - 2 * end[0]) ** (p / 2)) ** (1 / p)
        assert distance_in_space(M, B, 8.0, p) == pytest.approx(wanted, rel=3e-3)
