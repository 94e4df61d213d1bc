"""Hypothesis strategies for the project's own values: random Terms of either sort, and exact points for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from verify.kernel import term as t
from verify.kernel.term import Term, TermError

__all__ = ["NAMES", "PHI", "SYMBOLS", "M", "W", "X", "Y", "exact_points", "fractions", "polynomials", "terms"]

X, Y = t.symbol("x"), t.symbol("y")
W = t.symbol("w", "complex")
M = t.symbol("m", "natural")
PHI = t.symbol("phi")
SYMBOLS = (X, Y, W, M)
NAMES = {str(sym): sym for sym in (*SYMBOLS, PHI)}

TOTAL = ("exp", "sin", "cos", "sinh", "cosh", "tanh", "atan")
PARTIAL = ("log", "sqrt", "tan", "asin")


def fractions(limit: int = 6) -> st.SearchStrategy[Fraction]:
    """Rationals with small numerators and denominators; 0, 1 and -1 often."""
    small = st.builds(Fraction, st.integers(-2 * limit, 2 * limit), st.integers(1, limit))
    return st.one_of(st.sampled_from([Fraction(0), Fraction(1), Fraction(-1)]), small)


@st.composite
def terms(
    draw: st.DrawFn,
    symbols: Sequence[Term] = SYMBOLS,
    depth: int = 4,
    *,
    real: bool = True,
    partial: bool = True,
    functions: bool = True,
    mean: Term | None = None,
) -> Term:
    """Random Terms.

    Args:
        symbols: the free symbols to draw from, of any sort.
        depth: of the expression tree, before constructors simplify.
        real: real by form; otherwise complex.
        partial: with denominators, roots and logarithms; otherwise total.
        functions: with transcendental functions; otherwise algebraic.
        mean: a token's symbol over which means may be taken.
    """
    return _term(draw, _Grammar(tuple(symbols), partial, functions, mean), depth, real)


class _Grammar:
    """What a random Term may contain."""

    def __init__(self, symbols: tuple[Term, ...], partial: bool, functions: bool, mean: Term | None) -> None:
        self.reals = [sym for sym in symbols if sym.payload[1] == "real"]
        self.complexes = [sym for sym in symbols if sym.payload[1] == "complex"]
        self.naturals = [sym for sym in symbols if sym.payload[1] == "natural"]
        self.partial = partial
        self.mean = mean
        common = ["leaf", "leaf", "add", "sub", "mul", "mul", "pow"]
        if self.naturals:
            common.append("natural power")
        if partial:
            common += ["div", "inverse"]
        if mean is not None:
            common.append("mean")
        self.real = [*common, "abs", "abs2", "extreme"]
        if self.complexes:
            self.real += ["re", "im", "abs2 complex", "abs complex"]
        if functions:
            self.real += TOTAL
        if partial and functions:
            self.real += [*PARTIAL, "root"]
        elif partial:
            self.real.append("sqrt")
        self.complex = [*common, "conj", "plus imaginary"]
        if functions:
            self.complex += ["exp", "rotation"]


def _leaf(draw: st.DrawFn, grammar: _Grammar, real: bool) -> Term:
    choices: list[Term] = [*grammar.reals, *grammar.naturals] if real else [*grammar.complexes, t.I]
    if draw(st.integers(0, 3)) and choices:
        return draw(st.sampled_from(choices))
    if real:
        return draw(st.one_of(fractions().map(t.number), st.just(t.PI)))
    return t.number(draw(fractions())) + t.I * t.number(draw(fractions()))


def _term(draw: st.DrawFn, grammar: _Grammar, depth: int, real: bool) -> Term:
    kind = draw(st.sampled_from(grammar.real if real else grammar.complex)) if depth > 0 else "leaf"
    if kind == "leaf":
        return _leaf(draw, grammar, real)

    def sub(is_real: bool = real) -> Term:
        return _term(draw, grammar, depth - 1, is_real)

    first = sub(real and kind not in ("re", "im", "abs2 complex", "abs complex"))
    try:
        return _combine(draw, grammar, kind, first, sub)
    except TermError:  # a division by the literal 0, a literal that grows too long
        return first


def _combine(draw: st.DrawFn, grammar: _Grammar, kind: str, first: Term, sub: Callable[..., Term]) -> Term:
    unary: dict[str, Callable[[Any], Term]] = {
        "abs": t.absolute,
        "abs2": t.abs2,
        "abs complex": t.absolute,
        "abs2 complex": t.abs2,
        "re": t.re,
        "im": t.im,
        "conj": t.conj,
        **{name: t._BUILD[name] for name in (*TOTAL, *PARTIAL)},
    }
    if kind in unary:
        return unary[kind](first)
    if kind == "rotation":
        return t.exp(t.I * sub(True))
    if kind == "plus imaginary":
        return first + t.I * sub(True)
    if kind == "add":
        return first + sub()
    if kind == "sub":
        return first - sub()
    if kind == "mul":
        return first * sub()
    if kind == "div":
        return first / sub()
    if kind == "inverse":
        return first ** t.number(draw(st.sampled_from([-1, -2, -3])))
    if kind == "pow":
        return first ** t.number(draw(st.sampled_from([0, 2, 2, 3, 5])))
    if kind == "natural power":
        exponent = draw(st.sampled_from(grammar.naturals))
        return first ** (exponent - 1 if grammar.partial and draw(st.booleans()) else exponent)
    if kind == "root":
        return first ** t.number(draw(st.sampled_from([Fraction(1, 3), Fraction(-1, 2), Fraction(3, 2)])))
    if kind == "extreme":
        extreme: Callable[..., Term] = draw(st.sampled_from([t.minimum, t.maximum]))
        return extreme(first, sub())
    assert kind == "mean"
    assert grammar.mean is not None
    inner = _term(draw, _Grammar((*SYMBOLS, grammar.mean), grammar.partial, True, None), 2, first.is_real)
    return t.mean(first * inner, grammar.mean)


@st.composite
def polynomials(draw: st.DrawFn, symbols: Sequence[Term] = (X, Y, W), size: int = 4) -> Term:
    """Sums of monomials with rational coefficients, conjugates among them."""
    total = t.ZERO
    for _ in range(draw(st.integers(1, size))):
        piece = t.number(draw(fractions()))
        for sym in symbols:
            factor = t.conj(sym) if draw(st.booleans()) else sym
            piece = piece * factor ** draw(st.integers(0, 3))
        total = total + piece
    return total


@st.composite
def exact_points(
    draw: st.DrawFn, symbols: Sequence[Term] = SYMBOLS, tokens: Sequence[Term] = (PHI,)
) -> dict[Term, Any]:
    """Points with Gaussian rational coordinates, naturals from 0 to 5, and one to three tokens."""
    point: dict[Term, Any] = {}
    for sym in symbols:
        sort = sym.payload[1]
        if sort == "natural":
            point[sym] = t.number(draw(st.integers(0, 5)))
        elif sort == "complex":
            point[sym] = t.number(draw(fractions())) + t.I * t.number(draw(fractions()))
        else:
            point[sym] = t.number(draw(fractions()))
    count = draw(st.integers(1, 3))
    for token in tokens:
        point[token] = tuple(t.number(draw(fractions())) for _ in range(count))
    return point
