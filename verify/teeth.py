"""Teeth: the mutants of proved theorems, each with its fate. What is set aside is set aside by a proof.

killed       the kernel confirmed a counterexample
equivalent   the kernel proved that it says the same: the hypotheses follow from one another and the gaps are equal
weaker       the kernel proved that the original implies it, or that no point satisfies its hypotheses
also-true    it asks more, and the kernel proved it: a finding, such as a hypothesis that is unnecessary here
survived     anything else
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.attack.mutants import Mutant, automatic, by_hand
from verify.attack.outcome import Budget, Outcome, point_text
from verify.attack.witness import find_part_witness, find_witness
from verify.catalogue import DIRECTORY, Catalogue
from verify.claim import Claim
from verify.judge import attacked, counterexample_of, fails_at, inhabited_parts
from verify.kernel import point as at_point
from verify.kernel import ring
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
)
from verify.kernel.proof import Proof, Refused, Step, prove
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, add, mul, number
from verify.prove.argument import argued_steps, covering_steps, default_steps, steps_of
from verify.run import run
from verify.verdict import Status
from verify.workers import Died, Workers

__all__ = ["FATES", "Fate", "Teeth", "by_default", "fate_of", "replayed", "run_teeth", "teeth_of"]

FATES = ("killed", "survived", "equivalent", "also-true", "weaker", "error")
OfferOf = Callable[[str], "Sequent | Schema | None"]
Steps = Mapping[str, tuple[Step, ...]]


@dataclass(frozen=True)
class Fate:
    """What became of one mutant.

    Attributes:
        kind: hand, or the kind of an automatic mutant.
        fate: one of `FATES`; error where the machine failed.
        counterexample: of a killed one, as a verdict keeps it.
    """

    name: str
    kind: str
    statement: str
    fate: str
    reason: str
    counterexample: Mapping[str, Any] | None = None

    @property
    def by_hand(self) -> bool:
        return self.kind == "hand"


@dataclass(frozen=True)
class Teeth:
    """The fates of the mutants of one claim.

    Attributes:
        left_out: what has no mutant, and the names of those past the cap.
        skipped: why there are no mutants, or empty.
        failed: how the machine failed, or empty.
    """

    claim: str
    title: str = ""
    fates: tuple[Fate, ...] = ()
    left_out: tuple[str, ...] = ()
    skipped: str = ""
    failed: str = ""

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

    def has(self, fact: Relation | AnyOf) -> bool:
        return fact in self.facts or any(self.shows(option) for option in fact.options)

    def shows(self, relation: Relation, forms: Iterable[Term] = ()) -> bool:
        """Args: forms: other forms of the gap, whose sign may be manifest."""
        if relation not in self._known:
            steps = (step for form in (None, *forms) for step in _plain(relation, form))
            self._known[relation] = any(self._by(relation, step) for step in steps)
        return self._known[relation]

    def _by(self, relation: Relation, *steps: Step) -> bool:
        try:
            prove(Sequent(self.symbols, self.facts, (("main", Pointwise(relation)),)), {"main": steps}, self.witness)
        except Refused:
            return False
        return True

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


def _plain(relation: Relation, form: Term | None = None) -> Iterator[Step]:
    yield Step("ring" if relation.op == "eq" else "sign", {"shows": relation} | ({} if form is None else {"as_": form}))
    if len(relation.symbols) == 1 and relation.gap.is_real:
        yield Step("roots", {"shows": relation})


NO, IMPLIED, SAME = 0, 1, 2


def _follows(here: Goal, there: Goal, ground: _Ground) -> int:
    """Does `there` follow from `here` where the facts hold? Gaps, quantities and flows are compared by the kernel."""
    if here == there:
        return SAME
    same: bool = type(here) is type(there)
    if isinstance(here, Pointwise) and isinstance(there, Pointwise):
        if not set(here.given) <= set(there.given) or not set(there.defined) <= set(here.defined):
            return NO
        found = _relation_follows(here.relation, there.relation, ground)
        return found if set(here.given) == set(there.given) else min(found, IMPLIED)
    if isinstance(here, Exists) and isinstance(there, Exists):
        if here.unknowns != there.unknowns or not set(here.given) <= set(there.given):
            return NO
        found = min((_best(here.relations, each, ground) for each in there.relations), default=NO)
        back = len(here.relations) == len(there.relations) and set(here.given) == set(there.given)
        return found if back else min(found, IMPLIED)
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
    return IMPLIED if ground.shows(Relation(op, grown, ZERO), _differences(there.gap, here.gap)) else NO


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


def _set_aside(original: Claim, mutant: Mutant, witnesses: tuple[Point, Point]) -> tuple[str, str] | None:
    """(equivalent or weaker, why), or None where neither is proved."""
    old, new = original.sequent, mutant.claim.sequent
    below, above = (_Ground(each, point) for each, point in zip((new, old), reversed(witnesses), strict=True))
    if not all(below.has(fact) for fact in old.facts):
        return None
    before = dict(old.goals)
    found = []
    for name in mutant.changed:
        there = new.goal(name)
        listed = [before[name]] if name in before and not mutant.by_hand else list(before.values())
        given = there.given if isinstance(there, Pointwise | Exists) else ()
        point = find_part_witness(mutant.claim, given) if given else witnesses[1]
        if point is None:
            return None
        ground = _Ground(Sequent(new.symbols, (*new.facts, *given)), point) if given else below
        found.append(max(_follows(here, there, ground) for here in listed))
    if NO in found:
        return None
    whole = not mutant.by_hand or len(new.goals) == len(old.goals)
    if whole and set(found) <= {SAME} and all(above.has(fact) for fact in new.facts):
        if set(old.facts) == set(new.facts):
            return "equivalent", "the gaps are equal wherever the hypotheses hold"
        return "equivalent", "its hypotheses and the original's follow from each other"
    return "weaker", "the original implies it"


def _proof(mutant: Mutant, steps: Steps, offer_of: OfferOf, may_use: Iterable[str]) -> Proof | None:
    """The kernel's proof of the changed parts by the steps, with no more than the original uses."""
    claim = mutant.narrowed
    witness = find_witness(claim)
    inhabited, empty = inhabited_parts(claim)
    if witness is None or empty:
        return None
    try:
        proof = prove(claim.sequent, {name: steps[name] for name in mutant.changed}, witness, offer_of, inhabited)
    except Refused:
        return None
    return proof if set(proof.uses) <= set(may_use) else None


def replayed(mutant: Mutant, offer_of: OfferOf, may_use: Iterable[str], whole: bool) -> Proof | None:
    """The proof of a mutant by the original's argument.

    Args:
        whole: where the argument is silent search as it was searched for the original; else a plain rule alone.
    """
    try:
        if whole:
            return _proof(mutant, steps_of(mutant.claim), offer_of, may_use)
        argued = argued_steps(mutant.claim)
    except TermError:
        return None
    goals = dict(mutant.claim.sequent.goals)
    steps = {name: (*argued[name], *_ending(goals[name])) for name in mutant.changed}
    return _proof(mutant, steps, offer_of, may_use)


def _ending(goal: Goal) -> tuple[Step, ...]:
    if isinstance(goal, AnyDimension):
        return (Step("words"),)
    return tuple(_plain(goal.relation))[:1] if isinstance(goal, Pointwise) else ()


def by_default(mutant: Mutant, offer_of: OfferOf, evaluations: int) -> Proof | None:
    """The proof of a mutant as a sum of squares, or by a cover of a compact box."""
    claim = mutant.narrowed
    goals = claim.sequent.goals
    if not all(isinstance(goal, Pointwise) for _, goal in goals):
        return None
    found = {name: default_steps(goal, claim.sequent.facts) for name, goal in goals}
    if (proof := _proof(mutant, found, offer_of, ())) is not None:
        return proof
    covering = covering_steps(claim, evaluations)
    return None if covering is None else _proof(mutant, covering, offer_of, ())


def _refutable(goal: Goal) -> bool:
    """Is there a rule that could refute it?"""
    if isinstance(goal, LongTime):
        return goal.start != "some" and goal.target != "point"
    if isinstance(goal, Bound):
        return goal.singular is None
    return not isinstance(goal, Closed)


def fate_of(
    original: Claim, mutant: Mutant, witness: Point, offer_of: OfferOf, may_use: Iterable[str], evaluations: int
) -> Fate:
    """The fate of one mutant.

    Args:
        witness: an exact point that satisfies the original's hypotheses.
        may_use: the claims that the original's argument uses.
        evaluations: of the attack; with the default budget or more, sums of squares and covers are searched as well.
    """
    outcome, claim = Outcome(), mutant.narrowed
    supposing = set(claim.sequent.facts) != set(original.sequent.facts)
    holds = at_point.all_hold(claim.sequent.facts, witness)[1] is None
    own = witness if holds else find_witness(claim)

    def fate(word: str, reason: str, counterexample: Mapping[str, Any] | None = None) -> Fate:
        return Fate(mutant.name, mutant.kind, str(mutant.claim), word, reason, counterexample)

    def set_aside() -> Fate | None:
        found = _set_aside(original, mutant, (witness, own)) if own is not None else None
        return None if found is None else fate(*found)

    def argued() -> Fate | None:
        if own is None or mutant.by_hand or replayed(mutant, offer_of, may_use, supposing) is None:
            return None
        if mutant.kind in ("dropped", "domain"):
            return fate("also-true", "unnecessary here: the argument does without it")
        return fate("also-true", "the argument proves it as well")

    def refuted() -> Fate | None:
        nonlocal outcome
        if own is not None and not any(_refutable(goal) for _, goal in claim.sequent.goals):
            return None
        most = max(evaluations, Budget.DEFAULT.evaluations) if mutant.by_hand else evaluations
        for budget in dict.fromkeys((evaluations, most)):
            outcome = attacked(claim, budget)
            if outcome.simplest is not None:
                data = {"simplest": counterexample_of(outcome.simplest, claim)}
                data["worst"] = counterexample_of(outcome.worst or outcome.simplest, claim)
                return fate("killed", fails_at(outcome.simplest, claim), data)
            if outcome.vacuity is not None:
                return fate("weaker", "the kernel proved that its hypotheses contradict each other")
        return None

    def found_by_default() -> Fate | None:
        if evaluations < Budget.DEFAULT.evaluations or own is None or outcome.undefined_at is not None:
            return None
        if by_default(mutant, offer_of, evaluations) is None:
            return None
        return fate("also-true", "a default rule proves it")

    order = [refuted, set_aside, argued, found_by_default]
    if supposing:  # goals are the same, so what is proved is proved in milliseconds; default rules search
        order = [set_aside, argued, refuted] if original.argued else [set_aside, refuted, argued]
    for step in order:
        if (found := step()) is not None:
            return found
    return fate("survived", _why(claim, outcome, own))


def _why(claim: Claim, outcome: Outcome, witness: Point | None) -> str:
    """Why a mutant survived, in words."""
    if witness is None:
        return "no exact point that satisfies its hypotheses was found, nor a contradiction among them"
    if outcome.undefined_at is not None:
        place = ", ".join(f"{name} = {value}" for name, value in (point_text(outcome.undefined_at) or {}).items())
        return f"undefined at {place}: {outcome.undefined_reason}"
    if not any(_refutable(goal) for _, goal in claim.sequent.goals):
        return "no rule refutes a conclusion of this kind"
    if outcome.survey.effective:
        return outcome.survey.sentence()
    left = f"; not tried: {'; '.join(outcome.survey.not_tried)}" if outcome.survey.not_tried else ""
    return (
        f"{outcome.evaluations} evaluations refute nothing; tried {'; '.join(outcome.survey.tried) or 'nothing'}{left}"
    )


def teeth_of(claim: Claim, offer_of: OfferOf, may_use: Iterable[str], evaluations: int) -> Teeth:
    """The fates of the hand-written and the automatic mutants of a proved claim."""
    witness = find_witness(claim)
    if witness is None:
        return Teeth(claim.id, claim.title, skipped="no witness was found")
    made = automatic(claim)
    fates = []
    for mutant in (*by_hand(claim), *made.chosen):
        try:
            fates.append(fate_of(claim, mutant, witness, offer_of, may_use, evaluations))
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
            known[claim] = Teeth(claim, entry.title, skipped=f"of kind {entry.kind}; only theorems have teeth")
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
