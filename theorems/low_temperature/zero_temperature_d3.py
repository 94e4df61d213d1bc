"""Zero temperature on the sphere of R^3, M = I, B = diag(l1, l2, l2), uniform start: W_2^2 to the limit is 2e/(1 + e).

At e = exp(-(l1 - l2) t) a token at height z along e_1 is at height z/sqrt(z^2 + e^2 (1 - z^2)), so W_2^2 is the mean of
|X - e_1|^2 = 2 - 2 z/sqrt(z^2 + e^2 (1 - z^2)) over the upper half, where z is uniform in [0, 1] by Archimedes
(arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import Claim, Identity, Integral, Interval, Real, Space, eq, gt, sqrt

S = Space(e=Interval(0, 1, open=True), z=Real())
e, z = S.symbols
size, k2 = z**2 + e**2 * (1 - z**2), 1 - e**2
mean = Integral(2 - 2 * z / sqrt(size), z, 0, 1)

claim = Claim(
    "low_temperature.zero-temperature-w2.d3",
    S,
    title="M = I, uniform start: the exact distance to the limit in R^3",
    source=LOW_2026.at("zero-temperature limit; closed form not in the paper"),
    rests_on=["low_temperature.zero-temperature-distance"],
    shows=Identity(mean, 2 * e / (1 + e)),
    mutants={
        "half": Identity(mean, e / (1 + e)),
        "sign": Identity(mean, 2 * e / (1 - e)),
        "no-sum": Identity(mean, 2 * e),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(k2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(size, 0), as_=e**2 + k2 * z**2)
    root, by = sqrt(e**2), 2 * z - 2 * sqrt(size) / k2
    p.zeros(eq((root - e) * (root + e), 0))
    p.integral(mean, by=by)
