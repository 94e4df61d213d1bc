"""Case 1, V = I, first regime: tr A > 0 clusters from every start but one (arXiv 2607.18584, Case 1).

|f|^2 grows, at the rate beta (1 - |w|^2) Re a |f|^2. The only exception is f = 0, an interior equilibrium when
det A > 0.
"""

from theorems.classical.lasalle import claim as LASALLE
from theorems.linear import LI_2026
from theorems.linear._value_identity import A, N, S, beta, f, flow, w
from verify import Claim, Eventually, Every, abs2, conj, eq, gt, re, tr

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
    p.stays(-beta * re(conj(w) * f))
    p.cites(LASALLE, lyapunov=abs2(f), rate=rate, zero=N)
    p.limit()
