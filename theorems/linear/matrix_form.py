"""Matrix form: all tokens move by one matrix, x' = P_x(M x) with M = beta V S A^T and S = mean y y^T.

Before the projection P_x the force on a token is beta mean <x, A y> V y = M x, for any number of tokens
(arXiv 2607.18584). One claim for each of the dimensions two, three and four.
"""

from theorems.linear import LI_2026
from verify import Claim, Identity, Matrices, Mean, Real, Space, Sphere, Token, dot


def in_dimension(d):
    S = Space(A=Matrices(d, d), V=Matrices(d, d), beta=Real(), x=Sphere(d), y=Token(Sphere(d)))
    A, V, beta, x, y = S.symbols
    tokens = tuple(y.entries())
    force = (V * y).map(lambda entry: beta * Mean(dot(x, A * y) * entry, *tokens))
    moment = (y * y.T).map(lambda entry: Mean(entry, *tokens))
    return Claim(
        f"linear.matrix-form.d{d}",
        S,
        title=f"One matrix, beta V S A^T, moves all tokens in dimension {d}",
        source=LI_2026.at("matrix form; not in the paper"),
        shows=Identity(force, beta * V * moment * A.T * x),
        mutants={
            "no-transpose": Identity(force, beta * V * moment * A * x),
            "order": Identity(force, beta * A.T * moment * V * x),
            "no-moment": Identity(force, beta * V * A.T * x),
        },
    )


claims = [in_dimension(d) for d in (2, 3, 4)]
