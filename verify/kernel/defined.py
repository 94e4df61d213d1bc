"""Definedness: what must hold for a Term to have a value. Denominators are kept factored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, Term, add, cos, is_integer, mul, number, postorder, power

__all__ = ["factors", "implied", "obligations"]


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
    return _gathered(postorder(*terms) if inside else _outside(terms))


def implied(terms: Iterable[Term]) -> list[Relation | AnyOf]:
    """What holds wherever `terms` have values, but for the bodies of integrals.

    That is less than what they are obliged to: a power says something of its base only if its exponent is a number. A
    symbol may take, or be given, an integer value, and then a negative base has its power too.
    """
    return _gathered(node for node in _outside(terms) if not _symbolic_power(node))


def _symbolic_power(node: Term) -> bool:
    return node.kind == "pow" and node.args[1].kind != "rat" and not is_integer(node.args[1])


def _gathered(nodes: Iterable[Term]) -> list[Relation | AnyOf]:
    found: dict[Relation | AnyOf, None] = {}
    for node in nodes:
        if not node.total:
            found.update(dict.fromkeys(_of_node(node)))
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
        elif is_integer(exponent):
            yield AnyOf((Relation("ge", exponent, ZERO), Relation("ne", base, ZERO)))
        else:
            yield Relation("ge" if exponent.kind == "rat" and exponent.payload > 0 else "gt", base, ZERO)
