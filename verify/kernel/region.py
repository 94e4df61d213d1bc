"""Refuter of long-time limits: an invariant region that keeps away from the target.

Let {q >= 0} be invariant (rule `compare`, with nothing supposed on the way), and side (T - v) >= distance > 0 on it.
Then from a start in it T does not tend to v, whether or not the orbit ends. One such start among the starts refutes
"every start"; where the starts and {q > 0} are open, the starts near it refute "almost every start".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.kernel import point as at_point
from verify.kernel.context import Context, Refused, Step, given, run, short
from verify.kernel.exact import Point
from verify.kernel.goal import Bound, Goal, LongTime, Pointwise, Sequent
from verify.kernel.longtime import NotShown, _parameters, _require, is_open
from verify.kernel.point import BALL, EXACT
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, mul, number

__all__ = ["region"]


def region(sequent: Sequent, goal: LongTime, point: Point, step: Step) -> str:
    """The strength of the refutation.

    Args:
        point: coordinates of the parameters, and of a start.
        step: its data are quantity (q), side (1 or -1), distance, and the steps `invariant` (of the bound q >= 0 along
            the flow, at these parameters) and `away` (of side (T - v) >= distance where q >= 0).

    Raises:
        NotShown: a condition does not certainly hold.
    """
    if goal.target != "tends":
        raise NotShown(f"a region decides nothing about the target {goal.target!r}")
    assert goal.quantity is not None and goal.value is not None
    states = set(goal.flow.states)
    strengths = {_parameters(sequent, goal, {sym: x for sym, x in point.items() if sym not in states})}
    constants = {sym: x for sym, x in point.items() if isinstance(x, Term) and sym not in states}
    q, side, distance = given(step, "quantity", Term), given(step, "side", int), given(step, "distance", Fraction)
    if side not in (1, -1) or distance <= 0:
        raise NotShown(f"the distance from the target is positive, on one side of it; found {side}, {distance}")
    try:
        flow = goal.flow.subs(constants)
        gap = mul(number(side), add(goal.quantity, mul(number(-1), goal.value))).subs(constants)
        inside = Relation("ge", q, ZERO)
        away = Relation("ge", gap, number(distance))
        bound = Bound(flow, inside, (), (inside,))
    except TermError as error:
        raise NotShown(str(error)) from None
    strange = {sym for each in (q, gap, *flow.terms) for sym in each.symbols} - states
    if strange:
        raise NotShown(f"{min(map(str, strange))} has no single value at the point")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise NotShown(wrong)
    strengths.add(_start(goal, point, inside))
    for facts, wanted, name in ((), bound, "invariant"), ((inside,), Pointwise(away), "away"):
        strengths |= _shown(goal, facts, wanted, step.data, name)
    return BALL if BALL in strengths else EXACT


def _start(goal: LongTime, point: Point, inside: Relation) -> str:
    """The point is a start inside the region; for almost every start, so are all near it."""
    wanted: list[tuple[Relation | AnyOf, str]] = [(fact, "a start") for fact in goal.starts]
    wanted += [(exception.negation(), "outside the exceptions") for exception in goal.except_]
    if goal.start == "every":
        wanted.append((inside, "in the region"))
    else:
        wanted.append((Relation("gt", inside.left, inside.right), "inside the region"))
        closed = next((fact for fact in goal.starts if not is_open(fact)), None)
        if closed is not None or goal.except_:
            raise NotShown(f"the starts are not known to be an open set: {closed or goal.except_[0]}")
    missing = next((state for state in goal.flow.states if not isinstance(point.get(state), Term)), None)
    if missing is not None:
        raise NotShown(f"the state {missing} has no coordinate")
    strengths = {_require(fact, point, what) for fact, what in wanted}
    return BALL if BALL in strengths else EXACT


def _shown(goal: LongTime, facts: tuple[Relation, ...], wanted: Goal, data: Mapping[str, Any], name: str) -> set[str]:
    """Run the steps of that name; the arithmetics that they used."""
    context = Context(Sequent(goal.flow.states, facts), wanted, lambda _: None)
    try:
        run(given(Step("region", data), name, tuple), context)
        if not context.has(context.target()):
            raise Refused(f"the steps end without reaching {short(context.target())}")
        context.require_defined(wanted.terms)
    except Refused as error:
        raise NotShown(f"{name}: {error}") from None
    return set(context.strengths)
