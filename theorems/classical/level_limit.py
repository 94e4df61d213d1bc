"""Along a level the numerator follows (own lemma): if above/below^k is conserved and below -> 0, then above -> 0."""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import positive
from theorems.classical._region import open_starts, regular
from verify import eq, gt
from verify.claim import cited
from verify.kernel.goal import Inside, LongTime, Schema, Stays
from verify.kernel.term import ZERO


def build(goal, at):
    above, below, k = at["above"], at["below"], positive(at["exponent"], "level limit")
    w, needs = open_starts(goal)

    def tends(quantity):
        return LongTime(goal.flow, "every", "tends", quantity, ZERO, (), goal.starts)

    obligations = (
        *needs,
        *regular((above, below), w),
        Stays(goal.flow, goal.closure()),
        Inside(gt(below, 0)),
        Inside(eq(goal.flow.derivative(above / below**k), 0)),
        tends(below),
    )
    return obligations, (tends(above),)


claim = cited(
    "classical.level-limit",
    "Along a level of a conserved quotient the numerator tends to zero with the denominator",
    OWN_LEMMA.at("level limit"),
    "the starts are an open set in a disk, and stay; inside, below > 0 and above/below^k is conserved; below -> 0 from "
    "every start. Then above -> 0 from every start.",
    Schema("classical.level-limit", (("above", "term"), ("below", "term"), ("exponent", "term")), build),
)
