"""Exit codes, and errors of one line on standard error that cost nothing else."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import LIE, OPEN, Project

UNTRUE = 'claim = Claim("small.untrue", S, shows=Identity((x + y) ** 2, x**2 + y**2))\n'


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of standard error, with exit code 2."""
    assert done.returncode == 2, done
    (line,) = done.stderr.splitlines()
    return line


def test_all_as_expected(project: Project) -> None:
    done = project("run")
    assert done.returncode == 0, done
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert [line.split()[:4] for line in lines[:4]] == [
        ["ok", "proved", "exact", "small.product"],
        ["ok", "proved", "exact", "small.square"],
        ["ok", "supported", "sampled", "open.sine"],
        ["ok", "refuted", "exact", "lies.sum"],
    ]
    assert lines[4] == "4 claims: 2 proved, 1 refuted, 1 supported, all as expected"
    assert lines[5] == "4 judged anew, 0 remembered"
    assert "effective samples" in lines[2] and "95 %" in lines[2]


def test_an_unmet_expectation(project: Project) -> None:
    project.theorem("untrue", UNTRUE)
    done = project("run", "small.*")
    assert done.returncode == 1
    assert "FAIL  refuted" in done.stdout and "expected proved" in done.stdout
    assert "1 NOT as expected" in done.stdout


def test_a_refuted_open_conjecture_is_news(project: Project) -> None:
    project.case("conjectures/sine.toml", OPEN.replace("sin(x)*sin(3*x) < x", "cos(x) < x"))
    done = project("run", "open.sine")
    assert done.returncode == 1
    assert "news" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "nothing.here"], "'nothing.here' matches no claim"),
        (["run", "small.sqare"], "did you mean small.square"),
        (["run", ""], "an empty name"),
        (["run", "cases/counterexamples"], "name its files one by one"),
        (["run", "nothing-*"], "'nothing-*' matches no claim"),
        (["run", "cases/lies/none.toml"], "there is no such file"),
        (["run", "theorems/__init__.py"], "it states no claim"),
        (["run", "--jobs", "0"], "'--jobs': 0"),
        (["run", "--jobs", "-3"], "'--jobs': -3"),
        (["run", "--budget", "huge"], "'huge' is not one of"),
        (["run", "--json", "no/such/folder/out.json"], "not a file that can be written"),
        (["frob"], "No such command 'frob'"),
        (["show", "nothing.here"], "matches no claim"),
        (["axioms", "nothing.here"], "matches no claim"),
        (["graph", "--format", "png"], "'png' is not one of"),
        (["new", "NotAllowed"], "is not allowed"),
        (["new", "../escape.toml"], "is not allowed"),
        (["new", "small.square"], "is taken by theorems/square.py"),
        (["check", "nothing.here"], "nothing.here"),
    ],
)
def test_usage_errors(project: Project, arguments: list[str], says: str) -> None:
    (project.path / "cases" / "counterexamples").mkdir()
    assert says in one_line(project(*arguments))
    assert not (project.path / "escape.toml").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_output_that_cannot_be_written(project: Project) -> None:
    for where, code, says in ((">&-", 0, []), ("> /dev/full", 2, ["standard output cannot be written"])):
        line = f"{shlex.join(project.command('list'))} {where}"
        done = subprocess.run(
            ["sh", "-c", line],
            cwd=project.path,
            env=project.environment(),
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        found = done.stderr.splitlines()
        assert done.returncode == code and len(found) == len(says) and all(map(str.startswith, found, says)), done


BROKEN = {
    "unknown key": ("conjectures/broken.toml", OPEN.replace("open.sine", "open.other") + "colour = 3\n", "colour"),
    "not toml": ("conjectures/broken.toml", "this is not = = toml", "broken.toml"),
    "refused name": ("conjectures/broken.toml", OPEN.replace("sin(x)", "__import__('os')"), "shows"),
    "duplicate id": ("lies/broken.toml", LIE, "in cases/lies/broken.toml and in cases/lies/sum.toml"),
    "unknown need": (
        "lies/broken.toml",
        LIE.replace("lies.sum", "lies.other").replace("[space]", 'rests_on = ["small.sqare"]\n[space]'),
        "lies.other needs 'small.sqare', and no claim has that id; did you mean small.square",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_file_that_cannot_be_read_costs_nothing_else(project: Project, what: str) -> None:
    place, text, says = BROKEN[what]
    project.case(place, text)
    done = project("run", "--json", "out.json")
    line = one_line(done)
    assert says in line and "broken.toml" in line
    found = json.loads((project.path / "out.json").read_text())
    assert sum(claim["meets_expectation"] for claim in found["claims"]) == 4
    assert found["summary"]["problems"] == [line]


def test_not_utf8(project: Project) -> None:
    (project.path / "cases" / "lies" / "bytes.toml").write_bytes(b'id = "\xff\xfe"')
    done = project("run")
    assert "bytes.toml" in one_line(done)
    assert "4 claims" in done.stdout


def test_a_module_that_cannot_be_imported(project: Project) -> None:
    project.theorem("broken", "oops = undefined_name\n")
    done = project("run")
    line = one_line(done)
    assert line.startswith("theorems/broken.py, line 5: NameError:")
    assert "4 claims" in done.stdout


def test_a_circle_is_named(project: Project) -> None:
    for name, need in (("a", "b"), ("b", "c"), ("c", "a")):
        project.theorem(name, f'claim = Claim("round.{name}", S, rests_on=["round.{need}"], shows=Identity(x, x))\n')
    project.theorem("above", 'claim = Claim("round.above", S, rests_on=["round.a"], shows=Identity(x, x))\n')
    done = project("run")
    assert done.returncode == 2
    circle, above = done.stderr.splitlines()
    assert "round.a -> round.b -> round.c -> round.a" in circle
    assert "round.above needs 'round.a', which was refused" in above
    assert "4 claims" in done.stdout


def test_a_crash_is_an_error_with_its_traceback(project: Project) -> None:
    body = 'claim = Claim("small.crash", S, shows=Identity(x, x))\n\n@claim.argument\ndef argument(p):\n    1 / 0\n'
    project.theorem("crash", body)
    done = project("run", "--json", "out.json")
    assert done.returncode == 1
    assert "FAIL  error" in done.stdout and "4 judged" not in done.stdout
    claims = {claim["id"]: claim for claim in json.loads((project.path / "out.json").read_text())["claims"]}
    assert len(claims) == 5
    crashed = claims["small.crash"]
    assert crashed["status"] == "error" and crashed["szs"] == "Error"
    assert "ZeroDivisionError" in crashed["survey"]["traceback"] and "crash.py" in crashed["survey"]["traceback"]
    assert "error" in project("show", "small.crash").stdout


def test_a_file_outside(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.toml").write_text(OPEN.replace("open.sine", "open.mine"))
    done = project("run", "elsewhere/mine.toml")
    assert done.returncode == 0 and "open.mine" in done.stdout and "1 claim:" in done.stdout
    assert "open.mine" not in project("list").stdout


def test_files_and_folders_select(project: Project) -> None:
    def ids(*patterns: str) -> list[str]:
        return [claim["id"] for claim in project.json(*patterns)["claims"]]

    assert ids("cases/lies/sum.toml", "theorems/square.py") == ["small.square", "lies.sum"]
    assert ids("./cases/") == ["open.sine", "lies.sum"]
    assert ids("theorems") == ["small.product", "small.square"]
    assert ids(str(project.path / "cases" / "conjectures"), "*.product") == ["small.product", "open.sine"]


def test_a_pipe_that_closes(project: Project) -> None:
    command = " ".join(project.command("list")) + " | true; echo ${PIPESTATUS[0]}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=project.path,
        env=project.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "141")
