"""The setting of Case 2, A = I: V z = p z + q conj(z), p = r + i s, u = |w|^2, xi = Re(conj(q) w), eta = Im(q conj(w)).

c is a second point of the disk; a claim that supposes F(c) = 0 speaks of the equilibrium.
"""

from verify import Disk, I, Matrices, Positive, Space, abs2, conj, det, eq, eye, gt, im, re
from verify.attention import linear

S = Space(V=Matrices(2, 2), beta=Positive(), w=Disk(), c=Disk())
V, beta, w, c = S.symbols
p, q = linear.coefficients(V)
r, s, u, N = re(p), im(p), abs2(w), 1 - abs2(w)
xi, eta, F = re(conj(q) * w), im(q * conj(w)), linear.field(eye(2), V, w, beta)
at_c, definite = F.subs(w, c), det(V)


def bend(x):
    return (3 + x) / (1 + 3 * x)


def turn(x):
    """m with q = -m(u) w at an equilibrium w."""
    return r + I * s * bend(x)


def positive(at, X, Y):
    """r^2 X + s^2 Y > 0 for positive X and Y, as |p| > |q|."""
    at.sign(gt(abs2(p), 0), as_=definite + abs2(q))
    at.sign(gt(r**2 * X + s**2 * Y, 0), as_=(abs2(p) * X * Y + r**2 * X**2 + s**2 * Y**2) / (X + Y))


def at_rest(at, field, z):
    """q + m(|z|^2) z == 0, where `field`, the field at z, is zero."""
    x, matched = abs2(z), q + turn(abs2(z)) * z
    scaled = beta / 2 * (1 - x) * (1 + 3 * x) * matched
    at.ideal((1 + x, eq(field, 0)), (2 * z**2, eq(conj(field), 0)), shows=eq(scaled, 0))
    at.zeros(eq(scaled, 0))
    return eq(matched, 0)
