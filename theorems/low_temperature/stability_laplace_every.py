"""The Laplace principle along the mean field in one form for every beta > 0, k0 = beta sd = exp(lam):

    |m - u| <= b + sqrt(2/(1 + k0)) (3 + sqrt(d log(1 + k0) + 2 log(1/c0) + 2 w)).

From k0 = 1 on this is low_temperature.stability.laplace, as 1/k0 <= 2/(1 + k0); below, no point of the sphere is
farther from u than 2 (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import expm1
from theorems.classical.logarithms import claim as LOG
from theorems.low_temperature import LOW_2026
from theorems.low_temperature.stability_laplace import claim as LAPLACE
from theorems.low_temperature.stability_laplace import b, d, error, k, lam, least, less, mass, q, rho, unit, w
from verify import Claim, Inequality, Nonneg, Positive, Real, Space, any_of, exp, ge, le, log, lt, sqrt

S = Space(error=Real(), b=Nonneg(), mass=Positive(), q=Positive(), lam=Real(), less=Nonneg(), w=Nonneg(), d=Positive())
k0 = exp(lam)
root = sqrt(d * log(1 + k0) + 2 * less + 2 * w)
h, short = root * unit, sqrt(2 / (1 + k0))
far = rho + h + 2 * exp(-k * ((rho + h) ** 2 - rho**2) / 2) / mass


def bound(width):
    return Inequality(error, "<=", b + width)


claim = Claim(
    "low_temperature.stability.laplace-every",
    S,
    given=[le(error, 2), le(error, far), any_of(lt(lam, 0), ge(mass, least)), ge(q, 1)],
    title="The Laplace principle near a measure of temperature zero, for every temperature",
    source=LOW_2026.at("stability estimate; constants not in the paper"),
    rests_on=["low_temperature.laplace.lemma"],
    shows=bound(short * (3 + root)),
    mutants={
        "once": bound(short * (1 + root)),
        "no-root": bound(3 * short),
        "no-distance": Inequality(error, "<=", short * (3 + root)),
    },
)


@claim.argument
def argument(p):
    p.cases(any_of(lt(lam, 0), ge(lam, 0)), cold, warm)


def cold(p):
    p.sign(ge(exp(-lam), 1), as_=expm1(-lam))
    p.sign(ge(short, 1), as_=k0 * (exp(-lam) - 1) / ((1 + k0) * (short + 1)))
    p.sign(as_=[2 - error, b, 3 * (short - 1), short * root, 1])


def warm(p):
    p.sign(ge(k0, 1), as_=expm1(lam))
    for part in ("order", "inverse"):
        p.uses(LOG, [k0, 1 + k0, lam], part=part)
    p.sign(ge(h**2 * k0, d * lam + 2 * less + 2 * w), as_=d * (log(1 + k0) - log(k0)) + d * (log(k0) - lam))
    p.sign(ge(short, unit), as_=(k0 - 1) / (k0 * (1 + k0) * (short + unit)))
    p.cases(any_of(lt(lam, 0), ge(mass, least)), lambda at: at.absurd(lam), near)


def near(p):
    p.uses(LAPLACE, [error, b, h, mass, q, lam, less, w, d])
    p.sign(as_=[b + 3 * unit + h - error, (short - unit) * (3 + root)])
