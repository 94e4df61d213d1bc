"""W' = -log(e)/(1 - e^2) on 0 < e < 1, W -> 0 at e = 0: e (1 - log e) <= W <= e (1 - log e)/(1 - e^2).

W is the mean angle between a token and its limit on a quarter of the circle, low_temperature.zero-temperature-w1
(arXiv 2605.10931). The gaps to both ends grow, and over sqrt(e) they are bounded below near e = 0.
"""

from fractions import Fraction

from theorems.classical.log_below_root import claim as LOG
from theorems.low_temperature import LOW_2026
from verify import All, Bound, Claim, Evolves, Interval, Real, Space, ge, le, log, sqrt

S = Space(e=Interval(0, 1, open=True), W=Real())
e, W = S.symbols
least, most = e * (1 - log(e)), e * (1 - log(e)) / (1 - e**2)
grows, rises = -(e**2) * log(e) / (1 - e**2), 2 * e**2 * (1 - log(e)) / (1 - e**2) ** 2
half = Fraction(1, 2)
rate = -half / e
during = [ge(W, 0), le(W, 4 * sqrt(e))]


flow = {e: 1, W: -log(e) / (1 - e**2)}


def bound(relation):
    return Bound(relation, along=flow, singular=(e, 0), during=during)


claim = Claim(
    "low_temperature.zero-temperature-w1.bound",
    S,
    title="The mean angle to the limit, from its slope",
    source=LOW_2026.at("zero-temperature limit; not in the paper"),
    shows=All(
        from_least=Evolves(W - least, along=flow, rate=grows),
        to_most=Evolves(most - W, along=flow, rate=rises),
        above=bound(ge((W - least) / sqrt(e), 0)),
        below=bound(ge((most - W) / sqrt(e), 0)),
    ),
    mutants={
        "any-start": Bound(ge(W, least), along=flow, during=during),
        "stays-above": Bound(ge(W, 2 * most), along=flow, start=[ge(W, 2 * most)], during=during),
    },
)


@claim.argument
def argument(p):
    p.sign(ge(1 - e**2, 0), as_=(1 - e) * (1 + e))
    for part in ("above", "below"):
        p.uses(LOG, [e], part=part)
    p.sign(le(log(e), 0), as_=[1 - e, e - 1 - log(e)])
    small = sqrt(e) * (log(e) - (2 - 2 / sqrt(e)))
    above, below = (W - least) / sqrt(e), (most - W) / sqrt(e)
    bounded = ge(above, -2), W / sqrt(e) + small + sqrt(e)
    p.part("above").compare(rate, grows / sqrt(e), power=half, below=-2, by=lambda q: near(q, *bounded))
    held = ge(below, -4), (4 * sqrt(e) - W) / sqrt(e) + most / sqrt(e)
    p.part("below").compare(rate, rises / sqrt(e), power=half, below=-4, by=lambda q: near(q, *held))


def near(q, bounded, form):
    q.sign(ge(0, rate + half / e), as_=0)
    q.sign(bounded, as_=form)
