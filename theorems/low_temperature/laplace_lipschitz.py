"""Lipschitz densities between a and b: |m - u| <= (L (d - 1) + b d)/(a k), the rate 1/k in every dimension, for all k.

A token is a point y of the uniform law with the density p there and the density q at its mirror image y' on the other
side of u, |y - y'|^2 = 4 (1 - z^2), z = <u, y>: so (p - q)^2 <= 4 L^2 (1 - z^2). In the direction of u and in that of
the rest of m, where y has the coordinate v, m is the mean of ((p + q) z, (p - q) v) over that of p + q under the weight
exp(k z). Of the uniform law the means of z and of z^2 enter, A and 1 - (d - 1) A/k (low_temperature.bessel.riccati),
and the lower bound of Amos. With a jump the rate is k^(-1/2) (low_temperature.laplace.bounded; arXiv 2605.10931).
"""

from theorems.classical.square_order import claim as ORDER
from theorems.low_temperature import LOW_2026
from theorems.low_temperature import _bessel as bessel
from theorems.low_temperature.bessel_linear import claim as LINEAR
from verify import Claim, Disk, Inequality, Interval, Mean, Positive, Real, Space, Token
from verify import exp, ge, gt, im, le, re

S = Space(
    k=Positive(), d=Real(), A=Interval(0, 1), a=Positive(), b=Positive(), L=Positive(), w=Token(Disk(closed=True)),
    p=Token(Positive()), q=Token(Positive()),
)  # fmt: skip
k, d, A, a, b, L, w, p, q = S.symbols
z, v, weight = re(w), im(w), exp(k * re(w))


def mean(value):
    return Mean(value * weight, w, p, q)


Z, total = mean(1), mean(p + q)
along, across = mean((p + q) * z) / total, mean((p - q) * v) / total
error, bound = across**2 + (1 - along) ** 2, (L * (d - 1) + b * d) / (a * k)
side, front = L * (d - 1) * A / (a * k), b / a * (1 - A)

claim = Claim(
    "low_temperature.laplace.lipschitz",
    S,
    given=[
        ge(d, 1),
        ge(A, bessel.lower.subs({bessel.k: k, bessel.d: d})),
        *(order(each, bound) for each in (p, q) for order, bound in ((ge, a), (le, b))),
        le((p - q) ** 2, 4 * L**2 * (1 - z**2)),
        le(mean(1 - z), (1 - A) * Z),
        le(mean(1 - z**2), (d - 1) * A / k * Z),
    ],
    title="The Laplace principle for a Lipschitz density",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    rests_on=["low_temperature.bessel.amos", "low_temperature.bessel.circle", "low_temperature.bessel.riccati"],
    shows=Inequality(error, "<=", bound**2),
    mutants={
        "exact": Inequality(error, "<=", across**2),
        "no-tilt": Inequality(error, "<=", (1 - along) ** 2),
    },
)


@claim.argument
def argument(at):
    at.sign(gt(Z, 0))
    at.sign(gt(d, 0), as_=[d - 1, 1])
    at.sign(ge(1 - z**2, 0), as_=[1 - z**2 - v**2, v**2])
    at.sign(ge(1 - z, 0), as_=((1 - z) ** 2 + 2 * (1 - z**2) / 2) / 2)
    at.average(ge((p + q) * weight, 2 * a * weight), w, p, q, as_=weight * (2 * (p - a) + 2 * (q - a)) / 2)
    at.sign(gt(total, 0), as_=[total - 2 * a * Z, 2 * a * Z])
    light = (d - 1) * A / k * Z - mean(1 - z**2)
    square = 4 * L**2 * (1 - z**2) - (p - q) ** 2
    most, tilt = 2 * L * (1 - z**2), (p - q) * v
    for each in (tilt, -tilt):
        at.sign(le(each**2, most**2), as_=4 * L**2 * (1 - z**2) * (1 - z**2 - v**2) + v**2 * square)
        at.uses(ORDER, [each, most])
        at.average(known := le(each * weight, most * weight), w, p, q, as_=weight * (most - each))
        rest = 2 * (mean(most) - mean(each)) + 2 * side * (total - 2 * a * Z)
        at.sign(ge(side - mean(each) / total, 0), as_=(rest + 4 * L * light) / (2 * total))
    at.sign(tilted := le(across**2, side**2), as_=(side - across) * (side + across))
    most = 2 * b * (1 - z) * weight
    at.average(le((p + q) * (1 - z) * weight, most), w, p, q, as_=weight * (1 - z) * (2 * (b - p) + 2 * (b - q)) / 2)
    rest = 2 * (2 * b * mean(1 - z) - mean((p + q) * (1 - z))) + 2 * front * (total - 2 * a * Z)
    at.sign(known := le(1 - along, front), as_=(rest + 4 * b * ((1 - A) * Z - mean(1 - z))) / (2 * total))
    at.sign(ahead := ge((p + q) * (1 - z) * weight, 0))
    at.average(ahead, w, p, q)
    at.sign(ge(1 - along, 0), as_=mean((p + q) * (1 - z)) / total)
    at.uses(LINEAR, at={bessel.k: k, bessel.d: d, bessel.A: A})
    at.sign(wide := ge(bound, side + front), as_=(L * (d - 1) * (1 - A) / k + b * (d / k - (1 - A))) / a)
    at.sign(fronts := le((1 - along) ** 2, front**2), as_=known.gap * (2 * front + 2 * (1 - along)) / 2)
    squares = 2 * tilted.gap + 2 * fronts.gap + 4 * side * front
    at.sign(as_=(squares + 2 * wide.gap * (bound + side + front)) / 2)
