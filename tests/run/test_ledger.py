"""The ledger: what its key covers, what it forgets, and that neither damage nor company breaks it."""

from __future__ import annotations

import math
import multiprocessing
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from verify.catalogue import Catalogue, Entry
from verify.ledger import KEPT, Ledger, key_of, machine, plain
from verify.verdict import Status, Verdict

ENTRY = Entry("a.a", "theorem", "A", "nobody", "proved", "a.py", "x = x", (), (), 0, "content", "sequent")


def verdict(status: Status = Status.UNDECIDED, **more: object) -> Verdict:
    made = Verdict(claim="a.a", title="A", kind="theorem", source="nobody", expect="proved", status=status)
    return replace(made, **more)  # type: ignore[arg-type]


def test_the_key_covers_what_could_change_the_verdict() -> None:
    below = verdict(Status.PROVED, strength="exact")
    used = [("k", below)]
    keys = [
        key_of(ENTRY, used, "default", "m"),
        key_of(replace(ENTRY, content="other"), used, "default", "m"),
        key_of(replace(ENTRY, sequent="other"), used, "default", "m"),
        key_of(replace(ENTRY, seed=1), used, "default", "m"),
        key_of(replace(ENTRY, kind="lie"), used, "default", "m"),
        key_of(replace(ENTRY, expect="open"), used, "default", "m"),
        key_of(replace(ENTRY, needs=("b.b",)), used, "default", "m"),
        key_of(ENTRY, used, "deep", "m"),
        key_of(ENTRY, used, "default", "other"),
        key_of(ENTRY, [("other", below)], "default", "m"),
        key_of(ENTRY, [("k", replace(below, status=Status.REFUTED))], "default", "m"),
        key_of(ENTRY, [("k", replace(below, conditional_on=("cite.it",)))], "default", "m"),
        key_of(ENTRY, [], "default", "m"),
    ]
    assert len(set(keys)) == len(keys)
    assert key_of(ENTRY, [("k", replace(below, seconds=9.0, cached=True))], "default", "m") == keys[0]


def test_the_machine_is_its_sources_and_libraries(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from verify import sources

    names = {path.relative_to(sources.MACHINE).as_posix() for path in sources.machine_files()}
    assert {"judge.py", "kernel/proof.py", "spell/text.py", "prove/argument.py", "attack/search.py"} <= names
    assert not {name for name in names if name.startswith("report/")} | names & {"cli.py", "__main__.py"}
    before = machine()
    monkeypatch.setenv("THEOREMCHECK_DEVICE", "another")
    assert machine() != before
    before = machine()
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0")
    assert machine() != before


def test_keep_and_recall(tmp_path: Path) -> None:
    certificate = tmp_path / "c.json"
    certificate.touch()
    proved = verdict(Status.PROVED, strength="exact", certificate=str(certificate), uses=("b.b",), seconds=0.5)
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.recall("k") is None and ledger.last("a.a") is None
        ledger.keep("k", proved)
        assert ledger.recall("k") == replace(proved, cached=True)
        ledger.keep("other", verdict())
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.recall("k") == replace(proved, cached=True)
        last = ledger.last("a.a")
        assert last is not None and last.status is Status.UNDECIDED
        ledger.keep("k", proved)
        assert ledger.last("a.a") == replace(proved, cached=True)
        certificate.unlink()
        assert ledger.recall("k") is None


@pytest.mark.parametrize("status", [Status.PROVED, Status.REFUTED, Status.VACUOUS, Status.ERROR])
def test_nothing_is_recalled_without_a_certificate_and_no_error(tmp_path: Path, status: Status) -> None:
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.keep("k", verdict(status))
        assert ledger.recall("k") is None


@pytest.mark.parametrize("damage", ["text", "cut", "schema"])
def test_a_damaged_file_is_moved_aside(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "ledger.db"
    with Ledger(path) as ledger:
        for at in range(300):
            ledger.keep(f"k{at}", verdict(claim=f"a.a{at}"))
    if damage == "text":
        path.write_text("this is no database" * 1000)
    elif damage == "cut":
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    else:
        db = sqlite3.connect(path)
        db.execute("PRAGMA user_version=999")
        db.close()
    told: list[str] = []
    with Ledger(path, told.append) as ledger:
        assert ledger.recall("k1") is None
        ledger.keep("k1", verdict())
        assert ledger.recall("k1") is not None
    (line,) = told
    assert "moved to ledger.db.damaged-1" in line and "\n" not in line
    assert (tmp_path / "ledger.db.damaged-1").exists()


def test_old_verdicts_of_a_claim_go(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.keep("other", verdict(claim="b.b"))
        for at in range(KEPT + 5):
            ledger.keep(f"k{at}", verdict())
        assert [at for at in range(KEPT + 5) if ledger.recall(f"k{at}") is None] == [0, 1, 2, 3, 4]
        assert ledger.recall("other") is not None


def test_a_row_that_cannot_be_read_counts_as_absent(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger.db") as ledger:
        ledger.keep("k", verdict())
        ledger._db.execute("UPDATE verdicts SET verdict = '{\"id\": 3}'")
        assert ledger.recall("k") is None and ledger.last("a.a") is None


def test_a_place_that_cannot_be_written_costs_only_memory(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told: list[str] = []
    with Ledger(tmp_path / "file" / "ledger.db", told.append) as ledger:
        ledger.keep("k", verdict())
        assert ledger.recall("k") is not None
    assert len(told) == 1 and "not remembered" in told[0]


def write_many(path: str, name: str) -> None:
    with Ledger(Path(path)) as ledger:
        for at in range(40):
            ledger.keep(f"{name}-{at}", verdict(claim=f"a.{name}{at % 5}"))


def test_several_processes_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    path = str(tmp_path / "ledger.db")
    writers = [context.Process(target=write_many, args=(path, name)) for name in "abc"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    with Ledger(Path(path)) as ledger:
        assert all(ledger.recall(f"{name}-{at}") for name in "abc" for at in range(40))


def test_a_stored_verdict_equals_a_new_one() -> None:
    odd = {
        "n": np.int64(3),
        "f": np.float64(0.5),
        "nan": math.nan,
        "inf": -math.inf,
        "t": (1, 2),
        "arr": [np.float64(2)],
    }
    once = plain(verdict(survey=odd))
    assert once.survey == {"n": 3, "f": 0.5, "nan": "nan", "inf": "-inf", "t": [1, 2], "arr": [2.0]}
    assert plain(once) == once


def test_entries_know_their_argument() -> None:
    """Two claims that differ only in their arguments have different keys."""
    from verify import Claim, Identity, Real, Space

    space = Space(x=Real())

    def made(argued: bool) -> str:
        claim = Claim("a.a", space, shows=Identity(space.symbols, space.symbols))
        if argued:
            claim.argument(lambda p: p.sign(as_=space.symbols))
        return key_of(Catalogue.of([claim]).entries["a.a"], [], "default", "m")

    assert made(True) != made(False) == made(False)
