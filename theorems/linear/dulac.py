"""Dulac: (1 - u)^3 div((1 - u)^-3 F) = (beta/2) D with u = |w|^2 and, for any A and V (arXiv 2607.18584, Case 4),

D = 2 Re(a p)(1 + u) + 4 Re((conj(b) Re p - i conj(q) Im a) w). If D has one sign, no orbit is periodic.
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, I, Identity, Matrices, Real, Space, abs2, conj, im, re
from verify.attention import linear
from verify.dynamics import divergence

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), w=Disk())
A, V, beta, w = S.symbols
(a, b), (p, q), u = linear.coefficients(A), linear.coefficients(V), abs2(w)
flow = linear.on_ott_antonsen(A, V, at=w, beta=beta)
constant, slope = re(a * p), conj(b) * re(p) - I * conj(q) * im(a)


def spread(k=3, constant=constant, slope=slope):
    D = 2 * constant * (1 + u) + 4 * re(slope * w)
    return Identity((1 - u) ** k * divergence(flow, weight=(1 - u) ** -k), beta / 2 * D)


claim = Claim(
    "linear.dulac",
    S,
    title="The Dulac identity for every A and V",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=spread(),
    mutants={
        "power": spread(k=2),
        "constant": spread(constant=re(a) * re(p)),
        "slope": spread(slope=conj(b) * re(p) + I * conj(q) * im(a)),
    },
)
