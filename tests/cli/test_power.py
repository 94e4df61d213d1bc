"""theoremcheck power, and where else the bank appears."""

from __future__ import annotations

import json

from tests.cli.conftest import LIE, Project

RATING = '[bank]\ntruth = "{truth}"\ndifficulty = {difficulty}\nreference = "{name}"\n'


def bank(project: Project, name: str, truth: str, difficulty: int, claim: str) -> None:
    text = LIE.replace("lies.sum", f"bank.{name.lower()}").replace("(x + y)**2 == x**2 + y**2", claim)
    project.case(f"bank/{name.lower()}.toml", text + RATING.format(truth=truth, difficulty=difficulty, name=name))


def small(project: Project) -> None:
    bank(project, "F1", "FALSE", 1, "(x + y)**2 == x**2 + y**2")
    bank(project, "T1", "TRUE", 2, "(x + y)**2 >= 4*x*y")


def test_what_power_prints_and_writes(project: Project) -> None:
    small(project)
    done = project("power", "--budget", "quick", "--json", "out.json")
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert [line.split()[:4] for line in lines[1:3]] == [
        ["ok", "F1", "FALSE", "1"],
        ["ok", "T1", "TRUE", "2"],
    ]
    assert lines[3] == "2 statements: 2 verdicts are right, none is wrong"
    assert lines[-1] == "false, all: 1 of 1 refuted; by Hypothesis 1, by random sampling 1"
    found = json.loads((project.path / "out.json").read_text())["statements"]
    assert [each["id"] for each in found] == ["F1", "T1"]
    wanted = {"id", "truth", "difficulty", "status", "right", "evaluations", "seconds", "hypothesis", "sampling"}
    assert all(wanted <= set(each) for each in found)


def test_a_table_for_a_page(project: Project) -> None:
    small(project)
    assert project("power", "--budget", "quick", "--alone", "--table", "table.md").returncode == 0
    head, rule, *rows = (project.path / "table.md").read_text().splitlines()
    assert head.count("|") == rule.count("|") == rows[0].count("|") and set(rule) <= set("| -")
    assert [row.split(" | ")[:4] for row in rows[:2]] == [
        ["| F1", "false", "1", "refuted"],
        ["| T1", "true", "2", "proved"],
    ]
    assert rows[3] == "- 2 statements: 2 verdicts are right, none is wrong"


def test_what_is_measured_is_the_same_for_any_number_of_jobs(project: Project) -> None:
    small(project)
    bank(project, "F2", "FALSE", 2, "x**2 + y**2 >= x")
    found = []
    for jobs in ("1", "2"):
        done = project("power", "--budget", "quick", "--fresh", "--jobs", jobs, "--json", "-")
        data = json.loads(done.stdout)["statements"]
        for each in data:
            for timed in (each, each["hypothesis"] or {}, each["sampling"] or {}):
                timed.pop("seconds", None)
        found.append(data)
    assert found[0] == found[1] and len(found[0]) == 3


def test_a_verdict_that_contradicts_the_truth(project: Project) -> None:
    bank(project, "T9", "TRUE", 1, "(x + y)**2 == x**2 + y**2")
    done = project("power", "--alone", "--budget", "quick")
    assert done.returncode == 1
    assert "WRONG  T9" in done.stdout and "1 WRONG: T9" in done.stdout and "Hypothesis" not in done.stdout


def test_the_bank_is_no_part_of_a_run_unless_it_is_named(project: Project) -> None:
    small(project)
    assert "bank." not in project("run").stdout
    assert "bank." not in project("run", "cases").stdout
    assert "bank." not in project("graph").stdout
    assert "bank.f1" in project("list").stdout
    assert "2 claims" in project("run", "cases/bank", "--budget", "quick").stdout
    assert "1 claim:" in project("run", "bank.t1", "--budget", "quick").stdout


def test_other_claims_have_no_rating(project: Project) -> None:
    done = project("power", "small.square")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "small.square: it is not of the bank" in line
    assert "run" not in done.stdout
