"""Case 1: where the vector b + conj(a) w touches the circle, Re(a + b conj(w)) = 0, the orbit bends by 2 k (k + Im a).

That is d^2|W|^2/ds^2 in the time ds = (beta/2)(1 - |w|^2) dt, with k = Im(b conj(w)) - Im a (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Complex, Flow, I, Identity, Space, abs2, conj, eq, exp, im, re

S = Space(a=Complex(), b=Complex(), W=Complex(), phi=Circle())
a, b, W, phi = S.symbols
spiral = Flow.of({W: b + conj(a) * W})
bend = spiral.derivative(spiral.derivative(abs2(W))).subs(W, exp(I * phi))
touch = re(a + b * exp(-I * phi))
k = im(b * exp(-I * phi)) - im(a)

claim = Claim(
    "linear.case1-tangency",
    S,
    given=[eq(touch, 0)],
    title="V = I: how orbits bend where they touch the circle",
    source=LI_2026.at("Case 1; not in the paper"),
    rests_on=["linear.case1-orbit"],
    shows=Identity(bend, 2 * k * (k + im(a))),
    mutants={
        "sign": Identity(bend, 2 * k * (k - im(a))),
        "square": Identity(bend, 2 * k**2),
        "half": Identity(bend, k * (k + im(a))),
    },
)
