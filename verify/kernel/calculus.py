"""Rules for integrals and slopes. Each asks that what it needs is known on the whole closed range.

What is known about a symbol holds at every value of it that the assumptions admit. Where an integral runs over it, or a
slope is followed along it, the range must lie among those values: `Context.require_range`.
"""

from __future__ import annotations

from collections.abc import Iterable

from verify.kernel import ball, ring
from verify.kernel import point as at_point
from verify.kernel.context import Context, Refused, Step, given, run, short
from verify.kernel.exact import Undefined
from verify.kernel.lie import Flow
from verify.kernel.point import BALL
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, Term, add, mul, number

__all__ = ["step_integral", "step_value"]

MAX_PRECISION = 4096


def _minus(left: Term, right: Term) -> Term:
    return add(left, mul(number(-1), right))


def _slope(value: Term, variable: Term) -> Term:
    return Flow(((variable, ONE),)).derivative(value)


def _variable(step: Step, context: Context, terms: Iterable[Term]) -> Term:
    """The symbol along which a rule moves; no introduced symbol of the Terms may depend on it."""
    variable: Term = given(step, "variable", Term)
    if variable.kind != "sym" or variable.payload[1] != "real":
        raise Refused(f"{step.rule} needs a real symbol as its variable; found {short(variable)}")
    _require_still(step, context, variable, terms)
    return variable


def _require_still(step: Step, context: Context, variable: Term, terms: Iterable[Term]) -> None:
    if variable in context.introduced:
        raise Refused(f"{step.rule}: {variable} was introduced for one value; nothing moves along it")
    for sym in {sym for each in terms for sym in each.symbols}:
        if variable in context.introduced.get(sym, frozenset()):
            raise Refused(f"{step.rule}: {sym} was introduced for each value of {variable} and changes with it")


def _integral(step: Step) -> tuple[Term, Term, Term, Term, Term]:
    of = given(step, "of", Term)
    if of.kind != "integral":
        raise Refused(f"{step.rule} needs an integral; found {short(of)}")
    body, variable, low, high = of.args
    return of, body, variable, low, high


def step_integral(step: Step, context: Context) -> None:
    """of == by(high) - by(low), because the slope of `by` is the body.

    All is defined on the closed range. With `steps`, the slope is on the open one, which the steps may use: `by` is
    continuous on the closed range, and so is the body.
    """
    of, body, variable, low, high = _integral(step)
    by = given(step, "by", Term)
    _require_still(step, context, variable, (of, by))
    context.require_range(variable, low, high)
    context.require_defined((of, by))
    slope = _slope(by, variable)
    inner = _between(step, context, variable, low, high) if "steps" in step.data else context
    inner.require_defined((slope,))
    if not ring.equal(slope, body, inner.equalities):
        raise Refused(f"integral: the slope of {short(by)} is {short(slope)}, which is not identically {short(body)}")
    context.learn(Relation("eq", of, _minus(by.subs(variable, high), by.subs(variable, low))))


def _between(step: Step, context: Context, variable: Term, low: Term, high: Term) -> Context:
    """What the steps show for values strictly between the ends."""
    for start, end in ((low, high), (high, low)):
        if context.shown(Relation("ge", end, start)):
            inner = context.under(Relation("gt", variable, start), Relation("gt", end, variable))
            try:
                run(given(step, "steps", tuple), inner)
            except Refused as error:
                raise Refused(f"{step.rule}: between the ends: {error}") from None
            return inner
    raise Refused(f"{step.rule}: neither {high} >= {low} nor {low} >= {high} is shown")


def step_value(step: Step, context: Context) -> None:
    """shows: a relation between constants, decided exactly, or by balls of the given (or of growing) precision."""
    shows = given(step, "shows", Relation)
    if shows.symbols:
        raise Refused(f"value decides relations between constants; {short(shows)} speaks of {shows.symbols[0]}")
    try:
        decision = _decided(step, shows)
    except Undefined as error:
        raise Refused(f"value: {error}") from None
    if decision is None:
        raise Refused(f"value: {short(shows)} is not decided; give a greater precision or another argument")
    holds, strength = decision
    if not holds:
        raise Refused(f"value: {short(shows)} is false")
    if strength == BALL:
        context.strengths[BALL] = None
    context.learn(shows)


def _decided(step: Step, shows: Relation) -> at_point.Decision:
    if "precision" not in step.data:
        return at_point.decide(shows, {})
    precision = given(step, "precision", int)
    if not 2 <= precision <= MAX_PRECISION:
        raise Refused(f"value: the precision is {precision}; expected 2 to {MAX_PRECISION} bits")
    found = ball.enclose(shows.gap, {}, precision)
    if shows.gap.is_real:
        sign = ball.certain_sign(found)
        return None if not sign else ({"eq": False, "ne": True, "ge": sign > 0, "gt": sign > 0}[shows.op], BALL)
    return (shows.op == "ne", BALL) if ball.known_nonzero(found) else None
