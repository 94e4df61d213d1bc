"""The uniform measure on the circle and in R^3: m = A u, so at M = I the field is A times that at zero temperature.

The part across u integrates to zero, and A is the ratio of Bessel functions: P_x V m = A (Vx - <x, Vx> x) with
k = beta. In R^3 it is coth k - 1/k, z = <y, u> being uniform in [-1, 1] (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Identity, Integral, Matrices, Positive, Real, Space, Sphere
from verify import cos, dot, eq, exp, gt, sin, sinh, tanh, vector

S = Space(k=Positive(), A=Real(), t=Real(), h=Real(), z=Real(), x=Sphere(2), V=Matrices(2, 2))
k, A, t, h, z, x, V = S.symbols
mass, first = (Integral(each * exp(k * z), z, -1, 1) for each in (1, z))


def on_circle(value):
    return Integral(value * exp(k * cos(t)), t, -PI, PI)


def on_sphere(value):
    """z = cos t is uniform on [-1, 1] and h on a turn."""
    return Integral(Integral(value, h, 0, 2 * PI) * exp(k * cos(t)) * sin(t), t, 0, PI)


def field(m):
    return V * m - dot(x, V * m) * x


claim = Claim(
    "low_temperature.laplace.uniform",
    S,
    title="On the circle and in R^3 the Laplace mean of the uniform measure points to u",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    rests_on=["low_temperature.bessel.circle", "low_temperature.bessel.sphere"],
    shows=All(
        circle=Identity(on_circle(sin(t)), 0),
        sphere=Identity(vector(on_sphere(sin(t) * cos(h)), on_sphere(sin(t) * sin(h))), vector(0, 0)),
        length=Identity(first / mass, 1 / tanh(k) - 1 / k),
        field=Identity(field(A * x), A * field(x)),
    ),
    mutants={
        "along": Identity(on_circle(cos(t)), 0),
        "no-second": Identity(first / mass, 1 / tanh(k)),
        "square": Identity(field(A * x), A**2 * field(x)),
    },
)


@claim.argument
def argument(p):
    p.part("circle").integral(on_circle(sin(t)), -exp(k * cos(t)) / k)
    for part, body, by in (("1", sin(t) * cos(h), sin(t) * sin(h)), ("2", sin(t) * sin(h), -sin(t) * cos(h))):
        q, turn = p.part(f"sphere.{part}"), Integral(body, h, 0, 2 * PI)
        q.integral(turn, by)
        q.ring(none := eq(turn * exp(k * cos(t)) * sin(t), 0))
        q.integrate(none, t, 0, PI)
    q = p.part("length")
    q.sign(gt(exp(k * z), 0))
    q.integrate(gt(exp(k * z), 0), z, -1, 1)
    q.integral(mass, exp(k * z) / k)
    q.integral(first, (k * z - 1) * exp(k * z) / k**2)
    q.sign(gt(sinh(k), 0))
    q.ring()
