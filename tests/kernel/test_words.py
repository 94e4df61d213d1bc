"""Words: a normal form has the value of the expression, at given matrices and tokens, computed independently."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import Claim, Interval, Real, Space, Token, eq, gt
from verify.kernel.exact import evaluate
from verify.kernel.goal import AnyDimension, Sequent
from verify.kernel.proof import Refused, Step, prove, refute
from verify.kernel.term import TermError, number, symbol
from verify.kernel.words import WordError, dot, letter, mean_of, normal, rate, second_moment, tangent, token, trace
from verify.prove.argument import steps_of
from verify.words import EveryDimension, Letter, UnitToken, at_dimension, norm2

SORTS = {"A": "general", "B": "symmetric", "C": "antisymmetric"}
LETTERS = [letter(name, sort) for name, sort in SORTS.items()]
x, S, beta = token(), second_moment(), symbol("beta")
TOKENS = [(Fraction(3, 5), Fraction(4, 5)), (Fraction(-5, 13), Fraction(12, 13)), (Fraction(0), Fraction(-1))]


@st.composite
def matrices(draw, depth=2):
    if depth == 0:
        return draw(st.sampled_from([*LETTERS, S]))
    left, right = draw(matrices(depth - 1)), draw(matrices(depth - 1))
    return draw(st.sampled_from([left * right, left + right, left - right, left.T, left]))


@st.composite
def vectors(draw):
    v = draw(matrices()) * x
    return draw(st.sampled_from([v, tangent(v), beta * v, v + x]))


@st.composite
def scalars(draw):
    kind = draw(st.sampled_from(["trace", "mean", "means", "rate"]))
    if kind == "trace":
        return trace(draw(matrices()))
    if kind == "mean":
        return mean_of(dot(draw(vectors()), draw(vectors())))
    if kind == "means":
        return mean_of(dot(x, draw(vectors())) * dot(draw(vectors()), x))
    return rate(trace(draw(matrices())), tangent(draw(vectors())))


def times(a, b):
    return [[sum(p * q for p, q in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


def value_of(normal_form, given_matrices, b):
    """The normal form's value, by arithmetic with rational matrices that shares nothing with the kernel."""
    second = [[sum(t[i] * t[j] for t in TOKENS) / len(TOKENS) for j in (0, 1)] for i in (0, 1)]

    def word(letters):
        result = [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
        for name, transposed in letters:
            entry = second if name == "S" else given_matrices[name]
            result = times(result, [list(r) for r in zip(*entry, strict=True)] if transposed else entry)
        return result

    def form(letters, t):
        m = word(letters)
        return sum(t[i] * m[i][j] * t[j] for i in (0, 1) for j in (0, 1))

    total = Fraction(0)
    for monomial, c in normal_form.items():
        for generator in monomial:
            if generator[0] == "real":
                c *= b
            elif generator[0] == "trace":
                m = word(generator[1])
                c *= m[0][0] + m[1][1]
            else:
                assert generator[0] == "mean"
                products = []
                for t in TOKENS:
                    product = Fraction(1)
                    for each in generator[1:]:
                        product *= form(each, t)
                    products.append(product)
                c *= sum(products) / len(products)
        total += c
    return total


small = st.integers(-3, 3).map(Fraction)


@settings(max_examples=300, deadline=None)
@given(scalars(), st.lists(small, min_size=9, max_size=9))
def test_a_normal_form_has_the_value_of_the_expression(scalar, entries):
    a11, a12, a21, a22, b11, b12, b22, c12, b = entries
    matrices = {
        "A": [[a11, a12], [a21, a22]],
        "B": [[b11, b12], [b12, b22]],
        "C": [[Fraction(0), c12], [-c12, Fraction(0)]],
    }
    from verify.kernel.words import at_dimension as concrete

    symbols = (symbol("x1"), symbol("x2"))
    as_terms = {k: tuple(tuple(number(e) for e in row) for row in rows) for k, rows in matrices.items()}
    point = {s: tuple(number(t[k]) for t in TOKENS) for k, s in enumerate(symbols)} | {beta: number(b)}
    wanted = evaluate(concrete(scalar, as_terms, symbols), point).fraction()
    assert value_of(normal(scalar, SORTS), matrices, b) == wanted


SPACE = Space(V=Letter("symmetric"), C=Letter("antisymmetric"), G=Letter(), x=UnitToken(), beta=Real())
V, C, G, _, b = SPACE.symbols


def claim(left, right):
    return Claim("test.words", SPACE, shows=EveryDimension(left, right))


@pytest.mark.parametrize(
    ("left", "right", "true"),
    [
        (trace(V * G * S), trace(S * G.T * V), True),
        (trace(G * G), trace(G.T * G.T), True),
        (trace(G * G.T), trace(G * G), False),
        (trace(C), 0 * trace(V), True),
        (trace(G), 0 * trace(V), False),
        (mean_of(dot(x, C * x)), 0 * trace(V), True),
        (mean_of(dot(x, G * x)), trace(G * S), True),
        (mean_of(dot(x, V * x) * dot(x, V * x)), trace(V * S) * trace(V * S), False),
        (trace(S), trace(S) * trace(S), True),  # tr S = 1
        (mean_of(norm2(tangent(V * x))), trace(V * V * S) - mean_of(dot(x, V * x) * dot(x, V * x)), True),
    ],
)
def test_what_holds_in_every_dimension(left, right, true):
    case = claim(left, right)
    if true:
        assert prove(case.sequent, steps_of(case), {b: number(0)}).strength == "exact"
    else:
        with pytest.raises(Refused, match="normal forms differ"):
            prove(case.sequent, steps_of(case), {b: number(0)})


def test_a_dimension_refutes():
    space = Space(G=Letter(), x=UnitToken())
    letters = space.symbols[0]
    case = Claim("test.words", space, shows=EveryDimension(trace(letters * letters.T), trace(letters * letters)))
    concrete = at_dimension(case, 2)
    assert any(isinstance(domain, Token) for domain in concrete.space.domains.values())
    point = {sym: number(k) for k, sym in enumerate(concrete.space.scalars[:4])}
    point |= {concrete.space.scalars[4]: (number(1),), concrete.space.scalars[5]: (number(0),)}
    refute(case.sequent, "main", "dimension", point, {"d": 2})
    for data in ({"d": 7}, {"d": 0}, {"d": "2"}, {}):
        with pytest.raises(Refused):
            refute(case.sequent, "main", "dimension", point, data)
    symmetric = {sym: number(1) for sym in point} | {s: v for s, v in point.items() if isinstance(v, tuple)}
    with pytest.raises(Refused, match="does not certainly fail"):
        refute(case.sequent, "main", "dimension", symmetric, {"d": 2})
    with pytest.raises(Refused, match="rule dimension"):
        refute(case.sequent, "main", "point", point)


def test_no_real_symbol_is_taken_for_a_coordinate():
    """<x, V x> has the mean tr(V S); with r = x1, a coordinate, that of x1 <x, V x> is another number."""
    V, unit = letter("V"), token()
    for name, words in (("r", "does not certainly fail"), ("x1", "another name")):
        r = symbol(name)
        goal = AnyDimension(mean_of(r * dot(unit, V * unit)), mean_of(r * trace(V * S)), (("V", "general"),), (r,))
        sequent = Sequent((r,), (), (("main", goal),))
        assert prove(sequent, {"main": [Step("words")]}, {r: number(1)}).strength == "exact"
        point = {symbol(f"V{i}{j}"): number(int(i == j == 1)) for i in (1, 2) for j in (1, 2)} | {r: number(1)}
        point |= {symbol("x1"): (number(1), number(0)), symbol("x2"): (number(0), number(1))}
        with pytest.raises(Refused, match=words):
            refute(sequent, "main", "dimension", point, {"d": 2})
    with pytest.raises(TermError, match="another name"):
        EveryDimension(goal.left, goal.right).goals(Space(V=Letter(), x1=Real()))


def test_a_dimension_refutes_where_the_hypotheses_hold():
    space = Space(G=Letter(), r=Interval(0, 2))
    letters, r = space.symbols
    at = {"x1": (number(1),), "x2": (number(0),)}

    def refuted(value, *given):
        case = Claim("test.words", space, shows=EveryDimension(r * trace(letters), 0 * trace(letters)), given=given)
        names = at_dimension(case, 2).space.scalars
        point = {sym: at.get(str(sym), number(1)) for sym in names} | {r: number(value)}
        return refute(case.sequent, "main", "dimension", point, {"d": 2})

    assert refuted(1).rule == refuted(2, gt(r, 1)).rule == "dimension"
    for value, facts in ((1, [gt(r, 1)]), (1, [eq(r, 0)]), (3, [])):
        with pytest.raises(Refused, match="does not certainly satisfy"):
            refuted(value, *facts)


@pytest.mark.parametrize(
    "build",
    [
        lambda: V * x + V,
        lambda: x * V,
        lambda: trace(x),
        lambda: dot(V, x),
        lambda: mean_of(V),
        lambda: x.T,
        lambda: letter("S"),
        lambda: letter("a__b"),
        lambda: letter("Q", "round"),
        lambda: normal(rate(trace(V * S), V * x), {"V": "symmetric"}),
        lambda: normal(rate(mean_of(dot(x, V * x) * dot(x, V * x)), tangent(V * x)), {"V": "symmetric"}),
    ],
)
def test_shapes_are_checked(build):
    with pytest.raises((WordError, TermError)):
        build()
