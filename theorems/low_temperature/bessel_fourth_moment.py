"""The mean of |y - u|^4 for a uniform y under the weight exp(k z), z = <y, u>, is at most (d + 1)^2/k^2.

|y - u|^4 = 4 (1 - z)^2, so its mean is 8 (1 - A) - 4 (d - 1) A/k, as that of z^2 is 1 - (d - 1) A/k
(low_temperature.bessel.riccati). A is at least Amos' lower bound (low_temperature.bessel.amos, .circle; arXiv
2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._bessel import A, S, a, b, d, k, long, lower
from verify import Claim, Inequality, ge

moment = 8 * (1 - A) - 4 * (d - 1) * A / k

claim = Claim(
    "low_temperature.bessel.fourth-moment",
    S,
    given=[ge(d, 1), ge(A, lower)],
    title="The fourth moment of the distance to u under the Laplace weight of the uniform law",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    rests_on=["low_temperature.bessel.amos", "low_temperature.bessel.circle", "low_temperature.bessel.riccati"],
    shows=Inequality(moment, "<=", (d + 1) ** 2 / k**2),
    mutants={
        "third": Inequality(moment, "<=", (d + 1) ** 2 / (3 * k**2)),
        "first": Inequality(moment, "<=", (d + 1) / k**2),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(long, k), as_=b**2 / (long + k))
    below = (a + long) * (long + k)
    p.sign(spare := ge(below, 2 * k**2), as_=[a * (long + k), (long - k) * (long + 2 * k)])
    p.sign(as_=[(A - lower) * (8 + 8 * a / k), 4 * b**2 * spare.gap / (below * k**2)])
