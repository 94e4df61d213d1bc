"""Claims: what is asserted, on which space, under which hypotheses, where it was published. Frozen values.

A conclusion says what it demands of the kernel (`goals`), so a claim's sequent is computed from the claim and never
read from a certificate. This translation is part of what must be trusted (docs/kernel.md).
"""

from __future__ import annotations

import re as regex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from verify.kernel.context import deep
from verify.kernel.defined import obligations
from verify.kernel.goal import Along, Bound, Goal, LongTime, Pointwise, Schema, Sequent
from verify.kernel.lie import Flow
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import OPAQUE, Term, TermError, abs2, binds, mean, postorder, term
from verify.linalg import Matrix
from verify.space import Nonneg, Space

__all__ = [
    "EXPECTATIONS",
    "KINDS",
    "All",
    "AlmostEvery",
    "Claim",
    "ClaimError",
    "Conclusion",
    "Conserved",
    "Eventually",
    "Every",
    "Evolves",
    "Identity",
    "Inequality",
    "Rating",
    "Some",
    "Source",
]

KINDS = ("theorem", "conjecture", "lie", "cited", "bank")
EXPECTATIONS = ("proved", "refuted", "open")
DEFAULT_EXPECTATION = {"theorem": "proved", "conjecture": "open", "lie": "refuted", "cited": "open", "bank": "open"}
TRUTHS = ("TRUE", "FALSE", "OPEN")
DIFFICULTIES = range(1, 7)
_ID = regex.compile(r"[a-z0-9][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)+")


class ClaimError(ValueError):
    """A claim that cannot be stated; one line that names the claim, what was found and what was expected."""


@dataclass(frozen=True)
class Source:
    """Where a statement was published.

    Attributes:
        key: short name, for instance "arXiv 2607.18584".
        title: title of the work.
        place: theorem number, equation, section, or docstring.
    """

    key: str
    title: str = ""
    place: str = ""

    def at(self, place: str) -> Source:
        """The same work at a given place."""
        return Source(self.key, self.title, place)

    def __str__(self) -> str:
        return ", ".join(part for part in (self.key, self.place) if part)


@dataclass(frozen=True)
class Rating:
    """What is known of a claim of the bank from elsewhere: it measures the machine and decides nothing.

    Attributes:
        truth: TRUE, FALSE or OPEN.
        difficulty: from 1 to 5 for an attack or a proof; 6 is a control that no attack can decide.
        reference: its name in the collection that it comes from.
    """

    truth: str
    difficulty: int
    reference: str = ""

    def __post_init__(self) -> None:
        if self.truth not in TRUTHS:
            raise ClaimError(f"bank: truth is {self.truth!r}; expected one of {', '.join(TRUTHS)}")
        if self.difficulty not in DIFFICULTIES:
            raise ClaimError(f"bank: difficulty is {self.difficulty}; expected an integer from 1 to 6")

    @property
    def decidable(self) -> bool:
        """Is a verdict expected? Of open problems and controls none is."""
        return self.truth != "OPEN" and self.difficulty < DIFFICULTIES[-1]


class Conclusion:
    """What a claim shows. Subclasses give `goals`: named parts, each a goal of the kernel."""

    word: ClassVar[str]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        raise NotImplementedError

    def require_fit(self, given: tuple[Relation | AnyOf, ...]) -> None:
        """Do the hypotheses fit the conclusion?

        Raises:
            TermError: under them it would not say what it seems to say.
        """

    @property
    def flow(self) -> Flow | None:
        """The flow that the conclusion speaks of, if any."""
        return None


def _pairs(left: Any, right: Any, what: str) -> list[tuple[str, Term, Term]]:
    if isinstance(left, Matrix) or isinstance(right, Matrix):
        if not (isinstance(left, Matrix) and isinstance(right, Matrix) and left.shape == right.shape):
            raise TermError(f"{what}: a matrix stands opposite something of another shape")
        n, m = left.shape
        names = [f"{i + 1}" if m == 1 else f"{i + 1}{j + 1}" for i in range(n) for j in range(m)]
        return list(zip(names, left.entries(), right.entries(), strict=True))
    return [("main", term(left), term(right))]


@dataclass(frozen=True)
class Identity(Conclusion):
    """left == right wherever the hypotheses hold; Terms, vectors or matrices."""

    word: ClassVar[str] = "identity"
    left: Any
    right: Any

    def __post_init__(self) -> None:
        _pairs(self.left, self.right, "identity")

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        pairs = _pairs(self.left, self.right, "identity")
        return tuple((name, Pointwise(Relation("eq", left, right))) for name, left, right in pairs)

    def __str__(self) -> str:
        return f"{self.left} == {self.right}"


_OPS = {">=": "ge", ">": "gt", "<=": "le", "<": "lt", "!=": "ne", "ge": "ge", "gt": "gt", "le": "le", "lt": "lt"}


@dataclass(frozen=True)
class Inequality(Conclusion):
    """left op right with op one of >=, >, <=, <, != ."""

    word: ClassVar[str] = "inequality"
    left: Any
    op: str
    right: Any

    def __post_init__(self) -> None:
        _ = self.relation

    @property
    def relation(self) -> Relation:
        op = _OPS.get(self.op)
        if op is None:
            raise TermError(f"the order {self.op!r} is unknown; expected one of >=, >, <=, <, !=")
        left, right = term(self.left), term(self.right)
        if op in ("le", "lt"):
            return Relation("ge" if op == "le" else "gt", right, left)
        return Relation(op, left, right)

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        return (("main", Pointwise(self.relation)),)

    def __str__(self) -> str:
        return f"{self.left} {self.op} {self.right}"


def _for_each_token(rate: Term, space: Space) -> Term:
    """A rate of a token, averaged, so that it must be defined for each of them."""
    tokens = [sym for sym in rate.symbols if sym in space.tokens]
    return mean(rate, *tokens) if tokens else rate


def _require_all_that_move(quantity: Term, flow: Flow, space: Space) -> None:
    """A mean over a token that moves runs over the tokens of its rate, for that is averaged in its place.

    Raises:
        TermError: a mean does not.
    """
    for node in postorder(quantity):
        for state, rate in flow.rates if node.kind == "mean" else ():
            left = sorted(str(sym) for sym in space.tokens & set(rate.symbols) - set(binds(node)))
            if state in binds(node) and left:
                raise TermError(
                    f"{node} moves with {', '.join(left)}, over which it does not run; average over them too"
                )


def _spoken(goal: Goal, tokens: frozenset[Term]) -> Iterator[tuple[Term, bool]]:
    """The Terms of a goal, and whether tokens may stand outside means there: in what is said of each of them."""
    if not isinstance(goal, Bound):
        yield from ((each, False) for each in goal.terms)
        return
    yield from ((rate, state in tokens) for state, rate in goal.flow.rates)
    yield from ((side, True) for side in goal.relation.terms)


@dataclass(frozen=True)
class Evolves(Conclusion):
    """d/dt quantity == rate along a flow, while the orbit stays in the space."""

    word: ClassVar[str] = "evolves"
    quantity: Any
    along: Any
    rate: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "quantity", term(self.quantity))
        object.__setattr__(self, "along", Flow.of(self.along))
        object.__setattr__(self, "rate", term(self.rate))
        self.along.derivative(self.quantity)

    @property
    def flow(self) -> Flow:
        return self.along  # type: ignore[no-any-return]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        relation = Relation("eq", self.flow.derivative(self.quantity), self.rate)
        _require_all_that_move(self.quantity, self.flow, space)
        rates = (_for_each_token(rate, space) if state in space.tokens else rate for state, rate in self.flow.rates)
        return (("main", Pointwise(relation, (self.quantity, *rates))),)

    def __str__(self) -> str:
        return f"d/dt ({self.quantity}) == {self.rate}  along  {self.along}"


@dataclass(frozen=True)
class Conserved(Conclusion):
    """d/dt quantity == 0 along a flow, while the orbit stays in the space.

    Hypotheses on the states are strict, so that an orbit keeps to them for a while; and where a domain is a surface,
    a sphere say, the flow keeps to it (the parts `stays`).
    """

    word: ClassVar[str] = "conserved"
    quantity: Any
    along: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "quantity", term(self.quantity))
        object.__setattr__(self, "along", Flow.of(self.along))
        self.along.derivative(self.quantity)

    @property
    def flow(self) -> Flow:
        return self.along  # type: ignore[no-any-return]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        facts = space.facts_of(self.flow.states)
        turned = [Relation(fact.op, fact.right, fact.left) for fact in facts]  # of an interval that is one point
        surfaces = [fact for at, fact in enumerate(facts) if fact.op == "eq" or turned[at] in facts[:at]]
        leaving = [self.flow.derivative(fact.gap) for fact in surfaces]
        squares = [_for_each_token(speed**2, space) if space.tokens else speed for speed in leaving]
        stays = [(f"stays{at}", Pointwise(Relation("eq", each, term(0)))) for at, each in enumerate(squares, start=1)]
        return (*Evolves(self.quantity, self.along, 0).goals(space), *stays)

    def require_fit(self, given: tuple[Relation | AnyOf, ...]) -> None:
        states = set(self.flow.states)
        for each in (option for relation in given for option in relation.options):
            if not states & deep(each.terms):  # a mean speaks of the states that it binds
                continue
            if each.op in ("eq", "ge"):
                raise TermError(
                    f"the hypothesis {each} may hold for a moment alone, and conserved is said of orbits; write > or "
                    "!= in it, or for one moment Evolves with rate 0 (in a file: evolves, or a claim with rate(...))"
                )
            for edge in obligations(each.terms):
                weak = isinstance(edge, Relation) and edge.op == "ge" and states & deep(edge.terms)
                if weak and Relation("gt", *edge.terms) not in given:
                    left, right = edge.terms
                    raise TermError(
                        f"the hypothesis {each} has a value where {edge}, perhaps for a moment alone, and conserved is "
                        f"said of orbits; add the hypothesis {left} > {right}"
                    )

    def __str__(self) -> str:
        return f"{self.quantity} is conserved along {self.along}"


@dataclass(frozen=True)
class Every:
    """From every start in the state's domain where `where` holds, apart from those satisfying one of `except_`."""

    except_: tuple[Relation, ...] = ()
    where: tuple[Relation, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "except_", tuple(self.except_))
        object.__setattr__(self, "where", tuple(self.where))

    def __str__(self) -> str:
        place = " where " + " and ".join(map(str, self.where)) if self.where else ""
        rest = " except where " + " or ".join(map(str, self.except_)) if self.except_ else ""
        return f"every start{place}{rest}"


@dataclass(frozen=True)
class Some:
    """From all starts of a nonempty open set in the state's domain."""

    def __str__(self) -> str:
        return "an open set of starts"


@dataclass(frozen=True)
class AlmostEvery:
    """From every start in the state's domain, apart from a null set."""

    def __str__(self) -> str:
        return "almost every start"


@dataclass(frozen=True)
class Eventually(Conclusion):
    """A long-time behaviour along a flow: of a quantity (`Eventually(abs2(w), to=1, ...)`), or one named in text.

    `target` is a Term that tends to `to`, or "cluster" (|w|^2 -> 1 for the one complex state), "periodic" (the orbit
    is a closed curve, not a point), "point" (the orbit converges).

    The states' domains say where orbits start, no more: an orbit that leaves its domain is followed beyond it, and one
    that ends in finite time does not do what is claimed. A domain to which the flow does not keep is not refused.
    """

    word: ClassVar[str] = "eventually"
    target: Any
    along: Any
    start: Every | AlmostEvery | Some = AlmostEvery()
    to: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "along", Flow.of(self.along))
        if isinstance(self.start, type):
            object.__setattr__(self, "start", self.start())
        if not isinstance(self.start, Every | AlmostEvery | Some):
            raise TermError(f"start is {self.start!r}; expected Every(...), AlmostEvery() or Some()")
        if isinstance(self.target, str):
            if self.target not in ("cluster", "periodic", "point"):
                raise TermError(
                    f"eventually is {self.target!r}; expected cluster, periodic, point or, with to=, a quantity"
                )
            if self.to is not None:
                raise TermError(f"to={self.to} goes with a quantity, not with {self.target!r}")
            if self.target == "cluster" and (len(self.flow.states) != 1 or self.flow.states[0].is_real):
                raise TermError("cluster means |w| -> 1 and needs a flow with one complex state")
        else:
            if self.to is None:
                raise TermError("a quantity needs its limit: Eventually(quantity, to=...)")
            object.__setattr__(self, "target", term(self.target))
            object.__setattr__(self, "to", term(self.to))

    @property
    def flow(self) -> Flow:
        return self.along  # type: ignore[no-any-return]

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        kind, quantity, value = "tends", self.target, self.to
        if self.target == "cluster":
            quantity, value = abs2(self.flow.states[0]), term(1)
        elif isinstance(self.target, str):
            kind, quantity, value = self.target, None, None
        exceptions = self.start.except_ if isinstance(self.start, Every) else ()
        start = {Every: "every", AlmostEvery: "almost every", Some: "some"}[type(self.start)]
        starts = (*space.facts_of(self.flow.states), *(self.start.where if isinstance(self.start, Every) else ()))
        return (("main", LongTime(self.flow, start, kind, quantity, value, exceptions, starts)),)

    def __str__(self) -> str:
        what = {
            "cluster": "the orbit clusters (|w| -> 1)",
            "periodic": "the orbit is periodic",
            "point": "the orbit converges to a point",
        }
        said = what[self.target] if isinstance(self.target, str) else f"{self.target} -> {self.to}"
        return f"from {self.start}, {said} along {self.along}"


@dataclass(frozen=True, init=False)
class All(Conclusion):
    """Several conclusions at once, by name: `All(H=Identity(...), omega=Identity(...))`."""

    word: ClassVar[str] = "all"
    children: tuple[tuple[str, Conclusion], ...]

    def __init__(self, /, **children: Conclusion) -> None:
        if not children:
            raise TermError("All needs at least one conclusion: All(name=Identity(...))")
        for name, child in children.items():
            if not isinstance(child, Conclusion):
                raise TermError(f"All: {name} is {type(child).__name__}, expected a conclusion such as Identity(...)")
        object.__setattr__(self, "children", tuple(children.items()))

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        found: list[tuple[str, Goal]] = []
        for name, child in self.children:
            goals = child.goals(space)
            for part, goal in goals:
                found.append((name if part == "main" else f"{name}.{part}", goal))
        return tuple(found)

    def require_fit(self, given: tuple[Relation | AnyOf, ...]) -> None:
        for _, child in self.children:
            child.require_fit(given)

    def replaced(self, **children: Conclusion) -> All:
        """The same with some children replaced; for mutants."""
        unknown = set(children) - {name for name, _ in self.children}
        if unknown:
            raise TermError(f"All has no part {sorted(unknown)[0]!r}")
        return All(**{name: children.get(name, child) for name, child in self.children})

    def __str__(self) -> str:
        return "; ".join(f"({name}) {child}" for name, child in self.children)


@dataclass(frozen=True)
class Schematic(Conclusion):
    """A cited result: what it says is its schema, which computes obligations and conclusions from parameters."""

    word: ClassVar[str] = "cited"
    schema: Schema
    text: str

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        return ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement with everything that is needed to judge it.

    Attributes:
        id: dotted lower-case name, such as "linear.hidden-hamiltonian".
        space: the symbols and their domains.
        shows: the conclusion.
        given: hypotheses, beside what the domains say.
        title: one line for people; the id if empty.
        source: where it was published.
        mutants: name -> a conclusion that is false on purpose.
        kind: theorem, conjecture, lie, cited or bank.
        expect: proved, refuted or open; by default theorem proved, lie refuted, others open.
        rests_on: ids of claims on which a definition used here rests (a reduction, say).
        seed, evaluations: of the attack, with the default budget; None takes the budget's.
        quotation: the author's own wording, shown only as a quotation.
        rating: of a claim of the bank, and of no other.

    Raises:
        ClaimError: when any of it does not fit together.
    """

    id: str
    space: Space
    shows: Conclusion
    given: tuple[Relation | AnyOf, ...] = ()
    title: str = ""
    source: Source | None = None
    mutants: Mapping[str, Conclusion] = field(default_factory=dict)
    kind: str = "theorem"
    expect: str = ""
    rests_on: tuple[str, ...] = ()
    seed: int = 0
    evaluations: int | None = None
    quotation: str = ""
    rating: Rating | None = None
    _argument: list[Callable[[Any], None]] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "given", tuple(self.given))
        put(self, "rests_on", tuple(self.rests_on))
        put(self, "mutants", dict(self.mutants))
        if not isinstance(self.id, str) or not _ID.fullmatch(self.id) or len(self.id) > 120:
            raise ClaimError(f"id {str(self.id)[:60]!r} is not allowed; write lower-case words with dots")
        if self.kind not in KINDS:
            raise ClaimError(f"{self.id}: kind is {self.kind!r}; expected one of {', '.join(KINDS)}")
        if (self.kind == "bank") != (self.rating is not None):
            raise ClaimError(f"{self.id}: a claim of the bank has a rating, and no other; found kind {self.kind}")
        put(self, "expect", self.expect or DEFAULT_EXPECTATION[self.kind])
        if self.expect not in EXPECTATIONS:
            raise ClaimError(f"{self.id}: expect is {self.expect!r}; expected one of {', '.join(EXPECTATIONS)}")
        put(self, "title", self.title or self.id)
        for at, relation in enumerate(self.given):
            if not isinstance(relation, Relation | AnyOf):
                found = f"{type(relation).__name__} {relation}"
                raise ClaimError(f"{self.id}: given[{at}] is {found}; expected eq, ne, ge, gt, le, lt or any_of")
        if not isinstance(self.shows, Conclusion):
            found = type(self.shows).__name__
            raise ClaimError(f"{self.id}: shows is {found}; expected a conclusion such as Identity(...)")
        self._check(self.shows, "shows")
        for name, mutant in self.mutants.items():
            if not isinstance(mutant, Conclusion):
                raise ClaimError(f"{self.id}: mutant {name!r} is {type(mutant).__name__}; expected a conclusion")
            self._check(mutant, f"mutant {name!r}")

    def _check(self, shows: Conclusion, where: str) -> None:
        try:
            goals = shows.goals(self.space)
            shows.require_fit(self.given)
        except TermError as error:
            raise ClaimError(f"{self.id}: {where}: {error}") from None
        parts = [name for name, _ in goals]
        twice = next((name for name in parts if parts.count(name) > 1), None)
        if twice is not None:
            raise ClaimError(f"{self.id}: {where}: two parts are called {twice}; rename one")
        known, tokens = set(self.space.scalars), self.space.tokens
        for relation in self.given:
            self._require_outside(relation)
        listed = [("given", side, True) for relation in self.given for side in relation.terms]
        listed += [(where, each, outside) for _, goal in goals for each, outside in _spoken(goal, tokens)]
        for place, each, outside in listed:
            at = f"{self.id}: {place}"
            for sym in each.symbols:
                if sym not in known:
                    raise ClaimError(f"{at}: the symbol {sym} is not in the space; add it or correct the name")
                if sym in tokens and not outside:
                    raise ClaimError(f"{at}: the token {sym} stands outside a mean; write Mean(..., {sym})")
            for node in postorder(each):
                if node.kind in ("mean", *OPAQUE) and not set(binds(node)) <= tokens:
                    other = next(sym for sym in binds(node) if sym not in tokens)
                    raise ClaimError(
                        f"{at}: {node.kind.capitalize()} runs over {other}, which is not a Token of the space"
                    )
                if node.kind == "integral" and (node.args[1] not in known or node.args[1] in tokens):
                    raise ClaimError(f"{at}: Integral runs over {node.args[1]}, which is no real symbol of the space")
        for _, goal in goals:
            flow = goal.flow if isinstance(goal, Along | Bound) else None
            for state in flow.states if flow else ():
                if state not in known:
                    raise ClaimError(f"{self.id}: {where}: the state {state} is not in the space")

    def _require_outside(self, relation: Relation | AnyOf) -> None:
        """A hypothesis that speaks of a token outside means holds for every one.

        Raises:
            ClaimError: it speaks of one outside and inside a mean.
        """
        free = frozenset(relation.symbols) & self.space.tokens
        for node in postorder(*relation.terms):
            if node.kind != "integral" and free & set(binds(node)):
                raise ClaimError(f"{self.id}: given: {relation} speaks of a token outside a mean and inside {node}")

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def sequent(self) -> Sequent:
        """The statement as the kernel sees it, computed from the claim."""
        tokens = tuple(sym for sym in self.space.scalars if sym in self.space.tokens)
        return Sequent(self.space.scalars, (*self.space.facts, *self.given), self.shows.goals(self.space), tokens)

    @property
    def offers(self) -> Sequent | Schema:
        """What other arguments may take from it: the schema of a cited result, else the sequent."""
        return self.shows.schema if isinstance(self.shows, Schematic) else self.sequent

    @property
    def needs(self) -> tuple[str, ...]:
        """What a definition rests on; what an argument uses is added when it runs."""
        return self.rests_on

    def argument(self, function: Callable[[Any], None]) -> Callable[[Any], None]:
        """Decorator: the claim's argument, a function of one `Argument` p.

        Raises:
            ClaimError: the claim has one already.
        """
        if self._argument:
            raise ClaimError(f"{self.id}: a second argument was given; a claim has one")
        self._argument.append(function)
        return function

    @property
    def argued(self) -> Callable[[Any], None] | None:
        """The argument, or None where the conclusion's default rule is tried."""
        return self._argument[0] if self._argument else None

    def mutant(self, name: str) -> Claim:
        """The claim with its conclusion replaced by a mutant; expected to be refuted."""
        return Claim(
            id=f"{self.id}.mutant-{name}",
            space=self.space,
            shows=self.mutants[name],
            given=self.given,
            title=f"{self.title} (mutant {name})",
            source=self.source,
            kind="lie",
            rests_on=self.rests_on,
            seed=self.seed,
        )

    def __str__(self) -> str:
        given = f"if {', '.join(map(str, self.given))}: " if self.given else ""
        return f"{given}{self.shows}"


def cited(id: str, title: str, source: Source, text: str, schema: Schema) -> Claim:
    """A claim of kind cited: taken from the literature, or (source `own lemma`) proved only on paper."""
    return Claim(id, Space(t=Nonneg()), shows=Schematic(schema, text), title=title, source=source, kind="cited")
