"""The first order of the Laplace mean across u, for densities with a Lipschitz gradient, in every dimension:

    |k m_e - A s/r| <= C/sqrt(k),   C = (K (2d + (d + 1)^2) + |s| A L (2d + 1)/r)/(2a)

where e is any direction across u, r the density at u and s its derivative along e. So k m_e tends to s/r, which is the
derivative of log density. A token is a point y of the uniform law, v = <y, e>, square = |y - u|^2, with the density p
there, q at its mirror image on the other side of u, and x = <gradient at u, y>: |p - q - 2x| <= 2 K square and |p + q -
2r| <= 2 L |y - u|, p and q are at least a. Of the uniform law enter the means of x v = s A/k, of square, at most 2d/k
(low_temperature.bessel.linear), and of its square, at most (d + 1)^2/k^2 (low_temperature.bessel.fourth-moment), under
the weight exp(k <y, u>), k = h^2 (arXiv 2605.10931).
"""

from theorems.classical.square_order import claim as ORDER
from theorems.low_temperature import LOW_2026
from verify import All, Claim, Disk, Inequality, Interval, Mean, Nonneg, Positive, Real, Space, Token
from verify import eq, exp, ge, gt, im, le, re

S = Space(
    h=Positive(), d=Real(), A=Interval(0, 1), a=Positive(), r=Positive(), s=Real(), size=Nonneg(), L=Positive(),
    K=Positive(), w=Token(Disk(closed=True)), p=Token(Positive()), q=Token(Positive()), x=Token(Real()),
)  # fmt: skip
h, d, A, a, r, s, size, L, K, w, p, q, x = S.symbols
z, v, weight, square = re(w), im(w), exp(h**2 * re(w)), 2 - 2 * re(w)


def mean(value):
    return Mean(value * weight, w, p, q, x)


Z, total = mean(1), mean(p + q)
turned, spread = K * (2 * d + (d + 1) ** 2), L * (2 * d + 1)
bound = (turned + size * A * spread / r) / (2 * a)
apart = h**2 * mean((p - q) * v) / total - A * s / r


def both(value):
    return All(above=Inequality(apart, "<=", value), below=Inequality(apart, ">=", -value))


claim = Claim(
    "low_temperature.laplace.first-order",
    S,
    given=[
        ge(d, 1),
        ge(p, a),
        ge(q, a),
        le(s**2, size**2),
        le((p - q - 2 * x) ** 2, (2 * K * square) ** 2),
        le((p + q - 2 * r) ** 2, 4 * L**2 * square),
        eq(mean(x * v), s * A / h**2 * Z),
        le(mean(square), 2 * d / h**2 * Z),
        le(mean(square**2), (d + 1) ** 2 / h**4 * Z),
    ],
    title="The first order of the Laplace mean is the gradient of the logarithm of the density",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    rests_on=[
        "low_temperature.bessel.riccati",
        "low_temperature.bessel.linear",
        "low_temperature.bessel.fourth-moment",
    ],
    shows=both(bound / h),
    mutants={"minus": both(bound / h - 1 / h**3), "negative": Inequality(apart, "<=", -bound / h)},
)
odd, even = (p - q - 2 * x) * v, p + q - 2 * r
short = (1 / h + h * square) / 2
limits = {odd: turned / h**3 * Z, even: spread / h * Z}


@claim.argument
def argument(at):
    """Each block leaves one relation behind."""
    at.sign(gt(Z, 0))
    at.sign(ge(d - 1, 0))
    for value in (odd, even):
        for sign in (1, -1):
            shows = le(sign * mean(value), limits[value])
            at.cases(gt(h, 0), lambda q, value=value, sign=sign: small(q, sign, value), shows=shows)
    at.cases(gt(h, 0), heavy, shows=ge(total, 2 * a * Z))
    at.sign(gt(total, 0), as_=[total - 2 * a * Z, 2 * a * Z])
    at.sign(ge(d, 0), as_=[d - 1, 1])
    for part, sign in (("above", 1), ("below", -1)):
        for each in (sign, -sign):
            at.uses(ORDER, [each * s, size])
        above, below = limits[even] + mean(even), limits[even] - mean(even)
        mixed = ((size + sign * s) * above + (size - sign * s) * below) / 2
        rest = bound / h * (total - 2 * a * Z) + h**2 * (limits[odd] - sign * mean(odd)) + A / r * mixed
        at.part(part).sign(as_=(rest - 2 * sign * h**2 * (mean(x * v) - s * A / h**2 * Z)) / total)


def heavy(at):
    at.average(ge((p + q) * weight, 2 * a * weight), w, p, q, x, as_=weight * (2 * (p - a) + 2 * (q - a)) / 2)
    at.sign(ge(total, 2 * a * Z))


def small(at, sign, value):
    """|value| <= most for every token, since its square is; and the mean of most is at most the limit."""
    at.sign(ge(1 - z, 0), as_=(2 * (1 - z) ** 2 + 2 * (1 - z**2 - v**2) + 2 * v**2) / 4)
    if value is odd:
        near = ((1 / h - h * square) / 2) ** 2 + (1 - z) ** 2
        at.sign(le(v**2, short**2), as_=[1 - z**2 - v**2, near])
        most, moved = 2 * K * square * short, (p - q - 2 * x) ** 2
        rest = short**2 * ((2 * K * square) ** 2 - moved) + moved * (short**2 - v**2)
        light = h * ((d + 1) ** 2 / h**4 * Z - mean(square**2)) + (2 * d / h**2 * Z - mean(square)) / h
    else:
        most, rest = 2 * L * short, L**2 * (square * h - 1 / h) ** 2 + (4 * L**2 * square - even**2) * 2 / 2
        light = h * (2 * d / h**2 * Z - mean(square))
    at.sign(le((sign * value) ** 2, most**2), as_=rest)
    at.uses(ORDER, [sign * value, most])
    at.average(le(sign * value * weight, most * weight), w, p, q, x, as_=weight * (most - sign * value))
    scale = K if value is odd else L
    light = 2 * (mean(most) - sign * mean(value)) + 2 * scale * light
    at.sign(as_=light / 2, shows=le(sign * mean(value), limits[value]))
