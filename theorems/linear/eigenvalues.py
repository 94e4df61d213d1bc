"""Eigenvalues of a plane matrix A z = a z + b conj(z) (arXiv 2607.18584, conventions).

The symmetric part has Re a +- |b|; where disc A >= 0, A has Re a +- sqrt(|b|^2 - (Im a)^2).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, Identity, Matrices, Space, abs2, absolute, det, eye, ge, im, re, sqrt
from verify.attention import linear

S = Space(A=Matrices(2, 2), z=Complex())
A, z = S.symbols
a, b = linear.coefficients(A)
root = sqrt(abs2(b) - im(a) ** 2)


def characteristic(M, x):
    return det(M - x * eye(2))


def product(x, first, second):
    return (x - first) * (x - second)


claim = Claim(
    "linear.eigenvalues",
    S,
    given=[ge(abs2(b), im(a) ** 2)],
    title="Eigenvalues of A and of its symmetric part in a and b",
    source=LI_2026.at("conventions"),
    shows=All(
        symmetric=Identity(characteristic((A + A.T) / 2, z), product(z, re(a) + absolute(b), re(a) - absolute(b))),
        general=Identity(characteristic(A, z), product(z, re(a) + root, re(a) - root)),
    ),
    mutants={
        "without-root": Identity(characteristic(A, z), product(z, re(a) + absolute(b), re(a) - absolute(b))),
        "imaginary": Identity(characteristic(A, z), product(z, im(a) + root, im(a) - root)),
    },
)
