"""Case 2, A = I, V symmetric: in eigen-coordinates of V the real axis is invariant, x' = (beta/2)(1 - x^2)(q + p x).

So the eigenvectors x = 1 and x = -1 and the repeller (or attractor) x = -q/p are the equilibria on it
(arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Identity, Interval, Real, Space, conj, eye, matrix, ne
from verify.attention import linear

S = Space(p=Real(), q=Real(), beta=Real(), x=Interval(-1, 1), w=Disk(closed=True))
p, q, beta, x, w = S.symbols
V = matrix([[p + q, 0], [0, p - q]])
F = linear.field(eye(2), V, w, beta)


def at(z):
    return F.subs(w, z)


claim = Claim(
    "linear.case2-axis",
    S,
    given=[ne(p, 0)],
    title="A = I, V symmetric: the axis of the eigenvectors",
    source=LI_2026.at("Case 2"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        axis=Identity(at(x), beta / 2 * (1 - x**2) * (q + p * x)),
        rest=Identity(at(-q / p), 0),
        mirror=Identity(at(conj(w)), conj(F)),
    ),
    mutants={
        "swapped": Identity(at(x), beta / 2 * (1 - x**2) * (p + q * x)),
        "sign": Identity(at(q / p), 0),
        "reversed": Identity(at(conj(w)), -conj(F)),
    },
)
