"""Intervals in NumPy: real Terms on many cells at once, as midpoints and radii; fast, and never trusted.

Roundings are ignored. Whatever is proposed from here is decided again by the kernel's balls, which follow the same
rules (the radius of a product, the square of a ball), so that little has to be split once more there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from flint import arb
from numpy.typing import NDArray

from verify.kernel import ball
from verify.kernel.term import Term, postorder

__all__ = ["Array", "Options", "Program", "Screen"]

Array = NDArray[np.float64]
Wide = tuple[Any, Any]
"""(midpoint, radius); the radius of a point is None."""


def _add(x: Wide, y: Wide) -> Wide:
    if x[1] is None or y[1] is None:
        return x[0] + y[0], (x[1] if y[1] is None else y[1])
    return x[0] + y[0], x[1] + y[1]


def _mul(x: Wide, y: Wide) -> Wide:
    if x[1] is None and y[1] is None:
        return x[0] * y[0], None
    if x[1] is None:
        return x[0] * y[0], abs(x[0]) * y[1]
    if y[1] is None:
        return x[0] * y[0], abs(y[0]) * x[1]
    return x[0] * y[0], (abs(x[0]) + x[1]) * y[1] + abs(y[0]) * x[1]


def _of_ends(low: Any, high: Any) -> Wide:
    return 0.5 * (low + high), 0.5 * (high - low)


def _inverse(x: Wide) -> Wide:
    if x[1] is None:
        return 1.0 / np.where(x[0] == 0, np.nan, x[0]), None
    low, high = x[0] - x[1], x[0] + x[1]
    undefined = (low <= 0) & (high >= 0)
    return _of_ends(1.0 / np.where(undefined, np.nan, high), 1.0 / np.where(undefined, np.nan, low))


def _square(x: Wide) -> Wide:
    """Not negative; as wide above as the square of a ball."""
    middle, radius = x
    if radius is None:
        return middle * middle, None
    reach = (2 * abs(middle) + radius) * radius
    square = middle * middle
    low = np.maximum(square - reach, 0.0)
    high = square + reach
    return 0.5 * (low + high), 0.5 * (high - low)


def _rising(function: Callable[[Any], Any]) -> Callable[[Wide], Wide]:
    def apply(x: Wide) -> Wide:
        if x[1] is None:
            return function(x[0]), None
        return _of_ends(function(x[0] - x[1]), function(x[0] + x[1]))

    return apply


def _sine(x: Wide) -> Wide:
    if x[1] is None:
        return np.sin(x[0]), None
    low, high = x[0] - x[1], x[0] + x[1]

    def reaches(angle: float) -> Any:
        return np.floor((high - angle) / (2 * np.pi)) > np.floor((low - angle) / (2 * np.pi))

    a, b = np.sin(low), np.sin(high)
    bottom = np.where(reaches(-np.pi / 2), -1.0, np.minimum(a, b))
    top = np.where(reaches(np.pi / 2), 1.0, np.maximum(a, b))
    return _of_ends(bottom, top)


def _cosine(x: Wide) -> Wide:
    return (np.cos(x[0]), None) if x[1] is None else _sine((x[0] + np.pi / 2, x[1]))


def _absolute(x: Wide) -> Wide:
    if x[1] is None:
        return abs(x[0]), None
    low, high = x[0] - x[1], x[0] + x[1]
    bottom = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(abs(low), abs(high)))
    return _of_ends(bottom, np.maximum(abs(low), abs(high)))


def _cosh(x: Wide) -> Wide:
    return _rising(np.cosh)(_absolute(x))


def _tangent(x: Wide) -> Wide:
    return _mul(_sine(x), _inverse(_cosine(x)))


_RISING: dict[str, Callable[[Any], Any]] = {
    "exp": np.exp,
    "log": lambda z: np.log(np.where(z > 0, z, np.nan)),
    "sqrt": lambda z: np.sqrt(np.where(z >= 0, z, np.nan)),
    "sinh": np.sinh,
    "tanh": np.tanh,
    "atan": np.arctan,
    "asin": lambda z: np.arcsin(np.where(abs(z) <= 1, z, np.nan)),
}
_UNARY: dict[str, Callable[[Wide], Wide]] = {
    "abs": _absolute,
    "sin": _sine,
    "cos": _cosine,
    "tan": _tangent,
    "cosh": _cosh,
    **{name: _rising(function) for name, function in _RISING.items()},
}


def _extreme(pick: Callable[[Any, Any], Any]) -> Callable[[Wide, Wide], Wide]:
    def apply(x: Wide, y: Wide) -> Wide:
        if x[1] is None and y[1] is None:
            return pick(x[0], y[0]), None
        r, s = (0.0 if each is None else each for each in (x[1], y[1]))
        return _of_ends(pick(x[0] - r, y[0] - s), pick(x[0] + r, y[0] + s))

    return apply


_BINARY: dict[str, Callable[[Wide, Wide], Wide]] = {
    "add": _add,
    "mul": _mul,
    "div": lambda x, y: _mul(x, _inverse(y)),
    "pow": lambda x, y: _UNARY["exp"](_mul(y, _UNARY["log"](x))),
    "min": _extreme(np.minimum),
    "max": _extreme(np.maximum),
}


class Program:
    """Real Terms, evaluated bottom-up on arrays of cells; nan where nothing is known."""

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], parameters: Mapping[Term, Any]) -> None:
        at: dict[Term, int] = {sym: k for k, sym in enumerate(symbols)}
        self.fixed: list[Wide] = []
        self.code: list[tuple[Callable[..., Wide], int, int]] = []  # a function and its slots; -1 for none
        moving = frozenset(symbols)
        listed = [node for node in postorder(*roots) if node not in at]
        for node in listed:
            if moving.isdisjoint(node.symbols):
                at[node] = len(symbols) + len(self.fixed)
                self.fixed.append(_constant(ball.enclose(node, parameters, 64)))
        self.size = len(symbols) + len(self.fixed)
        self.powers: dict[tuple[int, int], int] = {}
        for node in listed:
            if node not in at:
                at[node] = self._compiled(node, [at[arg] for arg in node.args])
        self.roots = [at[root] for root in roots]

    def _put(self, function: Callable[..., Wide], left: int, right: int = -1) -> int:
        self.code.append((function, left, right))
        self.size += 1
        return self.size - 1

    def _compiled(self, node: Term, args: list[int]) -> int:
        if node.kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator == 1:
            return self._power(args[0], int(node.args[1].payload))
        if len(args) == 1:
            return self._put(_UNARY[node.kind], args[0]) if node.kind in _UNARY else args[0]
        slot = args[0]
        for arg in args[1:]:
            slot = self._put(_BINARY[node.kind], slot, arg)
        return slot

    def _power(self, base: int, k: int) -> int:
        if k == 1:
            return base
        if (base, k) not in self.powers:
            if k < 0:
                slot = self._put(_inverse, self._power(base, -k))
            elif k == 0:
                slot = self._put(lambda x: (x[0] * 0 + 1, None), base)
            elif k % 2:
                slot = self._put(_mul, self._power(base, k - 1), base)
            else:
                slot = self._put(_square, self._power(base, k // 2))
            self.powers[base, k] = slot
        return self.powers[base, k]

    def __call__(self, cells: Sequence[Wide]) -> list[Wide]:
        """Args: per symbol an array of midpoints and one of radii (None for points), each of shape (N,)."""
        slots = [*cells, *self.fixed]
        push = slots.append
        for function, left, right in self.code:
            push(function(slots[left]) if right < 0 else function(slots[left], slots[right]))
        return [slots[root] for root in self.roots]


def _constant(value: Any) -> Wide:
    assert isinstance(value, arb)
    radius = float(value.rad())
    return float(value.mid()), radius if radius > 1e-15 * (1 + abs(float(value.mid()))) else None


class Options:
    """The gap of one relation on many cells: bounds, slopes and values at midpoints.

    Args:
        slopes: the gradient, or None where it has no form.
    """

    def __init__(
        self,
        op: str,
        value: Term,
        slopes: Sequence[Term] | None,
        symbols: Sequence[Term],
        parameters: Mapping[Term, Any],
    ) -> None:
        self.op = op
        self.value = Program([value], symbols, parameters)
        self.slopes = None if slopes is None else Program([value, *slopes], symbols, parameters)
        self.dimension = len(symbols)

    def bounds(
        self, middle: Array, radius: Array, settled: Callable[[Array, Array], Any]
    ) -> tuple[Array, Array, Array, Array]:
        """(low, high, smear, at the midpoint); shapes (N,), (N,), (d, N), (N,).

        Args:
            middle, radius: shape (d, N).
            settled: of low and high, which cells need no tighter bounds.
        """
        size = middle.shape[1]
        cells = list(zip(middle, radius, strict=True))
        ((centre, _),) = self.value([(m, None) for m in middle])
        centre = np.broadcast_to(centre, (size,))
        if self.slopes is None:
            low, high = _ends(self.value(cells)[0], size)
            return low, high, radius, centre
        whole, *slopes = self.slopes(cells)
        low, high = _ends(whole, size)
        reaches, signs = np.empty_like(radius), np.empty_like(radius)
        for k, slope in enumerate(slopes):
            below, above = _ends(slope, size)
            np.maximum(abs(below), abs(above), out=reaches[k])
            signs[k] = (below >= 0) * 1.0 - ((above <= 0) & (below < 0))
        reaches *= radius
        slack = reaches.sum(axis=0)
        known = np.isfinite(slack) & ~np.isnan(low)
        low = np.where(known, np.fmax(low, centre - slack), low)
        high = np.where(known, np.fmin(high, centre + slack), high)
        turn = np.flatnonzero(known & ~settled(low, high) & signs.any(axis=0))
        if len(turn):
            m, r, s = middle[:, turn], radius[:, turn], signs[:, turn]
            inner = np.where(s == 0, r, 0.0)
            slack = np.where(s == 0, reaches[:, turn], 0.0).sum(axis=0)
            low[turn] = np.fmax(low[turn], self._least(m - s * r, inner, slack, -1.0))
            high[turn] = np.fmin(high[turn], self._least(m + s * r, inner, slack, 1.0))
        return low, high, np.where(np.isfinite(reaches), reaches, radius), centre

    def _least(self, middle: Array, radius: Array, slack: Array, side: float) -> Array:
        """A bound on a face, from below (side -1) or from above (side 1)."""
        whole = _ends(self.value(list(zip(middle, radius, strict=True)))[0], len(slack))
        ((centre, _),) = self.value([(m, None) for m in middle])
        found: Array = np.fmax(whole[0], centre - slack) if side < 0 else np.fmin(whole[1], centre + slack)
        return found


def _ends(value: Wide, size: int) -> tuple[Array, Array]:
    middle, radius = value
    spread = 0.0 if radius is None else radius
    low, high = middle - spread, middle + spread
    return np.array(np.broadcast_to(low, (size,))), np.array(np.broadcast_to(high, (size,)))


class Screen:
    """A relation and hypotheses on many cells at once.

    Args:
        shows, given: per relation its options.
        narrow: radii below which an axis is not split again; shape (d,).
    """

    def __init__(self, shows: Sequence[Options], given: Sequence[Sequence[Options]], narrow: Array) -> None:
        self.narrow = narrow[:, None]
        self.shows = list(shows)
        self.given = [list(options) for options in given]
        self.evaluations = 0

    def judge(self, middle: Array, radius: Array) -> tuple[Array, NDArray[np.int64], NDArray[np.bool_]]:
        """(score, axis, suspect): the score is inf on a cell that passes, and the lower the worse; `axis` is where
        to split, -1 if nowhere; a suspect's midpoint seems to satisfy the hypotheses and to violate every option."""
        size = middle.shape[1]
        self.evaluations += size
        score = np.full(size, -np.inf)
        smear = radius.copy()
        suspect = np.ones(size, dtype=bool)
        with np.errstate(all="ignore"):
            for option in self.shows:
                low, high, slopes, centre = option.bounds(middle, radius, partial(_holds, option.op))
                gap = np.where(np.isnan(low), -np.inf, np.fmax(low, -high) if option.op == "ne" else low)
                passed = _holds(option.op, low, high)
                better = gap > score
                smear = np.where(better, slopes, smear)
                score = np.where(passed, np.inf, np.fmax(score, gap))
                suspect &= (centre == 0) if option.op == "ne" else ((centre < 0) if option.op == "ge" else centre <= 0)
            for options in self.given:
                open_ = np.flatnonzero(score < np.inf)
                if not len(open_):
                    break
                fails = np.ones(len(open_), dtype=bool)
                holds = np.zeros(len(open_), dtype=bool)
                for option in options:
                    low, high, _, centre = option.bounds(middle[:, open_], radius[:, open_], partial(_fails, option.op))
                    fails &= _fails(option.op, low, high)
                    holds |= ~_fails(option.op, centre, centre) & ~np.isnan(centre)
                score[open_[fails]] = np.inf
                suspect[open_] &= holds
        smear = np.where(radius > self.narrow, np.where(smear > 0, smear, 1e-300), -1.0)
        axis = np.where((smear > 0).any(axis=0), np.argmax(smear, axis=0), -1)
        return score, axis.astype(np.int64), suspect & (score < np.inf)


def _holds(op: str, low: Array, high: Array) -> NDArray[np.bool_]:
    if op == "ge":
        return np.asarray(low >= 0)
    return np.asarray((low > 0) | (high < 0)) if op == "ne" else np.asarray(low > 0)


def _fails(op: str, low: Array, high: Array) -> NDArray[np.bool_]:
    if op == "ge":
        return np.asarray(high < 0)
    if op == "gt":
        return np.asarray(high <= 0)
    if op == "eq":
        return np.asarray((low > 0) | (high < 0))
    return np.asarray((low == 0) & (high == 0))
