"""Case 2, A = I, V symmetric: the only interior equilibrium is -q/p, inside the disk exactly if det V > 0.

Here p = tr V/2 is real. By linear.score-identity it is the one start that does not cluster if V > 0, and it attracts
every start if V < 0 (arXiv 2607.18584, Case 2, which does not except it).
"""

from theorems.linear import LI_2026
from theorems.linear.score_identity_equilibrium import claim as EQUILIBRIUM
from verify import All, Claim, Disk, Identity, Inequality, Matrices, Positive, Space, When
from verify import abs2, det, eq, eye, gt, le, ne
from verify.attention import linear

S = Space(V=Matrices(2, 2, "symmetric"), beta=Positive(), w=Disk())
V, beta, w = S.symbols
p, q = linear.coefficients(V)
F, place = linear.field(eye(2), V, w, beta), -q / p
definite = gt(det(V), 0)

claim = Claim(
    "linear.case2-symmetric",
    S,
    given=[ne(p, 0)],
    title="A = I, V symmetric: the equilibrium -q/p",
    source=LI_2026.at("Case 2"),
    rests_on=["linear.ott-antonsen", "linear.score-identity"],
    shows=All(
        rest=Identity(F.subs(w, place), 0),
        inside=When([definite], Inequality(abs2(place), "<", 1)),
        outside=When([le(det(V), 0)], Inequality(abs2(place), ">=", 1)),
        unique=When([definite, eq(F, 0)], Identity(w, place)),
    ),
    mutants={"sign": Identity(F.subs(w, q / p), 0), "always": Inequality(abs2(place), "<", 1)},
)


@claim.argument
def argument(proof):
    size = det(V) / abs2(p)
    proof.part("inside").sign(as_=size)
    proof.part("outside").sign(as_=-size)
    at = proof.part("unique")
    at.sign(gt(1 - abs2(place), 0), as_=size)
    (V11, V12), (V21, V22) = V.rows
    values = (V11, V12, V21, V22, beta, w, place)
    at.uses(EQUILIBRIUM, values, part="unique")
