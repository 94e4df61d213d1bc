"""Equally spaced phases: the order parameter of the Moebius image of the n-th roots of unity (arXiv 2607.18584).

With c = conj(alpha) and E = exp(i eta) the mean of (alpha + E zeta)/(1 + c E zeta) over zeta^n = 1 is
alpha + (1 - |alpha|^2)(-c)^(n-1) E^n / (1 - (-c E)^n): alpha up to a power that no finite n makes zero.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, I, Identity, Space, abs2, conj, exp, gt, sqrt

S = Space(alpha=Disk(), eta=Circle())
alpha, eta = S.symbols
c, E, N, root3, root5 = conj(alpha), exp(I * eta), 1 - abs2(alpha), sqrt(3), sqrt(5)
FIRST = {2: -1, 3: (I * root3 - 1) / 2, 4: I, 5: (root5 - 1 + I * sqrt(10 + 2 * root5)) / 4, 6: (1 + I * root3) / 2}


def mean_is(n, sign=1, power=-1):
    turned = [E * FIRST[n] ** k for k in range(n)]
    excess = N * (-c) ** (n + power) * E**n / (1 - (-c * E) ** n)
    return Identity(sum((alpha + z) / (1 + c * z) for z in turned) / n, alpha + sign * excess)


claim = Claim(
    "linear.roots-of-unity",
    S,
    title="Order parameter of the Moebius image of n equally spaced phases, n = 2, ..., 6",
    source=LI_2026.at("Watanabe-Strogatz reduction; not in the paper"),
    shows=All(fifth=Identity(FIRST[5] ** 5, 1), **{f"n{n}": mean_is(n) for n in FIRST}),
    mutants={"alpha": mean_is(2, sign=0), "sign": mean_is(2, sign=-1), "power": mean_is(2, power=0)},
)


@claim.argument
def argument(p):
    for n, first in FIRST.items():
        q, powers = p.part(f"n{n}"), 1 - abs2(alpha) ** n
        q.sign(gt(powers, 0), as_=N * sum(abs2(alpha) ** k for k in range(n)))
        for below, size in (*((1 + c * E * first**k, N) for k in range(n)), (1 - (-c * E) ** n, powers)):
            q.nonzero(below, cofactor=2 - conj(below), fact=gt(size, 0))
