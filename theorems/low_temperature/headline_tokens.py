"""M = I, V symmetric: how near tokens of any law, n of them or a measure, are to the limit Phi#mu_0 at time t >= 0.

    W_2(mu_t, Phi#mu_0) <= s (exp(ell t) - 1)/ell + 2 sqrt(rho f) exp(-g t/2),   s = |V| sqrt(C/beta),

ell = l1 - ld, g = l1 - l2. X moves at temperature 1/beta, Y at temperature zero from the same start. With v = V(m - X),
mean |v|^2 <= s^2 is low_temperature.laplace.averaged, proved for d = 2, 3, which has one C for every law: no density is
bounded from below. It is a hypothesis here, for s is a symbol; that it is met is put together on paper.
`_limit.py` says what is supposed of the start. That the flow of a measure exists is supposed (arXiv 2605.10931).
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._limit import Limit
from theorems.low_temperature._stability import parting, spectral
from theorems.low_temperature.stability_tokens import claim as STABLE
from verify import Bound, Claim, Interval, Matrices, Mean, Nonneg, Positive, Real, Space, Sphere, Token
from verify import dot, eq, exp, ge, gt, le, norm2, sqrt

point, arrow = Token(Sphere(4)), Token(Matrices(4, 1))
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, P=Token(Sphere(3)), Q=Token(Sphere(2)),
    z=Token(Interval(0, 1)), l1=Real(), l2=Real(), ld=Real(), s=Positive(), rho=Positive(), f=Positive(),
)  # fmt: skip
t, D, X, Y, a, b, v, P, Q, z, l1, l2, ld, s, rho, f = S.symbols
inputs = (*X, *Y, *a, *b, *v, *P, Q[1])
tokens, ell, spread = (D, *inputs, Q[0], z), l1 - ld, (2 * (l1 - l2) + 2 * (l2 - ld)) / 2
limit = Limit(D, P, Q, z, tokens, (t, dot(Y, b), 1, l1, l2, 1), rho, f)
width, fades = s * (exp(ell * t) - 1) / ell, limit.fades


def bound(value, order=le):
    return Bound(
        order(limit.distance, value),
        along={D: parting(X, Y, a, b, v), Q[0]: limit.rate, t: 1},
        inputs=inputs,
        start=[eq(t, 0), eq(D, 0), eq(Q[0] ** 2, z**2)],
        during=[
            eq(D, norm2(X - Y)),
            *spectral(X, Y, a, b, l1, ld),
            le(Mean(norm2(v), *tokens), s**2),
            *limit.during,
        ],
    )


claim = Claim(
    "low_temperature.headline.tokens",
    S,
    given=[gt(l1, l2), ge(l2, ld)],
    title="The distance of tokens of any law to their limit",
    source=LOW_2026.at("main theorem; for tokens without a lower density bound, constants not in the paper"),
    rests_on=[
        "low_temperature.laplace.averaged.d2",
        "low_temperature.laplace.averaged.d3",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-bound",
    ],
    shows=bound(width + fades),
    mutants={  # more, with starts by hand: tests/kernel/test_path.py
        "below": bound(width + fades - 4 * sqrt(rho * f)),
        "far": bound(width + fades, ge),
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
    p.holds()
