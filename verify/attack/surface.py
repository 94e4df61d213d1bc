"""The surface that equality hypotheses cut out: charts by which a nearby point is moved onto it, exactly.

A chart chooses one unknown (a real coordinate of the space) for each equality. Where the equalities are affine in the
unknowns together, one Newton step from anywhere lands on the surface, in floats and in exact arithmetic alike. Where
they are polynomial in single unknowns, these are taken from the roots that are rational or quadratic.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from verify.attack import tokens
from verify.attack.points import Columns, as_float, gauss
from verify.kernel import ball, exact, ring
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.lie import Flow
from verify.kernel.term import FUNCTIONS, ONE, ZERO, I, Term, TermError, im, number, postorder, re, sqrt
from verify.readings.batch import compile_batch

__all__ = ["Chart", "Unknown", "real_parts", "slope", "vanishes"]

MAX_DEGREE = 8
NEWTON = 16


@dataclass(frozen=True)
class Unknown:
    """One real coordinate: a real symbol, or the real (direction 1) or imaginary (I) part of a complex one.

    Where `token` is given, it is the coordinate of the token with index `at`, and `symbol` stands for that alone.
    """

    symbol: Term
    direction: Term = ONE
    token: Term | None = None
    at: int = 0

    @property
    def owner(self) -> Term:
        """The symbol of the space that moves with this coordinate."""
        return self.symbol if self.token is None else self.token

    def moved(self, value: Term, by: Fraction) -> Term | None:
        """The symbol's value with this coordinate moved; None unless it is rational."""
        parts = exact.value_of(value).gauss
        if parts is None:
            return None
        real, imaginary = parts
        return gauss(real + by, imaginary) if self.direction is ONE else gauss(real, imaginary + by)

    def placed(self, value: Term, at: Term) -> Term | None:
        """The symbol's value with this coordinate replaced by a real constant."""
        if self.symbol.is_real:
            return at
        parts = exact.value_of(value).gauss
        if parts is None:
            return None
        return at + I * number(parts[1]) if self.direction is ONE else number(parts[0]) + I * at

    def of(self, columns: Columns) -> Any:
        """The coordinate's column of floats."""
        column = columns[self.owner]
        if self.token is not None:
            column = column[:, self.at]
        if self.symbol.is_real:
            return column
        return column.real if self.direction is ONE else column.imag

    def shift(self, columns: Columns, by: Any) -> Columns:
        """Columns with this coordinate moved."""
        change = by if self.direction is ONE else 1j * by
        if self.token is None:
            return {**columns, self.symbol: columns[self.symbol] + change}
        moved = columns[self.token].copy()
        moved[:, self.at] += change
        return {**columns, self.token: moved}


def slope(value: Term, unknown: Unknown) -> Term | None:
    """d value / d unknown, or None where it has no derivative by form."""
    try:
        return Flow(((unknown.symbol, unknown.direction),)).derivative(value)
    except TermError:
        return None


def vanishes(value: Term) -> bool:
    """Is the Term identically zero, as far as the ring can tell?"""
    if value is ZERO:
        return True
    try:
        return ring.is_zero(value)
    except ring.NotPolynomial:
        return False


def irrational(node: Term) -> bool:
    """Is the node a constant that looks irrational: a root, pi, a function of a number?"""
    if node.symbols or node.kind == "mean":
        return False
    root = node.kind == "pow" and node.args[1].kind == "rat" and node.args[1].payload.denominator != 1
    return root or node.kind == "pi" or node.kind in FUNCTIONS


def real_parts(value: Term) -> tuple[Term, ...]:
    """Real Terms that vanish together exactly where `value` does."""
    return (value,) if value.is_real else (re(value), im(value))


@dataclass(frozen=True)
class Chart:
    """Equations (Terms that shall vanish), an unknown for each, and their slopes: row i, column j is d e_i / d u_j.

    Where single tokens are unknowns, `entries` names them and the means of the equations are written out over them.
    """

    equations: tuple[Term, ...]
    unknowns: tuple[Unknown, ...]
    slopes: tuple[tuple[Term, ...], ...]
    entries: tuple[tuple[Term, tuple[Term, ...]], ...] = ()

    @cached_property
    def affine(self) -> bool:
        """Are the equations affine in all unknowns together?"""
        flat = [each for row in self.slopes for each in row]
        for each, unknown in itertools.product(flat, self.unknowns):
            second = slope(each, unknown)
            if second is None or not vanishes(second):
                return False
        return True

    @cached_property
    def blocks(self) -> tuple[Chart, ...]:
        """Groups of equations that hang together, each after those whose unknowns it needs."""
        m = range(len(self.equations))
        needs = [[i == j or not vanishes(self.slopes[i][j]) for j in m] for i in m]
        for k, i, j in itertools.product(m, m, m):
            needs[i][j] = needs[i][j] or (needs[i][k] and needs[k][j])
        groups = dict.fromkeys(tuple(j for j in m if needs[i][j] and needs[j][i]) for i in m)
        ordered = sorted(groups, key=lambda group: (sum(needs[group[0]]), group))
        return tuple(
            Chart(
                tuple(self.equations[i] for i in group),
                tuple(self.unknowns[i] for i in group),
                tuple(tuple(self.slopes[i][j] for j in group) for i in group),
            )
            for group in ordered
        )

    @cached_property
    def _layers(self) -> list[list[Term] | None]:
        """Per equation its derivatives of order 0, 1, ... in its own unknown; None if it is no short polynomial."""
        return [_derivatives(e, u) for e, u in zip(self.equations, self.unknowns, strict=True)]

    @cached_property
    def rational(self) -> bool:
        """Have the equations no irrational constants? Others are never solved by rational steps."""
        flat = [*self.equations, *(each for row in self.slopes for each in row)]
        return not any(irrational(node) for node in postorder(*flat))

    # in floats

    def project(self, columns: Columns) -> tuple[Columns, dict[Unknown, Any]]:
        """Move rows onto the surface by Newton's method, in floats.

        Returns:
            The columns, NaN in the unknowns where it did not converge, and a bound of each unknown's error. Rows with
            another number of tokens than the chart's stay where they are.
        """
        import numpy as np

        if not self.equations:
            return columns, {}
        entries = dict(self.entries)
        here = tokens.split(columns, entries)
        if here is None:
            return columns, {}
        inner = [Unknown(unknown.symbol, unknown.direction) for unknown in self.unknowns]
        m, n = len(self.equations), len(next(iter(columns.values())))
        compiled = compile_batch([*self.equations, *(each for row in self.slopes for each in row)], tuple(here))
        with np.errstate(all="ignore"):
            for _ in range(2 if self.affine else NEWTON):
                values = compiled.values(here)
                step = _solve(np.stack(values[m:], axis=1).reshape(n, m, m), np.stack(values[:m], axis=1))
                for at, unknown in enumerate(inner):
                    here = unknown.shift(here, -step[:, at])
                place = np.stack([unknown.of(here) for unknown in inner], axis=1)
                if not np.any(np.abs(step) > 1e-14 * (1 + np.abs(place))):  # NaN rows have left
                    break
            pairs = compiled(here)
            bounds = np.stack([np.abs(value) + error for value, error in pairs[:m]], axis=1)
            inverse = _inverse(np.stack([value for value, _ in pairs[m:]], axis=1).reshape(n, m, m))
            errors = np.einsum("nij,nj->ni", np.abs(inverse), bounds)
        slack = {}
        for at, unknown in enumerate(inner):
            place = unknown.of(here)
            error = errors[:, at] + 2.0**-51 * np.abs(place)
            lost = ~(error <= 1e-6 * (1 + np.abs(place)))
            here = unknown.shift(here, np.where(lost, np.nan, 0.0))
            slack[self.unknowns[at]] = error
        return tokens.joined(here, entries), slack

    # exactly

    def fits(self, point: Point) -> bool:
        """Has the point as many tokens as the chart?"""
        return tokens.split_point(point, dict(self.entries)) is not None

    def settle(self, point: Point) -> Point | None:
        """An exact point on the surface, from an exact one near it; None if this chart finds none."""
        if not self.equations:
            return point
        entries = dict(self.entries)
        here = tokens.split_point(point, entries)
        if here is None:
            return point
        if not self.rational:
            return None if any(ball.known_nonzero(ball.enclose(each, here)) for each in self.equations) else point
        try:
            if all(exact.evaluate(each, here).is_zero for each in self.equations):
                return point
            for block in self.blocks:
                moved = block._affine_step(here) if block.affine else block._by_roots(here)
                if moved is None:
                    return None
                here = moved
        except (Inexact, Undefined, TermError):  # no value, or one that is too long to write
            return None
        return tokens.joined_point(here, entries)

    def _affine_step(self, point: dict[Term, Any]) -> dict[Term, Any] | None:
        values = [exact.evaluate(each, point).fraction() for each in self.equations]
        matrix = [[exact.evaluate(each, point).fraction() for each in row] for row in self.slopes]
        steps = _solve_exactly(matrix, values)
        if steps is None:
            return None
        here = dict(point)
        for unknown, by in zip(self.unknowns, steps, strict=True):
            moved = unknown.moved(here[unknown.symbol], -by)
            if moved is None:
                return None
            here[unknown.symbol] = moved
        return here

    def _by_roots(self, point: dict[Term, Any]) -> dict[Term, Any] | None:
        here = dict(point)
        for layers, unknown in zip(self._layers, self.unknowns, strict=True):
            if layers is None:
                return None
            value = here[unknown.symbol]
            origin = unknown.placed(value, ZERO)
            if origin is None:
                return None
            at_origin = {**here, unknown.symbol: origin}
            coefficients = [exact.evaluate(each, at_origin).fraction() for each in layers]
            if any(each is None for each in coefficients):
                return None
            now = as_float(re(value) if unknown.direction is ONE else im(value)).real
            root = _root([c for c in coefficients if c is not None], now)
            placed = None if root is None else unknown.placed(value, root)
            if placed is None:
                return None
            here[unknown.symbol] = placed
        return here


_POLYNOMIAL = ("sym", "add", "mul", "div", "pow", "re", "im", "conj", "abs2", "mean", "integral")


def _is_polynomial(value: Term, sym: Term) -> bool:
    """By form: what is none would be differentiated again and again, and compared with zero at great cost."""
    for node in postorder(value):
        inner = node.args[1:] if node.kind in ("div", "pow") else ()
        if sym in node.symbols and (node.kind not in _POLYNOMIAL or any(sym in each.symbols for each in inner)):
            return False
        if node.kind == "pow" and sym in node.symbols and node.args[1].kind == "rat" and node.args[1].payload < 0:
            return False
    return True


def _derivatives(equation: Term, unknown: Unknown) -> list[Term] | None:
    if not _is_polynomial(equation, unknown.symbol):
        return None
    layers = [equation]
    for _ in range(MAX_DEGREE + 1):
        following = slope(layers[-1], unknown)
        if following is None:
            return None
        if vanishes(following):
            return layers
        layers.append(following)
    return None


def _solve(matrix: Any, right: Any) -> Any:
    """Solve m x m systems, shape (N, m, m) and (N, m); NaN where singular."""
    import numpy as np

    if matrix.shape[1] == 1:
        return np.where(matrix[:, :, 0] != 0, right / matrix[:, :, 0], np.nan)
    return np.einsum("nij,nj->ni", _inverse(matrix), right)


def _inverse(matrix: Any) -> Any:
    import numpy as np

    good = np.isfinite(matrix).all(axis=(1, 2))
    good[good] = np.abs(np.linalg.det(matrix[good])) > 1e-300
    inverse = np.full(matrix.shape, np.nan)
    if good.any():
        inverse[good] = np.linalg.inv(matrix[good])
    return inverse


def _solve_exactly(matrix: list[list[Fraction | None]], right: list[Fraction | None]) -> list[Fraction] | None:
    from flint import fmpq, fmpq_mat

    def q(value: Fraction) -> fmpq:
        return fmpq(value.numerator, value.denominator)

    flat = [each for row in matrix for each in row if each is not None]
    known = [each for each in right if each is not None]
    m = len(right)
    if len(flat) != m * m or len(known) != m:
        return None
    try:
        solution = fmpq_mat(m, m, [q(each) for each in flat]).solve(fmpq_mat(m, 1, [q(each) for each in known]))
    except ZeroDivisionError:
        return None
    return [Fraction(int(solution[k, 0].p), int(solution[k, 0].q)) for k in range(m)]


def _root(derivatives: list[Fraction], now: float) -> Term | None:
    """A real root, rational or quadratic, of the polynomial with those derivatives at 0: the nearest to `now`."""
    from math import factorial

    from flint import fmpz_poly

    scaled = [c / factorial(k) for k, c in enumerate(derivatives)]
    common = 1
    for c in scaled:
        common *= c.denominator
    poly = fmpz_poly([int(c * common) for c in scaled])
    if poly.degree() < 1:
        return None
    found: list[Term] = []
    for factor, _ in poly.factor()[1]:
        low = [int(each) for each in factor.coeffs()]
        if len(low) == 2:
            found.append(number(Fraction(-low[0], low[1])))
        elif len(low) == 3 and low[1] ** 2 > 4 * low[0] * low[2]:
            middle = Fraction(-low[1], 2 * low[2])
            spread = sqrt(number(Fraction(low[1] ** 2 - 4 * low[0] * low[2], 4 * low[2] ** 2)))
            found += [number(middle) + spread, number(middle) - spread]
    return min(found, key=lambda each: (abs(as_float(each).real - now), str(each)), default=None)
