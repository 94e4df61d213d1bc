"""Zero temperature, M = I, dim E = 1: the leading constant, W_2^2 = 4 exp(-g t) (integral of |P_2 x| over the equator).

With e = exp(-g t), z = |P_E x| and b^2 = |P_2 x|^2 + e3^2 |P_3 x|^2, e3 = exp(-(l2 - l3) t), the token of x is at (z, e
b)/|.| in the plane of its limit and of what is left, so W_2^2 is the mean of 2 - 2 z/sqrt(z^2 + e^2 b^2). Let z have a
density between low and high on [0, Z], given b: that part of the mean lies between low (2 e b - e^2 b^2/Z) and high 2 e
b, and the rest is at most e^2 b^2/Z^2. So W_2^2/e tends to the mean of 2 b times the density at z = 0, with b = |P_2
x|: |x_1| has there twice the density of x_1, and the equator is its zero set (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Integral, Interval, Positive, Real, Space, When
from verify import eq, ge, le, norm2, sqrt, vector

S = Space(
    e=Positive(), b=Positive(), Z=Positive(), z=Real(), y=Positive(), second=Positive(), third=Interval(0, 1),
    e3=Interval(0, 1),
)  # fmt: skip
e, b, Z, z, y, second, third, e3 = S.symbols
c = e * b


def missed(at):
    """|X - Phi|^2."""
    return 2 - 2 * at / sqrt(at**2 + c**2)


near = Integral(missed(z), z, 0, Z)
place = vector(y, c) / sqrt(y**2 + c**2)
both = sqrt(second**2 + (e3 * third) ** 2)

claim = Claim(
    "low_temperature.rate.leading",
    S,
    title="The leading constant of the distance at zero temperature",
    source=LOW_2026.at("zero-temperature limit; constant not in the paper"),
    rests_on=["low_temperature.rate.pointwise", "low_temperature.w2-exact"],
    shows=All(
        token=Identity(norm2(place - vector(1, 0)), missed(y)),
        above=Inequality(near, "<=", 2 * c),
        below=Inequality(near, ">=", 2 * c - c**2 / Z),
        beyond=When([ge(y, Z)], Inequality(missed(y), "<=", c**2 / Z**2)),
        least=Inequality(both, ">=", second),
        most=Inequality(both, "<=", second + e3),
    ),
    mutants={
        "once": Inequality(near, "<=", c),
        "sharp": Inequality(near, ">=", 2 * c),
        "early": When([ge(y, Z)], Inequality(missed(y), "<=", c**2 / (4 * Z**2))),
    },
)


@claim.argument
def argument(p):
    root, far, line = sqrt(Z**2 + c**2), sqrt(y**2 + c**2), Z + c**2 / (2 * Z)
    for name, spare in (("above", 2 * (root - Z)), ("below", 2 * (line - root))):
        q, low = p.part(name), sqrt(c**2)
        q.zeros(eq((low - c) * (low + c), 0))
        q.sign(ge(root, Z), as_=c**2 / (root + Z))
        q.sign(le(root, line), as_=(c**2 / (2 * Z)) ** 2 / (line + root))
        q.integral(near, by=2 * z - 2 * sqrt(z**2 + c**2))
        q.sign(as_=spare)
    beyond = c**4 * (far + 2 * y) / (y**2 * far * (far + y) ** 2)
    p.part("beyond").sign(as_=c**2 * (y - Z) * (y + Z) / (y**2 * Z**2) + beyond)
    p.part("least").sign(as_=(e3 * third) ** 2 / (both + second))
    p.part("most").sign(as_=e3 * (1 - third) + (2 * second * e3 * third) / (second + e3 * third + both))
