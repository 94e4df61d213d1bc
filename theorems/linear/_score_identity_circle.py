"""A = I, disc V = 4 (|q|^2 - s^2) >= 0: w = q (sqrt(|q|^2 - s^2) + i s)/|q|^2 is a cluster at rest, w = 1 if q = 0."""

from theorems.linear._score_identity import F, beta, q, s, w
from verify import I, abs2, any_of, conj, eq, ge, gt, sqrt

root = abs2(q) - s**2


def resting(at):
    at.cases(any_of(gt(abs2(q), 0), eq(abs2(q), 0)), eigenvector, scalar)


def eigenvector(at):
    at.nonzero(q, cofactor=conj(q), fact=gt(abs2(q), 0))
    place = q * (sqrt(root) + I * s) / abs2(q)
    at.sign(ge(1 - abs2(place), 0), as_=0)
    at.witness({w: place})


def scalar(at):
    at.zeros(eq(abs2(q), 0))
    at.contradiction(lambda q: q.absurd(root, shows=eq(s, 0)), shows=eq(s, 0))
    parts = (beta, eq(q, 0)), (-beta, eq(conj(q), 0)), (2 * I * beta, eq(s, 0))
    at.ideal(*parts, shows=eq(F.subs(w, 1), 0))
    at.witness({w: 1})
