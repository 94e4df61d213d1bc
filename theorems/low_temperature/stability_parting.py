"""M = I: how fast an orbit of positive temperature parts from one of zero temperature, |V(m - X)| being its error.

X' = P_X V m and Y' = P_Y V Y on the sphere, P_X = I - X X^T. With D = |X - Y|^2 and v = V(m - X)

    D' = 2 <X - Y, P_X (VX + v) - P_Y VY> <= 2 (l1 - ld) D + 2 sqrt(D) |v|

where l1, ld are the extreme eigenvalues of the symmetric part of V, for every V. X, Y, VX, VY lie in a copy of R^4, of
v only the part in it enters, and it is no longer than v: this is every dimension (arXiv 2605.10931).
"""

from theorems.classical.square_order import root_order
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import across, lagrange, parting, spectral
from theorems.low_temperature.one_sided import claim as ONE_SIDED
from verify import Claim, Inequality, Matrices, Real, Space, Sphere, dot, norm2, sqrt

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
    p.uses(ONE_SIDED, [X, Y, a, b, l1, ld], part="bound")
    root_order(p, push, root, as_=dot(X, X - Y) ** 2 * norm2(v) + lagrange(across(X, X - Y), v))
    apart = dot(X - Y, across(X, a) - across(Y, b))
    p.sign(as_=2 * ((l1 - ld) * D - apart) + 2 * (root - push))
