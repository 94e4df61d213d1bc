"""What a mathematician may read in two ways is refused: each of these files had a verdict for one reading alone."""

from __future__ import annotations

import pytest

from verify.conclusions import Exists
from verify.kernel.exact import Undefined, evaluate
from verify.kernel.relation import ge
from verify.kernel.term import PI, cos, exp, maximum, sqrt, tan
from verify.kernel.term import I as IMAGINARY
from verify.report.pages import latex_of
from verify.space import Circle, Natural, Real, Space, SpaceError, Sphere
from verify.spell.angles import changing
from verify.spell.text import SpellError, parse_relations
from verify.spell.toml import loads_claim

FLOW = '[flow.rates]\nx = "-x"\n'
TOKENS = '[flow]\nmodel = "{}"\nA = [["{}", "0"], ["0", "1"]]\nV = [["1", "0"], ["0", "1"]]\n{}'


def spell(space: str, shows: str, given: str = "", flow: str = ""):
    text = f'schema = 1\nid = "t.read"\n[space]\n{space}\n[given]\n{given}\n{flow}\n[shows]\n{shows}\n'
    return loads_claim(text, "t.toml", "conjecture")


def refused(*words: str, **parts: str) -> None:
    with pytest.raises(SpellError) as caught:
        spell(**parts)
    line = str(caught.value)
    assert line.startswith("t.toml: ") and "\n" not in line
    for word in words:
        assert word in line, line


XY = 'x = "real"\ny = "real"'


@pytest.mark.parametrize("power", ["x**(1/3)", "x**0.2", "(-x)**(2/3)", "(x - y)**(5/3)", "(-8)**(1/3)"])
def test_an_odd_root_of_what_may_be_negative(power):
    """Given x**(1/3) == y the claim x >= 0 was proved: with real cube roots it fails at x = -8."""
    where = {"space": XY}
    refused("given.g", "has a value here", "state", **where, shows='claim = "x >= 0"', given=f'g = "{power} == y"')
    refused("shows.claim", "has a value here", **where, shows=f'claim = "{power} >= y"')
    refused("flow.rates.x", "has a value here", **where, shows='conserved = "y"', flow=f'[flow.rates]\nx = "-{power}"')
    refused("shows.exists", **where, shows=f'exists = "{power} == -2"\nof = ["x", "y"]')


@pytest.mark.parametrize(
    ("space", "given", "power"),
    [
        ('x = "nonneg"', "", "x**(1/3)"),
        ('x = "real"', 'g = "x >= 0"', "x**(1/3)"),
        ('x = "real"', 'g = "x > 2"', "(x - 2)**(1/3)"),
        ('x = "real"', "", "(x**2)**(1/3)"),
        ('x = "real"', "", "x**(1/2)"),
        ('x = "real"', "", "8**(1/3)*x"),
    ],
)
def test_an_odd_root_of_what_is_not_negative(space, given, power):
    assert spell(space, f'claim = "{power} >= 0"', given)


def test_a_conclusion_does_not_give_its_own_root_a_meaning():
    refused("has a value here", space=XY, shows='claim = "x >= 0"', given='g = "x**(1/3) >= 0"')
    refused("has a value here", space=XY, shows='claim = "x >= 0 and x**(1/3) >= 0"')


def test_unknowns_may_depend_on_what_the_file_says():
    """There is C, x**2 == C: proved for a C of each x, and false of one C for all of them."""
    where = {"space": 'x = "real"\nC = "real"\nA = "matrices(2, 2)"'}
    refused("shows.for", "found nothing about x", 'for = ["x"]', **where, shows='exists = "x**2 == C"\nof = ["C"]')
    refused("shows.for", 'for = ["A"]', **where, shows='exists = "det(A) == C"\nof = ["C"]')
    refused("shows.for", "an unknown", **where, shows='exists = "C == 1"\nof = ["C"]\nfor = ["C"]')
    claim = spell(**where, shows='exists = "x**2 == C"\nof = ["C"]\nfor = ["x"]')
    assert isinstance(claim.shows, Exists) and str(claim.shows).startswith("for every x there are C with")
    assert latex_of(claim)[0].startswith(r"\forall\, x\ \exists\, C:")


def test_the_time_of_a_flow_is_a_state():
    """x' = x from x <= 1, x <= exp(t): refuted at t = 0, a constant."""
    where = {"space": 'x = "real"\nt = "nonneg"'}
    bound = 'bound = "x <= exp(t)"\nfrom = ["x <= 1"{}]'
    refused("t, which has no rate", 't = "1"', **where, shows=bound.format(""), flow=FLOW)
    refused("t, which has no rate", **where, shows='conserved = "x"', flow='[flow.rates]\nx = "t*x"')
    assert spell(**where, shows=bound.format(', "t == 0"'), flow=f'{FLOW}t = "1"')
    assert spell(**where, shows='claim = "Integral(t, t, 0, 1) == 1/2"', flow=FLOW)
    assert spell('x = "real"\nt = "circle"', 'claim = "cos(t) <= 1"', flow=FLOW)


@pytest.mark.parametrize(
    ("shows", "advice"),
    [
        ('bound = "x >= -1"', "under from, or while"),
        ('eventually = "x"\nto = "0"\nstart = "every"', "under where"),
        ("equilibria = []", "interval(0, 2)"),
    ],
)
def test_hypotheses_say_nothing_of_what_moves(shows, advice):
    where = {"space": 'x = "interval(-2, 2)"', "flow": FLOW, "shows": shows}
    refused("given: found x > 0", advice, **where, given='g = "x > 0"')
    assert spell(**where)


@pytest.mark.parametrize(("name", "word"), [("except", "a key of"), ("claim", "a key of"), ("unless", "contrary")])
def test_a_hypothesis_is_not_called_the_contrary(name, word):
    refused(f"given.{name}", word, space=XY, shows='claim = "x > y"', given=f'{name} = "x == 0"')


def test_a_model_takes_what_is_declared_for_it():
    """Without beta the models take 1, and all angles are tokens: a symbol beta, or an angle in A, was a bystander."""
    angles, shows = 's = "circle"\nphi = "circle"\n', 'claim = "rate(phi) == 0"'
    for name, line in (("beta", 'beta = "beta"'), ("n", "n = 2")):
        declared = f'{angles}{name} = "natural(1)"'
        found = {"space": declared, "shows": shows}
        refused(f"flow.{name}", f"beside the symbol {name}", **found, flow=TOKENS.format("linear.tokens", 1, ""))
        assert spell(**found, flow=TOKENS.format("linear.tokens", 1, line))
    turned = {"space": angles, "shows": shows}
    refused("flow.A: found phi, which moves", **turned, flow=TOKENS.format("linear.tokens", "cos(phi)", ""))
    assert spell(**turned, flow=TOKENS.format("linear.tokens", "cos(phi)", 'states = ["s"]'))
    disk = {"space": 'w = "disk"', "shows": 'conserved = "abs2(w)"'}
    refused("found w, which moves", **disk, flow=TOKENS.format("linear.ott-antonsen", "abs2(w)", ""))


def test_unequal_in_a_chain():
    names = dict(zip("abc", Space(a=Real(), b=Real(), c=Real()).symbols, strict=True))
    with pytest.raises(SpellError, match="and a != c"):
        parse_relations("a != b != c", names)
    assert len(parse_relations("a <= b != c", names)) == 2


def test_a_line_is_no_part_of_the_relation_above():
    """`x > 0` above `- y < 1` was x > -y and -y < 1."""
    names = dict(zip("xy", Space(x=Real(), y=Real()).symbols, strict=True))
    for text in ("x > 0\n- y < 1", "x > 0\n\n  + y < 1", "x > 0\ny > 0", "0 < x\n- y < 1"):
        with pytest.raises(SpellError, match="join the two with `and`"):
            parse_relations(text, names)
    x, y = names.values()
    for text in (
        "x\n- y\n>= 0",
        "x - y >=\n0",
        "\nx - y >= 0\n",
        "(x\n- y) >= 0",
        "x >= y and\nx >= y",
        "max(x - y,\n0 - 0*x) >= 0",
    ):
        assert parse_relations(text, names)
    assert parse_relations("x\n- y\n>= 0", names) == (ge(x - y, 0),)


def test_a_function_on_the_circle_where_no_point_shows_it():
    """The few points that are tried have x < 10, and t - 10 < 0: what has no value there, or none else, was taken."""
    space = Space(t=Circle(), s=Circle(), x=Real(), n=Natural())
    t, s, x, n = space.symbols
    for round_ in (sqrt(x - 10) * cos(n * t - s), sqrt(x - 10) * exp(IMAGINARY * t), cos(t / 2) ** 2):
        assert changing(space, round_) is None
    for flat in (sqrt(x - 10) * t, sqrt(x - 10) * cos(t / 2), maximum(t - 10, 0), cos(t / 2)):
        assert changing(space, flat) is t
    assert changing(space, cos(t / 2), up_to_sign=True) is None


def test_a_name_is_no_entry_of_another():
    with pytest.raises(SpaceError, match="x1 is a name of its own and an entry of x"):
        Space(x=Sphere(2), x1=Sphere(3))


@pytest.mark.parametrize(
    ("text", "advice"), [("n! > 0", "from n to n + 1"), ("x, y > 0", "with `and`"), ("10**100 > x", "1e100")]
)
def test_what_to_write(text, advice):
    with pytest.raises(SpellError) as caught:
        parse_relations(text, {"x": Real().make("x"), "y": Real().make("y"), "n": Natural().make("n")})
    assert advice in str(caught.value)


def test_where_a_tangent_has_no_value():
    t = Real().make("t")
    with pytest.raises(Undefined, match=r"the denominator cos\(t\) is zero"):
        evaluate(tan(t), {t: PI / 2})
