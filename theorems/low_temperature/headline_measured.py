"""M = I, V symmetric, dim E = 1: n tokens at time t >= 0 against the limit Phi#mu_0 of the law they were drawn from.

    W_2(mu_t, Phi#mu_0) <= s (exp(ell t) - 1)/ell + sqrt(mean (2 - 2 z/sqrt(z^2 + e^2 (1 - z^2)))) + 2 sqrt(delta)

for every sample, with no density: s, ell, X and Y as in low_temperature.headline.tokens, e = exp(-g t), z = |P_E x| at
the start. Phi = +-1 says near which of the two points of E a token ends, and Psi = +-1 has the law Phi#mu_0, so coupled
that they differ on the share delta, by which the share of tokens on one side of the equator differs from mu_0 of that
side: the mean of |Phi - Psi|^2 is 4 delta (arXiv 2605.10931).
"""

from theorems.classical.coupling import claim as COUPLING
from theorems.classical.exp_above_line import claim as EXP
from theorems.classical.wasserstein_triangle import claim as TRIANGLE
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._limit import Limit, below
from theorems.low_temperature._stability import parting, spectral
from theorems.low_temperature.stability_tokens import claim as STABLE
from verify import Bound, Claim, Interval, Matrices, Mean, Nonneg, Positive, Real, Space, Sphere, Token, Wasserstein
from verify import dot, eq, exp, ge, gt, le, norm2, sqrt

point, arrow = Token(Sphere(4)), Token(Matrices(4, 1))
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, P=Token(Sphere(3)), Q=Token(Sphere(2)),
    z=Token(Interval(0, 1)), Psi=Token(Interval(-1, 1)), l1=Real(), l2=Real(), ld=Real(), s=Positive(), delta=Nonneg(),
)  # fmt: skip
t, D, X, Y, a, b, v, P, Q, z, Psi, l1, l2, ld, s, delta = S.symbols
inputs = (*X, *Y, *a, *b, *v, *P, Q[1])
tokens, ell, spread = (D, *inputs, Q[0], z, Psi), l1 - ld, (2 * (l1 - l2) + 2 * (l2 - ld)) / 2
limit = Limit(D, P, Q, z, tokens, (t, dot(Y, b), 1, l1, l2, 1))
width, missed = s * (exp(ell * t) - 1) / ell, 2 * sqrt(delta)
apart, end = Mean((limit.limit[0] - Psi) ** 2, *tokens), (Psi, 0, 0)
drawn, distance = Wasserstein(2, limit.limit, end, *tokens), Wasserstein(2, P, end, *tokens)


def bound(value, least=distance):
    return Bound(
        le(least, value),
        along={D: parting(X, Y, a, b, v), Q[0]: limit.rate, t: 1},
        inputs=inputs,
        start=[eq(t, 0), eq(D, 0), eq(Q[0] ** 2, z**2)],
        during=[
            eq(D, norm2(X - Y)),
            *spectral(X, Y, a, b, l1, ld),
            le(Mean(norm2(v), *tokens), s**2),
            le(apart, 4 * delta),
            *limit.during,
        ],
    )


claim = Claim(
    "low_temperature.headline.measured",
    S,
    given=[gt(l1, l2), ge(l2, ld)],
    title="The distance of n tokens to the limit of the law they were drawn from",
    source=LOW_2026.at("main theorem; for n tokens with the error of the sample, not in the paper"),
    rests_on=[
        "low_temperature.laplace.averaged.d2",
        "low_temperature.laplace.averaged.d3",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-distance",
    ],
    shows=bound(width + limit.fades + missed),
    mutants={
        "always-far": bound(width + limit.fades + missed, least=1),
        "no-sample": bound(width + limit.fades, least=missed),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(ell, 0), as_=spread)
    p.uses(EXP, at={EXP.space.symbols: ell * t})
    p.sign(ge(width, 0), as_=s * (2 * (exp(ell * t) - 1 - ell * t) + 2 * ell * t) / (2 * ell))
    stable = dict(zip(STABLE.space.scalars, (t, D, *X, *Y, *a, *b, *v, l1, ld, s), strict=True))
    p.follows(STABLE, stable, tokens, by=lambda at: at.sign(gt(ell, 0), as_=spread))
    limit.argue(p, width, width**2)
    p.cites(COUPLING, distance=drawn)
    p.cites(TRIANGLE, first=limit.distance, second=drawn)
    below(p, drawn, missed, apart, 4 * delta)
    spare = 2 * (width + limit.fades - limit.distance) + 2 * (missed - drawn)
    p.sign(le(distance, width + limit.fades + missed), as_=(spare + 2 * (limit.distance + drawn - distance)) / 2)
    p.holds()
