"""Case 1, V = I, the remaining regime: A = 0 freezes every start (arXiv 2607.18584, Case 1)."""

from theorems.linear import LI_2026
from theorems.linear._value_identity import A, S, field
from verify import Claim, Identity, eq

claim = Claim(
    "linear.value-identity.frozen",
    S,
    given=[eq(entry, 0) for entry in A.entries()],
    title="V = I, A = 0: nothing moves",
    source=LI_2026.at("Case 1; the paper omits it"),
    rests_on=["linear.ott-antonsen"],
    shows=Identity(field, 0),
    mutants={"moves": Identity(field, 1)},
)
