"""A token is a point y of the uniform law with the density p there, and q at its mirror image on the other side of u.

w = <y, u> + i v, where v is the coordinate of y in a direction across u, and the weight is exp(k <y, u>): the mean m(u)
of the law with that density has the coordinates mean((p + q) z)/total and mean((p - q) v)/total there.
"""

from theorems.classical.square_order import root_order
from verify import Mean, exp, ge, im, le, re


class Mirrored:
    """Means under the weight.

    Args:
        beside: what else a token has.
    """

    def __init__(self, k, w, p, q, *beside):
        self.p, self.q, self.tokens = p, q, (w, p, q, *beside)
        self.z, self.v, self.weight = re(w), im(w), exp(k * re(w))
        self.Z, self.total = self.mean(1), self.mean(p + q)

    def mean(self, value):
        return Mean(value * self.weight, *self.tokens)

    def heavy(self, at, a):
        """total >= 2 a Z, for p and q are at least a."""
        p, q, weight = self.p, self.q, self.weight
        at.average(ge((p + q) * weight, 2 * a * weight), *self.tokens, as_=[weight * (p - a), weight * (q - a)])

    def bounded(self, at, value, most, as_):
        """mean(value) <= mean(most), for value^2 <= most^2 for every token, by the form `as_` of the difference."""
        root_order(at, value, most, as_)
        at.average(le(value * self.weight, most * self.weight), *self.tokens, as_=self.weight * (most - value))
