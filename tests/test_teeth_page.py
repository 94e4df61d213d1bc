"""docs/teeth.md has every theorem, the mutants that are made of it now, and a reason for each that survived."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from verify.attack.mutants import automatic, by_hand
from verify.report.teeth_page import Entry, entries_of
from verify.teeth import BECAUSE, run_teeth

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "teeth.md").read_text(encoding="utf-8")
SAID = entries_of(PAGE)
AGAIN = "theoremcheck teeth CLAIM --page docs/teeth.md does it again"


def _names(line: str) -> list[str]:
    return re.findall(r"`([^`]+)`", line)


def _numbers(entry: Entry) -> dict[str, int]:
    total, killed, _, equivalent, weaker, also_true, survived = entry.row
    return {
        "all": int(total),
        "killed": int(killed),
        "equivalent": int(equivalent),
        "weaker": int(weaker),
        "also-true": int(also_true),
        "survived": int(survived),
    }


def test_it_lists_every_theorem(catalogue):
    theorems = {each.id for each in catalogue.entries.values() if each.kind == "theorem" and each.file[0] == "t"}
    assert set(SAID) == theorems, AGAIN


def test_what_became_of_the_mutants_adds_up():
    for claim, entry in SAID.items():
        if entry.row:
            n = _numbers(entry)
            assert n["all"] == n["killed"] + n["weaker"] + n["also-true"] + n["survived"], claim


def test_every_survivor_is_named_with_a_reason():
    for claim, entry in SAID.items():
        reasons = [line.split(":")[0].removeprefix("  - ") for line in entry.survivors[1:]]
        assert set(reasons) <= set(BECAUSE), claim
        named = sum(len(_names(line)) for line in entry.survivors[1:])
        assert named == (_numbers(entry)["survived"] if entry.row else 0), claim


def test_every_stronger_statement_is_named():
    for claim, entry in SAID.items():
        named = sum("`" in line for line in entry.findings[1:])
        assert named == (_numbers(entry)["also-true"] if entry.row else 0), claim


def test_hand_written_mutants_are_killed(catalogue):
    for claim, entry in SAID.items():
        ours = {mutant.name for mutant in by_hand(catalogue.claim(claim))}
        assert not ours & {name for line in entry.survivors[1:] for name in _names(line)}, claim


def test_every_theorem_is_measured():
    bare = [claim for claim, entry in SAID.items() if not entry.row]
    assert not bare, AGAIN


@pytest.mark.deep
def test_the_mutants_are_those_that_are_made_now(catalogue):
    for claim, entry in SAID.items():
        if entry.row:
            made, n = catalogue.claim(claim), _numbers(entry)
            assert n["all"] + n["equivalent"] == len(by_hand(made)) + len(automatic(made).chosen), f"{claim}: {AGAIN}"


@pytest.mark.deep
def test_a_row_is_what_teeth_finds_now(catalogue, tmp_path):
    """The theorems whose teeth take a second or two."""
    quick = ["circle.splay-three", "linear.coefficients", "linear.case1-field", "low_temperature.hardmax"]
    for found in run_teeth(catalogue, quick, directory=tmp_path):
        assert _numbers(SAID[found.claim])["killed"] == len(found.of("killed")), f"{found.claim}: {AGAIN}"
