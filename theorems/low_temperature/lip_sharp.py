"""The constant s1/sd of u(x) = Mx/|Mx| is sharp: every L with 0 <= L < s1/sd is beaten (arXiv 2605.10931).

On M = diag(sd, s1), the plane of two singular vectors in any dimension, the points x = (c, s) and y = (c, -s) give
|u(x) - u(y)|^2 = s1^2 |x - y|^2/(sd^2 c^2 + s1^2 s^2), and s^2 = (s1^2 - L^2 sd^2)/(2 s1^2 (1 + L^2)) is close enough.
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Nonneg, Positive, Space, Sphere, gt, matrix, norm2, sqrt, vector

S = Space(x=Sphere(2), sd=Positive(), s1=Positive(), L=Nonneg())
x, sd, s1, L = S.symbols
(c, s), M, excess = x, matrix([[sd, 0], [0, s1]]), s1**2 - L**2 * sd**2
y, close = vector(c, -s), excess / (2 * s1**2 * (1 + L**2))


def u(at):
    return M * at / sqrt(norm2(M * at))


claim = Claim(
    "low_temperature.lip.sharp",
    S,
    given=[gt(s1, L * sd)],
    title="No constant below the condition number will do",
    source=LOW_2026.at("zero-temperature field; not in the paper"),
    rests_on=["low_temperature.lip.u"],
    shows=All(
        ratio=Identity(norm2(u(x) - u(y)) * norm2(M * x), s1**2 * norm2(x - y)),
        positive=Inequality(close, ">", 0),
        below_one=Inequality(close, "<", 1),
        beats=Inequality(L**2 * (sd**2 * (1 - close) + s1**2 * close), "<", s1**2),
    ),
    mutants={
        "smallest": Identity(norm2(u(x) - u(y)) * norm2(M * x), sd**2 * norm2(x - y)),
        "twice": Inequality(2 * L**2 * (sd**2 * (1 - close) + s1**2 * close), "<", s1**2),
        "farther": Inequality(close, "<", "1/4"),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(norm2(M * x), 0), as_=((sd**2 * c) ** 2 + (s1**2 * s) ** 2 + sd**2 * s1**2) / (sd**2 + s1**2))
    p.sign(gt(excess, 0), as_=(s1 - L * sd) * (s1 + L * sd))
    p.part("below_one").sign(as_=(s1**2 * (1 + 2 * L**2) + L**2 * sd**2) / (2 * s1**2 * (1 + L**2)))
    p.part("beats").sign(as_=excess * (2 * s1**2 + L**2 * s1**2 + L**2 * sd**2) / (2 * s1**2 * (1 + L**2)))
