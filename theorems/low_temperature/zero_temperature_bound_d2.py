"""Zero temperature on the circle: W_2^2 <= (4/pi) e = 4 f_2(0) e, e = exp(-(l1 - l2) t), for a uniform start.

By the exact value of low_temperature.zero-temperature-w2.d2, e + arcsin(k)/k >= pi/2 with k = sqrt(1 - e^2) is left
(arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.zero_temperature_d2 import S, e, k, quarter, theta, x
from theorems.low_temperature.zero_temperature_d2 import claim as EXACT
from theorems.low_temperature.zero_temperature_endpoint import claim as ENDPOINT
from verify import PI, Claim, Inequality, asin, cos, eq, gt, le, norm2, sqrt

claim = Claim(
    "low_temperature.zero-temperature-bound.d2",
    S,
    title="On the circle the distance to the limit falls at least like exp(-g t/2)",
    source=LOW_2026.at("zero-temperature limit; constant not in the paper"),
    shows=Inequality(2 / PI * quarter, "<=", 4 / PI * e),
    mutants={
        "square": Inequality(2 / PI * quarter, "<=", 4 / PI * e**2),
        "half": Inequality(2 / PI * quarter, "<=", 2 / PI * e),
    },
)


@claim.argument
def argument(p):
    root = sqrt(1 - k**2)
    p.sign(gt(1 - e**2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(norm2(x), 0), as_=e**2 + (1 - e**2) * cos(theta) ** 2)
    p.sign(le(k, 1), as_=e**2 / (1 + k))
    p.uses(EXACT, at={e: e})
    p.uses(ENDPOINT, [k])
    p.zeros(eq((root - e) * (root + e), 0))
    p.sign(as_=4 / (PI * k) * (asin(k) + k * root - PI / 2 * k))
