"""Case 2, A = I, V = 0: every state is at rest (arXiv 2607.18584 counts V = 0 among those that cluster)."""

from theorems.linear import LI_2026
from theorems.linear.score_identity_clustering import F, S, V, u
from verify import Claim, Identity, eq

claim = Claim(
    "linear.score-identity.frozen",
    S,
    given=[eq(entry, 0) for entry in V.entries()],
    title="A = I, V = 0: every state is at rest",
    source=LI_2026.at("Case 2; omitted in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=Identity(F, 0),
    mutants={"moves": Identity(F, u), "turned": Identity(F, 1)},
)
