"""W_p is the least cost of a coupling: W_p^p <= mean |X - Y|^p for any joint law (Villani 2009, Definition 6.1)."""

from theorems.classical import VILLANI_2009
from theorems.classical._distance import parts
from verify import Mean, ge, sqrt
from verify.claim import cited
from verify.kernel.goal import Schema


def build(_, at):
    p, X, Y, tokens = parts(at["distance"])
    square = sum((x - y) ** 2 for x, y in zip(X, Y, strict=True))
    cost = square ** (p // 2) if p % 2 == 0 else sqrt(square) ** p
    return (), (ge(at["distance"], 0), ge(Mean(cost, *tokens), at["distance"] ** p))


claim = cited(
    "classical.coupling",
    "A Wasserstein distance is at most what one coupling costs",
    VILLANI_2009.at("Definition 6.1"),
    "distance = W_p of the laws of X and Y, whose joint law is that of the token. Then distance >= 0 and "
    "distance^p <= mean |X - Y|^p.",
    Schema("classical.coupling", (("distance", "term"),), build, pointwise=True),
)
