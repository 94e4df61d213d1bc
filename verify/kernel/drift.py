"""Refuter of long-time limits: a phase that runs round for ever.

Let q be a combination of real states with whole coefficients, and side q' >= distance > 0 along the flow, with nothing
supposed of the states. Along every solution that lasts for all times q tends to infinity, so it takes the values q(0) +
2 pi k at times that grow without bound; a solution that ends does not do what is claimed either.

*T tends to v.* Let T be a function of q alone with the period 2 pi, and T != v at one start. Along the orbit from there
T has its first value, which is not v, again and again, and along every other orbit as well: T does not tend to v.
*Orbits converge.* Then q would, or exp(i q) where states are angles.
"""

from __future__ import annotations

from fractions import Fraction

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.context import Context, Refused, Step, given, run, short
from verify.kernel.exact import Point
from verify.kernel.goal import LongTime, Pointwise, Sequent
from verify.kernel.lie import slope
from verify.kernel.longtime import NotShown, _begins, _parameters, _require, is_open
from verify.kernel.point import BALL, EXACT
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import PI, ZERO, Term, TermError, add, mul, number

__all__ = ["drift"]


def drift(sequent: Sequent, goal: LongTime, point: Point, step: Step) -> str:
    """The strength of the refutation.

    Args:
        point: coordinates of the parameters, and of a start; for a limit, one at which T is not v.
        step: its data are phase (q), side (1 or -1), distance, and the steps `runs` of side q' >= distance at these
            parameters.

    Raises:
        NotShown: a condition does not certainly hold.
    """
    if goal.target not in ("tends", "point"):
        raise NotShown(f"a drift decides nothing about the target {goal.target!r}")
    states = goal.flow.states
    strengths = {_parameters(sequent, goal, {sym: x for sym, x in point.items() if sym not in states})}
    missing = next((state for state in states if not isinstance(point.get(state), Term)), None)
    if missing is not None:
        raise NotShown(f"the state {missing} has no coordinate")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise NotShown(wrong)
    if not all(state.is_real for state in states):
        raise NotShown("the states are real numbers")
    constants = {sym: x for sym, x in point.items() if isinstance(x, Term) and sym not in states}
    q, side, distance = given(step, "phase", Term), given(step, "side", int), given(step, "distance", Fraction)
    if side not in (1, -1) or distance <= 0:
        raise NotShown(f"the phase runs at a positive rate, one way round; found {side}, {distance}")
    flow = goal.flow.subs(constants)
    turns = _turns(q, states)
    strengths.add(_start(goal, point))
    if goal.target == "tends":
        assert goal.quantity is not None and goal.value is not None
        gap = add(goal.quantity, mul(number(-1), goal.value)).subs(constants)
        _of_phase(gap, turns)
        strengths.add(_require(Relation("ne", gap, ZERO), point, "off the target"))
    runs = Relation("ge", mul(number(side), flow.derivative(q)), number(distance))
    strange = {sym for each in (q, *flow.terms) for sym in each.symbols} - set(states)
    if strange:
        raise NotShown(f"{min(map(str, strange))} has no single value at the point")
    context = Context(Sequent(states, ()), Pointwise(runs), lambda _: None)
    try:
        run(given(step, "runs", tuple), context)
        if not context.has(runs):
            raise Refused(f"the steps end without reaching {short(runs)}")
        context.require_defined(runs.terms)
    except Refused as error:
        raise NotShown(f"runs: {error}") from None
    return BALL if BALL in {*strengths, *context.strengths} else EXACT


def _turns(q: Term, states: tuple[Term, ...]) -> dict[Term, int]:
    """The whole coefficients of the phase, those that are not 0."""
    found: dict[Term, int] = {}
    for state in states:
        try:
            by_state = ring.constant(slope(q, state))
        except (TermError, ring.NotPolynomial):
            by_state = None
        if by_state is None or by_state.denominator != 1:
            raise NotShown(f"the phase {short(q)} is no combination of states with whole coefficients")
        if by_state:
            found[state] = int(by_state)
    if not found or not ring.equal(q, add(*(mul(number(m), x) for x, m in found.items()))):
        raise NotShown(f"the phase {short(q)} is no combination of states with whole coefficients")
    return found


def _of_phase(gap: Term, turns: dict[Term, int]) -> None:
    """The gap is a function of the phase alone, with the period 2 pi."""
    if not gap.total:
        raise NotShown(f"{short(gap)} has no value at some states")
    own = next((x for x, m in turns.items() if abs(m) == 1), None)
    if own is None:
        raise NotShown("no state has the coefficient 1 or -1 in the phase")
    q = add(*(mul(number(m), x) for x, m in turns.items()))
    along = {x: ZERO for x in gap.symbols if x is not own} | {own: mul(number(turns[own]), q)}
    try:
        if not ring.equal(gap, gap.subs(along)):
            raise NotShown(f"{short(gap)} is no function of the phase {short(q)} alone")
        if not ring.equal(gap, gap.subs(own, add(own, mul(number(2), PI)))):
            raise NotShown(f"{short(gap)} changes when the phase grows by 2 pi")
    except ring.NotPolynomial as error:
        raise NotShown(str(error)) from None


def _start(goal: LongTime, point: Point) -> str:
    """The point is a start, outside the exceptions; for almost every start, so are all near it."""
    wanted: list[tuple[Relation | AnyOf, str]] = [(fact, "a start") for fact in goal.starts]
    wanted += [(exception.negation(), "outside the exceptions") for exception in goal.except_]
    closed = next((fact for fact in goal.starts if not is_open(fact)), None)
    if goal.start != "every" and (closed is not None or goal.except_):
        raise NotShown(f"the starts are not known to be an open set: {closed or goal.except_[0]}")
    strengths = {_begins(goal, point), *(_require(fact, point, what) for fact, what in wanted)}
    return BALL if BALL in strengths else EXACT
