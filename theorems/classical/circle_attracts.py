"""A rotating circle towards which gap falls from turn to turn attracts the starts near it (own lemma L5, reversed)."""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import one_way
from verify import lt
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    if len(goal.starts) != 1:
        raise TermError("circle, attracts: the starts are the disk alone")
    gap, needs, growth = one_way(goal, at["rate"], at["angle"], "circle, attracts")
    return (*needs, lt(growth, 0)), (LongTime(goal.flow, "some", "tends", gap, ZERO, (), goal.starts),)


claim = cited(
    "classical.circle-attracts",
    "A rotating circle with a negative exponent attracts the starts near it",
    OWN_LEMMA.at("L5, reversed"),
    "the disk stays, gap' = rate * gap; on the circle the angle turns one way, and the integral of rate over a turn is "
    "negative. Then gap -> 0 from an open set of starts.",
    Schema("classical.circle-attracts", (("rate", "term"), ("angle", "term")), build),
)
