"""The bounds of Amos for A = I_1(k)/I_0(k), the mean of cos t under the weight exp(k cos t) on the circle (d = 2):

k/(1/2 + sqrt(9/4 + k^2)) < A <= k/(1/2 + sqrt(1/4 + k^2)) for all k > 0, as A' = 1 - A^2 - A/k: the derivative of
sin t exp(k cos t) integrates to zero (arXiv 2605.10931; Amos 1974).
"""

from theorems.low_temperature import _bessel as bessel
from theorems.low_temperature.bessel_lower import claim as lower_bound
from verify import PI, All, Claim, Evolves, Inequality, Integral, Positive, Real, Space, cos, eq, exp, ge, gt, sin

S = Space(k=Positive(), t=Real())
k, t = S.symbols
weight = exp(k * cos(t))
mass, first, second = (Integral(cos(t) ** j * weight, t, 0, PI) for j in range(3))
A, by_parts = first / mass, eq(first, k * (mass - second))
rate = 1 - A**2 - A / k
lower, upper = (bound.subs(bessel.d, 2) for bound in (bessel.lower, bessel.upper))

claim = Claim(
    "low_temperature.bessel.circle",
    S,
    title="On the circle the ratio of Bessel functions lies between the bounds of Amos",
    source=bessel.AMOS_1974.at("bounds of the ratio"),
    shows=All(
        riccati=Evolves(A, along={k: 1}, rate=rate),
        lower=Inequality(A, ">", lower),
        upper=Inequality(A, "<=", upper),
    ),
    mutants={
        "dimension": Evolves(A, along={k: 1}, rate=rate - A / k),
        "above": Inequality(A, ">", upper),
        "below": Inequality(A, "<=", lower),
    },
)


@claim.argument
def argument(p):
    p.integrate(gt(weight, 0), t, 0, PI)
    p.integral(Integral(weight * (cos(t) - k * sin(t) ** 2), t, 0, PI), sin(t) * weight)
    p.integrate(ge(sin(t) ** 2 * weight, 0), t, 0, PI)
    p.sign(ge(A, 0), as_=k * Integral(sin(t) ** 2 * weight, t, 0, PI) / mass + by_parts.gap / mass)
    q, r = p.part("lower"), p.part("upper")
    q.solution(lower_bound, {bessel.k: k, bessel.A: A, bessel.d: 2}, k, part="bound")
    r.sign(gt(0, A - 1 - A), as_=1)
    c = r.between("c", lambda c: c - A, A - 1, A + 1)
    r.integrate(ge((cos(t) - c) ** 2 * weight, 0), t, 0, PI)
    variance, known = Integral((cos(t) - c) ** 2 * weight, t, 0, PI), eq(c - A, 0)
    r.ideal((mass * (c - A), known), shows=eq(variance, second - mass * A**2))
    r.sign(ge(rate, 0), as_=variance / mass + (second - mass * A**2 - variance) / mass - by_parts.gap / (k * mass))
    r.sign(as_=rate / (A + upper + 1 / k))
