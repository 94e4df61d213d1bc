"""What duality says of the cases (arXiv 2607.18584).

V = I with A moves as A' = J with V' = -J A, and A = I with V moves as V' = -J with A' = J V.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Identity, J, Matrices, Real, Space, eye
from verify.attention import linear

S = Space(M=Matrices(2, 2), beta=Real(), w=Disk(closed=True))
M, beta, w = S.symbols
one = eye(2)


def field(A, V):
    return linear.field(A, V, w, beta)


claim = Claim(
    "linear.duality-cases",
    S,
    title="Case 1 is the case A = J, Case 2 the case V = -J",
    source=LI_2026.at("duality; not in the paper"),
    rests_on=["linear.duality"],
    shows=All(
        value=Identity(field(M, one), field(J, -(J * M))),
        key=Identity(field(one, M), field(J * M, -J)),
    ),
    mutants={
        "value-sign": Identity(field(M, one), field(J, J * M)),
        "key-sign": Identity(field(one, M), field(J * M, J)),
        "order": Identity(field(M, one), field(J, -(M * J))),
    },
)
