"""log(1 + beta)/beta falls: beta log(1 + B) <= B log(1 + beta) for 0 < beta <= B, since log(1 + x) >= x/(1 + x).

So where beta sd is below e, W_2 <= 2 is at most 2 sqrt(e/(omega sd)) sqrt(log(1 + beta)/beta), omega = log(1 + e/sd)
(arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Positive, Space, ge, log

S = Space(x=Positive(), B=Positive())
x, B = S.symbols
above = ge(log(1 + x), x / (1 + x))

claim = Claim(
    "low_temperature.headline.log",
    S,
    given=[ge(B, x)],
    title="log(1 + beta)/beta falls with beta",
    source=LOW_2026.at("main theorem; not in the paper"),
    shows=All(
        above=Inequality(log(1 + x), ">=", x / (1 + x)),
        falls=Inequality(x * log(1 + B), "<=", B * log(1 + x)),
    ),
    mutants={
        "rises": Inequality(x * log(1 + B), ">=", B * log(1 + x)),
        "line": Inequality(log(1 + x), ">=", x),
    },
)


@claim.argument
def argument(p):
    p.part("above").rises(above, x, low=0, as_=x / (1 + x) ** 2)
    q = p.part("falls")
    q.rises(above, x, low=0, as_=x / (1 + x) ** 2)
    slope = (log(1 + x) - x / (1 + x)) + x * (B - x) / ((1 + x) * (1 + B))
    q.rises(ge(B * log(1 + x), x * log(1 + B)), B, low=x, as_=slope)
