"""No recurrence where all equilibria are saddles (own lemma; Poincare's index): almost every orbit tends to the circle.

As in classical.no-recurrence a regular limit point inside gives a closed orbit or a trapping region in the open disk.
The indices of the zeros in it add up to 1, but that of a saddle is -1. A saddle attracts the starts on a curve.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import counted
from theorems.classical._planar import disk
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema, Stays
from verify.kernel.term import ZERO


def build(goal, at):
    _, _, gap = disk(goal, "only saddles")
    zeros = counted(goal, {"sources": ZERO, "sinks": ZERO, **at}, "only saddles")
    obligations = Stays(goal.flow, goal.closure()), zeros
    start = "almost every" if zeros.kinds else "every"
    return obligations, (LongTime(goal.flow, start, "tends", gap, ZERO, (), goal.starts),)


claim = cited(
    "classical.only-saddles",
    "A planar flow in a disk whose equilibria are saddles, or which has none, tends to the circle",
    OWN_LEMMA.at("L2 (i), by index"),
    "the disk stays, and the zeros of F inside are as many saddles as given. Then almost every orbit (every one, if F "
    "has no zero) tends to the circle.",
    Schema("classical.only-saddles", (("saddles", "term"),), build),
)
