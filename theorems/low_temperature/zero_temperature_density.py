"""Zero temperature, dim E = 1, a start whose density is at most rho: W_2(mu_t, Phi#mu_0) <= 2 sqrt(rho f_d(0) e).

e = exp(-g t/s1), for any M with B = V M symmetric (low_temperature.lyapunov.orbit). X is a token in the plane of its
limit (1, 0) and itself, h = |P_E x| at its start. Under the uniform law h has the density 2 f_d(0) (1 - h^2)^(m/2) on
[0, 1], m = d - 3. So a density of at most rho makes of the mean of a function of h that is not negative at most rho
times 2 f_d(0) times its integral with that weight: this, for the square that low_temperature.zero-temperature-distance
allows, is all that is supposed of the start. On the circle, where f is 1/pi, it is rho times its mean over a quarter.
Any number of tokens, any measure (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.classical.coupling import claim as COUPLING
from theorems.low_temperature import LOW_2026
from theorems.low_temperature import zero_temperature_bound as bound
from theorems.low_temperature import zero_temperature_bound_d2 as circle
from theorems.low_temperature._limit import below
from theorems.low_temperature.zero_temperature_distance import claim as DISTANCE
from verify import (
    PI,
    All,
    Claim,
    Inequality,
    Interval,
    Mean,
    Natural,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    Wasserstein,
)
from verify import When, cos, ge, gt, le, norm2, sin, sqrt, vector

S = Space(
    e=Interval(0, 1, open=True), X=Token(Sphere(2)), h=Token(Interval(0, 1)), rho=Positive(), f=Positive(),
    m=Natural(1), z=Interval(0, 1), theta=Real(),
)  # fmt: skip
e, X, h, rho, f, m, z, theta = S.symbols
tokens = (*X, h)
J, in_space = (each.subs({bound.m: m, bound.e: e}) for each in (bound.J, bound.in_space))
quarter = 2 / PI * circle.quarter.subs({circle.e: e, circle.theta: theta})
missed, moved = 2 - 2 * h / sqrt(h**2 + e**2 * (1 - h**2)), norm2(X - vector(1, 0))
slack = e**2 * (1 - h**2) * X[0] ** 2 - h**2 * X[1] ** 2
near, distance = Mean(missed, *tokens), Wasserstein(2, tuple(X), (1, 0), *tokens)
starts = {"circle": (rho, quarter, 4 / PI * e), "space": (2 * rho, in_space, e), "higher": (4 * rho * f, J, e)}
"""On the circle, in R^3 and in R^(m + 3), m >= 1: what a density of at most rho says of `near`, at most `scale` times
an integral, and what that is at most; scale times this is 4 rho f_d(0) e."""


def at_most(name, factor=1):
    scale, cost, most = starts[name]
    return When([le(near, scale * cost)], Inequality(distance, "<=", factor * sqrt(scale * most)))


claim = Claim(
    "low_temperature.zero-temperature-bound.w2",
    S,
    given=[gt(h, 0), gt(X[0], 0), ge(slack, 0)],
    title="A start with a bounded density: W_2 to the limit is at most 2 sqrt(rho f_d(0)) exp(-g t/(2 s1))",
    source=LOW_2026.at("zero-temperature limit; constant not in the paper"),
    rests_on=["low_temperature.lyapunov.orbit"],
    shows=All(**{name: at_most(name) for name in starts}),
    mutants={
        "tenth": at_most("circle", Fraction(1, 10)),
        "no-start": Inequality(distance, "<=", sqrt(rho * e)),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(1 - h**2, 0), as_=(1 - h) * (1 + h))
    p.sign(gt(1 - e**2, 0), as_=(1 - e) * (1 + e))
    for part in ("nonnegative", "distance"):
        p.uses(DISTANCE, [*X, e, h], part=part)
    p.average(ge(missed, 0), *tokens)
    p.average(le(moved, missed), *tokens)
    p.cites(COUPLING, distance=distance)
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    p.sign(gt(z**2 + e**2 * (1 - z**2), 0), as_=e**2 + (1 - e) * (1 + e) * z**2)
    p.sign(gt(cos(theta) ** 2 + e**2 * sin(theta) ** 2, 0), as_=e**2 + (1 - e) * (1 + e) * cos(theta) ** 2)
    p.part("circle").uses(circle.claim, [e, theta])
    p.part("space").uses(bound.claim, [m, e, z], part="d3")
    p.part("higher").uses(bound.claim, [m, e, z], part="bound")
    for name, (scale, cost, most) in starts.items():
        at, ends = p.part(name), (scale * cost, scale * most)
        at.sign(le(*ends), as_=scale * (most - cost))
        below(at, distance, sqrt(scale * most), Mean(moved, *tokens), near, *ends)
