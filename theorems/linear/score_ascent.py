"""V = I, A symmetric: E = tr(A S^2) grows along the tokens, in every dimension and for every number of them.

dE/dt = (4 / beta) mean |x'|^2, with x' = beta P_x S A x; written with u = x' / beta, so that beta may vanish.
"""

from theorems.linear import LI_2026
from verify import Claim, Real, Space
from verify.words import EveryDimension, Letter, UnitToken, mean_of, norm2, rate, tangent, trace
from verify.words import moment as M

S = Space(A=Letter("symmetric"), x=UnitToken(), beta=Real())
A, x, beta = S.symbols
u = tangent(M * A * x)
E = trace(A * M * M)

claim = Claim(
    "linear.score-ascent",
    S,
    title="V = I, A symmetric: tr(A S^2) grows by (4 / beta) mean |x'|^2, for any d and any number of tokens",
    source=LI_2026.at("gradient-like structure; any d and n are new"),
    shows=EveryDimension(rate(E, beta * u), 4 * beta * mean_of(norm2(u))),
    mutants={
        "factor": EveryDimension(rate(E, beta * u), 2 * beta * mean_of(norm2(u))),
        "sign": EveryDimension(rate(E, beta * u), -4 * beta * mean_of(norm2(u))),
        "order": EveryDimension(rate(E, beta * tangent(A * M * x)), 4 * beta * mean_of(norm2(u))),
    },
)
