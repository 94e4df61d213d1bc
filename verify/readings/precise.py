"""The precise reading: a second arithmetic, mpmath, at 50 digits and more. It concludes nothing on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from verify.kernel.exact import Inexact, Undefined
from verify.kernel.term import OPAQUE, Term

__all__ = ["Inexact", "Undefined", "evaluate"]

GUARD = 10  # digits lost to the rounding of a few hundred operations
MAX_EXPONENTIAL = 40  # bits of an exponential's argument, and of the exponent of any value
MAX_ANGLE = 10_000  # bits of an angle: reducing it takes as many digits of pi


def evaluate(root: Term, point: Mapping[Term, Any], digits: int = 50) -> Any:
    """The value of `root`, computed with `digits` digits and a few more.

    Cancellation is not repaired: ask again with more digits and compare.

    Args:
        point: symbols to constant Terms or to numbers that mpmath reads; a token's symbols to tuples of either.
        digits: decimal digits of the arithmetic.

    Returns:
        mpmath.mpf for a Term that is real by form, else mpmath.mpc.

    Raises:
        Undefined: a denominator is zero in this arithmetic, or a root or logarithm is outside its domain.
        Inexact: a value is too large to compute with, such as exp(exp(exp(100))).
        KeyError: a free symbol has no coordinate.
    """
    mpmath: Any = import_module("mpmath")  # it has no types
    with mpmath.workdps(digits + GUARD):
        return _evaluate(mpmath, root, point, {})


def _evaluate(mp: Any, root: Term, point: Mapping[Term, Any], bound: Mapping[Term, Any]) -> Any:
    done: dict[Term, Any] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
        elif node.kind == "sym":
            done[node] = _coordinate(mp, node, bound[node] if node in bound else point[node])
        elif node.kind == "mean":
            done[node] = _mean(mp, node, point, bound)
        elif node.kind in OPAQUE:
            done[node] = mp.nan
        elif node.kind == "integral":
            done[node] = _integral(mp, node, point, bound)
        else:
            missing = [arg for arg in node.args if arg not in done]
            if missing:
                stack.extend(reversed(missing))
            else:
                done[node] = _node(mp, node, [done[arg] for arg in node.args])
    return done[root]


def _coordinate(mp: Any, sym: Term, value: Any) -> Any:
    if isinstance(value, tuple):
        raise KeyError(f"{sym} is a token; it has a value only inside a mean")
    number = _evaluate(mp, value, {}, {}) if isinstance(value, Term) else mp.mpmathify(value)
    return mp.re(number) if sym.is_real else mp.mpc(number)


def _mean(mp: Any, node: Term, point: Mapping[Term, Any], bound: Mapping[Term, Any]) -> Any:
    body, tokens = node.args[0], node.args[1:]
    columns = [point[token] if isinstance(point[token], tuple) else (point[token],) for token in tokens]
    if len({len(column) for column in columns}) != 1 or not columns[0]:
        raise KeyError(f"the token of {node} needs the same positive number of values for each of its symbols")
    rows = zip(*columns, strict=True)
    values = [_evaluate(mp, body, point, {**bound, **dict(zip(tokens, row, strict=True))}) for row in rows]
    return mp.fsum(values) / len(values)


def _integral(mp: Any, node: Term, point: Mapping[Term, Any], bound: Mapping[Term, Any]) -> Any:
    body, variable, low, high = node.args
    ends = [_evaluate(mp, end, point, bound) for end in (low, high)]
    total = mp.quad(lambda value: _evaluate(mp, body, point, {**bound, variable: value}), ends)
    return mp.re(total) if node.is_real else mp.mpc(total)


def _node(mp: Any, node: Term, args: Sequence[Any]) -> Any:
    kind = node.kind
    if kind == "rat":
        return mp.mpf(node.payload.numerator) / node.payload.denominator
    if kind == "pi":
        return +mp.pi
    if kind == "i":
        return mp.mpc(0, 1)
    if kind == "add":
        return mp.fsum(args)
    if kind == "mul":
        return mp.fprod(args)
    if kind == "div":
        return args[0] / _nonzero(args[1], node.args[1])
    if kind == "pow":
        return _power(mp, node, args[0], args[1])
    if kind in ("min", "max"):
        return (min if kind == "min" else max)(args)
    (z,) = args
    if kind in ("conj", "re", "im"):
        return getattr(mp, kind)(z)
    if kind == "abs":
        return abs(z)
    if kind == "abs2":
        return mp.re(z) ** 2 + mp.im(z) ** 2
    if kind == "sqrt" and z < 0:
        raise Undefined(f"{node}: the argument is negative")
    if kind == "log" and z <= 0:
        raise Undefined(f"{node}: the argument is not positive")
    if kind == "asin" and abs(z) > 1:
        raise Undefined(f"{node}: the argument is outside [-1, 1]")
    if kind in ("exp", "sinh", "cosh") and mp.mag(mp.re(z)) > MAX_EXPONENTIAL:
        raise Inexact(f"the argument of {kind} is too large")
    if kind in ("exp", "sin", "cos", "tan") and mp.mag(z) > MAX_ANGLE:
        raise Inexact(f"the argument of {kind} is too large")
    return getattr(mp, kind)(z)


def _nonzero(value: Any, what: Term) -> Any:
    if value == 0:
        raise Undefined(f"the denominator {what} is zero")
    return value


def _power(mp: Any, node: Term, base: Any, exponent: Any) -> Any:
    if base and abs(exponent) * abs(mp.mag(base)) > 1 << MAX_EXPONENTIAL:
        raise Inexact("a power is too large")
    if exponent == mp.floor(exponent):
        return (base if exponent >= 0 else _nonzero(base, node.args[0])) ** int(exponent)
    if base < 0 or (base == 0 and exponent < 0):
        raise Undefined(f"{node}: the base is not positive")
    return mp.power(base, exponent)
