"""Events are where a solution in closed form says, in the direction and as often as it says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tests.dynamics.fields import w
from verify.dynamics import Event, Field, FieldError, first_return, integrate, near_circle, section
from verify.dynamics.events import locate
from verify.kernel.term import I, abs2, cos, im, number, re, sin, symbol

a = symbol("a", "complex")
SPIRAL = Field((w,), (a * w,), (a,))
TURN = 2 * np.pi

each_engine = pytest.mark.parametrize("engine", ["numba", "numpy", "torch"])
EVENTS = (Event("axis", im(w), 1, 0), Event("third", im(w) + re(w), -1, 3), near_circle(w, Fraction(1, 4)))


@each_engine
def test_crossings_are_counted_and_stop(engine):
    rates, starts = np.array([1j, 0.5 + 2j, 0.5 + 0j]), np.array([0.1 - 0.1j, 0.1 - 0.1j, 0.2 - 0.1j])
    found = integrate(SPIRAL, starts, 40.0, parameters={a: rates}, engine=engine, events=EVENTS, rtol=1e-11, atol=1e-13)
    assert list(found.status) == ["third", "near the circle", "near the circle"]
    # 0: Im w + Re w falls through 0 at phase 3 pi/4, for the third time after two more turns
    assert abs(found.times[0] - (np.pi + 2 * TURN)) < 1e-9
    for at in (1, 2):
        until = np.log(0.75 / abs(starts[at])) / rates[at].real
        assert abs(found.times[at] - until) < 1e-9 and abs(abs(found.states[at, 0]) - 0.75) < 1e-10
        assert abs(found.states[at, 0] - starts[at] * np.exp(rates[at] * until)) < 1e-9
    axis = found.crossings.time[(found.crossings.event == 0) & (found.crossings.trajectory == 0)]
    assert np.abs(axis - (np.pi / 4 + TURN * np.arange(3))).max() < 1e-9
    assert np.all(np.abs(found.crossings.state[found.crossings.event == 0].imag) < 1e-10)
    # 1: through phase 3 pi/4 at time pi/2, and not again before it leaves
    own = (found.crossings.event == 1) & (found.crossings.trajectory == 1)
    assert np.abs(found.crossings.time[own] - np.pi / 2).max() < 1e-9 and own.sum() == 1


def test_a_start_on_the_section_does_not_count():
    given = {a: np.array([1j, -1j])}
    back = [first_return(im(w))]
    found = integrate(SPIRAL, np.array([0.5, 0.5]), 20.0, parameters=given, engine="numpy", events=back, rtol=1e-10)
    assert list(found.status) == ["return", "return"]
    # upwards: anticlockwise on the right, clockwise on the left
    assert np.abs(found.times - [TURN, TURN / 2]).max() < 1e-8
    assert np.abs(found.states[:, 0] - [0.5, -0.5]).max() < 1e-8


def test_a_start_on_the_section_but_for_rounding_does_not_count():
    starts = np.linspace(0.1, 0.9, 20) * np.exp(1j)
    slanted = im(w) * cos(number(1)) - re(w) * sin(number(1))
    noise = starts.imag * np.cos(1) - starts.real * np.sin(1)
    assert np.any(noise < 0)  # these would come back at once
    back = [first_return(slanted)]
    found = integrate(SPIRAL, starts, 10.0, parameters={a: 1j}, engine="numpy", events=back, rtol=1e-10)
    assert set(found.status) == {"return"} and np.abs(found.times - TURN).max() < 1e-8


def test_an_event_at_the_last_step_and_one_that_never_comes():
    found = integrate(
        SPIRAL,
        np.array([0.5]),
        np.pi + 1e-3,
        parameters={a: 1j},
        events=[section(im(w), -1), section(re(w) - 2, name="far")],
    )
    assert list(found.status) == ["done"] and abs(found.times[0] - np.pi - 1e-3) < 1e-15
    assert list(found.crossings.event) == [0] and abs(found.crossings.time[0] - np.pi) < 1e-7


def test_samples_before_and_after_an_event():
    times = np.array([1.0, 2.0, 4.0, 5.0])
    found = integrate(
        SPIRAL, np.array([0.5]), 9.0, parameters={a: 1j}, times=times, engine="numpy", events=[Event("left", re(w), -1)]
    )
    seen = found.samples[0, :, 0]
    assert found.status[0] == "left" and abs(found.times[0] - np.pi / 2) < 1e-8
    assert abs(seen[0] - 0.5 * np.exp(1j)) < 1e-8 and np.all(np.isnan(seen[1:]))


def test_two_events_in_one_step_are_told_apart_by_time():
    """A straight line: x crosses 1 and then 2 in a step that is much longer."""
    x = symbol("x")
    line = Field((x,), (0 * x + 1,))
    ordered = [Event("second", x - 2), Event("first", x - 1)]
    found = integrate(line, np.array([0.0]), 1e6, engine="numpy", events=ordered)
    assert found.status[0] == "first" and abs(found.times[0] - 1) < 1e-9
    counted = integrate(line, np.array([0.0]), 1e3, engine="numpy", events=[section(x - 2), section(x - 1, name="one")])
    assert list(counted.crossings.event) == [1, 0] and np.abs(counted.crossings.time - [1, 2]).max() < 1e-9


STEEP = {
    "flat, then steep": (lambda s: s**25 - 1e-10, 1e-10 ** (1 / 25)),
    "steep, then flat": (lambda s: np.tanh(1e4 * (s - 1e-3)), 1e-3),
    "threefold": (lambda s: (s - 0.3) ** 3, 0.3),
    "a jump": (lambda s: np.sign(s - 0.7) + 0.5, 0.7),
    "at the end": (lambda s: s - 1.0, 1.0),
}


@pytest.mark.parametrize("name", STEEP)
def test_zeros_of_gaps_that_are_not_nearly_linear(name):
    gap, zero = STEEP[name]
    lengths = np.ones(3)
    found = locate(gap, lengths, gap(0 * lengths), gap(lengths))
    assert np.abs(found - zero).max() < (1e-5 if name == "threefold" else 1e-13)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Event("e", w), "its gap is a real Term"),
        (lambda: Event("e", re(w), 2), "a direction is 1, -1 or 0"),
        (lambda: Event("e", re(w), 1, -1), "stop is 0 or the number"),
        (lambda: near_circle(w, float("nan")), "epsilon is a rational number; found nan"),
        (lambda: near_circle(w, 0), "epsilon is between 0 and 1"),
        (
            lambda: integrate(SPIRAL, np.ones(1), 1, parameters={a: 1}, events=[section(re(w)), section(im(w))]),
            "events need different names",
        ),
        (
            lambda: integrate(SPIRAL, np.ones(1), 1, parameters={a: 1}, events=[section(abs2(w) * symbol("b"))]),
            "b is neither a state nor a parameter",
        ),
        (
            lambda: integrate(SPIRAL, np.ones(1), 1, parameters={a: I}, events=[section(re(w), name="done")]),
            "events need different names",
        ),
    ],
)
def test_events_that_are_none(build, words):
    with pytest.raises(FieldError, match=words) as raised:
        build()
    assert "\n" not in str(raised.value)
