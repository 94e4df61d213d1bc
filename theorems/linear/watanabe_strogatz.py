"""Watanabe-Strogatz: a Moebius image of fixed phases solves the Riccati equation of every token (arXiv 2607.18584).

With z = exp(2i theta): z' = H + 2i omega z - conj(H) z^2. The image z of zeta = exp(i xi) under the Moebius map
with parameters (alpha, eta) solves it when alpha solves it too and eta' = 2 omega + 2 Im(conj(alpha) H).
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Complex, Disk, Evolves, I, Real, Space, abs2, conj, exp, gt, im

S = Space(alpha=Disk(), eta=Circle(), xi=Circle(), H=Complex(), omega=Real())
alpha, eta, xi, H, omega = S.symbols


def riccati(z):
    return H + 2 * I * omega * z - conj(H) * z**2


turned = exp(I * eta) * exp(I * xi)
below = 1 + conj(alpha) * turned
z = (alpha + turned) / below
flow = {alpha: riccati(alpha), eta: 2 * omega + 2 * im(conj(alpha) * H)}

claim = Claim(
    "linear.watanabe-strogatz",
    S,
    title="The Moebius form solves the Riccati equation of every token",
    source=LI_2026.at("Watanabe-Strogatz reduction"),
    shows=Evolves(z, along=flow, rate=riccati(z)),
    mutants={
        "eta-sign": Evolves(z, along=flow | {eta: 2 * omega - 2 * im(conj(alpha) * H)}, rate=riccati(z)),
        "omega-sign": Evolves(z, along=flow | {eta: -2 * omega + 2 * im(conj(alpha) * H)}, rate=riccati(z)),
        "alpha-sign": Evolves(z, along=flow | {alpha: H + 2 * I * omega * alpha + conj(H) * alpha**2}, rate=riccati(z)),
        "rate-sign": Evolves(z, along=flow, rate=H + 2 * I * omega * z + conj(H) * z**2),
    },
)


@claim.argument
def argument(p):
    # |below - 1| = |alpha| < 1, so 1 - |alpha|^2 = Re((2 - conj(below)) below): below = 0 would make it zero.
    p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(alpha), 0))
