"""The zero-temperature field F(x) = P_x V u(x), P_x = I - x x^T, is Lipschitz with |V| (1 + k), k = s1/sd.

F(x) - F(y) = f + g with f = P_x (a - b) and g = (P_x - P_y) b, where a = V u(x) and b = V u(y): |f| <= |V| k |x - y| by
low_temperature.lip.u, and |g|^2 <= (1 - <x, y>^2) |b|^2 <= |V|^2 |x - y|^2. Four vectors lie in a copy of R^4: this is
every dimension (arXiv 2605.10931).
"""

from itertools import combinations

from theorems.low_temperature import LOW_2026
from verify import Claim, Inequality, Matrices, Positive, Space, Sphere, det, dot, ge, le, matrix, norm2

S = Space(x=Sphere(4), y=Sphere(4), a=Matrices(4, 1), b=Matrices(4, 1), k=Positive(), size=Positive())
x, y, a, b, k, size = S.symbols
D = norm2(x - y)
f, g = (a - b) - dot(x, a - b) * x, dot(y, b) * y - dot(x, b) * x
F = (a - dot(x, a) * x) - (b - dot(y, b) * y)

claim = Claim(
    "low_temperature.lip.field",
    S,
    given=[le(norm2(a - b), size**2 * k**2 * D), le(norm2(b), size**2)],
    title="The zero-temperature field is Lipschitz with |V| (1 + s1/sd)",
    source=LOW_2026.at("zero-temperature field; constant not in the paper"),
    rests_on=["low_temperature.lip.u"],
    shows=Inequality(norm2(F), "<=", size**2 * (1 + k) ** 2 * D),
    mutants={
        "no-one": Inequality(norm2(F), "<=", size**2 * k**2 * D),
        "squares": Inequality(norm2(F), "<=", size**2 * (1 + k**2) * D),
        "sum": Inequality(norm2(f - g), "<=", size**2 * (1 + k**2) * D),
    },
)


@claim.argument
def argument(p):
    volumes = sum(det(matrix([[v[i] for i in kept] for v in (x, y, b)])) ** 2 for kept in combinations(range(4), 3))
    p.sign(ge(norm2(b) * D, norm2(g)), as_=volumes + (1 - dot(x, y)) ** 2 * norm2(b))
    p.sign(ge(size**2 * k**2 * D, norm2(f)), as_=(size**2 * k**2 * D - norm2(a - b)) + dot(x, a - b) ** 2)
    rest = (1 + k) * ((norm2(b) * D - norm2(g)) + (size**2 - norm2(b)) * D) + norm2(f - k * g) / k
    p.sign(as_=(1 + k) / k * (size**2 * k**2 * D - norm2(f)) + rest)
