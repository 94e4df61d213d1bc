"""Three tokens on the circle, unnormalised softmax attention: the splay state is linearly stable iff beta < -2/3.

theta_i' = (1/3) sum_j f(theta_j - theta_i) with f(t) = exp(beta cos t) sin t. At (t, t + 2 pi/3, t - 2 pi/3) the
Jacobian is rate * (I - 1 1^T/3) with rate = exp(-beta/2)(3 beta + 2)/4: a rotation, and twice the eigenvalue `rate`
(arXiv 2507.22857: no global synchronisation for beta < -2/3).
"""

from theorems.circle import CIRCLE_2025
from verify import PI, All, Claim, Flow, Identity, Inequality, Matrices, Real, Space, When
from verify import cos, exp, eye, gt, lt, matrix, sin, vector

S = Space(theta=Matrices(3, 1), beta=Real(), t=Real())
theta, beta, t = S.symbols
rates = [sum(exp(beta * cos(b - a)) * sin(b - a) for b in theta) / 3 for a in theta]
splay = dict(zip(theta.entries(), (t, t + 2 * PI / 3, t - 2 * PI / 3), strict=True))
jacobian = matrix([[Flow.of({b: 1}).derivative(each) for b in theta] for each in rates]).subs(splay)
rate, across = exp(-beta / 2) * (3 * beta + 2) / 4, eye(3) - matrix([[1] * 3] * 3) / 3

claim = Claim(
    "circle.splay-three",
    S,
    title="The splay state of three tokens is linearly stable, up to rotations, iff beta < -2/3",
    source=CIRCLE_2025.at("beta < -2/3; the converse for three tokens is not in the paper"),
    shows=All(
        rest=Identity(vector(*rates).subs(splay), vector(0, 0, 0)),
        jacobian=Identity(jacobian, rate * across),
        projection=Identity(across * across, across),
        stable=When([lt(beta, "-2/3")], Inequality(rate, "<", 0)),
        unstable=When([gt(beta, "-2/3")], Inequality(rate, ">", 0)),
    ),
    mutants={
        "sign": Identity(jacobian, exp(beta / 2) * (3 * beta + 2) / 4 * across),
        "linear": Identity(jacobian, exp(-beta / 2) * (2 * beta + 2) / 4 * across),
        "earlier": When([lt(beta, "-1/2")], Inequality(rate, "<", 0)),
    },
)
