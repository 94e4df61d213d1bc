"""A uniform point of the circle: mean exp(-t |x - a|^2) <= (15/2) mean exp(-25 t |x - a|^2) for all t > 0.

The factor of low_temperature.laplace.mass.d2 at c = 25, 25^(5/8), is below 15/2; it is 5 on a line, and
low_temperature.laplace.averaged.d2 allows 15/2 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature.laplace_mass_d2 import S, k, mean, power, t
from theorems.low_temperature.laplace_mass_d2 import claim as SCALES
from verify import PI, Claim, Inequality, cos, exp, gt
from verify.kernel.term import number

most, factor = number("15/2"), number(25) ** power

claim = Claim(
    "low_temperature.laplace.mass.d2-at-25",
    S,
    title="How much of the circle is near a point, at scales one and five",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    shows=Inequality(mean(k), "<=", most * mean(25 * k)),
    mutants={"flat": Inequality(mean(k), "<=", 5 * mean(25 * k))},
)


@claim.argument
def argument(p):
    p.uses(SCALES, [k, 25, t])
    p.integrate(gt(exp(25 * k * (cos(t) - 1)), 0), t, 0, PI)
    p.value(gt(most, factor))
    p.sign(as_=[(most - factor) * mean(25 * k), factor * mean(25 * k) - mean(k)])
