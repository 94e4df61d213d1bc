"""Hamiltonian family H4: A and V multiples of rotations with Re(a p) = 0 turn every circle about 0 (arXiv 2607.18584).

Then |w|^2 is conserved and (1 - |w|^2)^-k is an integrating factor for every real k. Given a != 0, p = i c conj(a).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Conserved, Disk, I, Identity, Real, Space, abs2, conj
from verify.attention import linear
from verify.dynamics import divergence

S = Space(a=Complex(), c=Real(), beta=Real(), k=Real(), w=Disk())
a, c, beta, k, w = S.symbols


def flow(p):
    return linear.on_ott_antonsen(linear.plane(a, 0), linear.plane(p, 0), at=w, beta=beta)


turning = flow(I * c * conj(a))

claim = Claim(
    "linear.hamiltonian-rotations",
    S,
    title="A, V multiples of rotations, Re(a p) = 0: rigid circles",
    source=LI_2026.at("Case 4; another family"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        conserved=Conserved(abs2(w), along=turning),
        factor=Identity(divergence(turning, weight=(1 - abs2(w)) ** -k), 0),
    ),
    mutants={
        "conjugate": Conserved(abs2(w), along=flow(I * c * a)),
        "real": Conserved(abs2(w), along=flow(c * conj(a))),
    },
)
