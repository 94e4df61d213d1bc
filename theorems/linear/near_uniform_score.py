"""A = I, V = diag(p + q, p - q) with q > 0 and p + q > 0: tokens near the Ott-Antonsen states cluster as fast as these.

In the variables of linear.watanabe-strogatz R2 = alpha + N Q, N = 1 - |alpha|^2 (linear.near-uniform). If m <= q and m
<= p + q, and |Q| <= k on the way, then x = Re alpha >= tanh((beta/2)(m - e) t) while x >= 0, e^2 = 8 (p^2 + q^2) k^2.
If m > e, that is as long as |Q| <= k, for where x = 0, x' >= (beta/2)(m - e) > 0.
So uniform tokens moved by less than (1 - rho)^2 m / sqrt(8 (p^2 + q^2)) have |alpha| >= rho before t = 2 artanh(rho) /
(beta (m - e)), by linear.uniform-distance. (arXiv 2607.18584, Case 2.)
"""

from theorems.linear import LI_2026
from theorems.linear.modulus_bound import claim as MODULUS
from theorems.linear.near_uniform_error import claim as ERROR
from verify import Bound, Claim, Complex, Disk, I, Nonneg, Positive, Real, Space
from verify import abs2, conj, eq, ge, gt, im, le, re, tanh
from verify.attention import linear
from verify.linalg import eye

S = Space(
    alpha=Disk(), t=Real(), Q=Complex(), p=Real(), q=Positive(), m=Real(), e=Nonneg(), k=Nonneg(), beta=Positive()
)
alpha, t, Q, p, q, m, e, k, beta = S.symbols
x, y, N = re(alpha), im(alpha), 1 - abs2(alpha)
H, omega = linear.harmonics(eye(2), [[p + q, 0], [0, p - q]], alpha + N * Q, beta)
flow = {alpha: H + 2 * I * omega * alpha - conj(H) * alpha**2, t: 1}
speed = beta / 2 * (m - e)


def reaches(ahead=0, low=0):
    during = [ge(x, low), le(abs2(Q), k**2)]
    return Bound(ge(x, tanh(speed * (t + ahead))), along=flow, start=[eq(t, 0)], during=during, inputs=[Q])


claim = Claim(
    "linear.near-uniform-score",
    S,
    given=[le(m, q), le(m, p + q), ge(e**2, 8 * (p**2 + q**2) * k**2)],
    title="A = I, V symmetric, not a multiple of I, with a positive eigenvalue: a rate near the Ott-Antonsen states",
    source=LI_2026.at("structural stability; constants not in the paper"),
    rests_on=["linear.watanabe-strogatz", "linear.moebius-moments", "linear.uniform-distance"],
    shows=reaches(),
    mutants={"ahead": reaches(ahead=1), "any-start": reaches(low=-1)},
)


@claim.argument
def argument(to):
    E, size = p * Q - conj(p * Q) * alpha**2 + 2 * I * im(-q * Q) * alpha, 8 * (p**2 + q**2)
    to.uses(ERROR, [alpha, p * Q, -q * Q])
    spare, rest = e**2 - size * k**2, size * abs2(Q) - abs2(E)
    to.sign(ge(e**2, abs2(E)), as_=spare + size * (k**2 - abs2(Q)) + q * rest / q)
    to.uses(MODULUS, [e, E])
    to.sign(gt(1 - x, 0), as_=((1 - x) ** 2 + N + y**2) / 2)
    inner = N * (e + re(E)) + N * (p + q - m) * x + N * (q - m) * (1 - x)
    source = beta / 2 * (inner + (q - m) * y**2 + (3 * q + e) * y**2)
    to.compare(-speed * (x + tanh(speed * t)), source, by=lambda at: at.sign(claim.shows.relation, as_=x))
