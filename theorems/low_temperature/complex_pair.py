"""Zero temperature with a complex leading pair in the plane: the law is periodic, and has no limit unless it rests.

B = [[a, -b], [b, a]], b > 0: the angle of a token moves at the rate b/n, n = |M (cos, sin)|, by low_temperature.jordan,
so a turn takes the time integral of n/b over it, which is the same from every start: all tokens come back together. For
M = I the period is 2 pi/b and W_2(mu_t, mu_0) has it (`returns`). Let w have the law of the start x, under any
coupling: for M = I the mean of |X_t - w|^2 is at least |E X_t - E w|^2 = 4 sin(bt/2)^2 |E x|^2 (`apart`). So there
W_2(mu_t, mu_0) is 0 after each period and at least 2 |E x| halfway. A start with E x = 0, such as the uniform one, may
rest; for other M only `together` is said here (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Identity, Inequality, Integral, Matrices, Mean, Positive, Real, Space, Sphere, Token
from verify import Wasserstein, cos, eq, matrix, norm2, sin, sqrt, vector

S = Space(
    b=Positive(), t=Real(), M=Matrices(2, 2), phi=Real(), start=Real(), x=Token(Sphere(2)), w=Token(Sphere(2)),
)  # fmt: skip
b, t, M, phi, start, x, w = S.symbols
clock = sqrt(norm2(M * vector(cos(phi), sin(phi)))) / b
tokens = (*x, *w)


def turned(by):
    return matrix([[cos(by), -sin(by)], [sin(by), cos(by)]]) * x


def turn(begin):
    return Integral(clock, phi, begin, begin + 2 * PI)


def mean(of):
    return vector(*(Mean(each, *tokens) for each in of))


X, period = turned(b * t), 2 * PI / b
apart, moved, size = Mean(norm2(X - w), *tokens), mean(X) - mean(w), norm2(mean(x))
halfway = 4 * sin(b * t / 2) ** 2 * size


def since(t):
    return Wasserstein(2, turned(b * t).entries(), x.entries(), *tokens)


claim = Claim(
    "low_temperature.complex-pair",
    S,
    given=[eq(Mean(each, *tokens), Mean(other, *tokens)) for each, other in zip(w, x, strict=True)],
    title="In the plane, with a complex leading pair: the distance to the start is periodic",
    source=LOW_2026.at("zero-temperature limit; exception not in the paper"),
    rests_on=["low_temperature.jordan"],
    shows=All(
        together=Identity(turn(start), turn(0)),
        returns=Identity(since(t + period), since(t)),
        apart=Inequality(apart, ">=", halfway),
    ),
    mutants={
        "half-turn": Identity(Integral(clock, phi, start, start + PI / 2), Integral(clock, phi, 0, PI / 2)),
        "no-half": Inequality(apart, ">=", 4 * sin(b * t) ** 2 * size),
        "farther": Inequality(apart, ">=", 5 * sin(b * t / 2) ** 2 * size),
    },
)


@claim.argument
def argument(p):
    p.part("together").rises(p.part("together").goal, start, low=0)
    q = p.part("apart")
    q.ring(eq(norm2(moved), halfway))
    q.sign(as_=[Mean(norm2(X - w - moved), *tokens), norm2(moved) - halfway])
