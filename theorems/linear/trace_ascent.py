"""A = I, V symmetric: E = tr(V S^2) grows along the tokens, in every dimension and for every number of them.

dE/dt = beta mean(|P_x {V, S} x|^2 + |[V, S] x|^2) >= 0, with S = mean x x^T and x' = beta P_x V S x.
"""

from theorems.linear import LI_2026
from verify import Claim, Real, Space
from verify.words import EveryDimension, Letter, UnitToken, mean_of, norm2, rate, tangent, trace
from verify.words import moment as M

S = Space(V=Letter("symmetric"), x=UnitToken(), beta=Real())
V, x, beta = S.symbols
acom, com = V * M + M * V, V * M - M * V
velocity = beta * tangent(V * M * x)


def growth(sign=1, factor=1):
    return factor * beta * mean_of(norm2(tangent(acom * x)) + sign * norm2(com * x))


claim = Claim(
    "linear.trace-ascent",
    S,
    title="A = I, V symmetric: tr(V S^2) grows, for any d and any number of tokens",
    source=LI_2026.at("gradient-like structure; any d and n are new"),
    shows=EveryDimension(rate(trace(V * M * M), velocity), growth()),
    mutants={
        "sign": EveryDimension(rate(trace(V * M * M), velocity), growth(sign=-1)),
        "factor": EveryDimension(rate(trace(V * M * M), velocity), growth(factor=2)),
        "first-power": EveryDimension(rate(trace(V * M), velocity), growth()),
    },
)
