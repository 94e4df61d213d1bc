"""On the circle 1/2 < k (1 - A) < 5/8, A = I_1(k)/I_0(k): the right bound for all k > 0, the left one for k >= 1.

H = k (first - mass) + c mass has (H exp(k) k^(-c))' = exp(k) k^(-c) mass (2c - 1 - c^2/k). For c = 5/8 it moves away
from zero on both sides of k = 25/16, where it is positive; for c = 1/2 it falls from k = 1 on, where it is negative.
The best constant on the right is near .609, and 1/2 is the limit for large k (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.bessel_circle import A, S, first, k, mass, t, weight
from verify import PI, All, Claim, Inequality, Integral, When, any_of, cos, exp, ge, gt, le, lt, sin

turn, most, least = Fraction(25, 16), Fraction(5, 8), Fraction(1, 2)


def H(c):
    return k * (first - mass) + c * mass


claim = Claim(
    "low_temperature.bessel.circle-linear",
    S,
    title="On the circle the ratio of Bessel functions lies above 1 - 5/(8k), and from k = 1 on below 1 - 1/(2k)",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(
        moments=Inequality(H(most), ">", 0),
        ratio=Inequality(A, ">=", 1 - most / k),
        above=When([ge(k, 1)], Inequality(A, "<=", 1 - least / k)),
    ),
    mutants={
        "half": Inequality(A, ">=", 1 - least / k),
        "six-tenths": Inequality(A, ">=", 1 - Fraction(3, 5) / k),
        "everywhere": Inequality(A, "<=", 1 - least / k),
    },
)


@claim.argument
def argument(p):
    p.integrate(gt(weight, 0), t, 0, PI)
    p.integral(Integral(weight * (cos(t) - k * sin(t) ** 2), t, 0, PI), sin(t) * weight)
    for part in ("moments", "ratio"):
        away(p.part(part))
    p.part("ratio").sign(as_=H(most) / (k * mass))
    q, scale = p.part("above"), exp(k) * k ** (-least)
    q.value(lt(H(least).subs(k, 1), 0))
    q.rises(le(H(least) * scale, 0), k, low=1, as_=scale * mass / (4 * k))
    q.sign(as_=-H(least) * scale / (scale * k * mass))


def away(p):
    scale = exp(k) * k ** (-most)
    moved, slope = gt(H(most) * scale, 0), scale * mass * (16 * k - 25) / (64 * k)
    p.value(gt(H(most).subs(k, turn), 0))
    p.cases(
        any_of(ge(k, turn), le(k, turn)),
        lambda q: q.rises(moved, k, low=turn, as_=slope),
        lambda q: q.rises(moved, k, high=turn, as_=slope),
        shows=moved,
    )
    p.sign(gt(H(most), 0), as_=H(most) * scale / scale)
