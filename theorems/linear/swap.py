"""Swapping A and V leaves H as it is and reverses omega (arXiv 2607.18584, second-harmonic form)."""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Identity, Matrices, Real, Space
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), R2=Complex())
A, V, beta, R2 = S.symbols
H, omega = linear.harmonics(A, V, R2, beta)
swapped_H, swapped_omega = linear.harmonics(V, A, R2, beta)

claim = Claim(
    "linear.swap",
    S,
    title="Swapping A and V: the same H, the opposite omega",
    source=LI_2026.at("second-harmonic form; not in the paper"),
    shows=All(H=Identity(swapped_H, H), omega=Identity(swapped_omega, -omega)),
    mutants={
        "forcing-sign": Identity(swapped_H, -H),
        "omega-kept": Identity(swapped_omega, omega),
        "transposed": Identity(linear.harmonics(V.T, A.T, R2, beta)[1], omega),
    },
)
