"""False statements as files state them, each of a kind that one means of the attack is for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.judge import judge
from verify.spell.toml import loads_claim
from verify.verdict import Status

VAN_DER_POL = """
[space]
x = "real"
y = "real"
[flow.rates]
x = "y"
y = "(1 - x**2)*y - x"
[shows]
eventually = "x**2 + y**2"
to = "0"
start = "almost every"
"""
LOCKED = """
[space]
K = "positive"
omega = "real"
phi = "circle"
[given]
coupling = "omega**2 <= {square}*K**2"
[shows]
exists = "omega - K*sin(phi) == 0"
of = ["phi"]
for = ["K", "omega"]
"""
SYMMETRIC = """
[space]
K = "real"
phi = "circle"
[given]
coupling = "K >= {least}"
[shows]
exists = "K*(sin(phi) + sin(2*phi))/3 == 1"
of = ["phi"]
for = ["K"]
"""


@pytest.fixture
def verdict(tmp_path):
    def of(text):
        claim = loads_claim(f'schema = 1\nid = "attack.case"\n{text}', "f.toml", "conjecture")
        return judge(claim, budget="default", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)

    return of


def test_a_region_outside_a_circle_keeps_van_der_pol_from_the_origin(verdict):
    """On |x| < 1 the radius does not fall: (x^2 + y^2)' = 2 y^2 (1 - x^2). Beyond the limit cycle it may."""
    found = verdict(VAN_DER_POL)
    assert found.status is Status.REFUTED and found.counterexample["simplest"]["rule"] == "region"
    reversed_ = verdict(VAN_DER_POL.replace('y = "(1', 'y = "-(1'))  # there the origin attracts
    assert reversed_.status is Status.UNDECIDED


def test_no_angle_locks_beyond_the_coupling(verdict):
    found = verdict(LOCKED.format(square=4))
    point = found.counterexample["simplest"]["point"]
    assert found.status is Status.REFUTED and abs(Fraction(point["omega"])) > Fraction(point["K"]) > 0
    assert verdict(LOCKED.format(square=1)).status is not Status.REFUTED


def test_no_symmetric_state_of_three_oscillators_below_the_threshold(verdict):
    """It is 3/max(sin t + sin 2 t) = 1.7044...; the maximum is at cos t = (sqrt 33 - 1)/8."""
    assert verdict(SYMMETRIC.format(least="3/2")).status is Status.REFUTED
    assert verdict(SYMMETRIC.format(least="171/100")).status is not Status.REFUTED


DRIFT = """
[space]
omega = "positive"
K = "positive"
phi = "circle"
[flow.rates]
phi = "omega - K*sin(phi)"
[shows]
eventually = "sin(phi)"
to = "omega/K"
start = "almost every"
"""


def test_two_oscillators_drift_where_the_coupling_is_small(verdict):
    """With omega > K the difference grows for ever, and sin phi = omega/K > 1 has no solution."""
    found = verdict(DRIFT)
    point = found.counterexample["simplest"]["point"]
    assert found.status is Status.REFUTED and Fraction(point["omega"]) > Fraction(point["K"])
