"""The exact reading: the value of a Term at a point with exact coordinates.

A value is a complex algebraic number (Gaussian rationals first, FLINT's qqbar where roots appear) plus, for angles,
a rational combination of pi and arctangents of rationals, whose sine, cosine and exp(i .) are algebraic again: the
point of the circle (3/5, 4/5) is the angle 2*atan(1/2).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from flint import fmpq
from flint.types import _gr  # type: ignore[attr-defined]  # qqbar has no public door yet

from verify.kernel.term import OPAQUE, PI, Term, cos, postorder

__all__ = ["Exact", "Inexact", "Point", "Undefined", "evaluate", "value_of"]

Point = Mapping[Term, "Term | tuple[Term, ...]"]
"""Free symbols to constant Terms; a token's symbols to tuples, one entry per token."""

_QQBAR = _gr.gr_complex_qqbar_ctx.new()
MAX_RADICALS = 6
MAX_BITS = 1 << 20  # of the numerators and denominators of a value
MAX_ROOT_BITS = 1 << 16  # the same for irrational values, estimated from how they are made
MAX_TOGETHER = 7  # radicals in both operands, estimated before they are computed
MAX_WORK = 1 << 26  # of one operation on two irrational values, see `_room`
Gauss = tuple[Fraction, Fraction]
Base = tuple[str, Fraction]


class Undefined(ArithmeticError):
    """The Term has no value at this point; the message says which part."""


class Inexact(ArithmeticError):
    """The value is not algebraic, or too costly to decide; ask the ball reading."""


@dataclass(frozen=True, slots=True)
class Exact:
    """An algebraic number plus rational multiples of angles.

    Attributes:
        gauss: (real, imaginary) where both are rational, else None.
        root: the qqbar value where `gauss` is None.
        angles: {("pi", 1) or ("atan", t): Gaussian rational coefficient}.
        bits, radicals: about how many an irrational value takes; an estimate for what is computed from it.
        degree, length: of the minimal polynomial of an irrational value, and the bits of its coefficients.
    """

    gauss: Gauss | None
    root: Any = None
    angles: dict[Base, Gauss] = field(default_factory=dict)
    bits: int = field(default=0, compare=False)
    radicals: int = field(default=0, compare=False)
    degree: int = field(default=1, compare=False)
    length: int = field(default=0, compare=False)

    @property
    def algebraic(self) -> bool:
        return not self.angles

    @property
    def is_zero(self) -> bool:
        """Raises Inexact for a nonzero combination of angles other than pi, which is transcendental."""
        if set(self.angles) == {("pi", Fraction(1))}:
            return False
        self._settle()
        return not any(self.gauss) if self.gauss is not None else bool(_QQBAR.is_zero(self.root))

    def sign(self) -> int:
        """-1, 0 or 1. Raises Inexact unless the value is real and algebraic."""
        self._settle()
        if self.gauss is not None:
            if self.gauss[1]:
                raise Inexact("a complex value has no sign")
            return (self.gauss[0] > 0) - (self.gauss[0] < 0)
        if not _QQBAR.is_zero(_QQBAR.im(self.root)):
            raise Inexact("a complex value has no sign")
        return int(repr(_QQBAR.csgn(self.root)))

    def side(self) -> int:
        """The sign, also of q pi + r with rational q and r that is not too close to 0. Raises Inexact elsewhere."""
        q, imaginary = self.angles.get(("pi", Fraction(1)), (Fraction(0), Fraction(0)))
        if q and not imaginary and len(self.angles) == 1 and self.gauss is not None and not self.gauss[1]:
            low, high = sorted(q * bound + self.gauss[0] for bound in _ABOUT_PI)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
        return self.sign()

    def _settle(self) -> None:
        if self.angles:
            raise Inexact("the value is not algebraic")

    def fraction(self) -> Fraction | None:
        """The value if it is rational."""
        if self.algebraic and self.gauss is not None and self.gauss[1] == 0:
            return self.gauss[0]
        return None

    def qqbar(self) -> Any:
        if self.gauss is None:
            return self.root
        real, imaginary = (_QQBAR(_fmpq(part)) for part in self.gauss)
        return real + imaginary * _QQBAR.i()


_DEGREE = re.compile(r"a\^(\d+)")  # the leading monomial is printed first
_ABOUT_PI = (Fraction(103993, 33102), Fraction(104348, 33215))  # convergents, below and above


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _rational(value: Fraction | int) -> Exact:
    return Exact((Fraction(value), Fraction(0)))


def _of_root(value: Any) -> Exact:
    parts = []
    for part in (_QQBAR.re(value), _QQBAR.im(value)):
        try:
            text = str(fmpq(*_parse(repr(part))))
        except ValueError:
            return _irrational(value)
        parts.append(Fraction(text))
    return Exact((parts[0], parts[1]))


def _irrational(value: Any) -> Exact:
    text = repr(value)
    degree = _DEGREE.search(text)
    return Exact(None, value, degree=int(degree[1]) if degree else 1, length=10 * len(text) // 3)


def _room(left: Exact, right: Exact) -> None:
    """Raises Inexact where a sum or product would take long: a polynomial whose degree is the product is factored.

    The time grows about like the bits of its coefficients times the square of its degree: 0.3 s at `MAX_WORK`.
    """
    degree = left.degree * right.degree
    bits = left.length * right.degree + right.length * left.degree
    if left.gauss is None and right.gauss is None and bits * degree * degree > MAX_WORK:
        raise Inexact(
            f"irrational values of degrees {left.degree} and {right.degree}, about {bits} bits, in one operation"
        )


def _parse(text: str) -> tuple[int, int]:
    top, _, bottom = text.partition("/")
    return int(top), int(bottom or 1)


def _add(left: Exact, right: Exact) -> Exact:
    angles = dict(left.angles)
    for base, (x, y) in right.angles.items():
        u, v = angles.get(base, (Fraction(0), Fraction(0)))
        angles[base] = (u + x, v + y)
    angles = {base: c for base, c in angles.items() if any(c)}
    if left.gauss is not None and right.gauss is not None:
        return Exact((left.gauss[0] + right.gauss[0], left.gauss[1] + right.gauss[1]), None, angles)
    _room(left, right)
    total = _of_root(left.qqbar() + right.qqbar())
    return replace(total, angles=angles)


def _gauss_mul(a: Gauss, b: Gauss) -> Gauss:
    return (a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])


def _mul(left: Exact, right: Exact) -> Exact:
    if left.angles and right.angles:
        raise Inexact("a product of two angles is not algebraic")
    if right.angles:
        left, right = right, left
    angles: dict[Base, Gauss] = {}
    if left.angles:
        if right.gauss is None:
            raise Inexact("an angle times an irrational is not algebraic")
        turned = {base: _gauss_mul(c, right.gauss) for base, c in left.angles.items()}
        angles = {base: c for base, c in turned.items() if any(c)}
    if left.gauss is not None and right.gauss is not None:
        return Exact(_gauss_mul(left.gauss, right.gauss), None, angles)
    _room(left, right)
    return replace(_of_root(left.qqbar() * right.qqbar()), angles=angles)


def _inverse(value: Exact, what: Term) -> Exact:
    if value.is_zero:
        raise Undefined(f"the denominator {what} is zero")
    value._settle()
    if value.gauss is not None:
        a, b = value.gauss
        norm = a * a + b * b
        return Exact((a / norm, -b / norm))
    return _of_root(_QQBAR(1) / value.root)


def _power(value: Exact, k: int, what: Term) -> Exact:
    if k < 0:
        return _power(_inverse(value, what), -k, what)
    result, square = _rational(1), value
    while k:
        if k & 1:
            result = _mul(result, square)
        k >>= 1
        if k:
            square = _mul(square, square)
    return result


def _conj(value: Exact) -> Exact:
    angles = {base: (x, -y) for base, (x, y) in value.angles.items()}
    if value.gauss is not None:
        return Exact((value.gauss[0], -value.gauss[1]), None, angles)
    return replace(value, root=_QQBAR.conj(value.root), angles=angles)


def _real(value: Exact) -> Exact:
    angles = {base: (x, Fraction(0)) for base, (x, _) in value.angles.items() if x}
    if value.gauss is not None:
        return Exact((value.gauss[0], Fraction(0)), None, angles)
    return replace(_of_root(_QQBAR.re(value.root)), angles=angles)


def _imaginary(value: Exact) -> Exact:
    return _real(_mul(value, Exact((Fraction(0), Fraction(-1)))))


def _sqrt(value: Exact, what: Term) -> Exact:
    if value.sign() < 0:
        raise Undefined(f"{what}: the argument is negative")
    return _of_root(_QQBAR.sqrt(value.qqbar()))


def _atan(value: Exact) -> Exact:
    t = value.fraction()
    if t is None:
        raise Inexact("atan of an irrational")
    if t == 0:
        return _rational(0)
    if abs(t) == 1:
        return Exact((Fraction(0), Fraction(0)), None, {("pi", Fraction(1)): (t / 4, Fraction(0))})
    sign = 1 if t > 0 else -1
    return Exact((Fraction(0), Fraction(0)), None, {("atan", abs(t)): (Fraction(sign), Fraction(0))})


def _unit(value: Exact, node: Term) -> Exact:
    """exp(value) for value = i * (rational combination of pi and arctangents)."""
    if value.gauss is None or any(value.gauss):
        raise Inexact("exp of a nonzero algebraic number")
    result = _rational(1)
    for (kind, t), (x, y) in value.angles.items():
        if x:
            raise Inexact("exp of a real multiple of pi or of an arctangent")
        if kind == "pi":
            if y.denominator > 24:
                raise Inexact(f"a root of unity of order {y.denominator}")
            turn = _of_root(_QQBAR.pow(_QQBAR(-1), _QQBAR(_fmpq(y % 2))))
            result = _mul(result, turn)
            continue
        # exp(2 i atan t) = (1 + i t) / (1 - i t); exp(i atan t) = (1 + i t) / sqrt(1 + t^2)
        whole, rest = divmod(y, 2)
        norm = 1 + t * t
        double: Gauss = ((1 - t * t) / norm, 2 * t / norm)
        result = _mul(result, _power(Exact(double), int(whole), node))
        if rest == 1:
            root = _of_root(_QQBAR.sqrt(_QQBAR(_fmpq(norm))))
            single = _mul(Exact((Fraction(1), t)), _of_root(_QQBAR(1) / root.qqbar()))
            result = _mul(result, single)
        elif rest:
            raise Inexact("exp of a fraction of an arctangent")
    return result


def _times_i(value: Exact) -> Exact:
    return _mul(value, Exact((Fraction(0), Fraction(1))))


_ARCSINES: dict[Fraction | None, Fraction] = {
    Fraction(1): Fraction(1, 2),
    Fraction(1, 2): Fraction(1, 6),
    Fraction(-1, 2): Fraction(-1, 6),
    Fraction(-1): Fraction(-1, 2),
}
"""In units of pi."""


def _function(kind: str, value: Exact, node: Term) -> Exact:
    if kind == "sqrt":
        return _sqrt(value, node)
    if kind == "exp":
        return _unit(value, node)
    if kind in ("sin", "cos", "tan"):
        unit = _unit(_times_i(value), node)
        if kind == "cos":
            return _real(unit)
        if kind == "sin":
            return _imaginary(unit)
        return _mul(_imaginary(unit), _inverse(_real(unit), cos(node.args[0])))
    if kind == "atan":
        return _atan(value)
    if kind == "log":
        if value.sign() <= 0:
            raise Undefined(f"{node}: the argument is not positive")
        if value.fraction() == 1:
            return _rational(0)
    if kind == "asin" and _add(_rational(1), _mul(_rational(-1), _mul(value, value))).sign() < 0:
        raise Undefined(f"{node}: the argument is outside [-1, 1]")
    if kind == "asin" and value.fraction() in _ARCSINES:
        return _mul(_rational(_ARCSINES[value.fraction()]), _node(PI, ()))
    if value.algebraic and value.is_zero:
        return _rational(1 if kind == "cosh" else 0)
    raise Inexact(f"{kind} of a nonzero algebraic number")


def _node(node: Term, args: Sequence[Exact]) -> Exact:
    kind = node.kind
    if kind == "rat":
        return _rational(node.payload)
    if kind == "i":
        return Exact((Fraction(0), Fraction(1)))
    if kind == "pi":
        return Exact((Fraction(0), Fraction(0)), None, {("pi", Fraction(1)): (Fraction(1), Fraction(0))})
    if kind in ("add", "mul"):
        total = args[0]
        for arg in args[1:]:
            total = _add(total, arg) if kind == "add" else _mul(total, arg)
        return total
    if kind == "div":
        return _mul(args[0], _inverse(args[1], node.args[1]))
    if kind == "pow":
        return _node_power(node, args)
    if kind == "conj":
        return _conj(args[0])
    if kind == "re":
        return _real(args[0])
    if kind == "im":
        return _imaginary(args[0])
    if kind == "abs2":
        return _real(_mul(args[0], _conj(args[0])))
    if kind == "abs" and args[0].angles:
        return _mul(_rational(args[0].side()), args[0])
    if kind == "abs":
        return _sqrt(_real(_mul(args[0], _conj(args[0]))), node)
    if kind in ("min", "max"):
        best = args[0]
        for arg in args[1:]:
            ahead = _add(arg, _mul(_rational(-1), best)).side()
            best = arg if (ahead > 0) == (kind == "max") and ahead else best
        return best
    return _function(kind, args[0], node)


def _node_power(node: Term, args: Sequence[Exact]) -> Exact:
    base, exponent = args
    k = exponent.fraction()
    if k is None:
        raise Inexact(f"the exponent of {node} is irrational")
    if k.denominator == 1:
        if abs(k) > 4096:
            raise Inexact(f"the exponent of {node} is {k}")
        return _power(base, int(k), node.args[0])
    sign = base.sign()
    if sign < 0 or (sign == 0 and k < 0):
        raise Undefined(f"{node}: the base is not positive")
    if sign == 0:
        return base
    if k.denominator > 6:
        raise Inexact(f"a root of order {k.denominator}")
    return _of_root(_QQBAR.pow(base.qqbar(), _QQBAR(_fmpq(k))))


def evaluate(root: Term, point: Point) -> Exact:
    """The exact value of `root` at `point`.

    Raises:
        Undefined: a denominator is zero, or a root or logarithm is outside its domain.
        Inexact: the value is not algebraic, or has too many nested radicals to decide.
        KeyError: a free symbol has no coordinate.
    """
    return _evaluate(root, point, {})


def _evaluate(root: Term, point: Point, bound: Mapping[Term, Exact]) -> Exact:
    done: dict[Term, Exact] = {}
    bound_here = any(node.kind in ("mean", "integral", *OPAQUE) for node in postorder(root))
    skip = _inside(root) if bound_here else frozenset()
    radicals = 0
    costs: dict[Term, _Cost] = {}
    for node in postorder(root):
        if node in skip:
            continue
        cost = _cost(node, costs, done)
        if node.kind == "sym":
            done[node] = bound[node] if node in bound else value_of(_coordinate(node, point))
        elif node.kind == "mean":
            done[node] = _mean(node, point, bound)
        elif node.kind == "integral":
            raise Inexact("an integral is not evaluated exactly")
        elif node.kind in OPAQUE:
            raise Inexact(f"{node} is opaque")
        else:
            done[node] = _node(node, [done[arg] for arg in node.args])
            if done[node].gauss is None and node.kind not in ("add", "mul", "div", "conj", "re", "im", "abs2"):
                radicals += 1
                if radicals > MAX_RADICALS:
                    raise Inexact(f"more than {MAX_RADICALS} irrational radicals")
                cost = (cost[0], cost[1] | {(node, 0)})
        costs[node] = _known_cost(node, done[node], cost)
    found = done[root]
    return found if found.gauss is not None else replace(found, bits=costs[root][0], radicals=len(costs[root][1]))


_Cost = tuple[int, frozenset[tuple[Term, int]]]
"""About the bits of a value, and the radicals in it."""


def _cost(node: Term, costs: Mapping[Term, _Cost], values: Mapping[Term, Exact]) -> _Cost:
    """What the value will take, before it is computed.

    Raises:
        Inexact: too much.
    """
    args = [arg for arg in node.args if arg in costs]
    bits = sum(costs[arg][0] for arg in args)
    if node.kind == "pow" and len(args) == 2:
        bits = costs[args[0]][0] * max(1, abs(int(values[args[1]].fraction() or 1)))
    irrational = [costs[arg][1] for arg in args if values[arg].gauss is None]
    if bits > (MAX_ROOT_BITS if irrational else MAX_BITS):
        raise Inexact(f"a value of about {bits} bits")
    radicals: frozenset[tuple[Term, int]] = frozenset().union(*irrational)
    if len(irrational) > 1 or (irrational and node.kind in ("pow", "abs2", "abs", "re", "im")):
        together = len(radicals) + max(map(len, irrational))
        if together > MAX_TOGETHER:
            raise Inexact(f"{together} irrational radicals in one operation")
    return bits, radicals


def _known_cost(node: Term, value: Exact, cost: _Cost) -> _Cost:
    if value.gauss is not None:
        bits = sum(part.numerator.bit_length() + part.denominator.bit_length() for part in value.gauss)
        return bits, frozenset()
    own = frozenset((node, k) for k in range(value.radicals))  # of a coordinate
    return max(value.bits, cost[0]) + 8, cost[1] | own


def _inside(root: Term) -> frozenset[Term]:
    """Nodes that are reached only through the body of a mean or an integral."""
    outside: set[Term] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in outside:
            continue
        outside.add(node)
        if node.kind not in ("mean", *OPAQUE):
            stack.extend(node.args[2:] if node.kind == "integral" else node.args)
    return frozenset(node for node in postorder(root) if node not in outside)


def _coordinate(sym: Term, point: Point) -> Term:
    value = point[sym]
    if isinstance(value, tuple):
        raise KeyError(f"{sym} is a token; it has a value only inside a mean")
    return value


def _mean(node: Term, point: Point, bound: Mapping[Term, Exact]) -> Exact:
    body, tokens = node.args[0], node.args[1:]
    columns = []
    for token in tokens:
        values = point[token]
        columns.append(values if isinstance(values, tuple) else (values,))
    if len({len(column) for column in columns}) != 1 or not columns[0]:
        raise KeyError(f"the token of {node} needs the same positive number of values for each of its symbols")
    total = _rational(0)
    for row in zip(*columns, strict=True):
        here = {**bound, **{token: value_of(value) for token, value in zip(tokens, row, strict=True)}}
        total = _add(total, _evaluate(body, point, here))
    return _mul(total, _rational(Fraction(1, len(columns[0]))))


def value_of(constant: Term) -> Exact:
    """The exact value of a constant Term, such as a coordinate."""
    if constant.kind == "rat":
        return _rational(constant.payload)
    if constant.symbols:
        raise Inexact(f"the coordinate {constant} is not constant")
    return _evaluate(constant, {}, {})
