"""The constant s1/sd of u(x) = Mx/|Mx| is sharp: every L with 0 <= L < s1/sd is beaten (arXiv 2605.10931).

On M = diag(sd, s1), the plane of two singular vectors in any dimension, the points x = (c, s) and y = (c, -s) give
|u(x) - u(y)|^2 = s1^2 |x - y|^2/(sd^2 c^2 + s1^2 s^2), and s^2 = (s1^2 - L^2 sd^2)/(2 s1^2 (1 + L^2)) is close enough.
The excluded case is sd = 0, a singular M: then u is not defined on the kernel, and beside it every L is beaten.
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Exists, Identity, Inequality, Nonneg, Positive, Space, Sphere, When
from verify import gt, matrix, norm2, sqrt, vector

S = Space(x=Sphere(2), y=Sphere(2), sd=Nonneg(), s1=Positive(), L=Nonneg())
x, y, sd, s1, L = S.symbols
M, mirror = matrix([[sd, 0], [0, s1]]), vector(x[0], -x[1])


def u(at):
    return M * at / sqrt(norm2(M * at))


beaten = gt(norm2(u(x) - u(y)), L**2 * norm2(x - y))
quotient, seen = norm2(u(x) - u(mirror)) * norm2(M * x), [gt(norm2(M * x), 0)]

claim = Claim(
    "low_temperature.lip.sharp",
    S,
    given=[gt(s1, L * sd)],
    title="No constant below the condition number will do",
    source=LOW_2026.at("zero-temperature field; not in the paper"),
    rests_on=["low_temperature.lip.u"],
    shows=All(
        ratio=When(seen, Identity(quotient, s1**2 * norm2(x - mirror))),
        beaten=Exists([beaten], of=[*x.entries(), *y.entries()]),
    ),
    mutants={
        "smallest": When(seen, Identity(quotient, sd**2 * norm2(x - mirror))),
        "everywhere": When(seen, Inequality(quotient, ">", L**2 * norm2(x - mirror))),
    },
)


@claim.argument
def argument(p):
    excess, norm = s1**2 - L**2 * sd**2, 2 * s1**2 * (1 + L**2)
    close = excess / norm
    at = p.part("beaten")
    at.sign(gt(excess, 0), as_=(s1 - L * sd) * (s1 + L * sd))
    at.sign(gt(1 - close, 0), as_=(s1**2 * (1 + 2 * L**2) + L**2 * sd**2) / norm)
    pair = dict(zip([*x.entries(), *y.entries()], (c := sqrt(1 - close), s := sqrt(close), c, -s), strict=True))
    size = sd**2 * (1 - close) + s1**2 * close
    left = 2 * s1**2 + L**2 * (s1**2 + sd**2)
    at.sign(beaten.subs(pair), as_=4 * close * excess * left / (norm * size))
    at.witness(pair)
