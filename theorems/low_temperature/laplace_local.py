"""The averaged Laplace principle at one point x, for every measure on the sphere: the error by the mass near any a.

|m - x|^2 <= V and k V exp(-s k |x - a|^2) <= exp(-k |x - a|^2) mean exp(-g k |y - a|^2)/(e eps mean exp(-k |y - a|^2)).
Two identities of squares carry it: |x - a|^2 + |y - a|^2 - |x - y|^2/2 = |x + y - 2a|^2/2 bounds the weights from
below, delta |x - y|^2 + (s - 2) |x - a|^2 - g |y - a|^2 = (2/(q + 1)) |x - a + (x - y)/q|^2 from above; and
t <= exp(t - 1) at t = eps k |x - y|^2. Four points span R^4 at most, but a measure does not: one claim for each of the
dimensions two and three (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import S as LINE
from theorems.classical.exp_above_line import claim as TANGENT
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._laplace import Laplace, over
from verify import All, Claim, Inequality, exp, ge, gt, le, norm2, sinh


def in_dimension(d):
    L = Laplace(d)
    left, right = L.k * L.near * L.V, L.least * L.close * over(L.far, L.y) / L.mass
    claim = Claim(
        f"low_temperature.laplace.local.d{d}",
        L.S,
        title=f"The Laplace error at one point of the sphere of R^{d}, by the mass near any other",
        source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
        shows=All(variance=Inequality(norm2(L.m - L.x), "<=", L.V), local=Inequality(left, "<=", right)),
        mutants={
            "half": Inequality(norm2(L.m - L.x), "<=", L.V / 2),
            "no-mass": Inequality(left, "<=", L.least * L.close * over(L.far, L.y)),
            "quarter": Inequality(left, "<=", right / 4),
        },
    )
    claim.argument(lambda p: (variance(L, p.part("variance")), local(L, p.part("local"), right)))
    return claim


def variance(L, p):
    p.sign(spread := ge(norm2(L.y - L.m) * L.weight, 0))
    p.average(spread, *L.y.entries())
    p.sign(as_=over(spread.left, L.y) / L.Z)


def local(L, p, right):
    """Each block leaves one relation behind."""
    k, y = L.k, L.y
    raised = L.least * exp(k - 2 * k * L.to_a)
    lower = ge(L.Z, over(exp(k - k * L.to_a - k * L.from_a), y))
    upper = le(over(k * L.apart * L.weight * L.near, y), over(raised * L.far, y))
    p.cases(gt(k, 0), lambda q: from_below(L, q), shows=lower)
    p.cases(gt(k, 0), lambda q: from_above(L, q, raised), shows=upper)
    for positive in (L.Z, L.mass):
        p.sign(gt(positive, 0))
    p.sign(as_=upper.gap / L.Z + right * lower.gap / L.Z)


def from_below(L, q):
    x, y, a, k = L.x, L.y, L.a, L.k
    below = exp(k - k * L.to_a - k * L.from_a)
    q.average(ge(L.weight, below), *y.entries(), as_=above(below, k * norm2(x + y - 2 * a) / 2))


def from_above(L, q, raised):
    x, y, a, k = L.x, L.y, L.a, L.k
    q.uses(TANGENT, at={LINE.symbols: (t := L.eps * k * L.apart) - 1})
    rest = above(L.weight * exp(t) * L.near, 2 / (L.q + 1) * k * norm2(x - a + (x - y) / L.q))
    tangent = L.weight * L.near / L.eps * (exp(t - 1) - t)
    q.average(le(k * L.apart * L.weight * L.near, raised * L.far), *y.entries(), as_=L.least * rest + tangent)


def above(value, by):
    """value (exp(by) - 1), which is positive with `by`."""
    return 2 * sinh(by / 2) * exp(by / 2) * value


claims = [in_dimension(d) for d in (2, 3)]
