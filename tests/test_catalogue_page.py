"""docs/catalogue.md is the catalogue of the linear model: every theorem once, and what it says of each is so."""

from __future__ import annotations

import re
from pathlib import Path

from verify.claim import Claim
from verify.graph import with_uses
from verify.kernel.proof import Step
from verify.prove.argument import steps_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "catalogue.md").read_text(encoding="utf-8")
ENCLOSING = {"cover", "isolate", "returns", "reversible", "value"}
_CELLS = re.compile(r"(?<!\\)\|")
_ID = re.compile(r"`((?:linear|classical|lies|low_temperature)\.[a-z0-9._-]+)`")


def _rows() -> list[tuple[str, str, str, str]]:
    """The rows of the tables of claims: statement, claim, strength, what it is conditional on."""
    found = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in _CELLS.split(line)[1:-1]]
        if len(cells) == 4 and cells[1].startswith("`"):
            found.append(tuple(cells))
    return found  # type: ignore[return-value]


def test_every_claim_that_it_names_exists(catalogue):
    named = set(_ID.findall(PAGE))
    assert named and named <= set(catalogue.entries)


def test_it_lists_every_theorem_of_the_linear_model_once(catalogue):
    listed = [claim.strip("`") for _, claim, _, _ in _rows()]
    theorems = [
        each.id
        for each in catalogue.entries.values()
        if each.kind == "theorem" and each.file.startswith("theorems/linear/")
    ]
    assert sorted(listed) == sorted(theorems), "docs/catalogue.md has one row for every theorem of theorems/linear"


def test_it_says_what_each_is_conditional_on(catalogue):
    for _, claim, _, conditional in _rows():
        used = with_uses(catalogue, [claim.strip("`")])
        cited = {name for name in used if catalogue.entries[name].kind == "cited"}
        assert {f"classical.{name}" for name in re.findall(r"`([^`]+)`", conditional)} == cited, claim


def test_it_says_where_balls_are_used(catalogue):
    for _, name, strength, _ in _rows():
        used = [each for each in with_uses(catalogue, [name.strip("`")]) if catalogue.entries[each].kind == "theorem"]
        encloses = any(_encloses(catalogue.claim(each)) for each in used)
        assert strength == ("ball" if encloses else "exact"), name


def _encloses(claim: Claim) -> bool:
    waiting: list[object] = [steps_of(claim)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Step):
            if value.rule in ENCLOSING:
                return True
            waiting.extend(value.data.values())
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, tuple | list):
            waiting.extend(value)
    return False
