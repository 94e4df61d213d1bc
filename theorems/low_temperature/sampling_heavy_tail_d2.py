"""Why sampling misses late distances, on the circle: the second moment of Y = |X - Phi|^2, M = I, a uniform start.

E Y^2 = 4 (1 - (4/pi) arcsin(k)/k + 1/(1 + e)), k^2 = 1 - e^2, e = exp(-g t), while E Y = 2 - (4/pi) arcsin(k)/k by
low_temperature.zero-temperature-w2.d2. So E Y^2 = 4 E Y - 4 + 4/(1 + e): near e = 0 that is (8/pi) (2 - pi/2) e against
(4/pi) e, and the relative variance of the mean of n samples grows like exp(g t)/n. The token (cos theta, sin theta) is
at (cos theta, e sin theta)/|.|, at the angle theta - atan(back) to e_1 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.zero_temperature_d2 import S, e, k, theta, x
from verify import PI, All, Claim, Identity, Integral, asin, atan, cos, gt, norm2, sin, sqrt

c, s, size = cos(theta), sin(theta), norm2(x)
first, second = (Integral((2 - 2 * c / sqrt(size)) ** power, theta, 0, PI / 2) for power in (1, 2))
back = (1 - e) * s * c / (c**2 + e * s**2)
value = 4 * (1 - 4 / PI * asin(k) / k + 1 / (1 + e))

claim = Claim(
    "low_temperature.sampling.heavy-tail.d2",
    S,
    title="The second moment of the squared distance to the limit on the circle",
    source=LOW_2026.at("sampling error; not in the paper"),
    rests_on=["low_temperature.zero-temperature-w2.d2"],
    shows=All(
        circle=Identity(2 / PI * second, value),
        tail=Identity(2 / PI * second, 8 / PI * first - 4 * e / (1 + e)),
    ),
    mutants={
        "mean-squared": Identity(2 / PI * second, (2 / PI * first) ** 2),
        "no-last": Identity(2 / PI * second, 8 / PI * first),
        "sine": Identity(2 / PI * second, 4 * (1 - 4 / PI * asin(e) / k + 1 / (1 + e))),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(1 - e**2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(size, 0), as_=e**2 + (1 - e**2) * c**2)
    p.sign(gt(c**2 + e * s**2, 0), as_=e + (1 - e) * c**2)
    p.integral(first, by=2 * theta - 2 * asin(k * s) / k)
    p.integral(second, by=4 * theta - 8 * asin(k * s) / k + 4 * ((1 - e) * theta + e * atan(back)) / (1 - e**2))
