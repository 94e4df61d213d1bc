"""The ratio A of Bessel functions with its term in 1/k^3, up to c/k^4 for k >= 5/2, d = 2, ..., 8:

|A - 1 + (d - 1)/(2k) - (d - 1)(d - 3)/(8k^2) - (d - 1)(d - 3)/(8k^3)| <= c/k^4, c = 2, 4, 4, 3, 3, 6, 12.

As low_temperature.bessel.expansion, from the bounds of Amos at k = 5/2 on. In R^3 both terms are 0, as A is coth k -
1/k there (low_temperature.laplace.uniform; arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._bessel import beyond, ends, expansion, k, settles
from verify import All, Claim, Positive, Real, Space


def longer(n, c):
    return expansion(n, Fraction((n - 1) * (n - 3), 8)) + c / k**4


ENDS, FIRST = ends(longer, {2: 2, 3: 4, 4: 4, 5: 3, 6: 3, 7: 6, 8: 12}), Fraction(5, 2)
tiny = Fraction(1, 100)

claim = Claim(
    "low_temperature.bessel.fourth-order",
    Space(k=Positive(), A=Real()),
    title="The ratio of Bessel functions up to the fourth order in the temperature",
    source=LOW_2026.at("Laplace principle; constants not in the paper"),
    rests_on=["low_temperature.bessel.lower", "low_temperature.bessel.upper"],
    shows=All(**{name: beyond(n, end, above, FIRST) for name, n, end, above in ENDS}),
    mutants={
        "smaller": beyond(2, longer(2, -tiny), False, FIRST),
        "another-dimension": beyond(3, longer(3, tiny), True, FIRST),
    },
)


@claim.argument
def argument(p):
    for name, n, end, above in ENDS:
        settles(p.part(name), n, end, above, FIRST)
