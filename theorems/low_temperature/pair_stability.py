"""Two opposite clusters are linearly stable iff X > X_c: beyond the threshold both eigenvalues of the Jacobian J are
negative, before it the larger one is positive; X = exp(2 beta m1) > 1 and X_c as in low_temperature.pair-threshold.

V = diag(v, r v) with v > 0, r < 1 in the plane of e_1 and another direction; stable in all of space means stable in
each such plane, so r is the largest quotient of the other eigenvalues and v (arXiv 2605.10931, metastability).
"""

from theorems.classical.trace_determinant import D, t
from theorems.classical.trace_determinant import claim as SIGNS
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._pair import J, S, T1, T2, X, given, masses, other, p, q, r, threshold, top, v
from theorems.low_temperature._pair import w1, w2
from theorems.low_temperature.pair_threshold import claim as THRESHOLD
from verify import All, Claim, Inequality, When, any_of, det, gt, le, lt, tr

beyond, before = gt(X, threshold), lt(X, threshold)

claim = Claim(
    "low_temperature.pair-threshold.stability",
    S,
    given=given,
    title="Two opposite clusters are linearly stable iff exp(2 beta m1) > X_c",
    source=LOW_2026.at("metastability; not in the paper"),
    shows=All(
        stable=When([beyond], Inequality(top, "<", 0)),
        unstable=When([before], Inequality(top, ">", 0)),
    ),
    mutants={
        "always": Inequality(top, "<", 0),
        "rate": When([beyond], Inequality(top, "<", -v / 2)),
        "trace": When([before], Inequality(tr(J), ">", 0)),
    },
)
total = T1 + T2
excess = T1 * T2 - r * total / 2
scale = v**2 * (1 - r) ** 2 * p * q * (X - other) / masses


@claim.argument
def argument(proof):
    for part in ("factors", "other", "real"):
        proof.uses(THRESHOLD, S.scalars, part=part)
    proof.sign(gt(X, other), as_=[X - 1, 1 - other])
    stable(proof.part("stable"))
    at = proof.part("unstable")
    at.sign(lt(det(J), 0), as_=scale * (threshold - X))
    at.uses(SIGNS, at={t: tr(J), D: det(J)}, part="saddle")


def stable(at):
    at.sign(gt(det(J), 0), as_=scale * (X - threshold))
    at.sign(gt(total, 0), as_=2 * p * q * (X - 1) * (X + 1) / masses)
    at.sign(gt(excess, 0), as_=det(J) / (v**2 * (1 - r)))
    rest = (T1 - T2) ** 2 + (2 * excess + r * total) * (w1 + w2)
    at.cases(
        any_of(le(r, 0), gt(r, 0)),
        lambda at: at.sign(lt(tr(J), 0), as_=v * (total - r * (1 + total / 2))),
        lambda at: at.sign(lt(tr(J), 0), as_=v * (2 * excess + total * excess + rest) / total),
        shows=lt(tr(J), 0),
    )
    at.uses(SIGNS, at={t: tr(J), D: det(J)}, part="sink")
