"""The clock s of a token, dt = |Mx| ds, lies between t/s1 and t/sd, sd <= |Mx| <= s1 (arXiv 2605.10931).

At zero temperature a token is at exp(sB) x0/|exp(sB) x0| (low_temperature.linear-transport).
"""

from theorems.low_temperature import LOW_2026
from verify import All, Bound, Claim, Positive, Real, Space, eq, ge, le

S = Space(size=Positive(), s1=Positive(), sd=Positive(), s=Real(), t=Real())
size, s1, sd, s, t = S.symbols


def clock(relation):
    return Bound(
        relation,
        along={t: 1, s: 1 / size},
        start=[eq(t, 0), eq(s, 0)],
        during=[ge(size, sd), le(size, s1)],
        inputs=[size],
    )


claim = Claim(
    "low_temperature.linear-transport.clock",
    S,
    title="The clock of a token lies between t/s1 and t/sd",
    source=LOW_2026.at("zero-temperature equation; not in the paper"),
    rests_on=["low_temperature.linear-transport"],
    shows=All(slow=clock(ge(s, t / s1)), fast=clock(le(s, t / sd))),
    mutants={"swapped": clock(ge(s, t / sd)), "faster": clock(le(s, t / s1))},
)


@claim.argument
def argument(p):
    p.part("slow").compare(0, (s1 - size) / (s1 * size))
    p.part("fast").compare(0, (size - sd) / (sd * size))
