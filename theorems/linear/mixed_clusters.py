"""A = I, V = diag(p + q, p - q): tokens on the two eigenvectors, (1 + m)/2 of them on the first, and who attracts.

Phases move from 0 with velocities v and from pi with velocities r. With h0 = p m + q a token moves by
beta (-h0 x + (p - q) mu), or beta (h0 x - (p + q) mu) on the second axis, mu the mean of the velocities with that sign.
The two clusters turn against each other by beta M: det M = -2 q h0, tr M = p - q m, -m tr M = q (1 + m^2) - h0. If
q, p + q > 0, a mixed state with h0 > 0 is a saddle; one with h0 < 0 has m < 0, so tr M > 0: neither attracts.
(arXiv 2607.18584; for finitely many tokens not in the paper.)
"""

from theorems.linear import LI_2026
from verify import All, Claim, Flow, I, Identity, Inequality, Mean, Nonneg, Real, Space, Token, When
from verify import conj, exp, gt, im, lt
from verify.attention import linear
from verify.linalg import det, eye, matrix, tr

S = Space(
    p=Real(),
    q=Nonneg(),
    m=Real(),
    beta=Real(),
    s=Real(),
    x=Real(),
    v=Token(Real()),
    r=Token(Real()),
)
p, q, m, beta, s, x, v, r = S.symbols
first, second, h0 = (1 + m) / 2, (1 - m) / 2, p * m + q
R2 = first * Mean(exp(I * s * v), v) - second * Mean(exp(I * s * r), r)
mu = first * Mean(v, v) - second * Mean(r, r)
H, omega = linear.harmonics(eye(2), [[p + q, 0], [0, p - q]], R2, beta)


def moves(z):
    return 2 * omega + 2 * im(conj(z) * H)


def slope(z):
    return Flow.of({s: 1}).derivative(moves(z)).subs(s, 0)


plus, minus = exp(I * s * x), -exp(I * s * x)
M = matrix([[-h0 + (p - q) * first, -(p - q) * second], [-(p + q) * first, h0 + (p + q) * second]])
largest = [gt(p + q, 0), lt(m, 1), lt(h0, 0)]

claim = Claim(
    "linear.mixed-clusters",
    S,
    title="A = I, V symmetric: tokens on both eigenvectors, and why they part",
    source=LI_2026.at("Case 2, for finitely many tokens; not in the paper"),
    rests_on=["linear.kuramoto-daido"],
    shows=All(
        rest=Identity(moves(plus).subs(s, 0), 0),
        plus=Identity(slope(plus), beta * (-h0 * x + (p - q) * mu)),
        minus=Identity(slope(minus), beta * (h0 * x - (p + q) * mu)),
        determinant=Identity(det(M), -2 * q * h0),
        trace=Identity(tr(M), p - q * m),
        minority=Identity(-m * tr(M), q * (1 + m**2) - h0),
        fewer=When(largest, Inequality(m, "<", 0)),
    ),
    mutants={
        "minus-sign": Identity(slope(minus), beta * (h0 * x + (p + q) * mu)),
        "any-largest": When(largest[1:], Inequality(m, "<", 0)),
        "trace-sign": Identity(tr(M), p + q * m),
    },
)
claim.argument(lambda to: to.part("fewer").sign(as_=(q * (1 - m) - h0) / (p + q)))
