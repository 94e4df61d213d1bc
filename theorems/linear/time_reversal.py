"""V -> -V runs time backwards, for the tokens and for the order parameter (arXiv 2607.18584); so does A -> -A."""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, Identity, Matrices, Real, Space, Token
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle(), phi=Token(Circle()), w=Disk(closed=True))
A, V, beta, theta, phi, w = S.symbols
tokens = linear.token_rate(A, V, theta, phi, beta)
order = linear.field(A, V, w, beta)

claim = Claim(
    "linear.time-reversal",
    S,
    title="V -> -V, and A -> -A, reverse time",
    source=LI_2026.at("second-harmonic form"),
    shows=All(
        tokens=Identity(linear.token_rate(A, -V, theta, phi, beta), -tokens),
        order=Identity(linear.field(A, -V, w, beta), -order),
        key=Identity(linear.field(-A, V, w, beta), -order),
    ),
    mutants={
        "both": Identity(linear.field(-A, -V, w, beta), -order),
        "transposed": Identity(linear.field(A, -V.T, w, beta), -order),
        "tokens-kept": Identity(linear.token_rate(A, -V, theta, phi, beta), tokens),
    },
)
