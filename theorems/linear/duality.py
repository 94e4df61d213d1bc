"""Duality: (A, V) -> (J V, -J A) leaves every token trajectory unchanged, for any number of tokens.

Equivalently the Ott-Antonsen field is unchanged. With J V, +J A the field changes its sign (time runs backwards).
"""

from theorems.linear import LI_2026
from verify import All, Circle, Claim, Disk, Identity, J, Matrices, Real, Space, Token
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), beta=Real(), theta=Circle(), phi=Token(Circle()), w=Disk(closed=True))
A, V, beta, theta, phi, w = S.symbols

tokens = linear.token_rate(A, V, theta, phi, beta)
order = linear.field(A, V, w, beta)

claim = Claim(
    "linear.duality",
    S,
    title="(A, V) and (J V, -J A) move the tokens alike",
    source=LI_2026.at("duality; not in the paper"),
    rests_on=["linear.kuramoto-daido", "linear.ott-antonsen"],
    shows=All(
        tokens=Identity(tokens, linear.token_rate(J * V, -(J * A), theta, phi, beta)),
        order=Identity(order, linear.field(J * V, -(J * A), w, beta)),
    ),
    mutants={
        "sign": Identity(tokens, linear.token_rate(J * V, J * A, theta, phi, beta)),
        "order-sign": Identity(order, linear.field(J * V, J * A, w, beta)),
        "swap": Identity(tokens, linear.token_rate(V, A, theta, phi, beta)),
    },
)
