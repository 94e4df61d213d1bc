"""The bank: claims whose truth is known from elsewhere. A small part here, all of it behind the marker deep."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from verify.catalogue import Catalogue
from verify.judge import judge
from verify.power import Measure, bank, measure
from verify.prove.squares import squares
from verify.report.power import closing, heading, line, power_document
from verify.space import Matrices, Space
from verify.spell.text import SpellError
from verify.spell.toml import load_claim, loads_claim
from verify.verdict import Status, Verdict

FILES = sorted((Path(__file__).parents[2] / "cases" / "bank").glob("*.toml"))
CLAIMS = {path.stem: load_claim(path, "bank") for path in FILES}
CORPUS = {name: claim for name, claim in CLAIMS.items() if name[0] in "abcde"}
"""The statements of the collection; v to z are our own."""
OUT_OF_REACH = {
    "d06": "n has 52 digits",
    "d13": "n has 15 digits",
    "x81": "a narrow valley in fourteen variables",
    "y27": "the product of the four bases is 3 * 10^7",
    "y45": "the product of the three edges is 10^6",
}
"""False statements that no attack here finds."""
QUICK = "a02 a06 a13 a21 a27 a30 b04 b05 b18 c03 c07 c14 c15 c16 d05 d09 d12".split()


@pytest.fixture
def verdict_of(tmp_path):
    def of(name, budget="default"):
        return judge(
            CLAIMS[name], budget=budget, verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path
        )

    return of


def as_it_is(name, verdict):
    """Never the wrong verdict; what is false is refuted, unless it is known to be out of reach."""
    rating = CLAIMS[name].rating
    assert verdict.status in (Status.PROVED, Status.REFUTED, Status.UNDECIDED), verdict.reason
    if rating.truth == "TRUE":
        assert verdict.status is not Status.REFUTED
    elif not rating.decidable or name in OUT_OF_REACH:
        assert verdict.status is Status.UNDECIDED
    else:
        assert verdict.status is Status.REFUTED


@pytest.mark.parametrize("name", QUICK)
def test_a_part_of_the_bank(name, verdict_of):
    as_it_is(name, verdict_of(name))


@pytest.mark.deep
@pytest.mark.parametrize("name", CLAIMS)
def test_the_bank_within_the_default_budget(name, verdict_of):
    verdict = verdict_of(name)
    as_it_is(name, verdict)
    assert verdict.meets_expectation or name in OUT_OF_REACH or not CLAIMS[name].rating.decidable


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name, claim in CLAIMS.items() if claim.rating.difficulty > 3])
def test_the_hard_ones_with_the_deep_budget(name, verdict_of):
    as_it_is(name, verdict_of(name, "deep"))


def test_the_measure_that_was_asked_for():
    """Of 72 statements at least 45; all false ones up to difficulty 3 in reach, and half of the harder ones."""
    assert len(CORPUS) >= 52 and len(CLAIMS) - len(CORPUS) >= 60
    assert {claim.rating.reference.lower() for claim in CLAIMS.values()} == set(CLAIMS)
    false = {name: claim.rating.difficulty for name, claim in CLAIMS.items() if claim.rating.truth == "FALSE"}
    assert all(difficulty > 3 for name, difficulty in false.items() if name in OUT_OF_REACH)
    hard = [name for name, difficulty in false.items() if difficulty in (4, 5) and name in CORPUS]
    assert 2 * sum(name in OUT_OF_REACH for name in hard) <= len(hard)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_file_says_how_it_was_read_and_plants_nothing(name):
    claim = CLAIMS[name]
    assert claim.title and claim.source is not None and claim.evaluations is None and claim.seed == 0
    wanted = {"TRUE": ("proved", "open"), "FALSE": ("refuted",), "OPEN": ("open",)}[claim.rating.truth]
    assert claim.expect in wanted


PAGE = (Path(__file__).parents[2] / "docs" / "power.md").read_text(encoding="utf-8")


def test_the_page_has_every_statement_as_it_is_rated():
    """docs/power.md: a row for each statement, and for each of the collection that is not encoded."""
    cells = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in PAGE.splitlines() if row[:1] == "|"]
    rows = {row[0].lower(): row for row in cells if len(row) == 11 and row[2].isdigit()}
    assert set(rows) == set(CLAIMS)
    for name, claim in CLAIMS.items():
        rating = claim.rating
        assert (
            rows[name][1:3] == [rating.truth.lower(), str(rating.difficulty)]
            and rows[name][10].replace("\\|", "|") == claim.title
        )
        bold = rows[name][3] == "**undecided**"
        assert bold == (name in OUT_OF_REACH)
        if claim.expect == "proved":
            assert rows[name][3] == "proved"
    left_out = {row[0].lower() for row in cells if len(row) == 2 and row[0][1:].isdigit()}
    assert not left_out & set(CLAIMS) and len(left_out) + len(CORPUS) == 72


# what a file may say of its rating

SMALL = """
schema = 1
id = "bank.small"
[bank]
truth = "FALSE"
difficulty = 1
reference = "S1"
[space]
x = "real"
[shows]
claim = "x**2 > x"
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('truth = "FALSE"', 'truth = "maybe"', "expected one of TRUE, FALSE, OPEN"),
        ('truth = "FALSE"', "", "bank.truth: found nothing"),
        ("difficulty = 1", "difficulty = 7", "from 1 to 6"),
        ("difficulty = 1", "difficulty = true", "from 1 to 6"),
        ("difficulty = 1", "", "bank.difficulty: found nothing"),
        ('reference = "S1"', "witness = 1", "bank.witness: found an unknown key"),
        ("[bank]", "[attack]", "attack.truth"),
    ],
)
def test_ratings_that_cannot_be_read(old, new, words):
    with pytest.raises(SpellError, match=words):
        loads_claim(SMALL.replace(old, new), "f.toml", "bank")


def test_the_bank_alone_has_ratings():
    with pytest.raises(SpellError, match="files of cases/bank/ have"):
        loads_claim(SMALL, "f.toml", "lie")
    with pytest.raises(SpellError, match=r"expected this table; files of cases/bank/"):
        loads_claim(SMALL.replace(SMALL[SMALL.index("[bank]") : SMALL.index("[space]")], ""), "f.toml", "bank")


# what is measured


def _small(truth, difficulty, claim):
    text = SMALL.replace('"FALSE"', f'"{truth}"').replace("difficulty = 1", f"difficulty = {difficulty}")
    name = f"bank.{truth.lower()}{difficulty}"
    text = text.replace("bank.small", name).replace("x**2 > x", claim).replace("S1", name[5:])
    return loads_claim(text, "f.toml", "bank")


def test_what_power_says(tmp_path):
    small = [
        *(_small("FALSE", 1, "x**2 > x"), _small("FALSE", 2, "(x - 1/3)**2 + 1/10**9 >= 10**(-8)")),
        *(
            _small("TRUE", 3, "x**2 + 1 > x"),
            _small("FALSE", 6, "sin(x + 10**30)**2 >= 10**(-40)"),
            _small("OPEN", 5, "sin(x) <= 1 + x**4"),
        ),
    ]
    catalogue = Catalogue.of(small)
    assert catalogue.select([]) == [] and catalogue.select(["bank.*"]) == bank(catalogue) == [c.id for c in small]
    found = list(measure(catalogue, bank(catalogue), budget="quick", directory=tmp_path))
    data = {each["id"]: each for each in json.loads(power_document(found, ()))["statements"]}
    assert list(data) == ["false1", "false2", "true3", "false6", "open5"]
    assert data["false1"]["status"] == "refuted" and data["false1"]["right"] and data["false1"]["height"] <= 2
    assert data["false1"]["hypothesis"]["found"] and data["false1"]["sampling"]["found"]
    assert data["true3"]["status"] == "proved" and data["true3"]["hypothesis"] is None
    assert data["false6"]["status"] == "undecided" and data["false6"]["right"]
    for key in ("id", "truth", "difficulty", "status", "right", "evaluations", "seconds"):
        assert all(key in each for each in data.values())
    assert all(len(line(each, 80)) <= 80 for each in found) and heading(None).split()[0] == "statement"
    assert any("of 2 refuted" in text or "of 1 refuted" in text for text in closing(found))


def _measured(claim, status):
    verdict = Verdict(claim.id, "T", "bank", "", claim.expect, status)
    return Measure(verdict, claim.rating)


@pytest.mark.parametrize(
    ("truth", "difficulty", "right"),
    [("TRUE", 1, "proved"), ("FALSE", 5, "refuted"), ("FALSE", 6, "undecided"), ("OPEN", 3, "undecided")],
)
def test_what_is_right_and_what_is_wrong(truth, difficulty, right):
    claim = _small(truth, difficulty, "x > 0")
    for status in Status:
        each = _measured(claim, status)
        assert each.right == (status.word == right)
        assert each.wrong == (status.word not in (right, "undecided"))
        assert each.missed == (truth == "FALSE" and difficulty < 6 and right != status.word)


def test_squares_of_many_variables_are_given_up_at_once():
    A = Space(A=Matrices(4, 4)).symbols
    gap = sum((A[i, j] * A[j, i] * A[i, i] ** 2 for i in range(4) for j in range(4)), A[0, 0] * 0)
    assert squares(gap) is None
