"""Layers x -> P x/|P x| for M = I at zero temperature: any number of them is one.

A layer may be a step e^(hB) x/|.| of x' = P_x B x, or N(x + h B x), and the next one another. That two are one is
written in the plane; only positive factors are divided out, so no dimension enters (arXiv 2605.10931, zero
temperature).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Matrices, Space, Sphere, eq, gt, norm2, sqrt

S = Space(P=Matrices(2, 2), Q=Matrices(2, 2), x=Sphere(2))
P, Q, x = S.symbols
y, z = P * x, Q * P * x
n, q, r = sqrt(norm2(y)), sqrt(norm2(z)), sqrt(norm2(z / sqrt(norm2(y))))
twice, once = Q * (y / n) / r, z / q

claim = Claim(
    "low_temperature.layers",
    S,
    given=[gt(norm2(z), 0)],
    title="M = I, in the plane: two layers are one, whose matrix is the product",
    source=LOW_2026.at("zero-temperature limit; layers of different matrices, not in the paper"),
    shows=All(first=Identity(twice[0], once[0]), second=Identity(twice[1], once[1])),
    mutants={
        "order": Identity(twice[0], (P * Q * x)[0] / q),
        "one-length": Identity(twice[0], z[0] / n),
        "sign": Identity(twice[1], -once[1]),
    },
)


@claim.argument
def argument(p):
    """|P x| > 0, as |Q P x|^2 is at most |Q|^2 |P x|^2 (Cauchy and Schwarz), and r n = q."""
    rest = sum((Q[i, 0] * y[1] - Q[i, 1] * y[0]) ** 2 for i in (0, 1))
    p.sign(product := gt(norm2(Q) * norm2(y), 0), as_=[norm2(z), rest])
    p.nonzero(norm2(y), cofactor=norm2(Q), fact=product)
    p.sign(gt(norm2(z / n), 0), as_=norm2(z) / n**2)
    p.zeros(eq((r * n - q) * (r * n + q), 0))
    for at, part in enumerate(("first", "second")):
        p.part(part).ideal((-z[at] / (n * r * q), eq(r * n - q, 0)))
