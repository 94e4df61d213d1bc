"""Complex eigenvalues of a plane matrix A z = a z + b conj(z): Re a +- i sqrt((Im a)^2 - |b|^2) where disc A <= 0.

So the eigenvalues of A are Re a +- sqrt(|b|^2 - (Im a)^2) for every A (arXiv 2607.18584, conventions).
"""

from theorems.linear import LI_2026
from verify import Claim, Complex, I, Identity, Matrices, Space, abs2, det, eye, ge, im, re, sqrt
from verify.attention import linear

S = Space(A=Matrices(2, 2), z=Complex())
A, z = S.symbols
a, b = linear.coefficients(A)


def factors(root, middle):
    return Identity(det(A - z * eye(2)), (z - middle - root) * (z - middle + root))


turn = sqrt(im(a) ** 2 - abs2(b))

claim = Claim(
    "linear.eigenvalues-complex",
    S,
    given=[ge(im(a) ** 2, abs2(b))],
    title="Complex eigenvalues of A in a and b",
    source=LI_2026.at("conventions"),
    shows=factors(I * turn, re(a)),
    mutants={"real": factors(turn, re(a)), "middle": factors(I * turn, a)},
)
