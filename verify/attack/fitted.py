"""Draws with hypotheses built in: one coordinate is drawn after the other, each between the ends that are left to it.

An order that is affine or quadratic in one coordinate bounds this coordinate once those before it are known:
`a < b < c`, `x + y + z <= 1`, `abs2(z) < r`, the leading minors of a positive definite matrix. What a chart solves for
is substituted first. What cannot be built in shrinks the box, as far as ranges exclude its outer slices, and is left to
rejection.

The map from the unit cube to points is fixed: independent points of the cube give independent draws, and an optimiser
in the cube stays inside the hypotheses that are built in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from verify.attack.points import Columns, Draws, as_float
from verify.attack.ranges import range_of
from verify.attack.surface import Chart, Unknown, slope, vanishes
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, ZERO, I, Term, TermError, add, build, mul, number, postorder, symbol
from verify.readings.batch import compile_batch
from verify.space import Circle, Complex, Disk, Domain, Interval, Matrices, Natural, Nonneg, Positive, Real, Space

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Cube", "Fitted"]

NODES = 300
"""A fact with more nodes than this is left to rejection: taking its slopes would cost more than it saves."""
ROUNDS = 8
SLICES = (0.5, 0.25, 0.125, 0.03125)
EACH, SHAVED = 60, 2_000
"""Ranges taken for one end of a box, and for one box."""


@dataclass(frozen=True)
class _Side:
    """One coordinate that is the value of a real symbol, with the ends that its domain gives it."""

    at: int
    name: Term
    low: float
    high: float
    whole: bool = False


@dataclass(frozen=True)
class _Last:
    """A fact c0 + c1 x + c2 x^2 >= 0 about a coordinate x, its coefficients Terms in the coordinates before it."""

    fact: Relation
    coefficients: tuple[Term, ...]


@dataclass(frozen=True)
class _Linear:
    """A fact constant + sum of factor * coordinate >= 0, by places of coordinates."""

    constant: float
    factors: Mapping[int, float]


@dataclass(frozen=True)
class Cube:
    """The unit cube whose points stand for draws, for an optimiser."""

    fitted: Fitted
    scale: float

    def columns(self, u: Any, /) -> Columns:
        """Points at coordinates of shape (N, dims)."""
        return self.fitted.placed(u, self.scale)

    @property
    def bounds(self) -> np.ndarray:
        """Shape (dims, 2)."""
        import numpy as np

        return np.tile([0.0, 1.0], (len(self.fitted.space.box), 1))


class Fitted:
    """Random points of a space with hypotheses built in.

    Attributes:
        built: the hypotheses that hold at every draw, but for those that leave nothing.
    """

    def __init__(self, space: Space, facts: Sequence[Relation | AnyOf], chart: Chart) -> None:
        self.space = space
        self.draws = Draws(space)
        self._reader = _Reader(space)
        self._sides = {side.name: side for side in self._reader.sides}
        own = set(space.facts)
        wanted = [f for f in facts if isinstance(f, Relation) and f.op in ("ge", "gt") and f not in own]
        solved = _solved(chart, self._reader)
        told = [(fact, _sized(self._reader.rewritten(fact.gap))) for fact in wanted]
        gaps = [(fact, None if gap is None else _with(gap, solved)) for fact, gap in told]
        for name in solved:
            gaps += [(f, _with(f.gap, solved)) for f in _ends(self._sides[name])]
        free = {name for name in self._sides if name not in solved}
        if not solved:
            unknown, more = _on_one_equation(chart, self._reader, gaps, self._sides)
            gaps, free = gaps + more, free - ({unknown} if unknown is not None else set())
        self._gaps = [(f, gap) for f, gap in gaps if gap is not None and gap.symbols and set(gap.symbols) <= free]
        self._order, self._last = _ordered(self._gaps, [side.name for side in self._reader.sides if side.name in free])
        self.built = tuple(dict.fromkeys(each.fact for group in self._last.values() for each in group))

    @cached_property
    def _linear(self) -> list[_Linear]:
        found = [_linear(gap, self._sides) for _, gap in self._gaps]
        return [each for each in found if each is not None]

    @property
    def plain(self) -> bool:
        """Is nothing built in?"""
        return not self._gaps

    @cached_property
    def _hard(self) -> tuple[list[float], list[float]]:
        """Ends of all coordinates that no point inside the facts exceeds."""
        low, high = [-inf] * len(self.space.box), [inf] * len(self.space.box)
        for side in self._sides.values():
            low[side.at], high[side.at] = side.low, side.high
        for _ in range(ROUNDS):
            before = list(low), list(high)
            _propagate(self._linear, low, high, low, high)
            if before == (low, high):
                break
        return low, high

    @cached_property
    def scales(self) -> tuple[float, ...]:
        """The factors of unbounded sides that make a difference here."""
        if self.plain or len(self.draws.scales) == 1:
            return self.draws.scales
        boxes = {scale: tuple(map(tuple, self._box(scale).tolist())) for scale in self.draws.scales}
        return tuple(scale for at, scale in enumerate(boxes) if boxes[scale] not in list(boxes.values())[:at])

    @property
    def distribution(self) -> str:
        """The name of what `columns` draws from, all scales in equal parts."""
        scaled = ", its unbounded sides scaled by 1, 10 and 1/10 in turn" if len(self.scales) > 1 else ""
        if self.plain:
            return self.draws.distribution
        if not self.built:
            return f"uniform in a part of the box of coordinates outside which the hypotheses fail{scaled}"
        shown = "the hypotheses" if len(self.built) > 3 else " and ".join(str(each) for each in self.built)
        return (
            f"uniform in the box of coordinates, one coordinate after the other between the ends that {shown} "
            f"leave{'' if len(self.built) > 1 else 's'} it{scaled}"
        )

    # boxes

    def _box(self, scale: float) -> Any:
        """Where coordinates are drawn, shape (dims, 2): the scaled box, moved to the hard ends and shaved."""
        if scale not in self._boxes:
            self._boxes[scale] = self._shaved(self._moved(scale))
        return self._boxes[scale]

    @cached_property
    def _boxes(self) -> dict[float, Any]:
        return {}

    def _moved(self, scale: float) -> Any:
        import numpy as np

        box, unit = self.draws.bounds(scale), self.draws.bounds(1.0)
        for side in self._sides.values():
            low, high = self._hard[0][side.at], self._hard[1][side.at]
            (first, last), width = box[side.at], unit[side.at][1] - unit[side.at][0]
            if not low <= high:
                continue
            if high - low <= 4 * width:  # it is short enough to be drawn whole
                box[side.at] = low, high
                continue
            move = max(0.0, low - max(first, 0.0)) if low > 0 or first > low else 0.0
            move = move if first + move <= high else 0.0
            move = min(0.0, high - min(last, 0.0)) if high < 0 else move
            box[side.at] = max(low, first + move), min(high, last + move)
        return np.array(box)

    def _shaved(self, box: Any) -> Any:
        """The box without outer slices on which a fact that is not affine fails."""
        curved = [gap for _, gap in self._gaps if _linear(gap, self._sides) is None]
        names = [name for name in self._order if any(name in gap.symbols for gap in curved)]
        if not names or self._fails(curved, box):
            return box
        spent, found = 0, box.copy()
        for _ in range(ROUNDS):
            before = found.copy()
            for name in names:
                about = [gap for gap in curved if name in gap.symbols]
                for end in (0, 1):
                    spent += len(about) * self._cut(about, found, self._sides[name].at, end)
            if spent > SHAVED or (before == found).all():
                break
        return found

    def _cut(self, gaps: Sequence[Term], box: Any, at: int, end: int) -> int:
        """Move an end of the box over slices on which a gap is negative; slices that were looked at."""
        spent = 0
        for part in SLICES:
            while spent < EACH:
                piece = box.copy()
                cut = box[at][end] + (1 - 2 * end) * part * (box[at][1] - box[at][0])
                piece[at][1 - end] = cut
                spent += 1
                if not self._fails(gaps, piece):
                    break
                box[at][end] = cut
        return spent

    def _fails(self, gaps: Iterable[Term], box: Any) -> bool:
        """Is a gap negative on the whole box?"""
        for gap in gaps:
            ends = {name: box[self._sides[name].at] for name in gap.symbols}
            place = {name: (float(low), float(high)) for name, (low, high) in ends.items()}
            if range_of(gap, place)[1] < 0:
                return True
        return False

    # draws

    def columns(self, rng: np.random.Generator, size: int, scale: float = 1.0) -> Columns:
        """`size` independent draws."""
        if self.plain:
            return self.draws.columns(rng, size, scale)
        return self.placed(rng.uniform(size=(size, len(self.space.box))), scale)

    def cube(self, scale: float = 1.0) -> Cube:
        """The unit cube whose points stand for draws."""
        return Cube(self, scale)

    def placed(self, cube: Any, scale: float = 1.0) -> Columns:
        """Points of the unit cube, shape (N, dims), as columns."""
        import numpy as np

        low, high = self._box(scale).T
        u = low + cube * (high - low)
        here: Columns = {}
        with np.errstate(all="ignore"):
            for place, name in enumerate(self._order):
                side = self._sides[name]
                left = self._left_to(name, here, len(cube), set(self._order[place + 1 :]), (low, high))
                u[:, side.at] = here[name] = left.values(low[side.at], high[side.at], cube[:, side.at], side.whole)
        return self.space.columns(u)

    def _left_to(self, name: Term, here: Columns, n: int, later: set[Term], box: tuple[Any, Any]) -> _Left:
        """What facts leave to a coordinate, those before it being known."""
        import numpy as np

        at = self._sides[name].at
        left = _Left(np.full(n, self._hard[0][at]), np.full(n, self._hard[1][at]))
        for each in self._last.get(name, ()):
            batch = compile_batch(each.coefficients, self._order)
            left.meet(*(np.broadcast_to(c, n) for c in (batch.values(here) if here else batch.values({}))))
        known = {self._sides[sym].at: column for sym, column in here.items()}
        ahead = {self._sides[sym].at for sym in later}
        for linear in self._linear:
            if at in linear.factors and ahead & set(linear.factors):
                rest = np.full(n, linear.constant)
                for place, c in linear.factors.items():
                    if place != at:
                        rest = rest + c * (known[place] if place in known else _end(box[0][place], box[1][place], c))
                left.above(rest, linear.factors[at])
        return left


def _end(low: float, high: float, factor: float) -> float:
    return high if factor > 0 else low


@dataclass
class _Left:
    """Where a coordinate may lie, row by row: between low and high, and outside the hole where there is one."""

    low: Any
    high: Any
    hole: tuple[Any, Any] | None = None

    def above(self, c0: Any, c1: Any) -> None:
        """Keep c0 + c1 x >= 0."""
        import numpy as np

        root = -c0 / c1
        self.low = np.fmax(self.low, np.where(c1 > 0, root, np.nan))
        self.high = np.fmin(self.high, np.where(c1 < 0, root, np.nan))

    def meet(self, c0: Any, c1: Any, c2: Any = None) -> None:
        """Keep c0 + c1 x + c2 x^2 >= 0; of several convex parabolas only the last makes a hole."""
        import numpy as np

        if c2 is None:
            self.above(c0, c1)
            return
        self.above(np.where(c2 == 0, c0, np.nan), c1)
        middle, half = -c1 / (2 * c2), np.sqrt(c1 * c1 - 4 * c2 * c0) / np.abs(2 * c2)
        self.low = np.fmax(self.low, np.where(c2 < 0, middle - half, np.nan))
        self.high = np.fmin(self.high, np.where(c2 < 0, middle + half, np.nan))
        if np.any((c2 > 0) & np.isfinite(half)):
            self.hole = np.where(c2 > 0, middle - half, np.nan), np.where(c2 > 0, middle + half, np.nan)

    def values(self, first: float, last: float, u: Any, whole: bool) -> Any:
        """Values of the coordinate within the window [first, last], which moves where nothing is left in it.

        Args:
            u: uniform in [0, 1], shape (N,).
            whole: values are integers.
        """
        import numpy as np

        width, low, high = last - first, self.low, self.high
        if whole:
            low, high = np.ceil(low), np.floor(high) + 1
        bottom, top = np.fmax(low, first), np.fmin(high, last)
        beyond, before = bottom >= last, top <= first
        top = np.where(beyond, np.fmin(bottom + width, high), top)
        bottom = np.where(before & ~beyond, np.fmax(top - width, low), bottom)
        hole = (np.full(len(u), np.nan),) * 2 if self.hole is None else self.hole
        start, stop = (np.where(np.isnan(each), bottom, np.clip(each, bottom, top)) for each in hole)
        # where the hole covers the window, go on beside it
        full = (stop - start >= top - bottom) & ~np.isnan(hole[0])
        right, left = full & (hole[1] < high), full & (hole[0] > low)
        bottom = np.where(left, np.fmax(hole[0] - width / 2, low), np.where(right, hole[1], bottom))
        top = np.where(right, np.fmin(hole[1] + width / 2, high), np.where(left, hole[0], top))
        start = np.where(left & right, hole[0], np.where(full, bottom, start))
        stop = np.where(left & right, hole[1], np.where(full, bottom, stop))
        x = bottom + u * ((start - bottom) + (top - stop))
        x = np.where(x > start, x + (stop - start), x)
        x = np.where(low <= high, x, first + u * width)
        return np.floor(x) if whole else x


# what is read from the space, the facts and the chart


class _Reader:
    """Facts in terms of real coordinates."""

    def __init__(self, space: Space) -> None:
        self.sides: list[_Side] = []
        self._values: dict[Term, Term] = {}
        self._radii: dict[Term, Term] = {}
        self._parts: dict[tuple[Term, Term], Term] = {}
        taken = {sym.payload[0] for sym in space.scalars}
        at = 0
        for name, domain in space.domains.items():
            self._read(domain, domain.scalars(space.names[name]), at, taken)
            at += domain.dims

    def _fresh(self, text: str, taken: set[str]) -> Term:
        while text in taken:
            text += "_"
        taken.add(text)
        return symbol(text)

    def _read(self, domain: Domain, names: Sequence[Term], at: int, taken: set[str]) -> None:
        low, high = _domain_ends(domain)
        if isinstance(domain, Disk):
            squared = self._fresh(f"{names[0]}_r2", taken)
            self._radii[names[0]] = squared
            self.sides.append(_Side(at, squared, 0.0, 1.0))
        elif isinstance(domain, Complex):
            parts = [self._fresh(f"{names[0]}_{part}", taken) for part in ("re", "im")]
            self._values[names[0]] = parts[0] + I * parts[1]
            self._parts |= {(names[0], ONE): parts[0], (names[0], I): parts[1]}
            self.sides += [_Side(at + k, part, -inf, inf) for k, part in enumerate(parts)]
        elif isinstance(domain, Natural):
            smooth = self._fresh(f"{names[0]}_n", taken)
            self._values[names[0]] = smooth
            self.sides.append(_Side(at, smooth, low, high, whole=True))
        elif isinstance(domain, Real | Positive | Nonneg | Interval | Circle) or (
            isinstance(domain, Matrices) and domain.kind != "definite"
        ):
            self._parts |= {(sym, ONE): sym for sym in names}
            self.sides += [_Side(at + k, sym, low, high) for k, sym in enumerate(names)]

    def rewritten(self, value: Term) -> Term | None:
        """`value` in the names of coordinates, other symbols staying; None where that has no value."""
        try:
            if self._radii:
                value = _with_radii(value, self._radii)
            return value.subs(self._values) if self._values else value
        except TermError:
            return None

    def coordinate(self, unknown: Unknown) -> Term | None:
        """The name of an unknown of a chart."""
        return None if unknown.token is not None else self._parts.get((unknown.symbol, unknown.direction))


def _domain_ends(domain: Domain) -> tuple[float, float]:
    if isinstance(domain, Interval | Circle):
        return domain.box[0]
    if isinstance(domain, Natural):
        return float(domain.low), inf
    return (0.0, inf) if isinstance(domain, Positive | Nonneg) else (-inf, inf)


def _with_radii(value: Term, radii: Mapping[Term, Term]) -> Term:
    """`value` with abs2(w) replaced by a symbol."""
    done: dict[Term, Term] = {}
    for node in postorder(value):
        if node.kind == "abs2" and node.args[0] in radii:
            done[node] = radii[node.args[0]]
        else:
            done[node] = build(node.kind, [done[arg] for arg in node.args]) if node.args else node
    return done[value]


def _sized(value: Term | None) -> Term | None:
    """The Term if its slopes are worth taking."""
    if value is None:
        return None
    nodes = list(postorder(value))
    return None if len(nodes) > NODES or any(node.kind in ("mean", "integral") for node in nodes) else value


def _with(value: Term, solved: Mapping[Term, Term]) -> Term | None:
    try:
        return value.subs(solved) if solved else value
    except TermError:
        return None


def _ends(side: _Side) -> list[Relation]:
    """What the domain of a coordinate that is solved for says of it."""
    found = []
    if side.low > -inf:
        found.append(Relation("ge", side.name, number(Fraction(side.low))))
    if side.high < inf:
        found.append(Relation("ge", number(Fraction(side.high)), side.name))
    return found


def _solved(chart: Chart, reader: _Reader) -> dict[Term, Term]:
    """The coordinates that the chart solves for, as Terms in the others, if its slopes are rational constants."""
    names = [reader.coordinate(unknown) for unknown in chart.unknowns]
    flat = [each for row in chart.slopes for each in row]
    if not names or chart.entries or any(each.kind != "rat" for each in flat):
        return {}
    known = [name for name in names if name is not None]
    equations = [reader.rewritten(each) for each in chart.equations]
    if len(known) < len(names):
        return {}
    inverse = _inverted([[Fraction(each.payload) for each in row] for row in chart.slopes])
    at_zero = dict.fromkeys(known, ZERO)
    found: dict[Term, Term] = {}
    for row, name in zip(inverse or [], known, strict=False):
        parts = []
        for factor, equation in zip(row, equations, strict=True):
            value = None if equation is None else _with(equation, at_zero)
            if value is None:
                return {}
            parts.append(mul(number(-factor), value))
        found[name] = add(*parts)
    return found


def _on_one_equation(
    chart: Chart, reader: _Reader, gaps: Sequence[tuple[Relation, Term | None]], sides: Mapping[Term, _Side]
) -> tuple[Term | None, list[tuple[Relation, Term | None]]]:
    """(the coordinate that the chart solves for, facts about the others that let it have a value inside the facts).

    Of c0 + c1 x == 0 the root is put into facts f0 + f1 x >= 0 and multiplied by c1^2; c0 + c1 x + c2 x^2 == 0 needs a
    discriminant that is not negative.
    """
    name = reader.coordinate(chart.unknowns[0]) if len(chart.unknowns) == 1 and not chart.entries else None
    equation = _sized(reader.rewritten(chart.equations[0])) if name is not None else None
    found = None if name is None or equation is None else _coefficients(equation, name)
    if name is None or equation is None or found is None:
        return None, []
    told = Relation("eq", equation, ZERO)
    if len(found) == 3:
        c0, c1, c2 = found
        return name, [(told, add(mul(c1, c1), mul(number(-4), c0, c2)))]
    c0, c1 = found
    more: list[tuple[Relation, Term | None]] = []
    for fact, gap in (*gaps, *((end, end.gap) for end in _ends(sides[name]))):
        parts = None if gap is None or name not in gap.symbols else _coefficients(gap, name)
        if parts is not None and len(parts) == 2:
            more.append((fact, mul(c1, add(mul(parts[0], c1), mul(number(-1), parts[1], c0)))))
    return name, more


def _inverted(matrix: list[list[Fraction]]) -> list[list[Fraction]] | None:
    from flint import fmpq, fmpq_mat

    m = len(matrix)
    flat = [fmpq(x.numerator, x.denominator) for row in matrix for x in row]
    try:
        inverse = fmpq_mat(m, m, flat).inv()
    except ZeroDivisionError:
        return None
    return [[Fraction(int(inverse[i, j].p), int(inverse[i, j].q)) for j in range(m)] for i in range(m)]


def _coefficients(gap: Term, name: Term) -> tuple[Term, ...] | None:
    """(c0, c1) or (c0, c1, c2) with gap == c0 + c1 x + c2 x^2, by form; None if there are none."""
    first = slope(gap, Unknown(name))
    second = None if first is None else slope(first, Unknown(name))
    if first is None or second is None:
        return None
    try:
        at_zero = [gap.subs(name, ZERO), first.subs(name, ZERO)]
        if vanishes(second):
            return None if vanishes(first) else tuple(at_zero)
        third = slope(second, Unknown(name))
        if third is None or not vanishes(third):
            return None
        return (*at_zero, mul(number(Fraction(1, 2)), second.subs(name, ZERO)))
    except TermError:
        return None


def _linear(gap: Term, sides: Mapping[Term, _Side]) -> _Linear | None:
    """The fact as one that is affine in all its coordinates with rational factors."""
    factors: dict[int, float] = {}
    for name in gap.symbols:
        first = slope(gap, Unknown(name))
        if first is None or first.kind != "rat":
            return None
        factors[sides[name].at] = float(first.payload)
    try:
        constant = gap.subs(dict.fromkeys(gap.symbols, ZERO))
    except TermError:
        return None
    if constant.symbols or not all(factors.values()):
        return None
    value = as_float(constant).real
    return _Linear(value, factors) if isfinite(value) else None


def _ordered(
    gaps: Sequence[tuple[Relation, Term]], names: Sequence[Term]
) -> tuple[list[Term], dict[Term, list[_Last]]]:
    """An order of the coordinates, and for each the facts that bound it once those before it are known.

    The last coordinate is chosen first: one by which no fact is lost, and few are built in, for the others may be
    built in before it.
    """
    solvable = [{name: c for name in gap.symbols if (c := _coefficients(gap, name)) is not None} for _, gap in gaps]
    order: list[Term] = []
    last: dict[Term, list[_Last]] = {}
    waiting, pending = list(names), list(range(len(gaps)))
    while waiting:
        about = {name: [at for at in pending if name in gaps[at][1].symbols] for name in waiting}
        worth = {
            name: (-sum(name not in solvable[at] for at in each), bool(each), -len(each), names.index(name))
            for name, each in about.items()
        }
        chosen = max(waiting, key=lambda name, worth=worth: worth[name])  # type: ignore[misc]
        found = [_Last(gaps[at][0], solvable[at][chosen]) for at in about[chosen] if chosen in solvable[at]]
        if found:
            last[chosen] = found
        pending = [at for at in pending if at not in about[chosen]]
        waiting.remove(chosen)
        order.insert(0, chosen)
    return order, last


def _propagate(
    facts: Iterable[_Linear], low: Sequence[float], high: Sequence[float], lows: list[float], highs: list[float]
) -> None:
    """Tighten ends by linear facts, what is known of the others being `low` and `high`."""
    for fact in facts:
        for at, factor in fact.factors.items():
            rest = fact.constant + sum(c * _end(low[k], high[k], c) for k, c in fact.factors.items() if k != at)
            if rest == inf:
                continue
            if factor > 0:
                lows[at] = max(lows[at], -rest / factor)
            else:
                highs[at] = min(highs[at], -rest / factor)
