"""With a Dulac function, hyperbolic zeros and a rotating circle that repels, every orbit converges inside (own lemma).

Limit points inside are zeros of F, finitely many. Near the circle gap grows from turn to turn, as in
classical.poincare-bendixson, so no orbit tends to it.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import COUNTS, counted, one_way, spread
from verify import gt
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema


def build(goal, at):
    name = "Dulac, inside"
    _, (_, *turns), growth = one_way(goal, at["rate"], at["angle"], name)
    obligations = *spread(goal, at["weight"], name), counted(goal, at, name), *turns, gt(growth, 0)
    return obligations, (LongTime(goal.flow, "every", "point", None, None, (), goal.starts),)


claim = cited(
    "classical.dulac-inside",
    "With a Dulac function and a rotating circle that repels every orbit in a disk converges",
    OWN_LEMMA.at("L2 (vi)"),
    "the disk stays; div(weight F) > 0 and weight != 0 inside; the zeros of F inside are as many sources, saddles and "
    "sinks as given; gap' = rate gap, on the circle the angle turns one way, and the integral of rate over a turn is "
    "positive. Then every orbit tends to a point inside.",
    Schema("classical.dulac-inside", (("weight", "term"), *COUNTS, ("rate", "term"), ("angle", "term")), build),
)
