"""Silent errors of computer algebra, each met in SymPy 1.14: the wrong value is not proved here, the true one is.

Rows by number; what SymPy answered stands beside each.
"""

from __future__ import annotations

import pytest

from verify import PI, Claim, I, Identity, Inequality, Real, Space, asin, cos, cosh, eq, exp, gt, sin, sinh, sqrt
from verify.judge import judge
from verify.kernel.term import term
from verify.spell.text import SpellError
from verify.spell.toml import loads_claim
from verify.verdict import Status

S = Space(x=Real(), y=Real())
x, y = S.symbols


@pytest.fixture
def verdict(tmp_path):
    def of(shows, given=(), argument=None, id="trap.row"):
        claim = shows if isinstance(shows, Claim) else Claim(id, S, given=given, shows=shows)
        if argument is not None:
            claim.argument(argument)
        return judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)

    return of


def spelled(claim, given=""):
    space = 'x = "real"\ny = "real"'
    hypotheses = f'given = {{ only = "{given}" }}\n' if given else ""
    return loads_claim(
        f'schema = 1\nid = "trap.row"\ntitle = "T"\nsource = "own"\n{hypotheses}'
        f'shows = {{ claim = "{claim}" }}\n[space]\n{space}\n',
        "f.toml",
        "conjecture",
    )


def test_7_a_small_angle_is_not_zero(verdict):
    """simplify(180*acos(7823207/7823209)/pi): 0 in half of the runs; it is 0.04097... degrees."""
    degrees = 180 * (PI / 2 - asin(term("7823207/7823209"))) / PI
    assert verdict(Identity(degrees, 0)).status is Status.REFUTED
    assert verdict(Inequality(degrees, ">", "40/1000"), argument=lambda p: p.value()).status is Status.PROVED
    assert verdict(Inequality(degrees, "<", "41/1000"), argument=lambda p: p.value()).status is Status.PROVED


def test_8_a_sixth_power_times_lambert_w_is_positive(verdict):
    """((cbrt(3) + 3**(5/6) I)**6 W(1) + 1).is_positive: False; it is 576 W(1) + 1, with W exp(W) = 1."""
    third, sixth = exp(x), exp(5 * x / 2)  # 3**(1/3) and 3**(5/6) where 3 x = log 3, that is exp(3 x) = 3
    base = third + I * sixth
    hypotheses = [eq(exp(x) ** 3, 3), eq(y * exp(y), 1)]

    def argument(p):
        p.ring(eq(y, exp(-y)))
        p.sign(gt(y, 0))
        p.sign(gt(576 * y + 1, 0))

    assert verdict(Inequality(576 * y + 1, ">", 0), hypotheses[1:], argument).status is not Status.REFUTED
    assert verdict(Inequality(576 * y + 1, "<=", 0), hypotheses[1:]).status is not Status.PROVED
    root = sqrt(3)
    assert verdict(Identity((1 + I * root) ** 6 * 9, 576)).status is Status.PROVED
    assert verdict(Identity(base, 0), hypotheses).status is not Status.PROVED


def test_9_two_forms_of_one_exponential_are_equal(verdict):
    """equals/simplify on two closed forms of the larger eigenvalue of exp(M x), M = [[1, 2], [3, 4]]: False."""
    rate = sqrt(33) / 2
    left, right = exp((term(5) / 2 + rate) * x), exp(5 * x / 2) * (cosh(rate * x) + sinh(rate * x))
    assert verdict(Identity(left, right)).status is Status.PROVED
    assert verdict(Inequality(left, "!=", right)).status is not Status.PROVED


@pytest.mark.parametrize("text", ["Sum(1 - cos(1/x), x) > 0", "Sum(x, (x, 1, oo)) == 1", "factorial(4*x) == 1"])
def test_10_and_13_series_are_refused_rather_than_guessed(text):
    """Sum(1 - cos(1/n)).is_convergent(): False; Sum((4n)!/(4n + 4)!): nan. The language has no series, and says so."""
    with pytest.raises(SpellError):
        spelled(text)


def test_11_no_solution_of_a_trigonometric_equation_is_lost(verdict):
    """solveset(sin(4 x) + sin(3 x), x, Reals) misses pi + 2 n pi, where cos(x/2) = 0."""
    product = 2 * sin(7 * x / 2) * cos(x / 2)
    assert verdict(Identity(sin(4 * x) + sin(3 * x), product)).status is Status.PROVED
    assert verdict(Identity(sin(7 * x / 2), 0), [eq(sin(4 * x) + sin(3 * x), 0)]).status is not Status.PROVED
    assert verdict(Identity(sin(7 * PI / 2), 0)).status is Status.REFUTED  # at x = pi, a solution
    assert verdict(Identity(sin(4 * PI) + sin(3 * PI), 0)).status is Status.PROVED


def test_12_decimals_are_exact(verdict):
    """((1.0*x - y)**2.0 - (x - y)**2.0).is_constant(): False."""
    assert verdict(spelled("(1.0*x - y)**2 - (x - y)**2 == 0")).status is Status.PROVED
    assert verdict(spelled("(1.1*x - y)**2 - (x - y)**2 == 0")).status is Status.REFUTED


def test_14_every_real_number_solves_a_trivial_equation(verdict):
    """solve(x - x, x): []."""
    assert verdict(spelled("x - x == 0")).status is Status.PROVED
    assert verdict(spelled("x - x != 0")).status is Status.REFUTED


def test_15_dividing_by_a_symbol_loses_a_solution(verdict):
    """solve(y*x - y, x): [1]."""
    found = verdict(spelled("x == 1", given="y*x == y"))
    assert found.status is Status.REFUTED
    assert found.counterexample["simplest"]["point"]["y"] == "0"
    assert verdict(spelled("y*(x - 1) == 0", given="y*x == y")).status is Status.PROVED


def test_16_the_rank_depends_on_the_parameter(verdict):
    """Matrix([[1, y], [y, 1]]).rank(): 2; it is 1 at y = 1 and y = -1."""
    found = verdict(spelled("1 - y**2 != 0"))
    assert found.status is Status.REFUTED
    assert found.counterexample["simplest"]["point"]["y"] in ("1", "-1")


@pytest.mark.parametrize(("text", "where"), [("x/x == 1", "x = 0"), ("(x**2 - 1)/(x - 1) == x + 1", "x = 1")])
def test_17_a_cancelled_denominator_is_still_there(verdict, text, where):
    """(x/x).subs(x, 0): 1; cancel((x**2 - 1)/(x - 1)): x + 1."""
    found = verdict(spelled(text))
    assert found.status is Status.UNDECIDED
    assert "undefined at" in found.reason and where in found.reason
