"""Repair: for a claim that fails, the weakest extra hypotheses of a small grammar under which nothing refutes it.

A claim fails where it is refuted, or where its conclusion has no value though its hypotheses hold. A candidate that
keeps a known counterexample is dropped unseen; the others are attacked, the weakest first, and each counterexample
that this finds drops more of them. What survives is given to the kernel. A repair is a suggestion: no file changes,
and no verdict.

    proved       the kernel proved the claim with the extra hypothesis
    supported    it survived an attack by draws, and was not proved
    unrefuted    it survived an attack that makes no draws (of long-time claims), and was not proved
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.attack.edits import leaves
from verify.attack.hypotheses import (
    Extra,
    Quantity,
    apart,
    bound,
    constants,
    matrix_kinds,
    orders,
    quantities,
    simplest_between,
    squares,
    stated,
    strict,
)
from verify.attack.memory import recalled
from verify.attack.outcome import Budget, Outcome, point_text
from verify.attack.witness import find_witness
from verify.catalogue import DIRECTORY, Catalogue
from verify.claim import AlmostEvery, Claim, ClaimError, Conclusion, Eventually, Every
from verify.judge import attacked, conditional_on, counterexample_of, fails_at, inhabited_parts, standing
from verify.kernel.exact import Inexact, Point, Undefined, evaluate
from verify.kernel.goal import Bound, Exists, LongTime, Pointwise, Schema, Sequent
from verify.kernel.proof import Proof, Refused, Refutation, Step, prove
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ZERO, Term, TermError, abs2, add, number
from verify.prove.argument import covering_steps, late_steps, steps_of
from verify.prove.lent import lent_hypotheses, lent_steps
from verify.run import Session
from verify.teeth import plain_steps
from verify.verdict import STRENGTHS, Status, Verdict

__all__ = ["Repair", "Suggestion", "repair_of", "run_repair"]

FIRST = 2_000
"""Evaluations of the attack before anything is proved."""
FEW = 2
"""Real coordinates up to which the dearest proposers are asked; with more a candidate may take a minute."""
EXAMINED, FEWER = 32, 16
"""Candidates that are attacked; fewer of pairs, and where no part is pointwise."""
TIGHTENED = 4
"""New bounds for a quantity, each after a counterexample that the last one kept."""
HALVED = 6
RELATIVE = Fraction(1, 1000)
"""A bound is bracketed by so many steps, or until both sides are that close."""
NEARBY = Fraction(1, 50)
MOST_FOR_PAIRS, MOST_FAILURES, MOST_PAIRS = 400, 2_000, 100
WITNESS = 20_000

KINDS = (Pointwise, LongTime, Bound, Exists)
"""Goals that an extra hypothesis may repair."""
RANKS = ("proved", "supported", "unrefuted")
VerdictOf = Callable[[str], "Verdict | None"]
OfferOf = Callable[[str], "Sequent | Schema | None"]


@dataclass(frozen=True)
class Suggestion:
    """An extra hypothesis, or a weaker conclusion, under which the claim was not refuted.

    Attributes:
        text: the hypothesis as a conjecture file writes it, or the conclusion.
        name: the same in words, where they are shorter.
        kind: of the grammar; conclusion for a weaker conclusion.
        given: the hypothesis as relations.
        status: one of `RANKS`.
        conditional_on: cited results that the proof uses.
        reason: the rules of the proof, or what the attack saw.
        kept, drawn: of so many draws that satisfy the claim's hypotheses it keeps so many.
        weaker_than: other suggestions from which the kernel proved that this one follows.
        outside: a counterexample that it excludes, as near its edge as one was found; `outside_text` says it in words.
        edge: the nearest bound that fails; empty where no bound was bracketed.
    """

    text: str
    name: str
    kind: str
    status: str
    given: tuple[Relation | AnyOf, ...] = ()
    strength: str | None = None
    conditional_on: tuple[str, ...] = ()
    reason: str = ""
    kept: int = 0
    drawn: int = 0
    weaker_than: tuple[str, ...] = ()
    outside: Mapping[str, Any] | None = None
    outside_text: str = ""
    edge: str = ""


@dataclass(frozen=True)
class Repair:
    """What was found for one claim.

    Attributes:
        statement: of the claim, which stays as it was judged.
        status: refuted; or undecided, if its conclusion has no value at a point that satisfies its hypotheses.
        fails: what fails, and where.
        suggestions: extra hypotheses, those that were proved first, then by the share that they keep.
        conclusions: weaker conclusions without extra hypotheses; they change what is claimed.
        distribution: of the draws by which shares are measured.
        candidates, attacked: how many there were, and how many were left to attack.
        able: the attack refutes the claim itself; if not, surviving it says nothing, and only proofs are suggested.
        skipped: why it was not looked at, or empty.
        failed: how the machine failed, or empty.
    """

    claim: str
    title: str = ""
    statement: str = ""
    status: str = "refuted"
    fails: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    conclusions: tuple[Suggestion, ...] = ()
    distribution: str = ""
    candidates: int = 0
    attacked: int = 0
    able: bool = True
    skipped: str = ""
    failed: str = ""

    @property
    def found(self) -> bool:
        return bool(self.offers)

    @property
    def offers(self) -> tuple[Suggestion, ...]:
        """Extra hypotheses, then weaker conclusions."""
        return (*self.suggestions, *self.conclusions)


@dataclass(frozen=True)
class _Standing:
    """How a changed claim stands after attack and proof."""

    status: str
    strength: str | None = None
    conditional_on: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class _Survivor:
    extra: Extra
    standing: _Standing
    share: Any
    edge: str = ""

    @property
    def order(self) -> tuple[int, int, tuple[int, ...], str]:
        return RANKS.index(self.standing.status), -self.share.kept, self.extra.weight, self.extra.text


class _Court:
    """Attacks a changed claim and lets the kernel try to prove it.

    Attributes:
        able: does the attack refute the claim itself? If it does not, surviving it says nothing, and only proofs count.
    """

    def __init__(self, verdict_of: VerdictOf, offer_of: OfferOf, lenders: Iterable[Claim], evaluations: int) -> None:
        self.verdict_of, self.offer_of = verdict_of, offer_of
        self.lenders = tuple(lenders)
        self.evaluations = evaluations
        self.able = True

    def hear(self, claim: Claim, only_proof: bool = False) -> _Standing | Outcome | None:
        """How it stands; the attack's outcome where that refutes it or shows it undefined; None where neither is known.

        Without an exact point that satisfies all hypotheses it is neither proved nor supported.

        Args:
            only_proof: what is not proved does not count, so a long attack is not worth its time.
        """
        witness = find_witness(claim, WITNESS)
        if witness is None:
            return None
        inhabited, empty = inhabited_parts(claim)
        if empty:
            return None
        outcome = attacked(claim, FIRST) if pointwise(claim) else None  # for others this is no cheaper
        if outcome is not None and _falls(outcome):
            return outcome
        found = self.attack(claim) if outcome is not None else None
        if isinstance(found, Outcome):
            return found
        proved = self._proved(claim, self._arguments(claim), witness, inhabited)
        if proved is None and (by_cases := self._by_cases(claim)) is not None:
            proved = self._proved(claim, [by_cases], witness, inhabited)
        if proved is None and outcome is not None:
            few = sum(1 if sym.is_real else 2 for sym in claim.sequent.symbols) <= FEW
            later = few and claim.argued is None  # as the judge does
            late = late_steps(claim, self.evaluations) if later else covering_steps(claim, self.evaluations)
            proved = None if late is None else self._proved(claim, [late], witness, inhabited)
        if proved is not None or only_proof:
            return proved
        return found if outcome is not None else self.attack(claim)

    def attack(self, claim: Claim, times: int = 1) -> _Standing | Outcome | None:
        """The same by attack alone, with that many times the evaluations."""
        outcome = attacked(changed(claim, seed=claim.seed + times - 1), times * self.evaluations)
        return outcome if _falls(outcome) else _survived(claim, outcome)

    def _arguments(self, claim: Claim) -> Iterator[Mapping[str, tuple[Step, ...]]]:
        with suppress(TermError):
            yield steps_of(claim)
        for lender in self.lenders:
            lent = lent_steps(claim, lender)
            if lent is not None:
                yield lent

    def _by_cases(self, claim: Claim) -> Mapping[str, tuple[Step, ...]] | None:
        """An argument for each option of an alternative among the hypotheses of a claim of one part."""
        if len(claim.sequent.goals) > 1:
            return None
        for at, split in enumerate(claim.given):
            if not isinstance(split, AnyOf):
                continue
            branches = []
            for option in split.options:
                steps = self._of_option(changed(claim, given=(*claim.given[:at], option, *claim.given[at + 1 :])))
                if steps is None:
                    break
                branches.append(steps)
            if len(branches) == len(split.options):
                return {claim.sequent.goals[0][0]: (Step("cases", {"split": split, "branches": tuple(branches)}),)}
        return None

    def _of_option(self, claim: Claim) -> tuple[Step, ...] | None:
        witness, part = find_witness(claim, WITNESS), claim.sequent.goals[0][0]
        if witness is None or inhabited_parts(claim) != ({}, ""):
            return None
        for steps in self._arguments(claim):
            if self._proved(claim, [steps], witness, {}) is not None:
                return steps[part]
        return None

    def lent(self, claim: Claim) -> Iterator[Extra]:
        """What other claims about the same flow suppose."""
        for lender in self.lenders:
            facts = lent_hypotheses(claim, lender)
            if facts:
                yield stated(facts, f"as in {lender.id}")

    def _proved(
        self,
        claim: Claim,
        arguments: Iterable[Mapping[str, tuple[Step, ...]]],
        witness: Point,
        inhabited: Mapping[str, Point],
    ) -> _Standing | None:
        for steps in arguments:
            try:
                proof = prove(claim.sequent, steps, witness, self.offer_of, inhabited)
            except Refused:
                continue
            if not any(standing(proof.uses, self.verdict_of)):
                return self._standing(proof)
        return None

    def _standing(self, proof: Proof) -> _Standing:
        used = [found.strength for found in map(self.verdict_of, proof.uses) if found and found.strength]
        strength = min([proof.strength, *used], key=STRENGTHS.index)
        rules = ", ".join(dict.fromkeys(step.rule for listed in proof.steps.values() for step in listed))
        return _Standing("proved", strength, conditional_on(proof.uses, self.verdict_of), f"by {rules}")


def pointwise(claim: Claim) -> bool:
    """Has it a part that draws can violate?"""
    return any(isinstance(goal, Pointwise) for _, goal in claim.sequent.goals)


def _falls(outcome: Outcome) -> bool:
    return outcome.refuted or outcome.undefined_at is not None


def _survived(claim: Claim, outcome: Outcome) -> _Standing | None:
    """Supported by draws; or, where the attack makes none, by what it tried. A suspect supports nothing."""
    survey = outcome.survey
    if survey.suspects:
        return None
    if survey.effective:
        return _Standing("supported", "sampled", (), survey.sentence())
    if pointwise(claim) or not survey.tried:
        return None
    left = f"; not tried: {'; '.join(survey.not_tried)}" if survey.not_tried else ""
    return _Standing(
        "unrefuted",
        None,
        (),
        f"{outcome.evaluations} evaluations refute nothing; tried {'; '.join(survey.tried)}{left}",
    )


class _Search:
    """The search for extra hypotheses of one refuted claim.

    Attributes:
        points: exact points that a repair has to exclude.
        candidates, heard: how many were made, and how many were attacked.
    """

    def __init__(self, claim: Claim, points: Iterable[Point], court: _Court, limit: int) -> None:
        from verify.attack.weighing import Sample

        self.claim, self.court, self.limit = claim, court, limit
        self.points = list(points)
        self.sample = Sample(claim)
        self.listed = quantities(claim)
        self.survivors: list[_Survivor] = []
        self.candidates = self.heard = 0
        self._queue: list[tuple[int, tuple[int, ...], int, Extra]] = []
        self._seen: set[tuple[Any, ...]] = set()
        self._alike: dict[bytes, int] = {}
        self._tightened: dict[tuple[str, bool], int] = {}
        self._witnesses: dict[tuple[Any, ...], Point | None] = {}
        self.pointwise = pointwise(claim)
        self._constants = constants(claim, small=self.pointwise)

    # candidates

    def run(self) -> list[_Survivor]:
        """The weakest survivors, each bound as weak as it was found to hold."""
        if not all(isinstance(goal, KINDS) for _, goal in self.claim.sequent.goals):
            return []
        restated = self.sample.restated([each.value for each in self.listed], each_once=True)
        self.listed = [each for each in self.listed if each.value not in restated]
        self.sample.values([each.value for each in self.listed])
        for extra in self._singles():
            self._offer(extra)
        self._hear_all(EXAMINED if self.pointwise else FEWER)
        if not self.survivors:
            self._hear_equalities()
        if not self.survivors:
            for extra in self._pairs():
                self._offer(extra)
            self._hear_all(FEWER)
        chosen = self._chosen(self._withstanding(self.survivors))
        return self._chosen([self._sharpened(each) for each in chosen])

    def _singles(self) -> Iterator[Extra]:
        yield from matrix_kinds(self.claim)
        yield from strict(self.claim)
        yield from self.court.lent(self.claim)
        for quantity in self.listed:
            yield from self._bounds(quantity)
            if quantity.value.kind != "pow":
                yield from (apart(quantity, c) for c in self._values(quantity))
        yield from (each for each in (*orders(self.listed), *squares(self.listed)) if not self._restates(each))

    def _restates(self, extra: Extra) -> bool:
        gaps = [add(atom.left, -atom.right) for clause in extra.clauses for atom in clause]
        return bool(self.sample.restated(gaps))

    def _values(self, quantity: Quantity) -> list[Fraction]:
        """Zero, and the simple rationals that it takes at known counterexamples."""
        at_points = (_exactly(quantity.value, point) for point in self.points)
        simple = (x for x in at_points if x is not None and x.denominator <= 8 and abs(x) <= 8)
        return list(dict.fromkeys((Fraction(0), *simple)))

    def _failing(self, quantity: Quantity) -> list[float]:
        """Its least and its greatest value where the claim is known to fail; empty where it has none."""
        found = [float(x) for x in self.sample.at_failures(quantity.value)]
        found += [x for x in (_nearly(quantity.value, point) for point in self.points) if x is not None]
        return [min(found), max(found)] if found else []

    def _bounds(self, quantity: Quantity) -> Iterator[Extra]:
        """Bounds that leave all known failures on the other side: as close as possible, and simple ones."""
        ends = self._failing(quantity)
        for up, end in zip((False, True), ends, strict=False):
            side = 1 if up else -1
            if abs(end) > 1000:
                continue
            edge = Fraction(side * end)
            above = sorted(side * c for c in self._constants if side * c >= edge)
            near = [
                _simple_above(edge),
                Fraction(edge.__floor__() + 1),
                *above[:2],
                *([Fraction(0)] if edge <= 0 else []),
            ]
            for c in dict.fromkeys(near):
                for op in ("ge", "gt") if up else ("le", "lt"):
                    yield bound(quantity, op, side * c)

    def _offer(self, extra: Extra) -> None:
        """Into the queue, unless it keeps a known failure, keeps nothing, or says the same as others on the sample."""
        if extra.clauses in self._seen:
            return
        self._seen.add(extra.clauses)
        self.candidates += 1
        if not extra.given or self._keeps_failure(extra) is not None:
            return
        if (self.sample.holds(extra, certainly=True) & self.sample.fails).any():
            return
        kept = self.sample.holds(extra) & self.sample.drawn
        share = int(kept.sum())
        equal = any(atom.op == "eq" for clause in extra.clauses for atom in clause)
        if not share and self.sample.drawn.any() and not equal:
            return
        if 0 < share < int(self.sample.drawn.sum()):
            mask = kept.tobytes()
            self._alike[mask] = self._alike.get(mask, 0) + 1
            if self._alike[mask] > 3:
                return
        heapq.heappush(self._queue, (-share, extra.weight, len(self._seen), extra))

    def _keeps_failure(self, extra: Extra) -> Point | None:
        """A known counterexample at which it certainly holds."""
        from verify.attack.weighing import holds_at

        return next((point for point in self.points if holds_at(extra, point)), None)

    # hearing them

    def _with(self, *extras: Extra) -> Claim:
        return changed(self.claim, given=(*self.claim.given, *(fact for each in extras for fact in each.given)))

    def _hear_all(self, most: int) -> None:
        """The weakest in the queue, until so many are heard or enough of them proved."""
        most += self.heard
        while self._queue and self.heard < most:
            proved = [each for each in self.survivors if each.standing.status == "proved"]
            if len(proved) >= self.limit or any(each.share.kept == each.share.drawn > 0 for each in proved):
                break  # of those that exclude a null set the simplest is enough
            extra = heapq.heappop(self._queue)[-1]
            kept = self._keeps_failure(extra)
            if kept is not None:
                self._tighten(extra, kept)
                continue
            if any(self._follows(each.extra, extra) for each in proved):
                continue
            known = proved or not self.court.able or len(self.survivors) >= self.limit * (2 if self.pointwise else 1)
            known = known or any(self._follows(s.extra, extra) for s in self.survivors)
            self._hear(extra, only_proof=bool(known))

    def _hear_equalities(self) -> None:
        """Symmetric or commuting matrices keep no draw, so they stand last and may not have had their turn."""
        left, self._queue = sorted(self._queue), []
        for *_, extra in left:
            equal = any(atom.op == "eq" for clause in extra.clauses for atom in clause)
            if equal and self._keeps_failure(extra) is None:
                self._hear(extra, only_proof=not self.court.able)

    def _hear(self, extra: Extra, only_proof: bool = False) -> _Standing | None:
        """How the claim stands with it; a new counterexample is remembered."""
        self.heard += 1
        found = self.court.hear(self._with(extra), only_proof)
        if isinstance(found, _Standing):
            self.survivors.append(_Survivor(extra, found, self.sample.share(extra)))
            return found
        if found is not None:
            self._learn(found)
            self._tighten(extra, self.points[-1])
        return None

    def _learn(self, outcome: Outcome) -> None:
        ends = [_place(each) for each in (outcome.worst, outcome.simplest) if each is not None]
        self.points += ends or ([outcome.undefined_at] if outcome.undefined_at is not None else [])

    def _tighten(self, extra: Extra, point: Point) -> None:
        """The next bound for a quantity whose bound keeps a counterexample."""
        quantity = extra.quantity
        if quantity is None or not self.pointwise:
            return
        ((atom,),) = extra.clauses
        up = atom.op in ("ge", "gt")
        key = (quantity.text, up)
        ends = [x for x in (_nearly(quantity.value, each) for each in self.points) if x is not None]
        self._tightened[key] = self._tightened.get(key, 0) + 1
        if self._tightened[key] > TIGHTENED or not ends:
            return
        side = 1 if up else -1
        exact = _exactly(quantity.value, point)
        edge = max(side * Fraction(x) for x in ends)
        if exact is not None and float(side * exact) >= float(edge):
            edge = side * exact
        if abs(edge) > 1000:
            return
        for c in dict.fromkeys((edge, _simple_above(edge), Fraction(edge.__floor__() + 1))):
            if c.denominator <= 10_000:
                for op in ("ge", "gt") if up else ("le", "lt"):
                    self._offer(bound(quantity, op, side * c))

    def _pairs(self) -> list[Extra]:
        """Two at once that together exclude all known failures, those that keep most first."""
        import numpy as np

        from verify.attack.weighing import holds_at

        singles = self._parts_of_pairs()
        if len(singles) < 2:
            return []
        fails = np.flatnonzero(self.sample.fails)[:: max(1, int(self.sample.fails.sum()) // MOST_FAILURES)]
        at_points = np.array([[holds_at(each, point) is not False for point in self.points] for each in singles], bool)
        held = [self.sample.holds(each) for each in singles]
        keeps = np.concatenate([np.array([each[fails] for each in held], bool), at_points], axis=1).astype(np.float32)
        useful = np.flatnonzero(keeps.sum(axis=1) < keeps.shape[1])
        drawn = np.flatnonzero(self.sample.drawn)
        weight = np.array([held[at][drawn] for at in useful], bool).astype(np.float32)
        both = keeps[useful] @ keeps[useful].T
        shares = weight @ weight.T
        i, j = np.nonzero(np.triu(both == 0, 1))
        order = sorted(range(len(i)), key=lambda at: (-float(shares[i[at], j[at]]), int(i[at]), int(j[at])))
        return [singles[useful[i[at]]].joined(singles[useful[j[at]]]) for at in order[:MOST_PAIRS]]

    def _parts_of_pairs(self) -> list[Extra]:
        found: dict[Any, Extra] = {}
        small = [c for c in self._constants if abs(c) <= 4][:16]
        for quantity in self.listed:
            for each in (
                *(bound(quantity, op, c) for c in small for op in ("ge", "gt", "le", "lt")),
                apart(quantity, Fraction(0)),
            ):
                found.setdefault(each.clauses, each)
        for each in (*strict(self.claim), *orders(self.listed), *matrix_kinds(self.claim)):
            found.setdefault(each.clauses, each)
        kept = [each for each in found.values() if each.given and not (each.kind == "order" and self._restates(each))]
        masks: dict[bytes, Extra] = {}
        for each in kept:
            masks.setdefault(self.sample.holds(each).tobytes(), each)
        return list(masks.values())[:MOST_FOR_PAIRS]

    def _withstanding(self, survivors: Iterable[_Survivor]) -> Iterator[_Survivor]:
        """Those that are proved, and the first others that withstand ten times as many evaluations, drawn anew."""
        left = self.limit
        for each in sorted(survivors, key=lambda each: each.order):
            if each.standing.status == "proved" or not self.pointwise:  # another seed changes little there
                yield each
            elif left and self._keeps_failure(each.extra) is None:
                found = self.court.attack(self._with(each.extra), 10)
                if isinstance(found, _Standing):
                    left -= 1
                    yield replace(each, standing=found)
                elif found is not None:
                    self._learn(found)

    # which are weakest

    def _follows(self, weaker: Extra, stronger: Extra) -> bool:
        """Does the kernel show the one from the claim's hypotheses and the other?"""
        witness = self._witness(stronger)
        if witness is None:
            return False
        facts = (*self.claim.sequent.facts, *stronger.given)
        return all(_shown(fact, self.claim.sequent.symbols, facts, stronger.given, witness) for fact in weaker.given)

    def _witness(self, extra: Extra) -> Point | None:
        if extra.clauses not in self._witnesses:
            self._witnesses[extra.clauses] = find_witness(self._with(extra), WITNESS)
        return self._witnesses[extra.clauses]

    def _chosen(self, survivors: Iterable[_Survivor]) -> list[_Survivor]:
        """The weakest of each status that no better one follows from; `limit` that are proved, and as many others."""
        kept: list[_Survivor] = []
        for each in sorted(survivors, key=lambda each: each.order):
            if not any(self._follows(other.extra, each.extra) for other in kept):
                back = [o for o in kept if o.order[0] == each.order[0] and self._follows(each.extra, o.extra)]
                kept = [*(o for o in kept if o not in back), each]
        found = [each for each in kept if each.standing.status == "proved"][: self.limit]
        most = max((each.share.kept for each in found), default=-1)
        others = [each for each in kept if each.standing.status != "proved" and each.share.kept > most]
        return [*found, *self._widest(others)[: self.limit]]

    def _widest(self, survivors: Iterable[_Survivor]) -> list[_Survivor]:
        """Those that keep a draw which none before them keeps, and those that keep all."""
        kept: list[Any] = []
        found = []
        for each in survivors:
            mask = self.sample.holds(each.extra) & self.sample.drawn
            if each.share.kept == each.share.drawn or all((mask & ~other).any() for other in kept):
                kept.append(mask)
                found.append(each)
        return found

    # edges

    def _sharpened(self, survivor: _Survivor) -> _Survivor:
        """A bound moved towards the nearest failure for as long as the claim is proved.

        One that is merely supported stays: moved until the attack sees no failure, it would soon be false.
        """
        quantity = survivor.extra.quantity
        if quantity is None or not self.pointwise:
            return survivor
        ((atom,),) = survivor.extra.clauses
        up = atom.op in ("ge", "gt")
        side, ends = 1 if up else -1, self._failing(quantity)
        if not ends or atom.right.kind != "rat":
            return survivor
        low, high = Fraction(side * ends[up]), side * atom.right.payload
        op, edge, best = ("ge" if up else "le"), "", survivor
        for _ in range(HALVED):
            gap = high - low
            if gap <= RELATIVE * (1 + abs(high)) or (quantity.natural and gap <= 1):
                break
            middle = side * simplest_between(low + gap / 4, high - gap / 4)
            tried = bound(quantity, op, middle)
            self.survivors = []
            found = self._hear(tried) if self._keeps_failure(tried) is None else None
            if found is not None and found.status == "proved":
                best, high = _Survivor(tried, found, self.sample.share(tried)), side * middle
            elif self._keeps_failure(tried) is not None:
                low, edge = side * middle, tried.text
            else:
                break
        return replace(best, edge=edge)

    def outside(self, extra: Extra) -> Refutation | None:
        """A simple counterexample that it excludes, near its edge; None where none is found or that takes long."""
        for more in self._beyond(extra) if self.pointwise else ():
            outcome = attacked(changed(self.claim, given=(*self.claim.given, *more)), FIRST)
            if outcome.refuted:
                return outcome.simplest
        return None

    def _beyond(self, extra: Extra) -> Iterator[tuple[Relation | AnyOf, ...]]:
        """Hypotheses that hold just outside, the narrowest first."""
        if len(extra.clauses) > 1 or len(extra.clauses[0]) > 1:
            for clause in extra.clauses:
                yield tuple(atom.relation.negation() for atom in clause)
            return
        ((atom,),) = extra.clauses
        relation = atom.relation
        if atom.op in ("gt", "lt", "ne"):
            yield (Relation("eq", relation.left, relation.right),)
        if extra.quantity is not None and atom.right.kind == "rat":
            c = atom.right.payload
            for width in (Fraction(1, 16), Fraction(1, 4), Fraction(1)):
                near = c - width if atom.op in ("ge", "gt") else c + width
                yield (bound(extra.quantity, atom.op, near).given[0], relation.negation())
        yield (relation.negation(),)


def _place(refutation: Refutation) -> Point:
    """Where a claim fails; a zero that is not written down, by the middle of its bounds."""
    if refutation.rule != "crossing":
        return refutation.point
    data = refutation.data
    return {**refutation.point, data["symbol"]: number((data["low"] + data["high"]) / 2)}


def changed(claim: Claim, **new: Any) -> Claim:
    """The claim with other hypotheses, or another conclusion or seed, and the same argument.

    Raises:
        ClaimError, TermError: it cannot be stated.
    """
    kept = {name: getattr(claim, name) for name in ("space", "shows", "given", "title", "source", "rests_on", "seed")}
    found = Claim(claim.id, **{**kept, **new}, kind="conjecture")
    if claim.argued is not None:
        found.argument(claim.argued)
    return found


def _simple_above(edge: Fraction) -> Fraction:
    return simplest_between(edge, edge + NEARBY * (1 + abs(edge)))


def _exactly(value: Term, point: Point) -> Fraction | None:
    try:
        return evaluate(value, point).fraction()
    except (Inexact, Undefined):
        return None


def _nearly(value: Term, point: Point) -> float | None:
    from verify.kernel import ball

    exact = _exactly(value, point)
    if exact is not None:
        return float(exact)
    found: Any = ball.enclose(value, point, 128)
    return float(found.mid()) if found.is_finite() else None


def _shown(
    fact: Relation | AnyOf,
    symbols: tuple[Term, ...],
    facts: tuple[Relation | AnyOf, ...],
    own: tuple[Relation | AnyOf, ...],
    witness: Point,
) -> bool:
    """By a plain rule of the kernel; or the gap of an order grows from that of one of `own` by what is not negative."""
    if fact in facts:
        return True
    if isinstance(fact, AnyOf):
        return any(_shown(option, symbols, facts, own, witness) for option in fact.options)
    grown = []
    for each in own if fact.op in ("ge", "gt") else ():
        if isinstance(each, Relation) and each.op in ("ge", "gt"):
            op = "gt" if fact.op == "gt" and each.op == "ge" else "ge"
            grown.append(Relation(op, add(fact.gap, -each.gap), ZERO))
    for wanted in (fact, *grown):
        for step in plain_steps(wanted):
            try:
                prove(Sequent(symbols, facts, (("main", Pointwise(wanted)),)), {"main": (step,)}, witness)
                return True
            except Refused:
                continue
    return False


# weaker conclusions


def _weaker(shows: Any) -> Iterator[tuple[str, Callable[[], Conclusion]]]:
    """From every start but the equilibria; from almost every start."""
    if not isinstance(shows, Eventually) or not isinstance(shows.start, Every):
        return
    start, flow = shows.start, shows.flow
    rests = add(*(abs2(rate) if len(flow.terms) > 1 else rate for rate in flow.terms))
    but = replace(start, except_=(*start.except_, Relation("eq", rests, ZERO)))
    yield "every start but the equilibria", lambda: replace(shows, start=but)
    if not start.where:
        yield "almost every start", lambda: replace(shows, start=AlmostEvery())


def _conclusions(claim: Claim, court: _Court) -> tuple[Suggestion, ...]:
    found: list[Suggestion] = []
    for name, make in leaves(claim.shows, _weaker):
        try:
            weaker = changed(claim, shows=make())
        except (ClaimError, TermError):
            continue
        heard = court.hear(weaker)
        if isinstance(heard, _Standing):
            found.append(_weakened(str(weaker.shows), name, heard))
    return tuple(found)


def _weakened(text: str, name: str, stands: _Standing) -> Suggestion:
    return Suggestion(
        text,
        name,
        "conclusion",
        stands.status,
        strength=stands.strength,
        conditional_on=stands.conditional_on,
        reason=stands.reason,
    )


# the whole


def repair_of(
    claim: Claim,
    known: Iterable[Refutation],
    *,
    undefined_at: Point | None = None,
    verdict_of: VerdictOf,
    offer_of: OfferOf,
    lenders: Iterable[Claim] = (),
    evaluations: int = Budget.QUICK.evaluations,
    limit: int = 3,
) -> Repair:
    """Suggest repairs of a refuted claim.

    Args:
        known: confirmed counterexamples, the simplest first.
        undefined_at: an exact point that satisfies the hypotheses, at which the conclusion has no value; needed where
            no counterexample is known.
        verdict_of, offer_of: as for `judge`.
        lenders: claims whose arguments are tried.
        evaluations: of the attack on each candidate.
        limit: of suggestions that are proved, and of others.
    """
    refutations = list(known)
    court = _Court(verdict_of, offer_of, lenders, evaluations)
    court.able = _falls(attacked(claim, evaluations))
    points = [_place(each) for each in refutations] + ([] if undefined_at is None else [undefined_at])
    search = _Search(claim, points, court, limit)
    chosen = search.run()
    heard, candidates = search.heard, search.candidates
    simplest = refutations[0] if refutations else None
    suggestions = []
    for each in chosen:
        outside = search.outside(each.extra) or simplest
        weaker_than = [o.extra.text for o in chosen if o is not each and search._follows(each.extra, o.extra)]
        suggestions.append(_suggestion(claim, each, outside, weaker_than))
    return Repair(
        claim.id,
        claim.title,
        str(claim),
        "refuted" if undefined_at is None else "undecided",
        fails_at(simplest, claim) if undefined_at is None and simplest else _undefined(undefined_at or {}),
        tuple(suggestions),
        _conclusions(claim, court),
        search.sample.distribution,
        candidates,
        heard,
        court.able,
    )


def _undefined(point: Point) -> str:
    place = ", ".join(f"{name} = {value}" for name, value in (point_text(point) or {}).items())
    return f"undefined at {place}"


def _suggestion(claim: Claim, survivor: _Survivor, outside: Refutation | None, weaker_than: list[str]) -> Suggestion:
    extra, stands, share = survivor.extra, survivor.standing, survivor.share
    return Suggestion(
        extra.text,
        extra.name,
        extra.kind,
        stands.status,
        extra.given,
        stands.strength,
        stands.conditional_on,
        stands.reason,
        share.kept,
        share.drawn,
        tuple(weaker_than),
        None if outside is None else counterexample_of(outside, claim),
        "" if outside is None else fails_at(outside, claim),
        survivor.edge,
    )


def _lenders(catalogue: Catalogue, claim: Claim) -> Iterator[Claim]:
    """Theorems about orbits, if the claim is about orbits."""
    if not any(isinstance(goal, LongTime) for _, goal in claim.sequent.goals):
        return
    for each in catalogue.entries.values():
        if each.kind == "theorem" and "from " in each.statement and " along " in each.statement:
            yield catalogue.claim(each.id)


def run_repair(
    catalogue: Catalogue,
    ids: Iterable[str],
    *,
    budget: str = "quick",
    limit: int = 3,
    directory: Path = DIRECTORY,
    tell: Callable[[Repair], None] | None = None,
) -> list[Repair]:
    """Repairs of claims, in their order; first each is judged, unless its verdict is remembered.

    Args:
        budget: evaluations of the attack on each candidate.
        tell: told each as soon as it is known.
    """
    evaluations = Budget.of(budget).evaluations
    found: list[Repair] = []

    with Session(catalogue, directory=directory) as session:

        def verdict_of(other: str) -> Verdict | None:
            return session.verdict(other) if other in catalogue.entries else None

        def offer_of(other: str) -> Sequent | Schema | None:
            return catalogue.claim(other).offers if other in catalogue.entries else None

        for claim in ids:
            verdict = session.verdict(claim)
            if verdict.status is not Status.REFUTED and "undefined_at" not in verdict.survey:
                repair = Repair(claim, verdict.title, skipped=_why_not(verdict))
            else:
                try:
                    repair = _repaired(catalogue, verdict, verdict_of, offer_of, evaluations, limit)
                except Exception as error:  # the others still count; what is caught is an error
                    text = " ".join(f"{type(error).__name__}: {error}".split())
                    repair = Repair(claim, verdict.title, failed=text[:300])
            found.append(repair)
            if tell is not None:
                tell(repair)
    return found


def _why_not(verdict: Verdict) -> str:
    return f"not refuted but {verdict.status}; there is nothing to repair"


def _repaired(
    catalogue: Catalogue, verdict: Verdict, verdict_of: VerdictOf, offer_of: OfferOf, evaluations: int, limit: int
) -> Repair:
    claim = catalogue.claim(verdict.claim)
    known = list(recalled(claim, verdict.counterexample or {}).values())
    undefined_at = None
    if not known:
        outcome = attacked(claim, Budget.DEFAULT.evaluations)
        known = [each for each in (outcome.simplest, outcome.worst) if each is not None]
        undefined_at = outcome.undefined_at if verdict.status is not Status.REFUTED else None
    if not known and undefined_at is None:
        lost = "its counterexample rests on steps, and the attack did not find it again"
        return Repair(claim.id, claim.title, str(claim), skipped=lost)
    return repair_of(
        claim, known, undefined_at=undefined_at, verdict_of=verdict_of, offer_of=offer_of,
        lenders=_lenders(catalogue, claim), evaluations=evaluations, limit=limit,
    )  # fmt: skip
