"""`theoremcheck teeth`: the table, the JSON, the exit codes, and that jobs and hash seeds change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import Project

TOOTHED = """
from verify import Inequality
claim = Claim(
    "small.square", S, given=[gt(x, 0)], shows=Inequality((x - y) ** 2, ">=", 0),
    mutants={"strict": Inequality((x - y) ** 2, ">", 0)},
)
"""


@pytest.fixture
def toothed(project: Project) -> Project:
    project.theorem("square", TOOTHED)
    project.theorem("product", 'claim = Claim("small.untrue", S, shows=Identity(x, y))\n')
    return project


def documents(project: Project, *arguments: str, **environment: str) -> dict[str, Any]:
    done = project("teeth", *arguments, "--json", "-", **environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_table_and_the_json(toothed: Project) -> None:
    done = toothed("teeth", "small.square", "lies.sum", "small.untrue", "--json", "out.json")
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    data = json.loads((toothed.path / "out.json").read_text())
    assert data["schema"] == 1
    assert [claim["id"] for claim in data["claims"]] == ["small.square"]
    assert {each["id"]: each["reason"] for each in data["skipped"]} == {
        "small.untrue": "not proved but refuted",
        "lies.sum": "of kind lie; only theorems have teeth",
    }
    (claim,) = data["claims"]
    by_name = {each["name"]: each for each in claim["mutants"]}
    assert len(by_name) == len(claim["mutants"])
    for each in claim["mutants"]:
        assert set(each) == {"name", "kind", "statement", "fate", "reason", "counterexample", "because"}
        assert bool(each["because"]) == (each["fate"] == "survived")
        assert (each["counterexample"] is not None) == (each["fate"] == "killed")
    strict = by_name["strict"]
    assert (strict["kind"], strict["fate"]) == ("hand", "killed")
    point = strict["counterexample"]["simplest"]["point"]
    assert point["x"] == point["y"] and strict["counterexample"]["simplest"]["gap"] == "0"
    assert by_name["without x > 0"]["fate"] == "also-true"
    killed = sum(each["fate"] == "killed" for each in claim["mutants"])
    equivalent = sum(each["fate"] == "equivalent" for each in claim["mutants"])
    assert (claim["killed"], claim["all"]) == (killed, len(by_name) - equivalent)
    assert claim["score"] == killed / claim["all"]
    assert ["ok", "small.square", f"{killed}/{claim['all']}"] in [line.split() for line in lines]
    assert any(
        line.split() == "also-true without x > 0: unnecessary here: the argument does without it".split()
        for line in lines
    )
    assert lines[-2].startswith(f"1 claim: {killed} of {claim['all']} mutants killed") and lines[-1] == "2 skipped"


def test_a_hand_written_mutant_that_survives(toothed: Project) -> None:
    true = TOOTHED.replace(
        '"strict": Inequality((x - y) ** 2, ">", 0)', '"true": Inequality((x - y) ** 4 + 1, ">=", 0)'
    )
    toothed.theorem("square", true)
    done = toothed("teeth", "small.square")
    assert done.returncode == 1
    assert done.stdout.startswith("FAIL  small.square") and "by hand: true" in done.stdout


def test_jobs_and_hash_seeds_change_nothing(toothed: Project) -> None:
    toothed.theorem("third", 'claim = Claim("small.third", S, shows=Identity((x - y) * (x + y), x**2 - y**2))\n')
    first = documents(toothed, PYTHONHASHSEED="1")
    assert first == documents(toothed, "--jobs", "2", PYTHONHASHSEED="2")
    assert [claim["id"] for claim in first["claims"]] == ["small.square", "small.third"]


def test_a_survivor_says_why_and_the_page_lists_it(toothed: Project) -> None:
    """1/x needs x != 0 for its value alone; of what has no refuter, and of no theorem, the page says it as well."""
    body = 'claim = Claim("small.third", S, given=[ne(x, 0)], shows=Inequality(1 / x**2, ">", 0))\n'
    toothed.theorem("third", "from verify import Inequality, ne\n" + body)
    done = toothed("teeth", "small.*", "lies.sum", "--page", "page.md")
    assert done.returncode == 0, done
    reason = "without x != 0: has no value at a point that it admits; wherever it has one the argument proves it"
    assert any(" ".join(line.split()) == f"survived {reason}" for line in done.stdout.splitlines())
    page = (toothed.path / "page.md").read_text()
    assert "- `small.square`, \n" not in page and "  - unnecessary here: `x > 0`\n" in page
    assert "- `small.third`\n  - guard: `without x != 0`" in page
    assert "- `small.untrue`: not proved but refuted" in page and "lies.sum" not in page


def test_a_page_is_renewed_in_part(toothed: Project) -> None:
    """What it says of theorems that are not named stays; those that are gone leave it."""
    body = 'claim = Claim("small.third", S, given=[ne(x, 0)], shows=Inequality(1 / x**2, ">", 0))\n'
    toothed.theorem("third", "from verify import Inequality, ne\n" + body)
    toothed("teeth", "--page", "page.md")
    page = toothed.path / "page.md"
    whole = page.read_text()
    assert "unnecessary here: `x > 0`" in whole and "guard: `without x != 0`" in whole
    edited = whole.replace("here: `x > 0`", "here: `other`")
    page.write_text(edited.replace("guard: `without x != 0`", "open: `x`"))
    toothed("teeth", "small.third", "--page", "page.md")
    assert page.read_text() == edited
    toothed.theorem("third", "")
    toothed("teeth", "small.square", "--page", "page.md")
    assert "small.third" in whole and "small.third" not in page.read_text()
    toothed.theorem("fourth", 'claim = Claim("small.fourth", S, shows=Identity((x - y) * (x + y), x**2 - y**2))\n')
    toothed("teeth", "small.square", "--page", "page.md")
    assert "- `small.fourth`: not measured yet\n" in page.read_text()


def test_a_crash_is_an_error(toothed: Project) -> None:
    body = TOOTHED + "\n@claim.argument\ndef argument(p):\n    p._facts[0]\n    p.sign()\n"
    toothed.theorem("square", body)
    done = toothed("teeth", "small.square")
    assert done.returncode == 1
    assert "error      without x > 0: IndexError" in done.stdout


def test_a_file_that_cannot_be_read(toothed: Project) -> None:
    toothed.case("lies/broken.toml", "= =")
    done = toothed("teeth", "small.square")
    assert done.returncode == 2 and "broken.toml" in done.stderr and "small.square" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nothing.here"], "matches no claim"),
        (["--budget", "huge"], "'huge' is not one of"),
        (["--jobs", "0"], "'--jobs': 0"),
        (["--json", "no/such/folder/out.json"], "not a file that can be written"),
    ],
)
def test_usage_errors(project: Project, arguments: list[str], says: str) -> None:
    done = project("teeth", *arguments)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert says in line
