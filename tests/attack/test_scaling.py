"""A stated exponent is supported by a fit or made a suspect by one; it is never proved and never refuted."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from theorems.low_temperature.scalings import laplace, mass_shift
from verify import Claim, Positive, Scaling, Space, TermError
from verify.attack import attack
from verify.attention import scalings
from verify.attention.scalings import MEASURES, Measure, fit
from verify.judge import judge
from verify.kernel.proof import Refused, Step, prove, refute
from verify.kernel.term import symbol
from verify.verdict import Status


@pytest.fixture
def measure(monkeypatch):
    """Measures of q = parameter^-1/2, with an error and with a bend; their points are given."""

    def at(error: float, bend: float = 0.0):
        def value(x: float) -> tuple[float, float]:
            return -0.5 * math.log(x) + bend * math.log(x) ** 2 + error * math.sin(7 * x), error

        return value

    values = tuple(10.0**k for k in range(1, 8))
    for name, make in {"clean": at(1e-3), "vague": at(0.5), "bent": at(1e-6, 0.01)}.items():
        monkeypatch.setitem(MEASURES, name, Measure("q", "x", values, 100, make))
    scalings.take.cache_clear()
    yield
    scalings.take.cache_clear()


def _claim(name: str, exponent: str) -> Claim:
    return Claim("test.scaling", Space(x=Positive()), Scaling(name, exponent), kind="conjecture")


def _verdict(claim, tmp_path):
    return judge(
        claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path, search=True
    )


def test_a_power_is_supported(measure, tmp_path):
    verdict = _verdict(_claim("clean", "-1/2"), tmp_path)
    assert verdict.status is Status.UNDECIDED and verdict.supported and verdict.certificate is None
    assert verdict.reason.startswith("supported by a fit, not proved: exponent -0.5")
    assert verdict.survey["bound"] is None and verdict.survey["effective"] == 7


@pytest.mark.parametrize("exponent", ["-1/4", "-3/4", "-6/11"])
def test_another_power_is_a_suspect_and_not_refuted(measure, tmp_path, exponent):
    verdict = _verdict(_claim("clean", exponent), tmp_path)
    assert verdict.status is Status.UNDECIDED and not verdict.supported
    assert "a suspect" in verdict.reason and verdict.survey["suspects"] == 1


@pytest.mark.parametrize(("name", "exponent"), [("vague", "-1/2"), ("bent", "-1/2"), ("bent", "-1/4")])
def test_a_vague_fit_and_one_that_drifts_say_nothing(measure, tmp_path, name, exponent):
    verdict = _verdict(_claim(name, exponent), tmp_path)
    assert not verdict.supported
    assert "says nothing" in verdict.reason or "a suspect" in verdict.reason


def test_a_drift_is_part_of_the_error(measure):
    bent = fit(scalings.take("bent"))
    assert bent.error >= abs(bent.upper - bent.exponent) > 0.05


def test_what_the_budget_cannot_pay_is_not_measured():
    outcome = attack(mass_shift, 20_000)
    assert outcome.survey.effective == 0 and "beyond the budget" in outcome.survey.not_tried[0]


def test_no_step_shows_it_and_no_rule_refutes_it():
    goal, point = laplace.sequent.goal("main"), {symbol("parameter"): 1}
    points = {sym: symbol("parameter").subs({symbol("parameter"): 1}) for sym in point}
    for step in ("sign", "ring", "value", "holds", "cases", "witness", "limit"):
        with pytest.raises(Refused):
            prove(laplace.sequent, {"main": (Step(step, {}),)}, points)
    with pytest.raises(Refused, match="without reaching"):
        prove(laplace.sequent, {}, points)
    for rule in ("point", "never", "flow", "count"):
        with pytest.raises(Refused, match="no rule refutes"):
            refute(laplace.sequent, "main", rule, points)
    assert replace(goal, exponent=Fraction(-2)) != goal


def test_a_measure_that_does_not_exist_is_one_line():
    with pytest.raises(TermError, match="there is no measure 'laplace'; there are laplace-smooth"):
        Scaling("laplace", "-1")


def test_the_least_squares_slope_and_what_a_fit_refuses():
    exact = [(float(x), 2 + 3 * math.log(x), 0.0) for x in (1, 2, 5, 9, 20)]
    assert fit(exact).exponent == pytest.approx(3) and fit(exact).upper == pytest.approx(3)
    assert fit(exact).error < 1e-12
    with pytest.raises(ValueError, match="four points"):
        fit(exact[:3])
    with pytest.raises(ValueError, match="nothing finite was measured at 20"):
        fit([*exact[:-1], (20.0, math.nan, 0.0)])
