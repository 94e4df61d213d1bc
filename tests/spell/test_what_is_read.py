"""What a file says is what is judged, and what is shown of it: no part is dropped, none is read twice."""

from __future__ import annotations

import pytest

from verify.claim import All, AlmostEvery, Claim, ClaimError, Conserved, Eventually, Every, Identity
from verify.conclusions import Bound, When
from verify.judge import judge
from verify.kernel.lie import Flow
from verify.kernel.relation import any_of, eq, ge, gt, lt, ne
from verify.kernel.term import TermError, exp, sqrt
from verify.kernel.term import integral as Integral
from verify.kernel.term import mean as Mean
from verify.kernel.words import letter, token
from verify.report.pages import latex_of
from verify.space import Circle, Disk, Interval, Real, Space, SpaceError, Sphere, Token
from verify.spell.domain import parse_domain
from verify.spell.latex import to_latex
from verify.spell.text import SpellError
from verify.spell.toml import loads_claim
from verify.verdict import Status
from verify.words import EveryDimension, Letter, UnitToken, moment, rate, tangent, trace


def judged(claim, tmp_path):
    return judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)


@pytest.mark.parametrize(
    ("statement", "given"), [("[[x, 1/x]] == [[x, 1/x]]", "x == x"), ("[[x, 1/x]] == [[y, 1/x]]", "x == y")]
)
def test_entries_that_are_equal_by_form_must_have_values(statement, given, tmp_path):
    text = f"""
        schema = 1
        id = "t.read"
        [space]
        x = "real"
        y = "real"
        [given]
        g = "{given}"
        [shows]
        claim = "{statement}"
    """
    found = judged(loads_claim(text, "t.toml", "conjecture"), tmp_path)
    assert found.status is Status.UNDECIDED and "the denominator x is zero" in found.reason


S = Space(x=Real(), y=Real())
x, y = S.symbols
TURNING = {x: y, y: -x}


@pytest.mark.parametrize("moment", [eq(x, 0), ge(-(x**2), 0), any_of(eq(x, 0), gt(y, 1)), ge(x, y)])
def test_conserved_is_said_of_orbits_and_not_of_one_moment(moment):
    """x' = 1 moves x**2, though its rate is 0 where x is."""
    shows = Conserved(x**2, along={x: 1})
    with pytest.raises(ClaimError, match="may hold for a moment alone"):
        Claim("t.read", S, shows=shows, given=(moment,))
    with pytest.raises(ClaimError, match="may hold for a moment alone"):
        Claim("t.read", S, shows=When((moment,), shows))


def test_conserved_is_said_of_orbits_also_where_a_mean_binds_the_states():
    """x' = 1 moves Mean(x**2), though its rate is 0 where Mean(x) is."""
    space = Space(x=Token(Real()), a=Token(Real()))
    t, a = space.symbols
    shows = Conserved(Mean(t**2, t), along={t: 1})
    with pytest.raises(ClaimError, match="may hold for a moment alone"):
        Claim("t.read", space, shows=shows, given=(eq(Mean(t, t), 0),))
    Claim("t.read", space, shows=shows, given=(eq(Mean(a, a), 0), gt(Mean(t, t), 0)))  # a stands still


def test_conserved_where_a_root_leaves_one_moment():
    """sqrt(-x**2) > -1 holds at x = 0 alone; a hypothesis with sqrt(x) lasts where x > 0 is one as well."""
    shows = Conserved(x**2, along={x: 1})
    for given in (gt(sqrt(-(x**2)), -1), ne(sqrt(x), 1), gt(Integral(sqrt(-(x**2)) + y, y, 0, 1), 0)):
        with pytest.raises(ClaimError, match="perhaps for a moment alone"):
            Claim("t.read", S, shows=shows, given=(given,))
    Claim("t.read", S, shows=shows, given=(ne(sqrt(x), 1), gt(x, 0), gt(sqrt(y), 0)))  # y is a parameter


def test_conserved_on_an_interval_that_is_one_point(tmp_path):
    space = Space(u=Interval(0, 0))
    found = judged(Claim("t.read", space, shows=Conserved(space.symbols**2, along={space.symbols: 1})), tmp_path)
    assert found.status is Status.REFUTED and "part stays1" in found.reason


def test_a_state_has_one_rate():
    with pytest.raises(TermError, match="2 rates of x"):
        Conserved(x, along=Flow(((x, x - x + 1), (x, x - x))))


def test_conserved_where_hypotheses_last(tmp_path):
    quantity = (x**2 + y**2) / x
    for given in ((ne(x, 0), eq(y, 0)), (gt(x, 0), eq(y, 0))):  # y is a parameter here
        found = judged(Claim("t.read", S, shows=Conserved(x - x, along={x: 1}), given=given), tmp_path)
        assert found.status is Status.PROVED
    found = judged(Claim("t.read", S, shows=Conserved(quantity * x, along=TURNING), given=(ne(x, 0),)), tmp_path)
    assert found.status is Status.PROVED


def test_conserved_on_a_sphere_that_the_flow_leaves(tmp_path):
    space = Space(u=Sphere(2))
    p, q = space.scalars
    quantity = p * (1 - p**2 - q**2) ** 2  # its rate is 0 on the circle
    found = judged(Claim("t.read", space, shows=Conserved(quantity, along={p: 1, q: 0})), tmp_path)
    assert found.status is Status.REFUTED and "part stays1" in found.reason
    found = judged(Claim("t.read", space, shows=Conserved(quantity, along={p: -q, q: p})), tmp_path)
    assert found.status is Status.PROVED


@pytest.mark.parametrize("text", ["interval(-1, 1, open=true, open=false)", "real(window=1, window=2)"])
def test_an_option_is_given_once(text):
    with pytest.raises(SpellError, match="twice"):
        parse_domain(text)


def test_a_symbol_called_e_is_not_the_number():
    (e,) = Space(e=Real()).scalars
    assert to_latex(exp(e)) == r"\mathrm{e}^{e}"
    assert to_latex(e**2) == "e^{2}" != to_latex(exp(2))


def test_latex_of_a_bound_says_what_it_supposes():
    shows = Bound(gt(x, 0), along={x: y * x}, start=(gt(x, 1),), during=(lt(x, 9),), inputs=(y,))
    (latex,) = latex_of(Claim("t.read", S, shows=shows))
    for said in (r"\text{from}\ x > 1", r"\text{while}\ 9 > x", r"y\ \text{changing in any way}"):
        assert said in latex


def test_latex_of_starts_and_exceptions():
    (latex,) = latex_of(
        Claim("t.read", S, shows=Eventually(x, along=TURNING, to=0, start=Every((eq(x, 0), eq(y, 0)), (gt(x, y),))))
    )
    assert r"\text{where}\ x > y" in latex and r"x = 0\ \text{or}\ y = 0" in latex
    (latex,) = latex_of(Claim("t.read", S, shows=Eventually(x, along=TURNING, to=0, start=AlmostEvery())))
    assert "where" not in latex


def test_words_as_text_keep_their_parentheses():
    A, B = letter("A"), letter("B")
    velocity = tangent(A * token())
    assert str((A * B).T) == "(A B)^T" and str(A * B.T) == "A B^T" and str((2 * A).T) == "((2) A)^T"
    assert str(2 * rate(trace(moment), velocity)).startswith("(2) (d/dt tr(S) along")


def test_every_letter_and_symbol_is_one_of_the_space():
    space = Space(V=Letter(), x=UnitToken(), c=Real())
    V, _, c = space.symbols
    assert Claim("t.read", space, shows=EveryDimension(c * trace(V), c * trace(V.T)))
    other = Space(d=Real()).symbols
    for left in (trace(letter("W")), trace(letter("V", "antisymmetric")), other * trace(V)):
        with pytest.raises(ClaimError, match="not in the space"):
            Claim("t.read", space, shows=EveryDimension(left, left))


def test_parts_have_names_of_their_own():
    with pytest.raises(ClaimError, match=r"two parts are called a\.b"):
        Claim("t.read", S, shows=All(**{"a.b": Identity(x, x), "a": All(b=Identity(x, y))}))


@pytest.mark.parametrize("make", [lambda: Interval(0, 1, open="false"), lambda: Disk(closed="false")])
def test_a_flag_is_true_or_false(make):
    with pytest.raises(SpaceError, match="expected True or False"):
        make()


def test_an_inner_product_of_complex_vectors_is_written_out():
    text = 'schema = 1\nid = "t.read"\n[space]\nz = "complex"\n[shows]\nclaim = "dot([[z], [1]], [[z], [1]]) == 0"\n'
    with pytest.raises(SpellError, match="may mean two things"):
        loads_claim(text, "t.toml", "conjecture")


ON_CIRCLE = 'schema = 1\nid = "t.read"\n[space]\nt = "circle"\ns = "circle"\nu = "token(circle)"\nn = "natural"\n'


@pytest.mark.parametrize(
    ("given", "statement"),
    [
        ("t != s", "cos(t - s) < 1"),  # as numbers they differ at 0 and 2 pi
        ("cos(t - s) == 1", "t == s"),
        ("0 < t", "cos(t) <= 1"),
        ("u >= 0", "Mean(cos(u), u) <= 1"),
        ("n > 0", "Mean(u, u) <= 9"),
        ("n > 0", "sin(t/2) <= 1/2"),
        ("n > 0", "max(t, s) >= t"),
    ],
)
def test_angles_that_are_one_are_not_told_apart(given, statement):
    text = f'{ON_CIRCLE}[given]\ng = "{given}"\n[shows]\nclaim = "{statement}"\n'
    with pytest.raises(SpellError, match="grows by 2 pi"):
        loads_claim(text, "t.toml", "conjecture")
    assert loads_claim(text.replace("circle", "real"), "t.toml", "conjecture")


@pytest.mark.parametrize(
    "statement",
    [
        "cos(n*t) <= 1",
        "abs(sin(t/2)) <= 1",
        "log(2 + sin(t)) >= 0",
        "sin((t - s)/2) != 0",
        "Mean(cos(u - t), u) <= 1",
        "sqrt(cos(t)) >= 0",
        "rate(t) <= 1",
    ],
)
def test_functions_on_the_circle_are_compared(statement):
    flow = '[flow.rates]\nt = "sin(s)"\n'
    assert loads_claim(f'{ON_CIRCLE}{flow}[shows]\nclaim = "{statement}"\n', "t.toml", "conjecture")


def test_angles_along_a_flow():
    flow = '[flow.rates]\nt = "{}"\n[shows]\n{}\n'
    for shows in ('conserved = "t - s"', 'bound = "cos(t) <= 1"\nfrom = ["t == pi/4"]'):
        assert loads_claim(ON_CIRCLE + flow.format("sin(t)", shows), "t.toml", "conjecture")
    for slope, shows in (
        ("t", 'conserved = "s"'),
        ("1", 'bound = "t <= 9"'),
        ("1", 'bound = "cos(t) <= 1"\nfrom = ["t < 1"]'),
    ):
        with pytest.raises(SpellError, match="grows by 2 pi"):
            loads_claim(ON_CIRCLE + flow.format(slope, shows), "t.toml", "conjecture")


def test_a_token_has_no_number():
    with pytest.raises(SpellError, match="any number of them"):
        parse_domain("token(circle, n=2)")
    assert str(Token(Circle(), n=2)) == "token(circle)"
