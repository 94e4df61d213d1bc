"""Mutants of a claim: claims that differ from it in one place, for the attack to kill. Nothing here decides a fate.

by_hand(claim)      those that its file states
automatic(claim)    each relation turned, each hypothesis dropped and negated, each domain widened, each rational
                    constant moved, one summand's sign changed, each behaviour asked of more starts
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from verify.attack.edits import (
    ABSOLUTE,
    RELATIVE,
    Changes,
    behaving,
    dropped,
    edited,
    flipped,
    in_items,
    leaves,
    moved,
    negated,
    short,
    supposing,
    then,
    turned,
)
from verify.claim import Claim, ClaimError, Conclusion, Eventually
from verify.conclusions import ClosedOrbit
from verify.kernel import goal as goals_
from verify.kernel.goal import Along, Goal, own_hypotheses
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError, postorder
from verify.space import (
    Complex,
    Disk,
    Domain,
    Interval,
    Matrices,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    SpaceError,
    Sphere,
    Token,
)
from verify.words import Letter

__all__ = ["MOST", "Mutant", "Mutants", "automatic", "by_hand", "parts_of"]

MOST = {"relation": 8, "dropped": 16, "negated": 8, "domain": 12, "behaviour": 8, "constant": 12, "sign": 12}
"""How many automatic mutants of each kind a claim gets; of more candidates those that are spread evenly."""
Given = tuple[Relation | AnyOf, ...]


@dataclass(frozen=True)
class Mutant:
    """A claim that differs from another in one place.

    Attributes:
        kind: hand, or a key of `MOST`.
        claim: all parts of the original, with the change; of kind lie.
        changed: the parts that are news: those that differ, or all where the hypotheses do.
    """

    name: str
    kind: str
    claim: Claim
    changed: tuple[str, ...]

    @property
    def by_hand(self) -> bool:
        return self.kind == "hand"

    @property
    def narrowed(self) -> Claim:
        """The claim with the changed parts alone; the others are known."""
        goals = self.claim.sequent.goals
        if len(self.changed) == len(goals):
            return self.claim
        return parts_of(self.claim, self.changed)


@dataclass(frozen=True)
class Mutants:
    """The automatic mutants of a claim, and by name what there could be beside them."""

    chosen: tuple[Mutant, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class _Parts(Conclusion):
    """Some parts of another conclusion."""

    word = "parts"
    kept: tuple[tuple[str, Goal], ...]
    text: str

    def goals(self, space: Space) -> tuple[tuple[str, Goal], ...]:
        return self.kept

    def __str__(self) -> str:
        return self.text


def parts_of(claim: Claim, names: Iterable[str]) -> Claim:
    """The claim with some of its parts alone."""
    wanted = set(names)
    kept = tuple((name, goal) for name, goal in claim.sequent.goals if name in wanted)
    return Claim(claim.id, claim.space, _Parts(kept, str(claim.shows)), claim.given, kind="lie", seed=claim.seed)


def by_hand(claim: Claim) -> tuple[Mutant, ...]:
    """The mutants that the claim's file states."""
    made = ((name, claim.mutant(name)) for name in claim.mutants)
    return tuple(Mutant(name, "hand", each, tuple(part for part, _ in each.sequent.goals)) for name, each in made)


@dataclass(frozen=True)
class _Change:
    """One candidate, built when it is chosen."""

    kind: str
    name: str
    build: Callable[[], tuple[Space, Given, Conclusion]]


def automatic(claim: Claim) -> Mutants:
    """The automatic mutants of a claim, at most `MOST` of each kind; the same for any hash seed."""
    by_kind: dict[str, list[_Change]] = {kind: [] for kind in MOST}
    for change in _changes(claim):
        by_kind[change.kind].append(change)
    names: dict[str, Iterator[int]] = {name: count(2) for name in claim.mutants}
    known = {_identity(claim)}
    chosen: list[Mutant] = []
    left_out: list[str] = []
    for kind, changes in by_kind.items():
        made: dict[int, Mutant] = {}
        for at in _spread(len(changes), MOST[kind]):
            change = changes[at]
            if len(made) == MOST[kind]:
                left_out.append(change.name)
                continue
            mutated = _built(claim, change)
            if mutated is None or _identity(mutated) in known:
                continue
            known.add(_identity(mutated))
            made[at] = Mutant(change.name, kind, mutated, _changed(claim, mutated))
        chosen += [made[at] for at in sorted(made)]
    return Mutants(tuple(_named_apart(chosen, names)), tuple([*left_out, *_never(claim)]))


def _named_apart(mutants: Iterable[Mutant], names: dict[str, Iterator[int]]) -> Iterator[Mutant]:
    for mutant in mutants:
        if mutant.name in names:
            yield replace(mutant, name=f"{mutant.name} ({next(names[mutant.name])})")
        else:
            names[mutant.name] = count(2)
            yield mutant


def _spread(size: int, most: int) -> list[int]:
    """All indices below `size` in an order of which every beginning is spread evenly (steps of the golden ratio)."""
    return list(range(size)) if size <= most else sorted(range(size), key=lambda at: at * 618_034 % 1_000_003)


def _identity(claim: Claim) -> Any:
    return frozenset(claim.sequent.facts), claim.sequent.goals


def _changed(claim: Claim, mutated: Claim) -> tuple[str, ...]:
    before = dict(claim.sequent.goals)
    same = set(claim.sequent.facts) == set(mutated.sequent.facts)
    return tuple(name for name, goal in mutated.sequent.goals if not (same and before.get(name) == goal))


def _built(claim: Claim, change: _Change) -> Claim | None:
    """The mutated claim, with the original's argument; None where it cannot be stated."""
    try:
        space, given, shows = change.build()
        found = Claim(
            f"{claim.id}.mutant", space, shows, given, title=change.name, source=claim.source, kind="lie",
            rests_on=claim.rests_on, seed=claim.seed,
        )  # fmt: skip
        _ = found.sequent
    except (ClaimError, SpaceError, TermError):
        return None
    if claim.argued is not None:
        found.argument(claim.argued)
    return found


def _changes(claim: Claim) -> Iterator[_Change]:
    """All candidates; the names of those of one kind say where they differ."""
    given, shows = claim.given, claim.shows
    in_given = [fact for fact in given if not _idle(fact, claim)]
    kept = tuple(fact for fact in given if fact not in in_given)
    concluding: list[tuple[str, Callable[[Any], Changes]]] = [
        ("relation", turned),
        ("dropped", supposing(dropped)),
        ("negated", supposing(negated)),
        ("behaviour", behaving),
        ("constant", edited(moved)),
        ("sign", edited(flipped)),
    ]
    in_hypotheses: list[tuple[str, Changes]] = [
        ("dropped", dropped(tuple(in_given))),
        ("negated", negated(tuple(in_given))),
        ("constant", then(in_items(in_given, moved), tuple, "given ")),
    ]
    for kind, changes in in_hypotheses:
        for name, make in then(changes, lambda facts: (claim.space, (*kept, *facts), shows)):
            yield _Change(kind, name, make)
    for kind, change in concluding:
        for name, make in then(leaves(shows, change), lambda other: (claim.space, given, other)):
            yield _Change(kind, name, make)
    for name, domains, more in _widened(claim):
        yield _Change("domain", name, partial(_in_domains, domains, (*given, *more), shows))


def _in_domains(domains: Mapping[str, Domain], given: Given, shows: Conclusion) -> tuple[Space, Given, Conclusion]:
    return Space(**domains), given, shows


def _never(claim: Claim) -> Iterator[str]:
    """What has no mutants, in words."""
    for fact in claim.given:
        if _idle(fact, claim):
            yield f"without {short(fact)}: it restricts the variable of an integral alone"

    def leaf(shows: Any) -> Changes:
        if isinstance(shows, ClosedOrbit):
            yield f"{shows.word}: no rule refutes it, so the conclusion has no mutants", partial(int)
        if isinstance(shows, Eventually):
            yield "the orbit converges to a point: no rule refutes it", partial(int)

    yield from (name for name, _ in leaves(claim.shows, leaf))


def _idle(fact: Relation | AnyOf, claim: Claim) -> bool:
    """Does it restrict the variable of an integral, and nothing that a part speaks of, even through other hypotheses?

    Where all such facts hold at some point, the claim says the same without it.
    """
    return bool(_variables(claim) & set(fact.symbols)) and not set(fact.symbols) & _reached(claim)


def _variables(claim: Claim) -> set[Term]:
    """The variables of integrals."""
    terms = [each for _, goal in claim.sequent.goals for each in goal.terms]
    return {node.args[1] for node in postorder(*terms) if node.kind == "integral"}


def _reached(claim: Claim) -> set[Term]:
    """The symbols that are free in a part, those of tokens, and what hypotheses tie to them."""
    sequent = claim.sequent
    found = set(claim.space.tokens)
    for _, goal in sequent.goals:
        listed = [*goal.terms, *own_hypotheses(goal, sequent.facts)]
        for name in ("relations", "system", "region", "reals"):
            listed += getattr(goal, name, ())
        listed += [each for _, facts in getattr(goal, "options", ()) for each in facts]
        found |= {sym for each in listed for sym in each.symbols}
    while more := {sym for each in sequent.facts if found & set(each.symbols) for sym in each.symbols} - found:
        found |= more
    return found


# domains


def _widened(claim: Claim) -> Iterator[tuple[str, dict[str, Domain], Given]]:
    """(name, domains, further hypotheses): each domain wider, and without one of the relations it stands for."""
    states = {state for _, goal in claim.sequent.goals for state in _bound(goal)}
    reached, variables = _reached(claim), _variables(claim)
    for name, domain in claim.space.domains.items():
        value = claim.space.names[name]
        scalars = set(domain.scalars(value))
        if scalars & variables and not scalars & reached:
            continue
        bare = not states & scalars
        for found, more in _wider(name, domain, value, bare):
            domains: dict[str, Domain] = {}
            for each, kept in claim.space.domains.items():
                domains |= found if each == name else {each: kept}
            said = str(next(iter(found.values()))) if len(found) == 1 else f"R^{len(found)}"
            under = f" with {' and '.join(map(str, more))}" if more else ""
            yield f"{name} in {said}{under}, not {domain}", domains, more


def _bound(goal: Goal) -> tuple[Term, ...]:
    """Symbols about which a goal allows no hypotheses beside their domains."""
    if isinstance(goal, Along | goals_.Bound):
        return goal.flow.states
    return goal.unknowns if isinstance(goal, goals_.Exists | goals_.Equilibria) else ()


def _wider(name: str, domain: Domain, value: Any, bare: bool) -> Iterator[tuple[Mapping[str, Domain], Given]]:
    """Args: bare: hypotheses about the symbols may stand beside the domain; they are no states."""
    if isinstance(domain, Token):
        for found, more in _wider(name, domain.inner, value, False):
            if not more:
                yield {each: Token(inner, domain.n) for each, inner in found.items()}, ()
    elif isinstance(domain, Positive):
        yield {name: Nonneg(domain.window)}, ()
        yield {name: Real(domain.window)}, ()
    elif isinstance(domain, Nonneg):
        yield {name: Real(domain.window)}, ()
    elif isinstance(domain, Interval):
        low, high = Fraction(domain.low), Fraction(domain.high)
        step = (high - low) * RELATIVE or ABSOLUTE
        if domain.open:
            yield {name: Interval(low, high)}, ()
        yield {name: Interval(low - step, high, domain.open)}, ()
        yield {name: Interval(low, high + step, domain.open)}, ()
        line = Real(max(abs(low), abs(high)) + 1)
        for kept in domain.facts(value) if bare else ():
            yield {name: line}, (kept,)
    elif isinstance(domain, Natural) and domain.low > 0:
        yield {name: Natural(domain.low - 1, domain.window)}, ()
    elif isinstance(domain, Disk):
        if not domain.closed:
            yield {name: Disk(closed=True)}, ()
        yield {name: Complex()}, ()
    elif isinstance(domain, Sphere):
        yield {str(sym): Real(2) for sym in domain.scalars(value)}, ()
    elif isinstance(domain, Matrices) and domain.kind == "definite":
        free = replace(domain, kind="symmetric")
        yield {name: free}, ()
        facts = domain.facts(value)
        for at in range(len(facts)) if bare and len(facts) > 1 else ():
            yield {name: free}, (*facts[:at], *facts[at + 1 :])
    elif isinstance(domain, Letter) and domain.sort != "general":
        yield {name: Letter()}, ()
