"""What a scale sd costs: 1/(1 + beta sd), and log(1 + beta sd) times it, against log(1 + beta)/beta.

Both are at most (1 + 1/sd) log(1 + beta)/beta, for every beta > 0: 1 + beta <= (1 + 1/sd) (1 + beta sd) and
1/(1 + beta) <= log(1 + beta)/beta, and for sd >= 1 already log(1 + beta sd)/(beta sd) is at most log(1 + beta)/beta,
which falls with beta (arXiv 2605.10931).
"""

from theorems.classical.logarithms import claim as LOG
from theorems.low_temperature import LOW_2026
from theorems.low_temperature.headline_log import claim as FALLS
from verify import All, Claim, Inequality, Positive, Space, any_of, ge, gt, le, log

S = Space(beta=Positive(), sd=Positive())
beta, sd = S.symbols
k0, ratio = beta * sd, 2 + 2 / sd
lam, here = log(1 + k0), log(1 + beta)
grade = here / beta

claim = Claim(
    "low_temperature.headline.grade",
    S,
    title="log(1 + beta)/beta at another scale",
    source=LOW_2026.at("main theorem; not in the paper"),
    shows=All(
        positive=Inequality(lam, ">", 0),
        grade=Inequality(grade, ">", 0),
        first=Inequality(2 / (1 + k0), "<=", ratio * grade),
        second=Inequality(2 / (1 + k0) * lam, "<=", ratio * grade),
    ),
    mutants={
        "no-scale": Inequality(2 / (1 + k0), "<=", 2 * grade),
        "cold": Inequality(2 / k0, "<=", ratio * grade),
        "half": Inequality(2 / (1 + k0) * lam, "<=", ratio * grade / 4),
    },
)


@claim.argument
def argument(p):
    for x in (beta, k0):
        p.uses(FALLS, [x, x], part="above")
    p.sign(gt(lam, 0), as_=[lam - k0 / (1 + k0), k0 / (1 + k0)])
    above = here - beta / (1 + beta)
    p.sign(gt(here, 0), as_=[above, beta / (1 + beta)])
    p.part("first").sign(as_=ratio * above / beta + 2 * (k0 + 1 / sd) / ((1 + beta) * (1 + k0)))
    p.part("second").cases(any_of(le(sd, 1), ge(sd, 1)), narrow, wide)


def narrow(q):
    q.sign(le(1 + k0, 1 + beta), as_=beta * (1 - sd))
    q.uses(LOG, [1 + k0, 1 + beta, 0], part="order")
    q.sign(as_=2 / (1 + k0) * (here - lam) + here * (2 + 2 * k0 + 2 / sd) / (beta * (1 + k0)))


def wide(q):
    q.sign(le(beta, k0), as_=beta * (sd - 1))
    q.uses(FALLS, [beta, k0], part="falls")
    q.sign(as_=2 * (k0 * here - beta * lam) / (beta * (1 + k0)) + 2 * here / (beta * (1 + k0)) + 2 / sd * grade)
