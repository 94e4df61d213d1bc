"""Tokens at rest stand at two places at most, and at one of two places they repel (arXiv 2607.18584; not in it).

A token z = exp(2i theta) at rest solves f(z) = H + 2i omega z - conj(H) z^2 = 0, for every A and V. The first identity
says: if H != 0, three tokens at rest are not distinct. Tokens near z approach it at the rate 2 Re(conj(z) H); the
second says: at two distinct places of rest these rates are opposite. They are not 0, for Im(conj(z) H) = -omega at
both. If H = 0, all tokens turn at one rate, or all are at rest.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Complex, I, Identity, Real, Space, conj, exp, re

S = Space(H=Complex(), omega=Real(), t1=Circle(), t2=Circle(), t3=Circle())
H, omega, *angles = S.symbols
z1, z2, z3 = (exp(I * t) for t in angles)


def f(z):
    return H + 2 * I * omega * z - conj(H) * z**2


def opposite(sign):
    left = (1 + conj(z2) * z1) * f(z2) - (1 + conj(z1) * z2) * f(z1)
    return Identity(left, 2 * (z1 - z2) * (re(conj(z1) * H) + sign * re(conj(z2) * H)))


def places(power):
    left = f(z1) * (z2 - z3) + f(z2) * (z3 - z1) + f(z3) * (z1 - z2)
    return Identity(left, conj(H) * (z1 - z2) * (z2 - z3) * (z3 - z1) ** power)


claim = Claim(
    "linear.two-places",
    S,
    title="H != 0: tokens at rest stand at two places at most, and one of two repels",
    source=LI_2026.at("finitely many tokens; not in the paper"),
    rests_on=["linear.riccati"],
    shows=All(places=places(1), opposite=opposite(1)),
    mutants={"one-place": places(2), "same-sign": opposite(-1)},
)
