"""Reversible families: F(conj w) = -conj F(w), so reflecting the disk reverses time (arXiv 2607.18584, Case 4).

It holds for V = c J C A C with the reflection C = diag(1, -1), and for a, b real with p, q imaginary.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, I, Identity, J, Matrices, Real, Space, conj, matrix
from verify.attention import linear

S = Space(A=Matrices(2, 2), a=Real(), b=Real(), c=Real(), s=Real(), n=Real(), beta=Real(), w=Disk(closed=True))
A, a, b, c, s, n, beta, w = S.symbols
C = matrix([[1, 0], [0, -1]])


def reversed_by(A, V, sign=-1):
    return Identity(linear.field(A, V, conj(w), beta), sign * conj(linear.field(A, V, w, beta)))


claim = Claim(
    "linear.reversible",
    S,
    title="Two families of reversible flows",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        reflected=reversed_by(A, c * J * C * A * C),
        imaginary=reversed_by(linear.plane(a, b), linear.plane(I * s, I * n)),
    ),
    mutants={
        "no-reflection": reversed_by(A, c * J * A),
        "real": reversed_by(linear.plane(a, b), linear.plane(s, n)),
        "symmetric": reversed_by(A, c * J * C * A * C, sign=1),
    },
)
