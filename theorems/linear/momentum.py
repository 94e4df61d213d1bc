"""V = I, A symmetric: the angular momentum mean x ^ x' is zero, in every dimension and for any number of tokens.

mean <W x, x'> = mean <x, W x'> for every matrix W, where x' = beta P_x S A x (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Claim, Real, Space
from verify.words import EveryDimension, Letter, UnitToken, dot, mean_of, tangent
from verify.words import moment as M

S = Space(A=Letter("symmetric"), W=Letter(), x=UnitToken(), beta=Real())
A, W, x, beta = S.symbols


def balanced(velocity, sign=1):
    return EveryDimension(mean_of(dot(W * x, velocity)), sign * mean_of(dot(x, W * velocity)))


claim = Claim(
    "linear.momentum",
    S,
    title="V = I, A symmetric: no angular momentum, for any d and any number of tokens",
    source=LI_2026.at("gradient-like structure; any d and n are new"),
    rests_on=["linear.score-ascent"],
    shows=balanced(beta * tangent(M * A * x)),
    mutants={
        "sign": balanced(beta * tangent(M * A * x), sign=-1),
        "order": balanced(beta * tangent(A * M * x)),
        "unprojected": balanced(beta * A * x),
    },
)
