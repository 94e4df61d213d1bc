"""What a conclusion demands of the kernel: pointwise relations, or a long-time behaviour along a flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError, add, mul, number, power, symbol
from verify.kernel.words import TOKEN, Word, at_dimension

__all__ = [
    "STARTS",
    "TARGETS",
    "AnyDimension",
    "Goal",
    "Inside",
    "LongTime",
    "Pointwise",
    "Proposition",
    "Schema",
    "Sequent",
    "Stays",
]

STARTS = ("every", "almost every")
TARGETS = ("tends", "periodic", "point")


@dataclass(frozen=True)
class Pointwise:
    """`relation` holds at every point; `defined` lists further Terms that must have values."""

    relation: Relation
    defined: tuple[Term, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        return (*self.relation.terms, *self.defined)


@dataclass(frozen=True)
class LongTime:
    """From every (almost every) start in `starts` outside `except_`, the orbit behaves like `target`.

    Attributes:
        target: "tends": `quantity` -> `value`; "periodic": the orbit is a nonconstant closed curve;
            "point": the orbit converges.
        starts: the facts of the state symbols' domains; they cut out the set of starts.
    """

    flow: Flow
    start: str
    target: str
    quantity: Term | None
    value: Term | None
    except_: tuple[Relation, ...]
    starts: tuple[Relation | AnyOf, ...]

    def __post_init__(self) -> None:
        if self.start not in STARTS:
            raise TermError(f"start is {self.start!r}; expected one of: {', '.join(STARTS)}")
        if self.target not in TARGETS:
            raise TermError(f"target is {self.target!r}; expected one of: {', '.join(TARGETS)}")
        if (self.target == "tends") != (self.quantity is not None and self.value is not None):
            raise TermError("a quantity and its limit go with the target 'tends', and only with it")

    @property
    def terms(self) -> tuple[Term, ...]:
        pair = () if self.quantity is None or self.value is None else (self.quantity, self.value)
        return (*self.flow.terms, *pair, *(side for each in self.except_ for side in each.terms))

    def closure(self) -> tuple[Relation | AnyOf, ...]:
        """The starts with their boundary: strict orders made weak."""
        weak = {"gt": "ge"}
        return tuple(
            Relation(weak.get(fact.op, fact.op), fact.left, fact.right) if isinstance(fact, Relation) else fact
            for fact in self.starts
        )


@dataclass(frozen=True)
class Stays:
    """An orbit that starts where `relations` hold stays there, and exists for all later times."""

    flow: Flow
    relations: tuple[Relation | AnyOf, ...]


@dataclass(frozen=True)
class Inside:
    """`relation` holds at every start (the state's domain without its boundary)."""

    relation: Relation


@dataclass(frozen=True)
class AnyDimension:
    """left == right for matrices of every size and any number of tokens.

    Attributes:
        sorts: (letter, general | symmetric | antisymmetric).
        reals: the real symbols beside the letters.
    """

    left: Word
    right: Word
    sorts: tuple[tuple[str, str], ...]
    reals: tuple[Term, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        return ()

    def at(self, d: int) -> Sequent:
        """The same for d x d matrices, as a pointwise statement; its failure refutes this one.

        Raises:
            TermError: d is not between 1 and 6.
        """
        if type(d) is not int or not 1 <= d <= 6:
            raise TermError(f"the dimension is {d!r}; expected an int from 1 to 6")
        matrices: dict[str, tuple[tuple[Term, ...], ...]] = {}
        for name, sort in self.sorts:
            entries = [[self._entry(name, sort, i, j) for j in range(d)] for i in range(d)]
            matrices[name] = tuple(tuple(row) for row in entries)
        vector = tuple(symbol(f"{TOKEN}{k + 1}") for k in range(d))
        left, right = (at_dimension(side, matrices, vector) for side in (self.left, self.right))
        own = {sym: None for rows in matrices.values() for row in rows for entry in row for sym in entry.symbols}
        sphere = Relation("eq", add(*(power(x, 2) for x in vector)), number(1))
        return Sequent((*own, *self.reals, *vector), (sphere,), (("main", Pointwise(Relation("eq", left, right))),))

    @staticmethod
    def _entry(name: str, sort: str, i: int, j: int) -> Term:
        if sort == "general" or i < j or (i == j and sort == "symmetric"):
            return symbol(f"{name}{i + 1}{j + 1}")
        if i == j:
            return number(0)
        other = symbol(f"{name}{j + 1}{i + 1}")
        return other if sort == "symmetric" else mul(number(-1), other)


Goal = Pointwise | LongTime | AnyDimension
Proposition = Relation | AnyOf | LongTime | Stays | Inside | AnyDimension
"""What can be known: relations hold on the closed state space where a long-time goal is being shown."""


@dataclass(frozen=True)
class Schema:
    """A cited result: from parameters, the obligations that must be shown and the conclusions that it gives.

    Attributes:
        id: of the claim of kind cited.
        parameters: name -> the kind of value ("term", "relation").
        build: (the long-time goal, parameters) -> (obligations, conclusions). It speaks of the goal's flow, starts
            and closure, and never of the objects of a paper.
    """

    id: str
    parameters: tuple[tuple[str, str], ...]
    build: Callable[[LongTime, Mapping[str, Any]], tuple[tuple[Proposition, ...], tuple[Proposition, ...]]]


@dataclass(frozen=True)
class Sequent:
    """The statement as the kernel sees it: from `facts` (domains and hypotheses) follow all `goals`.

    Attributes:
        symbols: the free symbols of the space, tokens included.
        facts: the one list of relations by which hypotheses enter.
        goals: named parts, each to be shown; a claim with one conclusion has one part.
    """

    symbols: tuple[Term, ...]
    facts: tuple[Relation | AnyOf, ...]
    goals: tuple[tuple[str, Goal], ...] = field(default=())

    def goal(self, part: str) -> Goal:
        """The goal of that name."""
        for name, goal in self.goals:
            if name == part:
                return goal
        raise KeyError(f"no part {part!r}; parts are {', '.join(name for name, _ in self.goals)}")
