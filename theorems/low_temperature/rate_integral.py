"""The integral that decides at which rate W_p falls: K(L) lies between 2^(-p) G and G, with (arXiv 2605.10931)

G = 1/m + (L^(m - p) - 1)/(m - p) for m != p, and G = 1/m + log L for m = p.
"""

from theorems.classical.powers import claim as POWERS
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._rate import G, K, L, S, at_equal, body, given, grown, m, n, p, x, y
from verify import All, Claim, Inequality, Integral, When, eq, ge, gt, le, log, ne

apart, equal = [ne(m - p, 0)], [eq(p, m)]

claim = Claim(
    "low_temperature.rate.integral",
    S,
    given=given,
    title="The integral of the rates, up to a factor 2^p",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    shows=All(
        above=When(apart, Inequality(K, "<=", G)),
        below=When(apart, Inequality(K, ">=", G / 2**p)),
        equal_above=When(equal, Inequality(K, "<=", at_equal)),
        equal_below=When(equal, Inequality(K, ">=", at_equal / 2**p)),
        rising=When([gt(m, p)], Inequality(grown, ">=", 1)),
        falling=When([gt(p, m)], Inequality(grown, "<=", 1)),
    ),
    mutants={
        "no-factor": When(apart, Inequality(K, ">=", G)),
        "no-logarithm": When(equal, Inequality(K, "<=", 1 / m)),
        "half": When(apart, Inequality(K, "<=", G / 2)),
    },
)


@claim.argument
def argument(at):
    for each in (y, L):
        at.sign(gt(each, 0), as_=[each - 1, 1])
    for small, large in ((1, 1 + x), (1 + x, 2), (y, 1 + y), (1 + y, 2 * y)):
        at.uses(POWERS, [small, large, p], part="order")
    at.uses(POWERS, [2, y, p], part="product")
    for part in ("rising", "falling"):
        at.part(part).rises(at.part(part).goal, L, low=1, as_=(1 if part == "rising" else -1) * (m - p) * grown / L)
    for equal in ("", "equal_"):
        above, below = at.part(f"{equal}above"), at.part(f"{equal}below")
        slacks = ((1 + x) ** p - 1) / (1 + x) ** p, ((1 + y) ** p - y**p) / (y**p * (1 + y) ** p)
        compared(above, equal, le, 1, slacks)
        slacks = 2**p - (1 + x) ** p, ((2 * y) ** p - (1 + y) ** p) / (y**p * (1 + y) ** p)
        compared(below, equal, ge, 2**p, (slacks[0] / (2**p * (1 + x) ** p), slacks[1] / 2**p))


def compared(q, equal, order, factor, slacks):
    """The body with its powers over `factor`, up to 1 and from there on."""
    if equal:
        q.rises(eq(y**n * y / y**p, 1), y, low=1)
    far = log(y) if equal else y * y**n / (y**p * (m - p))
    pieces = (x, x**n, x * x**n / m, 0, 1), (y, y**n / y**p, far, 1, L)
    sides = []
    for (at, power, by, low, high), slack in zip(pieces, slacks, strict=True):
        q.integrate(order(body(at), power / factor), at, low, high, as_=at**n * slack)
        q.integral(bound := Integral(power / factor, at, low, high), by=by / factor, open=lambda q: None)
        end = Integral(body(at), at, low, high)
        sides.append(bound - end if order is le else end - bound)
    q.sign(as_=sum(sides))
