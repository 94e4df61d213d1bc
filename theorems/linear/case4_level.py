"""Case 4: the radius R = 1 - |w|^2 on a level G = h obeys R'^2 = (beta a R)^2 (1 - R - y(R)^2), where
y(R) = (2 h R^2 - b (2 - R))/(2 a) is Im w.

So half a period is the integral of dR/(beta |a| R sqrt(1 - R - y(R)^2)) between two roots (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, Identity, Real, Space, abs2, eye, im, ne
from verify.attention import linear

S = Space(a=Real(), b=Real(), beta=Real(), w=Disk())
a, b, beta, w = S.symbols
flow = linear.on_ott_antonsen(eye(2), [[a, b], [-b, -a]], at=w, beta=beta)
R = 1 - abs2(w)


def squared(sign=1, power=2):
    h = (b * (1 + abs2(w)) + 2 * a * im(w)) / (2 * R**2)
    y = (2 * h * R**2 - sign * b * (2 - R)) / (2 * a)
    return Identity(flow.derivative(R) ** 2, (beta * a * R) ** power * (1 - R - y**2))


claim = Claim(
    "linear.case4-level",
    S,
    given=[ne(a, 0)],
    title="Case 4: the radius on a level of the Hamiltonian",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.case4-field"],
    shows=squared(),
    mutants={"sign": squared(sign=-1), "power": squared(power=1)},
)
