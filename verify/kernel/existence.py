"""Rules that give values: `witness` settles an existence, `between` and `angle` introduce a symbol for a value.

An existence is refuted by `never`: at an exact point of the other symbols, no value of the unknowns will do.

A symbol that was introduced is new; it stands for a value chosen for each value of the symbols of its defining Terms
(`Context.introduce`), and what is shown about it leaves neither a branch of cases nor the argument.
"""

from __future__ import annotations

from verify.kernel import point as at_point
from verify.kernel.context import Context, Refused, Step, deep, given, run, short
from verify.kernel.exact import Point
from verify.kernel.goal import Exists, Pointwise, Sequent
from verify.kernel.point import BALL, EXACT
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, OPAQUE, PI, ZERO, Term, TermError, add, cos, mul, number, postorder, power, sin

__all__ = ["never", "step_angle", "step_between", "step_witness"]


def never(sequent: Sequent, goal: Exists, point: Point, step: Step) -> str:
    """Against an existence: for the other symbols at the point, its `relation` (an index) fails wherever the rest hold.

    The `steps` show so for every value of the unknowns. Returns the strength.

    Args:
        point: coordinates of the symbols that are no unknowns.
    """
    if step.rule != "never":
        raise Refused(f"an existence is refuted by the rule never, not {step.rule!r}")
    at, unknowns = given(step, "relation", int), set(goal.unknowns)
    if not 0 <= at < len(goal.relations):
        raise Refused(f"never: there is no relation {at}")
    chosen = goal.relations[at]
    if not isinstance(chosen, Relation):
        raise Refused(f"never: {short(chosen)} is an alternative; choose a relation")
    others = [sym for sym in sequent.symbols if sym not in unknowns]
    missing = at_point.is_assigned(point, others)
    if missing is not None or set(point) - set(others):
        raise Refused(
            f"never: the point needs a coordinate for {', '.join(map(str, others)) or 'nothing'}, and no more"
        )
    wrong = at_point.check_coordinates(point)
    if wrong:
        raise Refused(f"never: {wrong}")
    domains = [each for each in goal.relations if unknowns & deep(each.terms)]
    facts = [*(fact for fact in sequent.facts if fact not in domains), *goal.given]
    strange = next((fact for fact in facts if unknowns & deep(fact.terms)), None)
    if strange is not None:
        raise Refused(f"the hypothesis {strange} restricts an unknown; its domain alone does")
    strength, failed = at_point.all_hold(facts, point)
    if failed is not None:
        raise Refused(f"never: the point does not certainly satisfy {failed}")
    here = {sym: value for sym, value in point.items() if isinstance(value, Term)}
    try:
        rest = tuple(each.subs(here) for k, each in enumerate(goal.relations) if k != at)
        fails = chosen.subs(here).negation()
    except TermError as error:
        raise Refused(f"never: {error}") from None
    free = {sym for each in (*rest, fails) for sym in each.symbols} - unknowns
    if free:
        raise Refused(f"never: {min(map(str, free))} has no single value at the point")
    inner = Context(Sequent(goal.unknowns, rest), Pointwise(fails), lambda _: None)
    run(step.data.get("steps", ()), inner)
    if not inner.has(fails):
        raise Refused(f"never: the steps end without reaching {short(fails)}")
    inner.require_defined(fails.terms)
    return BALL if BALL in (strength, *inner.strengths) else EXACT


def step_witness(step: Step, context: Context) -> None:
    """The goal, an existence: its relations hold at the given Terms."""
    goal = context.goal
    if not isinstance(goal, Exists):
        raise Refused("witness settles existences")
    at = given(step, "at", dict)
    if set(at) != set(goal.unknowns):
        raise Refused(f"witness: needs a value for {', '.join(map(str, goal.unknowns))}; found {len(at)} values")
    for unknown, value in at.items():
        if not isinstance(value, Term) or set(value.symbols) & set(goal.unknowns):
            raise Refused(f"witness: the value of {unknown} must not speak of the unknowns; found {short(value)}")
        sort = unknown.payload[1]
        if sort == "real" and not value.is_real:
            raise Refused(f"witness: {unknown} is real; found {short(value)}")
        if sort == "natural" and not (value.kind == "rat" and value.payload.denominator == 1 and value.payload >= 0):
            raise Refused(f"witness: {unknown} is a natural number; found {short(value)}")
        wrong = next((sym for sym in value.symbols if sym not in context.symbols), None)
        if wrong is not None:
            raise Refused(f"witness: {wrong} is no symbol of the space; introduce it with p.between")
        said = {*value.symbols, *(each for sym in value.symbols for each in context.introduced.get(sym, ()))}
        tokens = said & context.tokens
        if tokens and unknown not in context.tokens:
            raise Refused(f"witness: {unknown} is one for all {min(map(str, tokens))}; found {short(value)}")
    context.require_defined(at.values())
    for relation in goal.relations:
        here = relation.subs(at)
        context.require_defined(here.terms)
        if not context.facts.holds(here):
            raise Refused(f"witness: {short(here)} is not shown")
    context.learn(goal)


def step_between(step: Step, context: Context) -> None:
    """A new real symbol x with low <= x <= high and f(x) == 0: f is continuous there and changes sign.

    Strict where f(low) or f(high) is known not to vanish. Further `steps` may show that f is defined on the interval.
    """
    x, f = given(step, "symbol", Term), given(step, "quantity", Term)
    low, high = given(step, "low", Term), given(step, "high", Term)
    if not all(each.is_real for each in (f, low, high)) or x in low.symbols or x in high.symbols:
        raise Refused(f"between: the ends and the quantity are real, and the ends do not speak of {x}")
    if any(node.kind in ("mean", "integral", *OPAQUE) and x in node.symbols for node in postorder(f)):
        raise Refused("between: whether a mean, an integral or a distance is continuous is not decided")
    at_low, at_high = f.subs(x, low), f.subs(x, high)
    context.require_defined((low, high, at_low, at_high))
    if not context.facts.holds(Relation("ge", high, low)):
        raise Refused(f"between: {high} >= {low} is not shown")
    for sign in (1, -1):
        below, above = (mul(number(sign), each) for each in (at_low, at_high))
        if context.facts.holds(Relation("ge", ZERO, below)) and context.facts.holds(Relation("ge", above, ZERO)):
            break
    else:
        raise Refused(f"between: that {short(f)} changes sign is not shown; show its signs at {low} and {high}")
    strict = [context.facts.holds(Relation("ne", each, ZERO)) for each in (at_low, at_high)]
    inner = context.under()
    inner.introduce(x, f, low, high)
    for fact in (Relation("ge", x, low), Relation("ge", high, x)):
        inner.assume(fact)
    run(step.data.get("steps", ()), inner)
    inner.require_defined((f,))
    context.adopt(inner)  # what holds for every x from low to high holds for this one
    for fact, apart in ((Relation("gt", x, low), strict[0]), (Relation("gt", high, x), strict[1])):
        if apart:
            context.assume(fact)
    context.assume(Relation("eq", f, ZERO))


def step_angle(step: Step, context: Context) -> None:
    """A new real symbol t with 0 <= t < 2 pi, cos t == x and sin t == y, as x^2 + y^2 == 1 is known."""
    t, x, y = given(step, "symbol", Term), given(step, "x", Term), given(step, "y", Term)
    circle = Relation("eq", add(power(x, 2), power(y, 2)), ONE)
    if not (x.is_real and y.is_real) or not context.facts.holds(circle):
        raise Refused(f"angle: {short(circle)} is not shown")
    context.require_defined((x, y))
    context.introduce(t, x, y)
    turn = mul(number(2), PI)
    relations: tuple[Relation | AnyOf, ...] = (
        Relation("ge", t, ZERO),
        Relation("gt", turn, t),
        Relation("eq", cos(t), x),
        Relation("eq", sin(t), y),
    )
    for relation in relations:
        context.assume(relation)
