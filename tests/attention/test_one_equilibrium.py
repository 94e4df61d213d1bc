"""The inequality of linear.definite-one-equilibrium says that no V rests at two points: V is eliminated in floats."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np

from tests.run.test_atlas_pairs import field
from verify.kernel.exact import evaluate
from verify.kernel.term import I, number
from verify.spell.toml import load_claim

FILE = Path(__file__).parents[2] / "cases" / "conjectures" / "definite-one-equilibrium.toml"


def test_it_is_the_determinant_of_the_equations_for_v() -> None:
    """F is linear in V: F = 0 at w and at z are four equations; det = -(1 - |w|^2)(1 - |z|^2) P / (4 (1 + |z|^2))."""
    gap = load_claim(FILE, "conjecture").shows.relation.gap
    draw = np.random.default_rng(2)
    for _ in range(5):
        B, *parts = (Fraction(int(k), 100) for k in (draw.integers(-90, 91), *draw.integers(-60, 61, 4)))
        places = [number(x) + I * number(y) for x, y in (parts[:2], parts[2:])]
        names = {str(each): each for each in gap.symbols}
        P = float(evaluate(gap, {names["B"]: number(B), names["w"]: places[0], names["z"]: places[1]}).fraction())
        w, z = (complex(x, y) for x, y in (parts[:2], parts[2:]))
        A = ((1 + B, Fraction(0)), (Fraction(0), 1 - B))
        units = [tuple(tuple(Fraction(int(2 * i + j == k)) for j in (0, 1)) for i in (0, 1)) for k in range(4)]
        columns = np.array([field(A, V, np.array([w, z])) for V in units]).T
        det = np.linalg.det(np.stack([part for row in columns for part in (row.real, row.imag)]))
        expected = -(1 - abs(w) ** 2) * (1 - abs(z) ** 2) / (4 * (1 + abs(z) ** 2)) * P
        assert abs(det - expected) < 1e-12 * max(1, abs(det)) and abs(det) > 1e-9
