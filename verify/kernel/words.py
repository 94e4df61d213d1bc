"""Rule `words`: identities between traces and quadratic forms in matrices of every dimension, for any number of tokens.

Letters are square matrices of one unknown size (general, symmetric or antisymmetric), `x` is a token on the unit
sphere, S = mean x x^T its second moment. A scalar becomes a polynomial over Q in real symbols, traces tr(W) up to
rotation and reversal of the word, forms x^T W x up to reversal (x^T x = 1), and means of products of two or more
forms; the mean of one form is tr(W S). Equal normal forms are equal numbers in every dimension; the converse is not
claimed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.kernel import term as t
from verify.kernel.term import Term, TermError

__all__ = ["SORTS", "TOKEN", "Word", "WordError", "at_dimension", "dot", "letter", "mean_of", "normal"]

SORTS = ("general", "symmetric", "antisymmetric")
SHAPES = {"letter": "matrix", "eye": "matrix", "S": "matrix", "token": "vector", "real": "scalar"}
SECOND = ("S", False)
TOKEN = "x"


class WordError(TermError):
    """An expression of the wrong shape; one line."""


@dataclass(frozen=True)
class Word:
    """An expression in letters, the token and S.

    Attributes:
        kind: letter, eye, S, token, real; T, sum, product, scale, trace, dot, mean, rate.
        args: its parts.
        payload: (name, sort) of a letter, a Term of a real.
        shape: matrix, vector or scalar.
    """

    kind: str
    args: tuple[Word, ...]
    payload: Any
    shape: str

    def __add__(self, other: Any) -> Word:
        right = _word(other)
        if right.shape != self.shape:
            raise WordError(f"cannot add a {self.shape} and a {right.shape}")
        return Word("sum", (self, right), None, self.shape)

    __radd__ = __add__

    def __neg__(self) -> Word:
        return _real(-1) * self

    def __sub__(self, other: Any) -> Word:
        return self + -_word(other)

    def __rsub__(self, other: Any) -> Word:
        return _word(other) - self

    def __mul__(self, other: Any) -> Word:
        left, right = self, _word(other)
        shapes = (left.shape, right.shape)
        if "scalar" in shapes:
            return Word("scale", (left, right), None, shapes[0] if shapes[1] == "scalar" else shapes[1])
        if shapes in (("matrix", "matrix"), ("matrix", "vector")):
            return Word("product", (left, right), None, shapes[1])
        raise WordError(f"cannot multiply a {shapes[0]} by a {shapes[1]}")

    def __rmul__(self, other: Any) -> Word:
        return _word(other) * self

    def __truediv__(self, other: int | Fraction) -> Word:
        return _real(Fraction(1) / Fraction(other)) * self

    @property
    def T(self) -> Word:
        if self.shape != "matrix":
            raise WordError(f"only a matrix is transposed; found a {self.shape}")
        return Word("T", (self,), None, "matrix")

    def __str__(self) -> str:
        return _text(self)


def _real(value: Any) -> Word:
    return Word("real", (), t.term(value), "scalar")


def _word(value: Any) -> Word:
    if isinstance(value, Word):
        return value
    constant = t.term(value)
    if not constant.is_real or any(node.kind not in ("rat", "sym", "add", "mul") for node in t.postorder(constant)):
        raise WordError(f"{constant} is not a polynomial in real symbols")
    return _real(constant)


def letter(name: str, sort: str = "general") -> Word:
    """A square matrix of unknown size."""
    if sort not in SORTS:
        raise WordError(f"a letter is {sort!r}; expected one of {', '.join(SORTS)}")
    t.symbol(name)  # the same names are allowed
    if name in ("S", TOKEN):
        raise WordError(f"{name} is taken: S is the second moment, {TOKEN} the token")
    return Word("letter", (), (name, sort), "matrix")


def token() -> Word:
    """The token x, a unit vector."""
    return Word("token", (), None, "vector")


def second_moment() -> Word:
    """S = mean x x^T."""
    return Word("S", (), None, "matrix")


def trace(value: Word) -> Word:
    """tr of a matrix."""
    if value.shape != "matrix":
        raise WordError(f"the trace of a {value.shape}")
    return Word("trace", (value,), None, "scalar")


def dot(left: Word, right: Word) -> Word:
    """<u, v> of two vectors."""
    if (left.shape, right.shape) != ("vector", "vector"):
        raise WordError(f"dot of a {left.shape} and a {right.shape}")
    return Word("dot", (left, right), None, "scalar")


def mean_of(value: Word) -> Word:
    """The mean of a scalar over the tokens."""
    if value.shape != "scalar":
        raise WordError(f"the mean of a {value.shape}; take it of a scalar")
    return Word("mean", (value,), None, "scalar")


def tangent(value: Word) -> Word:
    """P_x v = v - <x, v> x, the projection onto the tangent space at the token."""
    return value - dot(token(), value) * token()


def rate(quantity: Word, velocity: Word) -> Word:
    """d/dt of a scalar built from traces of words in S, when every token moves with `velocity`."""
    if (quantity.shape, velocity.shape) != ("scalar", "vector"):
        raise WordError("rate(quantity, velocity) takes a scalar and the velocity x' of the token")
    return Word("rate", (quantity, velocity), None, "scalar")


def _text(word: Word) -> str:
    a = [f"({_text(arg)})" if arg.kind == "rate" else _text(arg) for arg in word.args]
    if word.kind == "letter":
        return str(word.payload[0])
    if word.kind == "real":
        return f"({word.payload})"
    if word.kind == "token":
        return TOKEN
    if word.kind == "eye":
        return "I"
    if word.kind == "S":
        return "S"
    if word.kind == "T":
        return f"({a[0]})^T" if word.args[0].kind in ("product", "scale", "T") else f"{a[0]}^T"
    if word.kind == "sum":
        return f"({a[0]} + {a[1]})"
    if word.kind in ("product", "scale"):
        return f"{a[0]} {a[1]}"
    return {"trace": "tr({})", "dot": "<{}, {}>", "mean": "mean({})", "rate": "d/dt {} along x' = {}"}[
        word.kind
    ].format(*a)


# normal forms

Letter = tuple[str, bool]
Letters = tuple[Letter, ...]
Generator = tuple[Any, ...]
Monomial = tuple[Generator, ...]
Scalar = dict[Monomial, Fraction]
Form = dict[Letters, Scalar]
"""Words (of a matrix, or applied to the token) with scalar coefficients."""


def _s_add(*scalars: Scalar) -> Scalar:
    total: Scalar = {}
    for scalar in scalars:
        for mono, c in scalar.items():
            total[mono] = total.get(mono, Fraction(0)) + c
    return {mono: c for mono, c in total.items() if c}


def _s_mul(left: Scalar, right: Scalar) -> Scalar:
    total: Scalar = {}
    for m, c in left.items():
        for n, d in right.items():
            key = tuple(sorted((*m, *n), key=repr))
            total[key] = total.get(key, Fraction(0)) + c * d
    return {mono: c for mono, c in total.items() if c}


def _s_const(value: Fraction | int) -> Scalar:
    return {(): Fraction(value)} if value else {}


class _Sorts:
    """Which letters are symmetric or antisymmetric, and canonical words."""

    def __init__(self, sorts: Mapping[str, str]) -> None:
        self.sorts = {**sorts, "S": "symmetric"}

    def transposed(self, word: Letters) -> tuple[int, Letters]:
        """(sign, the reversed word of transposes)."""
        sign, turned = 1, []
        for name, flag in reversed(word):
            sort = self.sorts[name]
            if sort == "antisymmetric":
                sign = -sign
            turned.append((name, flag if sort != "general" else not flag))
        return sign, tuple(turned)

    def form(self, word: Letters) -> Scalar:
        """x^T W x."""
        if not word:
            return _s_const(1)
        sign, turned = self.transposed(word)
        if turned == word and sign < 0:
            return {}
        return {(("form", word),): Fraction(1)} if word <= turned else {(("form", turned),): Fraction(sign)}

    def trace(self, word: Letters) -> Scalar:
        sign, turned = self.transposed(word)
        straight = min((word[k:] + word[:k] for k in range(len(word))), default=())
        reverse = min((turned[k:] + turned[:k] for k in range(len(turned))), default=())
        if straight == reverse and sign < 0:
            return {}
        best, c = (straight, 1) if straight <= reverse else (reverse, sign)
        if best == (SECOND,):
            return _s_const(1)  # tr S = mean |x|^2
        return {(("trace", best),): Fraction(c)}

    def mean(self, scalar: Scalar) -> Scalar:
        total: Scalar = {}
        for mono, c in scalar.items():
            forms = [g[1] for g in mono if g[0] == "form"]
            rest: Scalar = {tuple(g for g in mono if g[0] != "form"): c}
            if len(forms) == 1:
                rest = _s_mul(rest, self.trace((*forms[0], SECOND)))
            elif forms:
                rest = _s_mul(rest, {(("mean", *sorted(forms)),): Fraction(1)})
            total = _s_add(total, rest)
        return total


def _f_add(*forms: Form) -> Form:
    total: Form = {}
    for form in forms:
        for word, scalar in form.items():
            total[word] = _s_add(total.get(word, {}), scalar)
    return {word: scalar for word, scalar in total.items() if scalar}


def normal(word: Word, sorts: Mapping[str, str]) -> Scalar:
    """The normal form of a scalar: monomials in generators with rational coefficients.

    Args:
        sorts: letter -> general, symmetric or antisymmetric.

    Raises:
        WordError: a rate along a velocity that is not tangent, or of what is no polynomial in traces of words.
    """
    value = _evaluate(word, _Sorts(sorts))
    assert word.shape == "scalar"
    return value  # type: ignore[no-any-return]


def _evaluate(word: Word, sorts: _Sorts) -> Any:
    kind = word.kind
    if kind == "rate":
        return _rate(_evaluate(word.args[0], sorts), _evaluate(word.args[1], sorts), sorts)
    args = [_evaluate(arg, sorts) for arg in word.args]
    if kind == "real":
        return _of_term(word.payload)
    if kind == "letter":
        return {((word.payload[0], False),): _s_const(1)}
    if kind == "S":
        return {(SECOND,): _s_const(1)}
    if kind in ("eye", "token"):
        return {(): _s_const(1)}
    if kind == "T":
        total: Form = {}
        for letters, scalar in args[0].items():
            sign, turned = sorts.transposed(letters)
            total = _f_add(total, {turned: _s_mul(scalar, _s_const(sign))})
        return total
    if kind == "sum":
        return _s_add(*args) if word.shape == "scalar" else _f_add(*args)
    if kind == "scale":
        return _scaled(word, args)
    if kind == "product":
        total = {}
        for a, c in args[0].items():
            for b, d in args[1].items():
                total = _f_add(total, {a + b: _s_mul(c, d)})
        return total
    if kind == "trace":
        return _s_add(*(_s_mul(c, sorts.trace(a)) for a, c in args[0].items()))
    if kind == "dot":
        return _dot(args[0], args[1], sorts)
    return sorts.mean(args[0])


def _scaled(word: Word, args: Sequence[Any]) -> Any:
    left, right = args
    if word.args[0].shape == "scalar" and word.args[1].shape == "scalar":
        return _s_mul(left, right)
    scalar, form = (left, right) if word.args[0].shape == "scalar" else (right, left)
    return {letters: _s_mul(scalar, c) for letters, c in form.items()}


def _dot(left: Form, right: Form, sorts: _Sorts) -> Scalar:
    total: Scalar = {}
    for a, c in left.items():
        sign, turned = sorts.transposed(a)
        for b, d in right.items():
            total = _s_add(total, _s_mul(_s_mul(c, d), _s_mul(_s_const(sign), sorts.form(turned + b))))
    return total


def _of_term(value: Term) -> Scalar:
    def combine(node: Term, args: list[Scalar]) -> Scalar:
        if node.kind == "rat":
            return _s_const(node.payload)
        if node.kind == "sym":
            return {(("real", node.payload),): Fraction(1)}
        total = args[0]
        for arg in args[1:]:
            total = _s_add(total, arg) if node.kind == "add" else _s_mul(total, arg)
        return total

    return t.fold(value, combine)


def _rate(quantity: Scalar, velocity: Form, sorts: _Sorts) -> Scalar:
    """Each S in each trace is replaced by S' = mean(v x^T + x v^T): tr(W S') = mean(<v, W x> + <x, W v>)."""
    total: Scalar = {}
    here: Form = {(): _s_const(1)}
    if _dot(here, velocity, sorts):
        raise WordError("rate: the velocity is not tangent, <x, x'> is not 0; project it with tangent(...)")
    for mono, c in quantity.items():
        for at, generator in enumerate(mono):
            if generator[0] == "real":
                continue
            if generator[0] != "trace":
                raise WordError("rate: only traces of words in S and letters have a rate here")
            others: Scalar = {mono[:at] + mono[at + 1 :]: c}
            word: Letters = generator[1]
            for k, each in enumerate(word):
                if each != SECOND:
                    continue
                around = word[k + 1 :] + word[:k]
                moved: Form = {around + a: d for a, d in velocity.items()}
                still: Form = {around: _s_const(1)}
                slope = _s_add(_dot(velocity, still, sorts), _dot(here, moved, sorts))
                total = _s_add(total, _s_mul(others, sorts.mean(slope)))
    return total


# the same at a given dimension, as Terms


def at_dimension(word: Word, matrices: Mapping[str, Any], vector: Any) -> Any:
    """The expression as a Term, or a matrix of Terms, with every letter a matrix and the token a vector of Terms.

    Args:
        matrices: letter -> rows of Terms, a tuple of tuples.
        vector: the token's symbols, a tuple.
    """
    args = [at_dimension(arg, matrices, vector) for arg in word.args]
    kind = word.kind
    if kind == "real":
        return word.payload
    if kind == "letter":
        return matrices[word.payload[0]]
    if kind == "token":
        return tuple((x,) for x in vector)
    if kind == "S":
        return tuple(tuple(t.mean(x * y, *vector) for y in vector) for x in vector)
    if kind == "eye":
        size = range(len(vector))
        return tuple(tuple(t.ONE if i == j else t.ZERO for j in size) for i in size)
    if kind == "T":
        return tuple(zip(*args[0], strict=True))
    if kind == "sum":
        if word.shape == "scalar":
            return args[0] + args[1]
        return tuple(tuple(a + b for a, b in zip(r, s, strict=True)) for r, s in zip(*args, strict=True))
    if kind == "scale":
        left, right = args
        if word.args[0].shape == word.args[1].shape == "scalar":
            return left * right
        scalar, entries = (left, right) if word.args[0].shape == "scalar" else (right, left)
        return tuple(tuple(scalar * a for a in row) for row in entries)
    if kind == "product":
        columns = tuple(zip(*args[1], strict=True))
        return tuple(tuple(_inner(row, column) for column in columns) for row in args[0])
    if kind == "trace":
        return t.add(*(row[k] for k, row in enumerate(args[0])))
    if kind == "dot":
        return _inner([row[0] for row in args[0]], [row[0] for row in args[1]])
    if kind == "mean":
        return t.mean(args[0], *vector)
    from verify.kernel.lie import Flow

    return Flow(tuple((x, row[0]) for x, row in zip(vector, args[1], strict=True))).derivative(args[0])


def _inner(left: Sequence[Term], right: Sequence[Term]) -> Term:
    return t.add(*(t.mul(a, b) for a, b in zip(left, right, strict=True)))
