"""False statements as strangers write them, each beside a true one that differs in one number or word.

What makes each of them true or false is said beside it; no expected value comes from the machine.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, sin, tan

import pytest

from verify.judge import judge
from verify.spell.toml import loads_claim
from verify.verdict import Status


@pytest.fixture
def verdict(tmp_path):
    def of(text, budget="default"):
        claim = loads_claim(f'schema = 1\nid = "stranger.case"\n{text}', "f.toml", "conjecture")
        return judge(claim, budget=budget, verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)

    return of


def pointwise(space: str, claim: str, given: str = "") -> str:
    symbols = "\n".join(f"{name} = '{domain}'" for name, domain in (each.split(": ") for each in space.split("; ")))
    return f'[space]\n{symbols}\n{f"[given]{chr(10)}h = {given!r}" if given else ""}\n[shows]\nclaim = "{claim}"'


FALSE_AND_TRUE = {
    # pi - asin(1)*2 is exactly 0
    "an arcsine at its end": (
        ("x: interval(-1, 1)", "abs(asin(x)) < pi/2"),
        ("x: interval(-1, 1)", "asin(1/2) < pi/5"),
    ),
    # no float tells the 37th digit
    "a constant": (
        ("t: real", "pi == 3.1415926535897932384626433832795028842"),
        ("t: real", "pi != 3.1415926535897932384626433832795028842"),
    ),
    "a number far away": (("n: natural", "n < 10**6"), ("n: natural", "n + 1 > 0")),
    "a hole of width 0.002": (("x: real", "abs(x - 123.456) >= 0.001"), ("x: real", "abs(x - 123.456) >= 0")),
    "a root that is no rational": (("x: real", "x**5 - x - 1 != 0"), ("x: real", "x**4 + x**2 + 1 != 0")),
    # x^3 - x - 1 has a zero between 1 and 2; x^4 - x + 1 has none, being 1/2 + (x^2 - 1/2)^2 + (x - 1/2)^2
    "a square of a cubic": (("x: real", "(x**3 - x - 1)**2 > 0"), ("x: real", "(x**4 - x + 1)**2 > 0")),
    "a square that is multiplied out": (
        ("x: real", "x**6 - 4*x**3 + 4 > 0"),
        ("x: real", "x**6 - 4*x**3 + 5 > 0"),
    ),
    "two squares, one of them of a quintic": (
        ("x: real; y: real", "(x**5 - x - 1)**2 + y**2 > 0"),
        ("x: real; y: real", "(x**5 - x - 1)**2 + y**2 >= 0"),
    ),
    "a modulus that is 0 once": (("x: real", "abs(cos(x) - x) > 0"), ("x: real", "abs(cos(x) - 2) > 0")),
    "a logarithm": (("x: real", "exp(x) != 2"), ("x: real", "exp(x) != -2")),
}


@pytest.mark.parametrize("name", FALSE_AND_TRUE)
def test_the_false_one_falls_and_the_true_one_does_not(verdict, name):
    false, true = FALSE_AND_TRUE[name]
    assert verdict(pointwise(*false)).status is Status.REFUTED
    assert verdict(pointwise(*true), "quick").status is not Status.REFUTED


def test_a_zero_lies_between_the_bounds_that_are_printed(verdict):
    found = verdict(pointwise("x: real", "sin(x) != 1/3")).counterexample["simplest"]
    low, high = Fraction(found["low"]), Fraction(found["high"])
    assert sin(low) < 1 / 3 < sin(high) or sin(high) < 1 / 3 < sin(low)
    assert found["rule"] == "crossing"


@pytest.mark.deep
def test_two_powers_agree_at_another_place(verdict):
    power = verdict(pointwise("a: positive; b: positive", "a == b", "a**b == b**a"))
    where = power.counterexample["simplest"]
    other = float(Fraction(next(iter(where["point"].values()))))
    ends = [float(Fraction(where[end])) for end in ("low", "high")]
    differences = [end * log(other) - other * log(end) for end in ends]
    assert differences[0] * differences[1] < 0 and not ends[0] <= other <= ends[1]


LINEAR = """
[space]
x = "real"
v = "real"
[flow.rates]
x = "v"
v = "{}"
[shows]
eventually = "{}"
to = "{}"
start = "{}"
"""


@pytest.mark.parametrize(
    ("rate", "quantity", "to", "start", "status"),
    [
        ("v - x", "x", 0, "almost every", Status.REFUTED),  # (1 +- i sqrt 3)/2
        ("-x", "x", 0, "almost every", Status.REFUTED),  # +- i
        ("-x", "x**2 + v**2", 1, "every", Status.REFUTED),
        ("x", "x", 0, "almost every", Status.REFUTED),  # +- 1
        ("-2*v - x", "x", 0, "every", Status.PROVED),  # -1 twice
        ("-2*v - x", "x*v", 0, "almost every", Status.PROVED),
        ("1 - v - x", "x", 1, "every", Status.PROVED),
        ("1 - v - x", "x", 0, "almost every", Status.REFUTED),
    ],
)
def test_linear_oscillators_by_their_eigenvalues(verdict, rate, quantity, to, start, status):
    assert verdict(LINEAR.format(rate, quantity, to, start)).status is status


def test_a_linear_equation_with_a_parameter(verdict):
    text = (
        '[space]\nx = "real"\na = "{}"\n[flow.rates]\nx = "-a*x"\n[shows]\neventually = "x"\nto = "0"\nstart = "every"'
    )
    assert verdict(text.format("positive")).status is Status.PROVED
    assert verdict(text.format("nonneg")).status is Status.REFUTED


BOUND = """
[space]
x = "real"
t = "real"
[flow.rates]
x = "1 + x**2"
t = "1"
[shows]
bound = "x <= {}*t"
from = ["x == 0", "t == 0"]
while = ["t <= 1"]
"""


def test_a_bound_that_fails_just_before_its_time_is_over(verdict):
    assert 3 / 2 < tan(1) < 8 / 5  # x = tan t, which is convex
    assert verdict(BOUND.format("3/2")).status is Status.REFUTED
    assert verdict(BOUND.format("8/5")).status is not Status.REFUTED


def test_the_logistic_equation_stays_below_one(verdict):
    text = '[space]\nx = "nonneg"\n[flow.rates]\nx = "x*({} - x)"\n[shows]\nbound = "x <= 1"\nfrom = ["x <= 1"]'
    assert verdict(text.format(1)).status is Status.PROVED
    assert verdict(text.format(2)).status is Status.REFUTED


LOCKED = """
[space]
w = "real"
K = "positive"
d = "real"
[given]
weak = "abs(w) <= {}*K"
[shows]
exists = "w == K*sin(d)"
of = ["d"]
for = ["K", "w"]
"""


def test_an_existence_is_attacked_where_its_hypotheses_end(verdict):
    found = verdict(LOCKED.format("1.01"))
    point = found.counterexample["simplest"]["point"]
    assert found.status is Status.REFUTED and abs(Fraction(point["w"])) > Fraction(point["K"]) > 0


EXISTS = "[space]\nx = '{}'\n[shows]\nexists = '{}'\nof = ['x']"
SOLVED_AND_NOT = {
    # log 1 + 1 > 0 > log(1/2) + 1/2; log x <= x - 1
    "where a logarithm has a value": (("positive", "log(x) + x == 0"), ("positive", "log(x) == x")),
    # tan 4 < 4, tan 4.6 > 4.6; tan x > x on (0, pi/2)
    "between the ends of an interval": (
        ("interval(4, 4.6)", "sin(x) == x*cos(x)"),
        ("interval(1/2, 1)", "sin(x) == x*cos(x)"),
    ),
    # cos 1 < 1 < cos 0 + 1; cos 0.8 < 0.8
    "in an interval with a sine": (("interval(0, 1)", "cos(x) == x"), ("interval(0.8, 1)", "cos(x) == x")),
    # 1/x has opposite signs at the ends, and no zero
    "across a pole": (("positive", "1/x == exp(x)"), ("interval(-1, 1)", "1/x == 0")),
}


@pytest.mark.parametrize("name", SOLVED_AND_NOT)
def test_a_solution_is_found_where_there_is_one(verdict, name):
    one, none = SOLVED_AND_NOT[name]
    assert verdict(EXISTS.format(*one)).status is Status.PROVED
    assert verdict(EXISTS.format(*none), "quick").status is not Status.PROVED
