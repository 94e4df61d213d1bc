"""Densities between a and b, against the uniform law: |m - u|^2 <= 2 (b/a) (1 - A) <= 2 (b/a) d/k, in every dimension.

m is the mean of y under the weight exp(k <u, y>), A that of <u, y> for the uniform law, Z0 its mean weight. Of the
density only mean weight >= a Z0 and mean (1 - <u, y>) weight <= b (1 - A) Z0 are used, of A the lower bound of Amos
(low_temperature.bessel.amos, .circle). |m - u|^2 is at most the mean of |y - u|^2 = 2 - 2 <u, y>. So the rate is
k^(-1/2), which a jump of the density reaches (low_temperature.laplace.jump). A token is the projection of y to a plane
through u and m (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import _bessel as bessel
from theorems.low_temperature.bessel_linear import claim as LINEAR
from verify import All, Claim, Disk, Inequality, Interval, Mean, Positive, Real, Space, Token
from verify import exp, ge, im, le, norm2, re, vector

S = Space(
    k=Positive(), d=Real(), A=Interval(-1, 1), a=Positive(), b=Positive(), Z0=Positive(), w=Token(Disk(closed=True))
)
k, d, A, a, b, Z0, w = S.symbols
y, u = vector(re(w), im(w)), vector(1, 0)
weight = exp(k * y[0])


def mean(value):
    return Mean(value * weight, w)


Z, missed = mean(1), mean(1 - y[0])
m = vector(*(mean(c) / Z for c in y))
error = norm2(m - u)

claim = Claim(
    "low_temperature.laplace.bounded",
    S,
    given=[ge(d, 1), ge(A, bessel.lower.subs({bessel.k: k, bessel.d: d})), ge(Z, a * Z0), le(missed, b * (1 - A) * Z0)],
    title="The Laplace principle for a density that is bounded from both sides",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    rests_on=["low_temperature.bessel.amos", "low_temperature.bessel.circle"],
    shows=All(
        ratio=Inequality(error, "<=", 2 * b / a * (1 - A)),
        rate=Inequality(error, "<=", 2 * b / a * d / k),
    ),
    mutants={
        "equal": Inequality(error, "<=", (1 - A) / 2),
        "first-order": Inequality(error, "<=", b / a * d / k**2),
    },
)


@claim.argument
def argument(p):
    p.sign(near := le(error, 2 * missed / Z), as_=(mean(norm2(y - m)) + mean(1 - norm2(y))) / Z)
    light, heavy = b * (1 - A) * (Z - a * Z0), a * (b * (1 - A) * Z0 - missed)
    p.sign(known := le(error, 2 * b / a * (1 - A)), as_=[near, 2 * (light + heavy) / (a * Z)])
    q = p.part("rate")
    q.uses(LINEAR, [k, A, d])
    q.sign(as_=[known, 2 * b / a * (d / k - (1 - A))])
