"""What an attack found, and what it may say about what it did not find."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from verify.kernel.exact import Point
from verify.kernel.proof import Refutation, Vacuity

__all__ = ["Budget", "Outcome", "Survey", "evaluations_of", "point_text"]


class Budget(Enum):
    """How many evaluations an attack may spend. There are no time limits: no verdict depends on a clock."""

    QUICK = ("quick", 20_000)
    DEFAULT = ("default", 200_000)
    DEEP = ("deep", 2_000_000)

    def __init__(self, word: str, evaluations: int) -> None:
        self.word = word
        self.evaluations = evaluations

    @classmethod
    def of(cls, word: str) -> Budget:
        """The budget of that name.

        Raises:
            ValueError: there is none.
        """
        for budget in cls:
            if budget.word == word:
                return budget
        raise ValueError(f"the budget {word!r} is unknown; expected one of {', '.join(each.word for each in cls)}")


def evaluations_of(claim: Any, budget: str) -> int:
    """The budget's number of evaluations; a claim's own number is that of the default budget, and scales with it.

    Raises:
        ValueError: the budget is unknown.
    """
    named = Budget.of(budget).evaluations
    scaled = named if claim.evaluations is None else int(claim.evaluations) * named // Budget.DEFAULT.evaluations
    return max(1, scaled)


def point_text(point: Point | None) -> dict[str, Any] | None:
    """Coordinates as exact text, in the point's own order."""
    if point is None:
        return None
    return {
        str(sym.payload[0]): [str(each) for each in value] if isinstance(value, tuple) else str(value)
        for sym, value in point.items()
    }


@dataclass(frozen=True)
class Survey:
    """What was looked at without a refutation.

    Attributes:
        samples: random draws.
        effective: independent random draws at which every hypothesis held and floats could tell the conclusion's
            value.
        untold: draws at which every hypothesis held and the conclusion had no such value.
        found_after: evaluations until the kernel confirmed a counterexample; those that follow make it simpler, and
            look for a worse one. None where it confirmed none.
        suspects: places where the conclusion looks violated and no exact point nearby confirmed it.
        best_margin: the least margin seen, negative for a violation; None where nothing was evaluated.
        where: a point near which it was seen.
        distribution: what the draws were drawn from, in words.
        tried, not_tried: the means of attack, in words.
        measured: what a fit of measured points says; there is then no distribution, and `effective` counts points.
    """

    samples: int = 0
    effective: int = 0
    untold: int = 0
    found_after: int | None = None
    suspects: int = 0
    best_margin: float | None = None
    where: Point | None = None
    distribution: str = ""
    tried: tuple[str, ...] = ()
    not_tried: tuple[str, ...] = ()
    measured: str = ""

    @property
    def bound(self) -> float | None:
        """Rule of three: with 95 % confidence the violating share of the distribution is below this."""
        return 3 / self.effective if self.effective and not self.measured else None

    def sentence(self) -> str:
        """One line for people; the rule-of-three bound never stands without the name of its distribution."""
        if self.measured:
            return self.measured
        if self.bound is None:
            return f"supported by no sample: {self.distribution or 'no draw satisfied the hypotheses'}"
        if self.suspects:
            return (
                f"{self.effective} effective samples, {self.distribution}; {self.suspects} places look like violations "
                f"and none was confirmed exactly"
            )
        return (
            f"{self.effective} effective samples, none violating: with 95 % confidence at most {self.bound:.1e} of the "
            f"distribution violates it, the draws being {self.distribution}"
        )

    def with_means(self, tried: Iterable[str], not_tried: Iterable[str]) -> Survey:
        """The same survey with its means of attack named, each once."""
        return replace(self, tried=tuple(dict.fromkeys(tried)), not_tried=tuple(dict.fromkeys(not_tried)))

    def to_json(self) -> dict[str, Any]:
        """The survey as a verdict keeps it."""
        return {
            "samples": self.samples,
            "effective": self.effective,
            "untold": self.untold,
            "found_after": self.found_after,
            "suspects": self.suspects,
            "best_margin": self.best_margin,
            "where": point_text(self.where),
            "distribution": self.distribution,
            "bound": self.bound,
            "tried": list(self.tried),
            "not_tried": list(self.not_tried),
            "measured": self.measured,
        }


@dataclass(frozen=True)
class Outcome:
    """What an attack found.

    Attributes:
        simplest, worst: confirmed counterexamples, or None; `worst` has the most negative margin.
        vacuity: the hypotheses contradict each other, provided that no witness was found.
        witness: an exact point that satisfies every hypothesis.
        undefined_at: an exact point that satisfies every hypothesis and at which the conclusion has no value.
        evaluations: points evaluated in any reading.
    """

    simplest: Refutation | None = None
    worst: Refutation | None = None
    vacuity: Vacuity | None = None
    witness: Point | None = None
    undefined_at: Point | None = None
    undefined_reason: str = ""
    evaluations: int = 0
    survey: Survey = field(default_factory=Survey)

    @property
    def refuted(self) -> bool:
        return self.simplest is not None
