"""In every dimension <x, L x> has the rate -2 <x, M x><x, L x> along x' = P_x M x, L' = -(M^T L + L M).

So L = Sigma^-1 with Sigma' = M Sigma + Sigma M^T. It is stated as a mean over any number of tokens, of which there may
be one. With Jacobi's (det L)' = -2 tr M det L it keeps sqrt(det L) <x, L x>^(-d/2) a density; the whole of it in two
and three dimensions is linear.angular-gaussian-density (arXiv 2607.18584, matrix form).
"""

from theorems.linear import LI_2026
from verify import Claim, Space
from verify.words import EveryDimension, Letter, UnitToken, dot, mean_of, tangent

S = Space(M=Letter(), L=Letter("symmetric"), x=UnitToken())
M, L, x = S.symbols
still = dot(x, -(M.T * L + L * M) * x)


def rate(x_rate, factor=-2):
    return EveryDimension(mean_of(still + 2 * dot(L * x, x_rate)), factor * mean_of(dot(x, M * x) * dot(x, L * x)))


claim = Claim(
    "linear.angular-gaussian.every-dimension",
    S,
    title="Angular central Gaussians stay such in every dimension: the quadratic form",
    source=LI_2026.at("Ott-Antonsen manifold; any d is new"),
    rests_on=["linear.matrix-form"],
    shows=rate(tangent(M * x)),
    mutants={
        "unprojected": rate(M * x),
        "transposed": rate(tangent(M.T * x)),
        "factor": rate(tangent(M * x), factor=-1),
    },
)
