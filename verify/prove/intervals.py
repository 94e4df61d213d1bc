"""Intervals in NumPy: real Terms on many cells at once, as midpoints and radii; fast, and never trusted.

Roundings are ignored. Whatever is proposed from here is decided again by the kernel's balls, which follow the same
rules (the radius of a product, the square of a ball), so that little has to be split once more there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from flint import arb
from numpy.typing import NDArray

from verify.kernel import ball
from verify.kernel.term import Term, postorder

__all__ = ["Options", "Program", "Screen"]

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


def _whole_power(x: Wide, k: int) -> Wide:
    if k < 0:
        return _inverse(_whole_power(x, -k))
    result: Wide = (1.0, None)
    square, rest = x, k
    while rest:
        if rest & 1:
            result = _mul(result, square)
        rest >>= 1
        if rest:
            square = _mul(square, square)
    if k % 2 or result[1] is None:
        return result
    return _of_ends(np.maximum(result[0] - result[1], 0.0), np.maximum(result[0] + result[1], 0.0))


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


def _node(node: Term, args: Sequence[Wide]) -> Wide:
    kind = node.kind
    if kind in ("add", "mul"):
        total = args[0]
        for arg in args[1:]:
            total = _add(total, arg) if kind == "add" else _mul(total, arg)
        return total
    if kind == "div":
        return _mul(args[0], _inverse(args[1]))
    if kind == "pow":
        exponent = node.args[1]
        if exponent.kind == "rat" and exponent.payload.denominator == 1:
            return _whole_power(args[0], int(exponent.payload))
        return _UNARY["exp"](_mul(args[1], _UNARY["log"](args[0])))
    if kind in ("min", "max"):
        pick = np.minimum if kind == "min" else np.maximum
        ends = [(m if r is None else m - r, m if r is None else m + r) for m, r in args]
        low, high = ends[0]
        for a, b in ends[1:]:
            low, high = pick(low, a), pick(high, b)
        return _of_ends(low, high)
    return _UNARY[kind](args[0])


class Program:
    """Real Terms, evaluated bottom-up on arrays of cells; nan where nothing is known."""

    def __init__(self, roots: Sequence[Term], symbols: Sequence[Term], parameters: Mapping[Term, Any]) -> None:
        self.roots = list(roots)
        self.symbols = tuple(symbols)
        self.nodes: list[Term] = []
        self.fixed: dict[Term, Wide] = {}
        moving = set(symbols)
        for node in postorder(*roots):
            if node in moving:
                continue
            if moving & set(node.symbols):
                self.nodes.append(node)
            else:
                self.fixed[node] = _constant(ball.enclose(node, parameters, 64))

    def __call__(self, cells: Sequence[Wide]) -> list[Wide]:
        """Args: per symbol an array of midpoints and one of radii (None for points), each of shape (N,)."""
        done = dict(self.fixed)
        done.update(zip(self.symbols, cells, strict=True))
        for node in self.nodes:
            done[node] = _node(node, [done[arg] for arg in node.args])
        return [done[root] for root in self.roots]


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

    def bounds(self, middle: Array, radius: Array) -> tuple[Array, Array, Array, Array]:
        """(low, high, smear, at the midpoint); shapes (N,), (N,), (d, N), (N,).

        Args:
            middle, radius: shape (d, N).
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
        smear = np.empty_like(radius)
        slack = np.zeros(size)
        signs = np.zeros_like(radius)
        for k, slope in enumerate(slopes):
            below, above = _ends(slope, size)
            smear[k] = np.maximum(abs(below), abs(above)) * radius[k]
            slack += smear[k]
            signs[k] = np.where(below >= 0, 1.0, np.where(above <= 0, -1.0, 0.0))
        known = ~np.isnan(low)
        low = np.where(known & (centre - slack > low), centre - slack, low)
        high = np.where(known & (centre + slack < high), centre + slack, high)
        turn = known & (signs != 0).any(axis=0) & np.isfinite(slack)
        if turn.any():
            at = np.flatnonzero(turn)
            m, r, s = middle[:, at], radius[:, at], signs[:, at]
            inner = np.where(s == 0, r, 0.0)
            spread = (np.where(s[:, :] == 0, smear[:, at], 0.0)).sum(axis=0)
            for side in (-1.0, 1.0):
                place = m + side * s * r
                a, b = _ends(self.value(list(zip(place, inner, strict=True)))[0], len(at))
                ((c, _),) = self.value([(x, None) for x in place])
                if side < 0:
                    low[at] = np.fmax(low[at], np.fmax(a, c - spread))
                else:
                    high[at] = np.fmin(high[at], np.fmin(b, c + spread))
        smear = np.where(np.isfinite(smear), smear, radius)
        return low, high, smear, centre


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
                low, high, slopes, centre = option.bounds(middle, radius)
                gap = np.where(np.isnan(low), -np.inf, np.fmax(low, -high) if option.op == "ne" else low)
                passed = gap >= 0 if option.op == "ge" else gap > 0
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
                    low, high, _, centre = option.bounds(middle[:, open_], radius[:, open_])
                    fails &= _fails(option.op, low, high)
                    holds |= ~_fails(option.op, centre, centre) & ~np.isnan(centre)
                score[open_[fails]] = np.inf
                suspect[open_] &= holds
        smear = np.where(radius > self.narrow, np.where(smear > 0, smear, 1e-300), -1.0)
        axis = np.where((smear > 0).any(axis=0), np.argmax(smear, axis=0), -1)
        return score, axis.astype(np.int64), suspect & (score < np.inf)


def _fails(op: str, low: Array, high: Array) -> NDArray[np.bool_]:
    if op == "ge":
        return np.asarray(high < 0)
    if op == "gt":
        return np.asarray(high <= 0)
    if op == "eq":
        return np.asarray((low > 0) | (high < 0))
    return np.asarray((low == 0) & (high == 0))
