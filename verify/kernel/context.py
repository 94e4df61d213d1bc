"""What is known while the steps of one part run: a `Context`, to which rules add what they showed.

A `Step` is data: a rule's name and the Terms it needs. A rule may only add relations that are defined and true at
every point of the sequent's facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.kernel import ring, roots
from verify.kernel.defined import obligations
from verify.kernel.goal import Goal, LongTime, Pointwise, Proposition, Schema, Sequent
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import OF_OP, Facts
from verify.kernel.term import Term

__all__ = ["Context", "Refused", "Resolver", "Step", "fails_on_line", "given", "short"]

Resolver = Callable[[str], "Sequent | Schema | None"]
"""The sequent of a claim by its id, or the schema of a cited one."""


class Refused(ValueError):
    """The kernel does not accept a step; the message says which, what it needed, and the nearest it can say."""


@dataclass(frozen=True)
class Step:
    """One application of a rule. `data` holds Terms, relations, text and tuples of them, by parameter name."""

    rule: str
    data: Mapping[str, Any] = field(default_factory=dict)


class Context:
    """What is known while the steps of one part run."""

    def __init__(self, sequent: Sequent, goal: Goal, resolve: Resolver) -> None:
        self.sequent = sequent
        self.goal = goal
        self.resolve = resolve
        self.uses: dict[str, None] = {}
        self.known: list[Proposition] = []
        self.strengths: dict[str, None] = {}  # the arithmetics beside the exact one, shared by all branches
        self.whole = True
        facts = list(sequent.facts)
        if isinstance(goal, LongTime):
            if any(set(fact.symbols) & set(goal.flow.states) for fact in facts if fact not in goal.starts):
                raise Refused("a hypothesis restricts the state; in a long-time claim the domain alone does")
            facts = [fact for fact in facts if fact not in goal.starts] + list(goal.closure())
        self._set([*facts, *_own(facts)])

    def under(self, *relations: Relation | AnyOf) -> Context:
        """The same with more assumptions; for a branch of cases. `whole` is lost where one restricts the state."""
        branch = object.__new__(Context)
        branch.sequent, branch.goal, branch.resolve, branch.uses = self.sequent, self.goal, self.resolve, self.uses
        branch.known, branch.strengths = list(self.known), self.strengths
        states = set(self.goal.flow.states) if isinstance(self.goal, LongTime) else set()
        branch.whole = self.whole and not any(states & set(relation.symbols) for relation in relations)
        branch._set([*self.facts.relations, *_own(relations), *relations])
        return branch

    def _set(self, relations: Iterable[Relation | AnyOf]) -> None:
        self.facts = Facts(relations)
        self.equalities = [each for each in self.facts.single if each.op == "eq"]

    def require_defined(self, terms: Iterable[Term]) -> None:
        for obligation in obligations(terms):
            if not self.facts.holds(obligation) and not _on_line(obligation, self.facts):
                raise Refused(f"the obligation {obligation} is open; show it first, with p.nonzero or p.sign")

    def learn(self, shown: Proposition) -> None:
        """Add what a rule showed; the Terms of a relation must be defined wherever the facts hold."""
        if not isinstance(shown, Relation | AnyOf):
            self.known.append(shown)
            return
        self.require_defined(shown.terms)
        self._set([*self.facts.relations, shown])

    def has(self, proposition: Proposition) -> bool:
        """Is it known as it stands?"""
        return proposition in (self.facts.relations if isinstance(proposition, Relation | AnyOf) else self.known)

    def target(self) -> Proposition:
        """What the steps are to reach."""
        return self.goal.relation if isinstance(self.goal, Pointwise) else self.goal

    def long_time(self, rule: str) -> LongTime:
        """The long-time goal, for rules that speak of its flow on the whole closed state space."""
        if not isinstance(self.goal, LongTime):
            raise Refused(f"{rule} serves long-time claims; this one is pointwise")
        if not self.whole:
            raise Refused(f"{rule} needs the whole state space; a branch restricts the state here")
        return self.goal


def _own(facts: Iterable[Relation | AnyOf]) -> list[Relation | AnyOf]:
    """Where relations hold they are defined, so their obligations hold as well."""
    return obligations(side for fact in facts if isinstance(fact, Relation) for side in fact.terms)


def _on_line(obligation: Relation | AnyOf, facts: Facts) -> bool:
    """Is it a relation in one real symbol that holds wherever the facts in that symbol do?"""
    if not isinstance(obligation, Relation) or len(obligation.symbols) != 1 or not obligation.gap.is_real:
        return False
    return obligation.symbols[0].is_real and not fails_on_line(obligation, facts)


def given(step: Step, name: str, kind: type | tuple[type, ...]) -> Any:
    value = step.data.get(name)
    if not isinstance(value, kind):
        raise Refused(f"{step.rule} needs {name}; found {type(value).__name__}")
    return value


def fails_on_line(shows: Relation, facts: Facts) -> str:
    """Where a relation in one real symbol fails among the points that satisfy the facts in that symbol, or ""."""
    (symbol,) = shows.symbols
    polys: list[Any] = []

    def read(relation: Relation | AnyOf) -> list[tuple[str, int]] | None:
        """Each option as (op, index of its numerator); the denominator follows."""
        options = []
        for option in relation.options:
            try:
                polys.extend(ring.univariate(option.gap, symbol))
            except ring.NotPolynomial:
                return None
            options.append((option.op, len(polys) - 2))
        return options

    goal = read(shows)
    if goal is None:
        return f"{short(shows.gap)} is not a rational function of {symbol} alone"
    known = [fact for fact in facts.relations if fact.symbols == (symbol,)]
    hypotheses = [options for options in map(read, known) if options is not None]
    for piece in roots.pieces(polys):

        def holds(options: list[tuple[str, int]], signs: tuple[int, ...] = piece.signs) -> bool:
            return any(signs[at + 1] and signs[at] * signs[at + 1] in OF_OP[op] for op, at in options)

        if all(map(holds, hypotheses)) and not holds(goal):
            place = f"= {piece.sample}" if piece.at is None else f"near {piece.at.decimal()}"
            return f"{short(shows)} fails at {symbol} {place}"
    return ""


def short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."
