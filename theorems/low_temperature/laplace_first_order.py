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
from theorems.low_temperature._mirrored import Mirrored
from verify import All, Claim, Disk, Inequality, Interval, Nonneg, Positive, Real, Space, Token, eq, ge, le

S = Space(
    h=Positive(), d=Real(), A=Interval(0, 1), a=Positive(), r=Positive(), s=Real(), size=Nonneg(), L=Positive(),
    K=Positive(), w=Token(Disk(closed=True)), p=Token(Positive()), q=Token(Positive()), x=Token(Real()),
)  # fmt: skip
h, d, A, a, r, s, size, L, K, w, p, q, x = S.symbols
pair = Mirrored(h**2, w, p, q, x)
z, v, mean, Z, total, square = pair.z, pair.v, pair.mean, pair.Z, pair.total, 2 - 2 * pair.z
second, fourth = 2 * d / h**2 * Z, (d + 1) ** 2 / h**4 * Z
floor = [ge(d, 1), ge(p, a), ge(q, a)]
uniform = [eq(mean(x * v), s * A / h**2 * Z), le(mean(square), second), le(mean(square**2), fourth)]
turned, spread = K * (2 * d + (d + 1) ** 2), L * (2 * d + 1)
bound = (turned + size * A * spread / r) / (2 * a)
apart = h**2 * mean((p - q) * v) / total - A * s / r


def both(value):
    return All(above=Inequality(apart, "<=", value), below=Inequality(apart, ">=", -value))


claim = Claim(
    "low_temperature.laplace.first-order",
    S,
    given=[
        *floor,
        le(s**2, size**2),
        le((p - q - 2 * x) ** 2, (2 * K * square) ** 2),
        le((p + q - 2 * r) ** 2, 4 * L**2 * square),
        *uniform,
    ],
    title="The first order of the Laplace mean is the gradient of the logarithm of the density",
    source=LOW_2026.at("quantitative Laplace principle; not in the paper"),
    rests_on=[f"low_temperature.bessel.{name}" for name in ("riccati", "linear", "fourth-moment")],
    shows=both(bound / h),
    mutants={"minus": both(bound / h - 1 / h**3), "negative": Inequality(apart, "<=", -bound / h)},
)


@claim.argument
def argument(at):
    """|mean(p + q - 2 r)| is at most `flat`, and |mean((p - q - 2 x) v)| at most `steep`."""
    flat, steep = spread / h * Z, turned / h**3 * Z
    odd, even = (p - q - 2 * x) * v, p + q - 2 * r
    at.sign(ge(1 - z, 0), as_=[(1 - z) ** 2 / 2, (1 - z**2 - v**2) / 2, v**2 / 2])
    for sign in (1, -1):
        at.have(le(mean(sign * odd), steep), lambda b, sign=sign: smooth(b, sign * odd))
        at.have(le(mean(sign * even), flat), lambda b, sign=sign: lipschitz(b, sign * even))
        at.uses(ORDER, [sign * s, size])
    at.have(ge(total, 2 * a * Z), lambda b: pair.heavy(b, a))
    at.sign(ge(d, 0), as_=[d - 1, 1])
    for part, sign in (("above", 1), ("below", -1)):
        tilted = (size + sign * s) * (flat + mean(even)) + (size - sign * s) * (flat - mean(even))
        rest = bound / h * (total - 2 * a * Z) + h**2 * (steep - sign * mean(odd)) + A / r * tilted / 2
        at.part(part).sign(as_=(rest - 2 * sign * h**2 * (mean(x * v) - s * A / h**2 * Z)) / total)


def smooth(at, value):
    """|value| <= 2 K square |v| and |v| <= short, for every token."""
    short, moved = (1 / h + h * square) / 2, (p - q - 2 * x) ** 2
    at.sign(le(v**2, short**2), as_=[1 - z**2 - v**2, ((1 / h - h * square) / 2) ** 2, (1 - z) ** 2])
    most = 2 * K * square * short
    pair.bounded(at, value, most, short**2 * ((2 * K * square) ** 2 - moved) + moved * (short**2 - v**2))
    light = [K * h * (fourth - mean(square**2)), K * (second - mean(square)) / h]
    at.sign(le(mean(value), turned / h**3 * Z), as_=[mean(most) - mean(value), *light])


def lipschitz(at, value):
    most = L * (1 / h + h * square)
    pair.bounded(at, value, most, [L**2 * (square * h - 1 / h) ** 2, 4 * L**2 * square - value**2])
    at.sign(le(mean(value), spread / h * Z), as_=[mean(most) - mean(value), L * h * (second - mean(square))])
