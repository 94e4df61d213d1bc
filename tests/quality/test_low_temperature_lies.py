"""Near-misses of the second theory fall to the simplest counterexample, argued by hand as in test_simplest.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attack.claims import coordinates
from verify.attack import attack
from verify.spell.toml import load_claim

LIES = Path(__file__).parents[2] / "cases" / "lies" / "low_temperature"

SIMPLEST = {
    # 2/(1 + E) > 4 E for E = exp(-g t) below .366: g t = 1 gives .368, and of 1 and 2 the 1 comes first
    "f01-full-rate": {"g": "1", "t": "2"},
    # 0 < 1 are the simplest gap, and the token on the equator is e_2
    "f03-any-start": {"b1": "1", "b2": "0", "theta": "(1/2)*pi"},
    # b1 > 0 would be the top; a minus sign costs less than a second bit
    "f05-largest-modulus": {"b1": "-1", "b2": "0", "theta": "(1/2)*pi"},
    # v2 < v1 needs m2 > v1/v2 >= 2 for the halves; 3 is the next
    "f06-value-alone": {"v1": "1", "v2": "1/2", "m1": "1", "m2": "3", "theta": "(1/2)*pi"},
    # 1 + 1/k is above 1 already
    "f11-expansion-sign": {"k": "1"},
    # 1/(2k) + coth k - 1 exceeds 1/k^2 from 1.54 on; 2 has fewer bits than 5/3
    "f12-expansion-dimension": {"k": "2"},
    # 2k > 4
    "f13-no-support": {"k": "3", "y": ["pi"]},
    # equal clusters of a neutral V obey; v2 = 2 is the least that prefers e_2
    "f16-always-exponential": {"v1": "1", "v2": "2", "beta": "1", "m1": "1"},
    # opposite along the top eigenvector
    "f17-one-dirac": {"t1": "pi", "t2": "0"},
    # a < b < a s1/s2 with whole numbers; 1 < 3/2 < 2 would cost as much
    "f20-sum-of-heads": {"a": "1", "b": "2", "s1": "3", "s2": "1", "theta": "(1/2)*pi"},
    # a quarter turn has no real eigenvector, and no matrix with fewer entries lacks one
    "f21-complex-pair": {"B11": "0", "B12": "1", "B21": "-1", "B22": "0"},
    # of the rational points of the circle (4/5, 3/5) is simplest, and g (x1^2 - x2^2) = 2 gives the rest
    "f27-any-step": {"g": "50/7", "x1": "4/5", "x2": "3/5"},
    # 1 + 1 = 2, but the signs do not add
    "s02-limit-map-linear": {"x1": "1", "y1": "1"},
    # one row each, one entry each
    "s07-head-of-full-rank": {"K11": "1", "K12": "0", "Q11": "1", "Q12": "0"},
    # a quarter turn again
    "s08-terminal-rest": {"V11": "0", "V12": "1", "V21": "-1", "V22": "0"},
    # the cloud at its limit is at distance 0
    "s10-two-sided-alarm": {"e": "1/2", "z": "1"},
}


@pytest.mark.parametrize("name", SIMPLEST)
def test_the_simplest_counterexample_of_a_near_miss(name):
    outcome = attack(load_claim(LIES / f"{name}.toml", "lie"), 200_000)
    assert outcome.refuted and coordinates(outcome.simplest) == SIMPLEST[name]
