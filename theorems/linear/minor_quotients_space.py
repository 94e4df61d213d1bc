"""A conserved quotient of minors in R^3: [123][145] / ([124][135]) of five tokens, [jkl] = det(x_j, x_k, x_l).

Every token stands as often above as below, so the factors of linear.minors.d3 cancel (arXiv 2607.18584, matrix form).
"""

from theorems.linear import LI_2026
from verify import Claim, Conserved, Matrices, Space, det, dot, matrix, ne

S = Space(M=Matrices(3, 3), **{f"x{k}_": Matrices(3, 1) for k in range(1, 6)})
M, *tokens = S.symbols
flow = {}
for x in tokens:
    flow |= dict(zip(x.entries(), (M * x - dot(x, M * x) * x).entries(), strict=True))


def minor(*which):
    return det(matrix([tokens[k - 1].entries() for k in which]).T)


below = minor(1, 2, 4), minor(1, 3, 5)


def kept(*above):
    return Conserved(above[0] * above[1] / (below[0] * below[1]), along=flow)


claim = Claim(
    "linear.minor-quotients.d3",
    S,
    given=[ne(each, 0) for each in below],
    title="A quotient of minors of five tokens in R^3 is conserved",
    source=LI_2026.at("matrix form; not in the paper"),
    rests_on=["linear.minors.d3"],
    shows=kept(minor(1, 2, 3), minor(1, 4, 5)),
    mutants={"unbalanced": kept(minor(1, 2, 3), minor(2, 4, 5)), "one-minor": kept(minor(1, 2, 3), 1)},
)
