"""Rotating the coordinates: a, p stay and (b, q, w) turn by exp(2i psi) (arXiv 2607.18584, conventions)."""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, I, Identity, Matrices, Real, Space, cos, exp, matrix, sin, vector
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), psi=Circle(), w=Disk(closed=True))
A, V, beta, psi, w = S.symbols
turn = matrix([[cos(psi), -sin(psi)], [sin(psi), cos(psi)]])
turned = turn * A * turn.T, turn * V * turn.T
a, b = linear.coefficients(A)
around = exp(2 * I * psi)
coefficients = vector(*linear.coefficients(turned[0]))
field = linear.field(*turned, around * w, beta)

claim = Claim(
    "linear.rotation",
    S,
    title="Rotated coordinates: b, q and w turn by twice the angle",
    source=LI_2026.at("conventions"),
    shows=All(
        coefficients=Identity(coefficients, vector(a, around * b)),
        field=Identity(field, around * linear.field(A, V, w, beta)),
    ),
    mutants={
        "once": Identity(coefficients, vector(a, exp(I * psi) * b)),
        "backwards": Identity(coefficients, vector(a, exp(-2 * I * psi) * b)),
        "field-fixed": Identity(field, linear.field(A, V, w, beta)),
    },
)
