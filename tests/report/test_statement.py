"""What `show` lays out is the statement: read back, it is the same Terms, and it leaves no hypothesis out."""

from __future__ import annotations

from hypothesis import given, settings

from tests.strategies import NAMES, PHI, W, terms
from theorems.low_temperature.headline import claim as HEADLINE
from verify import (
    Bound,
    Circle,
    Claim,
    Complex,
    Identity,
    Inequality,
    Mean,
    Natural,
    Positive,
    Real,
    Space,
    Token,
    Wasserstein,
    exp,
    gt,
)
from verify.kernel.relation import Relation
from verify.kernel.term import Term
from verify.report.pages import latex_of
from verify.report.statement import layout
from verify.spell.text import parse_relation, parse_term

SPACE = Space(x=Real(), y=Real(), w=Complex(), m=Natural(), phi=Token(Circle()))


def laid_out(claim: Claim) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, text in layout(claim):
        if text:
            found.setdefault(name, []).extend(text.split("\n"))
    return found


def read_back(fields: dict[str, list[str]]) -> dict[str, Term]:
    names = dict(NAMES)
    for line in fields.get("where", ()):
        name, _, text = line.partition(" = ")
        names[name] = parse_term(text, names)
    return names


@settings(max_examples=100, deadline=None)
@given(first=terms(mean=PHI), second=terms(mean=PHI, real=False))
def test_names_stand_for_what_they_replace(first: Term, second: Term) -> None:
    left, right = first * (second + W) + second, (second + W) ** 2 * first
    fields = laid_out(Claim("own.shared", SPACE, Identity(left, right)))
    names = read_back(fields)
    equation = parse_relation(fields["statement"][0], names)
    assert isinstance(equation, Relation) and (equation.left, equation.right) == (left, right)


def test_what_comes_back_is_written_once() -> None:
    S = Space(X=Real(), Y=Real())
    x, y = S.symbols
    long = exp(x * y + x + 3) + (x - y) ** 2 + 1
    fields = laid_out(Claim("own.long", S, Inequality(long**2 + 1 / long, ">=", long * x)))
    assert len(fields["where"]) == 1 and fields["statement"][0].count("exp") == 0
    # a name that the space has is not taken
    S = Space(w1=Real(), Y=Real())
    x, y = S.symbols
    long = exp(x * y + x + 3) + (x - y) ** 2 + 1
    fields = laid_out(Claim("own.long", S, Inequality(long**2 + 1 / long, ">=", long * x)))
    assert fields["where"][0].startswith("s1 = ")


def test_a_bound_says_all_that_it_supposes() -> None:
    fields, latex = laid_out(HEADLINE), latex_of(HEADLINE)[0]
    assert fields["hypotheses"] == ["l1 > l2", "d >= 1", "s1/sd >= 1"]
    assert fields["statement"][0].startswith("W_2((P1, P2, P3), (Q1/sqrt(Q1**2), 0, 0); tokens) <= ")
    assert [line.partition("' = ")[0] for line in fields["along"]] == ["D", "Q1", "t"]
    shows = HEADLINE.shows
    assert isinstance(shows, Bound)
    assert (len(fields["while"]), len(fields["from"])) == (len(shows.during), len(shows.start))
    assert " while " in fields["supposing"][0] and fields["tokens"][0].startswith("one joint law of D, P1, ")
    assert latex.count(r"\text{while}") == 2 and r"\text{changing in any way}" in latex and r"\text{and}" in latex


def test_other_tokens_are_named_where_they_stand() -> None:
    S = Space(t=Positive(), u=Token(Real()), v=Token(Real()))
    t, u, v = S.symbols
    shows = Bound(gt(Mean(u**2, u), Wasserstein(1, [u], [v], u, v)), along={t: 1})
    assert laid_out(Claim("own.two", S, shows))["statement"] == ["Mean(u**2, u) > W_1((u), (v); u, v)"]
