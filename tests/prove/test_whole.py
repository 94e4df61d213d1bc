"""Statements about natural numbers: what is proposed because they are whole, and what the kernel makes of it."""

from __future__ import annotations

import pytest

from tests.prove.test_rising import stated, status
from verify.kernel.relation import ge
from verify.kernel.term import symbol
from verify.prove.whole import whole_steps
from verify.spell.toml import loads_claim
from verify.verdict import Status

N = "natural"
TRUE = [
    ({"n": N}, "n**2 >= n", ()),
    ({"n": N}, "n*n != 2", ()),
    ({"n": N}, "cos(pi*n) == (-1)**n", ()),
    ({"n": N, "x": "real"}, "cos(x + pi*n) == (-1)**n*cos(x)", ()),
    ({"n": N}, "cos(pi*n*(n + 1)) == 1", ()),
    ({"n": N, "k": N}, "n*(n + 1) != 2*k + 1", ()),
    ({"n": N, "k": N}, "n**2 != 4*k + 3", ()),
    ({"n": N}, "n == 3", ("n > 2", "n < 4")),
    ({"n": N}, "2**n <= 8", ("n < 4",)),
    ({"m": N, "n": N}, "(m - n)**2 >= m - n", ()),
    pytest.param({"m": N, "n": N}, "abs(m - n) >= 1", ("m != n",), marks=pytest.mark.deep),
    ({"n": N}, "2**n > n", ()),
    ({"n": "natural(4)"}, "2**n >= n**2", ()),
    ({"n": N, "x": "interval(-1, 5)"}, "(1 + x)**n >= 1 + n*x", ()),
]
FALSE = [
    ({"n": N}, "n**2 > n", ()),
    ({"n": N}, "(n - 1)*(n - 3) >= 0", ()),
    ({"n": N}, "sin(pi*n/2) == 0", ()),
    ({"n": N, "k": N}, "n**2 + 2 != 3*k", ()),
    ({"n": N}, "2**n <= 8", ("n < 5",)),
    ({"m": N, "n": N}, "abs(m - n) >= 2", ("m != n",)),
    ({"n": "natural(2)"}, "2**n >= n**2", ()),
    ({"n": N, "x": "real"}, "(1 + x)**n >= 1 + n*x", ()),
]
VACUOUS = [
    ({"n": N}, "n >= 7", ("n > 2", "n < 3")),
    ({"n": N}, "n >= 7", ("2*n == 5",)),
]


@pytest.mark.parametrize(("space", "claim", "given"), TRUE)
def test_what_holds_of_whole_numbers_is_proved(space, claim, given, tmp_path):
    assert status(stated(space, claim, given), tmp_path) is Status.PROVED


@pytest.mark.parametrize(("space", "claim", "given"), FALSE)
def test_what_fails_for_one_is_refuted(space, claim, given, tmp_path):
    assert status(stated(space, claim, given), tmp_path) is Status.REFUTED


@pytest.mark.parametrize(("space", "claim", "given"), VACUOUS)
def test_no_whole_number_in_between(space, claim, given, tmp_path):
    assert status(stated(space, claim, given), tmp_path) is Status.VACUOUS


@pytest.mark.parametrize("exists", ["n*n == 2", "n*n + 1 == 3*m", "n > m and n < m + 1"])
def test_no_whole_solution(exists, tmp_path):
    text = f'schema = 1\nid = "whole.case"\n[space]\nn = "natural"\nm = "natural"\n[shows]\nexists = "{exists}"\n'
    assert status(loads_claim(text + 'of = ["n", "m"]', "f.toml", "conjecture"), tmp_path) is Status.REFUTED


def test_nothing_is_proposed_without_natural_symbols():
    x = symbol("x")
    assert whole_steps(ge(x**2, x), ()) is None
