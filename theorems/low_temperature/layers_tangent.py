"""Layers for M = I in every dimension: over the product P of their matrices tan angle(X, E) falls by e = s2/s1 at
least.

P has unit vectors w and u with P w = s1 u, and takes what is across w across u, stretched by s2 at most, s2 < s1 its
second singular value. A token x = z w + v, z > 0, goes to X = (s1 z u + P v)/|.|. So X has the tangent that
low_temperature.zero-temperature-distance supposes, with e = s2/s1 for exp(-g t/s1) and u for the limit: W_2 to it is
bounded as there, by low_temperature.zero-temperature-bound for a start with a bounded density. Where log(s1/s2)/t
tends to the gap of the Lyapunov exponents, half of that gap is a rate for W_2 (arXiv 2605.10931, zero temperature).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Interval, Positive, Real, Space, gt, le, norm2, sqrt, vector

S = Space(z=Interval(0, 1), r=Real(), s1=Positive(), s2=Positive())
z, r, s1, s2 = S.symbols
y, e = vector(s1 * z, r), s2 / s1
X = y / sqrt(norm2(y))

claim = Claim(
    "low_temperature.layers.tangent",
    S,
    given=[gt(z, 0), le(r**2, s2**2 * (1 - z**2))],
    title="M = I, layers in every dimension: the tangent of the angle to the limit falls by s2/s1",
    source=LOW_2026.at("zero-temperature limit; layers of different matrices, not in the paper"),
    rests_on=["low_temperature.layers", "low_temperature.zero-temperature-distance"],
    shows=All(
        ahead=Inequality(X[0], ">", 0),
        falls=Inequality(e**2 * (1 - z**2) * X[0] ** 2, ">=", z**2 * X[1] ** 2),
    ),
    mutants={
        "squared": Inequality(e**4 * (1 - z**2) * X[0] ** 2, ">=", z**2 * X[1] ** 2),
        "sine": Inequality(e**2 * (1 - z**2) * X[0] ** 2, ">=", X[1] ** 2),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(norm2(y), 0), as_=[(s1 * z) ** 2, r**2])
    p.part("ahead").sign(as_=s1 * z / sqrt(norm2(y)))
    p.part("falls").sign(as_=z**2 * (s2**2 * (1 - z**2) - r**2) / norm2(y))
