"""Figures at low temperature: their numbers against formulas, and the whole set quickly."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest

from verify.attention.concentration import SETTINGS
from verify.reproduce import find, low_temperature
from verify.reproduce.figure import Asked
from verify.reproduce.making import make

ROOT = Path(__file__).parents[2]


def test_three_rates_have_their_constants():
    """Smooth: 1.4904/k; jump 3 to 1: (1/2) sqrt(2/pi)/sqrt(k); a far atom: nearly sqrt(log(k)/k)."""
    k = 1e6
    assert low_temperature._at_jump(k) * math.sqrt(k) == pytest.approx(math.sqrt(2 / math.pi) / 2, rel=1e-3)
    assert 0.75 < low_temperature._far_atom(k) / math.sqrt(math.log(k) / k) < 1


def test_the_frozen_distance_has_its_closed_form():
    setting = low_temperature.Setting("even", ((1.0, 0.0), (0.0, 1.0)), ((1.0, 0.0), (0.0, 0.0)), ())
    e = math.exp(-1)
    wanted = math.sqrt(2 - 4 / math.pi * math.acos(e) / math.sqrt(1 - e * e))
    assert low_temperature._frozen(setting, [0.0, 1.0]) == pytest.approx([0.852502466427422, wanted], abs=1e-6)


def test_pairs_grow_at_the_proved_rates():
    """V = I: 2/(e^(2 b m1) + 1); V = diag(3/2, 1): 1 - 3/2 tanh(b m1); m1 = 2."""
    for beta in (0.3, 1.0):
        neutral = low_temperature._pair_rate(beta, np.eye(2))
        assert neutral == pytest.approx(2 / (math.exp(4 * beta) + 1), rel=1e-6)
        held = low_temperature._pair_rate(beta, np.diag([1.5, 1.0]))
        assert held == pytest.approx(1 - 1.5 * math.tanh(2 * beta), rel=1e-6)


def test_vertices_are_those_of_parabolas():
    t = [0.0, 1.0, 2.0, 3.0]
    assert low_temperature._vertex(t, np.array([(x - 1.3) ** 2 for x in t])) == pytest.approx(1.3)
    assert low_temperature._vertex(t, np.array([3.0, 2.0, 1.0, 0.5])) == 3.0


def test_settings_are_those_of_the_figures():
    assert set(low_temperature.BETAS) | {"misaligned", "stable", "neutral"} == set(SETTINGS)


@pytest.mark.parametrize(
    "file", sorted((ROOT / "docs" / "figures" / "low_temperature").glob("*.svg")), ids=lambda f: f.name
)
def test_pictures_of_the_documentation_are_small_and_whole(file):
    text = file.read_text(encoding="utf-8")
    assert file.stem in low_temperature.FIGURES and len(text) < 150_000 and text.rstrip().endswith("</svg>")
    assert not re.search(r"\bnan\b", text)


@pytest.mark.deep
def test_the_whole_set_quickly(tmp_path):
    made = make(find("low_temperature.figures"), tmp_path, quick=True)
    assert made.complete and all((tmp_path / f"{name}.svg").is_file() for name in low_temperature.FIGURES)


def test_a_figure_without_simulations_twice_gives_the_same_files():
    one, two = (low_temperature.sampling_error(Asked(quick=True)) for _ in range(2))
    assert one.files == two.files
