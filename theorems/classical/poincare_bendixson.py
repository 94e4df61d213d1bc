"""A closed orbit between a source and a repelling circle (own lemma L5, by the Poincare-Bendixson criterion).

The closed disk {gap >= 0} and its circle are invariant, gap' = rate gap; the open disk has one equilibrium, a source;
on the circle the angle's rate `turn` is never 0, and the integral of rate along one turn is positive, so that gap grows
from turn to turn near the circle. Between an arc of one turn and the source lies a region that no orbit leaves.
"""

from theorems.classical import OWN_LEMMA
from verify import PI, Integral, cos, eq, gt, im, ne, sin, sqrt
from verify.claim import cited
from verify.kernel.goal import Closed, Equilibria, Schema, Stays
from verify.kernel.relation import Relation
from verify.kernel.ring import constant
from verify.kernel.term import I, TermError, abs2, absolute, conj, number, postorder


def build(goal, at):
    rate, angle = at["rate"], at["angle"]
    closure = goal.closure()
    strict = [isinstance(fact, Relation) and fact.op == "gt" for fact in goal.starts]
    if len(goal.flow.states) != 1 or goal.flow.states[0].is_real or strict != [True]:
        raise TermError("Poincare-Bendixson: the flow has one complex state, in an open disk")
    ((w, field),) = goal.flow.rates
    gap = closure[0].gap
    radius2 = constant(gap + abs2(w))
    if radius2 is None or radius2 <= 0:
        raise TermError(f"Poincare-Bendixson: the domain is a disk about 0; found {closure[0]}")
    if any(node.kind == "mean" for node in postorder(rate, field)) or not (rate.total and rate.is_real and field.total):
        raise TermError("Poincare-Bendixson: the field and the real rate must be defined everywhere")
    if set(rate.symbols) - {w} or set(field.symbols) - {w}:
        raise TermError(f"Poincare-Bendixson: the field and the rate speak of {w} alone")
    if angle.kind != "sym" or not angle.is_real or angle.payload[1] == "natural":
        raise TermError(f"Poincare-Bendixson: the angle is a real symbol; found {angle}")
    circle = {w: sqrt(number(radius2)) * (cos(angle) + I * sin(angle))}
    turn = (im(conj(w) * field) / radius2).subs(circle)
    obligations = (
        Stays(goal.flow, closure),
        eq(goal.flow.derivative(gap), rate * gap),
        Equilibria(goal.flow.states, goal.flow.terms, goal.starts, ("source",)),
        ne(turn, 0),
        gt(Integral(rate.subs(circle) / absolute(turn), angle, 0, 2 * PI), 0),
    )
    return obligations, (Closed(goal.flow, goal.starts),)


claim = cited(
    "classical.poincare-bendixson",
    "A closed orbit between a source and a repelling circle",
    OWN_LEMMA.at("L5, with Khalil 2002, Lemma 2.1"),
    "the disk stays, gap' = rate * gap; its only equilibrium is a source; on the circle the angle turns one way, and "
    "the integral of rate over a turn is positive. Then the open disk has a closed orbit.",
    Schema("classical.poincare-bendixson", (("rate", "term"), ("angle", "term")), build),
)
