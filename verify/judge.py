"""The verdict on one claim: first a witness, then an argument, then the attack; a certificate of what was decided."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify import certificate
from verify.claim import Claim
from verify.kernel.exact import Inexact, Point, Undefined, evaluate
from verify.kernel.goal import AnyDimension, Equilibria, Pointwise, Schema, Sequent, own_hypotheses
from verify.kernel.orbits import kinds_found
from verify.kernel.point import concrete
from verify.kernel.proof import Proof, Refused, Refutation, Step, Vacuity, prove, refute
from verify.kernel.term import TermError
from verify.prove.argument import argued_steps, late_steps, steps_of
from verify.verdict import STRENGTHS, Status, Verdict

if TYPE_CHECKING:
    from verify.attack import Outcome

__all__ = [
    "attacked",
    "conditional_on",
    "counterexample_of",
    "fails_at",
    "inhabited_parts",
    "judge",
    "standing",
    "uses_of",
    "versions",
]

STORED = "the counterexamples that are stored in cases/counterexamples"
VerdictOf = Callable[[str], "Verdict | None"]
OfferOf = Callable[[str], "Sequent | Schema | None"]


def uses_of(claim: Claim) -> tuple[str, ...]:
    """The ids of the claims that the argument uses, in order.

    Raises:
        TermError: the argument cannot be built.
    """
    found: dict[str, None] = {}
    waiting = [step for steps in argued_steps(claim, searching=False).values() for step in steps]
    while waiting:
        step = waiting.pop(0)
        if step.rule in ("use", "regime", "solution", "follows", "cites"):
            found[step.data["result" if step.rule == "cites" else "claim"]] = None
        for branch in (
            *step.data.get("branches", ()),
            step.data.get("steps", ()),
            step.data.get("starts", ()),
            step.data.get("way", ()),
        ):
            waiting.extend(branch)
    return tuple(found)


def judge(
    claim: Claim,
    *,
    budget: str,
    verdict_of: VerdictOf,
    offer_of: OfferOf,
    directory: Path,
    stored: Path | None = None,
    search: bool = False,
) -> Verdict:
    """Judge one claim.

    Args:
        budget: quick, default or deep; evaluations of the attack.
        verdict_of: the verdict on a claim that the argument uses.
        offer_of: the sequent of another claim, or the schema of a cited one.
        directory: where the certificate is written.
        stored: a file of counterexamples that refuted the claim before; the attack begins with them.
        search: attack even where they refute the claim as it stands.

    Raises:
        Nothing for a claim's own fault; anything else is a defect of the machine.
    """
    started = time.process_time()
    remembered, stale = _remembered(claim, stored)
    verdict = _judge(claim, budget, verdict_of, offer_of, directory, remembered, search or bool(stale))
    if stale:
        verdict = replace(verdict, reason=f"{verdict.reason}; {stale}", survey={**verdict.survey, "stale": stale})
    return replace(verdict, seconds=time.process_time() - started)


def _remembered(claim: Claim, stored: Path | None) -> tuple[dict[str, Refutation], str]:
    """(the stored counterexamples that refute the claim as it stands, why others do not)."""
    from verify.attack.memory import confirm, load
    from verify.spell.text import SpellError

    if stored is None or claim.kind == "cited":
        return {}, ""
    try:
        file = load(stored)
        if file.claim != claim.id:
            raise file.sheet.fail("claim", f"found {file.claim!r}, expected {claim.id!r}; correct it")
        found, refused = confirm(file, claim)
    except SpellError as error:
        return {}, f"stored counterexamples are not used: {error}"
    where = f"{stored.parent.name}/{stored.name}"
    return found, "; ".join(f"stale in {where}: {key}: {why}" for key, why in refused.items())


def _judge(
    claim: Claim,
    budget: str,
    verdict_of: VerdictOf,
    offer_of: OfferOf,
    directory: Path,
    remembered: Mapping[str, Refutation],
    search: bool,
) -> Verdict:
    from verify.attack import Outcome, Survey, evaluations_of, find_contradiction, find_witness

    if claim.kind == "cited":
        return _verdict(claim, Status.UNDECIDED, reason="a cited result: taken from the literature, not proved here")
    sequent = claim.sequent
    try:
        steps = steps_of(claim)
        uses = uses_of(claim)
    except TermError as error:
        return _verdict(claim, Status.ERROR, reason=f"the argument cannot be built: {error}")
    fallen, open_ = standing(uses, verdict_of)
    if fallen:
        return _verdict(claim, Status.BLOCKED, reason=fallen, uses=uses)
    if remembered and not search:
        return _refuted(claim, Outcome(survey=Survey(tried=(STORED,))), remembered, directory, uses)

    witness = find_witness(claim)
    if witness is None:
        vacuity = find_contradiction(sequent)
        if vacuity is not None:
            which = " and ".join(dict.fromkeys(f"({sequent.facts[at]})" for at, _ in vacuity.multipliers))
            reason = f"the hypotheses contradict each other: {which}"
            return _decided(claim, Status.VACUOUS, vacuity, directory, reason, uses)
    refused = "no witness found: no exact point that satisfies every hypothesis"
    inhabited, empty = inhabited_parts(claim)
    if witness is not None and empty:
        refused = f"no witness found for the hypotheses of the part {empty}"
    elif witness is not None:
        proved, refused = _proved(claim, steps, (witness, inhabited), offer_of, open_, verdict_of, directory)
        if proved is not None:
            return proved

    evaluations = evaluations_of(claim, budget)
    outcome = attacked(claim, evaluations)
    survey = outcome.survey.to_json()
    if outcome.undefined_at is not None and not remembered:
        place = _place(outcome.undefined_at, claim)
        reason = f"undefined at {place}: {outcome.undefined_reason}"
        survey["undefined_at"] = certificate.point_to_json(outcome.undefined_at, claim.space.scalars)
        return _verdict(
            claim, Status.UNDECIDED, reason=reason, uses=uses, survey=survey, evaluations=outcome.evaluations
        )
    if outcome.simplest is not None or remembered:
        return _refuted(claim, outcome, remembered, directory, uses)
    if (
        witness is not None
        and not empty
        and claim.argued is None
        and (other := late_steps(claim, evaluations, offer_of)) is not None
    ):
        proved, _ = _proved(claim, other, (witness, inhabited), offer_of, open_, verdict_of, directory)
        if proved is not None:
            return replace(proved, evaluations=outcome.evaluations)
    effective = outcome.survey.effective
    if witness is None:
        sentence = refused
    elif effective:
        sentence = outcome.survey.sentence()
    elif not all(isinstance(goal, Pointwise | AnyDimension) for _, goal in sequent.goals):
        tried = "; ".join(outcome.survey.tried) or "exact points"
        left = f"; not tried: {'; '.join(outcome.survey.not_tried)}" if outcome.survey.not_tried else ""
        found = f"{outcome.evaluations} evaluations refute nothing; tried {tried}"
        sentence = f"{found if outcome.evaluations else f'undecided: {refused}'}{left}"
    elif outcome.survey.untold:
        sentence = (
            f"undecided: at each of the {outcome.survey.untold} draws that satisfy the hypotheses the conclusion has "
            "no value, or one that floats cannot tell"
        )
    else:
        sentence = "undecided: no sample satisfied the hypotheses"
    survey["not_proved"] = refused
    if claim.expect == "proved" and witness is not None:
        sentence = f"not proved: {refused}; {sentence}"
    return _verdict(
        claim,
        Status.UNDECIDED,
        strength="sampled" if effective and witness is not None else None,
        reason=sentence,
        uses=uses,
        survey=survey,
        evaluations=outcome.evaluations,
    )


def _refuted(
    claim: Claim, outcome: Outcome, remembered: Mapping[str, Refutation], directory: Path, uses: tuple[str, ...]
) -> Verdict:
    from verify.attack.memory import merged

    simplest, worst = merged(remembered, outcome.simplest, outcome.worst or outcome.simplest)
    return _decided(
        claim,
        Status.REFUTED,
        simplest,
        directory,
        fails_at(simplest, claim),
        uses,
        worst=worst,
        evaluations=outcome.evaluations,
        survey=outcome.survey.to_json(),
        counterexample={"simplest": counterexample_of(simplest, claim), "worst": counterexample_of(worst, claim)},
    )


def _proved(
    claim: Claim,
    steps: Mapping[str, tuple[Step, ...]],
    points: tuple[Point, Mapping[str, Point]],
    offer_of: OfferOf,
    open_: str,
    verdict_of: VerdictOf,
    directory: Path,
) -> tuple[Verdict | None, str]:
    """(the verdict if the kernel accepts the steps, why it refused them).

    Args:
        points: the witness, and one for each part with hypotheses of its own.
    """
    uses = uses_of(claim)
    try:
        proof = prove(claim.sequent, steps, points[0], offer_of, points[1])
    except Refused as error:
        return None, str(error)
    uses = tuple(dict.fromkeys((*uses, *proof.uses)))  # an argument may name others than when it was read before
    fallen, late = standing(uses, verdict_of)
    if open_ or fallen or late:
        return _verdict(claim, Status.UNDECIDED, reason=open_ or fallen or late, uses=uses), ""
    rules = ", ".join(dict.fromkeys(step.rule for listed in proof.steps.values() for step in listed))
    conditional = conditional_on(uses, verdict_of)
    verdict = _decided(claim, Status.PROVED, proof, directory, f"by {rules}", uses, conditional=conditional)
    used = [found.strength for found in map(verdict_of, uses) if found is not None and found.strength is not None]
    return replace(verdict, strength=min([proof.strength, *used], key=STRENGTHS.index)), ""


def inhabited_parts(claim: Claim) -> tuple[dict[str, Point], str]:
    """(a point for each part with hypotheses of its own, the first part for which none was found)."""
    from verify.attack.witness import find_part_witness

    found: dict[str, Point] = {}
    for name, goal in claim.sequent.goals:
        own = own_hypotheses(goal, claim.sequent.facts)
        if own:
            point = find_part_witness(claim, own)
            if point is None:
                return found, name
            found[name] = point
    return found, ""


def attacked(claim: Claim, evaluations: int) -> Outcome:
    """The attack; of a claim in every dimension, on its instance of dimension two."""
    from verify.attack import attack
    from verify.words import EveryDimension, at_dimension

    if not isinstance(claim.shows, EveryDimension):
        return attack(claim, evaluations, claim.seed)
    outcome = attack(at_dimension(claim, 2), evaluations, claim.seed)
    found = [
        None if each is None else refute(claim.sequent, "main", "dimension", each.point, {"d": 2})
        for each in (outcome.simplest, outcome.worst)
    ]
    return replace(outcome, simplest=found[0], worst=found[1])


def standing(uses: tuple[str, ...], verdict_of: VerdictOf) -> tuple[str, str]:
    """(why the claim is blocked, why a proof would not count yet); empty where neither."""
    open_ = ""
    for other in uses:
        verdict = verdict_of(other)
        if verdict is None:
            open_ = open_ or f"its argument uses {other}, which was not judged"
        elif verdict.status in (Status.REFUTED, Status.VACUOUS, Status.BLOCKED, Status.ERROR):
            return f"its argument uses {other}, which is {verdict.status}", open_
        elif verdict.status is Status.UNDECIDED and verdict.kind != "cited":
            open_ = open_ or f"its argument uses {other}, which is undecided"
    return "", open_


def conditional_on(uses: Iterable[str], verdict_of: VerdictOf) -> tuple[str, ...]:
    """The cited results on which a proof rests that uses these claims."""
    found: dict[str, None] = {}
    for other in uses:
        verdict = verdict_of(other)
        if verdict is not None:
            if verdict.kind == "cited":
                found[other] = None
            found |= dict.fromkeys(verdict.conditional_on)
    return tuple(found)


def fails_at(refutation: Refutation, claim: Claim) -> str:
    """What fails, and where, in words."""
    place = _place(refutation.point, claim)
    if refutation.rule == "crossing":
        data = refutation.data
        between = f"some {data['symbol']} between {data['low']} and {data['high']} with {data['equation']}"
        place = f"{place} and {between}" if place else between
    return _rule_words(refutation) + (f" at {place}" if place else "")


def _rule_words(refutation: Refutation) -> str:
    part = "" if refutation.part == "main" else f"part {refutation.part}: "
    words = {
        "point": "the conclusion fails",
        "dimension": "the conclusion fails in dimension two",
        "equilibrium": "an equilibrium outside the exceptions",
        "sink": "an attracting equilibrium off the target",
        "relative": "a state off the target attracts modulo rotation",
        "leaf": "a state off the target attracts what has the same sum of angles",
        "modes": "the target is approached from a null set of starts alone",
        "region": "an invariant region keeps off the target",
        "drift": "a phase runs round for ever, from every start",
        "conserved": "a conserved quantity keeps the orbit off the target",
        "flow": "the bound fails later",
        "crossing": "the conclusion fails",
        "never": "no value of the unknowns will do",
    }
    if refutation.rule == "path":
        moving = ", ".join(f"{sym} = {value}" for sym, value in refutation.data["at"].items())
        clock, until = refutation.data["variable"], refutation.data["until"]
        return f"{part}the bound fails when {clock} is {until} along {moving}"
    goal = refutation.sequent.goal(refutation.part)
    if isinstance(goal, Equilibria):
        kinds = kinds_found(goal, Step("isolate", refutation.data))
        return f"{part}its equilibria are: {', '.join(sorted(kinds)) or 'none'}"
    return part + words[refutation.rule]


def _place(point: Mapping[Any, Any], claim: Claim) -> str:
    shown = certificate.point_to_json(point, _order(claim, point))
    return ", ".join(f"{name} = {_bare(value)}" for name, value in shown.items())


def _order(claim: Claim, point: Mapping[Any, Any]) -> Iterable[Any]:
    """The coordinates in the order of the space, then others (the entries of letters)."""
    return dict.fromkeys((*claim.space.scalars, *point))


def _bare(value: Any) -> str:
    return f"[{', '.join(value)}]" if isinstance(value, list) else str(value)


def counterexample_of(refutation: Refutation, claim: Claim) -> dict[str, Any]:
    """Every coordinate as an exact string; for a pointwise claim the exact gap and a decimal of it."""
    found: dict[str, Any] = {
        "part": refutation.part,
        "rule": refutation.rule,
        "point": certificate.point_to_json(refutation.point, _order(claim, refutation.point)),
    }
    goal = refutation.sequent.goal(refutation.part)
    if isinstance(goal, Pointwise) and refutation.rule == "crossing":
        found["fails"] = str(goal.relation)
    elif isinstance(goal, Pointwise):
        found["fails"] = str(goal.relation)
        found["gap"] = _value(goal.relation.gap, refutation.point)
    if refutation.rule == "path":
        data = refutation.data
        found |= {"until": str(data["until"]), "along": {str(sym): str(value) for sym, value in data["at"].items()}}
        return found
    for key, value in refutation.data.items() if refutation.rule not in ("count", "never", "region", "drift") else ():
        found[key] = certificate.point_to_json(value) if isinstance(value, dict) else str(value)
    return found


def _value(gap: Any, point: Mapping[Any, Any]) -> str:
    from verify.kernel.ball import enclose

    gap = concrete(gap, point)
    try:
        exact = evaluate(gap, point)
        if exact.fraction() is not None:
            return str(exact.fraction())
    except (Inexact, Undefined):
        pass
    return str(enclose(gap, point, 128))


def versions() -> dict[str, str]:
    found = {}
    for name in ("theoremcheck", "python-flint"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _decided(
    claim: Claim,
    status: Status,
    result: Proof | Refutation | Vacuity,
    directory: Path,
    reason: str,
    uses: tuple[str, ...],
    *,
    worst: Refutation | None = None,
    conditional: tuple[str, ...] = (),
    **rest: Any,
) -> Verdict:
    written = certificate.write(directory, certificate.to_json(claim.id, str(claim), result, worst, versions()))
    return _verdict(
        claim,
        status,
        strength=result.strength,
        reason=reason,
        uses=uses,
        conditional_on=conditional,
        certificate=written.as_posix(),
        **rest,
    )


def _verdict(claim: Claim, status: Status, *, uses: tuple[str, ...] = (), **rest: Any) -> Verdict:
    return Verdict(
        claim=claim.id,
        title=claim.title,
        kind=claim.kind,
        source=str(claim.source or ""),
        expect=claim.expect,
        status=status,
        needs=tuple(dict.fromkeys((*uses, *claim.rests_on))),
        uses=uses,
        **rest,
    )
