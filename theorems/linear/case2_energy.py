"""Case 2, A = I, any V: G = -(s (1 + u) + 2 eta)/(2 (1 - u)^2) obeys G' = p_r ((1 + 3u) G + s/2) in units beta = 2.

Here p = p_r + i s, u = |w|^2, eta = Im(q conj(w)), xi = Re(conj(q) w); and xi' = |q|^2 (1 + u) - 2 (xi^2 - eta^2)
+ p_r (1 - u) xi + s (3 + u) eta. So G is conserved when tr V = 0 (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Evolves, Matrices, Real, Space, abs2, conj, eye, im, re
from verify.attention import linear

S = Space(V=Matrices(2, 2), beta=Real(), w=Disk())
V, beta, w = S.symbols
p, q = linear.coefficients(V)
flow, u, s = linear.on_ott_antonsen(eye(2), V, at=w, beta=beta), abs2(w), im(p)
xi, eta = re(conj(q) * w), im(q * conj(w))
G = -(s * (1 + u) + 2 * eta) / (2 * (1 - u) ** 2)
xi_rate = abs2(q) * (1 + u) - 2 * (xi**2 - eta**2) + re(p) * (1 - u) * xi + s * (3 + u) * eta

claim = Claim(
    "linear.case2-energy",
    S,
    title="A = I: the Hamiltonian of tr V = 0 along every flow",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        energy=Evolves(G, along=flow, rate=beta / 2 * re(p) * ((1 + 3 * u) * G + s / 2)),
        xi=Evolves(xi, along=flow, rate=beta / 2 * xi_rate),
    ),
    mutants={
        "constant": Evolves(G, along=flow, rate=beta / 2 * re(p) * (1 + 3 * u) * G),
        "sign": Evolves(G, along=flow, rate=beta / 2 * re(p) * ((1 + 3 * u) * G - s / 2)),
        "xi-sign": Evolves(xi, along=flow, rate=-beta / 2 * xi_rate),
    },
)
