"""Case 4 at (a, b) = (1/2, 1), beta = 1: the period of the orbit through w = 0, by the flow and by an integral.

On its level G = 1/2 the radius R = 1 - |w|^2 has R'^2 = R^2 (1 - R)(R^3 + 3 R^2 - 3)/4, with turning points 1 and
r = 2 cos(pi/9) - 1. So T = 4 int_r^1 dR/(R sqrt((1 - R)(R^3 + 3 R^2 - 3))), and R = r + (1 - r)(1 + sin t)/2 removes
both roots (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import PI, All, Claim, ClosedOrbit, Disk, Identity, Inequality, Integral, Real, Space, When
from verify import abs2, conj, cos, eq, eye, ge, gt, im, re, sin, sqrt
from verify.attention import linear

S = Space(w=Disk(), t=Real())
w, t = S.symbols
flow = linear.on_ott_antonsen(eye(2), [["1/2", 1], [-1, "-1/2"]], at=w, beta=1)
R = 1 - abs2(w)
on_level = eq((1 + abs2(w) + im(w)) / (2 * R**2), "1/2")
c, up = cos(PI / 9) - "1/2", 1 + sin(t)
r, half = 2 * c, "1/2" - c
at = r + half * up
rest = at**2 + (3 + r) * at + r**2 + 3 * r
period = 4 * Integral(1 / (at * sqrt(rest)), t, -PI / 2, PI / 2)
low, high = "4.7601789864563549946216491184", "4.7601789864563549946216491185"


def quartic(R):
    return (1 - R) * (R**3 + 3 * R**2 - 3)


claim = Claim(
    "linear.case4-period",
    S,
    title="Case 4: a period, by the flow and by an integral",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.ott-antonsen", "linear.hidden-hamiltonian"],
    shows=All(
        flow=ClosedOrbit(flow, through={w: 0}, period=(low, high)),
        level=When([on_level], Identity(flow.derivative(R) ** 2, R**2 * quartic(R) / 4)),
        roots=Identity(quartic(at), (half * cos(t)) ** 2 * rest),
        above=Inequality(period, ">", low),
        below=Inequality(period, "<", high),
    ),
    mutants={
        "half": Inequality(period / 2, ">", low),
        "any-level": Identity(flow.derivative(R) ** 2, R**2 * quartic(R) / 4),
        "double": Identity(quartic(at), half * cos(t) ** 2 * rest),
    },
)


@claim.argument
def argument(p):
    cubic = eq(r**3 + 3 * r**2 - 3, 0)
    for fact in (gt(c, 0), gt(half, 0), cubic):
        p.value(fact)
    p.sign(ge(up, 0), as_=(up**2 + cos(t) ** 2) / 2)
    p.part("flow").reversible({w: -conj(w)}, re(w), order=40)
    p.part("level").ideal((-(R**4) / 2 * (R**2 + R - 2 + im(w)), on_level))
    p.part("roots").ideal((1 - at, cubic))
