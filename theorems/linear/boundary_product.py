"""On the circle conj(w) H = (beta/2) f g with f = a + b conj(w) and g = p + q conj(w) (arXiv 2607.18584).

So ln(1 - |w|^2) changes at the rate -beta Re(f g). With w = exp(i phi), df/dphi = -i (f - a), dg/dphi = -i (g - p).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Evolves, I, Identity, Matrices, Real, Space, conj, exp, im, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), phi=Circle())
A, V, beta, phi = S.symbols
w = exp(I * phi)
(f, g), (a, _), (p, _) = linear.frame(A, V, w), linear.coefficients(A), linear.coefficients(V)
H, _ = linear.harmonics(A, V, w, beta)
turn = {phi: 1}

claim = Claim(
    "linear.boundary-product",
    S,
    title="On the circle conj(w) H factors",
    source=LI_2026.at("boundary dynamics"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=All(
        product=Identity(conj(w) * H, beta / 2 * f * g),
        transverse=Identity(-2 * re(conj(w) * H), -beta * (re(f) * re(g) - im(f) * im(g))),
        f=Evolves(f, along=turn, rate=-I * (f - a)),
        g=Evolves(g, along=turn, rate=-I * (g - p)),
    ),
    mutants={
        "conjugate": Identity(conj(w) * H, beta / 2 * f * conj(g)),
        "transverse-sign": Identity(-2 * re(conj(w) * H), -beta * (re(f) * re(g) + im(f) * im(g))),
        "whole": Evolves(f, along=turn, rate=-I * f),
    },
)
