"""Laws of spelling: what is printed reads back, what is translated keeps its meaning, the rest is one refusal."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from flint import acb
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, PHI, W, X, Y, exact_points, terms
from verify.kernel import term as t
from verify.kernel.relation import AnyOf, Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import Term, number, postorder, symbol
from verify.linalg import Matrix, matrix, vector
from verify.readings import ball
from verify.spell.latex import name_to_latex, relation_to_latex, to_latex
from verify.spell.sympy_bridge import from_sympy, relation_from_sympy, relation_to_sympy, to_sympy
from verify.spell.text import FUNCTIONS, RESERVED, SpellError, parse_relation, parse_relations, parse_term

sympy: Any = pytest.importorskip("sympy")

V = vector(X, Y)
A = matrix([[X, Y], [1, 2]])
EVERYTHING: dict[str, Term | Matrix] = {**NAMES, "v": V, "A": A}

any_terms = st.one_of(terms(mean=PHI), terms(mean=PHI, real=False))


# text


@settings(max_examples=400, deadline=None)
@given(root=any_terms)
@example(root=-((X + Y) * (X - Y)))
@example(root=Y - ((X + Y) * (X - Y)))
@example(root=t.mul(number(-1), X + 1, t.I + W))
@example(root=t.mul(t.ZERO, X, t.ONE / Y))
@example(root=(t.ONE / X) ** 0)
@example(root=t.sqrt(number(-1)))
@example(root=(-X) / Y - number(-2) / X)
@example(root=number("-1/3") / X / Y)
@example(root=number(-2) ** symbol("m", "natural"))
def test_what_is_printed_reads_back(root: Term) -> None:
    assert parse_term(str(root), NAMES) is root


@settings(max_examples=200, deadline=None)
@given(root=any_terms)
def test_text_means_what_python_would_make_of_it(root: Term) -> None:
    # Only in this test: the printed text of our own Terms, through Python's operators on Terms.
    scope = {**FUNCTIONS, **NAMES, "I": t.I, "pi": t.PI}
    text = "".join(f"number({part})" if part.isdigit() else part for part in _tokens(str(root)))
    assert eval(text, {"__builtins__": {}, "number": number}, scope) is root


def _tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*|\d+|\*\*|.", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1", number("1/10")),
        ("1e-3*x", X / 1000),
        (".5", number("1/2")),
        ("2.", number(2)),
        ("0.1 + 0.2", number("3/10")),
        ("-x**2", -(X**2)),
        ("2**-1", number("1/2")),
        ("x/x", t.div(X, X)),
        ("  x\n + y ", X + Y),
        ("--x", X),
        ("x**0.5", t.sqrt(X)),
        ("x**3**2", X**9),
        ("I**2", number(-1)),
        ("v[0]*v[1]", X * Y),
        ("A[0, 1] + A[1, 1]", Y + 2),
        ("A[1,0]", number(1)),
        ("Mean(phi**2, phi)", t.mean(PHI**2, PHI)),
        ("Mean(x*y, v)", t.mean(X * Y, X, Y)),
        ("min(x, y, 1)", t.minimum(X, Y, 1)),
        ("abs2(w)", t.abs2(W)),
    ],
)
def test_readings_of_text(text: str, expected: Term) -> None:
    assert parse_term(text, EVERYTHING) is expected


REFUSED = [
    ("", "nothing"),
    ("   ", "nothing"),
    ("9**9**9", "exponent"),
    ("((9**64)**64)", "bits"),
    ("x**65", "at most 64"),
    ("x**(1/1009)", "at most 1000"),
    ("1e400000000", "power of ten"),
    ("1e-400000000", "power of ten"),
    ("1e" + "9" * 5000, "power of ten"),
    ("9" * 201, "digits"),
    ("*".join(["9" * 190] * 40), "bits"),
    ("(" * 300 + "x" + ")" * 300, "nested deeper"),
    ("abs(" * 100 + "x" + ")" * 100, "nested deeper"),
    ("v[" * 100 + "0" + "]" * 100, "nested deeper"),
    ("-" * 9_000 + "x", "signs"),
    ("x**" * 3_000 + "x", "nested deeper|too long"),
    ("x+" * 4_999 + "x", "too long|parts"),
    ("x" * 10_001, "at most 10000"),
    ("x.real", "attributes"),
    ("x.__class__", "attributes"),
    ("x__y", "underscores"),
    ("__import__('os')", "underscores"),
    ("lambda: 1", "lam"),
    ("lambda x: x", "lam"),
    ("[x for x in v]", "all its values"),
    ("{x}", "parentheses"),
    ("(x := 1)", "not part"),
    ("v[0:1]", "slices"),
    ("'x'", "strings"),
    ('"x"', "strings"),
    ("f'{x}'", "strings"),
    ("b'x'", "strings"),
    ("abs(x=1)", "=="),
    ("abs(**x)", "keyword argument"),
    ("abs(*v)", "starred"),
    ("*x", "cannot read"),
    ("x if y else 1", "case"),
    ("not x", "opposite"),
    ("await x", "keyword"),
    ("x @ y", "not part"),
    ("x // y", "write /"),
    ("x % y", "remainders"),
    ("x ^ 2", r"\*\*"),
    ("x | y", "or"),
    ("~x", "not part"),
    ("x;y", "own entry"),
    ("x#y", "outside the quotes"),
    ("x\\y", "LaTeX"),
    ("x?y", "not part"),
    ("sin x", r"write sin\(x\)"),
    ("tr A", r"write tr\(A\)"),
    ("x => y", "premise"),
    ("x =< y", "write <="),
    ("x \u2264 y", "write <="),
    ("x \u2260 y", "write !="),
    ("x\u00b7y", r"write \*"),
    ("\u221ax", "write sqrt"),
    ("A^T", r"transpose\(A\)"),
    ("A.T", r"transpose\(A\)"),
    ("x and", "at the end"),
    ("for all x", "all its values"),
    ("x in y", r"under \[space\]"),
    ("x\0y", "not part"),
    ("\ud800", "not part"),
    ("\u03b8", "ASCII"),
    ("x\u00b2", r"write \*\*2"),
    ("1j", "1\\*I"),
    ("2x", "2\\*x"),
    ("0x10", "decimal digits"),
    ("1_000", "decimal digits"),
    ("007", "cannot read"),
    ("1..x", "found"),
    ("inf", "infinity"),
    ("nan", "nan cannot"),
    ("oo", "infinity"),
    ("ln(x)", "write log"),
    ("True", "relation"),
    ("None", "keyword"),
    ("...", "attributes"),
    ("x y", "for a product"),
    ("x,", "comma"),
    ("()", "comma"),
    ("x = 1", "=="),
    ("x < y", "relation"),
    ("z", "unknown name"),
    ("phj", "did you mean phi"),
    ("x(1)", "write \\*"),
    ("2(x)", "write \\*"),
    ("sin", "write sin"),
    ("sin()", "argument"),
    ("sin(x, y)", "one argument"),
    ("Mean(x)", "token"),
    ("Mean(x, 2)", "token"),
    ("v", "entry"),
    ("v + 1", "entry"),
    ("v[2]", "no entry"),
    ("v[-1]", "expected 0, 1, 2"),
    ("v[x]", "expected 0, 1, 2"),
    ("v[1.0]", "expected 0, 1, 2"),
    ("v[True]", "relation"),
    ("x[0]", "no entries"),
    ("(x + y)[0]", "subscripted"),
    ("x/0", "division by 0"),
    ("x/(1 - 1)", "division by 0"),
    ("0**-1", "undefined"),
    ("log(w)", "real"),
    ("w**x", "integer exponent"),
    ("(x", "never closed"),
    ("x)", "opening partner"),
    ("(x]", "opening partner"),
]


@pytest.mark.parametrize(("text", "hint"), REFUSED, ids=[repr(text[:24]) for text, _ in REFUSED])
def test_refusals_are_one_line_and_immediate(text: str, hint: str) -> None:
    start = time.perf_counter()
    with pytest.raises(SpellError, match=hint) as refused:
        parse_term(text, EVERYTHING)
    assert time.perf_counter() - start < 1
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 450


FRAGMENTS = st.sampled_from(
    [
        *"xywm()[]+-*/<>=!.,:;'\"{}@#\\^~%&|_ \n\t\0",
        *("**", "//", "==", ">=", ":=", "->", "...", "__", "v[", "A[0,", "f'", '"""', "\u03b8", "\ud800"),
        *("0", "7", "10", "9" * 30, "**9", "e9", "1e", "0x", "1j", "True", "None", "lambda ", " for ", " in ", " if "),
        *(" else ", " and ", " or ", "not ", "await ", "yield "),
        *sorted(RESERVED),
    ]
)


@settings(max_examples=500, deadline=2_000)
@given(text=st.one_of(st.text(max_size=80), st.lists(FRAGMENTS, max_size=25).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_term, parse_relation, parse_relations):
        try:
            parse(text, EVERYTHING)
        except SpellError as refused:
            assert "\n" not in str(refused)


@settings(max_examples=40, deadline=2_000)
@given(piece=st.lists(FRAGMENTS, min_size=1, max_size=4).map("".join), times=st.integers(1, 4_000))
def test_any_repeated_text_is_read_or_refused_at_once(piece: str, times: int) -> None:
    text = (piece * times)[:10_000]
    with contextlib.suppress(SpellError):
        parse_relations(text, EVERYTHING)


def test_long_sums_and_products_are_linear() -> None:
    many = {f"s{k}": symbol(f"s{k}") for k in range(1_000)}
    start = time.perf_counter()
    for sign in "+*":
        assert len(parse_term(sign.join(many), many).args) == 1_000
        assert parse_term(sign.join(["x", "y"] * 1_200), NAMES).symbols == (X, Y)
    assert time.perf_counter() - start < 2


def test_names_of_the_language_are_reserved() -> None:
    with pytest.raises(SpellError, match="belongs to the language"):
        parse_term("pi + 1", {"pi": symbol("pi")})
    assert {"I", "pi", "Mean", "abs2"} <= RESERVED


def test_the_column_is_that_of_the_text() -> None:
    with pytest.raises(SpellError) as refused:
        parse_term("  x + bad", NAMES)
    assert refused.value.column == 7
    assert str(refused.value).startswith("column 7: ")


# relations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x == y", (eq(X, Y),)),
        ("x != 0", (ne(X, 0),)),
        ("x >= y", (ge(X, Y),)),
        ("x <= y", (le(X, Y),)),
        ("0 < x < y", (lt(0, X), lt(X, Y))),
        ("x > 0 and y > 0", (gt(X, 0), gt(Y, 0))),
        ("x > 0 or y == 1", (any_of(gt(X, 0), eq(Y, 1)),)),
        ("(x > 0 or y == 1) and x < y", (any_of(gt(X, 0), eq(Y, 1)), lt(X, Y))),
        ("x > 0 or (y > 0 or w == I)", (any_of(gt(X, 0), gt(Y, 0), eq(W, t.I)),)),
    ],
)
def test_relations(text: str, expected: tuple[Relation | AnyOf, ...]) -> None:
    assert parse_relations(text, NAMES) == expected
    if len(expected) == 1:
        assert parse_relation(text, NAMES) == expected[0]
    else:
        with pytest.raises(SpellError, match="expected one"):
            parse_relation(text, NAMES)


@pytest.mark.parametrize(
    "text", ["x", "w < 1", "x < y or 0 < x < 1", "x < y or (x > 0 and y > 0)", "x in v", "x is y", "not x < y", "x = y"]
)
def test_relations_refused(text: str) -> None:
    with pytest.raises(SpellError):
        parse_relations(text, EVERYTHING)


@settings(max_examples=100, deadline=None)
@given(left=terms(), right=terms(), op=st.sampled_from([eq, ne, ge, gt, le, lt]))
def test_printed_relations_read_back(left: Term, right: Term, op: Any) -> None:
    assert parse_relation(str(op(left, right)), NAMES) == op(left, right)


# SymPy


@settings(max_examples=120, deadline=None)
@given(
    root=st.one_of(terms(depth=3, mean=PHI), terms(depth=3, mean=PHI, real=False)),
    points=st.lists(exact_points(), min_size=3, max_size=3),
)
def test_sympy_keeps_the_meaning(root: Term, points: list[Mapping[Term, Any]]) -> None:
    try:
        back = from_sympy(to_sympy(root), NAMES)
    except SpellError:
        return  # SymPy evaluated an undefined constant to zoo, or left the functions that are listed
    for point in points:
        before, after = (acb(ball.enclose(each, point, 200)) for each in (root, back))
        if before.is_finite() and after.is_finite():
            assert before.overlaps(after), f"{root} became {back}"


@pytest.mark.parametrize(
    "text",
    [
        "x/y",
        "x**(-2)",
        "(x + y)/(w*conj(w) - 2)**3",
        "exp(I*x)*abs2(w) - im(w)/2",
        "w**m + w**(m - 1)",
        "sqrt(x)**3/log(y)",
        "min(x, y)*max(x, 0) + abs(w - I)",
        "tanh(x)*atan(y) + asin(x) + sinh(x)*cosh(y) - tan(x*pi)",
        "Mean(exp(2*I*phi)*x, phi)",
        "x**(1/3)",
    ],
)
def test_sympy_round_trips(text: str) -> None:
    root = parse_term(text, NAMES)
    assert from_sympy(to_sympy(root), NAMES) is not None
    point = {
        X: number("1/3"),
        Y: number("5/4"),
        W: number("1/2") + t.I / 3,
        NAMES["m"]: number(3),
        PHI: (number(1), number("1/2")),
    }
    before, after = (acb(ball.enclose(each, point, 200)) for each in (root, from_sympy(to_sympy(root), NAMES)))
    assert before.is_finite()
    assert after.is_finite()
    assert before.overlaps(after)


def test_symbols_from_sympy() -> None:
    x, n, z = sympy.Symbol("x", real=True), sympy.Symbol("n", integer=True, nonnegative=True), sympy.Symbol("z")
    assert from_sympy(x) is X
    assert from_sympy(n) is symbol("n", "natural")
    assert from_sympy(z) is symbol("z", "complex")
    assert from_sympy(sympy.Symbol("x"), {"x": X}) is X
    with pytest.raises(SpellError, match="unknown symbol"):
        from_sympy(z, {"x": X})


def test_what_sympy_assumed_of_a_symbol_holds_of_the_term() -> None:
    k, w = sympy.Symbol("k", integer=True), sympy.Symbol("w", real=True)
    assert sympy.conjugate(w) * w == w**2  # SymPy has used the assumption before anything is read
    assert sympy.sin(sympy.pi * k) + k == k
    with pytest.raises(SpellError, match="may be negative"):
        from_sympy(k)
    with pytest.raises(SpellError, match="as if it were an integer, and here it is real"):
        from_sympy(k, {"k": symbol("k")})
    with pytest.raises(SpellError, match="as if it were real, and here it is complex"):
        from_sympy(sympy.conjugate(w) * w, {"w": W})


def test_special_values_from_sympy() -> None:
    x = sympy.Symbol("x", real=True)
    assert from_sympy(sympy.E) is t.exp(1)
    assert from_sympy(sympy.exp(-x)) is t.exp(-X)
    assert from_sympy(x**-1) is t.ONE / X
    assert from_sympy(sympy.Abs(sympy.Symbol("w")) ** 2) is t.abs2(W)
    assert from_sympy(sympy.Rational(-3, 7)) is number("-3/7")
    assert from_sympy(3) is number(3)
    assert from_sympy(sympy.tan(x + sympy.pi / 2)) is -(t.cos(X) / t.sin(X))


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        (lambda x: sympy.Float("0.1") * x, r"Rational\(1, 10\)"),
        (lambda x: 0.5 * x, r"Rational\(1, 2\)"),
        (lambda x: sympy.Float("1e400"), "Float"),
        (lambda x: sympy.oo, "no number"),
        (lambda x: sympy.nan, "no number"),
        (lambda x: sympy.zoo * x, "no number"),
        (lambda x: sympy.gamma(x), "gamma"),
        (lambda x: sympy.Integral(x, x), "Integral|Tuple"),
        (lambda x: sympy.log(sympy.Symbol("z")), "real"),
        (lambda x: "x", "expected a SymPy expression"),
        (lambda x: 0.5, "expected a SymPy expression"),
        (lambda x: [x], "expected a SymPy expression"),
        (lambda x: x > 0, "expected a SymPy expression"),
        (lambda x: sympy.Matrix([x]), "expected a SymPy expression"),
    ],
)
def test_sympy_refusals(expression: Any, hint: str) -> None:
    with pytest.raises(SpellError, match=hint):
        from_sympy(expression(sympy.Symbol("x", real=True)))


@pytest.mark.parametrize(
    "relation", [eq(X, X), ge(X**2, 0), gt(Y, X), ne(X, 1), any_of(gt(X, 1), eq(Y, 2)), gt(1, t.abs2(W))]
)
def test_relations_through_sympy(relation: Relation | AnyOf) -> None:
    back = relation_from_sympy(relation_to_sympy(relation), NAMES)
    assert set(back.options) == set(relation.options)


def test_relations_that_sympy_has_decided_are_refused() -> None:
    x = sympy.Symbol("x", real=True)
    for decided in (sympy.Eq(x, x), x**2 >= 0):
        with pytest.raises(SpellError, match="has turned"):
            relation_from_sympy(decided)
    with pytest.raises(SpellError, match="expected Eq"):
        relation_from_sympy(x)
    assert relation_from_sympy(x < 1) == lt(X, 1)
    assert relation_from_sympy(sympy.Le(x, 1)) == le(X, 1)


# LaTeX


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("theta", r"\theta"),
        ("beta2", r"\beta_{2}"),
        ("A11", "A_{11}"),
        ("x1", "x_{1}"),
        ("x_max", r"x_{\mathrm{max}}"),
        ("Omega", r"\Omega"),
        ("lam", r"\lambda"),
        ("tr", r"\mathrm{tr}"),
        ("x_phi", r"x_{\phi}"),
        ("_a_b_", r"\mathrm{\_a\_b\_}"),
    ],
)
def test_names_in_latex(name: str, latex: str) -> None:
    assert name_to_latex(name) == latex


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("x/y", r"\frac{x}{y}"),
        ("abs2(w)", r"\left|w\right|^{2}"),
        ("abs2(w)**2", r"\left(\left|w\right|^{2}\right)^{2}"),
        ("conj(w)*w", r"w \overline{w}"),
        ("re(w)", r"\operatorname{Re}\left(w\right)"),
        ("Mean(exp(2*I*phi), phi)", r"\left\langle \mathrm{e}^{2 \mathrm{i} \phi} \right\rangle_{\phi}"),
        ("(x + y)**2", r"\left(x + y\right)^{2}"),
        ("(x/y)**2", r"\left(\frac{x}{y}\right)^{2}"),
        ("exp(x)**2", r"\left(\mathrm{e}^{x}\right)^{2}"),
        ("(-2)**m", r"\left(-2\right)^{m}"),
        ("2*3**m", r"2 \cdot 3^{m}"),
        ("x*(y - 1)", r"x \left(y - 1\right)"),
        ("-(1/2)*x", r"-\frac{1}{2} x"),
        ("x - (y + 1)*2", r"x - 2 \left(y + 1\right)"),
        ("-((x + 1)*(y + 1))", r"-\left(x + 1\right) \left(y + 1\right)"),
        ("sqrt(x)/(1 + pi)", r"\frac{\sqrt{x}}{\pi + 1}"),
        ("atan(x)", r"\arctan\left(x\right)"),
        ("x**(-1/3)", r"x^{-\frac{1}{3}}"),
        ("(1/2)**m", r"\left(\frac{1}{2}\right)^{m}"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    assert to_latex(parse_term(text, NAMES)) == latex


def test_relations_in_latex() -> None:
    assert relation_to_latex(any_of(gt(X, 0), ne(X, Y), ge(Y, 1), eq(X, 1))) == (
        r"x > 0 \;\text{or}\; x \neq y \;\text{or}\; y \ge 1 \;\text{or}\; x = 1"
    )


@settings(max_examples=150, deadline=None)
@given(root=any_terms)
def test_latex_is_balanced(root: Term) -> None:
    latex = to_latex(root)
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    assert "+ -" not in latex
    assert len(latex) < 400 * len(postorder(root)) ** 2


def test_exactness_of_decimals() -> None:
    assert parse_term("0." + "3" * 150, NAMES).payload == Fraction(int("3" * 150), 10**150)
