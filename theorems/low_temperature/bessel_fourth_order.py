"""The ratio A of Bessel functions with its term in 1/k^3, up to c/k^4 for k >= 5/2, d = 2, ..., 8:

|A - 1 + (d - 1)/(2k) - (d - 1)(d - 3)/(8k^2) - (d - 1)(d - 3)/(8k^3)| <= c/k^4, c = 2, 4, 4, 3, 3, 6, 12.

As low_temperature.bessel.expansion, from the bounds of Amos at k = 5/2 on. In R^3 both terms are 0, as A is coth k -
1/k there (low_temperature.laplace.uniform; arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._bessel import A, amos, d, expansion, k, rate
from verify import All, Bound, Claim, Flow, Positive, Real, Space, eq, ge, le

ERRORS, FIRST = {2: 2, 3: 4, 4: 4, 5: 3, 6: 3, 7: 6, 8: 12}, Fraction(5, 2)
ENDS = [(f"{name}{n}", n, sign * c) for n, c in ERRORS.items() for name, sign in (("above", 1), ("below", -1))]


def longer(n, c):
    return expansion(n, Fraction((n - 1) * (n - 3), 8)) + c / k**4


def bound(n, c):
    """A <= the expansion for c > 0, A >= it for c < 0."""
    low, high = amos(FIRST, n)
    relation = le(A, longer(n, c)) if c > 0 else ge(A, longer(n, c))
    start = [eq(k, FIRST), ge(A, low), le(A, high)]
    return Bound(relation, along={k: 1, A: rate(A).subs(d, n)}, start=start, during=[ge(k, FIRST)])


claim = Claim(
    "low_temperature.bessel.fourth-order",
    Space(k=Positive(), A=Real()),
    title="The ratio of Bessel functions up to the fourth order in the temperature",
    source=LOW_2026.at("Laplace principle; constants not in the paper"),
    rests_on=["low_temperature.bessel.lower", "low_temperature.bessel.upper"],
    shows=All(**{name: bound(n, c) for name, n, c in ENDS}),
    mutants={"smaller": bound(2, Fraction(-1, 100)), "another-dimension": bound(3, Fraction(1, 100))},
)


@claim.argument
def argument(p):
    for name, n, c in ENDS:
        q, side, end, met = p.part(name), 1 if c > 0 else -1, longer(n, c), amos(FIRST, n)[c > 0]
        excess = side * (Flow.of({k: 1}).derivative(end) - rate(end).subs(d, n))
        q.roots(ge(excess, 0))
        q.value(ge(side * end.subs(k, FIRST), side * met))
        start, parts = ge(side * end, side * A), [side * (met - A), side * (end.subs(k, FIRST) - met)]
        q.compare(-(end + A + (n - 1) / k), excess, by=lambda q, start=start, parts=parts: q.sign(start, as_=parts))
