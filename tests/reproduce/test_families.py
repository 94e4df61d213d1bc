"""Families at low temperature: starts against their densities, bounds against formulas, measured values below them."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import i0

from verify.attention import concentration
from verify.reproduce import families
from verify.reproduce.families import Part
from verify.reproduce.figure import Asked

FAMILIES = families.circle()


@pytest.mark.parametrize("label, setting", [each[1:] for each in FAMILIES], ids=[each[1] for each in FAMILIES])
def test_starts_on_the_circle_are_densities_with_the_mass_they_say(label, setting):
    cuts = sorted({0.0, 2 * np.pi, *(end % (2 * np.pi) for piece in setting.pieces for end in piece)})
    total = sum(quad(setting.density, a, b, limit=200)[0] for a, b in pairwise(cuts))
    assert total == pytest.approx(1) and setting.extremes[0] > 0.01
    for low, high in ((-1.0, 0.5), (0.5, 4.0)):
        places = [x for x in (setting.half[0] - np.pi / 2, setting.half[0] + np.pi / 2) if low < x < high]
        assert setting.between(low, high) == pytest.approx(quad(setting.density, low, high, points=places or None)[0])
    slope = (setting.density(np.array(2.001)) - setting.density(np.array(1.999))) / 0.002
    assert setting.slope(np.array(2.0)) == pytest.approx(slope, abs=1e-5)


def test_bumps_are_von_mises_densities():
    setting = next(each for _, label, each in FAMILIES if label == "narrow")
    theta = np.linspace(0, 6, 7)
    wanted = 0.1 / (2 * np.pi) + 0.9 * np.exp(20 * np.cos(theta - 1.2)) / (2 * np.pi * i0(20.0))
    assert setting.density(theta) == pytest.approx(wanted, rel=1e-12)


def test_lattices_have_their_densities():
    """Means over the sphere: of x for 1 + z/2, a/6; for the jump, a/4; for a bump, a (coth k - 1/k)."""
    axis = np.array([0.0, 0.6, 0.8])
    named = {"tilt": 1 / 6, "jump": 1 / 4, "bump": 1 / math.tanh(8) - 1 / 8, "even": 0.0}
    for kind, size in named.items():
        part = Part(1.0, (0.0, 3.0, 4.0), kind, 8.0)
        for rng in (None, np.random.default_rng(1)):
            x = families.lattice((part,), 4000, rng)
            assert np.linalg.norm(x, axis=1) == pytest.approx(1)
            assert x.mean(axis=0) == pytest.approx(size * axis, abs=2e-3)
        z = np.linspace(-1, 1, 20_001)
        assert np.trapezoid(part.density(z), z) / 2 == pytest.approx(1, abs=1e-4)
    mixed = families.STARTS["two bumps"]
    assert len(families.lattice(mixed, 1001)) == 1001
    low, high = families.extremes((Part(0.9, (1, 0, 0), "bump", 20.0), Part(0.1, (0, 0, 1), "even")))
    assert (low, high) == (pytest.approx(0.1, abs=1e-6), pytest.approx(0.1 + 0.9 * 40))


def test_the_headlines_in_three_dimensions_are_those_of_the_claims():
    """M = diag(2, 1, 1), V = diag(1, 1/2, 0): s1 = 2, s3 = 1, cond 2, |V| = 1, L = 3, Lam = 4, gap 2 - 1/2."""
    M, V, beta, t, low, high = np.diag([2.0, 1, 1]), np.diag([1, 0.5, 0]), 50.0, 0.3, 0.5, 1.5
    inner = 3 * math.log(50) + 2 * math.log(4 / low) + 4 * 3 * t
    E = 3 / math.sqrt(50) + math.sqrt(inner / 50)
    frozen = 2 * math.sqrt(high / 2) * math.exp(-1.5 * t / 4)
    assert concentration.parted(M, V, beta, [t], low)[0] == pytest.approx(E * (math.exp(4 * t) - 1) / 4)
    assert concentration.headline(M, V, 1e9, [t], low, high)[0] == pytest.approx(frozen, abs=3e-3)
    assert concentration.headline(M, V, 2.0, [t], low, high)[0] == 2
    sure = concentration.headline_of_tokens(np.eye(3), V, 1e4, [t], high)[0]
    spread = math.sqrt(288 / (5 * math.e) / 1e4) * (math.exp(t) - 1)
    assert sure == pytest.approx(spread + 2 * math.sqrt(high / 2) * math.exp(-t / 4))


@pytest.mark.parametrize("at", [1, 6])
def test_what_is_measured_is_below_what_is_proved(at):
    """A start with a jump, and M other than I; the coupling beside the bound for partners as well."""
    found, (largest, most, root, sure) = families.measure_circle(FAMILIES[at][2], 30.0, quick=True)
    later = np.array(found.times) > 0
    assert (found.distance < found.field)[later].all() and 0 < root <= largest < most
    assert not (found.distance >= found.tokens)[later].any() and not root >= sure
    assert found.ratio > 1 and found.error.max() < 1e-4


def test_nothing_crosses_where_the_density_is_flat():
    """A jump far from the equator moves the separatrix by exp(-c beta) at most; a smooth start has .0796/beta."""
    jump = FAMILIES[1][2]
    assert jump.floor == 0
    assert abs(concentration.mass_shift(jump, concentration.states(jump, 60.0, [3.0], 0.5)[0])) < 1e-6


def test_tokens_on_the_sphere_have_an_error_and_come_out_the_same():
    one, two = (families.bound_sphere(Asked(quick=True)) for _ in range(2))
    assert one.files == two.files
    columns, rows = one.tables[""].columns, one.tables[""].rows
    assert all(0 < row[columns.index("error")] < row[columns.index("least_W2")] for row in rows)
    assert all(row[columns.index("tokens_ratio")] > 1 for row in rows)
