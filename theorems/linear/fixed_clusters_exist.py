"""Where fixed clusters are (arXiv 2607.18584).

If disc V = 4(|q|^2 - (Im p)^2) >= 0 and q != 0, w = q (sqrt(|q|^2 - (Im p)^2) + i Im p)/|q|^2 lies on the circle and
is an eigenvector of V, Im g(w) = 0. If det A_s = (Re a)^2 - |b|^2 <= 0 and b != 0, w = b (-Re a + i sqrt(|b|^2 -
(Re a)^2))/|b|^2 lies there and is isotropic for A, Re f(w) = 0.
"""

from theorems.linear import LI_2026
from verify import All, Claim, Complex, I, Identity, Space, abs2, conj, ge, im, ne, re, sqrt

S = Space(m=Complex(), n=Complex())
m, n = S.symbols


def found(name, part, sign, value, **mutants):
    """m + n conj(w) has no `part` at w = n (...)/|n|^2, given |n|^2 >= part(m)^2."""

    def at(sign):
        w = value(sqrt(abs2(n) - part(m) ** 2), sign * part(m)) * n / abs2(n)
        return All(circle=Identity(abs2(w), 1), zero=Identity(part(m + n * conj(w)), 0))

    return Claim(
        f"linear.fixed-clusters-exist.{name}",
        S,
        given=[ge(abs2(n), part(m) ** 2), ne(n, 0)],
        title=f"An {name} vector on the circle",
        source=LI_2026.at("fixed clusters"),
        shows=at(sign),
        mutants={"sign": at(-sign), "real": at(0)},
    )


eigenvector = found("eigenvector", im, 1, lambda root, known: root + I * known)
isotropic = found("isotropic", re, -1, lambda root, known: known + I * root)
