"""Why sampling misses late distances: of Y = |X - Phi|^2 the second moment falls like e = exp(-g t), as the mean does.

In R^3, M = I and a uniform start, Y = 2 - 2 z/sqrt(z^2 + e^2 (1 - z^2)) with z uniform in [0, 1], and E Y^2 = 4 (1 -
2/(1 + e) + 1/k^2 - (e/k^3) arctan(k/e)), k^2 = 1 - e^2, while E Y = 2e/(1 + e). So the relative variance of the mean
of n samples grows like exp(g t)/n. Near e = 0 it is governed by the integral of (1 - s/sqrt(1 + s^2))^2 over s >= 0:
up to s it is 2s - 2 sqrt(1 + s^2) + 2 - arctan s, so it is 2 - pi/2 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.zero_temperature_d3 import e, k2, size, z
from verify import All, Claim, Identity, Integral, Interval, Nonneg, Real, Space, atan, eq, gt, sqrt

S = Space(e=Interval(0, 1, open=True), z=Real(), s=Nonneg(), upper=Nonneg())
s, upper = S.symbols[2:]
k = sqrt(k2)
squared = Integral((2 - 2 * z / sqrt(size)) ** 2, z, 0, 1)
limit = Integral((1 - s / sqrt(1 + s**2)) ** 2, s, 0, upper)
value = 4 * (1 - 2 / (1 + e) + 1 / k2 - e / (k2 * k) * atan(k / e))

claim = Claim(
    "low_temperature.sampling.heavy-tail",
    S,
    title="In R^3 the second moment of the squared distance to the limit",
    source=LOW_2026.at("sampling error; not in the paper"),
    rests_on=["low_temperature.zero-temperature-w2.d3"],
    shows=All(
        space=Identity(squared, value),
        limit=Identity(limit, 2 * upper - 2 * sqrt(1 + upper**2) + 2 - atan(upper)),
    ),
    mutants={
        "mean-squared": Identity(squared, (2 * e / (1 + e)) ** 2),
        "no-arctan": Identity(limit, 2 * upper - 2 * sqrt(1 + upper**2) + 2),
        "sign": Identity(squared, value + 16 / (1 + e)),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(k2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(size, 0), as_=e**2 + k2 * z**2)
    p.zeros(eq((sqrt(e**2) - e) * (sqrt(e**2) + e), 0))
    by = 4 * (z - 2 * sqrt(size) / k2 + z / k2 - e / (k2 * k) * atan(k * z / e))
    p.part("space").integral(squared, by=by)
    p.part("limit").integral(limit, by=2 * s - 2 * sqrt(1 + s**2) - atan(s))
