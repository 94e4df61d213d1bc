"""Zero temperature on the circle, M = I, uniform start: W_2^2 to the limit is 2 - (4/pi) arccos(e)/sqrt(1 - e^2).

At e = exp(-(l1 - l2) t) the token x = (cos theta, sin theta) is at X = (cos theta, e sin theta)/|.|. Its limit is the
nearest point of +-e_1, so W_2^2 is the mean of |X - e_1|^2 over a quarter of the circle. With k = sqrt(1 - e^2),
arccos(e) = arcsin(k), and arcsin(k sin theta)/k is an antiderivative (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, Claim, Identity, Integral, Interval, Real, Space, asin, cos, gt, norm2, sin, sqrt, vector

S = Space(e=Interval(0, 1, open=True), theta=Real())
e, theta = S.symbols
x, k = vector(cos(theta), e * sin(theta)), sqrt(1 - e**2)
quarter = Integral(norm2(x / sqrt(norm2(x)) - vector(1, 0)), theta, 0, PI / 2)

claim = Claim(
    "low_temperature.zero-temperature-w2.d2",
    S,
    title="M = I, uniform start: the exact distance to the limit on the circle",
    source=LOW_2026.at("zero-temperature limit; closed form not in the paper"),
    rests_on=["low_temperature.zero-temperature-distance"],
    shows=Identity(2 / PI * quarter, 2 - 4 / PI * asin(k) / k),
    mutants={
        "half": Identity(2 / PI * quarter, 2 - 2 / PI * asin(k) / k),
        "sine": Identity(2 / PI * quarter, 2 - 4 / PI * asin(e) / k),
        "no-root": Identity(2 / PI * quarter, 2 - 4 / PI * asin(k)),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(1 - e**2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(norm2(x), 0), as_=e**2 + (1 - e**2) * cos(theta) ** 2)
    p.integral(quarter, by=2 * theta - 2 * asin(k * sin(theta)) / k)
