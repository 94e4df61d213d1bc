"""What a conclusion demands of the kernel: pointwise relations, or a long-time behaviour along a flow."""

from __future__ import annotations

from dataclasses import dataclass, field

from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError

__all__ = ["STARTS", "TARGETS", "Goal", "LongTime", "Pointwise", "Sequent"]

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


Goal = Pointwise | LongTime


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
