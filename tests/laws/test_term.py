"""Laws of Terms: one object per expression, one key in every process, nothing decided while building."""

from __future__ import annotations

import json
import operator
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import PHI, SYMBOLS, M, W, X, Y, exact_points, terms
from verify.kernel import term as t
from verify.kernel.relation import Relation, any_of, eq, ge, gt, le, lt, ne
from verify.kernel.term import Term, TermError, dump, load, mean, number, postorder, symbol
from verify.readings import exact

any_terms = st.one_of(terms(mean=PHI), terms(mean=PHI, real=False))

KEYS = """
from tests.strategies import M, PHI, W, X, Y
from verify.kernel import term as t
root = t.mean(t.exp(t.I*PHI)*X, PHI) + t.maximum(X, Y, t.abs2(W))/(W**M + t.sqrt(2)) - 3*X*Y*t.conj(W)
print(root.key, root, [str(sym) for sym in root.symbols], root.args[0].key)
"""


def run(code: str, seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    ).stdout


def test_keys_and_texts_do_not_depend_on_the_hash_seed() -> None:
    assert run(KEYS, "1") == run(KEYS, "2") != ""


@settings(max_examples=150, deadline=None)
@given(root=any_terms)
def test_a_term_survives_pickle_and_json_as_the_same_object(root: Term) -> None:
    assert pickle.loads(pickle.dumps(root)) is root
    assert load(json.loads(json.dumps(dump([root])))) == [root]
    assert hash(root) == int(root.key[:15], 16)


@settings(max_examples=150, deadline=None)
@given(left=any_terms, right=any_terms, third=any_terms)
def test_sums_and_products_have_one_form(left: Term, right: Term, third: Term) -> None:
    assert left + right is right + left
    assert left * right is right * left
    assert (left + right) + third is left + (right + third)
    if -1 not in [part.payload for root in (left, right, third) for part in (root, *root.args) if part.kind == "rat"]:
        assert (left * right) * third is left * (right * third)


def test_where_the_order_of_multiplication_shows() -> None:
    assert (-1 * (X + Y)) * W is not -1 * ((X + Y) * W)  # -(x + y) distributes as soon as it is built


@settings(max_examples=150, deadline=None)
@given(root=any_terms, at=exact_points())
def test_building_decides_nothing(root: Term, at: Any) -> None:
    """A factor 0, or a power 0, may not lose what is undefined; which part is met first may make it unknown."""

    def outcome(each: Term) -> Any:
        try:
            value = exact.evaluate(each, at)
        except exact.Undefined:
            return "undefined"
        except exact.Inexact:
            return "unknown"
        return value.gauss if not value.angles else "angle"

    found = outcome(root)
    if found == "undefined":
        for each in (0 * root, root**0, root - root, root + 1, t.conj(root), t.im(root), t.re(root), t.abs2(root)):
            assert outcome(each) in ("undefined", "unknown")


def test_definedness_is_kept() -> None:
    assert t.div(X, X).kind == "div"
    assert (0 * (1 / X)).kind == "mul"
    assert (1 / X) ** 0 is not t.ONE
    assert X**0 is t.ONE
    assert t.ONE**M is t.ONE
    assert t.ONE**X is t.ONE
    assert (t.ONE ** (1 / X)).kind == "pow"
    assert 0 * X is t.ZERO
    assert (t.ONE / X - t.ONE / X) is not t.ZERO
    assert t.im(1 / X) is not t.ZERO
    assert t.im(X) is t.ZERO


def test_the_zero_of_a_product_does_not_depend_on_the_order() -> None:
    assert (0 * X) * (1 / Y) is 0 * (X * (1 / Y))


def test_folding() -> None:
    assert number("1/3") + number("2/3") is t.ONE
    assert t.sqrt(number("4/9")) is number("2/3")
    assert t.I**2 is number(-1)
    assert t.I**-1 is -t.I
    assert X**1 is X
    assert X ** number("1/2") is t.sqrt(X)
    assert t.conj(t.conj(W)) is W
    assert t.conj(X) is X
    assert t.minimum(X, t.minimum(Y, X)) is t.minimum(Y, X)
    assert t.exp(0) is t.ONE
    assert number(0) ** 0 is t.ONE


def test_a_term_is_frozen() -> None:
    with pytest.raises(AttributeError):
        X.kind = "rat"
    with pytest.raises(AttributeError):
        del X.kind
    with pytest.raises(TypeError):
        Term("rat")
    with pytest.raises(AttributeError):
        setattr(X, "anything", 1)  # noqa: B010


def test_a_term_has_no_truth_value_and_no_order() -> None:
    assert X == X
    assert X != Y
    with pytest.raises(TypeError):
        bool(X)
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match="state an order"):
            compare(X, Y)


@pytest.mark.parametrize("value", [0.1, float("nan"), True, "pi", "1e400000000", None, [1], 1j, "1/0", object()])
def test_what_is_not_exact_is_refused(value: Any) -> None:
    with pytest.raises(TermError):
        X + value
    with pytest.raises(TermError):
        t.term(value)


def test_a_float_says_what_to_write() -> None:
    with pytest.raises(TermError, match="not exact; write"):
        X + 0.1


def test_exact_values_are_read() -> None:
    from flint import fmpq

    assert X + "0.1" is X + Fraction(1, 10)
    assert t.term(fmpq(2, 3)) is number("2/3")
    assert t.term("-3/6") is number("-1/2")


@pytest.mark.parametrize(
    "build",
    [
        lambda: X / 0,
        lambda: number(0) ** -1,
        lambda: X**5_000,
        lambda: number(9) ** 4_096**1 * number(9) ** 4_096,
        lambda: number(10) ** 4_000 * number(10) ** 4_000,
        lambda: number("1e999999"),
        lambda: W**X,
        lambda: X**W,
        lambda: W ** number("1/2"),
        lambda: t.sqrt(W),
        lambda: t.log(W),
        lambda: t.sin(W),
        lambda: t.minimum(W, X),
        lambda: t.minimum(),
        lambda: mean(X),
        lambda: mean(X, X + 1),
        lambda: symbol("a b"),
        lambda: symbol("a__b"),
        lambda: symbol("\u03b8"),
        lambda: symbol("x" * 41),
        lambda: symbol("x", "integer"),
    ],
)
def test_what_cannot_be_built_is_refused(build: Any) -> None:
    with pytest.raises(TermError) as refused:
        build()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"nodes": 3, "roots": []},
        {"nodes": [], "roots": [0]},
        {"nodes": [["eval", 0]], "roots": [0]},
        {"nodes": [["rat", "x"]], "roots": [0]},
        {"nodes": [["rat", "1e999999999"]], "roots": [0]},
        {"nodes": [["rat", "1/0"]], "roots": [0]},
        {"nodes": [["add", 0, 0]], "roots": [0]},
        {"nodes": [["rat", "1"], ["add", 0, 2]], "roots": [1]},
        {"nodes": [["rat", "1"], ["add", -1, 0]], "roots": [1]},
        {"nodes": [["rat", "1"], ["add", 0.0, 0]], "roots": [1]},
        {"nodes": [["rat", "0"], ["rat", "1"], ["div", 1, 0]], "roots": [2]},
        {"nodes": [["sym", "x"]], "roots": [0]},
        {"nodes": [["sym", "x", "real", "more"]], "roots": [0]},
        {"nodes": [["sym", "__import__", "real"]], "roots": [0]},
    ],
)
def test_a_damaged_dump_is_refused(data: Any) -> None:
    with pytest.raises(TermError):
        load(data)


# substitution


@settings(max_examples=150, deadline=None)
@given(root=any_terms, at=exact_points(), shift=terms(depth=2, functions=False, partial=False, symbols=(X, Y)))
def test_substitution_commutes_with_evaluation(root: Term, at: Any, shift: Term) -> None:
    try:
        moved = exact.evaluate(shift, at)
        inside = exact.evaluate(root.subs(X, shift), at)
        if moved.fraction() is None:
            return
        outside = exact.evaluate(root, {**at, X: number(moved.fraction() or 0)})
    except (exact.Undefined, exact.Inexact, TermError):
        return
    if inside.gauss is not None and outside.gauss is not None and not inside.angles and not outside.angles:
        assert inside.gauss == outside.gauss


def test_substitution_is_simultaneous() -> None:
    assert (X - 2 * Y).subs({X: Y, Y: X}) is Y - 2 * X
    assert (X**2).subs(X, -X) is (-X) ** 2
    assert (X**M).subs(M, 3) is X**3
    assert (1 / (X - 1)).subs(X, 1 + Y).args[1] is t.add(t.ONE + Y, number(-1))


def test_substitution_never_captures_a_token() -> None:
    root = mean(X * PHI, PHI)
    assert root.subs(PHI, Y) is root
    assert root.subs(X, Y) is mean(Y * PHI, PHI)
    with pytest.raises(TermError, match="bound token"):
        root.subs(X, PHI)
    assert (root + PHI).subs(PHI, Y) is root + Y


def test_substitution_refuses_what_is_no_symbol() -> None:
    with pytest.raises(TermError, match="replaces symbols"):
        (X + Y).subs(X + Y, 1)
    with pytest.raises(TermError):
        (1 / X).subs(X, 0)


# attributes


@settings(max_examples=150, deadline=None)
@given(root=any_terms)
def test_attributes_follow_from_the_parts(root: Term) -> None:
    order = postorder(root)
    assert order[-1] is root
    assert len(set(order)) == len(order)
    seen: set[Term] = set()
    for node in order:
        assert all(arg in seen for arg in node.args)
        seen.add(node)
        if node.kind != "mean":
            assert set(node.symbols) == (
                {node} if node.kind == "sym" else {s for arg in node.args for s in arg.symbols}
            )
    if any(node.kind in ("div", "log", "sqrt", "tan", "asin") for node in order):
        assert not root.total


def test_free_symbols_leave_out_tokens() -> None:
    root = mean(X * PHI, PHI)
    assert root.symbols == (X,)
    assert (root + PHI).symbols == (PHI, X)
    assert set(SYMBOLS) == set((X + Y + W + M).symbols)


# relations


def test_relations_are_kept_as_they_are_built() -> None:
    assert ge(X**2, 0) == Relation("ge", X**2, t.ZERO)
    assert eq(X, X).op == "eq"
    assert le(X, Y) == ge(Y, X)
    assert lt(X, Y) == gt(Y, X)
    assert gt(X, Y).gap is X - Y
    assert gt(X, Y).negation() == ge(Y, X)
    assert ne(X, Y).negation() == eq(X, Y)
    assert any_of(gt(X, 0)) == gt(X, 0)
    assert str(any_of(gt(X, 0), eq(Y, 1))) == "x > 0 or y == 1"
    with pytest.raises(TermError, match="no order"):
        gt(W, 0)
    with pytest.raises(TermError):
        any_of()
    with pytest.raises(TermError):
        any_of(X)  # type: ignore[arg-type]
    with pytest.raises(TermError):
        Relation("lt", X, Y)
