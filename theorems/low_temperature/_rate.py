"""K(L), the integral of r^n/(1 + r)^p over [0, L], L = exp(g t) >= 1 and n = m - 1, up to the factor 2^p.

If |P_E x| has the density c r^n near 0, m = dim E, the mean of (1 + L |P_E x|)^(-p) is c K(L)/L^m. With r^n/(1 + r)^p
between 2^(-p) and 1 times r^n up to r = 1, and times r^n/r^p from there on, K lies between 2^(-p) G and G.
"""

from verify import Integral, Interval, Natural, Nonneg, Positive, Real, Space, ge, log

S = Space(n=Natural(), p=Positive(), L=Real(), r=Nonneg(), x=Interval(0, 1), y=Real())
n, p, L, r, x, y = S.symbols
m = n + 1
given = [ge(L, 1), ge(y, 1)]


def body(at):
    return at**n / (1 + at) ** p


K = Integral(body(r), r, 0, L)
grown = L**n * L / L**p
"""L^(m - p)."""
G, at_equal = 1 / m + (grown - 1) / (m - p), 1 / m + log(L)
