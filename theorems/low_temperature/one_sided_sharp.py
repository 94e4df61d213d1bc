"""M = I: the one-sided constant l1 - ld of the field F(x) = Vx - <x, Vx> x is sharp (arXiv 2605.10931).

In the plane of e_1 and e_d, the points x = (x1, x2) and y = (-x1, x2) part at the rate (l1 - ld) x2^2, which tends to
l1 - ld as both tend to the repeller e_d.
"""

from theorems.low_temperature import LOW_2026
from verify import Claim, Identity, Real, Space, Sphere, dot, matrix, norm2, vector

S = Space(x=Sphere(2), l1=Real(), ld=Real())
x, l1, ld = S.symbols
y, V = vector(-x[0], x[1]), matrix([[l1, 0], [0, ld]])


def F(at):
    return V * at - dot(at, V * at) * at


parting = dot(x - y, F(x) - F(y))

claim = Claim(
    "low_temperature.one-sided.sharp",
    S,
    title="M = I: the one-sided constant is attained at the repeller",
    source=LOW_2026.at("stability of the zero-temperature flow; not in the paper"),
    rests_on=["low_temperature.one-sided"],
    shows=Identity(parting, (l1 - ld) * x[1] ** 2 * norm2(x - y)),
    mutants={
        "everywhere": Identity(parting, (l1 - ld) * norm2(x - y)),
        "sign": Identity(parting, (ld - l1) * x[1] ** 2 * norm2(x - y)),
        "attractor": Identity(parting, (l1 - ld) * x[0] ** 2 * norm2(x - y)),
    },
)
