"""Case 4, |a| < |b|: with a = b tanh(3 tau) the centre is w = -i tanh(tau) (arXiv 2607.18584).

Its frequency squared is (beta b/2)^2 3 (2 cosh 2 tau + 1)/(cosh 3 tau cosh tau)^2. As k = a/b -> 1 it hits the circle
like a cube root, for exp(6 tau) = (1 + k)/(1 - k) and 1 - tanh(tau) = 2/(exp(2 tau) + 1). With r = tanh(tau),
k = r (3 + r^2)/(1 + 3 r^2): the curve that counts the equilibria of Case 2.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, I, Identity, Real, Space, cosh, det, exp, eye, gt, tanh, tr
from verify.attention import linear

S = Space(tau=Real(window=1), b=Real(), beta=Real(), w=Complex())
tau, b, beta, w = S.symbols
k, centre = tanh(3 * tau), -I * tanh(tau)
F = linear.field(eye(2), [[b * k, b], [-b, -b * k]], w, beta)
jacobian = linear.jacobian(F, w).subs(w, centre)
frequency2 = (beta * b / 2) ** 2 * 3 * (2 * cosh(2 * tau) + 1) / (cosh(3 * tau) * cosh(tau)) ** 2

claim = Claim(
    "linear.case4-centre",
    S,
    title="Case 4: the centre and its frequency",
    source=LI_2026.at("Case 4"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        rest=Identity(F.subs(w, centre), 0),
        trace=Identity(tr(jacobian), 0),
        frequency=Identity(det(jacobian), frequency2),
        ratio=Identity(exp(6 * tau), (1 + k) / (1 - k)),
        gap=Identity(1 - tanh(tau), 2 / (exp(2 * tau) + 1)),
        triple=Identity(k, tanh(tau) * (3 + tanh(tau) ** 2) / (1 + 3 * tanh(tau) ** 2)),
    ),
    mutants={"conjugate": Identity(F.subs(w, -centre), 0), "three": Identity(det(jacobian), frequency2 / 3)},
)
claim.argument(lambda p: p.sign(gt(1 - k, 0), as_=2 / (exp(6 * tau) + 1)))
