"""In every dimension: x = y/|y| moves by x' = M x - <x, M x> x when y' = M y (arXiv 2607.18584, matrix form).

One component suffices: let c = <e, y> and g = <e, M y> for a fixed vector e, n = |y|^2 and m = <y, M y>. Then c' = g
and n' = 2 m, and <e, x> = c/sqrt(n) has the rate <e, M x> - <x, M x><e, x>, where <e, M x> = g/sqrt(n), <x, M x> = m/n.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Evolves, Identity, Positive, Real, Space, sqrt

S = Space(c=Real(), g=Real(), n=Positive(), m=Real())
c, g, n, m = S.symbols
flow, x, force, forward = {c: g, n: 2 * m}, c / sqrt(n), g / sqrt(n), m / n


def moves(rate):
    return Evolves(x, along=flow, rate=rate)


claim = Claim(
    "linear.projective-flow.every-dimension",
    S,
    title="Tokens are directions of one linear flow, in every dimension",
    source=LI_2026.at("matrix form; any d is new"),
    rests_on=["linear.matrix-form"],
    shows=All(component=moves(force - forward * x), unit=Identity(n / sqrt(n) ** 2, 1)),
    mutants={
        "unprojected": moves(force),
        "twice": moves(force - 2 * forward * x),
        "sign": moves(force + forward * x),
    },
)
