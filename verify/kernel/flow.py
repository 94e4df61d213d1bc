"""Rule `flow`: validated solutions of x' = F(x): enclosures at a time, their derivatives, and return maps.

The steps are those of `verify.kernel.arcs`. Complex states are split into real ones; derivatives with respect to the
start are states of the variational equations. Where a set of starts is followed together with its derivative, the
mean-value form about its middle keeps the result as narrow as the flow allows.

Everything is a function of exact inputs (Terms, Fractions, bits), so a certificate is replayed by calling it again.

Source: W. Tucker, Validated Numerics (2011), chapter 6, for return maps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul as times
from typing import Any

from flint import arb, ctx

from verify.kernel import ball
from verify.kernel import point as at_point
from verify.kernel.arcs import Arc, NotFollowed, Walk, decimal, exact
from verify.kernel.cells import Split, split
from verify.kernel.exact import Undefined
from verify.kernel.jets import Field
from verify.kernel.lie import Flow
from verify.kernel.term import ONE, Term, TermError, add, mul, number, symbol, term

__all__ = ["NotFollowed", "Return", "coordinates", "enclose_at", "linearise_at", "return_map", "with_integral"]

Start = Mapping[Term, Any]
"""States (or coordinates: x, re(w), im(w)) to constant Terms, ints, Fractions, or real balls."""
Parameters = Mapping[Term, Any]

ORDER = 32
STEP = Fraction(1, 16)
PRECISION = 256
SHORTER = (Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(3, 8), *(Fraction(1, 2**k) for k in range(2, 11)))
MAX_STEPS = 1 << 16


# real coordinates


@dataclass(frozen=True)
class _Real:
    """A flow in real coordinates, its parameters replaced."""

    split: Split
    flow: Flow
    parameters: Mapping[Term, Any]

    @classmethod
    def of(cls, flow: Flow, parameters: Parameters | None, others: Sequence[Term] = ()) -> _Real:
        constants: dict[Term, Term] = {}
        balls: dict[Term, Any] = {}
        for sym, value in (parameters or {}).items():
            if isinstance(value, arb):
                balls[sym] = value
            else:
                constants[sym] = term(value)
            if sym in flow.states or (sym in constants and constants[sym].symbols):
                raise NotFollowed(f"the parameter {sym} needs a constant; found {value}")
        try:
            fixed = flow.subs(constants)
            taken = {sym for each in (*fixed.terms, *others) for sym in each.symbols}
            coordinates = split(fixed.states, sorted(taken, key=lambda sym: str(sym.payload)))
            rates: list[tuple[Term, Term]] = []
            names = iter(coordinates.symbols)
            for state, rate in fixed.rates:
                real, imaginary = coordinates.parts(rate)
                rates.append((next(names), real))
                if not state.is_real:
                    rates.append((next(names), imaginary))
            return cls(coordinates, Flow(tuple(rates)), {**constants, **balls})
        except TermError as error:
            raise NotFollowed(str(error)) from None

    def quantity(self, value: Term) -> Term:
        """A real Term of the states, in real coordinates."""
        constants = {sym: each for sym, each in self.parameters.items() if isinstance(each, Term)}
        try:
            return self.split.parts(value.subs(constants))[0]
        except TermError as error:
            raise NotFollowed(str(error)) from None

    def field(self, precision: int, derivative: bool) -> Field:
        flow = _with_variations(self.flow) if derivative else self.flow
        try:
            return Field(flow.states, flow.terms, self.parameters, precision)
        except TermError as error:
            raise NotFollowed(str(error)) from None

    def place(self, start: Start) -> dict[Term, Term | arb]:
        """Exact Terms or balls for the real coordinates."""
        found: dict[Term, Term | arb] = {}
        try:
            given = {key: value if isinstance(value, arb) else term(value) for key, value in start.items()}
        except TermError as error:
            raise NotFollowed(f"the start: {error}") from None
        for sym, coordinate in zip(self.split.symbols, self.split.coordinates, strict=True):
            value = given.get(coordinate)
            if value is None and coordinate.kind in ("re", "im"):
                value = given.get(coordinate.args[0])
                if isinstance(value, Term):
                    value = self.split.parts(value)[0 if coordinate.kind == "re" else 1]
            if value is None or (isinstance(value, Term) and (value.symbols or not value.is_real)):
                raise NotFollowed(f"the start needs a real constant for {coordinate}; found {value}")
            found[sym] = value
        return found


def _with_variations(flow: Flow) -> Flow:
    """The flow with d^2 more states: the derivative of its solution with respect to the start, row by row."""
    states = flow.states
    names = {sym.payload[0] for each in (*flow.terms, *states) for sym in each.symbols}
    size = range(len(states))
    grid = [[symbol(_fresh(f"d{i}_{j}", names)) for j in size] for i in size]
    try:
        slopes = [[Flow(((state, ONE),)).derivative(rate) for state in states] for rate in flow.terms]
    except TermError as error:
        raise NotFollowed(str(error)) from None
    rates = list(flow.rates)
    for i in size:
        for j in size:
            rates.append((grid[i][j], add(*(mul(slopes[i][k], grid[k][j]) for k in size))))
    return Flow(tuple(rates))


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "x"
    taken.add(name)
    return name


def _start(place: Mapping[Term, Term | arb], derivative: bool, precision: int) -> list[arb]:
    values = []
    for value in place.values():
        found = value if isinstance(value, arb) else ball.enclose(value, {}, precision)
        if not isinstance(found, arb) or not found.is_finite():
            raise NotFollowed(f"the start {value} has no enclosure")
        values.append(found)
    if derivative:
        size = len(values)
        values += [arb(int(i == j)) for i in range(size) for j in range(size)]
    return values


# what is asked of a flow


def coordinates(flow: Flow) -> tuple[Term, ...]:
    """What the balls of an enclosure stand for, in order: x for a real state, re(w) and im(w) for a complex one."""
    return split(flow.states).coordinates


def with_integral(flow: Flow, quantity: Term) -> tuple[Flow, Term]:
    """The flow with one more real state, whose rate is `quantity`; and that state. Start it at 0."""
    names = {sym.payload[0] for each in (*flow.terms, *flow.states, quantity) for sym in each.symbols}
    total = symbol(_fresh("integral", names))
    return Flow((*flow.rates, (total, quantity))), total


def enclose_at(
    flow: Flow,
    start: Start,
    time: Any,
    order: int = ORDER,
    step: Fraction = STEP,
    precision: int = PRECISION,
    parameters: Parameters | None = None,
) -> list[arb]:
    """Balls that contain the states at `time` of the solutions through `start`.

    Args:
        flow: rates that are analytic in the real coordinates of the states.
        start: exact, or balls for a set of starts.
        time: rational; negative for the past.
        order: of the Taylor polynomial.
        step: rational; the last one is shorter.
        precision: bits.
        parameters: every other symbol, to a constant Term or a real ball.

    Returns:
        one ball for each of `coordinates(flow)`.

    Raises:
        NotFollowed: with the time and the reason.
    """
    return _enclose(flow, start, time, order, step, precision, parameters, False)


def linearise_at(
    flow: Flow,
    start: Start,
    time: Any,
    order: int = ORDER,
    step: Fraction = STEP,
    precision: int = PRECISION,
    parameters: Parameters | None = None,
) -> tuple[list[arb], list[list[arb]]]:
    """The states as in `enclose_at`, and the derivative of the flow map: row i, column j is d state_i / d start_j.

    Its balls contain the derivative at every point of the start.
    """
    point, derivative = _unpack(_enclose(flow, start, time, order, step, precision, parameters, True))
    middle = _middle(start)
    if middle is None:
        return point, derivative
    centre = _enclose(flow, middle, time, order, step, precision, parameters, False)
    with ctx.workprec(precision):
        spread = _spread(flow, start, middle)
        return _mean_value(point, centre, derivative, spread), derivative


def _middle(start: Start) -> Start | None:
    """The middle of a set of starts; None if it is one point."""
    if not any(isinstance(value, arb) and not value.is_exact() for value in start.values()):
        return None
    return {key: value.mid() if isinstance(value, arb) else value for key, value in start.items()}


def _spread(flow: Flow, start: Start, middle: Start) -> list[arb]:
    """Start minus middle, for each of `coordinates(flow)`."""
    found = []
    for coordinate in coordinates(flow):
        value = start.get(coordinate)
        found.append(value - middle[coordinate] if isinstance(value, arb) else arb(0))
    return found


def _mean_value(
    direct: Sequence[arb], centre: Sequence[arb], derivative: Sequence[Sequence[arb]], spread: Sequence[arb]
) -> list[arb]:
    """Both enclosures of a map on a box: the direct one, and that about the middle."""
    found = []
    for each, middle, row in zip(direct, centre, derivative, strict=True):
        found.append(each.intersection(sum(map(times, row, spread), middle)))
    return found


def _checked(step: Any, order: int) -> Fraction:
    if not Fraction(step) > 0 or order < 2:
        raise NotFollowed(f"a step is positive and an order at least 2; found {step} and {order}")
    return Fraction(step)


def _unpack(found: Sequence[arb]) -> tuple[list[arb], list[list[arb]]]:
    size = next(d for d in range(1, len(found) + 1) if d + d * d == len(found))
    rows = [list(found[size + size * i : size + size * (i + 1)]) for i in range(size)]
    return list(found[:size]), rows


def _enclose(
    flow: Flow,
    start: Start,
    time: Any,
    order: int,
    step: Fraction,
    precision: int,
    parameters: Parameters | None,
    derivative: bool,
) -> list[arb]:
    end, step = Fraction(time), _checked(step, order)
    if end < 0:
        flow = Flow(tuple((state, mul(number(-1), rate)) for state, rate in flow.rates))
        end = -end
    if end > step * MAX_STEPS:
        raise NotFollowed(f"time {end} needs more than {MAX_STEPS} steps of {step}")
    real = _Real.of(flow, parameters)
    with ctx.workprec(precision):
        walk = Walk(real.field(precision, derivative), _start(real.place(start), derivative, precision), order)
        while walk.time < end:
            length = min(step, end - walk.time)
            walk.advance(walk.arc(length), length)
        return walk.states


# return maps


@dataclass(frozen=True)
class Return:
    """Where and when orbits come back to a section.

    Attributes:
        point: one ball for each of `coordinates(flow)`.
        time: the time of flight.
        derivative: of the point with respect to the start, row i, column j; None unless asked for.
        time_derivative: of the time with respect to the start.
    """

    point: list[arb]
    time: arb
    derivative: list[list[arb]] | None
    time_derivative: list[arb] | None


def return_map(
    flow: Flow,
    section: Term,
    direction: int,
    start: Start,
    order: int = ORDER,
    step: Fraction = STEP,
    precision: int = PRECISION,
    parameters: Parameters | None = None,
    with_derivative: bool = False,
    horizon: Any = 100,
) -> Return:
    """The first crossing of {section = 0} at a positive time with `section` growing (1) or falling (-1).

    No crossing is missed: on every step the section is away from zero, or its rate is, and then its signs at the ends
    tell. A start on the section is recognised exactly, and does not count. All orbits of a set of starts are
    followed at once: they cross in the same step, and the balls contain all their crossings.

    Args:
        section: a real Term of the states.
        start: as in `enclose_at`. For a ball on the section give the coordinates that are exact as Terms.
        horizon: give up after this time.

    Raises:
        NotFollowed: no crossing before the horizon; one that is not certainly transversal; or the flow is not followed.
    """
    if direction not in (1, -1):
        raise NotFollowed(f"the direction of a crossing is 1 or -1; found {direction!r}")
    real = _Real.of(flow, parameters, [section])
    if not section.is_real:
        raise NotFollowed(f"a section is the zero set of a real Term; found {section}")
    g = real.quantity(section)
    try:
        rate = real.flow.derivative(g)
        slopes = [Flow(((state, ONE),)).derivative(g) for state in real.flow.states]
    except TermError as error:
        raise NotFollowed(str(error)) from None
    end, step = Fraction(horizon), _checked(step, order)
    if end > step * MAX_STEPS:
        raise NotFollowed(f"the horizon {end} needs more than {MAX_STEPS} steps of {step}")
    there = _Section(real, g, rate, slopes, precision)

    def first(start: Start, derivative: bool) -> Return:
        place = real.place(start)
        balls = _start(place, derivative, precision)
        side = _side(g, place, there.value(g, balls))
        walk = Walk(real.field(precision, derivative), balls, order)
        while walk.time < end:
            arc = walk.arc(step)
            length, growth, after = there.pass_by(arc, side)
            if side and after != side and growth == direction:
                return there.crossing(arc, length, derivative)
            walk.advance(arc, length)
            side = after
        raise NotFollowed(f"no crossing of {section} = 0 in direction {direction} before time {end}")

    with ctx.workprec(precision):
        found = first(start, with_derivative)
        middle = _middle(start)
        if middle is None or found.derivative is None or found.time_derivative is None:
            return found
        centre, spread = first(middle, False), _spread(flow, start, middle)
        point = _mean_value(found.point, centre.point, found.derivative, spread)
        (time,) = _mean_value([found.time], [centre.time], [found.time_derivative], spread)
        return Return(point, time, found.derivative, found.time_derivative)


@dataclass(frozen=True)
class _Section:
    """The set {g = 0}: `rate` is dg/dt along the flow, `slopes` the partial derivatives of g."""

    real: _Real
    g: Term
    rate: Term
    slopes: Sequence[Term]
    precision: int

    def value(self, of: Term, states: Sequence[arb]) -> arb:
        here = dict(zip(self.real.flow.states, states, strict=False))
        found = ball.enclose(of, {**self.real.parameters, **here}, self.precision)
        assert isinstance(found, arb)
        return found

    def pass_by(self, arc: Arc, side: int) -> tuple[Fraction, int, int]:
        """A length, not longer than the arc, on which g has one sign or is monotone with a known sign at the end.

        Returns:
            the length, the sign of dg/dt on it (0 where g keeps its sign), and the sign of g at the end.
        """
        size = len(self.real.flow.states)
        for share in SHORTER:
            length = arc.length * share
            box = arc.over(length, size)
            if side and ball.certain_sign(self.value(self.g, box)) == side:
                return length, 0, side
            growth = ball.certain_sign(self.value(self.rate, box))
            after = ball.certain_sign(self.value(self.g, arc.end(length)))
            if growth and after:
                return length, growth, after
        raise NotFollowed(
            f"the section is not certainly transversal near time {decimal(arc.begin)}, at "
            f"({', '.join(str(row[0].str(8)) for row in arc.series[:size])})"
        )

    def crossing(self, arc: Arc, length: Fraction, derivative: bool) -> Return:
        """The one zero of g on an arc on which it is monotone and changes sign, by interval Newton steps in t."""
        size = len(self.real.flow.states)
        time = arb(0).union(exact(length))
        while True:
            middle = time.mid().max(arb(0)).min(exact(length).lower())  # rounding may put the ball's middle outside
            there = self.value(self.g, arc.at(middle, size))
            newton = middle - there / self.value(self.rate, arc.at(time, size))
            if not newton.is_finite():
                raise NotFollowed(f"the time of a crossing after {decimal(arc.begin)} is not enclosed")
            narrower = time.intersection(newton)
            done = not 2 * narrower.rad() < time.rad()
            time = narrower
            if done:
                break
        states = arc.at(time)
        total = exact(arc.begin) + time
        if not derivative:
            return Return(states[:size], total, None, None)
        point, variations = _unpack(states)
        rate = self.value(self.rate, point)
        slopes = [self.value(each, point) for each in self.slopes]
        field = [self.value(each, point) for each in self.real.flow.terms]
        turn = [-sum((slopes[i] * variations[i][j] for i in range(size)), arb(0)) / rate for j in range(size)]
        moved = [[variations[i][j] + field[i] * turn[j] for j in range(size)] for i in range(size)]
        return Return(point, total, moved, turn)


def _side(g: Term, place: Mapping[Term, Term | arb], found: arb) -> int:
    """The sign of the section at the start, exactly 0 on it."""
    known = g.subs({sym: value for sym, value in place.items() if isinstance(value, Term)})
    if not known.symbols:
        try:
            decision = at_point.sign_at(known, {})
        except Undefined as error:
            raise NotFollowed(f"the section is undefined at the start: {error}") from None
        if decision is not None:
            return decision[0]
    sign = ball.certain_sign(found)
    if not sign:
        raise NotFollowed("whether the start lies on the section is not decided; give exact coordinates")
    return sign
