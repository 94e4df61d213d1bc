"""What is proved only once the attack found nothing: integrals by antiderivatives, existences by a change of sign."""

from __future__ import annotations

import pytest

from verify.judge import judge
from verify.kernel.relation import ge
from verify.kernel.term import symbol
from verify.prove.antiderivatives import antiderivative
from verify.prove.argument import formed
from verify.spell.text import parse_term
from verify.spell.toml import loads_claim
from verify.verdict import Status


@pytest.fixture
def status(tmp_path):
    def of(space, shows, given=()):
        lines = ["schema = 1", 'id = "late.case"', "[space]", *(f"{k} = '{v}'" for k, v in space.items())]
        lines += ["[given]", *(f"g{k} = '{each}'" for k, each in enumerate(given))] if given else []
        lines += ["[shows]", *(f"{k} = {v!r}" for k, v in shows.items())]
        claim = loads_claim("\n".join(lines), "f.toml", "conjecture")
        found = judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
        return found.status

    return of


X = {"x": "real"}
INTEGRALS = [
    ("Integral(x**4*(1 - x)**4/(1 + x**2), x, 0, 1)", "22/7 - pi", "pi - 22/7"),
    ("Integral(sin(x)**2, x, 0, 2*pi)", "pi", "2*pi"),
    ("Integral(4/(1 + x**2), x, 0, 1)", "pi", "22/7"),
    ("Integral(x*exp(x), x, 0, 1)", "1", "exp(1)"),
]


@pytest.mark.parametrize(("integral", "value", "wrong"), INTEGRALS)
def test_integrals_have_their_values(status, integral, value, wrong):
    assert status(X, {"claim": f"{integral} == {value}"}) is Status.PROVED
    assert status(X, {"claim": f"{integral} == {wrong}"}) is Status.REFUTED


def test_an_order_between_integrals(status):
    affine = {"a": "real", "b": "real", "x": "real"}
    left, right = "Integral(a + b*x, x, 0, 1)**2", "Integral((a + b*x)**2, x, 0, 1)"
    assert status(affine, {"claim": f"{left} <= {right}"}) is Status.PROVED
    assert status(affine, {"claim": f"{left} >= {right}"}) is Status.REFUTED


def test_a_wrong_antiderivative_would_be_refused(status, monkeypatch):
    """SymPy only proposes: the kernel compares the slope with the body."""
    from verify.prove import antiderivatives

    monkeypatch.setattr(antiderivatives, "antiderivative", lambda body, variable: 3 * variable)
    assert status(X, {"claim": "Integral(4/(1 + x**2), x, 0, 1) == 3"}) is Status.REFUTED
    assert status(X, {"claim": "Integral(4/(1 + x**2), x, 0, 1) == pi"}) is Status.UNDECIDED


@pytest.mark.parametrize("body", ["abs(x)", "x**x", "exp(-x**2)", "x**13", "1/(1 + x**2)**20"])
def test_bodies_that_are_not_tried_or_have_none(body):
    x = symbol("x")
    assert antiderivative(parse_term(body, {"x": x}), x) is None


OMEGA = {"K": "positive", "w": "real", "t": "circle"}
EXISTENCES = [
    ({"x": "real"}, "cos(x) == x", ["x"], (), Status.PROVED),
    ({"a": "real", "b": "real", "x": "real"}, "x**3 + a*x + b == 0", ["x"], (), Status.PROVED),
    ({"a": "real", "b": "real", "x": "real"}, "x**4 + a*x + b == 0", ["x"], (), Status.REFUTED),
    (OMEGA, "w == K*sin(t)", ["t"], ["w**2 <= K**2"], Status.PROVED),
    (OMEGA, "w == K*sin(t)", ["t"], ["w**2 <= 2*K**2"], Status.REFUTED),
    ({"K": "real", "t": "circle"}, "K*(sin(t) + sin(2*t))/3 == 1", ["t"], ["K >= 2"], Status.PROVED),
    ({"K": "real", "t": "circle"}, "K*(sin(t) + sin(2*t))/3 == 1", ["t"], ["K >= 3/2"], Status.REFUTED),
    ({"x": "positive"}, "x**2 == 2", ["x"], (), Status.PROVED),
]


@pytest.mark.parametrize(("space", "exists", "of", "given", "wanted"), EXISTENCES)
def test_existences(status, space, exists, of, given, wanted):
    shows = {"exists": exists, "of": of, "for": [name for name in space if name not in of]}
    assert status(space, shows, given) is wanted


GRONWALL = """
schema = 1
id = "late.gronwall"
[space]
a = "nonneg"
b = "nonneg"
u0 = "nonneg"
u = "real"
t = "nonneg"
[flow.rates]
u = "a*u + b"
t = "1"
[shows]
bound = "u <= (u0 + b*t)*exp(a*t)"
from = ["u == u0", "t == 0"]
"""


@pytest.mark.parametrize(
    ("bound", "wanted"),
    [("(u0 + b*t)*exp(a*t)", Status.PROVED), ("u0*exp(a*t) + b*t", Status.REFUTED), ("u0 + b*t", Status.REFUTED)],
)
def test_gronwall(bound, wanted, tmp_path):
    """The solution is u0 e^(a t) + b (e^(a t) - 1)/a."""
    claim = loads_claim(GRONWALL.replace("(u0 + b*t)*exp(a*t)", bound), "f.toml", "conjecture")
    found = judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
    assert found.status is wanted


def test_what_no_draw_was_asked_for_is_not_called_a_failed_draw(tmp_path):
    """An existence that stays open: its attack draws nothing, so "no sample satisfied the hypotheses" is beside it."""
    shows = 'exists = "x > a"\nof = ["x"]\nfor = ["a"]'
    text = f'schema = 1\nid = "late.open"\n[space]\na = "real"\nx = "natural"\n[shows]\n{shows}'
    claim = loads_claim(text, "f.toml", "conjecture")
    found = judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
    assert found.status is Status.UNDECIDED and "no sample" not in found.reason and "refute nothing" in found.reason


def test_a_form_that_asks_for_itself_is_given_up():
    """abs(x)/x has a value where x != 0; forms of x over x ask for x != 0 again."""
    x = symbol("x")
    gap = parse_term("(exp(abs(x)/x) + 4)*(asin(x)**2 + 1)", {"x": x})
    facts = (ge(x, 1), ge(parse_term("exp(abs(x)/x)", {"x": x}), -4))
    assert formed(ge(gap, 0), facts) is None


def test_a_part_that_its_plain_steps_show_keeps_them(status):
    """A proposal for a part that needs none would only be refused, and take the other part with it."""
    stable = "exp(b*cos(2*pi/3))*(cos(2*pi/3) - b*sin(2*pi/3)**2)*(-2/3 - b) > 0"
    slope = "exp(b*cos(s))*(cos(s) - b*sin(s)**2) == exp(b*cos(s))*cos(s) - b*sin(s)**2*exp(b*cos(s))"
    space = {"b": "real", "s": "circle"}
    assert status(space, {"claim": f"{stable} and {slope}"}, given=["b != -2/3"]) is Status.PROVED
