"""Zero temperature, M = I: W_p falls at least like exp(-g t min(1, m/p)), with a factor t^(1/p) where m = p.

D <= 2/(1 + L r) for every token (low_temperature.rate.pointwise), and r has a density of at most c r^(m - 1): so the
mean of (1 + L r)^(-p) is at most c K(L)/L^m (`_rate_law.py`; arXiv 2605.10931).
"""

from theorems.classical.powers import average_powers
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._rate import G, at_equal, grown, m
from theorems.low_temperature._rate_law import D, L, S, c, case, distance, height, k, law, n, p, reach, tokens
from verify import All, Claim, eq, gt, le

claim = Claim(
    "low_temperature.rate.upper",
    S,
    given=[*tokens, le(D, 2 * reach), le(law, c * k / (L**n * L))],
    title="M = I: upper bounds of W_p at zero temperature, at the rate g min(1, m/p)",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.pointwise"],
    shows=All(
        light=case(gt(m, p), "<=", le(k, G), 2**p * grown / (m - p)),
        equal=case(eq(p, m), "<=", le(k, at_equal), 2**p * at_equal),
        heavy=case(gt(p, m), "<=", le(k, G), 2**p * p / (m * (p - m))),
    ),
    mutants={
        "no-power": case(gt(p, m), "<=", le(k, G), p / (m * (p - m))),
        "faster": case(gt(m, p), "<=", le(k, G), 2**p / (m - p)),
    },
)


@claim.argument
def argument(at):
    at.sign(gt(L, 0), as_=[L - 1, 1])
    average_powers(at, D, 2, reach, p, D, height)
    scale = 2**p * c / (L**n * L)
    slack = [2**p * law - distance, 2**p * (c * k / (L**n * L) - law)]
    at.part("light").sign(as_=[*slack, scale * (G - k), scale * p / (m * (m - p))])
    at.part("equal").sign(as_=[*slack, scale * (at_equal - k)])
    at.part("heavy").sign(as_=[*slack, scale * (G - k), scale * grown / (p - m)])
