"""Repair: hypotheses known by hand to be right, dropped hypotheses found again, and nothing claimed too much."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from verify import (
    Claim,
    Complex,
    Equilibria,
    Eventually,
    Every,
    Exists,
    Identity,
    Inequality,
    Integral,
    Matrices,
    Mean,
    Nonneg,
    Real,
    Space,
    Token,
    abs2,
    det,
    eq,
    exp,
    ge,
    gt,
    ne,
    norm2,
    sqrt,
    tr,
)
from verify import repair as module
from verify.attack.hypotheses import constants, orders, quantities, simplest_between, strict
from verify.attack.outcome import Outcome, Survey
from verify.attack.weighing import Sample, holds_at
from verify.attack.witness import find_witness
from verify.catalogue import Catalogue
from verify.judge import attacked, judge
from verify.kernel import point as at_point
from verify.kernel.proof import Refused, prove
from verify.kernel.relation import le
from verify.kernel.term import number
from verify.prove.lent import lent_hypotheses, lent_steps
from verify.repair import Repair, Suggestion, changed, repair_of, run_repair
from verify.report.repair import closing, kept_text, lines, nothing
from verify.verdict import Status

LINE = Space(x=Real())
PLANE = Space(x=Real(), y=Real())
x, y = PLANE.symbols


def lie(shows: Any, *given: Any, space: Space = PLANE, **more: Any) -> Claim:
    return Claim("lies.claim", space, shows=shows, given=given, kind="lie", **more)


def repaired(claim: Claim, **more: Any) -> Repair:
    outcome = attacked(claim, 2_000)
    assert outcome.simplest is not None and outcome.worst is not None
    known = (outcome.simplest, outcome.worst)
    return repair_of(claim, known, verdict_of=lambda _: None, offer_of=lambda _: None, **more)


def texts(repair: Repair, status: str = "proved") -> list[str]:
    return [each.text for each in repair.suggestions if each.status == status]


GRID = sorted({Fraction(p, q) for q in (1, 2, 3, 7) for p in range(-21, 22)})


def true_on_the_grid(text: str, statement: Any, names: str) -> int:
    """How many rational points satisfy a suggestion; the statement, in Python's own arithmetic, must hold at all."""
    found = 0
    for values in itertools.product(GRID if len(names) == 1 else GRID[::3], repeat=len(names)):
        at = dict(zip(names, values, strict=True))
        try:
            holds = eval(text, {}, at)  # the text of a suggestion of this test
        except ZeroDivisionError:
            continue
        if holds:
            found += 1
            assert statement(**at), (text, at)
    return found


# right by hand


def test_a_square_is_at_least_its_root_outside_the_unit_interval():
    found = texts(repaired(lie(Inequality(x**2, ">=", x), space=LINE)))
    assert all(true_on_the_grid(text, lambda x: x * x >= x, "x") > 20 for text in found)
    for place in (Fraction(1), Fraction(0)):  # both ends are kept: x >= 1 and x <= 0 are the weakest
        assert any(eval(text, {}, {"x": place}) for text in found)


def test_a_number_and_its_inverse():
    found = repaired(lie(Inequality(x + 1 / x, ">=", 2), space=LINE))
    assert texts(found) == ["x > 0"]
    assert true_on_the_grid("x > 0", lambda x: x + 1 / x >= 2, "x") > 20
    (only,) = found.suggestions
    assert (only.strength, only.conditional_on) == ("exact", ())
    assert only.drawn > 10_000 and abs(only.kept / only.drawn - 0.5) < 0.02
    assert only.outside is not None and Fraction(only.outside["point"]["x"]) < 0


@pytest.mark.parametrize(
    ("shows", "given", "expected"),
    [
        (Inequality(x**2, ">", 0), (), "x != 0"),
        (Inequality(x * (1 + y**2), ">", 0), (ge(x, 0),), "x > 0"),
        (Inequality(x**3, ">=", y**3), (), "y <= x"),
        (Inequality((x - y) ** 2, ">", 0), (), "x != y"),
        (Inequality(x**2 * y, ">=", 0), (), "y >= 0"),
        (Inequality(x**4, ">=", y**4), (), "y**2 <= x**2"),
    ],
    ids=str,
)
def test_the_weakest_one_is_suggested(shows: Any, given: Any, expected: str):
    assert texts(repaired(lie(shows, *given)))[:1] == [expected]


def test_two_at_once_where_one_is_not_enough():
    found = repaired(lie(Inequality(x * y, ">=", 0)))
    assert texts(found) == ["x >= 0 and y >= 0", "x <= 0 and y <= 0"]
    assert {each.kind for each in found.suggestions} == {"pair"}


@pytest.fixture(scope="module")
def root_of_two() -> Repair:
    return repaired(lie(Inequality(x**2, ">=", 2), space=LINE))


def test_a_bound_is_brought_close_to_the_best_one(root_of_two: Repair):
    found = root_of_two
    above, below = sorted(found.suggestions, key=lambda each: each.text, reverse=True)
    c, edge = (Fraction(text.split(">= ")[1]) for text in (above.text, above.edge))
    assert edge**2 < 2 <= c**2 and float(c - edge) < 0.02
    c, edge = (Fraction(text.split("<= ")[1]) for text in (below.text, below.edge))
    assert c < edge < 0 and edge**2 < 2 <= c**2 and float(edge - c) < 0.02


def test_the_excluded_counterexample_lies_just_outside(root_of_two: Repair):
    (found,) = (each for each in root_of_two.suggestions if ">=" in each.text)
    assert found.outside is not None
    assert Fraction(5, 4) < Fraction(found.outside["point"]["x"]) < Fraction(found.text.split(">= ")[1])


def test_of_a_matrix():
    space = Space(V=Matrices(2, 2))
    (V,) = space.names.values()
    claim = lie(Inequality(tr(V) ** 2, ">=", 4 * det(V)), space=space)
    # the discriminant is (V11 - V22)**2 + 4*V12*V21; a symmetric matrix satisfies the first
    assert set(texts(repaired(claim))) == {"V12*V21 >= 0", "det(V) <= 0"}


@pytest.mark.deep
def test_a_definite_matrix():
    space = Space(A=Matrices(2, 2), u=Matrices(2, 1))
    A, u = space.names.values()
    form = (u.T * A * u)[0]
    found = repaired(lie(Inequality(form, ">=", 0), space=space), limit=6)
    assert any("the symmetric part of A is positive definite" in each.name for each in found.suggestions), found


def test_where_the_conclusion_is_undefined_is_excluded_too():
    found = repaired(lie(Inequality(1 / x, "<=", 1), gt(x, -1), space=LINE))
    for text in texts(found):
        assert not eval(text, {}, {"x": Fraction(1, 2)})
    assert any(eval(text, {}, {"x": Fraction(1)}) for text in texts(found))


# hypotheses that were dropped


DROPPED = {
    "power": (PLANE, (ge(x, 1),), Inequality(x**3, ">=", x**2)),
    "order": (PLANE, (ge(x, y), ge(y, 0)), Inequality(x**2, ">=", y**2)),
    "apart": (PLANE, (ne(x, 0),), Inequality(x**2 * (1 + y**2), ">", 0)),
}


@pytest.mark.parametrize("name", DROPPED)
def test_a_dropped_hypothesis_or_a_weaker_one_is_found_again(name: str):
    """What is found holds wherever all of the original hypotheses do, on a grid, in exact arithmetic."""
    space, given, shows = DROPPED[name]
    for at in range(len(given)):
        rest = given[:at] + given[at + 1 :]
        found = repaired(lie(shows, *rest, space=space))
        kept = [each for each in found.suggestions if each.status == "proved"]
        assert any(_weaker(each.given, given) for each in kept), (name, str(given[at]), texts(found))


def _weaker(found: Any, original: Any) -> bool:
    for values in itertools.product(GRID[::4], repeat=2):
        at = dict(zip((x, y), map(number, values), strict=True))
        if _all_hold(original, at) and not _all_hold(found, at):
            return False
    return True


def _all_hold(facts: Any, at: Any) -> bool:
    return all(at_point.decide(fact, at)[0] for fact in facts)  # type: ignore[index]


@pytest.mark.deep
@pytest.mark.parametrize("name", ["linear.case1-negative", "linear.case2-count"])
def test_hypotheses_of_theorems_are_found_again(name: str):
    from verify.attack.mutants import automatic

    claim = Catalogue.load().claim(name)
    mutants = [each.claim for each in automatic(claim).chosen if each.kind == "dropped"]
    tried = [each for each in mutants if len(each.given) < len(claim.given) and attacked(each, 20_000).refuted]
    assert tried
    for mutant in tried:
        assert texts(repaired(mutant)), str(mutant)


# nothing is claimed too much


@pytest.mark.parametrize("shows", [Identity(x, y), Inequality(x, ">=", x + 1)], ids=["equal", "never"])
def test_where_nothing_works_it_says_so(shows: Any):
    found = repaired(lie(shows))
    assert not found.found and nothing(found).startswith("no suggestion: of ")
    assert any("no suggestion" in line for line in lines(found, None))


def test_the_conclusion_itself_is_no_suggestion():
    """x >= 1 under another name would be; on the line nothing else makes it true."""
    for shows in (Inequality(x, ">=", 1), Inequality(3 * x, ">=", 3)):
        assert not repaired(lie(shows, space=LINE)).found


def test_conclusions_that_no_hypothesis_repairs():
    shows = Equilibria({x: x - x**3}, ("any",))
    at_zero = {x: number(0)}
    claim = lie(shows, space=LINE)
    found = repair_of(claim, (), undefined_at=at_zero, verdict_of=lambda _: None, offer_of=lambda _: None)
    assert not found.found and "cannot repair a conclusion of this kind" in nothing(found)


def test_undefined_alone_is_repaired():
    claim = lie(Inequality(1 / x**2, ">", 0), space=LINE)
    at_zero = {x: number(0)}
    found = repair_of(claim, (), undefined_at=at_zero, verdict_of=lambda _: None, offer_of=lambda _: None)
    assert (found.status, found.fails, texts(found)) == ("undecided", "undefined at x = 0", ["x != 0"])


def test_a_claim_without_quantities():
    found = repaired(lie(Inequality(number(1), ">", 2), space=LINE))
    assert not found.found


@pytest.mark.parametrize("name", ["power", "order"])
def test_what_is_proved_is_proved_by_the_judge(name: str, tmp_path: Path):
    space, given, shows = DROPPED[name]
    claim = lie(shows, *given[1:], space=space)
    for each in repaired(claim).suggestions:
        again = changed(claim, given=(*claim.given, *each.given))
        verdict = judge(again, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
        assert (verdict.status is Status.PROVED) == (each.status == "proved"), each.text


def test_a_suggestion_is_never_vacuous_and_keeps_no_counterexample():
    claim = lie(Inequality(x**2 + y**2, ">=", 2 * x * y + 1), gt(x, 0))
    outcome = attacked(claim, 20_000)
    found = repaired(claim)
    assert found.suggestions
    for each in found.suggestions:
        assert find_witness(changed(claim, given=(*claim.given, *each.given))) is not None
        for refutation in (outcome.simplest, outcome.worst):
            assert refutation is not None
            assert not _all_hold(each.given, refutation.point)


def test_candidates_that_keep_a_known_counterexample_are_not_attacked(monkeypatch: pytest.MonkeyPatch):
    claim = lie(Inequality(x**2, ">=", x), space=LINE)
    known = {number(Fraction(p, 16)) for p in range(1, 16)}
    heard: list[Claim] = []
    real = module._Court.hear
    monkeypatch.setattr(module._Court, "hear", lambda self, each, *a: heard.append(each) or real(self, each, *a))
    repaired(claim)
    assert heard
    for each in heard:
        assert not any(_all_hold(each.given, {x: at}) for at in known)


def test_an_attack_that_does_not_refute_the_claim_supports_nothing(monkeypatch: pytest.MonkeyPatch):
    space = Space(x=Real(), y=Real(), z=Real())  # x >= 0, which no default rule proves; too many for what is dearer
    claim = lie(Inequality(exp(x) + y**2, ">=", 1 + x + x**2 / 2), space=space)
    outcome = attacked(claim, 20_000)
    assert outcome.simplest is not None and outcome.worst is not None
    with_power = repaired(claim)
    assert texts(with_power, "supported")
    monkeypatch.setattr(module, "attacked", lambda *_: Outcome(survey=Survey(effective=1000, distribution="none")))
    found = repair_of(claim, [outcome.simplest], verdict_of=lambda _: None, offer_of=lambda _: None)
    assert not texts(found, "supported") and "only a proof would count" in nothing(found)


def test_orders_from_an_end_on_are_sought():
    """The Taylor remainder is not negative for x >= 0 alone."""
    (only,) = repaired(lie(Inequality(exp(x), ">=", 1 + x + x**2 / 2), space=LINE)).suggestions
    assert (only.text, only.status, only.strength) == ("x >= 0", "proved", "exact") and "rises" in only.reason


def test_a_bound_that_is_not_proved_is_not_moved(monkeypatch: pytest.MonkeyPatch):
    """Moved until the attack sees nothing, it would pass 0, below which the claim fails."""
    monkeypatch.setattr(module, "FEW", 0)
    (only,) = repaired(lie(Inequality(exp(x), ">=", 1 + x + x**2 / 2), space=LINE)).suggestions
    assert (only.text, only.status) == ("x >= 0", "supported")


def test_a_suspect_supports_nothing():
    claim = lie(Inequality(x, ">=", 0))
    assert module._survived(claim, Outcome(survey=Survey(effective=10, suspects=1, distribution="d"))) is None
    assert module._survived(claim, Outcome(survey=Survey(effective=0, tried=("points",)))) is None
    supported = module._survived(claim, Outcome(survey=Survey(effective=300, distribution="d")))
    assert supported is not None and "1.0e-02" in supported.reason


def test_a_proof_that_uses_an_open_claim_does_not_count():
    other = Claim("test.square", LINE, shows=Inequality(x**2, ">=", 0))
    claim = lie(Inequality(x**2 * y, ">=", 0))

    @claim.argument
    def argument(p):
        p.uses(other, {x: x})
        p.sign()

    outcome = attacked(claim, 20_000)
    assert outcome.simplest is not None
    found = repair_of(claim, [outcome.simplest], verdict_of=lambda _: None, offer_of={"test.square": other.offers}.get)
    assert not texts(found)


def test_shares_are_told_with_their_error():
    found = repaired(lie(Inequality(x**2, ">", 0)))
    (first, *_) = found.suggestions
    assert first.kept == first.drawn and kept_text(first) == (
        f"keeps all of {first.drawn} draws that satisfy the hypotheses: what it excludes is less than "
        f"{3 / first.drawn:.1e} of them"
    )
    half = repaired(lie(Inequality(x, ">=", -x), space=LINE))
    assert half.suggestions == ()  # 2 x is the conclusion's gap
    (only,) = repaired(lie(Inequality(x**3, ">=", 0), space=LINE)).suggestions
    assert "+- 0.5%" in kept_text(only)


def test_a_weaker_one_is_said_to_follow():
    """Of two proved ones neither follows from the other; x >= 1 would follow nothing but x**2 >= 1."""
    found = repaired(lie(Inequality(x**2, ">=", x), space=LINE))
    assert all(not each.weaker_than for each in found.suggestions)
    assert "x >= 1" not in texts(found)


# the grammar


def test_the_simplest_rational_of_an_interval():
    ends = [Fraction(p, 12) for p in range(-14, 15)]
    for low, high in itertools.combinations(ends, 2):
        best = min(
            (Fraction(p, q) for q in range(1, 13) for p in range(-14, 15) if low <= Fraction(p, q) <= high),
            key=lambda c: (c.denominator, abs(c)),
        )
        assert simplest_between(low, high) == best


def test_quantities_speak_of_nothing_that_moves_or_is_bound():
    space = Space(a=Real(), w=Complex(), u=Token(Real()), t=Real())
    a, w, u, t = space.symbols
    shows = Inequality(Mean(a * u**2, u) + Integral(a * t, t, 0, 1), ">=", abs2(w))
    names = {str(sym) for each in quantities(lie(shows, space=space)) for sym in each.value.symbols}
    assert names == {"a", "w"}
    long = Eventually(abs2(w), to=0, along={w: -a * w}, start=Every())
    assert {str(s) for each in quantities(lie(long, space=space)) for s in each.value.symbols} <= {"a", "t"}
    there = Exists((eq(x**2, y),), x)
    assert {str(s) for each in quantities(lie(there)) for s in each.value.symbols} == {"y"}


def test_what_a_matrix_offers():
    space = Space(A=Matrices(2, 2), S=Matrices(2, 2, kind="symmetric"))
    A, S = space.names.values()
    found = {each.text for each in quantities(lie(Inequality(A[0, 0], ">=", S[0, 0]), space=space))}
    assert {"norm2(A)", "tr(A)", "det(A)", "tr(A)**2 - 4*det(A)", "A12 - A21", "det(S)"} <= found
    assert "S12 - S21" not in found


def test_constants_and_strict_hypotheses():
    claim = lie(Inequality(x, "<=", 7 * y), ge(x, Fraction(3, 11)), le(y, 2))
    assert {Fraction(3, 11), Fraction(2), Fraction(-7)} <= set(constants(claim))
    assert [each.text for each in strict(claim)] == ["x > 3/11", "y < 2"]
    assert [each.text for each in strict(lie(Inequality(x, ">", y), space=Space(x=Nonneg(), y=Real())))] == ["x > 0"]


def test_orders_compare_like_with_like():
    space = Space(A=Matrices(2, 2), B=Matrices(2, 2))
    A, B = space.names.values()
    found = {each.text for each in orders(quantities(lie(Inequality(tr(A), ">=", det(B)), space=space)))}
    assert "tr(A) <= tr(B)" in found or "norm2(A) <= norm2(B)" in found
    assert not any("norm2" in each and "tr(" in each for each in found)
    assert not any("4*det" in each for each in found)


def test_a_quantity_that_restates_the_conclusion_is_seen():
    claim = lie(Inequality((x + 1) ** 2 - x**2, ">=", y))
    values = [2 * x - y, x, 4 * x - 2 * y + 3, y, y + 5]
    assert Sample(claim).restated(values) == {values[0], values[2]}
    assert Sample(claim).restated(values, each_once=True) == {values[0], values[2], values[4]}


def test_whether_a_candidate_holds_at_a_point():
    (extra, *_) = strict(lie(Inequality(x, ">=", y), ge(sqrt(x), 1)))
    assert holds_at(extra, {x: number(4), y: number(0)}) is True
    assert holds_at(extra, {x: number(1), y: number(0)}) is False
    assert holds_at(extra, {x: number(-1), y: number(0)}) is False  # undefined there


# arguments of other claims


def test_an_argument_about_the_same_flow_is_lent():
    catalogue = Catalogue.load()
    claim, lender = catalogue.claim("lies.det-clusters"), catalogue.claim("linear.value-identity.indefinite")
    (A, _) = claim.space.names.values()
    assert lent_hypotheses(claim, lender) == (gt(norm2(A), 0),)
    repaired_ = changed(claim, given=(*claim.given, gt(norm2(A), 0)))
    steps, witness = lent_steps(repaired_, lender), find_witness(repaired_)
    assert steps is not None and witness is not None
    offer_of = lambda other: catalogue.claim(other).offers  # noqa: E731
    assert prove(repaired_.sequent, steps, witness, offer_of).uses == ("classical.no-recurrence",)
    zero = find_witness(claim)
    assert zero is not None
    with pytest.raises(Refused):  # without the hypothesis the same steps show nothing
        prove(claim.sequent, steps, zero, offer_of)
    assert lent_steps(claim, catalogue.claim("linear.score-identity.clustering")) is None


def test_what_is_not_proved_does_not_read_like_what_is():
    offers = [
        Suggestion("x > 0", "", "bound", "proved", strength="exact"),
        Suggestion("y > 0", "", "bound", "supported"),
        Suggestion("z > 0", "", "bound", "unrefuted"),
    ]
    found = Repair("t", fails="it fails", suggestions=tuple(offers))
    first = {each.split(";")[0].strip(): each for each in lines(found, None) if " > 0" in each}
    assert list(first) == [
        "suggestion: add the hypothesis x > 0",
        "perhaps: the hypothesis y > 0",
        "a lead, no more: the hypothesis z > 0",
    ]
    assert "not proved" in first["perhaps: the hypothesis y > 0"]
    assert "may well be false" in first["a lead, no more: the hypothesis z > 0"]
    alone = replace(found, suggestions=(offers[2],))
    assert closing([found, alone])[0].startswith("2 claims: 1 with a suggestion, 1 of them proved; 1 with leads alone")


@pytest.mark.deep
def test_the_lie_about_determinants(tmp_path: Path):
    """det A <= 0 makes almost every start cluster, if A is not zero; A = 0 is the counterexample."""
    (found,) = run_repair(Catalogue.load(), ["lies.det-clusters"], directory=tmp_path)
    first = found.suggestions[0]
    assert (first.text, first.status, first.conditional_on) == ("norm2(A) > 0", "proved", ("classical.no-recurrence",))


@pytest.mark.deep
def test_every_start_but_the_equilibrium(tmp_path: Path):
    """tr A > 0: every start but the equilibrium clusters. The weaker conclusion is told apart from the hypotheses."""
    (found,) = run_repair(Catalogue.load(), ["lies.trace-clusters-every-start"], directory=tmp_path)
    assert [each.name for each in found.conclusions][:1] == ["every start but the equilibria"]
    assert all(each.kind == "conclusion" and not each.given for each in found.conclusions)
