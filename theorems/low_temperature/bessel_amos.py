"""The bounds of Amos for the ratio A of Bessel functions on the unit sphere of R^d, for every d >= 3 and k > 0:

k/(a + sqrt(b^2 + k^2)) < A <= k/(a + sqrt(a^2 + k^2)), a = (d - 1)/2, b = (d + 1)/2 (arXiv 2605.10931; Amos 1974).
"""

from theorems.low_temperature import _bessel as bessel
from theorems.low_temperature._sphere import A, S, by_parts, d, k, mass, n, rate, weight, weighted, y, z
from theorems.low_temperature.bessel_lower import claim as lower_bound
from theorems.low_temperature.bessel_sphere import claim as sphere
from verify import All, Claim, Flow, Inequality, eq, ge, gt

lower, upper = (bound.subs(bessel.d, d) for bound in (bessel.lower, bessel.upper))

claim = Claim(
    "low_temperature.bessel.amos",
    S,
    title="On the sphere the ratio of Bessel functions lies between the bounds of Amos",
    source=bessel.AMOS_1974.at("bounds of the ratio"),
    shows=All(lower=Inequality(A, ">", lower), upper=Inequality(A, "<=", upper)),
    mutants={"above": Inequality(A, ">", upper), "below": Inequality(A, "<=", lower)},
)


@claim.argument
def argument(p):
    for part in ("positive", "parts"):
        p.uses(sphere, {k: k, n: n, z: z, y: 0}, part)
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    p.integrate(ge((1 - z**2) * weight, 0), z, -1, 1)
    p.sign(ge(A, 0), as_=k * weighted(1 - z**2) / ((d - 1) * mass) + by_parts.gap / ((d - 1) * mass))
    q = p.part("lower")
    q.ideal((1 / (k * mass), by_parts), shows=eq(Flow.of({k: 1}).derivative(A), rate))
    q.solution(lower_bound, {bessel.k: k, bessel.A: A, bessel.d: d}, k, part="bound")
    r = p.part("upper")
    r.sign(gt(0, A - 1 - A), as_=1)
    c = r.between("c", lambda c: c - A, A - 1, A + 1)
    r.integrate(ge((z - c) ** 2 * weight, 0), z, -1, 1)
    r.sign(ge(rate, 0), as_=weighted((z - c) ** 2) / mass - by_parts.gap / (k * mass))
    r.sign(as_=rate / (A + upper + (d - 1) / k))
