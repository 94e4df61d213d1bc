"""Case 4: as k = a/b -> 1 the centre meets the circle like a cube root (arXiv 2607.18584).

With k = tanh(3 tau) the centre is -i tanh(tau) (linear.case4-centre). For d = exp(-2 tau), d^3 = (1 - k)/(1 + k), its
distance from the circle is 2 d/(1 + d), which lies between 2 d - 2 d^2 and 2 d.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Identity, Inequality, Real, Space, exp, gt, tanh

S = Space(tau=Real(window=1))
tau = S.symbols
k, d, gap = tanh(3 * tau), exp(-2 * tau), 1 - tanh(tau)

claim = Claim(
    "linear.case4-collision",
    S,
    title="Case 4: the centre meets the circle like a cube root",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.case4-centre"],
    shows=All(
        cube=Identity(d**3, (1 - k) / (1 + k)),
        gap=Identity(gap, 2 * d / (1 + d)),
        below=Inequality(gap, ">=", 2 * d - 2 * d**2),
        above=Inequality(gap, "<=", 2 * d),
    ),
    mutants={"square": Identity(d**2, (1 - k) / (1 + k)), "tight": Inequality(gap, "<=", 2 * d - d**2)},
)


@claim.argument
def argument(p):
    p.sign(gt(1 + k, 0), as_=2 * exp(6 * tau) / (exp(6 * tau) + 1))
    p.part("below").sign(as_=2 * d**3 / (1 + d))
    p.part("above").sign(as_=2 * d**2 / (1 + d))
