"""Clusters {x, -x} at an isotropic vector of A, <x, A x> = 0, need not be eigenvectors of V (arXiv 2607.18584).

Linear rates on the Ott-Antonsen manifold: across the circle beta <J x, A x><J x, V x>, along it
2 beta <J x, A_s x><J x, V x> with the symmetric part A_s of A. Stable when both are negative.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Flow, I, Identity, J, Matrices, Real, Space, dot, eq, exp, re, unit
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle())
A, V, beta, theta = S.symbols
x = unit(theta)
is_isotropic = eq(dot(x, A * x), 0)
turn, symmetric_turn, push = dot(J * x, A * x), dot(J * x, (A + A.T) * x) / 2, dot(J * x, V * x)
f, g = linear.frame(A, V, exp(2 * I * theta))
along, across = Flow.of({theta: "1/2"}).derivative(linear.phase_rate(A, V, theta, beta)), -beta * re(f * g)

claim = Claim(
    "linear.isotropic-cluster",
    S,
    given=[is_isotropic],
    title="Linear rates of a cluster at an isotropic vector of A",
    source=LI_2026.at("stability of clusters; not in the paper"),
    rests_on=["linear.boundary-factorisation", "linear.boundary-product"],
    shows=All(across=Identity(across, beta * turn * push), along=Identity(along, 2 * beta * symmetric_turn * push)),
    mutants={
        "along-whole": Identity(along, 2 * beta * turn * push),
        "along-half": Identity(along, beta * symmetric_turn * push),
        "across-sign": Identity(across, -beta * turn * push),
    },
)


@claim.argument
def argument(p):
    p.part("across").ideal((-beta * re(g), is_isotropic))
    p.part("along").ideal((beta * (dot(J * x, V * (J * x)) - dot(x, V * x)), is_isotropic))
