"""Case 1, V = I: six regimes cover every matrix A (arXiv 2607.18584, Case 1)."""

from theorems.linear import LI_2026
from theorems.linear._value_identity import A, S, b
from theorems.linear.value_identity_bistable import claim as BISTABLE
from theorems.linear.value_identity_contracting import claim as CONTRACTING
from theorems.linear.value_identity_expanding import claim as EXPANDING
from theorems.linear.value_identity_frozen import claim as FROZEN
from theorems.linear.value_identity_indefinite import claim as INDEFINITE
from theorems.linear.value_identity_oscillating import claim as OSCILLATING
from verify import Claim, Regimes, abs2, any_of, det, eq, ge, gt, le, lt, norm2, tr

REGIMES = (EXPANDING, INDEFINITE, OSCILLATING, CONTRACTING, BISTABLE, FROZEN)
symmetric = tr(A) ** 2 / 4 - abs2(b)  # the determinant of (A + A^T)/2

claim = Claim(
    "linear.value-identity",
    S,
    title="V = I: every matrix A lies in one of six regimes",
    source=LI_2026.at("Case 1; the paper omits three of them"),
    shows=Regimes(REGIMES),
    mutants={each.id.split(".")[-1]: Regimes(other for other in REGIMES if other is not each) for each in REGIMES},
)


@claim.argument
def argument(p):
    by_trace = any_of(gt(tr(A), 0), eq(tr(A), 0), lt(tr(A), 0))
    oscillates = lambda q: by_det(q, lambda q: q.regime(OSCILLATING))  # noqa: E731
    p.cases(by_trace, lambda q: q.regime(EXPANDING), oscillates, lambda q: by_det(q, contracts))


def by_det(p, positive):
    nonzero = lambda q: q.cases(any_of(gt(norm2(A), 0), eq(norm2(A), 0)), lambda q: q.regime(INDEFINITE), rests)  # noqa: E731
    p.cases(any_of(gt(det(A), 0), le(det(A), 0)), positive, nonzero)


def contracts(p):
    split = any_of(ge(symmetric, 0), lt(symmetric, 0))
    p.cases(split, lambda q: q.regime(CONTRACTING), lambda q: q.regime(BISTABLE))


def rests(p):
    for x in A.entries():
        p.contradiction(lambda q, x=x: q.absurd(norm2(A), shows=eq(x, 0)), shows=eq(x, 0))
    p.regime(FROZEN)
