"""Gronwall for a mean square, without a root at 0. D = 0 at first, D' <= 2 ell D + 2 sqrt(D) sqrt(eta), and the mean of
eta is at most s^2 at all times. Then mean D <= (c exp(ell t) + s (exp(ell t) - 1)/ell)^2 for every c > 0.

With b = c exp(ell t) + s (exp(ell t) - 1)/ell one has b' = ell b + s, and 2 sqrt(D) sqrt(eta) <= (s/b) D + (b/s) eta
for each token. So (b^2 - mean D)' >= (2 ell + s/b) (b^2 - mean D), for any law of the token (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import Bound, Claim, Mean, Nonneg, Positive, Real, Space, Token, eq, exp, ge, le, sqrt

S = Space(
    t=Nonneg(), D=Token(Nonneg()), rate=Token(Real()), eta=Token(Nonneg()), ell=Positive(), s=Positive(), c=Positive()
)
t, D, rate, eta, ell, s, c = S.symbols
tokens = (D, rate, eta)


def reach(c, ell, s, t):
    return c * exp(ell * t) + s * (exp(ell * t) - 1) / ell


def bound(value):
    fast = le(rate, 2 * ell * D + 2 * sqrt(D) * sqrt(eta))
    return Bound(
        le(Mean(D, *tokens), value),
        along={D: rate, t: 1},
        inputs=[rate, eta],
        start=[eq(t, 0), eq(D, 0)],
        during=[fast, le(Mean(eta, *tokens), s**2)],
    )


b = reach(c, ell, s, t)

claim = Claim(
    "low_temperature.stability.averaged",
    S,
    title="Gronwall's inequality for a mean square distance",
    source=LOW_2026.at("stability estimate; not in the paper"),
    shows=bound(b**2),
    mutants={
        "below": bound(b**2 - 2 * c**2),
        "no-square": bound(b),
        "no-source": bound((c * exp(ell * t)) ** 2),
        "slow": bound(reach(c, ell / 2, s, t) ** 2),
    },
)


@claim.argument
def argument(p):
    p.rises(ge(exp(ell * t), 1), t, low=0)
    left, weight = 2 * ell * D + s / b * D + b / s * eta, s / b
    spare = 2 * ell * D + 2 * sqrt(D) * sqrt(eta) - rate
    p.average(ge(left, rate), *tokens, as_=spare + (weight * sqrt(D) - sqrt(eta)) ** 2 / weight)
    rest = s * b - Mean(rate, *tokens) + (2 * ell + weight) * Mean(D, *tokens)
    slack = b / s * (s**2 - Mean(eta, *tokens))
    p.sign(ge(rest, 0), as_=(Mean(left, *tokens) - Mean(rate, *tokens)) + slack)
    p.compare(rate=2 * ell + weight, source=rest)
