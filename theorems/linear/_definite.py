"""Notation for A symmetric definite, scaled and rotated to diag(1 + B, 1 - B), and the V that rest at w (beta = 2).

By linear.equilibria-matrix these are V = S N adj(S) adj(A) adj(S) with N = [[c, -k], [k, c]], up to a positive factor.
"""

from verify import Disk, Interval, Real, Space, abs2, eye, im, matrix, re, tr
from verify.attention import linear

S = Space(B=Interval(-1, 1, open=True), w=Disk(), c=Real(), k=Real())
B, w, c, k = S.symbols
x, y, u, R = re(w), im(w), abs2(w), 1 - abs2(w)
key, moment = matrix([[1 + B, 0], [0, 1 - B]]), linear.second_moment(w)


def adj(M):
    return tr(M) * eye(2) - M


value = moment * matrix([[c, -k], [k, c]]) * adj(moment) * adj(key) * adj(moment)
ph, de, sg = 1 + B * x, 1 - B**2, B**2 * y**2
N0, z, t = (x + B) ** 2 + de * y**2, 2 * ph - R, c * ph - k * B * y
P1, P2, P3 = 2 * ph * z - R * de, 4 * B * y * z, 3 * (2 * ph * z + R * de)
form = P1 * c**2 + P2 * c * k + P3 * k**2
"""det of the Jacobian at w is de R^3 / 64 times this form (linear.definite-jacobian)."""
