"""A density that jumps from b to a at the distance s (in units of k^(-1/2)) from u on the circle: the Laplace error.

To the leading order sqrt(k) |m - u| is E(s) = (b - a) phi(s)/(a Phi(s) + b (1 - Phi(s))), phi and Phi the normal
density and distribution. It is largest where E(c) = c: E <= c everywhere as soon as c (a Phi(c) + b (1 - Phi(c))) >=
(b - a) phi(c). For b = 3a this is .43632... < c < .43633, more than the value at the jump, E(0) = sqrt(2/pi)
(b - a)/(b + a) = .39894... (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Identity, Inequality, Integral, Positive, Real, Space, When
from verify import any_of, exp, ge, gt, le, sqrt

S = Space(a=Positive(), b=Real(), s=Real(), c=Real(), x=Real())
a, b, s, c, x = S.symbols


def phi(at):
    return exp(Fraction(-1, 2) * at**2) / sqrt(2 * PI)


def mass(at, near=a, far=b):
    """near Phi + far (1 - Phi), Phi = 1/2 + the integral of phi from 0."""
    grown = Integral(phi(x), x, 0, at)
    return near * (Fraction(1, 2) + grown) + far * (Fraction(1, 2) - grown)


largest = ge(c * mass(c), (b - a) * phi(c))
low, high = Fraction(43632, 100_000), Fraction(43633, 100_000)

claim = Claim(
    "low_temperature.laplace.jump",
    S,
    given=[gt(b, a)],
    title="The Laplace error at a jump of the density on the circle, to leading order",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(
        jump=Identity((b - a) * phi(0) / mass(0), 2 / sqrt(2 * PI) * (b - a) / (b + a)),
        largest=When([largest], Inequality((b - a) * phi(s), "<=", c * mass(s))),
        from_below=Inequality(low * mass(low, 1, 3), "<", 2 * phi(low)),
        from_above=Inequality(high * mass(high, 1, 3), ">", 2 * phi(high)),
    ),
    mutants={
        "at-the-jump": Inequality((b - a) * phi(s), "<=", (b - a) * phi(0) / mass(0) * mass(s)),
        "half": When([largest], Inequality((b - a) * phi(s), "<=", c / 2 * mass(s))),
    },
)


@claim.argument
def argument(p):
    p.part("jump").sign(gt(b, 0), as_=[b - a, a])
    q, slope = p.part("largest"), (b - a) * phi(s) * (s - c)
    q.cases(
        any_of(ge(s, c), le(s, c)),
        lambda at: at.rises(q.goal, s, low=c, as_=slope),
        lambda at: at.rises(q.goal, s, high=c, as_=slope),
    )
