"""Zero temperature beyond simple real eigenvalues and symmetric B: a Jordan block, a complex pair, and which one is
"top".

B = [[1, 1], [0, 1]]: x1/x2 grows at the rate 1/|Mx|, in the time s by s, so T = tan angle(x, e1) = 1/(c + s) from x =
(c, 1)/|.|: s T = 1 - c/(c + s), the distance falls like 1/s only. B = [[a, -b], [b, a]]: x turns at the rate b/|Mx|,
there is no limit, and for M = I the period is 2 pi/b. B = diag(l1, l2): x1/x2 grows at the rate (l1 - l2)/|Mx|, so
"top" is the largest eigenvalue, not the largest modulus: for diag(-3, 1) it falls at the rate 4/|Mx| (arXiv
2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Evolves, Identity, J, Positive, Real, Space, Sphere, When
from verify import dot, gt, matrix, ne

S = Space(x=Sphere(2), size=Positive(), a=Real(), b=Real(), l1=Real(), l2=Real(), s=Positive(), c=Real())
x, size, a, b, l1, l2, s, c = S.symbols


def field(B):
    return (B * x - dot(x, B * x) * x) / size


def along(B):
    return dict(zip(x.entries(), field(B).entries(), strict=True))


quotient = x[0] / x[1]

claim = Claim(
    "low_temperature.jordan",
    S,
    given=[ne(x[1], 0)],
    title="Zero temperature with a Jordan block, or a complex pair",
    source=LOW_2026.at("zero-temperature limit; exceptions not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(
        jordan=Evolves(quotient, along(matrix([[1, 1], [0, 1]])), rate=1 / size),
        algebraic=When([gt(s, -c)], Identity(s / (c + s), 1 - c / (c + s))),
        turns=Identity(field(matrix([[a, -b], [b, a]])), b / size * (J * x)),
        real=Evolves(quotient, along(matrix([[l1, 0], [0, l2]])), rate=(l1 - l2) / size * quotient),
        modulus=Evolves(quotient, along(matrix([[-3, 0], [0, 1]])), rate=-4 / size * quotient),
    ),
    mutants={
        "exponential": Evolves(quotient, along(matrix([[1, 1], [0, 1]])), rate=quotient / size),
        "modulus": Evolves(quotient, along(matrix([[-3, 0], [0, 1]])), rate=4 / size * quotient),
        "stops": Identity(field(matrix([[a, -b], [b, a]])), 0 * (J * x)),
    },
)
