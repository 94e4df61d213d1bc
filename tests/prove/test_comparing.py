"""Bounds along flows by comparison: rates of decay, and the same with a rate that is too large."""

from __future__ import annotations

import pytest

from verify.attack import find_witness
from verify.judge import inhabited_parts
from verify.kernel.proof import Refused, prove
from verify.prove.comparing import comparing_steps
from verify.spell.toml import loads_claim

BOUNDS = {
    "a cubic": (("x", "t"), ("-x-x**3", "1"), "x <= exp(-t)", ("x == 1", "t == 0"), "exp(-2*t)"),
    "a square": (("x", "y", "t"), ("-x+y", "-2*y", "1"), "x**2+y**2 <= exp(-3*t/2)", ("x**2+y**2 == 1", "t == 0"), ""),
    "a power": (("x", "t"), ("-x**3", "1"), "x**2*(1+2*t) <= 1", ("x == 1", "t == 0"), ""),
}


@pytest.mark.parametrize("name", ["a cubic", "a power", pytest.param("a square", marks=pytest.mark.deep)])
def test_decay_is_proved(name):
    assert proved(*BOUNDS[name][:4])


def test_a_rate_that_is_too_large():
    states, rates, bound, start, wrong = BOUNDS["a cubic"]
    assert not proved(states, rates, bound.replace("exp(-t)", wrong), start)


def proved(states, rates, bound, start):
    lines = ["schema = 1", 'id = "comparing.case"', "[space]", *(f'{x} = "{_domain(x)}"' for x in states)]
    lines += ["[flow.rates]", *(f'{x} = "{rate}"' for x, rate in zip(states, rates, strict=True))]
    lines += ["[shows]", f'bound = "{bound}"', f"from = {list(start)!r}"]
    claim = loads_claim("\n".join(lines), "f.toml", "conjecture")
    steps = comparing_steps(claim.sequent.goal("main"), claim.sequent.facts)
    if steps is None:
        return False
    inhabited, _ = inhabited_parts(claim)
    try:
        return prove(claim.sequent, {"main": steps}, find_witness(claim), inhabited=inhabited).strength == "exact"
    except Refused:
        return False


def _domain(x):
    return "real" if x == "y" else "nonneg"
