"""Arcs: one validated Taylor step after another.

A step of length h starts from a ball Y with middle c and radii r. Let P be the Taylor polynomial of degree N of the
solution through c, with coefficients enclosed by `verify.kernel.jets`. The defect F(P) - P' vanishes to order N at
t = 0 and is analytic where F is analytic on P(|t| <= rho), so by Cauchy's estimate it is at most

    delta = m s^N / (1 - s),    s = h/rho,    m = sup |F| on a complex box that contains P(|t| <= rho).

Let e = y - P for a solution y that starts in Y. While y stays in the box B = P([0, h]) + [-eps, eps], |e|' <= M |e| +
delta with the comparison matrix M of F on B (Wazewski), so |e| <= exp(M+ h)(r + h delta), where M+ has no negative
entry. If that is < eps, as is verified, y cannot leave B: it exists on [0, h], and the same vector bounds the distance
from P. No wide box is expanded into a series, so rho may come close to the distance of the nearest singularity, and a
validated step costs little more than its Taylor coefficients. High order and precision absorb the wrapping.

Sources: G. Corliss and R. Rihm, Validating an a priori enclosure using high-order Taylor series (1996), for enclosures
verified by inclusion; W. Walter, Differential and Integral Inequalities (1970), section 10, for the comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, arb_mat, ctx, fmpq

from verify.kernel.jets import Field, Row

__all__ = ["Arc", "NotFollowed", "Walk", "decimal", "exact"]

ROUGH = 64  # bits for the a-priori box and the remainder, of which only the size matters
RATIOS = 60  # rho is h times 9/8, ..., (9/8)^60 = 1173
WIDENINGS = 5
NOUGHT = arb(0)


class NotFollowed(ValueError):
    """A flow that is not followed so far; the message is one line that says where and why."""


@dataclass(frozen=True)
class Arc:
    """The solutions through a ball, from `begin` on: sum of coefficients times t^k, and a remainder, 0 <= t <= length.

    Attributes:
        begin: time at t = 0.
        length: how far the arc is shown to reach.
        series: for each state the coefficients of the polynomial, as balls.
        rest: for each state at least |solution - polynomial| on the whole arc.
        rest_at_end: the same at its end.
    """

    begin: Fraction
    length: Fraction
    series: list[Row]
    rest: list[arb]
    rest_at_end: list[arb]

    def at(self, t: arb, count: int | None = None) -> list[arb]:
        """The states (the first `count` of them) at begin + t, for all t of the ball with 0 <= t <= length."""
        return _widened(_horner(self.series[:count], t), self.rest)

    def end(self, length: Fraction) -> list[arb]:
        """The states at begin + length, at most the length of the arc."""
        rest = self.rest_at_end if length == self.length else self.rest
        return _widened(_horner(self.series, exact(length)), rest)

    def over(self, length: Fraction, count: int | None = None) -> list[arb]:
        """A box that contains the states for all t in [0, length]."""
        return self.at(arb(0).union(exact(length)), count)


def _widened(balls: Sequence[arb], radii: Sequence[arb]) -> list[arb]:
    return [each + arb(0, radius) for each, radius in zip(balls, radii, strict=False)]


def _horner(series: Sequence[Row], t: arb) -> list[arb]:
    found = []
    for row in series:
        total = row[-1]
        for coefficient in reversed(row[:-1]):
            total = total * t + coefficient
        found.append(total)
    return found


def decimal(time: Fraction) -> str:
    """A time, for messages."""
    return str(time) if time.denominator <= 1024 else f"{float(time):.6g}"


def exact(value: Fraction) -> arb:
    """The smallest ball at the present precision that contains a rational number."""
    return arb(fmpq(value.numerator, value.denominator))


class Walk:
    """Consecutive arcs of one flow in real coordinates."""

    def __init__(self, field: Field, start: Sequence[arb], order: int) -> None:
        self.field, self.order = field, order
        self.time = Fraction(0)
        self.states = list(start)
        self._ratio = RATIOS // 3

    def arc(self, length: Fraction) -> Arc:
        """The arc of that length from the present states on."""
        centre, spread = [each.mid() for each in self.states], [each.rad() for each in self.states]
        series = self.field.taylor(centre, self.order)
        with ctx.workprec(ROUGH):
            defect = self._defect(series, length)
            rests = None if defect is None else self._rests(series, length, spread, defect)
        if rests is None:
            raise NotFollowed(
                f"no a-priori enclosure for a step of {length} from time {decimal(self.time)}, at {self.here()}: the "
                "solution may blow up there, or the enclosure has grown; take a shorter step or more bits"
            )
        return Arc(self.time, length, series, *rests)

    def _defect(self, series: Sequence[Row], length: Fraction) -> list[arb] | None:
        """Bounds of |F(P) - P'| on [0, length]: the smallest that walking from the last step's rho finds."""
        h = exact(length)
        sizes = [[arb(0), *(each.abs_upper() for each in row[1:])] for row in series]

        def bounds(ratio: int) -> list[arb] | None:
            rho = (h * (arb(9) / 8) ** ratio).upper()
            s = (h / rho).upper()
            radii = [each.upper() for each in _horner(sizes, rho)]
            box = [acb(row[0] + arb(0, r), arb(0, r)) for row, r in zip(series, radii, strict=True)]
            values = self.field.values(box)
            if not all(value.is_finite() for value in values):
                return None
            return [(value.abs_upper() * s**self.order / (1 - s)).upper() for value in values]

        at = self._ratio
        best = bounds(at)
        while best is None and at > 1:
            at -= 1
            best = bounds(at)
        for move in (1, -1):
            while best is not None and 1 <= at + move <= RATIOS:
                other = bounds(at + move)
                if other is None or not sum(other, NOUGHT) < sum(best, NOUGHT):
                    break
                best, at = other, at + move
        self._ratio = at
        return best

    def _rests(
        self, series: Sequence[Row], length: Fraction, spread: Sequence[arb], defect: Sequence[arb]
    ) -> tuple[list[arb], list[arb]] | None:
        """Bounds of |solution - polynomial| on [0, length] and at its end; None unless the box is shown to hold it."""
        h = exact(length)
        path = _horner(series, NOUGHT.union(h))
        reach = first = [r + h * d for r, d in zip(spread, defect, strict=True)]
        for _ in range(WIDENINGS):
            margin = [(2 * each).upper() for each in reach]
            matrix = self.field.comparison(_widened(path, margin))
            if matrix is None:
                return None
            growing = (_nonnegative(matrix) * h).exp()
            reach = _applied(growing, first)
            if not all(each.is_finite() for each in reach):
                return None
            if all(each < most or each == 0 for each, most in zip(reach, margin, strict=True)):
                end = _applied((matrix * h).exp(), spread)
                more = _applied(growing, defect)
                return reach, [(a + h * b).upper() for a, b in zip(end, more, strict=True)]
        return None

    def advance(self, arc: Arc, length: Fraction) -> None:
        self.states = arc.end(length)
        self.time += length

    def here(self) -> str:
        return "(" + ", ".join(str(each.str(8)) for each in self.states) + ")"


def _nonnegative(matrix: arb_mat) -> arb_mat:
    """The matrix with its negative entries, which are on the diagonal, replaced by 0."""
    size = matrix.nrows()
    return arb_mat(size, size, [entry.max(NOUGHT) for entry in matrix.entries()])


def _applied(matrix: arb_mat, vector: Sequence[arb]) -> list[arb]:
    column = matrix * arb_mat(len(vector), 1, list(vector))
    return [entry.upper() for entry in column.entries()]
