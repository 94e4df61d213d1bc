"""V = I, Re a > 0: tokens near the Ott-Antonsen states leave the equilibrium as these do (arXiv 2607.18584, Case 1).

In the variables of linear.watanabe-strogatz R2 = alpha + N Q, N = 1 - |alpha|^2, where Q = mean t/(1 + conj(alpha) t)
depends on the tokens (linear.moebius-moments) and is 0 on Ott-Antonsen. With f = b + conj(a) alpha, in the time s,
s' = N: while |Q| <= q, |f| - c/Re a grows at least like exp((beta/2) Re a s), c^2 = 8 |a|^2 (|a|^2 + |b|^2) q^2. As
|f| <= |a| + |b|, |alpha| exceeds rho < 1 before t = 2 log((|a| + |b|)/z0)/(beta Re a (1 - rho^2)), where z0 = |f| -
c/Re a at the start.
"""

from theorems.linear import LI_2026
from theorems.linear.modulus_bound import claim as MODULUS
from theorems.linear.near_uniform_error import claim as ERROR
from verify import Bound, Claim, Complex, Disk, I, Nonneg, Positive, Real, Space
from verify import abs2, conj, eq, exp, ge, gt, im, le, re, sqrt
from verify.attention import linear
from verify.linalg import eye

S = Space(
    alpha=Disk(), s=Real(), Q=Complex(), a=Complex(), b=Complex(), beta=Positive(), q=Nonneg(), c=Nonneg(), z0=Nonneg()
)
alpha, s, Q, a, b, beta, q, c, z0 = S.symbols
N, f, size = 1 - abs2(alpha), b + conj(a) * alpha, abs2(a) + abs2(b)
H, omega = linear.harmonics(linear.plane(a, b), eye(2), alpha + N * Q, beta)
flow = {alpha: H + 2 * I * omega * alpha - conj(H) * alpha**2, s: N}
y, k = sqrt(abs2(f)), beta * re(a) / 2
lost = c / re(a)
given = [gt(re(a), 0), ge(c**2, 8 * abs2(a) * size * q**2)]


def grows(factor=1, above=lost):
    start, during = [eq(s, 0), ge(y - above, z0)], [gt(abs2(f), 0), le(abs2(Q), q**2)]
    return Bound(ge(y - lost, factor * z0 * exp(k * s)), along=flow, start=start, during=during, inputs=[Q])


claim = Claim(
    "linear.near-uniform",
    S,
    given=given,
    title="V = I, Re a > 0: a rate for tokens near the Ott-Antonsen states, any number of them",
    source=LI_2026.at("structural stability; constants not in the paper"),
    rests_on=["linear.watanabe-strogatz", "linear.moebius-moments", "linear.uniform-distance"],
    shows=grows(),
    mutants={"twice": grows(factor=2), "no-loss": grows(above=0)},
)


@claim.argument
def argument(p):
    error = a * Q - conj(a * Q) * alpha**2 + 2 * I * im(conj(b) * Q) * alpha
    z, spare, room = conj(a * f) * error, c**2 - 8 * abs2(a) * size * q**2, q**2 - abs2(Q)
    p.uses(ERROR, [alpha, a * Q, conj(b) * Q])
    rest = abs2(a) * (8 * size * abs2(Q) - abs2(error))
    p.sign(ge((c * y) ** 2, abs2(z)), as_=abs2(f) * (spare + 8 * abs2(a) * size * room + rest))
    p.uses(MODULUS, [c * y, z])
    from_start = lambda at: (at.ring(eq(exp(k * s), 1)), at.sign(claim.shows.relation, as_=y - lost - z0))  # noqa: E731
    p.compare(k * N, beta * N / 2 * (c * y + re(z)) / y, by=from_start)
