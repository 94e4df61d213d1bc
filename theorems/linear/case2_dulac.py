"""Case 2, A = I, any V: (1 - |w|^2)^-3 is a Dulac function when tr V != 0 (arXiv 2607.18584).

(1 - |w|^2)^3 div((1 - |w|^2)^-3 F) = (beta/2) tr V (1 + |w|^2), so the open disk holds no periodic orbit.
"""

from theorems.linear import LI_2026
from verify import Claim, Disk, Identity, Matrices, Real, Space, abs2, eye, tr
from verify.attention import linear
from verify.dynamics import divergence

S = Space(V=Matrices(2, 2), beta=Real(), w=Disk())
V, beta, w = S.symbols
flow, R = linear.on_ott_antonsen(eye(2), V, at=w, beta=beta), 1 - abs2(w)


def spread(k, value):
    return Identity(R**k * divergence(flow, weight=R**-k), value)


claim = Claim(
    "linear.case2-dulac",
    S,
    title="A = I: a Dulac function",
    source=LI_2026.at("Case 2; not in the paper"),
    rests_on=["linear.ott-antonsen"],
    shows=spread(3, beta / 2 * tr(V) * (1 + abs2(w))),
    mutants={
        "power": spread(2, beta / 2 * tr(V) * (1 + abs2(w))),
        "gap": spread(3, beta / 2 * tr(V) * R),
        "factor": spread(3, beta * tr(V) * (1 + abs2(w))),
    },
)
