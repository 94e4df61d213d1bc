"""What tokens that are not on Ott-Antonsen add to the rate of alpha is at most sqrt(8 (|u|^2 + |v|^2)) (own).

With R2 = alpha + N Q, N = 1 - |alpha|^2, that is N (u - conj(u) alpha^2 + 2 i Im(v) alpha) beta/2; u = a Q, v = conj(b)
Q for V = I (linear.near-uniform), u = p Q, v = -q Q for A = I (linear.near-uniform-score). For X = u - conj(u) alpha^2
and W = 2 i Im(v) alpha the squares of X + W and X - W, twice that of u + conj(u) alpha^2, 4 |u|^2 N (1 + |alpha|^2), 8
(Re v)^2 and 8 (Im v)^2 N add up to 8 (|u|^2 + |v|^2).
"""

from theorems.linear import LI_2026
from verify import Claim, Complex, Disk, I, Inequality, Space
from verify import abs2, conj, im, re

S = Space(alpha=Disk(), u=Complex(), v=Complex())
alpha, u, v = S.symbols
X, W, N = u - conj(u) * alpha**2, 2 * I * im(v) * alpha, 1 - abs2(alpha)
largest = 8 * (abs2(u) + abs2(v))

claim = Claim(
    "linear.near-uniform-error",
    S,
    title="What tokens near the Ott-Antonsen states add to the rate of alpha",
    source=LI_2026.at("structural stability; constants not in the paper"),
    shows=Inequality(largest, ">=", abs2(X + W)),
    mutants={
        "half": Inequality(largest / 2, ">=", abs2(X + W)),
        "no-turn": Inequality(8 * abs2(u), ">=", abs2(X + W)),
        "no-form": Inequality(8 * abs2(v), ">=", abs2(X + W)),
    },
)


@claim.argument
def argument(to):
    rest = 2 * abs2(u + conj(u) * alpha**2) + 4 * abs2(u) * N * (1 + abs2(alpha))
    to.sign(as_=abs2(X - W) + rest + 8 * re(v) ** 2 + 8 * im(v) ** 2 * N)
