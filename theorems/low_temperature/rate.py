"""Zero temperature, M = I: W_p falls like exp(-g t min(1, m/p)), m = dim E, with a factor t^(1/p) where m = p.

L = exp(g t), D = |X - Phi| and r = |P_E x| at the start; W_p^p is the mean of D^p by low_temperature.w2-exact. Upper
bound: D <= 2/(1 + L r) for every token, and r has a density of at most c r^(m - 1). Lower bound: for the tokens with
|P_2 x| >= 1/2, which are some share of all, 2 D >= 1/(1 + L r) and the density is at least c r^(m - 1). Both are used
for the mean of (1 + L r)^(-p) only, which is then c K(L)/L^m (arXiv 2605.10931).
"""

from theorems.classical.powers import claim as POWERS
from theorems.low_temperature import LOW_2026, _rate
from theorems.low_temperature._rate import G, at_equal, grown, m
from theorems.low_temperature.rate_integral import claim as INTEGRAL
from verify import All, Claim, Inequality, Matrices, Mean, Natural, Nonneg, Positive, Real, Space, Token, When
from verify import eq, ge, gt, le, ne

S = Space(n=Natural(), p=Positive(), c=Positive(), L=Real(), k=Nonneg(), token=Token(Matrices(2, 1)))
n, p, c, L, k, token = S.symbols
D, height = token
reach = 1 / (1 + L * height)
law, distance = (Mean(of, D, height) for of in (reach**p, D**p))
tokens = [ge(L, 1), gt(D, 0), ge(height, 0)]


def case(given, order, known, constant):
    """`known` is what low_temperature.rate.integral says of k; the constant stands over L^m."""
    return When([given, known], Inequality(distance, order, c * constant / (L**n * L)))


upper = Claim(
    "low_temperature.rate.upper",
    S,
    given=[*tokens, le(D, 2 * reach), le(law, c * k / (L**n * L))],
    title="M = I: upper bounds of W_p at zero temperature, at the rate g min(1, m/p)",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.pointwise"],
    shows=All(
        light=case(gt(m, p), "<=", le(k, G), 2**p * grown / (m - p)),
        equal=case(eq(p, m), "<=", le(k, at_equal), 2**p * at_equal),
        heavy=case(gt(p, m), "<=", le(k, G), 2**p * p / (m * (p - m))),
    ),
    mutants={
        "no-power": case(gt(p, m), "<=", le(k, G), p / (m * (p - m))),
        "faster": case(gt(m, p), "<=", le(k, G), 2**p / (m - p)),
    },
)
lower = Claim(
    "low_temperature.rate.lower",
    S,
    given=[*tokens, ge(2 * D, reach), ge(law, c * k / (L**n * L))],
    title="M = I: lower bounds of W_p at zero temperature, at the rate g min(1, m/p)",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.pointwise"],
    shows=All(
        light=case(gt(m, p), ">=", ge(k, G / 2**p), grown / (m * 2**p * 2**p)),
        equal=case(eq(p, m), ">=", ge(k, at_equal / 2**p), at_equal / (2**p * 2**p)),
        heavy=case(gt(p, m), ">=", ge(k, G / 2**p), 1 / (m * 2**p * 2**p)),
    ),
    mutants={
        "no-powers": case(gt(p, m), ">=", ge(k, G / 2**p), 1 / m),
        "one-power": case(gt(p, m), ">=", ge(k, G / 2**p), 2 / (m * 2**p)),
    },
)


def powers(at, a, b, part):
    at.uses(POWERS, [a, b, p], part=part)


def integral(at, part):
    at.uses(INTEGRAL, at={**{each: each for each in (n, p, L)}, _rate.r: 0, _rate.x: 0, _rate.y: 1}, part=part)


@upper.argument
def argument(at):
    for positive in (L, reach):
        at.sign(gt(positive, 0), as_=(2 * (L - 1) + 2) / 2 if positive is L else None)
    powers(at, D, 2 * reach, "order")
    powers(at, 2, reach, "product")
    at.average(le(D**p, 2**p * reach**p), D, height, as_=(2 * reach) ** p - D**p)
    scale = 2**p * c / (L**n * L)
    slack = (2 * 2**p * law - 2 * distance) / 2 + 2**p * (c * k / (L**n * L) - law)
    rests = (G - k) + p / (m * (m - p)), at_equal - k, (G - k) + grown / (p - m)
    for name, rest in zip(("light", "equal", "heavy"), rests, strict=True):
        at.part(name).sign(as_=slack + scale * rest)


@lower.argument
def below(at):
    for positive in (L, reach):
        at.sign(gt(positive, 0), as_=(2 * (L - 1) + 2) / 2 if positive is L else None)
    powers(at, reach, 2 * D, "order")
    powers(at, 2, D, "product")
    at.average(ge(2**p * D**p, reach**p), D, height, as_=(2 * D) ** p - reach**p)
    scale = c / (2**p * L**n * L)
    slack = (2**p * distance - law) / 2**p + (law - c * k / (L**n * L)) / 2**p
    rising, falling = (grown - 1) * p / (m * (m - p)) / 2**p, (1 - grown) / (p - m) / 2**p
    for name, bound, rest in (("light", G, rising), ("equal", at_equal, 0), ("heavy", G, falling)):
        q = at.part(name)
        if name != "equal":
            q.sign(ne(m - p, 0))
            integral(q, "rising" if name == "light" else "falling")
        q.sign(as_=slack + scale * ((k - bound / 2**p) + rest))
