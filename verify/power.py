"""The power of the machine on the bank of rated claims: what is decided, what is found, at which cost.

Beside it, what plain searches find (`verify.attack.plain`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.attack.outcome import Budget
from verify.attack.plain import Plain, by_draws, by_hypothesis
from verify.catalogue import DIRECTORY, Catalogue, UsageError
from verify.claim import Rating
from verify.run import run
from verify.verdict import Status, Verdict
from verify.workers import Died, Workers

__all__ = ["Measure", "bank", "measure"]

LEAST = Budget.QUICK.evaluations
MOST = Budget.DEFAULT.evaluations
"""A plain search may spend what the attack spent, within these; Hypothesis takes about a millisecond for a draw."""

Pair = tuple[Plain | None, Plain | None]
"""What uniform draws found, and what Hypothesis did."""
TRUE_STATUS = {"TRUE": Status.PROVED, "FALSE": Status.REFUTED}


@dataclass(frozen=True)
class Measure:
    """One statement of the bank.

    Attributes:
        height: of the simplest counterexample (`verify.attack.shrink.height`, summed over its coordinates).
        draws, hypothesis: what plain searches found; None where they were not made.
    """

    verdict: Verdict
    rating: Rating
    height: float | None = None
    draws: Plain | None = None
    hypothesis: Plain | None = None

    @property
    def id(self) -> str:
        """Its name in the collection that it comes from, else its claim's."""
        return self.rating.reference or self.verdict.claim

    @property
    def found_after(self) -> int | None:
        """Evaluations until the first counterexample was confirmed; the others went into a simpler and a worse one."""
        return self.verdict.survey.get("found_after") if self.verdict.status is Status.REFUTED else None

    @property
    def right(self) -> bool:
        """The verdict is the truth; of open problems and controls, none was reached."""
        wanted = TRUE_STATUS[self.rating.truth] if self.rating.decidable else Status.UNDECIDED
        return self.verdict.status is wanted

    @property
    def wrong(self) -> bool:
        """There is a verdict, and it is not the truth; a crash counts."""
        return not self.right and self.verdict.status is not Status.UNDECIDED

    @property
    def missed(self) -> bool:
        """A false statement that stands."""
        return self.rating.truth == "FALSE" and self.rating.decidable and not self.right

    def to_json(self) -> dict[str, Any]:
        """As `power --json` writes it."""
        return {
            "id": self.id,
            "claim": self.verdict.claim,
            "title": self.verdict.title,
            "truth": self.rating.truth,
            "difficulty": self.rating.difficulty,
            "status": self.verdict.status.word,
            "right": self.right,
            "wrong": self.wrong,
            "evaluations": self.verdict.evaluations,
            "found_after": self.found_after,
            "seconds": round(self.verdict.seconds, 3),
            "height": self.height,
            "hypothesis": _plain(self.hypothesis),
            "sampling": _plain(self.draws),
        }


def _plain(found: Plain | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {"found": found.found, "evaluations": found.evaluations, "seconds": round(found.seconds, 3)}


def bank(catalogue: Catalogue) -> list[str]:
    """The ids of the bank, in the order of the catalogue."""
    return [claim for claim, entry in catalogue.entries.items() if entry.kind == "bank"]


def measure(
    catalogue: Catalogue,
    ids: Iterable[str],
    *,
    budget: str = "default",
    jobs: int = 1,
    fresh: bool = False,
    plain: bool = True,
    directory: Path = DIRECTORY,
    progress: Callable[[Verdict, int, int], None] | None = None,
) -> Iterator[Measure]:
    """Judge the statements and, where they are false, search for counterexamples plainly as well.

    Args:
        ids: of claims of the bank.
        jobs: worker processes; what is found is the same for any number.
        plain: with the plain searches.
        progress: told each verdict, as by `verify.run.run`.

    Yields:
        The statements in their order, each as soon as it and those before it are known.

    Raises:
        UsageError: a claim is not of the bank.
        Interrupted: Ctrl-C while the claims are judged.
    """
    ratings = {claim: _rating(catalogue, claim) for claim in ids}
    verdicts = run(catalogue, ratings, budget=budget, jobs=jobs, fresh=fresh, directory=directory, progress=progress)
    wanted = [v for v in verdicts if plain and ratings[v.claim].truth == "FALSE" and ratings[v.claim].decidable]
    compared = _compared(catalogue, {v.claim: min(max(v.evaluations, LEAST), MOST) for v in wanted}, jobs)
    waiting = {v.claim for v in wanted}
    known: dict[str, Pair] = {}
    for verdict in verdicts:
        while verdict.claim in waiting and verdict.claim not in known:
            claim, found = next(compared)
            known[claim] = found
        yield Measure(verdict, ratings[verdict.claim], _height(verdict), *known.get(verdict.claim, (None, None)))


def _rating(catalogue: Catalogue, claim: str) -> Rating:
    rating = catalogue.claim(claim).rating
    if rating is None:
        raise UsageError(f"{claim}: it is not of the bank, so it has no rating; give files of cases/bank/")
    return rating


def _searched(catalogue: Catalogue, claim: str, evaluations: int) -> tuple[Plain, Plain]:
    found = catalogue.claim(claim)
    return by_draws(found, evaluations, found.seed), by_hypothesis(found, evaluations, found.seed)


def _compared(catalogue: Catalogue, tasks: Mapping[str, int], jobs: int) -> Iterator[tuple[str, Pair]]:
    """The plain searches, claim by claim; none where the worker died."""
    if jobs == 1 or catalogue.in_memory:
        for claim, evaluations in tasks.items():
            yield claim, _searched(catalogue, claim, evaluations)
        return
    waiting = list(tasks.items())
    workers = Workers(jobs, _searched, (catalogue,))
    try:
        while waiting or workers.busy:
            while waiting and workers.free:
                claim, evaluations = waiting.pop(0)
                workers.give(claim, claim, evaluations)
            for claim, answer in workers.answers():
                yield claim, (None, None) if isinstance(answer, Died) else answer
    finally:
        workers.stop()


def _height(verdict: Verdict) -> float | None:
    """How complicated the simplest counterexample is, all its coordinates together."""
    from verify.attack.shrink import height
    from verify.spell.text import parse_term

    point = (verdict.counterexample or {}).get("simplest", {}).get("point")
    if point is None:
        return None
    values = [each for value in point.values() for each in (value if isinstance(value, list) else [value])]
    return sum(height(parse_term(each, {})) for each in values)
