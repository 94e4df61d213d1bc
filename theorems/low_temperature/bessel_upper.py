"""Amos' upper bound: A <= k/(a + R) with a = (d - 1)/2 and R^2 = a^2 + k^2 (arXiv 2605.10931; D. E. Amos 1974).

Mean is that under the weight exp(k z)/Z, A that of z, and Z'' = Z - (d - 1) Z'/k at one k > 0 is Mean(z^2) = 1 -
(d - 1) A/k. The variance A' = 1 - A^2 - (d - 1) A/k is not negative, and the bound is its positive root.
"""

from theorems.low_temperature._bessel import AMOS_1974, d, k, lower, rate, upper
from verify import All, Claim, Identity, Inequality, Interval, Mean, Positive, Real, Space, Token, eq, ge, gt, le

S = Space(k=Positive(), d=Real(), z=Token(Interval(-1, 1)))
z = S.symbols[2]
A, square = Mean(z, z), Mean(z**2, z)
by_parts = eq((d - 1) * A, k * (1 - square))

claim = Claim(
    "low_temperature.bessel.upper",
    S,
    given=[gt(d, 1), by_parts],
    title="The upper bound of Amos for a ratio of Bessel functions",
    source=AMOS_1974.at("upper bound of the ratio"),
    rests_on=["low_temperature.bessel.riccati"],
    shows=All(
        rises=Inequality(rate(A), ">=", 0),
        root=Identity(rate(upper), 0),
        bound=Inequality(A, "<=", upper),
    ),
    mutants={
        "falls": Inequality(rate(A), "<=", 0),
        "strict": Inequality(A, "<", upper),
        "lower": Inequality(A, "<=", lower),
    },
)


@claim.argument
def argument(p):
    p.sign(le(z**2, 1), as_=(1 - z) * (1 + z))
    p.average(le(z**2, 1), z)
    p.sign(ge(A, 0), as_=k * (1 - square) / (d - 1) + by_parts.gap / (d - 1))
    p.sign(ge(rate(A), 0), as_=Mean((z - A) ** 2, z) - by_parts.gap / k)
    p.part("bound").sign(as_=rate(A) / (A + upper + (d - 1) / k))
