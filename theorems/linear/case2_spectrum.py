"""Case 2, A = I: the regimes of linear.score-identity by the spectrum of V (arXiv 2607.18584, Case 2).

If disc V < 0 the real part is tr V/2, and det V > 0. If disc V >= 0 the eigenvalues are r +- sqrt(|q|^2 - s^2), where
p = r + i s: the larger one is >= 0 if det V <= 0; if det V > 0 it has the sign of tr V. A largest
real part 0 does not decide: V = 0 stays, another V with a real eigenvalue 0 clusters, one with a pair is periodic.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Identity, Inequality, Matrices, Space, When
from verify import abs2, det, eq, eye, ge, gt, im, le, lt, re, sqrt, tr
from verify.attention import linear

S = Space(V=Matrices(2, 2))
V = S.symbols
p, q = linear.coefficients(V)
disc, root = tr(V) ** 2 - 4 * det(V), sqrt(abs2(q) - im(p) ** 2)
low, high = re(p) - root, re(p) + root
real, definite = ge(disc, 0), gt(det(V), 0)

claim = Claim(
    "linear.case2-spectrum",
    S,
    title="A = I: the regimes by the largest real part of an eigenvalue",
    source=LI_2026.at("Case 2; for V that need not be symmetric"),
    rests_on=["linear.eigenvalues", "linear.score-identity"],
    shows=All(
        turning=When([lt(disc, 0)], Inequality(det(V), ">", 0)),
        eigenvalue=When([real], Identity(det(V - high * eye(2)), 0)),
        clustering=When([real, le(det(V), 0)], Inequality(high, ">=", 0)),
        expanding=When([real, definite, gt(tr(V), 0)], Inequality(high, ">", 0)),
        contracting=When([real, definite, lt(tr(V), 0)], Inequality(high, "<", 0)),
        periodic=When([definite, eq(tr(V), 0)], Inequality(disc, "<", 0)),
    ),
    mutants={
        "strict": When([real, le(det(V), 0)], Inequality(high, ">", 0)),
        "no-trace": When([definite], Inequality(disc, ">=", 0)),
    },
)


@claim.argument
def argument(proof):
    proof.part("turning").sign(as_=(2 * tr(V) ** 2 - 2 * disc) / 8)
    proof.part("periodic").sign(as_=4 * det(V))
    proof.part("expanding").sign(as_=tr(V) / 2 + root)
    absurd = lambda at: (at.sign(lt(low, 0), as_=2 * root - high), at.absurd(low * high))  # noqa: E731
    at = proof.part("clustering")
    at.contradiction(absurd)
    at = proof.part("contracting")
    at.contradiction(lambda at: at.absurd(low * high))
