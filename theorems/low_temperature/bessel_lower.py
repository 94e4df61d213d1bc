"""Amos' lower bound: A > L = k/(a + S), S^2 = b^2 + k^2, on k > 0 for every real d > 1 (arXiv 2605.10931; Amos 1974).

With a = (d - 1)/2, b = (d + 1)/2, L is a strict subsolution: 1 - L^2 - (d - 1) L/k - L' = b (S - b)/(S (a + S)^2) > 0.
So all solutions of the Riccati equation on k > 0 that stay above -1, as the ratio of Bessel functions does, lie above
it, for k^(d - 1) (A - L) tends to 0 at k = 0; there both touch k/d.
"""

from theorems.low_temperature._bessel import AMOS_1974, A, S, a, b, d, k, long, lower, rate, riccati
from verify import All, Bound, Claim, Evolves, Inequality, ge, gt, lt

excess = b * (long - b) / (long * (a + long) ** 2)

claim = Claim(
    "low_temperature.bessel.lower",
    S,
    given=[gt(d, 1)],
    title="The lower bound of Amos for a ratio of Bessel functions",
    source=AMOS_1974.at("lower bound of the ratio"),
    rests_on=["low_temperature.bessel.riccati"],
    shows=All(
        subsolution=Evolves(lower, along={k: 1}, rate=rate(lower) - excess),
        strict=Inequality(excess, ">", 0),
        bound=Bound(gt(A, lower), along=riccati, singular=(k, 0), during=[ge(A, -1)]),
    ),
    mutants={
        "any-start": Bound(gt(A, lower), along=riccati, during=[ge(A, -1)]),
        "stays-below": Bound(lt(A, lower), along=riccati, start=[lt(A, lower)], during=[ge(A, -1)]),
        "sign": Evolves(lower, along={k: 1}, rate=rate(lower) + excess),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(b, 0), as_=(d - 1) / 2 + 1)
    p.sign(gt(long - b, 0), as_=k**2 / (long + b))
    p.sign(gt(a + long - k, 0), as_=a + b**2 / (long + k))
    q, fall = p.part("bound"), A + lower + (d - 1) / k
    q.sign(ge(1, (d - 1) / k - fall), as_=(A + 1) + lower)
    q.sign(ge(A - lower, -2), as_=(A + 1) + (a + long - k) / (a + long))
    q.compare(-fall, excess, power=d - 1, above=1, below=-2)
