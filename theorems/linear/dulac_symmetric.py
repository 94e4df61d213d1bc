"""A symmetric definite: the Dulac function is (beta/2) tr V (a (1 + u) + 2 Re(conj(b) w)), u = |w|^2, and the second
factor is positive, so there is no periodic orbit when tr V != 0 (arXiv 2607.18584, Cases 2 and 3)."""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Identity, Inequality, Matrices, Real, Space, abs2, conj, det, gt, re, tr
from verify.attention import linear
from verify.dynamics import divergence

S = Space(A=Matrices(2, 2, "definite"), V=Matrices(2, 2), beta=Real(), w=Disk())
A, V, beta, w = S.symbols
(a, b), u = linear.coefficients(A), abs2(w)
spread = divergence(linear.on_ott_antonsen(A, V, at=w, beta=beta), weight=(1 - u) ** -3)
factor = tr(A) / 2 * (1 + u) + 2 * re(conj(b) * w)

claim = Claim(
    "linear.dulac-symmetric",
    S,
    title="A symmetric definite: the Dulac function has the sign of tr V",
    source=LI_2026.at("Case 3"),
    rests_on=["linear.dulac"],
    shows=All(
        spread=Identity((1 - u) ** 3 * spread, beta / 2 * tr(V) * factor),
        positive=Inequality(factor, ">", 0),
    ),
    mutants={
        "conjugate": Identity((1 - u) ** 3 * spread, beta / 2 * tr(V) * (re(a) * (1 + u) + 2 * re(b * w))),
        "twice": Inequality(tr(A) / 2 * (1 + u) + 4 * re(conj(b) * w), ">", 0),
    },
)


@claim.argument
def argument(p):
    q = p.part("positive")
    q.sign(gt(tr(A), 0), as_=A[0, 0] + A[0, 1] ** 2 / A[0, 0] + det(A) / A[0, 0])
    q.sign(as_=2 * (abs2(b + tr(A) / 2 * w) + det(A)) / tr(A))
