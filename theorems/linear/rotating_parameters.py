"""Rotating clusters, where f_r and g_i have no zeros, in two points z1, z2 of the open disk (arXiv 2607.18584).

With b = -2 Re(a) z1/(1 + |z1|^2) and q = -2i Im(p) z2/(1 + |z2|^2) the factors of phi' = 2 beta f_r g_i are
f_r = Re(a) |1 - z1 conj(w)|^2/(1 + |z1|^2) and g_i = Im(p) |1 - z2 conj(w)|^2/(1 + |z2|^2) on the circle, and
det A_s and -disc V/4 are the squares of Re(a)(1 - |z1|^2)/(1 + |z1|^2) and Im(p)(1 - |z2|^2)/(1 + |z2|^2).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Complex, Disk, I, Identity, Space, abs2, conj, det, exp, im, re, tr
from verify.attention import linear

S = Space(a=Complex(), p=Complex(), z1=Disk(), z2=Disk(), phi=Circle())
a, p, z1, z2, phi = S.symbols
w = exp(I * phi)
n1, n2 = 1 + abs2(z1), 1 + abs2(z2)
A, V = linear.plane(a, -2 * re(a) * z1 / n1), linear.plane(p, -2 * I * im(p) * z2 / n2)
f, g = linear.frame(A, V, w)
value, key = tr(V) ** 2 / 4 - det(V), det((A + A.T) / 2)

claim = Claim(
    "linear.rotating-parameters",
    S,
    title="The factors of the phase's rate as Poisson denominators",
    source=LI_2026.at("rotating clusters; not in the paper"),
    shows=All(
        f=Identity(re(f), re(a) * abs2(1 - z1 * conj(w)) / n1),
        g=Identity(im(g), im(p) * abs2(1 - z2 * conj(w)) / n2),
        key=Identity(key, (re(a) * (1 - abs2(z1)) / n1) ** 2),
        value=Identity(value, -((im(p) * (1 - abs2(z2)) / n2) ** 2)),
    ),
    mutants={
        "conjugate": Identity(re(f), re(a) * abs2(1 - z1 * w) / n1),
        "value-sign": Identity(value, (im(p) * (1 - abs2(z2)) / n2) ** 2),
    },
)
