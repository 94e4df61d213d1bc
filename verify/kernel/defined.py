"""Definedness: what must hold for a Term to have a value. Denominators are kept factored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, Term, add, cos, mul, number, postorder, power

__all__ = ["factors", "obligations"]


def factors(denominator: Term) -> Iterator[Term]:
    """The factors that must be nonzero for a product or power to be nonzero."""
    kind, args = denominator.kind, denominator.args
    if kind == "mul":
        for arg in args:
            yield from factors(arg)
    elif kind in ("conj", "abs", "abs2") or (kind == "pow" and args[1].kind == "rat" and args[1].payload > 0):
        yield from factors(args[0])
    elif denominator is ZERO or kind not in ("rat", "pi", "i", "exp"):
        yield denominator


def obligations(terms: Iterable[Term], inside: bool = True) -> list[Relation | AnyOf]:
    """The obligations of `terms`, each once: nonzero factors of denominators, arguments of roots and logarithms.

    A token bound by a mean stands free in its obligations: they are asked for every value of it. So does the variable
    of an integral; that its range lies among those values is asked apart (`Context.require_range`).

    Args:
        inside: with what the bodies of integrals need.
    """
    found: dict[Relation | AnyOf, None] = {}
    for node in postorder(*terms) if inside else _outside(terms):
        if node.total:
            continue
        for obligation in _of_node(node):
            found.setdefault(obligation)
    return list(found)


def _outside(terms: Iterable[Term]) -> list[Term]:
    """The nodes that are not only in bodies of integrals."""
    found: dict[Term, None] = {}
    stack = list(terms)
    while stack:
        node = stack.pop()
        if node not in found:
            found[node] = None
            stack.extend(node.args[2:] if node.kind == "integral" else node.args)
    return list(found)


def _of_node(node: Term) -> Iterator[Relation | AnyOf]:
    kind = node.kind
    if kind == "div":
        for factor in factors(node.args[1]):
            yield Relation("ne", factor, ZERO)
    elif kind == "log":
        yield Relation("gt", node.args[0], ZERO)
    elif kind == "sqrt":
        if not (node.args[0].kind == "rat" and node.args[0].payload >= 0):
            yield Relation("ge", node.args[0], ZERO)
    elif kind == "tan":
        yield Relation("ne", cos(node.args[0]), ZERO)
    elif kind == "asin":
        yield Relation("ge", add(ONE, mul(number(-1), power(node.args[0], 2))), ZERO)
    elif kind == "pow":
        base, exponent = node.args
        if exponent.kind == "rat" and exponent.payload.denominator == 1:
            if exponent.payload < 0:
                for factor in factors(base):
                    yield Relation("ne", factor, ZERO)
        elif exponent.kind == "sym" and exponent.payload[1] == "natural":
            pass
        elif _integral(exponent):
            yield AnyOf((Relation("ge", exponent, ZERO), Relation("ne", base, ZERO)))
        else:
            yield Relation("gt", base, ZERO)


def _integral(exponent: Term) -> bool:
    if exponent.kind == "rat":
        return bool(exponent.payload.denominator == 1)
    if exponent.kind == "sym":
        return bool(exponent.payload[1] == "natural")
    return exponent.kind in ("add", "mul") and all(_integral(arg) for arg in exponent.args)
