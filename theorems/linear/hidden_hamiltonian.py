"""Hidden Hamiltonian: A = I, V = [[a, b], [-b, -a]] (arXiv 2607.18584, Case 4).

H = (b (1 + |w|^2) + 2 a Im w) / (1 - |w|^2)^2 is conserved, and (1 - |w|^2)^-3 is an integrating factor.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Conserved, Disk, Identity, Real, Space, abs2, eye, im
from verify.attention import linear
from verify.dynamics import divergence

S = Space(a=Real(window=3), b=Real(window=3), w=Disk())
a, b, w = S.symbols
flow = linear.on_ott_antonsen(A=eye(2), V=[[a, b], [-b, -a]], at=w)
H = (b * (1 + abs2(w)) + 2 * a * im(w)) / (1 - abs2(w)) ** 2


def factor(k):
    return Identity(divergence(flow, weight=(1 - abs2(w)) ** -k), 0)


claim = Claim(
    "linear.hidden-hamiltonian",
    S,
    title="Case 4 has a conserved quantity and an integrating factor",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.ott-antonsen"],
    shows=All(conserved=Conserved(H, along=flow), factor=factor(3)),
    mutants={
        "sign": Conserved(H.subs(a, -a), along=flow),
        "modulus-sign": Conserved((b * (1 - abs2(w)) + 2 * a * im(w)) / (1 - abs2(w)) ** 2, along=flow),
        "factor-power": factor(2),
    },
)
