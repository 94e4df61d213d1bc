"""The main theorem in one line, in the form of the paper, for every beta > 0 and every t >= 0:

    W_2(mu_t, Phi#mu_0) <= C1 sqrt(log(beta + 1)/beta) exp(C t) + C2 exp(-c t),
    C1 = (1/3) sqrt(2 + 2/sd) (4 + sqrt(2d - 1 + 2 log(1/c0))),   C = |V| (3 + 2 cond M),
    C2 = 2 sqrt(rho f_d(0)),   c = g/(2 s1),

for symmetric B = V M with the gap g, s1 and sd the largest and the least singular value of M, cond M = s1/sd, mu_0 of
a ball of radius h <= 1 at least c0 h^(d - 1), and its density at most rho (`_limit.py`). As in low_temperature.headline
the two enter as hypotheses: the Laplace step, which holds for all beta by low_temperature.stability.laplace-every, and
the mean of the start. That the flow of the measure exists is supposed (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature import headline_prefactor as prefactor
from theorems.low_temperature._limit import Limit
from theorems.low_temperature._stability import lipschitz, parting
from theorems.low_temperature.headline_grade import claim as GRADE
from theorems.low_temperature.headline import claim as HEADLINE
from theorems.low_temperature.headline import S as THEIRS
from theorems.low_temperature.stability_uniform import reach
from verify import Bound, Claim, Interval, Matrices, Nonneg, Positive, Real, Space, Sphere, Token
from verify import eq, exp, ge, gt, le, norm2, sqrt

point, arrow, positive = Token(Sphere(4)), Token(Matrices(4, 1)), Positive()
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, P=Token(Sphere(3)), Q=Token(Sphere(2)),
    z=Token(Interval(0, 1)), R=Token(Real()), size=Token(positive), l1=Real(), l2=Real(), s1=positive, sd=positive,
    V=positive, beta=positive, less=Nonneg(), d=Real(), rho=positive, f=positive,
)  # fmt: skip
t, D, X, Y, a, b, v, P, Q, z, R, size, l1, l2, s1, sd, V, beta, less, d, rho, f = S.symbols
inputs = (*X, *Y, *a, *b, *v, *P, Q[1], R, size)
tokens, k = (D, *inputs, Q[0], z), s1 / sd
limit = Limit(D, P, Q, z, tokens, (t, R, size, l1, l2, s1), rho, f)
form = dict(zip(prefactor.S.scalars, (t, V, k, beta, sd, less, d), strict=True))
names = ("unit", "lam", "inner", "r", "grade", "W", "C1")
unit, lam, inner, r, grade, W, C1 = (getattr(prefactor, name).subs(form) for name in names)
E, c = unit * (3 + sqrt(inner)), V * unit / r
width = reach(c, r, V, E, t)
C, C2, rate = V * (3 + 2 * k), 2 * sqrt(rho * f), (l1 - l2) / (2 * s1)
first = C1 * sqrt(grade) * exp(C * t)


def bound(C1, C2, least=limit.distance):
    return Bound(
        le(least, C1 * sqrt(grade) * exp(C * t) + C2 * exp(-rate * t)),
        along={D: parting(X, Y, a, b, v), Q[0]: limit.rate, t: 1},
        inputs=inputs,
        start=[eq(t, 0), eq(D, 0), eq(Q[0] ** 2, z**2)],
        during=[eq(D, norm2(X - Y)), *lipschitz(X, Y, a, b, k, V), *limit.during],
        supposing=[(le(D, width**2), le(norm2(v), V**2 * (width + E) ** 2))],
    )


claim = Claim(
    "low_temperature.headline.paper",
    S,
    given=[gt(l1, l2), ge(d, 1), ge(k, 1)],
    title="The distance of the mean field to its limit, in the form of the paper",
    source=LOW_2026.at("main theorem; constants not in the paper"),
    rests_on=[
        "low_temperature.stability.laplace-every",
        "low_temperature.w2-exact",
        "low_temperature.zero-temperature-bound",
    ],
    shows=bound(C1, C2),
    mutants={"far": bound(C1, 0, least=3), "farther": bound(C1, C2, least=9)},
)


@claim.argument
def argument(p):
    at = (t, D, *X, *Y, *a, *b, *v, *P, *Q, z, R, size, l1, l2, s1, k, V, unit, lam, less, d, c, rho, f)
    orders(p)
    limit.stays(p)
    p.follows(HEADLINE, dict(zip(THEIRS.scalars, at, strict=True)), tokens, by=orders)
    p.uses(prefactor.claim, at=form)
    spare = 2 * (width + limit.fades - limit.distance) + 2 * (first - prefactor.left.subs(form))
    p.sign(le(limit.distance, first + C2 * exp(-rate * t)), as_=(spare + 2 * V * E / r) / 2)
    p.holds()


def orders(p):
    p.sign(gt(d, 0), as_=(2 * (d - 1) + 2) / 2)
    for part in ("positive", "grade"):
        p.uses(GRADE, at=dict(zip(GRADE.space.scalars, (beta, sd), strict=True)), part=part)
    p.sign(gt(W, 0), as_=2 * (d - 1) + 1 + 2 * less)
    p.sign(gt(inner, 0), as_=d * lam + 2 * less + 2 * (d - 1) * V * (1 + k) * t)
