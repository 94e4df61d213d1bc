"""Any number of tokens: x = y/|y| moves by x' = P_x(M x) when y' = M y (arXiv 2607.18584, matrix form).

So x_k(t) = g(t) x_k(0) / |g(t) x_k(0)| with one matrix g' = M g, g(0) = I, for all tokens. Here in R^3.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Evolves, Matrices, Space, dot, gt, norm2, sqrt

S = Space(M=Matrices(3, 3), y=Matrices(3, 1))
M, y = S.symbols
flow = dict(zip(y.entries(), (M * y).entries(), strict=True))
x = y / sqrt(norm2(y))
force = M * x
rate = force - dot(x, force) * x

claim = Claim(
    "linear.projective-flow",
    S,
    given=[gt(norm2(y), 0)],
    title="Tokens are directions of one linear flow",
    source=LI_2026.at("matrix form; not in the paper"),
    rests_on=["linear.matrix-form.d3"],
    shows=All(**{f"x{k + 1}": Evolves(x[k], along=flow, rate=rate[k]) for k in range(3)}),
    mutants={
        "unprojected": Evolves(x[0], along=flow, rate=force[0]),
        "sign": Evolves(x[0], along=flow, rate=-rate[0]),
        "transposed": Evolves(x[0], along=flow, rate=(M.T * x - dot(x, force) * x)[0]),
    },
)
