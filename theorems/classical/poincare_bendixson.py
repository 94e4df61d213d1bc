"""A closed orbit between a source and a repelling circle (own lemma L5, by the Poincare-Bendixson criterion).

The closed disk {gap >= 0} and its circle are invariant, gap' = rate gap; the open disk has one equilibrium, a source;
on the circle the angle's rate `turn` is never 0, and the integral of rate along one turn is positive, so that gap grows
from turn to turn near the circle. Between an arc of one turn and the source lies a region that no orbit leaves.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import one_way
from verify import gt
from verify.claim import cited
from verify.kernel.goal import Closed, Equilibria, Schema


def build(goal, at):
    _, (stays, multiplied, turns), growth = one_way(goal, at["rate"], at["angle"], "Poincare-Bendixson")
    source = Equilibria(goal.flow.states, goal.flow.terms, goal.starts, ("source",))
    return (stays, multiplied, source, turns, gt(growth, 0)), (Closed(goal.flow, goal.starts),)


claim = cited(
    "classical.poincare-bendixson",
    "A closed orbit between a source and a repelling circle",
    OWN_LEMMA.at("L5, with Khalil 2002, Lemma 2.1"),
    "the disk stays, gap' = rate * gap; its only equilibrium is a source; on the circle the angle turns one way, and "
    "the integral of rate over a turn is positive. Then the open disk has a closed orbit.",
    Schema("classical.poincare-bendixson", (("rate", "term"), ("angle", "term")), build),
)
