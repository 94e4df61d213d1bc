"""An isolated attracting cycle of linear self-attention (arXiv 2607.18584; not among the paper's types), beta = 2.

A = [[1, -1], [1, 1]], V = [[13/10, -1], [1, 3/10]]: the only equilibrium is a source, and the return map of the line
Re w = -21/100 encloses a closed orbit, which attracts, and its period.
"""

from fractions import Fraction

from theorems.linear import LI_2026
from verify import All, Claim, ClosedOrbit, Disk, Equilibria, Space, im, re
from verify.attention import linear

S = Space(w=Disk())
w = S.symbols
A, V = [[1, -1], [1, 1]], [["13/10", -1], [1, "3/10"]]
flow = linear.on_ott_antonsen(A, V, at=w, beta=2)
y, near = Fraction("0.64608348930310120376703329470"), Fraction(1, 10**30)

claim = Claim(
    "linear.limit-cycle",
    S,
    title="An attracting cycle of linear self-attention",
    source=LI_2026.at("Types 1-3; not among them"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        source=Equilibria(flow, are=("source",)),
        cycle=ClosedOrbit(flow, period=("2.6997948132554947489074", "2.6997948132554947489075"), attracts=True),
    ),
    mutants={
        "sink": Equilibria(flow, are=("sink",)),
        "none": Equilibria(flow, are=()),
        "two": Equilibria(flow, are=("source", "any")),
    },
)
claim.argument(lambda p: p.part("cycle").returns({re(w): "-21/100", im(w): (y - near, y + near)}, -1, 40, "1/32", 320))
