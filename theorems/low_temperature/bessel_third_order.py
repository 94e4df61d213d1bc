"""On the unit sphere of R^d, d = 3, 4, 5, the ratio of Bessel functions is its expansion up to c/k^3 for k >= 2:

|A - 1 + (d - 1)/(2k) - (d - 1)(d - 3)/(8k^2)| <= c/k^3 with c = 1, 2, 2 (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import _bessel as bessel
from theorems.low_temperature._sphere import A, S, k, n, y, z
from theorems.low_temperature.bessel_amos import claim as amos
from theorems.low_temperature.bessel_expansion import ENDS
from theorems.low_temperature.bessel_expansion import claim as expansion
from theorems.low_temperature.bessel_sphere import claim as sphere
from verify import All, Claim, Inequality, ge

SPHERES = [(name, m - 3, end, above) for name, m, end, above in ENDS if 3 <= m <= 5]


def bound(m, end, above=True):
    """A stays below the end, or above it, in R^(m + 3)."""
    return Inequality(A.subs(n, m), "<=" if above else ">=", end)


def below(m, c):
    return bound(m, bessel.expansion(m + 3, c))


claim = Claim(
    "low_temperature.bessel.third-order",
    S,
    given=[ge(k, 2)],
    title="In R^3, R^4 and R^5 the ratio of Bessel functions up to the third order in the temperature",
    source=LOW_2026.at("Laplace principle; constants not in the paper"),
    shows=All(**{name: bound(m, end, above) for name, m, end, above in SPHERES}),
    mutants={"smaller": below(1, Fraction(1, 8)), "in-five": below(2, Fraction(1, 8))},
)


@claim.argument
def argument(p):
    for name, m, *_ in SPHERES:
        q, at = p.part(name), {k: k, n: m, z: z, y: 0}
        for used, when, part in ((sphere, k, "positive"), (sphere, k, "riccati"), (sphere, 2, "positive")):
            q.uses(used, {**at, k: when}, part)
        for part in ("lower", "upper"):
            q.uses(amos, {**at, k: 2}, part)
        q.solution(expansion, {bessel.k: k, bessel.A: A.subs(n, m)}, k, low=2, part=name)
