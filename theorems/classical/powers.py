"""Powers with any real exponent: a^p <= b^p for 0 < a <= b and p >= 0, and (a b)^p = a^p b^p."""

from theorems.classical import OWN_LEMMA
from verify import All, Claim, Identity, Inequality, Nonneg, Positive, Space, When, eq, le

S = Space(a=Positive(), b=Positive(), p=Nonneg())
a, b, p = S.symbols

claim = Claim(
    "classical.powers",
    S,
    title="Powers grow with their base, and that of a product is the product of the powers",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=All(
        order=When([le(a, b)], Inequality(a**p, "<=", b**p)),
        product=Identity((a * b) ** p, a**p * b**p),
    ),
    mutants={
        "any": Inequality(a**p, "<=", b**p),
        "sum": Identity((a + b) ** p, a**p + b**p),
    },
)


@claim.argument
def argument(at):
    at.part("order").rises(at.part("order").goal, b, low=a)
    q = at.part("product")
    q.rises(eq((a * b) ** p / a**p, b**p), a, low=1)


def average_powers(at, a, factor, b, p, *tokens):
    """From 0 < a <= factor b for each token: the mean of a^p is at most factor^p times that of b^p."""
    at.uses(claim, [a, factor * b, p], part="order")
    at.uses(claim, [factor, b, p], part="product")
    at.average(le(a**p, factor**p * b**p), *tokens, as_=(factor * b) ** p - a**p)
