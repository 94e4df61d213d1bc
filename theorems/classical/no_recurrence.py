"""No recurrence without an equilibrium, in the plane (own lemma; Poincare-Bendixson and Brouwer).

Let the closed disk and the open disk be invariant and the field have no zero in the open disk. A regular limit point
inside would give a closed orbit or a trapping region bounded by an arc and a transversal; by Brouwer either holds a
zero. So every orbit that starts inside tends to the circle.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import disk
from verify import ne
from verify.claim import cited
from verify.kernel.goal import Inside, LongTime, Schema, Stays
from verify.kernel.term import ZERO


def build(goal, at):
    _, field, gap = disk(goal, "no recurrence")
    obligations = (Stays(goal.flow, goal.closure()), Inside(ne(field, 0)))
    return obligations, (LongTime(goal.flow, "every", "tends", gap, ZERO, (), goal.starts),)


claim = cited(
    "classical.no-recurrence",
    "A planar flow without equilibria in an invariant disk tends to the circle",
    OWN_LEMMA.at("L2 (i)"),
    "the disk stays, and the field has no zero inside it. Then every orbit that starts inside tends to the circle.",
    Schema("classical.no-recurrence", (), build),
)
