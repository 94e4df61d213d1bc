"""Beta scales time (arXiv 2607.18584, conventions): a formula in units beta = 2 is multiplied by beta/2.

H, omega, the Ott-Antonsen field and the rates of the tokens and of the phase are linear in beta.
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Complex, Identity, Matrices, Real, Space, Token, vector
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle(), phi=Token(Circle()), w=Complex())
A, V, beta, theta, phi, w = S.symbols


def scaled(rate, unit=2):
    return Identity(rate(beta), beta / unit * rate(unit))


def harmonics(beta):
    return vector(*linear.harmonics(A, V, w, beta))


def field(beta):
    return linear.field(A, V, w, beta)


claim = Claim(
    "linear.time-scale",
    S,
    title="Beta scales time",
    source=LI_2026.at("conventions"),
    shows=All(
        harmonics=Identity(harmonics(beta), vector(*(beta / 2 * each for each in harmonics(2).entries()))),
        field=scaled(field),
        tokens=scaled(lambda beta: linear.token_rate(A, V, theta, phi, beta)),
        phase=scaled(lambda beta: linear.phase_rate(A, V, theta, beta)),
    ),
    mutants={"unit": Identity(field(beta), beta * field(2)), "square": Identity(field(beta), beta**2 / 4 * field(2))},
)
