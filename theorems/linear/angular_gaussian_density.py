"""Angular central Gaussians in R^2 and R^3 are transported: f = sqrt(det L) <y, L y>^(-d/2), L = Sigma^-1, solves the
continuity equation f_t + div(f M y) = 0, that is f' = -tr(M) f along y' = M y, L' = -(M^T L + L M).

f is homogeneous of degree -d, so its values at x = y/|y| are a density of directions, and Sigma' = M Sigma + Sigma M^T
(arXiv 2607.18584, matrix form). One claim for each of the dimensions two and three.
"""

from theorems.linear import LI_2026
from verify import Claim, Evolves, Matrices, Space, det, dot, gt, sqrt, tr


def in_dimension(d):
    S = Space(M=Matrices(d, d), L=Matrices(d, d, "symmetric"), y=Matrices(d, 1))
    M, L, y = S.symbols
    form, change = dot(y, L * y), -(M.T * L + L * M)
    flow = dict(zip(y.entries(), (M * y).entries(), strict=True))
    flow |= dict(zip(L.entries(), change.entries(), strict=True))
    density = sqrt(det(L)) / (form if d == 2 else form * sqrt(form))

    def moved(factor, along=flow):
        return Evolves(density, along, rate=-factor * tr(M) * density)

    still = {sym: flow[sym] for sym in y.entries()}
    return Claim(
        f"linear.angular-gaussian-density.d{d}",
        S,
        given=[gt(det(L), 0), gt(form, 0)],
        title=f"Angular central Gaussians in dimension {d} solve the continuity equation",
        source=LI_2026.at("matrix form; not in the paper"),
        rests_on=[f"linear.matrix-form.d{d}"],
        shows=moved(1),
        mutants={"twice": moved(2), "frozen": moved(1, still)},
    )


plane, space = in_dimension(2), in_dimension(3)
