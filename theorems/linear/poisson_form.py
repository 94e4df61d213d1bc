"""A wave without zeros is a Poisson denominator: c + d cos psi = c (1 - 2 r cos psi + r^2)/(1 + r^2) for
d = -2 r c/(1 + r^2), |r| < 1; and c^2 - d^2 = (c (1 - r^2)/(1 + r^2))^2 (arXiv 2607.18584, rotating clusters)."""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Identity, Interval, Real, Space, cos

S = Space(c=Real(), r=Interval(-1, 1, open=True), psi=Circle())
c, r, psi = S.symbols
d = -2 * r * c / (1 + r**2)

claim = Claim(
    "linear.poisson-form",
    S,
    title="c + d cos psi as a Poisson denominator",
    source=LI_2026.at("rotating clusters; not in the paper"),
    shows=All(
        wave=Identity(c + d * cos(psi), c * (1 - 2 * r * cos(psi) + r**2) / (1 + r**2)),
        root=Identity(c**2 - d**2, (c * (1 - r**2) / (1 + r**2)) ** 2),
    ),
    mutants={
        "sign": Identity(c - d * cos(psi), c * (1 - 2 * r * cos(psi) + r**2) / (1 + r**2)),
        "root": Identity(c**2 + d**2, (c * (1 - r**2) / (1 + r**2)) ** 2),
    },
)
