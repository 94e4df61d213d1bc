"""What the atlas and the sweep name: that these claims are proved is trusted there, so it is looked at here."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from verify.atlas import atlas, portrait, proofs, read_matrix
from verify.catalogue import Catalogue
from verify.report.atlas import atlas_lines
from verify.run import Session
from verify.sweep import __file__ as sweep_file

FILES = [*Path(portrait.__file__).parent.glob("*.py"), Path(sweep_file)]
FAMILIES = {
    "linear.{}-cluster": ("eigenvector", "isotropic"),
    "linear.value-identity.{}": ("frozen", "expanding", "indefinite", "oscillating", "contracting", "bistable"),
    "linear.score-identity.{}": ("frozen", "clustering", "expanding", "contracting", "periodic"),
}
"""Ids with a part that is known only when the atlas runs."""


def texts() -> set[str]:
    """All texts in the sources, docstrings apart; {} stands for what is inserted."""
    found = set()
    for file in FILES:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        inner = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                found.add("".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and not {id(node)} & (inner | said):
                found.add(node.value)
    return found


def named() -> list[str]:
    found = set()
    for text in texts():
        for family, parts in FAMILIES.items():
            if family in text:
                text = text.replace(family, " ".join(family.format(part) for part in parts))
        assert "linear.{" not in text and "classical.{" not in text, f"{text}: a family that this test does not know"
        found |= set(portrait.CLAIM.findall(text))
    return sorted(found)


def test_every_claim_that_is_named_is_a_theorem_or_cited() -> None:
    ids = named()
    assert {"linear.duality", "linear.value-identity.bistable", "classical.dulac-point"} <= set(ids)
    for each in ids:
        claim = proofs.claim_of(each)
        kind = "cited" if each.startswith("classical.") else "theorem"
        assert claim.kind == kind and (kind == "cited" or claim.expect == "proved"), each


def test_the_reader_is_told_which_claims_to_run() -> None:
    found = atlas(read_matrix("A", "1,0;0,1"), read_matrix("V", "1/2,1;-1,-1/2"))
    assert found.claims == ("linear.hamiltonian-symmetric",)
    assert atlas_lines(found)[-1].endswith("theoremcheck run linear.hamiltonian-symmetric")


@pytest.mark.deep
def test_they_are_proved_and_rest_on_what_the_atlas_says(tmp_path: Path) -> None:
    with Session(Catalogue.load(named()), directory=tmp_path) as session:
        for each in named():
            if not each.startswith("classical."):
                verdict = session.verdict(each)
                assert verdict.status.word == "proved", each
                assert set(verdict.conditional_on) == set(proofs.conditional_on(each)), each
