"""Case 1, V = I: w' = (beta/2)(1 - |w|^2)(b + conj(a) w) (arXiv 2607.18584).

The whole circle consists of equilibria. Near it ln(1 - |w|^2) changes at the rate -beta Re(a + b conj(w)).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, I, Identity, Matrices, Real, Space, abs2, conj, exp, eye, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), beta=Real(), w=Disk(closed=True), phi=Circle())
A, beta, w, phi = S.symbols
a, b = linear.coefficients(A)
F = linear.field(A, eye(2), w, beta)
R, circle = 1 - abs2(w), exp(I * phi)
transverse = -2 * re(conj(circle) * linear.harmonics(A, eye(2), circle, beta)[0])

claim = Claim(
    "linear.case1-field",
    S,
    title="V = I: the field factors",
    source=LI_2026.at("Case 1"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=All(
        field=Identity(F, beta / 2 * R * (b + conj(a) * w)),
        circle=Identity(linear.field(A, eye(2), circle, beta), 0),
        transverse=Identity(transverse, -beta * re(a + b * conj(circle))),
    ),
    mutants={
        "conjugate": Identity(F, beta / 2 * R * (b + a * w)),
        "transverse-sign": Identity(transverse, beta * re(a + b * conj(circle))),
        "transverse-conjugate": Identity(transverse, -beta * re(a + b * circle)),
    },
)
