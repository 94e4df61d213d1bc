"""Sharpness: best constants that are derived by hand, on both sides."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

from theorems.classical.coupling import claim as COUPLING
from verify import (
    All,
    Bound,
    Claim,
    Flow,
    Identity,
    Inequality,
    Integral,
    Interval,
    Mean,
    Natural,
    Nonneg,
    Real,
    Space,
    Token,
    Wasserstein,
    When,
    absolute,
    cos,
    exp,
    ge,
    gt,
    le,
    lt,
    sin,
)
from verify.attack.closed import closed_forms
from verify.attack.constants import candidates
from verify.catalogue import Catalogue, UsageError
from verify.kernel.goal import Pointwise
from verify.kernel.proof import Step, prove
from verify.kernel.term import number
from verify.report.sharpness import lines, sharpness_document
from verify.run import run
from verify.sharpness import Constant, Sharpness, Side, _Work, sharpen
from verify.verdict import Status, Verdict

S = Space(x=Real(), y=Real())
x, y = S.symbols
UNIT = Space(x=Interval(0, 1))
QUADRANT = Space(x=Nonneg(), y=Nonneg())


@pytest.fixture
def found(tmp_path: Path) -> Any:
    """The constants of a claim, after the claim and what it uses are judged."""

    def bracket(
        shows: Any, *given: Any, space: Space = S, by: Any = None, others: tuple[Claim, ...] = (), **more: Any
    ) -> Sharpness:
        claim = Claim("test.claim", space, shows=shows, given=given)
        if by is not None:
            claim.argument(by)
        verdicts = {v.claim: v for v in run(Catalogue.of([*others, claim]), ["test.claim"], directory=tmp_path)}
        verdicts |= {v.claim: v for v in run(Catalogue.of(others), [o.id for o in others], directory=tmp_path)}
        offers = {each.id: each.offers for each in others}
        options = {"evaluations": 3_000, **more}
        return sharpen(claim, verdicts["test.claim"], offers.get, verdicts.get, **options)

    return bracket


def only(sharpness: Sharpness, at: int = 0, towards: str = "") -> tuple[Constant, Side]:
    """A constant and its side, which is its only one if none is named."""
    constant = sharpness.constants[at]
    assert not constant.failed
    sides = [side for side in constant.sides if towards in ("", side.towards)]
    assert len(sides) == 1
    return constant, sides[0]


def is_sharp(side: Side, value: Any) -> None:
    """The best constant is exactly that: it is proved, and equality holds at an exact point."""
    assert side.word == "sharp" and side.proved is not None and side.equality is not None
    assert side.proved.value == side.equality.value == str(value)


def brackets(side: Side, best: Any, digits: int = 4) -> None:
    """Proved on one side of the best constant, refuted on the other, next to it."""
    assert side.proved is not None and side.refuted is not None
    sign = 1 if side.towards == "larger" else -1
    proved, refuted = (sign * float(each.value) for each in (side.proved, side.refuted))
    assert proved <= sign * float(best) <= refuted
    size = 10.0 ** (np.floor(np.log10(abs(float(best)))) + 1 - digits)
    assert refuted - proved <= 1.01 * size
    assert side.digits == digits


# best constants known by hand


def test_the_square_of_a_difference(found):
    """x^2 + y^2 - c x y is definite exactly for |c| <= 2, which is no half line: both ends are found."""
    constant, larger = only(found(Inequality(x**2 + y**2, ">=", 2 * x * y)), 0, "larger")
    is_sharp(larger, 2)
    assert larger.proved.by == "as stated" and constant.movement == "affine"
    assert larger.equality.point["x"] == larger.equality.point["y"] != "0"
    _, smaller = only(found(Inequality(x**2 + y**2, ">=", 2 * x * y)), 0, "smaller")
    is_sharp(smaller, -2)
    assert smaller.proved.strength == "exact" and smaller.refuted.value == "-2.001"


def test_only_where_it_becomes_stronger(found):
    """For x, y >= 0 the gap x^2 + y^2 - c x y falls with c, so smaller constants are of no interest."""
    constant, side = only(found(Inequality(x**2 + y**2, ">=", 2 * x * y), space=QUADRANT))
    assert constant.movement == "falls" and side.towards == "larger"
    is_sharp(side, 2)


def test_the_square_of_a_sum(found):
    constant, side = only(found(Inequality((x + y) ** 2, "<=", 2 * (x**2 + y**2))))
    assert constant.movement == "rises"
    is_sharp(side, 2)


def test_arithmetic_and_geometric_mean(found):
    space = Space(x=Nonneg(), y=Nonneg(), z=Nonneg())
    a, b, c = space.symbols
    _, side = only(found(Inequality(a**3 + b**3 + c**3, ">=", 3 * a * b * c), space=space))
    is_sharp(side, 3)


def test_a_quarter(found):
    _, side = only(found(Inequality(x * (1 - x), "<=", "1/4"), space=UNIT))
    is_sharp(side, "1/4")
    assert side.equality.point == {"x": "1/2"}


def test_a_third_can_be_a_quarter(found):
    _, side = only(found(Inequality(x * (1 - x), "<=", "1/3"), space=UNIT))
    is_sharp(side, "1/4")
    assert side.proved.by == "by roots" and side.proved.conditional_on == ()
    assert side.refuted.counterexample["point"] == {"x": "1/2"}


def test_a_quarter_can_be_five_sixteenths(found):
    """x^4 - x^2 + 9/16 is least at x^2 = 1/2, where it is 5/16."""
    sharpness = found(Inequality(x**4 - x**2 + Fraction(9, 16), ">=", "1/4"))
    _, side = only(sharpness)
    is_sharp(side, "5/16")
    assert side.refuted.value == "0.3126" and "sqrt(2)" in side.equality.point["x"]
    (said,) = (line for line in lines(sharpness, None) if line.startswith("     larger:"))
    assert "can be 5/16 (by roots, exact), and that is sharp: equality holds at x = " in said
    assert "where it fails with every larger constant" in said


def test_a_best_constant_that_is_irrational(found):
    """x (1 - x)/(1 + x) is greatest at sqrt(2) - 1, where it is 3 - 2 sqrt(2)."""
    _, side = only(found(Inequality(x * (1 - x) / (1 + x), "<=", "1/4"), space=UNIT))
    is_sharp(side, "3 - 2*sqrt(2)")
    assert side.equality.point == {"x": "sqrt(2) - 1"} and side.refuted.value == "0.1715"


def test_a_best_constant_without_a_short_form(found):
    """x - x^5 is greatest at x = 5^(-1/4), where it is (4/5) 5^(-1/4)."""
    _, side = only(found(Inequality(x - x**5, "<=", 1), space=UNIT, wanted="1", digits=9))
    brackets(side, mpmath.mpf(4) / 5 / mpmath.root(5, 4), digits=9)
    assert side.word == "bracketed" and side.proved.by == "by roots" and side.looks_like == ""


@pytest.mark.parametrize("total", [1, 3])
def test_hypotheses_matter(found, total):
    """x y <= (x + y)^2/4, with equality at x = y."""
    best = Fraction(total**2, 4)

    def argument(p: Any) -> None:
        rest = p.gap + x * y - best
        p.sign(as_=(x - y) ** 2 / 4 + (total - x - y) * (2 * x + 2 * y + (total - x - y)) / 4 + rest)

    _, side = only(found(Inequality(x * y, "<=", 7), le(x + y, total), space=QUADRANT, by=argument))
    is_sharp(side, best)


def test_equality_counts_where_the_hypotheses_hold(found):
    """x (1 - x) comes close to 3/16 for x > 3/4, and is less."""
    _, side = only(found(Inequality(x * (1 - x), "<=", "1/3"), gt(x, "3/4"), space=Space(x=Real()), wanted="1/3"))
    assert side.equality is None and side.proved.value == "3/16" and side.refuted.value == "0.1874"


def test_a_limit_where_a_strict_hypothesis_ends(found):
    """exp(x) (3 x - 2) > 0 for x > 2/3; simple fractions near the end are 2/3 itself, where the hypothesis fails."""
    space = Space(x=Interval(-1, 1))
    _, side = only(found(Inequality(exp(x) * (3 * x - 2), ">", 0), gt(x, "2/3"), space=space, wanted="0"))
    assert side.proved.value == "0" and side.refuted.value == "0.001" and side.digits == 4


def test_an_integral_on_a_compact_box(found):
    """The integral of x y^2 over y in [0, 1] is x/3, at most 1/3 for x in [0, 1]; balls show no equality."""
    space = Space(x=Interval(0, 1), y=Interval(0, 1))
    sharpness = found(Inequality(Integral(x * y**2, y, 0, 1), "<=", "1/2"), space=space, wanted="1/2")
    _, side = only(sharpness)
    assert sharpness.status in ("proved", "undecided") and side.equality is None
    assert side.proved is None or side.proved.size >= 1 / 3
    assert side.refuted.value == "0.3333" and abs(side.estimate - 1 / 3) < 1e-6


def test_inside_an_exponential(found):
    """exp(c x) <= 3/4 on [1, 2] exactly for c <= log(3/4)."""
    space = Space(x=Interval(1, 2))
    constant, side = only(found(Inequality(exp(-x / 2), "<=", "3/4"), space=space, wanted="-1/2"))
    assert (constant.movement, side.towards) == ("falls", "larger")
    brackets(side, mpmath.log(mpmath.mpf(3) / 4))
    assert side.proved.strength == "ball" and side.proved.by == "by cover"


def sine(p: Any) -> None:
    """sin x <= c x from x = 0 on, since c - cos x = (1 - cos x) + (c - 1); it speaks of no value of c."""
    manifest = ((1 - cos(x)) ** 2 + sin(x) ** 2) / 2
    p.sign(ge(1 - cos(x), 0), as_=manifest)
    slope = Flow(((x, number(1)),)).derivative(p.gap)
    p.rises(p.goal, x, low=0, as_=manifest + (slope - 1 + cos(x)))


def test_its_own_argument_is_run_again(found):
    """sin x <= c x for x >= 0 holds for c >= 1, and c = 1 is touched in the limit x = 0 alone: no point of equality."""
    _, side = only(found(Inequality(sin(x), "<=", 2 * x), space=Space(x=Nonneg()), by=sine))
    assert side.proved.value == "1" and side.proved.by == "by sign, rises"
    assert side.refuted.value == "0.9999" and side.digits == 4 and side.equality is None


def test_without_a_literal_there_are_a_factor_and_an_offset(found):
    """|sin x| <= |x| as it stands: the factor 1 is approached at x = 0, where the offset is sharp."""
    sharpness = found(Inequality(absolute(sin(x)), "<=", absolute(x)), space=Space(x=Real()))
    assert [each.kind for each in sharpness.constants] == ["factor", "offset"]
    factor, offset = (only(sharpness, at)[1] for at in (0, 1))
    assert factor.refuted.value == "0.9999" and factor.equality is None
    assert abs(factor.estimate - 1) < 1e-6 and offset.equality.point == {"x": "0"}


def test_means_over_tokens(found):
    """The variance is not negative, and 0 where all tokens are equal."""
    space = Space(z=Token(Real()))
    z = space.symbols

    def variance(p: Any) -> None:
        p.average(ge((z - Mean(z, z)) ** 2, 0), z)
        p.sign(as_=Mean((z - Mean(z, z)) ** 2, z))

    _, side = only(found(Inequality(Mean(z**2, z), ">=", Mean(z, z) ** 2), space=space, by=variance))
    is_sharp(side, 1)


def test_parts_and_hypotheses_of_their_own(found):
    shows = All(
        all=Inequality(x * (1 - x), "<=", "1/3"),
        late=When([ge(x, "3/4")], Inequality(x * (1 - x), "<=", "1/3")),
        same=Identity(2 * x, x + x),
    )
    sharpness = found(shows, space=UNIT, wanted="1/3")
    assert [each.name for each in sharpness.constants] == ["all: 1/3 on the right", "late: 1/3 on the right"]
    is_sharp(only(sharpness, 0)[1], "1/4")
    is_sharp(only(sharpness, 1)[1], "3/16")


def test_an_integer_is_not_between(found):
    """n^2 - 3 n + 9/4 = (n - 3/2)^2 >= 1/4 for integers n, and not more at n = 1."""
    space = Space(n=Natural())
    n = space.symbols
    _, side = only(found(Inequality(n**2 - 3 * n + Fraction(9, 4), ">=", 0), space=space, wanted="0"))
    assert side.refuted is not None and side.refuted.counterexample["point"]["n"] in ("1", "2")
    assert Fraction(side.refuted.value) > Fraction(1, 4)


def test_a_bound_along_a_flow(found):
    """x' = -x from x <= 1: the bound holds with every larger constant, and fails at once with a smaller one."""
    constant, side = only(found(Bound(le(x, 1), along={x: -x}, start=[le(x, 1)]), space=Space(x=Real())))
    assert constant.movement == "rises" and side.refuted.value == "0.999" and side.estimate is None


# values that are next to the best one


@pytest.mark.parametrize(("a", "b", "d"), [(5, 1, 7), (1, -3, 5), (9, 2, 8), (3, 5, 7)])
def test_eigenvalues(found, a, b, d):
    """a x^2 + 2 b x y + d y^2 >= c (x^2 + y^2) exactly for c up to the smaller eigenvalue."""
    best = float(np.linalg.eigvalsh([[a, b], [b, d]])[0])
    form = a * x**2 + 2 * b * x * y + d * y**2
    right = (int(np.floor(best)) - 2) * (x**2 + y**2)
    _, side = only(found(Inequality(form, ">=", right), wanted="1"), 0, "larger")
    brackets(side, best)


def test_a_tangent(found):
    """exp(x) >= x + c at the tangent of slope 1, at 0, so c = 1."""
    _, side = only(found(Inequality(exp(x), ">=", x + Fraction(1, 2)), space=Space(x=Real()), wanted="1/2"), 0)
    assert side.word == "sharp" and side.proved.value == "1"


def test_a_strict_inequality_excludes_its_best_constant(found):
    _, side = only(found(Inequality(x * (1 - x), "<", "1/3"), space=UNIT))
    assert side.refuted.value == side.equality.value == "1/4"
    assert side.word == "bracketed" and side.proved.value == "0.2501"


def test_no_limit(found):
    """x^2 >= -c y^2 holds with every c >= 0, so the constant of a negative square can grow without end."""
    constant, side = only(found(Inequality(x**2, ">=", -3 * y**2), wanted="-3"), 0)
    assert constant.movement == "falls" and side.towards == "larger"
    is_sharp(side, 0)
    _, other = only(found(Inequality(x**2, ">=", -3 * x**2), space=Space(x=Real()), wanted="-3"), 0)
    is_sharp(other, 1)


def test_the_gap_need_not_be_monotone(found):
    """(x + c)^2 >= 1/4 on [1, 2] holds for c >= -1/2 and for c <= -5/2, so not for the values between."""
    shown = found(Inequality((x - Fraction(1, 3)) ** 2, ">=", "1/4"), space=Space(x=Interval(1, 2)), wanted="-1/3")
    constant, smaller = only(shown, 0, "smaller")
    is_sharp(smaller, "-1/2")
    assert constant.movement == "unknown"
    said = "\n".join(lines(shown, None))
    assert "so nothing is claimed between the values" in said and "it fails with constants a little smaller" in said


# claims that are not proved, and what has no constants


def test_a_refuted_claim(found):
    sharpness = found(Inequality(x * (1 - x), "<=", "1/5"), space=UNIT, wanted="1/5")
    assert sharpness.status == "refuted"
    is_sharp(only(sharpness)[1], "1/4")


def test_an_undecided_claim(found):
    """n^3 |sin n| >= 1/1000 for integers n >= 1 is an open problem; at n = 1 it is sin 1 = 0.8414..."""
    space = Space(n=Natural(1))
    n = space.symbols
    sharpness = found(Inequality(n**3 * absolute(sin(n)), ">=", "1/1000"), space=space, wanted="1/1000")
    _, side = only(sharpness)
    assert sharpness.status == "undecided" and side.proved is None and side.word == "refuted"
    assert side.refuted.value == "0.8415" and side.refuted.counterexample["point"] == {"n": "1"}
    assert "no value is proved; the estimate is 0.84147" in "\n".join(lines(sharpness, None))


def test_nothing_to_move(found):
    assert found(Identity(x, x)).skipped == "its conclusion has no inequality with a constant that could be moved"
    assert found(Inequality(x**2 + 1, "!=", 0)).skipped


def test_hypotheses_without_a_point(found):
    assert "no witness was found" in found(Inequality(x, ">", 1), gt(x, 1), lt(x, 0)).skipped


def test_a_constant_that_is_not_there(found):
    with pytest.raises(UsageError, match=r"no constant '17'; its constants are 1: 2 in 2\*x\*y on the right"):
        found(Inequality(x**2 + y**2, ">=", 2 * x * y), wanted="17")


# which constants


def named(shows: Any, space: Space = S) -> list[str]:
    return [each.name for each in candidates(Claim("test.claim", space, shows=shows))]


def test_literals_but_no_exponents_and_minus_signs():
    names = named(Inequality(x**2 - y, ">=", 3 * x - "1/2"))
    assert sorted(names) == ["-1/2 in 3*x - 1/2 on the right", "3 in 3*x on the right"]


def test_a_constant_that_stands_twice(found):
    """2 x + 2 y <= 3 for x, y in [0, 1/2]: one 2 can be 4, both can be 3."""
    half = Space(x=Interval(0, "1/2"), y=Interval(0, "1/2"))
    shows = Inequality(2 * x + 2 * y, "<=", 3)
    names = ["3 on the right", "2 in 2*x on the left", "2 in 2*y on the left", "every 2"]
    assert named(shows, half) == names
    for at, best in ((1, 4), (3, 3)):
        is_sharp(only(found(shows, space=half, wanted=names[at]))[1], best)


def test_a_node_that_stands_twice_is_one_place():
    names = named(Inequality((x + 2) ** 2, ">=", y * (x + 2) + 1 / (x + 2)))
    assert names == ["2 in x + 2 on the right", "1 in 1/(x + 2) on the right", "2 in x + 2 on the left", "every 2"]


def test_the_name_of_the_constant_is_free():
    space = Space(c=Real(), x=Real())
    c, _ = space.symbols
    assert named(Inequality(c**2, ">=", 2 * c - 1), space)[0].startswith("2 in 2*c")


# closed forms


FORMS = {"sqrt": mpmath.sqrt, "pi": mpmath.pi, "exp": mpmath.exp}


@pytest.mark.parametrize(
    "form", ["5/16", "-7", "3 - 2*sqrt(2)", "2*sqrt(3)/3", "pi/2", "(sqrt(5) - 1)/2", "1/2 - exp(-1)"]
)
def test_closed_forms(form):
    value = eval(form, FORMS)
    first = closed_forms(float(value))[0]
    assert abs(eval(str(first), FORMS) - value) < 1e-12


def test_no_closed_form():
    assert closed_forms(0.7431982650917) == []


# a failure is told


def test_an_argument_that_crashes_is_a_failure(found):
    calls = []

    def crashes(p: Any) -> None:
        calls.append(p)
        if len(calls) > 4:
            raise ZeroDivisionError("for a test")
        p.sign()

    sharpness = found(Inequality(x**2 + 1, ">=", "1/3"), by=crashes)
    assert sharpness.failed and "ZeroDivisionError: for a test" in sharpness.constants[0].failed
    assert "FAIL  ZeroDivisionError" in "\n".join(lines(sharpness, None))
    assert '"failed": "ZeroDivisionError' in sharpness_document([sharpness], [])


def test_what_fell_is_not_used(found):
    """From the false x^2 >= 1 the argument shows x^2 >= c for every c <= 1; that counts for no value of c."""
    false = Claim("test.false", S, shows=Inequality(x**2, ">=", 1))

    def uses(p: Any) -> None:
        p.uses(false, at={x: x, y: y})
        p.sign(as_=(2 * (x**2 - 1) + 2 * (p.gap - x**2 + 1)) / 2)

    sharpness = found(Inequality(x**2, ">=", "1/2"), by=uses, others=(false,), wanted="1/2")
    assert sharpness.status == Status.BLOCKED.word
    _, side = only(sharpness)
    is_sharp(side, 0)
    assert "use" not in side.proved.by


def test_the_sign_of_a_slope_rests_on_no_cited_result():
    """It is told as proved; a value that is proved says what it is conditional on."""
    space = Space(t=Token(Real()))
    t = space.symbols
    distance = Wasserstein(1, [t], [2 * t], t)
    shows = ge(distance, 0)
    claim = Claim("test.slope", space, shows=Inequality(distance, ">=", 0))
    said = {name: "" for name in ("claim", "title", "kind", "source", "expect")}
    cited = Verdict(**{**said, "claim": COUPLING.id, "kind": "cited"}, status=Status.UNDECIDED)
    own = Verdict(**{**said, "claim": claim.id}, status=Status.PROVED, uses=(COUPLING.id,))
    at = {t: (number(0), number(1))}
    offers, verdicts = {COUPLING.id: COUPLING.offers}.get, {COUPLING.id: cited}.get
    work = _Work(claim, candidates(claim)[0], own, at, offers, verdicts, 1000, 3)
    steps = (Step("cites", {"result": COUPLING.id, "at": {"distance": distance}}),)
    sequent = claim.sequent
    assert sequent.goal("main").relation == shows and prove(sequent, {"main": steps}, at, offers).uses == (COUPLING.id,)
    assert work.may_use == (COUPLING.id,) and not work._by(sequent, steps, at)
    square = ge(Mean(t**2, t), 0)
    manifest = replace(sequent, goals=(("main", Pointwise(square)),))
    assert work._by(manifest, (Step("sign", {"shows": square}),), at)
