"""Where a field that vanishes on the circle points outwards next to it, an open set of starts ends there (own lemma).

Let w' = speed (r^2 - |w|^2) Y(w), and Re(conj(e) Y(e)) > 0 at a point e of the circle. Solutions of dW/ds = Y(W) from
near e meet the circle, and the orbits of w are pieces of them.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical.time_change_exit import factored
from verify import conj, eq, gt, re
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    point = at["point"]
    w, gap, needs = factored(goal, at["speed"], at["field"])
    if len(goal.starts) != 1 or w in point.symbols:
        raise TermError("exit: the starts are the disk alone, and the point does not move with the state")
    outwards = gt(re(conj(point) * at["field"].subs(w, point)), 0)
    obligations = (*needs, eq(gap.subs(w, point), 0), outwards)
    return obligations, (LongTime(goal.flow, "some", "tends", gap, ZERO, (), goal.starts),)


claim = cited(
    "classical.exit",
    "Starts near a point of the circle at which the field without its factor points outwards tend to the circle",
    OWN_LEMMA.at("time change"),
    "the rate is speed (r^2 - |w|^2) Y(w), speed > 0, and Re(conj(e) Y(e)) > 0 at a point e of the circle. Then "
    "r^2 - |w|^2 -> 0 from an open set of starts.",
    Schema("classical.exit", (("speed", "term"), ("field", "term"), ("point", "term")), build),
)
