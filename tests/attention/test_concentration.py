"""Concentration on the circle against closed forms, Bessel functions and what is proved."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import i0, i1

from verify.attention import concentration, sampling
from verify.attention.concentration import SETTINGS, Setting

EVEN = Setting("even", ((1.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 0.0)), ())


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_are_densities_with_the_mass_they_say(name):
    setting = SETTINGS[name]
    axis, low = setting.axis, setting.extremes[0]
    assert low > 0 and quad(setting.density, 0, 2 * np.pi)[0] == pytest.approx(1)
    assert setting.mass == pytest.approx(quad(setting.density, axis - np.pi / 2, axis + np.pi / 2)[0])
    B = np.asarray(setting.V) @ np.asarray(setting.M)
    assert np.allclose(B, B.T) and np.ptp(setting.spectrum[0]) > 0.4


def test_the_limit_flow_and_its_distance_have_closed_forms():
    """tan X_t = e^(-g t) tan x; W_2^2 = 2 - (4/pi) arccos(e)/(1 - e^2)^(1/2) from the uniform density."""
    labels = np.linspace(-1.5, 1.5, 9)
    assert concentration.limit_flow(EVEN, labels, 2.0) == pytest.approx(
        np.arctan(math.exp(-2) * np.tan(labels)), abs=1e-9
    )
    state = concentration.states(EVEN, 1e5, [1.0])[0]
    decay = math.exp(-1)
    wanted = math.sqrt(2 - 4 / math.pi * math.acos(decay) / math.sqrt(1 - decay**2))
    assert concentration.distances(EVEN, [state])[0] == pytest.approx(wanted, abs=1e-4)
    assert wanted == pytest.approx(0.604158996244483)


def test_light_cells_do_not_carry_the_distance():
    """Cells lighter than 1e-18 are not resolved: their polynomials may reach anywhere, and W_2 at beta = 1000 did."""
    state = concentration.states(EVEN, 10.0, [0.0])[0]
    cells = state._cells
    angle, mass = cells.angle.copy(), cells.mass.copy()
    mass[2] *= 1e-19 / mass[2].sum()
    angle[2] += 2.0
    broken = dataclasses.replace(state, _cells=dataclasses.replace(cells, angle=angle, mass=mass))
    light, whole = broken.quantile(), state.quantile()
    after = slice(-100, None)
    assert light.right[after] == pytest.approx(whole.right[after], abs=1e-9)
    assert len(light.levels) < len(whole.levels)


def test_what_crosses_the_separatrix_has_its_constant():
    """beta shift -> V_11 (rho'(-e_2) - rho'(e_2))/(2 (b_1 - b_2)), M, V diagonal: 1.5/(2 * 2) * 2 * 0.5/(2 pi).

    Near the equator the field moves by V_11 (log rho_t)'/(beta m_2), and rho_t' there falls like e^(-2 g t), g the rate
    of the repeller: its separatrix moves by the integral of e^(-g t) times that.
    """
    setting = SETTINGS["stable"]
    state = concentration.states(setting, 1e4, [3.0], 0.5)[0]
    assert 1e4 * concentration.mass_shift(setting, state) == pytest.approx(0.375 * 0.5 / np.pi, rel=1e-3)
    assert setting.floor == pytest.approx(2 * math.sqrt(0.375 * 0.5 / np.pi))


def test_origins_are_the_labels():
    state = concentration.states(SETTINGS["stable"], 100.0, [2.0], 0.5)[0]
    for at in range(5, len(state.angles), 97):
        turned = state.origin(state.angles[at] + 2 * np.pi) - state.labels[at]
        assert math.remainder(turned, 2 * np.pi) == pytest.approx(0, abs=1e-6)


def test_the_deviation_is_that_of_its_flow_and_below_the_bounds():
    for name, beta in (("identity", 30.0), ("stable", 1000.0)):
        setting = SETTINGS[name]
        times = [0.5, 1.0, 2.0]
        found = concentration.states(setting, beta, times)
        measured = concentration.distances(setting, found)
        assert (measured < concentration.bound(setting, beta, times)).all()
        root, largest = concentration.deviation(setting, found[1])
        assert 0 < root < largest
        if name == "identity":
            sure = concentration.sure_bound(setting, beta, times)
            assert (measured < sure).all() and root < math.sqrt(20 / math.e / beta) * math.expm1(1)
    with pytest.raises(ValueError, match="needs M = I"):
        concentration.sure_bound(SETTINGS["stable"], 10, [1.0])


def test_the_laplace_error_of_the_uniform_density_is_a_bessel_ratio():
    found, limit = concentration.laplace_error(EVEN, 50.0)
    assert found == pytest.approx(1 - i1(50) / i0(50), rel=1e-9) and limit == 0.5
    tilted = Setting("tilted", EVEN.M, EVEN.V, ((1, 0.5, 0.0),))
    assert 1e5 * concentration.laplace_error(tilted, 1e5)[0] == pytest.approx(0.76376, abs=2e-5)


def test_times_of_leaving_and_turning_are_interpolated():
    t = np.linspace(0, 20, 21)
    tangent = 0.01 * np.exp(0.5 * (t - 4)) + np.exp(-3 * t)
    spread = tangent**2 / (1 + tangent**2)
    assert concentration.leave_time(t, spread) == pytest.approx(4 + 2 * math.log(100), abs=1e-9)
    assert concentration.leave_time(t, spread, 0.2) == pytest.approx(4 + 2 * math.log(50), abs=1e-9)
    assert math.isnan(concentration.leave_time([0, 1], [0.4, 0.1]))


def test_samples_of_two_atoms_and_heavy_tails():
    """E|K/n - 1/2|^(1/2) 2 -> 2 E|N/2|^(1/2) n^(-1/4) = 1.16274...; the table of relative deviations."""
    limit = 2 * math.sqrt(0.5) * 2**0.25 * math.gamma(0.75) / math.sqrt(math.pi)
    assert limit == pytest.approx(1.16274, abs=1e-5)
    assert sampling.two_atom_distance(25600) * 25600**0.25 == pytest.approx(limit, rel=0.005)
    exact = sum(math.comb(5, k) / 32 * 2 * math.sqrt(abs(k / 5 - 0.5)) for k in range(6))
    assert sampling.two_atom_distance(5) == pytest.approx(exact, rel=1e-12)
    measured = sampling.sampled_deviation(2000, math.exp(-4), draws=400)
    assert measured == pytest.approx(sampling.deviation_of_estimator(2000, math.exp(-4)), rel=0.12)
    value, error = sampling.sample_distance(40, 3, draws=4)
    assert 0.3 < value < 0.7 and 0 < error < 0.1
