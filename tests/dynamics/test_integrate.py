"""Integrators against solutions in closed form; what they say of errors, of blow-up, and of input that is none."""

from __future__ import annotations

import importlib.util
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from tests.dynamics.fields import OTT_ANTONSEN, random_matrices, random_starts, w
from verify.dynamics import Field, FieldError, available, integrate, integrate_precisely, lanes, long_time, section
from verify.kernel.lie import Flow
from verify.kernel.term import I, abs2, cos, im, log, re, sqrt, symbol

x, y, r = symbol("x"), symbol("y"), symbol("r")
a = symbol("a", "complex")
SPIRAL = Field((w,), (a * w,), (a,))
LOGISTIC = Field((x,), (r * x * (1 - x),), (r,))
SQUARE = Field((x,), (x**2,))

each_engine = pytest.mark.parametrize("engine", ["numba", "numpy", "torch"])


@each_engine
def test_a_spiral(engine):
    rates = np.array([-0.5 + 2j, 0.1 - 1j, 1j])
    starts, ends = np.array([1 + 1j, -2.0, 0.5j]), np.array([3.0, 1.0, 2.0])
    found = integrate(SPIRAL, starts, ends, parameters={a: rates}, engine=engine)
    assert found.engine == engine and found.problem() is None
    assert list(found.status) == ["done"] * 3 and np.array_equal(found.times, ends)
    assert np.abs(found.states[:, 0] - starts * np.exp(rates * ends)).max() < 2e-7
    tighter = integrate(SPIRAL, starts, ends, parameters={a: rates}, engine=engine, rtol=1e-12, atol=1e-13)
    assert np.abs(tighter.states[:, 0] - starts * np.exp(rates * ends)).max() < 2e-11
    assert np.all(tighter.accepted > found.accepted)


@pytest.mark.parametrize("engine", ["numpy", "torch"])
def test_a_complex_state_whose_rate_is_real(engine):
    """w' = Re w: the real part grows like e^t, the imaginary one rests, also beside an event's gap."""
    field, start = Field((w,), (re(w),)), 0.3 + 0.2j
    for events in ((), (section(re(w) - 5),)):
        found = integrate(field, [start], 1, engine=engine, events=events)
        assert found.states[0, 0] == pytest.approx(0.3 * np.e + 0.2j, abs=1e-8)
    assert field.at([start])[0, 0] == 0.3
    still = Field((w,), (0 * w,))
    assert integrate(still, [start], 1, engine=engine).states[0, 0] == start
    assert list(long_time(still, [start], engine=engine, horizon=8).label) == ["point"]


@pytest.mark.parametrize("engine", ["numpy", "torch"])
def test_samples_and_real_states(engine):
    rates, times = np.array([1.0, 2.0]), [0.0, 0.5, 1.0, 3.0]
    found = integrate(LOGISTIC, 0.1 * np.ones(2), [2.0, 3.0], parameters={r: rates}, times=times, engine=engine)
    assert found.states.dtype == np.float64
    truth = 1 / (1 + 9 * np.exp(-np.outer(rates, times)))
    seen = found.samples[:, :, 0]
    assert np.isnan(seen[0, 3]) and np.abs(np.delete(seen - truth, 3, axis=1)).max() < 1e-8
    assert abs(seen[1, 3] - truth[1, 3]) < 1e-8


@each_engine
def test_blow_up_is_named_with_its_step(engine):
    found = integrate(SQUARE, np.array([1.0, 0.1]), 2.0, engine=engine)
    assert list(found.status) == ["blow-up", "done"]
    assert abs(found.times[0] - 1) < 1e-6 and abs(found.states[1, 0] - 0.125) < 1e-8
    assert found.problem().startswith("1 of 2 stopped early; trajectory 0: blow-up at time 1, step ")


@each_engine
def test_steps_are_limited_also_while_they_are_rejected(engine):
    found = integrate(SQUARE, np.array([1.0]), 2.0, max_steps=7, engine=engine)
    assert found.status[0] == "step limit" and found.accepted[0] + found.rejected[0] == 7


def test_a_field_that_ends_stops_before_its_edge():
    """x' = -1/sqrt(x) reaches 0 at t = 2/3, and has no value beyond."""
    found = integrate(Field((x,), (-1 / sqrt(x),)), np.array([1.0]), 2.0, engine="numpy")
    assert found.status[0] == "blow-up" and abs(found.times[0] - 2 / 3) < 1e-6


def test_a_long_step_is_not_taken():
    free = integrate(LOGISTIC, np.array([1.0]), 50.0, parameters={r: 1.0}, engine="numpy")
    bound = integrate(LOGISTIC, np.array([1.0]), 50.0, parameters={r: 1.0}, engine="numpy", max_step=0.5)
    assert free.accepted[0] < 15 and bound.accepted[0] >= 100


def test_a_trajectory_does_not_depend_on_its_neighbours_or_on_threads():
    n = 700
    given, starts = random_matrices(n, 1), random_starts(n, 2)
    one = integrate(OTT_ANTONSEN, starts, 20, parameters=given, threads=1)
    for threads in (2, 3):
        many = integrate(OTT_ANTONSEN, starts, 20, parameters=given, threads=threads)
        assert np.array_equal(one.states, many.states) and np.array_equal(one.accepted, many.accepted)
    some = np.array([3, 99, 650])
    alone = integrate(OTT_ANTONSEN, starts[some], 20, parameters={sym: each[some] for sym, each in given.items()})
    assert np.array_equal(alone.states, one.states[some])


def test_estimated_errors_are_those_of_a_run_at_rounding():
    n = 400
    given, starts = random_matrices(n, 5), random_starts(n, 6, 0.9)
    truth = integrate(OTT_ANTONSEN, starts, 10, parameters=given, rtol=1e-14, atol=1e-15)
    found = integrate(OTT_ANTONSEN, starts, 10, parameters=given, estimate=True)
    real = np.abs(found.states - truth.states)[:, 0]
    assert np.mean(real <= found.error[:, 0] + 1e-12) > 0.98
    assert np.quantile(found.error, 0.99) < 1e-6 and np.median(found.error) > 1e-13


def test_single_precision_states_its_error():
    starts = np.array([0.5, 0.2 - 0.3j])
    truth = starts * np.exp((-0.2 + 1j) * 3)
    given = {a: -0.2 + 1j}
    found = integrate(
        SPIRAL, starts, 3.0, parameters=given, engine="torch", single=True, rtol=1e-5, atol=1e-6, estimate=True
    )
    off = np.abs(found.states[:, 0] - truth)
    assert 1e-9 < off.max() < 1e-4 and np.all(off < 10 * found.error[:, 0] + 1e-5)


def test_torch_on_a_gpu():
    reason = available("torch", "cuda")
    if reason is not None:
        with pytest.raises(FieldError, match="sees no GPU"):
            integrate(SPIRAL, np.array([1.0]), 1.0, parameters={a: 1j}, engine="torch", device="cuda")
        pytest.skip(reason)
    n = 2000
    given, starts = random_matrices(n, 1), random_starts(n, 2)
    there = integrate(OTT_ANTONSEN, starts, 10, parameters=given, engine="torch", device="cuda")
    here = integrate(OTT_ANTONSEN, starts, 10, parameters=given)
    assert np.quantile(np.abs(there.states - here.states), 0.99) < 1e-6


def test_the_slowest_of_a_wide_block_are_finished_elsewhere():
    """1,200 spirals that turn slowly, and 30 that turn a hundred times as fast."""
    rates = np.concatenate([np.full(1200, -0.1 + 0.1j), np.full(30, -0.1 + 10j)])
    starts = np.linspace(0.5, 1, rates.size)
    found = integrate(SPIRAL, starts, 20.0, parameters={a: rates}, engine="torch")
    assert found.engine == "torch" and found.problem() is None
    assert np.abs(found.states[:, 0] - starts * np.exp(20 * rates)).max() < 1e-6
    assert found.accepted[-1] > 5 * found.accepted[0]


@pytest.mark.deep
@pytest.mark.filterwarnings("ignore:`torch.jit.script_method` is deprecated:DeprecationWarning")
def test_torch_compiled():
    n = 600
    given, starts = random_matrices(n, 1), random_starts(n, 2)
    built = integrate(OTT_ANTONSEN, starts, 5, parameters=given, engine="torch", compiled=True)
    eager = integrate(OTT_ANTONSEN, starts, 5, parameters=given, engine="torch")
    assert np.abs(built.states - eager.states).max() < 1e-7


def test_heyoka_has_more_digits():
    reason = available("heyoka")
    if reason is not None:
        pytest.skip(reason)
    given = {a: -0.1 + 2j}
    found = integrate(SPIRAL, np.array([1.0, 1j]), 5.0, parameters=given, engine="heyoka", rtol=1e-14)
    assert np.abs(found.states[:, 0] - np.array([1, 1j]) * np.exp((-0.1 + 2j) * 5)).max() < 1e-14


def test_without_numba_numpy_takes_over(monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "numba" else find(name))
    assert integrate(SPIRAL, np.array([1.0]), 1.0, parameters={a: 1j}).engine == "numpy"
    with pytest.raises(FieldError, match="numba is not installed"):
        integrate(SPIRAL, np.array([1.0]), 1.0, parameters={a: 1j}, engine="numba")


def test_compiled_code_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("THEOREMCHECK_CACHE", str(tmp_path))
    field = Field((x,), (-3 * x,))
    for hits in (0, 1):
        lanes._COMPILED.clear()
        found = integrate(field, np.array([1.0]), 1.0)
        assert abs(found.states[0, 0] - np.exp(-3)) < 1e-8
        (advance,) = lanes._COMPILED.values()
        assert sum(advance.stats.cache_hits.values()) == hits
    assert len(list(tmp_path.glob("dynamics/field_*.py"))) == 1


def test_what_is_run_is_not_what_the_cache_holds(tmp_path, monkeypatch):
    monkeypatch.setenv("THEOREMCHECK_CACHE", str(tmp_path))
    layout = lanes.Layout(Field((x,), (-3 * x,)))
    text = lanes.source(layout)
    anchor = lanes._anchor(lanes._key(text), text)
    with open(anchor, "w", encoding="utf-8") as file:
        file.write("raise SystemExit")
    assert lanes._anchor(lanes._key(text), text) == anchor
    with open(anchor, encoding="utf-8") as file:
        assert file.read() == text


# high precision


def test_fifty_digits():
    with mpmath.workdps(60):
        found = integrate_precisely(Field((x,), (-x * x,)), {x: Fraction(1, 3)}, Fraction(7, 2))
        assert abs(found.states[0] - 1 / (mpmath.mpf(3) + mpmath.mpf(7) / 2)) < 1e-50 and found.error[0] < 1e-49
        turned = integrate_precisely(SPIRAL, {w: 1 + 2 * I}, 2, parameters={a: Fraction(-1, 4) + 3 * I})
        assert abs(turned.states[0] - mpmath.mpc(1, 2) * mpmath.exp(2 * mpmath.mpc(-0.25, 3))) < 1e-49
        assert turned.error[0] < 1e-48


def test_hundred_digits_of_a_transcendental_field():
    """x' = cos(x)^2, x = atan(t + tan(x0))."""
    found = integrate_precisely(Field((x,), (cos(x) ** 2,)), {x: 0}, 3, digits=100)
    with mpmath.workdps(120):
        assert abs(found.states[0] - mpmath.atan(3)) < mpmath.mpf(10) ** -99
        assert 0 < found.error[0] < mpmath.mpf(10) ** -97


def test_high_precision_names_where_it_stops():
    with pytest.raises(FieldError, match=r"stopped at time 1, step \d+: .*blows up"):
        integrate_precisely(SQUARE, {x: 1}, 2)
    with pytest.raises(FieldError, match="too many steps"):
        integrate_precisely(SQUARE, {x: 1}, 2, max_steps=3)


# bad input: one line before any work

ONE = np.array([0.5])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: integrate(SPIRAL, np.ones((3, 2)), 1, parameters={a: 1}), r"shape \(3, 2\), expected \(n, 1\)"),
        (lambda: integrate(SPIRAL, np.array([1, np.nan]), 1, parameters={a: 1}), "w is .*nan.* in trajectory 1"),
        (lambda: integrate(SQUARE, np.empty(0), 1), "there are none; at least one"),
        (lambda: integrate(SPIRAL, ONE, 1), r"parameter a has no value; pass it as \{a: number or array\}"),
        (lambda: integrate(SPIRAL, ONE, 1, parameters={a: [1, 2]}), "a has 2 values for 1 trajectories"),
        (lambda: integrate(SPIRAL, ONE, 1, parameters={a: np.inf}), "parameter a is inf"),
        (lambda: integrate(SPIRAL, ONE, 1, parameters={a: 1, r: 2}), "r is not a parameter of the field; it has a"),
        (lambda: integrate(LOGISTIC, ONE, 1, parameters={r: 1j}), "parameter r is real"),
        (lambda: integrate(LOGISTIC, np.array([1j]), 1, parameters={r: 1}), "state x is real"),
        (lambda: integrate(SQUARE, {y: 1.0}, 1), "state x has no value"),
        (lambda: integrate(SQUARE, ONE, -1), "horizon is positive"),
        (lambda: integrate(SQUARE, ONE, [1, 2]), "horizon is positive and finite, one number or 1"),
        (lambda: integrate(SQUARE, ONE, 1, rtol=1e-17), "rtol is between"),
        (lambda: integrate(SQUARE, ONE, 1, atol=0), "atol positive"),
        (lambda: integrate(SQUARE, ONE, 1, max_steps=0), "max_steps is a positive whole number; found 0"),
        (lambda: integrate(SQUARE, ONE, 1, threads=0), "threads is a positive whole number; found 0"),
        (lambda: integrate(SQUARE, ONE, 1, times=[1, 0.5]), "times are increasing"),
        (lambda: integrate(SQUARE, ONE, 1, engine="euler"), "engine 'euler' is unknown; choose from auto, numba"),
        (lambda: integrate(SQUARE, ONE, 1, device="cuda"), "runs on the cpu"),
        (lambda: integrate(SQUARE, ONE, 1, engine="torch", device="tpu"), "device 'tpu' is unknown"),
        (lambda: integrate(SQUARE, ONE, 1, single=True), "single and compiled are for engine='torch'"),
        (lambda: integrate(SQUARE, ONE, 1, engine="torch", single=True), "rtol is between 1e-06"),
        (lambda: integrate(Field((x,), (log(x),)), -ONE, 1), "undefined at the start of trajectory 0, x = -0.5"),
        (lambda: integrate_precisely(SQUARE, {}, 1), "state x has no value"),
        (lambda: integrate_precisely(SQUARE, {x: symbol("y")}, 1), "state x is real; found y"),
        (lambda: integrate_precisely(SQUARE, {x: "one"}, 1), "state x: 'one' is not a rational number"),
        (lambda: integrate_precisely(SQUARE, {x: 1}, 0), "time is positive"),
        (lambda: integrate_precisely(SQUARE, {x: 1}, float("inf")), "time is a rational number; found inf"),
        (lambda: integrate_precisely(SQUARE, {x: 1}, 1, digits=5), "digits are a whole number from 16"),
        (lambda: integrate_precisely(SPIRAL, {w: 1}, 1), "parameter a has no value"),
    ],
)
def test_bad_input_is_one_line(call, words):
    with pytest.raises(FieldError, match=words) as raised:
        call()
    assert "\n" not in str(raised.value) and len(str(raised.value)) < 200


def test_a_flow_is_taken_as_it_is():
    found = integrate(Flow.of({w: I * w * (1 - abs2(w)) + im(w)}), ONE, 0.1, engine="numpy")
    assert found.problem() is None
