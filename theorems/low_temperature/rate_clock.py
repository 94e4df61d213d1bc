"""The clock of the circle for any invertible M: T = x2/x1 falls at the rate g/n, n = |Mx|, B = diag(l1, l2), g = l1 -
l2.

Near the attractor n is a = |Me1|, near the repeller b = |Me2|: |n - a| <= s1 T and |n - b| <= s1/T for all T > 0,
where s1 = |M|. So g t + a log T moves by at most s1 times what T does, and g t + b log T by at most s1 times what 1/T
does. From T0 > 1 down to 1 and on to T < 1 this is |g t - (b log T0 - a log T)| <= 2 s1. A start with x1/x2 = rho
uniform near 0 has T0 = 1/rho: up to constants W_p^p is K(L)/L of low_temperature.rate.integral at L = exp(g t/b), with
m = 1 and p b/a for p. So W_p falls like exp(-g t min(1/a, 1/(p b))), with a factor t^(1/p) where p b = a (arXiv
2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Bound, Claim, Evolves, Inequality, Matrices, Positive, Real, Space, Sphere
from verify import dot, eq, ge, gt, le, log, matrix, norm2, sqrt, vector

S = Space(x=Sphere(2), w=Matrices(2, 1), w1=Matrices(2, 1), l1=Real(), l2=Real(), s1=Positive())
x, w, w1, l1, l2, s1 = S.symbols
B, n, a = matrix([[l1, 0], [0, l2]]), sqrt(norm2(w)), sqrt(norm2(w1))
e1, T = vector(1, 0), x[1] / x[0]
field = (B * x - dot(x, B * x) * x) / n

near = Claim(
    "low_temperature.rate.clock.d2",
    S,
    given=[gt(x[0], 0), gt(norm2(w), 0), gt(norm2(w1), 0), le(norm2(w - w1), s1**2 * norm2(x - e1))],
    title="In the plane the speed of a token is that of the eigenvector that it is next to",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(
        falls=Evolves(T, dict(zip(x.entries(), field.entries(), strict=True)), rate=-(l1 - l2) / n * T),
        speed=Inequality((n - a) ** 2, "<=", s1**2 * T**2),
    ),
    mutants={
        "no-clock": Evolves(T, dict(zip(x.entries(), field.entries(), strict=True)), rate=-(l1 - l2) * T),
        "half": Inequality((n - a) ** 2, "<=", s1**2 * T**2 / 4),
    },
)

Run = Space(T=Positive(), t=Real(), n=Positive(), at=Positive(), g=Positive(), s1=Positive(), first=Real())
height, time, speed, at, g, size, first = Run.symbols
run = g * time + at * log(height)


def bound(sign, moved, near, begun=run):
    """sign (g t + at log T) + s1 moved is at most its start, while |n - at| <= s1 near."""
    value = sign * run + size * moved
    begin = [eq(time, 0), le(sign * begun + size * moved, first)]
    during = [le(speed, at + size * near), ge(speed, at - size * near)]
    flow = {height: -g * height / speed, time: 1}
    return Bound(le(value, first), along=flow, inputs=[speed], start=begin, during=during)


clock = Claim(
    "low_temperature.rate.clock.run",
    Run,
    title="How long a token stays next to an eigenvector",
    source=LOW_2026.at("zero-temperature limit; rates not in the paper"),
    rests_on=["low_temperature.rate.clock.d2"],
    shows=All(
        attractor_above=bound(1, height, height),
        attractor_below=bound(-1, height, height),
        repeller_above=bound(1, -1 / height, 1 / height),
        repeller_below=bound(-1, -1 / height, 1 / height),
    ),
    mutants={"any-start": bound(1, height, height, begun=0), "other": bound(-1, height, height, begun=2 * run)},
)


@near.argument
def argument(p):
    q, chord = p.part("speed"), norm2(x - e1)
    q.sign(ge(T**2, chord), as_=(1 - x[0]) ** 2 * (1 + 2 * x[0]) / x[0] ** 2)
    q.sign(ge(norm2(w - w1), (n - a) ** 2), as_=norm2(n * w1 - a * w) / (n * a))
    above = (2 * s1**2 * chord - 2 * norm2(w - w1)) / 2 + s1**2 * (T**2 - chord)
    q.sign(as_=(2 * norm2(w - w1) - 2 * (n - a) ** 2) / 2 + above)


@clock.argument
def times(p):
    over = g / speed
    for name, distance in (("attractor", height), ("repeller", 1 / height)):
        p.part(f"{name}_above").compare(0, over * (at + size * distance - speed))
        p.part(f"{name}_below").compare(0, over * (speed - (at - size * distance)))
