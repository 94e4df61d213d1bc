"""The ratio A of Bessel functions is 1 - (d - 1)/(2k) + (d - 1)(d - 3)/(8k^2) up to c/k^3 for k >= 2, d = 2, ..., 8.

c = 1, 1, 2, 2, 2, 4, 8. Both ends are super- and subsolutions of the Riccati equation on k >= 2, by Sturm sequences,
and at k = 2 the bounds of Amos lie between them (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._bessel import beyond, ends, expansion, settles
from verify import All, Claim, Positive, Real, Space

ENDS = ends(expansion, {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 4, 8: 8})
tiny = Fraction(1, 100)

claim = Claim(
    "low_temperature.bessel.expansion",
    Space(k=Positive(), A=Real()),
    title="The ratio of Bessel functions up to the third order in the temperature",
    source=LOW_2026.at("Laplace principle; constants not in the paper"),
    rests_on=["low_temperature.bessel.lower", "low_temperature.bessel.upper"],
    shows=All(**{name: beyond(n, end, above, 2) for name, n, end, above in ENDS}),
    mutants={
        "smaller": beyond(2, expansion(2, -tiny), False, 2),
        "another-dimension": beyond(3, expansion(3, tiny), True, 2),
    },
)


@claim.argument
def argument(p):
    for name, n, end, above in ENDS:
        settles(p.part(name), n, end, above, 2)
