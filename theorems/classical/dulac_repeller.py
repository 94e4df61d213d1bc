"""A planar flow with a Dulac function and a single zero, a source, tends to the circle (own lemma).

Let the closed disk and the open disk be invariant, and div(B F) > 0 inside with B != 0. A regular limit point inside
would lie in disks bounded by an arc of the orbit and a short transversal, through which B F has a flux that tends to 0,
while by Green's formula it is the integral of div(B F) over a disk that holds a fixed open set. So limit points inside
are zeros of F: the source alone, which attracts no other orbit.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import disk, fixed, linearised, smooth
from verify import any_of, eq, gt, ne
from verify.claim import cited
from verify.dynamics import divergence
from verify.kernel.goal import Inside, LongTime, Schema, Stays
from verify.kernel.term import ZERO, TermError


def single_zero(goal, weight, at, name):
    """(state, field, gap, obligations): B = weight is a Dulac function, and the field's only zero is the point `at`."""
    state, field, gap = disk(goal, name)
    if not (weight.is_real and smooth(weight)):
        raise TermError(f"{name}: the weight must be real and smooth where it is defined")
    obligations = (
        Stays(goal.flow, goal.closure()),
        Inside(ne(weight, 0)),
        Inside(gt(divergence(goal.flow, weight=weight), 0)),
        gt(gap.subs(state, fixed(at, (state,), name)), 0),
        eq(field.subs(state, at), 0),
        Inside(any_of(ne(field, 0), eq(state, at))),
    )
    return state, field, gap, obligations


def build(goal, at):
    state, field, gap, obligations = single_zero(goal, at["weight"], at["at"], "Dulac, repeller")
    source = tuple(gt(each, 0) for each in linearised(state, field, at["at"]))
    conclusion = LongTime(goal.flow, "every", "tends", gap, ZERO, (eq(state, at["at"]),), goal.starts)
    return (*obligations, *source), (conclusion,)


claim = cited(
    "classical.dulac-repeller",
    "A planar flow with a Dulac function and one zero, a source, tends to the circle",
    OWN_LEMMA.at("L2 (ii)"),
    "the disk stays; div(weight F) > 0 and weight != 0 inside; the point `at` is inside, F vanishes there and nowhere "
    "else inside, and its Jacobian has positive determinant and trace. Then every other orbit tends to the circle.",
    Schema("classical.dulac-repeller", (("weight", "term"), ("at", "term")), build),
)
