"""Layers x -> P x/|P x| for M = I at zero temperature: any number of them is one, whose singular values give W_2.

A layer may be a step e^(hB) x/|.| of x' = P_x B x, or N(x + h B x), and the next one another. That two are one is
written in the plane; only positive factors are divided out, so no dimension enters. In the plane a product P
has unit vectors w, u with P w = s1 u, and P w' = s2 u' for those across them, s1 > |s2| > 0. The token at the angle
theta from w goes to X = (s1 cos(theta) u + s2 sin(theta) u')/|.|: nearer to u than to -u where cos(theta) > 0, and as
far as from -theta; -x goes to -X. A uniform start does not see w, and the turn from w to u moves the target along: so
W_2^2 is 2 - (4/pi) arccos(e)/(1 - e^2)^(1/2), that of low_temperature.zero-temperature-w2.d2 with e = |s2|/s1. Where
log(s1/|s2|)/t tends to a gap of Lyapunov exponents, W_2 falls at half of it (arXiv 2605.10931, zero temperature).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Matrices, Positive, Real, Space, Sphere
from verify import cos, eq, gt, ne, norm2, sin, sqrt, vector

S = Space(P=Matrices(2, 2), Q=Matrices(2, 2), x=Sphere(2))
P, Q, x = S.symbols
n, q, r = sqrt(norm2(P * x)), sqrt(norm2(Q * P * x)), sqrt(norm2(Q * P * x / sqrt(norm2(P * x))))
twice, once = Q * (P * x / n) / r, Q * P * x / q

product = Claim(
    "low_temperature.layers",
    S,
    given=[gt(norm2(Q * P * x), 0)],
    title="M = I, in the plane: two layers are one, whose matrix is the product",
    source=LOW_2026.at("zero-temperature limit; layers of different matrices, not in the paper"),
    shows=All(first=Identity(twice[0], once[0]), second=Identity(twice[1], once[1])),
    mutants={
        "order": Identity(twice[0], (P * Q * x)[0] / q),
        "one-length": Identity(twice[0], (Q * P * x)[0] / n),
        "sign": Identity(twice[1], -once[1]),
    },
)

W = Space(w=Sphere(2), u=Sphere(2), s1=Positive(), s2=Real(), theta=Real())
w, u, s1, s2, theta = W.symbols


def across(v):
    return vector(-v[1], v[0])


def unit(v):
    return v / sqrt(norm2(v))


A = s1 * u * w.T + s2 * across(u) * across(w).T


def moved(angle):
    return unit(A * (cos(angle) * w + sin(angle) * across(w)))


X, e = moved(theta), s2 / s1
away, one = norm2(X - u), norm2(unit(vector(cos(theta), e * sin(theta))) - vector(1, 0))

claim = Claim(
    "low_temperature.layers.w2",
    W,
    given=[gt(s1**2, s2**2), ne(s2, 0)],
    title="M = I, layers in the plane, uniform start: the distance to the limit by singular values",
    source=LOW_2026.at("zero-temperature limit; layers of different matrices, not in the paper"),
    rests_on=["low_temperature.layers", "low_temperature.zero-temperature-w2.d2"],
    shows=All(
        same=Identity(away, one),
        mirrored=Identity(norm2(moved(-theta) - u), away),
        nearer=Inequality((norm2(X + u) - away) * cos(theta), ">=", 0),
    ),
    mutants={
        "square": Identity(away, norm2(unit(vector(cos(theta), e**2 * sin(theta))) - vector(1, 0))),
        "inverse": Identity(away, norm2(unit(vector(cos(theta), sin(theta) / e)) - vector(1, 0))),
        "right-vector": Inequality((norm2(X + w) - norm2(X - w)) * cos(theta), ">=", 0),
    },
)


@product.argument
def layers(p):
    y = P * x
    rest = sum((Q[i, 0] * y[1] - Q[i, 1] * y[0]) ** 2 for i in (0, 1))
    lengths = sum(Q[i, j] ** 2 for i in (0, 1) for j in (0, 1))
    p.sign(gt(lengths * norm2(y), 0), as_=[norm2(Q * P * x), rest])
    p.nonzero(norm2(y), cofactor=lengths, fact=gt(lengths * norm2(y), 0))
    p.sign(gt(norm2(y), 0))
    p.sign(gt(norm2(Q * P * x / n), 0), as_=norm2(Q * P * x) / n**2)
    p.zeros(eq((r * n - q) * (r * n + q), 0))
    for at, part in enumerate(("first", "second")):
        p.part(part).ideal((-(Q * P * x)[at] / (n * r * q), eq(r * n - q, 0)))


@claim.argument
def argument(p):
    size = s1**2 * cos(theta) ** 2 + s2**2 * sin(theta) ** 2
    y = A * (cos(theta) * w + sin(theta) * across(w))
    p.sign(gt(size, 0), as_=s2**2 + (s1**2 - s2**2) * cos(theta) ** 2)
    p.sign(gt(norm2(y), 0), as_=size)
    p.sign(gt(cos(theta) ** 2 + (e * sin(theta)) ** 2, 0), as_=size / s1**2)
    long, short = sqrt(norm2(y)), s1 * sqrt(cos(theta) ** 2 + (e * sin(theta)) ** 2)
    p.ring(square := eq((long - short) * (long + short), 0))
    p.zeros(square)
    p.ideal((-1 / (long * short), eq(long - short, 0)), shows=eq(1 / long, 1 / short))
    p.ring(first := eq(away, 2 - 2 * s1 * cos(theta) / long))
    p.ring(second := eq(one, 2 - 2 * s1 * cos(theta) / short))
    p.part("same").ideal((1, first), (-1, second), (-2 * s1 * cos(theta), eq(1 / long, 1 / short)))
    p.part("mirrored").ring()
    p.part("nearer").sign(as_=4 * s1 * cos(theta) ** 2 / long)
