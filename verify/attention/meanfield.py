"""The mean-field limit on the circle without particles: characteristics of a density, on cells that adapt.

A probability density rho_0 on the circle is carried by theta' = F[mu](theta), x = (cos theta, sin theta), the field of
n = oo tokens with the convention <x, A y> (docs of `verify.attention.linear`):

    F[mu](x) = <J x, V m(x)>,   m(x) = beta mean_y <x, A y> y                                  linear
                                     = mean_y e^(beta <x, A y>) y / mean_y e^(beta <x, A y>)   softmax
                                     = mean_y e^(beta <x, A y>) y, in units of e^(beta |A|)    usa
                                     = argmax over the support of <x, A y>                     hardmax

The flow X_t is a rising map of the circle and mu_t its push-forward of mu_0. Labels theta_0 are divided into dyadic
cells; in each one X_t is a polynomial through Gauss nodes, and integrals over mu_t are Gauss sums with weights that
never change: mass cannot leak. log X_t' is carried beside X_t, so that density and entropy need no differences:

    (log X')' = F'(X),    rho_t(X) = rho_0/X',    d/dt entropy = mean F' .

A cell is divided when its polynomial stops decaying or when its image is wider than the kernel exp(beta <x, A y>) can
resolve, about beta^(-1/2); two siblings are joined when one polynomial does for both. A front at a repeller sharpens
like exp(g t) and costs g t cells. This module is array code: import it inside functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from verify.attention.softmax import REORDERED, exponential
from verify.attention.transport import Quantile

__all__ = ["MODELS", "MeanFieldError", "State", "label_distance", "solve", "uniform"]

MODELS = ("linear", "softmax", "usa", "hardmax")
TURN = 2 * np.pi
NODES = 12
"""Gauss nodes in a cell."""
WIDEST = 2.5
"""Widest image of a cell in units of the kernel's width: Gauss' rule is then exact to about 1e-15."""
TIGHT = 0.5
"""Span of a group of cells in units of 1/(beta |A|): the field is analytic to pi/2 of them around the circle."""
LIGHTEST = 1e-18
"""Cells of less mass are not divided: they move W_2 by less than 1e-8."""
DEEPEST = 60
MOST = 50_000
"""Cells at the start."""
NEGLIGIBLE = -37.0
"""Logarithm of a weight that rounding hides."""
STRIDE = 8
"""Nodes passed at once by the search for those that a target sees: it ends up to so many too late on either side."""
BLURRED = 10.0
"""A step after which a polynomial misses so many times what it may is taken back, and its cell divided before it."""
STEPS = 100_000
"""Between two requested times; more only where a field jumps and holds what it carries."""

Array = NDArray[np.float64]
Density = Callable[[Array], Array]


class MeanFieldError(ValueError):
    """A problem that cannot be solved as asked, or a solution that was lost; one line."""


def uniform(theta: Array) -> Array:
    """The uniform density 1/(2 pi)."""
    return np.full(np.shape(theta), 1 / TURN)


@dataclass(frozen=True)
class _Model:
    """The field: its kind, matrices (2, 2), beta, and the gaps of the support as labels, shape (k, 2)."""

    kind: str
    A: Array
    V: Array
    beta: float

    @property
    def strength(self) -> float:
        """beta |A|, the largest exponent."""
        return abs(self.beta) * float(np.linalg.norm(self.A, 2))

    @property
    def width(self) -> float:
        """What a cell's image may span."""
        kernel = self.strength**-0.5 if self.kind in ("softmax", "usa") and self.strength > 0 else np.inf
        return float(min(WIDEST * kernel, np.pi / 4))


@dataclass(frozen=True)
class _Cells:
    """Cells in the order of their labels: cell `index` of 2^level in the piece [start, start + length].

    Attributes:
        start, length, level, index: shape (c,).
        angle: images of the nodes, lifted and rising, (c, NODES).
        stretch: log X' there, (c, NODES).
        mass: Gauss weights times density, (c, NODES).
    """

    start: Array
    length: Array
    level: NDArray[np.int64]
    index: NDArray[np.int64]
    angle: Array
    stretch: Array
    mass: Array

    def __len__(self) -> int:
        return len(self.level)

    @property
    def total(self) -> Array:
        return np.asarray(self.mass.sum(axis=1))

    def take(self, which: Any) -> _Cells:
        return _Cells(*(getattr(self, name)[which] for name in _FIELDS))


_FIELDS = ("start", "length", "level", "index", "angle", "stretch", "mass")


@dataclass(frozen=True)
class State:
    """The measure mu_t.

    Attributes:
        time: t.
        entropy_rate: mean F' under mu_t, the rate of `entropy`.
    """

    time: float
    entropy_rate: float
    _cells: _Cells
    _density: Density

    @property
    def angles(self) -> Array:
        """Images of the nodes, in rising order, lifted: they span at most one turn. Shape (n,)."""
        return self._cells.angle.ravel()

    @property
    def labels(self) -> Array:
        """The angles at time 0 from which `angles` came, in the order of those. Shape (n,)."""
        return _labels(self._cells).ravel()

    @property
    def weights(self) -> Array:
        """Their masses: sum(weights * f(angles)) is the mean of a smooth f, to about 1e-14. Shape (n,)."""
        return self._cells.mass.ravel()

    @property
    def log_density(self) -> Array:
        """log of the density of mu_t at `angles`; -inf where there is no mass. Shape (n,)."""
        with np.errstate(divide="ignore"):
            return (np.log(self._density(_labels(self._cells))) - self._cells.stretch).ravel()

    @property
    def mass(self) -> float:
        return float(self.weights.sum())

    @property
    def entropy(self) -> float:
        """- mean log density."""
        held = self.weights > 0
        return -float(self.weights[held] @ self.log_density[held])

    def harmonic(self, k: int) -> complex:
        """R_k = mean exp(i k theta)."""
        return complex(self.weights @ np.exp(1j * k * self.angles))

    def mass_defect(self) -> float:
        """Sum over cells of |mass - integral of the density over the image|.

        Masses never change; the density is carried by log X', the image by X. This compares the two.
        Images below 1e-6 are left out: rounding of the angle hides their slope.
        """
        c = self._cells
        slope = c.angle @ _tables().slope.T
        inside = np.exp(self.log_density).reshape(slope.shape) * slope @ _tables().weights
        wide = np.ptp(c.angle, axis=1) > 1e-6
        return float(np.abs(inside - c.total)[wide].sum())

    def origin(self, angle: float) -> float:
        """The angle at time 0 from which this one came: X is a polynomial in each cell, so no grid limits it."""
        from numpy.polynomial.legendre import legval

        cells = self._cells.take(self._cells.total > LIGHTEST)
        ends = _ends(cells)
        lifted = ends[0, 0] + np.mod(angle - ends[0, 0], TURN)
        at = min(int(np.searchsorted(ends[:, 1], lifted)), len(cells) - 1)
        coefficients, low, high = _tables().legendre @ cells.angle[at], -1.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if legval(middle, coefficients) < lifted else (low, middle)
        half = float(_halfwidth(cells)[at])
        return float(cells.start[at] + half * (2 * cells.index[at] + 1 + low))

    def quantile(self, points: int = 4 * NODES) -> Quantile:
        """For `verify.attention.transport`: linear between `points` quantiles of each cell."""
        return _quantile(self._cells, self._density, points)


def solve(
    model: str,
    A: ArrayLike,
    V: ArrayLike,
    beta: float,
    times: Sequence[float],
    density: Density = uniform,
    pieces: Sequence[tuple[float, float]] = ((0.0, TURN),),
    tolerance: float = 1e-10,
    refine: float = 1.0,
    progress: Callable[[float], None] | None = None,
) -> list[State]:
    """Carry a density along the mean-field flow.

    Args:
        model: one of `MODELS`.
        A, V: 2 x 2 matrices.
        beta: inverse temperature; unused by hardmax.
        times: rising, from 0 on, at which states are returned.
        density: rho_0(theta), analytic on each of `pieces`, zero outside them; its integral must be 1.
        pieces: disjoint intervals of angles in rising order, within one turn.
        tolerance: of the integrator and of what a cell may miss.
        refine: divides the widest image and the largest error of a cell; 2 halves the cells, to see the error.
        progress: called with the time reached.

    Returns:
        The states at `times`.

    Raises:
        MeanFieldError: an unknown model, matrices that are not 2 x 2 and finite, times that do not rise, a density that
            is negative, not resolved or without integral 1, or a step that fails (its time is named).
    """
    found = _model(model, A, V, beta)
    moments = [float(t) for t in times]
    rising = all(a < b for a, b in pairwise(moments))
    if not moments or not np.isfinite(moments).all() or moments[0] < 0 or not rising:
        raise MeanFieldError(f"times must be finite and rise, from 0 on; found {list(times)}")
    limits = _Limits(found.width / refine, tolerance / refine)
    cells = _start(density, pieces, limits)
    solver = _Solver(found, density, cells, limits)
    states = []
    for moment in moments:
        solver.run(moment, progress)
        states.append(solver.state())
    return states


def label_distance(first: State, second: State, p: float = 2) -> float:
    """(int |X - Y|^p d mu_0)^(1/p) of two solutions of one initial density: W_p is not larger, on line and circle."""
    a, b = first._cells, second._cells
    edges = np.unique(np.concatenate([_edges(a), _edges(b)]))
    low, high = edges[:-1], edges[1:]
    nodes, weights = _tables().nodes, _tables().weights
    labels = (low + high)[:, None] / 2 + (high - low)[:, None] / 2 * nodes
    mass = first._density(labels) * (high - low)[:, None] / 2 * weights
    gap = np.abs(_at(a, labels) - _at(b, labels))
    held = mass > 0
    return float((np.sum(mass[held] * gap[held] ** p) / np.sum(mass)) ** (1 / p))


# polynomials in a cell


@dataclass(frozen=True)
class _Tables:
    """Matrices for values at the Gauss nodes of [-1, 1]; each acts as values @ matrix.T."""

    nodes: Array
    weights: Array
    legendre: Array  # to Legendre coefficients
    slope: Array  # to derivatives at the nodes
    left: Array  # to the nodes of the left half
    right: Array
    joined: Array  # from the nodes of both halves (2 NODES) to those of the whole
    ends: Array  # to the values at -1 and 1


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    from numpy.polynomial import legendre as L

    nodes, weights = L.leggauss(NODES)
    to_values = L.legvander(nodes, NODES - 1)
    coefficients = np.linalg.inv(to_values)

    def evaluate(z: Array) -> Array:
        return np.asarray(L.legvander(z, NODES - 1) @ coefficients)

    derivative = np.stack([L.legval(nodes, L.legder(row)) for row in np.eye(NODES)], axis=1)
    joined = np.zeros((NODES, 2 * NODES))
    below = nodes < 0
    joined[below, :NODES] = evaluate(2 * nodes[below] + 1)
    joined[~below, NODES:] = evaluate(2 * nodes[~below] - 1)
    halves = (evaluate((nodes - 1) / 2), evaluate((nodes + 1) / 2))
    slope = derivative @ coefficients
    return _Tables(
        nodes,
        weights,
        np.asarray(coefficients, dtype=np.float64),
        slope,
        *halves,
        joined,
        evaluate(np.array([-1.0, 1.0])),
    )


def _tail(values: Array) -> Array:
    """The largest of the last two Legendre coefficients, of each row."""
    return np.asarray(np.abs(values @ _tables().legendre[-2:].T).max(axis=1))


def _ends(cells: _Cells) -> Array:
    return np.asarray(cells.angle @ _tables().ends.T)


def _halfwidth(cells: _Cells) -> Array:
    return np.ldexp(cells.length, -cells.level.astype(np.int32) - 1)


def _labels(cells: _Cells) -> Array:
    half = _halfwidth(cells)[:, None]
    return cells.start[:, None] + half * (2.0 * cells.index[:, None] + 1 + _tables().nodes)


def _edges(cells: _Cells) -> Array:
    half = _halfwidth(cells)
    return np.concatenate([cells.start + 2 * half * cells.index, cells.start + 2 * half * (cells.index + 1.0)])


def _at(cells: _Cells, labels: Array) -> Array:
    """X at labels of shape (k, NODES), each row within one cell."""
    from numpy.polynomial.legendre import legvander

    half = _halfwidth(cells)
    starts = cells.start + 2 * half * cells.index
    at = np.clip(np.searchsorted(starts, labels.mean(axis=1), side="right") - 1, 0, len(cells) - 1)
    z = (labels - starts[at, None]) / half[at, None] - 1
    coefficients = cells.angle[at] @ _tables().legendre.T
    return np.asarray(np.einsum("knj,kj->kn", legvander(np.clip(z, -1, 1), NODES - 1), coefficients))


def _quantile(cells: _Cells, density: Density, points: int) -> Quantile:
    from numpy.polynomial.legendre import legint, legval, legvander

    held = cells.total > LIGHTEST  # lighter ones are not resolved: their polynomials may reach anywhere
    cells = cells.take(held)
    z = -np.cos(np.linspace(0, np.pi, points + 1))
    angle = cells.angle @ _tables().legendre.T @ legvander(z, NODES - 1).T
    label_density = cells.mass / _tables().weights
    integral = legint(label_density @ _tables().legendre.T, axis=1, lbnd=-1)
    inside = np.clip(legval(z, integral.T) / cells.total[:, None], 0, 1)
    before = np.concatenate([[0.0], np.cumsum(cells.total)])
    levels = (before[:-1, None] + cells.total[:, None] * np.maximum.accumulate(inside, axis=1)) / before[-1]
    angle = np.maximum.accumulate(np.minimum(angle, angle[0, 0] + TURN).ravel()).reshape(angle.shape)
    start, stop = levels[:, :-1].ravel(), levels[:, 1:].ravel()
    wide = stop > start
    cuts = np.concatenate([[0.0], stop[wide]])
    cuts[-1] = 1.0
    return Quantile(cuts, angle[:, :-1].ravel()[wide], angle[:, 1:].ravel()[wide])


# cells that adapt


@dataclass(frozen=True)
class _Limits:
    """The widest image of a cell, and what its polynomials may miss."""

    width: float
    miss: float


def _start(density: Density, pieces: Sequence[tuple[float, float]], limits: _Limits) -> _Cells:
    """Cells fine enough for the density, on which X is the identity.

    Raises:
        MeanFieldError: pieces that overlap, a density that is negative, not finite, not resolved, or not of mass 1.
    """
    ends = np.asarray(pieces, dtype=float)
    rising = ends.ndim == 2 and ends.shape[1] == 2 and np.all(np.diff(ends.ravel()) >= 0)
    if not rising or np.any(ends[:, 0] >= ends[:, 1]) or ends[-1, 1] - ends[0, 0] > TURN * (1 + 1e-15):
        raise MeanFieldError(f"pieces are disjoint intervals in rising order within one turn; found {pieces}")
    count = np.maximum(1, np.ceil((ends[:, 1] - ends[:, 0]) / (np.pi / 4))).astype(int)
    grid = [np.linspace(a, b, k + 1) for (a, b), k in zip(ends, count, strict=True)]
    start = np.concatenate([each[:-1] for each in grid])
    length = np.concatenate([np.diff(each) for each in grid])
    level = np.zeros(len(start), dtype=np.int64)
    cells = _identity(_Cells(start, length, level, level.copy(), *(np.empty((0, NODES)),) * 3), density)
    for _ in range(DEEPEST):
        wide = (2 * _halfwidth(cells) > limits.width) | _rough(cells.mass)
        if not wide.any() or len(cells) > MOST:
            break
        cells = _identity(_divided(cells, wide, None), density)
    if wide.any():
        raise MeanFieldError("the density is not resolved: name the points where it is not smooth as ends of pieces")
    total = float(cells.mass.sum())
    if abs(total - 1) > 1e-8:
        raise MeanFieldError(f"the density must have integral 1; found {total:.10g}")
    return replace(cells, mass=cells.mass / total)


def _rough(mass: Array) -> NDArray[np.bool_]:
    """Cells in which the density is no polynomial to 13 digits, but for what weighs nothing."""
    values = mass / _tables().weights
    return np.asarray((_tail(values) > 1e-13 * values.max(axis=1)) & (mass.sum(axis=1) > 1e-14))


def _identity(cells: _Cells, density: Density) -> _Cells:
    labels = _labels(cells)
    values = np.asarray(density(labels), dtype=float)
    if values.shape != labels.shape or not np.all(np.isfinite(values)) or np.any(values < 0):
        raise MeanFieldError("the density must be finite and not negative on its pieces, and keep shapes")
    mass = values * _halfwidth(cells)[:, None] * _tables().weights
    return _Cells(cells.start, cells.length, cells.level, cells.index, labels, np.zeros_like(labels), mass)


def _divided(cells: _Cells, which: NDArray[np.bool_], density: Density | None) -> _Cells:
    """Halve the cells `which`; with a density, what they carry is interpolated and their mass kept."""
    repeat = np.where(which, 2, 1)
    origin = np.repeat(np.arange(len(cells)), repeat)
    second = np.concatenate([[False], origin[1:] == origin[:-1]])
    halved = which[origin]
    level = cells.level[origin] + halved
    index = np.where(halved, 2 * cells.index[origin] + second, cells.index[origin])
    if density is None:
        return _Cells(cells.start[origin], cells.length[origin], level, index, *(np.empty((0, NODES)),) * 3)
    made = replace(cells.take(origin), level=level, index=index)
    for new, old in ((made.angle, cells.angle), (made.stretch, cells.stretch)):
        new[halved & ~second] = old[which] @ _tables().left.T
        new[halved & second] = old[which] @ _tables().right.T
    return _with_masses(made, np.flatnonzero(halved).reshape(-1, 2), cells.total[which], density)


def _with_masses(cells: _Cells, groups: NDArray[np.int64], totals: Array, density: Density) -> _Cells:
    """New Gauss masses for groups of cells, (g, k), each group scaled to the mass it had."""
    changed = cells.take(groups.ravel())
    fresh = density(_labels(changed)) * _halfwidth(changed)[:, None] * _tables().weights
    sums = fresh.sum(axis=1).reshape(groups.shape).sum(axis=1)
    factor = np.where(sums > 0, totals / np.where(sums > 0, sums, 1.0), 0.0)
    mass = cells.mass.copy()
    mass[groups.ravel()] = fresh * np.repeat(factor, groups.shape[1])[:, None]
    return replace(cells, mass=mass)


def _missed(cells: _Cells) -> Array:
    """What the polynomials of each cell miss; log X' counts by mass."""
    return np.maximum(_tail(cells.angle), cells.total * _tail(cells.stretch))


def _divisible(cells: _Cells) -> NDArray[np.bool_]:
    return (cells.total > LIGHTEST) & (cells.level < DEEPEST)


def _refined(cells: _Cells, limits: _Limits, density: Density) -> _Cells:
    while True:
        span = np.diff(_ends(cells), axis=1)[:, 0]
        coarse = ((span > limits.width) | (_missed(cells) > limits.miss)) & _divisible(cells)
        if not coarse.any():
            return cells
        cells = _divided(cells, coarse, density)


def _coarsened(cells: _Cells, limits: _Limits, density: Density) -> _Cells:
    """Join siblings whose common polynomial gives back both, well within the limits."""
    first = np.flatnonzero(
        (cells.start[1:] == cells.start[:-1])
        & (cells.level[1:] == cells.level[:-1])
        & (cells.index[1:] == cells.index[:-1] + 1)
        & (cells.index[:-1] % 2 == 0)
    )
    if not first.size:
        return cells
    joined = []
    fits = np.ones(first.size, dtype=bool)
    weight = cells.total[first] + cells.total[first + 1]
    for values, scale in ((cells.angle, 1.0), (cells.stretch, weight)):
        both = np.concatenate([values[first], values[first + 1]], axis=1)
        one = both @ _tables().joined.T
        back = np.concatenate([one @ _tables().left.T, one @ _tables().right.T], axis=1)
        missed = np.maximum(np.abs(back - both).max(axis=1), _tail(one)) * scale
        fits &= missed < 0.1 * limits.miss
        joined.append(one)
    fits &= np.diff(joined[0] @ _tables().ends.T, axis=1)[:, 0] < 0.7 * limits.width
    if not fits.any():
        return cells
    first, weight, angle, stretch = first[fits], weight[fits], joined[0][fits], joined[1][fits]
    level, index = cells.level[first] - 1, cells.index[first] // 2
    whole = _Cells(cells.start[first], cells.length[first], level, index, angle, stretch, np.zeros(angle.shape))
    whole = _with_masses(whole, np.arange(len(whole))[:, None], weight, density)
    smooth = ~_rough(whole.mass)
    first = first[smooth]
    keep = np.ones(len(cells), dtype=bool)
    keep[first + 1] = False
    made = cells.take(slice(None))
    for name in _FIELDS:
        values = getattr(cells, name).copy()
        values[first] = getattr(whole, name)[smooth]
        made = replace(made, **{name: values})
    return made.take(keep)


# the field


def _model(kind: str, A: ArrayLike, V: ArrayLike, beta: float) -> _Model:
    if kind not in MODELS:
        raise MeanFieldError(f"the model is one of {', '.join(MODELS)}; found {kind!r}")
    matrices = [np.asarray(each, dtype=float) for each in (A, V)]
    for name, each in zip("AV", matrices, strict=True):
        if each.shape != (2, 2) or not np.all(np.isfinite(each)):
            raise MeanFieldError(f"{name} must be a finite 2 x 2 matrix; found shape {each.shape}")
    if not np.isfinite(beta) or (beta < 0 and kind == "hardmax"):
        raise MeanFieldError(f"beta must be finite, and hardmax is its limit oo; found {beta}")
    if kind == "hardmax" and np.linalg.cond(matrices[0]) > 1e14:
        raise MeanFieldError("hardmax needs an invertible A: where A^T x = 0 all scores are equal")
    sign = -1.0 if beta < 0 and kind != "linear" else 1.0
    return _Model(kind, sign * matrices[0], matrices[1], sign * float(beta))


def _field(model: _Model, angle: Array, mass: Array, gaps: Array) -> tuple[Array, Array]:
    """(F, F') at the nodes of the cells themselves: angles (c, NODES) in rising order, and their masses."""
    if model.kind in ("linear", "hardmax") or model.strength == 0:
        rate, slope = _field_at(model, angle.ravel(), mass.ravel(), gaps)
        return rate.reshape(angle.shape), slope.reshape(angle.shape)
    groups = _Groups.of(angle, min(TIGHT / model.strength, 0.8))
    rate, slope = _field_at(model, groups.angle.ravel(), groups.gathered(mass).ravel(), gaps)
    return groups.spread(rate), groups.spread(slope)


@dataclass(frozen=True)
class _Groups:
    """Neighbouring cells so tight that kernel and field are polynomials on each group: NODES points stand for it.

    Attributes:
        of_cell: the group of each cell, (c,), rising.
        angle: nodes of the groups, (g, NODES).
        values: interpolation from a group's nodes to those of a cell, (c, NODES, NODES).
    """

    of_cell: NDArray[np.int64]
    angle: Array
    values: Array

    @classmethod
    def of(cls, angle: Array, limit: float) -> _Groups:
        from numpy.polynomial.legendre import legvander

        of_cell, start, at = np.empty(len(angle), dtype=np.int64), -np.inf, -1
        for cell, (low, high) in enumerate(zip(angle[:, 0].tolist(), angle[:, -1].tolist(), strict=True)):
            if high - start > limit:
                start, at = low, at + 1
            of_cell[cell] = at
        first = np.flatnonzero(np.diff(of_cell, prepend=-1))
        last = np.append(first[1:], len(angle)) - 1
        alone = first == last
        middle, half = (angle[first, 0] + angle[last, -1]) / 2, (angle[last, -1] - angle[first, 0]) / 2
        half = np.maximum(half, 1e-14)
        nodes = np.where(alone[:, None], angle[first], middle[:, None] + half[:, None] * _tables().nodes)
        # nodes out of order, in cells too light to be resolved or narrower than the tolerance, count as at the end
        z = np.clip((angle - middle[of_cell, None]) / half[of_cell, None], -1, 1)
        values = legvander(z, NODES - 1) @ _tables().legendre
        values[alone[of_cell]] = np.eye(NODES)
        return cls(of_cell, nodes, values)

    def gathered(self, mass: Array) -> Array:
        """Masses at the groups' nodes; they may be negative."""
        found = np.zeros(self.angle.shape)
        np.add.at(found, self.of_cell, np.einsum("ck,ckj->cj", mass, self.values))
        return found

    def spread(self, rate: Array) -> Array:
        """What is known at the groups' nodes, at the cells'."""
        return np.asarray(np.einsum("ckj,cj->ck", self.values, rate.reshape(self.angle.shape)[self.of_cell]))


def _field_at(model: _Model, angle: Array, mass: Array, gaps: Array) -> tuple[Array, Array]:
    """(F, F') at the sources, angles (n,) in rising order within one turn."""
    x = np.stack([np.cos(angle), np.sin(angle)])
    jx = np.stack([-x[1], x[0]])
    m, slope = _SEEN[model.kind](model, angle, mass, x, jx, gaps)
    pull, turn = model.V @ m, model.V @ slope
    return np.sum(jx * pull, axis=0), np.sum(jx * turn, axis=0) - np.sum(x * pull, axis=0)


def _seen_linear(model: _Model, angle: Array, mass: Array, x: Array, jx: Array, gaps: Array) -> tuple[Array, Array]:
    moment = model.beta * (x * mass) @ x.T @ model.A.T
    return moment @ x, moment @ jx


def _seen_hardmax(model: _Model, angle: Array, mass: Array, x: Array, jx: Array, gaps: Array) -> tuple[Array, Array]:
    """u = A^T x/|A^T x| and its derivative; where u lies in a gap of the support, the nearer end and 0."""
    z, dz = model.A.T @ x, model.A.T @ jx
    size = np.hypot(*z)
    u = z / size
    ju = np.stack([-u[1], u[0]])
    slope = ju * (np.sum(dz * ju, axis=0) / size)
    phi = np.arctan2(u[1], u[0])
    for low, high in gaps:
        inside = np.mod(phi - low, TURN)
        caught = inside < high - low
        end = np.where(inside < (high - low) / 2, low, high)[caught]
        u[:, caught] = np.stack([np.cos(end), np.sin(end)])
        slope[:, caught] = 0
    return u, slope


def _seen_kernel(model: _Model, angle: Array, mass: Array, x: Array, jx: Array, gaps: Array) -> tuple[Array, Array]:
    """Means under exp(beta <x, A y>), and their derivatives as covariances with beta <J x, A y>."""
    z, dz = model.beta * (model.A.T @ x), model.beta * (model.A.T @ jx)
    kappa = np.hypot(*z)
    size = np.where(kappa > 0, kappa, 1.0)
    u = np.where(kappa > 0, z / size, np.array([[1.0], [0.0]]))
    ju = np.stack([-u[1], u[0]])
    along, across = np.sum(dz * u, axis=0), np.sum(dz * ju, axis=0)
    with np.errstate(divide="ignore"):
        logs, sums = _kernel_sums(np.arctan2(u[1], u[0]), kappa, angle, mass, np.log(np.abs(mass)))
    q, s, qq, qs, ss = sums  # means of 1 - cos d, sin d, and of their products; d from A^T x to y
    m = u * (1 - q) + ju * s
    score_q, score_s = across * (qs - q * s) - along * (qq - q * q), across * (ss - s * s) - along * (qs - q * s)
    slope = ju * score_s - u * score_q
    if model.kind == "usa":
        scale = np.exp(logs + kappa - model.strength)
        return scale * m, scale * (slope + m * (along * (1 - q) + across * s))
    return m, slope


_SEEN = {"linear": _seen_linear, "hardmax": _seen_hardmax, "softmax": _seen_kernel, "usa": _seen_kernel}


@njit(cache=True, fastmath=REORDERED)
def _inside(
    half_cos: Array, half_sin: Array, mass: Array, c: float, s: float, steep: float, best: float
) -> tuple[float, float, float, float, float, float]:
    """Sums of 1, q, s, q q, q s, s s under m_j e^(-kappa q_j - best): one loop of vector instructions."""
    z, a, b, aa, ab, bb = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for j in range(len(mass)):
        sine = half_sin[j] * c - half_cos[j] * s
        cosine = half_cos[j] * c + half_sin[j] * s
        q, t = 2 * sine * sine, 2 * sine * cosine
        weight = mass[j] * exponential(0.5 * steep * q - best)
        z += weight
        a += weight * q
        b += weight * t
        aa += weight * q * q
        ab += weight * q * t
        bb += weight * t * t
    return z, a, b, aa, ab, bb


@njit(cache=True)
def _kernel_sums(phi: Array, kappa: Array, angle: Array, mass: Array, log_mass: Array) -> tuple[Array, Array]:
    """For each target: log sum_j m_j e^(-kappa q_j), and the means of q, s, q q, q s, s s, shape (5, n).

    With d = angle_j - phi, q = 1 - cos d and s = sin d. From phi outwards on both sides, until what is left (at most
    mass 1, and farther) is hidden by rounding; every STRIDE-th node is asked.
    """
    n, total = len(angle), len(phi)
    logs, sums = np.empty(total), np.zeros((5, total))
    turn = 2 * np.pi
    # three copies and one node, so that no index wraps; a turn changes the sign of both halves, and of neither product
    half_cos, half_sin = np.cos(angle / 2), np.sin(angle / 2)
    half_cos = np.concatenate((half_cos, half_cos, half_cos, half_cos[:1]))
    half_sin = np.concatenate((half_sin, half_sin, half_sin, half_sin[:1]))
    log_mass = np.concatenate((log_mass, log_mass, log_mass))
    mass = np.concatenate((mass, mass, mass))
    for i in range(total):
        centre = angle[0] + (phi[i] - angle[0]) % turn
        c, s, steep = np.cos(centre / 2), np.sin(centre / 2), -2 * kappa[i]
        right = n + np.searchsorted(angle, centre)
        left, best = right - 1, -np.inf
        sine_r = half_sin[right] * c - half_cos[right] * s
        sine_l = half_sin[left] * c - half_cos[left] * s
        while right - left <= n:
            if abs(sine_r) <= abs(sine_l):
                exponent = steep * sine_r * sine_r
                best = max(best, exponent + log_mass[right])
                right = min(right + STRIDE, left + n + 1)
                sine_r = half_sin[right] * c - half_cos[right] * s
            else:
                exponent = steep * sine_l * sine_l
                best = max(best, exponent + log_mass[left])
                left = max(left - STRIDE, right - n - 1)
                sine_l = half_sin[left] * c - half_cos[left] * s
            if exponent < best + NEGLIGIBLE:
                break
        if best == -np.inf:  # all that were asked are without mass
            for j in range(left + 1, right):
                sine = half_sin[j] * c - half_cos[j] * s
                best = max(best, steep * sine * sine + log_mass[j])
        z, sums[0, i], sums[1, i], sums[2, i], sums[3, i], sums[4, i] = _inside(
            half_cos[left + 1 : right], half_sin[left + 1 : right], mass[left + 1 : right], c, s, steep, best
        )
        logs[i] = best + np.log(z)
        sums[:, i] /= z
    return logs, sums


# time


class _Solver:
    """DOP853 on (angles, stretches), begun anew with the same step whenever the cells change."""

    def __init__(self, model: _Model, density: Density, cells: _Cells, limits: _Limits) -> None:
        self.model, self.density, self.cells, self.limits = model, density, cells, limits
        self.time = 0.0
        self.step: float | None = None

    def rates(self, angle: Array) -> tuple[Array, Array]:
        if not np.all(np.isfinite(angle)):  # a step that was tried and is too long; it will be rejected
            return np.full(angle.shape, np.nan), np.full(angle.shape, np.nan)
        return _field(self.model, angle, self.cells.mass, self.gaps(angle))

    def gaps(self, angle: Array) -> Array:
        """The gaps of the support as angles, from the ends of neighbouring cells whose labels do not touch."""
        if self.model.kind != "hardmax":
            return np.empty((0, 2))
        ends = angle @ _tables().ends.T
        held = self.cells.total > 0
        half = _halfwidth(self.cells)
        start = (self.cells.start + 2 * half * self.cells.index)[held]
        stop = (self.cells.start + 2 * half * (self.cells.index + 1.0))[held]
        ends = ends[held]
        apart = np.append(start[1:], start[0] + TURN) - stop > 1e-12
        return np.stack([ends[:, 1], np.append(ends[1:, 0], ends[0, 0] + TURN)], axis=1)[apart]

    def run(self, until: float, progress: Callable[[float], None] | None) -> None:
        from scipy.integrate import DOP853

        left = STEPS
        while self.time < until:
            shape = (2, *self.cells.mass.shape)

            def rate(_: float, y: Array, shape: tuple[int, ...] = shape) -> Array:
                return np.stack(self.rates(y.reshape(shape)[0])).ravel()

            y = np.stack([self.cells.angle, self.cells.stretch]).ravel()
            first = None if self.step is None else min(self.step, until - self.time)
            solver = DOP853(rate, self.time, y, until, rtol=self.limits.miss, atol=self.limits.miss, first_step=first)
            while solver.status == "running":
                message = solver.step()
                if solver.status == "failed" or not np.all(np.isfinite(solver.y)):
                    raise MeanFieldError(f"lost at t = {self.time:.6g}: {message or 'a value is not finite'}")
                left -= 1
                if left < 0:
                    raise MeanFieldError(f"stuck at t = {self.time:.6g}: {STEPS:,} steps did not reach t = {until:g}")
                if self._taken_back(*solver.y.reshape(shape)):
                    break
                self.time = float(solver.t)
                if solver.status == "running":
                    self.step = float(solver.h_abs)
                if progress is not None:
                    progress(self.time)
                if self._adapted(*solver.y.reshape(shape)):
                    break

    def _taken_back(self, angle: Array, stretch: Array) -> bool:
        """Whether a step blurred cells, which are then divided as they were before it: divided later they keep it."""
        after = replace(self.cells, angle=angle, stretch=stretch)
        blurred = (_missed(after) > BLURRED * self.limits.miss) & _divisible(after)
        if blurred.any():
            self.cells = _divided(self.cells, blurred, self.density)
        return bool(blurred.any())

    def _adapted(self, angle: Array, stretch: Array) -> bool:
        """Take over the values and adapt the cells; whether they changed."""
        c = self.cells
        moved = _Cells(c.start, c.length, c.level, c.index, angle, stretch, c.mass)
        cells = _refined(_coarsened(moved, self.limits, self.density), self.limits, self.density)
        changed = len(cells) != len(moved) or not np.array_equal(cells.level, moved.level)
        self.cells = cells if changed else moved
        return changed

    def state(self) -> State:
        _, slope = self.rates(self.cells.angle)
        return State(self.time, float(np.sum(self.cells.mass * slope)), self.cells, self.density)
