"""M = I, V symmetric: how near tokens of any law, n of them or a measure, are to the limit Phi#mu_0 at time t >= 0.

    W_2(mu_t, Phi#mu_0) <= s (exp(ell t) - 1)/ell + 2 sqrt(rho f) exp(-g t/2),   s = |V| sqrt(C/beta),

ell = l1 - ld, g = l1 - l2. X moves at temperature 1/beta, Y at temperature zero from the same start. With v = V(m - X),
mean |v|^2 <= s^2 is low_temperature.laplace.averaged, proved for d = 2, 3, which has one C for every law: no density is
bounded from below. It is a hypothesis here, for s is a symbol; that it is met is put together on paper. A start with a
density of at most rho meets the other one (`_limit.py`); n tokens have no density and meet it with a rho f of their
own, the largest quotient, over time, of the mean of what is allowed by 4 exp(-g t).
`_partners.py` and `_limit.py` say what is supposed of X, Y and the start. That the flow of a measure exists is supposed
(arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._partners import PARTNERS, Averaged
from verify import Claim, Positive, Real, Space, ge, gt, le, sqrt

S = Space(**PARTNERS, l1=Real(), l2=Real(), ld=Real(), s=Positive(), rho=Positive(), f=Positive())
*_, l1, l2, ld, s, rho, f = S.symbols
flow = Averaged(S, l1, l2, ld, s, density=(rho, f))
width, fades = flow.width, flow.fades


def bound(value, order=le):
    return flow.bound(order(flow.distance, value))


claim = Claim(
    "low_temperature.headline.tokens",
    S,
    given=[gt(l1, l2), ge(l2, ld)],
    title="M = I: the distance of tokens to their limit, without a lower density bound",
    source=LOW_2026.at("main theorem; for tokens without a lower density bound, constants not in the paper"),
    rests_on=[
        "low_temperature.laplace.averaged.d2",
        "low_temperature.laplace.averaged.d3",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-bound",
    ],
    shows=bound(width + fades),
    mutants={  # more, with starts by hand: tests/kernel/test_path.py
        "below": bound(width + fades - 4 * sqrt(rho * f)),
        "far": bound(width + fades, ge),
    },
)


@claim.argument
def argument(p):
    flow.reach(p)
    p.holds()
