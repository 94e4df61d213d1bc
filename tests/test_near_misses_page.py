"""docs/low-temperature-near-misses.md names every lie of the second theory, and what it says of each claim is so."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "low-temperature-near-misses.md").read_text(encoding="utf-8")
_CELLS = re.compile(r"(?<!\\)\|")
_ID = re.compile(r"`((?:linear|classical|lies|low_temperature)\.[a-z0-9._-]+)`")
NEAR_MISSES = [*(f"F{k}" for k in range(1, 30) if k != 18), "F6b"]
ASIDE = {"S6"}
"""Not stated as a claim; the page says why."""


def _rows() -> dict[str, list[str]]:
    """The cells of each row behind its id."""
    found = {}
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in _CELLS.split(line)[1:-1]]
        if cells and re.fullmatch(r"[FSQ]\d+b?", cells[0]):
            assert cells[0] not in found, f"two rows of {cells[0]}"
            found[cells[0]] = cells[1:]
    return found


def test_it_has_a_row_for_everything_that_was_asked():
    wanted = [*NEAR_MISSES, *(f"S{k}" for k in range(1, 11)), *(f"Q{k}" for k in range(1, 12))]
    assert sorted(_rows()) == sorted(wanted)


def test_every_claim_that_it_names_exists(catalogue):
    named = set(_ID.findall(PAGE))
    assert named and named <= set(catalogue.entries)


def test_it_names_every_lie_once(catalogue):
    lies = [name for name in catalogue.entries if name.startswith("lies.low_temperature.")]
    verdicts = [name for cells in _rows().values() for name in _ID.findall(cells[-1]) if name.startswith("lies.")]
    assert len(lies) >= 39 and sorted(verdicts) == sorted(lies)


def test_every_verdict_is_what_the_claims_expect(catalogue):
    for row, cells in _rows().items():
        said = cells[-1].split(":")[0]
        claims = _ID.findall(cells[-1])
        if row[0] == "Q":
            assert said.split(",")[0].split(";")[0].split()[0] in ("open", "solved", "settled"), row
        elif row in ASIDE:
            assert not said and "not stated" in cells[-2], row
        else:
            assert said == "refuted" and claims, row
            assert {catalogue.claim(name).expect for name in claims} == {"refuted"}, row


def test_every_open_question_names_a_claim(catalogue):
    """A theorem, or one that is expected to stay open; a refuted one settles its question."""
    for row, cells in _rows().items():
        if row[0] == "Q":
            claims = [catalogue.claim(name) for name in _ID.findall(" ".join(cells))]
            assert claims, row
            if cells[-1].startswith("open"):
                assert any(claim.expect == "open" for claim in claims), row


def test_what_it_leans_on_is_proved_or_marked(catalogue):
    """In the column of truths stand theorems; open questions may name conjectures."""
    for row, cells in _rows().items():
        for name in _ID.findall(" ".join(cells[1:-1])):
            claim = catalogue.claim(name)
            assert claim.kind in ("theorem", "conjecture"), (row, name)
            assert row[0] == "Q" or claim.expect == "proved", (row, name)


def test_each_near_miss_is_named_in_the_file_of_its_lie(catalogue):
    for row, cells in _rows().items():
        for name in _ID.findall(cells[-1]):
            if name.startswith("lies."):
                text = (ROOT / catalogue.entries[name].file).read_text(encoding="utf-8")
                assert text.startswith(f"# {row}. "), name
