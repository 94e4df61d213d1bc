"""M = I, V symmetric: how near tokens of any law, n of them or a measure, are to the limit Phi#mu_0 at time t >= 0.

    W_2(mu_t, Phi#mu_0) <= s (exp(ell t) - 1)/ell + 2 sqrt(rho f) exp(-g t/2),   s = |V| sqrt(C/beta),

ell = l1 - ld, g = l1 - l2. X moves at temperature 1/beta, Y at temperature zero from the same start. With v = V(m - X),
mean |v|^2 <= s^2 is the averaged Laplace principle, which has one C for every law. In a frame with e_1 in front P is X
and Q is Y; Phi = Q_1/|Q_1| e_1 stays on the way (low_temperature.w2-exact). z is |Q_1| at the start, and the mean of
what low_temperature.zero-temperature-distance allows is to be at most 4 rho f e, e = exp(-g t): so it is, by
low_temperature.zero-temperature-bound, if the start has a density of at most rho, f = f_d(0). No density is bounded
from below. That the flow of the measure exists is supposed (arXiv 2605.10931).
"""

from itertools import pairwise

from theorems.classical.coupling import claim as COUPLING
from theorems.classical.exp_above_line import claim as EXP
from theorems.classical.wasserstein_triangle import claim as TRIANGLE
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import parting, spectral
from theorems.low_temperature.lyapunov_orbit import claim as ORBIT
from theorems.low_temperature.stability_tokens import claim as STABLE
from theorems.low_temperature.zero_temperature_distance import claim as DISTANCE
from verify import Bound, Claim, Interval, Matrices, Mean, Nonneg, Positive, Real, Space, Sphere, Token, Wasserstein
from verify import any_of, dot, eq, exp, ge, gt, le, norm2, sqrt, vector

point, arrow = Token(Sphere(4)), Token(Matrices(4, 1))
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, P=Token(Sphere(3)), Q=Token(Sphere(2)),
    z=Token(Interval(0, 1)), l1=Real(), l2=Real(), ld=Real(), s=Positive(), rho=Positive(), f=Positive(),
)  # fmt: skip
t, D, X, Y, a, b, v, P, Q, z, l1, l2, ld, s, rho, f = S.symbols
y, inputs = Q[0], (*X, *Y, *a, *b, *v, *P, Q[1])
tokens, ell, g = (D, *inputs, y, z), l1 - ld, l1 - l2
width, e = s * (exp(ell * t) - 1) / ell, exp(-g * t)
at_zero, limit = (y, Q[1], 0), (y / sqrt(y**2), 0, 0)
miss = 2 - 2 * z / sqrt(z**2 + e**2 * (1 - z**2))
near, distance = Mean(miss, *tokens), Wasserstein(2, P, limit, *tokens)


def bound(value):
    same = [eq(D, norm2(X - Y)), eq(D, norm2(P - vector(*at_zero))), gt(z, 0)]
    top = le(dot(Y, b), l1 * y**2 + l2 * (1 - y**2))
    means = [le(Mean(norm2(v), *tokens), s**2), le(near, 4 * rho * f * e)]
    return Bound(
        le(distance, value),
        along={D: parting(X, Y, a, b, v), y: (l1 - dot(Y, b)) * y, t: 1},
        inputs=inputs,
        start=[eq(t, 0), eq(D, 0), eq(y**2, z**2)],
        during=[*same, *spectral(X, Y, a, b, l1, ld), top, *means],
    )


spread = (2 * (l1 - l2) + 2 * (l2 - ld)) / 2
fades = 2 * sqrt(rho * f) * exp(-g * t / 2)

claim = Claim(
    "low_temperature.headline.tokens",
    S,
    given=[gt(l1, l2), ge(l2, ld)],
    title="The distance of tokens of any law to their limit",
    source=LOW_2026.at("main theorem; for tokens without a lower density bound, constants not in the paper"),
    rests_on=["low_temperature.w2-exact", "low_temperature.zero-temperature-bound"],
    shows=bound(width + fades),
    mutants={
        "no-laplace": bound(fades),
        "no-limit": bound(width),
        "full-rate": bound(width + fades * exp(-g * t / 2)),
        "half": bound((width + fades) / 2),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(ell, 0), as_=spread)
    p.uses(EXP, at={EXP.space.symbols: ell * t})
    p.sign(ge(width, 0), as_=s * (2 * (exp(ell * t) - 1 - ell * t) + 2 * ell * t) / (2 * ell))
    stable = dict(zip(STABLE.space.scalars, (t, D, *X, *Y, *a, *b, *v, l1, ld, s), strict=True))
    p.follows(STABLE, stable, tokens, by=lambda at: at.sign(gt(ell, 0), as_=spread))
    orbit = dict(zip(ORBIT.space.scalars, (t, y, dot(Y, b), 1, z, l1, l2, 1), strict=True))
    p.follows(ORBIT, orbit, by=within)
    p.sign(ge(1 - z**2, 0), as_=(1 - z) * (1 + z))
    falls = e**2 * (1 - z**2) * y**2 - z**2 * (1 - y**2)
    p.sign(gt(y**2, 0), as_=(2 * falls + 2 * z**2) / (2 * e**2 * (1 - z**2) + 2 * z**2))
    length, rest = sqrt(y**2), Q[1]
    p.ring(eq(length**2 + rest**2, 1))
    p.sign(ge(e**2 * (1 - z**2) * length**2, z**2 * rest**2), as_=falls)
    p.uses(DISTANCE, at=dict(zip(DISTANCE.space.scalars, (length, rest, e, z), strict=True)), part="distance")
    first, second = Wasserstein(2, P, at_zero, *tokens), Wasserstein(2, at_zero, limit, *tokens)
    for each in (first, second):
        p.cites(COUPLING, distance=each)
    p.cites(TRIANGLE, first=first, second=second)
    moved, left = norm2(P - vector(*at_zero)), norm2(vector(*at_zero) - vector(*limit))
    p.average(eq(D, moved), *tokens)
    below(p, first, width, Mean(moved, *tokens), Mean(D, *tokens), width**2)
    p.sign(fact := le(left, miss), as_=miss - ((length - 1) ** 2 + rest**2))
    p.average(fact, *tokens)
    below(p, second, fades, Mean(left, *tokens), near, 4 * rho * f * e)
    spare = 2 * (width - first) + 2 * (fades - second) + 2 * (first + second - distance)
    p.sign(le(distance, width + fades), as_=spare / 2)
    p.holds()


def within(p):
    for each in (y, -y):
        p.sign(ge(1 - each, 0), as_=((1 - each) ** 2 + Q[1] ** 2) / 2)
    p.sign(ge(z + 1, 0), as_=(2 * z + 2) / 2)


def below(p, distance, value, *costs):
    """distance <= value, for its square is at most the costs, each at most the next; the last one is value^2."""
    square = distance**2
    rising = sum(2 * (high - low) for low, high in pairwise([square, *costs]))
    p.sign(ge(value, 0))
    p.sign(ge(value**2, square), as_=rising / 2)

    def absurd(at):
        at.sign(gt(distance, 0), as_=(2 * (distance - value) + 2 * value) / 2)
        at.sign(gt(square - value**2, 0), as_=(distance - value) * (distance + value))
        at.absurd(square - value**2, shows=le(distance, value))

    p.cases(any_of(le(distance, value), gt(distance, value)), lambda at: None, absurd, shows=le(distance, value))
