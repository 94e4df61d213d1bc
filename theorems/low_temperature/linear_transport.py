"""Where the score has every token in sight, the limit of zero temperature is a linear flow: no token sees another.

With y' = B y in the time s the point x = y/|y| solves x' = B x - <x, B x> x, and where dt = |Mx| ds this is the
zero-temperature equation x' = P_x V u(x), B = V M. So x(t) = exp(sB) x0/|exp(sB) x0|, each token with a clock s of its
own. Only y and w = B y enter, two vectors of a plane: this is every dimension (arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Claim, Evolves, Matrices, Positive, Space, dot, gt, norm2, sqrt

S = Space(y=Matrices(2, 1), w=Matrices(2, 1), size=Positive())
y, w, size = S.symbols
x, Bx = (each / sqrt(norm2(y)) for each in (y, w))
in_s = dict(zip(y.entries(), w.entries(), strict=True))
in_t = {state: rate / size for state, rate in in_s.items()}
field = Bx - dot(x, Bx) * x

claim = Claim(
    "low_temperature.linear-transport",
    S,
    given=[gt(norm2(y), 0)],
    title="The zero-temperature equation is linear transport on the sphere",
    source=LOW_2026.at("zero-temperature equation; clock not in the paper"),
    rests_on=["low_temperature.hardmax"],
    shows=All(
        first=Evolves(x[0], in_s, field[0]),
        second=Evolves(x[1], in_s, field[1]),
        timed=Evolves(x[0], in_t, field[0] / size),
        clocked=Evolves(x[1], in_t, field[1] / size),
    ),
    mutants={
        "no-clock": Evolves(x[0], in_t, field[0]),
        "sign": Evolves(x[0], in_s, (Bx + dot(x, Bx) * x)[0]),
        "unprojected": Evolves(x[0], in_s, Bx[0]),
    },
)
