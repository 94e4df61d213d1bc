"""Zero temperature on the sphere of R^5, M = I, B = diag(l1, l2, ..., l2), uniform start: W_2^2 to the limit is
(3e + 2e^2)/(1 + e)^2.

As low_temperature.zero-temperature-w2.d3, but the height z has the density (3/2) (1 - z^2) on the upper half. With
w = sqrt(z^2 + e^2 (1 - z^2)), z dz = w dw/k^2 and 1 - z^2 = (1 - w^2)/k^2, k^2 = 1 - e^2 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.zero_temperature_d3 import S, e, k2, size, z
from verify import Claim, Identity, Integral, eq, gt, sqrt

density = (1 - z**2) * 3 / 2
mean = Integral(density * (2 - 2 * z / sqrt(size)), z, 0, 1)

claim = Claim(
    "low_temperature.zero-temperature-w2.d5",
    S,
    title="M = I, uniform start: the exact distance to the limit in R^5",
    source=LOW_2026.at("zero-temperature limit; closed form not in the paper"),
    rests_on=["low_temperature.zero-temperature-distance"],
    shows=Identity(mean, (3 * e + 2 * e**2) / (1 + e) ** 2),
    mutants={
        "space": Identity(mean, 2 * e / (1 + e)),
        "sign": Identity(mean, (3 * e - 2 * e**2) / (1 + e) ** 2),
        "once": Identity(mean, (3 * e + 2 * e**2) / (1 + e)),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(k2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(size, 0), as_=e**2 + k2 * z**2)
    root = sqrt(e**2)
    p.zeros(eq((root - e) * (root + e), 0))
    by = 3 * (z - z**3 / 3) - 3 * (sqrt(size) - sqrt(size) ** 3 / 3) / k2**2
    p.integral(mean, by=by)
