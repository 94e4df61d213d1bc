"""On the circle, the density 1 + b cos: the Laplace mean in closed form, with A = I_1(k)/I_0(k).

With u at the angle alpha, the points at the angles t and -t from u have the density 1 + b cos(alpha) cos t together,
and of their sines -b sin(alpha) sin^2 t is left. So m = (radial, across) in the direction of u and across it, where
the mean of cos^2 is 1 - A/k and that of sin^2 is A/k (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.bessel_circle import first, k, mass, t, weight
from verify import PI, All, Claim, Identity, Integral, Interval, Positive, Real, Space, cos, gt, sin

S = Space(k=Positive(), t=Real(), b=Interval(0, 1), alpha=Real())
b, alpha = S.symbols[2:]
A, y, z = first / mass, b * cos(alpha), b * sin(alpha)


def over(value):
    return Integral(value * weight, t, 0, PI)


total = over(1 + y * cos(t))
radial, across = over((1 + y * cos(t)) * cos(t)) / total, over(-z * sin(t) ** 2) / total

claim = Claim(
    "low_temperature.laplace.smooth",
    S,
    given=[gt(1, b)],
    title="The Laplace mean of the density 1 + b cos on the circle",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(
        radial=Identity(radial, (A + y * (1 - A / k)) / (1 + y * A)),
        across=Identity(across, -z * A / (k * (1 + y * A))),
    ),
    mutants={
        "sign": Identity(across, z * A / (k * (1 + y * A))),
        "density": Identity(radial, A + y * (1 - A / k)),
    },
)


@claim.argument
def argument(p):
    p.integrate(gt(weight, 0), t, 0, PI)
    p.integral(Integral(weight * (cos(t) - k * sin(t) ** 2), t, 0, PI), sin(t) * weight)
    half = (cos(alpha / 2) * cos(t / 2)) ** 2 + (sin(alpha / 2) * sin(t / 2)) ** 2
    p.sign(gt(1 + y * cos(t), 0), as_=[1 - b, 2 * b * half])
    p.integrate(gt((1 + y * cos(t)) * weight, 0), t, 0, PI)
    p.sign(gt(1 + y * A, 0), as_=total / mass)
