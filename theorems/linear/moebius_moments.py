"""Watanabe-Strogatz: how far the order parameter of the Moebius image z of phases zeta = exp(i xi) is from alpha.

With t = exp(i eta) zeta and c = conj(alpha), R2 - alpha = (1 - |alpha|^2) Q_0 for Q_m = mean t^(m+1)/(1 + c t), and
Q_m = mean t^(m+1) - c Q_(m+1) for every m. So R2 - alpha is (1 - |alpha|^2)(Z_1 - c Z_2 + c^2 Z_3 - ...) with the
moments Z_m of t, up to c^m Q_m; for any number of phases (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, I, Identity, Mean, Natural, Space, Token, abs2, conj, exp, gt

S = Space(alpha=Disk(), eta=Circle(), xi=Token(Circle()), m=Natural())
alpha, eta, xi, m = S.symbols
c, t = conj(alpha), exp(I * eta) * exp(I * xi)
below = 1 + c * t
excess = (alpha + t) / below - alpha, (1 - abs2(alpha)) * (t / below)
step = t ** (m + 1) / below, t ** (m + 1) - c * (t ** (m + 2) / below)


def means(left, right):
    return Identity(Mean(left, xi), Mean(right, xi))


claim = Claim(
    "linear.moebius-moments",
    S,
    title="The order parameter of a Moebius image by the moments of its phases",
    source=LI_2026.at("Watanabe-Strogatz reduction; not in the paper"),
    rests_on=["linear.watanabe-strogatz"],
    shows=All(excess=means(*excess), step=means(*step)),
    mutants={
        "sign": means(step[0], t ** (m + 1) + c * (t ** (m + 2) / below)),
        "excess": means(excess[0], t / below),
    },
)


@claim.argument
def argument(p):
    p.nonzero(below, cofactor=2 - conj(below), fact=gt(1 - abs2(alpha), 0))
