"""The ratio A of Bessel functions is 1 - (d - 1)/(2k) + (d - 1)(d - 3)/(8k^2) up to c/k^3 for k >= 2, d = 2, ..., 8.

c = 1, 1, 2, 2, 2, 4, 8. Both ends are super- and subsolutions of the Riccati equation on k >= 2, by Sturm sequences,
and at k = 2 the bounds of Amos lie between them (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._bessel import A, amos, d, expansion, k, rate
from verify import All, Bound, Claim, Flow, Positive, Real, Space, eq, ge, le

ERRORS = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 4, 8: 8}
ENDS = [(f"{name}{n}", n, sign * c) for n, c in ERRORS.items() for name, sign in (("above", 1), ("below", -1))]


def bound(n, c):
    """A <= the expansion for c > 0, A >= it for c < 0, from the bounds of Amos at k = 2 on."""
    low, high = amos(2, n)
    relation = le(A, expansion(n, c)) if c > 0 else ge(A, expansion(n, c))
    start = [eq(k, 2), ge(A, low), le(A, high)]
    return Bound(relation, along={k: 1, A: rate(A).subs(d, n)}, start=start, during=[ge(k, 2)])


claim = Claim(
    "low_temperature.bessel.expansion",
    Space(k=Positive(), A=Real()),
    title="The ratio of Bessel functions up to the third order in the temperature",
    source=LOW_2026.at("Laplace principle; constants not in the paper"),
    rests_on=["low_temperature.bessel.lower", "low_temperature.bessel.upper"],
    shows=All(**{name: bound(n, c) for name, n, c in ENDS}),
    mutants={"smaller": bound(2, Fraction(-1, 100)), "another-dimension": bound(3, Fraction(1, 100))},
)


@claim.argument
def argument(p):
    for name, n, c in ENDS:
        q, side, end, met = p.part(name), 1 if c > 0 else -1, expansion(n, c), amos(2, n)[c > 0]
        excess = side * (Flow.of({k: 1}).derivative(end) - rate(end).subs(d, n))
        q.roots(ge(excess, 0))
        q.value(ge(side * end.subs(k, 2), side * met))
        apart = 3 * (side * met - side * A) + 3 * (side * end.subs(k, 2) - side * met)
        start = ge(side * end, side * A)
        q.compare(-(end + A + (n - 1) / k), excess, by=lambda q, start=start, form=apart / 3: q.sign(start, as_=form))
