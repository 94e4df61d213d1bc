"""Two opposite clusters, V = diag(v, r v), v > 0, r < 1, X = exp(2 beta m1) > 1: the eigenvalues of the Jacobian J are
real, and det J has the sign of X - X_c, where (arXiv 2605.10931, metastability)

X_c = (p^2 + q^2 + sqrt((p^2 - q^2)^2 + (2 p q r)^2))/(2 p q (1 - r)):
with X_m <= 1 the other root, det J = v^2 (1 - r)^2 p q (X - X_c)(X - X_m)/((p X + q)(q X + p)).
"""

from theorems.classical.square_order import root_order
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._pair import J, S, T1, T2, X, given, masses, other, p, q
from theorems.low_temperature._pair import r, root, threshold, v, w1, w2
from verify import All, Claim, Identity, Inequality, det, tr

least = (p - q) ** 2 + 2 * p * q * r

claim = Claim(
    "low_temperature.pair-threshold",
    S,
    given=given,
    title="Determinant of the Jacobian of two opposite clusters",
    source=LOW_2026.at("metastability; not in the paper"),
    rests_on=["low_temperature.pair-jacobian"],
    shows=All(
        determinant=Identity(det(J), v**2 * (1 - r) * (T1 * T2 - r * (T1 + T2) / 2)),
        factors=Identity(det(J), v**2 * (1 - r) ** 2 * p * q * (X - threshold) * (X - other) / masses),
        real=Inequality(tr(J) ** 2, ">=", 4 * det(J)),
        other=Inequality(other, "<=", 1),
    ),
    mutants={
        "mean": Identity(det(J), v**2 * (1 - r) * (T1 * T2 - r * (T1 + T2))),
        "less": Inequality(other, "<=", "9/10"),
        "swapped": Inequality(threshold, "<=", 1),
    },
)


@claim.argument
def argument(proof):
    proof.part("real").sign(as_=(J[0, 0] - J[1, 1]) ** 2 + 4 * w1 * w2 * (r * v) ** 2)
    at = proof.part("other")
    root_order(at, least, root, as_=4 * p * q * (p - q) ** 2 * (1 - r))
    at.sign(as_=(root - least) / (2 * p * q * (1 - r)))
