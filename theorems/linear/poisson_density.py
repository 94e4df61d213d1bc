"""The Poisson kernel of w is transported: a density of phases xi that starts as one stays one (arXiv 2607.18584).

rho = (1 - |w|^2)/|1 - conj(w) exp(i xi)|^2 solves rho_t + (rho v)_xi = 0 with v = 2 omega + 2 Im(exp(-i xi) H) when
w' = 2i omega w + H - conj(H) w^2.
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Complex, Disk, Evolves, Flow, I, Real, Space, abs2, conj, exp, gt, im

S = Space(w=Disk(), xi=Circle(), H=Complex(), omega=Real())
w, xi, H, omega = S.symbols
flow = {w: 2 * I * omega * w + H - conj(H) * w**2}
below = 1 - conj(w) * exp(I * xi)
density = (1 - abs2(w)) / abs2(below)


def transported(v, density=density):
    return Evolves(density, along=flow, rate=-Flow.of({xi: 1}).derivative(density * v))


claim = Claim(
    "linear.poisson-density",
    S,
    title="Poisson kernels solve the continuity equation",
    source=LI_2026.at("Ott-Antonsen manifold"),
    rests_on=["linear.riccati"],
    shows=transported(2 * omega + 2 * im(exp(-I * xi) * H)),
    mutants={
        "sign": transported(2 * omega - 2 * im(exp(-I * xi) * H)),
        "speed": transported(omega + im(exp(-I * xi) * H)),
        "square": transported(2 * omega + 2 * im(exp(-I * xi) * H), density**2),
    },
)
claim.argument(lambda p: p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(w), 0)))
