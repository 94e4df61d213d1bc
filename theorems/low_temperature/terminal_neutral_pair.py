"""V = I: two opposite clusters, masses p and q, X = exp(2 beta m1) > 1: their Jacobian has eigenvalues 0 and w1 + w2.

w1 = q/(p X + q) and w2 = p/(q X + p) are the weights that one gives the other. So next to this state the clusters part
at the rate w1 + w2, which lies strictly between 1/X and (p/q + q/p)/X: its lifetime is exponential in beta (arXiv
2605.10931, metastability).
"""

from theorems.low_temperature import LOW_2026, _pair
from theorems.low_temperature._pair import X, p, q, w1, w2
from verify import All, Claim, Identity, Inequality, Positive, Space, gt, tr, vector

J = _pair.J.subs({_pair.v: 1, _pair.r: 1})
rate = w1 + w2
apart = vector(w1, -w2)

claim = Claim(
    "low_temperature.terminal.neutral-pair",
    Space(p=Positive(), q=Positive(), X=Positive(window=9)),
    given=[gt(X, 1)],
    title="V = I: two opposite clusters part at an exponentially small rate",
    source=LOW_2026.at("metastability; not in the paper"),
    rests_on=["low_temperature.pair-jacobian"],
    shows=All(
        moves=Identity(J * apart, rate * apart),
        rests=Identity(J * vector(1, 1), vector(0, 0)),
        trace=Identity(tr(J), rate),
        above=Inequality(rate, ">", 1 / X),
        below=Inequality(rate, "<", (p / q + q / p) / X),
    ),
    mutants={
        "half": Identity(tr(J), rate / 2),
        "squared": Inequality(rate, ">=", (p / q + q / p) / X),
        "faster": Inequality(rate, "<=", 1 / X**2),
    },
)


@claim.argument
def argument(at):
    positive = X * ((p - q) ** 2 + p**2 + q**2) / 2 + p * q
    at.part("above").sign(as_=(X - 1) * positive / (X * (p * X + q) * (q * X + p)))
    rest = X * p**4 + X * q**4 + p**3 * q + p * q**3
    at.part("below").sign(as_=rest / (X * p * q * (p * X + q) * (q * X + p)))
