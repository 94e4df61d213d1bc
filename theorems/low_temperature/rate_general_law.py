"""Zero temperature, M = I, any law with few starts near the equator: W_p falls at least at the rate g min(1, m/p).

Few is a share of at most C r^m, any m > 0 (`_general_law.py`): W_p^p is at most (2 2^k)^p times the mean of (1 + Lam
v)^(-k p). So a density alone is not needed; its power law is (arXiv 2605.10931).
"""

from theorems.classical.powers import average_powers
from theorems.low_temperature._general_law import D, K, Lam, claimed, distance, h, k, law, near, p, tokens, y
from theorems.low_temperature.rate_power_law import claim as COMPARED
from verify import Inequality, ge, le

most = (2 * 2**k) ** p

claim = claimed(
    "upper",
    [le(D, 2 / (1 + h)), ge(h, y**k), le(law, K / Lam)],
    Inequality(distance, "<=", most * K / Lam),
    {"no-power": Inequality(distance, "<=", K / Lam), "half": Inequality(distance, "<=", 2**p * K / Lam)},
    "M = I, few starts near the equator: the distance falls at least at the rate g min(1, m/p)",
)


@claim.argument
def argument(at):
    at.uses(COMPARED, [y, k], part="below")
    fall = 2 * (2**k * (1 + y**k) - near) + 2 * 2**k * (h - y**k)
    at.sign(le(D, 2 * 2**k * (1 / near)), as_=[2 / (1 + h) - D, fall / (near * (1 + h))])
    average_powers(at, D, 2 * 2**k, 1 / near, p, *tokens)
    at.sign(as_=[most * law - distance, most * (K / Lam - law)])
