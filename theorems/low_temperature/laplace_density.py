"""Measures with mu(B_rho(u)) >= c rho^(d - 1) at rho = k^(-1/2): the Laplace error, for every k >= 1.

|m - u| <= sqrt(d log k/k) + (2 sqrt(e)/c) k^(-1/2), from low_temperature.laplace.lemma with k r^2 = d log k. And with
k r^2 = (d - 1) log k + 1 + 2 j it is at most (1 + exp(-j)/c) r: in R^3 the constant sqrt(d - 1) of
the leading term sqrt((d - 1) log k/k) is the best one (low_temperature.laplace.atom). The same times |V| bounds the
error of the field P_x V m. Any dimension, any measure (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import laplace_lemma as lemma
from verify import All, Claim, Disk, Inequality, Interval, Nonneg, Positive, Real, Space, Token
from verify import exp, ge, gt, sqrt

tokens = {"w": Token(Disk(closed=True)), "inside": Token(Interval(0, 1))}
S = Space(log_k=Nonneg(), d=Real(), c=Positive(), j=Nonneg(), **tokens)
log_k, d, c, j, *_ = S.symbols
k, rho = exp(log_k), exp(-log_k / 2)
square, mass, error = (each.subs(lemma.k, k) for each in (lemma.square, lemma.mass, lemma.error))
radius, sharper = rho * sqrt(d * log_k), rho * sqrt((d - 1) * log_k + 1 + 2 * j)

claim = Claim(
    "low_temperature.laplace.density",
    S,
    given=[
        ge(lemma.inside * (1 / k - square), 0),
        ge(d, 1),
        ge(mass, c * exp(-(d - 1) * log_k / 2)),
    ],
    title="The Laplace principle where no ball is too light",
    source=LOW_2026.at("quantitative Laplace principle; constants not in the paper"),
    shows=All(
        bound=Inequality(error, "<=", radius + 2 / c * exp((1 - log_k) / 2)),
        sharp=Inequality(error, "<=", (1 + exp(-j) / c) * sharper),
    ),
    mutants={
        "no-tail": Inequality(error, "<=", radius),
        "no-radius": Inequality(error, "<=", exp(-j) / c * sharper),
    },
)


@claim.argument
def argument(p):
    floor, goes = c * exp(-(d - 1) * log_k / 2), (mass - c * exp(-(d - 1) * log_k / 2)) / mass
    p.sign(gt(mass, 0), as_=[mass - floor, floor])
    p.sign(gt(d, 0), as_=[d - 1, 1])
    sharp = p.part("sharp")
    sharp.sign(ge(k * sharper**2, 1), as_=(d - 1) * log_k + 2 * j)
    for q, part, r in ((p.part("bound"), "far", radius), (sharp, "sharp", sharper)):
        ratio = lemma.ratio.subs({lemma.k: k, lemma.r: r, lemma.rho: rho})
        q.uses(lemma.claim, at={lemma.k: k, lemma.r: r, lemma.rho: rho}, part=part)
        known, most = (r + 2 * ratio, 2) if part == "far" else (r * (1 + ratio), r)
        q.sign(as_=(known - error) + most * exp(-k * (r**2 - rho**2) / 2) / floor * goes)
