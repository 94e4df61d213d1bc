"""Zero temperature, M = I: W_p falls at most like exp(-g t min(1, m/p)), with a factor t^(1/p) where m = p.

For the tokens with |P_2 x| >= 1/2, which are some share of all, 2 D >= 1/(1 + L r) (low_temperature.rate.pointwise) and
the density of r is at least c r^(m - 1): so the mean of (1 + L r)^(-p) is at least c K(L)/L^m (`_rate_law.py`; arXiv
2605.10931).
"""

from theorems.classical.powers import average_powers
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._rate import G, at_equal, grown, m
from theorems.low_temperature._rate_law import D, L, S, c, case, distance, height, k, law, n, p, reach, tokens
from theorems.low_temperature.rate_integral import claim as INTEGRAL
from verify import All, Claim, eq, ge, gt

claim = Claim(
    "low_temperature.rate.lower",
    S,
    given=[*tokens, ge(2 * D, reach), ge(law, c * k / (L**n * L))],
    title="M = I: lower bounds of W_p at zero temperature, at the rate g min(1, m/p)",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.pointwise"],
    shows=All(
        light=case(gt(m, p), ">=", ge(k, G / 2**p), grown / (m * 2**p * 2**p)),
        equal=case(eq(p, m), ">=", ge(k, at_equal / 2**p), at_equal / (2**p * 2**p)),
        heavy=case(gt(p, m), ">=", ge(k, G / 2**p), 1 / (m * 2**p * 2**p)),
    ),
    mutants={
        "no-powers": case(gt(p, m), ">=", ge(k, G / 2**p), 1 / m),
        "one-power": case(gt(p, m), ">=", ge(k, G / 2**p), 2 / (m * 2**p)),
    },
)


@claim.argument
def argument(at):
    at.sign(gt(L, 0), as_=[L - 1, 1])
    average_powers(at, reach, 2, D, p, D, height)
    scale, here = c / (2**p * L**n * L), [n, p, L, 0, 0, 1]
    slack = [(2**p * distance - law) / 2**p, (law - c * k / (L**n * L)) / 2**p]
    rising, falling = (grown - 1) * p / (m * (m - p)) / 2**p, (1 - grown) / (p - m) / 2**p
    at.part("equal").sign(as_=[*slack, scale * (k - at_equal / 2**p)])
    for name, known, rest in (("light", "rising", rising), ("heavy", "falling", falling)):
        q = at.part(name)
        q.uses(INTEGRAL, here, part=known)
        q.sign(as_=[*slack, scale * (k - G / 2**p), scale * rest])
