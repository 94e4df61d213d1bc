"""One law: whatever engine follows a random polynomial field, all agree within the errors that they state.

The judge is the kernel's validated flow, whose balls contain the solution.
"""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from tests.dynamics.fields import random_polynomial
from verify.dynamics import available, integrate, integrate_precisely
from verify.kernel.flow import enclose_at

TIME = Fraction(3, 2)
TOLERANCES = {"numba": {}, "numpy": {}, "torch": {}, "heyoka": {"rtol": 1e-12}}
SEEDS = [(seed, 2 + seed % 2) for seed in range(6)]
COMPILED = SEEDS[:1]  # numba takes a second for each


@pytest.mark.parametrize(("seed", "dimension"), SEEDS)
def test_all_engines_agree(seed, dimension):
    field = random_polynomial(seed, dimension)
    start = {x: Fraction(k + 1, 3 + seed) for k, x in enumerate(field.states)}
    balls = enclose_at(field.flow, start, TIME, order=24, step=Fraction(1, 32), precision=160)
    truth = np.array([float(ball) for ball in balls])
    radius = max(float(ball.rad()) for ball in balls)
    assert radius < 1e-20

    exact = integrate_precisely(field, start, TIME, digits=20)
    with mpmath.workdps(50):
        for value, error, ball in zip(exact.states, exact.error, balls, strict=True):
            assert abs(value - mpmath.mpf(ball.str(40, radius=False))) <= 10 * error + 1e-21
            assert error < 1e-17

    starts = np.array([[float(value) for value in start.values()]])
    for engine, tolerances in TOLERANCES.items():
        if available(engine) is not None or (engine == "numba" and (seed, dimension) not in COMPILED):
            continue
        found = integrate(field, starts, float(TIME), engine=engine, estimate=True, **tolerances)
        assert found.status[0] == "done"
        off = np.abs(found.states[0] - truth)
        assert np.all(off <= found.error[0] + 1e-13), engine
        assert found.error.max() < 1e-6, engine
    rough = integrate(field, starts, float(TIME), engine="torch", single=True, rtol=1e-5, atol=1e-6, estimate=True)
    assert np.all(np.abs(rough.states[0] - truth) <= rough.error[0] + 1e-7) and rough.error.max() < 1e-3


def test_the_law_notices_a_wrong_field():
    """The same comparison with one coefficient changed in its ninth digit fails."""
    field = random_polynomial(1)
    start = {x: Fraction(k + 1, 4) for k, x in enumerate(field.states)}
    balls = enclose_at(field.flow, start, TIME, order=24, step=Fraction(1, 32), precision=160)
    truth = np.array([float(ball) for ball in balls])
    wrong = type(field)(field.states, (field.rates[0] * Fraction(10**9 + 1, 10**9), field.rates[1]))
    starts = np.array([[float(value) for value in start.values()]])
    found = integrate(wrong, starts, float(TIME), engine="numpy", rtol=1e-12, atol=1e-13, estimate=True)
    assert np.any(np.abs(found.states[0] - truth) > found.error[0] + 1e-13)
