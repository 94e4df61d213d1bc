"""The batch reading: Terms at a million points at once, each value with a bound of its own rounding error.

`compile_batch` walks the DAG once and writes straight-line NumPy source in which every common subexpression is
computed once. Names of symbols never reach that source: variables are numbered. The points are worked through in
chunks that stay in the processor's cache.

The error bound is a running error analysis to first order: every operation adds its own rounding to what it inherits
from its operands (coordinates count as exact). It is in absolute units, and holds up to the rounding of the bound
itself and outside underflow; libm functions are taken to be accurate to 4 units in the last place. Where a bound is
lost (a denominator no larger than its own error) it is inf. An integral is a Gauss-Legendre sum of 64 nodes; how far it
is from the integral is guessed from the sum over every other node.

A value is NaN where the Term is undefined: a zero denominator, the root of a negative number, the logarithm of a
nonpositive one; and where float64 overflows. Nothing is raised or warned about at a point. This reading concludes
nothing: it says where to look.
"""

from __future__ import annotations

import math
import re as regex
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.kernel import term as terms
from verify.kernel.term import Term

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BatchFunction", "compile_batch"]

CHUNK = 8_192  # elements: 64 kB an array, so that a dozen live ones stay in a second-level cache
CACHED = 256
NODES = 64  # of a quadrature

_CACHE: OrderedDict[tuple[tuple[str, ...], tuple[str, ...]], BatchFunction] = OrderedDict()


def compile_batch(wanted: Sequence[Term], symbols: Sequence[Term]) -> BatchFunction:
    """Compile `wanted` for evaluation at many points; results are kept by the Terms' keys.

    Args:
        wanted: Terms, evaluated together so that they share subexpressions.
        symbols: the symbols that points will have; at least the free symbols of `wanted`.

    Raises:
        ValueError: a free symbol is missing from `symbols`.
    """
    key = (tuple(each.key for each in wanted), tuple(each.key for each in symbols))
    found = _CACHE.get(key)
    if found is None:
        missing = [sym for each in wanted for sym in each.symbols if sym not in symbols]
        if missing:
            raise ValueError(f"compile_batch: the symbol {missing[0]} is not among those given")
        found = _CACHE[key] = BatchFunction(tuple(wanted), tuple(symbols))
        if len(_CACHE) > CACHED:
            _CACHE.popitem(last=False)
    else:
        _CACHE.move_to_end(key)
    return found


class BatchFunction:
    """Several Terms, compiled.

    Attributes:
        terms: what it evaluates, in order.
        symbols: the symbols that it was compiled for.
    """

    def __init__(self, wanted: tuple[Term, ...], symbols: tuple[Term, ...]) -> None:
        self.terms = wanted
        self.symbols = symbols
        self._compiled: dict[bool, tuple[Callable[..., Any], _Writer]] = {}
        self._sources: dict[bool, str] = {}

    def __call__(self, columns: Mapping[Term, Any]) -> list[tuple[NDArray[Any], NDArray[np.float64]]]:
        """Evaluate at N points.

        Args:
            columns: each free symbol to an array of shape (N,), or to one number for all points; the symbols of a
                token to arrays of shape (N, n). Real symbols float64, natural ones integers, complex ones complex128.

        Returns:
            For each Term its values, shape (N,), float64 or complex128, and the bound of their absolute errors,
            shape (N,), float64. Both are NaN where the Term is undefined or overflows.

        Raises:
            KeyError: a symbol has no column.
            ValueError: columns of different lengths, or complex numbers for a real symbol.
        """
        return self._run(columns, True)

    def values(self, columns: Mapping[Term, Any]) -> list[NDArray[Any]]:
        """The values alone, in about a third of the time; otherwise as a call."""
        return [value for value, _ in self._run(columns, False)]

    @property
    def source(self) -> str:
        """The generated source, for reading."""
        self._function(True)
        return self._sources[True]

    def elsewhere(self, namespace: Mapping[str, Any]) -> tuple[Callable[..., Any], list[tuple[Term, int]]]:
        """The source for values alone, run with other arrays than NumPy's.

        Args:
            namespace: the names of helpers and of `np` in the source.

        Returns:
            (a function of a list of arrays that gives pairs (value, None), which symbol each array is for, with the
            axis of its tokens, 0 for none).
        """
        _, writer = self._function(False)
        constants = {name: value.item() for name, value in writer.constants.items()}
        names: dict[str, Any] = {**namespace, **constants}
        exec(compile(self._sources[False], "<batch reading>", "exec"), names)
        return names["batch"], writer.loads

    def _function(self, errors: bool) -> tuple[Callable[..., Any], _Writer]:
        if errors not in self._compiled:
            writer = _Writer(errors)
            writer.outputs(self.terms)
            source = writer.source()
            namespace: dict[str, Any] = {**_namespace(), **writer.constants}
            exec(compile(source, "<batch reading>", "exec"), namespace)
            self._sources[errors] = source
            self._compiled[errors] = (namespace["batch"], writer)
        return self._compiled[errors]

    def _run(self, columns: Mapping[Term, Any], errors: bool) -> list[tuple[Any, Any]]:
        import numpy as np

        function, writer = self._function(errors)
        lengths = {len(columns[sym]) for sym, _ in writer.loads if np.ndim(columns[sym])}
        if not lengths:
            lengths = {len(given) for given in columns.values() if np.ndim(given)} or {1}
        if len(lengths) > 1:
            raise ValueError(f"columns have different lengths: {sorted(lengths)}")
        (n,) = lengths
        arrays = [_column(sym, axis, columns[sym], n) for sym, axis in writer.loads]
        for tokens in writer.groups:
            if (
                len(
                    {
                        array.shape
                        for array, (sym, axis) in zip(arrays, writer.loads, strict=True)
                        if axis and sym in tokens
                    }
                )
                > 1
            ):
                raise ValueError(f"the columns of {', '.join(map(str, tokens))} have different numbers of tokens")
        widths: dict[int, int] = {}
        for array, (_, axis) in zip(arrays, writer.loads, strict=True):
            widths[axis] = max(widths.get(axis, 1), array.shape[-1] if axis else 1)
        widths |= {axis: max(widths.get(axis, 1), NODES) for axis in writer.quadratures}
        rows = max(1, CHUNK // math.prod(widths.values()))
        kinds = [np.dtype(np.float64 if each.is_real else np.complex128) for each in self.terms]
        results = [(np.empty(n, kind), np.empty(n if errors else 0)) for kind in kinds]
        with np.errstate(all="ignore"):
            for start in range(0, n, rows):
                piece = slice(start, min(n, start + rows))
                out = function([array[piece] for array in arrays])
                for (value, error), (v, e) in zip(results, out, strict=True):
                    value[piece] = v
                    if errors:
                        error[piece] = e
            for value, error in results:
                _settle(value, error if errors else None)
        return results


def _column(sym: Term, axis: int, given: Any, n: int) -> NDArray[Any]:
    """A symbol's coordinates as an array that broadcasts: (N,), or (N, 1, ..., n) for a token of axis `axis`."""
    import numpy as np

    if sym.is_real and np.iscomplexobj(given):
        raise ValueError(f"the symbol {sym} is {sym.payload[1]}, its column is complex")
    array = np.asarray(given, dtype=np.float64 if sym.is_real else np.complex128)
    if not array.ndim:
        array = np.full(n, array)
    if axis and array.ndim == 1:  # one token
        array = array[:, None]
    if array.ndim != (2 if axis else 1) or (axis and not array.shape[1]):
        expected = "(N, n), as it is averaged over" if axis else "(N,)"
        raise ValueError(f"the column of {sym} has the shape {array.shape}, expected {expected}")
    array = np.ascontiguousarray(array)
    return array.reshape(n, *[1] * (axis - 1), array.shape[1]) if axis > 1 else array


def _settle(value: NDArray[Any], error: NDArray[np.float64] | None) -> None:
    """NaN wherever a value is not finite; inf where a bound is lost."""
    import numpy as np

    bad = ~np.isfinite(value)
    undefined = bool(bad.any())
    if undefined:
        value[bad] = complex(np.nan, np.nan) if value.dtype.kind == "c" else np.nan
    if error is not None:
        np.copyto(error, np.inf, where=np.isnan(error))
        if undefined:
            error[bad] = np.nan


# source


@dataclass(frozen=True)
class _Value:
    """A computed node: the names of its value and error bound (None: exact) in the source.

    Attributes:
        rank: -1 for a constant, 0 for shape (N,), k for a further axis per nested mean.
        nonneg: nonnegative by form.
        total: its Term is total, so a NaN can only be an overflow.
    """

    name: str
    error: str | None
    rank: int
    real: bool
    nonneg: bool = False
    total: bool = True


_Binding = tuple[tuple[Term, int], ...]


class _Writer:
    """Writes the source of one batch function."""

    def __init__(self, errors: bool) -> None:
        self.errors = errors
        self.constants: dict[str, Any] = {}
        self.loads: list[tuple[Term, int]] = []
        self._lines: list[str] = []
        self._count = 0
        self._memo: dict[tuple[Term, _Binding], _Value] = {}
        self._views: dict[tuple[str, str], str] = {}
        self._products: dict[tuple[str, str], _Value] = {}
        self._axes: dict[Term, int] = {}
        self._result = ""
        self.groups: list[tuple[Term, ...]] = []
        self.quadratures: list[int] = []  # the axis of each

    # lines

    def _new(self, code: str, letter: str = "v") -> str:
        name = f"{letter}{self._count}"
        self._count += 1
        self._lines.append(f"{name} = {code}")
        return name

    def _pair(self, code: str) -> tuple[str, str | None]:
        """A helper's value and error."""
        if not self.errors:
            return self._new(f"{code}[0]"), None
        value, error = f"v{self._count}", f"e{self._count}"
        self._count += 1
        self._lines.append(f"{value}, {error} = {code}")
        return value, error

    def _view(self, name: str, code: str) -> str:
        """`code` applied to a name, once."""
        slot = (name, code)
        if slot not in self._views:
            self._views[slot] = self._new(code.format(name), "a")
        return self._views[slot]

    def _constant(self, value: Any) -> str:
        import numpy as np

        name = f"c{len(self.constants)}"
        self.constants[name] = np.complex128(value) if isinstance(value, complex) else np.float64(value)
        return name

    def source(self) -> str:
        """The function; every variable is dropped after its last use, so that memory stays in the cache."""
        last: dict[str, int] = {}
        for at, line in enumerate(self._lines):
            for name in regex.findall(r"\b[vea]\d+\b", line):
                last[name] = at
        kept = set(regex.findall(r"\b[vea]\d+\b", self._result))
        body = []
        for at, line in enumerate(self._lines):
            body.append(line)
            done = sorted({n for n in regex.findall(r"\b[vea]\d+\b", line) if last[n] == at and n not in kept})
            if done:
                body.append(f"del {', '.join(done)}")
        return "\n    ".join(["def batch(columns):", *body, f"return [{self._result}]"]) + "\n"

    def outputs(self, wanted: Sequence[Term]) -> None:
        values = [self._value(each) for each in wanted]
        self._result = ", ".join(f"({v.name}, {(v.error or '0.0') if self.errors else None})" for v in values)

    # values

    def _slot(self, node: Term) -> tuple[Term, _Binding]:
        return node, tuple((sym, self._axes[sym]) for sym in node.symbols if sym in self._axes)

    def _value(self, root: Term) -> _Value:
        stack = [root]
        while stack:
            node = stack[-1]
            slot = self._slot(node)
            if slot in self._memo:
                stack.pop()
                continue
            needs = _needs(node)
            missing = [each for each in needs if self._slot(each) not in self._memo]
            if missing:
                stack.extend(reversed(missing))
            else:
                self._memo[slot] = self._node(node, [self._memo[self._slot(each)] for each in needs])
                stack.pop()
        return self._memo[self._slot(root)]

    def _node(self, node: Term, args: list[_Value]) -> _Value:
        kind = node.kind
        if kind in ("rat", "pi"):
            return self._literal(node)
        if kind == "i":
            return _Value(self._constant(1j), None, -1, False)
        if kind == "sym":
            return self._load(node)
        if kind == "add":
            return self._sum(node, args)
        if kind == "mul":
            factor, rest = _split(node)
            return self._scaled(factor, args[0]) if factor != 1 else self._product(rest, args)
        if kind == "div":
            return self._helped("div", node, args)
        if kind == "pow":
            return self._power(node, args)
        if kind in ("min", "max"):
            return self._extreme(node, args)
        if kind == "mean":
            return self._mean(node)
        if kind == "integral":
            return self._integral(node, *args)
        if kind in terms.OPAQUE:
            return _Value("np.nan", None, -1, True)
        if kind in ("conj", "re", "im", "abs2", "abs"):
            return self._part(node, args[0])
        if kind == "exp" and _rotation(node) is not None:
            return self._helped("cis", node, args, real=False)
        return self._helped(kind if args[0].real else "cexp", node, args, nonneg=kind in ("sqrt", "exp", "cosh"))

    def _literal(self, node: Term) -> _Value:
        if node.kind == "pi":
            return _Value(self._constant(3.141592653589793), self._constant(1.3e-16), -1, True, True)
        exact: Fraction = node.payload
        try:
            value = float(exact)
        except OverflowError:
            value = float("inf")
        error = None if value == exact else self._constant(abs(value) * 2.0**-53)
        return _Value(self._constant(value), error if self.errors else None, -1, True, value >= 0)

    def _load(self, sym: Term) -> _Value:
        axis = self._axes.get(sym, 0)
        at = len(self.loads)
        self.loads.append((sym, axis))
        name = self._new(f"columns[{at}]")
        return _Value(name, None, axis, sym.is_real, sym.payload[1] == "natural")

    def _at(self, name: str, rank: int, wanted: int) -> str:
        """A name with as many axes as `wanted`; constants broadcast by themselves."""
        if rank in (-1, wanted):
            return name
        return self._view(name, "{0}[..." + ", None" * (wanted - rank) + "]")

    def _size(self, value: _Value) -> str:
        """|value|; for a complex one |re| + |im|, which is at most sqrt(2) too large and five times cheaper."""
        if value.real:
            return value.name if value.nonneg else self._view(value.name, "np.abs({0})")
        return self._view(value.name, "np.abs({0}.real) + np.abs({0}.imag)")

    def _helped(
        self, helper: str, node: Term, args: Sequence[_Value], *, real: bool | None = None, nonneg: bool = False
    ) -> _Value:
        rank = max(arg.rank for arg in args)
        given = []
        for arg in args:
            given.append(self._at(arg.name, arg.rank, rank))
            given.append("None" if arg.error is None else self._at(arg.error, arg.rank, rank))
        value, error = self._pair(f"{helper}({', '.join(given)}, errors={self.errors})")
        if real is None:  # I*I*x is real, though not by form
            real = node.is_real or all(arg.real for arg in args)
        return _Value(value, error, rank, real, nonneg and real, node.total)

    def _sum(self, node: Term, args: Sequence[_Value]) -> _Value:
        signed = [(-1 if _split(arg)[0] == -1 else 1, value) for arg, value in zip(node.args, args, strict=True)]
        # Positive and wide operands first: then every further one is added in place.
        signed.sort(key=lambda each: (not each[1].real, -each[1].rank, -each[0]))
        total: _Value | None = None
        for real in (True, False):
            for sign, value in (each for each in signed if each[1].real == real):
                if total is None:
                    total = value if sign > 0 else self._scaled(Fraction(-1), value)
                else:
                    total = self._plus(total, sign, value)
        assert total is not None
        return total

    def _plus(self, left: _Value, sign: int, right: _Value) -> _Value:
        rank = max(left.rank, right.rank)
        a, b = self._at(left.name, left.rank, rank), self._at(right.name, right.rank, rank)
        if left.real and not right.real and not left.total:
            a = self._new(f"join({a})")  # nan + 1j would keep a finite imaginary part
        name = self._new(f"{a} {'+' if sign > 0 else '-'} {b}")
        nonneg = left.nonneg and right.nonneg and sign > 0
        total = _Value(name, None, rank, left.real and right.real, nonneg, left.total and right.total)
        if not self.errors:
            return total
        error = self._rounding(total, 1)
        for operand in (left, right):
            if operand.error is not None:
                self._lines.append(f"{error} += {self._at(operand.error, operand.rank, rank)}")
        return _with_error(total, error)

    def _rounding(self, value: _Value, units: int) -> str:
        """A new array: `units` * EPS * |value|."""
        factor = "EPS" if units == 1 else f"({units} * EPS)"
        return self._new(f"{factor} * {self._size(value)}", "e")

    def _scaled(self, factor: Fraction, value: _Value) -> _Value:
        """A rational multiple; exact for powers of two."""
        if factor == -1:
            return _Value(self._new(f"-{value.name}"), value.error, value.rank, value.real, False, value.total)
        constant = self._literal(terms.number(factor))
        power_of_two = abs(factor.numerator) & (abs(factor.numerator) - 1) == 0 and (
            factor.denominator & (factor.denominator - 1) == 0
        )
        if constant.error is not None or not power_of_two:
            return self._times(constant, value)
        error = value.error
        if error is not None:
            error = self._new(f"{self._constant(abs(float(factor)))} * {error}", "e")
        nonneg = factor >= 0 and value.nonneg
        return _Value(self._new(f"{constant.name} * {value.name}"), error, value.rank, value.real, nonneg, value.total)

    def _product(self, rest: Sequence[Term], args: Sequence[_Value]) -> _Value:
        product: _Value | None = None
        for value in sorted(args, key=lambda each: (not each.real, each.rank)):
            product = value if product is None else self._times(product, value)
        assert product is not None
        if not any(factor.kind == "i" for factor in rest):
            return product
        code = f"imaginary({product.name})" if product.real else f"1j * {product.name}"
        return _Value(self._new(code), product.error, product.rank, False, False, product.total)

    def _times(self, left: _Value, right: _Value) -> _Value:
        slot = (left.name, right.name)
        if slot not in self._products:
            self._products[slot] = self._multiplied(left, right)
        return self._products[slot]

    def _multiplied(self, left: _Value, right: _Value) -> _Value:
        rank = max(left.rank, right.rank)
        name = self._new(f"{self._at(left.name, left.rank, rank)} * {self._at(right.name, right.rank, rank)}")
        real = left.real and right.real
        product = _Value(name, None, rank, real, left.nonneg and right.nonneg, left.total and right.total)
        if not self.errors:
            return product
        # A product of two complex numbers is within sqrt(5) u of the truth, u = EPS/2.
        error = self._rounding(product, 1 if left.real or right.real else 2)
        if left.error is not None:
            size = self._at(self._size(right), right.rank, rank)
            self._lines.append(f"{error} += {self._at(left.error, left.rank, rank)} * {size}")
        if right.error is not None:
            size = self._at(self._size(left), left.rank, rank)
            if left.error is not None:
                size = f"({size} + {self._at(left.error, left.rank, rank)})"
            self._lines.append(f"{error} += {self._at(right.error, right.rank, rank)} * {size}")
        return _with_error(product, error)

    def _power(self, node: Term, args: list[_Value]) -> _Value:
        exponent = node.args[1]
        base = args[0]
        if len(args) == 1:
            k = int(exponent.payload)
            value = self._integer_power(base, abs(k))
            if k >= 0:
                return value
            return self._helped("div", node, [_Value(self._constant(1.0), None, -1, True, True), value])
        if not base.real:
            return self._helped("complex_power", node, args)
        kind = "integer_power" if terms.is_integer(exponent) else "real_power"
        return self._helped(kind, node, args, nonneg=base.nonneg)

    def _integer_power(self, base: _Value, k: int) -> _Value:
        """base**k, k >= 0, by repeated multiplication."""
        if k == 0:  # the base is partial: keep its NaN
            return _Value(self._new(f"0.0 * {base.name} + 1.0"), None, base.rank, base.real, False, base.total)
        result: _Value | None = None
        square = base
        while True:
            if k & 1:
                result = square if result is None else self._times(result, square)
            k >>= 1
            if not k:
                assert result is not None
                return result
            square = self._times(square, square)
            if base.real:
                square = _Value(square.name, square.error, square.rank, True, True, square.total)

    def _extreme(self, node: Term, args: Sequence[_Value]) -> _Value:
        function = f"np.{node.kind}imum"
        best = args[0]
        for value in args[1:]:
            rank = max(best.rank, value.rank)
            pair = [self._at(each.name, each.rank, rank) for each in (best, value)]
            errors = [self._at(e.error, e.rank, rank) for e in (best, value) if e.error is not None]
            name = self._new(f"{function}({', '.join(pair)})")
            error = None
            if errors:  # one of them may be a constant's: give it the value's shape
                error = self._new(
                    f"np.maximum({errors[0]}, {errors[1] if errors[1:] else f'np.zeros(np.shape({name}))'})", "e"
                )
            nonneg = best.nonneg and value.nonneg
            best = _Value(name, error, rank, True, nonneg, best.total and value.total)
        return best

    def _part(self, node: Term, z: _Value) -> _Value:
        kind = node.kind
        if kind == "conj":
            return z if z.real else _Value(self._new(f"np.conj({z.name})"), z.error, z.rank, False, False, z.total)
        if kind == "abs" or (kind == "abs2" and z.real):
            if kind == "abs2":
                return self._integer_power(z, 2)
            if z.real:
                return _Value(self._size(z), z.error, z.rank, True, True, z.total)
            return self._helped("modulus", node, [z], nonneg=True)
        if kind == "abs2":
            return self._helped("modulus_squared", node, [z], nonneg=True)
        if z.real:
            return z if kind == "re" else _Value(self._new(f"0.0 * {z.name}"), None, z.rank, True, False, z.total)
        code = f"{z.name}.real" if kind == "re" else f"{z.name}.imag"
        return _Value(self._new(code), z.error, z.rank, True, False, z.total)

    def _mean(self, node: Term) -> _Value:
        body, tokens = node.args[0], node.args[1:]
        outer = dict(self._axes)
        for token in tokens:
            self._axes.pop(token, None)
        axis = 1 + max((self._axes[sym] for sym in node.symbols if sym in self._axes), default=0)
        self._axes.update(dict.fromkeys(tokens, axis))
        self.groups.append(tokens)
        try:
            value = self._value(body)
        finally:
            self._axes = outer
        if value.rank < axis:
            return value
        error = "None" if value.error is None else value.error
        name, bound = self._pair(f"average({value.name}, {error}, errors={self.errors})")
        return _Value(name, bound, axis - 1, value.real, value.nonneg, value.total)

    def _integral(self, node: Term, low: _Value, high: _Value) -> _Value:
        body, variable = node.args[:2]
        width = self._plus(high, -1, low)
        middle, half = (self._scaled(Fraction(1, 2), each) for each in (self._plus(high, 1, low), width))
        axis = 1 + max((self._axes[sym] for sym in node.symbols if sym in self._axes), default=0)
        own = terms.bound(-1 - len(self.quadratures))  # the same body may stand under integrals with other ends
        self.quadratures.append(axis)
        m, h = (self._at(each.name, each.rank, axis) for each in (middle, half))
        place = _Value(self._new(f"{m} + {h} * GAUSS"), None, axis, True)
        if self.errors:
            error = self._new(f"2 * EPS * (np.abs({m}) + np.abs({h})) + 0 * GAUSS", "e")
            for each in (middle, half):
                if each.error is not None:
                    self._lines.append(f"{error} += {self._at(each.error, each.rank, axis)}")
            place = _with_error(place, error)
        self._axes[own] = axis
        self._memo[self._slot(own)] = place
        try:
            value = self._value(body.subs(variable, own))
        finally:
            del self._axes[own]
        if value.rank < axis:
            return self._times(width, value)
        given = [value.name, "None" if value.error is None else value.error]
        given += ["None" if each is None else self._at(each, half.rank, axis - 1) for each in (half.name, half.error)]
        name, bound = self._pair(f"integrated({', '.join(given)}, errors={self.errors})")
        return _Value(name, bound, axis - 1, value.real, False, False)


def _with_error(value: _Value, error: str) -> _Value:
    return _Value(value.name, error, value.rank, value.real, value.nonneg, value.total)


def _split(node: Term) -> tuple[Fraction, list[Term]]:
    """A product's rational factor and the others."""
    if node.kind != "mul":
        return Fraction(1), [node]
    factor, rest = Fraction(1), []
    for arg in node.args:
        if arg.kind == "rat":
            factor = arg.payload
        else:
            rest.append(arg)
    return factor, rest


def _rotation(node: Term) -> Term | None:
    """The real angle t, where `node` is exp(I*t) by form."""
    if node.args[0].kind != "mul":
        return None
    rest = [arg for arg in node.args[0].args if arg.kind != "i"]
    if len(rest) != len(node.args[0].args) - 1 or not all(arg.is_real for arg in rest):
        return None
    return terms.mul(*rest)


def _needs(node: Term) -> list[Term]:
    """The Terms from whose values that of `node` is computed."""
    kind = node.kind
    if kind in ("mean", "integral", *terms.OPAQUE):
        return list(node.args[2:]) if kind == "integral" else []
    if kind == "add":
        cores = [_split(arg) for arg in node.args]
        pairs = zip(node.args, cores, strict=True)
        return [terms.mul(*rest) if factor == -1 else arg for arg, (factor, rest) in pairs]
    if kind == "mul":
        factor, rest = _split(node)
        return [terms.mul(*rest)] if factor != 1 else [arg for arg in rest if arg.kind != "i"]
    if kind == "exp":
        angle = _rotation(node)
        return [node.args[0] if angle is None else angle]
    if kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator == 1:
        return [node.args[0]]
    return list(node.args)


# helpers of the generated source: value and error bound together, arrays already of one rank


def _namespace() -> dict[str, Any]:
    global _HELPERS
    if _HELPERS is None:
        _HELPERS = _helpers()
    return _HELPERS


_HELPERS: dict[str, Any] | None = None


def _helpers() -> dict[str, Any]:
    import numpy as np

    EPS = 2.0**-52  # twice the unit roundoff, which leaves room for the rounding of the bounds themselves
    nan, inf = np.nan, np.inf
    NAN = complex(nan, nan)

    def nonzero(b: Any) -> Any:
        zero = b == 0
        return np.where(zero, NAN if np.iscomplexobj(b) else nan, b) if np.any(zero) else b

    def positive(x: Any) -> Any:
        outside = ~(x > 0)
        return np.where(outside, nan, x) if np.any(outside) else x

    def size(z: Any) -> Any:
        return np.abs(z.real) + np.abs(z.imag) if np.iscomplexobj(z) else np.abs(z)

    def over(error: Any, distance: Any) -> Any:
        """error/distance, where the distance to a singularity is known to be positive."""
        return np.where(distance > 0, error / distance, inf)

    def grown(slope: Any, e: Any) -> Any:
        """slope*(exp(e) - 1), a little more, for e <= 1."""
        return np.where(e <= 1, slope * e * (1 + e), inf)

    def join(x: Any) -> Any:
        gone = np.isnan(x)
        return np.where(gone, NAN, x) if np.any(gone) else x

    def imaginary(x: Any) -> Any:
        result = np.zeros(np.shape(x), np.complex128)
        result.imag = x
        gone = np.isnan(x)
        if np.any(gone):
            result[gone] = NAN
        return result

    def div(a: Any, ea: Any, b: Any, eb: Any, errors: bool) -> Any:
        b = nonzero(b)
        q = a / b
        if not errors:
            return q, None
        below, large = np.abs(b), size(q)
        error = (8 * EPS if np.iscomplexobj(b) else EPS) * large
        if eb is None:
            return q, error if ea is None else error + ea / below
        return q, error + over((0 if ea is None else ea) + large * eb, below - eb)

    def sqrt(x: Any, e: Any, errors: bool) -> Any:
        v = np.sqrt(x)
        if not errors:
            return v, None
        # |sqrt(x + d) - sqrt(x)| is at most d/sqrt(x) and at most sqrt(d)
        return v, EPS * v if e is None else EPS * v + np.fmin(e / v, np.sqrt(e))

    def log(x: Any, e: Any, errors: bool) -> Any:
        x = positive(x)
        v = np.log(x)
        if not errors:
            return v, None
        error = 4 * EPS * np.abs(v)
        return v, error if e is None else error + over(e, x - e)

    def exp(x: Any, e: Any, errors: bool) -> Any:
        v = np.exp(x)
        if not errors:
            return v, None
        return v, 4 * EPS * v if e is None else 4 * EPS * v + grown(v, e)

    def cexp(z: Any, e: Any, errors: bool) -> Any:
        v = np.exp(z)
        if not errors:
            return v, None
        large = size(v)
        return v, 8 * EPS * large if e is None else 8 * EPS * large + grown(large, e)

    def cis(x: Any, e: Any, errors: bool) -> Any:
        v = np.empty(np.shape(x), np.complex128)
        v.real, v.imag = np.cos(x), np.sin(x)
        if not errors:
            return v, None
        return v, np.full(np.shape(x), 6 * EPS) if e is None else 6 * EPS + e

    def smooth(function: Any, slope: Any) -> Any:
        """A function whose derivative is at most `slope(value)` in modulus, up to a factor exp(e)."""

        def helper(x: Any, e: Any, errors: bool) -> Any:
            v = function(x)
            if not errors:
                return v, None
            error = 4 * EPS * np.abs(v)
            return v, error if e is None else error + (e if slope is None else grown(slope(v), e))

        return helper

    def tan(x: Any, e: Any, errors: bool) -> Any:
        v = np.tan(x)
        if not errors:
            return v, None
        error = 4 * EPS * np.abs(v)
        # tan(x + d) - tan(x) = (1 + v**2) tan(d) / (1 - v tan(d)), and tan(d) <= 2 d for d <= 1
        return v, error if e is None else error + np.where(
            e <= 1, over(2 * e * (1 + v * v), 1 - 2 * e * np.abs(v)), inf
        )

    def asin(x: Any, e: Any, errors: bool) -> Any:
        v = np.arcsin(x)
        if not errors:
            return v, None
        error = 4 * EPS * np.abs(v)
        if e is None:
            return v, error
        edge = (1 - np.abs(x)) - e
        # sqrt(1 - y**2) >= sqrt(1 - |y|); asin(1) - asin(1 - d) <= pi sqrt(d/2)
        return v, error + np.fmin(e / np.sqrt(edge), 2.23 * np.sqrt(e))

    def modulus(z: Any, e: Any, errors: bool) -> Any:
        v = np.abs(z)
        if not errors:
            return v, None
        return v, 2 * EPS * v if e is None else 2 * EPS * v + e

    def modulus_squared(z: Any, e: Any, errors: bool) -> Any:
        v = z.real * z.real + z.imag * z.imag
        if not errors:
            return v, None
        return v, 2 * EPS * v if e is None else 2 * EPS * v + e * (2 * size(z) + e)

    def powered(v: Any, x: Any, ex: Any, y: Any, ey: Any) -> Any:
        """The bound for v = x**y, x > 0."""
        error = 4 * EPS * v
        if ex is not None or ey is not None:
            drift = 0 if ex is None else np.abs(y) * over(ex, x - ex)
            drift = drift if ey is None else drift + ey * (np.abs(np.log(x)) + (0 if ex is None else over(ex, x - ex)))
            error = error + grown(v, drift)
        return error

    def real_power(x: Any, ex: Any, y: Any, ey: Any, errors: bool) -> Any:
        whole = y == np.rint(y)
        v = np.power(np.where((x >= 0) | whole, x, nan), y)
        v = np.where((x == 0) & (y < 0) | np.isnan(x) | np.isnan(y), nan, v)
        return v, powered(np.abs(v), np.abs(x), ex, y, ey) if errors else None

    def integer_power(x: Any, ex: Any, y: Any, _: Any, errors: bool) -> Any:
        v = np.power(x, y)
        v = np.where((x == 0) & (y < 0) | np.isnan(x), nan, v)
        if not errors:
            return v, None
        error = 4 * EPS * np.abs(v)
        return v, error if ex is None else error + spread(np.abs(x), ex, y)

    def spread(x: Any, ex: Any, y: Any) -> Any:
        """|y| s**(y-1) ex with the worst s within ex of x."""
        worst = np.where(y >= 1, x + ex, x - ex)
        return np.where(y == 0, 0.0, np.where(worst > 0, np.abs(y) * np.power(worst, y - 1) * ex, inf))

    def complex_power(z: Any, ez: Any, y: Any, _: Any, errors: bool) -> Any:
        k = np.rint(np.where(np.isfinite(y), y, 0)).astype(np.int64)
        v, square, left = np.ones(np.broadcast_shapes(np.shape(z), np.shape(k)), np.complex128), z, np.abs(k)
        while np.any(left):
            v = np.where(left & 1, v * square, v)
            left = left >> 1
            square = square * square
        v = np.where(np.isnan(z) | (np.abs(y) > 2**40) | np.isnan(y), NAN, v)
        v = np.where(k < 0, 1 / nonzero(v), v) if np.any(k < 0) else v
        if not errors:
            return v, None
        error = 4 * EPS * (np.abs(y) + 2) * np.abs(v)
        return v, error if ez is None else error + spread(np.abs(z), ez, y)

    def average(v: Any, e: Any, errors: bool) -> Any:
        n = v.shape[-1]
        value = v.mean(axis=-1)
        if not errors:
            return value, None
        # NumPy sums contiguous rows pairwise, in blocks of 128 by 8 accumulators
        units = min(n, 20 + n.bit_length())
        error = units * EPS * size(v).mean(axis=-1)
        return value, error if e is None else error + e.mean(axis=-1)

    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    moments = np.zeros(len(nodes[::2]))
    moments[0] = 2
    apart = weights.copy()  # the weights less those of the rule on every other node
    apart[::2] -= np.linalg.solve(np.polynomial.legendre.legvander(nodes[::2], len(moments) - 1).T, moments)

    def integrated(v: Any, e: Any, half: Any, ehalf: Any, errors: bool) -> Any:
        total = v @ weights
        value = half * total
        if not errors:
            return value, None
        large, distance = size(v) @ weights, 4 * size(v @ apart)
        distance = np.where(distance > large / 128, inf, distance)  # what is not resolved may have any integral
        error = np.abs(half) * (distance + NODES * EPS * large + (0 if e is None else e @ weights))
        return value, error if ehalf is None else error + ehalf * size(total)

    return {
        "np": np,
        "GAUSS": nodes,
        "integrated": integrated,
        "EPS": EPS,
        "join": join,
        "imaginary": imaginary,
        "div": div,
        "sqrt": sqrt,
        "log": log,
        "exp": exp,
        "cexp": cexp,
        "cis": cis,
        "sin": smooth(np.sin, None),
        "cos": smooth(np.cos, None),
        "tanh": smooth(np.tanh, None),
        "atan": smooth(np.arctan, None),
        "sinh": smooth(np.sinh, lambda v: 1 + np.abs(v)),
        "cosh": smooth(np.cosh, np.abs),
        "tan": tan,
        "asin": asin,
        "modulus": modulus,
        "modulus_squared": modulus_squared,
        "real_power": real_power,
        "integer_power": integer_power,
        "complex_power": complex_power,
        "average": average,
    }
