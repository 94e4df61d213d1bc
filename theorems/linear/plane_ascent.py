"""In the plane U = (a/2)|R2|^2 + Re(conj(b) R2) grows along any number of tokens, A z = a z + b conj(z) symmetric.

With s = Im(conj(z) h), h = a R2 + b, z = exp(2i theta): U' = beta Var(s) for V = I, where also the mean of theta is
conserved; and U' = beta (mean s^2 + (mean s)^2) for the matrices I, A (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Evolves, I, Identity, Matrices, Mean, Real, Space, Token, abs2, conj, exp, im, re
from verify.attention import linear
from verify.linalg import eye

S = Space(A=Matrices(2, 2, "symmetric"), beta=Real(), theta=Token(Circle()))
A, beta, theta = S.symbols
(a, b), z, R2 = linear.coefficients(A), exp(2 * I * theta), Mean(exp(2 * I * theta), theta)
U, s = re(a) / 2 * abs2(R2) + re(conj(b) * R2), im(conj(z) * (a * R2 + b))
square, mean2 = Mean(s**2, theta), Mean(s, theta) ** 2


def rate(key, value):
    H, omega = linear.harmonics(key, value, R2, beta)
    return omega + im(conj(z) * H)


def grows(key, value, by):
    return Evolves(U, along={theta: rate(key, value)}, rate=beta * by)


claim = Claim(
    "linear.plane-ascent",
    S,
    title="Two gradient-like flows of n tokens in the plane",
    source=LI_2026.at("gradient-like structure; not in the paper"),
    rests_on=["linear.kuramoto-daido"],
    shows=All(
        value=grows(A, eye(2), square - mean2),
        mean=Identity(Mean(rate(A, eye(2)), theta), 0),
        key=grows(eye(2), A, square + mean2),
    ),
    mutants={"value-plus": grows(A, eye(2), square + mean2), "key-minus": grows(eye(2), A, square - mean2)},
)
