"""Periodic orbits on the level sets of a conserved quantity with one critical point (own lemma).

Let U be open and bounded, and P = above / below^k conserved on U, infinite at the boundary of U. If neither the field
nor the gradient of P vanishes in U except at one point, every orbit in U but that point is periodic.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._region import open_starts, regular
from verify import any_of, eq, ge, gt, ne
from verify.claim import cited
from verify.kernel.goal import Boundary, Inside, LongTime, Schema
from verify.kernel.lie import Flow
from verify.kernel.term import ONE, I, TermError


def build(goal, at):
    above, below, centre, k = at["above"], at["below"], at["at"], at["exponent"]
    w, needs = open_starts(goal)
    if k.kind != "rat" or k.payload.denominator != 1 or k.payload < 1:
        raise TermError(f"closed levels: the exponent is a literal 1, 2, ...; found {k}")
    if w in centre.symbols:
        raise TermError(f"closed levels: the point {centre} moves with the state")
    P, off = above / below**k, eq(w, centre)
    gradient = Flow.of({w: ONE}).derivative(P) + I * Flow.of({w: I}).derivative(P)
    obligations = (
        *needs,
        *regular((above, below), w),
        Inside(gt(below, 0)),
        Boundary(ge(0, below)),
        Boundary(gt(above, 0)),
        Inside(eq(goal.flow.derivative(P), 0)),
        Inside(any_of(ne(goal.flow.terms[0], 0), off)),
        Inside(any_of(ne(gradient, 0), off)),
    )
    return obligations, (LongTime(goal.flow, "every", "periodic", None, None, (off,), goal.starts),)


claim = cited(
    "classical.closed-levels",
    "The level sets of a proper conserved quantity with one critical point are periodic orbits",
    OWN_LEMMA.at("L9"),
    "the starts are an open set in a disk; below > 0 inside, below <= 0 < above on the boundary, above / below^k is "
    "conserved, and neither its gradient nor the field vanishes inside, except at one point. Then every orbit from "
    "elsewhere is periodic.",
    Schema(
        "classical.closed-levels",
        (("above", "term"), ("below", "term"), ("at", "term"), ("exponent", "term")),
        build,
    ),
)
