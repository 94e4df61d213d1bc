"""M = I: the field F(x) = Vx - <x, Vx> x has the one-sided constant l1 - ld, for any V with l1, ld the extreme
eigenvalues of its symmetric part (arXiv 2605.10931). By Gronwall two orbits part at most like exp((l1 - ld) t).

Exactly <x - y, F(x) - F(y)> = <x - y, V(x - y)> - (R(x) + R(y))/2 |x - y|^2 with R(x) = <x, Vx>. The vectors x, y,
a = Vx, b = Vy lie in a copy of R^4: this is every dimension.
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Matrices, Real, Space, Sphere, dot, ge, le, norm2

S = Space(x=Sphere(4), y=Sphere(4), a=Matrices(4, 1), b=Matrices(4, 1), l1=Real(), ld=Real())
x, y, a, b, l1, ld = S.symbols
D, stretch = norm2(x - y), dot(x - y, a - b)
parting = dot(x - y, (a - dot(x, a) * x) - (b - dot(y, b) * y))
mean = (dot(x, a) + dot(y, b)) / 2
shows = All(
    exact=Identity(parting, stretch - mean * D),
    bound=Inequality(parting, "<=", (l1 - ld) * D),
)

claim = Claim(
    "low_temperature.one-sided",
    S,
    given=[le(stretch, l1 * D), ge(dot(x, a), ld), ge(dot(y, b), ld)],
    title="M = I: the one-sided Lipschitz constant of the field",
    source=LOW_2026.at("stability of the zero-temperature flow; constant not in the paper"),
    shows=shows,
    mutants={
        "half": shows.replaced(bound=Inequality(parting, "<=", (l1 - ld) / 2 * D)),
        "one": Identity(parting, stretch - dot(x, a) * D),
        "sign": Identity(parting, stretch + mean * D),
    },
)


@claim.argument
def argument(p):
    below = (dot(x, a) - ld) * D / 2 + (dot(y, b) - ld) * D / 2
    p.part("bound").sign(as_=(l1 * D - stretch) + below)
