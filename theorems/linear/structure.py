"""Structure: every flow is a Hamiltonian one plus one of Case 1 (arXiv 2607.18584, Case 4).

F = F(A_s, V - (tr V/2) I) + (beta/2)(1 - |w|^2)(B + C w) with the symmetric part A_s of A,
B = Re(p) b + i Im(a) q and C = Re(a p) - i Im(a) Re(p); the first summand belongs to linear.hamiltonian-symmetric.
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, I, Identity, Matrices, Real, Space, abs2, eye, im, re, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), w=Disk(closed=True))
A, V, beta, w = S.symbols
(a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)
B, C = re(p) * b + I * im(a) * q, re(a * p) - I * im(a) * re(p)
F, traceless = linear.field(A, V, w, beta), V - tr(V) / 2 * eye(2)


def sum_of(key=(A + A.T) / 2, B=B, C=C):
    return Identity(F, linear.field(key, traceless, w, beta) + beta / 2 * (1 - abs2(w)) * (B + C * w))


claim = Claim(
    "linear.structure",
    S,
    title="Every flow is a Hamiltonian flow plus a flow of Case 1",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.hamiltonian-symmetric", "linear.case1-field"],
    shows=sum_of(),
    mutants={
        "key": sum_of(key=A),
        "shift": sum_of(B=re(p) * b - I * im(a) * q),
        "slope": sum_of(C=re(a * p) + I * im(a) * re(p)),
    },
)
