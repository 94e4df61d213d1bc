"""Zero temperature, M = I: W_p falls like exp(-g t min(1, m/p)), m = dim E, with a factor t^(1/p) where m = p.

L = exp(g t), D = |X - Phi| and r = |P_E x| at the start; W_p^p is the mean of D^p by low_temperature.w2-exact. D lies
between multiples of 1/(1 + L r), of all tokens or of some share of them. Only the mean of (1 + L r)^(-p) counts: it is
c K(L)/L^m where r has the density c r^(m - 1).
"""

from verify import Inequality, Matrices, Mean, Natural, Nonneg, Positive, Real, Space, Token, When, ge, gt

S = Space(n=Natural(), p=Positive(), c=Positive(), L=Real(), k=Nonneg(), token=Token(Matrices(2, 1)))
n, p, c, L, k, (D, height) = S.symbols
reach = 1 / (1 + L * height)
law, distance = (Mean(of, D, height) for of in (reach**p, D**p))
tokens = [ge(L, 1), gt(D, 0), ge(height, 0)]


def case(given, order, known, constant):
    """`known` is what low_temperature.rate.integral says of k; the constant stands over L^m."""
    return When([given, known], Inequality(distance, order, c * constant / (L**n * L)))
