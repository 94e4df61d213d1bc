"""Zero temperature, M = I, any law with many starts near the equator: W_p falls at most at the rate g min(1, m/p).

Many is a share of at least c r^m, any m > 0, among starts with |P_2 x| >= 1/2 (`_general_law.py`): W_p^p is at least
4^(-p) times the mean of (1 + Lam v)^(-k p) (arXiv 2605.10931).
"""

from theorems.classical.powers import average_powers
from theorems.low_temperature._general_law import D, K, Lam, claimed, distance, h, k, law, near, p, tokens, y
from theorems.low_temperature.rate_power_law import claim as COMPARED
from verify import Inequality, ge, le

least = 4**p

claim = claimed(
    "lower",
    [ge(2 * D, 1 / (1 + h)), le(h, y**k), ge(law, K / Lam)],
    Inequality(distance, ">=", K / (least * Lam)),
    {"law": Inequality(distance, ">=", law), "ten": Inequality(distance, ">=", 10 * K / Lam)},
    "M = I, many starts near the equator: the distance falls at most at the rate g min(1, m/p)",
)


@claim.argument
def argument(at):
    at.uses(COMPARED, [y, k], part="above")
    rise = 2 * (2 * near - (1 + y**k)) + 2 * (y**k - h)
    at.sign(le(1 / near, 4 * D), as_=[2 * (2 * D - 1 / (1 + h)), rise / (2 * near * (1 + h))])
    average_powers(at, 1 / near, 4, D, p, *tokens)
    at.sign(as_=[(least * distance - law) / least, (law - K / Lam) / least])
