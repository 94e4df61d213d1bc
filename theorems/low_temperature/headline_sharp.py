"""The mean field, any M with B = VM symmetric: how near a measure is to its limit Phi#mu_0 at time t >= 0, any c > 0:

    W_2(mu_t, Phi#mu_0) <= c exp(r t) + V E(t) (exp(r t) - 1)/r + 2 sqrt(rho f) exp(-g t/(2 s1)),
    E(t) = 3 k0^(-1/2) + sqrt((d log k0 + 2 log(1/c0) + 2 (d - 1) L t)/k0),   V = |V|, L = V (1 + k), r = V (2 + k),

k = s1/sd, k0 = beta sd, lam = log k0, unit = k0^(-1/2); mu_0 of a ball of radius h <= 1 is at least c0 h^(d - 1), and
less = log(1/c0). X moves at temperature 1/beta and Y at temperature zero from the same start, a = V u(X), b = V u(Y),
v = V(m - u(X)). Where |X - Y| <= b for all tokens, b the first two summands, |v| <= V (b + E): so it is, by
low_temperature.stability.laplace. `_limit.py` says what is supposed of the start. Both are hypotheses here, as unit and
lam are symbols: the kernel shows what follows from them for every flow, and that the mean field meets them is put
together on paper, from the claims on which this rests. That the flow of the measure exists is supposed (arXiv
2605.10931).
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._partners import PARTNERS, Uniform
from theorems.low_temperature.stability_partners import claim as APART
from theorems.low_temperature.stability_uniform import reach
from verify import Claim, Nonneg, Positive, Real, Space, Token, exp, ge, gt, le, sqrt

positive = Positive()
S = Space(
    **PARTNERS, R=Token(Real()), size=Token(positive), l1=Real(), l2=Real(), s1=positive, k=positive, V=positive,
    unit=positive, lam=positive, less=Nonneg(), d=positive, c=positive, rho=positive, f=positive,
)  # fmt: skip
t, *_, R, size, l1, l2, s1, k, V, unit, lam, less, d, c, rho, f = S.symbols
flow = Uniform(S, (R, size, l1, l2, s1), density=(rho, f), inputs=(R, size))
L, r = V * (1 + k), V * (1 + k) + V
inner = d * lam + 2 * less + 2 * (d - 1) * L * t
E = unit * (3 + sqrt(inner))
width, fades = reach(c, r, V, E, t), flow.fades


def bound(value, order=le):
    return flow.bound(order(flow.distance, value), k, V, width, E)


claim = Claim(
    "low_temperature.headline.sharp",
    S,
    given=[gt(l1, l2), ge(d, 1)],
    title="The distance of the mean field to its limit",
    source=LOW_2026.at("main theorem; constants not in the paper"),
    rests_on=[
        "low_temperature.stability.laplace",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-bound",
    ],
    shows=bound(width + fades),
    mutants={
        "below": bound(width + fades - 4 * sqrt(rho * f)),
        "far": bound(width + fades, order=ge),
    },
)


@claim.argument
def argument(p):
    orders(p)
    p.uses(EXP, [r * t])
    p.sign(ge(exp(r * t), 1), as_=[exp(r * t) - 1 - r * t, r * t])
    p.sign(ge(width, 0), as_=c * exp(r * t) + V * E / r * (exp(r * t) - 1))
    p.follows(APART, [t, flow.D, *flow.turning, k, V, unit, lam, less, d, c], flow.tokens, by=orders)
    p.average(le(flow.D, width**2), *flow.tokens)
    flow.argue(p, width, width**2)
    p.holds()


def orders(p):
    p.sign(ge(d - 1, 0))
    p.sign(gt(inner, 0))
