"""Relations between matrices in files: entry by entry; what is refused."""

from __future__ import annotations

import pytest

from verify.judge import judge
from verify.kernel.relation import AnyOf, eq, ne
from verify.linalg import Matrix, matrix
from verify.space import Matrices, Real, Space
from verify.spell.text import SpellError, parse_relations, parse_value
from verify.spell.toml import loads_claim
from verify.verdict import Status

S = Space(A=Matrices(2, 2), B=Matrices(2, 2), x=Matrices(2, 1), y=Matrices(3, 1), c=Real())
A, B, x, y, c = S.symbols
FUNCTIONS = {"transpose": lambda value: value.T}


def read(text):
    return parse_relations(text, S.names, FUNCTIONS)


def test_equal_matrices_are_equal_entries():
    left, right = A * B, B * A
    wanted = {eq(left[i, j], right[i, j]) for i in range(2) for j in range(2)}
    assert set(read("A*B == B*A")) == wanted
    assert set(read("A*B - B*A == 0")) == {eq((left - right)[i, j], 0) for i in range(2) for j in range(2)}
    assert read("0 == A*x") == (eq(0, (A * x)[0]), eq(0, (A * x)[1]))
    assert set(read("transpose(A) == -A")) == {eq(A.T[i, j], -A[i, j]) for i in range(2) for j in range(2)}


def test_what_is_equal_by_form_is_left_out():
    symmetric = Space(A=Matrices(2, kind="symmetric")).names
    assert parse_relations("transpose(A) == A", symmetric, FUNCTIONS) == (
        eq(symmetric["A"][0, 0], symmetric["A"][0, 0]),
    )
    assert len(read("transpose(A) == A")) == 2


def test_unequal_matrices_differ_somewhere():
    (found,) = read("A != B")
    assert isinstance(found, AnyOf) and set(found.options) == {ne(A[i, j], B[i, j]) for i in range(2) for j in range(2)}


def test_matrices_written_out():
    assert parse_value("[[1, c], [0, 1/2]]", S.names) == matrix([[1, c], [0, "1/2"]])
    assert isinstance(parse_value("A - c*[[1, 0], [0, 1]]", S.names), Matrix)
    assert set(read("A == [[1, 0], [0, 1]]")) == {eq(A[i, j], int(i == j)) for i in range(2) for j in range(2)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A >= B", "== and != alone"),
        ("A*x == y", r"shape \(3, 1\) beside a matrix of shape \(2, 1\)"),
        ("A == 1", "a number beside a matrix"),
        ("A == c", "a number beside a matrix"),
        ("A == [[1, 0], [0]]", "rows of one length"),
        ("A == [1, 0]", "rows of one length"),
        ("A == []", "rows of one length"),
        ("c == [[1, 2], [3, 4]]", "a number beside a matrix"),
        ("tr(A) + A == 0", "found the function 'tr'"),
    ],
)
def test_what_is_refused(text, words):
    with pytest.raises(SpellError, match=words):
        read(text)


def test_a_claim_between_matrices(tmp_path):
    def status(given, claim):
        text = 'schema = 1\nid = "spell.case"\n[space]\nA = "matrices(2, 2)"\nB = "matrices(2, 2)"\n'
        text += f'[given]\nzero = "{given}"\n[shows]\nclaim = "{claim}"'
        found = judge(
            loads_claim(text, "f.toml", "conjecture"),
            budget="default",
            verdict_of=lambda _: None,
            offer_of=lambda _: None,
            directory=tmp_path,
        )
        return found.status

    assert status("A*B == 0", "B*A == 0") is Status.REFUTED
    assert status("A == [[0, 1], [0, 0]]", "A*A == 0") is Status.PROVED
