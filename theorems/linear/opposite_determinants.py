"""det A det V < 0: no interior equilibrium, so every start clusters. The converse is false (arXiv 2607.18584)."""

from theorems.classical.no_recurrence import claim as NO_RECURRENCE
from theorems.linear import LI_2026
from theorems.linear._definite import adj
from verify import Claim, Disk, Eventually, Every, Matrices, Positive, Space, abs2, conj, det, gt, lt, ne, re, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Positive(), w=Disk())
A, V, beta, w = S.symbols
F, R, moment = linear.field(A, V, w, beta), 1 - abs2(w), linear.second_moment(w)

claim = Claim(
    "linear.opposite-determinants",
    S,
    given=[lt(det(A) * det(V), 0)],
    title="det A det V < 0: every start clusters",
    source=LI_2026.at("interior equilibria; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(abs2(w), to=1, along={w: F}, start=Every()),
    mutants={
        "to-centre": Eventually(abs2(w), to=0, along={w: F}, start=Every()),
        "periodic": Eventually("periodic", along={w: F}, start=Every()),
    },
)


@claim.argument
def argument(p):
    p.stays(-2 * re(conj(w) * linear.harmonics(A, V, w, beta)[0]))
    p.inside(ne(F, 0), no_equilibrium)
    p.cites(NO_RECURRENCE)
    p.limit()


def no_equilibrium(q):
    K = adj(moment) * V * moment * A.T * moment
    squares = (tr(K) / 2) ** 2 + ((K[1, 0] - K[0, 1]) / 2) ** 2
    q.sign(gt(abs2(F), 0), as_=16 * beta**2 * (squares - det(A) * det(V) / (4 / R) ** 3))
    q.nonzero(F, cofactor=conj(F), fact=gt(abs2(F), 0))
