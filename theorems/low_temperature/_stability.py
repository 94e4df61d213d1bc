"""M = I: a token X of positive temperature beside a token Y of zero temperature, with the same start.

X' = P_X V m and Y' = P_Y V Y with P_X = I - X X^T. Only inner products of X, Y, a = VX, b = VY and v = V(m - X) count,
in coordinates that turn with the token.
"""

from itertools import combinations

from verify import dot, ge, le, norm2


def across(X, v):
    """P_X v."""
    return v - dot(X, v) * X


def lagrange(a, b):
    """|a|^2 |b|^2 - <a, b>^2, a sum of squares by Lagrange's identity."""
    return sum((x * v - y * u) ** 2 for (x, u), (y, v) in combinations(zip(a, b, strict=True), 2))


def parting(X, Y, a, b, v):
    """The rate of |X - Y|^2."""
    return 2 * dot(X - Y, across(X, a + v) - across(Y, b))


def spectral(X, Y, a, b, l1, ld):
    """What l1 and ld, the extreme eigenvalues of the symmetric part of V, say of a = VX and b = VY."""
    return [le(dot(X - Y, a - b), l1 * norm2(X - Y)), ge(dot(X, a), ld), ge(dot(Y, b), ld)]


def lipschitz(X, Y, a, b, k, size):
    """What k = s1/sd and size = |V| say of a = V u(X) and b = V u(Y): u is Lipschitz with k (low_temperature.lip.u)."""
    return [le(norm2(a - b), size**2 * k**2 * norm2(X - Y)), le(norm2(b), size**2)]
