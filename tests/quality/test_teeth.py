"""Teeth: mutants whose fate is known by hand, what is set aside only by a proof, and that nothing depends on chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from verify import (
    PI,
    All,
    Bound,
    Claim,
    Disk,
    Equilibria,
    Eventually,
    Every,
    Evolves,
    Exists,
    Identity,
    Inequality,
    Integral,
    Interval,
    Matrices,
    Mean,
    Natural,
    Nonneg,
    Positive,
    Real,
    Regimes,
    Space,
    Sphere,
    Token,
    When,
    abs2,
    any_of,
    cos,
    det,
    eq,
    exp,
    ge,
    gt,
    le,
    lt,
    ne,
    norm2,
    sin,
    sqrt,
)
from verify.attack.mutants import MOST, Mutant, automatic, by_hand
from verify.attack.pool import Pool, general_points
from verify.attack.witness import find_witness
from verify.catalogue import Catalogue
from verify.judge import attacked, uses_of
from verify.kernel.goal import Sequent
from verify.kernel.proof import Step
from verify.kernel.term import TermError, number
from verify.prove.transported import differences, transported
from verify.teeth import BECAUSE, Fate, Teeth, _beyond, fate_of, run_teeth, teeth_of
from verify.words import EveryDimension, Letter, trace

S = Space(x=Real(), y=Real())
x, y = S.symbols
SUM = Inequality((x - y) ** 2, ">=", 0)


def bitten(claim: Claim, *others: Claim, only: str = "", evaluations: int = 4_000) -> dict[str, Fate]:
    """The fates of a claim's mutants by name; `only` of those whose name contains a text."""
    offers = {each.id: each.offers for each in others}
    witness = find_witness(claim)
    assert witness is not None
    made = [each for each in (*by_hand(claim), *automatic(claim).chosen) if only in each.name]
    return {each.name: fate_of(claim, each, witness, offers.get, uses_of(claim), evaluations) for each in made}


def fates(claim: Claim, *others: Claim, **more: Any) -> dict[str, str]:
    return {name: each.fate for name, each in bitten(claim, *others, **more).items()}


def theorem(shows: Any, *given: Any, space: Space = S, **more: Any) -> Claim:
    return Claim("test.claim", space, shows=shows, given=given, **more)


# one of each fate


def test_a_killed_one_has_an_exact_counterexample():
    claim = theorem(
        Identity((x + y) ** 2, x**2 + 2 * x * y + y**2), mutants={"binomial": Identity((x + y) ** 2, x**2 + y**2)}
    )
    found = bitten(claim)
    assert {each.fate for each in found.values()} == {"killed"}
    lie = found["binomial"]
    assert lie.by_hand and lie.counterexample is not None
    assert lie.counterexample["simplest"]["point"] == {"x": "1", "y": "1"}
    assert lie.counterexample["simplest"]["gap"] == "2"


def test_the_relation_of_an_order():
    """(x - y)^2 >= 0: strict it fails where x = y; mirrored it fails elsewhere."""
    found = fates(theorem(SUM), only=" becomes ")
    assert found[">= becomes >"] == found[">= becomes <="] == "killed"
    found = fates(theorem(Inequality((x - y) ** 2 + 1, ">", 0)), only="> becomes ")
    assert found["> becomes >="] == "weaker"


def test_a_constant_is_moved_both_ways():
    """x^2 + 1 >= 1 is sharp: 1 above the right side's is killed, below it is implied."""
    found = fates(theorem(Inequality(x**2 + y**2, ">=", 0)))
    assert found["0 becomes 1/100"] == "killed" and found["0 becomes -1/100"] == "weaker"


def test_a_factor_of_the_gap_is_equivalent():
    found = fates(theorem(Inequality(3 * (x - y) ** 2, ">=", 0)))
    assert found["3 becomes 33/10 in 3*(x - y)**2"] == "equivalent"
    assert found["3 becomes 299/100 in 3*(x - y)**2"] == "equivalent"


def test_a_stronger_truth_is_a_finding():
    found = bitten(theorem(Inequality(x**2 + y**2 + 1, ">=", 0)), only=" becomes ")
    strict = found[">= becomes >"]
    assert strict.fate == "also-true" and "proves it" in strict.reason
    assert found["0 becomes 1/100"].fate == "also-true"


def test_what_no_rule_proves_and_no_point_refutes_survives():
    """sin^2 <= 1 is 1 - sin^2 = cos^2; |sin|^3 <= 1 is as true, and nothing here proves it."""
    claim = theorem(Inequality(sin(x) ** 2, "<=", 1))
    claim.argument(lambda p: p.sign(as_=cos(x) ** 2))
    found = bitten(claim, only="2 becomes 3")
    survivor = found["2 becomes 3 in sin(x)**2"]
    assert survivor.fate == "survived" and "effective samples, none violating" in survivor.reason
    assert survivor.counterexample is None


def test_undefined_is_no_refutation():
    found = bitten(theorem(Inequality(1 / x, ">", 0), space=Space(x=Positive())), only="x in")
    closed = found["x in nonneg, not positive"]
    assert closed.fate == "survived" and closed.reason.startswith("undefined at x = 0")
    assert found["x in real, not positive"].fate == "killed"


# hypotheses


def test_hypotheses_each_needed():
    found = fates(theorem(Inequality(x * y, ">", 0), gt(x, 0), gt(y, 0)), only=" > 0")
    assert found["without x > 0"] == found["without y > 0"] == "killed"
    assert found["not x > 0"] == found["not y > 0"] == "killed"


def test_an_unnecessary_hypothesis_is_found():
    found = bitten(theorem(SUM, gt(x, 0), mutants={"sign": Inequality((x + y) ** 3, ">=", 0)}))
    spare = found["without x > 0"]
    assert spare.fate == "also-true" and spare.reason == "unnecessary here: the argument does without it"
    assert found["sign"].fate == "killed"


def test_an_unnecessary_hypothesis_of_an_argument():
    """The argument never speaks of y > 0."""
    claim = theorem(Inequality(x**3 * y**2, ">=", 0), gt(x, 0), gt(y, 0))
    claim.argument(lambda p: p.sign(as_=x * (x * y) ** 2))
    found = fates(claim, only="without")
    assert found["without y > 0"] == "also-true"
    assert found["without x > 0"] == "killed"


def test_a_hypothesis_that_follows_from_the_others_is_equivalent():
    found = fates(theorem(Inequality(x * y, ">", 0), gt(x, 0), gt(y, 0), gt(x + y, 0)), only="x + y > 0")
    assert found["without x + y > 0"] == "equivalent"
    assert found["not x + y > 0"] == "weaker"  # contradictory


def test_an_additional_hypothesis_is_weaker():
    """x > 1/100 implies x > 0, not the other way round."""
    found = fates(theorem(Inequality(x * y, ">", 0), gt(x, 0), gt(y, 0)), only="given x")
    assert found["given x > 0: 0 becomes 1/100"] == "weaker"
    assert found["given x > 0: 0 becomes -1/100"] == "killed"


def test_hypotheses_of_a_part():
    shows = All(
        product=When([gt(x, 0), gt(y, 0)], Inequality(x * y, ">", 0)),
        square=When([gt(x, 0)], Inequality(x**2, ">=", 0)),
    )
    found = fates(theorem(shows), only="without")
    assert found["product: without x > 0"] == "killed"
    assert found["square: without x > 0"] == "also-true"
    assert fates(theorem(shows), only="> becomes >=")["product: > becomes >="] == "weaker"


def test_a_hypothesis_about_the_variable_of_an_integral_alone_has_no_mutants():
    space = Space(x=Real(), s=Real())
    z, s = space.symbols
    claim = theorem(Identity(Integral(s * z, s, 0, 1), z / 2), ge(s, 0), le(s, 1), space=space)
    claim.argument(lambda p: p.integral(Integral(s * z, s, 0, 1), by=s**2 * z / 2))
    made = automatic(claim)
    assert not any(each.kind in ("dropped", "negated") for each in made.chosen)
    assert any(name.startswith("without s >= 0") for name in made.left_out)
    free = automatic(theorem(Inequality(sqrt(z), ">=", 0), ge(z, 0), space=space))
    assert "without x >= 0" in {each.name for each in free.chosen}


# a mutant is set aside only by a proof


def test_what_sampling_finds_harmless_is_not_set_aside():
    """(x - pi)^2 > 0 fails at pi alone, where no draw falls; it is killed there or it survives."""
    found = fates(theorem(Inequality((x - PI) ** 2, ">=", 0)), only=">= becomes >")
    assert found[">= becomes >"] in ("killed", "survived")


def test_a_true_hand_written_mutant_is_no_lie():
    """What is written by hand is to be false: proved to follow from the original, or not even refuted, it is told."""
    form = x**2 + y**2
    mutants = {
        "true": Inequality(sin(x) ** 4 + form + cos(y), ">=", 0),
        "same": Inequality(2 * form, ">=", 0),
        "less": Inequality(form, ">=", -1),
        "lie": Inequality(form, ">", 0),
    }
    claim = theorem(Inequality(form, ">=", 0), mutants=mutants)
    found = {name: each for name, each in bitten(claim).items() if each.by_hand}
    assert [each.fate for each in found.values()] == ["survived", "equivalent", "weaker", "killed"]
    for name, each in found.items():
        assert Teeth("test.claim", fates=(each,)).met == (name == "lie")


def test_a_replay_uses_no_more_than_the_original():
    """The mutant's argument is the original's, which uses another claim; without leave to use it, nothing is proved."""
    other = Claim("test.other", S, shows=Inequality(sin(x) ** 2, "<=", 1))
    claim = theorem(Inequality(sin(x) ** 2, "<=", 1), gt(y, 0))
    claim.argument(lambda p: p.uses(other, at={x: x, y: y}))
    (spare,) = [each for each in automatic(claim).chosen if each.name == "without y > 0"]
    witness = find_witness(claim)
    offers: dict[str, Sequent] = {other.id: other.sequent}
    assert witness is not None
    for may_use, fate in (((other.id,), "also-true"), ((), "survived")):
        assert fate_of(claim, spare, witness, offers.get, may_use, 2_000).fate == fate


def test_a_crash_is_an_error_of_one_mutant():
    claim = theorem(SUM, gt(x, 0))
    calls: list[int] = []

    @claim.argument
    def argument(p: Any) -> None:
        calls.append(len(p._facts))
        if not p._facts:
            raise ZeroDivisionError("no facts")
        p.sign()

    found = teeth_of(claim, lambda _: None, (), 2_000)
    (error,) = found.of("error")
    assert error.name == "without x > 0" and error.reason == "ZeroDivisionError: no facts"
    assert not found.met and len(found.of("killed")) > 3


# domains


def _wider(space: Space, shows: Any) -> set[str]:
    return {each.name for each in automatic(theorem(shows, space=space)).chosen if each.kind == "domain"}


@pytest.mark.parametrize(
    ("domain", "wider"),
    [
        (Positive(), {"nonneg", "real"}),
        (Nonneg(), {"real"}),
        (Real(), set()),
        (
            Interval(0, 1, open=True),
            {"interval(0, 1)", "interval(-1/10, 1, open=true)", "interval(0, 11/10, open=true)"},
        ),
        (Natural(2), {"natural(low=1)"}),
    ],
    ids="positive nonneg real interval natural".split(),
)
def test_wider_domains(domain, wider):
    space = Space(a=domain)
    found = _wider(space, Inequality(space.symbols**2, ">=", 0))
    assert {name.split(" in ")[1].split(", not")[0] for name in found if "with" not in name} == wider


def test_one_relation_of_a_domain_less():
    space = Space(a=Interval(0, 1))
    a = space.symbols
    found = fates(theorem(Inequality(a * (1 - a), ">=", 0), space=space), only=" with ")
    one_sided = [name for name in found if " with " in name]
    assert len(one_sided) == 2 and all(found[name] == "killed" for name in one_sided)
    found = fates(theorem(Inequality(a, "<=", 1), space=space), only=" with ")
    assert sorted(found[name] for name in found if " with " in name) == ["also-true", "killed"]


@pytest.mark.parametrize(
    ("domain", "shows", "wider"),
    [
        (Disk(), lambda w: Inequality(abs2(w), "<", 1), ["disk(closed=true)", "complex"]),
        (Sphere(2), lambda u: Identity(norm2(u), 1), ["R^2"]),
        (Matrices(2, kind="definite"), lambda B: Inequality(det(B), ">", 0), ['matrices(2, 2, kind="symmetric")']),
        (Token(Interval(-1, 1)), lambda z: Inequality(Mean(z**2, z), "<=", 1), ["token(interval(-6/5, 1))"]),
    ],
    ids="disk sphere matrices token".split(),
)
def test_disks_spheres_matrices_and_tokens(domain, shows, wider):
    space = Space(v=domain)
    v = space.symbols
    claim = theorem(shows(v), space=space)
    if isinstance(domain, Token):
        claim.argument(lambda p: (p.sign(le(v**2, 1), as_=(1 - v) * (1 + v)), p.average(le(v**2, 1), v)))
    found = fates(claim, only="v in ")
    assert [found[f"v in {each}, not {domain}"] for each in wider] == ["killed"] * len(wider)


# other conclusions


def test_equilibria_and_regimes():
    space = Space(x=Interval(-2, 2), y=Interval(-2, 2))
    u, v = space.symbols
    claim = theorem(Equilibria(along={u: u - u**3, v: -v}, are=["sink", "saddle", "sink"]), space=space)
    names = ("one equilibrium more", "without a sink", "without a saddle", "a source for a saddle")
    for name in names:
        assert fates(claim, only=name)[name] == "killed"
    halves = [Claim(f"test.{n}", S, shows=SUM, given=[each]) for n, each in (("up", ge(x, 0)), ("down", lt(x, 0)))]
    claim = theorem(Regimes(halves))
    up, down = halves
    claim.argument(lambda p: p.cases(any_of(ge(x, 0), lt(x, 0)), lambda p: p.regime(up), lambda p: p.regime(down)))
    found = fates(claim, *halves)
    assert found == {"without the regime test.up": "killed", "without the regime test.down": "killed"}


@pytest.mark.deep
def test_existences():
    """sqrt(a) is there for a >= 0 as well; there is no root of -a, and none of a small a above 1/100."""
    space = Space(a=Positive(), t=Real())
    a, t = space.symbols
    claim = theorem(Exists([eq(t**2, a), ge(t, 0)], of=[t]), space=space)
    claim.argument(
        lambda p: (p.sign(ge(a, 0)), p.sign(ge(sqrt(a), 0)), p.ring(eq(sqrt(a) ** 2, a)), p.witness({t: sqrt(a)}))
    )
    found = fates(claim)
    assert found["a in nonneg, not positive"] == "also-true" and found["a in real, not positive"] == "killed"
    assert found["t**2 == a: sign of a"] == "killed"
    assert found["t >= 0: 0 becomes -1/100"] == "weaker"
    assert found["t >= 0: 0 becomes 1/100"] == "killed"
    assert found["t >= 0: >= becomes <="] == "survived"  # true: -sqrt(a)


def test_starts_targets_and_bounds_are_changed():
    space = Space(w=Disk())
    w = space.symbols
    flow = {w: w * (1 - abs2(w)) / 2}
    long_time = theorem(Eventually(abs2(w), to=1, along=flow, start=Every(except_=[eq(w, 0)])), space=space)
    made = {each.name: each.kind for each in automatic(long_time).chosen}
    assert made["also where w == 0"] == made["the orbit is periodic"] == "behaviour"
    assert any("no rule refutes it" in name for name in automatic(long_time).left_out)
    assert fates(long_time, only="also where")["also where w == 0"] == "killed"
    space = Space(q=Nonneg())
    q = space.symbols
    bound = theorem(Bound(le(q, 1), along={q: q * (1 - q)}, start=[le(q, 1)]), space=space)
    bound.argument(lambda p: p.compare(rate=-q, source=0 * q))
    assert fates(bound, only="without")["without 1 >= q"] == "killed"


# the same for everyone


def test_the_cap_and_what_is_left_out():
    form = sum(((k + 2) * x**k * y for k in range(1, 12)), x)
    claim = theorem(Identity(form, form + 0 * x))
    made = automatic(claim)
    assert automatic(claim) is not made
    for kind, most in MOST.items():
        assert len([each for each in made.chosen if each.kind == kind]) <= most
    assert len(made.left_out) > 20
    names = [each.name for each in made.chosen]
    assert len(names) == len(set(names))


def test_names_are_apart_and_the_parts_that_change_are_known():
    shows = All(one=Identity(x + y, y + x), two=Inequality(x**2 + y**2, ">=", 0))
    claim = theorem(shows, gt(x, 0), mutants={"lie": Identity(x, y)})
    made = automatic(claim)
    changed = {each.name: each.changed for each in made.chosen}
    assert changed["one: == becomes !="] == ("one",)
    assert changed["without x > 0"] == ("one", "two")
    assert [each.name for each in by_hand(claim)] == ["lie"]
    for each in made.chosen:
        assert isinstance(each, Mutant) and each.claim.kind == "lie"
        assert [name for name, _ in each.narrowed.sequent.goals] == list(each.changed)


def test_what_is_skipped(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claims = [
        Claim("test.true", S, shows=SUM),
        Claim("test.lie", S, shows=Identity(x, y), kind="lie"),
        Claim("test.open", S, shows=Inequality(cos(x) + cos(sqrt(number(2)) * x), ">", -2)),
        Claim("test.untrue", S, shows=Identity(x, y)),
    ]
    told: list[str] = []
    catalogue = Catalogue.of(claims)
    found = run_teeth(catalogue, [each.id for each in claims], directory=tmp_path, tell=lambda t: told.append(t.claim))
    assert [each.claim for each in found] == told == [each.id for each in claims]
    assert [each.skipped for each in found] == [
        "",
        "of kind lie; only theorems have teeth",
        "not proved but undecided",
        "not proved but refuted",
    ]
    assert found[0].score is not None and found[0].met


# what the original's argument still says


def test_an_argument_is_changed_as_the_mutant_is():
    """The argument names x^2 + 3, of which nothing matters but the sign; and (x - 1)^2, which it cannot do without."""
    claim = theorem(Inequality((x**2 + 3) * (x**2 - 2 * x + 1), ">=", 0))
    claim.argument(lambda p: p.sign(as_=(x**2 + 3) * (x - 1) ** 2))
    found = bitten(claim)
    moved = found["3 becomes 27/10 in x**2 + 3"]
    assert moved.fate == "also-true" and moved.reason == "the argument proves it, changed in the same place"
    assert found["3 becomes 33/10 in x**2 + 3"].fate == "weaker"
    assert {each.fate for name, each in found.items() if name.startswith("1 becomes 9/10 in x**2 + 1")} == {"killed"}


def test_where_two_terms_differ():
    """From the innermost outwards; two places at once are none."""
    root = sqrt(x**2 + 3 * y)
    (inner, *outer) = differences(root + x, sqrt(x**2 + 4 * y) + x)
    assert inner == (number(3), number(4)) and (root, sqrt(x**2 + 4 * y)) in outer
    assert transported((gt(root, 0), Step("sign", {"as_": root})), root, y) == (gt(y, 0), Step("sign", {"as_": y}))
    assert differences(x + sin(y), y + cos(x)) == [(x + sin(y), y + cos(x))]
    assert differences(gt(x, 0), ge(x, 0)) == differences(x, x) == []


def test_what_a_part_supposes_may_follow_or_be_absurd():
    """t^2 >= 4 D follows from t^2 >= 5 D where D > 0; where D < 0 both are manifest. t^3 > 4 D rules out t < 0 < D."""
    space = Space(t=Real(), D=Real())
    t, D = space.symbols
    shows = All(
        up=When([gt(D, 0), lt(t, 0)], Inequality(t**2, ">", 0)), down=When([lt(D, 0)], Inequality(t**2 - D, ">", 0))
    )
    claim = theorem(shows, ge(t**2, 4 * D), space=space)
    claim.argument(lambda p: p.part("down").sign(as_=t**2 - D))
    found = fates(claim, only="given t**2 >= 4*D")
    assert found["given t**2 >= 4*D: 4 becomes 22/5 in 4*D"] == "weaker"
    assert found["given t**2 >= 4*D: 2 becomes 3 in t**2"] == "weaker"


def test_a_hypothesis_of_a_part_that_grows_is_weaker():
    claim = theorem(All(product=When([gt(x, 0), gt(y, 0)], Inequality(x * y, ">", 0))))
    found = fates(claim, only="given")
    assert found["product: given x > 0: 0 becomes 1/100"] == "weaker"
    assert found["product: given x > 0: 0 becomes -1/100"] == "killed"


def test_hypotheses_that_the_others_rule_out():
    """x / y > 0 has no value where y == 0: without y != 0 all is as before, and its contrary leaves no point."""
    claim = theorem(Inequality(x * y, ">", 0), gt(x / y, 0), ne(y, 0))
    claim.argument(lambda p: p.sign(as_=(x / y) * y**2))
    found = bitten(claim, only="y != 0")
    assert found["without y != 0"].fate == "equivalent"
    assert found["not y != 0"].fate == "weaker" and "rule out y == 0" in found["not y != 0"].reason


# the reasons of survivors


def test_the_reasons():
    """Each kind of survivor says why."""
    undefined = bitten(theorem(Inequality(1 / x**2, ">", 0), ne(x, 0)), only="without x != 0")["without x != 0"]
    assert undefined.because == "guard" and "wherever it has a value the argument proves it" in undefined.reason
    lost = bitten(theorem(Inequality(1 / x, ">", 0), gt(x, 0)), only="not x > 0")["not x > 0"]
    assert lost.fate == "killed"
    space = Space(x=Real(), s=Real())
    z, s = space.symbols
    claim = theorem(Identity(Integral(exp(s) * z, s, 0, 1), z * (exp(number(1)) - 1)), space=space)
    claim.argument(lambda p: p.integral(Integral(exp(s) * z, s, 0, 1), by=exp(s) * z))
    contrary = bitten(claim, only="== becomes")["== becomes !="]
    assert (contrary.fate, contrary.because) == ("survived", "contrary")
    open_ = bitten(theorem(Inequality(sin(x) ** 2, "<=", 1)), only="2 becomes 3")["2 becomes 3 in sin(x)**2"]
    assert open_.because == "open"


@pytest.mark.parametrize("word", BECAUSE)
def test_each_reason_is_a_sentence(word):
    assert len(BECAUSE[word].split()) > 5


# where a hypothesis fails


def test_the_attack_looks_where_the_original_supposed_more():
    """What a wider domain adds to 0 < a < 1 is a = 0 alone; no draw falls there, and a (1 - a) b^2 > 0 fails."""
    space = Space(a=Interval(0, 1, open=True), b=Real())
    a, b = space.symbols
    claim = theorem(Inequality(a * (1 - a) * (b**2 + 1), ">", 0), space=space)
    (closed,) = [each for each in automatic(claim).chosen if each.name.startswith("a in interval(0, 1), not")]
    beyond, whole = _beyond(claim, closed)
    assert whole and [[str(fact) for fact in each.given] for each in beyond] == [["0 == a"], ["a == 1"]]
    assert fates(claim, only=closed.name)[closed.name] == "killed"
    thin = theorem(Inequality(x * y, ">", 0), gt(x, 0), gt(y, 0))
    (moved,) = [each for each in automatic(thin).chosen if each.name == "given x > 0: 0 becomes -1/100"]
    beyond, whole = _beyond(thin, moved)
    assert whole and [[str(fact) for fact in each.given][2:] for each in beyond] == [["0 >= x"]]
    (turned,) = [each for each in automatic(thin).chosen if each.name == "> becomes >="]
    assert _beyond(thin, turned) == ((), False)


def test_what_is_found_there_refutes_the_mutant_itself():
    claim = theorem(Inequality(x * y, ">", 0), gt(x, 0), gt(y, 0))
    witness = find_witness(claim)
    assert witness is not None
    for each in automatic(claim).chosen:
        found = fate_of(claim, each, witness, lambda _: None, (), 4_000)
        if each.kind in ("dropped", "negated"):
            assert found.fate == "killed" and found.counterexample is not None
            assert set(found.counterexample) == {"simplest", "worst"}


def test_squares_in_few_symbols_are_sought_at_any_budget():
    claim = theorem(Inequality((x**2 + 3) * (x**2 - 2 * x + 1), ">=", 0))
    claim.argument(lambda p: p.sign(as_=(x**2 + 3) * (x - 1) ** 2))
    found = bitten(claim, only="-2 becomes -9/5 in -2*x")["-2 becomes -9/5 in -2*x"]
    assert (found.fate, found.reason) == ("also-true", "a default rule proves it")


def test_what_a_derivative_does_not_see_is_equivalent():
    claim = theorem(Evolves(x**2 + sin(y) / 3, along={x: x, y: 0 * y}, rate=2 * x**2))
    found = fates(claim)
    assert found["1/3 becomes 3/10 in (1/3)*sin(y)"] == "equivalent"
    assert found["sign of (1/3)*sin(y) in x**2 + (1/3)*sin(y)"] == "equivalent"
    assert found["sign of x**2 in x**2 + (1/3)*sin(y)"] == "killed"


def test_a_weak_order_of_roots_follows_from_the_strict_one():
    """3^(1/3) is no polynomial, so the gaps are not compared in the ring."""
    third = number(3) ** number("1/3")
    claim = theorem(Inequality(third, ">", 1))
    claim.argument(lambda p: p.value())
    assert fates(claim, only="> becomes >=")["> becomes >="] == "weaker"


def test_claims_without_coordinates_have_teeth():
    """Letters stand for matrices of every size, and constants are no symbols."""
    letters = Space(A=Letter(), B=Letter())
    A, B = letters.symbols
    swapped = Claim("test.swap", letters, shows=EveryDimension(trace(A * B) + trace(A), trace(B * A) + trace(A)))
    bare = Claim("test.root", Space(x=Real()), shows=Inequality(sqrt(number(2)), ">", 1))
    for claim in (swapped, bare):
        found = teeth_of(claim, lambda _: None, (), 2_000)
        assert found.of("killed") and not found.of("error"), found


def test_points_that_killed_a_mutant_are_tried_first():
    claim = theorem(Identity((x + y) ** 2, x**2 + 2 * x * y + y**2))
    pool = Pool(general_points(claim))
    assert len(pool.general) > 1
    witness = find_witness(claim)
    assert witness is not None
    first, *others = automatic(claim).chosen
    assert fate_of(claim, first, witness, lambda _: None, (), 4_000, pool).fate == "killed"
    at = dict(pool.found[0])
    assert pool.refute(first.narrowed) is not None and pool.refute(claim) is None
    for each in others:
        found = fate_of(claim, each, witness, lambda _: None, (), 4_000, pool)
        assert found.fate == "killed"
    assert at in pool.found and len(pool.found) <= 12


# findings


@pytest.mark.deep
@pytest.mark.parametrize("start", range(6))
def test_no_finding_falls_to_the_attack(start, tmp_path):
    """What is told as unnecessary, or as true as well, is attacked as any claim is; of every eighth theorem."""
    catalogue = Catalogue.load(directory=tmp_path, root=Path(__file__).parents[2])
    theorems = sorted(each.id for each in catalogue.entries.values() if each.kind == "theorem")
    for name in theorems[8 * start :: 48]:
        claim = catalogue.claim(name)
        witness = find_witness(claim)
        assert witness is not None
        for mutant in automatic(claim).chosen:
            try:
                found = fate_of(claim, mutant, witness, lambda other: _offer(catalogue, other), uses_of(claim), 4_000)
            except TermError:
                continue
            if found.fate in ("also-true", "equivalent", "weaker") and "rule out" not in found.reason:
                outcome = attacked(mutant.narrowed, 20_000)
                assert outcome.simplest is None and outcome.undefined_at is None, (name, found)


def _offer(catalogue: Catalogue, other: str) -> Any:
    return catalogue.claim(other).offers if other in catalogue.entries else None
