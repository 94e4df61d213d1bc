"""n uniform tokens on the circle: E W_2^2 to the uniform measure is pi^2/(3 n), for every n, in arc length.

W_2^2 is the variance over u in [0, 1] of Q(u) - u, Q the quantile function of the empirical measure, times (2 pi)^2;
for the best shift takes the mean away. In cell i it is that of d_i = U_i - i/n, and 1/(12 n^2) within the cell. The
gaps of the tokens on a circle of length 1 have the means of products 1/(n (n + 1)), and 2/(n (n + 1)) of squares
(Dirichlet), so cov(U_i, U_j) = i (n - j)/(n^2 (n + 1)) for i <= j < n. Sums over i, j < k of i (n - i), and of the
covariances, are `single` and `double`: they begin at 0 and grow by the right steps (arXiv 2605.10931; the value is not
there).
"""

from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Identity, Integral, Natural, Real, Space

S = Space(n=Natural(1), i=Natural(), j=Natural(), k=Natural(), d=Real(), v=Real())
n, i, j, k, d, v = S.symbols
pair, square = 1 / (n * (n + 1)), 2 / (n * (n + 1))


def single(k):
    """The sum of i (n - i) over i < k."""
    return n * k * (k - 1) / 2 - (k - 1) * k * (2 * k - 1) / 6


def double(k):
    """The sum of min(i, j) (n - max(i, j)) over i, j < k."""
    return n * (k - 1) * k * (2 * k - 1) / 6 - (k * (k - 1) / 2) ** 2


row = (n - k) * (k * (k - 1) + k)
"""2 (n - k) (0 + ... + (k - 1)) + k (n - k), the terms of `double` with i = k or j = k."""
unit = 1 / (n**2 * (n + 1))
spread = single(n) * unit / n - double(n) * unit / n**2 + 1 / (12 * n**2)

claim = Claim(
    "low_temperature.sampling.circle",
    S,
    title="n uniform tokens on the circle are at mean square distance pi^2/(3 n) from the uniform measure",
    source=LOW_2026.at("sampling error; not in the paper"),
    shows=All(
        covariance=Identity(i * square + (i * j - i) * pair - i * j / n**2, i * (n - j) * unit),
        cell=Identity(n * Integral((d - v) ** 2, v, 0, 1 / n), (d - 1 / (2 * n)) ** 2 + 1 / (12 * n**2)),
        single_begins=Identity(single(k).subs(k, 0), 0),
        single_grows=Identity(single(k + 1) - single(k), k * (n - k)),
        double_begins=Identity(double(k).subs(k, 0), 0),
        double_grows=Identity(double(k + 1) - double(k), row),
        distance=Identity((2 * PI) ** 2 * spread, PI**2 / (3 * n)),
    ),
    mutants={
        "independent": Identity((2 * PI) ** 2 * single(n) * unit / n, PI**2 / (3 * n)),
        "no-cell": Identity((2 * PI) ** 2 * (spread - 1 / (12 * n**2)), PI**2 / (3 * n)),
        "half": Identity((2 * PI) ** 2 * spread, PI**2 / (6 * n)),
    },
)
