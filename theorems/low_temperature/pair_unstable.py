"""Two opposite clusters are unstable before the threshold: 1 < X < X_c makes one eigenvalue of J positive.

X = exp(2 beta m1), V = diag(v, r v), v > 0, r < 1; at X = X_c one eigenvalue vanishes, for det J = 0 by
low_temperature.pair-threshold (arXiv 2605.10931, metastability).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._pair import S, J, X, given, masses, other, p, q, r, spread, threshold, top, v
from theorems.low_temperature.pair_threshold import claim as THRESHOLD
from verify import All, Claim, Inequality, any_of, det, ge, gt, le, lt, tr

claim = Claim(
    "low_temperature.pair-threshold.unstable",
    S,
    given=[*given, lt(X, threshold)],
    title="Two opposite clusters are unstable before the threshold",
    source=LOW_2026.at("metastability; not in the paper"),
    shows=All(determinant=Inequality(det(J), "<", 0), unstable=Inequality(top, ">", 0)),
    mutants={
        "stable": Inequality(top, "<", 0),
        "trace": Inequality(tr(J), ">", 0),
        "more": Inequality(top, ">", v / 2),
    },
)


@claim.argument
def argument(proof):
    for part in ("factors", "other"):
        proof.uses(THRESHOLD, at={each: each for each in S.scalars}, part=part)
    proof.sign(gt(X, other), as_=(2 * (X - 1) + 2 * (1 - other)) / 2)
    proof.sign(lt(det(J), 0), as_=v**2 * (1 - r) ** 2 * p * q * (threshold - X) * (X - other) / masses)
    at = proof.part("unstable")
    at.sign(gt(product := (spread - tr(J)) * (spread + tr(J)), 0), as_=-4 * det(J))
    at.cases(any_of(gt(top, 0), le(top, 0)), lambda at: None, lambda at: contradiction(at, product))


def contradiction(at, product):
    at.sign(ge(spread, tr(J)), as_=(4 * spread - 2 * (spread + tr(J))) / 2)
    at.absurd(product)
