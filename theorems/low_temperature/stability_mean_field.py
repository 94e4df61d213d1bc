"""M = I: n tokens stay as near to the mean field as their starts are to its law, up to exp(ell t) and the temperature.

    W_2(mu_t^n, mu_t) <= exp(ell t) W_2(mu_0^n, mu_0) + 2 s (exp(ell t) - 1)/ell,   ell = l1 - ld, s = |V| sqrt(C/beta).

X is a token and Z a point of the mean field, both at temperature 1/beta, coupled at the start; Y and U are their
partners at temperature zero. By low_temperature.stability.tokens the mean of |X - Y|^2 and of |U - Z|^2 is at most
width^2, by low_temperature.stability.starts |Y - U|^2 is at most exp(2 ell t) `first`, and the mean of `first` is w0^2
for the best coupling, w0 = W_2(mu_0^n, mu_0). On the circle E w0^2 <= pi^2/(3n) for a uniform law, in arc length by
low_temperature.sampling.circle, so E W_2 <= exp(ell t) pi/sqrt(3n) + 2 s (exp(ell t) - 1)/ell (arXiv 2605.10931).
"""

from theorems.classical.coupling import claim as COUPLING
from theorems.classical.wasserstein_triangle import claim as TRIANGLE
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._limit import below
from verify import Claim, Inequality, Mean, Nonneg, Positive, Space, Sphere, Token, Wasserstein
from verify import exp, le, norm2

point = Token(Sphere(4))
S = Space(
    X=point, Y=point, U=point, Z=point, first=Token(Nonneg()), t=Nonneg(), ell=Positive(), w0=Nonneg(), width=Nonneg()
)
X, Y, U, Z, first, t, ell, w0, width = S.symbols
tokens, grown = (*X, *Y, *U, *Z, first), exp(ell * t)


def mean(of):
    return Mean(of, *tokens)


def distance(P, Q):
    return Wasserstein(2, tuple(P), tuple(Q), *tokens)


claim = Claim(
    "low_temperature.stability.mean-field",
    S,
    given=[
        le(mean(norm2(X - Y)), width**2),
        le(mean(norm2(U - Z)), width**2),
        le(norm2(Y - U), grown**2 * first),
        le(mean(first), w0**2),
    ],
    title="M = I: n tokens stay near the mean field",
    source=LOW_2026.at("stability in Wasserstein space; for n tokens, not in the paper"),
    rests_on=[
        "low_temperature.stability.tokens",
        "low_temperature.stability.starts",
        "low_temperature.sampling.circle",
    ],
    shows=Inequality(distance(X, Z), "<=", grown * w0 + 2 * width),
    mutants={
        "no-growth": Inequality(mean(norm2(Y - U)), "<=", w0**2),
        "slow": Inequality(mean(norm2(Y - U)), "<=", grown * w0**2),
    },
)


@claim.argument
def argument(p):
    legs = (X, Y, width), (Y, U, grown * w0), (U, Z, width)
    for begin, end, _ in legs:
        p.cites(COUPLING, distance=distance(begin, end))
    p.cites(TRIANGLE, first=distance(X, Y), second=distance(Y, U))
    p.cites(TRIANGLE, first=distance(X, U), second=distance(U, Z))
    p.average(le(norm2(Y - U), grown**2 * first), *tokens)
    p.sign(le(grown**2 * mean(first), (grown * w0) ** 2), as_=grown**2 * (w0**2 - mean(first)))
    for (begin, end, most), costs in zip(legs, ((), (grown**2 * mean(first),), ()), strict=True):
        below(p, distance(begin, end), most, mean(norm2(begin - end)), *costs, most**2)
    apart = [distance(X, Y) + distance(Y, U) - distance(X, U), distance(X, U) + distance(U, Z) - distance(X, Z)]
    p.sign(as_=[*apart, *(most - distance(begin, end) for begin, end, most in legs)])
