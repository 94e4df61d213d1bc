"""With a Dulac function, hyperbolic zeros and a circle that turns both ways, every orbit converges (own lemma).

Limit points inside are zeros of F, finitely many. An orbit that tends to the circle converges by
classical.turning-circle.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import COUNTS, both_ways, counted, spread
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema


def build(goal, at):
    name = "Dulac, point"
    obligations = *spread(goal, at["weight"], name), counted(goal, at, name), *both_ways(goal, at, name)
    return obligations, (LongTime(goal.flow, "every", "point", None, None, (), goal.starts),)


claim = cited(
    "classical.dulac-point",
    "With a Dulac function and a circle that turns both ways every orbit in a disk converges",
    OWN_LEMMA.at("L2 (v)"),
    "the disk stays; div(weight F) > 0 and weight != 0 inside; the zeros of F inside are as many sources, saddles and "
    "sinks as given; F is a polynomial, and on the circle the angle grows at `up` and falls at `down`. Then every "
    "orbit tends to a point.",
    Schema("classical.dulac-point", (("weight", "term"), *COUNTS, ("up", "term"), ("down", "term")), build),
)
