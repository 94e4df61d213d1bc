"""A(k) = Z'(k)/Z(k) for Z(k) = the mean of exp(k z) over a probability measure on [-1, 1] (arXiv 2605.10931).

A is the length of the Laplace mean and A' the variance of z under the weight exp(k z)/Z. For the first coordinate of a
uniform point of the unit sphere of R^d one has Z'' = Z - (d - 1) Z'/k, and this is A' = 1 - A^2 - (d - 1) A/k.
"""

from theorems.low_temperature._bessel import AMOS_1974
from verify import All, Claim, Evolves, Interval, Mean, Positive, Real, Space, Token, exp, gt

S = Space(k=Positive(), z=Token(Interval(-1, 1)), d=Real(), Z=Positive(), slope=Real())
k, z, d, Z, slope = S.symbols
M0, M1, M2 = (Mean(z**j * exp(k * z), z) for j in range(3))
bessel = {k: 1, Z: slope, slope: Z - (d - 1) * slope / k}
A = slope / Z

claim = Claim(
    "low_temperature.bessel.riccati",
    S,
    given=[gt(d, 1)],
    title="The ratio of Bessel functions solves a Riccati equation",
    source=AMOS_1974.at("recurrences of the ratio"),
    shows=All(
        first=Evolves(M0, along={k: 1}, rate=M1),
        second=Evolves(M1, along={k: 1}, rate=M2),
        variance=Evolves(M1 / M0, along={k: 1}, rate=M2 / M0 - (M1 / M0) ** 2),
        riccati=Evolves(A, along=bessel, rate=1 - A**2 - (d - 1) * A / k),
    ),
    mutants={
        "dimension": Evolves(A, along=bessel, rate=1 - A**2 - d * A / k),
        "linear": Evolves(A, along=bessel, rate=1 - (d - 1) * A / k),
        "second-moment": Evolves(M1 / M0, along={k: 1}, rate=M2 / M0),
    },
)
