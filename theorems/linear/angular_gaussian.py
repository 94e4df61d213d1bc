"""Angular central Gaussians stay such: in the plane S^2 solves Sigma' = M Sigma + Sigma M^T, M = beta V S A^T, up to a
factor, when w solves the Ott-Antonsen equation (arXiv 2607.18584; S = sqrt(Sigma)/tr sqrt(Sigma) in the plane).

So M S^2 + S^2 M^T - (S' S + S S') is a multiple of S^2: the 2 x 2 minors of the two matrices vanish.
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, Identity, Matrices, Real, Space, im, matrix, re, vector
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), w=Disk())
A, V, beta, w = S.symbols
moment, F = linear.second_moment(w), linear.field(A, V, w, beta)
moved = matrix([[re(F), im(F)], [im(F), -re(F)]]) / 2


def minors(M, rate=moved):
    square = moment * moment
    rest = M * square + square * M.T - (rate * moment + moment * rate)
    pairs = [(rest[i, j], square[i, j]) for i, j in ((0, 0), (0, 1), (1, 1))]
    return vector(*(x[0] * y[1] - x[1] * y[0] for k, x in enumerate(pairs) for y in pairs[:k]))


claim = Claim(
    "linear.angular-gaussian",
    S,
    title="S^2 moves as the covariance of an angular central Gaussian",
    source=LI_2026.at("Ott-Antonsen manifold; not in the paper"),
    rests_on=["linear.ott-antonsen", "linear.matrix-form.d2"],
    shows=Identity(minors(beta * V * moment * A.T), vector(0, 0, 0)),
    mutants={
        "no-transpose": Identity(minors(beta * V * moment * A), vector(0, 0, 0)),
        "twice": Identity(minors(beta * V * moment * A.T, 2 * moved), vector(0, 0, 0)),
        "order": Identity(minors(beta * A.T * moment * V), vector(0, 0, 0)),
    },
)
