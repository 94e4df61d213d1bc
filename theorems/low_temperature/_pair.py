"""Two clusters of masses p and q at e_1 and -e_1, V = diag(v, r v) with v > 0, r < 1, and X = exp(2 beta m1) > 1.

w1 is the weight that the first gives to the second, w2 the converse (low_temperature.pair-jacobian): J is the
Jacobian of their angles, `top` its larger eigenvalue. Its determinant changes sign at X = threshold.
"""

from verify import Positive, Real, Space, det, gt, lt, matrix, sqrt, tr

S = Space(p=Positive(), q=Positive(), X=Positive(window=9), v=Positive(), r=Real())
p, q, X, v, r = S.symbols
masses, w1, w2 = (p * X + q) * (q * X + p), q / (p * X + q), p / (q * X + p)
T1, T2 = 1 - 2 * w1, 1 - 2 * w2
J = v * matrix([[r * (1 - w1) - T1, -r * w1], [-r * w2, r * (1 - w2) - T2]])
top = (tr(J) + sqrt(tr(J) ** 2 - 4 * det(J))) / 2
root = sqrt((p**2 - q**2) ** 2 + (2 * p * q * r) ** 2)
threshold, other = ((p**2 + q**2 + sign * root) / (2 * p * q * (1 - r)) for sign in (1, -1))
given = [lt(r, 1), gt(X, 1)]
