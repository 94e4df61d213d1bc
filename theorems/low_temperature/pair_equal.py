"""Two opposite clusters of equal masses: X_c = (1 + r)/(1 - r) for 0 < r < 1, so stability is tanh(beta m1) > r.

With V = diag(v1, v2), r = v2/v1 and X = exp(2 beta m1) the threshold is beta_c = artanh(v2/v1)/m1 (arXiv 2605.10931,
metastability).
"""

from theorems.low_temperature import LOW_2026, _pair
from verify import All, Claim, Identity, Interval, Positive, Space, eq, exp, tanh

S = Space(p=Positive(), r=Interval(0, 1, open=True), beta=Positive(), m1=Positive())
p, r, beta, m1 = S.symbols
root, threshold = (each.subs(_pair.q, p) for each in (_pair.root, _pair.threshold))
X = exp(2 * beta * m1)

claim = Claim(
    "low_temperature.pair-threshold.equal",
    S,
    title="Equal masses: the threshold is tanh(beta m1) = v2/v1",
    source=LOW_2026.at("metastability; not in the paper"),
    rests_on=["low_temperature.pair-threshold"],
    shows=All(
        threshold=Identity(threshold, (1 + r) / (1 - r)),
        tanh=Identity((tanh(beta * m1) - r) * (X + 1), (1 - r) * (X - threshold)),
    ),
    mutants={
        "inverse": Identity(threshold, (1 - r) / (1 + r)),
        "half": Identity((tanh(beta * m1 / 2) - r) * (X + 1), (1 - r) * (X - threshold)),
    },
)


@claim.argument
def argument(at):
    at.zeros(eq((root - 2 * p**2 * r) * (root + 2 * p**2 * r), 0))
