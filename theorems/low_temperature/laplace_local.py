"""The averaged Laplace principle at one point x, for every measure on the sphere: the error by the mass near any a.

|m - x|^2 <= V and k V exp(-s k |x - a|^2) <= exp(-k |x - a|^2) mean exp(-g k |y - a|^2)/(e eps mean exp(-k |y - a|^2)).
Two identities of squares carry it: |x - a|^2 + |y - a|^2 - |x - y|^2/2 = |x + y - 2a|^2/2 bounds the weights from
below, delta |x - y|^2 + (s - 2) |x - a|^2 - g |y - a|^2 = (2/(q + 1)) |x - a + (x - y)/q|^2 from above; and
t <= exp(t - 1) at t = eps k |x - y|^2. Four points span R^4 at most, but a measure does not: one claim for each of the
dimensions two and three (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import claim as TANGENT
from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._laplace import Laplace, over
from verify import All, Claim, Inequality, exp, ge, le, norm2


def in_dimension(d):
    L = Laplace(d)
    error, far = norm2(L.m - L.x), L.least * L.close * over(L.far, L.y)
    near, bound = L.k * L.near * L.V, far / L.mass
    claim = Claim(
        f"low_temperature.laplace.local.d{d}",
        L.S,
        title=f"The Laplace error at one point of the sphere of R^{d}, by the mass near any other",
        source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
        shows=All(variance=Inequality(error, "<=", L.V), local=Inequality(near, "<=", bound)),
        mutants={
            "half": Inequality(error, "<=", L.V / 2),
            "no-mass": Inequality(near, "<=", far),
            "quarter": Inequality(near, "<=", bound / 4),
        },
    )
    claim.argument(lambda p: argument(p, L, bound))
    return claim


def argument(p, L, bound):
    """The variance of y is |x - m|^2 less than the mean V of |y - x|^2; and weights from below and above."""
    k, x, y, a, weight = L.k, L.x, L.y, L.a, L.weight
    p.part("variance").sign(as_=over(norm2(y - L.m) * weight, y) / L.Z)

    def from_below(q):
        q.average(ge(weight, light), *y.entries(), as_=light * expm1(k * norm2(x + y - 2 * a) / 2))

    def from_above(q):
        t = L.eps * k * L.apart
        q.uses(TANGENT, [t - 1])
        rest = weight * exp(t) * L.near * expm1(2 / (L.q + 1) * k * norm2(x - a + (x - y) / L.q))
        tangent = weight * L.near / L.eps * (exp(t - 1) - t)
        q.average(le(k * L.apart * weight * L.near, heavy), *y.entries(), as_=L.least * rest + tangent)

    light, heavy = exp(k - k * L.to_a - k * L.from_a), L.least * exp(k - 2 * k * L.to_a) * L.far
    q, below = p.part("local"), ge(L.Z, over(light, y))
    above = le(over(k * L.apart * weight * L.near, y), over(heavy, y))
    q.have(below, from_below)
    q.have(above, from_above)
    q.sign(as_=above.gap / L.Z + bound * below.gap / L.Z)


claims = [in_dimension(d) for d in (2, 3)]
