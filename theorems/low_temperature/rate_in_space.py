"""Starts in R^3 that rest near e_3: B = diag(l1, l2, l3), M = diag(m1, m2, m3), l1, l2 >= l3.

a = (x1/x3)^2 grows at the rate 2 (l1 - l3)/n, n = |Mx|, and b = (x2/x3)^2 at 2 (l2 - l3)/n. Let 0 < c < m3. As long as
a + b <= h = m3^2/c^2 - 1, n is at least c. So a token with A a + D b <= h, A = exp(2 (l1 - l3) r/c) and D = exp(2 (l2 -
l3) r/c), has a + b <= h after the time r: then x1^2 is at most 1 - c^2/m3^2, and it is not near e_1. An ellipse of such
starts has a share of a uniform law of the order exp(-(l1 + l2 - 2 l3) r/c), so W_p falls no faster than its p-th root:
the formula of the plane, low_temperature.rate.clock.d2, has no such term (arXiv 2605.10931, rates not in the paper).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Bound, Claim, Inequality, Nonneg, Positive, Real, Space, When, exp, ge, le, sqrt

S = Space(
    a=Nonneg(), b=Nonneg(), r=Nonneg(), l1=Real(), l2=Real(), l3=Real(),
    m1=Positive(), m2=Positive(), m3=Positive(), c=Positive(),
)  # fmt: skip
a, b, r, l1, l2, l3, m1, m2, m3, c = S.symbols
n = sqrt((m1**2 * a + m2**2 * b + m3**2) / (1 + a + b))
flow = {a: 2 * (l1 - l3) * a / n, b: 2 * (l2 - l3) * b / n, r: -1}
A, D, h = exp(2 * (l1 - l3) * r / c), exp(2 * (l2 - l3) * r / c), m3**2 / c**2 - 1
kept = le(A * a + D * b, h)


def stays(relation, start):
    return Bound(relation, along=flow, start=[start])


claim = Claim(
    "low_temperature.rate.rest-in-space",
    S,
    given=[ge(l1, l3), ge(l2, l3)],
    title="In R^3 starts with two small coordinates rest near the third eigenvector",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(
        rests=stays(kept, kept),
        away=When([le(a + b, h)], Inequality(a / (1 + a + b), "<=", 1 - c**2 / m3**2)),
    ),
    mutants={
        "grows": stays(le(a + b, h), le(a + b, h)),
        "half": stays(le(A * a + D * b, h / 2), kept),
        "nearer": When([le(a + b, h)], Inequality(a / (1 + a + b), "<=", (1 - c**2 / m3**2) / 2)),
    },
)


@claim.argument
def argument(p):
    for grown in (A, D):
        p.rises(ge(grown, 1), r, low=0)
    q, pull = p.part("rests"), 2 * (l1 - l3) * A * a + 2 * (l2 - l3) * D * b
    over = pull / (c * n * (n + c) * (1 + a + b))
    q.compare(over * c**2, over * (m1**2 * a + m2**2 * b + c**2 * ((A - 1) * a + (D - 1) * b)))
    p.part("away").sign(as_=(b + (h - a - b) * c**2 / m3**2) / (1 + a + b))
