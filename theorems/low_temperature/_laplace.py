"""The Laplace mean m(x) of a measure on the unit sphere of R^d at M = I: y has the weight exp(k <x, y>), k = beta.

An auxiliary point a of the sphere measures how much mass is near: by near(a) = mean exp(-k |y - a|^2). With a number
q > 2 let eps + delta = 1/2, delta = 2/q^2, s = 2 + 2/q and g = 2/(q (q + 1)); then s/g = (q + 1)^2. At every x
|m - x|^2 <= V = mean |y - x|^2 exp(k <x, y>)/mean exp(k <x, y>), and where a is uniform
mean exp(-g k |y - a|^2) <= growth mean exp(-s k |x - a|^2): with growth = (q + 1)^(d - 1) for d >= 3, as on a plane
(low_temperature.laplace.mass.d3, .d4), and with 15/2 instead of 5 on the circle (.d2-at-25).
"""

from fractions import Fraction

from verify import Mean, Positive, Space, Sphere, Token, dot, exp, ge, vector

CHOSEN = {2: (4, Fraction(15, 2)), 3: (3, 16), 4: (3, 64)}
"""d -> (q, growth)."""


def over(value, token):
    return Mean(value, *token.entries())


def averaged(order, token):
    """The order between the means of its sides."""
    return ge(over(order.left, token), over(order.right, token))


class Laplace:
    """The Terms in R^d; x and a are points, or tokens beside y.

    Attributes:
        constant: k times the mean of |m - x|^2 is at most this.
    """

    def __init__(self, d, tokens=False):
        point = Token(Sphere(d)) if tokens else Sphere(d)
        self.S = Space(k=Positive(), N=Positive(), x=point, y=Token(Sphere(d)), a=point)
        self.k, self.N, self.x, self.y, self.a = k, _, x, y, a = self.S.symbols
        q, self.growth = map(Fraction, CHOSEN[d])
        self.q, self.s, self.g = q, 2 + 2 / q, 2 / (q * (q + 1))
        self.eps = Fraction(1, 2) - 2 / q**2
        self.constant = self.growth / self.eps * exp(-1)
        self.to_a, self.from_a, self.apart = (2 - 2 * dot(*pair) for pair in ((x, a), (y, a), (x, y)))
        self.weight = exp(k * dot(x, y))
        self.Z = over(self.weight, y)
        self.m = vector(*(over(c * self.weight, y) / self.Z for c in y))
        self.V = over(self.apart * self.weight, y) / self.Z
        self.near, self.close = exp(-self.s * k * self.to_a), exp(-k * self.to_a)
        self.far = exp(-self.g * k * self.from_a)
        self.mass = over(exp(-k * self.from_a), y)
        self.least = exp(-1) / self.eps
