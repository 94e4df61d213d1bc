"""Hamiltonian family H3: V = I with tr A = 0, or A = J with V symmetric, for the form dx dy/(1 - |w|^2).

(1 - |w|^2)^-1 (x', y') = (G_y, -G_x) with G = Im(conj(b) w) + Im(a) |w|^2/2 when V = I, in units beta = 2; the second
family is dual to the first (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, I, Identity, J, Matrices, Real, Space, abs2, conj, eye, im, matrix
from verify.attention import linear
from verify.dynamics import divergence

S = Space(m=Real(), n=Real(), h=Real(), V=Matrices(2, 2, "symmetric"), beta=Real(), w=Disk())
m, n, h, V, beta, w = S.symbols
A, R = matrix([[m, n - h], [n + h, -m]]), 1 - abs2(w)
a, b = linear.coefficients(A)
G = im(conj(b) * w) + im(a) * abs2(w) / 2


def exact(A, V, k=1):
    return Identity(divergence(linear.on_ott_antonsen(A, V, w, beta), weight=R**-k), 0)


def moved(G):
    return Identity(linear.field(A, eye(2), w, beta) / R, -I * beta / 2 * linear.gradient(G, w))


claim = Claim(
    "linear.hamiltonian-traceless",
    S,
    title="V = I, tr A = 0, and its dual: Hamiltonian flows",
    source=LI_2026.at("Case 4; another family"),
    rests_on=["linear.ott-antonsen", "linear.duality"],
    shows=All(hamiltonian=moved(G), value=exact(A, eye(2)), key=exact(J, V)),
    mutants={
        "power": exact(A, eye(2), k=3),
        "key-identity": exact(eye(2), V),
        "conjugate": moved(im(b * w) + im(a) * abs2(w) / 2),
    },
)
