"""The two factors of phi' = 2 beta f_r g_i as waves in phi (arXiv 2607.18584).

f_r = Re a + |b| cos(phi - arg b) and g_i = Im p - |q| sin(phi - arg q).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Complex, I, Identity, Nonneg, Space, cos, exp, im, re, sin
from verify.attention import linear

S = Space(a=Complex(), m=Nonneg(), mu=Circle(), p=Complex(), n=Nonneg(), nu=Circle(), phi=Circle())
a, m, mu, p, n, nu, phi = S.symbols
A, V = linear.plane(a, m * exp(I * mu)), linear.plane(p, n * exp(I * nu))
f, g = linear.frame(A, V, exp(I * phi))
rate = 4 * (re(a) + m * cos(phi - mu)) * (im(p) - n * sin(phi - nu))

claim = Claim(
    "linear.boundary-angles",
    S,
    title="The factors of the phase's rate, in angles",
    source=LI_2026.at("boundary dynamics"),
    shows=All(
        f=Identity(re(f), re(a) + m * cos(phi - mu)),
        g=Identity(im(g), im(p) - n * sin(phi - nu)),
        rate=Identity(linear.phase_rate(A, V, phi / 2, 2), rate),
    ),
    mutants={
        "sine-sign": Identity(im(g), im(p) + n * sin(phi - nu)),
        "cosine-phase": Identity(re(f), re(a) + m * cos(phi + mu)),
        "factor": Identity(linear.phase_rate(A, V, phi / 2, 2), rate / 2),
    },
)
