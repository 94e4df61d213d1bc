"""With a Dulac function and hyperbolic zeros, none of them a sink, almost every orbit tends to the circle (own lemma).

As in classical.dulac-repeller limit points inside are zeros of F. They are finitely many, so an orbit tends to one of
them or to the circle; a source attracts no other orbit, a saddle those on a curve.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import COUNTS, counted, spread
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    obligations = *spread(goal, at["weight"], "Dulac, circle"), counted(goal, at, "Dulac, circle")
    if "sink" in obligations[-1].kinds:
        raise TermError("Dulac, circle: a sink attracts orbits, so not almost every one tends to the circle")
    start = "almost every" if obligations[-1].kinds else "every"
    gap = goal.closure()[0].gap
    return obligations, (LongTime(goal.flow, start, "tends", gap, ZERO, (), goal.starts),)


claim = cited(
    "classical.dulac-circle",
    "With a Dulac function and no sink almost every orbit in a disk tends to the circle",
    OWN_LEMMA.at("L2 (iv)"),
    "the disk stays; div(weight F) > 0 and weight != 0 inside; the zeros of F inside are as many sources and saddles "
    "as given. Then almost every orbit (every one, if F has no zero) tends to the circle.",
    Schema("classical.dulac-circle", (("weight", "term"), *COUNTS), build),
)
