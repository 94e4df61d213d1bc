"""A real matrix of the plane as A z = a z + b conj(z) (arXiv 2607.18584, conventions).

Its invariants in a and b: tr A = 2 Re a, det A = |a|^2 - |b|^2, det of the symmetric part (Re a)^2 - |b|^2,
(tr A)^2 - 4 det A = 4 (|b|^2 - (Im a)^2). The transpose has coefficients (conj a, b).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, I, Identity, Matrices, Space, abs2, conj, det, im, re, tr, vector
from verify.attention import linear

S = Space(A=Matrices(2, 2), z=Complex())
A, z = S.symbols
a, b = linear.coefficients(A)
x, y = A * vector(re(z), im(z))

claim = Claim(
    "linear.coefficients",
    S,
    title="A z = a z + b conj z, and the invariants of A in a and b",
    source=LI_2026.at("conventions"),
    shows=All(
        action=Identity(x + I * y, a * z + b * conj(z)),
        trace=Identity(tr(A), 2 * re(a)),
        determinant=Identity(det(A), abs2(a) - abs2(b)),
        symmetric=Identity(det((A + A.T) / 2), re(a) ** 2 - abs2(b)),
        discriminant=Identity(tr(A) ** 2 - 4 * det(A), 4 * (abs2(b) - im(a) ** 2)),
        transpose=Identity(vector(*linear.coefficients(A.T)), vector(conj(a), b)),
    ),
    mutants={
        "action": Identity(x + I * y, a * z + conj(b) * conj(z)),
        "symmetric": Identity(det((A + A.T) / 2), abs2(a) - abs2(b)),
        "discriminant": Identity(tr(A) ** 2 - 4 * det(A), 4 * (abs2(b) - re(a) ** 2)),
        "transpose": Identity(vector(*linear.coefficients(A.T)), vector(conj(a), conj(b))),
    },
)
