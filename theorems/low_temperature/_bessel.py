"""The ratio A of Bessel functions that is the length of the Laplace mean on the unit sphere of R^d at temperature 1/k.

With nu = d/2 - 1 it is I_{nu+1}(k)/I_nu(k), and solves A' = 1 - A^2 - (d - 1) A/k. With a = (d - 1)/2, b = (d + 1)/2
Amos' bounds are lower = k/(a + S) with S^2 = b^2 + k^2 and upper = k/(a + R) with R^2 = a^2 + k^2.
"""

from verify import Bound, Flow, Positive, Real, Source, Space, eq, ge, le, sqrt

AMOS_1974 = Source("Amos 1974", "Computation of modified Bessel functions and their ratios, Math. Comp. 28, 239-251")

S = Space(k=Positive(), A=Real(), d=Real())
k, A, d = S.symbols
a, b = (d - 1) / 2, (d + 1) / 2
long, short = sqrt(b**2 + k**2), sqrt(a**2 + k**2)
lower, upper = k / (a + long), k / (a + short)


def rate(of):
    """The right side of the Riccati equation."""
    return 1 - of**2 - (d - 1) * of / k


riccati = {k: 1, A: rate(A)}


def amos(at, n):
    """The lower and the upper bound at k = `at` in R^n."""
    return [bound.subs({d: n, k: at}) for bound in (lower, upper)]


def expansion(n, c):
    """To the second order in 1/k in R^n, and c/k^3."""
    return 1 - (n - 1) / (2 * k) + (n - 1) * (n - 3) / (8 * k**2) + c / k**3


def ends(expansion, errors):
    """(name of a part, n, an end of A above it or below it, is it above) for each dimension n and error c."""
    signs = (("above", 1), ("below", -1))
    return [(f"{name}{n}", n, expansion(n, side * c), side > 0) for n, c in errors.items() for name, side in signs]


def beyond(n, end, above, first):
    """A stays below `end`, or above it, from the bounds of Amos at k = `first` on."""
    low, high = amos(first, n)
    start = [eq(k, first), ge(A, low), le(A, high)]
    return Bound(
        le(A, end) if above else ge(A, end), along={k: 1, A: rate(A).subs(d, n)}, start=start, during=[ge(k, first)]
    )


def settles(p, n, end, above, first):
    """`beyond`: the end is a super- or a subsolution by Sturm sequences, and beyond Amos' bound at the start."""
    side, met = 1 if above else -1, amos(first, n)[above]
    excess = side * (Flow.of({k: 1}).derivative(end) - rate(end).subs(d, n))
    p.roots(ge(excess, 0))
    p.value(ge(side * end.subs(k, first), side * met))
    start, parts = ge(side * end, side * A), [side * (met - A), side * (end.subs(k, first) - met)]
    p.compare(-(end + A + (n - 1) / k), excess, by=lambda q: q.sign(start, as_=parts))
