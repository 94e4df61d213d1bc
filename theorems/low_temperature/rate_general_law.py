"""Zero temperature, M = I, any law with few, or many, starts near the equator: the rate is g min(1, m/p), any m > 0.

Let a share of at most C r^m of the starts have |P_E x| < r. Then a number v, uniform in (0, 1], can be coupled to the
start such that v <= C |P_E x|^m (quantile transform). With k = 1/m, h = exp(g t) |P_E x| and Lam = exp(m g t)/C this is
h >= (Lam v)^k, and W_p^p is at most (2 2^k)^p times the mean of (1 + Lam v)^(-k p): that is K(Lam)/Lam of
low_temperature.rate.integral with 1 for m and p/m for p. A share of at least c r^m, among starts with |P_2 x| >= 1/2,
turns both orders around. So a density alone is not needed; its power law is (arXiv 2605.10931).
"""

from theorems.classical.powers import claim as POWERS
from theorems.low_temperature import LOW_2026
from theorems.low_temperature.rate_power_law import claim as COMPARED
from verify import Claim, Inequality, Mean, Nonneg, Positive, Real, Space, Token, ge, gt, le

each = Token(Positive())
S = Space(k=Positive(), p=Positive(), Lam=Real(), K=Nonneg(), D=each, h=each, v=each)
k, p, Lam, K, D, h, v = S.symbols
y = Lam * v
near = (1 + y) ** k


def mean(of):
    return Mean(of, D, h, v)


law, distance = mean((1 / near) ** p), mean(D**p)
most, least = (2 * 2**k) ** p, 4**p


def claimed(name, given, shows, mutants, title):
    return Claim(
        f"low_temperature.rate.general-law.{name}",
        S,
        given=[gt(Lam, 0), *given],
        title=title,
        source=LOW_2026.at("zero-temperature limit; its hypothesis is not in the abstract"),
        rests_on=["low_temperature.rate.pointwise", "low_temperature.rate.integral"],
        shows=shows,
        mutants=mutants,
    )


upper = claimed(
    "upper",
    [le(D, 2 / (1 + h)), ge(h, y**k), le(law, K / Lam)],
    Inequality(distance, "<=", most * K / Lam),
    {"no-power": Inequality(distance, "<=", K / Lam), "half": Inequality(distance, "<=", 2**p * K / Lam)},
    "M = I, few starts near the equator: the distance falls at least at the rate g min(1, m/p)",
)
lower = claimed(
    "lower",
    [ge(2 * D, 1 / (1 + h)), le(h, y**k), ge(law, K / Lam)],
    Inequality(distance, ">=", K / (least * Lam)),
    {"law": Inequality(distance, ">=", law), "ten": Inequality(distance, ">=", 10 * K / Lam)},
    "M = I, many starts near the equator: the distance falls at most at the rate g min(1, m/p)",
)


def powers(at, a, b, part):
    at.uses(POWERS, [a, b, p], part=part)


@upper.argument
def argument(at):
    at.uses(COMPARED, [y, k], part="below")
    wide = 2 * 2**k * (1 / near)
    fall = 2 * (2**k * (1 + y**k) - near) + 2 * 2**k * (h - y**k)
    at.sign(le(D, wide), as_=[2 / (1 + h) - D, fall / (near * (1 + h))])
    powers(at, D, wide, "order")
    powers(at, 2 * 2**k, 1 / near, "product")
    at.average(le(D**p, most * (1 / near) ** p), D, h, v, as_=(2 * (wide**p - D**p)) / 2)
    at.sign(as_=[most * law - distance, most * (K / Lam - law)])


@lower.argument
def below(at):
    at.uses(COMPARED, [y, k], part="above")
    rise = 2 * (2 * near - (1 + y**k)) + 2 * (y**k - h)
    at.sign(le(1 / near, 4 * D), as_=[2 * (2 * D - 1 / (1 + h)), rise / (2 * near * (1 + h))])
    powers(at, 1 / near, 4 * D, "order")
    powers(at, 4, D, "product")
    at.average(le((1 / near) ** p, least * D**p), D, h, v, as_=(2 * ((4 * D) ** p - (1 / near) ** p)) / 2)
    at.sign(as_=(2 * (least * distance - law) + 2 * (law - K / Lam)) / (2 * least))
