"""1 - A <= d/k for the ratio A of Bessel functions: Amos' lower bound is k/(a + S), S^2 = b^2 + k^2.

With a = (d - 1)/2 and b = (d + 1)/2 in every dimension (low_temperature.bessel.amos, .circle). The mean of |y - u|^4 =
4 (1 - z)^2 is 8 (1 - A) - 4 (d - 1) A/k for a uniform y under the weight exp(k z), z = <y, u>, as that of z^2 is 1 - (d
- 1) A/k (low_temperature.bessel.riccati): it is at most (d + 1)^2/k^2 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._bessel import A, S, a, b, d, k, long, lower
from verify import Claim, Inequality, ge, gt

claim = Claim(
    "low_temperature.bessel.linear",
    S,
    given=[ge(d, 1), ge(A, lower)],
    title="The ratio of Bessel functions lies above 1 - d/k",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    rests_on=["low_temperature.bessel.amos", "low_temperature.bessel.circle"],
    shows=Inequality(1 - A, "<=", d / k),
    mutants={"third": Inequality(1 - A, "<=", d / (3 * k)), "square": Inequality(1 - A, "<=", d / k**2)},
)

fourth = Claim(
    "low_temperature.bessel.fourth-moment",
    S,
    given=[ge(d, 1), ge(A, lower)],
    title="The fourth moment of the distance to u under the Laplace weight of the uniform law",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    rests_on=["low_temperature.bessel.amos", "low_temperature.bessel.circle", "low_temperature.bessel.riccati"],
    shows=Inequality(8 * (1 - A) - 4 * (d - 1) * A / k, "<=", (d + 1) ** 2 / k**2),
    mutants={
        "third": Inequality(8 * (1 - A) - 4 * (d - 1) * A / k, "<=", (d + 1) ** 2 / (3 * k**2)),
        "first": Inequality(8 * (1 - A) - 4 * (d - 1) * A / k, "<=", (d + 1) / k**2),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(a, 0), as_=(d - 1) / 2)
    p.sign(gt(d, 0), as_=[d - 1, 1])
    p.sign(ge(k + b, long), as_=2 * k * b / (k + b + long))
    p.sign(ge(long, k), as_=b**2 / (long + k))
    p.sign(slow := ge(a + long, k), as_=[a, long - k])
    rest = (k + b - long) / (a + long) + d * slow.gap / (k * (a + long))
    p.sign(as_=[A - lower, rest])


@fourth.argument
def moment(p):
    p.sign(ge(a, 0), as_=(d - 1) / 2)
    p.sign(ge(long, k), as_=b**2 / (long + k))
    below = (a + long) * (long + k)
    p.sign(spare := ge(below, 2 * k**2), as_=[a * (long + k), (long - k) * (long + 2 * k)])
    p.sign(as_=[(A - lower) * (8 + 8 * a / k), 4 * b**2 * spare.gap / (below * k**2)])
