"""Ranges of Terms on boxes, in floats and without directed rounding: they shape draws and decide nothing.

Squares and moduli are tight where a factor changes its sign, which balls of midpoint and radius are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, inf, isnan, log, pi, sqrt

from verify.kernel.term import Term, postorder

__all__ = ["range_of"]

Range = tuple[float, float]
Pair = tuple[Range, Range]
"""Ranges of the real and the imaginary part."""
WHOLE: Range = (-inf, inf)
ZERO: Range = (0.0, 0.0)
RISING: dict[str, tuple[float, Callable[[float], float]]] = {
    "exp": (-inf, lambda x: exp(x) if x < 700 else inf),
    "log": (0.0, lambda x: log(x) if x > 0 else -inf),
    "sqrt": (0.0, sqrt),
}
"""Functions that increase, with the lower end of their domains."""


def range_of(value: Term, box: Mapping[Term, Range]) -> Range:
    """About the range of a real Term on a box; all of R where nothing is known.

    Args:
        box: real symbols to (low, high).
    """
    done: dict[Term, Pair] = {}
    for node in postorder(value):
        done[node] = _node(node, [done[arg] for arg in node.args], box)
    return done[value][0]


def _node(node: Term, args: list[Pair], box: Mapping[Term, Range]) -> Pair:
    kind = node.kind
    if kind == "rat":
        return _point(float(node.payload)), ZERO
    if kind in ("pi", "i"):
        return (_point(pi), ZERO) if kind == "pi" else (ZERO, _point(1.0))
    if kind == "sym":
        return (box.get(node, WHOLE), ZERO) if node.is_real else (WHOLE, WHOLE)
    if kind in ("add", "mul"):
        total = args[0]
        for arg in args[1:]:
            total = (_plus(total[0], arg[0]), _plus(total[1], arg[1])) if kind == "add" else _product(total, arg)
        return total
    return _function(node, kind, args)


def _function(node: Term, kind: str, args: list[Pair]) -> Pair:
    (real, imaginary), *rest = args
    if kind in ("re", "im", "conj"):
        return {"re": (real, ZERO), "im": (imaginary, ZERO), "conj": (real, _times((-1.0, -1.0), imaginary))}[kind]
    if kind in ("abs2", "abs"):
        squared = _plus(_power(real, 2), _power(imaginary, 2))
        return (squared if kind == "abs2" else _rising("sqrt", squared)), ZERO
    unknown: Pair = (WHOLE, ZERO if node.is_real else WHOLE)
    if imaginary != ZERO or not node.is_real:
        return unknown
    if kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator == 1:
        k = int(node.args[1].payload)
        return (_power(real, k) if k >= 0 else _inverse(_power(real, -k))), ZERO
    if kind == "div" and rest[0][1] == ZERO:
        return _times(real, _inverse(rest[0][0])), ZERO
    return (_rising(kind, real), ZERO) if kind in RISING else unknown


def _point(x: float) -> Range:
    return x, x


def _plus(a: Range, b: Range) -> Range:
    return _clean(a[0] + b[0], a[1] + b[1])


def _times(a: Range, b: Range) -> Range:
    ends = [x * y if x and y else 0.0 for x in a for y in b]
    return _clean(min(ends), max(ends))


def _product(a: Pair, b: Pair) -> Pair:
    real = _plus(_times(a[0], b[0]), _times((-1.0, -1.0), _times(a[1], b[1])))
    return real, _plus(_times(a[0], b[1]), _times(a[1], b[0]))


def _power(a: Range, k: int) -> Range:
    try:
        ends: Range = float(a[0] ** k), float(a[1] ** k)
    except OverflowError:
        return WHOLE
    if k % 2 or k == 0:
        return ends
    return (0.0 if a[0] <= 0 <= a[1] else min(ends)), max(ends)


def _inverse(a: Range) -> Range:
    return WHOLE if a[0] <= 0 <= a[1] else (1 / a[1], 1 / a[0])


def _rising(kind: str, a: Range) -> Range:
    least, function = RISING[kind]
    return WHOLE if a[1] < least else (function(max(a[0], least)), function(a[1]))


def _clean(low: float, high: float) -> Range:
    return (-inf if isnan(low) else low), (inf if isnan(high) else high)
