"""The pytest face, each behaviour in a project of its own and a process of its own."""

from __future__ import annotations

import os
from fnmatch import fnmatch
from importlib.metadata import entry_points
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
INSTALLED = any(point.name == "theoremcheck" for point in entry_points(group="pytest11"))

THEOREMS = """
from verify import Claim, Eventually, Every, Identity, Inequality, Real, Space, eq

S = Space(x=Real())
x = S.symbols

base = Claim("t.base", S, shows=Identity((x + 1)**2, x**2 + 2*x + 1))
above = Claim("t.above", S, shows=Identity((x + 1)**2 - 2*x, x**2 + 1), rests_on=["t.zero"])
zero = Claim("t.zero", S, shows=Identity(x - x, 0))
square = Inequality(x**2, ">=", 0)
supported = Claim("t.supported", S, shows=square, expect="open")
undecided = Claim("t.undecided", S, shows=Eventually("point", {x: -x}, start=Every()), expect="open")
cited = Claim("t.cited", S, shows=Identity(x, x), kind="cited")


@undecided.argument
@supported.argument
def argument(p):
    p.ring(eq(x, x + 1))  # refused, however much the machine learns
"""

BAD = """
from theorems.good import S, argument, square, x
from verify import Claim, Identity, gt, lt


wrong = Claim("t.wrong", S, shows=Identity(x, x + 1))
proud = Claim("t.proud", S, shows=square)
vacuous = Claim("t.vacuous", S, given=[gt(x, 0), lt(x, 0)], shows=Identity(x, x))
news = Claim("t.news", S, shows=Identity(x, x), expect="open")
fallen = Claim("t.fallen", S, shows=Identity(x, x))
crash = Claim("t.crash", S, shows=Identity(x, x))

proud.argument(argument)


@fallen.argument
def fallen_argument(p):
    p.uses("t.wrong", at={x: x})
    p.ring()


@crash.argument
def crashing(p):
    1 / 0
"""

LIE = """
schema = 1
id = "lies.{name}"
expect = "refuted"
[space]
x = "real"
[shows]
claim = "{claim}"
"""


@pytest.fixture
def project(pytester, monkeypatch):
    """A project with a package of theorems and a folder of cases; `project.run(*args)` runs pytest there."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    pytester.makeini("[pytest]\ntestpaths = theorems cases\nfilterwarnings = error\n")
    for name, text in {
        "theorems/__init__.py": "",
        "theorems/good.py": THEOREMS,
        "theorems/helper.py": "VALUE = 1\n",
        "cases/lies/caught.toml": LIE.format(name="caught", claim="x**2 == x"),
    }.items():
        _write(pytester, name, text)

    def run(*args):
        plugin = () if INSTALLED else ("-p", "verify.pytest_plugin")
        cache = () if "--lf" in args else ("-p", "no:cacheprovider")
        return pytester.runpytest_subprocess(*plugin, *cache, "--claims-budget", "quick", *args)

    pytester.run_claims = run
    return pytester


def _write(pytester, name, text, encoding="utf-8"):
    path = pytester.path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding=encoding)
    return path


def test_each_claim_is_an_item_and_meets_its_expectation(project):
    result = project.run_claims("-v", "-rs")
    result.stdout.fnmatch_lines_random(
        [
            "theorems/good.py::t.base PASSED*",
            "theorems/good.py::t.above PASSED*",
            "theorems/good.py::t.supported SUPPORTED*",
            "theorems/good.py::t.undecided SKIPPED (undecided: *",
            "theorems/good.py::t.cited SKIPPED (cited: *",
            "cases/lies/caught.toml::lies.caught PASSED*",
            "SKIPPED [[]1[]] theorems/good.py: undecided: *",
            "*4 passed, 2 skipped, 1 supported*",
        ]
    )
    assert result.ret == 0


def test_what_is_needed_comes_first(project):
    lines = project.run_claims("-v").outlines
    at = {name: next(k for k, line in enumerate(lines) if f"::t.{name} " in line) for name in ("zero", "above")}
    assert at["zero"] < at["above"]


def test_an_unmet_expectation_is_three_lines_without_a_traceback(project):
    _write(project, "theorems/bad.py", BAD)
    result = project.run_claims("theorems/bad.py", "-rs")
    result.assert_outcomes(failed=4, skipped=1, errors=1)
    text = result.outlines
    at = next(k for k, line in enumerate(text) if "_ claim t.wrong _" in line)
    assert text[at + 1 : at + 4] == [
        "t.wrong: x == x + 1",
        "refuted, expected proved: x = 0; left - right = -1",
        text[at + 3],
    ]
    assert text[at + 3].startswith("replay: theoremcheck check t.wrong")
    assert text[at + 4].startswith("____")
    result.stdout.fnmatch_lines_random(
        [
            "undecided: expected proved; *",
            "vacuous: expected proved; *contradict*",
            "proved: expected to stay open, so this is news*",
            "SKIPPED [[]1[]] theorems/bad.py: blocked: its argument uses t.wrong, which is refuted",
            "*ZeroDivisionError: division by zero",
            "*in crashing*",
        ]
    )
    assert "_Unmet" not in result.stdout.str()


def test_a_lie_that_survives_fails(project):
    _write(project, "cases/lies/true.toml", LIE.format(name="true", claim="x == x"))
    result = project.run_claims("cases")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["proved: expected refuted; by ring"])


def test_one_selected_item_sees_the_whole_graph(project):
    _write(project, "theorems/bad.py", BAD)
    result = project.run_claims("theorems/bad.py::t.fallen", "-v", "-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        ["theorems/bad.py::t.fallen SKIPPED (blocked: *", "*blocked: its argument uses t.wrong*"]
    )
    one = project.run_claims("cases/lies/caught.toml::lies.caught")
    one.assert_outcomes(passed=1)


def test_select_by_name(project):
    project.run_claims("-k", "t.base or lies.caught").assert_outcomes(passed=2, deselected=5)


def test_last_failed(project):
    _write(project, "theorems/bad.py", BAD)
    project.run_claims("--lf").assert_outcomes(passed=4, failed=4, skipped=3, errors=1)
    project.run_claims("--lf").assert_outcomes(failed=4, errors=1)


def test_several_workers_find_the_same(project):
    pytest.importorskip("xdist")
    _write(project, "theorems/bad.py", BAD)
    result = project.run_claims("-n", "2", "-v", "-rs")
    result.assert_outcomes(passed=4, failed=4, skipped=3, errors=1)
    result.stdout.fnmatch_lines_random(
        [
            "*SUPPORTED*theorems/good.py::t.supported*",
            "*blocked: its argument uses t.wrong, which is refuted",
            "*1 supported*",
        ]
    )


def test_a_second_run_remembers(project):
    project.run_claims("theorems/good.py::t.base").assert_outcomes(passed=1)
    before = sorted((project.path / ".theoremcheck").glob("**/*.json"))
    assert before
    times = {path: path.stat().st_mtime_ns for path in before}
    project.run_claims("theorems/good.py::t.base").assert_outcomes(passed=1)
    assert {path: path.stat().st_mtime_ns for path in before if "index" not in path.name} == {
        path: at for path, at in times.items() if "index" not in path.name
    }


REFUSED = {
    "cases/lies/unknown.toml": ('schema = 1\nid = "lies.bad"\n[spac]\n', ": spac: found an unknown key*"),
    "cases/lies/no_schema.toml": ("shcema = 1", ": shcema: *did you mean schema?"),
    "cases/own/broken.toml": ("schema = ", ": found no valid TOML*"),
    "cases/lies/twice.toml": (LIE.format(name="caught", claim="x == 1"), ": the id 'lies.caught'*"),
    "cases/lies/needs.toml": ('rests_on = ["t.none"]' + LIE.format(name="needs", claim="x == 1"), "*needs 't.none'*"),
    "cases/lies/latin.toml": ('schema = 1\ntitle = "\xe9"', ": found the byte 0xe9 at *, expected UTF-8*"),
    "theorems/broken.py": ("import nothing_of_that_name", ", line 1: ModuleNotFoundError*"),
}


def test_a_file_that_is_refused_is_a_collection_error_of_one_line(project):
    for name, (text, _) in REFUSED.items():
        _write(project, name, text, "latin-1")
    result = project.run_claims("--continue-on-collection-errors")
    result.assert_outcomes(passed=4, skipped=2, errors=len(REFUSED))
    lines = result.outlines
    for name, (_, line) in REFUSED.items():
        at = next(k for k, each in enumerate(lines) if f"ERROR collecting {name}" in each)
        assert fnmatch(lines[at + 1], name + line), lines[at + 1]
        assert lines[at + 2][:4] in ("____", "====")


def test_claims_that_need_each_other_are_refused(project):
    for own, other in (("one", "two"), ("two", "one")):
        text = f'rests_on = ["lies.{other}"]' + LIE.format(name=own, claim="x == 1")
        _write(project, f"cases/lies/{own}.toml", text)
    result = project.run_claims("cases")
    result.assert_outcomes(errors=2)
    result.stdout.fnmatch_lines(["*lies.one -> lies.two -> lies.one*"])


def test_from_a_folder_below(project):
    os.chdir(project.path / "cases")
    project.run_claims("lies").assert_outcomes(passed=1)
    assert (project.path / ".theoremcheck/ledger.db").exists() and not (project.path / "cases/.theoremcheck").exists()


def test_an_unrelated_project_is_left_alone(pytester, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    _write(pytester, "cases/config.toml", "[tool]\nname = 1\n")
    _write(pytester, "cases/counterexamples/data.toml", "schema = 1\n")
    _write(pytester, "other/theorems/lemma.py", "raise RuntimeError('imported')\n")
    _write(pytester, "data.toml", "schema = 1\n")
    _write(
        pytester,
        "test_own.py",
        """
import sys

def test_own():
    heavy = {"sympy", "numpy", "scipy", "torch", "flint", "networkx", "verify.catalogue", "verify.claim"}
    assert not heavy & set(sys.modules)
""",
    )
    plugin = () if INSTALLED else ("-p", "verify.pytest_plugin")
    result = pytester.runpytest_subprocess(*plugin, "-p", "no:hypothesispytest", ".", "data.toml")
    result.assert_outcomes(passed=1)
    assert not (pytester.path / ".theoremcheck").exists()


def test_the_bank_is_collected_where_it_is_named(project):
    """With the rest it is left out: it measures the machine."""
    _write(
        project,
        "cases/bank/small.toml",
        LIE.format(name="small", claim="x**2 == x").replace("lies.", "bank.")
        + '[bank]\ntruth = "FALSE"\ndifficulty = 1\n',
    )
    assert "bank.small" not in project.run_claims("-v").stdout.str()
    assert "bank.small" not in project.run_claims("-v", "cases").stdout.str()
    for place in ("cases/bank", "cases/bank/small.toml"):
        result = project.run_claims("-v", place)
        result.stdout.fnmatch_lines(["cases/bank/small.toml::bank.small PASSED*"])
        assert result.ret == 0
