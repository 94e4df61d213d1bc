"""Three tokens on the circle under unnormalised softmax attention: the splay state is stable iff beta < -2/3.

theta_i' = (1/3) sum_j f(theta_j - theta_i) with f(t) = exp(beta cos t) sin t. At (t, t + 2 pi/3, t - 2 pi/3) the
Jacobian is rate * (I - 1 1^T/3) with rate = exp(-beta/2)(3 beta + 2)/4: a rotation, and twice the eigenvalue `rate`
(arXiv 2507.22857: no global synchronisation for beta < -2/3).
"""

from theorems.circle import CIRCLE_2025
from verify import PI, All, Claim, Flow, Identity, Inequality, Matrices, Real, Space
from verify import cos, exp, eye, gt, lt, matrix, sin, vector

S = Space(theta=Matrices(3, 1), beta=Real(), t=Real())
theta, beta, t = S.symbols
rates = [sum(exp(beta * cos(b - a)) * sin(b - a) for b in theta) / 3 for a in theta]
splay = dict(zip(theta.entries(), (t, t + 2 * PI / 3, t - 2 * PI / 3), strict=True))
jacobian = matrix([[Flow.of({b: 1}).derivative(each) for b in theta] for each in rates]).subs(splay)
rate, across = exp(-beta / 2) * (3 * beta + 2) / 4, eye(3) - matrix([[1] * 3] * 3) / 3
source = CIRCLE_2025.at("beta < -2/3; the converse for three tokens is not in the paper")

claim = Claim(
    "circle.splay-three",
    S,
    title="Jacobian at the splay state of three tokens",
    source=source,
    shows=All(
        rest=Identity(vector(*rates).subs(splay), vector(0, 0, 0)),
        jacobian=Identity(jacobian, rate * across),
        projection=Identity(across * across, across),
    ),
    mutants={
        "sign": Identity(jacobian, exp(beta / 2) * (3 * beta + 2) / 4 * across),
        "threshold": Identity(jacobian, exp(-beta / 2) * (2 * beta + 2) / 4 * across),
    },
)
stable = Claim(
    "circle.splay-three.stable",
    S,
    given=[lt(beta, "-2/3")],
    title="The splay state of three tokens is stable for beta < -2/3",
    source=source,
    rests_on=["circle.splay-three"],
    shows=Inequality(rate, "<", 0),
    mutants={"more": Inequality(rate, "<", "-1/100")},
)
unstable = Claim(
    "circle.splay-three.unstable",
    S,
    given=[gt(beta, "-2/3")],
    title="The splay state of three tokens is unstable for beta > -2/3",
    source=source,
    rests_on=["circle.splay-three"],
    shows=Inequality(rate, ">", 0),
    mutants={"more": Inequality(rate, ">", "1/100")},
)
