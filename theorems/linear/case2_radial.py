"""Case 2, A = I, any V: radius and phase of w (arXiv 2607.18584), in units beta = 2.

With xi = Re(conj(q) w), eta = Im(q conj(w)), u = |w|^2, p = p_r + i s: Re(conj(w) F) = (1 - u)(xi + p_r u) and
Im(conj(w) F) = eta (1 + 3u) + s u (3 + u); so (1 - u)' = -2 (1 - u)(xi + p_r u).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, Evolves, Identity, Matrices, Real, Space, abs2, conj, eye, im, re
from verify.attention import linear

S = Space(V=Matrices(2, 2), beta=Real(), w=Disk(closed=True))
V, beta, w = S.symbols
p, q = linear.coefficients(V)
F, half, u = linear.field(eye(2), V, w, beta), beta / 2, abs2(w)
xi, eta = re(conj(q) * w), im(q * conj(w))
inward = (1 - u) * (xi + re(p) * u)

claim = Claim(
    "linear.case2-radial",
    S,
    title="A = I: radius and phase of the order parameter",
    source=LI_2026.at("Case 2"),
    rests_on=["linear.ott-antonsen"],
    shows=All(
        radius=Identity(re(conj(w) * F), half * inward),
        phase=Identity(im(conj(w) * F), half * (eta * (1 + 3 * u) + im(p) * u * (3 + u))),
        gap=Evolves(1 - u, along={w: F}, rate=-beta * inward),
    ),
    mutants={
        "three": Identity(im(conj(w) * F), half * (eta * (1 + 3 * u) + im(p) * u * (1 + 3 * u))),
        "phase-sign": Identity(im(conj(w) * F), half * (im(conj(q) * w) * (1 + 3 * u) + im(p) * u * (3 + u))),
        "gap-factor": Evolves(1 - u, along={w: F}, rate=-half * inward),
    },
)
