"""Lipschitz densities between a and b: |m - u| <= (L (d - 1) + b d)/(a k), the rate 1/k in every dimension, for all k.

A token is a point y of the uniform law with the density p there and the density q at its mirror image y' on the other
side of u, |y - y'|^2 = 4 (1 - z^2), z = <u, y>: so (p - q)^2 <= 4 L^2 (1 - z^2). In the direction of u and in that of
the rest of m, where y has the coordinate v, m is the mean of ((p + q) z, (p - q) v) over that of p + q under the weight
exp(k z). Of the uniform law the means of z and of z^2 enter, A and 1 - (d - 1) A/k (low_temperature.bessel.riccati),
and the lower bound of Amos. With a jump the rate is k^(-1/2) (low_temperature.laplace.bounded; arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import _bessel as bessel
from theorems.low_temperature._mirrored import Mirrored
from theorems.low_temperature.bessel_linear import claim as LINEAR
from verify import Claim, Disk, Inequality, Interval, Positive, Real, Space, Token, ge, gt, le

S = Space(
    k=Positive(), d=Real(), A=Interval(0, 1), a=Positive(), b=Positive(), L=Positive(), w=Token(Disk(closed=True)),
    p=Token(Positive()), q=Token(Positive()),
)  # fmt: skip
k, d, A, a, b, L, w, p, q = S.symbols
pair = Mirrored(k, w, p, q)
z, v, weight, mean, Z, total = pair.z, pair.v, pair.weight, pair.mean, pair.Z, pair.total
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
    """Across u the mean is at most `side`, along u it misses at most `front`, and side + front <= bound."""
    at.sign(gt(d, 0), as_=[d - 1, 1])
    at.sign(ge(1 - z**2, 0), as_=[1 - z**2 - v**2, v**2])
    at.sign(ge(1 - z, 0), as_=[(1 - z) ** 2 / 2, (1 - z**2) / 2])
    pair.heavy(at, a)
    enough = (total - 2 * a * Z) / total
    most, tilt, square = 2 * L * (1 - z**2), (p - q) * v, 4 * L**2 * (1 - z**2) - (p - q) ** 2
    spread = 2 * L * ((d - 1) * A / k * Z - mean(1 - z**2)) / total
    for each in (tilt, -tilt):
        pair.bounded(at, each, most, as_=4 * L**2 * (1 - z**2) * (1 - z**2 - v**2) + v**2 * square)
        at.sign(le(mean(each) / total, side), as_=[(mean(most) - mean(each)) / total, side * enough, spread])
    at.sign(tilted := le(across**2, side**2), as_=(side - across) * (side + across))
    missed = (p + q) * (1 - z)
    light = [weight * (1 - z) * (b - p), weight * (1 - z) * (b - q)]
    at.average(le(missed * weight, 2 * b * (1 - z) * weight), *pair.tokens, as_=light)
    near = 2 * b * ((1 - A) * Z - mean(1 - z)) / total
    rest = (2 * b * mean(1 - z) - mean(missed)) / total
    at.sign(ahead := le(1 - along, front), as_=[rest, front * enough, near])
    at.sign(ge(1 - along, 0), as_=mean(missed) / total)
    at.sign(short := le((1 - along) ** 2, front**2), as_=ahead.gap * (front + (1 - along)))
    at.uses(LINEAR, [k, A, d])
    at.sign(wide := ge(bound, side + front), as_=(L * (d - 1) * (1 - A) / k + b * (d / k - (1 - A))) / a)
    at.sign(as_=[tilted, short, 2 * side * front, wide.gap * (bound + side + front)])
