"""Zero temperature, B symmetric: Phi(x) = P_E x/|P_E x| is the limit of a token and at all times the point of E nearest
to it, E the top eigenspace; |X - Phi|^2 = 2 - 2 |P_E X|.

P_E X moves along itself, (P_E X)' = (l1 - R) P_E X/|MX|, so its direction Phi stays. Let w, of length 1 in E, be
coupled to X = r Phi + sqrt(1 - r^2) h with r = |P_E X| and h across E: the mean of |X - w|^2 is at least that of 2 -
2r, and equal to it for w = Phi. That mean is W_2^2 to the push-forward under Phi, and no measure on E is nearer. Phi
and w lie in a plane: this is every dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Conserved, Identity, Inequality, Interval, Matrices, Mean, Real, Space, Sphere, Token
from verify import ge, gt, norm2, sqrt, vector

S = Space(a=Matrices(2, 1), rate=Real(), r=Token(Interval(0, 1)), Phi=Token(Sphere(2)), w=Token(Sphere(2)), X=Sphere(3))
a, rate, r, Phi, w, X = S.symbols
moves = dict(zip(a.entries(), (rate * a).entries(), strict=True))
direction = a / sqrt(norm2(a))
share = vector(X[0], X[1])
nearest = share / sqrt(norm2(share))


def mean(of):
    return Mean(of, r, *Phi, *w)


def square(at):
    """|X - at|^2."""
    return norm2(r * Phi - at) + 1 - r**2


claim = Claim(
    "low_temperature.w2-exact",
    S,
    given=[gt(norm2(a), 0), gt(norm2(share), 0)],
    title="B symmetric: the limit of a token is the nearest point of the top eigenspace",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    rests_on=["low_temperature.lyapunov"],
    shows=All(
        first=Conserved(direction[0], along=moves),
        second=Conserved(direction[1], along=moves),
        limit=Identity(norm2(X - vector(nearest[0], nearest[1], 0)), 2 - 2 * sqrt(norm2(share))),
        distance=Identity(mean(square(Phi)), mean(2 - 2 * r)),
        couplings=Inequality(mean(square(w)), ">=", mean(square(Phi))),
    ),
    mutants={
        "square": Identity(mean(square(Phi)), mean(2 - 2 * r**2)),
        "half": Identity(mean(square(Phi)), mean(1 - r)),
        "cheaper": Inequality(mean(square(w)), ">", mean(square(Phi))),
    },
)


@claim.argument
def argument(p):
    q = p.part("couplings")
    q.average(ge(square(w), square(Phi)), r, *Phi, *w, as_=r * norm2(Phi - w))
