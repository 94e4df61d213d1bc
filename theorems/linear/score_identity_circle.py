"""Case 2, A = I, any V: on the circle the phase is never at rest if disc V < 0, and somewhere if disc V >= 0.

There phi' = 2 beta (s + eta) with |eta| <= |q|, and disc V = (tr V)^2 - 4 det V = 4 (|q|^2 - s^2): so clusters rotate
exactly when the eigenvalues of V are not real (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from theorems.linear._score_identity import V, F, beta, eta, q, s, u, w
from verify import All, Claim, Disk, Exists, I, Identity, Inequality, Matrices, Positive, Space, When
from verify import abs2, any_of, conj, det, eq, ge, gt, im, lt, ne, sqrt, tr

disc, phase = tr(V) ** 2 - 4 * det(V), im(conj(w) * F)
at_rest = [eq(u, 1), eq(F, 0)]

claim = Claim(
    "linear.score-identity.circle",
    Space(V=Matrices(2, 2), beta=Positive(), w=Disk(closed=True)),
    title="A = I: clusters rotate if disc V < 0, and one is fixed if disc V >= 0",
    source=LI_2026.at("Case 2 and boundary dynamics"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=All(
        phase=When([eq(u, 1)], Identity(phase, 2 * beta * (s + eta))),
        rotating=When([eq(u, 1), lt(disc, 0)], Inequality(phase, "!=", 0)),
        fixed=When([ge(disc, 0)], Exists(at_rest, of=w)),
    ),
    mutants={
        "factor": When([eq(u, 1)], Identity(phase, beta * (s + eta))),
        "always": When([eq(u, 1)], Inequality(phase, "!=", 0)),
        "node": When([eq(u, 1), gt(disc, 0)], Inequality(phase, "!=", 0)),
    },
)


@claim.argument
def argument(proof):
    at = proof.part("rotating")
    turning = gt(beta * (abs2(s * w - I * q) - disc / 4), 0)
    at.sign(turning)
    at.nonzero(phase, cofactor=s, fact=turning)
    split = any_of(gt(abs2(q), 0), eq(abs2(q), 0))
    proof.part("fixed").cases(split, eigenvector, scalar)


def eigenvector(at):
    root = abs2(q) - s**2
    at.sign(ge(root, 0), as_=disc / 4)
    at.nonzero(q, cofactor=conj(q), fact=gt(abs2(q), 0))
    place = q * (sqrt(root) + I * s) / abs2(q)
    at.ring(eq(abs2(place), 1))
    at.ring(eq(F.subs(w, place), 0))
    at.sign(ge(1 - abs2(place), 0), as_=0)
    at.witness({w: place})


def scalar(at):
    root = abs2(q) - s**2
    at.sign(ge(root, 0), as_=disc / 4)
    at.zeros(eq(abs2(q), 0), as_=abs2(q))
    at.cases(any_of(ne(s, 0), eq(s, 0)), lambda at: at.absurd(root, shows=eq(s, 0)), lambda at: None, shows=eq(s, 0))
    parts = (beta, eq(q, 0)), (-beta, eq(conj(q), 0)), (2 * I * beta, eq(s, 0))
    at.ideal(*parts, shows=eq(F.subs(w, 1), 0))
    at.witness({w: 1})
