"""What fixed clusters {x, -x} need (arXiv 2607.18584).

If x is an eigenvector of V, then disc V = (lam - lam2)^2 >= 0. If x is isotropic for A, then
det A_s = -<J x, A_s x>^2 <= 0 with the symmetric part A_s of A.
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Identity, J, Matrices, Space, det, dot, eq, tr, unit

S = Space(M=Matrices(2, 2), theta=Circle())
M, theta = S.symbols
x, y = unit(theta), J * unit(theta)
sym = (M + M.T) / 2
is_eigenvector, is_isotropic = eq(dot(y, M * x), 0), eq(dot(x, M * x), 0)
lam, lam2, slope = dot(x, M * x), dot(y, M * y), dot(y, sym * x)
disc = tr(M) ** 2 - 4 * det(M)

eigenvector = Claim(
    "linear.fixed-clusters-need.eigenvector",
    S,
    given=[is_eigenvector],
    title="With an eigenvector, disc V is a square",
    source=LI_2026.at("fixed clusters"),
    shows=Identity(disc, (lam - lam2) ** 2),
    mutants={"sum": Identity(disc, (lam + lam2) ** 2), "sign": Identity(disc, -((lam - lam2) ** 2))},
)
isotropic = Claim(
    "linear.fixed-clusters-need.isotropic",
    S,
    given=[is_isotropic],
    title="With an isotropic vector, det of the symmetric part is minus a square",
    source=LI_2026.at("fixed clusters; not in the paper"),
    shows=Identity(det(sym), -(slope**2)),
    mutants={"sign": Identity(det(sym), slope**2), "whole": Identity(det(M), -(dot(y, M * x) ** 2))},
)
eigenvector.argument(lambda p: p.ideal((4 * dot(x, M * y), is_eigenvector)))
isotropic.argument(lambda p: p.ideal((dot(y, M * y), is_isotropic)))
