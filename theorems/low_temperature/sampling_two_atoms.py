"""Samples of two atoms at e and -e: W_2^2 = 4 |share - p| exactly, share that of the tokens at e and p that of the
law.

Phi = +-1 is where a token is and Psi = +-1 has the law, under any coupling. For every pair (Phi - Psi)^2 is at least
+-2 (Phi - Psi), and equal to it where no pair is crossed the other way: so the mean cost is at least 2 |mean Phi -
mean Psi| = 4 |share - p|, and the best coupling has it. For p = 1/2 the share is binomial, and E W_2 is a sum: n^(1/4)
E W_2 is 1.0853, 1.1346 and 1.1527 for n = 16, 64, 256; its limit, 2^(3/4) Gamma(3/4)/pi^(1/2) = 1.1627, is a limit
theorem, not shown here (arXiv 2605.10931).
"""

from fractions import Fraction
from math import comb

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Interval, Mean, Space, Token, When
from verify import absolute, eq, ge, sqrt

S = Space(Phi=Token(Interval(-1, 1)), Psi=Token(Interval(-1, 1)))
Phi, Psi = S.symbols
DIGITS = {16: "0.54263179656341925675", 64: "0.40115225124236423132", 256: "0.28816515930535784977"}


def mean(of):
    return Mean(of, Phi, Psi)


def expected(n):
    """E 2 |K/n - 1/2|^(1/2), K binomial: twice the sum over K = n/2 + j > n/2."""
    return sum(4 * Fraction(comb(n, n // 2 + j), 2**n) * sqrt(Fraction(j, n)) for j in range(1, n // 2 + 1))


def near(n, digits):
    return Inequality(absolute(expected(n) - Fraction(digits)), "<=", Fraction(1, 10**19))


cost, apart = mean((Phi - Psi) ** 2), 2 * (mean(Phi) - mean(Psi))
one_way = eq((1 - Phi) * (1 + Psi), 0)

claim = Claim(
    "low_temperature.sampling.two-atoms",
    S,
    given=[eq(Phi**2, 1), eq(Psi**2, 1)],
    title="Samples of two atoms: W_2^2 = 4 |share - p|, and its mean root for three numbers of tokens",
    source=LOW_2026.at("sampling error; not in the paper"),
    shows=All(
        couplings=Inequality(cost, ">=", apart),
        other_way=Inequality(cost, ">=", -apart),
        best=When([one_way], Identity(cost, apart)),
        **{f"mean{n}": near(n, digits) for n, digits in DIGITS.items()},
    ),
    mutants={
        "twice": Inequality(cost, ">=", 2 * apart),
        "any-coupling": Identity(cost, apart),
        "limit": near(256, "0.2906841"),
    },
)


@claim.argument
def argument(p):
    for part, sign in (("couplings", 1), ("other_way", -1)):
        q = p.part(part)
        q.average(ge((Phi - Psi) ** 2, 2 * sign * (Phi - Psi)), Phi, Psi, as_=2 * (1 - sign * Phi) * (1 + sign * Psi))
    q = p.part("best")
    q.ideal((2, one_way), (1, eq(Phi**2, 1)), (1, eq(Psi**2, 1)), shows=(same := eq((Phi - Psi) ** 2, 2 * (Phi - Psi))))
    q.average(same, Phi, Psi)
