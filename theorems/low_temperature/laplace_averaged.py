"""The averaged Laplace principle at M = I: k mean |m(x) - x|^2 is bounded, for every k = beta > 0 and every measure.

The tokens x and y have one law; all that is used of it is that near a point a there is no more of x than of y (the
first hypothesis). The token a is uniform: then the other two are low_temperature.laplace.mass, with N the mean of
exp(-s k |x - a|^2). No density, no logarithm; n tokens as well as a mean field. The constants are 20/e = 7.36 on the
circle and 288/(5e) = 21.2 in R^3; `in_dimension(4, ...)` proves 1152/(5e) = 84.8 in R^4, in ten seconds. The law of x
is averaged at one a first, where exp(-k |x - a|^2) over its mean is a density, and then a itself (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._laplace import Laplace, over
from theorems.low_temperature.laplace_local import claims as LOCAL
from verify import Claim, Inequality, ge, gt, le, norm2


def in_dimension(d, local):
    L = Laplace(d, tokens=True)
    error = over(norm2(L.m - L.x), L.x)
    claim = Claim(
        f"low_temperature.laplace.averaged.d{d}",
        L.S,
        given=[
            le(over(L.close, L.x), L.mass),
            ge(over(L.near, L.a), L.N),
            le(over(L.far, L.a), L.growth * L.N),
        ],
        title=f"The Laplace principle on the sphere of R^{d}, averaged over any measure",
        source=LOW_2026.at("quantitative Laplace principle; constant and density-free form not in the paper"),
        rests_on=["low_temperature.laplace.mass.d2-at-25" if d == 2 else f"low_temperature.laplace.mass.d{d}"],
        shows=Inequality(error, "<=", L.constant / L.k),
        mutants={
            "no-temperature": Inequality(error, "<=", L.constant / 100),
            "fiftieth": Inequality(error, "<=", L.constant / (50 * L.k)),
        },
    )
    claim.argument(lambda p: averaged(L, local, p))
    return claim


def averaged(L, local, p):
    """Each block leaves one relation behind: what else it needed would be compared with all that follows."""
    bound = le(over(L.V, L.x), L.constant / L.k)
    at = {sym: sym for sym in local.space.scalars if sym not in L.y.entries()}
    p.cases(gt(L.k, 0), lambda q: spread(L, local, at, q), shows=bound)
    p.uses(local, at=at, part="variance")
    p.average(variance := le(norm2(L.m - L.x), L.V), *L.x.entries())
    p.sign(as_=over(variance.gap, L.x) + bound.gap)


def spread(L, local, at, p):
    k, x, y, a = L.k, L.x, L.y, L.a
    weighed = le(over(k * over(L.near * L.V, x), a), over(L.least * over(L.far, y), a))
    enough = ge(over(L.V * over(L.near, a), x), over(L.N * L.V, x))
    p.cases(gt(k, 0), lambda q: nearby(L, local, at, q), shows=weighed)
    p.cases(gt(k, 0), lambda q: everywhere(L, q), shows=enough)
    p.sign(ge(L.apart, 0), as_=norm2(x - y))
    for of in (over(over(L.near * L.V, x), a), over(over(L.far, y), a)):
        p.swap(of)
    p.average(le(over(L.far, a), L.growth * L.N), *y.entries())
    rest = L.least * (L.growth * L.N - over(over(L.far, a), y))
    p.sign(as_=(weighed.gap + k * enough.gap + rest) / (k * L.N), shows=le(over(L.V, x), L.constant / k))


def nearby(L, local, at, p):
    p.uses(local, at=at, part="local")
    here = le(L.k * L.near * L.V, L.least * L.close * over(L.far, L.y) / L.mass)
    p.average(here, *L.x.entries())
    p.sign(gt(L.mass, 0))
    spare = L.least * over(L.far, L.y) * (L.mass - over(L.close, L.x)) / L.mass
    weighed = le(L.k * over(L.near * L.V, L.x), L.least * over(L.far, L.y))
    p.sign(weighed, as_=over(here.gap, L.x) + spare)
    p.average(weighed, *L.a.entries())


def everywhere(L, p):
    p.sign(ge(L.apart, 0), as_=norm2(L.x - L.y))
    enough = ge(L.V * over(L.near, L.a), L.N * L.V)
    p.sign(enough, as_=L.V * (over(L.near, L.a) - L.N))
    p.average(enough, *L.x.entries())


claims = [in_dimension(d, local) for d, local in zip((2, 3), LOCAL, strict=True)]
