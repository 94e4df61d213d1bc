"""Case 4, A = I, V = [[a, b], [-b, -a]], in coordinates w = x + i y with R = 1 - |w|^2 (arXiv 2607.18584), beta = 2:

x' = a - a x^2 + 3 a y^2 + 3 b y + b y |w|^2, y' = -x (3 b + b |w|^2 + 4 a y), R' = -2 a x R. For the symplectic form
dx dy/R^3 the Hamiltonian is G = (b (1 + |w|^2) + 2 a y)/(2 R^2), so y = (2 G R^2 - b (2 - R))/(2 a).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Evolves, I, Identity, Real, Space, abs2, eye, im, ne, re
from verify.attention import linear

S = Space(a=Real(), b=Real(), beta=Real(), w=Disk())
a, b, beta, w = S.symbols
F = linear.field(eye(2), [[a, b], [-b, -a]], w, beta)
x, y, u, R, half = re(w), im(w), abs2(w), 1 - abs2(w), beta / 2


def hamiltonian(sign=1):
    return (b * (1 + u) + sign * 2 * a * y) / (2 * R**2)


claim = Claim(
    "linear.case4-field",
    S,
    given=[ne(a, 0)],
    title="Case 4: the field, the radius and the Hamiltonian",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        x=Identity(re(F), half * (a - a * x**2 + 3 * a * y**2 + 3 * b * y + b * y * u)),
        y=Identity(im(F), -half * x * (3 * b + b * u + 4 * a * y)),
        R=Evolves(R, along={w: F}, rate=-beta * a * x * R),
        G=Identity(F / R**3, -I * half * linear.gradient(hamiltonian(), w)),
        level=Identity(y, (2 * hamiltonian() * R**2 - b * (2 - R)) / (2 * a)),
    ),
    mutants={
        "hamiltonian": Identity(F / R**3, -I * half * linear.gradient(hamiltonian(-1), w)),
        "radius": Evolves(R, along={w: F}, rate=beta * a * x * R),
    },
)
