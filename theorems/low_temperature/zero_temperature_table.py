"""Zero temperature, M = I, uniform start: the distance to the limit at g t = 0, 1, 4, 12, each to half a unit of the
last digit.

W_2 on the circle and on the sphere of R^3, by low_temperature.zero-temperature-w2.d2 and .d3; the geodesic W_2 and W_1
on the circle: the angle phi of a token to its limit, tan phi = e tan theta with e = exp(-g t), has on [0, pi/2] the
density (2/pi) e/(e^2 cos^2 phi + sin^2 phi) (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import zero_temperature_d2 as plane
from theorems.low_temperature import zero_temperature_d3 as space
from verify import PI, All, Claim, Inequality, Integral, Nonneg, Space, absolute, asin, cos, exp, ge, gt, sin, sqrt

S = Space(phi=Nonneg())
phi, TIMES = S.symbols, (0, 1, 4, 12)


def chordal(square, e):
    return lambda time: sqrt(square.subs(e, exp(-time)))


def arc(p):
    def moment(time):
        e = exp(-time)
        return 2 / PI * Integral(e / (e**2 * cos(phi) ** 2 + sin(phi) ** 2) * phi**p, phi, 0, PI / 2)

    return moment if p == 1 else lambda time: sqrt(moment(time))


start = 2 / PI * Integral(2 - 2 * cos(phi), phi, 0, PI / 2)
later = chordal(2 - 4 / PI * asin(plane.k) / plane.k, plane.e)
ball = chordal(2 * space.e / (1 + space.e), space.e)


def circle(time):
    return later(time) if time else sqrt(start)


TABLE = {
    "circle": (circle, "0.852502466427422", "0.604158996244483", "0.151624092534197", "0.00279696556796097"),
    "space": (ball, "1", "0.733404965036364", "0.189663965803162", "0.00350547417683107"),
    "arc2": (arc(2), "0.906899682117", "0.636382464383", "0.158304193662", "0.00291850118859"),
    "arc1": (arc(1), "0.785398163397", "0.483620661298", "0.0583061403866", "0.0000508498519074"),
}


def entry(name, at, shift=0):
    """|value - digits| <= half a unit of the last digit; the digits may be shifted by so many of their units."""
    value, *rows = TABLE[name]
    unit = Fraction(1, 10 ** len(rows[at].partition(".")[2]))
    digits = Fraction(rows[at]) + shift * unit
    return Inequality(absolute(value(TIMES[at]) - digits), "<=", unit / 2)


claim = Claim(
    "low_temperature.zero-temperature-table",
    S,
    title="The distance to the limit at four times, in digits",
    source=LOW_2026.at("zero-temperature limit; values not in the paper"),
    rests_on=["low_temperature.zero-temperature-w2.d2", "low_temperature.zero-temperature-w2.d3"],
    shows=All(**{f"{name}{at}": entry(name, at) for name in TABLE for at in range(4)}),
    mutants={"space": entry("space", 1, 1000), "arc": entry("arc1", 3, -1)},
)


@claim.argument
def argument(p):
    p.value(gt(4, PI))
    for at, time in enumerate(TIMES):
        e = exp(-time)
        p.value(ge(1 - e**2, 0))
        p.sign(gt(e**2 * cos(phi) ** 2 + sin(phi) ** 2, 0), as_=e**2 + (1 - e**2) * sin(phi) ** 2)
        density = e / (e**2 * cos(phi) ** 2 + sin(phi) ** 2)
        p.integrate(ge(density * phi**2, 0), phi, 0, PI / 2)
        if not at:
            p.part("circle0").value(ge(start, 0))
        else:
            k = sqrt(1 - e**2)
            for positive in (1 - e**2, 1 - k**2, 2 - 4 / PI * asin(k) / k):
                p.part(f"circle{at}").value(gt(positive, 0))
