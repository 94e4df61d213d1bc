"""The mean angle W between a token and its limit on a quarter of the circle, as a function of e = exp(-(l1 - l2) t):

its slope is -log(e)/(1 - e^2), and 0 <= W <= 4 sqrt(e). At e the token (cos theta, sin theta) is at
(cos theta, e sin theta)/|.|, at the angle 2 atan(half) to e_1; log(cos^2 theta + e^2 sin^2 theta)/(2 (e^2 - 1)) is an
antiderivative of its slope, and atan(half) <= half <= e sin/(cos + e sin) (arXiv 2605.10931).
"""

from theorems.classical.atan_below_line import claim as ATAN
from theorems.classical.log_below_root import claim as LOG
from theorems.classical.quarter_turn import claim as QUARTER
from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Evolves, Flow, Inequality, Integral, Interval, Real, Space, atan, cos, ge, gt
from verify import le, log, sin, sqrt

S = Space(e=Interval(0, 1, open=True), theta=Real())
e, theta = S.symbols
c, s = cos(theta), sin(theta)
size = sqrt(c**2 + e**2 * s**2)
half = e * s / (c + size)
quarter = Integral(2 * atan(half), theta, 0, PI / 2)
given = [ge(theta, 0), le(theta, PI / 2)]

claim = Claim(
    "low_temperature.zero-temperature-w1.slope",
    S,
    given=given,
    title="The mean angle to the limit moves at the rate -log(e)/(1 - e^2)",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    rests_on=["low_temperature.w2-exact"],
    shows=All(
        slope=Evolves(quarter, along={e: 1}, rate=-log(e) / (1 - e**2)),
        positive=Inequality(quarter, ">=", 0),
        small=Inequality(quarter, "<=", 4 * sqrt(e)),
    ),
    mutants={
        "sign": Evolves(quarter, along={e: 1}, rate=-log(e) / (1 + e**2)),
        "half": Evolves(quarter, along={e: 1}, rate=-log(e) / (2 - 2 * e**2)),
        "smaller": Inequality(quarter, "<=", e),
    },
)


def prepare(p):
    """The angle has a value, and it is not negative."""
    p.sign(gt(c**2 + e**2 * s**2, 0), as_=e**2 + (1 - e) * (1 + e) * c**2)
    for part in ("sine", "cosine"):
        p.uses(QUARTER, [theta], part=part)


@claim.argument
def argument(p):
    prepare(p)
    q = p.part("slope")
    q.uses(LOG, [e], part="square")
    q.integral(Flow.of({e: 1}).derivative(quarter), by=log(c**2 + e**2 * s**2) / (2 * (e**2 - 1)))
    r = p.part("positive")
    r.integrate(ge(2 * atan(half), 0), theta, 0, PI / 2)
    small(p.part("small"))


def small(p):
    p.value(gt(4, PI))
    p.uses(ATAN, [half])
    p.sign(gt(c + e * s, 0), as_=e + (1 - e) * c + e * (c * s**2 / (1 + c) + s * c**2 / (1 + s)))
    p.sign(ge(size, e * s), as_=c**2 / (size + e * s))
    larger = 2 * e * s / (c + e * s)
    p.sign(above := le(2 * atan(half), larger), as_=2 * (half - atan(half)) + larger * (size - e * s) / (c + size))
    p.integrate(above, theta, 0, PI / 2)
    p.integral(total := Integral(larger, theta, 0, PI / 2), by=2 * e * (e * theta - log(c + e * s)) / (1 + e**2))
    p.uses(LOG, [e], part="below")
    rest = 4 * e**2 * sqrt(e) + 4 * e * (1 - e) + (4 - PI) * e**2 + 2 * e * (log(e) - (2 - 2 / sqrt(e)))
    p.sign(le(total, 4 * sqrt(e)), as_=rest / (1 + e**2))
    p.sign(as_=[total - quarter, 4 * sqrt(e) - total])
