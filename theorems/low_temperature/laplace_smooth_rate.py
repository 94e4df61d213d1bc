"""The Laplace error for the density 1 + b cos on the circle is of the order 1/k, from both sides, for k >= 1:

(1 - b)/(2 (1 + b)) <= k |m - u| <= (5/2)/(1 - b), with m from low_temperature.laplace.smooth; of A = I_1(k)/I_0(k)
only 1/2 <= k (1 - A) <= 5/8 enters (low_temperature.bessel.circle-linear). This is not the rate sqrt(log k/k) of
measures without a smooth density (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Interval, Real, Space, cos, ge, gt, le, sin

S = Space(k=Real(), A=Real(), b=Interval(0, 1), alpha=Real())
k, A, b, alpha = S.symbols
x, y, z = k * (1 - A), b * cos(alpha), b * sin(alpha)
below = 1 + y * A
small, across = (x * (1 - y) + y * A) / below, z * A / below
"""k (1 - radial part) and k times the part across u."""

claim = Claim(
    "low_temperature.laplace.smooth-rate",
    S,
    given=[ge(k, 1), gt(1, b), ge(x, "1/2"), le(x, "5/8")],
    title="The Laplace error of the density 1 + b cos on the circle is of the order 1/k",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    rests_on=["low_temperature.laplace.smooth", "low_temperature.bessel.circle-linear"],
    shows=All(
        lower=Inequality(small, ">=", (1 - b) / (2 * (1 + b))),
        upper=Inequality(small**2 + across**2, "<=", (Fraction(5, 2) / (1 - b)) ** 2),
    ),
    mutants={
        "half": Inequality(small, ">=", (1 - b) / (1 + b)),
        "fifth": Inequality(small**2 + across**2, "<=", (1 / (2 - 2 * b)) ** 2),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(k, 0), as_=[k - 1, 1])
    p.sign(ge(1 - A, 0), as_=(2 * (x - Fraction(1, 2)) + 1) / (2 * k))
    p.sign(ge(A, 0), as_=(8 * (Fraction(5, 8) - x) + 8 * (k - 1) + 3) / (8 * k))
    p.sign(ge(b + y, 0), as_=2 * b * cos(alpha / 2) ** 2)
    p.sign(ge(b - y, 0), as_=2 * b * sin(alpha / 2) ** 2)
    p.sign(excess := ge(below, 1 - b), as_=b * (1 - A) + A * (b + y))
    p.sign(gt(below, 0), as_=[excess.gap, 1 - b])
    up, down = x - Fraction(1, 2) + x / k, (Fraction(5, 8) - x) * (1 + 1 / k) + (7 * (k - 1) + 2) / (8 * k)
    p.sign(low := ge(small * below, (1 - b) / 2), as_=(x - Fraction(1, 2)) + ((b + y) * down + (b - y) * up) / 2)
    spare = ((b - y) * A + b * (1 - A)) / (below * (1 + b))
    p.part("lower").sign(as_=low.gap / below + (1 - b) / 2 * spare)
    q, N, large = p.part("upper"), small * below, Fraction(9, 4) / (1 - b)
    q.sign(ge(small, 0), as_=(2 * low.gap + (1 - b)) / (2 * below))
    q.sign(ge(1 + y, 0), as_=[1 - b, b + y])
    q.sign(ge(1 - y, 0), as_=[1 - b, b - y])
    rest = Fraction(5, 8) * (1 + y) + (1 - A) + A * (1 - y)
    q.sign(high := le(N, "9/4"), as_=(Fraction(5, 8) - x) * (1 - y) + rest)
    q.sign(more := ge(large, small), as_=(high.gap + small * excess.gap) / (1 - b))
    q.sign(ge(1 - b**2, 0), as_=(1 - b) * (1 + b))
    wide = (1 - A) * (1 + A) + A**2 * (1 - b**2) + (A * y) ** 2 + across**2 * excess.gap * (2 * below + 2 * (1 - b)) / 2
    q.sign(thin := le(across**2, 1 / (1 - b) ** 2), as_=wide / (1 - b) ** 2)
    q.sign(as_=more.gap * (large + small) + thin.gap + Fraction(3, 16) / (1 - b) ** 2)
