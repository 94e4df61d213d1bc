"""The first term of the headline is at most C1 sqrt(log(1 + beta)/beta) exp(C t) with C = V (3 + 2 k) = r + L:

    V E(t) (exp(r t) - 1)/r <= (1/3) ((3 + sqrt(2 log(1/c0) + d p))/sqrt(omega) + sqrt(d)) sqrt(grade/k0) exp(C t)

where k0 = beta sd >= e, lam = log k0, unit = k0^(-1/2), grade = log(1 + beta) >= omega, p >= 0 and p >= log sd: so
lam <= grade + p. For sqrt(q + 2 (d - 1) L t) <= sqrt(q) exp(L t) with q = d lam + 2 log(1/c0) >= d - 1, and r >= 3 V.
C1 = ((3 + sqrt(2 log(1/c0) + d p))/sqrt(omega) + sqrt(d))/(3 sqrt(sd)) (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.classical.exp_above_line import expm1
from theorems.low_temperature import LOW_2026
from verify import Claim, Inequality, Nonneg, Positive, Space, exp, ge, le, sqrt

S = Space(
    t=Nonneg(), V=Positive(), k=Positive(), lam=Positive(), unit=Positive(), less=Nonneg(), d=Positive(),
    grade=Positive(), p=Nonneg(), omega=Positive(),
)  # fmt: skip
t, V, k, lam, unit, less, d, grade, p, omega = S.symbols
L, r = V * (1 + k), V * (1 + k) + V
q, more = d * lam + 2 * less, 2 * less + d * p
inner = q + 2 * (d - 1) * L * t
error = V * unit * (3 + sqrt(inner)) * (exp(r * t) - 1) / r


def constant(rest):
    return (rest / sqrt(omega) + sqrt(d)) / 3


claim = Claim(
    "low_temperature.headline.constants",
    S,
    given=[ge(k, 1), ge(lam, 1), ge(d, 1), ge(grade, omega), le(lam, grade + p)],
    title="The constants of the headline",
    source=LOW_2026.at("main theorem; constants not in the paper"),
    shows=Inequality(error, "<=", constant(3 + sqrt(more)) * sqrt(grade) * unit * exp((r + L) * t)),
    mutants={
        "slow": Inequality(error, "<=", constant(3 + sqrt(more)) * sqrt(grade) * unit * exp(L * t)),
        "third": Inequality(error, "<=", constant(3 + sqrt(more)) / 30 * sqrt(grade) * unit * exp((r + L) * t)),
    },
)


@claim.argument
def argument(at):
    grown, lip, scale = exp(r * t), exp(L * t), sqrt(d) * sqrt(grade) + sqrt(more)
    for x in (2 * L * t, r * t):
        at.uses(EXP, [x])
    at.sign(ge(lip, 1), as_=expm1(L * t))
    at.sign(
        ge(scale, sqrt(q)), as_=(d * (grade + p - lam) + 2 * sqrt(d) * sqrt(grade) * sqrt(more)) / (scale + sqrt(q))
    )
    spare = q * (lip**2 - 1 - 2 * L * t) + 2 * L * t * (d * (lam - 1) + 2 * less + 1)
    at.sign(ge(lip * sqrt(q), sqrt(inner)), as_=spare / (lip * sqrt(q) + sqrt(inner)))
    at.sign(ge(grown / 3, V * (grown - 1) / r), as_=(grown * V * (k - 1) / 3 + V) / r)
    at.sign(ge(sqrt(grade) / sqrt(omega), 1), as_=(grade - omega) / (sqrt(omega) * (sqrt(grade) + sqrt(omega))))
    first = (3 + sqrt(more)) * (sqrt(grade) / sqrt(omega) - 1) + (scale - sqrt(q)) * 2 / 2
    second = 3 * (lip - 1) + 2 * (lip * sqrt(q) - sqrt(inner)) / 2
    third = unit * (3 + sqrt(inner)) * (grown / 3 - V * (grown - 1) / r)
    at.sign(as_=unit / 3 * lip * grown * first + unit / 3 * grown * second + third)
