"""Proposes the rule `compare` for a bound along a flow: a rate for which what is left over of the slope has a sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from verify.kernel import ring
from verify.kernel.goal import Bound
from verify.kernel.lie import Flow
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial
from verify.kernel.term import ONE, ZERO, Term, TermError, add, div, mul, number, postorder

__all__ = ["comparing_steps"]


def comparing_steps(goal: Bound, facts: Iterable[Relation | AnyOf]) -> tuple[Step, ...] | None:
    """Steps that show a bound with a regular start: g' == rate * g + source, source >= 0; None where none were found.

    Args:
        facts: of the sequent.
    """
    from verify.prove.argument import sought
    from verify.prove.forms import plain

    if goal.singular is not None:
        return None
    known = (*(fact for fact in facts if fact not in goal.during), *goal.during)
    g = goal.relation.gap
    start = _at_start(goal.relation, (*known, *goal.starts))
    if start is None:
        return None
    try:
        slope = goal.flow.derivative(g)
    except TermError:
        return None
    for rate in _rates(goal, g, slope):
        source = plain(add(slope, mul(number(-1), rate, g)))
        grows = Relation("ge", source, ZERO)
        steps = () if source is ZERO else sought(grows, known)
        if steps is not None:
            data = {"rate": rate, "source": source, "steps": start}
            return (*steps, Step("compare", data))
    return None


def _at_start(relation: Relation, facts: tuple[Relation | AnyOf, ...]) -> tuple[Step, ...] | None:
    from verify.prove.argument import sought

    equalities = [fact for fact in facts if isinstance(fact, Relation) and fact.op == "eq"]
    if relation.op == "ge" and _vanishes(relation.gap, equalities):
        return (Step("sign", {"shows": relation, "as_": ZERO}),)
    return sought(relation, facts)


def _vanishes(value: Term, modulo: Iterable[Relation] = ()) -> bool:
    try:
        return ring.is_zero(value, modulo)
    except NotPolynomial:
        return False


def _rates(goal: Bound, g: Term, slope: Term) -> Iterator[Term]:
    """0; the rates of exponentials in the bound; for each state in which it and its slope are affine the quotient of
    their coefficients; and what the slope leaves when it is divided by the bound."""
    from verify.attack.regions import quotients
    from verify.prove.forms import divided

    yield ZERO
    inputs = set(goal.moving) - set(goal.flow.states)
    exponents = [node.args[0] for node in postorder(g) if node.kind == "exp" and node.is_real]
    for rate in dict.fromkeys((*map(goal.flow.derivative, exponents), divided(slope, g))):
        if rate is not None and rate is not ZERO and not inputs & set(rate.symbols):
            yield rate
    for state in goal.flow.states:
        if not state.is_real or state not in g.symbols:
            continue
        try:
            if not (ring.affine(g, state) and ring.affine(slope, state)):
                continue
            along = Flow(((state, ONE),))
            rate = div(along.derivative(slope), along.derivative(g))
        except (TermError, NotPolynomial):
            continue
        if not inputs & set(rate.symbols):
            yield rate
    named = tuple(sym for sym in dict.fromkeys((*g.symbols, *slope.symbols)) if sym.payload[1] == "real")
    for quotient in quotients(slope, g, named):
        found = quotient.by(Fraction(0))
        if found is not None and not inputs & set(found[0].symbols):
            yield found[0]
