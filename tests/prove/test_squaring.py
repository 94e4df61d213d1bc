"""Roots and moduli are compared by their squares; a false neighbour of each is not proved.

What makes each of them true or false is school algebra; nothing here comes from the machine.
"""

from __future__ import annotations

import pytest

from verify.judge import judge
from verify.spell.toml import loads_claim
from verify.verdict import Status


@pytest.fixture
def verdict(tmp_path):
    def of(space, claim):
        symbols = "\n".join(f"{name} = '{domain}'" for name, domain in (each.split(": ") for each in space.split("; ")))
        text = f'schema = 1\nid = "squared.case"\n[space]\n{symbols}\n[shows]\nclaim = "{claim}"'
        found = loads_claim(text, "f.toml", "conjecture")
        return judge(found, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)

    return of


COMPLEX, NONNEG = "z: complex; w: complex", "x: nonneg; y: nonneg"
TRUE_AND_FALSE = {
    "the triangle inequality": (COMPLEX, "abs(z + w) <= abs(z) + abs(w)", "abs(z + w) < abs(z) + abs(w)"),
    "the reverse one": (COMPLEX, "abs(abs(z) - abs(w)) <= abs(z - w)", "abs(abs(z) - abs(w)) >= abs(z - w)"),
    "a root of a sum": (NONNEG, "sqrt(x + y) <= sqrt(x) + sqrt(y)", "sqrt(x + y) >= sqrt(x) + sqrt(y)"),
    "a root of a product": (NONNEG, "sqrt(x)*sqrt(y) == sqrt(x*y)", "sqrt(x)*sqrt(y) == sqrt(2*x*y)"),
    "nested roots": ("x: real", "sqrt(5 + 2*sqrt(6)) == sqrt(2) + sqrt(3)", "sqrt(5 + 3*sqrt(6)) == sqrt(2) + sqrt(3)"),
    "means": (
        "x: real; y: real; z: real",
        "(x + y + z)/3 <= sqrt((x**2 + y**2 + z**2)/3)",
        "(x + y + z)/3 <= sqrt((x**2 + y**2 + z**2)/4)",
    ),
}


@pytest.mark.parametrize("name", TRUE_AND_FALSE)
def test_the_true_one_is_proved_and_its_neighbour_is_not(verdict, name):
    space, true, false = TRUE_AND_FALSE[name]
    assert verdict(space, true).status is Status.PROVED
    assert verdict(space, false).status is Status.REFUTED
