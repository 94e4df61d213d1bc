"""Layers with a step h are not the flow: x -> x + h P_x B x, back on the sphere, with M = I and B = diag(l1, l2).

T = x2/x1 is multiplied by (1 + h (l2 - R))/(1 + h (l1 - R)), R = <x, Bx>, which at the attractor e1 is 1 - h (l1 -
l2): beyond h (l1 - l2) = 2 it repels. For B = diag(1, -3) and h = 1 the points (sqrt(3), 1)/2 and (sqrt(3), -1)/2 are
a cycle of two layers; of no other B is a cycle shown here (arXiv 2605.10931; the discrete layers are not in the paper).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, Sphere, When
from verify import dot, gt, matrix, ne, norm2, sqrt, vector

S = Space(x=Sphere(2), h=Positive(), l1=Real(), l2=Real())
x, h, l1, l2 = S.symbols
B = matrix([[l1, 0], [0, l2]])


def moved(at, B, h):
    return at + h * (B * at - dot(at, B * at) * at)


def layer(at, B, h):
    return moved(at, B, h) / sqrt(norm2(moved(at, B, h)))


def factor(R):
    return (1 + h * (l2 - R)) / (1 + h * (l1 - R))


R, after = dot(x, B * x), layer(x, B, h)
one, other = vector(sqrt(3) / 2, "1/2"), vector(sqrt(3) / 2, "-1/2")
steep = matrix([[1, 0], [0, -3]])

claim = Claim(
    "low_temperature.euler-cycle",
    S,
    given=[ne(x[0], 0), gt(1 + h * (l1 - R), 0)],
    title="Discrete layers with a long step leave the limit, and can have a cycle of two",
    source=LOW_2026.at("zero-temperature limit; discrete layers not in the paper"),
    shows=All(
        quotient=Identity(after[1] / after[0], x[1] / x[0] * factor(R)),
        attractor=Identity(factor(l1), 1 - h * (l1 - l2)),
        repels=When([gt(h * (l1 - l2), 2)], Inequality(factor(l1), "<", -1)),
        there=Identity(layer(one, steep, 1), other),
        back=Identity(layer(other, steep, 1), one),
    ),
    mutants={
        "rests": Identity(layer(one, steep, 1), one),
        "flow": Identity(factor(l1), 1 + h * (l1 - l2)),
        "sooner": When([gt(h * (l1 - l2), 1)], Inequality(factor(l1), "<", -1)),
    },
)


@claim.argument
def argument(p):
    q = p.part("quotient")
    first, second = moved(x, B, h)
    q.sign(ne(first, 0), as_=x[0] * (1 + h * (l1 - R)))
    for start in (one, other):
        p.value(gt(norm2(moved(start, steep, 1)), 0))
