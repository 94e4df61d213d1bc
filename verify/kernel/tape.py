"""Tapes: real Terms compiled once and enclosed by Arb balls on many cells.

The same enclosures as `verify.kernel.ball` gives, node by node; what does not depend on the cell is evaluated once.
A value that is not finite means that nothing is known there, and undefined nodes stay undefined up to the root.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb, ctx

from verify.kernel import ball
from verify.kernel.term import Term, TermError, postorder

__all__ = ["Tape"]

Slots = list[arb]
_BINARY: dict[str, Callable[[Any, Any], Any]] = {"add": operator.add, "mul": operator.mul, "div": operator.truediv}
_ENTIRE: dict[str, Callable[[Any], Any]] = {
    kind: getattr(arb, kind) for kind in ("exp", "sin", "cos", "sinh", "cosh", "tanh", "atan")
}


class Tape:
    """Stages of real Terms over the same real symbols; a later stage reuses the nodes of the earlier ones.

    Args:
        stages: groups of roots.
        symbols: what a cell has coordinates for, in order.
        parameters: every other free symbol, to an exact Term or a ball.
        precision: bits; `start` and `run` are to be called inside `flint.ctx.workprec(precision)`.

    Raises:
        TermError: a node is complex or a mean, or a free symbol is neither in `symbols` nor a parameter.
    """

    def __init__(
        self, stages: Sequence[Sequence[Term]], symbols: Sequence[Term], parameters: Mapping[Term, Any], precision: int
    ) -> None:
        moving = frozenset(symbols)
        self._fixed: Slots = []
        self._code: list[list[tuple[Callable[..., Any], int, int]]] = []
        self._roots: list[list[int]] = []
        at: dict[Term, int] = {symbol: k for k, symbol in enumerate(symbols)}
        listed = [postorder(*roots) for roots in stages]
        with ctx.workprec(precision):
            for node in (node for nodes in listed for node in nodes):
                if not node.is_real or node.kind == "mean":
                    raise TermError(f"{_short(node)} is no real Term of the coordinates; only those are covered")
                if node not in at and not moving & set(node.symbols):
                    at[node] = len(symbols) + len(self._fixed)
                    self._fixed.append(_constant(node, parameters))
            size = len(symbols) + len(self._fixed)
            for roots, nodes in zip(stages, listed, strict=True):
                code: list[tuple[Callable[..., Any], int, int]] = []
                for node in nodes:
                    if node not in at:
                        size = _compile(node, [at[arg] for arg in node.args], code, size)
                        at[node] = size - 1
                self._code.append(code)
                self._roots.append([at[root] for root in roots])

    def start(self, coordinates: Sequence[arb]) -> Slots:
        """The slots of one cell, for `run`."""
        return [*coordinates, *self._fixed]

    def run(self, slots: Slots, stage: int) -> list[arb]:
        """Enclosures of the roots of a stage; the earlier stages have run on `slots`."""
        push = slots.append
        for function, left, right in self._code[stage]:
            push(function(slots[left]) if right < 0 else function(slots[left], slots[right]))
        return [slots[root] for root in self._roots[stage]]


def _constant(node: Term, parameters: Mapping[Term, Any]) -> arb:
    for symbol in node.symbols:
        if symbol not in parameters:
            raise TermError(f"the symbol {symbol} is neither a coordinate of the box nor a parameter")
    value = ball.enclose(node, parameters, ctx.prec)
    assert isinstance(value, arb)
    return value


def _compile(node: Term, args: list[int], code: list[tuple[Callable[..., Any], int, int]], size: int) -> int:
    """Append what computes `node`; the last value is its own. Returns the number of slots then."""
    kind = node.kind
    if kind in _BINARY:
        left = args[0]
        for right in args[1:]:
            code.append((_BINARY[kind], left, right))
            left, size = size, size + 1
        return size
    if kind in _ENTIRE:
        code.append((_ENTIRE[kind], args[0], -1))
    elif kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator == 1:
        code.append((_whole_power(int(node.args[1].payload)), args[0], -1))
    elif len(args) == 1:
        code.append((lambda z: ball._node(node, (z,)), args[0], -1))
    elif len(args) == 2:
        code.append((lambda y, z: ball._node(node, (y, z)), args[0], args[1]))
    else:  # min, max of several
        left = args[0]
        for right in args[1:]:
            code.append((lambda y, z: ball._node(node, (y, z)), left, right))
            left, size = size, size + 1
        return size
    return size + 1


def _whole_power(k: int) -> Callable[[arb], arb]:
    if k == 2:
        return lambda z: (z * z).nonnegative_part()
    if k % 2 == 0:
        return lambda z: ball._integer_power(z, k).nonnegative_part()
    return lambda z: ball._integer_power(z, k)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
