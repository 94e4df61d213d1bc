"""Gronwall for the largest distance, without a root at 0, where an error E(t) is known only as far as the bound holds.

D = 0 at first, D' <= 2 L D + 2 sqrt(D) sqrt(eta) for every token, and eta <= V^2 (b + E)^2 whenever D <= b^2 for all
tokens; E >= 0 does not fall. Then D <= b^2 for all tokens and times, with r = L + V, every c > 0 and

    b = c exp(r t) + V E (exp(r t) - 1)/r.

For b' >= r b + V E and 2 sqrt(D) V (b + E) <= V (b + E) (D/b + b) (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import Bound, Claim, Nonneg, Positive, Real, Space, Token, eq, exp, ge, le, sqrt

S = Space(
    t=Nonneg(), D=Token(Nonneg()), rate=Token(Real()), eta=Token(Nonneg()), E=Nonneg(), slope=Nonneg(), L=Positive(),
    V=Positive(), c=Positive(),
)  # fmt: skip
t, D, rate, eta, E, slope, L, V, c = S.symbols
r = L + V


def reach(c, r, V, E, t):
    return c * exp(r * t) + V * E * (exp(r * t) - 1) / r


def bound(b):
    return Bound(
        le(D, b**2),
        along={D: rate, E: slope, t: 1},
        inputs=[rate, eta, slope],
        start=[eq(t, 0), eq(D, 0)],
        during=[le(rate, 2 * L * D + 2 * sqrt(D) * sqrt(eta))],
        supposing=[(le(D, b**2), le(eta, V**2 * (b + E) ** 2))],
    )


b = reach(c, r, V, E, t)

claim = Claim(
    "low_temperature.stability.uniform",
    S,
    title="Gronwall's inequality for the largest distance",
    source=LOW_2026.at("stability estimate; not in the paper"),
    shows=bound(b),
    mutants={"no-error": bound(c * exp(r * t)), "slow": bound(reach(c, L, V, E, t))},
)


@claim.argument
def argument(p):
    """b' = r b + V E + extra; at the start b = c."""
    grown, ease, above = exp(r * t), V * (b + E) / b, 2 * L * D + 2 * sqrt(D) * sqrt(eta) - rate
    p.rises(ge(grown, 1), t, low=0)
    extra = V * slope * (grown - 1) / r
    source = V * b**2 + V * E * b + 2 * b * extra - rate + (2 * L + ease) * D

    def way(at):
        at.sign(ge(V * (b + E), sqrt(eta)), as_=(V**2 * (b + E) ** 2 - eta) / (V * (b + E) + sqrt(eta)))
        cross = 2 * sqrt(D) * (V * (b + E) - sqrt(eta))
        at.sign(ge(source, 0), as_=[2 * b * extra, ease * (sqrt(D) - b) ** 2, cross, above])

    start = lambda at: at.sign(ge(b**2 - D, c**2), as_=0)  # noqa: E731
    p.compare(2 * L + ease, source, margin=c**2, start=start, way=way)
