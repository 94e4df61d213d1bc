"""Orbits that tend to a circle on which the angle turns both ways converge (own lemma).

Where the angle grows no orbit near the circle falls back, and where it falls none gets past: the angle is caught in an
interval shorter than a turn. The zeros of a trigonometric polynomial are few, and between two of them the angle moves
one way, so it has one limit.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._circle import both_ways
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema, Stays
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    if not isinstance(goal, LongTime):
        raise TermError("turning circle: serves long-time claims")
    turns, gap = both_ways(goal, at, "turning circle"), goal.closure()[0].gap
    known = LongTime(goal.flow, goal.start, "tends", gap, ZERO, goal.except_, goal.starts)
    obligations = Stays(goal.flow, goal.closure()), known, *turns
    return obligations, (LongTime(goal.flow, goal.start, "point", None, None, goal.except_, goal.starts),)


claim = cited(
    "classical.turning-circle",
    "Orbits that tend to a circle on which the angle turns both ways converge",
    OWN_LEMMA.at("turning circle"),
    "the disk stays; F is a polynomial, and on the circle the angle grows at `up` and falls at `down`; from the starts "
    "of the goal the orbits tend to the circle. Then they tend to points of it.",
    Schema("classical.turning-circle", (("up", "term"), ("down", "term")), build),
)
