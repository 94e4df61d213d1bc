"""A symmetric definite, disc V <= 0, V != 0: at every interior equilibrium the Jacobian's determinant is positive.

In the notation of linear.definite-traces disc V <= 0 says t^2 <= R de (c^2 + k^2). The form P + 2 (t t' - R de I) is
positive definite and at most P; what the count of equilibria rests on (arXiv 2607.18584).
"""

from theorems.linear import LI_2026
from theorems.linear._definite import N0, P1, P2, P3, B, R, S, c, de, form, k, ph, sg, t, y, z
from verify import Claim, Inequality, ge, gt

size, room = c**2 + k**2, R * de * (c**2 + k**2) - t**2
W11, W12, W22 = P1 + 2 * (ph**2 - R * de), P2 / 2 - 2 * ph * B * y, P3 + 2 * (B**2 * y**2 - R * de)
W = W11 * W22 - W12**2

claim = Claim(
    "linear.definite-rotating",
    S,
    given=[gt(size, 0), ge(room, 0)],
    title="A definite, disc V <= 0: the Jacobian's determinant is positive",
    source=LI_2026.at("A symmetric definite; not in the paper"),
    rests_on=["linear.definite-jacobian"],
    shows=Inequality(form, ">", 0),
    mutants={
        "first": Inequality(P1 * c**2 + P2 * c * k, ">", 0),
        "more": Inequality(form, ">", R * de * size * 4),
    },
)


@claim.argument
def argument(p):
    p.sign(gt(de, 0), as_=(1 - B) * (1 + B))
    p.sign(gt(z, 0), as_=de + N0 + sg)
    rest = N0 + sg
    p.sign(gt(W11, 0), as_=(R - de) ** 2 / 2 + 2 * R * rest + z**2 + rest * z / 2 + rest * de / 2)
    W_form = W11 * (3 * z**2 + 3 * R * z + R * de) + 2 * sg * (z**2 + 3 * R * rest)
    p.sign(gt(W, 0), as_=W_form)
    p.sign(gt(W22, 0), as_=(W_form + W12**2) / W11)
    image = (W11 * c + W12 * k) ** 2 + (W12 * c + W22 * k) ** 2
    p.sign(as_=(image + W * size) / (W11 + W22) + 2 * room)
