"""Case 2, A = I, any V: five regimes cover every V (arXiv 2607.18584 has symmetric V, and three of the regimes).

V = 0: every state is at rest. det V <= 0: every start clusters. det V > 0: there is exactly one interior equilibrium c
(part `centre`, and linear.score-identity.equilibrium), and every start but c clusters, is periodic or tends to c as
tr V > 0, = 0 or < 0: these three regimes suppose a c at rest, which `centre` gives. By eigenvalues:
linear.case2-spectrum. Clusters rotate if disc V < 0 (linear.score-identity.rotating).
"""

from theorems.linear import LI_2026
from theorems.linear._score_identity import F, V, definite, w
from theorems.linear._score_identity_count import existence
from theorems.linear.score_identity_clustering import claim as CLUSTERING
from theorems.linear.score_identity_contracting import claim as CONTRACTING
from theorems.linear.score_identity_expanding import claim as EXPANDING
from theorems.linear.score_identity_frozen import claim as FROZEN
from theorems.linear.score_identity_frozen import vanishing
from theorems.linear.score_identity_periodic import claim as PERIODIC
from verify import All, Claim, Disk, Exists, Matrices, Positive, Regimes, Space, When
from verify import any_of, eq, gt, le, lt, norm2, tr

DEFINITE = (EXPANDING, CONTRACTING, PERIODIC)

claim = Claim(
    "linear.score-identity",
    Space(V=Matrices(2, 2), beta=Positive(), w=Disk()),
    title="A = I: the long-time behaviour for every V",
    source=LI_2026.at("Case 2; for V that need not be symmetric"),
    rests_on=["linear.score-identity.equilibrium", "linear.score-identity.rotating"],
    shows=All(
        regimes=Regimes([FROZEN, CLUSTERING, *DEFINITE]),
        centre=When([gt(definite, 0)], Exists([eq(F, 0)], of=w)),
    ),
    mutants={
        "not-zero": Regimes([CLUSTERING, *DEFINITE]),
        "no-orbits": Regimes([FROZEN, CLUSTERING, EXPANDING, CONTRACTING]),
    },
)


@claim.argument
def argument(proof):
    existence(proof.part("centre"))
    p = proof.part("regimes")
    by_trace = any_of(gt(tr(V), 0), lt(tr(V), 0), eq(tr(V), 0))
    one = lambda p: p.cases(by_trace, *(lambda p, regime=regime: p.regime(regime) for regime in DEFINITE))  # noqa: E731
    none = lambda p: p.regime(CLUSTERING)  # noqa: E731
    p.cases(
        any_of(gt(norm2(V), 0), eq(norm2(V), 0)),
        lambda p: p.cases(any_of(gt(definite, 0), le(definite, 0)), one, none),
        lambda p: (vanishing(p), p.regime(FROZEN)),
    )
