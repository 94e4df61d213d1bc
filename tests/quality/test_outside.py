"""Fifteen cases from people who do this work, each with its right answer.

What the kernel says of the integrals of o1-b01 and o1-b07 is in tests/kernel/test_integral.py.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from verify import Claim, Identity
from verify.catalogue import Catalogue
from verify.judge import judge
from verify.kernel.lie import Flow
from verify.kernel.proof import Refused, refute
from verify.kernel.term import number
from verify.spell.text import parse_term
from verify.spell.toml import loads_claim
from verify.verdict import Status

PROVED, REFUTED = Status.PROVED, Status.REFUTED
ROOT = Path(__file__).parents[2]


def stated(space, shows, given=(), flow=None, **more):
    """A conjecture as a file says it."""
    lines = ["schema = 1", 'id = "outside.case"', "[space]", *(f"{k} = '{v}'" for k, v in space.items())]
    lines += ["[given]", *(f"g{k} = '{each}'" for k, each in enumerate(given))]
    lines += ["[flow.rates]", *(f"{k} = '{v}'" for k, v in flow.items())] if flow else []
    lines += ["[shows]", *(f"{k} = {v!r}" for k, v in {**shows, **more}.items())]
    return loads_claim("\n".join(lines), "f.toml", "conjecture")


@pytest.fixture
def verdict(tmp_path):
    def of(claim, argument=None, budget="default"):
        if argument is not None:
            claim.argument(argument)
        return judge(claim, budget=budget, verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)

    return of


def coordinates(found, which="simplest"):
    point = found.counterexample[which]["point"]
    return {name: Fraction(text) for name, text in point.items()}


POSITIVE3 = {name: "positive" for name in "abc"}
PAIRS = ["a*b + b*c + c*a == 3"]


@pytest.mark.parametrize("op", [">=", "<="])
def test_a01_a_constrained_inequality_fails_in_both_directions(verdict, op):
    found = verdict(stated(POSITIVE3, {"claim": f"2*a*b*c*(a + b + c) {op} 3*(a**2*b**2*c**2 + 1)"}, PAIRS))
    assert found.status is REFUTED and found.strength == "exact"
    a, b, c = coordinates(found).values()
    gap = 2 * a * b * c * (a + b + c) - 3 * (a**2 * b**2 * c**2 + 1)
    assert min(a, b, c) > 0 and a * b + b * c + c * a == 3 and (gap < 0 if op == ">=" else gap > 0)


def test_a01_equality_and_the_published_point():
    claim = stated(POSITIVE3, {"claim": "2*a*b*c*(a + b + c) >= 3*(a**2*b**2*c**2 + 1)"}, PAIRS)
    at = [dict(zip(claim.space.scalars, map(number, each), strict=True)) for each in (("1", "5/2", "1/7"), (1, 1, 1))]
    assert refute(claim.sequent, "main", "point", at[0]).strength == "exact"
    with pytest.raises(Refused):
        refute(claim.sequent, "main", "point", at[1])


def test_a08_a_strict_claim_whose_proof_is_a_perfect_square(verdict):
    left, right = "3*a*b*(2*a**2 - 3*a*b + 2*b**2)", "(a**2 + b**2)**2"
    plane = {"a": "real", "b": "real"}
    assert verdict(stated(plane, {"claim": f"{left} < {right}"})).status is REFUTED
    assert verdict(stated(plane, {"claim": f"{left} <= {right}"})).status is PROVED
    found = verdict(stated(plane, {"claim": f"{left} < {right}"}, ["a**2 + b**2 > 0"]))
    assert found.status is REFUTED and found.strength == "exact"  # on the lines a/b = (3 +- sqrt 5)/2
    assert "sqrt(" in str(found.counterexample["simplest"]["point"])


B01 = [
    ("abs(sin(2*x))", "0, 2*pi", "4", "2"),
    ("abs(sin(3*x))", "0, 3*pi", "6", "2/3"),
]


@pytest.mark.parametrize(("body", "ends", "right", "wrong"), B01)
def test_b01_definite_integrals_wrong_by_whole_branches(verdict, body, ends, right, wrong):
    said = f"Integral({body}, x, {ends})"
    assert verdict(stated({"x": "real"}, {"claim": f"{said} == {wrong}"}), budget="quick").status is REFUTED
    assert verdict(stated({"x": "real"}, {"claim": f"{said} == {right}"}), budget="quick").status is not REFUTED


def test_b01_an_arctangent_that_jumps(verdict):
    """The integrand has no value at 1/sqrt(3), so its integral has none here: neither value is proved."""
    said = "Integral(atan((3*x - x**3)/(1 - 3*x**2)), x, 0, sqrt(3))"
    for value in ("pi/sqrt(3) - 3*log(2)", "-3*log(2)"):
        found = verdict(stated({"x": "real"}, {"claim": f"{said} == {value}"}), budget="quick")
        assert found.status not in (PROVED, Status.ERROR)


def test_b06_a_square_on_an_interval_around_zero(verdict):
    assert verdict(stated({"x": "interval(-1, 1)"}, {"claim": "x**2 <= 1"})).status is PROVED


def test_b07_a_quadrature_with_its_own_error_estimate_refutes_nothing(verdict):
    density = "exp(-(x - 116)**2/(2*(381/100)**2))/((381/100)*sqrt(2*pi))"
    for said in ("Integral(exp(-x**2), x, -38, 38) > 1", f"Integral({density}, x, 0, 10000) > 99/100"):
        assert verdict(stated({"x": "real"}, {"claim": said}), budget="quick").status is PROVED


def test_c01_a_coupling_summed_to_a_scalar(verdict):
    weights = {"w12": "real", "w13": "real", "w23": "real"}
    pair = "w{i}{j}*(sin(x{j} - x{i}) + sin(x{i} - x{j}))"
    total = " + ".join(pair.format(i=i, j=j) for i, j in ((1, 2), (1, 3), (2, 3)))
    circle = {f"x{k}": "circle" for k in (1, 2, 3)}
    assert verdict(stated({**circle, **weights}, {"claim": f"{total} == 0"})).status is PROVED
    space = {**circle, **weights, "G": "real", "o1": "real", "o2": "real", "o3": "real"}
    flow = {f"x{k}": f"o{k} + G*({total})" for k in (1, 2, 3)}
    assert verdict(stated(space, {"claim": "rate(x1) == o1 and rate(x2) == o2"}, flow=flow)).status is PROVED
    locks = {"eventually": "cos(x1 - x2)", "to": "1", "start": "almost every"}  # they drift apart, whatever G is
    assert verdict(stated(space, locks, ["o1 != o2"], flow), budget="quick").status is not PROVED


@pytest.mark.parametrize(("sign", "status"), [("", REFUTED), ("-", PROVED)])
def test_c04_a_repulsive_sign(verdict, sign, status):
    """Near phases that are all equal, x_i' = k (5 x_i - sum x): x . x'/k <= 0 says that these attract."""
    space = {f"x{j}": "real" for j in range(1, 6)}
    total = " + ".join(f"x{j}" for j in range(1, 6))
    form = " + ".join(f"x{j}**2" for j in range(1, 6))
    found = verdict(stated(space, {"claim": f"{sign}(5*({form}) - ({total})**2) <= 0"}), budget="quick")
    assert found.status is status


def test_c04_an_order_parameter_without_its_number(verdict):
    space = {f"p{j}": "circle" for j in range(1, 6)}
    total = " + ".join(f"exp(I*p{j})" for j in range(1, 6))
    found = verdict(stated(space, {"claim": f"abs2({total}) <= 1"}), budget="quick")
    assert found.status is REFUTED
    mean = verdict(stated({"p": "token(circle)"}, {"claim": "abs2(Mean(exp(I*p), p)) <= 1"}), budget="quick")
    assert mean.status is not REFUTED


PREY = {"n": "2*n*(1 - n/3) - 9/5*n*p", "p": "2/5*9/5*n*p - 3/5*p"}
QUADRANT = {"n": "positive", "p": "positive"}


def test_c08_a_stable_focus_does_not_oscillate(verdict):
    found = verdict(stated(QUADRANT, {"eventually": "periodic", "start": "almost every"}, flow=PREY))
    assert found.status is REFUTED
    assert coordinates(found) == {"n": Fraction(5, 6), "p": Fraction(65, 81)}
    energy = "n - 5/6*log(n) + 5/2*(p - 65/81*log(p))"
    claim = stated(QUADRANT, {"evolves": energy, "rate": "-2/3*(n - 5/6)**2"}, flow=PREY)
    assert verdict(claim).status is PROVED
    n, p = claim.space.symbols
    rates = [parse_term(PREY[name], {"n": n, "p": p}) / (n * p) for name in "np"]
    parts = [Flow.of({sym: 1}).derivative(rate) for sym, rate in zip((n, p), rates, strict=True)]
    dulac = Identity(parts[0] + parts[1], -2 / (3 * p))  # the divergence of the field over n p, which is negative
    assert verdict(Claim("outside.dulac", claim.space, shows=dulac)).status is PROVED
    assert verdict(stated(QUADRANT, {"claim": "-2/(3*p) < 0"})).status is PROVED


ESCAPING = {"x": "x*(3*x**2*y**2 - 1)/(x**2*y**2 + 1)", "y": "-y"}
PLANE = {"x": "real", "y": "real"}


def test_d01_a_lyapunov_function_and_a_solution_that_escapes(verdict):
    rate = "-2*(x**2*(1 - x**2*y**2)**2 + y**2*(1 + 2*x**2)*(1 + x**2*y**2))/((1 + x**2)**2*(1 + x**2*y**2))"
    energy = "x**2/(1 + x**2) + y**2"
    assert verdict(stated(PLANE, {"claim": f"rate({energy}) <= 0"}, flow=ESCAPING)).status is not REFUTED
    along = stated({"t": "real"}, {"claim": "exp(t)*(3*exp(t)**2*exp(-t)**2 - 1)/(exp(t)**2*exp(-t)**2 + 1) == exp(t)"})
    assert verdict(along).status is PROVED  # x = exp t, y = exp(-t) solve the system
    evolves = stated(PLANE, {"claim": f"rate({energy}) == {rate}"}, flow=ESCAPING)
    assert verdict(evolves, budget="quick").status is not REFUTED
    tends = {"eventually": "x**2 + y**2", "to": "0", "start": "every"}
    found = verdict(stated(PLANE, tends, flow=ESCAPING))
    assert found.status is REFUTED and found.strength == "exact"  # x y >= 1 is invariant
    bounded = {"bound": "x <= 2", "from": ["x*y == 1"], "while": ["x >= 1"]}
    assert verdict(stated(PLANE, bounded, flow=ESCAPING)).status is REFUTED


def test_d04_hypotheses_that_contradict_each_other(verdict):
    """A field with that derivative of V exists at every point of the open disk, and not at every point of the plane."""
    exists = "4*(x**2 + y**2 - 1)*(x*f + y*g) == -(x**2 + y**2)"
    space = {**PLANE, "f": "real", "g": "real"}
    plane = verdict(stated(space, {"exists": exists, "of": ["f", "g"], "for": ["x", "y"]}))
    assert plane.status is REFUTED
    x, y = coordinates(plane).values()
    assert x**2 + y**2 == 1
    inside = stated(space, {"exists": exists, "of": ["f", "g"], "for": ["x", "y"]}, ["x**2 + y**2 < 1"])

    def argument(p):
        x, y, f, g = inside.space.symbols
        gap = 1 - x**2 - y**2
        p.witness({f: x / (4 * gap), g: y / (4 * gap)})

    assert verdict(inside, argument).status is PROVED


@pytest.mark.parametrize("end", ["1", "1/100", "1/1000"])
def test_e01_shrinking_keeps_the_violation(verdict, end):
    claim = stated({"x": f"interval(0, {end})"}, {"claim": "abs((2*x + 1) - (x + 1)) < 1/10**12"})
    found = verdict(claim)
    assert found.status is REFUTED
    assert coordinates(found, "worst")["x"] == Fraction(end)
    assert coordinates(found)["x"] >= Fraction(end) / 2


def test_e03_the_order_of_claims_does_not_depend_on_hashes():
    code = "from verify.catalogue import Catalogue; print(list(Catalogue.load().entries))"
    found = set()
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_e04_names_that_a_rerun_of_last_failures_finds():
    ids = list(Catalogue.load(root=ROOT).entries)
    assert ids and all(re.fullmatch(r"[a-z0-9][a-z0-9._-]*", each) for each in ids)


CONSUMER = {"R": "1/2*R*(1 - 10*R) - {a}*R*C/(1 + 15*R)", "C": "1/2*{a}*R*C/(1 + 15*R) - 1/20*C"}


@pytest.mark.parametrize(("rate", "status"), [("5", PROVED), ("1", REFUTED)])
def test_f02_a_comment_that_disagrees_with_its_code(verdict, rate, status):
    """With the attack rate there is one state of coexistence, a sink at (1/35, 5/49); without it there is none."""
    flow = {name: text.format(a=rate) for name, text in CONSUMER.items()}
    box = {"R": "interval(1/1000, 10)", "C": "interval(1/1000, 10)"}
    found = verdict(stated(box, {"equilibria": ["sink"]}, flow=flow))
    assert found.status is status


VOLTERRA = {"x": "al*x - be*x*y", "y": "de*x*y - ga*y"}
RATES = {name: "positive" for name in ("al", "be", "de", "ga", "x", "y")}


def test_f08_the_invariant_its_twin_and_the_period(verdict):
    kept = "de*x - ga*log(x) + be*y - al*log(y)"
    twin = "de*x - ga*log(x) - be*y + al*log(y)"
    assert verdict(stated(RATES, {"conserved": kept}, flow=VOLTERRA)).status is PROVED
    assert verdict(stated(RATES, {"conserved": twin}, flow=VOLTERRA)).status is REFUTED
    linear = (
        "(al - be*y)*(de*x - ga) + be*x*de*y == al*ga and (al - be*y) + (de*x - ga) == 0"  # period 2 pi/sqrt(al ga)
    )
    assert verdict(stated(RATES, {"claim": linear}, ["x == ga/de", "y == al/be"])).status is PROVED
