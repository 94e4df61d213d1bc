"""Clusters {x, -x} at an eigenvector of V, V x = lam x, <x, V x> = lam, the other eigenvalue lam2 (arXiv 2607.18584).

Linear rates on the Ott-Antonsen manifold: along the circle -beta <x, A x>(lam - lam2), across it -beta <x, A x> lam.
So the cluster is linearly stable when <x, A x> lam > 0 and <x, A x>(lam - lam2) > 0.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Flow, I, Identity, J, Matrices, Real, Space, dot, eq, exp, im, re, tr, unit
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle())
A, V, beta, theta = S.symbols
x = unit(theta)
is_eigenvector = eq(dot(J * x, V * x), 0)
forward, lam = dot(x, A * x), dot(x, V * x)
lam2 = tr(V) - lam
f, g = linear.frame(A, V, exp(2 * I * theta))
along, across = Flow.of({theta: "1/2"}).derivative(linear.phase_rate(A, V, theta, beta)), -beta * re(f * g)

claim = Claim(
    "linear.eigenvector-cluster",
    S,
    given=[is_eigenvector],
    title="Linear rates of a cluster at an eigenvector of V",
    source=LI_2026.at("stability of clusters"),
    rests_on=["linear.boundary-factorisation", "linear.boundary-product"],
    shows=All(along=Identity(along, -beta * forward * (lam - lam2)), across=Identity(across, -beta * forward * lam)),
    mutants={
        "along-sign": Identity(along, beta * forward * (lam - lam2)),
        "along-alone": Identity(along, -beta * forward * lam),
        "across": Identity(across, -beta * forward * (lam - lam2)),
    },
)


@claim.argument
def argument(p):
    p.part("along").ideal((beta * (dot(x, A * (J * x)) + dot(J * x, A * x)), is_eigenvector))
    p.part("across").ideal((beta * im(f), is_eigenvector))
