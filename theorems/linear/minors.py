"""Constants of motion in R^d: a minor of d tokens moves by its own factor, det' = (tr M - sum <x_k, M x_k>) det.

So the sign of every minor is constant, and so are quotients of products of minors in which every token stands as often
above as below (arXiv 2607.18584, matrix form). One claim for each of the dimensions two and three.
"""

from theorems.linear import LI_2026
from verify import Claim, Evolves, Matrices, Space, det, dot, matrix, tr


def in_dimension(d):
    S = Space(M=Matrices(d, d), **{f"x{k + 1}_": Matrices(d, 1) for k in range(d)})
    M, *tokens = S.symbols
    flow, stretch = {}, 0
    for x in tokens:
        rate = M * x - dot(x, M * x) * x
        flow |= dict(zip(x.entries(), rate.entries(), strict=True))
        stretch += dot(x, M * x)
    minor = det(matrix([x.entries() for x in tokens]).T)
    return Claim(
        f"linear.minors.d{d}",
        S,
        title=f"Minors of {d} tokens keep their sign",
        source=LI_2026.at("matrix form; not in the paper"),
        rests_on=[f"linear.matrix-form.d{d}"],
        shows=Evolves(minor, along=flow, rate=(tr(M) - stretch) * minor),
        mutants={
            "trace": Evolves(minor, along=flow, rate=tr(M) * minor),
            "sign": Evolves(minor, along=flow, rate=(tr(M) + stretch) * minor),
            "conserved": Evolves(minor, along=flow, rate=0),
        },
    )


claims = [in_dimension(d) for d in (2, 3)]
