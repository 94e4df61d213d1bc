"""The zero-temperature flow x' = (Bx - R x)/|Mx|, R = <x, Bx>, for symmetric B; E belongs to its top eigenvalue l1.

In every dimension: at one instant x = x1 e + z with e in E, and z and Bz lie in a plane across E, so x = (x1, z) and
Bx = (l1 x1, w). The other eigenvalues are at most l2, and size = |Mx| at most s1 = |M|. Quantities of x1 and |z| alone
do not see how w and |Mx| change, so these are symbols.
"""

from verify import Matrices, Positive, Real, Space, Sphere, dot, ge, le, norm2, vector

S = Space(x=Sphere(3), w=Matrices(2, 1), l1=Real(), l2=Real(), size=Positive(), s1=Positive())
x, w, l1, l2, size, s1 = S.symbols
z, Bx, gap = vector(x[1], x[2]), vector(l1 * x[0], w[0], w[1]), l1 - l2
q, R = x[0] ** 2, dot(x, Bx)
flow = dict(zip(x.entries(), ((Bx - R * x) / size).entries(), strict=True))
given = [le(dot(z, w), l2 * norm2(z)), ge(l1, l2), le(size, s1)]
slack = (l2 * norm2(z) - dot(z, w)) / size + gap * norm2(z) * ((s1 - size) / (s1 * size))
"""(l1 - R)/size - (gap/s1) |z|^2, manifestly nonnegative."""
