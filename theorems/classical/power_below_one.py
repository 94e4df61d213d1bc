"""Powers of a number in [0, 1] are at most 1: y^m <= 1 for every natural m >= 1."""

from theorems.classical import OWN_LEMMA
from verify import Claim, Inequality, Interval, Natural, Space

S = Space(y=Interval(0, 1), m=Natural(1))
y, m = S.symbols

claim = Claim(
    "classical.power-below-one",
    S,
    title="0 <= y <= 1 gives y^m <= 1",
    source=OWN_LEMMA.at("proved by the kernel"),
    shows=Inequality(y**m, "<=", 1),
    mutants={"strict": Inequality(y**m, "<", 1), "half": Inequality(y**m, "<=", "1/2")},
)
claim.argument(lambda p: p.rises(p.goal, y, high=1))
