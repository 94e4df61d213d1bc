"""Any M: how fast an orbit of positive temperature parts from one of zero temperature, |V(m - u(X))| being its error.

X' = P_X V m and Y' = P_Y V u(Y) on the sphere. With D = |X - Y|^2, a = V u(X), b = V u(Y) and v = V(m - u(X))

    D' = 2 <X - Y, P_X (a + v) - P_Y b> <= 2 |V| (1 + k) D + 2 sqrt(D) |v|,   k = s1/sd,

by low_temperature.lip.field. X, Y, a, b lie in a copy of R^4, of v only the part in it enters, and it is no longer than
v: this is every dimension (arXiv 2605.10931).
"""

from theorems.classical.square_order import root_order
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import across, lagrange, lipschitz, parting
from theorems.low_temperature.lip_field import claim as LIP
from verify import Claim, Inequality, Matrices, Positive, Space, Sphere, dot, norm2, sqrt

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
    p.uses(LIP, [X, Y, a, b, k, size])
    root_order(p, push, root, as_=dot(X, X - Y) ** 2 * norm2(v) + lagrange(w, v))
    root_order(p, apart, L * D, as_=D * (L**2 * D - norm2(field)) + lagrange(X - Y, field))
    p.sign(as_=2 * (L * D - apart) + 2 * (root - push))
