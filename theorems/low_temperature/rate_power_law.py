"""Zero temperature where the share of starts with |P_E x| < r is r^m, m > 0 any real number: the rate is g min(1,
m/p).

Let v be uniform in [0, 1] and |P_E x| = v^k with k = 1/m: the density is m r^(m - 1), unbounded near 0 for m < 1. With
y = L^m v, L = exp(g t), the distances are comparable to 1/(1 + L |P_E x|) = 1/(1 + y^k) by
low_temperature.rate.pointwise, and this to (1 + y)^(-k). So W_p^p is comparable to the mean of (1 + L^m v)^(-p/m),
which low_temperature.rate.integral has with 1 for m, p/m for p and L^m for L: to L^(-p) for p < m, to L^(-m) for p >
m. For p = 2 and densities like r^a, m = 1 + a, this is g min(1, (1 + a)/2): no rate holds without a bound of the
density. A share of at most C r^m gives the upper bound, one of at least c r^m the lower (arXiv 2605.10931).
"""

from theorems.classical.powers import claim as POWERS
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Positive, Space, any_of, ge, le

S = Space(y=Positive(), k=Positive())
y, k = S.symbols
far, near = 1 + y**k, (1 + y) ** k

claim = Claim(
    "low_temperature.rate.power-law",
    S,
    title="The powers that compare a power law with a uniform one",
    source=LOW_2026.at("zero-temperature limit; its hypothesis is not in the abstract"),
    rests_on=["low_temperature.rate.pointwise", "low_temperature.rate.integral"],
    shows=All(above=Inequality(far, "<=", 2 * near), below=Inequality(near, "<=", 2**k * far)),
    mutants={"once": Inequality(near, "<=", far), "less": Inequality(far, "<=", near)},
)


def powers(at, a, b, part):
    at.uses(POWERS, [a, b, k], part=part)


@claim.argument
def argument(p):
    powers(p, 1, 1 + y, "order")
    powers(p, y, 1 + y, "order")
    p.part("above").sign(as_=(near - 1) + (near - y**k))
    p.part("below").cases(any_of(le(y, 1), ge(y, 1)), small, large)


def small(p):
    powers(p, 1 + y, 2, "order")
    p.sign(as_=(2**k - near) + 2**k * y**k)


def large(p):
    powers(p, 1 + y, 2 * y, "order")
    powers(p, 2, y, "product")
    p.sign(as_=((2 * y) ** k - near) + 2**k)
