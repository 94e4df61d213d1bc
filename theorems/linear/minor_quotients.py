"""A conserved quotient of minors: [12][34] / ([14][32]) of four tokens in the plane, [jk] = det(x_j, x_k).

In R^2 it is the cross-ratio of the tokens; in any dimension the norms cancel (arXiv 2607.18584, matrix form).
"""

from theorems.linear import LI_2026
from verify import Claim, Conserved, J, Matrices, Space, dot, ne

S = Space(M=Matrices(2, 2), x1_=Matrices(2, 1), x2_=Matrices(2, 1), x3_=Matrices(2, 1), x4_=Matrices(2, 1))
M, *tokens = S.symbols
x1, x2, x3, x4 = tokens
flow = {}
for x in tokens:
    flow |= dict(zip(x.entries(), (M * x - dot(x, M * x) * x).entries(), strict=True))


def minor(x, y):
    return dot(J * x, y)


claim = Claim(
    "linear.minor-quotients",
    S,
    given=[ne(minor(x1, x4), 0), ne(minor(x3, x2), 0)],
    title="A quotient of minors of four tokens in the plane is conserved",
    source=LI_2026.at("matrix form; not in the paper"),
    rests_on=["linear.matrix-form.d2"],
    shows=Conserved(minor(x1, x2) * minor(x3, x4) / (minor(x1, x4) * minor(x3, x2)), along=flow),
    mutants={
        "unbalanced": Conserved(minor(x1, x2) * minor(x3, x1) / (minor(x1, x4) * minor(x3, x2)), along=flow),
        "one-minor": Conserved(minor(x1, x2) / minor(x1, x4), along=flow),
        "products": Conserved(dot(x1, x2) * dot(x3, x4) / (minor(x1, x4) * minor(x3, x2)), along=flow),
    },
)
