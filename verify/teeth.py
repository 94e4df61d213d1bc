"""Teeth: the mutants of proved theorems, each with its fate. What is set aside is set aside by a proof.

killed       the kernel confirmed a counterexample
equivalent   the kernel proved that it says the same: the hypotheses follow from one another and the gaps are equal
weaker       the kernel proved that the original implies it, or that no point satisfies its hypotheses
also-true    it asks more, and the kernel proved it: a finding, such as a hypothesis that is unnecessary here
survived     anything else
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from verify.attack.edits import short
from verify.attack.mutants import Mutant, automatic, by_hand
from verify.attack.outcome import Budget, Outcome, point_text
from verify.attack.pool import Pool, general_points
from verify.attack.witness import find_part_witness, find_witness
from verify.catalogue import DIRECTORY, Catalogue
from verify.claim import Claim, ClaimError
from verify.judge import attacked, counterexample_of, fails_at, inhabited_parts
from verify.kernel import point as at_point
from verify.kernel import ring
from verify.kernel.defined import obligations
from verify.kernel.exact import Point
from verify.kernel.goal import (
    AnyDimension,
    Bound,
    Closed,
    Equilibria,
    Exists,
    Goal,
    LongTime,
    Pointwise,
    Schema,
    Sequent,
    own_hypotheses,
)
from verify.kernel.proof import Proof, Refused, Refutation, Step, prove, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, mul, number
from verify.prove.argument import argued_steps, covering_steps, default_steps, steps_of
from verify.prove.transported import differences, transported
from verify.run import run
from verify.space import SpaceError
from verify.verdict import Status
from verify.workers import Died, Workers

__all__ = [
    "BECAUSE",
    "FATES",
    "Fate",
    "Teeth",
    "by_default",
    "fate_of",
    "moved_along",
    "plain_steps",
    "replayed",
    "run_teeth",
    "teeth_of",
]

FATES = ("killed", "survived", "equivalent", "also-true", "weaker", "error")
BECAUSE = {
    "guard": "has no value at a point that it admits; wherever it has one the argument proves it",
    "undefined": "has no value at a point that it admits, so it is not true; elsewhere nothing refutes it",
    "contrary": "denies a proved equality, so it is false at every point; no arithmetic decides that at a point",
    "existence": "an existence falls only to a proof that no values will do, and none was found; nor was a proof of it",
    "no refuter": "no rule refutes a conclusion of its kind, and nothing proves it",
    "no point": "no exact point that satisfies its hypotheses was found, nor a contradiction among them",
    "suspect": "floats suggest violations that no exact point confirms, and nothing proves it",
    "open": "the attack finds no violation, and nothing proves it",
}
"""Why a mutant may survive, of all that it may the first."""
FEW = 3
"""Real coordinates in which squares are sought at any budget."""
MOVES = 4
"""Places at which the steps of an argument are changed as the mutant is, from the innermost outwards."""
OfferOf = Callable[[str], "Sequent | Schema | None"]
Steps = Mapping[str, tuple[Step, ...]]


@dataclass(frozen=True)
class Fate:
    """What became of one mutant.

    Attributes:
        kind: hand, or the kind of an automatic mutant.
        fate: one of `FATES`; error where the machine failed.
        counterexample: of a killed one, as a verdict keeps it.
        because: of one that survived, a key of `BECAUSE`.
    """

    name: str
    kind: str
    statement: str
    fate: str
    reason: str
    counterexample: Mapping[str, Any] | None = None
    because: str = ""

    @property
    def by_hand(self) -> bool:
        return self.kind == "hand"

    @property
    def unnecessary(self) -> bool:
        """Does the claim stand without what the mutant leaves out, a hypothesis or a part of a domain?"""
        return self.fate == "also-true" and self.kind in ("dropped", "domain")


@dataclass(frozen=True)
class Teeth:
    """The fates of the mutants of one claim.

    Attributes:
        left_out: what has no mutant, and the names of those past the cap.
        skipped: why there are no mutants, or empty.
        failed: how the machine failed, or empty.
        theorem: it is of kind theorem.
    """

    claim: str
    title: str = ""
    fates: tuple[Fate, ...] = ()
    left_out: tuple[str, ...] = ()
    skipped: str = ""
    failed: str = ""
    theorem: bool = True

    def of(self, fate: str) -> tuple[Fate, ...]:
        """The mutants with that fate."""
        return tuple(each for each in self.fates if each.fate == fate)

    @property
    def all(self) -> int:
        """How many could be killed: all but those that say the same."""
        return len(self.fates) - len(self.of("equivalent"))

    @property
    def score(self) -> float | None:
        return len(self.of("killed")) / self.all if self.all else None

    @property
    def met(self) -> bool:
        """No hand-written mutant survives or is true, and nothing failed."""
        return (
            not self.failed
            and all(each.fate == "killed" or not each.by_hand for each in self.fates if each.fate != "error")
            and not self.of("error")
        )


class _Ground:
    """Facts with a point that satisfies them; what the kernel shows from them by its plain rules."""

    def __init__(self, sequent: Sequent, witness: Point) -> None:
        self.symbols, self.facts, self.witness = sequent.symbols, sequent.facts, witness
        self._known: dict[Relation, bool] = {}
        self._had: dict[Relation | AnyOf, bool] = {}

    def has(self, fact: Relation | AnyOf) -> bool:
        if fact in self.facts:
            return True
        if fact not in self._had:
            self._had[fact] = any(self.shows(option) or self._more_than(option) for option in fact.options)
        return self._had[fact]

    def _more_than(self, wanted: Relation) -> bool:
        """Is the gap of an order that of a known one and something that is not negative?"""
        if wanted.op not in ("ge", "gt") or not wanted.gap.is_real:
            return False
        twice = Relation(wanted.op, mul(number(2), wanted.gap), ZERO)
        for known in self.facts:
            if not isinstance(known, Relation) or known.op not in ("ge", "gt") or not known.gap.is_real:
                continue
            for rest in _differences(wanted.gap, known.gap) if set(known.symbols) & set(wanted.symbols) else ():
                form = add(mul(number(2), known.gap), mul(number(2), rest))
                if self._by(wanted, Step("sign", {"shows": twice, "as_": form}), Step("sign", {"shows": wanted})):
                    return True
        return False

    def shows(self, relation: Relation, forms: Iterable[Term] = ()) -> bool:
        """Args: forms: other forms of the gap, whose sign may be manifest."""
        if relation not in self._known:
            steps = (step for form in (None, *forms) for step in plain_steps(relation, form))
            self._known[relation] = any(self._by(relation, step) for step in steps)
        return self._known[relation]

    def _by(self, relation: Relation, *steps: Step) -> bool:
        try:
            prove(Sequent(self.symbols, self.facts, (("main", Pointwise(relation)),)), {"main": steps}, self.witness)
        except Refused:
            return False
        return True

    def defines(self, value: Term) -> bool:
        """Has a Term a value wherever the facts hold?"""
        return self.shows(Relation("eq", value, value))

    def supposing(self, *more: Relation | AnyOf) -> _Ground | None:
        """The ground with other facts; None where the witness does not certainly satisfy them."""
        facts = (*self.facts, *more)
        if at_point.all_hold(facts, self.witness)[1] is not None:
            return None
        return _Ground(Sequent(self.symbols, facts), self.witness)

    def alike(self, left: Term | None, right: Term | None) -> bool:
        """Are two Terms equal wherever the facts hold?"""
        if left is None or right is None or left is right:
            return left is right
        return self.shows(Relation("eq", left, right))

    def same_words(self, left: AnyDimension, right: AnyDimension) -> bool:
        """Are both sides of two identities in every dimension equal?"""
        goals = [
            AnyDimension(a, b, right.sorts, right.reals)
            for a, b in ((left.left, right.left), (left.right, right.right))
        ]
        sequent = Sequent(self.symbols, self.facts, tuple(zip("lr", goals, strict=True)))
        try:
            prove(sequent, {"l": (Step("words"),), "r": (Step("words"),)}, self.witness)
        except Refused:
            return False
        return left.sorts == right.sorts


def plain_steps(relation: Relation, form: Term | None = None) -> Iterator[Step]:
    """One step each by which the kernel may show a relation without a search.

    Args:
        form: another form of the gap, whose sign may be manifest.
    """
    yield Step("ring" if relation.op == "eq" else "sign", {"shows": relation} | ({} if form is None else {"as_": form}))
    if not relation.symbols:
        yield Step("value", {"shows": relation})
    elif len(relation.symbols) == 1 and relation.gap.is_real:
        yield Step("roots", {"shows": relation})


NO, IMPLIED, SAME = 0, 1, 2


def _follows(here: Goal, there: Goal, ground: _Ground, back: Callable[[], _Ground | None]) -> int:
    """Does `there` follow from `here` where the facts hold? Gaps, quantities and flows are compared by the kernel.

    Args:
        ground: the facts and what `there` supposes.
        back: the original's facts and what `here` supposes.
    """
    if here == there:
        return SAME
    same: bool = type(here) is type(there)
    if isinstance(here, Pointwise) and isinstance(there, Pointwise):
        if not all(each in here.defined or ground.defines(each) for each in there.defined):
            return NO
        if not all(map(ground.has, here.given)):
            return NO
        return _lessened(_relation_follows(here.relation, there.relation, ground), here, there, back)
    if isinstance(here, Exists) and isinstance(there, Exists):
        if here.unknowns != there.unknowns or not all(map(ground.has, here.given)):
            return NO
        found = min((_best(here.relations, each, ground) for each in there.relations), default=NO)
        return _lessened(
            found if len(here.relations) == len(there.relations) else min(found, IMPLIED), here, there, back
        )
    if isinstance(here, Bound) and isinstance(there, Bound):
        if not _solves(there, here, ground):
            return NO
        found = _relation_follows(here.relation, there.relation, ground)
        other = back() if found == SAME else None
        return min(found, SAME if other is not None and _solves(here, there, other) else IMPLIED)
    if isinstance(here, LongTime) and isinstance(there, LongTime):
        same = (here.start, here.target, here.except_, here.starts) == (
            there.start,
            there.target,
            there.except_,
            there.starts,
        )
        same = same and ground.alike(here.quantity, there.quantity) and ground.alike(here.value, there.value)
        return SAME if same and _same_flow(here.flow, there.flow, ground) else NO
    if isinstance(here, AnyDimension) and isinstance(there, AnyDimension):
        return SAME if ground.same_words(here, there) else NO
    if isinstance(here, Equilibria) and isinstance(there, Equilibria):
        same = (here.unknowns, here.region, sorted(here.kinds)) == (there.unknowns, there.region, sorted(there.kinds))
        return SAME if same and all(map(ground.alike, here.system, there.system)) else NO
    return NO


def _solves(inner: Bound, outer: Bound, ground: _Ground) -> bool:
    """Is every solution of which `inner` speaks one of those of `outer`?

    Args:
        ground: the facts and what `inner` supposes on the way, which hold at all times; its witness is a start.
    """
    if inner.singular != outer.singular or set(inner.inputs) != set(outer.inputs):
        return False
    at_start = ground.supposing(*inner.starts)
    if at_start is None or not _same_flow(outer.flow, inner.flow, ground):
        return False
    supposed = all(
        (condition, fact) in inner.supposing
        or any(
            condition == own and (known := ground.supposing(each)) is not None and known.has(fact)
            for own, each in inner.supposing
        )
        for condition, fact in outer.supposing
    )
    return supposed and all(map(ground.has, outer.during)) and all(map(at_start.has, outer.starts))


def _lessened(
    found: int, here: Pointwise | Exists, there: Pointwise | Exists, back: Callable[[], _Ground | None]
) -> int:
    """No more than implied, unless what `there` supposes follows from what `here` does."""
    if found != SAME or set(here.given) == set(there.given):
        return found
    ground = back()
    return SAME if ground is not None and all(map(ground.has, there.given)) else IMPLIED


def _best(known: Iterable[Relation | AnyOf], wanted: Relation | AnyOf, ground: _Ground) -> int:
    """How it follows from one of several relations."""
    found = NO
    for each in known:
        if each == wanted:
            return SAME
        if isinstance(each, Relation) and isinstance(wanted, Relation):
            found = max(found, _relation_follows(each, wanted, ground))
    return found


def _same_flow(here: Any, there: Any, ground: _Ground) -> bool:
    return here.states == there.states and all(map(ground.alike, here.terms, there.terms))


def _relation_follows(here: Relation, there: Relation, ground: _Ground) -> int:
    """By their gaps: equal up to a rational factor, or the gap of an order grows by something that is not negative."""
    if here.op == there.op:
        for factor in _factors(here, there):
            if ground.alike(there.gap, mul(number(factor), here.gap)):
                return SAME
    if here.op not in ("eq", "ge", "gt") or there.op not in ("ge", "gt") or not here.gap.is_real:
        return NO
    op = "gt" if there.op == "gt" and here.op != "gt" else "ge"
    grown = add(there.gap, mul(number(-1), here.gap))
    if ground.shows(Relation(op, grown, ZERO), _differences(there.gap, here.gap)):
        return IMPLIED
    weaker = there.op == "ge" and (here.left, here.right) == (there.left, there.right)
    above = ground.supposing(here) if weaker else None
    return IMPLIED if above is not None and above.has(there) else NO


def _differences(left: Term, right: Term) -> Iterator[Term]:
    """left - right without the summands that both have, which a sum keeps where they may be undefined; and expanded."""
    from verify.prove.cover import expanded

    rest, other = (list(side.args) if side.kind == "add" else [side] for side in (left, right))
    for arg in list(other):
        if arg in rest:
            rest.remove(arg)
            other.remove(arg)
    short = add(*rest, *(mul(number(-1), arg) for arg in other))
    yield short
    if (long := expanded(short)) is not None:
        yield long


def _factors(here: Relation, there: Relation) -> Iterator[Any]:
    yield 1
    try:
        factor = ring.ratio(there.gap, here.gap)
    except ring.NotPolynomial:
        return
    if factor and (factor > 0 or here.op in ("eq", "ne")):
        yield factor


def _supposing(claim: Claim, goal: Goal, ground: _Ground) -> _Ground | None:
    """The ground with what a part supposes, a bound on the way; None where no point of it was found."""
    if not isinstance(goal, Pointwise | Exists | Bound):
        return ground
    if not (own := own_hypotheses(goal, () if isinstance(goal, Pointwise | Exists) else ground.facts)):
        return ground
    known = goal.during if isinstance(goal, Bound) else goal.given
    point = find_part_witness(claim, own)
    return None if point is None else _Ground(Sequent(ground.symbols, (*ground.facts, *known)), point)


def _contradiction(sequent: Sequent, witness: Point) -> Relation | None:
    """A hypothesis that fails wherever the others hold, which the witness satisfies; None where none is shown to."""
    for at, fact in enumerate(sequent.facts):
        others = (*sequent.facts[:at], *sequent.facts[at + 1 :])
        if not isinstance(fact, Relation) or at_point.all_hold(others, witness)[1] is not None:
            continue
        if _Ground(Sequent(sequent.symbols, others), witness).has(fact.negation()):
            return fact
    return None


def _rules_out(original: Claim, mutant: Claim, part: str) -> bool:
    """Is there no point that satisfies what a part of the mutant supposes? One of the original's is there to start."""
    here, there = original.sequent.goal(part), mutant.sequent.goal(part)
    if not isinstance(here, Pointwise | Exists) or not isinstance(there, Pointwise | Exists):
        return False
    point = find_part_witness(original, here.given)
    facts = (*mutant.sequent.facts, *there.given)
    return point is not None and _contradiction(Sequent(mutant.sequent.symbols, facts), point) is not None


def _set_aside(original: Claim, mutant: Mutant, witnesses: tuple[Point, Point]) -> tuple[str, str] | None:
    """(equivalent or weaker, why), or None where neither is proved."""
    old, new = original.sequent, mutant.claim.sequent
    below, above = (_Ground(each, point) for each, point in zip((new, old), reversed(witnesses), strict=True))
    before = dict(old.goals)
    found = []
    for name in mutant.changed:
        there = new.goal(name)
        listed = [before[name]] if name in before and not mutant.by_hand else list(before.values())
        ground = _supposing(mutant.claim, there, below)
        if ground is None and name in before and _rules_out(original, mutant.claim, name):
            found.append(IMPLIED)
        elif ground is None or not all(map(ground.has, old.facts)):
            return None
        else:
            backs = (partial(_supposing, original, here, above) for here in listed)
            found.append(max(_follows(here, there, ground, back) for here, back in zip(listed, backs, strict=True)))
    if NO in found:
        return None
    whole = not mutant.by_hand or len(new.goals) == len(old.goals)
    if whole and set(found) <= {SAME} and all(above.has(fact) for fact in new.facts):
        if set(old.facts) == set(new.facts):
            return "equivalent", "the gaps are equal wherever the hypotheses hold"
        return "equivalent", "its hypotheses and the original's follow from each other"
    return "weaker", "the original implies it"


def _proof(
    mutant: Mutant, steps: Steps, offer_of: OfferOf, may_use: Iterable[str], witness: Point | None = None
) -> Proof | None:
    """The kernel's proof of the changed parts by the steps, with no more than the original uses.

    Args:
        witness: a point that may satisfy the hypotheses; where it does not one is looked for.
    """
    claim = mutant.narrowed
    if witness is None or at_point.all_hold(claim.sequent.facts, witness)[1] is not None:
        witness = find_witness(claim)
    inhabited, empty = inhabited_parts(claim)
    if witness is None or empty:
        return None
    try:
        proof = prove(claim.sequent, {name: steps[name] for name in mutant.changed}, witness, offer_of, inhabited)
    except Refused:
        return None
    return proof if set(proof.uses) <= set(may_use) else None


def replayed(
    mutant: Mutant, offer_of: OfferOf, may_use: Iterable[str], whole: bool, witness: Point | None = None
) -> Proof | None:
    """The proof of a mutant by the original's argument.

    Args:
        whole: where the argument is silent search as it was searched for the original; else a plain rule alone.
        witness: a point that may satisfy the hypotheses; looking for one takes longer than replaying.
    """
    try:
        if whole:
            return _proof(mutant, steps_of(mutant.claim), offer_of, may_use, witness)
        argued = argued_steps(mutant.claim)
    except TermError:
        return None
    goals = dict(mutant.claim.sequent.goals)
    steps = {name: (*argued[name], *_ending(goals[name])) for name in mutant.changed}
    return _proof(mutant, steps, offer_of, may_use, witness)


def moved_along(
    original: Claim, mutant: Mutant, offer_of: OfferOf, may_use: Iterable[str], witness: Point | None = None
) -> Proof | None:
    """The proof of a mutant by the original's steps, changed in the same place."""
    claim = mutant.narrowed
    goals = dict(claim.sequent.goals)
    before = dict(original.sequent.goals)
    here = (tuple(original.sequent.facts), *(_sides(before[name]) for name in mutant.changed if name in before))
    there = (tuple(claim.sequent.facts), *(_sides(goals[name]) for name in mutant.changed))
    try:
        steps = steps_of(original)
    except TermError:
        return None
    for old, new in differences(here, there)[:MOVES]:
        try:
            moved = {name: (*transported(steps[name], old, new), *_ending(goals[name])) for name in mutant.changed}
        except (KeyError, TermError):
            continue
        if (proof := _proof(mutant, moved, offer_of, may_use, witness)) is not None:
            return proof
    return None


def _sides(goal: Goal) -> tuple[Any, ...]:
    return (goal.relation, goal.given) if isinstance(goal, Pointwise) else (goal.terms,)


def _where_defined(mutant: Mutant, offer_of: OfferOf, may_use: Iterable[str], witness: Point | None) -> bool:
    """Does the original's argument prove the mutant wherever its changed parts have values?"""
    claim = mutant.claim
    terms = [each for name in mutant.changed for each in claim.sequent.goal(name).terms]
    found = _with(claim, [each for each in obligations(terms) if each not in claim.sequent.facts])
    if found is None:
        return False
    if claim.argued is not None:
        found.argument(claim.argued)
    return replayed(replace(mutant, claim=found), offer_of, may_use, True, witness) is not None


def _with(claim: Claim, more: Iterable[Relation | AnyOf]) -> Claim | None:
    """A claim with further hypotheses; None where it cannot be stated."""
    try:
        found = Claim(
            f"{claim.id}.less", claim.space, claim.shows, (*claim.given, *more), kind="lie",
            rests_on=claim.rests_on, seed=claim.seed,
        )  # fmt: skip
        _ = found.sequent
    except (ClaimError, SpaceError, TermError):
        return None
    return found


def _beyond(original: Claim, mutant: Mutant) -> tuple[tuple[Claim, ...], bool]:
    """(the mutant where one of the original's hypotheses fails, for each of them; do these cover all that it adds?)

    They do where its conclusion is the original's, which is proved wherever all of the original's hypotheses hold.
    """
    claim = mutant.narrowed
    before_by, now_by = dict(original.sequent.goals), dict(claim.sequent.goals)
    both = [(before_by.get(name), now_by[name]) for name in mutant.changed]
    pairs = [(a, b) for a, b in both if isinstance(a, Pointwise) and isinstance(b, Pointwise)]
    if len(pairs) < len(both):
        return (), False
    own = pairs[0] if len(pairs) == 1 else None
    before = (*original.sequent.facts, *(own[0].given if own else ()))
    now = (*claim.sequent.facts, *(own[1].given if own else ()))
    missing = [fact for fact in before if fact not in now]
    found = [_with(claim, [_sharpened(option.negation(), now) for option in fact.options]) for fact in missing]
    kept = tuple(each for each in found if each is not None)
    same = all(a.relation == b.relation and (own or a.given == b.given) for a, b in pairs)
    return kept, bool(kept) and same and len(kept) == len(missing)


def _sharpened(relation: Relation, known: Iterable[Relation | AnyOf]) -> Relation:
    """a <= b where a >= b is known is a == b."""
    if relation.op == "ge" and Relation("ge", relation.right, relation.left) in known:
        return Relation("eq", relation.left, relation.right)
    return relation


def _ending(goal: Goal) -> tuple[Step, ...]:
    if isinstance(goal, AnyDimension):
        return (Step("words"),)
    return tuple(plain_steps(goal.relation))[:1] if isinstance(goal, Pointwise) else ()


def by_default(mutant: Mutant, offer_of: OfferOf, evaluations: int) -> Proof | None:
    """The proof of a mutant as a sum of squares, or by a cover of a compact box."""
    if (proof := _by_rule(mutant, offer_of)) is not None:
        return proof
    claim = mutant.narrowed
    if not all(isinstance(goal, Pointwise) for _, goal in claim.sequent.goals):
        return None
    covering = covering_steps(claim, evaluations)
    return None if covering is None else _proof(mutant, covering, offer_of, ())


def _by_rule(mutant: Mutant, offer_of: OfferOf) -> Proof | None:
    """The proof of a mutant by the default rules of its parts."""
    sequent = mutant.narrowed.sequent
    if not all(isinstance(goal, Pointwise) for _, goal in sequent.goals):
        return None
    return _proof(mutant, {name: default_steps(goal, sequent.facts) for name, goal in sequent.goals}, offer_of, ())


def _few(goals: Iterable[tuple[str, Goal]]) -> bool:
    """Do the goals speak of few real coordinates?"""
    symbols = ({sym for term in goal.terms for sym in term.symbols} for _, goal in goals)
    return all(sum(1 if sym.is_real else 2 for sym in each) <= FEW for each in symbols)


def _refutable(goal: Goal) -> bool:
    """Is there a rule that could refute it?"""
    if isinstance(goal, LongTime):
        return goal.start != "some" and goal.target != "point"
    if isinstance(goal, Bound):
        return goal.singular is None
    return not isinstance(goal, Closed)


def fate_of(
    original: Claim,
    mutant: Mutant,
    witness: Point,
    offer_of: OfferOf,
    may_use: Iterable[str],
    evaluations: int,
    pool: Pool | None = None,
) -> Fate:
    """The fate of one mutant.

    Args:
        witness: an exact point that satisfies the original's hypotheses.
        may_use: the claims that the original's argument uses.
        evaluations: of the attack; with the default budget or more, covers are searched as well.
        pool: points at which an automatic mutant is tried before it is attacked; what kills one is kept there.
    """
    outcome, claim = Outcome(), mutant.narrowed
    supposing = set(claim.sequent.facts) != set(original.sequent.facts)
    holds = at_point.all_hold(claim.sequent.facts, witness)[1] is None
    own = witness if holds else find_witness(claim)

    def fate(word: str, reason: str, counterexample: Mapping[str, Any] | None = None, because: str = "") -> Fate:
        return Fate(mutant.name, mutant.kind, str(mutant.claim), word, reason, counterexample, because)

    def contradicted() -> Fate | None:
        fact = _contradiction(mutant.claim.sequent, witness) if own is None else None
        return None if fact is None else fate("weaker", f"its other hypotheses rule out {short(fact)}")

    def set_aside() -> Fate | None:
        found = _set_aside(original, mutant, (witness, own)) if own is not None else None
        return None if found is None else fate(*found)

    def argued() -> Fate | None:
        if own is None or mutant.by_hand or replayed(mutant, offer_of, may_use, supposing, own) is None:
            return None
        if mutant.kind in ("dropped", "domain"):
            return fate("also-true", "unnecessary here: the argument does without it")
        return fate("also-true", "the argument proves it as well")

    def along() -> Fate | None:
        if own is None or mutant.by_hand or outcome.undefined_at is not None:
            return None
        if moved_along(original, mutant, offer_of, may_use, own) is None:
            return None
        return fate("also-true", "the argument proves it, changed in the same place")

    def refuted() -> Fate | None:
        nonlocal outcome
        if own is not None and not any(_refutable(goal) for _, goal in claim.sequent.goals):
            return None
        if whole and outcome.evaluations:  # of all places where it could fail
            return None
        most = max(evaluations, Budget.DEFAULT.evaluations) if mutant.by_hand else evaluations
        for budget in dict.fromkeys((evaluations, most)):
            outcome = attacked(claim, budget)
            if outcome.simplest is not None:
                return killed(outcome.simplest, outcome.worst or outcome.simplest)
            if outcome.vacuity is not None:
                return fate("weaker", "the kernel proved that its hypotheses contradict each other")
        return None

    def refuted_nearby() -> Fate | None:
        found = None if pool is None or mutant.by_hand else pool.refute(claim)
        return None if found is None else killed(found, found)

    def refuted_beyond() -> Fate | None:
        nonlocal outcome
        for less in beyond:
            found = attacked(less, evaluations)
            try:
                if found.simplest is not None:
                    return killed(*(_again(each, claim) for each in (found.simplest, found.worst or found.simplest)))
            except Refused:
                continue
            if outcome.undefined_at is None:
                outcome = found
        return None

    def killed(simplest: Refutation, worst: Refutation) -> Fate:
        if pool is not None:
            pool.keep(simplest)
        first = counterexample_of(simplest, claim)
        data = {"simplest": first, "worst": first if worst is simplest else counterexample_of(worst, claim)}
        return fate("killed", fails_at(simplest, claim), data)

    def found_by_default() -> Fate | None:
        if own is None or outcome.undefined_at is not None:
            return None
        if evaluations >= Budget.DEFAULT.evaluations:
            proof = by_default(mutant, offer_of, evaluations)
        else:
            proof = _by_rule(mutant, offer_of) if _few(claim.sequent.goals) else None
        return None if proof is None else fate("also-true", "a default rule proves it")

    beyond, whole = ((), False) if mutant.by_hand or own is None else _beyond(original, mutant)
    order = [refuted, set_aside, refuted_beyond, argued, along, found_by_default]
    if whole:
        order = [set_aside, refuted_beyond, refuted, argued, along, found_by_default]
    if supposing:  # goals are the same, so what is proved is proved in milliseconds; default rules search
        order = [set_aside, argued] if original.argued else [set_aside]
        order += [refuted_beyond, refuted, along] if original.argued else [refuted_beyond, refuted, argued, along]
    for step in (contradicted, refuted_nearby, *order):
        if (found := step()) is not None:
            return found
    because, reason = _why(original, claim, outcome, own)
    if because == "undefined" and not mutant.by_hand and _where_defined(mutant, offer_of, may_use, witness):
        because, reason = "guard", f"{reason}; wherever it has a value the argument proves it"
    return fate("survived", reason, because=because)


def _again(found: Refutation, claim: Claim) -> Refutation:
    """The same refutation of another claim.

    Raises:
        Refused: the kernel does not accept it.
    """
    return refute(claim.sequent, found.part, found.rule, found.point, found.data)


def _why(original: Claim, claim: Claim, outcome: Outcome, witness: Point | None) -> tuple[str, str]:
    """(a key of `BECAUSE`, why a mutant survived, in words)."""
    if witness is None:
        return "no point", BECAUSE["no point"]
    if outcome.undefined_at is not None:
        place = ", ".join(f"{name} = {value}" for name, value in (point_text(outcome.undefined_at) or {}).items())
        return "undefined", f"undefined at {place}: {outcome.undefined_reason}"
    if any(_is_contrary(goal, original) for _, goal in claim.sequent.goals):
        return "contrary", BECAUSE["contrary"]
    if not any(_refutable(goal) for _, goal in claim.sequent.goals):
        return "no refuter", "no rule refutes a conclusion of this kind"
    because = "suspect" if outcome.survey.suspects else "open"
    if any(isinstance(goal, Exists) for _, goal in claim.sequent.goals):
        because = "existence"
    if outcome.survey.effective:
        return because, outcome.survey.sentence()
    left = f"; not tried: {'; '.join(outcome.survey.not_tried)}" if outcome.survey.not_tried else ""
    tried = "; ".join(outcome.survey.tried) or "nothing"
    return because, f"{outcome.evaluations} evaluations refute nothing; tried {tried}{left}"


def _is_contrary(goal: Goal, original: Claim) -> bool:
    """Does it deny an equality that the original states?"""
    if not isinstance(goal, Pointwise) or goal.relation.op != "ne":
        return False
    wanted = replace(goal.relation, op="eq"), goal.given
    return any(
        isinstance(each, Pointwise) and (each.relation, each.given) == wanted for _, each in original.sequent.goals
    )


def teeth_of(claim: Claim, offer_of: OfferOf, may_use: Iterable[str], evaluations: int) -> Teeth:
    """The fates of the hand-written and the automatic mutants of a proved claim."""
    witness = find_witness(claim)
    if witness is None:
        return Teeth(claim.id, claim.title, skipped="no witness was found")
    made, pool = automatic(claim), Pool(general_points(claim))
    fates = []
    for mutant in (*by_hand(claim), *made.chosen):
        try:
            fates.append(fate_of(claim, mutant, witness, offer_of, may_use, evaluations, pool))
        except Exception as error:  # the others still count; what is caught is never anything but an error
            text = " ".join(f"{type(error).__name__}: {error}".split())
            fates.append(Fate(mutant.name, mutant.kind, str(mutant.claim), "error", text[:300]))
    return Teeth(claim.id, claim.title, tuple(fates), made.left_out)


def _task(catalogue: Catalogue, evaluations: int, claim: str, uses: tuple[str, ...]) -> Teeth:
    def offer_of(other: str) -> Sequent | Schema | None:
        return catalogue.claim(other).offers if other in catalogue.entries else None

    try:
        return teeth_of(catalogue.claim(claim), offer_of, uses, evaluations)
    except Exception as error:  # as above
        return Teeth(claim, catalogue.entries[claim].title, failed=f"{type(error).__name__}: {error}")


def run_teeth(
    catalogue: Catalogue,
    ids: Iterable[str],
    *,
    budget: str = "quick",
    jobs: int = 1,
    directory: Path = DIRECTORY,
    tell: Callable[[Teeth], None] | None = None,
) -> list[Teeth]:
    """The teeth of claims, in their order; first each theorem is judged, unless its verdict is remembered.

    Args:
        budget: evaluations of the attack on a mutant; a hand-written one that survives is attacked once more with the
            default budget.
        jobs: worker processes; the fates are the same for any number.
        tell: told each as soon as it and those before it are known.

    Raises:
        Interrupted: Ctrl-C while the theorems are judged.
    """
    listed = list(ids)
    theorems = [claim for claim in listed if catalogue.entries[claim].kind == "theorem"]
    verdicts = {v.claim: v for v in run(catalogue, theorems, jobs=jobs, directory=directory)}
    known: dict[str, Teeth] = {}
    waiting: list[str] = []
    for claim in listed:
        entry = catalogue.entries[claim]
        if entry.kind != "theorem":
            reason = f"of kind {entry.kind}; only theorems have teeth"
            known[claim] = Teeth(claim, entry.title, skipped=reason, theorem=False)
        elif verdicts[claim].status is not Status.PROVED:
            known[claim] = Teeth(claim, entry.title, skipped=f"not proved but {verdicts[claim].status}")
        else:
            waiting.append(claim)
    told = iter(listed)
    following = next(told, None)

    def keep(claim: str, found: Teeth) -> None:
        nonlocal following
        known[claim] = found
        while following is not None and following in known:
            if tell is not None:
                tell(known[following])
            following = next(told, None)

    evaluations = Budget.of(budget).evaluations
    if listed and listed[0] in known:
        keep(listed[0], known[listed[0]])
    if jobs == 1 or catalogue.in_memory:
        for claim in waiting:
            keep(claim, _task(catalogue, evaluations, claim, verdicts[claim].uses))
        return [known[claim] for claim in listed]
    workers = Workers(jobs, _task, (catalogue, evaluations))
    try:
        while waiting or workers.busy:
            while waiting and workers.free:
                claim = waiting.pop(0)
                workers.give(claim, claim, verdicts[claim].uses)
            for claim, answer in workers.answers():
                died = Teeth(claim, catalogue.entries[claim].title, failed=f"the worker was {answer}")
                keep(claim, died if isinstance(answer, Died) else answer)
    finally:
        workers.stop()
    return [known[claim] for claim in listed]
