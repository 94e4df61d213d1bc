"""The first term of the headline against that of the paper, for every beta > 0 and t >= 0:

    (V/r) exp(r t) sqrt(2/(1 + k0)) (4 + sqrt(d log(1 + k0) + 2 log(1/c0) + 2 (d - 1) L t))
        <= (1/3) sqrt(2 + 2/sd) (4 + sqrt(2d - 1 + 2 log(1/c0))) sqrt(log(1 + beta)/beta) exp(C t)

with k0 = beta sd, L = V (1 + k), r = V (2 + k) >= 3 V and C = r + L. For sqrt(q + 2 (d - 1) L t) <= exp(L t) sqrt(q + d
- 1), and low_temperature.headline.grade. No case is left out: k0 below e as well as beyond (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.classical.exp_above_line import claim as EXP
from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026
from theorems.low_temperature.headline_grade import claim as GRADE
from verify import Claim, Inequality, Nonneg, Positive, Real, Space, exp, ge, gt, log, sqrt

S = Space(t=Nonneg(), V=Positive(), k=Real(), beta=Positive(), sd=Positive(), less=Nonneg(), d=Real())
t, V, k, beta, sd, less, d = S.symbols
k0, L = beta * sd, V * (1 + k)
r = L + V
lam, grade = log(1 + k0), log(1 + beta) / beta
unit = sqrt(2 / (1 + k0))
inner = d * lam + 2 * less + 2 * (d - 1) * L * t

left = V / r * exp(r * t) * unit * (4 + sqrt(inner))
N, W = sqrt(2 + 2 / sd), 2 * d - 1 + 2 * less
C1 = N / 3 * (4 + sqrt(W))

claim = Claim(
    "low_temperature.headline.prefactor",
    S,
    given=[ge(k, 1), ge(d, 1)],
    title="The first term of the headline in the form of the paper",
    source=LOW_2026.at("main theorem; constants not in the paper"),
    shows=Inequality(left, "<=", C1 * sqrt(grade) * exp((r + L) * t)),
    mutants={
        "slow": Inequality(left, "<=", C1 * sqrt(grade) * exp(L * t)),
        "fifth": Inequality(left, "<=", C1 / 5 * sqrt(grade) * exp((r + L) * t)),
        "cold": Inequality(left, "<=", C1 / beta * exp((r + L) * t)),
    },
)


@claim.argument
def argument(p):
    grown, lip, ratio, q = exp(r * t), exp(L * t), 2 + 2 / sd, d * lam + 2 * less + d - 1
    for each in (k, d):
        p.sign(gt(each, 0), as_=[each - 1, 1])
    for part in ("positive", "grade", "first", "second"):
        p.uses(GRADE, [beta, sd], part=part)
    p.uses(EXP, [2 * L * t])
    p.sign(ge(lip, 1), as_=expm1(L * t))
    p.sign(gt(W, 0), as_=2 * (d - 1) + 1 + 2 * less)
    roots = N * sqrt(grade)
    p.sign(small := ge(roots, unit), as_=(ratio * grade - 2 / (1 + k0)) / (roots + unit))
    wider = d * (ratio * grade - 2 / (1 + k0) * lam) + (2 * less + d - 1) * (ratio * grade - 2 / (1 + k0))
    p.sign(large := ge(roots * sqrt(W), unit * sqrt(q)), as_=wider / (roots * sqrt(W) + unit * sqrt(q)))
    spare = q * (lip**2 - 1 - 2 * L * t) + 2 * L * t * (d * lam + 2 * less) + d - 1
    p.sign(slower := ge(lip * sqrt(q), sqrt(inner)), as_=spare / (lip * sqrt(q) + sqrt(inner)))
    p.sign(third := ge(Fraction(1, 3), V / r), as_=V * (k - 1) / (3 * r))
    rest = unit * (4 * (lip - 1) + slower.gap * 2 / 2) + lip * (4 * small.gap + large.gap * 2 / 2)
    p.sign(as_=third.gap * grown * unit * (4 + sqrt(inner)) + grown / 3 * rest)
