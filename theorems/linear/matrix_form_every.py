"""Matrix form in every dimension: all tokens move by one matrix, x' = P_x(M x) with M = beta V S A^T, S = mean y y^T.

Before P_x the force on p is beta mean <p, A y> V y, and its product with a vector u is beta mean <A y, W V y> with
W = p u^T. That is tr(W beta V S A^T) = <u, M p>, for every matrix W (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Claim, Real, Space
from verify.words import EveryDimension, Letter, UnitToken, dot, mean_of, trace
from verify.words import moment as M

S = Space(A=Letter(), V=Letter(), W=Letter(), x=UnitToken(), beta=Real())
A, V, W, y, beta = S.symbols
force = beta * mean_of(dot(A * y, W * V * y))

claim = Claim(
    "linear.matrix-form",
    S,
    title="One matrix, beta V S A^T, moves all tokens, in every dimension",
    source=LI_2026.at("matrix form; any d is new"),
    shows=EveryDimension(force, beta * trace(W * V * M * A.T)),
    mutants={
        "no-transpose": EveryDimension(force, beta * trace(W * V * M * A)),
        "order": EveryDimension(force, beta * trace(W * A.T * M * V)),
        "no-moment": EveryDimension(force, beta * trace(W * V * A.T)),
    },
)
