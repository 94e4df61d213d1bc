"""On 0 < x <= 1 the logarithm lies between -2 (1/sqrt(x) - 1) and x - 1; log(x^2) = 2 log x."""

from theorems.classical import OWN_LEMMA
from verify import All, Claim, Identity, Inequality, Positive, Space, ge, le, log, sqrt

S = Space(x=Positive())
x = S.symbols
root = sqrt(x)

claim = Claim(
    "classical.log-below-root",
    S,
    given=[le(x, 1)],
    title="0 < x <= 1 gives 2 - 2/sqrt(x) <= log x <= x - 1",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=All(
        above=Inequality(log(x), "<=", x - 1),
        below=Inequality(log(x), ">=", 2 - 2 / root),
        square=Identity(log(x**2), 2 * log(x)),
    ),
    mutants={"zero": Inequality(log(x), "<=", 2 * (x - 1)), "once": Inequality(log(x), ">=", 1 - 1 / root)},
)


@claim.argument
def argument(p):
    p.sign(ge(1 - root, 0), as_=(1 - x) / (1 + root))
    p.part("above").rises(p.part("above").goal, x, high=1, as_=-(1 - x) / x)
    p.part("square").rises(p.part("square").goal, x, high=1)
    p.part("below").rises(p.part("below").goal, x, high=1, as_=-(1 - root) / (x * root))
