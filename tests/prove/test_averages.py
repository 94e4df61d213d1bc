"""Orders between means, by Jensen's and by Cauchy and Schwarz's inequality: what is proved and what is refuted."""

from __future__ import annotations

import pytest

from tests.prove.test_rising import stated, status
from verify.kernel.relation import ge
from verify.kernel.term import mean, symbol
from verify.prove.averages import averaged_steps
from verify.verdict import Status

REAL, POSITIVE, NONNEG = "token(real)", "token(positive)", "token(nonneg)"
TRUE = [
    ({"x": REAL}, "Mean(exp(x), x) >= exp(Mean(x, x))", ()),
    ({"x": POSITIVE}, "Mean(log(x), x) <= log(Mean(x, x))", ()),
    ({"x": NONNEG}, "Mean(sqrt(x), x) <= sqrt(Mean(x, x))", ()),
    ({"x": NONNEG}, "Mean(x**3, x) >= Mean(x, x)**3", ()),
    ({"x": REAL}, "Mean(log(1 + exp(x)), x) >= log(1 + exp(Mean(x, x)))", ()),
    ({"x": REAL, "b": "real"}, "Mean(x*exp(b*x), x)**2 <= Mean(exp(b*x), x)*Mean(x**2*exp(b*x), x)", ()),
    ({"x": REAL}, "Mean(x**2, x)*Mean(x**4, x) >= Mean(x**3, x)**2", ()),
    ({"x": NONNEG}, "Mean(x**2, x)**2 <= Mean(x, x)*Mean(x**3, x)", ()),
]
FALSE = [
    ({"x": REAL}, "Mean(x**3, x) >= Mean(x, x)**3", ()),
    ({"x": REAL}, "Mean(tanh(x), x) <= tanh(Mean(x, x))", ()),
    ({"x": POSITIVE}, "Mean(1/x, x) >= 11/(10*Mean(x, x))", ()),
    ({"x": REAL}, "Mean(x**2, x)**2 <= Mean(x, x)*Mean(x**3, x)", ()),
    ({"x": REAL}, "Mean(x**2, x)*Mean(x**4, x) >= 101/100*Mean(x**3, x)**2", ()),
]


@pytest.mark.parametrize(("space", "claim", "given"), TRUE)
def test_means_of_convex_functions_and_of_products_are_compared(space, claim, given, tmp_path):
    assert status(stated(space, claim, given), tmp_path) is Status.PROVED


@pytest.mark.parametrize(("space", "claim", "given"), FALSE)
def test_what_is_false_is_not_even_proposed(space, claim, given, tmp_path):
    found = stated(space, claim, given)
    ((_, goal),) = found.sequent.goals
    assert averaged_steps(goal.relation, found.sequent.facts) is None
    assert status(found, tmp_path) is Status.REFUTED


def test_a_mean_of_a_mean_is_left_alone():
    x = symbol("x")
    assert averaged_steps(ge(mean(mean(x**2, x) * x, x), mean(x, x)), ()) is None
