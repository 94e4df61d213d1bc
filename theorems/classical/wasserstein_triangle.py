"""The Wasserstein distance W_p is a distance: W_p(X, Z) <= W_p(X, Y) + W_p(Y, Z) (Villani 2009, chapter 6)."""

from theorems.classical import VILLANI_2009
from theorems.classical._distance import parts
from verify import Wasserstein, le
from verify.claim import cited
from verify.kernel.goal import Schema
from verify.kernel.term import TermError


def build(_, at):
    p, X, Y, tokens = parts(at["first"])
    q, middle, Z, others = parts(at["second"])
    if (p, Y, tokens) != (q, middle, others):
        raise TermError(
            "triangle: the distances have one order and one token, and the second begins where the first ends"
        )
    return (), (le(Wasserstein(p, X, Z, *tokens), at["first"] + at["second"]),)


claim = cited(
    "classical.wasserstein-triangle",
    "The triangle inequality of the Wasserstein distance",
    VILLANI_2009.at("chapter 6, proof that W_p is a distance"),
    "first = W_p(X, Y), second = W_p(Y, Z). Then W_p(X, Z) <= first + second.",
    Schema("classical.wasserstein-triangle", (("first", "term"), ("second", "term")), build, pointwise=True),
)
