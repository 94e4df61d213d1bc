"""Any M: how fast an orbit of positive temperature parts from one of zero temperature, |V(m - u(X))| being its error.

X' = P_X V m and Y' = P_Y V u(Y) on the sphere. With D = |X - Y|^2, a = V u(X), b = V u(Y) and v = V(m - u(X))

    D' = 2 <X - Y, P_X (a + v) - P_Y b> <= 2 |V| (1 + k) D + 2 sqrt(D) |v|,   k = s1/sd,

by low_temperature.lip.field. X, Y, a, b lie in a copy of R^4, of v only the part in it enters, and it is no longer than
v: this is every dimension (arXiv 2605.10931).
"""

from itertools import combinations

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import across, lipschitz, parting
from theorems.low_temperature.lip_field import claim as LIP
from verify import Claim, Inequality, Matrices, Positive, Space, Sphere, any_of, dot, ge, gt, le, norm2, sqrt

S = Space(X=Sphere(4), Y=Sphere(4), a=Matrices(4, 1), b=Matrices(4, 1), v=Matrices(4, 1), k=Positive(), size=Positive())
X, Y, a, b, v, k, size = S.symbols
D, push = norm2(X - Y), dot(X - Y, across(X, v))
L, root, field = size * (1 + k), sqrt(D) * sqrt(norm2(v)), across(X, a) - across(Y, b)
shows = Inequality(parting(X, Y, a, b, v), "<=", 2 * L * D + 2 * root)

claim = Claim(
    "low_temperature.stability.lipschitz",
    S,
    given=lipschitz(X, Y, a, b, k, size),
    title="How fast an orbit parts from that of zero temperature, for any M",
    source=LOW_2026.at("stability estimate; constants not in the paper"),
    shows=shows,
    mutants={
        "no-error": Inequality(parting(X, Y, a, b, v), "<=", 2 * L * D),
        "no-field": Inequality(parting(X, Y, a, b, v), "<=", 2 * root),
    },
)


@claim.argument
def argument(p):
    w, apart = across(X, X - Y), dot(X - Y, field)
    known = dict(zip(LIP.space.scalars, (*X, *Y, *a, *b, k, size), strict=True))
    p.uses(LIP, at=known)
    minors = sum((w[i] * v[j] - w[j] * v[i]) ** 2 for i, j in combinations(range(4), 2))
    p.sign(ge(root**2, push**2), as_=dot(X, X - Y) ** 2 * norm2(v) + minors)
    between = sum(((X - Y)[i] * field[j] - (X - Y)[j] * field[i]) ** 2 for i, j in combinations(range(4), 2))
    p.sign(ge((L * D) ** 2, apart**2), as_=D * (L**2 * D - norm2(field)) + between)
    for small, large in ((push, root), (apart, L * D)):
        p.cases(
            any_of(le(small, 0), gt(small, 0)),
            lambda at, small=small, large=large: at.sign(le(small, large)),
            lambda at, small=small, large=large: at.sign(le(small, large), as_=(large**2 - small**2) / (large + small)),
            shows=le(small, large),
        )
    p.sign(as_=2 * (L * D - apart) + 2 * (root - push))
