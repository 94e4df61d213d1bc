"""M = I: the one-sided constant l1 - ld of the field F(x) = Vx - <x, Vx> x is sharp (arXiv 2605.10931).

In the plane of e_1 and e_d, the points x = (x1, x2) and y = (-x1, x2) part at the rate (l1 - ld) x2^2, which tends to
l1 - ld as both tend to the repeller e_d; so every L with 0 <= L < l1 - ld is beaten.
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Exists, Identity, Inequality, Nonneg, Real, Space, Sphere
from verify import dot, gt, matrix, norm2, sqrt, vector

S = Space(x=Sphere(2), l1=Real(), ld=Real(), L=Nonneg())
x, l1, ld, L = S.symbols
y, V, gap = vector(-x[0], x[1]), matrix([[l1, 0], [0, ld]]), l1 - ld


def F(at):
    return V * at - dot(at, V * at) * at


parting = dot(x - y, F(x) - F(y))
beaten = gt(parting, L * norm2(x - y))

claim = Claim(
    "low_temperature.one-sided.sharp",
    S,
    given=[gt(gap, L)],
    title="M = I: no smaller one-sided constant will do",
    source=LOW_2026.at("stability of the zero-temperature flow; not in the paper"),
    rests_on=["low_temperature.one-sided"],
    shows=All(rate=Identity(parting, gap * x[1] ** 2 * norm2(x - y)), beaten=Exists([beaten], of=x.entries())),
    mutants={
        "sign": Identity(parting, -gap * x[1] ** 2 * norm2(x - y)),
        "attractor": Identity(parting, gap * x[0] ** 2 * norm2(x - y)),
        "everywhere": Inequality(beaten.left, ">", beaten.right),
    },
)


@claim.argument
def argument(p):
    at = p.part("beaten")
    pair = {x[0]: sqrt((gap - L) / (2 * gap)), x[1]: sqrt((gap + L) / (2 * gap))}
    at.sign(gt(gap, 0), as_=[gap - L, L])
    at.sign(beaten.subs(pair), as_=(gap - L) ** 2 / gap)
    at.witness(pair)
