"""Limit cycles of planar linear attention: found in floating point by shooting, certified by the kernel.

A ray from an equilibrium of index 1 meets every closed orbit around it. Where its return map moves neighbours apart a
cycle is near; the rule `returns` then encloses it, its period and its multiplier. An unstable cycle is the attracting
one of the reversed flow, that of A and -V.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, sqrt
from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from verify.atlas.exact import Rows, Span, halves, span
from verify.atlas.proofs import Field, Shown
from verify.conclusions import ClosedOrbit
from verify.kernel import flow as flows
from verify.kernel.term import im, number, re

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Cycle", "certified", "direction", "moved", "path", "suspects"]

GRID, ROUNDS, LENGTH = 60, 1500, 0.01
"""Starts on a ray; the steps of an orbit until it must have returned, and their lengths."""
LEVEL = 1 << 20
"""Sections stand at multiples of 1/LEVEL."""
ORDER, PRECISION = 40, 320
STEPS = (Fraction(1, 8), Fraction(1, 16), Fraction(1, 32))
"""Of the validated flow, tried in turn, in a time in which beta |A| |V| is about 8."""
NEAR = Fraction(1, 10**18)
"""Half of the interval on which the return map is studied."""
ROUGH = Fraction(1, 10**8)
"""Moves that are left to the exact return map."""
ATTEMPTS = 6


@dataclass(frozen=True)
class Cycle:
    """A limit cycle that the kernel encloses.

    Attributes:
        through: spans of Re w and Im w of a point on it.
        period: of w.
        multiplier: by how much a turn multiplies distances from it; below 1 for an attracting cycle.
        shown: what was proved.
    """

    through: tuple[Span, Span]
    period: Span
    multiplier: Span
    shown: Shown

    @property
    def attracting(self) -> bool:
        return self.multiplier[1] < 1


@dataclass(frozen=True)
class Suspect:
    """A return map, on {Re w = level} (axis 0) or {Im w = level} (1), perhaps has a fixed point between two floats."""

    axis: int
    level: Fraction
    sense: int
    ends: tuple[float, float]


def direction(A: Rows, V: Rows, w: Any) -> Any:
    """F / |F| at points w, by the coefficients: F = 2 i omega w + H - conj(H) w^2 in units beta = 2."""
    import numpy as np

    (a, b), (p, q) = (tuple(complex(*map(float, each)) for each in halves(M)) for M in (A, V))
    H = a * p * w + a * q + b * p + b * q * w.conj()
    mixed = a.conjugate() * p + b.conjugate() * q + a.conjugate() * q * w.conj() + b.conjugate() * p * w
    F = 2j * mixed.imag * w + H - H.conj() * w**2
    return F / np.maximum(np.abs(F), 1e-12)


def moved(A: Rows, V: Rows, w: Any, length: Any) -> Any:
    """Points moved along the flow by arcs of this length: one step of Runge and Kutta."""
    a = direction(A, V, w)
    b = direction(A, V, w + length / 2 * a)
    c = direction(A, V, w + length / 2 * b)
    return w + length / 6 * (a + 2 * b + 2 * c + direction(A, V, w + length * c))


def suspects(A: Rows, V: Rows, centres: Sequence[complex]) -> list[Suspect]:
    """Where return maps on rays from the given equilibria change from outwards to inwards, or back; floats."""
    found: list[Suspect] = []
    for centre in centres:
        for axis in (0, 1):
            for time in (1, -1):
                new = list(_on_ray(A, V, centre, axis, time))
                found += [each for each in new if not any(_same(each, other) for other in found)]
    return found


def _same(one: Suspect, other: Suspect) -> bool:
    return (one.axis, one.level) == (other.axis, other.level) and not (
        one.ends[1] < other.ends[0] or other.ends[1] < one.ends[0]
    )


def _on_ray(A: Rows, V: Rows, centre: complex, axis: int, time: int) -> Iterator[Suspect]:
    import numpy as np

    x, y = (centre.real, centre.imag) if axis == 0 else (centre.imag, centre.real)
    level = Fraction(round(x * LEVEL), LEVEL)
    top = sqrt(max(0.0, 1 - float(level) ** 2))
    places = y + (top - y) * (np.arange(GRID) + 0.5) / GRID
    back, sense = _returns(A, V, axis, float(level), places, time)
    move = back - places
    for k in range(GRID - 1):
        pair = move[k : k + 2]
        same, apart = sense[k] == sense[k + 1], move[k] * move[k + 1] < 0
        if np.isfinite(pair).all() and same and apart and np.abs(pair).max() < 3 * (top - y) / GRID:  # else it jumps
            yield Suspect(axis, level, int(sense[k]) * time, (float(places[k]), float(places[k + 1])))


def _returns(A: Rows, V: Rows, axis: int, level: float, places: np.ndarray, time: int) -> tuple[np.ndarray, np.ndarray]:
    """(where orbits from the places on the line return to it in the same direction, nan if they do not; the direction).

    Shapes: places, and both results, (n,).
    """
    import numpy as np

    def gap(w: np.ndarray) -> np.ndarray:
        return (w.real if axis == 0 else w.imag) - level

    w = level + 1j * places if axis == 0 else places + 1j * level
    slope = direction(A, V, w)
    sense = np.sign(time * (slope.real if axis == 0 else slope.imag))
    back, alive = np.full(len(places), np.nan), np.arange(len(places))
    step = time * LENGTH
    here = w
    for count in range(ROUNDS):
        there = moved(A, V, here, step)
        before, after = gap(here) * sense[alive], gap(there) * sense[alive]
        home = (before < 0) & (after >= 0) & (count > 0)
        if home.any():
            share = step * (before / (before - after))[home]
            for _ in range(3):
                spot = moved(A, V, here[home], share)
                rate = direction(A, V, spot)
                share = share - gap(spot) / (rate.real if axis == 0 else rate.imag)
            spot = moved(A, V, here[home], share)
            back[alive[home]] = spot.imag if axis == 0 else spot.real
        stay = ~home & np.isfinite(there)
        here, alive = there[stay], alive[stay]
        if not len(alive):
            break
    return back, sense


# certified


def certified(A: Rows, V: Rows, beta: Fraction, centres: Sequence[complex]) -> tuple[Cycle, ...]:
    """The limit cycles around the given equilibria that are found and that the kernel encloses; there may be more."""
    import numpy as np

    found: list[Cycle] = []
    paths: list[np.ndarray] = []
    for suspect in suspects(A, V, centres)[:ATTEMPTS]:
        across = sum(suspect.ends) / 2
        place = complex(suspect.level, across) if suspect.axis == 0 else complex(across, suspect.level)
        if all(np.abs(each - place).min() > suspect.ends[1] - suspect.ends[0] for each in paths):
            cycle = _certified(A, V, beta, suspect)
            if cycle is not None and not any(_one(cycle, each) for each in found):
                found.append(cycle)
                paths.append(path(A, V, cycle))
    return tuple(found)


def _one(cycle: Cycle, other: Cycle) -> bool:
    """Are two cycles perhaps one? Their periods are not told apart."""
    return not (cycle.period[1] < other.period[0] or other.period[1] < cycle.period[0])


def path(A: Rows, V: Rows, cycle: Cycle, points: int = 1200) -> np.ndarray:
    """Points along a cycle in floating point, once round; shape (n,), n at most `points`."""
    import numpy as np

    here = np.array([complex(*(float(sum(part) / 2) for part in cycle.through))])
    time, out = (1 if cycle.attracting else -1), [here[0]]
    for _ in range(points):
        here = moved(A, V, here, time * LENGTH)
        out.append(here[0])
        if len(out) > 5 and abs(here[0] - out[0]) < 0.6 * LENGTH:
            break
    return np.array(out)


def _certified(A: Rows, V: Rows, beta: Fraction, suspect: Suspect) -> Cycle | None:
    unit = Fraction(8) / Fraction(max(1e-300, _size(A) * _size(V)))
    fast = Fraction(2) ** floor(_log2(unit))  # the beta of the proof; time is scaled back afterwards
    for length in STEPS:
        sought = _Shot(A, V, fast, suspect, length)
        try:
            place = sought.fixed_point()
            if place is None:
                return None
            return sought.cycle(place, fast / beta)
        except flows.NotFollowed:
            continue
    return None


def _size(M: Rows) -> float:
    return sqrt(sum(float(entry) ** 2 for row in M for entry in row))


def _log2(value: Fraction) -> float:
    from math import log2

    return log2(value)


class _Shot:
    """The return map near a suspect; the flow is reversed where the cycle repels."""

    def __init__(self, A: Rows, V: Rows, beta: Fraction, suspect: Suspect, length: Fraction) -> None:
        self.suspect, self.length = suspect, length
        self.rows, self.beta = (A, V), beta
        self._aim(1)

    def _aim(self, time: int) -> None:
        A, V = self.rows
        (v11, v12), (v21, v22) = V
        turned = V if time == 1 else ((-v11, -v12), (-v21, -v22))
        self.time, self.sense = time, self.suspect.sense * time
        self.field = Field(A, turned, self.beta)
        w = self.field.w
        self.fixed, self.free = (re(w), im(w)) if self.suspect.axis == 0 else (im(w), re(w))

    def back(self, place: Fraction | arb, derivative: bool = False, rough: bool = False) -> flows.Return:
        """The kernel's return map of a number or of a ball; roughly, to some 9 digits."""
        start = {
            self.fixed: number(self.suspect.level),
            self.free: number(place) if isinstance(place, Fraction) else place,
        }
        section = self.fixed - number(self.suspect.level)
        numerics = (ORDER // 2, self.length, PRECISION // 3) if rough else (ORDER, self.length, PRECISION)
        return flows.return_map(self.field.flow, section, self.sense, start, *numerics, None, derivative)

    def move(self, place: Fraction, rough: bool = False) -> Fraction:
        """P(y) - y, rounded."""
        return _middle(self.back(place, rough=rough).point[self._index]) - place

    @property
    def _index(self) -> int:
        return 1 - self.suspect.axis

    def fixed_point(self) -> Fraction | None:
        """A place that the return map moves by less than NEAR / 1000, or None; time then runs so that it attracts."""
        low, high = (Fraction(end) for end in self.suspect.ends)
        at_low, at_high = self.move(low, True), self.move(high, True)
        if at_low * at_high >= 0:
            return None
        outwards = at_low < 0
        slope = (at_high - at_low) / (high - low)
        for _ in range(12):  # the method of Illinois
            place = _rounded(high - at_high * (high - low) / (at_high - at_low))
            here = self.move(place, True)
            if place != high:
                slope = (here - at_high) / (place - high)
            if here * at_high < 0:
                low, at_low = high, at_high
            else:
                at_low = at_low / 2
            high, at_high = place, here
            if abs(here) < ROUGH:
                break
        for _ in range(6):  # and Newton's, with the last slope
            here = self.move(high)
            if abs(here) < NEAR / 1000:
                self._aim(-1 if outwards else 1)
                return high
            if not slope:
                return None
            high = _rounded(high - here / slope)
        return None

    def cycle(self, place: Fraction, scale: Fraction) -> Cycle | None:
        """The cycle near the place, if the kernel proves it; periods are multiplied by `scale`."""
        ends = place - NEAR, place + NEAR
        with ctx.workprec(PRECISION):
            whole = (arb(ends[0].numerator) / ends[0].denominator).union(arb(ends[1].numerator) / ends[1].denominator)
        met = self.back(whole, True)
        assert met.derivative is not None
        slope = met.derivative[self._index][self._index]
        if not (slope > -1 and slope < 1):
            return None
        period = span(met.time)
        shown = self.field.show(
            f"{'an attracting' if self.time == 1 else 'a repelling'} closed orbit",
            ClosedOrbit(self.field.flow, period=period, attracts=True),
            lambda p: p.returns(
                {self.fixed: number(self.suspect.level), self.free: ends},
                self.sense,
                ORDER,
                self.length,
                PRECISION,
            ),
        )
        if shown is None:
            return None
        with ctx.workprec(PRECISION):
            if not (slope > 0 or slope < 0):
                return None
            multiplier = span(slope if self.time == 1 else 1 / slope)
            scaled = span(met.time * scale.numerator / scale.denominator)
        level = (self.suspect.level, self.suspect.level)
        through = (level, ends) if self.suspect.axis == 0 else (ends, level)
        claims = ("linear.time-scale", *(() if self.time == 1 else ("linear.time-reversal",)))
        return Cycle(through, scaled, multiplier, replace(shown, by=(*shown.by, *claims)))


def _middle(ball: arb) -> Fraction:
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _rounded(value: Fraction) -> Fraction:
    """To 100 binary places, so that exact arithmetic stays short."""
    return Fraction(floor(value * 2**100), 2**100)
