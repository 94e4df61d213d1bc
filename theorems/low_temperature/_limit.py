"""From a token at positive temperature to its limit: W_2(X, Y) + W_2(Y, Phi), Y being its partner at temperature zero.

In a frame with e_1 in front P is X, Q is Y and Phi = Q_1/|Q_1| e_1, which stays on the way (low_temperature.w2-exact).
z is |Q_1| at the start. The mean of what low_temperature.zero-temperature-distance allows is to be at most 4 rho f e,
e = exp(-g t/s1): so it is, by low_temperature.zero-temperature-bound (on the circle its .d2), if the start has
a density of at most rho, where f = f_d(0).
"""

from itertools import pairwise

from theorems.classical.coupling import claim as COUPLING
from theorems.classical.square_order import root_order
from theorems.classical.wasserstein_triangle import claim as TRIANGLE
from theorems.low_temperature.lyapunov_orbit import claim as ORBIT
from theorems.low_temperature.zero_temperature_distance import claim as DISTANCE
from verify import Mean, Wasserstein, eq, exp, ge, gt, le, norm2, sqrt, vector


class Limit:
    """What the statements and the arguments share.

    Args:
        orbit: (t, R, size, l1, l2, s1), as in low_temperature.lyapunov.orbit.
        rho, f: of the density; without them the mean of what is allowed is taken as it is.
    """

    def __init__(self, D, P, Q, z, tokens, orbit, rho=None, f=None):
        t, self.R, self.size, self.l1, l2, s1 = orbit
        self.D, self.P, self.Q, self.z, self.y, self.tokens = D, P, Q, z, Q[0], tokens
        half = exp(-(self.l1 - l2) * t / (2 * s1))
        self.e = half**2
        self.orbit = [t, self.y, self.R, self.size, z, self.l1, l2, s1]
        self.at_zero, self.limit = (self.y, Q[1], 0), (self.y / sqrt(self.y**2), 0, 0)
        self.miss = 2 - 2 * z / sqrt(z**2 + self.e**2 * (1 - z**2))
        pairs = (P, self.at_zero), (self.at_zero, self.limit), (P, self.limit)
        self.first, self.second, self.distance = (Wasserstein(2, *pair, *tokens) for pair in pairs)
        self.near = Mean(self.miss, *tokens)
        self.costs = [self.near] if rho is None else [self.near, 4 * rho * f * self.e]
        self.fades = sqrt(self.near) if rho is None else 2 * sqrt(rho * f) * half
        self.rate = (self.l1 - self.R) * self.y / self.size
        self.left = norm2(vector(*self.at_zero) - vector(*self.limit))
        self.moved = norm2(P - vector(*self.at_zero))
        top = le(self.R, self.l1 * self.y**2 + l2 * (1 - self.y**2))
        self.during = [eq(D, self.moved), gt(z, 0), top]
        self.during += [] if self.size == s1 else [le(self.size, s1)]
        self.during += [le(*pair) for pair in pairwise(self.costs)]

    def stays(self, p):
        """The token keeps a limit: |P_E Y| > 0. Returns by how much the bound of its tangent holds."""
        y, z, e = self.y, self.z, self.e
        p.follows(ORBIT, self.orbit, by=self._within)
        p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
        falls = e**2 * (1 - z**2) * y**2 - z**2 * (1 - y**2)
        p.sign(gt(y**2, 0), as_=(2 * falls + 2 * z**2) / (2 * e**2 * (1 - z**2) + 2 * z**2))
        return falls

    def argue(self, p, width, cost):
        """The distance is at most width + fades; the mean of D is at most the cost, which is width^2."""
        z, e, rest, length = self.z, self.e, self.Q[1], sqrt(self.y**2)
        falls = self.stays(p)
        p.ring(eq(length**2 + rest**2, 1))
        p.sign(ge(e**2 * (1 - z**2) * length**2, z**2 * rest**2), as_=falls)
        for part in ("nonnegative", "distance"):
            p.uses(DISTANCE, [length, rest, e, z], part=part)
        p.average(ge(self.miss, 0), *self.tokens)
        for each in (self.first, self.second):
            p.cites(COUPLING, distance=each)
        p.cites(TRIANGLE, first=self.first, second=self.second)
        p.average(eq(self.D, self.moved), *self.tokens)
        below(p, self.first, width, Mean(self.moved, *self.tokens), Mean(self.D, *self.tokens), cost)
        p.average(le(self.left, self.miss), *self.tokens, as_=self.miss - ((length - 1) ** 2 + rest**2))
        below(p, self.second, self.fades, Mean(self.left, *self.tokens), *self.costs)
        apart = self.first + self.second - self.distance
        p.sign(le(self.distance, width + self.fades), as_=[width - self.first, self.fades - self.second, apart])

    def _within(self, p):
        for each in (self.y, -self.y):
            p.sign(ge(1 - each, 0), as_=[(1 - each) ** 2 / 2, self.Q[1] ** 2 / 2])
        p.sign(ge(self.z + 1, 0), as_=[self.z, 1])


def below(p, distance, value, *costs):
    """distance <= value, for its square is at most the costs, each at most the next; the last one is value^2."""
    p.sign(ge(value, 0))
    root_order(p, distance, value, [high - low for low, high in pairwise([distance**2, *costs])])
