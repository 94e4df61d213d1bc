"""docs/theory-low-temperature.md names claims that exist, at the state that it says, and pictures that are there."""

from __future__ import annotations

import re
from pathlib import Path

from verify import Scaling

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "theory-low-temperature.md").read_text(encoding="utf-8")
_ID = re.compile(r"`(low_temperature\.[a-z0-9._-]+)`")


def test_every_claim_that_it_names_exists(catalogue):
    named = set(_ID.findall(PAGE)) - {"low_temperature.figures"}
    assert len(named) > 30 and named <= set(catalogue.entries), named - set(catalogue.entries)


def test_what_it_says_is_proved_is_expected_to_be_and_scalings_are_open(catalogue):
    for name in set(_ID.findall(PAGE)) - {"low_temperature.figures"}:
        scaling = isinstance(catalogue.claim(name).shows, Scaling)
        assert catalogue.entries[name].expect == ("open" if scaling else "proved"), name


def test_rows_say_proved_or_supported_as_the_claims_are(catalogue):
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and _ID.search(line)]
    for row in rows:
        for state, names in re.findall(r"(proved|supported)[^:|]*: ((?:`[a-z0-9_.-]+`(?:, )?)+)", row):
            for name in _ID.findall(names):
                assert (catalogue.entries[name].expect == "proved") == (state == "proved"), name
    assert sum("supported" in row for row in rows) >= 2 and sum("proved" in row for row in rows) >= 3


def test_every_scaling_is_told(catalogue):
    about = [name for name in catalogue.entries if name.startswith("low_temperature.")]
    scalings = {name for name in about if isinstance(catalogue.claim(name).shows, Scaling)}
    assert scalings <= set(_ID.findall(PAGE))


def test_its_pictures_are_there_and_small():
    for path in re.findall(r"\]\(([^)]+\.svg)\)", PAGE):
        assert (ROOT / "docs" / path).stat().st_size < 150_000
