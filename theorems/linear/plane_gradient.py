"""V = I, A symmetric, in the plane: a gradient flow on every leaf of constant mean phase (arXiv 2607.18584).

U = (a/2)|R2|^2 + Re(conj(b) R2) changes by mean s xi' with s = Im(conj(z) h), h = a R2 + b, z = exp(i xi), for any
motion of the phases; and the tokens move by xi' = beta (s - mean s): the gradient of U, projected on the leaf.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Evolves, I, Identity, Matrices, Mean, Real, Space, Token, abs2, conj, exp, im, re
from verify.attention import linear
from verify.linalg import eye

S = Space(A=Matrices(2, 2, "symmetric"), beta=Real(), theta=Circle(), moved=Token(Matrices(2, 1)))
A, beta, theta, moved = S.symbols
xi, v = moved.entries()
(a, b), R2 = linear.coefficients(A), Mean(exp(I * xi), xi, v)
U, h = re(a) / 2 * abs2(R2) + re(conj(b) * R2), a * R2 + b


def s(phase):
    return im(exp(-I * phase) * h)


H, omega = linear.harmonics(A, eye(2), R2, beta)
rate = 2 * omega + 2 * im(exp(-2 * I * theta) * H)

claim = Claim(
    "linear.plane-gradient",
    S,
    title="V = I, A symmetric in the plane: a projected gradient flow of any number of tokens",
    source=LI_2026.at("gradient-like structure; not in the paper"),
    rests_on=["linear.kuramoto-daido", "linear.plane-ascent"],
    shows=All(
        gradient=Evolves(U, along={xi: v}, rate=Mean(s(xi) * v, xi, v)),
        velocity=Identity(rate, beta * (s(2 * theta) - Mean(s(xi), xi, v))),
    ),
    mutants={
        "sign": Evolves(U, along={xi: v}, rate=-Mean(s(xi) * v, xi, v)),
        "unprojected": Identity(rate, beta * s(2 * theta)),
    },
)
