"""A = I, V = diag(p + q, p - q): how two clusters on the eigenvectors turn against each other.

(1 + m)/2 of the tokens are on the first eigenvector. As wholes the clusters move by beta M (linear.mixed-clusters), h0
= p m + q: det M = -2 q h0, tr M = p - q m, -m tr M = q (1 + m^2) - h0. If q, p + q > 0, a state with h0 > 0 is a
saddle; one with h0 <= 0 has m < 0, so tr M > 0: neither attracts. (arXiv 2607.18584; not in the paper.)
"""

from theorems.linear import LI_2026
from theorems.linear.mixed_clusters import first, h0, m, p, q, second
from verify import All, Claim, Identity, Inequality, Nonneg, Real, Space, When
from verify import gt, le, lt
from verify.linalg import det, matrix, tr

S = Space(p=Real(), q=Nonneg(), m=Real())
M = matrix([[-h0 + (p - q) * first, -(p - q) * second], [-(p + q) * first, h0 + (p + q) * second]])
largest = [gt(p + q, 0), gt(q, 0), lt(m, 1), le(h0, 0)]

claim = Claim(
    "linear.mixed-saddles",
    S,
    title="A = I, V symmetric with a positive eigenvalue: trace and determinant of two clusters on the eigenvectors",
    source=LI_2026.at("Case 2, for finitely many tokens; not in the paper"),
    rests_on=["linear.mixed-clusters"],
    shows=All(
        determinant=Identity(det(M), -2 * q * h0),
        trace=Identity(tr(M), p - q * m),
        minority=Identity(-m * tr(M), q * (1 + m**2) - h0),
        fewer=When(largest, Inequality(m, "<", 0)),
    ),
    mutants={
        "any-largest": When(largest[1:], Inequality(m, "<", 0)),
        "trace-sign": Identity(tr(M), p + q * m),
        "determinant-sign": Identity(det(M), 2 * q * h0),
    },
)
claim.argument(lambda to: to.part("fewer").sign(as_=(q * (1 - m) - h0) / (p + q)))
