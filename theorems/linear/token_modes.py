"""Fourier modes of any number of phases, z_m = mean exp(i m xi), obey one hierarchy (linear.ott-antonsen solves it):

z_m' = m (2i omega z_m + H z_(m-1) - conj(H) z_(m+1)) for every m >= 1, when each xi' = 2 omega + 2 Im(exp(-i xi) H)
(arXiv 2607.18584, Ott-Antonsen manifold).
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Complex, Evolves, I, Mean, Natural, Real, Space, Token, conj, exp, im

S = Space(xi=Token(Circle()), H=Complex(), omega=Real(), m=Natural(1))
xi, H, omega, m = S.symbols
flow = {xi: 2 * omega + 2 * im(exp(-I * xi) * H)}


def mode(k):
    return Mean(exp(I * k * xi), xi)


def hierarchy(up=1, down=1, along=flow):
    return Evolves(mode(m), along, m * (2 * I * omega * mode(m) + up * H * mode(m - 1) - down * conj(H) * mode(m + 1)))


claim = Claim(
    "linear.token-modes",
    S,
    title="The hierarchy of Fourier modes, for every m and any number of phases",
    source=LI_2026.at("Ott-Antonsen manifold"),
    rests_on=["linear.riccati"],
    shows=hierarchy(),
    mutants={
        "up-sign": hierarchy(up=-1),
        "down-sign": hierarchy(down=-1),
        "speed": hierarchy(along={xi: omega + im(exp(-I * xi) * H)}),
    },
)
