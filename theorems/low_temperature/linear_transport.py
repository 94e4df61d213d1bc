"""Where the score has every token in sight, the limit of zero temperature is a linear flow: no token sees another.

With y' = B y in the time s the point x = y/|y| solves x' = B x - <x, B x> x, and where dt = |Mx| ds this is the
zero-temperature equation x' = P_x V u(x), B = V M. So x(t) = exp(sB) x0/|exp(sB) x0|, each token with a clock s of its
own between t/s1 and t/sd, sd <= |Mx| <= s1. Only y and w = B y enter, two vectors of a plane: this is every dimension
(arXiv 2605.10931).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Bound, Claim, Evolves, Matrices, Positive, Real, Space, dot, eq, ge, gt, le, norm2, sqrt

S = Space(y=Matrices(2, 1), w=Matrices(2, 1), size=Positive())
Clock = Space(size=Positive(), s1=Positive(), sd=Positive(), s=Real(), t=Real())
(y, w, size), (_, s1, sd, s, t) = S.symbols, Clock.symbols
length = sqrt(norm2(y))
x, Bx = y / length, w / length
in_s = dict(zip(y.entries(), w.entries(), strict=True))
in_t = {state: rate / size for state, rate in in_s.items()}
field = Bx - dot(x, Bx) * x


def moves(along, rate):
    return All(first=Evolves(x[0], along, rate[0]), second=Evolves(x[1], along, rate[1]))


def clock(relation):
    return Bound(
        relation,
        along={t: 1, s: 1 / size},
        start=[eq(t, 0), eq(s, 0)],
        during=[ge(size, sd), le(size, s1)],
        inputs=[size],
    )


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

clocks = Claim(
    "low_temperature.linear-transport.clock",
    Clock,
    title="The clock of a token lies between t/s1 and t/sd",
    source=LOW_2026.at("zero-temperature equation; not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(slow=clock(ge(s, t / s1)), fast=clock(le(s, t / sd))),
    mutants={"swapped": clock(ge(s, t / sd)), "faster": clock(le(s, t / s1))},
)


@clocks.argument
def argument(p):
    p.part("slow").compare(0, (s1 - size) / (s1 * size))
    p.part("fast").compare(0, (size - sd) / (sd * size))
