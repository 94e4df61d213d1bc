"""`theoremcheck sharpen`: the lines, the JSON, the exit codes, and that hash seeds change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Project

THIRD = """
schema = 1
id = "open.third"
source = "nobody"
[space]
x = "interval(0, 1)"
[shows]
claim = "x*(1 - x) <= 1/3"
"""

FALSE = THIRD.replace("open.third", "open.fifth").replace("1/3", "1/5")


@pytest.fixture
def sharpened(project: Project) -> Project:
    project.case("conjectures/third.toml", THIRD)
    project.case("conjectures/fifth.toml", FALSE)
    return project


def documents(project: Project, *arguments: str, **environment: str) -> dict[str, Any]:
    done = project("sharpen", *arguments, "--json", "-", **environment)
    assert done.returncode == 0, done
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_lines_and_the_json(sharpened: Project) -> None:
    done = sharpened("sharpen", "open.third", "--constant", "1/3", "--json", "out.json")
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert lines[0] == "open.third  proved, exact: 1/3 >= x*(1 - x)"
    assert lines[1].startswith("  2. 1/3 on the left: what is proved for one constant holds for every larger one")
    assert lines[2] == (
        "     smaller:  can be 1/4 (by roots, exact), and that is sharp: equality holds at x = 1/2, "
        "where it fails with every smaller constant"
    )
    assert lines[3] == "1 claim, 1 constant, 1 direction: 1 sharp"
    data = json.loads((sharpened.path / "out.json").read_text())
    assert set(data) == {"schema", "claims", "skipped", "problems"} and data["skipped"] == data["problems"] == []
    (claim,) = data["claims"]
    assert set(claim) == {"id", "title", "statement", "status", "strength", "constants"}
    (constant,) = claim["constants"]
    (side,) = constant.pop("sides")
    assert constant == {
        "index": 2,
        "name": "1/3 on the left",
        "value": "1/3",
        "kind": "literal",
        "movement": "rises",
        "why": "by value",
        "among": "",
        "note": "",
        "failed": "",
    }
    assert side["towards"] == "smaller" and side["word"] == "sharp" and lines[2].endswith(side["sentence"])
    assert side["proved"] == {"value": "1/4", "by": "by roots", "strength": "exact", "conditional_on": []}
    assert side["equality"] == {"value": "1/4", "point": {"x": "1/2"}}
    assert side["refuted"]["value"] == "0.2499"
    assert side["refuted"]["counterexample"]["point"] == {"x": "1/2"}
    assert abs(side["estimate"] - 0.25) < 1e-9


def test_several_claims_and_what_is_skipped(sharpened: Project) -> None:
    data = documents(sharpened, "open.*th*", "small.square", "--digits", "2")
    assert [claim["status"] for claim in data["claims"]] == ["refuted", "proved"]
    assert data["skipped"] == [
        {"id": "small.square", "reason": "its conclusion has no inequality with a constant that could be moved"}
    ]
    fifth = data["claims"][0]["constants"][1]["sides"][0]
    assert (fifth["proved"]["value"], fifth["refuted"]["value"]) == ("1/4", "0.24")


def test_hash_seeds_change_nothing(sharpened: Project) -> None:
    first = documents(sharpened, "open.third", PYTHONHASHSEED="1")
    assert first == documents(sharpened, "open.third", PYTHONHASHSEED="2")


def test_a_file_that_cannot_be_read(sharpened: Project) -> None:
    sharpened.case("lies/broken.toml", "= =")
    done = sharpened("sharpen", "open.third", "--constant", "2")
    assert done.returncode == 2 and "broken.toml" in done.stderr and "can be 1/4" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Missing argument 'CLAIM...'"),
        (["nothing.here"], "matches no claim"),
        (["open.third", "--budget", "huge"], "'huge' is not one of"),
        (["open.third", "--digits", "0"], "'--digits': 0"),
        (
            ["open.third", "--constant", "7"],
            "it has no constant '7'; its constants are 1: 1 in 1 - x on the right; 2: 1/3 on the left",
        ),
        (["open.third", "--json", "no/such/folder/out.json"], "not a file that can be written"),
    ],
)
def test_usage_errors(sharpened: Project, arguments: list[str], says: str) -> None:
    done = sharpened("sharpen", *arguments)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert says in line


def test_without_an_inequality(project: Project) -> None:
    done = project("sharpen", "small.square")
    assert done.returncode == 2
    assert "small.square  skipped: its conclusion has no inequality with a constant that could be moved" in done.stdout
