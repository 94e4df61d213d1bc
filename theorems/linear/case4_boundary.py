"""Case 4 on the circle: w = exp(i phi), phi = psi - pi/2, has psi' = -2 beta (b - a cos psi) (arXiv 2607.18584).

At a = b a saddle-node appears at w = -i; there G = b (x^2 + (1 + y)^2)/(2 (1 - |w|^2)^2), zero at -i alone.
"""

from theorems.linear import LI_2026
from verify import PI, All, Circle, Claim, Conserved, Disk, Identity, Real, Space, abs2, cos, eye, im, re, sin
from verify.attention import linear

S = Space(a=Real(), b=Real(), beta=Real(), psi=Circle(), w=Disk())
a, b, beta, psi, w = S.symbols
rate = linear.phase_rate(eye(2), [[a, b], [-b, -a]], psi / 2 - PI / 4, beta)
critical = linear.on_ott_antonsen(eye(2), [[b, b], [-b, -b]], at=w, beta=beta)


def energy(sign=1, power=2):
    return b * (re(w) ** 2 + (1 + sign * im(w)) ** 2) / (2 * (1 - abs2(w)) ** power)


claim = Claim(
    "linear.case4-boundary",
    S,
    title="Case 4: a saddle-node on the circle at a = b",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.boundary-factorisation", "linear.hidden-hamiltonian"],
    shows=All(
        phase=Identity(rate, -2 * beta * (b - a * cos(psi))),
        energy=Conserved(energy(), along=critical),
    ),
    mutants={
        "sine": Identity(rate, -2 * beta * (b - a * sin(psi))),
        "node": Conserved(energy(sign=-1), along=critical),
        "power": Conserved(energy(power=1), along=critical),
    },
)
