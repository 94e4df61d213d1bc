"""Programs against the precise reading, which shares nothing with the generated code."""

from __future__ import annotations

import numpy as np
import pytest

from tests.dynamics.fields import OTT_ANTONSEN, random_matrices, random_starts
from verify.dynamics import Field, FieldError
from verify.dynamics.lanes import source
from verify.dynamics.step import Layout
from verify.kernel.term import (
    PI,
    I,
    abs2,
    absolute,
    asin,
    atan,
    conj,
    cos,
    cosh,
    exp,
    im,
    log,
    maximum,
    mean,
    minimum,
    number,
    re,
    sin,
    sinh,
    sqrt,
    symbol,
    tan,
    tanh,
)

x, y, k = symbol("x"), symbol("y"), symbol("k")
w, c = symbol("w", "complex"), symbol("c", "complex")

RATES = {
    "powers": (x**3 - 2 * x * y**2 + k * x**-2, w**3 - conj(w) ** 2 * c + w**-1),
    "quotients": (x / (y**2 + 1) - k / x, (w + c) / (conj(w) - 2 * I) + 1 / c),
    "parts": (re(w) * im(c) - abs2(w) + absolute(x - y), conj(w) * re(c) + I * im(w) + absolute(w)),
    "complex exponentials": (x * y, exp(I * x) * w - exp(-w) + exp(c / 3)),
    "functions": (sin(x) * cos(k) + tan(y) - tanh(x * y), w * sinh(x) + cosh(y) * atan(k)),
    "roots": (sqrt(x**2 + k) + log(y**2 + 2) - asin(x / 5), w * sqrt(number(2)) * PI),
    "extremes": (minimum(x, y, k) + maximum(x * y, x), maximum(x, 0) * w),
    "rational coefficients": (x * number("1/3") + number("1/7"), w / 3 - number("22/7") * I),
    "symbolic exponents": ((x**2 + 1) ** k + (y**2 + 2) ** number("1/3"), w),
    "constants": (number(0) * x, c),
}


@pytest.mark.parametrize("name", RATES)
def test_the_generated_code_has_the_values_of_the_terms(name):
    real, complex_ = RATES[name]
    field = Field((x, y, w), (real, y - x, complex_), (k, c))
    rng = np.random.default_rng(5)
    n = 20
    values = {sym: rng.uniform(0.2, 1.5, n) * rng.choice([-1, 1], n) for sym in (x, y)}
    values[w] = rng.normal(size=n) + 1j * rng.normal(size=n)
    given = {k: rng.uniform(0.5, 2, n), c: rng.normal(size=n) + 1j * rng.normal(size=n)}
    found = field.at(values, given)
    for at in range(n):
        point = {sym: each[at] for sym, each in {**values, **given}.items()}
        expected = np.array([complex(value) for value in field.precisely(point, 30)])
        assert np.allclose(found[at], expected, rtol=1e-13, atol=1e-13)


def test_what_parameters_determine_is_computed_once():
    """The Ott-Antonsen field needs nine constants and some twenty operations, however its matrices are written."""
    program = OTT_ANTONSEN.program()
    assert len(program.constants) == 9
    assert len(program.moving) == 15


def test_names_of_symbols_do_not_reach_the_source():
    named_badly, also = symbol("lanes"), symbol("exit")
    text = source(Layout(Field((named_badly,), (named_badly * also,), (also,))))
    assert "exit" not in text
    assert text == source(Layout(Field((x,), (x * y,), (y,))))


def test_the_source_is_the_same_in_every_process():
    text = source(Layout(OTT_ANTONSEN))
    import subprocess
    import sys

    code = (
        "from tests.dynamics.fields import OTT_ANTONSEN; from verify.dynamics.lanes import source;"
        "from verify.dynamics.step import Layout; print(source(Layout(OTT_ANTONSEN)), end='')"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        )
        assert done.stdout == text


def test_a_field_at_many_points_is_that_of_the_harmonics():
    """F = 2 i omega w + H - conj(H) w^2, from the formula of the paper in plain NumPy."""
    n = 200
    given, at = random_matrices(n, 3), random_starts(n, 4)
    a11, a12, a21, a22, v11, v12, v21, v22 = (value for sym, value in given.items() if sym.payload[0] != "beta")
    a, b = (a11 + a22) / 2 + 1j * (a21 - a12) / 2, (a11 - a22) / 2 + 1j * (a21 + a12) / 2
    p, q = (v11 + v22) / 2 + 1j * (v21 - v12) / 2, (v11 - v22) / 2 + 1j * (v21 + v12) / 2
    H = (a * p * at + a * q + b * p + b * q * at.conj()) / 2
    omega = (a.conj() * p + b.conj() * q + a.conj() * q * at.conj() + b.conj() * p * at).imag / 2
    expected = 2j * omega * at + H - H.conj() * at**2
    assert np.abs(OTT_ANTONSEN.at(at, given)[:, 0] - expected).max() < 1e-13


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Field((x,), (x * y,)), "y is neither a state nor a parameter"),
        (lambda: Field((x,), (x, y)), "one rate for each state"),
        (lambda: Field((x,), (x,), (x,)), "listed twice"),
        (lambda: Field((x,), (mean(x * y, y),)).program(), "no means"),
        (lambda: Field((w,), (w ** symbol("m", "natural"),), (symbol("m", "natural"),)).program(), "a whole number"),
    ],
)
def test_fields_that_are_none(build, words):
    with pytest.raises(FieldError, match=words) as raised:
        build()
    assert "\n" not in str(raised.value)
