"""The circle |w| = 1 is invariant, and on it the field factors (arXiv 2607.18584).

(1 - |w|^2)' = -2 Re(conj(w) H)(1 - |w|^2); and for w = exp(2i theta), x = (cos theta, sin theta), the phase
phi = 2 theta moves by phi' = 2 beta <x, A x><J x, V x>.
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, Disk, Evolves, I, Identity, J, Matrices, Real, Space, abs2, conj, dot, exp, im, re, unit
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), w=Disk(closed=True))
A, V, beta, w = S.symbols
flow = linear.on_ott_antonsen(A, V, at=w, beta=beta)
H, omega = linear.harmonics(A, V, w, beta)

circle_invariant = Claim(
    "linear.circle-invariant",
    S,
    title="1 - |w|^2 is multiplied along the flow, so circle and disk are invariant",
    source=LI_2026.at("Ott-Antonsen manifold"),
    rests_on=["linear.ott-antonsen"],
    shows=Evolves(1 - abs2(w), along=flow, rate=-2 * re(conj(w) * H) * (1 - abs2(w))),
    mutants={
        "sign": Evolves(1 - abs2(w), along=flow, rate=2 * re(conj(w) * H) * (1 - abs2(w))),
        "conjugate": Evolves(1 - abs2(w), along=flow, rate=-2 * re(w * H) * (1 - abs2(w))),
        "factor": Evolves(1 - abs2(w), along=flow, rate=-re(conj(w) * H) * (1 - abs2(w))),
    },
)

T = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle())
A, V, beta, theta = T.symbols
x, on_circle = unit(theta), exp(2 * I * theta)
phase_rate = im(conj(on_circle) * linear.field(A, V, on_circle, beta))

boundary_factorisation = Claim(
    "linear.boundary-factorisation",
    T,
    title="On the circle the phase moves by 2 beta <x, A x><J x, V x>",
    source=LI_2026.at("boundary dynamics"),
    rests_on=["linear.ott-antonsen"],
    shows=Identity(phase_rate, 2 * beta * dot(x, A * x) * dot(J * x, V * x)),
    mutants={
        "sign": Identity(phase_rate, -2 * beta * dot(x, A * x) * dot(J * x, V * x)),
        "factor": Identity(phase_rate, beta * dot(x, A * x) * dot(J * x, V * x)),
        "swapped": Identity(phase_rate, 2 * beta * dot(x, V * x) * dot(J * x, A * x)),
    },
)
