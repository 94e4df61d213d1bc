"""Lyapunov's indirect method (Khalil 2002, Theorem 4.7): a sink of the linearisation attracts all starts near it.

The point may lie on the boundary of an invariant disk: its starts inside are an open set, and stay inside.
"""

from theorems.classical import KHALIL_2002
from theorems.classical._planar import disk, fixed, linearised
from verify import eq, ge, gt, lt
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema, Stays
from verify.kernel.term import ZERO, TermError, abs2


def build(goal, at):
    name, point = "linear stability", at["at"]
    state, field, gap = disk(goal, name)
    fixed(point, (state,), name)
    if len(goal.starts) != 1:
        raise TermError(f"{name}: the starts are the disk alone")
    determinant, trace = linearised(state, field, point)
    inside = ge(gap.subs(state, point), 0)
    sink = eq(field.subs(state, point), 0), gt(determinant, 0), lt(trace, 0)
    obligations = Stays(goal.flow, goal.closure()), inside, *sink
    return obligations, (LongTime(goal.flow, "some", "tends", abs2(state - point), ZERO, (), goal.starts),)


claim = cited(
    "classical.linear-stability",
    "Lyapunov's indirect method",
    KHALIL_2002.at("Theorem 4.7"),
    "the disk stays; at a point of the closed disk F = 0, and its Jacobian has positive determinant and negative "
    "trace. Then the orbits of an open set of starts tend to the point.",
    Schema("classical.linear-stability", (("at", "term"),), build),
)
