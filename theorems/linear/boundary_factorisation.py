"""On the circle the field factors (arXiv 2607.18584).

For w = exp(2i theta) and x = (cos theta, sin theta), the phase phi = 2 theta moves by 2 beta <x, A x><J x, V x>:
fixed clusters are eigenvectors of V or isotropic vectors of A.
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, I, Identity, J, Matrices, Real, Space, conj, dot, exp, im, unit
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle())
A, V, beta, theta = S.symbols
x, w = unit(theta), exp(2 * I * theta)
phase_rate = im(conj(w) * linear.field(A, V, w, beta))
product = dot(x, A * x) * dot(J * x, V * x)

claim = Claim(
    "linear.boundary-factorisation",
    S,
    title="On the circle the phase moves by 2 beta <x, A x><J x, V x>",
    source=LI_2026.at("boundary dynamics"),
    rests_on=["linear.ott-antonsen", "linear.circle-invariant"],
    shows=Identity(phase_rate, 2 * beta * product),
    mutants={
        "sign": Identity(phase_rate, -2 * beta * product),
        "factor": Identity(phase_rate, beta * product),
        "swapped": Identity(phase_rate, 2 * beta * dot(x, V * x) * dot(J * x, A * x)),
    },
)
