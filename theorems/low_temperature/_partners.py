"""What the headlines share: a token X, its partner Y at temperature zero with the same start, and the limit of that.

D = |X - Y|^2, a and b are what V makes of the directions that draw X and Y, and v of the error of the mean at X. P, Q
and z are X, Y and the start in a frame with e_1 in front, R and size those of Y (`_limit.py`).
"""

from theorems.classical.exp_above_line import expm1
from theorems.low_temperature._limit import Limit
from theorems.low_temperature._stability import lipschitz, parting, spectral
from theorems.low_temperature.stability_tokens import claim as STABLE
from verify import Bound, Interval, Matrices, Mean, Nonneg, Sphere, Token
from verify import dot, eq, exp, ge, gt, le, norm2

point, arrow = Token(Sphere(4)), Token(Matrices(4, 1))
PARTNERS = dict(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, P=Token(Sphere(3)), Q=Token(Sphere(2)),
    z=Token(Interval(0, 1)),
)  # fmt: skip
"""The symbols with which the space of each headline begins."""


class Partners(Limit):
    """Their flow from a common start, of every token.

    Args:
        S: its space.
        orbit: (R, size, l1, l2, s1), as in low_temperature.lyapunov.orbit.
        density: (rho, f) as in `Limit`, or nothing.
        inputs: which of R and size move with the token.
        beside: what else a token has.
    """

    def __init__(self, S, orbit, density=(), inputs=(), beside=()):
        self.t, D, self.X, self.Y, self.a, self.b, self.v, P, Q, z = S.symbols[: len(PARTNERS)]
        self.turning = (*self.X, *self.Y, *self.a, *self.b, *self.v)
        self.inputs = (*self.turning, *P, Q[1], *inputs)
        super().__init__(D, P, Q, z, (D, *self.inputs, Q[0], z, *beside), (self.t, *orbit), *density)
        self.parting = parting(self.X, self.Y, self.a, self.b, self.v)

    def bound(self, relation, *known, supposing=()):
        """The relation along the flow, where `known` holds on the way."""
        return Bound(
            relation,
            along={self.D: self.parting, self.y: self.rate, self.t: 1},
            inputs=self.inputs,
            start=[eq(self.t, 0), eq(self.D, 0), eq(self.y**2, self.z**2)],
            during=[eq(self.D, norm2(self.X - self.Y)), *known, *self.during],
            supposing=supposing,
        )


class Uniform(Partners):
    """Any M: |v| <= |V| (width + E) while no token is farther than the width from its partner."""

    def bound(self, relation, k, V, width, E):
        known, near = lipschitz(self.X, self.Y, self.a, self.b, k, V), le(self.D, width**2)
        return super().bound(relation, *known, supposing=[(near, le(norm2(self.v), V**2 * (width + E) ** 2))])


class Averaged(Partners):
    """M = I, V symmetric with l1 > l2 >= ld: the mean of |v|^2 is at most s^2, and that of D at most width^2."""

    def __init__(self, S, l1, l2, ld, s, density=(), beside=()):
        t, _, _, Y, _, b, *_ = S.symbols
        super().__init__(S, (dot(Y, b), 1, l1, l2, 1), density, beside=beside)
        self.l2, self.ld, self.s, self.ell = l2, ld, s, l1 - ld
        self.width = s * (exp(self.ell * t) - 1) / self.ell

    def bound(self, relation, *known):
        extremes = spectral(self.X, self.Y, self.a, self.b, self.l1, self.ld)
        return super().bound(relation, *extremes, le(Mean(norm2(self.v), *self.tokens), self.s**2), *known)

    def reach(self, p):
        """The distance is at most width + fades."""
        ell, x = self.ell, self.ell * self.t
        spread = [self.l1 - self.l2, self.l2 - self.ld]
        p.sign(gt(ell, 0), as_=spread)
        p.sign(ge(self.width, 0), as_=self.s * expm1(x) / ell)
        stable = [self.t, self.D, *self.turning, self.l1, self.ld, self.s]
        p.follows(STABLE, stable, self.tokens, by=lambda q: q.sign(gt(ell, 0), as_=spread))
        self.argue(p, self.width, self.width**2)
