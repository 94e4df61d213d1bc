"""Tapes: real Terms compiled once and enclosed by Arb balls on many cells.

The enclosures are those of `verify.kernel.ball`, node by node; what does not depend on the cell is evaluated once.
A value that is not finite means that nothing is known there, and an undefined node stays undefined up to the root.

Each stage becomes one Python function of straight-line code, about twice as fast as a loop over instructions. Its
text consists of slot numbers, operators and the fixed names below; no name of a Term enters it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import arb, ctx

from verify.kernel import ball
from verify.kernel.term import OPAQUE, Term, TermError, postorder

__all__ = ["Tape"]

Slots = list[Any]
_SIGNS = {"add": "+", "mul": "*", "div": "/"}
_ENTIRE = ("exp", "sin", "cos", "sinh", "cosh", "tanh", "atan")  # defined everywhere; Arb's own methods


class Tape:
    """Stages of real Terms over the same real symbols; a later stage reuses the nodes of the earlier ones.

    Args:
        stages: groups of roots.
        symbols: what a cell has coordinates for, in order.
        parameters: every other free symbol, to an exact Term or a ball.
        precision: bits; `run` is to be called inside `flint.ctx.workprec(precision)`.

    Raises:
        TermError: a node is complex or a mean, or a free symbol is neither in `symbols` nor a parameter.
    """

    def __init__(
        self, stages: Sequence[Sequence[Term]], symbols: Sequence[Term], parameters: Mapping[Term, Any], precision: int
    ) -> None:
        writer = _Writer(symbols, parameters)
        with ctx.workprec(precision):
            for roots in stages:
                writer.stage(roots)
        self._functions = writer.functions()

    def start(self, coordinates: Sequence[arb]) -> Slots:
        """The state of one cell, for `run`."""
        return [*coordinates]

    def run(self, slots: Slots, stage: int) -> tuple[arb, ...]:
        """Enclosures of the roots of a stage; the earlier stages have run on `slots`, each once."""
        roots: tuple[arb, ...]
        roots, kept = self._functions[stage](*slots)
        slots += kept
        return roots


class _Writer:
    """Slots v0, v1, ... of a tape and the lines that fill them."""

    def __init__(self, symbols: Sequence[Term], parameters: Mapping[Term, Any]) -> None:
        self.symbols = frozenset(symbols)
        self.parameters = parameters
        self.at: dict[Term, str] = {symbol: f"v{k}" for k, symbol in enumerate(symbols)}
        self.size = len(symbols)
        self.first = [f"v{k}" for k in range(self.size)]
        self.names: dict[str, Any] = {"ONE": arb(1)}  # constants and functions that the lines refer to
        self.powers: dict[tuple[str, int], str] = {}
        self.lines: list[list[str]] = []
        self.filled: list[list[str]] = []
        self.roots: list[list[str]] = []

    def stage(self, roots: Sequence[Term]) -> None:
        self.lines.append([])
        self.filled.append([])
        for node in postorder(*roots):
            if not node.is_real or node.kind in ("mean", "integral", *OPAQUE):
                raise TermError(f"{_short(node)} is no real Term of the coordinates; only those are covered")
            if node not in self.at:
                moving = not self.symbols.isdisjoint(node.symbols)
                self.at[node] = self._compiled(node) if moving else self._constant(node)
        self.roots.append([self.at[root] for root in roots])

    def functions(self) -> list[Callable[..., Any]]:
        """One function per stage: of all that was filled before, to (roots, what it fills itself)."""
        made: list[Callable[..., Any]] = []
        before = list(self.first)
        for k, lines in enumerate(self.lines):
            last = k == len(self.lines) - 1
            results = f"    return ({_listed(self.roots[k])}), ({_listed([] if last else self.filled[k])})"
            text = "\n".join([f"def stage({', '.join(before)}):", *lines, results])
            space = dict(self.names)
            exec(compile(text, "<tape>", "exec"), space)
            made.append(space["stage"])
            before += self.filled[k]
        return made

    def _constant(self, node: Term) -> str:
        for symbol in node.symbols:
            if symbol not in self.parameters:
                raise TermError(f"the symbol {symbol} is neither a coordinate of the box nor a parameter")
        return self._named(ball.enclose(node, self.parameters, ctx.prec))

    def _named(self, value: Any) -> str:
        name = f"c{len(self.names)}"
        self.names[name] = value
        return name

    def _put(self, expression: str) -> str:
        slot = f"v{self.size}"
        self.size += 1
        self.lines[-1].append(f"    {slot} = {expression}")
        self.filled[-1].append(slot)
        return slot

    def _compiled(self, node: Term) -> str:
        kind = node.kind
        args = [self.at[arg] for arg in node.args]
        if kind in _SIGNS:
            return self._put(f" {_SIGNS[kind]} ".join(args))
        if kind in _ENTIRE:
            return self._put(f"{args[0]}.{kind}()")
        if kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator == 1:
            return self._power(args[0], int(node.args[1].payload))
        guarded = self._named(lambda *values: ball._node(node, values))
        return self._put(f"{guarded}({', '.join(args)})")

    def _power(self, base: str, k: int) -> str:
        """A whole power: shared squares, and an even power is not negative. (`**` of a ball about 0 is nan.)"""
        if k == 1:
            return base
        if (base, k) not in self.powers:
            if k < 0:
                slot = self._put(f"ONE / {self._power(base, -k)}")
            elif k == 0:
                slot = self._put(f"{base} * 0 + 1")  # what is undefined stays so
            elif k % 2:
                slot = self._put(f"{self._power(base, k - 1)} * {base}")
            else:
                half = self._power(base, k // 2)
                slot = self._put(f"({half} * {half}).nonnegative_part()")
            self.powers[base, k] = slot
        return self.powers[base, k]


def _listed(names: Sequence[str]) -> str:
    return "".join(f"{name}, " for name in names)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
