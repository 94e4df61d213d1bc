"""The ratio of Bessel functions at k = 50 in R^d, d = 2, 3, 4, 8, 64, to 24 digits: the length of the Laplace mean of
the uniform measure at temperature 1/50. The expansion in 1/k is of use where k is much larger than d: at d = 64 its
first order is .37 (arXiv 2605.10931).
"""

from fractions import Fraction

from theorems.low_temperature import LOW_2026
from verify import PI, All, Claim, Inequality, Integral, Real, Space, absolute, cos, exp, gt, sin

S = Space(t=Real())
t = S.symbols
DIGITS = {
    2: "0.9899489673784977525926559",
    3: "0.98",
    4: "0.9701530815756276543991576",
    8: "0.9317844343897469821117566",
    64: "0.5493944888798394613735767",
}


def moment(d, j):
    return Integral(cos(t) ** j * exp(50 * (cos(t) - 1)) * sin(t) ** (d - 2), t, 0, PI)


def near(d, digits, error="1e-24"):
    return Inequality(absolute(moment(d, 1) / moment(d, 0) - Fraction(digits)), "<=", Fraction(error))


claim = Claim(
    "low_temperature.bessel.digits",
    S,
    title="The ratio of Bessel functions at 50, enclosed",
    source=LOW_2026.at("Laplace principle; not in the paper"),
    shows=All(**{f"d{d}": near(d, digits) for d, digits in DIGITS.items()}),
    mutants={"first-order": near(64, "0.37", "1/100"), "another-dimension": near(4, DIGITS[3])},
)


@claim.argument
def argument(p):
    for d in DIGITS:
        q = p.part(f"d{d}")
        q.value(gt(moment(d, 0), 0))
