"""The angular central Gaussian of S^2 in the plane is the Poisson kernel of w (arXiv 2607.18584, matrix form).

Its density at x = (cos theta, sin theta) is 1/(sqrt(det Sigma) <x, Sigma^-1 x>) with Sigma = S^2, S the second moment
at w. Its order parameter is w again (linear.poisson-modes): so S is its moment, and S = sqrt(Sigma)/tr sqrt(Sigma).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, I, Identity, Inequality, Space
from verify import abs2, conj, det, dot, exp, eye, gt, tr, unit
from verify.attention import linear

S = Space(w=Disk(), theta=Circle())
w, theta = S.symbols
moment, x, below = linear.second_moment(w), unit(theta), 1 - conj(w) * exp(2 * I * theta)
inverse = (tr(moment) * eye(2) - moment) / det(moment)
gaussian = 1 / (det(moment) * dot(x, inverse * inverse * x))


def is_poisson(angle, power=1):
    return Identity(gaussian, (1 - abs2(w)) ** power / abs2(1 - conj(w) * exp(angle * I * theta)))


claim = Claim(
    "linear.angular-gaussian-poisson",
    S,
    title="In the plane angular central Gaussians are Poisson kernels",
    source=LI_2026.at("Ott-Antonsen manifold; not in the paper"),
    rests_on=["linear.second-moment", "linear.poisson-modes"],
    shows=All(
        inverse=Identity(inverse * moment, eye(2)),
        trace=Identity(tr(moment), 1),
        positive=Inequality(det(moment), ">", 0),
        density=is_poisson(2),
    ),
    mutants={"angle": is_poisson(1), "power": is_poisson(2, power=2)},
)


@claim.argument
def argument(p):
    p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(w), 0))
    p.sign(gt(det(moment), 0), as_=(1 - abs2(w)) / 4)
    p.sign(gt(dot(x, inverse * inverse * x), 0), as_=4 * abs2(below) / (1 - abs2(w)) ** 2)
