"""Case 1, V = I, a != 0: the distance from w_* = -b/conj(a) grows or falls with the sign of tr A (arXiv 2607.18584).

w' = (beta/2)(1 - |w|^2) conj(a)(w - w_*) and (|w - w_*|^2)' = beta (1 - |w|^2) Re(a) |w - w_*|^2.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Evolves, Identity, Matrices, Real, Space, abs2, conj, eye, ne, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), beta=Real(), w=Disk(closed=True))
A, beta, w = S.symbols
a, b = linear.coefficients(A)
flow = linear.on_ott_antonsen(A, eye(2), at=w, beta=beta)
F = linear.field(A, eye(2), w, beta)
R, centre = 1 - abs2(w), -b / conj(a)


def distance(centre, factor="1/2"):
    return Evolves(abs2(w - centre), along=flow, rate=beta * factor * R * tr(A) * abs2(w - centre))


claim = Claim(
    "linear.case1-distance",
    S,
    given=[ne(a, 0)],
    title="V = I: the squared distance from w_* is multiplied",
    source=LI_2026.at("Case 1"),
    rests_on=["linear.ott-antonsen"],
    shows=All(field=Identity(F, beta / 2 * R * conj(a) * (w - centre)), distance=distance(centre)),
    mutants={
        "conjugate": Identity(F, beta / 2 * R * conj(a) * (w + b / a)),
        "centre": distance(-b / a),
        "trace": distance(centre, factor=1),
    },
)
