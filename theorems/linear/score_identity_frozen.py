"""Case 2, A = I, V = 0: every state is at rest (arXiv 2607.18584 counts V = 0 among those that cluster)."""

from theorems.linear import LI_2026
from theorems.linear._score_identity import F, V, beta, u
from verify import Claim, Disk, Identity, Matrices, Positive, Space, eq, norm2

claim = Claim(
    "linear.score-identity.frozen",
    Space(V=Matrices(2, 2), beta=Positive(), w=Disk()),
    given=[eq(entry, 0) for entry in V.entries()],
    title="A = I, V = 0: every state is at rest",
    source=LI_2026.at("Case 2; omitted in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=Identity(F, 0),
    mutants={"moves": Identity(F, u), "drifts": Identity(F, beta)},
)


def vanishing(at):
    """Each entry of V is 0, where the sum of their squares is."""
    for zero in claim.given:
        at.contradiction(lambda q, zero=zero: q.absurd(norm2(V), shows=zero), shows=zero)
