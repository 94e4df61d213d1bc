"""The cross-ratio of four tokens is conserved (arXiv 2607.18584, Watanabe-Strogatz reduction).

All z_k = exp(2i theta_k) obey one Riccati equation z' = H + 2i omega z - conj(H) z^2, whatever H and omega do, so
(z_j - z_k)' = (z_j - z_k)(2i omega - conj(H)(z_j + z_k)).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Conserved, Evolves, I, Real, Space, conj, ne

S = Space(z1=Complex(), z2=Complex(), z3=Complex(), z4=Complex(), H=Complex(), omega=Real())
*z, H, omega = S.symbols
z1, z2, z3, z4 = z
flow = {each: H + 2 * I * omega * each - conj(H) * each**2 for each in z}
factor = 2 * I * omega - conj(H) * (z1 + z2)

claim = Claim(
    "linear.cross-ratio",
    S,
    given=[ne(z1 - z4, 0), ne(z3 - z2, 0)],
    title="The cross-ratio of four tokens is conserved",
    source=LI_2026.at("Watanabe-Strogatz reduction"),
    rests_on=["linear.riccati"],
    shows=All(
        difference=Evolves(z1 - z2, along=flow, rate=(z1 - z2) * factor),
        cross_ratio=Conserved((z1 - z2) * (z3 - z4) / ((z1 - z4) * (z3 - z2)), along=flow),
    ),
    mutants={
        "ratio": Conserved((z1 - z2) / (z3 - z2), along=flow),
        "pairs": Conserved((z1 - z2) * (z3 - z1) / ((z1 - z4) * (z3 - z2)), along=flow),
        "sum": Conserved((z1 + z2) * (z3 + z4) / ((z1 - z4) * (z3 - z2)), along=flow),
    },
)
