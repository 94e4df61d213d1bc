"""det A det V det S^3 = (tr K/2)^2 + ((K21 - K12)/2)^2 - |F|^2/64 with K = adj(S) V S A^T S, in units beta = 2.

The rest of K is the field: K11 - K22 = Re F/4 and K12 + K21 = Im F/4. So where F = 0 in the open disk,
det A det V >= 0 (arXiv 2607.18584, interior equilibria).
"""

from theorems.linear import LI_2026
from theorems.linear._definite import adj
from verify import All, Claim, Disk, Identity, Matrices, Space, abs2, det, im, re, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), w=Disk(closed=True))
A, V, w = S.symbols
F, moment = linear.field(A, V, w, 2), linear.second_moment(w)
K = adj(moment) * V * moment * A.T * moment
squares = (tr(K) / 2) ** 2 + ((K[1, 0] - K[0, 1]) / 2) ** 2
product = det(A) * det(V) * det(moment) ** 3

claim = Claim(
    "linear.equilibrium-determinants",
    S,
    title="The field and det A det V in one identity",
    source=LI_2026.at("interior equilibria; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        real=Identity(K[0, 0] - K[1, 1], re(F) / 4),
        imaginary=Identity(K[0, 1] + K[1, 0], im(F) / 4),
        determinants=Identity(product, squares - abs2(F) / 64),
    ),
    mutants={
        "sign": Identity(product, squares + abs2(F) / 64),
        "power": Identity(det(A) * det(V) * det(moment) ** 2, squares - abs2(F) / 64),
        "scale": Identity(product, squares - abs2(F) / 16),
    },
)
