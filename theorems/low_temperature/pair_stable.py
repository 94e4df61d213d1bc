"""Two opposite clusters are linearly stable beyond the threshold: X > X_c makes both eigenvalues of J negative.

As exp(2 beta m1) > X_c, where V = diag(v, r v), v > 0, r < 1 (r the largest of all other directions): for equal masses
and r >= 0 this is tanh(beta m1) > r, low_temperature.pair-threshold.equal (arXiv 2605.10931, metastability).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._pair import S, J, T1, T2, X, given, masses, other, p, q, r, spread
from theorems.low_temperature._pair import threshold, top, v, w1, w2
from theorems.low_temperature.pair_threshold import claim as THRESHOLD
from verify import All, Claim, Inequality, any_of, det, ge, gt, le, lt, tr

claim = Claim(
    "low_temperature.pair-threshold.stable",
    S,
    given=[*given, gt(X, threshold)],
    title="Two opposite clusters are stable beyond the threshold",
    source=LOW_2026.at("metastability; not in the paper"),
    shows=All(
        determinant=Inequality(det(J), ">", 0),
        trace=Inequality(tr(J), "<", 0),
        stable=Inequality(top, "<", 0),
    ),
    mutants={
        "half": Inequality(top, "<", -v / 2),
        "sign": Inequality(tr(J) + v * r, "<", 0),
    },
)
total = T1 + T2
excess = T1 * T2 - r * total / 2


@claim.argument
def argument(proof):
    for part in ("factors", "other"):
        proof.uses(THRESHOLD, at={each: each for each in S.scalars}, part=part)
    proof.sign(gt(X, other), as_=(2 * (X - 1) + 2 * (1 - other)) / 2)
    proof.sign(gt(det(J), 0), as_=v**2 * (1 - r) ** 2 * p * q * (X - threshold) * (X - other) / masses)
    proof.sign(gt(total, 0), as_=2 * p * q * (X - 1) * (X + 1) / masses)
    proof.sign(gt(excess, 0), as_=det(J) / (v**2 * (1 - r)))
    proof.cases(
        any_of(le(r, 0), gt(r, 0)),
        lambda at: at.sign(lt(tr(J), 0), as_=v * (total - r * (1 + total / 2))),
        positive,
        shows=lt(tr(J), 0),
    )
    at = proof.part("stable")
    at.sign(gt((-tr(J) + spread) * (-tr(J) - spread), 0), as_=4 * det(J))
    at.sign(gt(-tr(J) + spread, 0))
    at.cases(
        any_of(lt(top, 0), ge(top, 0)), lambda at: None, lambda at: at.absurd((-tr(J) + spread) * (-tr(J) - spread))
    )


def positive(at):
    rest = (T1 - T2) ** 2 + (2 * excess + r * total) * (w1 + w2)
    at.sign(lt(tr(J), 0), as_=v * (2 * excess + total * excess + rest) / total)
