"""Case 1, V = I, first regime: tr A > 0 clusters from every start but one (arXiv 2607.18584, Case 1).

With A z = a z + b conj(z) the field is w' = (beta/2)(1 - |w|^2) f, f = b + conj(a) w, and |f|^2 grows.
The only exception is f = 0, an interior equilibrium when det A > 0.
"""

from theorems.classical.lasalle import claim as LASALLE
from theorems.linear import LI_2026
from verify import Claim, Disk, Eventually, Every, Matrices, Positive, Space, abs2, conj, eq, eye, ge, gt, re, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2), beta=Positive(), w=Disk())
A, beta, w = S.symbols
a, b = linear.coefficients(A)
f, N = b + conj(a) * w, 1 - abs2(w)
flow = linear.on_ott_antonsen(A, eye(2), at=w, beta=beta)

claim = Claim(
    "linear.value-identity.expanding",
    S,
    given=[gt(tr(A), 0)],
    title="V = I, tr A > 0: every start but the equilibrium clusters",
    source=LI_2026.at("Case 1"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(abs2(w), to=1, along=flow, start=Every(except_=[eq(f, 0)])),
    mutants={"no-exception": Eventually(abs2(w), to=1, along=flow, start=Every())},
)


@claim.argument
def argument(p):
    rate = beta * N * tr(A) / 2 * abs2(f)
    p.stays(N, rate=-beta * re(conj(w) * f))
    p.lie(abs2(f), rate, along=flow)
    p.sign(ge(rate, 0))
    p.cites(LASALLE, lyapunov=abs2(f), rate=rate, zero=N)
    p.limit()
