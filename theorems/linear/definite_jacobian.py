"""A = diag(1 + B, 1 - B), |B| < 1: the Jacobian at the equilibrium w = x + i y (arXiv 2607.18584), beta = 2.

Its determinant is (de R^3/64)(P1 c^2 + P2 c k + P3 k^2) with P1 = 2 ph z - R de, P2 = 4 B y z and
P3 = 3 (2 ph z + R de); its trace is tr V (1 + |w|^2 + 2 B x).
"""

from theorems.linear import LI_2026
from theorems.linear._definite import P2, B, R, S, c, de, form, k, key, u, value, w, x
from verify import All, Claim, Identity, Matrices, det, tr
from verify.attention import linear

V = Matrices(2, 2).make("V")
fixed = linear.jacobian(linear.field(key, V, w, 2), w)
jacobian = fixed.subs(dict(zip(V.entries(), value.entries(), strict=True)))
trace, scale = tr(value) * (1 + u + 2 * B * x), de * R**3 / 64

claim = Claim(
    "linear.definite-jacobian",
    S,
    title="A definite: trace and determinant of the Jacobian at an equilibrium",
    source=LI_2026.at("A symmetric definite; not in the paper"),
    rests_on=["linear.definite-traces"],
    shows=All(determinant=Identity(det(jacobian), scale * form), trace=Identity(tr(jacobian), trace)),
    mutants={
        "mixed-sign": Identity(det(jacobian), scale * (form - 2 * P2 * c * k)),
        "power": Identity(det(jacobian), de * R**2 / 64 * form),
        "trace": Identity(tr(jacobian), tr(value) * (1 + u)),
    },
)
