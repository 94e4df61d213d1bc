"""The attack: where hypotheses hold, where a conclusion fails, which counterexample is simplest. It only proposes.

    find_witness(claim)                   an exact point that satisfies every hypothesis
    find_contradiction(sequent)           a proof that no point does
    attack(claim, evaluations, seed)      an Outcome: counterexamples that the kernel confirmed, or a survey

Everything is seeded and counted in evaluations; nothing here looks at a clock. NumPy and SciPy are imported when an
attack runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from verify.attack.outcome import Budget, Outcome, Survey, evaluations_of
from verify.attack.vacuous import find_contradiction
from verify.attack.witness import find_witness
from verify.claim import Claim

if TYPE_CHECKING:
    from verify.attack.longtime import Chase
    from verify.attack.pointwise import Hunt
    from verify.kernel.goal import Goal
    from verify.kernel.proof import Refutation

__all__ = ["Budget", "Outcome", "Survey", "attack", "evaluations_of", "find_contradiction", "find_witness"]


def attack(claim: Claim, evaluations: int, seed: int = 0) -> Outcome:
    """Look for counterexamples to every part of a claim.

    Args:
        evaluations: about how many points may be evaluated, in any reading; confirming and shrinking may add a few
            hundred.
        seed: of the random draws and the optimisers.

    Returns:
        An outcome. Its counterexamples were confirmed by the kernel with zero tolerance.
    """
    from verify.attack.crossing import crossed
    from verify.attack.ground import Ground
    from verify.attack.longtime import chase
    from verify.attack.parts import at_exact_points, attack_parts
    from verify.attack.pointwise import hunt
    from verify.attack.scaling import measured
    from verify.attack.undefined import find_undefined
    from verify.kernel.goal import AnyDimension, Closed, LongTime, Pointwise
    from verify.kernel.proof import refute
    from verify.kernel.term import OPAQUE, postorder

    sequent = claim.sequent
    hidden = [name for name, goal in sequent.goals if any(node.kind in OPAQUE for node in postorder(*goal.terms))]
    sequent = replace(sequent, goals=tuple(each for each in sequent.goals if each[0] not in hidden))
    witness = find_witness(claim)
    vacuity = None if witness is not None else find_contradiction(sequent)
    if vacuity is not None:
        return Outcome(vacuity=vacuity, survey=Survey(tried=("a contradiction among the hypotheses",)))
    fits = measured(sequent.goals, evaluations)
    if fits is not None:
        return replace(fits, witness=witness)
    chased = chase(claim.space, sequent, evaluations, seed)
    plain = any(isinstance(goal, Pointwise) and not goal.given for _, goal in sequent.goals)
    hunted = hunt(claim.space, sequent, evaluations, seed) if plain else None
    further, spent_there, supposing = attack_parts(claim.space, sequent, evaluations, seed)
    undefined_at, undefined_reason, spent = None, "", 0
    for each in (*([hunted] if hunted is not None else []), *supposing):
        if undefined_at is None:
            undefined_at, undefined_reason = each.undefined_at, each.undefined_reason
    if chased and undefined_at is None:
        lasting = [each for _, goal in sequent.goals if isinstance(goal, LongTime) for each in goal.terms]
        undefined_at, undefined_reason, spent = find_undefined(
            Ground(claim.space, sequent.facts), lasting, evaluations, seed
        )
    ends = [end for end in (hunted and hunted.ends(), *(each.ends() for each in chased)) if end]
    ends.extend((each, each) for each in further)
    between = None
    if not ends and hunted is not None and undefined_at is None:
        between, cost = crossed(claim.space, sequent, hunted.parts, evaluations, seed)
        spent += cost
        ends.extend([] if between is None else [(between, between)])
    if hidden:  # the kernel confirms them for the whole claim

        def whole(each: Refutation) -> Refutation:
            return refute(claim.sequent, each.part, each.rule, each.point, each.data)

        ends = [(whole(first), whole(last)) for first, last in ends]
        few, cost = at_exact_points(claim.space, claim.sequent, hidden, evaluations, seed)
        spent += cost
        ends.extend((each, each) for each in few)
    hunts = [*([hunted] if hunted is not None else []), *supposing]
    survey = _surveyed(hunts, [goal for _, goal in sequent.goals])
    survey = replace(survey, found_after=_found_after([*chased, *([hunted] if hunted else [])], further, spent_there))
    if between is not None and hunted is not None:
        survey = replace(survey, found_after=hunted.spent + spent)
    beyond = [name for name, goal in sequent.goals if isinstance(goal, AnyDimension)]
    never = [name for name, goal in sequent.goals if isinstance(goal, Closed)]
    return Outcome(
        simplest=ends[0][0] if ends else None,
        worst=ends[0][1] if ends else None,
        witness=witness,
        undefined_at=undefined_at,
        undefined_reason=undefined_reason,
        evaluations=spent + spent_there + sum(each.spent for each in (hunted, *chased) if each is not None),
        survey=survey.with_means(
            [text for each in (hunted, *supposing, *chased) if each is not None for text in each.tried],
            [
                *(text for each in hunts for text in each.not_tried),
                *(text for each in chased for text in each.not_tried),
                *(f"{name}: attacked in one dimension at a time, see verify.words.at_dimension" for name in beyond),
                *(f"{name}: a Wasserstein distance is read at exact points alone" for name in hidden),
                *(f"{name}: a closed orbit is settled by a proof and falls to no search" for name in never),
            ],
        ),
    )


def _surveyed(hunts: Sequence[Hunt], goals: Sequence[Goal]) -> Survey:
    """What draws say of the claim: of several parts, what they say of the least supported one.

    A claim with a part that no draw can violate is supported by no draw.
    """
    from verify.kernel.goal import LongTime, Pointwise

    beyond = [goal for goal in goals if not isinstance(goal, Pointwise)]
    if not hunts:
        lasting = any(isinstance(goal, LongTime) for goal in goals)
        at_points = "long-time conclusions are attacked at exact points, not by draws"
        return Survey(distribution=at_points if lasting else "no part is pointwise or of long time")
    weakest = min(hunts, key=lambda each: each.effective)
    closest = min(hunts, key=lambda each: float("inf") if each.best_margin is None else each.best_margin)
    return replace(
        weakest.survey,
        effective=0 if beyond else weakest.effective,
        suspects=sum(each.suspects for each in hunts),
        best_margin=closest.best_margin,
        where=closest.where,
    )


def _found_after(searches: Sequence[Chase | Hunt], further: Sequence[Refutation], spent_there: int) -> int | None:
    """Evaluations until the first counterexample, the searches having been made in this order."""
    before = 0
    for each in searches:
        if each.found_after is not None:
            return before + each.found_after
        before += each.spent
    return before + spent_there if further else None
