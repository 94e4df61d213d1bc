"""Layers x -> P x/|P x| for M = I at zero temperature, of a uniform start: the singular values of P give W_2.

In the plane P has unit vectors w, u with P w = s1 u, and P w' = s2 u' for those across them, s1 > |s2| > 0. The token
at the angle theta from w goes to X = (s1 cos(theta) u + s2 sin(theta) u')/|.|: nearer to u than to -u where cos(theta)
> 0, and as far as from -theta; -x goes to -X. A uniform start does not see w, and the turn from w to u moves the target
along: so W_2^2 is 2 - (4/pi) arccos(e)/(1 - e^2)^(1/2), that of low_temperature.zero-temperature-w2.d2 with e =
|s2|/s1. Where log(s1/|s2|)/t tends to a gap of Lyapunov exponents, W_2 falls at half of it (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Positive, Real, Space, Sphere
from verify import cos, eq, gt, ne, norm2, sin, sqrt, vector

S = Space(w=Sphere(2), u=Sphere(2), s1=Positive(), s2=Real(), theta=Real())
w, u, s1, s2, theta = S.symbols
e, c, s = s2 / s1, cos(theta), sin(theta)


def across(v):
    return vector(-v[1], v[0])


def unit(v):
    return v / sqrt(norm2(v))


def start(angle):
    return cos(angle) * w + sin(angle) * across(w)


P = s1 * u * w.T + s2 * across(u) * across(w).T
X = unit(P * start(theta))
away, one = norm2(X - u), norm2(unit(vector(c, e * s)) - vector(1, 0))

claim = Claim(
    "low_temperature.layers.w2",
    S,
    given=[gt(s1**2, s2**2), ne(s2, 0)],
    title="M = I, layers in the plane, uniform start: the distance to the limit by singular values",
    source=LOW_2026.at("zero-temperature limit; layers of different matrices, not in the paper"),
    rests_on=["low_temperature.layers", "low_temperature.zero-temperature-w2.d2"],
    shows=All(
        same=Identity(away, one),
        mirrored=Identity(norm2(unit(P * start(-theta)) - u), away),
        nearer=Inequality((norm2(X + u) - away) * c, ">=", 0),
    ),
    mutants={
        "square": Identity(away, norm2(unit(vector(c, e**2 * s)) - vector(1, 0))),
        "inverse": Identity(away, norm2(unit(vector(c, s / e)) - vector(1, 0))),
        "right-vector": Inequality((norm2(X + w) - norm2(X - w)) * c, ">=", 0),
    },
)


@claim.argument
def argument(p):
    """The lengths that are divided out, |P x| = s1 |(c, e s)|, are positive."""
    size, long, short = s1**2 * c**2 + s2**2 * s**2, sqrt(norm2(P * start(theta))), s1 * sqrt(c**2 + (e * s) ** 2)
    p.sign(gt(size, 0), as_=s2**2 + (s1**2 - s2**2) * c**2)
    p.sign(gt(norm2(P * start(theta)), 0), as_=size)
    p.sign(gt(c**2 + (e * s) ** 2, 0), as_=size / s1**2)
    p.ring(square := eq((long - short) * (long + short), 0))
    p.zeros(square)
    p.ideal((-1 / (long * short), eq(long - short, 0)), shows=eq(1 / long, 1 / short))
    p.ring(first := eq(away, 2 - 2 * s1 * c / long))
    p.part("same").ideal((1, first), (1, eq(2 - 2 * s1 * c / short, one)), (-2 * s1 * c, eq(1 / long, 1 / short)))
    p.part("nearer").sign(as_=4 * s1 * c**2 / long)
