"""A symmetric definite, 16 det A >= (tr A)^2, V != 0: at every equilibrium the Jacobian's determinant is positive.

For A = diag(1 + B, 1 - B) the hypothesis is 4 B^2 <= 3. The form P of linear.definite-jacobian has P3 > 0 and
4 P1 P3 - P2^2 > 0; what the count of equilibria rests on (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from theorems.linear._definite import N0, P1, P2, P3, B, R, S, c, de, form, k, sg, u, x, y, z
from verify import Claim, Inequality, gt, le

size, D = c**2 + k**2, 4 * P1 * P3 - P2**2

claim = Claim(
    "linear.definite-conditioned",
    S,
    given=[gt(size, 0), le(4 * B**2, 3)],
    title="A definite, 16 det A >= (tr A)^2: the Jacobian's determinant is positive",
    source=LI_2026.at("A symmetric definite; not in the paper"),
    rests_on=["linear.definite-jacobian"],
    shows=Inequality(form, ">", 0),
    mutants={
        "first": Inequality(P1 * c**2 + P2 * c * k, ">", 0),
        "no-third": Inequality(form - P3 * k**2, ">=", 0),
        "more": Inequality(form, ">", R * de * size * 2),
    },
)


@claim.argument
def argument(p):
    E, G, m = 16 * z**2, 12 * R * de**2, 2 * B * x
    p.sign(gt(de, 0), as_=(1 - B) * (1 + B))
    p.sign(gt(z, 0), as_=de + N0 + sg)
    p.sign(gt(P3, 0), as_=3 * (z**2 + R * z + R * de))
    square = (((E + G / 4) * m + 3 * E / 2) ** 2 + 9 * E * G / 16) / (E + G / 4) + G * (y**2 + de * x**2)
    D_form = square + E * (3 - 4 * B**2) / 4 * u + 12 * R * (N0 + sg) * z + 12 * R * (N0 + sg) * de
    p.sign(gt(D, 0), as_=D_form)
    p.sign(gt(P1, 0), as_=(D_form + P2**2) / (4 * P3))
    image = (P1 * c + P2 * k / 2) ** 2 + (P2 * c / 2 + P3 * k) ** 2
    p.sign(as_=(image + D * size / 4) / (P1 + P3))
