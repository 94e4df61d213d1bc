"""The ledger: verdicts that are remembered, in SQLite, under a key of everything that could change them.

The key covers the statement, the bytes of the claim's file (so its argument), the key and verdict of every claim that
it uses, its stored counterexamples, the sources of the machine, the versions of Python and of the libraries, the seed
and the budget. Nothing in it depends on the clock or on the number of jobs.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from verify import sources
from verify.catalogue import Entry
from verify.verdict import Status, Verdict

__all__ = ["LIBRARIES", "SCHEMA", "Ledger", "key_of", "machine", "plain"]

SCHEMA = 1
LIBRARIES = ("python-flint", "numpy", "scipy", "sympy", "mpmath", "numba", "torch")
DEVICE = "THEOREMCHECK_DEVICE"
BUSY_SECONDS = 30.0
KEPT = 20
"""Verdicts kept of one claim: enough to go back and forth between a few states of it, without growing for ever."""
CERTIFIED = (Status.PROVED, Status.REFUTED, Status.VACUOUS)


def machine() -> str:
    """Digest of the machine: its sources, the versions of Python and of the libraries it computes with, its device."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"python": sys.version.split()[0], "device": os.environ.get(DEVICE, "")}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    own = sources.digest_of_files(sources.machine_files(), sources.MACHINE)
    return hashlib.sha256(json.dumps([own, found], sort_keys=True).encode()).hexdigest()


def key_of(entry: Entry, used: Iterable[tuple[str, Verdict]], budget: str, machine: str, stored: str = "") -> str:
    """The key of a verdict.

    Args:
        used: key and verdict of every claim that the argument uses, in order.
        machine: as `machine()` gives it.
        stored: digest of the file of its stored counterexamples, empty where there is none.
    """
    below = [[key, v.claim, v.status.word, v.strength, list(v.conditional_on)] for key, v in used]
    about = [entry.id, entry.kind, entry.expect, entry.title, entry.source, list(entry.needs), entry.seed]
    whole = [SCHEMA, about, entry.sequent, entry.content, below, machine, budget, *([stored] if stored else ())]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()


def plain(verdict: Verdict) -> Verdict:
    """The verdict as it reads after it was stored, so that a remembered one is equal to a new one."""
    return Verdict.from_json(json.loads(_text(verdict)))


def _text(verdict: Verdict) -> str:
    return json.dumps(_finite(verdict.to_json()), allow_nan=False, sort_keys=True)


def _finite(value: Any) -> Any:
    """Data that JSON can hold: numpy's numbers become Python's, nan and the infinities become text."""
    if hasattr(value, "item") and not isinstance(value, str | bytes):
        value = value.item()
    if isinstance(value, dict):
        return {str(key): _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


class Ledger:
    """Verdicts by key. Safe for several processes; a damaged file is moved aside, never a crash.

    Args:
        path: of the SQLite file, usually `.theoremcheck/ledger.db`.
        warn: told one line where something cannot be remembered.
    """

    def __init__(self, path: Path, warn: Callable[[str], None] | None = None) -> None:
        self._warn = warn or (lambda line: print(line, file=sys.stderr))
        self._path = path
        self._broken = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._open()
        except (sqlite3.Error, OSError) as error:
            self._warn(f"{path}: cannot be opened ({error}); verdicts of this run are not remembered")
            self._db = sqlite3.connect(":memory:", isolation_level=None)
            self._prepare(self._db)

    def _open(self) -> sqlite3.Connection:
        try:
            return self._connect()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            aside = self._aside()
            self._warn(f"{self._path}: damaged ({error}); moved to {aside.name}, a new one was begun")
            return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version not in (0, SCHEMA):
                raise sqlite3.DatabaseError(f"schema {version}, expected {SCHEMA}")
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    @staticmethod
    def _prepare(db: sqlite3.Connection) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute(
            "CREATE TABLE IF NOT EXISTS verdicts (key TEXT PRIMARY KEY, claim TEXT NOT NULL, verdict TEXT NOT NULL)"
        )
        db.execute("CREATE INDEX IF NOT EXISTS by_claim ON verdicts (claim)")
        db.execute(f"PRAGMA user_version={SCHEMA}")
        db.execute("COMMIT")

    def _aside(self) -> Path:
        """Move the file out of the way, with what SQLite keeps beside it."""
        at = 1
        while (aside := self._path.with_name(f"{self._path.name}.damaged-{at}")).exists():
            at += 1
        for suffix in ("", "-wal", "-shm"):
            part = self._path.with_name(self._path.name + suffix)
            try:
                part.replace(aside.with_name(aside.name + suffix))
            except FileNotFoundError:
                continue
        return aside

    def recall(self, key: str) -> Verdict | None:
        """The verdict of that key; None for an error, or one whose certificate is gone."""
        row = self._ask("SELECT verdict FROM verdicts WHERE key = ?", (key,))
        verdict = self._read(row)
        if verdict is None or verdict.status is Status.ERROR:
            return None
        if verdict.status in CERTIFIED and not (verdict.certificate and Path(verdict.certificate).is_file()):
            return None
        return verdict

    def last(self, claim: str) -> Verdict | None:
        """The verdict on a claim that was stored last, whatever its key."""
        row = self._ask("SELECT verdict FROM verdicts WHERE claim = ? ORDER BY rowid DESC LIMIT 1", (claim,))
        return self._read(row)

    def keep(self, key: str, verdict: Verdict) -> None:
        """Store a verdict at once; a later one of the same key replaces it, and the oldest of the claim go."""
        self._ask(
            "INSERT OR REPLACE INTO verdicts (key, claim, verdict) VALUES (?, ?, ?)",
            (key, verdict.claim, _text(verdict)),
        )

        self._ask(
            "DELETE FROM verdicts WHERE claim = ?1 AND rowid NOT IN"
            " (SELECT rowid FROM verdicts WHERE claim = ?1 ORDER BY rowid DESC LIMIT ?2)",
            (verdict.claim, KEPT),
        )

    @staticmethod
    def _read(row: tuple[str] | None) -> Verdict | None:
        if row is None:
            return None
        try:
            return Verdict.from_json({**json.loads(row[0]), "cached": True})
        except (ValueError, KeyError, TypeError, StopIteration):
            return None

    def _ask(self, statement: str, values: tuple[str | int, ...]) -> tuple[str] | None:
        try:
            row: tuple[str] | None = self._db.execute(statement, values).fetchone()
            return row
        except sqlite3.Error as error:
            if not self._broken:
                self._broken = True
                self._warn(f"{self._path}: {error}; some verdicts of this run are not remembered")
            return None

    def close(self) -> None:
        """Close the file; the ledger is of no use afterwards."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
