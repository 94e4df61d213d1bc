"""Counterexamples that a run remembers, and `theoremcheck replay`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from tests.cli.conftest import LIE, Project

UNTRUE = 'claim = Claim("small.untrue", S, shows=Identity((x + y) ** 2, x**2 + y**2))\n'


def file_of(project: Project, claim: str = "lies.sum") -> Path:
    return project.path / "cases" / "counterexamples" / f"{claim}.toml"


def verdict(project: Project, *arguments: str) -> dict[str, Any]:
    (found,) = project.json("lies.sum", *arguments)["claims"]
    assert isinstance(found, dict)
    return found


def established(found: dict[str, Any]) -> list[Any]:
    return [found[key] for key in ("status", "strength", "reason", "counterexample", "certificate")]


def test_a_refuted_claim_is_remembered_and_tried_first(project: Project) -> None:
    project.theorem("untrue", UNTRUE)
    first = verdict(project)
    assert first["evaluations"] > 0
    file = file_of(project)
    before, time = file.read_bytes(), file.stat().st_mtime_ns
    assert verdict(project)["cached"]
    shutil.rmtree(project.path / ".theoremcheck")
    recalled = verdict(project)
    assert recalled["evaluations"] == 0 and not recalled["cached"]
    assert established(recalled) == established(first)
    fresh = verdict(project, "--fresh")
    assert fresh["evaluations"] == first["evaluations"]
    assert established(fresh) == established(first)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == (before, time)
    assert [path.name for path in file.parent.iterdir()] == ["lies.sum.toml"]
    some = ("run", "small.untrue", "small.square", "lies.sum")
    project(*some, "--jobs", "2")
    assert sorted(path.name for path in file.parent.iterdir()) == ["lies.sum.toml", "small.untrue.toml"]
    assert project(*some).stdout.splitlines()[-1] == "0 judged anew, 3 remembered"


def test_an_edited_file_is_judged_anew_and_never_trusted(project: Project) -> None:
    first = verdict(project)
    file = file_of(project)
    good = file.read_text()
    file.write_text(good.replace(good[good.index("[simplest.point]") :], '[simplest.point]\nx = "0"\ny = "3"\n'))
    again = verdict(project)
    assert not again["cached"] and again["status"] == "refuted"
    assert "stale in counterexamples/lies.sum.toml: simplest" in again["reason"]
    assert again["counterexample"] == first["counterexample"]
    assert file.read_text() == good  # replaced by what was found
    # the claim becomes true: the file is told to be stale, and stays
    project.case("lies/sum.toml", LIE.replace("x**2 + y**2", "x**2 + 2*x*y + y**2"))
    true = verdict(project)
    assert (true["status"], file.read_text()) == ("proved", good)
    assert "stale" in true["reason"]


def test_where_nothing_is_written(project: Project) -> None:
    project.theorem("untrue", UNTRUE)
    place = project.path / "cases" / "counterexamples"
    place.write_text("not a folder\n")  # as good as a checkout that cannot be written
    done = project("run", "small.untrue")
    assert done.returncode == 1 and "refuted" in done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("cases/counterexamples/small.untrue.toml: cannot be written (File exists)")
    outside = project.path.parent / f"{project.path.name}-outside.toml"
    outside.write_text(LIE.replace("lies.sum", "lies.outside"))
    done = project("run", str(outside))
    assert "refuted" in done.stdout and done.stderr == ""
    shutil.rmtree(project.path / "cases")
    assert project("run", "small.untrue", "--fresh").stderr == ""
    assert not (project.path / "cases").exists()


def test_replay_says_what_the_kernel_says_now(project: Project) -> None:
    verdict(project)
    file = file_of(project)
    label = file.relative_to(project.path).as_posix()
    done = project("replay", label)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("confirmed  exact   lies.sum  simplest: the conclusion fails at x = ")
    project.case("lies/sum.toml", LIE.replace("x**2 + y**2", "x**2 + 2*x*y + y**2"))
    done = project("replay", label)
    assert (done.returncode, done.stderr) == (1, "")
    assert all(line.startswith("stale") for line in done.stdout.splitlines())


def test_replay_of_what_cannot_be_read(project: Project) -> None:
    text = 'schema = 1\nclaim = "lies.sum"\n[simplest]\npart = "main"\nrule = "point"\n[simplest.point]\nx = "1"\n'
    project.case("counterexamples/good.toml", f'{text}y = "1"\n')
    project.case("counterexamples/float.toml", f"{text}y = 0.5\n")
    project.case("counterexamples/other.toml", f'{text.replace("lies.sum", "lies.smu")}y = "1"\n')
    done = project("replay", *(f"cases/counterexamples/{name}.toml" for name in ("good", "float", "none", "other")))
    assert done.returncode == 2
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["confirmed"]
    at = "cases/counterexamples"
    begins = (
        f"{at}/float.toml: simplest.point.y: found the float 0.5",
        f"{at}/none.toml: found no regular file",
        f"{at}/other.toml: claim: found 'lies.smu': no claim has that id; did you mean lies.sum",
    )
    for line, begin in zip(done.stderr.splitlines(), begins, strict=True):
        assert line.startswith(begin)
