"""The points z1, z2 of linear.rotating-parameters in A and V (arXiv 2607.18584, rotating clusters).

For |b| < |Re a| the point z1 = -(b/Re a)/(1 + m), m = sqrt(1 - |b|^2/(Re a)^2), lies in the open disk and
b = -2 Re(a) z1/(1 + |z1|^2). For |q| < |Im p| the same formula with i q for -b and Im p for Re a gives z2.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Identity, Inequality, Real, Space, abs2, gt, ne, sqrt

S = Space(b=Complex(), c=Real())
b, c = S.symbols
m = sqrt(1 - abs2(b) / c**2)
z = -(b / c) / (1 + m)


def recovers(z):
    return Identity(b, -2 * c * z / (1 + abs2(z)))


claim = Claim(
    "linear.rotating-points",
    S,
    given=[ne(c, 0), gt(c**2, abs2(b))],
    title="A wave without zeros as a point of the disk",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.rotating-parameters"],
    shows=All(inside=Inequality(abs2(z), "<", 1), recovers=recovers(z)),
    mutants={"sign": recovers(-z), "outside": recovers(-(b / c) / (1 + 2 * m))},
)


@claim.argument
def argument(p):
    p.sign(gt(1 - abs2(b) / c**2, 0), as_=(c**2 - abs2(b)) / c**2)
    p.part("inside").sign(as_=2 * m / (1 + m))
