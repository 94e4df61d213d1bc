"""Case 2, A = I, any V: on the circle phi' = 2 beta (s + eta), which is never 0 exactly if disc V < 0.

|eta| <= |q| there, and disc V = (tr V)^2 - 4 det V = 4 (|q|^2 - s^2). So clusters rotate for ever if the eigenvalues of
V are not real; otherwise one is at rest: with tokens on an eigenvector (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from theorems.linear._score_identity import F, V, beta, eta, q, s, u, w
from theorems.linear._score_identity_circle import resting
from verify import All, Claim, Disk, Exists, I, Identity, Inequality, Matrices, Positive, Space, When
from verify import abs2, conj, det, eq, ge, gt, im, lt, tr

disc, phase = tr(V) ** 2 - 4 * det(V), im(conj(w) * F)

claim = Claim(
    "linear.score-identity.rotating",
    Space(V=Matrices(2, 2), beta=Positive(), w=Disk(closed=True)),
    title="A = I: clusters rotate if disc V < 0, and one is at rest if disc V >= 0",
    source=LI_2026.at("Case 2 and boundary dynamics"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=All(
        phase=When([eq(u, 1)], Identity(phase, 2 * beta * (s + eta))),
        turns=When([eq(u, 1), lt(disc, 0)], Inequality(phase, "!=", 0)),
        rests=When([ge(disc, 0)], Exists([eq(u, 1), eq(F, 0)], of=w)),
    ),
    mutants={
        "factor": When([eq(u, 1)], Identity(phase, beta * (s + eta))),
        "always": When([eq(u, 1)], Inequality(phase, "!=", 0)),
        "node": When([eq(u, 1), gt(disc, 0)], Inequality(phase, "!=", 0)),
    },
)


@claim.argument
def argument(proof):
    at = proof.part("turns")
    at.sign(turning := gt(beta * (abs2(s * w - I * q) - disc / 4), 0))
    at.nonzero(phase, cofactor=s, fact=turning)
    resting(proof.part("rests"))
