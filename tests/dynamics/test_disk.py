"""Nothing crosses the invariant circle in the chart (w, L), and L is right where 1 - |w| is lost in rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tests.dynamics.fields import OTT_ANTONSEN, matrices, random_matrices, random_starts, w
from verify.attention import linear
from verify.dynamics import DiskField, Field, FieldError, cofactor, integrate
from verify.kernel import ring
from verify.kernel.lie import Flow
from verify.kernel.term import I, abs2, conj, re, symbol

mu = symbol("mu")
REPELLING = DiskField.of(Field((w,), (I * w - mu * w * (1 - abs2(w)),), (mu,)))
"""With g = 1 - |w|^2, g' = 2 mu g (1 - g), a logistic equation."""


def test_the_cofactor_of_the_ott_antonsen_field():
    a, b, p, q = (symbol(name, "complex") for name in "abpq")
    A, V = linear.plane(a, b), linear.plane(p, q)
    H, _ = linear.harmonics(A, V, w)
    found = cofactor(linear.on_ott_antonsen(A, V, w), w)
    assert ring.equal(found, -2 * re(conj(w) * H))


def test_a_cofactor_with_a_denominator():
    found = cofactor(Flow.of({w: (1 - abs2(w)) * w / (2 + abs2(w))}), w)
    assert ring.equal(found, -2 * abs2(w) / (2 + abs2(w)))


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (w, r"\|w\| = 1 is not shown to be invariant"),
        (w * (1 - abs2(w)) + Fraction(1, 10**9) * w, r"\|w\| = 1 is not shown to be invariant"),
        (w * (2 - abs2(w)), r"\|w\| = 1 is not shown to be invariant"),
    ],
)
def test_fields_that_leave_the_disk_are_refused(rate, words):
    with pytest.raises(FieldError, match=words) as raised:
        DiskField.of(Flow.of({w: rate}))
    assert "\n" not in str(raised.value)


def test_twenty_thousand_trajectories_stay_inside():
    """The trap: without the chart, round-off carries more than a thousand of them across the circle by T = 50."""
    n = 20_000
    given, starts = random_matrices(n, 11), random_starts(n, 12)
    disk = DiskField.of(OTT_ANTONSEN)
    naive = integrate(OTT_ANTONSEN, starts, 50, parameters=given)
    assert np.count_nonzero(np.abs(naive.states) > 1 + 1e-12) > 1000
    inside = integrate(disk, starts, 50, parameters=given)
    assert inside.problem() is None and np.all(inside.times == 50)
    assert np.abs(inside.states).max() <= 1 + 4e-16 and inside.depth.max() < 0
    # where the circle is far, both say the same
    calm = (inside.depth > -5) & (np.abs(naive.states[:, 0]) < 1 - 1e-3)
    assert calm.sum() > 1000
    assert np.quantile(np.abs(naive.states - inside.states)[calm], 0.9) < 1e-6


def test_a_circle_that_repels_is_left_in_time():
    """From 1 - |w|^2 = exp(-300), which no float64 near 1 can tell from the circle."""
    depth, times = -300.0, np.array([50.0, 140.0, 149.0, 150.0, 152.0, 160.0])
    starts = {w: np.array([1.0]), REPELLING.depth: np.array([depth])}
    found = integrate(REPELLING, starts, 160, parameters={mu: 1.0}, times=times, engine="numpy")
    truth = -np.logaddexp(0, -(depth + 2 * times))  # g = 1/(1 + exp(-L0 - 2 mu t)), up to exp(-300)
    assert np.abs(found.sampled_depth[0] - truth).max() < 1e-5
    assert np.abs(np.angle(found.samples[0, :, 0] * np.exp(-1j * times))).max() < 1e-5


def test_the_slope_of_the_depth_is_the_rate_of_approach():
    """V = I, A = diag(2, 1): every start but one clusters, and 1 - |w| falls like exp(-2 Re(conj(w) H) t)."""
    starts = random_starts(50, 13)
    given = matrices([[2, 0], [0, 1]], [[1, 0], [0, 1]])
    times = [80.0, 100.0]
    found = integrate(DiskField.of(OTT_ANTONSEN), starts, 100, parameters=given, times=times)
    end = found.states[:, 0]
    H = 0.5 * (1.5 * end + 0.5 * np.ones(50))  # a = 3/2, b = 1/2, p = 1, q = 0
    slope = np.diff(found.sampled_depth, axis=1)[:, 0] / 20
    assert np.abs(slope + 2 * (end.conj() * H).real).max() < 1e-6
    assert found.depth.max() < -100


def test_an_event_closer_than_rounding():
    """g reaches exp(-50) along the logistic solution backwards in mu: g = 1/(1 + 3 exp(2 t)) from |w|^2 = 3/4."""
    small = Fraction(1, 10**20)
    event = REPELLING.near_circle(small)
    found = integrate(REPELLING, np.array([np.sqrt(0.75)]), 100, parameters={mu: -1.0}, engine="numpy", events=[event])
    gap = 2 * float(small)
    assert found.status[0] == "near the circle"
    assert abs(found.times[0] - np.log((1 / gap - 1) / 3) / 2) < 1e-6


def test_other_states_ride_along():
    """angle' = 1 beside the field; the columns of the result are the states of the field."""
    angle = symbol("angle")
    disk = DiskField.of(Field((w, angle), (I * w - mu * w * (1 - abs2(w)), 1 + 0 * angle), (mu,)))
    starts = {w: np.array([0.5, 0.2]), angle: 0.0}
    found = integrate(disk, starts, 3.0, parameters={mu: -1.0}, engine="numpy", times=[1.0, 3.0], estimate=True)
    assert found.states.shape == (2, 2) and found.samples.shape == (2, 2, 2) and found.error.shape == (2, 2)
    assert np.abs(found.states[:, 1] - 3).max() < 1e-12 and np.abs(found.samples[:, 0, 1] - 1).max() < 1e-12
    assert np.abs(np.exp(found.depth) + np.abs(found.states[:, 0]) ** 2 - 1).max() < 1e-7


@pytest.mark.parametrize(
    ("starts", "words"),
    [
        (np.array([0.5, 1.0]), r"start 1 has \|w\| = 1.0, expected less than 1; closer to the circle"),
        ({w: np.array([1.0]), REPELLING.depth: np.array([0.1])}, "finite and at most 0"),
        ({w: np.array([0.0]), REPELLING.depth: np.array([-1.0])}, "w gives the direction"),
    ],
)
def test_starts_that_are_none(starts, words):
    with pytest.raises(FieldError, match=words):
        integrate(REPELLING, starts, 1, parameters={mu: 1.0})


def test_a_real_state_is_no_disk():
    x = symbol("x")
    with pytest.raises(FieldError, match="the first state of a DiskField is complex; found x"):
        DiskField.of(Flow.of({x: x}))
