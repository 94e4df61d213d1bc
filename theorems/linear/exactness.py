"""Which powers are integrating factors: for every real k, with R = 1 - |w|^2 and u = |w|^2, in units beta = 2,

div(R^-k F) = R^-k (2 Re c1 + (2k - 4) Re(c1) u + Re((2e - 4 conj c0 + 2k conj c0) w) + (2k - 6) Re(conj(c2) w^2)) with
the coefficients of linear.field-coefficients (arXiv 2607.18584, Case 4). So R^-k F is divergence-free exactly when
Re c1 = 0, e = (2 - k) conj(c0), and k = 3 or c2 = 0.
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, Identity, Matrices, Real, Space, abs2, conj, re
from verify.attention import linear
from verify.dynamics import divergence

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), k=Real(), w=Disk())
A, V, beta, k, w = S.symbols
(a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)
c0, c1, c2, e, u = a * q + b * p, a * p, b * q, conj(b) * p - a * conj(q), abs2(w)
factor = (1 - u) ** -k
spread = divergence(linear.on_ott_antonsen(A, V, at=w, beta=beta), weight=factor)


def formula(four=4, six=6, e=e):
    linear_part = re((2 * e + (2 * k - 4) * conj(c0)) * w)
    whole = 2 * re(c1) + (2 * k - four) * re(c1) * u + linear_part + (2 * k - six) * re(conj(c2) * w**2)
    return Identity(spread, beta / 2 * factor * whole)


claim = Claim(
    "linear.exactness",
    S,
    title="Divergence of (1 - |w|^2)^-k F, for symbolic k",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=formula(),
    mutants={"four": formula(four=6), "six": formula(six=4), "e-sign": formula(e=-e)},
)
