"""Riccati form: z = exp(2i theta) obeys z' = H + 2i omega z - conj(H) z^2 when theta' = omega + Im(exp(-2i theta) H).

With xi = 2 theta: xi' = 2 omega + 2 Im(exp(-i xi) H) (arXiv 2607.18584, second-harmonic form).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Complex, Evolves, I, Real, Space, conj, exp, im

S = Space(theta=Circle(), H=Complex(), omega=Real())
theta, H, omega = S.symbols
flow = {theta: omega + im(exp(-2 * I * theta) * H)}
xi, z = 2 * theta, exp(2 * I * theta)

claim = Claim(
    "linear.riccati",
    S,
    title="Every token solves one Riccati equation",
    source=LI_2026.at("second-harmonic form"),
    shows=All(
        angle=Evolves(xi, along=flow, rate=2 * omega + 2 * im(exp(-I * xi) * H)),
        riccati=Evolves(z, along=flow, rate=H + 2 * I * omega * z - conj(H) * z**2),
    ),
    mutants={
        "sign": Evolves(z, along=flow, rate=H + 2 * I * omega * z + conj(H) * z**2),
        "frequency": Evolves(z, along=flow, rate=H + I * omega * z - conj(H) * z**2),
        "conjugate": Evolves(z, along=flow, rate=conj(H) + 2 * I * omega * z - H * z**2),
    },
)
