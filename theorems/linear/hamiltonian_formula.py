"""One formula for the Hamiltonians: V = c J A^T has g_i = c f_r and kappa = Im(a p - conj(b) q)/2 = (c/2) det A.

So G = kappa/(1 - |w|^2) - f_r g_i/(1 - |w|^2)^2 of linear.hamiltonian-symmetric is G of linear.hamiltonian-rotated
(arXiv 2607.18584, Case 4).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Identity, J, Matrices, Real, Space, conj, det, im, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), c=Real(), w=Complex())
A, c, w = S.symbols
V = c * J * A.T
(a, b), (p, q), (f, g) = linear.coefficients(A), linear.coefficients(V), linear.frame(A, V, w)
kappa = im(a * p - conj(b) * q) / 2

claim = Claim(
    "linear.hamiltonian-formula",
    S,
    title="V = c J A^T: the same Hamiltonian as for tr V = 0",
    source=LI_2026.at("Case 4; a larger family"),
    rests_on=["linear.hamiltonian-symmetric", "linear.hamiltonian-rotated"],
    shows=All(across=Identity(im(g), c * re(f)), kappa=Identity(kappa, c / 2 * det(A))),
    mutants={"sign": Identity(im(g), -c * re(f)), "trace": Identity(kappa, c / 2 * det((A + A.T) / 2))},
)
