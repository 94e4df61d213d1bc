"""Waves c + Re(d conj w), d = k e with k a power of i, on the circle |w| = 1: there is a zero exactly if |e|^2 >= c^2.

It is w = d (-c + i sqrt(|e|^2 - c^2))/|e|^2, and w = 1 if e = 0.
"""

from verify import I, abs2, any_of, conj, eq, ge, gt, re, sqrt
from verify.kernel.term import term


def zero(at, w, c, k, e, vanishing, room):
    """A zero on the circle of `vanishing`, which is the wave, as room, a multiple of |e|^2 - c^2, is >= 0."""
    root, k = abs2(e) - c**2, term(k)

    def moved(at):
        at.nonzero(e, cofactor=conj(e), fact=gt(abs2(e), 0))
        there(at, k * e * (-c + I * sqrt(root)) / abs2(e))

    def constant(at):
        at.zeros(eq(abs2(e), 0))
        at.contradiction(lambda q: q.absurd(root, shows=eq(c, 0)), shows=eq(c, 0))
        at.ideal((1, eq(c, 0)), (k / 2, eq(e, 0)), (conj(k) / 2, eq(conj(e), 0)), shows=eq(vanishing.subs(w, 1), 0))
        there(at, 1)

    def there(at, place):
        at.sign(ge(1 - abs2(place), 0), as_=0)
        at.witness({w: place})

    at.cases(any_of(gt(abs2(e), 0), eq(abs2(e), 0)), moved, constant)


def none(at, w, c, k, e, vanishing, room):
    """No zero on the circle, as room, |e|^2 - c^2, is < 0."""
    side = gt(2 * c * (c + re(k * e * conj(w))), 0)
    at.sign(side, as_=abs2(c * w + k * e) - room)
    at.nonzero(vanishing, cofactor=2 * c, fact=side)
