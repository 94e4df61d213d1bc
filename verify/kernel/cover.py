"""Rule `cover`: a relation on a compact box, cell by cell, from ball enclosures in mean-value form.

Nothing is searched here: the tree of cells is given (`verify.prove.cover` finds it) and every leaf is decided again.
A ball that is not finite decides nothing, so a Term that may be undefined somewhere on a leaf is never shown there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from verify.kernel import point as at_point
from verify.kernel.cells import Box, Cell, Malformed, Tree, leaves, ranges, split
from verify.kernel.lie import Flow
from verify.kernel.relation import OPS, AnyOf, Relation
from verify.kernel.tape import Tape
from verify.kernel.term import ONE, ZERO, Term, TermError, number

__all__ = [
    "PRECISION",
    "Cover",
    "Malformed",
    "NotCovered",
    "Quantity",
    "certainly_fails",
    "certainly_holds",
    "check",
    "gradient",
    "setting",
]

PRECISION = 64
PRECISIONS = (2, 1 << 14)
Bounds = tuple[arb, arb]
"""(low, high): every value is >= some point of low and <= some point of high, so low > 0 says positive."""


class NotCovered(ValueError):
    """A leaf on which the relation is not shown; one line.

    Attributes:
        cell: the leaf.
        low, high: what encloses the gap there; not finite where nothing is known.
    """

    def __init__(self, message: str, cell: Cell, low: arb, high: arb) -> None:
        super().__init__(message)
        self.cell, self.low, self.high = cell, low, high


def gradient(value: Term, symbols: Sequence[Term]) -> tuple[Term, ...] | None:
    """The partial derivatives, taken by `Flow.derivative`; None where one has no form (min, max)."""
    try:
        return tuple(Flow(((sym, ONE),)).derivative(value) for sym in symbols)
    except TermError:
        return None


class Quantity:
    """A real Term on the cells of a box.

    On a cell where the Term and all its partial derivatives have finite enclosures, the Term is continuously
    differentiable: a node is undefined or not differentiable only where its own enclosure, or that of its
    derivative's denominator, is not finite. There the mean-value form f(c) + f'(X)(X - c) encloses it, and a
    coordinate in which it is monotone may be put at its end (Moore, Kearfott and Cloud 2009, sections 6.2-6.4): f is
    least somewhere on the lower face and greatest somewhere on the upper one.

    Args:
        parameters: the Term's other free symbols, to exact Terms or balls; what is shown holds for all their values.
    """

    def __init__(self, value: Term, symbols: Sequence[Term], parameters: Mapping[Term, Any], precision: int) -> None:
        self.value = value
        self.symbols = tuple(symbols)
        self.slopes = gradient(value, self.symbols)
        stages = [[value]] if self.slopes is None else [[value], list(self.slopes)]
        self.tape = Tape(stages, self.symbols, parameters, precision)
        self.parameters = parameters
        self._exact = all(isinstance(parameters.get(sym, ZERO), Term) for sym in value.symbols)

    def naive(self, coordinates: Sequence[arb]) -> arb:
        """The natural extension: a ball around all values at points of the given balls."""
        return self.tape.run(self.tape.start(coordinates), 0)[0]

    def bounds(self, cell: Cell) -> Iterator[Bounds]:
        """Bounds on the cell from several forms, the cheapest first. Only finite ones are given."""
        slots = self.tape.start(cell.balls)
        (whole,) = self.tape.run(slots, 0)
        if not whole.is_finite():
            return
        yield whole, whole
        if self.slopes is None:
            return
        slopes = self.tape.run(slots, 1)
        form = self._mean_value(cell, slopes)
        if not form.is_finite():
            return
        yield form, form
        signs = [1 if slope >= 0 else (-1 if slope <= 0 else 0) for slope in slopes]
        if not any(signs):
            return
        bottom, top = (cell.face([side * sign for sign in signs]) for side in (-1, 1))
        low, high = self.naive(bottom.balls), self.naive(top.balls)
        yield low, high
        if not all(signs):
            yield self._mean_value(bottom, slopes), self._mean_value(top, slopes)
        elif self._exact and low.contains(0) and self._sign_at(bottom) == 0:
            yield arb(0), high

    def _mean_value(self, cell: Cell, slopes: Sequence[arb]) -> arb:
        """f(c) + f'(X)(X - c), not finite if a slope is not; `slopes` enclose f' on the cell or on more."""
        total = self.naive(cell.middle)
        for slope, reach in zip(slopes, cell.spread, strict=True):
            total = total + slope * reach
        return total

    def _sign_at(self, corner: Cell) -> int | None:
        """The sign at a corner, exactly; for Terms that touch zero at an end."""
        place: dict[Term, Any] = dict(self.parameters)
        for sym, (end, _) in zip(self.symbols, corner.ends, strict=True):
            place[sym] = number(end)
        found = at_point.sign_at(self.value, place)
        return None if found is None else found[0]


def certainly_holds(op: str, bounds: Bounds) -> bool:
    low, high = bounds
    if op == "ge":
        return bool(low >= 0)
    if op == "gt":
        return bool(low > 0)
    return bool(low > 0 or high < 0) if op == "ne" else bool(low >= 0 and high <= 0)


def certainly_fails(op: str, bounds: Bounds) -> bool:
    low, high = bounds
    if op == "ge":
        return bool(high < 0)
    if op == "gt":
        return bool(high <= 0)
    return bool(low > 0 or high < 0) if op == "eq" else bool(low >= 0 and high <= 0)


Options = list[tuple[str, Quantity]]


class Cover:
    """A relation and its hypotheses, ready to be decided on many cells of one box.

    Args:
        shows: a real relation, or alternatives of which one is to hold on each whole leaf.
        box: has the symbols of all Terms, but for parameters.
        given: real relations; a cell on which one certainly fails has nothing to show.

    Raises:
        TermError: a Term is not real, holds a mean, or a symbol is neither in the box nor a parameter.
    """

    def __init__(
        self,
        shows: Relation | AnyOf,
        box: Box,
        given: Iterable[Relation | AnyOf] = (),
        parameters: Mapping[Term, Any] | None = None,
        precision: int = PRECISION,
    ) -> None:
        if not PRECISIONS[0] <= precision <= PRECISIONS[1]:
            raise TermError(f"the precision is {precision}; expected {PRECISIONS[0]} to {PRECISIONS[1]} bits")
        self.box, self.precision = box, precision
        known = dict(parameters or {})

        def read(relation: Relation | AnyOf) -> Options:
            return [(each.op, Quantity(each.gap, box.symbols, known, precision)) for each in relation.options]

        self.statement = shows
        self.shows = read(shows)
        self.given = [read(relation) for relation in given]

    def passes(self, cell: Cell) -> bool:
        """Is there nothing left to show on the closed cell? To be called inside `ctx.workprec(self.precision)`."""
        return self.holds(cell) or self.excluded(cell)

    def holds(self, cell: Cell) -> bool:
        """Does one option of the relation certainly hold at every point of the cell?"""
        for op, quantity in self.shows:
            for bounds in quantity.bounds(cell):
                if certainly_holds(op, bounds):
                    return True
        return False

    def excluded(self, cell: Cell) -> bool:
        """Does one hypothesis certainly fail at every point of the cell?"""
        return any(
            all(any(certainly_fails(op, bounds) for bounds in quantity.bounds(cell)) for op, quantity in options)
            for options in self.given
        )

    def violated(self, cell: Cell) -> bool:
        """Does the relation certainly fail, and do all hypotheses certainly hold, at every point of the cell?"""
        for op, quantity in self.shows:
            if not any(certainly_fails(op, bounds) for bounds in quantity.bounds(cell)):
                return False
        return all(
            any(any(certainly_holds(op, bounds) for bounds in quantity.bounds(cell)) for op, quantity in options)
            for options in self.given
        )

    def failure(self, cell: Cell) -> NotCovered:
        """What to say about a cell that does not pass."""
        op, quantity = self.shows[0]
        low = high = arb("nan")
        for below, above in quantity.bounds(cell):
            low = below if not low.is_finite() or below.lower() > low.lower() else low
            high = above if not high.is_finite() or above.upper() < high.upper() else high
        where = cell.text(self.box.names)
        if not low.is_finite():
            return NotCovered(f"on {where} the gap may be undefined", cell, low, high)
        ends = f"[{decimal_of(low.lower())}, {decimal_of(high.upper())}]"
        return NotCovered(f"on {where} the gap lies in {ends}, not certainly {OPS[op]} 0", cell, low, high)


def decimal_of(value: arb) -> str:
    """The middle of a ball in about ten digits."""
    return str(value.str(10, radius=False)) if value else "0"


def check(
    shows: Relation | AnyOf,
    box: Box,
    tree: Tree,
    given: Iterable[Relation | AnyOf] = (),
    parameters: Mapping[Term, Any] | None = None,
    precision: int = PRECISION,
) -> None:
    """`shows` holds at every point of the box where all of `given` do, for all values of the parameters.

    Args:
        tree: of `verify.kernel.cells`; each leaf is decided on its own.

    Raises:
        NotCovered: the first leaf that is not decided, with what encloses the gap there.
        Malformed: the tree does not split this box.
        TermError: a Term cannot be covered (a mean, a complex Term, an unknown symbol), or `shows` is an equality.
    """
    if any(option.op == "eq" for option in shows.options):
        raise TermError(f"balls cannot show the equality {_short(shows)}; use ring or roots")
    cover = Cover(shows, box, given, parameters, precision)
    with ctx.workprec(precision):
        for cell in leaves(box, tree):
            if not cover.passes(cell):
                raise cover.failure(cell)


Coordinates = Sequence[tuple[Term, Fraction, Fraction]]
"""(x, re(w) or im(w), lower end, upper end) of each axis of a box."""


def setting(
    shows: Relation, box: Coordinates, facts: Iterable[Relation | AnyOf], gap: Term | None = None
) -> tuple[Relation | AnyOf, Box, list[Relation | AnyOf]]:
    """What `check` takes, in real coordinates: the relation, the box, and every fact that speaks of it alone.

    Args:
        box: holds every point at which the facts hold; they bound each of its coordinates.
        gap: stands for the gap of `shows`, if it was rewritten.

    Raises:
        Malformed: a coordinate is missing, or is not known to stay between its ends.
        TermError: a Term has no real and imaginary part by form.
    """
    listed = list(facts)
    ends: dict[Term, tuple[Fraction, Fraction]] = {}
    for entry in box:
        if not isinstance(entry, tuple) or [type(each) for each in entry] != [Term, Fraction, Fraction]:
            raise Malformed("a box lists coordinates with their rational ends")
        ends[entry[0]] = entry[1:]
    known = ranges(listed, ends)
    for coordinate, (low, high) in ends.items():
        if coordinate not in known or not low <= known[coordinate][0] <= known[coordinate][1] <= high:
            raise Malformed(f"the facts do not keep {coordinate} in [{low}, {high}]")
    real = split(dict.fromkeys(coordinate.symbols[0] for coordinate in ends))
    if set(real.coordinates) != set(ends) or len(ends) != len(box):
        raise Malformed("a box lists each coordinate once; of a complex symbol, re and im")
    mine = set(real.mapping) | {each for each in real.coordinates if each.kind == "sym"}
    missing = next((sym for sym in shows.symbols if sym not in mine), None)
    if missing is not None:
        raise Malformed(f"the box has no coordinate for {missing}")
    given: list[Relation | AnyOf] = []
    for fact in listed:
        if fact.symbols and set(fact.symbols) <= mine:
            try:
                given.extend(real.relation(fact))
            except TermError:  # a mean, say: one hypothesis fewer
                continue
    (target,) = real.relation(Relation(shows.op, shows.gap if gap is None else gap, ZERO))
    names = tuple(map(str, real.coordinates))
    return target, Box(real.symbols, tuple(ends[each] for each in real.coordinates), names), given


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else text[:77] + "..."
