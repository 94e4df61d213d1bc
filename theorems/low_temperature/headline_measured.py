"""M = I, V symmetric, dim E = 1: n tokens at time t >= 0 against the limit Phi#mu_0 of the law they were drawn from.

    W_2(mu_t, Phi#mu_0) <= s (exp(ell t) - 1)/ell + sqrt(mean (2 - 2 z/sqrt(z^2 + e^2 (1 - z^2)))) + 2 sqrt(delta)

for every sample, with no density: s, ell, X and Y as in low_temperature.headline.tokens, e = exp(-g t), z = |P_E x| at
the start. Phi = +-1 says near which of the two points of E a token ends, and Psi = +-1 has the law Phi#mu_0, so coupled
that they differ on the share delta, by which the share of tokens on one side of the equator differs from mu_0 of that
side: the mean of |Phi - Psi|^2 is 4 delta (arXiv 2605.10931).
"""

from theorems.classical.coupling import claim as COUPLING
from theorems.classical.wasserstein_triangle import claim as TRIANGLE
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._limit import below
from theorems.low_temperature._partners import PARTNERS, Averaged
from verify import Claim, Interval, Mean, Nonneg, Positive, Real, Space, Token, Wasserstein, ge, gt, le, sqrt

S = Space(**PARTNERS, Psi=Token(Interval(-1, 1)), l1=Real(), l2=Real(), ld=Real(), s=Positive(), delta=Nonneg())
*_, Psi, l1, l2, ld, s, delta = S.symbols
flow = Averaged(S, l1, l2, ld, s, beside=[Psi])
reached, missed, end = flow.width + flow.fades, 2 * sqrt(delta), (Psi, 0, 0)
apart = Mean((flow.limit[0] - Psi) ** 2, *flow.tokens)
drawn, distance = (Wasserstein(2, of, end, *flow.tokens) for of in (flow.limit, flow.P))


def bound(value, least=distance):
    return flow.bound(le(least, value), le(apart, 4 * delta))


claim = Claim(
    "low_temperature.headline.measured",
    S,
    given=[gt(l1, l2), ge(l2, ld)],
    title="M = I: the distance of n tokens to the limit of the law they were drawn from",
    source=LOW_2026.at("main theorem; for n tokens with the error of the sample, not in the paper"),
    rests_on=[
        "low_temperature.laplace.averaged.d2",
        "low_temperature.laplace.averaged.d3",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-distance",
    ],
    shows=bound(reached + missed),
    mutants={
        "always-far": bound(reached + missed, least=1),
        "no-sample": bound(reached, least=missed),
    },
)


@claim.argument
def argument(p):
    flow.reach(p)
    p.cites(COUPLING, distance=drawn)
    p.cites(TRIANGLE, first=flow.distance, second=drawn)
    below(p, drawn, missed, apart, 4 * delta)
    legs = [reached - flow.distance, missed - drawn, flow.distance + drawn - distance]
    p.sign(le(distance, reached + missed), as_=legs)
    p.holds()
