"""The ratio of Bessel functions on the unit sphere of R^d, d >= 3: the Riccati equation from an integration by parts.

(1 - z^2) exp(k z) (1 - z^2)^((d - 3)/2) vanishes at both ends, so (d - 1) I(z) = k (I(1) - I(z^2)); with A = I(z)/I(1)
and A' = I(z^2)/I(1) - A^2 this is A' = 1 - A^2 - (d - 1) A/k (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._sphere import A, S, by_parts, d, first, k, mass, prepare, rate, second
from verify import All, Claim, Evolves, Identity, Inequality

claim = Claim(
    "low_temperature.bessel.sphere",
    S,
    title="On the sphere the ratio of Bessel functions solves the Riccati equation",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(
        positive=Inequality(mass, ">", 0),
        parts=Identity(by_parts.left, by_parts.right),
        variance=Evolves(A, along={k: 1}, rate=second / mass - A**2),
        riccati=Evolves(A, along={k: 1}, rate=rate),
    ),
    mutants={
        "dimension": Identity(d * first, k * (mass - second)),
        "sign": Evolves(A, along={k: 1}, rate=1 - A**2 + (d - 1) * A / k),
    },
)


@claim.argument
def argument(p):
    prepare(p)
    p.part("riccati").ideal((1 / (k * mass), by_parts))
