"""A uniform point of the circle: mean exp(-t |x - a|^2) <= c^(5/8) mean exp(-c t |x - a|^2) for all t > 0 and c >= 1.

|x - a|^2 = 2 - 2 cos h with a uniform h. In k = 2 c t the slope of c^(5/8) exp(-k) I_0(k) has the sign of
5/(8k) - 1 + I_1(k)/I_0(k), which low_temperature.bessel.circle-linear finds positive. On a line the factor
is c^(1/2) (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import bessel_circle as circle
from theorems.low_temperature.bessel_circle_linear import H, most
from theorems.low_temperature.bessel_circle_linear import claim as LINEAR
from verify import PI, Claim, Inequality, Integral, Positive, Real, Space, cos, exp, ge, gt

S = Space(k=Positive(), c=Real(), t=Real())
k, c, t = S.symbols


def mean(rate):
    return Integral(exp(rate * (cos(t) - 1)), t, 0, PI)


power = Fraction(5, 8)
claim = Claim(
    "low_temperature.laplace.mass.d2",
    S,
    given=[ge(c, 1)],
    title="How much of the circle is near a point, at two scales",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    shows=Inequality(mean(k), "<=", c**power * mean(c * k)),
    mutants={
        "flat": Inequality(mean(k), "<=", c ** Fraction(1, 2) * mean(c * k)),
        "scale": Inequality(mean(k), "<=", c**power * mean(c**2 * k)),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(c, 0), as_=[c - 1, 1])
    p.uses(LINEAR, at={circle.k: c * k, circle.t: t}, part="moments")
    p.rises(p.goal, c, low=1, as_=c ** (power - 1) * exp(-c * k) * H(most).subs(circle.k, c * k))
