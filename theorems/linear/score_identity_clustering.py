"""Case 2, A = I: det V <= 0 and V != 0 cluster from every start (arXiv 2607.18584, Case 2).

V z = p z + q conj(z), p = r + i s, u = |w|^2, N = 1 - u. An equilibrium inside would make |q|^2 (1 + 3u)^2 equal to
r^2 u (1 + 3u)^2 + s^2 u (3 + u)^2, which is smaller when |q| >= |p|; at w = 0 the field is (beta/2) q.
"""

from theorems.classical.no_recurrence import claim as NO_RECURRENCE
from theorems.linear import LI_2026
from verify import I, abs2, any_of, conj, det, eq, eye, gt, im, le, ne, norm2, re
from verify import Claim, Disk, Eventually, Every, Matrices, Positive, Space
from verify.attention import linear

S = Space(V=Matrices(2, 2), beta=Positive(), w=Disk())
V, beta, w = S.symbols
p, q = linear.coefficients(V)
r, s, u, N = re(p), im(p), abs2(w), 1 - abs2(w)
xi, eta, F = re(conj(q) * w), im(q * conj(w)), linear.field(eye(2), V, w, beta)

claim = Claim(
    "linear.score-identity.clustering",
    S,
    given=[le(det(V), 0), gt(norm2(V), 0)],
    title="A = I, det V <= 0, V not zero: every start clusters",
    source=LI_2026.at("Case 2; for V that need not be symmetric"),
    rests_on=["linear.ott-antonsen"],
    shows=Eventually(u, to=1, along={w: F}, start=Every()),
    mutants={"to-centre": Eventually(u, to=0, along={w: F}, start=Every())},
)


@claim.argument
def argument(p):
    p.stays(-beta * (xi + r * u))
    p.inside(ne(F, 0), no_equilibrium)
    p.cites(NO_RECURRENCE)
    p.limit()


def no_equilibrium(at):
    excess = abs2(q) * (1 + 3 * u) ** 2 - r**2 * u * (1 + 3 * u) ** 2 - s**2 * u * (3 + u) ** 2
    at.sign(gt(abs2(q), 0), as_=norm2(V) / 4 - det(V) / 2)
    at.sign(gt(excess, 0), as_=abs2(q) * N**3 - det(V) * (u * (3 + u) ** 2) + 8 * r**2 * (N * u * (1 + u)))
    at.sign(origin := gt(beta / 2 * abs2(q), 0))
    cofactor = conj(w) * ((xi - r * u) * (1 + 3 * u) ** 2 - I * N * (eta * (1 + 3 * u) - s * u * (3 + u)))
    product = gt(beta / 2 * N * u * excess, 0)
    at.cases(
        any_of(gt(u, 0), eq(u, 0)),
        lambda at: (at.sign(product), at.nonzero(F, cofactor=cofactor, fact=product)),
        lambda at: (at.zeros(eq(u, 0)), at.nonzero(F, cofactor=conj(q), fact=origin)),
        shows=ne(F, 0),
    )
