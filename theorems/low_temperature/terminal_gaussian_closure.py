"""A model of one narrow cluster at e_1, not a theorem about the tokens: angles x, to second order, keep a Gaussian
law.

V = diag(v1, v2), M = diag(m1, m2), and the score is m1 (1 - y^2/2) + m2 x y to second order. Under exp(beta score) the
law N(a, s^2) of y becomes N(mu, s^2/(1 + beta m1 s^2)) with mu = (a + beta m2 s^2 x)/(1 + beta m1 s^2), and the token
at x moves by x' = -v1 x + v2 mu. That is affine in x, so the law stays Gaussian: (x - a)/s is constant. Its width
shrinks at a rate between v1 and g1 = v1 - v2 m2/m1, and its centre leaves at a rate of at most v2 - v1, which it has
for s = 0 (arXiv 2605.10931, metastability; there numerical).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Conserved, Flow, Identity, Inequality, Nonneg, Positive, Real, Space, When, le

S = Space(
    x=Real(), y=Real(), a=Real(), s=Positive(), v1=Real(), v2=Nonneg(), m1=Positive(), m2=Nonneg(), beta=Positive()
)
x, y, a, s, v1, v2, m1, m2, beta = S.symbols
tilt = 1 + beta * m1 * s**2
mu = (a + beta * m2 * s**2 * x) / tilt
exponent = -((y - a) ** 2) / (2 * s**2) + beta * (m1 * (1 - y**2 / 2) + m2 * x * y)
leaving = -v1 + v2 * (1 + beta * m2 * s**2) / tilt
widening = -v1 + v2 * beta * m2 * s**2 / tilt
flow = {x: -v1 * x + v2 * mu, a: leaving * a, s: widening * s}

claim = Claim(
    "low_temperature.terminal.gaussian-closure",
    S,
    title="The Gaussian model of one narrow cluster",
    source=LOW_2026.at("metastability; the model is not in the paper"),
    shows=All(
        tilted=Identity(Flow.of({y: 1}).derivative(exponent), -(y - mu) * tilt / s**2),
        stays=Conserved((x - a) / s, along=flow),
        centre=Identity(flow[x].subs(x, a), flow[a]),
        narrow=Inequality(widening, ">=", -v1),
        wide=Inequality(widening, "<=", -(v1 - v2 * m2 / m1)),
        leaves=When([le(m2, m1)], Inequality(leaving, "<=", v2 - v1)),
    ),
    mutants={
        "swapped": Conserved((x - a) / s, along={**flow, s: leaving * s}),
        "faster": Inequality(widening, "<=", -v1),
        "any": Inequality(leaving, "<=", v2 - v1),
    },
)


@claim.argument
def argument(p):
    p.part("narrow").sign(as_=v2 * beta * m2 * s**2 / tilt)
    p.part("wide").sign(as_=v2 * m2 / (m1 * tilt))
    p.part("leaves").sign(as_=v2 * beta * s**2 * (m1 - m2) / tilt)
