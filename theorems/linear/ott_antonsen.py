"""Ott-Antonsen: z_m = w^m solves the whole hierarchy of Fourier modes, for every m >= 1 (arXiv 2607.18584).

The modes of a density of phases obey z_m' = m (2i omega z_m + H z_(m-1) - conj(H) z_(m+1)).
"""

from theorems.linear import LI_2026
from verify import Claim, Complex, Disk, Evolves, I, Natural, Real, Space, conj

S = Space(w=Disk(), H=Complex(), omega=Real(), m=Natural(1))
w, H, omega, m = S.symbols
flow = {w: 2 * I * omega * w + H - conj(H) * w**2}


def mode(sign_omega=1, sign_up=1, sign_down=1):
    return m * (sign_omega * 2 * I * omega * w**m + sign_up * H * w ** (m - 1) - sign_down * conj(H) * w ** (m + 1))


claim = Claim(
    "linear.ott-antonsen",
    S,
    title="The Ott-Antonsen hierarchy is solved by powers, for symbolic m",
    source=LI_2026.at("Ott-Antonsen manifold"),
    shows=Evolves(w**m, along=flow, rate=mode()),
    mutants={
        "omega-sign": Evolves(w**m, along=flow, rate=mode(sign_omega=-1)),
        "up-sign": Evolves(w**m, along=flow, rate=mode(sign_up=-1)),
        "down-sign": Evolves(w**m, along=flow, rate=mode(sign_down=-1)),
    },
)
