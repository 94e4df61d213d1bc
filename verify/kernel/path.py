"""Refutation of a bound along a flow by an explicit solution, rule `path`: states and inputs as Terms of time.

All tokens are alike there, so a mean is the value at one of them, whatever their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.context import Context, Refused, Step, given, run, short
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Bound, Pointwise, Sequent
from verify.kernel.lie import slope as slope_by
from verify.kernel.point import BALL, EXACT, square
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import OPAQUE, ZERO, Term, TermError, build, number, postorder, sqrt

__all__ = ["alike", "along_path", "on_path"]


def alike(value: Term) -> Term:
    """What a Term says of tokens that are all alike: a mean over them is its body, a distance of laws one of points.

    Raises:
        Refused: it speaks of an integral.
    """
    done: dict[Term, Term] = {}
    for node in postorder(value):
        if node.kind == "integral":
            raise Refused(f"path: {short(node)} is not supported there")
        if node.kind == "mean":
            done[node] = done[node.args[0]]
        elif node.kind == "wasserstein":
            count = int(node.args[1].payload)
            left, right = (tuple(done[arg] for arg in node.args[2 + at : 2 + at + count]) for at in (0, count))
            done[node] = sqrt(square(left, right))
        else:
            done[node] = build(node.kind, [done[arg] for arg in node.args]) if node.args else node
    return done[value]


def on_path(fact: Relation | AnyOf, at: Mapping[Term, Term]) -> Relation | AnyOf:
    """A fact about tokens that are all alike, at these Terms."""
    options = [Relation(each.op, alike(each.left).subs(at), alike(each.right).subs(at)) for each in fact.options]
    return options[0] if isinstance(fact, Relation) else AnyOf(tuple(options))


def along_path(sequent: Sequent, goal: Bound, point: Point, step: Step) -> str:
    """A bound fails at the time `until` of the solution `at`; returns the strength.

    The Terms solve the flow at all times from 0 to then, and whatever is supposed on the way holds at each of them.

    Data: variable (time, a new symbol), until, at (a Term of time for every state and input), steps.

    Args:
        point: constants for all other symbols.

    Raises:
        Refused: one of these is not certain.
    """
    variable, until, moving = given(step, "variable", Term), given(step, "until", Fraction), given(step, "at", dict)
    if variable.kind != "sym" or variable.payload[1] != "real" or variable in sequent.symbols:
        raise Refused(f"path: time is a new real symbol; found {short(variable)}")
    if not until > 0:
        raise Refused(f"path: the time {until} is not positive")
    _require_values(sequent, goal, point, moving, variable)
    try:
        return _fails(sequent, goal, {**point, **moving}, variable, until, step)
    except (TermError, Undefined) as error:
        raise Refused(f"path: {error}") from None


def _require_values(sequent: Sequent, goal: Bound, point: Point, moving: Mapping[Term, Term], variable: Term) -> None:
    """There is a constant for each symbol that stands still and a real Term of time for each that moves."""
    for name, found, wanted in (
        ("the point", set(point), set(sequent.symbols) - set(goal.moving)),
        ("the path", set(moving), set(goal.moving)),
    ):
        if found != wanted:
            needs = ", ".join(sorted(map(str, wanted))) or "nothing"
            raise Refused(f"path: {name} needs values of {needs}; found {len(found)}")
    if any(not isinstance(value, Term) for value in point.values()):
        raise Refused("path: tokens are all alike; a symbol has one value")
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise Refused(f"path: {wrong}")
    for sym, value in moving.items():
        if not isinstance(value, Term) or sym.payload[1] != "real" or not value.is_real:
            raise Refused(f"path: states and inputs are real; found {sym} = {short(value)}")
        strange = any(node.kind in ("mean", "integral", *OPAQUE) for node in postorder(value))
        if strange or set(value.symbols) - {variable}:
            raise Refused(f"path: {sym} is to be a plain Term of {variable}; found {short(value)}")


def _fails(sequent: Sequent, goal: Bound, at: Mapping[Term, Any], variable: Term, until: Fraction, step: Step) -> str:
    end = Relation("ge", number(until), variable)
    inner = Sequent((variable,), (Relation("ge", variable, ZERO), end))
    context = Context(inner, Pointwise(end), lambda _: None)
    run(step.data.get("steps", ()), context)
    context.require_defined(at.values())
    for state, rate in goal.flow.rates:
        slope, wanted = slope_by(at[state], variable), alike(rate).subs(at)
        context.require_defined((slope, wanted))
        known = context.modulo(slope, wanted)
        if not ring.equal(slope, wanted, known) and not context.shown(Relation("eq", slope, wanted)):
            raise Refused(f"path: the slope {short(slope)} of {state} is not identically {short(wanted)}")
    for fact in (*sequent.facts, *goal.during, *(fact for _, fact in goal.supposing)):
        here = on_path(fact, at)
        if not _certain(here, context):
            raise Refused(f"path: {short(here)}, which is supposed on the way, is not shown")
    first, last = ({sym: value.subs(variable, number(time)) for sym, value in at.items()} for time in (0, until))
    for fact in goal.starts:
        if not _certain(on_path(fact, first), context):
            raise Refused(f"path: at the start {short(on_path(fact, first))} is not certain")
    there = on_path(goal.relation, last)
    decision = None if there.symbols else at_point.decide(there, {})
    if decision is None or decision[0]:
        raise Refused(f"path: that {short(there)} fails is not certain")
    return BALL if BALL in (decision[1], *context.strengths) else EXACT


def _certain(fact: Relation | AnyOf, context: Context) -> bool:
    """Is it shown, or decided by its constants?"""
    if fact.symbols:
        return context.shown(fact)
    decision = at_point.decide(fact, {})
    if decision is None or not decision[0]:
        return False
    context.strengths[decision[1]] = None
    return True
