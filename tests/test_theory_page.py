"""docs/theory-linear.md: every claim that it names exists and is what the page says of it."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "theory-linear.md").read_text(encoding="utf-8")
_ID = re.compile(r"`((?:linear|lies)\.[a-z0-9._-]+)`")
FALSE, OPEN = "What is different", "What is open"


def _sections() -> dict[str, str]:
    parts = re.split(r"^## (.+)$", PAGE, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_claim_that_it_names_exists(catalogue):
    named = set(_ID.findall(PAGE))
    assert len(named) > 60 and named <= set(catalogue.entries)


def test_what_it_calls_proved_is_a_theorem(catalogue):
    for title, text in _sections().items():
        if title != OPEN:
            for name in _ID.findall(text):
                wanted = ("lie", "refuted") if name.startswith("lies.") else ("theorem", "proved")
                claim = catalogue.claim(name)
                assert (claim.kind, claim.expect) == wanted, name
                assert title == FALSE or claim.kind == "theorem", name


def test_what_it_calls_open_is_an_open_conjecture(catalogue):
    rows = [line for line in _sections()[OPEN].splitlines() if line.startswith("|")][2:]
    names = [_ID.findall(row)[0] for row in rows]
    assert len(names) == len(set(names)) == len(rows) >= 6
    for name in names:
        claim = catalogue.claim(name)
        assert (claim.kind, claim.expect) == ("conjecture", "open"), name


def test_every_open_conjecture_about_tokens_is_on_it(catalogue):
    mine = [each for each in catalogue.entries.values() if each.kind == "conjecture" and each.id.startswith("linear.")]
    still = {each.id for each in mine if catalogue.claim(each.id).expect == "open" and "tokens" in each.id}
    assert still <= set(_ID.findall(_sections()[OPEN]))


def test_its_pictures_exist():
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", PAGE)
    assert pictures and all((DOCS / name).is_file() for name in pictures)
