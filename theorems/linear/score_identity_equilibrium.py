"""Case 2, A = I, any V: exactly one interior equilibrium if det V > 0, none if det V <= 0 and V != 0.

At an equilibrium q = -m(u) w with m(u) = r + i s (3 + u)/(1 + 3u), so |q|^2 = h(u) with h(u) = u |m(u)|^2, which rises
from h(0) = 0 to h(1) = |p|^2 (not in arXiv 2607.18584, where V is symmetric).
"""

from theorems.linear import LI_2026
from theorems.linear._score_identity import F, S, V, at_c, c, definite, w
from theorems.linear._score_identity_count import existence, uniqueness
from theorems.linear.score_identity_clustering import no_equilibrium
from verify import All, Claim, Exists, Identity, Inequality, When, eq, ge, gt, le, norm2

known = [eq(F, 0), eq(at_c, 0)]
none = When([le(definite, 0), gt(norm2(V), 0)], Inequality(F, "!=", 0))

claim = Claim(
    "linear.score-identity.equilibrium",
    S,
    title="A = I: exactly one interior equilibrium if det V > 0, none if det V <= 0 and V is not zero",
    source=LI_2026.at("Case 2; for V that need not be symmetric"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        one=When([gt(definite, 0)], Exists([eq(F, 0)], of=w)),
        unique=When([gt(definite, 0), *known], Identity(w, c)),
        none=none,
    ),
    mutants={
        "at-zero": When([gt(definite, 0), eq(F, 0)], Identity(w, 0)),
        "singular": When([ge(definite, 0), *known], Identity(w, c)),
        "never": When([gt(norm2(V), 0)], none.shows),
    },
)


@claim.argument
def argument(proof):
    existence(proof.part("one"))
    uniqueness(proof.part("unique"))
    no_equilibrium(proof.part("none"))
