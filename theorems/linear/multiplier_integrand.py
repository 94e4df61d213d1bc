"""The logarithmic multiplier of 1 - |w|^2 per turn, up to a derivative (arXiv 2607.18584, rotating clusters).

Where f_r, g_i > 0: d ln(1 - |w|^2)/dphi = -(g_r/g_i - f_i/f_r)/2 = (Im(a)/f_r - Re(p)/g_i)/2 + d ln(f_r g_i)/dphi / 2,
so a whole turn needs only the means of 1/f_r and 1/g_i.
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Flow, I, Identity, Matrices, Positive, Space, exp, gt, im, log, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Positive(), phi=Circle())
A, V, beta, phi = S.symbols
(a, _), (p, _) = linear.coefficients(A), linear.coefficients(V)
f, g = linear.frame(A, V, exp(I * phi))
per_turn = -beta * re(f * g) / (2 * beta * re(f) * im(g))


def formula(sign=1, half="1/2", log_sign=1):
    rest = Flow.of({phi: 1}).derivative(log(re(f)) + log(im(g)))
    return (im(a) / re(f) - sign * re(p) / im(g)) / 2 + log_sign * rest * half


claim = Claim(
    "linear.multiplier-integrand",
    S,
    given=[gt(re(f), 0), gt(im(g), 0)],
    title="The transverse rate per turn, up to a derivative",
    source=LI_2026.at("rotating clusters; not in the paper"),
    rests_on=["linear.boundary-product", "linear.boundary-factorisation"],
    shows=Identity(per_turn, formula()),
    mutants={
        "sign": Identity(per_turn, formula(sign=-1)),
        "whole": Identity(per_turn, formula(half=1)),
        "log-sign": Identity(per_turn, formula(log_sign=-1)),
    },
)
