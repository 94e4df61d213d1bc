"""Hamiltonian family H2: V = c J A^T with any A, for the symplectic form dx dy/(1 - |w|^2)^3 (arXiv 2607.18584).

(1 - |w|^2)^-3 (x', y') = (G_y, -G_x) with G = c (det A/(2 (1 - |w|^2)) - f_r^2/(1 - |w|^2)^2) in units beta = 2.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Conserved, Disk, I, Identity, J, Matrices, Real, Space, abs2, det, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), c=Real(), beta=Real(), w=Disk())
A, c, beta, w = S.symbols
V = c * J * A.T
f, R = linear.frame(A, V, w)[0], 1 - abs2(w)
F = linear.field(A, V, w, beta)


def hamiltonian(half="1/2"):
    return c * (det(A) / R * half - re(f) ** 2 / R**2)


claim = Claim(
    "linear.hamiltonian-rotated",
    S,
    title="V = c J A^T: a Hamiltonian flow",
    source=LI_2026.at("Case 4; a larger family"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        hamiltonian=Identity(F / R**3, -I * beta / 2 * linear.gradient(hamiltonian(), w)),
        conserved=Conserved(hamiltonian(), along={w: F}),
    ),
    mutants={
        "half": Conserved(hamiltonian(half=1), along={w: F}),
        "no-transpose": Conserved(hamiltonian(), along=linear.on_ott_antonsen(A, c * J * A, w, beta)),
        "orientation": Identity(F / R**3, I * beta / 2 * linear.gradient(hamiltonian(), w)),
    },
)
