"""The first coordinate z of a uniform point of the unit sphere of R^d, d = n + 3, has the density (1 - z^2)^(n/2).

I(f) = weighted(f) is the integral of f(z) exp(k z) (1 - z^2)^(n/2) over [-1, 1], and A = I(z)/I(1) a mean.
"""

from verify import Integral, Interval, Natural, Positive, Space, eq, exp, ge, gt, sqrt

S = Space(k=Positive(), n=Natural(0), z=Interval(-1, 1), y=Interval("-1/2", "1/2"))
k, n, z, y = S.symbols
d, weight = n + 3, exp(k * z) * sqrt(1 - z**2) ** n


def weighted(f, low=-1, high=1):
    return Integral(f * weight, z, low, high)


mass, first, second = weighted(1), weighted(z), weighted(z**2)
A = first / mass
by_parts = eq((d - 1) * first, k * (mass - second))
rate = 1 - A**2 - (d - 1) * A / k


def prepare(p):
    """mass > 0, and `by_parts` from d/dz (1 - z^2) exp(k z) (1 - z^2)^(n/2)."""
    total, middle = weighted(k * (1 - z**2) - (d - 1) * z), weight.subs(z, y)
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    p.integral(total, (1 - z**2) * weight, open=lambda q: q.sign(gt(1 - z**2, 0), as_=(1 - z) * (1 + z)))
    p.sign(gt(1 - y**2, 0), as_=("1/2" - y) * (y + "1/2") + "3/4")
    p.integrate(gt(middle, 0), y, "-1/2", "1/2")
    for low, high in ((-1, "-1/2"), ("1/2", 1)):
        p.integrate(ge(weight, 0), z, low, high)
    sides = weighted(1, -1, "-1/2") + weighted(1, "1/2", 1)
    p.sign(gt(mass, 0), as_=sides + Integral(middle, y, "-1/2", "1/2"))
