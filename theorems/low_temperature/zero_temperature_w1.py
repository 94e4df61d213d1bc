"""Zero temperature on the circle, M = I, uniform start, geodesic W_1 to the limit: with e = exp(-(l1 - l2) t)

(2/pi) (1 + log(1/e)) e <= W_1 <= the same/(1 - e^2).

The limit of a token is the nearest point of +-e_1, so W_1 is 2/pi times the integral of its angle to e_1 over a quarter
of the circle. So it falls like t exp(-(l1 - l2) t), not like exp(-(l1 - l2) t) (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import zero_temperature_w1_bound as bound
from theorems.low_temperature.zero_temperature_w1_slope import S, e, given, prepare, quarter, theta
from theorems.low_temperature.zero_temperature_w1_slope import claim as SLOPE
from verify import PI, All, Claim, Inequality, sqrt

least, most = (each.subs(bound.e, e) for each in (bound.least, bound.most))

claim = Claim(
    "low_temperature.zero-temperature-w1",
    S,
    given=given,
    title="M = I, uniform start: the geodesic distance to the limit on the circle",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    shows=All(
        above=Inequality(2 / PI * quarter, ">=", 2 / PI * least),
        below=Inequality(2 / PI * quarter, "<=", 2 / PI * most),
    ),
    mutants={
        "no-logarithm": Inequality(2 / PI * quarter, "<=", 2 / PI * e),
        "sharp": Inequality(2 / PI * quarter, "<=", 2 / PI * least),
    },
)


@claim.argument
def argument(p):
    prepare(p)
    for part in ("slope", "positive", "small"):
        p.uses(SLOPE, at={e: e, theta: theta}, part=part)
    for part, gap in (("above", quarter - least), ("below", most - quarter)):
        q = p.part(part)
        q.solution(bound.claim, {bound.e: e, bound.W: quarter}, e, part=part)
        q.sign(as_=2 / PI * sqrt(e) * (gap / sqrt(e)))
