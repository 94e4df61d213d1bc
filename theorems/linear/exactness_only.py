"""Which powers of R = 1 - |w|^2 are integrating factors, in units beta = 2: R^k div(R^-k F) at six points of the disk.

By linear.exactness it is a quadratic polynomial; its values at 0, 1/2, -1/2, i/2, -i/2 and (1 + i)/2 determine it. It
vanishes identically exactly if Re c1 = 0, e = (2 - k) conj(c0), and k = 3 or c2 = b q = 0 (arXiv 2607.18584, Case 4).
"""

from theorems.linear import LI_2026
from verify import All, Claim, Disk, I, Identity, Matrices, Real, Space, abs2, conj, re
from verify.attention import linear
from verify.kernel.term import term

S = Space(A=Matrices(2, 2), V=Matrices(2, 2), k=Real(), w=Disk())
A, V, k, w = S.symbols
(a, b), (p, q), half = linear.coefficients(A), linear.coefficients(V), term(1) / 2
c0, c1, c2, e = a * q + b * p, a * p, b * q, conj(b) * p - a * conj(q)
slope, square = e - (2 - k) * conj(c0), (k - 3) * c2


def spread(w):
    linear_part = re((2 * e + (2 * k - 4) * conj(c0)) * w)
    return 2 * re(c1) + (2 * k - 4) * re(c1) * abs2(w) + linear_part + (2 * k - 6) * re(conj(c2) * w**2)


origin, right, left, up, down, corner = (spread(half * z) for z in (0, 1, -1, I, -I, 1 + I))
second = right + left - up - down + 2 * I * (corner - right - up + origin)
whole = 2 * re(c1) * (1 + (k - 2) * abs2(w)) + 2 * re(slope * w) + 2 * re(conj(square) * w**2)

claim = Claim(
    "linear.exactness-only",
    S,
    title="Which powers of 1 - |w|^2 are integrating factors",
    source=LI_2026.at("Case 4; not in the paper"),
    rests_on=["linear.exactness"],
    shows=All(
        c1=Identity(origin, 2 * re(c1)),
        slope=Identity(right - left - I * (up - down), 2 * slope),
        c2=Identity(second, 2 * square),
        whole=Identity(spread(w), whole),
    ),
    mutants={"c2": Identity(second, 2 * (k - 2) * c2), "slope": Identity(right - left, 2 * re(e))},
)
