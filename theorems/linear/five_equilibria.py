"""Five interior equilibria: A = [[0, 2], [-5, -2]], V = [[2, -2], [-1, 3]], det A = 10, det V = 4 (own).

Two sinks, a source and two saddles. Bezout's theorem leaves room for seven; random matrices show none, one or three.
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, Equilibria, Space
from verify.attention import linear

S = Space(w=Disk())
w = S.symbols
A, V = [[0, 2], [-5, -2]], [[2, -2], [-1, 3]]
flow = linear.on_ott_antonsen(A, V, w, 2)

claim = Claim(
    "linear.five-equilibria",
    S,
    title="Five states of the Ott-Antonsen flow rest",
    source=LI_2026.at("interior equilibria; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=Equilibria(flow, are=("source", "sink", "sink", "saddle", "saddle")),
    mutants={
        "three": Equilibria(flow, are=("source", "sink", "saddle")),
        "two-sources": Equilibria(flow, are=("source", "source", "sink", "saddle", "saddle")),
        "transposed": Equilibria(linear.on_ott_antonsen(A, [[2, -1], [-2, 3]], w, 2), are=("source",)),
    },
)
