"""One law for every reading: whatever arithmetic reads a Term, the ball contains its value."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import acb, arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, PHI, SYMBOLS, M, W, X, Y, exact_points, terms
from verify.kernel import term as t
from verify.kernel.term import I, Term, cos, exp, mean, number
from verify.readings import CONCLUSIVE, ball, batch, exact, precise, reading
from verify.readings import NAMES as READINGS
from verify.readings.batch import compile_batch
from verify.spell.text import parse_term

mpmath: Any = pytest.importorskip("mpmath")

LIBM = 4.0  # factor on the batch reading's bound: libm is taken at its word, within a few units in the last place

Point = Mapping[Term, Any]

any_terms = st.one_of(terms(mean=PHI), terms(mean=PHI, real=False))
algebraic = st.one_of(terms(depth=3, functions=False), terms(depth=3, functions=False, real=False))


def rational(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def around(value: acb, error: arb) -> acb:
    """The square ball of half-side `error` around a computed value."""
    return acb(value.real + arb(0, error), value.imag + arb(0, error))


def gauss(constant: Term) -> tuple[Fraction, Fraction]:
    value = exact.value_of(constant).gauss
    assert value is not None
    return value


def dyadic(point: Point) -> dict[Term, Any]:
    """The point with every coordinate at its nearest float, where a batch evaluates."""

    def nearest(constant: Term) -> Term:
        real, imaginary = (number(Fraction(float(part))) for part in gauss(constant))
        return real + I * imaginary

    return {s: tuple(map(nearest, v)) if isinstance(v, tuple) else nearest(v) for s, v in point.items()}


def columns(points: Sequence[Point]) -> dict[Term, np.ndarray]:
    """Points as arrays, one row each."""

    def numeric(sym: Term, constant: Term) -> complex | float:
        real, imaginary = map(float, gauss(constant))
        return real if sym.is_real else complex(real, imaginary)

    found = {}
    for sym in points[0]:
        values = [point[sym] for point in points]
        rows = [[numeric(sym, e) for e in v] if isinstance(v, tuple) else numeric(sym, v) for v in values]
        found[sym] = np.array(rows)
    return found


def by_exact(root: Term, point: Point) -> acb | None:
    try:
        value = exact.evaluate(root, point)
    except (exact.Inexact, exact.Undefined):
        return None
    if value.gauss is None or value.angles:
        return None
    return acb(*map(rational, value.gauss))


def by_precise(root: Term, point: Point) -> acb | None:
    try:
        low, high = (precise.evaluate(root, point, digits) for digits in (50, 70))
    except (precise.Undefined, precise.Inexact):
        return None

    def flint(value: Any) -> acb:
        return acb(*(arb(mpmath.nstr(part, 85)) for part in (mpmath.re(value), mpmath.im(value))))

    # mpmath does not repair cancellation: what two precisions disagree on is not claimed.
    distance = abs(flint(low) - flint(high)).upper()
    return around(flint(high), 2 * distance + abs(flint(high)).upper() * arb("1e-40"))


def by_batch(root: Term, point: Point) -> acb | None:
    ((value, error),) = compile_batch([root], list(point))(columns([point]))
    if not np.isfinite(value[0]) or not np.isfinite(error[0]):
        return None
    z = complex(value[0])
    return around(acb(z.real, z.imag), LIBM * arb(float(error[0])) + arb("1e-300"))


BACKENDS: dict[str, Callable[[Term, Point], acb | None]] = {
    "exact": by_exact,
    "precise": by_precise,
    "batch": by_batch,
}


@pytest.mark.parametrize("name", BACKENDS)
@settings(max_examples=250, deadline=None)
@given(root=any_terms, at=exact_points())
def test_the_ball_contains_the_value(name: str, root: Term, at: Point) -> None:
    point = dyadic(at)
    value = BACKENDS[name](root, point)
    for precision in (53, 300):
        enclosure = acb(ball.enclose(root, point, precision))
        if value is not None and enclosure.is_finite():
            assert enclosure.overlaps(value), f"{root}: {enclosure} and {value}"


@settings(max_examples=150, deadline=None)
@given(root=algebraic, at=exact_points())
def test_the_ball_contains_the_exact_value_of_algebraic_terms(root: Term, at: Point) -> None:
    value = by_exact(root, at)
    enclosure = acb(ball.enclose(root, at))
    if value is not None and enclosure.is_finite():
        assert enclosure.overlaps(value)


@settings(max_examples=200, deadline=None)
@given(root=terms(depth=3, functions=False), at=exact_points())
def test_exact_and_ball_never_disagree_on_a_sign(root: Term, at: Point) -> None:
    certain = ball.certain_sign(ball.enclose(root, at))
    try:
        sign = exact.evaluate(root, at).sign()
    except exact.Undefined:
        assert certain is None
    except exact.Inexact:
        pass
    else:
        assert certain in (None, sign)


@pytest.mark.parametrize("of_tokens", [False, True], ids=["sum", "mean"])
def test_a_sum_of_three_fifth_roots_is_exact_where_they_are_short_and_refused_at_once_elsewhere(
    of_tokens: bool,
) -> None:
    fifth = number(Fraction(1, 5))

    def total(*values: Fraction) -> exact.Exact:
        roots = [number(value) ** fifth for value in values]
        if of_tokens:
            return exact.evaluate(mean(PHI**fifth, PHI), {PHI: tuple(map(number, values))})
        return exact.evaluate(t.add(*roots), {})

    value = total(Fraction(2), Fraction(3), Fraction(5))
    assert value.sign() == 1 and value.degree == 125
    start = time.process_time()
    with pytest.raises(exact.Inexact):
        total(*(Fraction(2**3000 + k, 3**1900) for k in range(3)))
    assert time.process_time() - start < 1


@settings(max_examples=300, deadline=None)
@given(root=any_terms, at=exact_points())
def test_where_a_term_is_undefined_no_ball_is_finite(root: Term, at: Point) -> None:
    try:
        exact.evaluate(root, at)
    except exact.Undefined:
        assert not ball.enclose(root, at).is_finite()
    except exact.Inexact:
        pass


@pytest.mark.parametrize("name", BACKENDS)
def test_a_mean_within_a_mean_over_the_same_token(name: str) -> None:
    variance = mean((PHI - mean(PHI, PHI)) ** 2, PHI)
    point = {PHI: (number(1), number(2), number(3))}
    value = BACKENDS[name](variance, point)
    assert value is not None
    assert value.overlaps(acb(rational(Fraction(2, 3))))
    assert ball.enclose(variance, point).overlaps(rational(Fraction(2, 3)))


@pytest.mark.parametrize("name", BACKENDS)
def test_means_over_two_tokens(name: str) -> None:
    root = mean(X * PHI + mean(PHI * Y**2, Y), PHI)  # Y is a token here
    point = {X: number(5), PHI: (number(1), number(2)), Y: (number(1), number(2), number(4))}
    value = BACKENDS[name](root, point)
    assert value is not None
    assert value.overlaps(acb(18))
    assert ball.enclose(root, point).overlaps(arb(18))


# the batch reading


@settings(max_examples=60, deadline=None)
@given(root=any_terms, points=st.lists(exact_points(tokens=()), min_size=1, max_size=5))
def test_a_batch_is_its_points_one_by_one(root: Term, points: list[Point]) -> None:
    function = compile_batch([root, root * 2], [*SYMBOLS, PHI])
    rows = [{**point, PHI: (number(1), number("1/2"))} for point in points]
    together = function(columns(rows))
    alone = [function(columns([row])) for row in rows]
    for position in (0, 1):
        for at, single in enumerate(alone):
            (value, error), (one, bound) = together[position], single[position]
            assert np.isnan(value[at]) == np.isnan(one[0])
            if np.isfinite(value[at]) and np.isfinite(bound[0]):
                assert abs(value[at] - one[0]) <= 2 * LIBM * min(error[at], bound[0])


UNDEFINED: list[tuple[str, dict[Term, Any]]] = [
    ("1/x", {X: 0}),
    ("1/(1/x)", {X: 0}),
    ("exp(-1/x**2)", {X: 0}),
    ("(1/x)**0", {X: 0}),
    ("0*(1/x)", {X: 0}),
    ("im(1/x)", {X: 0}),
    ("im(w + 1/x)", {X: 0, W: 1j}),
    ("re(I*(1/x))", {X: 0}),
    ("im(I*I*(1/x))", {X: 0}),
    ("min(1/x, 1)", {X: 0}),
    ("abs2(1/x)", {X: 0}),
    ("x**(-2)", {X: 0}),
    ("tanh(1/x)", {X: 0}),
    ("atan(1/x)", {X: 0}),
    ("1/w", {W: 0j}),
    ("re(1/w)", {W: 0j}),
    ("w**(-1)", {W: 0j}),
    ("w**(m - 1)", {W: 0j, M: 0}),
    ("x**(m - 1)", {X: 0, M: 0}),
    ("(1/x)**m", {X: 0, M: 0}),
    ("(1/w)**m", {W: 0j, M: 0}),
    ("log(x)", {X: 0}),
    ("exp(log(x))", {X: 0}),
    ("log(x)", {X: -1}),
    ("sqrt(x)", {X: -1}),
    ("asin(x)", {X: 2}),
    ("x**(-1/3)", {X: 0}),
    ("x**(1/3)", {X: -1}),
    ("x**y", {X: -2, Y: 0.5}),
    ("Mean(1/phi, phi)", {PHI: [1.0, 0.0]}),
    ("im(Mean(I/phi, phi))", {PHI: [1.0, 0.0]}),
]


@pytest.mark.parametrize(("text", "at"), UNDEFINED, ids=[f"{text} at {list(at.values())}" for text, at in UNDEFINED])
@pytest.mark.filterwarnings("error")
def test_a_batch_is_nan_where_the_term_is_undefined(text: str, at: dict[Term, Any]) -> None:
    function = compile_batch([parse_term(text, NAMES)], list(at))
    ((value, error),) = function({sym: np.array([given]) for sym, given in at.items()})
    assert np.isnan(value).all()
    assert np.isnan(error).all()
    assert np.isnan(function.values({sym: np.array([given]) for sym, given in at.items()})[0]).all()


@pytest.mark.parametrize(("text", "at"), UNDEFINED, ids=[f"{text} at {list(at.values())}" for text, at in UNDEFINED])
def test_the_other_readings_agree_that_it_is_undefined(text: str, at: dict[Term, Any]) -> None:
    root = parse_term(text, NAMES)

    def constant(value: complex) -> Term:
        return number(Fraction(value.real)) + I * number(Fraction(value.imag))

    point: dict[Term, Any] = {
        sym: tuple(map(constant, given)) if isinstance(given, list) else constant(given) for sym, given in at.items()
    }
    assert not ball.enclose(root, point).is_finite()
    with pytest.raises(precise.Undefined):
        precise.evaluate(root, point)
    with pytest.raises((exact.Undefined, exact.Inexact)):
        exact.evaluate(root, point)


def test_defined_neighbours_are_not_nan() -> None:
    for text, at in UNDEFINED:
        moved = {sym: np.array([given]) + (1 if sym is M else 0.25) for sym, given in at.items()}
        moved = {sym: np.abs(value) if sym is not W else value for sym, value in moved.items()}
        ((value, _),) = compile_batch([parse_term(text, NAMES)], list(at))(moved)
        assert np.isfinite(value).all() or text == "asin(x)", text


BOUNDED = [
    *("x + y", "x - y", "x + y - 1/3", "x*y", "x/y", "x/3", "pi*x", "x**2", "x**5", "x**(-3)", "sqrt(abs(x))"),
    *("w + x", "w*w", "w*conj(w) + x*w", "abs2(w)", "abs(w)", "1/w", "x/(w + I)", "w**3", "w**m", "x**m", "re(w*w)"),
    *("exp(x)", "log(abs(x))", "sin(x*y)", "cos(9*x)", "tan(x + y)", "atan(x*y)", "asin(x/100)", "sinh(x - y)"),
    *("cosh(x*y)", "tanh(x + y)", "exp(I*x*y)", "exp(w*x)", "abs(x)**(1/3)", "abs(x*y)**y", "max(x*y, x + y)"),
    *(
        "sqrt(abs((x + y)**2 - x**2 - 2*x*y - y**2 + x))",
        "log(abs(x*y))",
        "1/(x - y)",
        "sqrt(1 + x**2) - abs(x)",
        "Mean(phi*x, phi)",
    ),
    *("1/((x + y)**2 - x**2 - 2*x*y - y**2 + x)", "Mean((x + phi)**2 - x**2 - 2*x*phi - phi**2 + x/100, phi)"),
    *("Mean(exp(I*phi), phi)*w", "Mean(sin(phi - x)*phi, phi)**2", "(x + y)**3 - x**3 - 3*x**2*y - 3*x*y**2 - y**3"),
]


@pytest.mark.parametrize("text", BOUNDED)
def test_the_bound_holds_at_random_floats(text: str) -> None:
    """Sharp where the law above is not: full mantissas, and no factor for libm."""
    root = parse_term(text, NAMES)
    rng = np.random.default_rng(7)
    n = 150
    x, y, u, v = rng.normal(size=(4, n)) * 3
    given = {X: x, Y: y, W: u + 1j * v, M: rng.integers(1, 6, n), PHI: rng.normal(size=(n, 7))}
    ((value, error),) = compile_batch([root], list(given))(given)
    for k in range(n):
        point = {sym: tuple(map(mpmath.mpmathify, c[k])) if c.ndim > 1 else c[k].item() for sym, c in given.items()}
        truth = precise.evaluate(root, point, 40)
        assert abs(truth - value[k].item()) <= error[k]
        assert error[k] <= 1e-10 * max(1, abs(truth)) ** 2


def test_the_bound_grows_with_cancellation() -> None:
    root = parse_term("(x + 1)**3 - x**3 - 3*x**2 - 3*x - 1", NAMES)
    x = np.array([1e-3, 1.0, 1e6])
    ((value, error),) = compile_batch([root], [X])({X: x})
    assert np.all(np.abs(value) <= error)
    assert error[2] > 1
    assert error[1] < 1e-13


def test_sums_over_tokens_broadcast_and_average() -> None:
    u = NAMES["y"]
    inner = mean(cos(PHI - u) * X, u)
    root = mean(exp(I * PHI) * inner, PHI)
    rng = np.random.default_rng(1)
    x, phi, y = rng.normal(size=9_000), rng.normal(size=(9_000, 3)), rng.normal(size=(9_000, 4))
    ((value, error),) = compile_batch([root], [X, PHI, u])({X: x, PHI: phi, u: y})
    each = np.cos(phi[:, :, None] - y[:, None, :]) * x[:, None, None]
    truth = (np.exp(1j * phi) * each.mean(-1)).mean(-1)
    assert np.all(np.abs(value - truth) <= LIBM * error)
    assert value.dtype == np.complex128


def test_columns_are_checked() -> None:
    function = compile_batch([X + mean(PHI * Y, PHI)], [X, Y, PHI])
    good = {X: np.zeros(3), Y: np.zeros(3), PHI: np.zeros((3, 2))}
    assert function(good)[0][0].shape == (3,)
    assert function({**good, X: 2.0})[0][0].tolist() == [2.0] * 3
    with pytest.raises(KeyError):
        function({X: np.zeros(3), Y: np.zeros(3)})
    with pytest.raises(ValueError, match="lengths"):
        function({**good, X: np.zeros(4)})
    with pytest.raises(ValueError, match="complex"):
        function({**good, X: np.zeros(3) * 1j})
    with pytest.raises(ValueError, match="shape"):
        function({**good, X: np.zeros((3, 2))})
    with pytest.raises(ValueError, match="not among"):
        compile_batch([X + Y], [X])


def test_compiled_functions_are_kept_and_never_contain_names() -> None:
    root = parse_term("exp(x)*y + x/y", NAMES)
    assert compile_batch([root], [X, Y]) is compile_batch([root], [X, Y])
    assert compile_batch([root], [X, Y]) is not compile_batch([root], [Y, X])
    assert "x" not in compile_batch([root], [X, Y]).source.replace("exp", "")


def test_common_subexpressions_are_computed_once() -> None:
    root = parse_term("exp(x)*y + exp(x)**2 + 1/exp(x)", NAMES)
    assert compile_batch([root, root + exp(X)], [X, Y]).source.count("exp(") == 1


def test_a_million_points_in_a_second() -> None:
    text = (
        "(y*(1 + abs2(w)) + 2*x*im(w))/(1 - abs2(w))**2 + x**3*y - 2*x*y**2 + (x - y)**4*(x + 2*y)**3 - x*y/(1 + y**2)"
    )
    function = compile_batch([parse_term(text, NAMES)], [X, Y, W])
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 1_000_000))
    start = time.perf_counter()
    function({X: x, Y: y, W: x + 1j * y})
    assert time.perf_counter() - start < 1


# the face


def test_the_readings_by_name() -> None:
    assert [reading(name) for name in READINGS] == [exact, ball, precise, batch]
    assert CONCLUSIVE == ("exact", "ball")
    with pytest.raises(ValueError, match="choose from"):
        reading("guess")


def test_nothing_heavy_is_imported_before_use() -> None:
    code = (
        "import sys, verify.spell.text, verify.readings, verify.readings.batch, verify.readings.precise;"
        "print(sorted({'sympy', 'numpy', 'mpmath', 'scipy'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
