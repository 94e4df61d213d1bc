"""What the kernel proves of one pair, and what it refuses: each proof is tried where its conclusion is false."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from verify.atlas import read_matrix
from verify.atlas.portrait import _isolated
from verify.atlas.proofs import Field, Shown, claim_of, conditional_on
from verify.catalogue import UsageError, stated_in
from verify.kernel.term import I, Term, term

EYE = "1,0;0,1"
SOURCE = EYE, "2,0;0,1"
SADDLE = "3,6;6,-5", "-2,-5;1,6"
SINK = EYE, "-2,0;0,-1"
NONE = EYE, "1,0;0,-2"
ROTATING = "2,0;0,1", "1,-1;1,1"
REPELLING = "-2,0;0,-1", "1,-1;1,1"
CYCLE = "1,-1;1,1", "13/10,-1;1,3/10"
SPIRAL = Fraction(3, 5) + I * Fraction(4, 5)


def field(A: str, V: str, kinds: tuple[str, ...] | None = None) -> Field:
    found = Field(read_matrix("A", A), read_matrix("V", V))
    zeros, data = _isolated(found.equilibria(), found.forms)
    assert zeros is not None
    found.zeros = data, tuple(kind for _, kind, _ in zeros) if kinds is None else kinds
    return found


def turns(found: Field) -> tuple[Term, Term]:
    """Points of the circle at which phi' = 4 Re(f) Im(g) > 0 and < 0."""
    from verify.kernel.exact import evaluate
    from verify.kernel.term import conj, im

    rate = im(conj(found.w) * found.flow.terms[0])
    signs = {evaluate(rate.subs(found.w, e), {}).sign(): e for e in (SPIRAL, -SPIRAL, I * SPIRAL, -I * SPIRAL)}
    return signs[1], signs[-1]


@pytest.mark.parametrize(
    ("pair", "prove", "cited"),
    [
        (NONE, lambda f: f.by_index(), "only-saddles"),
        (SADDLE, lambda f: f.by_index(), "only-saddles"),
        (SOURCE, lambda f: f.to_the_circle(), "dulac-circle"),
        (ROTATING, lambda f: f.to_the_circle(), "dulac-circle"),
        (SINK, lambda f: f.to_points(*turns(f)), "dulac-point"),
        (SOURCE, lambda f: f.to_points_of_the_circle(False, *turns(f)), "turning-circle"),
        (REPELLING, lambda f: f.to_points_inside(), "dulac-inside"),
        (ROTATING, lambda f: f.circle_attracts(), "circle-attracts"),
        (CYCLE, lambda f: f.cycle_between(), "poincare-bendixson"),
    ],
)
def test_what_is_true_is_proved(pair: tuple[str, str], prove: Callable[[Field], Shown | None], cited: str) -> None:
    shown = prove(field(*pair))
    assert shown is not None and f"classical.{cited}" in shown.conditional_on


@pytest.mark.parametrize(
    ("pair", "prove"),
    [
        (SOURCE, lambda f: f.by_index()),  # one start stays
        (CYCLE, lambda f: f.to_the_circle()),  # a cycle inside: the Dulac function has both signs
        (CYCLE, lambda f: f.to_points_inside()),
        (NONE, lambda f: f.to_points_of_the_circle(True, *reversed(turns(f)))),
        (NONE, lambda f: f.to_points_of_the_circle(True, term(1), term(-1))),  # at rest
        (ROTATING, lambda f: f.to_points_inside()),
        (REPELLING, lambda f: f.circle_attracts()),
        (REPELLING, lambda f: f.cycle_between()),  # a sink inside
        (ROTATING, lambda f: f.cycle_between()),  # the circle attracts
    ],
)
def test_what_is_false_is_not(pair: tuple[str, str], prove: Callable[[Field], Any]) -> None:
    assert prove(field(*pair)) is None


@pytest.mark.parametrize("pair", [SOURCE, SADDLE])
def test_another_count_is_refused(pair: tuple[str, str]) -> None:
    """The kernel counts again: what is said of the zeros is not believed."""
    for kinds in ((), ("saddle", "saddle"), ("source", "source")):
        assert field(*pair, kinds).by_index() is None and field(*pair, kinds).to_the_circle() is None


@pytest.mark.parametrize(
    ("A", "V"),
    [
        ("1,2;3,4", "1,0;2,5"),
        ("3,-3;3,-3", "-2,7;1,-8"),
        ("-2,7;1,-8", "0,0;1,2"),
        (EYE, "0,1;0,0"),
        ("-3,1;-3,1", "-3,1;-6,2"),
    ],
)
def test_determinants_leave_no_zero_inside(A: str, V: str) -> None:
    shown = Field(read_matrix("A", A), read_matrix("V", V)).by_index()
    assert shown is not None and shown.conditional_on == ("classical.no-recurrence",)


@pytest.mark.parametrize(("A", "V"), [SOURCE, SADDLE, ("1,2;2,4", "1,1;1,1")])
def test_determinants_that_leave_some_prove_nothing(A: str, V: str) -> None:
    assert Field(read_matrix("A", A), read_matrix("V", V)).by_index() is None


def test_claims_are_found_by_id() -> None:
    assert claim_of("classical.lasalle-growing").id in stated_in("theorems.classical.lasalle")
    assert conditional_on("linear.value-identity.expanding") == ("classical.lasalle-growing",)
    assert conditional_on("classical.only-saddles") == ("classical.only-saddles",)
    with pytest.raises(UsageError, match="no module of theorems states it"):
        claim_of("linear.no-such")
    with pytest.raises(UsageError, match="there is no such module"):
        stated_in("theorems.classical.no_such")


def test_what_a_search_may_cite_is_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from verify import Claim, Eventually, Every, Real, Space
    from verify.atlas import proofs

    space = Space(x=Real())
    x = space.symbols
    found = Claim("linear.test", space, shows=Eventually(x, to=0, along={x: -(x**3)}, start=Every()))
    monkeypatch.setattr(proofs, "claim_of", lambda _: found)
    with pytest.raises(UsageError, match="not told what its proof rests on"):
        conditional_on("linear.test-without-argument")
