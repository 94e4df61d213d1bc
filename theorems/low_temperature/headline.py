"""The main theorem in one line, in the form of the paper, for every beta > 0 and every t >= 0:

    W_2(mu_t, Phi#mu_0) <= C1 sqrt(log(beta + 1)/beta) exp(C t) + C2 exp(-c t),
    C1 = (1/3) sqrt(2 + 2/sd) (4 + sqrt(2d - 1 + 2 log(1/c0))),   C = |V| (3 + 2 cond M),
    C2 = 2 sqrt(rho f_d(0)),   c = g/(2 s1),

for symmetric B = V M with the gap g, s1 and sd the largest and the least singular value of M, cond M = s1/sd, mu_0 of
a ball of radius h <= 1 at least c0 h^(d - 1), and its density at most rho (`_limit.py`). As in
low_temperature.headline.sharp the two enter as hypotheses: the Laplace step, which holds for all beta by
low_temperature.stability.laplace-every, and the mean of the start. That the flow of the measure exists is supposed
(arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026, headline_sharp
from theorems.low_temperature import headline_prefactor as prefactor
from theorems.low_temperature._partners import PARTNERS, Uniform
from theorems.low_temperature.headline_grade import claim as GRADE
from theorems.low_temperature.stability_uniform import reach
from verify import Claim, Nonneg, Positive, Real, Space, Token, exp, ge, gt, le, sqrt

positive = Positive()
S = Space(
    **PARTNERS, R=Token(Real()), size=Token(positive), l1=Real(), l2=Real(), s1=positive, sd=positive, V=positive,
    beta=positive, less=Nonneg(), d=Real(), rho=positive, f=positive,
)  # fmt: skip
t, *_, R, size, l1, l2, s1, sd, V, beta, less, d, rho, f = S.symbols
flow, k = Uniform(S, (R, size, l1, l2, s1), density=(rho, f), inputs=(R, size)), s1 / sd
form = dict(zip(prefactor.S.scalars, (t, V, k, beta, sd, less, d), strict=True))
names = ("unit", "lam", "inner", "r", "grade", "W", "C1")
unit, lam, inner, r, grade, W, C1 = (getattr(prefactor, name).subs(form) for name in names)
E, c = unit * (3 + sqrt(inner)), V * unit / r
width = reach(c, r, V, E, t)
C, C2, rate = V * (3 + 2 * k), 2 * sqrt(rho * f), (l1 - l2) / (2 * s1)
first = C1 * sqrt(grade) * exp(C * t)


def bound(C1, C2, least=flow.distance):
    return flow.bound(le(least, C1 * sqrt(grade) * exp(C * t) + C2 * exp(-rate * t)), k, V, width, E)


claim = Claim(
    "low_temperature.headline",
    S,
    given=[gt(l1, l2), ge(d, 1), ge(k, 1)],
    title="The distance of the mean field to its limit, in the form of the paper",
    source=LOW_2026.at("main theorem; constants not in the paper"),
    rests_on=[
        "low_temperature.stability.laplace-every",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-bound",
    ],
    shows=bound(C1, C2),
    mutants={"far": bound(C1, 0, least=3), "farther": bound(C1, C2, least=9)},
)


@claim.argument
def argument(p):
    orders(p)
    flow.stays(p)
    named = {each: each for each in headline_sharp.S.scalars}
    at = named | {headline_sharp.k: k, headline_sharp.unit: unit, headline_sharp.lam: lam, headline_sharp.c: c}
    p.follows(headline_sharp.claim, at, flow.tokens, by=orders)
    p.uses(prefactor.claim, at=form)
    spare = [width + flow.fades - flow.distance, first - prefactor.left.subs(form), V * E / r]
    p.sign(le(flow.distance, first + C2 * exp(-rate * t)), as_=spare)
    p.holds()


def orders(p):
    p.sign(gt(d, 0), as_=[d - 1, 1])
    for part in ("positive", "grade"):
        p.uses(GRADE, [beta, sd], part=part)
    p.sign(gt(W, 0), as_=[2 * (d - 1), 1, 2 * less])
