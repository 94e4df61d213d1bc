"""M = I, zero temperature: two orbits part at most like exp(ell t), ell = l1 - ld, for every V.

Y' = P_Y V Y on the sphere, from two starts. With D = |Y - Z|^2, a = VY and b = VZ the rate of D is at most 2 ell D by
low_temperature.one-sided, so D <= exp(2 ell t) D_0 for every pair, in coordinates that turn with it: this is every
dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import parting, spectral
from theorems.low_temperature.one_sided import claim as ONE_SIDED
from verify import Bound, Claim, Matrices, Nonneg, Real, Space, Sphere, eq, exp, le, norm2

point, arrow = Sphere(4), Matrices(4, 1)
S = Space(t=Nonneg(), D=Nonneg(), Y=point, Z=point, a=arrow, b=arrow, l1=Real(), ld=Real(), first=Nonneg())
t, D, Y, Z, a, b, l1, ld, first = S.symbols
ell, rate = l1 - ld, parting(Y, Z, a, b, 0 * Y)


def bound(value):
    return Bound(
        le(D, value),
        along={D: rate, t: 1},
        inputs=(*Y, *Z, *a, *b),
        start=[eq(t, 0), eq(D, first)],
        during=[eq(D, norm2(Y - Z)), *spectral(Y, Z, a, b, l1, ld)],
    )


claim = Claim(
    "low_temperature.stability.starts",
    S,
    title="M = I: how fast two orbits of temperature zero part",
    source=LOW_2026.at("stability in Wasserstein space; constants not in the paper"),
    shows=bound(exp(2 * ell * t) * first),
    mutants={
        "minus": bound(exp(2 * ell * t) * first - t - 1),
        "tenth": bound(exp(2 * ell * t) * first / 10),
    },
)


@claim.argument
def argument(p):
    p.uses(ONE_SIDED, [Y, Z, a, b, l1, ld], part="bound")
    known = 2 * ((l1 - ld) * norm2(Y - Z) - rate / 2)
    p.sign(le(rate, 2 * ell * D), as_=known)
    p.compare(2 * ell, 2 * ell * D - rate, by=lambda q: q.sign(le(D, exp(2 * ell * t) * first), as_=first - D))
