"""Zero temperature, B diagonalisable but not symmetric, l1 simple and real: the limit is sign(<l1vec, x>) r1, along
the eigenvectors of B.

exp(sB) x = a r1 + v with |r1| = 1, a = exp(l1 s) c, c = <l1vec, x> > 0, and |v| <= cond exp(l2 s) where S diagonalises
B and cond = cond(S): so |X - r1| <= 2 cond exp(-(l1 - l2) s)/c. For B = [[1, k], [0, 0]] the sign is that of x1 + k
x2, and with u = -x1/x2, whose density is 1/(pi (1 + u^2)) for a uniform x, it differs from that of x1, the orthogonal
projection, iff 0 < u < k: on the share arctan(k)/pi of all starts. The vectors r1 and v lie in a plane: this is every
dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Flow, Identity, Inequality, Integral, Matrices, Positive, Real, Space, Sphere, When
from verify import atan, exp, eye, eq, gt, le, lt, matrix, norm2, sqrt

S = Space(
    r1=Sphere(2), v=Matrices(2, 1), a=Positive(), l1=Real(), l2=Real(), s=Real(), c=Positive(), cond=Positive(),
    k=Positive(), x1=Real(), x2=Real(), u=Real(),
)  # fmt: skip
r1, v, a, l1, l2, s, c, cond, k, x1, x2, u = S.symbols
y = a * r1 + v
N = sqrt(norm2(y))
missed = norm2(y / N - r1)
moves, B = matrix([[exp(s), k * (exp(s) - 1)], [0, 1]]), matrix([[1, k], [0, 0]])
slope = moves.map(Flow.of({s: 1}).derivative)
shrinks = [eq(a, c * exp(l1 * s)), le(norm2(v), (cond * exp(l2 * s)) ** 2)]

claim = Claim(
    "low_temperature.oblique",
    S,
    given=[gt(norm2(y), 0)],
    title="Without symmetry the limit is the spectral projection",
    source=LOW_2026.at("projection map of the zero-temperature limit; constant not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(
        near=Inequality(missed, "<=", 4 * norm2(v) / a**2),
        rate=When(shrinks, Inequality(missed, "<=", (2 * cond / c * exp(-(l1 - l2) * s)) ** 2)),
        solves=Identity(slope, B * moves),
        starts=Identity(moves.subs(s, 0), eye(2)),
        differs=When([eq(x1, -u * x2), gt(x2**2, 0), gt(u, 0), lt(u, k)], Inequality(x1 * (x1 + k * x2), "<", 0)),
        agrees=When([eq(x1, -u * x2), gt(u * (u - k), 0), gt(x2**2, 0)], Inequality(x1 * (x1 + k * x2), ">", 0)),
        share=Identity(Integral(1 / (PI * (1 + u**2)), u, 0, k), atan(k) / PI),
    ),
    mutants={
        "once": Inequality(missed, "<=", norm2(v) / a**2),
        "orthogonal": When([gt(x1**2, 0)], Inequality(x1 * (x1 + k * x2), ">", 0)),
        "half": Identity(Integral(1 / (PI * (1 + u**2)), u, 0, k), atan(k) / (2 * PI)),
    },
)


@claim.argument
def argument(p):
    rest = norm2(v - (a - N) / N * y) + 2 * a * N * missed
    for part in ("near", "rate"):
        p.part(part).sign(le(missed, 4 * norm2(v) / a**2), as_=rest / a**2)
    q = p.part("rate")
    q.sign(as_=2 * (4 * norm2(v) / a**2 - missed) / 2 + 4 * ((cond * exp(l2 * s)) ** 2 - norm2(v)) / a**2)
    p.part("differs").sign(as_=x2**2 * u * (k - u))
    p.part("agrees").sign(as_=x2**2 * (u**2 - k * u))
    p.part("share").integral(Integral(1 / (PI * (1 + u**2)), u, 0, k), by=atan(u) / PI)
