"""Nothing is remembered of a statement, or by a machine, that was another one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from verify import Claim, Identity, Real, Space, sources
from verify.catalogue import Catalogue, UsageError, stated_in
from verify.certificate import sequent_digest
from verify.run import run
from verify.verdict import Status, Verdict

FILE = Path("cases/conjectures/square.toml")


def write(sign: str) -> None:
    FILE.write_text(f'schema = 1\nid = "t.square"\n[space]\nx = "real"\n[shows]\nclaim = "x**2 {sign} 0"\n')


def judged(catalogue: Catalogue) -> Verdict:
    (verdict,) = run(catalogue, ["t.square"], budget="quick")
    return verdict


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sources, "theorems_folder", lambda: None)
    FILE.parent.mkdir(parents=True)
    write(">=")
    yield


def test_a_file_that_is_changed_before_it_is_judged(project: None) -> None:
    catalogue = Catalogue.load()
    write("<=")
    found = judged(catalogue)
    assert found.status is Status.ERROR and "changed meanwhile" in found.reason
    write(">=")
    assert judged(Catalogue.load()).status is Status.PROVED


def test_a_change_that_keeps_size_and_time(project: None) -> None:
    assert judged(Catalogue.load()).status is Status.PROVED
    before = FILE.stat()
    write("<=")
    os.utime(FILE, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (FILE.stat().st_size, FILE.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    found = judged(Catalogue.load())
    assert found.status is Status.REFUTED and not found.cached


def test_a_module_that_is_changed_after_it_was_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "stale_claims.py"
    text = 'from verify import *\nS = Space(x=Real())\nclaim = Claim("t.module", S, shows=Identity(S.symbols, {}))\n'
    path.write_text(text.format("S.symbols"))
    monkeypatch.syspath_prepend(str(tmp_path))
    file = sources.ClaimFile("stale_claims.py", path, "stale_claims")
    monkeypatch.setattr(sources, "python_files", lambda: {"stale_claims": file})
    assert list(stated_in("stale_claims")) == ["t.module"]
    path.write_text(text.format("0"))
    with pytest.raises(UsageError, match="after this process imported it"):
        stated_in("stale_claims")


def test_what_a_changing_machine_finds_is_not_remembered(project: None, monkeypatch: pytest.MonkeyPatch) -> None:
    told = count()
    with monkeypatch.context() as changing:
        changing.setattr(sources, "sign_of_files", lambda paths: str(next(told)))
        assert judged(Catalogue.load()).status is Status.PROVED
    assert not judged(Catalogue.load()).cached


def test_which_symbols_are_tokens_is_part_of_a_statement() -> None:
    space = Space(x=Real())
    (x,) = space.scalars
    sequent = Claim("t.x", space, shows=Identity(x, x)).sequent
    assert sequent_digest(replace(sequent, tokens=(x,))) != sequent_digest(sequent)


def test_no_file_drops_out(project: None, tmp_path: Path) -> None:
    """Links to files and folders, and capitals, are read; a folder that links to itself is read once."""
    outside = tmp_path / "outside"
    outside.mkdir()
    for name in ("linked", "below"):
        (outside / f"{name}.toml").write_text(FILE.read_text().replace("square", name))
    (outside / "itself").symlink_to(outside)
    Path("cases/lies").mkdir()
    Path("cases/lies/linked.toml").symlink_to(outside / "linked.toml")
    Path("cases/conjectures/folder").symlink_to(outside)
    (outside / "linked.toml").rename(outside / "linked.txt")
    Path("cases/lies/linked.toml").unlink()
    Path("cases/lies/linked.toml").symlink_to(outside / "linked.txt")
    Path("cases/CAPITALS.TOML").write_text(FILE.read_text().replace("square", "capitals"))
    catalogue = Catalogue.load()
    assert catalogue.problems == []
    assert set(catalogue.entries) == {"t.square", "t.linked", "t.below", "t.capitals"}
    assert catalogue.entries["t.linked"].kind == "lie"
    assert set(catalogue.select(["cases/lies"])) == {"t.linked"}
    assert set(catalogue.select(["cases"])) == set(catalogue.entries)
