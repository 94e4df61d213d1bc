"""Case 2, A = I, any V: det V > 0 and tr V < 0 lead every start to the interior equilibrium c.

-(1 - |w|^2)^-3 is a Dulac function. The circle repels: with g = |p|^2 - Re(conj(p q) w), on the circle half of
det V + |adj(V) x|^2 at w = x^2, g/(1 - |w|^2)^2 falls near it, for there 2 rate g - g' = -beta det V tr V, with
(1 - |w|^2)' = rate (1 - |w|^2) (not in arXiv 2607.18584).
"""

from theorems.classical.dulac_attractor import claim as ATTRACTOR
from theorems.linear import LI_2026
from theorems.linear._score_identity import N, S, V, beta, c, definite, p, q, u, w
from theorems.linear._score_identity_orbits import flow, given, one_zero, rate, spreads
from verify import Claim, Eventually, Every, abs2, conj, gt, lt, re, tr

g = abs2(p) - re(conj(p * q) * w)

claim = Claim(
    "linear.score-identity.contracting",
    S,
    given=[*given, lt(tr(V), 0)],
    title="A = I, det V > 0, tr V < 0: every start tends to the interior equilibrium",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(abs2(w - c), to=0, along=flow, start=Every()),
    mutants={"cluster": Eventually(u, to=1, along=flow, start=Every())},
)


@claim.argument
def argument(proof):
    proof.stays(rate)
    one_zero(proof)
    spreads(proof, -1 / N**3)
    positive, repels = gt(g, 0), gt(2 * rate * g, flow.derivative(g))
    proof.boundary(positive, lambda at: at.sign(positive, as_=(abs2(p - conj(q) * w) + definite + abs2(q) * N) / 2))
    proof.boundary(repels, lambda at: at.sign(repels, as_=-beta * definite * tr(V)))
    proof.cites(ATTRACTOR, weight=-1 / N**3, at=c, above=g, exponent=2, rate=rate)
