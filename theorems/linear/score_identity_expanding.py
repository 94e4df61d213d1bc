"""Case 2, A = I, any V: det V > 0 and tr V > 0 cluster from every start but the interior equilibrium c.

(1 - |w|^2)^-3 is a Dulac function, and c is a source (arXiv 2607.18584 has symmetric V and omits the exception).
"""

from theorems.classical.dulac_repeller import claim as REPELLER
from theorems.linear import LI_2026
from theorems.linear._score_identity import N, S, V, beta, c, u, w
from theorems.linear._score_identity_orbits import flow, given, one_zero, rate, spreads
from theorems.linear.score_identity_jacobian import J
from theorems.linear.score_identity_jacobian import claim as JACOBIAN
from verify import Claim, Eventually, Every, abs2, eq, gt, tr

claim = Claim(
    "linear.score-identity.expanding",
    S,
    given=[*given, gt(tr(V), 0)],
    title="A = I, det V > 0, tr V > 0: every start but the equilibrium clusters",
    source=LI_2026.at("Case 2; for V that need not be symmetric"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(u, to=1, along=flow, start=Every(except_=[eq(w, c)])),
    mutants={"no-exception": Eventually(u, to=1, along=flow, start=Every())},
)


@claim.argument
def argument(p):
    p.stays(rate)
    one_zero(p)
    spreads(p, 1 / N**3)
    for part in ("trace", "determinant"):
        p.uses(JACOBIAN, JACOBIAN.space.scalars, part=part)
    trace = beta / 2 * tr(V) * (1 + abs2(c))
    p.sign(gt(tr(J), 0), as_=[trace, tr(J) - trace])
    p.cites(REPELLER, weight=1 / N**3, at=c)
    p.limit()
