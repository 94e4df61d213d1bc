"""Case 1, V = I, det A > 0: the disk about w_* = -b/conj(a) that touches the circle, |w - w_*| < 1 - |w_*|.

Multiplied by |a| it is |f| + |b| < |a|; the regimes with tr A <= 0 share what is shown of it here.
"""

from theorems.linear._value_identity import A, N, a, b, f, w
from theorems.linear.case1_rim import claim as RIM
from verify import abs2, absolute, any_of, conj, det, eq, ge, gt, ne

centre, inner = -b / conj(a), absolute(a) - absolute(b) - absolute(f)
outer, below = inner + 2 * absolute(f), (absolute(a) - absolute(b)) ** 2 - abs2(f)
off, rim = eq(w, centre), [a, b, w]


def regular(p):
    """a != 0."""
    p.sign(gt(abs2(a), 0), as_=det(A) + abs2(b))
    p.nonzero(a, cofactor=conj(a), fact=gt(abs2(a), 0))


def positive(q):
    """below = inner * outer > 0 in the disk."""
    q.sign(gt(outer, 0), as_=[inner, 2 * absolute(f)])
    q.sign(gt(below, 0), as_=inner * outer)


def bounded(p, high, low):
    """high > low in the disk and high <= low on its boundary, where high - low == below."""
    p.inside(gt(high, low), positive)
    on_circle = lambda q: (q.uses(RIM, at=rim), q.sign(ge(low, high), as_=abs2(a) * N - below))  # noqa: E731
    p.boundary(ge(low, high), on_circle, lambda q: q.ideal((-outer, eq(inner, 0)), shows=eq(low, high)))


def apart(vector, as_):
    """A multiple of f does not vanish in the disk except at w_*: the relation, and an argument for it."""
    shows, square = any_of(ne(vector, 0), off), abs2(f)
    moves = lambda q: (q.nonzero(f, cofactor=conj(f), fact=gt(square, 0)), q.sign(ne(vector, 0), as_=as_))  # noqa: E731
    rests = lambda q: (q.zeros(eq(square, 0)), q.ideal((1 / conj(a), eq(f, 0)), shows=off))  # noqa: E731
    return shows, lambda q: (positive(q), q.cases(any_of(gt(square, 0), eq(square, 0)), moves, rests, shows=shows))
