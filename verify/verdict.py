"""Verdicts: what was found about a claim, in words that explain themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

__all__ = ["STRENGTHS", "Status", "Verdict"]

STRENGTHS = ("sampled", "numeric", "ball", "exact")
"""Weakest first. Only ball and exact carry proved or refuted."""


class Status(Enum):
    """The six outcomes; `explanation` says what each means, `szs` is its word in the SZS ontology."""

    PROVED = ("proved", "Theorem", "the kernel checked an argument for every point that satisfies the hypotheses")
    REFUTED = (
        "refuted",
        "CounterSatisfiable",
        "an exact counterexample satisfies the hypotheses and fails the conclusion",
    )
    VACUOUS = ("vacuous", "ContradictoryAxioms", "no point satisfies the hypotheses; they were proved contradictory")
    UNDECIDED = ("undecided", "GaveUp", "neither a proof nor a counterexample was found")
    BLOCKED = ("blocked", "NotTried", "its argument uses a claim that fell")
    ERROR = ("error", "Error", "the machine failed; nothing is said about the claim")

    def __init__(self, word: str, szs: str, explanation: str) -> None:
        self.word = word
        self.szs = szs
        self.explanation = explanation

    @classmethod
    def of(cls, word: str) -> Status:
        """The status of that word."""
        return next(status for status in cls if status.word == word)

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True)
class Verdict:
    """What was found about one claim.

    Attributes:
        claim, title, kind, source, expect: copied from the claim.
        strength: one of `STRENGTHS`, or None where nothing was established. "sampled" beside undecided reads as
            supported: `survey` says by how many effective samples.
        reason: one line for people.
        needs: ids of claims that the argument used or a definition rests on.
        uses: the part of `needs` that the argument used; if one of them falls, this claim is blocked.
        conditional_on: cited results, transitively.
        counterexample: {"simplest": {...}, "worst": {...}} with exact strings, or None.
        certificate: path of the certificate relative to the working directory, or None.
        evaluations: evaluations of the attack.
        cached: the verdict was remembered, nothing was run.
    """

    claim: str
    title: str
    kind: str
    source: str
    expect: str
    status: Status
    strength: str | None = None
    reason: str = ""
    needs: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    conditional_on: tuple[str, ...] = ()
    counterexample: Mapping[str, Any] | None = None
    certificate: str | None = None
    evaluations: int = 0
    seconds: float = 0.0
    cached: bool = False
    survey: Mapping[str, Any] = field(default_factory=dict)

    @property
    def szs(self) -> str:
        """The SZS ontology's word."""
        return "Assumed" if self.kind == "cited" and self.status is Status.UNDECIDED else self.status.szs

    @property
    def meets_expectation(self) -> bool:
        """Proved or refuted as expected; `open` is met by undecided only, and not where the conclusion is undefined
        at a point that satisfies the hypotheses; blocked, vacuous and error never meet."""
        wanted = {"proved": Status.PROVED, "refuted": Status.REFUTED, "open": Status.UNDECIDED}[self.expect]
        return self.status is wanted and "undefined_at" not in self.survey

    @property
    def supported(self) -> bool:
        """Undecided after an attack that reached effective samples."""
        return self.status is Status.UNDECIDED and self.strength == "sampled"

    def to_json(self) -> dict[str, Any]:
        """The verdict as `run --json` writes it."""
        return {
            "id": self.claim,
            "title": self.title,
            "kind": self.kind,
            "source": self.source,
            "expect": self.expect,
            "status": self.status.word,
            "strength": self.strength,
            "szs": self.szs,
            "meets_expectation": self.meets_expectation,
            "reason": self.reason,
            "needs": list(self.needs),
            "uses": list(self.uses),
            "conditional_on": list(self.conditional_on),
            "evaluations": self.evaluations,
            "seconds": round(self.seconds, 4),
            "cached": self.cached,
            "counterexample": self.counterexample,
            "certificate": self.certificate,
            "survey": dict(self.survey),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        """The inverse of `to_json`."""
        return cls(
            claim=data["id"],
            title=data["title"],
            kind=data["kind"],
            source=data["source"],
            expect=data["expect"],
            status=Status.of(data["status"]),
            strength=data["strength"],
            reason=data["reason"],
            needs=tuple(data["needs"]),
            uses=tuple(data["uses"]),
            conditional_on=tuple(data["conditional_on"]),
            counterexample=data["counterexample"],
            certificate=data["certificate"],
            evaluations=data["evaluations"],
            seconds=data["seconds"],
            cached=data["cached"],
            survey=data["survey"],
        )
