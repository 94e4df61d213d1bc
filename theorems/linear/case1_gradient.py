"""Case 1 with A symmetric: a gradient flow of U = Re(conj(b) w) + a |w|^2/2 in the metric |dw|^2/(1 - |w|^2).

w' = (beta/2)(1 - |w|^2)(U_x + i U_y), and U' = (beta/2)(1 - |w|^2)|b + a w|^2 >= 0 in the disk (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Evolves, Identity, Matrices, Real, Space, abs2, conj, eye, re
from verify.attention import linear

S = Space(A=Matrices(2, 2, "symmetric"), beta=Real(), w=Disk(closed=True))
A, beta, w = S.symbols
a, b = linear.coefficients(A)
flow = linear.on_ott_antonsen(A, eye(2), at=w, beta=beta)
F = linear.field(A, eye(2), w, beta)
U, metric = re(conj(b) * w) + re(a) * abs2(w) / 2, beta / 2 * (1 - abs2(w))

claim = Claim(
    "linear.case1-gradient",
    S,
    title="V = I, A symmetric: a gradient flow",
    source=LI_2026.at("Case 1"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        gradient=Identity(F, metric * linear.gradient(U, w)),
        growth=Evolves(U, along=flow, rate=metric * abs2(b + a * w)),
    ),
    mutants={
        "descent": Identity(F, -metric * linear.gradient(U, w)),
        "flat": Identity(F, beta / 2 * linear.gradient(U, w)),
        "conjugate": Identity(F, metric * linear.gradient(re(b * w) + re(a) * abs2(w) / 2, w)),
    },
)
