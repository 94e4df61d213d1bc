"""Lyapunov functions that are found: limits along flows of numbers and angles, and what stays open."""

from __future__ import annotations

import pytest

from theorems.classical.lasalle_cylinder import claim as LASALLE
from theorems.classical.locked_phase import claim as LOCKED
from theorems.classical.lojasiewicz import claim as LOJASIEWICZ
from verify.judge import judge
from verify.prove import settling
from verify.spell.toml import loads_claim
from verify.verdict import Status, Verdict

RESULTS = (LASALLE, LOCKED, LOJASIEWICZ)
CITED = {each.id: Verdict(each.id, "", "cited", "", "", Status.UNDECIDED) for each in RESULTS}


@pytest.fixture
def verdict(tmp_path):
    def of(space, rates, shows, given=(), offers=None):
        lines = ["schema = 1", 'id = "settling.case"', "[space]", *(f"{k} = '{v}'" for k, v in space.items())]
        lines += ["[given]", *(f"g{k} = '{each}'" for k, each in enumerate(given))] if given else []
        lines += ["[flow.rates]", *(f"{k} = '{v}'" for k, v in rates.items())]
        lines += ["[shows]", *(f"{k} = {v!r}" for k, v in shows.items())]
        claim = loads_claim("\n".join(lines), "f.toml", "conjecture")
        known = {each.id: each.offers for each in RESULTS} if offers is None else offers
        return judge(claim, budget="quick", verdict_of=CITED.get, offer_of=known.get, directory=tmp_path)

    return of


PLANE = {"x": "real", "v": "real"}
TRUE = {
    "a cubic": ({"x": "real"}, {"x": "-x-x**3"}, {"eventually": "x", "to": "0", "start": "every"}),
    "two wells": (
        {"x": "real"},
        {"x": "x-x**3"},
        {"eventually": "x**2", "to": "1", "start": "every", "except": ["x == 0"]},
    ),
    "logistic": (
        {"x": "positive", "m": "positive"},
        {"x": "x*(m-x)"},
        {"eventually": "x", "to": "m", "start": "every"},
    ),
    "a threshold": (
        {"x": "positive"},
        {"x": "x*(1-x)*(x-1/2)"},
        {"eventually": "x", "to": "1", "start": "every", "where": ["x > 1/2"]},
    ),
    "Hopf": (
        PLANE,
        {"x": "x-v-x*(x**2+v**2)", "v": "x+v-v*(x**2+v**2)"},
        {"eventually": "x**2+v**2", "to": "1", "start": "almost every"},
    ),
    "pendulum": (
        {"x": "circle", "v": "real"},
        {"x": "v", "v": "-v-sin(x)"},
        {"eventually": "sin(x)", "to": "0", "start": "every"},
    ),
    "Duffing": (PLANE, {"x": "v", "v": "-v-x-x**3"}, {"eventually": "x", "to": "0", "start": "every"}),
    "two phases": (
        {"x": "circle", "v": "circle"},
        {"x": "sin(v-x)", "v": "sin(x-v)"},
        {"eventually": "cos(x-v)", "to": "1", "start": "almost every"},
    ),
    "phases that lock": (
        {"x": "circle", "v": "circle", "w": "real", "k": "positive"},
        {"x": "w + k*sin(v-x)", "v": "k*sin(x-v)"},
        {"eventually": "sin(x-v)", "to": "w/(2*k)", "start": "every"},
        ["-2*k <= w", "w <= 2*k"],
    ),
    "an angle that locks": ({"x": "circle"}, {"x": "1/2-sin(x)"}, {"eventually": "point", "start": "every"}),
    "three phases, a gradient": (
        {"x": "circle", "y": "circle", "z": "circle"},
        {"x": "sin(y-x)+sin(z-x)", "y": "sin(x-y)+sin(z-y)", "z": "sin(x-z)+sin(y-z)"},
        {"eventually": "point", "start": "every"},
    ),
    "a spiral": (
        PLANE,
        {"x": "-x+v-x*(x**2+v**2)", "v": "x-v"},
        {"eventually": "x**2+v**2", "to": "0", "start": "almost every"},
    ),
    "a point": (PLANE, {"x": "-x*(1+v**2)", "v": "-v*(1+x**2)"}, {"eventually": "point", "start": "every"}),
    "predators": (
        {"x": "positive", "v": "positive"},
        {"x": "x*(2-x-v)", "v": "v*(x-1)"},
        {"eventually": "x", "to": "1", "start": "every"},
    ),
    "an epidemic": (
        {"s": "positive", "i": "positive"},
        {"s": "-2*s*i", "i": "2*s*i-i"},
        {"eventually": "i", "to": "0", "start": "every"},
    ),
}


QUICK = ("Duffing",)


@pytest.mark.parametrize(
    "name", [each if each in QUICK else pytest.param(each, marks=pytest.mark.deep) for each in TRUE]
)
def test_limits_are_proved(name, verdict):
    found = verdict(*TRUE[name])
    result = LOCKED if "lock" in name else (LOJASIEWICZ if "gradient" in name else LASALLE)
    assert found.status is Status.PROVED and found.conditional_on == (result.id,)


OPEN = {
    "a centre": (PLANE, {"x": "v", "v": "-x"}, {"eventually": "point", "start": "every"}),
    "a tilted gradient": ({"x": "circle"}, {"x": "3/2-sin(x)"}, {"eventually": "point", "start": "every"}),
    "no friction": (PLANE, {"x": "v", "v": "-x-x**3"}, {"eventually": "v", "to": "0", "start": "almost every"}),
    "van der Pol": (PLANE, {"x": "v", "v": "(1-x**2)*v-x"}, {"eventually": "x", "to": "0", "start": "almost every"}),
    "two predators in balance": (
        {"x": "positive", "v": "positive"},
        {"x": "x*(1-v)", "v": "v*(x-1)"},
        {"eventually": "x", "to": "1", "start": "every"},
    ),
    "drift": ({"x": "circle"}, {"x": "2-sin(x)"}, {"eventually": "sin(x)", "to": "1", "start": "every"}),
}


@pytest.mark.parametrize(
    "name", [each if each == "drift" else pytest.param(each, marks=pytest.mark.deep) for each in OPEN]
)
def test_what_does_not_settle_is_never_proved(name, verdict):
    assert verdict(*OPEN[name]).status in (Status.UNDECIDED, Status.REFUTED)


def test_without_the_cited_result_nothing_is_found(verdict):
    assert verdict(*TRUE["a threshold"], offers={}).status is Status.UNDECIDED


def test_the_power_is_that_of_the_result():
    """A conclusion is asked for as zero^POWER, as the result states it."""
    assert f"zero^{settling.POWER} " in LASALLE.shows.text
    assert tuple(each.id for each in RESULTS) == settling.CITED
