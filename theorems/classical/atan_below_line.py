"""The arctangent lies below its tangent at 0: atan(x) <= x for x >= 0."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Inequality, Nonneg, Space, atan

S = Space(x=Nonneg())
x = S.symbols

claim = Claim(
    "classical.atan-below-line",
    S,
    title="atan(x) <= x for x >= 0",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(atan(x), "<=", x),
    mutants={"strict": Inequality(atan(x), "<", x), "half": Inequality(atan(x), "<=", x / 2)},
)
claim.argument(lambda p: p.rises(p.goal, x, low=0, as_=x**2 / (1 + x**2)))
