"""Regime diagrams: what a proved cell says is so at its points; boundaries are where the catalogue has them."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from verify import sweep as module
from verify.atlas import atlas
from verify.kernel.term import TermError, number
from verify.linalg import Matrix
from verify.spell.family import loads_family
from verify.spell.text import SpellError
from verify.sweep import sweep

CASE_4 = """
schema = 1
title = "Case 4"
A = [["1", "0"], ["0", "1"]]
V = [["s", "t"], ["-t", "-s"]]
cells = 8
[family]
s = "interval(-2, 2)"
t = "interval(-2, 2)"
"""
CASE_1 = """
schema = 1
A = [["s + t", "-1"], ["1", "s - t"]]
V = [["1", "0"], ["0", "1"]]
cells = 8
[family]
s = "interval(-1, 1)"
t = "interval(1/4, 9/4)"
"""
EXPANDING = CASE_1.replace('A = [["s + t", "-1"], ["1", "s - t"]]\nV', 'V = [["s + t", "-1"], ["1", "s - t"]]\nA')


@pytest.fixture
def unsimulated(monkeypatch):
    monkeypatch.setattr(module, "_simulated", lambda family, cells: [()] * len(cells))


def covered(found):
    (low, high), (down, up) = found.family.spans
    return sum(cell.area for cell in found.cells) == (high - low) * (up - down)


def test_case_4_is_periodic_inside_the_diagonals(unsimulated):
    """|s| < |t| is periodic and |s| > |t| clusters; only cells on the diagonals touch both."""
    found = sweep(loads_family(CASE_4, "case4"))
    assert covered(found)
    for cell in found.cells:
        (a, b), (c, d) = cell.ends
        least_t, most_s = (0 if c * d <= 0 else min(abs(c), abs(d))), max(abs(a), abs(b))
        least_s, most_t = (0 if a * b <= 0 else min(abs(a), abs(b))), max(abs(c), abs(d))
        inside, outside = most_s < least_t, least_s >= most_t
        expected = ("periodic",) if inside else ("fixed-clusters",) if outside else ()
        assert cell.types == expected and (cell.status == "proved") == bool(expected)
    assert found.regimes == (("fixed-clusters",), ("periodic",))
    assert "classical.closed-levels" in found.conditional_on


def test_case_1_has_its_wedge(unsimulated):
    """a = s + i, b = t: it clusters for s > 0 or t^2 >= s^2 + 1; else two types as t > -s, one as t <= -s."""
    found = sweep(loads_family(CASE_1, "case1"))
    assert covered(found)
    seen = set()
    for cell in found.cells:
        (a, b), (c, d) = cell.ends
        s, t = (a + b) / 2, (c + d) / 2
        if cell.status == "proved":
            clusters = s > 0 or t**2 >= s**2 + 1
            both = ("fixed-clusters", "interior-point") if t > -s else ("interior-point",)
            assert cell.types == (("fixed-clusters",) if clusters else both)
            seen.add(cell.types)
    assert len(seen) == 3


@pytest.mark.parametrize("text", [CASE_1, EXPANDING], ids=["case 1", "case 2"])
def test_duality_and_multiples_change_nothing(text, unsimulated):
    """(A, V) moves as (J V, -J A), and (A, 3 I) as (3 A, I)."""
    found = sweep(loads_family(text, "plain"))
    first, second = text.index("A = "), text.index("V = ")
    entries = {text[at]: text[at + 4 :].split("\n")[0] for at in (first, second)}
    (a, b), (c, d) = ([each.strip('" ') for each in row.split(",")] for row in _rows(entries["A"]))
    (p, q), (r, s) = ([each.strip('" ') for each in row.split(",")] for row in _rows(entries["V"]))
    dual = text.replace(f"A = {entries['A']}", f'A = [["-({r})", "-({s})"], ["{p}", "{q}"]]')
    dual = dual.replace(f"V = {entries['V']}", f'V = [["{c}", "{d}"], ["-({a})", "-({b})"]]')
    again = sweep(loads_family(dual, "dual"))
    assert [(cell.ends, cell.types) for cell in again.cells] == [(cell.ends, cell.types) for cell in found.cells]
    assert any("linear.duality" in cell.claims for cell in again.cells)


def _rows(text):
    return text.strip("[]").split("], [")


def test_determinants_of_opposite_sign_cluster(unsimulated):
    text = 'schema = 1\nA = [["s", "1"], ["1", "2"]]\nV = [["t", "1"], ["0", "1"]]\ncells = 4\n'
    found = sweep(loads_family(text + '[family]\ns = "interval(0, 1)"\nt = "interval(-1, 1)"\n', "opposite"))
    middles = [(sum(x) / 2, sum(y) / 2) for x, y in (cell.ends for cell in found.cells if cell.status == "proved")]
    assert middles and all((2 * s - 1) * t < 0 for s, t in middles)
    assert found.regimes == (("fixed-clusters",),)


def test_no_hypothesis_of_a_claim_is_left_out():
    """Of all claims on which cells rest, only what is supposed of the equilibrium c is; nothing else may be dropped."""
    V = Matrix(((number(1), number(0)), (number(0), number(1))))
    kept = module._hypotheses("linear.score-identity.expanding", {"V": V}, "linear.score-identity.equilibrium")
    assert len(kept) == 2
    with pytest.raises(TermError, match="supposes"):
        module._hypotheses("linear.score-identity.expanding", {"V": V})


@pytest.mark.deep
@pytest.mark.parametrize("text", [CASE_4, CASE_1, EXPANDING], ids=["case 4", "case 1", "case 2"])
def test_proved_cells_agree_with_the_atlas(text, unsimulated):
    """At random points of proved cells; the atlas decides by other arguments."""
    found, draw = sweep(loads_family(text, "family")), random.Random(7)
    cells = [cell for cell in found.cells if cell.status == "proved"]
    for cell in draw.sample(cells, 6):
        at = {
            sym: number(low + (high - low) * Fraction(draw.randint(1, 99), 100))
            for sym, (low, high) in zip(found.family.parameters, cell.ends, strict=True)
        }
        rows = [
            tuple(tuple(Fraction(entry.subs(at).payload) for entry in row) for row in M.rows)
            for M in (found.family.A, found.family.V)
        ]
        there = atlas(*rows)
        types = {"periodic" if each == "constant-modulus" else each for each in there.types}
        assert types <= set(cell.types) and (not there.complete or types == set(cell.types)), (at, there.types)


@pytest.mark.deep
def test_what_is_simulated_is_supported_where_samples_agree():
    found = sweep(loads_family(CASE_4.replace("cells = 8", "cells = 4"), "case4"))
    supported = [cell for cell in found.cells if cell.status == "supported"]
    assert all(cell.types and not cell.claims for cell in supported)
    assert found.share("proved") + found.share("supported") + found.share("blank") == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("cells = 8", "cells = 0"), "cells: found"),
        (('t = "interval(-2, 2)"', ""), "family: found 1 parameters"),
        (('"interval(-2, 2)"\nt', '"real"\nt'), "family.s: found"),
        (('["s", "t"]', '["s", "u"]'), "V: "),
        (("schema = 1", "schema = 2"), "schema: found"),
        (("cells", "cell"), "cell: found an unknown key"),
        (('V = [["s", "t"], ["-t", "-s"]]', ""), "V: found nothing"),
    ],
)
def test_errors_name_the_file_and_the_key(change, says):
    with pytest.raises(SpellError) as error:
        loads_family(CASE_4.replace(*change), "family.toml")
    assert str(error.value).startswith(f"family.toml: {says}") and "\n" not in str(error.value)
