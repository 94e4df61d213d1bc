"""<w, y> = |w| (1 - |y - u|^2/2) for |y| = 1 and u = w/|w|: u is the only maximum of the score (arXiv 2605.10931).

The exponent of the Laplace principle is exactly quadratic in the chord. Only w and y enter, and two vectors span a
plane: what holds in the plane holds in every dimension.
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Identity, Inequality, Matrices, Space, Sphere, When
from verify import any_of, dot, gt, ne, norm2, sqrt

S = Space(w=Matrices(2, 1), y=Sphere(2))
w, y = S.symbols
length = sqrt(norm2(w))
u = w / length
chord = norm2(y - u)
elsewhere = any_of(*(ne(a, b) for a, b in zip(y, u, strict=True)))

claim = Claim(
    "low_temperature.hardmax",
    S,
    given=[gt(norm2(w), 0)],
    title="The score is quadratic in the chord to its maximum",
    source=LOW_2026.at("hardmax limit; not in the paper"),
    shows=All(
        exponent=Identity(dot(w, y), length * (1 - chord / 2)),
        maximum=Inequality(dot(w, y), "<=", length),
        attained=Identity(dot(w, u), length),
        unique=When([elsewhere], Inequality(dot(w, y), "<", length)),
    ),
    mutants={
        "half": Identity(dot(w, y), length * (1 - chord)),
        "sign": Identity(dot(w, y), length * (1 + chord / 2)),
        "smaller": Inequality(dot(w, y), "<", length),
    },
)


@claim.argument
def argument(p):
    p.part("maximum").sign(as_=length * chord / 2)
    p.part("unique").cases(elsewhere, *[lambda at: at.sign(as_=length * chord / 2)] * 2)
