"""Case 2, A = I, any V: w is an equilibrium exactly when q = -(p_r + i s (3 + u)/(1 + 3u)) w (arXiv 2607.18584).

With Q the difference of the two sides, p = p_r + i s and u = |w|^2, the field is (beta/2)((1 + u) Q - 2 w^2 conj(Q)).
As a linear map of Q it has determinant (1 + u)^2 - 4 u^2 = (1 - u)(1 + 3u) > 0 in the open disk.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, I, Identity, Inequality, Matrices, Real, Space, abs2, conj, eye, im, re
from verify.attention import linear

S = Space(V=Matrices(2, 2), beta=Real(), w=Disk())
V, beta, w = S.symbols
(p, q), u = linear.coefficients(V), abs2(w)
F = linear.field(eye(2), V, w, beta)
Q = q + (re(p) + I * im(p) * (3 + u) / (1 + 3 * u)) * w
other = q + (re(p) + I * im(p)) * w

claim = Claim(
    "linear.case2-equilibria",
    S,
    title="A = I: the equilibria, as values q of V for given w",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        field=Identity(F, beta / 2 * ((1 + u) * Q - 2 * w**2 * conj(Q))),
        determinant=Inequality((1 + u) ** 2 - abs2(2 * w**2), ">", 0),
    ),
    mutants={
        "conjugate": Identity(F, beta / 2 * ((1 + u) * Q - 2 * u * conj(Q))),
        "sign": Identity(F, beta / 2 * ((1 + u) * Q + 2 * w**2 * conj(Q))),
        "linear": Identity(F, beta / 2 * ((1 + u) * other - 2 * w**2 * conj(other))),
    },
)
claim.argument(lambda p: p.part("determinant").sign(as_=(1 - u) * (1 + 3 * u)))
