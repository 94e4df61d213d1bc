"""Zero temperature in R^d, d = n + 2 >= 2, M = I, B = diag(l1, l2, ..., l2), uniform start: the exact W_2^2.

At e = exp(-(l1 - l2) t) a token x = (cos theta, sin theta) in the plane of e_1 and its rest is at
X = (cos theta, e sin theta)/|.|, and theta has a density proportional to (k sin theta)^n on the quarter turn,
k = sqrt(1 - e^2). So W_2^2 = 2 - (2/k) integral_0^k s^n/sqrt(1 - s^2) ds / integral (k sin theta)^n dtheta; with
s = sin(phi) the first integral is that of sin^n from 0 to arccos(e) (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, Claim, Identity, Integral, Interval, Natural, Real, Space
from verify import cos, eq, ge, gt, lt, norm2, sin, sqrt, vector

S = Space(n=Natural(), e=Interval(0, 1, open=True), theta=Real(), s=Real())
n, e, theta, s = S.symbols
x, k = vector(cos(theta), e * sin(theta)), sqrt(1 - e**2)
density, distance = (k * sin(theta)) ** n, norm2(x / sqrt(norm2(x)) - vector(1, 0))
mean, total = (Integral(each, theta, 0, PI / 2) for each in (density * distance, density))
part = Integral(s**n / sqrt(1 - s**2), s, 0, k)

claim = Claim(
    "low_temperature.zero-temperature-w2",
    S,
    title="M = I, uniform start: the exact distance to the limit in every dimension",
    source=LOW_2026.at("zero-temperature limit; closed form not in the paper"),
    given=[ge(s, 0), lt(s, 1)],
    rests_on=["low_temperature.zero-temperature-distance"],
    shows=Identity(mean, 2 * total - 2 / k * part),
    mutants={
        "half": Identity(mean, 2 * total - part / k),
        "no-root": Identity(mean, 2 * total - 2 * part),
        "sign": Identity(mean, 2 * total + 2 / k * part),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(1 - e**2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(norm2(x), 0), as_=e**2 + (1 - e**2) * cos(theta) ** 2)
    p.sign(gt(1 - s**2, 0), as_=(1 - s) * (1 + s))
    p.sign(lt(k, 1), as_=e**2 / (1 + k))
    p.substitute(part, theta, by=k * sin(theta), low=0, high=PI / 2)
    p.ring(spelt := eq(density * distance, 2 * density - 2 * density * cos(theta) / sqrt(norm2(x))))
    p.integrate(spelt, theta, 0, PI / 2)
