"""1 - A <= d/k for the ratio A of Bessel functions: Amos' lower bound is k/(a + S), S^2 = b^2 + k^2.

With a = (d - 1)/2 and b = (d + 1)/2 in every dimension (low_temperature.bessel.amos, .circle; arXiv 2605.10931).
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


@claim.argument
def argument(p):
    p.sign(gt(d, 0), as_=[d - 1, 1])
    p.sign(ge(k + b, long), as_=2 * k * b / (k + b + long))
    p.sign(ge(long, k), as_=b**2 / (long + k))
    p.sign(slow := ge(a + long, k), as_=[a, long - k])
    rest = (k + b - long) / (a + long) + d * slow.gap / (k * (a + long))
    p.sign(as_=[A - lower, rest])
