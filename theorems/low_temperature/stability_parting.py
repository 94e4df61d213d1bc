"""M = I: how fast an orbit of positive temperature parts from one of zero temperature, |V(m - X)| being its error.

X' = P_X V m and Y' = P_Y V Y on the sphere, P_X = I - X X^T. With D = |X - Y|^2 and v = V(m - X)

    D' = 2 <X - Y, P_X (VX + v) - P_Y VY> <= 2 (l1 - ld) D + 2 sqrt(D) |v|

where l1, ld are the extreme eigenvalues of the symmetric part of V, for every V. X, Y, VX, VY lie in a copy of R^4, of
v only the part in it enters, and it is no longer than v: this is every dimension (arXiv 2605.10931).
"""

from itertools import combinations

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import across, parting, spectral
from theorems.low_temperature.one_sided import claim as ONE_SIDED
from verify import Claim, Inequality, Matrices, Real, Space, Sphere, any_of, dot, ge, gt, le, norm2, sqrt

S = Space(X=Sphere(4), Y=Sphere(4), a=Matrices(4, 1), b=Matrices(4, 1), v=Matrices(4, 1), l1=Real(), ld=Real())
X, Y, a, b, v, l1, ld = S.symbols
D, push = norm2(X - Y), dot(X - Y, across(X, v))
root = sqrt(D) * sqrt(norm2(v))

claim = Claim(
    "low_temperature.stability.parting",
    S,
    given=spectral(X, Y, a, b, l1, ld),
    title="How fast an orbit parts from that of zero temperature",
    source=LOW_2026.at("stability estimate; constants not in the paper"),
    shows=Inequality(parting(X, Y, a, b, v), "<=", 2 * (l1 - ld) * D + 2 * root),
    mutants={
        "half": Inequality(parting(X, Y, a, b, v), "<=", 2 * (l1 - ld) * D + root),
        "no-spread": Inequality(parting(X, Y, a, b, v), "<=", 2 * root),
        "square": Inequality(parting(X, Y, a, b, v), "<=", 2 * (l1 - ld) * D + 2 * D * norm2(v)),
    },
)


@claim.argument
def argument(p):
    w, known = across(X, X - Y), dict(zip(ONE_SIDED.space.scalars, (*X, *Y, *a, *b, l1, ld), strict=True))
    minors = sum((w[i] * v[j] - w[j] * v[i]) ** 2 for i, j in combinations(range(4), 2))
    p.uses(ONE_SIDED, at=known, part="bound")
    p.sign(ge(root**2, push**2), as_=dot(X, X - Y) ** 2 * norm2(v) + minors)
    p.cases(
        any_of(le(push, 0), gt(push, 0)),
        lambda at: at.sign(le(push, root)),
        lambda at: at.sign(le(push, root), as_=(root**2 - push**2) / (root + push)),
        shows=le(push, root),
    )
    apart = dot(X - Y, across(X, a) - across(Y, b))
    p.sign(as_=2 * ((l1 - ld) * D - apart) + 2 * (root - push))
