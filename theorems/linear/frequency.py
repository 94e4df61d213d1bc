"""The common frequency in other words: omega = (beta/2)(Omega0 + Im(e R2)), with a constant Omega0 = Im(conj(a) p +
conj(b) q) and e = conj(b) p - a conj(q) (arXiv 2607.18584, second-harmonic form).

Omega0 must not be left out: for A = J, V = I it is -1, and all tokens turn.
"""

from theorems.linear import LI_2026
from verify import Claim, Complex, Identity, Matrices, Real, Space, conj, im
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), R2=Complex())
A, V, beta, R2 = S.symbols
(a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)
omega = linear.harmonics(A, V, R2, beta)[1]
constant, e = im(conj(a) * p + conj(b) * q), conj(b) * p - a * conj(q)

claim = Claim(
    "linear.frequency",
    S,
    title="The frequency as a constant and one multiple of R2",
    source=LI_2026.at("second-harmonic form"),
    shows=Identity(omega, beta / 2 * (constant + im(e * R2))),
    mutants={
        "no-constant": Identity(omega, beta / 2 * im(e * R2)),
        "sum": Identity(omega, beta / 2 * (constant + im((conj(b) * p + a * conj(q)) * R2))),
        "conjugate": Identity(omega, beta / 2 * (constant + im(e * conj(R2)))),
    },
)
