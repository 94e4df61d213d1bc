"""A = I, V = diag(p + q, p - q): tokens on the two eigenvectors, (1 + m)/2 of them on the first; how tokens leave.

Phases move from 0 with velocities v and from pi with velocities r. With h0 = p m + q a token moves by
beta (-h0 x + (p - q) mu), or beta (h0 x - (p + q) mu) on the second axis, mu the mean of the velocities with that sign.
So one of two clusters always repels single tokens, unless h0 = 0. (arXiv 2607.18584; not in the paper.)
"""

from theorems.linear import LI_2026
from verify import All, Claim, Flow, I, Identity, Mean, Real, Space, Token
from verify import conj, exp, im
from verify.attention import linear
from verify.linalg import eye

S = Space(p=Real(), q=Real(), m=Real(), beta=Real(), s=Real(), x=Real(), v=Token(Real()), r=Token(Real()))
p, q, m, beta, s, x, v, r = S.symbols
first, second, h0 = (1 + m) / 2, (1 - m) / 2, p * m + q
R2 = first * Mean(exp(I * s * v), v) - second * Mean(exp(I * s * r), r)
mu = first * Mean(v, v) - second * Mean(r, r)
H, omega = linear.harmonics(eye(2), [[p + q, 0], [0, p - q]], R2, beta)
plus, minus = exp(I * s * x), -exp(I * s * x)


def moves(z):
    return 2 * omega + 2 * im(conj(z) * H)


def slope(z):
    return Flow.of({s: 1}).derivative(moves(z)).subs(s, 0)


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
    ),
    mutants={
        "minus-sign": Identity(slope(minus), beta * (h0 * x + (p + q) * mu)),
        "other-axis": Identity(slope(plus), beta * (-h0 * x + (p + q) * mu)),
    },
)
