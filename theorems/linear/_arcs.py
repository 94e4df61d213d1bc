"""Case 1, V = I, tr A = 0 < det A: in the time ds = (beta/2)(1 - |w|^2) dt an orbit is an arc of the circle

W = w_* + (w - w_*) exp(conj(a) s), w_* = -b/conj(a), on which the largest |W| is |w_*| + |w - w_*| = (|b| + |f|)/|a|.
"""

from theorems.classical.time_change_exit import claim as EXIT
from theorems.linear._island import inner, regular
from theorems.linear._value_identity import A, N, a, b, beta, f, w
from verify import abs2, absolute, any_of, conj, cos, det, eq, exp, gt, im, le, lt, re, sin
from verify.kernel.term import symbol

s, turn = symbol("s"), im(a)
W = (f * exp(conj(a) * s) - b) / conj(a)


def arcs(p):
    """Starts with inner <= 0 cluster: their arc reaches |W| >= 1."""
    regular(p)
    p.sign(gt(turn**2, 0), as_=abs2(a))
    p.nonzero(turn, cofactor=turn, fact=gt(turn**2, 0))
    p.cases(any_of(gt(abs2(b), 0), eq(abs2(b), 0)), to_farthest, on_circle)


def to_farthest(p):
    p.sign(gt(absolute(a) - absolute(b), 0), as_=det(A) / (absolute(a) + absolute(b)))
    p.sign(gt(absolute(f), 0), as_=[absolute(a) - absolute(b), -inner])
    p.sign(gt(abs2(f), 0), as_=absolute(f) ** 2)
    for each in (b, f):
        p.nonzero(each, cofactor=conj(each), fact=gt(abs2(each), 0))
    p.cases(any_of(gt(turn, 0), lt(turn, 0)), lambda q: turns(q, 1), lambda q: turns(q, -1))


def turns(p, sense):
    """After W has turned by the angle t, f exp(conj(a) s) points against b."""
    x, y, m = re(conj(b) * f), sense * im(conj(b) * f), absolute(b) * absolute(f)
    t = p.angle("t", -x / m, -y / m)
    against = eq(x * cos(t) + y * sin(t) + m, 0)
    p.ideal((x, eq(cos(t), -x / m)), (y, eq(sin(t), -y / m)), shows=against)
    exits(p, t / (sense * turn), against.gap)


def on_circle(p):
    """b = 0: the only starts in question lie on the circle, as a closed condition allows them to."""
    p.zeros(eq(abs2(b), 0))
    exits(p, 0, 0)


def exits(p, moment, zero):
    longest = inner * (absolute(a) + absolute(b) + absolute(f))
    p.sign(le(N.subs(w, W.subs(s, moment)), 0), as_=-(longest + 2 * zero) / abs2(a))
    p.cites(EXIT, speed=beta / 2, field=f, solution=W, time=s, moment=moment)
    p.limit()
