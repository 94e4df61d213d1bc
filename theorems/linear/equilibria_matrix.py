"""Every interior equilibrium by one formula: V = S N adj(S) adj(A^T) adj(S) rests at w (arXiv 2607.18584).

S is the second moment at w, adj(M) = tr(M) I - M and N = [[c, -k], [k, c]] is any rotation with scaling.
"""

from theorems.linear import LI_2026
from theorems.linear._definite import adj
from verify import Claim, Disk, Identity, Matrices, Real, Space, matrix
from verify.attention import linear

S = Space(A=Matrices(2, 2), c=Real(), k=Real(), beta=Real(), w=Disk())
A, c, k, beta, w = S.symbols
moment = linear.second_moment(w)


def rests(N, A_side=A.T):
    return Identity(linear.field(A, moment * N * adj(moment) * adj(A_side) * adj(moment), w, beta), 0)


claim = Claim(
    "linear.equilibria-matrix",
    S,
    title="The value matrices that rest at a given w",
    source=LI_2026.at("interior equilibria; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=rests(matrix([[c, -k], [k, c]])),
    mutants={
        "no-transpose": rests(matrix([[c, -k], [k, c]]), A),
        "reflection": rests(matrix([[c, k], [k, -c]])),
        "symmetric": rests(matrix([[c, k], [k, c]])),
    },
)
