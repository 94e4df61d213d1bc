"""Orders from an end of an interval on: what is proposed, and what the kernel makes of it."""

from __future__ import annotations

import pytest

from verify.judge import judge
from verify.prove.rising import rising_steps
from verify.spell.toml import loads_claim
from verify.verdict import Status

UNIT = "interval(0, 1, open=true)"
TRUE = [
    ({"x": "real"}, "exp(x) >= 1 + x", ()),
    ({"x": "nonneg"}, "sin(x) <= x", ()),
    ({"x": "nonneg"}, "sin(x) >= x - x**3/6", ()),
    ({"x": "positive"}, "log(1 + x) < x", ()),
    ({"x": "positive"}, "log(x) <= x - 1", ()),
    ({"x": "positive"}, "log(1 + x) <= x - x**2/2 + x**3/3", ()),
    ({"x": "real"}, "cosh(x) >= 1 + x**2/2", ()),
    ({"b": "nonneg", "c": "interval(-1, 1)"}, "2*exp(b*c)*(1 - c**2)/(exp(b) + exp(b*c)) <= 1 - c**2", ()),
    ({"x": "real"}, "exp(x) > x", ()),
    ({"x": "positive", "y": "positive"}, "(x - y)*(log(x) - log(y)) >= 0", ()),
    ({"p": UNIT, "q": UNIT}, "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 0", ()),
    ({"p": UNIT}, "-p*log(p) - (1 - p)*log(1 - p) <= log(2)", ()),
    ({"x": "positive"}, "x*log(x) >= -exp(-1)", ()),
    ({"x": "positive", "y": "positive"}, "log(x*y) == log(x) + log(y)", ()),
    ({"x": "real", "y": "real", "c": "real"}, "log(exp(x + c) + exp(y + c)) == c + log(exp(x) + exp(y))", ()),
    ({"x": "positive"}, "exp(2*log(x)) == x**2", ()),
    pytest.param(
        {"p": UNIT, "q": UNIT},
        "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)**2",
        (),
        marks=pytest.mark.deep,
    ),
]
FALSE = [
    ({"x": "real"}, "exp(x) >= 1 + x + x**2/2", ()),
    ({"x": "real"}, "exp(x) > 1 + x", ()),
    ({"x": "nonneg"}, "sin(x) < x", ()),
    ({"x": "nonneg"}, "sin(x) >= x - x**3/7", ()),
    ({"x": "real"}, "sin(x) <= x", ()),
    ({"x": "positive"}, "log(x) <= x - 2", ()),
    ({"p": UNIT, "q": UNIT}, "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2.1*(p - q)**2", ()),
    ({"p": UNIT}, "-p*log(p) - (1 - p)*log(1 - p) <= 69/100", ()),
    ({"x": "positive", "y": "positive"}, "log(x + y) == log(x) + log(y)", ()),
]


def stated(space, claim, given):
    lines = ["schema = 1", 'id = "rising.case"', "[space]", *(f"{k} = '{v}'" for k, v in space.items())]
    lines += ["[given]", *(f"g{k} = '{each}'" for k, each in enumerate(given))] if given else []
    return loads_claim("\n".join([*lines, "[shows]", f"claim = '{claim}'"]), "f.toml", "conjecture")


def status(claim, directory):
    return judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=directory).status


@pytest.mark.parametrize(("space", "claim", "given"), TRUE)
def test_what_rises_is_proved(space, claim, given, tmp_path):
    assert status(stated(space, claim, given), tmp_path) is Status.PROVED


@pytest.mark.parametrize(("space", "claim", "given"), FALSE)
def test_what_is_false_is_not_even_proposed(space, claim, given, tmp_path):
    found = stated(space, claim, given)
    ((_, goal),) = found.sequent.goals
    assert rising_steps(goal.relation, found.sequent.facts) is None
    assert status(found, tmp_path) is Status.REFUTED


def test_an_equation_without_a_solution(tmp_path):
    text = 'schema = 1\nid = "rising.case"\n[space]\nx = "real"\n[shows]\nexists = "exp(x) == x"\nof = ["x"]'
    assert status(loads_claim(text, "f.toml", "conjecture"), tmp_path) is Status.REFUTED
    assert status(loads_claim(text.replace("== x", "== x + 1"), "f.toml", "conjecture"), tmp_path) is Status.PROVED
