"""Sharpness: how far a constant of an inequality can be moved, bracketed from both sides by the kernel.

proved    the kernel proved the claim with that value: by its own argument run again, or by a default rule
refuted   the kernel confirmed a counterexample to the claim with that value
equality  at an exact point the inequality with that value is an equality, and its gap falls as the constant goes on

Between two values that are proved nothing is claimed unless the gap is affine in the constant, or its derivative in it
was proved to have a sign.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.attack.closed import CLOSE, closed_forms, closed_points
from verify.attack.constants import Candidate, candidates, symbol_for
from verify.attack.mutants import Mutant
from verify.attack.outcome import Budget, point_text
from verify.attack.points import as_float
from verify.attack.witness import find_part_witness, find_point, find_witness
from verify.catalogue import DIRECTORY, Catalogue, UsageError
from verify.claim import Claim, ClaimError
from verify.judge import attacked, conditional_on, counterexample_of, fails_at
from verify.kernel import goal as goals_
from verify.kernel import point as at_point
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Pointwise, Schema, Sequent, own_hypotheses
from verify.kernel.lie import Flow
from verify.kernel.proof import Proof, Refused, Refutation, Step, prove, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, Term, TermError, mul, number, postorder
from verify.prove.argument import argued_steps, default_steps, formed, sought
from verify.run import run
from verify.teeth import by_default, moved_along, replayed
from verify.verdict import STRENGTHS, Status, Verdict

if TYPE_CHECKING:
    from verify.attack.ground import Ground
    from verify.attack.limits import Tightest

__all__ = [
    "DIGITS",
    "Constant",
    "Equality",
    "Fallen",
    "Sharpness",
    "Shown",
    "Side",
    "run_sharpen",
    "sharpen",
]

DIGITS = 4
"""Significant digits of the values that are tried, by default."""
POINTS, TRIED, DEAR = 12, 64, 8
"""Exact points that may show an equality; those that may refute one value, and where integrals are enclosed."""
DRAWN = 512
ENORMOUS = 10**6
"""A limit this many times as large as the constant, which is no limit but a gap that hardly depends on it."""
FAR = 100
OfferOf = Callable[[str], "Sequent | Schema | None"]
VerdictOf = Callable[[str], "Verdict | None"]


@dataclass(frozen=True)
class Value:
    """A value of a constant, as it is written."""

    term: Term
    text: str
    size: float

    @classmethod
    def of(cls, value: Fraction, places: int = 0) -> Value:
        """A rational, written as a decimal where so many places after the point suffice for it."""
        scaled = value * 10**places
        text = _decimal(int(scaled), places) if scaled.denominator == 1 else str(value)
        return cls(number(value), text, float(value))


def _decimal(scaled: int, places: int) -> str:
    digits = f"{abs(scaled):0{places + 1}d}"
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :].rstrip("0")
    return f"{'-' if scaled < 0 else ''}{whole}{'.' if rest else ''}{rest}"


@dataclass(frozen=True)
class Shown:
    """A value with which the kernel proved the claim.

    Attributes:
        by: how: as stated, or which rules.
        strength: exact or ball.
        conditional_on: cited results.
    """

    value: str
    size: float
    by: str
    strength: str
    conditional_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fallen:
    """A value with which the kernel refuted the claim, and the counterexample as a verdict keeps it."""

    value: str
    size: float
    reason: str
    counterexample: Mapping[str, Any]


@dataclass(frozen=True)
class Equality:
    """An exact point that satisfies all hypotheses, where both sides are equal with that value of the constant."""

    value: str
    size: float
    point: Mapping[str, Any]


@dataclass(frozen=True)
class Side:
    """What is known of one direction in which a constant can be moved.

    Attributes:
        towards: larger or smaller.
        proved: the furthest value that is proved.
        refuted: the nearest that is refuted.
        equality: where one was found; no value beyond its own holds.
        estimate: of the best constant, in floats; None where no limit was seen.
        looks_like: a closed form near the estimate: a guess.
        digits: the last of so many significant digits differs by one between what is proved and what is refuted.
        evaluations: of the search.
    """

    towards: str
    proved: Shown | None = None
    refuted: Fallen | None = None
    equality: Equality | None = None
    estimate: float | None = None
    looks_like: str = ""
    digits: int | None = None
    evaluations: int = 0

    @property
    def sharp(self) -> bool:
        """The best constant is known exactly."""
        return self.proved is not None and self.equality is not None and self.proved.value == self.equality.value

    @property
    def word(self) -> str:
        """sharp, bracketed, proved (nothing was refuted), refuted (nothing was proved) or open."""
        if self.sharp:
            return "sharp"
        fallen = self.refuted is not None or self.equality is not None
        if self.proved is not None:
            return "bracketed" if fallen else "proved"
        return "refuted" if fallen else "open"


@dataclass(frozen=True)
class Constant:
    """One constant of a claim, moved.

    Attributes:
        index: from 1; what `--constant` takes.
        name: where it stands.
        kind: literal, factor (of a side) or offset.
        movement: falls or rises: the gap does, weakly, as the constant grows, which was proved; affine: the gap is
            affine in it; unknown.
        why: how that is known.
        among: positive or negative: the values for which that was proved, where it is not all of them.
        note: why there are no sides, or empty.
        failed: how the machine failed, or empty.
    """

    index: int
    name: str
    value: str
    kind: str
    movement: str = "unknown"
    why: str = ""
    among: str = ""
    sides: tuple[Side, ...] = ()
    note: str = ""
    failed: str = ""


@dataclass(frozen=True)
class Sharpness:
    """The constants of one claim.

    Attributes:
        status, strength: of the claim as stated.
        skipped: why there are no constants, or empty.
        usage: it was asked for something that is not there; `skipped` says what.
    """

    claim: str
    title: str = ""
    statement: str = ""
    status: str = ""
    strength: str | None = None
    constants: tuple[Constant, ...] = ()
    skipped: str = ""

    @property
    def failed(self) -> bool:
        return any(each.failed for each in self.constants)


# how the gap moves


@dataclass(frozen=True)
class Movement:
    """How the gap moves with the constant.

    Attributes:
        word: falls, rises, affine or unknown; see `Constant`.
        slope: the derivative of the gap, None where it has none by form.
        affine: the slope is free of the constant.
        lowest, highest: the values of the constant for which the word was shown.
    """

    word: str
    why: str
    slope: Term | None
    affine: bool
    lowest: Fraction | None = None
    highest: Fraction | None = None

    @property
    def among(self) -> str:
        """positive or negative, where the word was shown for such values of the constant alone."""
        return "" if self.lowest is self.highest else "positive" if self.highest is None else "negative"

    @property
    def sides(self) -> tuple[int, ...]:
        """The directions in which the claim becomes stronger, as far as is known."""
        return {"falls": (1,), "rises": (-1,)}.get(self.word, (1, -1))


@dataclass
class _Work:
    """One constant: the claim with any value in its place, proved and attacked."""

    claim: Claim
    candidate: Candidate
    verdict: Verdict
    witness: Point
    offer_of: OfferOf
    verdict_of: VerdictOf
    evaluations: int
    digits: int
    spent: int = 0
    sought: bool = False
    hoped: tuple[Term, ...] = ()
    known: dict[Term, Shown | None] = field(default_factory=dict)

    # the claim with another value

    def goal_at(self, value: Term) -> Pointwise | goals_.Bound:
        found = dict(self.candidate.put(value).goals(self.claim.space))[self.candidate.part]
        assert isinstance(found, Pointwise | goals_.Bound)
        return found

    def mutant(self, value: Term) -> Mutant | None:
        """The claim with that value; None where it cannot be stated."""
        try:
            made = Claim(
                f"{self.claim.id}.sharpened", self.claim.space, self.candidate.put(value), self.claim.given,
                source=self.claim.source, kind="lie", rests_on=self.claim.rests_on, seed=self.claim.seed,
            )  # fmt: skip
            goals = dict(made.sequent.goals)
        except (ClaimError, TermError):
            return None
        if self.candidate.part not in goals:
            return None
        if self.claim.argued is not None:
            made.argument(self.claim.argued)
        return Mutant(self.candidate.name, "constant", made, (self.candidate.part,))

    @cached_property
    def symbol(self) -> Term:
        return symbol_for(self.claim)

    @cached_property
    def goal(self) -> Pointwise | goals_.Bound:
        """The goal with the symbol in the constant's place."""
        return self.goal_at(self.symbol)

    @cached_property
    def integrates(self) -> bool:
        """Does an integral stand in the gap? A ball of it costs the kernel a quadrature."""
        return any(node.kind == "integral" for node in postorder(self.goal.relation.gap))

    @cached_property
    def given(self) -> tuple[Relation | AnyOf, ...]:
        """What the part supposes beside the facts, at every point of which it speaks."""
        goal = self.goal
        own = goal.given if isinstance(goal, Pointwise) else goal.during
        return tuple(each for each in own if each not in self.claim.sequent.facts)

    @cached_property
    def facts(self) -> tuple[Relation | AnyOf, ...]:
        return (*self.claim.sequent.facts, *self.given)

    @cached_property
    def ground(self) -> Ground:
        from verify.attack.ground import Ground, turned

        return Ground(self.claim.space, self.facts, turned(self.goal.terms))

    @cached_property
    def may_use(self) -> tuple[str, ...]:
        """What a proof may use: what the claim's argument uses, as far as that stands."""
        return tuple(each for each in self.verdict.uses if _stands(self.verdict_of(each)))

    # proofs

    def shown(self, value: Value) -> Shown | None:
        """Does the kernel prove the claim with that value?"""
        if value.term not in self.known:
            self.known[value.term] = self._shown(value)
        return self.known[value.term]

    @property
    def unproved(self) -> set[Term]:
        """Values with which no proof was found."""
        return {value for value, shown in self.known.items() if shown is None}

    def _shown(self, value: Value) -> Shown | None:
        if self.stated is not None and value.term is number(self.candidate.value):
            return self.stated
        mutant = self.mutant(value.term)
        proof = None if mutant is None else self._proof(mutant)
        if proof is None and mutant is not None and value.term in self.hoped:
            proof = self._by_last(mutant)
        if proof is None:
            return None
        rules = dict.fromkeys(step.rule for listed in proof.steps.values() for step in listed)
        used = [found.strength for found in map(self.verdict_of, proof.uses) if found is not None]
        strength = min([proof.strength, *(each for each in used if each in STRENGTHS)], key=STRENGTHS.index)
        conditional = conditional_on(proof.uses, self.verdict_of)
        return Shown(value.text, value.size, f"by {', '.join(rules)}", strength, conditional)

    def _proof(self, mutant: Mutant) -> Proof | None:
        if self.claim.argued is not None:
            for whole in (False, True) if len(mutant.claim.sequent.goals) == 1 else (False,):
                if (found := replayed(mutant, self.offer_of, self.may_use, whole)) is not None:
                    return found
            if (found := moved_along(self.claim, mutant, self.offer_of, self.may_use)) is not None:
                return found
        return by_default(mutant, self.offer_of, self.evaluations)

    def _by_last(self, mutant: Mutant) -> Proof | None:
        """The proof by manifest forms or orders from an end on. Dear, so only where it may be sharp."""
        sequent, goal = mutant.narrowed.sequent, mutant.claim.sequent.goal(self.candidate.part)
        point = self._witness_of_part()
        if not isinstance(goal, Pointwise) or point is None:
            return None
        steps = sought(goal.relation, (*sequent.facts, *goal.given))
        inhabited = {self.candidate.part: point} if own_hypotheses(goal, sequent.facts) else {}
        try:
            return None if steps is None else prove(sequent, {self.candidate.part: steps}, point, inhabited=inhabited)
        except Refused:
            return None

    @cached_property
    def stated(self) -> Shown | None:
        """The claim as it stands, if it is proved."""
        if self.verdict.status is not Status.PROVED:
            return None
        value, conditional = self.candidate.value, self.verdict.conditional_on
        if conditional and len(self.claim.sequent.goals) > 1:  # perhaps for another part's sake
            mutant = self.mutant(number(value))
            proof = None if mutant is None else self._proof(mutant)
            conditional = conditional if proof is None else conditional_on(proof.uses, self.verdict_of)
        return Shown(str(value), float(value), "as stated", self.verdict.strength or "exact", conditional)

    # how the gap moves

    @cached_property
    def movement(self) -> Movement:
        gap = self.goal.relation.gap
        try:
            slope = Flow(((self.symbol, ONE),)).derivative(gap)
        except TermError:
            return Movement("unknown", "the gap has no derivative in the constant by form", None, False)
        affine = self.symbol not in slope.symbols
        for low, high in () if affine else _ranges(self.candidate.value):
            found = self._sloping(slope, low, high)
            if found is not None:
                rule, word = found
                return Movement(word, f"by {rule}", slope, False, low, high)
        if affine and (found := self._sloping(slope, None, None)) is not None:
            rule, word = found
            return Movement(word, f"by {rule}", slope, True)
        if affine:
            return Movement("affine", "its derivative in the constant is free of it", slope, True)
        return Movement("unknown", "no sign of the gap's derivative in the constant was proved", slope, False)

    def _sloping(self, slope: Term, low: Fraction | None, high: Fraction | None) -> tuple[str, str] | None:
        """(the rules that show it, falls or rises), where the kernel shows that the slope has a sign in a range."""
        c, value = self.symbol, self.candidate.value
        ends = [Relation("gt", c, number(low))] if low is not None else []
        ends += [Relation("gt", number(high), c)] if high is not None else []
        facts = (*self.facts, *ends)
        point = self._witness_of_part()
        if point is None:
            return None
        for sign in self._likely_signs(slope):
            relation = Relation("ge", mul(number(sign), slope), ZERO)
            goal = Pointwise(relation, self.goal.relation.terms)
            sequent = Sequent((*self.claim.sequent.symbols, c), facts, (("main", goal),))
            for steps in self._ways(goal, facts):
                if self._by(sequent, steps, {**point, c: number(value)}):
                    return ", ".join(dict.fromkeys(step.rule for step in steps)), "rises" if sign > 0 else "falls"
        return None

    def _likely_signs(self, slope: Term) -> tuple[int, ...]:
        """The signs that the slope may have everywhere, by draws in floats: what they exclude is not tried."""
        import numpy as np

        from verify.readings.batch import compile_batch

        ground, values = self.ground, []
        batch = compile_batch([slope], (*ground.symbols, self.symbol))
        drawn = ground.draws.columns(np.random.default_rng(self.claim.seed), DRAWN)
        for columns in (ground.special_columns, drawn):
            columns, _ = ground.project(columns, ground.charts[0])
            holds, _, _ = ground.inside(columns)
            ((found, error),) = batch({**columns, self.symbol: np.full(len(holds), float(self.candidate.value))})
            with np.errstate(all="ignore"):
                values.append(found[holds & (np.abs(found) > FAR * error)])
        seen = np.sign(np.concatenate(values))
        return tuple(sign for sign in (1, -1) if not np.any(seen == -sign))

    def _by(self, sequent: Sequent, steps: tuple[Step, ...], witness: Point) -> bool:
        try:
            proof = prove(sequent, {"main": steps}, witness, self.offer_of)
        except Refused:
            return False
        conditional = conditional_on(proof.uses, self.verdict_of)  # the movement of a gap is told without conditions
        return set(proof.uses) <= set(self.may_use) and not conditional

    def _ways(self, goal: Pointwise, facts: tuple[Relation | AnyOf, ...]) -> Iterator[tuple[Step, ...]]:
        """A default rule; the same after the signs of single symbols, and after what the claim's own argument shows; a
        manifest form."""
        last = default_steps(goal, facts)
        yield last
        if self._signs_of_symbols:
            yield (*self._signs_of_symbols, *last)
        for before in self._arguments:
            yield (*before, *last)
        if not self.sought:
            self.sought = True
            form = formed(goal.relation, facts)
            if form is not None:
                yield form

    @cached_property
    def _arguments(self) -> tuple[tuple[Step, ...], ...]:
        """Beginnings of the claim's argument that may show something of the slope as well."""
        if self.claim.argued is None or not isinstance(self.goal, Pointwise):
            return ()
        try:
            steps = argued_steps(self.claim)[self.candidate.part]
        except TermError:
            return ()
        showing = tuple(step for step in steps if isinstance(step.data.get("shows"), Relation))
        beginnings = [each for each in (steps[:-1], steps, showing[:-1], showing) if each]  # the last shows the goal
        return tuple(each for at, each in enumerate(beginnings) if each not in beginnings[:at])

    @cached_property
    def _signs_of_symbols(self) -> tuple[Step, ...]:
        """Steps that show the sign of single symbols, where the facts about each alone give one."""
        point = self._witness_of_part()
        found = []
        for sym in self.claim.sequent.symbols if point is not None else ():
            alone = sym.is_real and any(fact.symbols == (sym,) for fact in self.facts)
            for sign, op in itertools.product((1, -1), ("gt", "ge")) if alone else ():
                relation = Relation(op, mul(number(sign), sym), ZERO)
                step = Step("roots", {"shows": relation})
                sequent = Sequent(self.claim.sequent.symbols, self.facts, (("main", Pointwise(relation)),))
                if self._by(sequent, (step,), point or {}):
                    found.append(step)
                    break
        return tuple(found)

    def _witness_of_part(self) -> Point | None:
        return find_part_witness(self.claim, self.given) if self.given else self.witness

    # refutations

    def refuted(self, value: Value, points: Iterable[Point]) -> Fallen | None:
        """Does the kernel confirm one of the points as a counterexample to the claim with that value?"""
        mutant = self.mutant(value.term)
        if mutant is None:
            return None
        from verify.attack.limits import simplified

        narrowed = mutant.narrowed
        for point in points:
            try:
                found = refute(narrowed.sequent, self.candidate.part, "point", point)
            except Refused:
                continue
            return self._fallen(value, simplified(self.ground, found), narrowed)
        return None

    def attacked(self, value: Value) -> Fallen | None:
        """The same by a whole attack."""
        mutant = self.mutant(value.term)
        if mutant is None:
            return None
        outcome = attacked(mutant.narrowed, self.evaluations)
        self.spent += outcome.evaluations
        return None if outcome.simplest is None else self._fallen(value, outcome.simplest, mutant.narrowed)

    @staticmethod
    def _fallen(value: Value, found: Refutation, claim: Claim) -> Fallen:
        return Fallen(value.text, value.size, fails_at(found, claim), counterexample_of(found, claim))


def _vanishes(within: float, gap: Any) -> Any:
    return abs(gap) <= within


def _stands(verdict: Verdict | None) -> bool:
    return verdict is not None and (verdict.status is Status.PROVED or verdict.kind == "cited")


def _ranges(value: Fraction) -> list[tuple[Fraction | None, Fraction | None]]:
    """Ranges of the constant in which the gap's derivative may have a sign, widest first."""
    if value == 0:
        return [(None, None)]
    return [(None, None), (Fraction(0), None) if value > 0 else (None, Fraction(0))]


# one direction


@dataclass
class _Direction:
    """A constant moved in one direction."""

    work: _Work
    side: int
    admitted: dict[int, bool] = field(default_factory=dict)

    @property
    def start(self) -> Fraction:
        return self.work.candidate.value

    def settle(self) -> Side:
        """Bracket the best constant."""
        proved = self.work.stated
        found = Side("larger" if self.side > 0 else "smaller", proved)
        before = self.work.spent
        tight = self._tightest()
        if tight is None:
            return replace(self._by_steps(found), evaluations=self.work.spent - before)
        limited = abs(tight.least) <= ENORMOUS * max(1.0, abs(float(self.start)))
        bracket = partial(self._near_limit, tight) if limited else self._by_steps
        return replace(bracket(found), evaluations=self.work.spent - before + tight.spent)

    # a pointwise inequality: the limit is estimated first

    def _tightest(self) -> Tightest | None:
        from verify.attack.limits import Room, tightest

        work, movement = self.work, self.work.movement
        if not isinstance(work.goal, Pointwise):
            return None
        slope = movement.slope if movement.affine else None
        room = Room(
            work.goal.relation.gap, work.symbol, slope, self.start, self.side, movement.lowest, movement.highest
        )
        return tightest(work.ground, room, work.evaluations, work.claim.seed)

    def _near_limit(self, tight: Tightest, found: Side) -> Side:
        limit = float(self.start) + self.side * tight.least
        if self.work.stated is not None and tight.least < -CLOSE * max(1.0, abs(limit)):
            return found  # floats contradict the proof, or the values that hold are no interval
        closed = self._closed(limit, tight.least)
        equal = self._equality(closed, tight)
        guess = "" if not closed or closed[0].term is number(self.start) else closed[0].text
        found = replace(found, estimate=limit, looks_like=guess)
        if equal is not None:
            value, point = equal
            closed = [value]
            found = replace(found, equality=Equality(value.text, value.size, point_text(point) or {}))
        self.work.hoped = tuple(each.term for each in closed[:1])
        found = replace(found, refuted=self._refuted(limit, equal, tight))
        found = replace(found, proved=self._proved(found, limit, closed))
        return replace(found, digits=self._agreement(found, limit))

    def _agreement(self, found: Side, limit: float) -> int | None:
        """To how many digits both sides agree, if to all that were asked for."""
        if found.proved is None or found.refuted is None:
            return None
        _, unit = self._unit(limit, self.work.digits)
        return self.work.digits if abs(found.refuted.size - found.proved.size) <= 1.5 * float(unit) else None

    def _closed(self, limit: float, least: float) -> list[Value]:
        """Closed forms that the estimate suggests, the constant itself first."""
        known = [number(self.start)] if abs(least) <= CLOSE * max(1.0, abs(limit)) else []
        forms = dict.fromkeys([*known, *closed_forms(limit)])
        return [Value(each, str(each), as_float(each).real) for each in list(forms)[:3]]

    def _equality(self, closed: Iterable[Value], tight: Tightest) -> tuple[Value, Point] | None:
        """A value, and an exact point at which the two sides are equal with it, and beyond it the gap falls."""
        from verify.attack.ground import Ground
        from verify.attack.limits import simpler

        slope, claim = self.work.movement.slope, self.work.claim
        if slope is None or self.work.integrates:
            return None  # balls decide no equality, and integrals are known by balls alone
        for value in closed:
            try:
                equal = Relation("eq", self.work.goal_at(value.term).relation.gap, ZERO)
                falls = Relation("gt", mul(number(-self.side), slope.subs({self.work.symbol: value.term})), ZERO)
            except TermError:
                continue
            confirm = partial(self._is_equality, value=value, equal=equal, falls=falls)
            found = next(filter(confirm, self._perhaps_equal(value, tight)), None)
            if found is None:
                there = Ground(claim.space, (*self.work.facts, equal, falls))
                found, cost = find_point(there, min(20_000, self.work.evaluations // 3), claim.seed)
                self.work.spent += cost
            if found is not None and confirm(found):
                near = partial(_vanishes, 1e-9)
                return value, simpler(self.work.ground, found, equal.left, near, confirm)
        return None

    def _perhaps_equal(self, value: Value, tight: Tightest) -> list[Point]:
        """Points at which the room is that of the value, simple ones first, and closed forms near them."""
        from verify.attack.shrink import weight

        room = self.side * (value.size - float(self.start))
        near = [point for each, point in tight.points if abs(each - room) <= CLOSE * max(1.0, abs(room))]
        return [*sorted(near, key=weight)[:POINTS], *closed_points(near[:3])]

    def _is_equality(self, point: Point, value: Value, equal: Relation, falls: Relation) -> bool:
        """Decided by the kernel's points: the hypotheses, the equality and the slope's sign; both sides have values."""
        work = self.work
        if at_point.check_coordinates(point) or at_point.is_assigned(point, work.claim.sequent.symbols):
            return False
        try:
            defined = all(at_point.has_value(each, point) for each in work.goal_at(value.term).terms)
            return defined and at_point.all_hold((*work.facts, equal, falls), point)[1] is None
        except Undefined:
            return False

    def _refuted(self, limit: float, equal: tuple[Value, Point] | None, tight: Tightest) -> Fallen | None:
        """The nearest value beyond the limit that has a confirmed counterexample; the limit itself if it has one."""
        from verify.attack.shrink import weight

        at = [] if equal is None else [equal[1]]
        if equal is not None and self.work.goal.relation.op == "gt":
            return self.work.refuted(equal[0], at)
        for digits in range(self.work.digits, 0, -1):
            _, beyond = self._around(limit, digits)
            room = self.side * (beyond.size - float(self.start))
            enough = [point for each, point in tight.points if each < room]
            points = itertools.chain(at, self._admissible(sorted(enough, key=weight)), self._admissible(enough))
            if (found := self.work.refuted(beyond, points)) is not None:
                return found
        for digits in dict.fromkeys((self.work.digits, 1)):
            if (found := self.work.attacked(self._around(limit, digits)[1])) is not None:
                return found
        return None

    def _admissible(self, points: Iterable[Point]) -> Iterator[Point]:
        """The first of the points at which the hypotheses hold."""
        for point in itertools.islice(points, DEAR if self.work.integrates else TRIED):
            if id(point) not in self.admitted:  # the points live as long as the search's result
                self.admitted[id(point)] = self.work.ground.holds(point)
            if self.admitted[id(point)]:
                yield point

    def _unit(self, limit: float, digits: int) -> tuple[int, Fraction]:
        """The power of ten of the last of so many significant digits, and its size."""
        start = abs(float(self.start))
        size = abs(limit) if abs(limit) > max(CLOSE, 1e-3 * start) else start or 1.0
        power = floor(log10(size)) + 1 - digits
        return power, Fraction(10) ** power

    def _around(self, limit: float, digits: int, short: bool = False) -> tuple[Value, Value]:
        """The decimals with so many significant digits on both sides of the limit: up to it, and beyond it.

        Args:
            short: short of the limit, even where it is such a decimal itself.
        """
        power, unit = self._unit(limit, digits)
        steps = floor(self.side * limit / float(unit) + 1e-9)
        values = [Value.of(self.side * (steps + k) * unit, max(0, -power)) for k in (-1, 0, 1)]
        return values[0] if short else values[1], values[2]

    def _proved(self, found: Side, limit: float, closed: Sequence[Value]) -> Shown | None:
        """The furthest value short of the limit that is proved: closed forms, then decimals, coarse ones first."""
        best = found.proved
        for value in closed[:1]:
            if (shown := self._further(value, best, found)) is not None:
                return shown
        for digits in range(1, self.work.digits + 1):
            value, _ = self._around(limit, digits)
            if self._is_refuted(found, value) or value.term in self.work.unproved:
                value, _ = self._around(limit, digits, short=True)
            if not self._is_further(value, best):
                continue
            shown = self._further(value, best, found)
            if shown is None and best is not found.proved:
                break
            best = shown or best
        return best

    def _is_further(self, value: Value, best: Shown | None) -> bool:
        return best is None or self.side * (value.size - best.size) > 0

    def _further(self, value: Value, best: Shown | None, found: Side) -> Shown | None:
        """The proof with that value, if it is further than the best and is not refuted already."""
        if best is not None and value.text == best.value:
            return best
        if not self._is_further(value, best):
            return None
        return None if self._is_refuted(found, value) else self.work.shown(value)

    def _is_refuted(self, found: Side, value: Value) -> bool:
        return found.refuted is not None and self.side * (value.size - found.refuted.size) >= 0

    # a bound along a flow, or no limit in sight: steps of all sizes

    def _by_steps(self, found: Side) -> Side:
        size = abs(self.start) or Fraction(1)
        for k in range(-2, self.work.digits):
            fallen = self.work.attacked(self._step(size * Fraction(10) ** -k))
            if fallen is None:
                break
            found = replace(found, refuted=fallen)
        for k in range(self.work.digits - 1, -3, -1):
            value = self._step(size * Fraction(10) ** -k)
            if self._is_refuted(found, value):
                break
            shown = self.work.shown(value)
            if shown is None:
                break
            found = replace(found, proved=shown)
        return self._halved(found)

    def _halved(self, found: Side) -> Side:
        """Values between what is proved and what is refuted, while one of the two can be had."""
        for _ in range(2 * self.work.digits):
            if found.proved is None or found.refuted is None:
                break
            low, high = found.proved.size, found.refuted.size
            if self.side * (high - low) <= 0:
                break
            power = floor(log10(abs(high - low) / 4))
            unit = Fraction(10) ** power
            value = Value.of(round(Fraction(low + high) / 2 / unit) * unit, max(0, -power))
            if (shown := self.work.shown(value)) is not None:
                found = replace(found, proved=shown)
            elif (fallen := self.work.attacked(value)) is not None:
                found = replace(found, refuted=fallen)
            else:
                break
        return found

    def _step(self, by: Fraction) -> Value:
        return Value.of(self.start + self.side * by, 30)


# claims


def sharpen(
    claim: Claim,
    verdict: Verdict,
    offer_of: OfferOf,
    verdict_of: VerdictOf,
    evaluations: int,
    digits: int = DIGITS,
    wanted: str | None = None,
) -> Sharpness:
    """The constants of a claim, each bracketed.

    Args:
        verdict: on the claim.
        offer_of, verdict_of: of the claims that its argument uses.
        evaluations: of each search, and of each attack.
        digits: significant digits of the values that are tried.
        wanted: one constant: its index, its name or its value; all of them by default.

    Raises:
        UsageError: there is no such constant.
    """
    about = Sharpness(claim.id, claim.title, str(claim), str(verdict.status), verdict.strength)
    listed = _chosen(claim, wanted)
    if not listed:
        return replace(about, skipped="its conclusion has no inequality with a constant that could be moved")
    witness = find_witness(claim)
    if witness is None:
        return replace(about, skipped="no witness was found, so nothing about it can be proved")
    found = []
    for candidate in listed:
        work = _Work(claim, candidate, verdict, witness, offer_of, verdict_of, evaluations, digits)
        try:
            found.append(_bracketed(work))
        except Exception as error:  # the others still count; what is caught is never anything but a failure
            text = " ".join(f"{type(error).__name__}: {error}".split())
            found.append(replace(_bare(candidate), failed=text[:300]))
    return replace(about, constants=tuple(found))


def _chosen(claim: Claim, wanted: str | None) -> tuple[Candidate, ...]:
    """The constants that are asked for: by index, by name, or all that have a value."""
    listed = candidates(claim)
    if wanted is None or not listed:
        return listed
    found = tuple(each for each in listed if wanted in (str(each.index), each.name))
    if found:
        return found
    found = tuple(each for each in listed if wanted in (str(each.value), each.kind))
    if found:
        return found
    names = "; ".join(f"{each.index}: {each.name}" for each in listed)
    raise UsageError(f"{claim.id}: it has no constant {wanted!r}; its constants are {names}")


def _bare(candidate: Candidate) -> Constant:
    return Constant(candidate.index, candidate.name, str(candidate.value), candidate.kind)


def _bracketed(work: _Work) -> Constant:
    movement = work.movement
    found = replace(_bare(work.candidate), movement=movement.word, why=movement.why, among=movement.among)
    if movement.slope is ZERO:
        return replace(found, note="nothing depends on it")
    return replace(found, sides=tuple(_Direction(work, side).settle() for side in movement.sides))


def run_sharpen(
    catalogue: Catalogue,
    ids: Iterable[str],
    *,
    wanted: str | None = None,
    budget: str = "quick",
    digits: int = DIGITS,
    directory: Path = DIRECTORY,
    tell: Callable[[Sharpness], None] | None = None,
) -> list[Sharpness]:
    """The constants of claims, in their order; first each claim is judged, unless its verdict is remembered.

    Args:
        wanted, digits: as for `sharpen`.
        budget: evaluations of each search and of each attack.
        tell: told each as soon as it is known.

    Raises:
        UsageError: a claim has no such constant.
        Interrupted: Ctrl-C while the claims are judged.
    """
    evaluations = Budget.of(budget).evaluations

    def offer_of(other: str) -> Sequent | Schema | None:
        return catalogue.claim(other).offers if other in catalogue.entries else None

    found = []
    for claim in ids:
        entry = catalogue.entries[claim]
        if entry.kind == "cited":
            each = Sharpness(claim, entry.title, skipped="a cited result: nothing is proved or attacked here")
        else:
            _chosen(catalogue.claim(claim), wanted)  # refused before anything is judged
            verdicts = {v.claim: v for v in run(catalogue, [*entry.uses, claim], directory=directory)}
            arguments = (offer_of, verdicts.get, evaluations, digits, wanted)
            each = sharpen(catalogue.claim(claim), verdicts[claim], *arguments)
        found.append(each)
        if tell is not None:
            tell(each)
    return found
