"""Case 4: on the circle psi' = -2 beta ((b - a) + a psi^2/2) + 2 beta a rest with 0 <= rest <= psi^4/24.

psi is the phase from w = -i (linear.case4-boundary), and rest is cos psi - 1 + psi^2/2: a saddle-node at a = b
(arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import PI, All, Claim, Identity, Inequality, Real, Space, any_of, cos, eye, ge, lt, sin
from verify.attention import linear

S = Space(a=Real(), b=Real(), beta=Real(), psi=Real())
a, b, beta, psi = S.symbols
rate = linear.phase_rate(eye(2), [[a, b], [-b, -a]], psi / 2 - PI / 4, beta)
rest, cubic = cos(psi) - 1 + psi**2 / 2, psi**3 / 6 - psi + sin(psi)
quartic = psi**4 / 24 - rest


def normal_form(square="1/2"):
    return Identity(rate, -2 * beta * (b - a + a * psi**2 * square) + 2 * beta * a * rest)


claim = Claim(
    "linear.case4-saddle-node",
    S,
    title="Case 4: the normal form of the saddle-node on the circle",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.case4-boundary"],
    shows=All(rate=normal_form(), low=Inequality(rest, ">=", 0), high=Inequality(quartic, ">=", 0)),
    mutants={"square": normal_form(square=1), "high": Inequality(psi**4 / 48 - rest, ">=", 0)},
)


@claim.argument
def argument(p):
    p.sign(ge(1 - cos(psi), 0), as_=((1 - cos(psi)) ** 2 + sin(psi) ** 2) / 2)

    def ahead(q):
        for each in (psi - sin(psi), rest, cubic, quartic):
            q.rises(each, psi, low=0)

    def behind(q):
        for each in (sin(psi) - psi, rest, -cubic, quartic):
            q.rises(each, psi, high=0)

    for name in ("low", "high"):
        q = p.part(name)
        q.cases(any_of(ge(psi, 0), lt(psi, 0)), ahead, behind, shows=q.goal)
