"""Rules for integrals and slopes. Each asks that what it needs is known on the whole closed range.

What is known about a symbol holds at every value of it that the assumptions admit. Where an integral runs over it, or a
slope is followed along it, the range must lie among those values: `Context.require_range`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Any

from verify.kernel import ball, ring
from verify.kernel import point as at_point
from verify.kernel.context import Context, Refused, Step, given, run, short
from verify.kernel.exact import Undefined
from verify.kernel.lie import slope as _slope
from verify.kernel.point import BALL
from verify.kernel.relation import Relation
from verify.kernel.term import (
    ONE,
    OPAQUE,
    PI,
    ZERO,
    I,
    Term,
    abs2,
    add,
    div,
    exp,
    integral,
    mul,
    number,
    postorder,
    power,
)

__all__ = ["step_fourier", "step_integral", "step_integrate", "step_rises", "step_substitute", "step_value"]

MAX_PRECISION = 4096
MAX_FREQUENCY = 64


def _minus(left: Term, right: Term) -> Term:
    return add(left, mul(number(-1), right))


def _variable(step: Step, context: Context, terms: Iterable[Term]) -> Term:
    """The symbol along which a rule moves; no introduced symbol of the Terms may depend on it."""
    variable: Term = given(step, "variable", Term)
    if variable.kind != "sym" or variable.payload[1] != "real":
        raise Refused(f"{step.rule} needs a real symbol as its variable; found {short(variable)}")
    _require_still(step, context, variable, terms)
    return variable


def _require_still(step: Step, context: Context, variable: Term, terms: Iterable[Term]) -> None:
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
    context.require_defined((of, by))
    slope = _slope(by, variable)
    inner = _between(step, context, variable, low, high) if "steps" in step.data else context
    inner.require_defined((slope,))
    if not ring.equal(slope, body, inner.modulo(slope, body)):
        raise Refused(f"integral: the slope of {short(by)} is {short(slope)}, which is not identically {short(body)}")
    context.learn(Relation("eq", of, _minus(by.subs(variable, high), by.subs(variable, low))))


def _between(step: Step, context: Context, variable: Term, low: Term, high: Term) -> Context:
    """What the steps show for values strictly between the ends."""
    for start, end in ((low, high), (high, low)):
        if context.shown(Relation("ge", end, start)):
            inner = context.where(Relation("gt", variable, start), Relation("gt", end, variable))
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
    if any(node.kind in ("mean", *OPAQUE) for node in postorder(*shows.terms)):
        raise Refused(f"value decides relations between constants; {short(shows)} changes with its tokens")
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


def step_integrate(step: Step, context: Context) -> None:
    """From a relation that holds for every value of the variable in the range to the one between the integrals.

    An order needs high >= low; it stays strict where high > low, for the sides are continuous.
    """
    fact = given(step, "fact", Relation)
    low, high = given(step, "low", Term), given(step, "high", Term)
    variable = _variable(step, context, (*fact.terms, low, high))
    if fact.op == "ne":
        raise Refused("integrate: what is nowhere zero may integrate to zero")
    if not context.shown(fact):
        raise Refused(f"integrate: {short(fact)} is not shown for every {variable}")
    op = fact.op
    if op != "eq" and not (op == "gt" and context.shown(Relation("gt", high, low))):
        op = "ge"
        if not context.shown(Relation("ge", high, low)):
            raise Refused(f"integrate: {high} >= {low} is not shown")
    left, right = (side if side is ZERO else integral(side, variable, low, high) for side in fact.terms)
    context.learn(Relation(op, left, right))


def step_substitute(step: Step, context: Context) -> None:
    """of == the integral of body(by) * by' over `variable` from `low` to `high`, where `by` meets the ends of `of`.

    `by`, its slope and body(by) are defined on the closed range, so the body is continuous on all values of `by`.
    """
    of, body, old, *ends = _integral(step)
    by, low, high = given(step, "by", Term), given(step, "low", Term), given(step, "high", Term)
    variable = _variable(step, context, (of, by, low, high))
    if variable in of.symbols:
        raise Refused(f"substitute: {variable} stands free in {short(of)}; take another variable")
    if not by.is_real:
        raise Refused(f"substitute: {short(by)} is not real")
    slope = _slope(by, variable)
    context.require_defined((of, low, high, by, slope))
    for end, wanted in zip((low, high), ends, strict=True):
        met = by.subs(variable, end)
        if not ring.equal(met, wanted, context.modulo(met, wanted)):
            raise Refused(f"substitute: at {variable} = {end} it is {short(met)}, which is not identically {wanted}")
    new = integral(mul(body.subs(old, by), slope), variable, low, high)
    context.learn(Relation("eq", of, new))


def step_rises(step: Step, context: Context) -> None:
    """shows: a relation whose gap has that sign at one end (`low` or `high`), and does not lose it on the way.

    Towards higher values of the variable the gap rises from `low`, towards lower ones it rises from `high`; for == its
    slope vanishes identically. The gap is defined on the way and at the end, so it is continuous there; its slope is
    asked strictly beyond the end only, where `steps` may show more (mean value theorem).
    """
    shows = given(step, "shows", Relation)
    gap, upward = shows.gap, "low" in step.data
    end = given(step, "low" if upward else "high", Term)
    variable = _variable(step, context, (gap, end))
    if shows.op == "ne" or variable in end.symbols:
        raise Refused(f"rises shows ==, >= and >, from an end without {variable}; found {short(shows)} from {end}")
    context.require_range(variable, end, weakly=True)
    at_end, slope = gap.subs(variable, end), _slope(gap, variable)
    context.require_defined((*shows.terms, end, at_end))
    ahead = (variable, end) if upward else (end, variable)
    inner = context
    if (shows.op != "eq" or "steps" in step.data) and not context.shown(Relation("ge", *ahead)):
        raise Refused(f"rises: {ahead[0]} >= {ahead[1]} is not shown")
    if "steps" in step.data:
        inner = context.where(Relation("gt", *ahead))
        try:
            run(given(step, "steps", tuple), inner)
        except Refused as error:
            raise Refused(f"rises: beyond the end: {error}") from None
    form = given(step, "as_", Term) if "as_" in step.data else slope
    inner.require_defined((slope, form))
    if not ring.equal(slope, form, inner.modulo(slope, form)):
        raise Refused(f"rises: the slope is {short(slope)}, which is not identically {short(form)}")
    if shows.op == "eq":
        if not ring.is_zero(form, inner.modulo(form)):
            raise Refused(f"rises: the slope {short(form)} is not identically zero")
        if not _known_at(end, at_end, "eq", context):
            raise Refused(f"rises: {short(at_end)} == 0 is not shown")
        context.learn(shows)
        return
    rate = form if upward else mul(number(-1), form)
    if not inner.shown(Relation("ge", rate, ZERO)):
        raise Refused(f"rises: {short(rate)} >= 0 is not shown for every {variable}")
    strict = inner.shown(Relation("gt", rate, ZERO)) and context.shown(Relation("gt", *ahead))
    wanted = "ge" if strict else shows.op
    if not _known_at(end, at_end, wanted, context):
        raise Refused(f"rises: at {variable} = {end}, {short(Relation(wanted, at_end, ZERO))} is not shown")
    context.learn(shows)


def _known_at(end: Term, value: Term, op: str, context: Context) -> bool:
    """Is `value op 0` known, or is it zero modulo the known equalities?"""
    if op != "gt" and ring.is_zero(value, context.modulo(value)):
        return True
    return context.shown(Relation(op, value, ZERO))


def step_fourier(step: Step, context: Context) -> None:
    """of == (high - low) * the sum of the constant terms of its parts, over whole turns of an angle.

    The body is identically the sum of c exp(i m t)/product of (1 - z exp(i n t))^p, where the angle t is affine in the
    variable and makes `turns` whole turns between the ends; |z| < 1, and within a part all n have one sign. The
    geometric series converge uniformly, so the constant term of a part is what its series say.
    """
    of, body, variable, low, high = _integral(step)
    angle, turns, parts = given(step, "angle", Term), given(step, "turns", int), given(step, "parts", tuple)
    context.require_defined((of, angle))
    moved = _minus(angle.subs(variable, high), angle.subs(variable, low))
    if not angle.is_real or not ring.affine(angle, variable):
        raise Refused(f"fourier: the angle {short(angle)} is not affine in {variable}")
    if turns == 0 or not ring.equal(moved, mul(number(2 * turns), PI), context.modulo(moved)):
        raise Refused(f"fourier: between the ends the angle moves by {short(moved)}, not by {turns} whole turns")
    _require_still(step, context, variable, (of, angle))
    sums: list[Term] = []
    values: list[Term] = []
    for part in parts:
        c, m, factors = _part(part)
        own = (c, *(z for z, _, _ in factors))
        _require_still(step, context, variable, own)
        if any(variable in each.symbols for each in own):
            raise Refused(f"fourier: {', '.join(map(short, own))} are to be free of {variable}")
        for z, _, _ in factors:
            if not context.shown(Relation("gt", ONE, abs2(z))):
                raise Refused(f"fourier: 1 > {short(abs2(z))} is not shown")
        below = (power(_minus(ONE, mul(z, _turned(angle, n))), p) for z, n, p in factors)
        sums.append(div(mul(c, _turned(angle, m)), mul(*below)))
        sign = -1 if any(n > 0 for _, n, _ in factors) else 1
        values.append(mul(c, _coefficient(sign * m, [(z, abs(n), p) for z, n, p in factors])))
    total = add(*sums)
    if not ring.equal(body, total, context.modulo(body, total)):
        raise Refused(f"fourier: {short(body)} is not identically {short(total)}")
    context.learn(Relation("eq", of, mul(_minus(high, low), add(*values))))


Factor = tuple[Term, int, int]


def _part(part: Any) -> tuple[Term, int, tuple[Factor, ...]]:
    if not _has_kinds(part, (Term, int, tuple)) or not all(_has_kinds(each, (Term, int, int)) for each in part[2]):
        raise Refused("fourier: a part is (c, m, factors) and a factor (z, n, p)")
    c, m, factors = part
    if len({n > 0 for _, n, _ in factors}) > 1:
        raise Refused("fourier: the factors of one part turn in the same direction; split it into partial fractions")
    if len(factors) > 4 or any(abs(k) > MAX_FREQUENCY for k in (m, *(k for _, *nk in factors for k in nk))):
        raise Refused(f"fourier: a part has at most 4 factors, and its whole numbers are at most {MAX_FREQUENCY}")
    if any(n == 0 or p < 1 for _, n, p in factors):
        raise Refused("fourier: a factor (z, n, p) has n != 0 and p >= 1")
    return c, m, factors


def _has_kinds(value: Any, kinds: tuple[type, ...]) -> bool:
    return isinstance(value, tuple) and len(value) == len(kinds) and all(map(isinstance, value, kinds))


def _turned(angle: Term, k: int) -> Term:
    return exp(mul(I, number(k), angle))


def _coefficient(k: int, factors: Sequence[Factor]) -> Term:
    """Of u^k in the product of 1/(1 - z u^n)^p, n > 0."""
    if k < 0 or not factors:
        return ONE if k == 0 else ZERO
    (z, n, p), *rest = factors
    found: list[Term] = []
    for j in range(k // n + 1):
        inner = _coefficient(k - n * j, rest)
        if inner is not ZERO:
            found.append(mul(number(comb(j + p - 1, p - 1)), power(z, j) if j else ONE, inner))
    return add(*found)
