"""What is known while the steps of one part run: a `Context`, to which rules add what they showed.

A `Step` is data: a rule's name and the Terms it needs. A rule may only add relations that are defined and true at
every point of the sequent's facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.kernel import ring, roots
from verify.kernel.defined import implied, obligations
from verify.kernel.goal import (
    Along,
    Bound,
    Boundary,
    Closed,
    Equilibria,
    Exists,
    Goal,
    Inside,
    LongTime,
    Pointwise,
    Proposition,
    Schema,
    Sequent,
    own_hypotheses,
)
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.sign import OF_OP, Facts
from verify.kernel.term import Term, TermError, binds, parts, postorder

__all__ = ["RULES", "Context", "Refused", "Resolver", "Step", "deep", "fails_on_line", "given", "run", "short"]

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
        facts = _assumed(sequent, goal)
        mentioned = {sym for each in (*facts, *goal.terms) for sym in each.symbols}
        self.introduced: dict[Term, frozenset[Term]] = {}
        self.symbols = {*sequent.symbols, *mentioned, *_bound((*goal.terms, *(t for f in facts for t in f.terms)))}
        self.assumed: tuple[Relation | AnyOf, ...] = (*facts, *_own(facts))
        self._ranged: set[Term] = set()
        self.single: frozenset[Term] = frozenset()
        listed = [*goal.terms, *(side for fact in facts for side in fact.terms)]
        own = (side for each in own_hypotheses(goal, ()) for side in each.terms)
        averaged = (node for node in postorder(*listed, *own) if node.kind != "integral")
        self.tokens = frozenset({*sequent.tokens, *(token for node in averaged for token in binds(node))})
        self._rowed: set[Term] = set()
        rates = goal.flow.rates if isinstance(goal, Along | Bound) else ()
        self._lasting: tuple[Relation | AnyOf, ...] = ()
        self._tied: list[Relation | AnyOf] = [Relation("eq", *each) for each in rates if each[0] in self.tokens]
        self._set(self.assumed)
        self.require_rows(listed)

    def under(self, *relations: Relation | AnyOf) -> Context:
        """The same with more assumptions, for every token. `whole` is lost where one restricts the state."""
        return self._branch(relations, self.single)

    def where(self, *relations: Relation | AnyOf) -> Context:
        """As `under`, for a branch: what is assumed of tokens there holds for one row, and no mean runs over these.

        So it is with what is assumed of a symbol that is chosen for each of them.
        """
        said = {sym for relation in relations for sym in relation.symbols}
        said |= {each for sym in said for each in self.introduced.get(sym, frozenset())}
        return self._branch(relations, self.single | (self.tokens & said))

    def _branch(self, relations: tuple[Relation | AnyOf, ...], single: frozenset[Term]) -> Context:
        branch = object.__new__(Context)
        branch.sequent, branch.goal, branch.resolve, branch.uses = self.sequent, self.goal, self.resolve, self.uses
        branch.known, branch.strengths = list(self.known), self.strengths
        branch.introduced, branch.symbols = dict(self.introduced), set(self.symbols)
        moving = set(_moving(self.goal))
        moving |= {sym for sym, depends in self.introduced.items() if depends & moving}
        branch.whole = self.whole and not any(moving & deep(relation.terms) for relation in relations)
        branch.assumed, branch._ranged = (*self.assumed, *_own(relations), *relations), set()
        branch.tokens, branch._rowed, branch._tied = self.tokens, set(), list(self._tied)
        branch._lasting = self._lasting
        branch.single = single
        branch._set(branch._unmixed((*self.facts.relations, *_own(relations), *relations), *relations))
        return branch

    def _set(self, relations: Iterable[Relation | AnyOf]) -> None:
        self.facts = Facts(relations, self.single)

    def modulo(self, *terms: Term) -> list[Relation]:
        """The known equalities that `ring` may use for these Terms.

        A symbol that is chosen for each token has many values under a mean over them: an equality with it does not
        meet such a mean, be it in the Terms or in another equality.
        """
        known = [each for each in self.facts.single if each.op == "eq"]
        if not self.introduced:
            return known
        averaged = self._averaged(terms)
        kept = [each for each in known if not averaged & self._chosen(each)]
        chosen: set[Term] = set().union(*map(self._chosen, kept))
        return [each for each in kept if not chosen & self._averaged(each.terms)]

    def _chosen(self, relation: Relation) -> set[Term]:
        """The tokens for each of which a symbol of the relation is chosen."""
        found: set[Term] = set()
        return found.union(*(self.introduced.get(sym, found) for sym in relation.symbols)) & self.tokens

    @staticmethod
    def _averaged(terms: Iterable[Term]) -> set[Term]:
        return {sym for node in postorder(*terms) if node.kind != "integral" for sym in binds(node)}

    def require_defined(self, terms: Iterable[Term]) -> None:
        listed = list(terms)
        for obligation in obligations(listed):
            if not self.facts.holds(obligation) and not _on_line(obligation, self.facts):
                raise Refused(f"the obligation {obligation} is open; show it first, with p.nonzero or p.sign")
        self.require_rows(listed)
        for node in postorder(*listed):
            if node.kind == "integral" and node not in self._ranged:
                self.require_range(node.args[1], *node.args[2:])
                self._ranged.add(node)

    def require_rows(self, terms: Iterable[Term]) -> None:
        """A mean, or a distance, takes all tokens that an assumption, or a rate, ties together, or none of them.

        It holds for the tokens of one row. Where some are averaged and others are not, rows are mixed. In a branch that
        restricts one row of them, nothing is averaged over them.
        """
        for node in postorder(*terms):
            if node.kind == "integral" or node in self._rowed or not (own := set(binds(node))):
                continue
            if not own <= self.tokens:
                other = min(str(sym) for sym in own - self.tokens)
                raise Refused(f"{short(node)} runs over {other}, which is no token here")
            if alone := own & self.single:
                what = min(map(str, alone))
                raise Refused(f"{short(node)} runs over all {what}; here one token is singled out, split without it")
            for fact in (*self.assumed, *self._tied):
                tied = self.tokens & set(fact.symbols)
                if own & tied and not tied <= own:
                    left = ", ".join(sorted(str(sym) for sym in tied - own))
                    raise Refused(f"{short(node)} does not run over {left}, which {short(fact)} ties to its tokens")
            self._rowed.add(node)

    def tie(self, shown: Relation | AnyOf) -> None:
        """Learn what holds along solutions: for tokens that may be tied by their starts alone, and at places that
        solutions reach, so that it restricts its symbols as an assumption does."""
        self._tied.append(shown)
        self._lasting = (*self._lasting, shown)
        self._rowed, self._ranged = set(), set()
        self._set(self._unmixed(self.facts.relations, shown))
        self.learn(shown)

    def _unmixed(self, known: tuple[Relation | AnyOf, ...], *ties: Relation | AnyOf) -> list[Relation | AnyOf]:
        """What is known without that whose means would mix rows, now that these relations tie or single out tokens."""
        if not self.single and all(len(self.tokens & set(each.symbols)) < 2 for each in ties):
            return list(known)
        kept = []
        for each in known:
            try:
                self.require_rows(each.terms)
            except Refused:
                continue
            kept.append(each)
        return kept

    def require_range(self, variable: Term, *ends: Term, weakly: bool = False) -> None:
        """What is known for every value of `variable` holds between the ends: all that is assumed about it does, and
        all that is known of it along solutions alone.

        Assumptions are to be affine in the variable, so that they hold between two places at which they hold. A strict
        one that holds at one place, and `weakly` at the other, holds at all places strictly between them.
        """
        if variable in self.introduced:
            raise Refused(f"{variable} was introduced for one value; nothing runs over it")
        for fact in (*self.assumed, *self._lasting):
            chosen = next((sym for sym in fact.symbols if variable in self.introduced.get(sym, frozenset())), None)
            if chosen is not None:
                raise Refused(
                    f"the assumption {short(fact)} restricts {variable}, for {chosen} was chosen for each of it"
                )
            if variable not in fact.symbols:
                continue
            if not isinstance(fact, Relation) or fact.op == "ne" or not ring.affine(fact.gap, variable):
                raise Refused(
                    f"the assumption {short(fact)} restricts {variable} to what may be no interval; where an integral "
                    f"runs over {variable}, assumptions about it are ==, >=, > and affine in it"
                )
            for end in ends:
                there = fact.subs({variable: end})
                if weakly and there.op == "gt":
                    there = Relation("ge", there.left, there.right)
                if not self.facts.holds(there):
                    raise Refused(f"the range of {variable} ends at {end}, where {short(fact)} is not shown")

    def shown(self, fact: Relation | AnyOf) -> bool:
        """Is it known or manifest, and defined? A manifest relation may be undefined: 1/(1/a**2) > 0 is at a = 0.

        Raises:
            Refused: it is manifest, and one of its obligations is open.
        """
        if fact in self.facts.relations:
            return True
        for option in fact.options:
            if self.facts.holds(option):
                self.require_defined(option.terms)
                return True
        return False

    def learn(self, shown: Proposition) -> None:
        """Add what a rule showed; the Terms of a relation must be defined wherever the facts hold."""
        if not isinstance(shown, Relation | AnyOf):
            if self.single:
                what = min(map(str, self.single))
                raise Refused(f"{short(shown)} is said of all {what}; here one token is singled out, split without it")
            if isinstance(shown, Inside | Boundary) and not set(shown.relation.symbols) <= self.symbols:
                raise Refused(f"{short(shown.relation)} speaks of a symbol that is introduced further in")
            self.known.append(shown)
            return
        self.require_defined(shown.terms)
        self.assume(shown)

    def assume(self, shown: Relation | AnyOf) -> None:
        """Add a relation whose Terms need no check; its symbols must have a meaning here.

        A symbol that `introduce` made has a value that depends on others: no mean or integral may run over those.
        """
        for sym in shown.symbols:
            if sym not in self.symbols:
                raise Refused(f"{short(shown)} speaks of {sym}, which is no symbol of the space; use p.between")
        self.require_rows(shown.terms)
        if self.introduced:
            for node in postorder(*shown.terms):
                over = set(_bound((node,), below=False))
                for sym in {sym for arg in node.args for sym in arg.symbols} if over else ():
                    if over & self.introduced.get(sym, frozenset()):
                        raise Refused(f"{short(node)} runs over a symbol on which {sym} depends")
                if over & set(self.introduced):
                    raise Refused(f"{short(node)} runs over a symbol that was introduced for one value")
        self._set([*self.facts.relations, shown])

    def adopt(self, inner: Context) -> None:
        """Take over what an inner context knows; for one whose assumptions hold here."""
        self.introduced, self.symbols, self.known = inner.introduced, inner.symbols, inner.known
        self._tied, self._rowed = inner._tied, set()
        self._lasting, self._ranged = inner._lasting, set()
        self._set(inner.facts.relations)

    def introduce(self, sym: Term, *defining: Term) -> None:
        """A new real symbol whose value is chosen for each value of the symbols of the `defining` Terms."""
        if not isinstance(sym, Term) or sym.kind != "sym" or sym.payload[1] != "real":
            raise Refused(f"a new symbol is real; found {short(sym)}")
        if sym in self.symbols or any(sym.payload[0] == other.payload[0] for other in self.symbols):
            raise Refused(f"{sym} is not new")
        depends = {each for value in defining for each in value.symbols if each is not sym}
        depends |= deep(defining) & set(_moving(self.goal))  # a mean over what moves moves
        for each in tuple(depends):
            depends |= self.introduced.get(each, frozenset())
        self.symbols.add(sym)
        self.introduced[sym] = frozenset(depends)

    def has(self, proposition: Proposition) -> bool:
        """Is it known as it stands?"""
        return proposition in (self.facts.relations if isinstance(proposition, Relation | AnyOf) else self.known)

    def target(self) -> Proposition:
        """What the steps are to reach."""
        return self.goal.relation if isinstance(self.goal, Pointwise) else self.goal

    def along(self, rule: str) -> LongTime | Closed:
        """The goal, for rules that speak of its flow on the whole closed state space."""
        if not isinstance(self.goal, LongTime | Closed):
            raise Refused(f"{rule} serves claims about orbits; this one is pointwise")
        if not self.whole:
            raise Refused(f"{rule} needs the whole state space; a branch restricts the state here")
        return self.goal


def _assumed(sequent: Sequent, goal: Goal) -> list[Relation | AnyOf]:
    """What may be used to show the goal: the facts of the sequent, less those about what the goal quantifies."""
    facts = list(sequent.facts)
    if isinstance(goal, Pointwise):
        return [*facts, *goal.given]
    own: tuple[Relation | AnyOf, ...]
    if isinstance(goal, Along):
        own, bound, back = goal.starts, set(goal.flow.states), list(goal.closure())
    elif isinstance(goal, Bound):
        own, bound, back = goal.during, set(goal.moving), list(goal.during)
    elif isinstance(goal, Exists):
        own, bound, back = goal.relations, set(goal.unknowns), []
        facts = [*facts, *goal.given]
    elif isinstance(goal, Equilibria):
        own, bound, back = goal.region, set(goal.unknowns), []
    else:
        return facts
    rest = [fact for fact in facts if fact not in own or not bound & deep(fact.terms)]
    wrong = next((fact for fact in rest if bound & deep(fact.terms)), None)
    if wrong is not None:
        raise Refused(f"the hypothesis {wrong} restricts the state or an unknown; their domains alone do")
    return [*rest, *back]


def _moving(goal: Goal) -> tuple[Term, ...]:
    """The symbols whose values change along an orbit."""
    if isinstance(goal, Bound):
        return goal.moving
    return goal.flow.states if isinstance(goal, Along) else ()


def _bound(terms: Iterable[Term], below: bool = True) -> Iterator[Term]:
    """The symbols over which means, integrals and distances run."""
    for node in postorder(*terms) if below else terms:
        yield from binds(node)


def deep(terms: Iterable[Term]) -> set[Term]:
    """The symbols on which the Terms are built, bound ones among them; a mean need not speak of all its tokens."""
    found: set[Term] = set()
    stack = list(terms)
    seen: set[Term] = set()
    while stack:
        node = stack.pop()
        if node.kind == "sym":
            found.add(node)
        elif node not in seen:
            seen.add(node)
            stack.extend(parts(node))
    return found


def _own(facts: Iterable[Relation | AnyOf]) -> list[Relation | AnyOf]:
    """Where relations hold they are defined, so their obligations hold as well.

    What the body of an integral needs holds on its range only.
    """
    return implied(side for fact in facts if isinstance(fact, Relation) for side in fact.terms)


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
    """Where a relation in one real symbol fails among the points that satisfy the facts in that symbol, or "".

    A natural symbol has the values 0, 1, 2, ... alone.
    """
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
            if symbol.payload[1] == "natural":
                if (number := piece.natural()) is None:
                    continue
                return f"{short(shows)} fails at {symbol} = {number}"
            place = f"= {piece.sample}" if piece.at is None else f"near {piece.at.decimal()}"
            return f"{short(shows)} fails at {symbol} {place}"
    return ""


def short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "..."


RULES: dict[str, Callable[[Step, Context], None]] = {}
"""By name; `verify.kernel.rules` fills it."""


def run(steps: Iterable[Any], context: Context) -> None:
    """Run steps one after the other.

    Raises:
        Refused: naming the step and what was needed.
    """
    for at, step in enumerate(steps, start=1):
        if not isinstance(step, Step) or step.rule not in RULES:
            name = step.rule if isinstance(step, Step) else type(step).__name__
            raise Refused(f"step {at}: rule {name!r} does not exist; rules are {', '.join(RULES)}")
        try:
            RULES[step.rule](step, context)
        except (Refused, ring.NotPolynomial, TermError) as error:
            raise Refused(f"step {at}: {error}") from None
