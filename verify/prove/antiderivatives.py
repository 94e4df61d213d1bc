"""Proposes antiderivatives: SymPy suggests, the kernel differentiates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, build, mul, number, postorder

__all__ = ["antiderivative", "integrated"]

KINDS = frozenset("rat pi sym add mul div pow exp sin cos sinh cosh log sqrt".split())
RATIONAL = frozenset("rat sym add mul div pow".split())
MAX_NODES = 60
MAX_EXPONENT = 12


def antiderivative(body: Term, variable: Term) -> Term | None:
    """A Term whose slope along the variable should be the body; None where the rules know none.

    Rational functions over Q, and sums of products of elementary functions; whole powers of at most 12.
    """
    nodes = postorder(body)
    if len(nodes) > MAX_NODES or any(node.kind not in KINDS for node in nodes):
        return None
    powers = [node.args[1] for node in nodes if node.kind == "pow"]
    if any(k.kind != "rat" or k.payload.denominator != 1 or abs(k.payload) > MAX_EXPONENT for k in powers):
        return None
    rational = RATIONAL.issuperset(node.kind for node in nodes) and body.symbols == (variable,)
    if not rational and any(_divides(node) for node in nodes):
        return None  # the rules may take minutes over a quotient with parameters
    import sympy
    from sympy.integrals.manualintegrate import manualintegrate
    from sympy.integrals.rationaltools import ratint

    from verify.spell.sympy_bridge import from_sympy, to_sympy
    from verify.spell.text import SpellError

    try:
        known, x = to_sympy(body), to_sympy(variable)
        found = ratint(known, x, real=True) if rational else manualintegrate(known, x)
        if found.has(sympy.Integral, sympy.Piecewise, sympy.RootSum):
            return None
        return from_sympy(found, {str(sym): sym for sym in body.symbols})
    except (SpellError, TermError, RecursionError, NotImplementedError):
        return None


def _divides(node: Term) -> bool:
    """Does it stand over something that is no number?"""
    if node.kind == "pow" and node.args[1].payload < 0:
        return bool(node.args[0].symbols)
    return node.kind == "div" and bool(node.args[1].symbols)


def integrated(relation: Relation, facts: Sequence[Relation | AnyOf]) -> tuple[Step, ...] | None:
    """Steps that give its integrals values and then show the relation; None where an antiderivative is not known."""
    from verify.prove.argument import formed

    integrals = [node for node in postorder(*relation.terms) if node.kind == "integral"]
    if not integrals or any(node.kind == "integral" for each in integrals for node in postorder(each.args[0])):
        return None
    steps: list[Step] = []
    values: dict[Term, Term] = {}
    for of in integrals:
        body, variable, low, high = of.args
        by = antiderivative(body, variable)
        if by is None:
            return None
        steps.append(Step("integral", {"of": of, "by": by}))
        values[of] = add(by.subs(variable, high), mul(number(-1), by.subs(variable, low)))
    left, right = (_with(side, values) for side in relation.terms)
    plain = Relation(relation.op, left, right)
    if relation.op == "eq":
        shown = () if plain.symbols else (Step("value", {"shows": plain}),)
        return (*steps, *shown, Step("ring", {"shows": relation}))
    more = formed(plain, facts)
    if more is None:
        return None
    *before, last = more
    form = last.data.get("as_")
    return (*steps, *before, Step("sign", {"shows": relation, "as_": plain.gap if form is None else form}))


def _with(root: Term, values: Mapping[Term, Term]) -> Term:
    """The Term with integrals replaced."""
    found: dict[Term, Term] = {}
    for node in postorder(root):
        args = tuple(found[arg] for arg in node.args)
        found[node] = values[node] if node in values else node if args == node.args else build(node.kind, args)
    return found.get(root, ZERO)
