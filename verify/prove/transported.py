"""The steps of an argument with one Term replaced wherever it stands, for a statement that differs in one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, build, fold

__all__ = ["differences", "transported"]


def differences(here: Any, there: Any) -> list[tuple[Term, Term]]:
    """Pairs of Terms, the innermost first, whose exchange makes one value of the other; empty where no single one does.

    Args:
        here, there: Terms, relations, alternatives, or tuples of these.
    """
    if here == there:
        return []
    if isinstance(here, Term) and isinstance(there, Term):
        inner = _one(here.args, there.args) if here.kind == there.kind and here.payload == there.payload else []
        return [*inner, (here, there)]
    return _one(_members(here), _members(there))


def _members(value: Any) -> tuple[Any, ...]:
    if isinstance(value, Relation):
        return (value.op, value.left, value.right)
    return value.options if isinstance(value, AnyOf) else value if isinstance(value, tuple) else (value,)


def _one(here: tuple[Any, ...], there: tuple[Any, ...]) -> list[tuple[Term, Term]]:
    """The differences of the only member that differs; what both have is left out, for sums have no order."""
    if len(here) != len(there):
        return []
    rest, other = list(here), list(there)
    for each in here:
        if each in other:
            rest.remove(each)
            other.remove(each)
    if len(rest) != 1 or isinstance(rest[0], str):
        return []
    return differences(rest[0], other[0])


def transported(value: Any, old: Term, new: Term) -> Any:
    """Steps, relations, Terms, and tuples and mappings of them, with `new` wherever `old` stands.

    Raises:
        TermError: a Term that cannot stand.
    """
    if isinstance(value, Term):
        return fold(value, lambda node, kids: new if node is old else build(node.kind, kids) if kids else node)
    if isinstance(value, Relation):
        return replace(value, left=transported(value.left, old, new), right=transported(value.right, old, new))
    if isinstance(value, AnyOf):
        return AnyOf(tuple(transported(each, old, new) for each in value.options))
    if isinstance(value, Step):
        return Step(value.rule, dict(_items(value.data, old, new)))
    if isinstance(value, tuple):
        return tuple(transported(each, old, new) for each in value)
    return dict(_items(value, old, new)) if isinstance(value, Mapping) else value


def _items(value: Mapping[Any, Any], old: Term, new: Term) -> Iterator[tuple[Any, Any]]:
    return ((key, transported(each, old, new)) for key, each in value.items())
