"""M = I: any law of tokens, n of them or a measure, stays near its zero-temperature flow: with D = |X - Y|^2

    mean D <= b^2,  b = s (exp(ell t) - 1)/ell,  ell = l1 - ld,

if X and Y start together and the mean of |V(m - X)|^2 is at most s^2 at all times: s^2 = |V|^2 C/beta by the averaged
Laplace principle, mean |m - X|^2 <= C/beta for every measure (low_temperature.laplace.averaged: d = 2 and 3). No
density is needed and no logarithm occurs.

D' = 2 <X - Y, P_X (a + v) - P_Y b> with a = VX, b = VY, v = V(m - X), in coordinates that turn with the token: this is
every dimension. That the flow of the measure exists is supposed (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from theorems.low_temperature._stability import parting, spectral
from theorems.low_temperature.stability_averaged import claim as AVERAGED
from theorems.low_temperature.stability_parting import claim as PARTING
from verify import Bound, Claim, Matrices, Mean, Nonneg, Positive, Real, Space, Sphere, Token, eq, exp, ge, gt
from verify import le, lt, norm2, sqrt

point, arrow = Token(Sphere(4)), Token(Matrices(4, 1))
S = Space(
    t=Nonneg(), D=Token(Nonneg()), X=point, Y=point, a=arrow, b=arrow, v=arrow, l1=Real(), ld=Real(), s=Positive()
)
t, D, X, Y, a, b, v, l1, ld, s = S.symbols
inputs = (*X, *Y, *a, *b, *v)
tokens, ell = (D, *inputs), l1 - ld
mean, width = Mean(D, *tokens), s * (exp(ell * t) - 1) / ell


def bound(value, order=le):
    known = [eq(D, norm2(X - Y)), *spectral(X, Y, a, b, l1, ld), le(Mean(norm2(v), *tokens), s**2)]
    flow = {D: parting(X, Y, a, b, v), t: 1}
    return Bound(order(mean, value), along=flow, inputs=inputs, start=[eq(t, 0), eq(D, 0)], during=known)


claim = Claim(
    "low_temperature.stability.tokens",
    S,
    given=[gt(l1, ld)],
    title="M = I: tokens of any law stay near their zero-temperature flow",
    source=LOW_2026.at("stability in Wasserstein space; this form not in the paper"),
    shows=bound(width**2),
    mutants={"below": bound(width**2 - s**2), "strict": bound(width**2, lt)},  # more: tests/kernel/test_path.py
)


@claim.argument
def argument(p):
    p.rises(ge(exp(ell * t), 1), t, low=0)
    p.contradiction(beyond, shows=le(mean, width**2))
    p.holds()


def beyond(p):
    """mean D > width^2 contradicts the bound with c = (sqrt(mean D) - width) exp(-ell t)/2."""
    root = sqrt(mean)
    p.sign(gt(mean, 0), as_=(mean - width**2) + width**2)
    p.sign(gt(root, width), as_=(mean - width**2) / (root + width))
    c = (root - width) / (2 * exp(ell * t))
    p.follows(AVERAGED, [t, D, parting(X, Y, a, b, v), norm2(v), ell, s, c], tokens, by=way)
    above = (c * exp(ell * t) + width) ** 2
    p.sign(lt(above - mean, 0), as_=(root - width) * (3 * root + width) / 4)
    p.absurd(above - mean, shows=le(mean, width**2))


def way(p):
    p.uses(PARTING, [X, Y, a, b, v, l1, ld])
    below, here = (2 * ell * each + 2 * sqrt(each) * sqrt(norm2(v)) for each in (norm2(X - Y), D))
    p.sign(le(parting(X, Y, a, b, v), here), as_=below - parting(X, Y, a, b, v))
