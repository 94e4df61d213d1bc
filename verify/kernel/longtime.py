"""Refuters of long-time claims: an exact equilibrium, an attracting equilibrium, a conserved quantity.

No simulation enters. "Every start" falls to one exact equilibrium outside the exceptions; "almost every start" only
to an open set of starts. Each function raises `NotShown` with the condition that failed, and returns the strength.
"""

from __future__ import annotations

from collections.abc import Mapping

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.cells import split
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import LongTime, Sequent
from verify.kernel.lie import Flow
from verify.kernel.point import EXACT
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, I, Term, TermError, abs2, add, im, mul, number, re

__all__ = ["NotShown", "conserved", "equilibrium", "jacobian", "real_flow", "sink"]


class NotShown(ValueError):
    """A condition of a refuter that does not certainly hold; one line."""


def _require(relation: Relation | AnyOf, point: Point, what: str) -> str:
    try:
        decision = at_point.decide(relation, point)
    except Undefined as error:
        raise NotShown(f"{what}: {relation} is undefined there ({error})") from None
    if decision is None:
        raise NotShown(f"{what}: {relation} is not decided there")
    if not decision[0]:
        raise NotShown(f"{what}: {relation} fails there")
    return decision[1]


def _refuse(relation: Relation, point: Point, what: str) -> None:
    """The relation certainly fails at the point."""
    _require(relation.negation(), point, what)


def _closed(relation: Relation) -> Relation:
    return Relation("ge", relation.left, relation.right) if relation.op == "gt" else relation


def _parameters(sequent: Sequent, goal: LongTime, point: Point) -> None:
    """Every hypothesis that does not speak of the state holds at the point; no hypothesis speaks of it otherwise."""
    if goal.start == "some":
        raise NotShown("these rules show starts that fail; a claim about some starts stands beside them")
    missing = at_point.is_assigned(point, (s for s in sequent.symbols if s not in goal.flow.states))
    if missing is not None:
        raise NotShown(f"the parameter {missing} has no coordinate")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise NotShown(wrong)
    states = set(goal.flow.states)
    for fact in sequent.facts:
        if fact in goal.starts:
            continue
        if states & set(fact.symbols):
            raise NotShown(f"the hypothesis {fact} restricts the state; the domain alone must give the starts")
        _require(fact, point, "hypothesis")


def _rest(goal: LongTime, point: Point) -> None:
    """The point is an equilibrium, exactly."""
    for state, rate in goal.flow.rates:
        decision = _require(Relation("eq", rate, ZERO), point, f"the rate of {state} vanishes")
        if decision != EXACT:
            raise NotShown(f"the rate of {state} is not exactly zero")


def _off_target(goal: LongTime, point: Point) -> None:
    """An orbit that stays at, or converges to, the point does not behave like the target."""
    if goal.target == "point":
        raise NotShown("an equilibrium is what the claim predicts: the orbit converges to a point")
    if goal.target == "tends":
        assert goal.quantity is not None and goal.value is not None
        _refuse(Relation("eq", goal.quantity, goal.value), point, "off the target")


def equilibrium(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "every start": an exact equilibrium among the starts, outside the exceptions, off the target."""
    if goal.start != "every":
        raise NotShown(f"one equilibrium refutes a claim about every start, not about {goal.start} start")
    _parameters(sequent, goal, point)
    for fact in goal.starts:
        _require(fact, point, "a start")
    for exception in goal.except_:
        _refuse(exception, point, "outside the exceptions")
    _rest(goal, point)
    _off_target(goal, point)
    return EXACT


def sink(sequent: Sequent, goal: LongTime, point: Point) -> str:
    """Against "almost every start": an exact equilibrium in the closure of the starts whose linearisation is stable.

    It attracts a neighbourhood, which meets the starts in an open set. Up to two real dimensions.
    """
    _parameters(sequent, goal, point)
    _closure(goal, point)
    for exception in goal.except_:
        _refuse(exception, point, "outside the exceptions")
        if exception.op not in ("eq", "ge"):
            raise NotShown(f"the exception {exception} is not closed, so starts near the sink may belong to it")
    _rest(goal, point)
    _off_target(goal, point)
    flow, place = real_flow(goal.flow, point)
    matrix = jacobian(flow)
    if len(matrix) > 2:
        raise NotShown(f"sink handles one or two real dimensions; this flow has {len(matrix)}")
    if len(matrix) == 1:
        _require(Relation("gt", ZERO, matrix[0][0]), place, "the linearisation is stable")
        return EXACT
    (a, b), (c, d) = matrix
    _require(Relation("gt", ZERO, add(a, d)), place, "the linearisation is stable (trace < 0)")
    minor = add(mul(a, d), mul(number(-1), b, c))
    _require(Relation("gt", minor, ZERO), place, "the linearisation is stable (determinant > 0)")
    return EXACT


def _closure(goal: LongTime, point: Point) -> None:
    """The point lies in the closure of {all starts' facts}, which is open: at most one fact is active, regularly."""
    active = None
    for fact in goal.starts:
        if not isinstance(fact, Relation) or fact.op not in ("gt", "ge"):
            raise NotShown(f"the starts are not an open set: {fact}")
        _require(_closed(fact), point, "in the closure of the starts")
        inside = at_point.decide(Relation("gt", fact.left, fact.right), point)
        if inside is None:
            raise NotShown(f"whether {fact} is active is not decided there")
        if not inside[0]:
            if active is not None:
                raise NotShown("two facts of the starts are active at the point")
            active = fact
    if active is None:
        return
    slopes = []
    for state in goal.flow.states:
        for direction in (ONE,) if state.is_real else (ONE, I):
            slopes.append(Flow(((state, direction),)).derivative(active.gap))
    for slope in slopes:
        try:
            decision = at_point.decide(Relation("ne", slope, ZERO), point)
        except Undefined:
            continue
        if decision is not None and decision[0]:
            return
    raise NotShown(f"the boundary {active.gap} = 0 of the starts is singular at the point")


def real_flow(flow: Flow, point: Point) -> tuple[Flow, dict[Term, Term]]:
    """The flow in real states (a complex w becomes its real and imaginary part), and the point in them."""
    real = split(flow.states, taken=(sym for each in flow.terms for sym in each.symbols))
    place: dict[Term, Term] = {sym: value for sym, value in point.items() if isinstance(value, Term)}
    states = iter(real.symbols)
    rates = []
    for state, rate in flow.rates:
        inner = rate.subs(real.mapping)
        if state.is_real:
            rates.append((next(states), inner))
            continue
        value = place.pop(state)
        for part in (re, im):
            own = next(states)
            rates.append((own, part(inner)))
            place[own] = part(value)
    return Flow(tuple(rates)), place


def jacobian(flow: Flow) -> list[list[Term]]:
    """Partial derivatives of the rates: row i, column j is d rate_i / d state_j. Real states.

    Raises:
        NotShown: a rate has no derivative by form (min, max).
    """
    try:
        return [[Flow(((state, ONE),)).derivative(rate) for state in flow.states] for rate in flow.terms]
    except TermError as error:
        raise NotShown(str(error)) from None


def conserved(
    sequent: Sequent, goal: LongTime, point: Point, quantity: Term, cofactor: Term, start: Mapping[Term, Term]
) -> str:
    """Against convergence of T to v: a conserved Q with Q - c = cofactor * (T - v), and a start with Q != c.

    Q is continuous, so T -> v would force Q -> c along the orbit; Q keeps another value on an open set of starts.

    Args:
        point: coordinates of the parameters.
        quantity: Q - c, so that it vanishes on the target.
        cofactor: bounded while T -> v: a rational number, or continuous with the states bounded.
        start: coordinates of the states.
    """
    if goal.target != "tends":
        raise NotShown(f"a conserved quantity decides nothing about the target {goal.target!r}")
    assert goal.quantity is not None and goal.value is not None
    parameters = {sym: value for sym, value in point.items() if sym not in goal.flow.states}
    _parameters(sequent, goal, parameters)
    constants = {sym: value for sym, value in parameters.items() if isinstance(value, Term)}
    flow = goal.flow.subs(constants)
    rest = quantity.subs(constants)
    if not rest.total or not cofactor.total:
        raise NotShown("the conserved quantity and its cofactor must be defined and continuous everywhere")
    derivative = flow.derivative(rest)
    if not derivative.total:
        raise NotShown(f"the derivative of {rest} is not defined everywhere")
    try:
        if not ring.is_zero(derivative):
            raise NotShown(f"{rest} is not conserved: its derivative along the flow is {derivative}")
        gap = add(goal.quantity, mul(number(-1), goal.value)).subs(constants)
        if not ring.equal(rest, mul(cofactor.subs(constants), gap)):
            raise NotShown(f"{rest} is not {cofactor} times ({gap}), so it need not vanish on the target")
        if ring.constant(cofactor.subs(constants)) is None and not _bounded(goal):
            raise NotShown("the cofactor is not constant and the states are not known to be bounded")
    except ring.NotPolynomial as error:
        raise NotShown(str(error)) from None
    place = {**constants, **start}
    missing = at_point.is_assigned(place, goal.flow.states)
    if missing is not None:
        raise NotShown(f"the state {missing} has no coordinate")
    wrong = at_point.check_coordinates(place)
    if wrong:
        raise NotShown(wrong)
    for fact in goal.starts:
        if not isinstance(fact, Relation) or fact.op != "gt":
            raise NotShown(f"the starts are not an open set: {fact}")
        _require(fact, place, "a start")
    for exception in goal.except_:
        _refuse(exception, place, "outside the exceptions")
        if exception.op not in ("eq", "ge"):
            raise NotShown(f"the exception {exception} is not closed")
    _refuse(Relation("eq", rest, ZERO), place, "another value than on the target")
    return EXACT


def _bounded(goal: LongTime) -> bool:
    """The target itself bounds the states: the quantity that tends to its limit is |w|^2 of the only state."""
    if len(goal.flow.states) != 1 or goal.quantity is None:
        return False
    factor = ring.ratio(goal.quantity, abs2(goal.flow.states[0]))
    return factor is not None and factor > 0
