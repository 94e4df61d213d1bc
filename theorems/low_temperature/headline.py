"""The mean field, any M with B = VM symmetric: how near a measure is to its limit Phi#mu_0 at time t >= 0, any c > 0:

    W_2(mu_t, Phi#mu_0) <= c exp(r t) + V E(t) (exp(r t) - 1)/r + 2 sqrt(rho f) exp(-g t/(2 s1)),
    E(t) = 3 k0^(-1/2) + sqrt((d log k0 + 2 log(1/c0) + 2 (d - 1) L t)/k0),   V = |V|, L = V (1 + k), r = V (2 + k),

k = s1/sd, k0 = beta sd, lam = log k0, unit = k0^(-1/2); mu_0 of a ball of radius h <= 1 is at least c0 h^(d - 1), and
less = log(1/c0). X moves at temperature 1/beta and Y at temperature zero from the same start, a = V u(X), b = V u(Y),
v = V(m - u(X)). Where |X - Y| <= b for all tokens, b the first two summands, |v| <= V (b + E): so it is, by
low_temperature.stability.laplace. `_limit.py` says what is supposed of the start. Both are hypotheses here, as unit and
lam are symbols: the kernel shows what follows from them for every flow, and that the mean field meets them is put
together on paper, from the claims on which this rests. That the flow of the measure exists is supposed (arXiv
2605.10931).
"""

from theorems.classical.exp_above_line import claim as EXP
from theorems.low_temperature import LOW_2026
from theorems.low_temperature._limit import Limit
from theorems.low_temperature._stability import lipschitz, parting
from theorems.low_temperature.stability_lipschitz import claim as LIPSCHITZ
from theorems.low_temperature.stability_uniform import claim as UNIFORM
from theorems.low_temperature.stability_uniform import reach
from verify import Bound, Claim, Interval, Matrices, Nonneg, Positive, Real, Space, Sphere, Token
from verify import eq, exp, ge, gt, le, norm2, sqrt

point, arrow, positive = Token(Sphere(4)), Token(Matrices(4, 1)), Positive()
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, P=Token(Sphere(3)), Q=Token(Sphere(2)),
    z=Token(Interval(0, 1)), R=Token(Real()), size=Token(positive), l1=Real(), l2=Real(), s1=positive, k=positive,
    V=positive, unit=positive, lam=positive, less=Nonneg(), d=positive, c=positive, rho=positive, f=positive,
)  # fmt: skip
t, D, X, Y, a, b, v, P, Q, z, R, size, l1, l2, s1, k, V, unit, lam, less, d, c, rho, f = S.symbols
inputs = (*X, *Y, *a, *b, *v, *P, Q[1], R, size)
tokens, L, r = (D, *inputs, Q[0], z), V * (1 + k), V * (1 + k) + V
limit = Limit(D, P, Q, z, tokens, (t, R, size, l1, l2, s1), rho, f)
inner = d * lam + 2 * less + 2 * (d - 1) * L * t
E = unit * (3 + sqrt(inner))
width = reach(c, r, V, E, t)


def bound(value, width=width, order=le):
    return Bound(
        order(limit.distance, value),
        along={D: parting(X, Y, a, b, v), Q[0]: limit.rate, t: 1},
        inputs=inputs,
        start=[eq(t, 0), eq(D, 0), eq(Q[0] ** 2, z**2)],
        during=[eq(D, norm2(X - Y)), *lipschitz(X, Y, a, b, k, V), *limit.during],
        supposing=[(le(D, width**2), le(norm2(v), V**2 * (width + E) ** 2))],
    )


claim = Claim(
    "low_temperature.headline",
    S,
    given=[gt(l1, l2), ge(d, 1)],
    title="The distance of the mean field to its limit",
    source=LOW_2026.at("main theorem; constants not in the paper"),
    rests_on=[
        "low_temperature.stability.laplace",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-bound",
    ],
    shows=bound(width + limit.fades),
    mutants={
        "below": bound(width + limit.fades - 4 * sqrt(rho * f)),
        "far": bound(width + limit.fades, order=ge),
    },
)


@claim.argument
def argument(p):
    orders(p)
    p.uses(EXP, at={EXP.space.symbols: r * t})
    p.sign(ge(exp(r * t), 1), as_=(2 * (exp(r * t) - 1 - r * t) + 2 * r * t) / 2)
    p.sign(ge(width, 0), as_=c * exp(r * t) + V * E / r * (exp(r * t) - 1))
    slope = (d - 1) * L * unit / sqrt(inner)
    uniform = (t, D, parting(X, Y, a, b, v), norm2(v), E, slope, L, V, c)
    p.follows(UNIFORM, dict(zip(UNIFORM.space.scalars, uniform, strict=True)), tokens, by=way)
    p.average(le(D, width**2), *tokens)
    limit.argue(p, width, width**2)
    p.holds()


def orders(p):
    p.sign(ge(d - 1, 0))
    p.sign(gt(inner, 0))


def way(p):
    orders(p)
    p.uses(LIPSCHITZ, at=dict(zip(LIPSCHITZ.space.scalars, (*X, *Y, *a, *b, *v, k, V), strict=True)))
    p.ring(eq(sqrt(D), sqrt(norm2(X - Y))))
    below, here = (2 * L * each + 2 * sqrt(each) * sqrt(norm2(v)) for each in (norm2(X - Y), D))
    p.sign(le(parting(X, Y, a, b, v), here), as_=below - parting(X, Y, a, b, v))
