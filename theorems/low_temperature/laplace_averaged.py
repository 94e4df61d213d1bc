"""The averaged Laplace principle at M = I: k mean |m(x) - x|^2 is bounded, for every k = beta > 0 and every measure.

The tokens x and y have one law; all that is used of it is that near a point a there is no more of x than of y (the
first hypothesis). The token a is uniform: then the other two are low_temperature.laplace.mass, with N the mean of
exp(-s k |x - a|^2). No density, no logarithm; n tokens as well as a mean field. The constants are 20/e = 7.36 on the
circle and 288/(5e) = 21.2 in R^3; `in_dimension(4, ...)` proves 1152/(5e) = 84.8 in R^4, in ten seconds. The law of x
is averaged at one a first, where exp(-k |x - a|^2) over its mean is a density, and then a itself (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._laplace import Laplace, averaged, over
from theorems.low_temperature.laplace_local import claims as LOCAL
from verify import Claim, Inequality, ge, le, norm2


def in_dimension(d, local):
    L = Laplace(d, tokens=True)
    error = over(norm2(L.m - L.x), L.x)
    claim = Claim(
        f"low_temperature.laplace.averaged.d{d}",
        L.S,
        given=[le(over(L.close, L.x), L.mass), ge(over(L.near, L.a), L.N), le(over(L.far, L.a), L.growth * L.N)],
        title=f"The Laplace principle on the sphere of R^{d}, averaged over any measure",
        source=LOW_2026.at("quantitative Laplace principle; constant and density-free form not in the paper"),
        rests_on=["low_temperature.laplace.mass.d2-at-25" if d == 2 else f"low_temperature.laplace.mass.d{d}"],
        shows=Inequality(error, "<=", L.constant / L.k),
        mutants={
            "no-temperature": Inequality(error, "<=", L.constant / 100),
            "fiftieth": Inequality(error, "<=", L.constant / (50 * L.k)),
        },
    )
    claim.argument(lambda p: argument(p, L, local))
    return claim


def argument(p, L, local):
    here = {sym: sym for sym in local.space.scalars if sym not in L.y.entries()}
    bound = le(over(L.V, L.x), L.constant / L.k)
    p.have(bound, lambda q: spread(q, L, local, here))
    p.uses(local, here, part="variance")
    p.sign(as_=over(L.V - norm2(L.m - L.x), L.x) + bound.gap)


def spread(p, L, local, here):
    """At one a the law of x is averaged; and the uniform a finds a mean weight of N near every x."""
    k, x, y, a, V, near, far = L.k, L.x, L.y, L.a, L.V, L.near, L.far
    at_one, at_every = le(k * over(near * V, x), L.least * over(far, y)), ge(V * over(near, a), L.N * V)

    def one(q):
        q.uses(local, here, part="local")
        local_gap = L.least * L.close * over(far, y) / L.mass - k * near * V
        rest = L.least * over(far, y) * (L.mass - over(L.close, x)) / L.mass
        q.average(at_one, *a.entries(), as_=over(local_gap, x) + rest)

    def every(q):
        q.sign(ge(L.apart, 0), as_=norm2(x - y))
        q.average(at_every, *x.entries(), as_=V * (over(near, a) - L.N))

    weighed, enough = averaged(at_one, a), averaged(at_every, x)
    p.have(weighed, one)
    p.have(enough, every)
    p.sign(ge(L.apart, 0), as_=norm2(x - y))
    p.swap(over(over(near * V, x), a))
    p.swap(over(over(far, y), a))
    p.average(le(over(far, a), L.growth * L.N), *y.entries())
    rest = L.least * (L.growth * L.N - over(over(far, a), y))
    p.sign(le(over(V, x), L.constant / k), as_=(weighed.gap + k * enough.gap + rest) / (k * L.N))


claims = [in_dimension(d, local) for d, local in zip((2, 3), LOCAL, strict=True)]
