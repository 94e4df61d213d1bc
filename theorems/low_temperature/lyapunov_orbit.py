"""Zero temperature, B symmetric: on every orbit the tangent of the angle to E falls by e = exp(-g t/s1) at least.

y = |P_E Y| grows as y' = (l1 - R) y/|MY| with R = <Y, BY> <= l1 y^2 + l2 (1 - y^2) and |MY| <= s1, g = l1 - l2, where R
and |MY| may change in any way. With z = y at first the claim is tan <= e tan(start) without its denominators,
z^2 (1 - y^2) <= e^2 (1 - z^2) y^2: low_temperature.lyapunov.tangent along an orbit (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import Bound, Claim, Interval, Nonneg, Positive, Real, Space, eq, exp, ge, gt, le

S = Space(
    t=Nonneg(), y=Interval(-1, 1), R=Real(), size=Positive(), z=Interval(-1, 1), l1=Real(), l2=Real(), s1=Positive()
)
t, y, R, size, z, l1, l2, s1 = S.symbols
g, q = l1 - l2, y**2
fall = exp(-g * t / (2 * s1)) ** 4  # e^2, in the unit of W_2


def bound(factor):
    below = le(R, l1 * q + l2 * (1 - q))
    return Bound(
        le(z**2 * (1 - q), factor * (1 - z**2) * q),
        along={y: (l1 - R) * y / size, t: 1},
        inputs=[R, size],
        start=[eq(t, 0), eq(q, z**2)],
        during=[below, le(size, s1)],
    )


claim = Claim(
    "low_temperature.lyapunov.orbit",
    S,
    given=[gt(l1, l2)],
    title="On every orbit the tangent of the angle to the top eigenspace falls exponentially",
    source=LOW_2026.at("Lyapunov estimate of the zero-temperature equation; constants not in the paper"),
    rests_on=["low_temperature.lyapunov.tangent"],
    shows=bound(fall),
    mutants={"twice": bound(fall**2), "sine": bound(fall * q)},
)


@claim.argument
def argument(p):
    weight, rest = 2 * g / s1 * q, 2 * (l1 - R) / size - 2 * g / s1 * (1 - q)
    spare = 2 / size * (l1 * q + l2 * (1 - q) - R) + 2 * g * (1 - q) * (s1 - size) / (s1 * size)
    p.sign(ge(1 - q, 0), as_=(1 - y) * (1 + y))
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    p.sign(ge(rest, 0), as_=spare)
    source = (fall * (1 - z**2) + z**2) * q * rest
    p.compare(rate=-weight, source=source, by=lambda at: at.sign(le(z**2 * (1 - q), fall * (1 - z**2) * q), as_=q - q))
