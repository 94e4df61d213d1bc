"""Execution: claims in the order of what they use, each judged once, each verdict kept as soon as it is known."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Self

from verify import sources
from verify.catalogue import DIRECTORY, Catalogue
from verify.graph import order, with_uses
from verify.ledger import Ledger, key_of, machine, plain
from verify.prove.settling import CITED
from verify.verdict import Status, Verdict
from verify.workers import Died, Workers

__all__ = ["BUDGETS", "Interrupted", "Session", "run"]

BUDGETS = ("quick", "default", "deep")
Progress = Callable[[Verdict, int, int], None]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run; what is known by then is in the ledger."""

    def __init__(self, kept: int, total: int) -> None:
        super().__init__(f"interrupted: {kept} of {total} verdicts are kept; run again to continue")


def file_digest(path: Path) -> str:
    """SHA-256 of the bytes of a file; another word where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "unreadable"


@cache
def _machine() -> str:
    """The digest of the machine when this process first asked: a process does not read its code again."""
    return machine()


def judged(
    catalogue: Catalogue, budget: str, directory: Path, fresh: bool, claim: str, used: Mapping[str, Verdict]
) -> Verdict:
    """The verdict on one claim, given those on the claims it uses. A crash is an `error`, with its traceback.

    This is the one place that catches everything: nothing it catches can end as anything but `error`.
    """
    from verify.judge import judge

    def verdict_of(other: str) -> Verdict | None:
        """Of a claim that it uses, or of a cited result that a late step uses."""
        if other in used or other not in catalogue.entries or catalogue.entries[other].kind != "cited":
            return used.get(other)
        return judge(
            catalogue.claim(other),
            budget=budget,
            verdict_of=lambda _: None,
            offer_of=lambda _: None,
            directory=directory,
        )

    try:
        found = judge(
            catalogue.claim(claim),
            budget=budget,
            verdict_of=verdict_of,
            offer_of=lambda other: catalogue.claim(other).offers if other in catalogue.entries else None,
            directory=directory,
            stored=catalogue.stored(claim),
            search=fresh,
        )
        return plain(found)
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        return _error(catalogue, claim, text[:300], traceback=traceback.format_exc())


def _error(catalogue: Catalogue, claim: str, reason: str, **survey: str) -> Verdict:
    entry = catalogue.entries[claim]
    return Verdict(
        claim=entry.id,
        title=entry.title,
        kind=entry.kind,
        source=entry.source,
        expect=entry.expect,
        status=Status.ERROR,
        reason=reason,
        needs=entry.needs,
        uses=entry.uses,
        survey=survey,
    )


class Session:
    """Verdicts on demand: from memory, from the ledger, or judged now. One process.

    Args:
        fresh: ignore what the ledger holds, and replace it; search even where stored counterexamples confirm.
        store: write counterexamples of the project's claims to its `cases/counterexamples/`.
        warn: told one line where something cannot be remembered; standard error by default.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        budget: str = "default",
        fresh: bool = False,
        store: bool = False,
        directory: Path = DIRECTORY,
        warn: Callable[[str], None] | None = None,
    ) -> None:
        if budget not in BUDGETS:
            raise ValueError(f"budget is {budget!r}; expected one of {', '.join(BUDGETS)}")
        self.catalogue = catalogue
        self.budget = budget
        self.fresh = fresh
        self.store = store
        self._warn = warn or (lambda line: print(line, file=sys.stderr))
        self.directory = self._writable(directory)
        self.ledger = Ledger(self.directory / "ledger.db", warn)
        self.known: dict[str, Verdict] = {}
        self._keys: dict[str, str] = {}
        late = [catalogue.entries[each].content for each in CITED if each in catalogue.entries]
        self._machine = " ".join((_machine(), *late))
        self._sign = sources.sign_of_files(sources.machine_files())

    def _writable(self, directory: Path) -> Path:
        """The directory; a new one for this session where nothing can be written there, for a verdict leaves a file."""
        try:
            directory.mkdir(parents=True, exist_ok=True)
            if os.access(directory, os.W_OK):
                return directory
            why = "permission denied"
        except OSError as error:
            why = error.strerror or str(error)
        place = Path(tempfile.mkdtemp(prefix="theoremcheck-"))
        self._warn(f"{directory}: nothing can be written there ({why}); what this run finds is kept in {place}")
        return place

    def key(self, claim: str) -> str:
        """The ledger's key; the claims that it uses must be known."""
        if claim not in self._keys:
            entry = self.catalogue.entries[claim]
            used = [(self.key(other), self.known[other]) for other in entry.uses]
            file = self.catalogue.stored(claim)
            self._keys[claim] = key_of(entry, used, self.budget, self._machine, file_digest(file) if file else "")
        return self._keys[claim]

    def used_by(self, claim: str) -> dict[str, Verdict]:
        """The verdicts on the claims that a claim uses, which must be known."""
        return {other: self.known[other] for other in self.catalogue.entries[claim].uses}

    def recall(self, claim: str) -> Verdict | None:
        """The stored verdict, if it still holds; the claims that it uses must be known."""
        verdict = None if self.fresh else self.ledger.recall(self.key(claim))
        if verdict is not None:
            self.known[claim] = verdict
        return verdict

    def keep(self, claim: str, verdict: Verdict) -> Verdict:
        """Store a verdict, and know it from now on. What a changing machine finds is not remembered."""
        if self.store and verdict.status is Status.REFUTED:
            self._store(claim, verdict)
        if self._sign and sources.sign_of_files(sources.machine_files()) != self._sign:
            self._sign = ""
            self._warn("the sources of theoremcheck changed while it ran; its verdicts from now on are not remembered")
        if self._sign:
            self.ledger.keep(self.key(claim), verdict)
        self.known[claim] = verdict
        return verdict

    def _store(self, claim: str, verdict: Verdict) -> None:
        """Write its counterexamples down. The verdict holds with that file as well, so the key is taken after it."""
        place = self.catalogue.place_to_store(claim)
        if place is None or not verdict.counterexample:
            return
        from verify import __version__
        from verify.attack.memory import write
        from verify.judge import versions

        found = {**versions(), "theoremcheck": __version__}
        note = write(place, self.catalogue.claim(claim), verdict.counterexample, found)
        if note:
            self._warn(note)
        self._keys.pop(claim, None)

    def verdict(self, claim: str) -> Verdict:
        """The verdict on a claim; whatever it uses is judged first.

        Raises:
            UsageError: there is no such claim.
        """
        if claim not in self.known:
            self.catalogue.claim(claim)
            for each in order(self.catalogue, with_uses(self.catalogue, [claim])):
                self.settle(each)
        return self.known[claim]

    def settle(self, claim: str) -> Verdict:
        """Recall a claim or judge it here; the claims that it uses must be known."""
        if claim in self.known:
            return self.known[claim]
        found = self.recall(claim)
        if found is None:
            found = self.keep(claim, self._judged(claim))
        return found

    def _judged(self, claim: str) -> Verdict:
        return judged(self.catalogue, self.budget, self.directory, self.fresh, claim, self.used_by(claim))

    def remembered(self, claim: str) -> Verdict | None:
        """The verdict that holds now, without judging anything."""
        for each in order(self.catalogue, with_uses(self.catalogue, [claim])):
            if each not in self.known and self.recall(each) is None:
                return None
        return self.known[claim]

    def close(self) -> None:
        """Close the ledger."""
        self.ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run(
    catalogue: Catalogue,
    ids: Iterable[str],
    *,
    budget: str = "default",
    jobs: int = 1,
    fresh: bool = False,
    store: bool = False,
    directory: Path = DIRECTORY,
    progress: Progress | None = None,
) -> list[Verdict]:
    """Judge claims, and first whatever their arguments use.

    Args:
        ids: of `catalogue.entries`.
        jobs: worker processes; the verdicts are the same for any number. Claims that are only in memory are judged
            in this process.
        fresh, store: as for `Session`.
        progress: told each verdict with how many are known and how many there will be.

    Returns:
        The verdicts on `ids`, in their order.

    Raises:
        Interrupted: Ctrl-C; every verdict known by then is in the ledger.
    """
    listed = list(ids)
    ordered = order(catalogue, with_uses(catalogue, listed))

    def tell(verdict: Verdict) -> None:
        if progress is not None:
            progress(verdict, len(session.known), len(ordered))

    with Session(catalogue, budget=budget, fresh=fresh, store=store, directory=directory) as session:
        try:
            if jobs > 1 and not catalogue.in_memory:
                _in_parallel(session, ordered, jobs, tell)
            else:
                for claim in ordered:
                    tell(session.settle(claim))
        except KeyboardInterrupt:
            raise Interrupted(len(session.known), len(ordered)) from None
        return [session.known[claim] for claim in listed]


def _in_parallel(session: Session, ordered: list[str], jobs: int, tell: Callable[[Verdict], None]) -> None:
    catalogue = session.catalogue
    workers = Workers(jobs, judged, (catalogue, session.budget, session.directory, session.fresh))
    waiting = list(ordered)  # in the order of uses, so one pass sees what a recalled verdict makes ready
    absent: list[str] = []
    try:
        while waiting or absent or workers.busy:
            for claim in list(waiting):
                if all(other in session.known for other in catalogue.entries[claim].uses):
                    waiting.remove(claim)
                    found = session.recall(claim)
                    if found is None:
                        absent.append(claim)
                    else:
                        tell(found)
            while absent and workers.free:
                claim = absent.pop(0)
                workers.give(claim, claim, session.used_by(claim))
            for claim, answer in workers.answers() if workers.busy else ():
                if isinstance(answer, Died):
                    answer = _error(catalogue, claim, f"the worker that judged it was {answer}")
                tell(session.keep(claim, replace(answer, cached=False)))
    finally:
        workers.stop()
