"""Case 1, V = I, second regime: det A <= 0 and A != 0 cluster from every start (arXiv 2607.18584, Case 1).

There is no equilibrium in the open disk: f = b + conj(a) w = 0 needs |b| < |a|, that is det A = |a|^2 - |b|^2 > 0.
"""

from theorems.classical.no_recurrence import claim as NO_RECURRENCE
from theorems.linear import LI_2026
from theorems.linear._value_identity import A, N, S, a, b, beta, f, field, flow, w
from verify import Claim, Eventually, Every, abs2, any_of, conj, det, eq, eye, gt, le, ne, norm2, re
from verify.attention import linear

claim = Claim(
    "linear.value-identity.indefinite",
    S,
    given=[le(det(A), 0), gt(norm2(A), 0)],
    title="V = I, det A <= 0, A not zero: every start clusters",
    source=LI_2026.at("Case 1; the paper omits that A is not zero"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(abs2(w), to=1, along=flow, start=Every()),
    mutants={"score": Eventually(abs2(w), to=0, along=linear.on_ott_antonsen(eye(2), A, at=w), start=Every())},
)


@claim.argument
def argument(p):
    p.stays(-beta * re(conj(w) * f))
    p.inside(ne(field, 0), no_equilibrium)
    p.cites(NO_RECURRENCE)
    p.limit()


def no_equilibrium(q):
    gap = gt(abs2(b) - abs2(a) * abs2(w), 0)
    positive = (lambda q: q.sign(gap, as_=-det(A) + abs2(a) * N), lambda q: q.sign(gap, as_=rest))
    rest = norm2(A) / 2 - abs2(a) * (1 + abs2(w))
    q.cases(any_of(gt(abs2(a), 0), eq(abs2(a), 0)), *positive, shows=gap)
    q.nonzero(f, cofactor=conj(b) - a * conj(w), fact=gap)
    q.sign(ne(field, 0), as_=beta / 2 * N * f)
