"""Logarithms grow with their argument, that of a product is the sum of the logarithms, and log(exp(x)) = x."""

from theorems.classical import OWN_LEMMA
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, When, exp, le, log

S = Space(a=Positive(), b=Positive(), x=Real())
a, b, x = S.symbols

claim = Claim(
    "classical.logarithms",
    S,
    title="The logarithm grows and turns products into sums",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=All(
        order=When([le(a, b)], Inequality(log(a), "<=", log(b))),
        product=Identity(log(a * b), log(a) + log(b)),
        inverse=Identity(log(exp(x)), x),
    ),
    mutants={
        "any": Inequality(log(a), "<=", log(b)),
        "sum": Identity(log(a + b), log(a) + log(b)),
    },
)


@claim.argument
def argument(at):
    at.part("order").rises(at.part("order").goal, b, low=a)
    at.part("product").rises(at.part("product").goal, a, low=1)
    at.part("inverse").rises(at.part("inverse").goal, x, low=0)
