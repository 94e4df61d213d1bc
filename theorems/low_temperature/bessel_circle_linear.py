"""On the circle k (1 - A) <= 5/8 for all k > 0, A = I_1(k)/I_0(k): a line below the ratio of Bessel functions.

H = k (first - mass) + (5/8) mass solves H' = (5/(8k) - 1) H + (16k - 25) mass/(64 k), and H > 0 at k = 25/16: on both
sides of it H exp(k) k^(-5/8) moves away from zero. The best constant is near .609; it cannot be below 1/2, the limit
for large k (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.bessel_circle import A, S, by_parts, first, k, mass, t, weight
from verify import PI, All, Claim, Inequality, Integral, any_of, cos, exp, ge, gt, le, sin

turn, power = Fraction(25, 16), Fraction(5, 8)
H = k * (first - mass) + power * mass
scale = exp(k) * k ** (-power)

claim = Claim(
    "low_temperature.bessel.circle-linear",
    S,
    title="On the circle the ratio of Bessel functions lies above 1 - 5/(8k)",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(moments=Inequality(H, ">", 0), ratio=Inequality(A, ">=", 1 - power / k)),
    mutants={
        "half": Inequality(A, ">=", 1 - 1 / (2 * k)),
        "sixth-tenths": Inequality(A, ">=", 1 - Fraction(3, 5) / k),
    },
)


@claim.argument
def argument(p):
    p.integrate(gt(weight, 0), t, 0, PI)
    p.integral(Integral(weight * (cos(t) - k * sin(t) ** 2), t, 0, PI), sin(t) * weight)
    p.ring(by_parts)
    p.value(gt(H.subs(k, turn), 0))
    slope = scale * mass * (16 * k - 25) / (64 * k)
    moved = gt(H * scale, 0)
    p.cases(
        any_of(ge(k, turn), le(k, turn)),
        lambda q: q.rises(moved, k, low=turn, as_=slope),
        lambda q: q.rises(moved, k, high=turn, as_=slope),
        shows=moved,
    )
    p.sign(gt(H, 0), as_=H * scale / scale)
    p.part("ratio").sign(as_=H / (k * mass))
