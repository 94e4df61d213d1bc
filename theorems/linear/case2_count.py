"""Case 2, A = I: h(u) = p_r^2 u + s^2 u (3 + u)^2/(1 + 3u)^2 rises on [0, 1) from 0 to |p|^2 (arXiv 2607.18584).

An interior equilibrium has |q|^2 = h(|w|^2): so there is exactly one if det V = |p|^2 - |q|^2 > 0, and none if
det V <= 0 and V != 0. The second term has the derivative 3 s^2 (1 - u)^2 (3 + u)/(1 + 3u)^3.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Evolves, Identity, Inequality, Interval, Real, Space, gt, lt

S = Space(pr=Real(), s=Real(), u=Interval(0, 1))
pr, s, u = S.symbols
curve = u * (3 + u) ** 2 / (1 + 3 * u) ** 2
slope = 3 * (1 - u) ** 2 * (3 + u) / (1 + 3 * u) ** 3
h = pr**2 * u + s**2 * curve
rising = pr**2 + s**2 * slope

claim = Claim(
    "linear.case2-count",
    S,
    given=[gt(pr**2 + s**2, 0), lt(u, 1)],
    title="A = I: the moduli of equilibria are counted by a rising function",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.case2-at-rest"],
    shows=All(
        derivative=Evolves(h, along={u: 1}, rate=rising),
        rising=Inequality(rising, ">", 0),
        left=Identity(h.subs(u, 0), 0),
        right=Identity(h.subs(u, 1), pr**2 + s**2),
    ),
    mutants={
        "slope": Evolves(h, along={u: 1}, rate=pr**2 + s**2 * slope / 3),
        "right": Identity(h.subs(u, 1), pr**2 + 4 * s**2),
        "steeper": Inequality(rising, ">=", pr**2 + s**2),
    },
)


@claim.argument
def argument(p):
    p.part("rising").sign(as_=((pr**2 + s**2) * slope + pr**2 + s**2 * slope**2) / (1 + slope))
