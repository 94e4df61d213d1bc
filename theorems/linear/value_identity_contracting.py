"""Case 1, V = I, fourth regime: tr A < 0, det A > 0 and A + A^T <= 0 lead every start to the interior equilibrium.

The equilibrium is f = b + conj(a) w = 0. With N = 1 - |w|^2 the quotient |f|^2 / N falls at the rate
beta (Re a + Re(b conj w)), negative inside because |b| <= -Re a, and it is infinite on the circle (f != 0 there).
"""

from theorems.classical.lasalle_proper import claim as LASALLE
from theorems.linear import LI_2026
from theorems.linear.cauchy_bound import claim as BOUND
from verify import (
    Claim,
    Disk,
    Eventually,
    Every,
    Matrices,
    Positive,
    Space,
    abs2,
    any_of,
    conj,
    det,
    eq,
    eye,
    ge,
    gt,
    le,
    lt,
    ne,
    re,
    tr,
)
from verify.attention import linear

S = Space(A=Matrices(2, 2), beta=Positive(), w=Disk())
A, beta, w = S.symbols
a, b = linear.coefficients(A)
f, N, m, t = b + conj(a) * w, 1 - abs2(w), -tr(A) / 2, re(b * conj(w))
flow = linear.on_ott_antonsen(A, eye(2), at=w, beta=beta)
rate = -beta * abs2(f) * (1 / N) * (m - t)
at = dict(zip(BOUND.space.scalars, (m, b, w), strict=True))

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
    off_circle, falls = gt(abs2(f) + N, 0), eq(flow.derivative(abs2(f) / N), rate)
    p.cases(
        any_of(gt(N, 0), eq(N, 0)),
        lambda q: q.sign(off_circle),
        lambda q: (q.nonzero(f, cofactor=a * conj(w) - conj(b), fact=gt(det(A), 0)), q.sign(off_circle)),
        shows=off_circle,
    )
    p.inside(falls, lambda q: None)
    p.inside(le(rate, 0), lambda q: q.uses(BOUND, at=at))
    p.inside(ne(m - t, 0), lambda q: q.uses(BOUND, at=at))
    p.inside(ne(beta, 0), lambda q: None)
    p.inside(ne(1 / N, 0), lambda q: None)
    p.cites(LASALLE, above=abs2(f), below=N, rate=rate, zero=abs2(f))
    p.limit()
