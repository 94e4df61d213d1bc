"""What is small to write and huge to compute is refused at once: by the exact reading, by normal forms, by Terms."""

from __future__ import annotations

import time

import pytest

from verify import gt
from verify.kernel import ring
from verify.kernel.exact import Inexact, evaluate
from verify.kernel.point import check_coordinates
from verify.kernel.ring import NotPolynomial
from verify.kernel.sign import Facts
from verify.kernel.term import I, TermError, absolute, add, exp, load, log, mul, number, power, sqrt, symbol

x, y = symbol("x"), symbol("y")


@pytest.fixture(autouse=True)
def in_a_moment():
    begin = time.process_time()
    yield
    assert time.process_time() - begin < 5


def tower(base, step, height):
    for _ in range(height):
        base = step(base)
    return base


@pytest.mark.parametrize(
    "value",
    [
        tower(3 + I, lambda v: power(v, 4096), 4),
        tower(1 + sqrt(number(2)), lambda v: power(v, 4096), 4),
        tower(3 + I, lambda v: v * (v + 1), 60),
        tower(1 + sqrt(number(2)), lambda v: v * (v + 1), 60),
        tower(4096 + I, lambda v: v + absolute(v), 6),
    ],
)
def test_the_exact_reading_gives_up(value):
    with pytest.raises(Inexact):
        evaluate(value, {})
    with pytest.raises(Inexact):
        evaluate(x + y, {x: value, y: value})


def test_what_is_long_is_still_evaluated():
    assert evaluate(power(x, 4096), {x: number("3/7")}).fraction() == number("3/7").payload ** 4096
    roots = add(*(sqrt(number(p)) for p in (2, 3, 5, 7)))
    assert evaluate(power(x, 2) - mul(x, x), {x: roots}).is_zero
    assert evaluate(power(1 + sqrt(number(2)), 512) * power(sqrt(number(2)) - 1, 512), {}).fraction() == 1


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (tower(9 * x, lambda v: power(v, 4096), 4), "bits"),
        (tower(x * sqrt(number(2)), lambda v: power(v, 4096), 4), "bits"),
        (tower(3 + I, lambda v: v * (v + 1), 60) * x, "bits"),
        (tower(x + I * y, exp, 40), "nested"),
    ],
)
def test_normal_forms_give_up(value, words):
    with pytest.raises(NotPolynomial, match=words):
        ring.is_zero(value)


def test_polynomials_of_a_high_degree_are_not_read():
    ring.univariate(power(x, 100) - 2, x)
    with pytest.raises(NotPolynomial, match="degree"):
        ring.univariate(power(x, 1000) - 2, x)


def test_a_comparison_with_a_fact_is_cheap():
    facts = Facts([gt(x * y + tower(x, lambda v: v + 1 / (v + y), 3), 0)])
    assert facts.signs(tower(64 / (x + y), lambda v: v + 64 / (v + x), 8)) == {-1, 0, 1}


@pytest.mark.parametrize("kind", ["add", "mul"])
def test_terms_have_not_too_many_parts(kind):
    """Doubling a sum or a product of quotients: a list of forty nodes, and a Term of 2^40 parts."""
    nodes = [["sym", "x", "real"], ["rat", "1"], ["div", 1, 0]]
    nodes += [[kind, at, at] for at in range(2, 42)]
    with pytest.raises(TermError, match="parts"):
        load({"nodes": nodes, "roots": [len(nodes) - 1]})


@pytest.mark.parametrize("literal", [0.5, 1, True, None, float("inf"), float("nan"), ["1"]])
def test_literals_are_written_as_text(literal):
    with pytest.raises(TermError):
        load({"nodes": [["rat", literal]], "roots": [0]})


@pytest.mark.parametrize(
    "value", [log(number(-1)), 1 / (x - x + add(sqrt(number(2)), -sqrt(number(2)))), sqrt(number(-1))]
)
def test_a_coordinate_has_a_value(value):
    assert "value" in check_coordinates({x: value})
    assert check_coordinates({x: log(number(2))}) is None
