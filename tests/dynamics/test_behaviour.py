"""Long-time labels of linear attention on the Ott-Antonsen manifold, where the behaviour is known by theorem.

V = I (Case 1): w' = (beta/2)(1 - |w|^2)(b + conj(a) w), with the equilibrium w* = -b/conj(a). A = I (Case 2, 4).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.dynamics import fields
from tests.dynamics.fields import OTT_ANTONSEN, matrices, random_matrices, random_starts, w
from verify.dynamics import LABELS, DiskField, FieldError, integrate, long_time
from verify.kernel.lie import Flow
from verify.kernel.term import abs2, symbol

N = 30
STARTS = random_starts(N, 21, 0.97)
ONE, J, NOUGHT = [[1, 0], [0, 1]], [[0, -1], [1, 0]], [[0, 0], [0, 0]]


def label(A, V, beta=1.0, starts=STARTS, **options):
    return long_time(OTT_ANTONSEN, starts, parameters=matrices(A, V, beta), **options)


@pytest.mark.parametrize(
    ("name", "A", "V", "expected", "approach"),
    [
        ("tr A > 0", [[2, 0], [0, 1]], ONE, "cluster", "exponential"),
        ("det A = 0, tr A < 0: along the ghost of w* on the circle", [[0, 0], [0, -2]], ONE, "cluster", "algebraic"),
        ("A negative definite", [[-1, 0.2], [0.2, -2]], ONE, "point", "exponential"),
        ("A a rotation: |w| is conserved", J, ONE, "constant modulus", ""),
        ("A = 0: frozen", NOUGHT, ONE, "point", "exponential"),
        ("A = I, V a rotation", ONE, J, "constant modulus", ""),
        ("A = I, spectrum of V complex, tr V > 0", ONE, [[1, -1], [1, 1]], "rotating", "exponential"),
        ("A does not commute with V", [[2, 0], [0, 1]], [[1, -1], [1, 1]], "rotating", "exponential"),
        ("A = I, det V > 0, tr V < 0", ONE, [[-1, 1], [-2, -1]], "point", "exponential"),
        ("A = I, lambda_max(V) = 0", ONE, [[0, 0], [0, -1]], "cluster", "algebraic"),
        ("Case 4, |v11| < |v12|", ONE, [[0.5, 1], [-1, -0.5]], "periodic", ""),
        ("Case 4, v11 = v12: homoclinic to -i", ONE, [[1, 1], [-1, -1]], "cluster", "algebraic"),
        ("Case 4, v11 > v12", ONE, [[1.5, 1], [-1, -1.5]], "cluster", "exponential"),
    ],
)
def test_behaviour_that_a_theorem_knows(name, A, V, expected, approach):
    found = label(A, V)
    assert found.counts() == {expected: N, "undecided": 0}, set(found.reason)
    assert set(found.approach) == {approach}


def test_a_stable_limit_cycle():
    """A = J + I, V = [[13/10, -1], [1, 3/10]]: the claim of the house proves a cycle; its period is 2.69979482."""
    found = label([[1, -1], [1, 1]], [[1.3, -1], [1, 0.3]], 2.0)
    assert found.counts() == {"periodic": N, "undecided": 0}
    assert np.abs(found.period - 2.69979482).max() < 1e-6


def test_limits_rates_and_exponents():
    clustered = label([[2, 0], [0, 1]], ONE)  # a = 3/2, b = 1/2, H = (a w + b)/2
    H = (1.5 * clustered.limit + 0.5) / 2
    assert np.abs(clustered.rate / (2 * (clustered.limit.conj() * H).real) - 1).max() < 1e-3
    assert np.abs(np.abs(clustered.limit) - 1).max() < 1e-12
    ghost = label([[0, 0], [0, -2]], ONE)  # (1 - w)' ~ -(1 - w)^2: like 1/t
    assert np.abs(ghost.rate - 1).max() < 0.1 and np.abs(ghost.limit - 1).max() < 1e-3
    inside = label([[-1, 0.2], [0.2, -2]], ONE)
    a, b = -1.5, 0.5 + 0.2j
    assert np.abs(inside.limit + b / a).max() < 1e-6
    saddle_node = label(ONE, [[1, 1], [-1, -1]])
    assert np.abs(saddle_node.limit + 1j).max() < 0.02


def test_periods():
    """Case 4 (v11, v12) = (1/2, 1), from an elliptic integral in other coordinates."""
    found = label(ONE, [[0.5, 1], [-1, -0.5]], starts=np.array([0, 0.5, 0.3 + 0.3j]))
    assert np.abs(found.period - [4.760178986456355, 4.4017101143253937, 4.4053073008982066]).max() < 1e-8


def test_where_closed_orbits_end():
    """V = I, tr A = 0, det A > 0: |w - w*| is conserved, so an orbit is closed if it fits into the disk."""
    starts = random_starts(200, 22)
    found = label([[0.3, -1], [1, -0.3]], ONE, starts=starts)  # a = i, b = 3/10
    centre = -0.3 / np.conj(1j)
    radius = np.abs(starts - centre)
    clear = np.abs(radius - (1 - abs(centre))) > 0.02
    closed = radius < 1 - abs(centre)
    assert np.array_equal((found.label == "periodic")[clear], closed[clear])
    assert np.array_equal((found.label == "cluster")[clear], ~closed[clear])
    fits = clear & closed
    root = np.sqrt((1 - abs(centre) ** 2 - radius[fits] ** 2) ** 2 - 4 * abs(centre) ** 2 * radius[fits] ** 2)
    assert np.abs(found.period[fits] / (4 * np.pi / root) - 1).max() < 1e-5


def test_a_large_beta_changes_the_clock_only():
    slow, fast = (label([[2, 0], [0, 1]], ONE, beta, extensions=0) for beta in (1.0, 50.0))
    assert list(slow.label) == list(fast.label)
    assert np.abs(fast.rate / slow.rate - 50).max() < 1e-3


def test_undecided_is_counted_and_says_why():
    found = label([[1, -1], [1, 1]], [[1.3, -1], [1, 0.3]], 2.0, horizon=20, extensions=0)
    assert found.counts() == {"undecided": N}
    assert set(found.reason) == {"it comes back elsewhere"}
    stopped = label([[2, 0], [0, 1]], ONE, max_steps=5)
    assert stopped.counts() == {"undecided": N} and set(stopped.reason) == {"step limit"}
    assert np.all(np.isnan(stopped.rate)) and set(stopped.approach) == {""}


def test_random_matrices_are_nearly_all_decided():
    n = 500
    given, starts = random_matrices(n, 31), random_starts(n, 32)
    found = long_time(OTT_ANTONSEN, starts, parameters=given)
    counts = found.counts()
    assert sum(counts.values()) == n and set(counts) <= set(LABELS)
    assert counts["undecided"] < 0.04 * n and counts["cluster"] > n / 2
    again = long_time(OTT_ANTONSEN, starts, parameters=given)
    assert all(np.array_equal(getattr(found, name), getattr(again, name)) for name in ("label", "reason"))
    # no interior equilibrium, hence no closed orbit and no limit inside, where det A det V < 0
    det = [
        np.linalg.det(np.array([[given[s] for s in row] for row in rows]).transpose(2, 0, 1)) for rows in _matrices()
    ]
    assert set(found.label[det[0] * det[1] < 0]) <= {"cluster", "rotating", "undecided"}


def _matrices():

    return fields.A, fields.V


def test_a_fixed_step_that_is_too_long_fakes_what_the_labels_do_not():
    """w' = -50 w (1 - |w|^2)/2 goes to 0; Euler with h |F| > 1/2 jumps about for ever."""
    rate = symbol("rate")
    flow = Flow.of({w: -rate * w * (1 - abs2(w))})
    z, h = 0.6 + 0j, 0.1
    seen = []
    for _ in range(2000):
        z = z - h * 25 * z * (1 - abs(z) ** 2)
        z = z / max(1.0, abs(z) / 0.999)
        seen.append(z)
    assert abs(seen[-1]) > 0.4 and abs(seen[-1] + seen[-2]) < 1e-9  # the artefact: a cycle of two steps
    found = long_time(flow, np.array([0.6, 0.9j]), parameters={rate: 25.0}, engine="numpy")
    assert list(found.label) == ["point", "point"] and np.abs(found.limit).max() < 1e-6


def test_no_step_is_longer_than_half_a_unit_of_time():
    """w' = -(i/2) w (1 - |w|^2), which DOP853 crosses in long steps: those of the study are bounded all the same."""
    starts = np.array([0.999, 0.5])
    free = integrate(DiskField.of(OTT_ANTONSEN), starts, 400.0, parameters=matrices(J, ONE))
    assert free.accepted[0] < 50
    found = label(J, ONE, starts=starts, horizon=3000.0, extensions=0)
    assert list(found.label) == ["constant modulus"] * 2
    assert np.abs(found.period * (1 - starts**2) / (4 * np.pi) - 1).max() < 1e-6
    few = label(J, ONE, starts=starts, horizon=3000.0, extensions=0, max_steps=2 * 3000)
    assert set(few.reason) == {"step limit"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"horizon": 1.0}, "the horizon is between 8 and 1e9"),
        ({"extensions": -1}, "extensions are a whole number"),
        ({"starts": np.array([1.5])}, "expected less than 1"),
        ({"engine": "euler"}, "engine 'euler' is unknown"),
    ],
)
def test_bad_input_is_one_line(options, words):
    with pytest.raises(FieldError, match=words) as raised:
        label(ONE, ONE, **options)
    assert "\n" not in str(raised.value)


def test_fields_without_a_disk_are_refused():
    with pytest.raises(FieldError, match="not shown to be invariant"):
        long_time(Flow.of({w: w}), np.array([0.5]))
    with pytest.raises(FieldError, match="first state of a DiskField is complex"):
        long_time(Flow.of({symbol("x"): symbol("x")}), np.array([0.5]))


@pytest.mark.deep
def test_the_example_of_the_page():
    page = (Path(__file__).parents[2] / "docs" / "dynamics.md").read_text(encoding="utf-8")
    scope = {}
    exec(page.split("```python\n")[1].split("```")[0], scope)
    assert scope["ends"].problem() is None
    found = scope["long_time"](scope["field"], scope["starts"], parameters={scope["v"]: 1.0})
    assert str(found.counts()) in page
    assert all(f"| `{label}` | " in page for label in LABELS)
