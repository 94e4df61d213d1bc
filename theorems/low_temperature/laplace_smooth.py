"""On the circle, the density 1 + b cos: the Laplace error is of the order 1/k, from both sides, k >= 1.

With u at the angle alpha, a point at the angle +-t from u has the density 1 + b cos(alpha) cos t on both sides
together, and the sine that is left is -b sin(alpha) sin t. So m = (radial, across) in the directions of u and across,
with A = I_1(k)/I_0(k) and mean sin^2 = A/k. Then (1 - b)/(2 (1 + b)) <= k |m - u| <= (5/2)/(1 - b): not the rate
sqrt(log k/k) of measures without a smooth density (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.bessel_circle import A, by_parts, k, mass, t, weight
from theorems.low_temperature.bessel_circle_linear import claim as LINEAR
from verify import PI, All, Claim, Identity, Inequality, Integral, Interval, Positive, Real, Space
from verify import cos, ge, gt, le, sin

S = Space(k=Positive(), t=Real(), b=Interval(0, 1), alpha=Real())
b, alpha = S.symbols[2:]
y, density = b * cos(alpha), 1 + b * cos(alpha) * cos(t)


def over(value):
    return Integral(value * weight, t, 0, PI)


radial, across = over(density * cos(t)) / over(density), over(-b * sin(alpha) * sin(t) ** 2) / over(density)
below, miss = 1 + y * A, (A + y * (1 - A / k) - 1 - y * A) / (1 + y * A)
error2 = miss**2 + (b * sin(alpha) * A / (k * below)) ** 2

claim = Claim(
    "low_temperature.laplace.smooth",
    S,
    given=[ge(k, 1), gt(1, b)],
    title="The Laplace principle for a smooth density on the circle",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(
        radial=Identity(radial - 1, miss),
        across=Identity(across, -b * sin(alpha) * A / (k * below)),
        lower=Inequality(-k * miss, ">=", (1 - b) / (2 * (1 + b))),
        upper=Inequality(k**2 * error2, "<=", (Fraction(5, 2) / (1 - b)) ** 2),
    ),
    mutants={
        "sign": Identity(across, b * sin(alpha) * A / (k * below)),
        "half": Inequality(-k * miss, ">=", (1 - b) / (1 + b)),
        "fifth": Inequality(k**2 * error2, "<=", (1 / (2 - 2 * b)) ** 2),
    },
)


@claim.argument
def argument(p):
    p.integrate(gt(weight, 0), t, 0, PI)
    p.integral(Integral(weight * (cos(t) - k * sin(t) ** 2), t, 0, PI), sin(t) * weight)
    p.ring(by_parts)
    for part in ("ratio", "above"):
        p.uses(LINEAR, at={k: k, t: t}, part=part)
    x, N = k * (1 - A), k * (1 - A) * (1 - y) + y * A
    p.sign(ge(x, "1/2"), as_=k * (1 - 1 / (2 * k) - A))
    p.sign(le(x, "5/8"), as_=k * (A - (1 - Fraction(5, 8) / k)))
    p.sign(ge(1 - A, 0), as_=(2 * (x - Fraction(1, 2)) + 1) / (2 * k))
    p.sign(ge(A, 0), as_=(8 * (Fraction(5, 8) - x) + 8 * (k - 1) + 3) / (8 * k))
    p.sign(ge(b + y, 0), as_=2 * b * cos(alpha / 2) ** 2)
    p.sign(ge(b - y, 0), as_=2 * b * sin(alpha / 2) ** 2)
    p.sign(excess := ge(below, 1 - b), as_=b * (1 - A) + A * (b + y))
    p.sign(gt(below, 0), as_=(2 * excess.gap + 2 * (1 - b)) / 2)
    p.sign(gt(over(density), 0), as_=mass * below)
    up, down = x - Fraction(1, 2) + x / k, (Fraction(5, 8) - x) * (1 + 1 / k) + (7 * (k - 1) + 2) / (8 * k)
    p.sign(low := ge(N, (1 - b) / 2), as_=(x - Fraction(1, 2)) + ((b + y) * down + (b - y) * up) / 2)
    spare = ((b - y) * A + b * (1 - A)) / (below * (1 + b))
    p.part("lower").sign(as_=low.gap / below + (1 - b) / 2 * spare)
    q = p.part("upper")
    q.sign(ge(N, 0), as_=(2 * low.gap + (1 - b)) / 2)
    q.sign(ge(1 + y, 0), as_=(2 * (1 - b) + 2 * (b + y)) / 2)
    q.sign(ge(1 - y, 0), as_=(2 * (1 - b) + 2 * (b - y)) / 2)
    rest = Fraction(5, 8) * (1 + y) + (1 - A) + A * (1 - y)
    q.sign(high := le(N, "9/4"), as_=(Fraction(5, 8) - x) * (1 - y) + rest)
    small, large = N / below, Fraction(9, 4) / (1 - b)
    q.sign(more := ge(large, small), as_=high.gap / (1 - b) + N * excess.gap / ((1 - b) * below))
    side = (b * sin(alpha) * A) ** 2
    wide = ((1 - A) * (1 + A) + A**2 * (1 - b**2) + (A * y) ** 2) / (1 - b) ** 2
    q.sign(ge(1 - b**2, 0), as_=(1 - b) * (1 + b))
    q.sign(
        thin := le(side / below**2, 1 / (1 - b) ** 2),
        as_=wide + side * excess.gap * (2 * below + 2 * (1 - b)) / 2 / ((1 - b) * below) ** 2,
    )
    q.sign(as_=more.gap * (large + small) + thin.gap + Fraction(3, 16) / (1 - b) ** 2)
