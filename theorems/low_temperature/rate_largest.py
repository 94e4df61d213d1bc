"""Zero temperature: W_infinity to the limit does not fall where every neighbourhood of the equator has mass.

M = I, B with two eigenvalues l1 and l2: at e = exp(-(l1 - l2) t) <= 1 a start with |P_E x| = z is at |X - Phi|^2 = 2 -
2 z/sqrt(z^2 + e^2 (1 - z^2)), low_temperature.rate.leading. All starts with z <= e h have |X - Phi|^2 >= 2 - 2h, for
every h > 0 and at all times: they are a positive share of a law that charges every neighbourhood of the equator. So
W_infinity is at least 2^(1/2), and no token is farther from its limit (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Interval, Positive, Space, When, ge, gt, le, sqrt

S = Space(e=Interval(0, 1), z=Interval(0, 1), h=Positive())
e, z, h = S.symbols
size = z**2 + e**2 * (1 - z**2)
missed = 2 - 2 * z / sqrt(size)

claim = Claim(
    "low_temperature.rate.largest",
    S,
    given=[gt(e, 0)],
    title="The largest distance of a token to its limit does not fall",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    rests_on=["low_temperature.rate.leading"],
    shows=All(
        late=When([le(z, e * h)], Inequality(missed, ">=", 2 - 2 * h)),
        most=Inequality(missed, "<=", 2),
    ),
    mutants={
        "everywhere": Inequality(missed, ">=", 2 - 2 * h),
        "sooner": When([le(z, h)], Inequality(missed, ">=", 2 - 2 * h)),
        "less": Inequality(missed, "<=", "3/2"),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(1 - e**2, 0), as_=(1 - e) * (1 + e))
    p.sign(gt(size, 0), as_=e**2 + (1 - e) * (1 + e) * z**2)
    root, q = sqrt(size), p.part("late")
    q.sign(wide := ge(root, e), as_=(1 - e**2) * z**2 / (root + e))
    q.sign(as_=2 * (h * wide.gap + (e * h - z)) / root)
