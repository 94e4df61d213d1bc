"""Clusters of masses p at e_1 and q at -e_1 under softmax attention: the Jacobian of their angles at rest.

V = diag(v, r v) and M = diag(m1, m2) in the plane of e_1 and another eigenvector; the tokens x = (cos a, sin a) and
y = -(cos b, sin b) follow x' = P_x V m(x), m(x) the mean of p at x and q at y under the weights exp(beta <Mx, .>).
The weight that x gives to y is q/(p X + q) with X = exp(2 beta m1) > 1 (arXiv 2605.10931, metastability).
"""

from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026, _pair
from theorems.low_temperature._pair import X, p, q, r, v
from verify import All, Claim, Flow, Identity, Inequality, J, Positive, Real, Space
from verify import dot, exp, matrix, unit, vector

S = Space(
    p=Positive(), q=Positive(), v=Positive(), r=Real(), beta=Positive(), m1=Positive(), m2=Real(), a=Real(), b=Real()
)
*_, beta, m1, m2, a, b = S.symbols
V, M = matrix([[v, 0], [0, r * v]]), matrix([[m1, 0], [0, m2]])
x, y = unit(a), -unit(b)


def rate(at, other, own, its):
    """The angular velocity of a token that has mass `own`."""
    weights = own * exp(beta * dot(M * at, at)), its * exp(beta * dot(M * at, other))
    mean = (weights[0] * at + weights[1] * other) / sum(weights)
    return dot(J * at, V * mean)


rates = rate(x, y, p, q), rate(y, x, q, p)
model = matrix([[Flow.of({angle: 1}).derivative(each) for angle in (a, b)] for each in rates])
at_rest = {a: 0, b: 0}
weight = exp(2 * beta * m1)
found = _pair.J.subs(X, weight)

claim = Claim(
    "low_temperature.pair-jacobian",
    S,
    title="Jacobian of two opposite clusters",
    source=LOW_2026.at("metastability; not in the paper"),
    shows=All(
        rest=Identity(vector(*rates).subs(at_rest), vector(0, 0)),
        jacobian=Identity(model.subs(at_rest), found),
        weight=Inequality(weight, ">", 1),
    ),
    mutants={
        "sign": Identity(model.subs(at_rest), found.T),
        "once": Identity(model.subs(at_rest), _pair.J.subs(X, exp(beta * m1))),
    },
)
claim.argument(lambda at: at.part("weight").sign(as_=expm1(2 * beta * m1)))
