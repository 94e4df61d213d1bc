"""Case 1, V = I, third regime: tr A = 0 < det A keeps |w - w_*|, w_* = -b/conj(a) (arXiv 2607.18584, Case 1).

Starts with |w - w_*| < 1 - |w_*|, that is |f| + |b| < |a|, are periodic, all but w_*; all others cluster. Equality
clusters.
"""

from theorems.classical.closed_levels import claim as CLOSED_LEVELS
from theorems.linear import LI_2026
from theorems.linear._arcs import arcs
from theorems.linear._island import apart, below, bounded, centre, inner, off, positive, regular
from theorems.linear._value_identity import A, N, S, a, beta, f, field, flow, w
from verify import All, Claim, Eventually, Every, abs2, det, eq, gt, le, tr
from verify.attention import linear

near = Every(except_=[off], where=[gt(inner, 0)])
periodic = Eventually("periodic", along=flow, start=near)
clusters = Eventually(abs2(w), to=1, along=flow, start=Every(where=[le(inner, 0)]))

claim = Claim(
    "linear.value-identity.oscillating",
    S,
    given=[eq(tr(A), 0), gt(det(A), 0)],
    title="V = I, tr A = 0 < det A: periodic in the disk about w_* that touches the circle; outside it clusters",
    source=LI_2026.at("Case 1; missing in its summary"),
    rests_on=["linear.ott-antonsen"],
    shows=All(periodic=periodic, clusters=clusters),
    mutants={
        "equilibrium": Eventually("periodic", along=flow, start=Every(where=[gt(inner, 0)])),
        "cluster": Eventually(abs2(w), to=1, along=flow, start=near),
    },
)


@claim.argument
def argument(p):
    levels(p.part("periodic"))
    arcs(p.part("clusters"))


def levels(p):
    P = 1 / below
    regular(p)
    bounded(p, below, 0)
    p.boundary(gt(1, 0), None, None)
    p.inside(eq(flow.derivative(P), 0), positive)
    p.inside(*apart(field, beta / 2 * N * f))
    p.inside(*apart(linear.gradient(P, w), 2 * a * f / below**2))
    p.cites(CLOSED_LEVELS, above=1, below=below, at=centre, exponent=1)
