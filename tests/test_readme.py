"""What the README says is so: its commands exist, its conjecture is refuted, its transcript is true."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from verify.attack import attack
from verify.kernel.proof import refute
from verify.kernel.term import number
from verify.report.words import mark, word
from verify.run import run
from verify.spell.family import loads_family
from verify.spell.toml import loads_claim

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
_LINE = re.compile(r"^(ok|FAIL) +(\w+) +(\w+|-) +([\w.-]+)  +\S", re.MULTILINE)


def test_the_commands_exist():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"^make ([\w-]+)", README, re.MULTILINE)) == {"verify", "test"} <= targets


def test_the_conjecture_in_five_lines_is_refuted_as_shown():
    text, _ = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    assert len(text.splitlines()) == 5
    claim = loads_claim(text, "README.md", "conjecture")
    assert attack(claim, 20_000).simplest is not None
    line = README[README.index("own.product  expected") :].splitlines()[0]
    shown = dict(re.findall(r"(\w) = ([\d/]+)", line))
    point = {sym: number(Fraction(shown[str(sym)])) for sym in claim.space.scalars}
    assert refute(claim.sequent, "main", "point", point).strength == "exact"


def test_the_family_can_be_read():
    _, text = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    family = loads_family(text, "README.md")
    assert family.title == "Case 4" and family.cells == 32


def test_the_transcript_is_true(tmp_path, catalogue):
    lines = [found for found in _LINE.findall(README) if not found[3].startswith("own.")]
    assert len(lines) >= 5
    verdicts = run(catalogue, [claim for *_, claim in lines], directory=tmp_path)
    assert lines == [(mark(v), word(v), v.strength or "-", v.claim) for v in verdicts]


def test_the_files_it_names_are_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
