"""Zero temperature in R^d, d >= 3: W_2 to the limit is at most 2 sqrt(rho_max f_d(0) e), e = exp(-(l1 - l2) t/s1).

A start whose density against the uniform one is at most rho_max has W_2^2 <= rho_max 4 f_d(0) J: f_d(0) is the density
at 0 of a coordinate of a uniform point, J the integral of (1 - z^2)^((d-3)/2) (1 - z/sqrt(z^2 + e^2 (1 - z^2))) from 0
to 1, by low_temperature.zero-temperature-distance. With m = d - 3, J is at most its value e/(1 + e) in R^3
(arXiv 2605.10931).
"""

from theorems.classical.power_below_one import claim as POWER
from theorems.low_temperature import LOW_2026
from theorems.low_temperature.zero_temperature_d3 import claim as EXACT
from verify import All, Claim, Inequality, Integral, Interval, Natural, Space, ge, gt, le, sqrt

S = Space(m=Natural(1), e=Interval(0, 1, open=True), z=Interval(0, 1))
m, e, z = S.symbols
size = z**2 + e**2 * (1 - z**2)
height, miss = sqrt(1 - z**2), 1 - z / sqrt(size)
J, in_space = (Integral(each, z, 0, 1) for each in (height**m * miss, miss))

claim = Claim(
    "low_temperature.zero-temperature-bound",
    S,
    title="The distance to the limit falls at least like exp(-g t/(2 s1))",
    source=LOW_2026.at("zero-temperature limit; constant not in the paper"),
    rests_on=["low_temperature.zero-temperature-distance"],
    shows=All(
        d3=Inequality(in_space, "<=", e),
        above=Inequality(J, "<=", e / (1 + e)),
        bound=Inequality(J, "<=", e),
    ),
    mutants={"square": Inequality(J, "<=", e**2), "half": Inequality(J, "<=", e / (2 + 2 * e))},
)


@claim.argument
def argument(p):
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    p.sign(gt(size, 0), as_=e**2 + (1 - e) * (1 + e) * z**2)
    p.sign(ge(miss, 0), as_=e**2 * (1 - z**2) / (sqrt(size) * (sqrt(size) + z)))
    p.sign(le(height, 1), as_=z**2 / (1 + height))
    p.uses(POWER, [height, m])
    p.integrate(le(height**m * miss, miss), z, 0, 1, as_=(1 - height**m) * miss)
    p.uses(EXACT, at={e: e})
    p.sign(le(J, e / (1 + e)), as_=[in_space - J, e / (1 + e) - in_space])
    p.part("d3").sign(as_=[e / (1 + e) - in_space, e**2 / (1 + e)])
    p.part("bound").sign(as_=(e / (1 + e) - J) + e**2 / (1 + e))
