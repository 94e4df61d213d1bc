"""Where T = tan angle(X, E) is at most e times its start: |X - Phi|^2 <= 2 - 2 z/sqrt(z^2 + e^2 (1 - z^2)).

z > 0 is |P_E x| at the start, Phi = P_E x/|P_E x| the limit of the token, and X = (|P_E X|, |X - P_E X|) in the plane
of Phi and X, in every dimension. With e = exp(-g t/s1) the hypothesis is low_temperature.lyapunov.tangent, and the
means of both sides bound W_2^2 (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Inequality, Interval, Positive, Space, Sphere, ge, gt, norm2, sqrt, vector

S = Space(X=Sphere(2), e=Positive(), z=Interval(0, 1))
X, e, z = S.symbols
size = z**2 + e**2 * (1 - z**2)
bound = 2 - 2 * z / sqrt(size)
slack = e**2 * (1 - z**2) * X[0] ** 2 - z**2 * X[1] ** 2

claim = Claim(
    "low_temperature.zero-temperature-distance",
    S,
    given=[gt(z, 0), gt(X[0], 0), ge(slack, 0)],
    title="The distance of a token to its limit, by the angle",
    source=LOW_2026.at("Lyapunov estimate of the zero-temperature equation; not in the paper"),
    rests_on=["low_temperature.lyapunov.tangent"],
    shows=All(
        distance=Inequality(norm2(X - vector(1, 0)), "<=", bound),
        nonnegative=Inequality(bound, ">=", 0),
    ),
    mutants={
        "half": Inequality(norm2(X - vector(1, 0)), "<=", bound / 2),
        "sine": Inequality(norm2(X - vector(1, 0)), "<=", 1 - z**2 / size),
    },
)


@claim.argument
def argument(p):
    root = sqrt(size)
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    p.part("distance").sign(as_=2 * slack / (root * (X[0] * root + z)))
    p.part("nonnegative").sign(as_=2 * e**2 * (1 - z**2) / (root * (root + z)))
