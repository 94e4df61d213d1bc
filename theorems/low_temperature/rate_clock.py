"""The clock of the circle for any invertible M: T = x2/x1 falls at the rate g/n, n = |Mx|, B = diag(l1, l2), g = l1 -
l2. Near the attractor n is a = |Me1|: |n - a| <= s1 T for all T > 0, s1 = |M|; near the repeller it is b = |Me2|, and
|n - b| <= s1/T (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Evolves, Inequality, Matrices, Positive, Real, Space, Sphere
from verify import dot, ge, gt, le, matrix, norm2, sqrt, vector

S = Space(x=Sphere(2), w=Matrices(2, 1), w1=Matrices(2, 1), l1=Real(), l2=Real(), s1=Positive())
x, w, w1, l1, l2, s1 = S.symbols
B, n, a = matrix([[l1, 0], [0, l2]]), sqrt(norm2(w)), sqrt(norm2(w1))
e1, T = vector(1, 0), x[1] / x[0]
field = (B * x - dot(x, B * x) * x) / n
flow = dict(zip(x.entries(), field.entries(), strict=True))

claim = Claim(
    "low_temperature.rate.clock.d2",
    S,
    given=[gt(x[0], 0), gt(norm2(w), 0), gt(norm2(w1), 0), le(norm2(w - w1), s1**2 * norm2(x - e1))],
    title="In the plane the speed of a token is that of the eigenvector that it is next to",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(
        falls=Evolves(T, flow, rate=-(l1 - l2) / n * T),
        speed=Inequality((n - a) ** 2, "<=", s1**2 * T**2),
    ),
    mutants={
        "no-clock": Evolves(T, flow, rate=-(l1 - l2) * T),
        "half": Inequality((n - a) ** 2, "<=", s1**2 * T**2 / 4),
    },
)


@claim.argument
def argument(p):
    q, moved, chord = p.part("speed"), norm2(w - w1), norm2(x - e1)
    q.sign(ge(T**2, chord), as_=(1 - x[0]) ** 2 * (1 + 2 * x[0]) / x[0] ** 2)
    q.sign(ge(moved, (n - a) ** 2), as_=norm2(n * w1 - a * w) / (n * a))
    q.sign(as_=[moved - (n - a) ** 2, s1**2 * chord - moved, s1**2 * (T**2 - chord)])
