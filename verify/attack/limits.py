"""How far a constant of an inequality can be moved: at each point up to a limit. Where is the limit tightest?

Floats and exact points that satisfy the hypotheses; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.attack.ground import NOISE, Ground
from verify.attack.points import LIMITS, Columns, columns_of, row_of
from verify.attack.search import minimise
from verify.attack.shrink import Group, shrink
from verify.attack.surface import Chart
from verify.kernel.exact import Point
from verify.kernel.goal import Pointwise
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import Relation
from verify.kernel.term import ZERO, Term, number, postorder
from verify.readings.batch import compile_batch

__all__ = ["Room", "Tightest", "simpler", "simplified", "tightest"]

BISECTIONS, STEPS = 40, 14
REACH = 64
"""Where a constant does not enter linearly its limit is sought within this many times its size."""
KEPT = 24
EACH = 6
ROUNDS, ROUND, SHRINK = 14, 192, 0.35
"""Draws around the best rows: rounds, draws in each, and by how much they come closer each time."""
EDGES = 6
DECADES = range(1, 10)


@dataclass(frozen=True)
class Room:
    """How far a constant can be moved from its value, to one side, before the gap is negative; inf where never.

    Attributes:
        gap: with `constant`, a symbol, in the constant's place.
        slope: of the gap in the constant; None where it is not affine in it.
        side: 1 towards larger values, -1 towards smaller ones.
        lowest, highest: values of the constant that are looked at where the gap is not affine.
    """

    gap: Term
    constant: Term
    slope: Term | None
    value: Fraction
    side: int
    lowest: Fraction | None = None
    highest: Fraction | None = None

    @property
    def price(self) -> int:
        """Evaluations for each row."""
        return 1 if self.slope is not None else BISECTIONS + STEPS + 2

    def __call__(self, columns: Columns, symbols: Sequence[Term]) -> Any:
        """The room at rows, shape (N,), pessimistic by its rounding; negative where the inequality fails already."""
        import numpy as np

        with np.errstate(all="ignore"):
            if self.slope is None:
                return self._bisected(columns, symbols)
            here = self.gap.subs({self.constant: number(self.value)})
            (gap, error), (slope, doubt) = compile_batch([here, self.slope], symbols)(columns)
            falls = -self.side * slope
            room = (gap + NOISE * error) / falls
            known = np.isfinite(room) & (falls > NOISE * doubt)
            return np.where(known & (NOISE * error <= 1e-6 * (falls + np.abs(gap))), room, np.inf)

    def _ends(self) -> tuple[float, float]:
        reach = REACH * max(1.0, abs(float(self.value)))
        ends = [(end - self.value) * self.side for end in (self.lowest, self.highest) if end is not None]
        back = max([-reach, *(float(end) for end in ends if end <= 0)])
        return back, min([reach, *(float(end) for end in ends if end > 0)])

    def _bisected(self, columns: Columns, symbols: Sequence[Term]) -> Any:
        import numpy as np

        batch = compile_batch([self.gap], (*symbols, self.constant))
        back, reach = self._ends()
        n = len(next(iter(columns.values())))

        def holds(moved: Any) -> tuple[Any, Any]:
            column = float(self.value) + self.side * moved
            ((gap, error),) = batch({**columns, self.constant: column})
            return gap >= -NOISE * error, np.isfinite(gap)

        here, defined = holds(np.zeros(n))
        at_back, _ = holds(np.full(n, back))
        low, high = np.where(here, 0.0, back), np.where(here, np.inf, 0.0)
        for k in range(STEPS):  # the nearest step that fails
            step = reach * 0.25**k
            good, known = holds(np.full(n, step))
            low = np.where(here & good & (high < np.inf), np.maximum(low, step), low)
            high = np.where(here & known & ~good, step, high)
        never = ~defined | ~np.isfinite(high)
        high = np.where(never, low, high)
        for _ in range(BISECTIONS):
            middle = 0.5 * (low + high)
            good, _ = holds(middle)
            low, high = np.where(good, middle, low), np.where(good, high, middle)
        return np.where(never, np.inf, np.where(here | at_back, high, back))


@dataclass
class Tightest:
    """What a search found.

    Attributes:
        least: the least room that was seen; inf where there is no limit.
        points: (room, exact point that looks as if it satisfied the hypotheses), tightest first.
        spent: evaluations.
    """

    least: float = float("inf")
    points: list[tuple[float, Point]] = field(default_factory=list)
    spent: int = 0


def tightest(ground: Ground, room: Room, evaluations: int, seed: int) -> Tightest:
    """Where the room is least: special points, draws, optimisation also on the edges of the hypotheses.

    Args:
        evaluations: about how many points may be evaluated.
        seed: of draws and optimisers.
    """
    search = _Search(ground, room, evaluations, seed)
    search.run()
    return search.found()


def simplified(ground: Ground, found: Refutation) -> Refutation:
    """A simpler counterexample to the same part, reached from one by shrinking; the kernel confirms it."""
    goal, best = found.sequent.goal(found.part), found
    if not isinstance(goal, Pointwise) or any(node.kind == "integral" for node in postorder(*goal.terms)):
        return found

    def confirm(point: Point) -> bool:
        nonlocal best
        try:
            best = refute(found.sequent, found.part, "point", point)
        except Refused:
            return False
        return True

    simpler(ground, found.point, goal.relation.gap, lambda gap: ~(gap > 0), confirm)
    return best


def simpler(
    ground: Ground, start: Point, gap: Term, worth: Callable[[Any], Any], confirm: Callable[[Point], bool]
) -> Point:
    """The simplest point that shrinking reaches.

    Args:
        gap: of which `worth` says, in floats, shape (N,), where confirming is worth the trouble.
        confirm: is it a point of the kind that is sought?
    """
    batch = compile_batch([gap], ground.symbols)

    def screen(group: Group) -> list[bool]:
        columns = columns_of([point for _, point in group], ground.symbols)
        _, possible, _ = ground.inside(columns)
        return [bool(each) for each in possible & worth(batch.values(columns)[0])]

    def settle(point: Point, kept: Term | None) -> Point | None:
        charts = [chart for chart in ground.charts if kept not in {unknown.owner for unknown in chart.unknowns}]
        return next(iter(charts or ground.charts)).settle(point)

    return shrink(ground.space, start, settle, screen, confirm)


_Row = tuple[float, dict[Term, Any], Chart]


@dataclass
class _Search:
    """The rows with the least room, and for each power of ten one whose room is looser by about that.

    The tightest lie where hypotheses end, and simple points near them lie beyond; near the looser ones they do not.
    """

    ground: Ground
    room: Room
    evaluations: int
    seed: int
    spent: int = 0
    rows: list[_Row] = field(default_factory=list)
    looser: dict[int, _Row] = field(default_factory=dict)

    def run(self) -> None:
        import numpy as np

        rng = np.random.default_rng(self.seed)
        for chart in self.ground.charts:
            self.see(self.ground.special_columns, chart)
        turns = self.ground.turns
        size = max(64, self.evaluations // (4 * self.room.price * len(turns)))
        for crowd, scale, chart in turns:
            self.see(crowd.draws.columns(rng, size, scale), chart)
            if scale == 1.0:
                self.see(crowd.draws.far(rng, max(64, size // 2)), chart)
        edges = self._edges()
        share = max(200, self.evaluations // (2 * self.room.price * (len(turns) + len(edges))))
        for at, (crowd, scale, chart) in enumerate((*turns, *edges)):
            if at and self.spent > 2 * self.evaluations:
                break
            self._evolve(crowd, scale, chart, share, self.seed + at)

    def see(self, columns: Columns, chart: Chart) -> Any:
        """The room at rows, moved onto the chart; inf where the hypotheses do not hold. The best are kept."""
        import numpy as np

        columns, _ = self.ground.project(columns, chart)
        holds, _, _ = self.ground.inside(columns)
        room = np.where(holds, self.room(columns, self.ground.symbols), np.inf)
        self.spent += len(room) * self.room.price
        for at in np.argsort(room, kind="stable")[:EACH]:
            if np.isfinite(room[at]):
                self.rows.append((float(room[at]), row_of(columns, int(at)), chart))
        self.rows.sort(key=lambda each: round(each[0], 12))  # the first of those that floats cannot tell apart
        del self.rows[KEPT:]
        for k in DECADES if self.rows else ():
            size = max(1.0, abs(float(self.room.value))) * 10.0**-k
            more = room - self.rows[0][0]
            at = int(np.argmax((more <= size) & (more > 0.1 * size)))
            if 0.1 * size < more[at] <= size:
                self.looser[k] = (float(room[at]), row_of(columns, at), chart)
        return room

    def _edges(self) -> list[tuple[Ground, float, Chart]]:
        """Charts on which a weak hypothesis is an equality."""
        weak = [fact for fact in self.ground.facts if isinstance(fact, Relation) and fact.op == "ge"]
        found = []
        for fact in weak[:EDGES]:
            edge = Ground(self.ground.space, (*self.ground.facts, Relation("eq", fact.gap, ZERO)))
            found += [(self.ground, 1.0, chart) for chart in edge.charts[:1] if chart.equations]
        return found

    def _evolve(self, crowd: Ground, scale: float, chart: Chart, share: int, seed: int) -> None:
        import numpy as np

        def objective(columns: Columns) -> Any:
            moved, _ = self.ground.project(columns, chart)
            _, _, violation = self.ground.inside(moved)
            room = self.room(moved, self.ground.symbols)
            finite = np.where(np.isfinite(room), room, 1e300)
            squashed = finite / (1 + np.abs(finite))
            return np.where(violation > 0, 2.0 + violation, squashed)

        bounds = crowd.draws.bounds(scale)
        best, cost = minimise(crowd.space, objective, bounds, share, seed, keep=2)
        self.spent += cost * self.room.price
        self.see(crowd.space.columns(best), chart)
        self._close_in(crowd, best[0], bounds, chart, seed)

    def _close_in(self, crowd: Ground, centre: Any, bounds: Any, chart: Chart, seed: int) -> None:
        """Draws around a place that come closer and closer to the best of them."""
        import numpy as np

        rng = np.random.default_rng(seed)
        low, high = bounds.T
        width, least = 0.1 * (high - low), np.inf
        for _ in range(ROUNDS):
            drawn = centre + width * rng.standard_normal((max(32, ROUND // self.room.price), len(low)))
            drawn = np.clip(np.vstack([centre[None, :], drawn]), low, high)
            room = self.see(crowd.space.columns(drawn), chart)
            at = int(np.argmin(room))
            if room[at] < least:
                least, centre = float(room[at]), drawn[at]
            width = SHRINK * width

    def found(self) -> Tightest:
        """Exact points near the best rows, of every denominator."""
        import numpy as np

        least = self.rows[0][0] if self.rows else float("inf")
        points: list[Point] = []
        for _, row, chart in (*self.rows, *self.looser.values()):
            for point in self.ground.exactly(row, chart, (*LIMITS, None)):
                if point not in points:
                    points.append(point)
        if not points:
            return Tightest(least, [], self.spent)
        columns = columns_of(points, self.ground.symbols)
        _, possible, _ = self.ground.inside(columns)
        rooms = np.where(possible, self.room(columns, self.ground.symbols), np.inf)
        self.spent += len(points) * self.room.price
        measured = [(float(rooms[at]), points[at]) for at in np.argsort(rooms, kind="stable") if rooms[at] < np.inf]
        return Tightest(min([least, *(each for each, _ in measured[:1])]), measured, self.spent)
