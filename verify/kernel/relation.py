"""Relations between Terms: the only form in which anything is assumed or shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verify.kernel.term import Term, TermError, add, mul, number, term

__all__ = ["OPS", "AnyOf", "Relation", "any_of", "eq", "ge", "gt", "le", "lt", "ne"]

OPS = {"eq": "==", "ne": "!=", "ge": ">=", "gt": ">"}


@dataclass(frozen=True)
class Relation:
    """`left op right` with op one of eq, ne, ge, gt. Orders need real sides."""

    op: str
    left: Term
    right: Term

    def __post_init__(self) -> None:
        if self.op not in OPS:
            raise TermError(f"relation {self.op!r} is unknown; choose from {', '.join(OPS)}")
        if self.op in ("ge", "gt"):
            for side in (self.left, self.right):
                if not side.is_real:
                    raise TermError(f"{side} is not real, so it has no order; compare re, im, abs2 or abs of it")

    @cached_property
    def gap(self) -> Term:
        """left - right; the relation says gap == 0, gap != 0, gap >= 0 or gap > 0."""
        return add(self.left, mul(number(-1), self.right))

    @property
    def options(self) -> tuple[Relation, ...]:
        return (self,)

    @property
    def terms(self) -> tuple[Term, ...]:
        return (self.left, self.right)

    @property
    def symbols(self) -> tuple[Term, ...]:
        return _symbols(self.terms)

    def subs(self, mapping: Mapping[Term, Any]) -> Relation:
        return Relation(self.op, self.left.subs(mapping), self.right.subs(mapping))

    def negation(self) -> Relation:
        """What holds where both sides are defined and the relation fails."""
        if self.op == "eq":
            return Relation("ne", self.left, self.right)
        if self.op == "ne":
            return Relation("eq", self.left, self.right)
        return Relation("gt" if self.op == "ge" else "ge", self.right, self.left)

    def __str__(self) -> str:
        return f"{self.left} {OPS[self.op]} {self.right}"


@dataclass(frozen=True)
class AnyOf:
    """At least one of `options` holds."""

    options: tuple[Relation, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        return tuple(side for option in self.options for side in option.terms)

    @property
    def symbols(self) -> tuple[Term, ...]:
        return _symbols(self.terms)

    def subs(self, mapping: Mapping[Term, Any]) -> AnyOf:
        return AnyOf(tuple(option.subs(mapping) for option in self.options))

    def __str__(self) -> str:
        return " or ".join(str(option) for option in self.options)


def _symbols(terms: Iterable[Term]) -> tuple[Term, ...]:
    found = {sym: None for each in terms for sym in each.symbols}
    return tuple(sorted(found, key=lambda sym: sym.payload))


def eq(left: Any, right: Any) -> Relation:
    """left == right."""
    return Relation("eq", term(left), term(right))


def ne(left: Any, right: Any) -> Relation:
    """left != right."""
    return Relation("ne", term(left), term(right))


def ge(left: Any, right: Any) -> Relation:
    """left >= right."""
    return Relation("ge", term(left), term(right))


def gt(left: Any, right: Any) -> Relation:
    """left > right."""
    return Relation("gt", term(left), term(right))


def le(left: Any, right: Any) -> Relation:
    """left <= right, kept as right >= left."""
    return Relation("ge", term(right), term(left))


def lt(left: Any, right: Any) -> Relation:
    """left < right, kept as right > left."""
    return Relation("gt", term(right), term(left))


def any_of(*options: Relation) -> Relation | AnyOf:
    """At least one of the relations holds."""
    for option in options:
        if not isinstance(option, Relation):
            raise TermError(f"any_of takes relations; found {type(option).__name__} {option}")
    if not options:
        raise TermError("any_of needs at least one relation")
    return options[0] if len(options) == 1 else AnyOf(options)
