"""A symmetric and not 0: (1 - |w|^2)^-3 is an integrating factor exactly if tr V = 0 (arXiv 2607.18584, Case 4).

Its conditions are Re(a p) = 0 and b Re p + i q Im a = 0 (linear.dulac), and the sum of their squares is
|A|^2 (tr V)^2/8. For A not symmetric see linear.hamiltonian-classified.
"""

from theorems.linear import LI_2026
from verify import Claim, I, Identity, Matrices, Space, abs2, im, norm2, re, tr
from verify.attention import linear

S = Space(A=Matrices(2, 2, "symmetric"), V=Matrices(2, 2))
A, V = S.symbols
(a, b), (p, q) = linear.coefficients(A), linear.coefficients(V)


def squares(factor, real):
    return Identity(re(a * p) ** 2 + abs2(b * real + I * q * im(a)), norm2(A) * tr(V) ** 2 * factor)


claim = Claim(
    "linear.hamiltonian-key",
    S,
    title="A symmetric: the integrating factor means tr V = 0",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.dulac", "linear.hamiltonian-classified"],
    shows=squares("1/8", re(p)),
    mutants={"whole": squares("1/8", p), "factor": squares("1/4", re(p))},
)
