"""Linear attention in the plane is a Kuramoto-Daido system with pure second harmonic (arXiv 2607.18584).

For any real A, V, any beta and any number of tokens (or any measure of them), the angle theta of a token obeys
theta' = omega + Im(exp(-2i theta) H), with H and omega functions of R2 = mean exp(2i phi) alone.
"""

from theorems.linear import LI_2026
from verify import Circle, Claim, I, Identity, Matrices, Mean, Real, Space, Token, exp, im
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle(), phi=Token(Circle()))
A, V, beta, theta, phi = S.symbols

R2 = Mean(exp(2 * I * phi), phi)
H, omega = linear.harmonics(A, V, R2, beta)
rate = linear.token_rate(A, V, theta, phi, beta)
without_constant = omega - linear.harmonics(A, V, 0, beta)[1]

claim = Claim(
    "linear.kuramoto-daido",
    S,
    title="Second-harmonic form of linear attention, for any A, V and any number of tokens",
    source=LI_2026.at("second-harmonic form"),
    shows=Identity(rate, omega + im(exp(-2 * I * theta) * H)),
    mutants={
        "sign": Identity(rate, omega - im(exp(-2 * I * theta) * H)),
        "frequency": Identity(rate, -omega + im(exp(-2 * I * theta) * H)),
        "no-constant": Identity(rate, without_constant + im(exp(-2 * I * theta) * H)),
        "first-harmonic": Identity(rate, omega + im(exp(-I * theta) * H)),
    },
)
