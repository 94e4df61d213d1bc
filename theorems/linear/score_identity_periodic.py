"""Case 2, A = I, any V: det V > 0 and tr V = 0 make every orbit but the interior equilibrium c periodic.

With n = s (1 + u) + 2 eta, s n/(1 - u)^2 is conserved, infinite on the circle since |q| < |s|, and its gradient
vanishes where the field does (arXiv 2607.18584, Case 4, has V = [[a, b], [-b, -a]]).
"""

from theorems.classical.closed_levels import claim as CLOSED_LEVELS
from theorems.linear import LI_2026
from theorems.linear._score_identity import F, N, S, V, beta, c, definite, eta, q, r, s, u, w
from theorems.linear._score_identity_orbits import flow, given, one_zero, size
from verify import Claim, Eventually, Every, I, abs2, conj, eq, ge, gt, tr
from verify.attention import linear

above = s * (s * (1 + u) + 2 * eta)
gradient = linear.gradient(above / N**2, w)

claim = Claim(
    "linear.score-identity.periodic",
    S,
    given=[*given, eq(tr(V), 0)],
    title="A = I, det V > 0, tr V = 0: every start but the equilibrium is periodic",
    source=LI_2026.at("Case 4; for every such V"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually("periodic", along=flow, start=Every(except_=[eq(w, c)])),
    mutants={
        "no-exception": Eventually("periodic", along=flow, start=Every()),
        "cluster": Eventually(u, to=1, along=flow, start=Every(except_=[eq(w, c)])),
    },
)


@claim.argument
def argument(p):
    p.inside(gt(N, 0))
    p.boundary(ge(0, N), None)
    p.boundary(gt(above, 0), lambda p: p.sign(gt(above, 0), as_=abs2(s * w - I * q) + definite - r * tr(V) / 2))
    p.inside(eq(flow.derivative(above / N**2), 0))
    one_zero(p)
    one_zero(p, gradient, rises)
    p.cites(CLOSED_LEVELS, above=above, below=N, at=c, exponent=2)


def rises(p):
    p.sign(gt(s**2, 0), as_=definite + abs2(q) - r * tr(V) / 2)
    p.nonzero(gradient, cofactor=I * beta / 4 * N**3 * s * conj(F), fact=gt(s**2 * size, 0))
