"""Hamiltonian family H1: A symmetric and tr V = 0, for the symplectic form dx dy/(1 - |w|^2)^3 (arXiv 2607.18584).

(1 - |w|^2)^-3 (x', y') = (G_y, -G_x) with G = kappa/(1 - |w|^2) - f_r g_i/(1 - |w|^2)^2 in units beta = 2, where
f_r = tr(A S), g_i = mean <J x, V x> and kappa = Im(a p - conj(b) q)/2. Case 4 belongs to it.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Conserved, Disk, I, Identity, Matrices, Real, Space, abs2, conj, im, matrix, re
from verify.attention import linear

S = Space(A=Matrices(2, 2, "symmetric"), s=Real(), m=Real(), n=Real(), beta=Real(), w=Disk())
A, s, m, n, beta, w = S.symbols
V = matrix([[s, m], [n, -s]])
(a, b), (p, q), (f, g), R = linear.coefficients(A), linear.coefficients(V), linear.frame(A, V, w), 1 - abs2(w)
flow = linear.on_ott_antonsen(A, V, at=w, beta=beta)
F = linear.field(A, V, w, beta)


def hamiltonian(sign=1):
    return im(a * p - sign * conj(b) * q) / 2 / R - re(f) * im(g) / R**2


claim = Claim(
    "linear.hamiltonian-symmetric",
    S,
    title="A symmetric, tr V = 0: a Hamiltonian flow",
    source=LI_2026.at("Case 4; a larger family"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        hamiltonian=Identity(F / R**3, -I * beta / 2 * linear.gradient(hamiltonian(), w)),
        conserved=Conserved(hamiltonian(), along=flow),
    ),
    mutants={
        "kappa": Conserved(hamiltonian(sign=-1), along=flow),
        "form": Identity(F / R**2, -I * beta / 2 * linear.gradient(hamiltonian(), w)),
        "orientation": Identity(F / R**3, I * beta / 2 * linear.gradient(hamiltonian(), w)),
    },
)
