"""What a conclusion demands of the kernel: relations at every point, behaviours along a flow, existence, counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, Term, TermError, add, mul, number, power, symbol
from verify.kernel.words import TOKEN, Word, at_dimension

__all__ = [
    "KINDS",
    "STARTS",
    "TARGETS",
    "Along",
    "AnyDimension",
    "Boundary",
    "Closed",
    "Equilibria",
    "Exists",
    "Goal",
    "Inside",
    "LongTime",
    "Pointwise",
    "Proposition",
    "Regimes",
    "Scaling",
    "Schema",
    "Sequent",
    "Stays",
    "own_hypotheses",
]

STARTS = ("every", "almost every", "some")
TARGETS = ("tends", "periodic", "point")
KINDS = ("any", "sink", "source", "saddle")


@dataclass(frozen=True)
class Pointwise:
    """`relation` holds at every point where `given` does; `defined` lists further Terms that must have values."""

    relation: Relation
    defined: tuple[Term, ...] = ()
    given: tuple[Relation | AnyOf, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        return (*self.relation.terms, *self.defined)


class Along:
    """A goal about orbits of `flow` that start where `starts` hold."""

    flow: Flow
    starts: tuple[Relation | AnyOf, ...]

    def closure(self) -> tuple[Relation | AnyOf, ...]:
        """The starts with their boundary: strict orders made weak."""
        weak = {"gt": "ge"}
        return tuple(
            Relation(weak.get(fact.op, fact.op), fact.left, fact.right) if isinstance(fact, Relation) else fact
            for fact in self.starts
        )


@dataclass(frozen=True)
class LongTime(Along):
    """From every (almost every) start in `starts` outside `except_`, the orbit behaves like `target`.

    Attributes:
        start: every; almost every (all but a null set); some (a nonempty open set).
        target: "tends": `quantity` -> `value`; "periodic": the orbit is a nonconstant closed curve;
            "point": the orbit converges.
        starts: the facts of the state symbols' domains, and what else restricts the starts.
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


@dataclass(frozen=True)
class Closed(Along):
    """There is a closed orbit (not an equilibrium) through a point of `starts`.

    Attributes:
        through: state -> constant Term; it is the orbit through that point. Empty: some point.
        period: rational ends between which its least period lies.
        attracts: it is asymptotically stable, as an orbit.
    """

    flow: Flow
    starts: tuple[Relation | AnyOf, ...]
    through: tuple[tuple[Term, Term], ...] = ()
    period: tuple[Fraction, Fraction] | None = None
    attracts: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        return (*self.flow.terms, *(value for _, value in self.through))


@dataclass(frozen=True)
class Bound:
    """`relation` along every solution of `flow`: a differentiable one, on an interval of time that begins at 0.

    States and inputs may be those of tokens: then a solution has a value for each token, whose law does not change in
    time, and facts about tokens hold for every one of them. There are n tokens, or a measure for which a mean of what
    moves has the mean of its rate as its rate, as it is where states stay in a bounded set on bounded times.

    Regular: at every time t >= 0 for which a solution exists on [0, t], `starts` hold at 0 and `during` on [0, t]. A
    start counts, as t = 0.
    Singular at (k, end), k a state with k' = 1: at every t > 0 for which a solution exists on (0, t], k -> end as
    t -> 0 and `during` holds on (0, t]. Nothing else is supposed of t -> 0.

    Attributes:
        during: the facts of the domains of states and inputs, and what else is supposed on the way.
        starts: what else is supposed at time 0.
        inputs: symbols that may change in time in any way. Every other symbol that is no state is constant.
        supposing: pairs (condition, fact): at every time at which the condition holds for all tokens, so does the fact.
            Then states and rates of tokens are bounded on bounded times, by one number for all tokens.
    """

    flow: Flow
    relation: Relation
    during: tuple[Relation | AnyOf, ...]
    starts: tuple[Relation | AnyOf, ...] = ()
    singular: tuple[Term, Term] | None = None
    inputs: tuple[Term, ...] = ()
    supposing: tuple[tuple[Relation, Relation], ...] = ()

    def __post_init__(self) -> None:
        if self.supposing and self.singular is not None:
            raise TermError("a bound with a singular start supposes nothing under a condition")
        if self.relation.op not in ("ge", "gt"):
            raise TermError(f"a bound is one of >=, >, <=, <; found {self.relation}")
        if self.relation in self.during:
            raise TermError(
                f"the bound {self.relation} is among what is supposed on the way (a domain, or while); "
                "widen the domain, such as real, and say it of the start"
            )
        wrong = next((sym for sym in self.inputs if sym.kind != "sym" or sym in self.flow.states), None)
        if wrong is not None:
            raise TermError(f"an input is a symbol that is no state; found {wrong}")
        if self.singular is None:
            return
        k, end = self.singular
        if self.starts or dict(self.flow.rates).get(k) is not ONE:
            raise TermError(f"a singular start has no facts of its own, and is at a state with rate 1; found {k}")
        if not end.is_real or set(end.symbols) & set(self.moving):
            raise TermError(f"a singular start is at a real constant; found {k} -> {end}")

    @property
    def moving(self) -> tuple[Term, ...]:
        return (*self.flow.states, *self.inputs)

    @property
    def terms(self) -> tuple[Term, ...]:
        return (*self.flow.terms, *self.relation.terms)


@dataclass(frozen=True)
class Exists:
    """Wherever `given` holds for the other symbols there are values of `unknowns` at which all `relations` hold."""

    unknowns: tuple[Term, ...]
    relations: tuple[Relation | AnyOf, ...]
    given: tuple[Relation | AnyOf, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        return ()


@dataclass(frozen=True)
class Equilibria:
    """The system vanishes at exactly len(kinds) points of `region`, of these kinds in some order.

    Attributes:
        system: one Term for each unknown, complex ones for complex unknowns; no other symbols.
        kinds: sink, source or saddle of the flow unknowns' = system (one complex or two real unknowns), or any.
    """

    unknowns: tuple[Term, ...]
    system: tuple[Term, ...]
    region: tuple[Relation | AnyOf, ...]
    kinds: tuple[str, ...]

    def __post_init__(self) -> None:
        if any(kind not in KINDS for kind in self.kinds):
            raise TermError(f"the kinds of equilibria are {', '.join(KINDS)}; found {', '.join(self.kinds)}")

    @property
    def terms(self) -> tuple[Term, ...]:
        return ()


@dataclass(frozen=True)
class Regimes:
    """At every point all relations of one option hold: (id of a claim, its hypotheses)."""

    options: tuple[tuple[str, tuple[Relation | AnyOf, ...]], ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        return ()


@dataclass(frozen=True)
class Stays:
    """An orbit that starts where `relations` hold stays there, and exists for all later times."""

    flow: Flow
    relations: tuple[Relation | AnyOf, ...]


@dataclass(frozen=True)
class Inside:
    """`relation` holds at every start (the state's domain without its boundary)."""

    relation: Relation | AnyOf


@dataclass(frozen=True)
class Boundary:
    """`relation` holds wherever one of the orders that give the closed state space is an equality."""

    relation: Relation | AnyOf


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
            TermError: d is not between 1 and 6, or a real symbol has the name of a coordinate, which a mean would bind.
        """
        if type(d) is not int or not 1 <= d <= 6:
            raise TermError(f"the dimension is {d!r}; expected an int from 1 to 6")
        matrices: dict[str, tuple[tuple[Term, ...], ...]] = {}
        for name, sort in self.sorts:
            entries = [[self._entry(name, sort, i, j) for j in range(d)] for i in range(d)]
            matrices[name] = tuple(tuple(row) for row in entries)
        vector = tuple(symbol(f"{TOKEN}{k + 1}") for k in range(d))
        taken = next((sym for sym in self.reals if sym in vector), None)
        if taken is not None:
            raise TermError(f"{taken} is a coordinate of the token in dimension {d}; give the real symbol another name")
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


@dataclass(frozen=True)
class Scaling:
    """A named measurement grows like a power of its parameter. No rule shows it and none refutes it.

    Attributes:
        measure: its name in `verify.attention.scalings`.
        exponent: what is stated.
        within: how far, at most, three errors of a fit may reach for it to say anything.
    """

    measure: str
    exponent: Fraction
    within: Fraction

    @property
    def terms(self) -> tuple[Term, ...]:
        return ()


Goal = Pointwise | LongTime | AnyDimension | Closed | Exists | Equilibria | Regimes | Bound | Scaling
Proposition = Relation | AnyOf | Goal | Stays | Inside | Boundary
"""What can be known: relations hold on the closed state space where a long-time goal is being shown."""


def own_hypotheses(goal: Goal, facts: tuple[Relation | AnyOf, ...]) -> tuple[Relation | AnyOf, ...]:
    """What a goal supposes beyond the facts of its sequent; it must not be empty ground either."""
    if isinstance(goal, Pointwise | Exists):
        return goal.given
    if isinstance(goal, Bound):
        supposed = (*goal.during, *goal.starts, *(fact for _, fact in goal.supposing))
        return tuple(each for each in supposed if each not in facts)
    return tuple(each for each in goal.starts if each not in facts) if isinstance(goal, Along) else ()


@dataclass(frozen=True)
class Schema:
    """A cited result: from parameters, the obligations that must be shown and the conclusions that it gives.

    Attributes:
        id: of the claim of kind cited.
        parameters: name -> the kind of value ("term", "relation"; "start" for a Term that is read at the start of an
            orbit alone, and may speak of symbols that were introduced for it).
        build: (the goal along a flow, parameters) -> (obligations, conclusions). It speaks of the goal's flow, starts
            and closure, and never of the objects of a paper.
        pointwise: obligations and conclusions are relations that hold at every point; the goal is not asked (None).
    """

    id: str
    parameters: tuple[tuple[str, str], ...]
    build: Callable[[Any, Mapping[str, Any]], tuple[tuple[Proposition, ...], tuple[Proposition, ...]]]
    pointwise: bool = False


@dataclass(frozen=True)
class Sequent:
    """The statement as the kernel sees it: from `facts` (domains and hypotheses) follow all `goals`.

    Attributes:
        symbols: the free symbols of the space, tokens included.
        facts: the one list of relations by which hypotheses enter.
        goals: named parts, each to be shown; a claim with one conclusion has one part.
        tokens: the symbols of tokens among them. What a fact says of several holds for each row of the joint token.
    """

    symbols: tuple[Term, ...]
    facts: tuple[Relation | AnyOf, ...]
    goals: tuple[tuple[str, Goal], ...] = field(default=())
    tokens: tuple[Term, ...] = ()

    def goal(self, part: str) -> Goal:
        """The goal of that name."""
        for name, goal in self.goals:
            if name == part:
                return goal
        raise KeyError(f"no part {part!r}; parts are {', '.join(name for name, _ in self.goals)}")
