"""Case 1, V = I, fifth regime: tr A < 0 < det A and A + A^T indefinite are bistable (arXiv 2607.18584, Case 1).

Starts with |w - w_*| < 1 - |w_*|, w_* = -b/conj(a), that is |f| + |b| < |a|, tend to the equilibrium w_*. At
e = b/|b| the vector f points outwards, Re(conj(e) f(e)) = Re a + |b| > 0, and starts near e cluster.
"""

from theorems.classical.exit import claim as EXIT
from theorems.classical.lasalle_sublevel import claim as LASALLE
from theorems.linear import LI_2026
from theorems.linear._island import below, bounded, inner, regular
from theorems.linear._value_identity import A, N, S, b, beta, f, flow, w
from verify import All, AlmostEvery, Claim, Eventually, Every, Some, abs2, absolute, conj, det, eq, gt, le, lt, ne, tr

m, level = -tr(A) / 2, below + abs2(f)
basin = Eventually(abs2(f), to=0, along=flow, start=Every(where=[gt(inner, 0)]))

claim = Claim(
    "linear.value-identity.bistable",
    S,
    given=[lt(tr(A), 0), gt(det(A), 0), lt(m**2 - abs2(b), 0)],
    title="V = I, tr A < 0 < det A, symmetric part indefinite: a basin of the equilibrium, and starts that cluster",
    source=LI_2026.at("Case 1; missing in its summary"),
    rests_on=["linear.ott-antonsen"],
    shows=All(basin=basin, clusters=Eventually(abs2(w), to=1, along=flow, start=Some())),
    mutants={
        "all-cluster": Eventually(abs2(w), to=1, along=flow, start=Every(where=[gt(inner, 0)])),
        "almost-all-cluster": Eventually(abs2(w), to=1, along=flow, start=AlmostEvery()),
        "centre": Eventually(abs2(w), to=0, along=flow, start=Every(where=[gt(inner, 0)])),
    },
)


@claim.argument
def argument(p):
    rests(p.part("basin"))
    leaves(p.part("clusters"))


def rests(p):
    rate = beta * N * tr(A) * abs2(f) / 2
    regular(p)
    bounded(p, level, abs2(f))
    p.inside(eq(flow.derivative(abs2(f)), rate))
    for each in (le(rate, 0), ne(beta, 0), ne(N, 0), ne(tr(A), 0)):
        p.inside(each)
    p.cites(LASALLE, lyapunov=abs2(f), level=level, rate=rate, zero=abs2(f))


def leaves(p):
    p.sign(gt(abs2(b), 0), as_=[m**2, abs2(b) - m**2])
    p.nonzero(b, cofactor=conj(b), fact=gt(abs2(b), 0))
    p.sign(gt(absolute(b) - m, 0), as_=(abs2(b) - m**2) / (absolute(b) + m))
    p.cites(EXIT, speed=beta / 2, field=f, point=b / absolute(b))
    p.limit()
