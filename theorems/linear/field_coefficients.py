"""The Ott-Antonsen field written out: F = c0 + (c1 + 2i Omega0) w + c2 conj(w) + (e - conj c0) w^2 - conj(e) |w|^2
- conj(c1) |w|^2 w - conj(c2) w^3, in units beta = 2, with c0 = a q + b p, c1 = a p, c2 = b q (arXiv 2607.18584)."""

from theorems.linear import LI_2026
from verify import Claim, Complex, I, Identity, Matrices, Real, Space, abs2, conj, im
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), w=Complex())
A, V, beta, w = S.symbols
(a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)
c0, c1, c2, e = a * q + b * p, a * p, b * q, conj(b) * p - a * conj(q)
F = linear.field(A, V, w, beta)
u, Omega0 = abs2(w), im(conj(a) * p + conj(b) * q)


def expanded(Omega0=Omega0, c0=c0, e=e):
    square = (e - conj(c0)) * w**2 - conj(e) * u - conj(c1) * u * w - conj(c2) * w**3
    return beta / 2 * (c0 + (c1 + 2 * I * Omega0) * w + c2 * conj(w) + square)


claim = Claim(
    "linear.field-coefficients",
    S,
    title="The field as a cubic polynomial in w and conj w",
    source=LI_2026.at("Ott-Antonsen manifold"),
    rests_on=["linear.ott-antonsen"],
    shows=Identity(F, expanded()),
    mutants={
        "no-constant": Identity(F, expanded(Omega0=0)),
        "e-sign": Identity(F, expanded(e=-e)),
        "c0": Identity(F, expanded(c0=a * q - b * p)),
    },
)
