"""At an interior equilibrium the trace of the Jacobian, div F, is the Dulac function (beta/2) D (arXiv 2607.18584)."""

from theorems.linear import LI_2026
from verify import Claim, Disk, I, Identity, Matrices, Space, abs2, conj, eq, im, re
from verify.attention import linear
from verify.dynamics import divergence

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), w=Disk())
A, V, w = S.symbols
(a, b), (p, q), u = linear.coefficients(A), linear.coefficients(V), abs2(w)
F = linear.field(A, V, w, 2)
slope = conj(b) * re(p) - I * conj(q) * im(a)
D = 2 * re(a * p) * (1 + u) + 4 * re(slope * w)
spread = divergence(linear.on_ott_antonsen(A, V, at=w, beta=2))
at_rest = eq(re(F), 0), eq(im(F), 0)

claim = Claim(
    "linear.dulac-at-rest",
    S,
    given=at_rest,
    title="At an equilibrium div F is the Dulac function",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.dulac"],
    shows=Identity(spread, D),
    mutants={
        "sign": Identity(spread, -D),
        "slope": Identity(spread, 2 * re(a * p) * (1 + u) + 2 * re(slope * w)),
        "constant": Identity(spread, 2 * re(a * p) * (1 + u)),
    },
)
claim.argument(lambda p: p.ideal((-6 * re(w) / (1 - u), at_rest[0]), (-6 * im(w) / (1 - u), at_rest[1])))
