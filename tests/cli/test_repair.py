"""`theoremcheck repair`: the text, the JSON, exit codes; it changes nothing, and hash seeds change nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Project

SQUARE = """
schema = 1
id = "lies.square"
source = "nobody"
[space]
x = "real"
[shows]
claim = "x**2 >= x"
"""

INVERSE = SQUARE.replace("lies.square", "lies.inverse").replace("x**2 >= x", "x + 1/x >= 2")

LONG = """
schema = 1
id = "lies.zz"
source = "nobody"
[space]
a = "real"
b = "real"
c = "real"
d = "real"
[shows]
claim = "a**4*b*c + b**4*c*d + c**4*d*a + d**4*a*b + a*b*c*d >= -1"
"""


@pytest.fixture
def broken(project: Project) -> Project:
    project.case("lies/square.toml", SQUARE)
    project.case("lies/inverse.toml", INVERSE)
    return project


def files(project: Project) -> dict[str, bytes]:
    kept = (each for folder in ("cases", "theorems") for each in (project.path / folder).rglob("*"))
    return {str(each.relative_to(project.path)): each.read_bytes() for each in kept if each.is_file()}


def document(project: Project, *arguments: str, **environment: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(project("repair", *arguments, "--json", "-", **environment).stdout)
    return found


def test_the_text_and_the_json(broken: Project) -> None:
    before = files(broken)
    done = broken("repair", "lies.inverse", "lies.sum", "small.square", "open.sine", "--json", "out.json")
    assert done.returncode == 1, done  # nothing repairs (x + y)**2 == x**2 + y**2
    text = done.stdout
    assert "lies.inverse  undecided: undefined at x = 0\n" in text
    assert "  suggestion: add the hypothesis x > 0; then the claim is proved (exact)\n" in text
    assert "  no suggestion: of " in text
    assert "small.square  skipped: not refuted but proved; there is nothing to repair" in text
    assert "open.sine  skipped: not refuted but undecided; there is nothing to repair" in text
    assert text.splitlines()[-2:] == [
        "2 claims: 1 with a suggestion, 1 of them proved; nothing was changed, and no verdict either",
        "2 skipped",
    ]
    data = json.loads((broken.path / "out.json").read_text())
    assert {each["id"] for each in data["skipped"]} == {"small.square", "open.sine"}
    by_id = {each["id"]: each for each in data["claims"]}
    assert {each["id"]: each["status"] for each in data["claims"]} == {
        "lies.inverse": "undecided",
        "lies.sum": "refuted",
    }
    (only,) = by_id["lies.inverse"]["suggestions"]
    assert (only["hypothesis"], only["status"], only["strength"]) == ("x > 0", "proved", "exact")
    assert only["conditional_on"] == [] and only["outside"]["point"]["x"].startswith("-")
    assert abs(only["share"] - 0.5) < 5 * only["share_error"]
    assert by_id["lies.sum"]["suggestions"] == [] and by_id["lies.sum"]["nothing"].startswith("no suggestion")
    assert files(broken) == before
    (verdict,) = broken.json("lies.sum")["claims"]
    assert verdict["status"] == "refuted"


def test_hash_seeds_change_nothing_and_a_limit_is_kept(broken: Project) -> None:
    first = document(broken, "lies.square", PYTHONHASHSEED="1")
    assert first == document(broken, "lies.square", PYTHONHASHSEED="2")
    assert len(first["claims"][0]["suggestions"]) == 2
    assert len(document(broken, "cases/lies/square.toml", "--limit", "1")["claims"][0]["suggestions"]) == 1


def test_ctrl_c(broken: Project) -> None:
    broken.case("lies/zz.toml", LONG)
    process = subprocess.Popen(
        broken.command("repair", "lies.square", "lies.zz", "--budget", "deep"),
        cwd=broken.path,
        env=broken.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()  # the first claim is done, or being told
    time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert first.startswith("lies.square  refuted") and process.returncode == 130
    assert errors.splitlines() == ["interrupted: 1 of 2 claims are told above; nothing was changed"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Missing argument"),
        (["nothing.here"], "matches no claim"),
        (["lies.sum", "--budget", "huge"], "'huge' is not one of"),
        (["lies.sum", "--limit", "0"], "0 is not in the range"),
        (["lies.sum", "--json", "no/such/folder/out.json"], "not a file that can be written"),
    ],
)
def test_usage_errors(project: Project, arguments: list[str], says: str) -> None:
    done = project("repair", *arguments)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert says in line


def test_a_file_that_cannot_be_read(broken: Project) -> None:
    broken.case("lies/broken.toml", "= =")
    done = broken("repair", "lies.inverse")
    assert done.returncode == 2 and "broken.toml" in done.stderr and "x > 0" in done.stdout


def test_a_crash_is_told(broken: Project, tmp_path: Path) -> None:
    body = """
from verify import Inequality
claim = Claim("small.crash", S, given=[gt(x, 0)], shows=Inequality(y * x, ">=", 0))

@claim.argument
def argument(p):
    if len(p._facts) > 1:
        raise IndexError("of this test")
    p.sign()
"""
    broken.theorem("crash", body)
    done = broken("repair", "small.crash", "lies.inverse")
    assert done.returncode == 1, done
    assert "small.crash  FAIL: IndexError: of this test" in done.stdout and "x > 0" in done.stdout
