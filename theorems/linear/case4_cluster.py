"""Case 4, a > |b|: a fixed cluster attracts at w = (sqrt(1 - (b/a)^2), -b/a) on the circle (arXiv 2607.18584).

The linear rates are -beta sqrt(a^2 - b^2) across the circle and -2 beta sqrt(a^2 - b^2) along it.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, I, Identity, Positive, Real, Space, abs2, conj, eye, ge, gt, re, sqrt, tr
from verify.attention import linear

S = Space(a=Positive(), b=Real(), beta=Real(), w=Complex())
a, b, beta, w = S.symbols
V = [[a, b], [-b, -a]]
F, H = linear.field(eye(2), V, w, beta), linear.harmonics(eye(2), V, w, beta)[0]
sine, lam = -b / a, a * sqrt(1 - (b / a) ** 2)
cluster = lam / a + I * sine
across = -2 * re(conj(w) * H).subs(w, cluster)
both = tr(linear.jacobian(F, w)).subs(w, cluster)

claim = Claim(
    "linear.case4-cluster",
    S,
    given=[gt(a**2, b**2)],
    title="Case 4, a > |b|: a fixed cluster and its linear rates, negative for beta > 0",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.circle-invariant"],
    shows=All(
        circle=Identity(abs2(cluster), 1),
        rest=Identity(F.subs(w, cluster), 0),
        across=Identity(across, -beta * lam),
        both=Identity(both, -3 * beta * lam),
    ),
    mutants={
        "conjugate": Identity(F.subs(w, conj(cluster)), 0),
        "other": Identity(across, beta * lam),
        "along": Identity(both, -2 * beta * lam),
    },
)
claim.argument(lambda p: p.sign(ge(1 - (b / a) ** 2, 0), as_=(a**2 - b**2) / a**2))
