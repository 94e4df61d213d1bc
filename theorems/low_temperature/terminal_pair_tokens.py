"""Single tokens of two opposite clusters: at e_1 one leaves its cluster at the rate -v T1, at -e_1 at -v T2.

V = diag(v, r v), M = diag(m1, m2), masses p at e_1 and q at -e_1, X = exp(2 beta m1), T1 = 1 - 2 q/(p X + q) and T2 =
1 - 2 p/(q X + p). Beyond the threshold X_c of low_temperature.pair-threshold both are positive if r >= 0. For r < 0
they need not be: there the clusters are stable as wholes, and the tokens of the smaller one leave it unless X > max(p,
q)/min(p, q) (arXiv 2605.10931, metastability).
"""

from theorems.low_temperature import LOW_2026, _pair
from theorems.low_temperature._pair import T1, T2, X, given, masses, p, q, r, threshold, v
from theorems.low_temperature.pair_threshold import claim as THRESHOLD
from verify import All, Claim, Flow, Identity, Inequality, J, Positive, Real, Space, When
from verify import det, dot, exp, ge, gt, matrix, unit, vector

S = Space(
    p=Positive(), q=Positive(), X=Positive(window=9), v=Positive(), r=Real(), beta=Positive(), m1=Positive(),
    m2=Real(), a=Real(),
)  # fmt: skip
*_, beta, m1, m2, a = S.symbols
V, M, e1 = matrix([[v, 0], [0, r * v]]), matrix([[m1, 0], [0, m2]]), vector(1, 0)


def leaves(own, its):
    """The slope at rest of the angular velocity of a token next to the cluster of mass `own`, the clusters at rest."""
    x = unit(a)
    here, there = own * exp(beta * dot(M * x, e1)), its * exp(-beta * dot(M * x, e1))
    mean = (here * e1 - there * e1) / (here + there)
    return Flow.of({a: 1}).derivative(dot(J * x, V * mean)).subs(a, 0)


beyond, weight = gt(X, threshold), exp(2 * beta * m1)

claim = Claim(
    "low_temperature.terminal.pair-tokens",
    S,
    given=given,
    title="Single tokens stay in two opposite clusters beyond the threshold if v2 >= 0",
    source=LOW_2026.at("metastability; not in the paper"),
    rests_on=["low_temperature.pair-jacobian"],
    shows=All(
        first=Identity(leaves(p, q), -v * T1.subs(X, weight)),
        second=Identity(leaves(q, p), -v * T2.subs(X, weight)),
        stay=When([beyond, ge(r, 0)], Inequality(T1, ">", 0)),
        stay_too=When([beyond, ge(r, 0)], Inequality(T2, ">", 0)),
    ),
    mutants={
        "any-r": When([beyond], Inequality(T2, ">", 0)),
        "before": When([ge(r, 0)], Inequality(T2, ">", 0)),
        "sign": Identity(leaves(p, q), v * T1.subs(X, weight)),
    },
)


@claim.argument
def argument(at):
    """Beyond the threshold T1 + T2 and T1 T2 are positive, by det J."""
    for name, own in (("stay", T1), ("stay_too", T2)):
        to = at.part(name)
        for part in ("factors", "other", "determinant"):
            to.uses(THRESHOLD, _pair.S.scalars, part=part)
        to.sign(gt(X, _pair.other), as_=[X - 1, 1 - _pair.other])
        to.sign(gt(det(_pair.J), 0), as_=v**2 * (1 - r) ** 2 * p * q * (X - _pair.other) * (X - threshold) / masses)
        to.sign(gt(T1 + T2, 0), as_=2 * p * q * (X - 1) * (X + 1) / masses)
        to.sign(gt(T1 * T2, 0), as_=det(_pair.J) / (v**2 * (1 - r)) + r * (T1 + T2) / 2)
        to.sign(as_=(own**2 + T1 * T2) / (T1 + T2))
