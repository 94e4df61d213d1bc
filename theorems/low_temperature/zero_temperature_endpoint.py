"""arcsin(k) + k sqrt(1 - k^2) >= (pi/2) k on [0, 1], with equality at both ends: the bound of W_2 on the circle.

The slope of the difference is 2 sqrt(1 - k^2) - pi/2: it rises from 0 until k = sqrt(1 - pi^2/16), then falls to 0.
With k = sin f this is f + sin f cos f >= (pi/2) sin f on [0, pi/2] (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, Claim, Inequality, Interval, Space, any_of, asin, eq, ge, gt, le, sqrt

S = Space(k=Interval(0, 1))
k = S.symbols
root, top = sqrt(1 - k**2), sqrt(1 - PI**2 / 16)

claim = Claim(
    "low_temperature.zero-temperature-bound.endpoint",
    S,
    title="arcsin(k) + k sqrt(1 - k^2) >= (pi/2) k",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    shows=Inequality(asin(k) + k * root, ">=", PI / 2 * k),
    mutants={
        "strict": Inequality(asin(k) + k * root, ">", PI / 2 * k),
        "two": Inequality(asin(k) + k * root, ">=", 2 * k),
        "half": Inequality(asin(k) + k * root / 2, ">=", PI / 2 * k),
    },
)


@claim.argument
def argument(p):
    p.value(gt(4, PI))
    p.sign(gt(1 - PI**2 / 16, 0), as_=(4 - PI) * (4 + PI) / 16)
    p.sign(ge(1, top), as_=PI**2 / (16 * (1 + top)))
    p.value(eq(asin(1), PI / 2))
    p.cases(any_of(le(k, top), ge(k, top)), rising, falling)


def rising(p):
    p.sign(gt(1 - k**2, 0), as_=(top - k) * (top + k) + PI**2 / 16)
    p.rises(p.goal, k, low=0, as_=2 * (top - k) * (top + k) / (root + PI / 4))


def falling(p):
    def beyond(at):
        at.sign(gt(1 - k**2, 0), as_=(1 - k) * (1 + k))

    p.rises(p.goal, k, high=1, as_=2 * (top - k) * (top + k) / (root + PI / 4), beyond=beyond)
