"""A = diag(1 + B, 1 - B), |B| < 1: invariants of the value matrices V that rest at w = x + i y (arXiv 2607.18584).

With R = 1 - |w|^2, ph = 1 + B x, de = 1 - B^2, t = c ph - k B y and z = 2 ph - R: tr V = R t/4,
det V = (R/4)^3 de (c^2 + k^2) and disc V = R^2 (t^2 - R de (c^2 + k^2))/16; z >= de > 0.
"""

from theorems.linear import LI_2026
from theorems.linear._definite import N0, B, R, S, c, de, k, key, ph, sg, t, value, w, y, z
from verify import All, Claim, Identity, det, tr
from verify.attention import linear

size = c**2 + k**2
disc = tr(value) ** 2 - 4 * det(value)

claim = Claim(
    "linear.definite-traces",
    S,
    title="A definite: trace, determinant and discriminant of V at an equilibrium",
    source=LI_2026.at("A symmetric definite; not in the paper"),
    rests_on=["linear.equilibria-matrix"],
    shows=All(
        rest=Identity(linear.field(key, value, w, 2), 0),
        trace=Identity(tr(value), R * t / 4),
        determinant=Identity(det(value), (R / 4) ** 3 * de * size),
        discriminant=Identity(disc, R**2 * (t**2 - R * de * size) / 16),
        N0=Identity(N0, ph**2 - R * de),
        z=Identity(z, de + N0 + sg),
    ),
    mutants={
        "t-sign": Identity(tr(value), R * (c * ph + k * B * y) / 4),
        "power": Identity(det(value), (R / 4) ** 2 * de * size),
        "z": Identity(z, de + N0 - sg),
        "disc": Identity(disc, R**2 * (t**2 - de * size) / 16),
    },
)
