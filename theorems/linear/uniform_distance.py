"""How far tokens are from uniform bounds how far their order parameter is from alpha (arXiv 2607.18584; not in it).

Pair the phases t = exp(i x) of tokens with other phases t0 = exp(i u), and let Q and Q0 be the means of t/(1 + r t), 0
<= r < 1. Then every component of Q - Q0 is at most mean |t - t0|/(1 - r)^2; and Q0 = 0 for uniform phases. The best
pairing gives Wasserstein's distance, here the bounded-Lipschitz one: on the circle a function with the Lipschitz
constant 1 is, up to a constant, at most 1. Rotating by the phase of alpha does not change it: r stands for conj(alpha).
"""

from theorems.linear import LI_2026
from theorems.linear.modulus_bound import claim as MODULUS
from verify import Circle, Claim, I, Inequality, Interval, Matrices, Mean, Space, Token
from verify import abs2, conj, exp, ge, gt, le, lt, re, sqrt

S = Space(r=Interval(0, 1), phi=Circle(), pair=Token(Matrices(2, 1)))
r, phi, pair = S.symbols
x, u = pair.entries()
t, t0, way = exp(I * x), exp(I * u), exp(I * phi)
at, at0, far = 1 + r * t, 1 + r * t0, sqrt(abs2(t - t0))


def part(phase):
    return re(way * (phase / (1 + r * phase)))


def bounded(power):
    return Inequality(Mean(part(t) - part(t0), x, u), "<=", Mean(far / (1 - r) ** power, x, u))


claim = Claim(
    "linear.uniform-distance",
    S,
    given=[lt(r, 1)],
    title="The order parameter is as near to alpha as the tokens are to uniform",
    source=LI_2026.at("structural stability; constants not in the paper"),
    rests_on=["linear.moebius-moments"],
    shows=bounded(2),
    mutants={"power": bounded(1), "none": bounded(0)},
)


@claim.argument
def argument(p):
    low, z, m = 1 - r, -way * (t / at - t0 / at0), far / (1 - r) ** 2
    for each, phase in ((at, t), (at0, t0)):
        p.sign(ge(abs2(each), low**2), as_=r * abs2(1 + phase))
        p.sign(gt(abs2(each), 0), as_=r * abs2(1 + phase) + low**2)
        p.nonzero(each, cofactor=conj(each), fact=gt(abs2(each), 0))
    excess = (abs2(at) - low**2) * abs2(at0) + low**2 * (abs2(at0) - low**2)
    p.sign(ge(m**2, abs2(z)), as_=abs2(t - t0) * excess / (low**4 * abs2(at) * abs2(at0)))
    p.uses(MODULUS, [m, z])
    p.average(le(part(t) - part(t0), m), x, u)
