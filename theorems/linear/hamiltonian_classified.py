"""Which flows have the integrating factor (1 - |w|^2)^-3: if A is not symmetric, V = c J A^T with c = Re p/Im a.

The Dulac function of linear.dulac vanishes exactly when Re(a p) = 0 and b Re p + i q Im a = 0. If A is symmetric and
not 0, that says tr V = 0 (arXiv 2607.18584, Case 4).
"""

from theorems.linear import LI_2026
from verify import Claim, Identity, J, Matrices, Space, eq, im, ne, re
from verify.attention import linear

S = Space(A=Matrices(2, 2), V=Matrices(2, 2))
A, V = S.symbols
(a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)
zero = eq(re(a * p), 0)
first, second = eq(re(b) * re(p) - im(q) * im(a), 0), eq(im(b) * re(p) + re(q) * im(a), 0)


def rotated(c, key=A.T):
    return Identity(V, c * J * key)


claim = Claim(
    "linear.hamiltonian-classified",
    S,
    given=[ne(im(a), 0), zero, first, second],
    title="A not symmetric: the integrating factor forces V = c J A^T",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.dulac"],
    shows=rotated(re(p) / im(a)),
    mutants={"sign": rotated(-re(p) / im(a)), "no-transpose": rotated(re(p) / im(a), key=A)},
)


@claim.argument
def argument(p):
    over = 1 / im(a)
    p.part("11").ideal((over, second))
    p.part("22").ideal((-over, second))
    p.part("12").ideal((over, zero), (-over, first))
    p.part("21").ideal((-over, zero), (-over, first))
