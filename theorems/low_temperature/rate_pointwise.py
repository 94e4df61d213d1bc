"""Zero temperature, M = I, e = exp(-g t): the distance of a token to its limit, against 1/(1 + r/e), r = |P_E x|.

In the plane of the limit and X = (a, b): by low_temperature.lyapunov.tangent b/a <= e sqrt(1 - r^2)/r, and this gives
|X - Phi| (1 + r/e) <= 2. With P_2 on the eigenspace of l2, |P_2 X|/|P_E X| falls exactly like e, so b/a >= e/(2r) where
|P_2 x| >= 1/2 at the start, and this gives 2 |X - Phi| (1 + r/e) >= 1 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Evolves, Inequality, Interval, Positive, Real, Space, Sphere, When
from verify import ge, gt, norm2, vector

S = Space(
    X=Sphere(2),
    e=Positive(),
    r=Interval(0, 1),
    first=Positive(),
    second=Real(),
    R=Real(),
    l1=Real(),
    l2=Real(),
    size=Positive(),
)
X, e, r, first, second, R, l1, l2, size = S.symbols
a, b = X
square = norm2(X - vector(1, 0))
flow = {first: (l1 - R) * first / size, second: (l2 - R) * second / size}
falls = ge(e**2 * (1 - r**2) * a**2 - r**2 * b**2, 0)
stays = ge(4 * r**2 * b**2 - e**2 * a**2, 0)

claim = Claim(
    "low_temperature.rate.pointwise",
    S,
    given=[gt(a, 0)],
    title="The distance of a token to its limit, from above and below",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    rests_on=["low_temperature.lyapunov.tangent"],
    shows=All(
        quotient=Evolves(second / first, along=flow, rate=-(l1 - l2) / size * second / first),
        upper=When([falls], Inequality(square * (1 + r / e) ** 2, "<=", 4)),
        lower=When([stays], Inequality(4 * square * (1 + r / e) ** 2, ">=", 1)),
    ),
    mutants={
        "once": When([falls], Inequality(square * (1 + r / e) ** 2, "<=", 1)),
        "more": When([stays], Inequality(square * (1 + r / e) ** 2, ">=", 1)),
        "sum": Evolves(second / first, along=flow, rate=(l1 + l2) / size * second / first),
    },
)


@claim.argument
def argument(p):
    rest = 2 * b**2 * (e - r) ** 2 + square * a * (e + r) ** 2
    p.part("upper").sign(as_=(4 * (falls.left + e**2 * r**2 * a**2) + rest) / e**2)
    apart = 4 * (e + r) ** 2 * (1 - a) ** 2 + b**2 * e * (3 * e + 8 * r)
    p.part("lower").sign(as_=(stays.left + apart) / e**2)
