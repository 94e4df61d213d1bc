"""Case 1, V = I, fourth regime: tr A < 0, det A > 0 and A + A^T <= 0 lead every start to the interior equilibrium.

The equilibrium is f = 0. The quotient |f|^2 / N, N = 1 - |w|^2, falls at the rate beta (Re a + Re(b conj w)), negative
inside because |b| <= -Re a, and it is infinite on the circle, where f != 0.
"""

from theorems.classical.lasalle_proper import claim as LASALLE
from theorems.linear import LI_2026
from theorems.linear._value_identity import A, N, S, a, b, beta, f, flow, w
from theorems.linear.cauchy_bound import claim as BOUND
from verify import Claim, Eventually, Every, abs2, any_of, conj, det, eq, ge, gt, le, lt, ne, re, tr

m = -tr(A) / 2
rate = -beta * abs2(f) * (1 / N) * (m - re(b * conj(w)))

claim = Claim(
    "linear.value-identity.contracting",
    S,
    given=[lt(tr(A), 0), gt(det(A), 0), ge(m**2 - abs2(b), 0)],
    title="V = I, tr A < 0 < det A, symmetric part <= 0: every start tends to the interior equilibrium",
    source=LI_2026.at("Case 1; semidefinite suffices"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(abs2(f), to=0, along=flow, start=Every()),
    mutants={"cluster": Eventually(abs2(w), to=1, along=flow, start=Every())},
)


@claim.argument
def argument(p):
    off = gt(abs2(f) + N, 0)
    on_circle = lambda q: (q.nonzero(f, cofactor=a * conj(w) - conj(b), fact=gt(det(A), 0)), q.sign(off))  # noqa: E731
    p.cases(any_of(gt(N, 0), eq(N, 0)), lambda q: q.sign(off), on_circle, shows=off)
    p.inside(eq(flow.derivative(abs2(f) / N), rate))
    for each in (le(rate, 0), ne(m - re(b * conj(w)), 0), ne(beta, 0), ne(1 / N, 0)):
        p.inside(each, lambda q: q.uses(BOUND, [m, b, w]))
    p.cites(LASALLE, above=abs2(f), below=N, rate=rate, zero=abs2(f))
