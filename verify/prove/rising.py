"""Proposes the rule `rises`: an order that holds at an end of an interval and is not lost beyond it.

The sign of the slope is sought in the same way, a few times over: exp x >= 1 + x from 0 on, since exp x >= 1. A line is
also cut where the variable is another symbol: p log(p/q) >= p - q, with equality at p = q. An equality whose slope
vanishes holds everywhere if it does at one place: log(x y) = log x + log y, since it is so at x = 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.exact import Undefined
from verify.kernel.lie import Flow
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial
from verify.kernel.sign import Facts
from verify.kernel.term import ONE, ZERO, Term, TermError, exp, mul, number, postorder
from verify.prove.shorter import reduced

__all__ = ["constant_steps", "rising_steps"]

MAX_DEPTH = 4
SPLITS = [number(Fraction(x)) for x in (0, 1, -1)]
TOUCHING = [*(number(Fraction(x)) for x in ("1/2", "-1/2", "2", "3")), exp(1), exp(-1)]
"""Places at which a gap in one symbol may vanish; a line is cut there if it does."""
PLACES = [number(Fraction(x)) for x in ("0", "1", "1/2", "2", "-1")]
Known = tuple[Relation | AnyOf, ...]
Steps = tuple[Step, ...]


def rising_steps(relation: Relation, facts: Sequence[Relation | AnyOf], along: Sequence[Term] = ()) -> Steps | None:
    """Steps that show an order from the ends of intervals; None where none were found.

    Args:
        along: the symbols that move; by default each of the relation.
    """
    gap, known = relation.gap, tuple(facts)
    if relation.op == "eq":
        return constant_steps(relation, known)
    if relation.op not in ("ge", "gt") or not gap.is_real or len(gap.symbols) > 3:
        return None
    if any(node.kind in ("mean", "integral") for node in postorder(gap)):
        return None
    for variable in along or gap.symbols:
        if variable.payload[1] != "real":
            continue
        for end, upward in _ends(variable, known):
            steps = _from(relation, variable, end, upward, known, MAX_DEPTH)
            if steps is not None:
                return steps
        others = [sym for sym in gap.symbols if sym is not variable and sym.payload[1] == "real"]
        touching = [place for place in TOUCHING if len(gap.symbols) == 1 and _vanishes(gap, variable, place)]
        for split in (*SPLITS, *touching, *others):
            steps = _split(relation, variable, split, known)
            if steps is not None:
                return steps
    return None


def _vanishes(gap: Term, variable: Term, place: Term) -> bool:
    """Is it 0 there, in normal form?"""
    try:
        return ring.is_zero(gap.subs(variable, place))
    except (TermError, NotPolynomial):
        return False


def constant_steps(relation: Relation, facts: Known, depth: int = MAX_DEPTH) -> Steps | None:
    """An equality that holds at one place, or is shown there in the same way, and whose slope vanishes."""
    gap = relation.gap
    if depth == 0 or not gap.is_real or any(node.kind in ("mean", "integral") for node in postorder(gap)):
        return None
    for variable in gap.symbols:
        if variable.payload[1] != "real":
            continue
        for end in PLACES:
            try:
                at_end, slope = gap.subs(variable, end), Flow(((variable, ONE),)).derivative(gap)
                if not ring.is_zero(slope) or not _inside(variable, end, facts):
                    continue
                wanted = Relation("eq", at_end, ZERO)
                start: Steps | None = () if ring.is_zero(at_end) else constant_steps(wanted, facts, depth - 1)
            except (TermError, NotPolynomial):
                continue
            if start is not None:
                return (*start, Step("rises", {"shows": relation, "variable": variable, "low": end}))
    return None


def _inside(variable: Term, end: Term, facts: Known) -> bool:
    """Does all that is known of the variable alone hold at the end?"""
    known = Facts(facts)
    return all(known.holds(fact.subs({variable: end})) for fact in facts if fact.symbols == (variable,))


def _ends(variable: Term, facts: Known) -> Iterator[tuple[Term, bool]]:
    """(an end that bounds the variable, is it the lower one)."""
    for fact in facts:
        if isinstance(fact, Relation) and fact.op in ("ge", "gt") and variable in fact.symbols:
            for end, other in (fact.terms, fact.terms[::-1]):
                if other is variable and variable not in end.symbols:
                    yield end, end is fact.right


def _split(relation: Relation, variable: Term, at: Term, facts: Known) -> Steps | None:
    """On both sides of a number or of another symbol, from it on."""
    above, below = Relation("ge", variable, at), Relation("ge", at, variable)
    branches: list[Steps] = []
    for side, upward in ((above, True), (below, False)):
        if Facts(facts).holds(side.negation()):
            branches.append((Step("absurd", {"shows": relation, "of": side.gap}),))
            continue
        steps = _from(relation, variable, at, upward, (*facts, side), MAX_DEPTH)
        if steps is None:
            return None
        branches.append(steps)
    return (Step("cases", {"shows": relation, "split": AnyOf((above, below)), "branches": tuple(branches)}),)


def _from(relation: Relation, variable: Term, end: Term, upward: bool, facts: Known, depth: int) -> Steps | None:
    """The relation beyond the end, by its sign there and that of its slope."""
    from verify.prove.argument import formed

    if Facts(facts).holds(relation):
        return (Step("sign", {"shows": relation}),)
    gap = relation.gap
    if depth < MAX_DEPTH and (steps := formed(relation, facts)) is not None:
        return steps
    if depth == 0:
        return None
    try:
        at_end = gap.subs(variable, end)
        slope = Flow(((variable, ONE),)).derivative(gap)
    except TermError:
        return None
    strict = relation.op == "gt" and not _positive(at_end, facts)
    ahead = Relation("gt", variable, end) if upward else Relation("gt", end, variable)
    if strict and not Facts(facts).holds(ahead):
        return None
    start = _at_end(at_end, "ge" if strict else relation.op, facts)
    if start is None:
        return None
    form = reduced(slope)
    rate = form if upward else mul(number(-1), form)
    more = _from(Relation("gt" if strict else "ge", rate, ZERO), variable, end, upward, facts, depth - 1)
    if more is None:
        return None
    rises = {"shows": relation, "variable": variable, "low" if upward else "high": end, "as_": form}
    return (*start, *more, Step("rises", rises))


def _positive(value: Term, facts: Known) -> bool:
    if value.symbols:
        return Facts(facts).holds(Relation("gt", value, ZERO))
    try:
        sign = at_point.sign_at(value, {})
    except Undefined:
        return False
    return sign is not None and sign[0] == 1


def _at_end(value: Term, op: str, facts: Known) -> Steps | None:
    """Steps that show `value op 0`; none are needed for what vanishes identically."""
    from verify.prove.argument import formed

    wanted = Relation(op, value, ZERO)
    try:
        if op == "ge" and ring.is_zero(value):
            return ()
    except NotPolynomial:
        return None
    if Facts(facts).holds(wanted):
        return (Step("sign", {"shows": wanted}),)
    if value.symbols:
        return formed(wanted, facts)
    try:
        decision = at_point.decide(wanted, {})
    except Undefined:
        return None
    return (Step("value", {"shows": wanted}),) if decision is not None and decision[0] else None
