"""The attack on pointwise conclusions: special points, random batches, optimisation; then exact, confirmed, shrunk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from verify.attack.ground import Ground, Slack, named, turned
from verify.attack.integers import lattice
from verify.attack.margins import Margins, Measured
from verify.attack.outcome import Survey
from verify.attack.points import LIMITS, Columns, columns_of, near, row_of, take
from verify.attack.search import minimise
from verify.attack.shrink import Group, Weight, shrink, weight
from verify.attack.surface import Chart
from verify.attack.undefined import find_undefined, why_undefined
from verify.attack.walks import start, walk
from verify.attack.witness import find_point
from verify.kernel import point as at_point
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import Relation
from verify.kernel.term import ZERO, Term, number, postorder
from verify.space import Space

__all__ = ["Hunt", "hunt"]

BATCH = 4096
LARGEST_BATCH = 32_768
CONFIRMED_AT_ONCE = 24
HOPELESS = 4
"""Where no exact point of the surface is found near so many rows, the others are not tried."""
STARTS, RESTARTS = 3, 3
WORST = 3_000
"""Evaluations for the worst counterexample, once one is confirmed."""
NEAR_MISS = 1e-7
SMALL_POINTS = 4_096
"""Of them at most, where a claim has equality hypotheses."""
FEW = 200
"""With fewer effective samples, points inside the hypotheses are looked for and walked from."""
LEAST_FOR_DESCENT = 60_000
"""The smallest budget of which descent gets a part."""
LEAST_DIMS = 2
"""In one coordinate differential evolution misses little."""
ROWS = 32
"""Starts of one descent."""
QUADRATURE = 250
"""What confirming a point costs where a part has an integral, in evaluations: the kernel encloses it."""
NOT_NOISE = 0.1
"""A normalised violation of this size does not look like rounding; shrinking keeps it, or half of the worst if less."""


@dataclass
class Hunt:
    """One attack on the pointwise parts of a sequent: what was spent and found so far."""

    space: Space
    sequent: Sequent
    parts: tuple[tuple[str, Pointwise], ...]
    budget: int
    seed: int
    spent: int = 0
    samples: int = 0
    effective: int = 0
    untold: int = 0
    found_after: int | None = None
    suspects: int = 0
    best_margin: float | None = None
    where: Point | None = None
    undefined_at: Point | None = None
    undefined_reason: str = ""
    tried: list[str] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)
    confirmed: dict[Weight, tuple[float, Refutation]] = field(default_factory=dict)
    threshold: float = 0.0

    def __post_init__(self) -> None:
        self._terms = [each for _, goal in self.parts for each in goal.terms]
        literals = named([*self._terms, *(side for fact in self.sequent.facts for side in fact.terms)])
        self.ground = Ground(self.space, self.sequent.facts, turned(self._terms), literals)
        self.margins = Margins(self.parts, self.ground.symbols)
        self.price = QUADRATURE if any(node.kind == "integral" for node in postorder(*self._terms)) else 1

    @property
    def left(self) -> int:
        """Evaluations that remain."""
        return max(0, self.budget - self.spent)

    # measuring

    def measure(self, columns: Columns, chart: Chart) -> tuple[Columns, Any, Measured]:
        """(rows on the surface, do the hypotheses hold there, margins)."""
        columns, slack = self.ground.project(columns, chart)
        holds, _, _ = self.ground.inside(columns)
        self.spent += len(holds)
        return columns, holds, self.margins(columns, slack)

    def objective(self, chart: Chart, edge: bool = False) -> Any:
        """What the optimiser makes small: the least margin, or 2 plus the violation of the hypotheses.

        Args:
            edge: rows that satisfy the hypotheses within the noise count as well.
        """
        import numpy as np

        def value(columns: Columns) -> Any:
            columns, slack = self.ground.project(columns, chart)
            _, possible, violation = self.ground.inside(columns)
            least = np.minimum(self.margins(columns, slack).least, 1.5)
            return np.where(~possible if edge else violation > 0, 2.0 + violation, least)

        return value

    def note(self, columns: Columns, holds: Any, measured: Measured, chart: Chart) -> None:
        """Remember the least margin."""
        import numpy as np

        least = np.where(holds, measured.least, np.inf)
        at = int(np.argmin(least))
        if np.isfinite(least[at]) and (self.best_margin is None or least[at] < self.best_margin):
            self.best_margin = float(least[at])
            row = row_of(columns, at)
            self.where = next(self.ground.exactly(row, chart, (1 << 20,)), near(self.space, row, 1 << 20))

    # confirming

    def confirm(self, point: Point, part: str) -> Refutation | None:
        """The kernel's refutation of a part at an exact point, if it makes one; it is kept."""
        self.spent += self.price
        try:
            found = refute(self.sequent, part, "point", point)
        except Refused:
            return None
        self.found_after = self.spent if self.found_after is None else self.found_after
        columns = columns_of([point], self.ground.symbols)
        row = [name for name, _ in self.parts].index(part)
        margin = min(0.0, float(self.margins(columns).margin[row, 0]))  # min(0, nan) is 0
        self.confirmed.setdefault(weight(point), (margin, found))
        return found

    def undefined(self, point: Point) -> bool:
        """Is the conclusion undefined at the exact point, where the hypotheses hold? It is kept."""
        self.spent += 1
        reason = why_undefined(self.ground, self._terms, point)
        if reason is not None:
            self.undefined_at, self.undefined_reason = point, reason
        return reason is not None

    def confirm_rows(self, columns: Columns, chart: Chart, order: Iterable[int]) -> bool:
        """Make rows exact, simple points first, and let the kernel decide; stops at the first that it accepts."""
        lists: list[list[Point]] = []
        for at in list(order)[:CONFIRMED_AT_ONCE]:
            lists.append(list(self.ground.exactly(row_of(columns, at), chart, (*LIMITS, None))))
            if len(lists) == HOPELESS and not any(lists):
                break
        depth = max(map(len, lists), default=0)
        points = [each[level] for level in range(depth) for each in lists if level < len(each)]
        screened = zip(points, self.screen(points, None, 0.0), strict=True)
        for point, worth in screened:
            if self.price > 1 and not self.left:
                break
            if worth and self.confirm_any(point):
                return True
        return False

    def confirm_any(self, point: Point) -> bool:
        return any(self.confirm(point, part) is not None for part, _ in self.parts)

    def screen(
        self, points: Sequence[Point], part: str | None, threshold: float, chart: Chart | None = None
    ) -> list[bool]:
        """In floats: which exact points, put on a chart, may satisfy the facts and violate a part by the threshold."""
        if not points:
            return []
        columns = columns_of(points, self.ground.symbols)
        slack: Slack = {}
        if chart is not None:
            columns, slack = self.ground.project(columns, chart)
        _, possible, _ = self.ground.inside(columns)
        self.spent += len(points)
        measured = self.margins(columns, slack)
        rows = [at for at, (name, _) in enumerate(self.parts) if part in (None, name)]
        worth = measured.violated[rows] & (measured.margin[rows] <= -threshold)
        if threshold == 0:
            worth = worth | measured.touching[rows]
        return [bool(each) for each in possible & worth.any(axis=0)]

    # phases

    def run(self) -> None:
        """All phases, until something is confirmed or the budget is spent."""
        phases = (
            *(self._special, self._small, self._integers, self._draws, self._far, self._thin, self._touch, self._edges),
            *(self._evolve_once, self._descend, self._evolve_again, self._undefined),
        )
        for phase in phases:
            phase()
            if self.confirmed:
                break
        numbers = self.ground.numbers
        if numbers:
            self.not_tried.append(f"other numbers of tokens than {', '.join(map(str, numbers))}")
        if self.confirmed:
            self.suspects = 0
            self._worst()
            self._shrink()
            self._undefined()

    def _special(self) -> None:
        import numpy as np

        constant = any(not goal.relation.symbols for _, goal in self.parts)
        for chart in self._as_they_are_and_on_charts():
            columns, holds, measured = self.measure(self.ground.special_columns, chart)
            if constant and holds.any():  # floats may not tell, and one point is as good as any
                point = chart.settle(self.ground.special[int(np.flatnonzero(holds)[0])])
                if point is not None and self.confirm_any(point):
                    break
            self.note(columns, holds, measured, chart)
            bad = holds & measured.violated.any(axis=0)
            touching = holds & measured.touching.any(axis=0)
            for at in (*np.flatnonzero(bad)[:CONFIRMED_AT_ONCE], *np.flatnonzero(touching & ~bad)[:CONFIRMED_AT_ONCE]):
                point = chart.settle(self.ground.special[at])
                if point is not None and self.confirm_any(point):
                    break
            for at in np.flatnonzero(holds & ~measured.defined)[:CONFIRMED_AT_ONCE]:
                point = chart.settle(self.ground.special[at])
                if self.undefined_at is None and point is not None and self.undefined(point):
                    break
            if self.confirmed:
                break
        self.tried.append(f"{len(self.ground.special)} special points")

    def _small(self) -> None:
        """All points with few small whole coordinates that lie on equality hypotheses, simple ones first."""
        import numpy as np

        symbols, facts = self.ground.symbols, set(self.space.facts)
        plain = not self.space.tokens and all(sym.payload[1] != "complex" for sym in symbols)
        on_surface = any(isinstance(f, Relation) and f.op == "eq" and f not in facts for f in self.sequent.facts)
        reach = next((k for k in (3, 2, 1) if (2 * k + 1) ** len(symbols) <= SMALL_POINTS), 0)
        if not plain or not on_surface or not reach:
            return
        grid = np.stack(np.meshgrid(*[np.arange(-reach, reach + 1)] * len(symbols), indexing="ij"), -1)
        rows = grid.reshape(-1, len(symbols)).astype(float)
        rows = rows[np.lexsort((np.sum(rows < 0, axis=1), np.sum(np.abs(rows), axis=1)))]
        columns: Columns = dict(zip(symbols, rows.T, strict=True))
        holds, possible, violation = self.ground.inside(columns)
        measured = self.margins(columns)
        self.spent += len(rows)
        worth = possible & (violation == 0) & (measured.violated | measured.touching).any(axis=0)
        for at in np.flatnonzero(worth)[:CONFIRMED_AT_ONCE]:
            if self.confirm_any({sym: number(int(x)) for sym, x in zip(symbols, rows[at], strict=True)}):
                break
        self.tried.append(f"{len(rows)} points with small whole coordinates")

    def _as_they_are_and_on_charts(self) -> tuple[Chart, ...]:
        """A chart may fail at a point that lies on the surface: where slopes vanish."""
        bare = Chart((), (), ())
        return self.ground.charts if bare in self.ground.charts else (bare, *self.ground.charts)

    def _integers(self) -> None:
        """Natural points that satisfy equations, a third of the budget; no float is near enough to such points."""
        equal = [fact for fact in self.sequent.facts if isinstance(fact, Relation) and fact.op == "eq"]
        end = self.spent + self.left // 3
        for _, goal in self.parts:
            apart = goal.relation.op == "ne"
            others = self.sequent.facts if apart else (*self.sequent.facts, goal.relation.negation())
            equations = [*equal, goal.relation] if apart else equal
            found = lattice(self.space, equations, others) if equations else None
            if found is None or not found.solved:
                continue
            for point in found.points(end - self.spent):
                self.spent += 1 if point is None else 4
                if self.spent > end or (point is not None and self.confirm_any(point)):
                    break
            self.tried.append("natural numbers that satisfy equations")
            if self.confirmed:
                break

    def _draws(self) -> None:
        """Independent draws, a third of the budget, all scales in equal parts."""
        import numpy as np

        rng = np.random.default_rng(self.seed)
        wanted = self.left // 3
        size = max(256, min(BATCH, wanted // len(self.ground.turns)))
        while self.samples < wanted and not self.confirmed:
            for ground, scale, chart in self.ground.turns:
                drawn = ground.fitted(chart).columns(rng, size, scale)
                columns, holds, measured = self.measure(drawn, chart)
                self.samples += size
                self.effective += int(np.count_nonzero(holds & measured.told))
                self.untold += int(np.count_nonzero(holds & ~measured.told))
                self.note(columns, holds, measured, chart)
                if self._judge_rows(columns, holds, measured, chart):
                    break
            size = max(256, min(LARGEST_BATCH, 2 * size, (wanted - self.samples) // len(self.ground.turns)))
        self.tried.append(f"{self.samples} random draws")

    def _far(self) -> None:
        """Very large and very small coordinates; such draws support nothing, so they do not count as samples."""
        import numpy as np

        rng = np.random.default_rng(self.seed + 2)
        turns = [(ground, chart) for ground, scale, chart in self.ground.turns if scale == 1.0]
        size = max(512, min(2 * BATCH, self.left // (6 * len(turns))))
        for ground, chart in turns:
            columns, holds, measured = self.measure(ground.draws.far(rng, size), chart)
            if self._judge_rows(columns, holds, measured, chart):
                break
        self.tried.append("draws over twelve orders of magnitude")

    def _judge_rows(self, columns: Columns, holds: Any, measured: Measured, chart: Chart) -> bool:
        """Confirm violating rows; those that stay unconfirmed are suspects."""
        import numpy as np

        bad = np.flatnonzero(holds & measured.violated.any(axis=0))
        if not len(bad):
            return False
        order = bad[np.argsort(measured.least[bad], kind="stable")]
        if self.confirm_rows(columns, chart, order[: CONFIRMED_AT_ONCE // 2]):
            return True
        if self.confirm_rows(columns, chart, bad[: CONFIRMED_AT_ONCE // 2]):
            return True
        self.suspects += sum(not self._innocent(columns, int(at), chart) for at in order[:HOPELESS])
        self.suspects += max(0, len(order) - HOPELESS)
        return False

    def _innocent(self, columns: Columns, at: int, chart: Chart) -> bool:
        """At the floats themselves, taken as exact coordinates, every part certainly holds."""
        for point in self.ground.exactly(row_of(columns, at), chart, (None,)):
            try:
                decisions = [at_point.decide(goal.relation, point) for _, goal in self.parts]
            except Undefined:
                return False
            return all(decision is not None and decision[0] for decision in decisions)
        return False

    def _touch(self) -> None:
        """Exact points where a strict part is an equality."""
        for name, goal in self.parts:
            if goal.relation.op not in ("gt", "ne") or self.confirmed:
                continue
            ground = Ground(self.space, (*self.sequent.facts, Relation("eq", goal.relation.gap, ZERO)))
            point, cost = find_point(ground, min(20_000, self.left // 3), self.seed)
            self.spent += cost
            if point is not None:
                self.confirm(point, name)
            self.tried.append(f"points where {name} is an equality")

    def _evolve_once(self) -> None:
        """Differential evolution on the margin with the hypotheses as penalties, a third of what is left."""
        self._optimise(0, 1)

    def _evolve_again(self) -> None:
        """The same, restarted while the budget lasts."""
        self._optimise(1, RESTARTS)
        self.tried.append("differential evolution on the margin")

    def _optimise(self, first: int, last: int) -> None:
        if not self.left:
            return
        turns = self.ground.turns
        share = max(1_000, self.left // ((RESTARTS - first) * len(turns)))
        for restart in range(first, last):
            for at, (ground, scale, chart) in enumerate(turns):
                if not self.left or self.confirmed:
                    break
                cube = restart != 1 and not ground.fitted(chart).plain
                seed = self.seed + restart * len(turns) + at
                self._evolve(ground, scale, chart, min(share, max(1_000, self.left)), seed, cube=cube)

    def _descend(self) -> None:
        """Quasi-Newton steps from the best and from other draws, half of what is left."""
        if len(self.space.box) < LEAST_DIMS or not self.left:
            return
        if self.budget < LEAST_FOR_DESCENT or self.price > 1:
            why = "integrals stand" if self.price > 1 else f"fewer than {LEAST_FOR_DESCENT} evaluations are allowed"
            self.not_tried.append(f"descent along gradients where {why}")
            return
        import numpy as np

        from verify.attack.gradient import Descent

        rng = np.random.default_rng(self.seed + 3)
        turns, end = self.ground.turns, self.spent + self.left // 2
        share = (end - self.spent) // len(turns)
        for ground, scale, chart in turns:
            if self.confirmed or self.spent >= end:
                break
            drawn = ground.fitted(chart).columns(rng, 4 * ROWS, scale)
            value = self.objective(chart)(drawn)
            order = np.argsort(value, kind="stable")
            starts = take(drawn, np.unique(np.concatenate([order[: ROWS // 2], np.arange(ROWS // 2)])))
            descent = Descent(ground.space, self.parts, self.sequent.facts, starts)
            if not descent.dims:
                return
            found, cost = descent.run(starts, share)
            self.spent += cost + len(value)
            columns, holds, measured = self.measure(found, chart)
            self.note(columns, holds, measured, chart)
            if not self._judge_rows(columns, holds, measured, chart):
                least = np.where(holds, measured.least, np.inf)
                closest = np.argsort(least, kind="stable")[:HOPELESS]
                self.confirm_rows(columns, chart, [at for at in closest if least[at] <= NEAR_MISS])
        self.tried.append("quasi-Newton descent on the margin")

    def _thin(self) -> None:
        """Where hardly any draw satisfies the hypotheses: the middles of narrow bands, then walks from inside."""
        if self.effective >= FEW or not self.left:
            return
        import numpy as np

        rng = np.random.default_rng(self.seed + 4)
        rows: Columns | None = None
        where: Chart | None = self.ground.charts[0]
        for ground, middle in self.ground.bands:
            for chart in ground.charts[:2]:
                drawn = ground.fitted(chart).columns(rng, max(256, min(BATCH, self.left // 32)))
                columns, holds, measured = self.measure(drawn, chart)
                self.note(columns, holds, measured, chart)
                possible = self.ground.inside(columns)[1]  # a band may be narrower than floats can tell
                bad = np.flatnonzero(possible & measured.violated.any(axis=0))
                order = bad[np.argsort(measured.least[bad], kind="stable")]
                # the floats lie in the band; where its middle has exact points, these may be simpler
                if any(self.confirm_rows(columns, each, order) for each in (chart, *self.ground.charts)):
                    return
                rows = take(columns, np.flatnonzero(holds)) if rows is None and holds.any() else rows
            self.tried.append(f"draws where {middle}")
        if rows is None:
            rows, where, cost = start(self.ground, self.left // 4, self.seed)
            self.spent += cost
        if rows is None or where is None:
            return
        before = 0
        for columns, spent in walk(self.ground, rows, where, self.objective(where), self.left // 4, self.seed):
            self.spent, before = self.spent + spent - before, spent
            columns, holds, measured = self.measure(columns, where)
            self.note(columns, holds, measured, where)
            if self._judge_rows(columns, holds, measured, where):
                return
        self.tried.append("walks inside the hypotheses")

    def _edges(self) -> None:
        """The same where all hypotheses that are weak orders are equalities, a quarter of what is left."""
        own = set(self.space.facts)
        facts = (f for f in self.sequent.facts if f not in own and not set(f.symbols) & self.space.tokens)
        weak = [f for f in facts if isinstance(f, Relation) and f.op == "ge"]
        if not weak or not self.left:
            return
        edge = Ground(self.space, (*self.sequent.facts, *(Relation("eq", f.gap, ZERO) for f in weak)))
        turns = [(scale, chart) for chart in edge.charts if chart.equations for scale in edge.draws.scales]
        share = max(1_000, self.left // (4 * max(1, len(turns))))
        for at, (scale, chart) in enumerate(turns):
            if not self.left or self.confirmed:
                break
            self._evolve(self.ground, scale, chart, share, self.seed + at, edge=True)
        self.tried.append("differential evolution where weak hypotheses are equalities")

    def _evolve(
        self, ground: Ground, scale: float, chart: Chart, share: int, seed: int, edge: bool = False, cube: bool = False
    ) -> None:
        """One differential evolution, in the box of coordinates or in the cube of draws."""
        fitted = ground.fitted(chart)
        place, bounds = (
            (fitted.cube(scale), fitted.cube(scale).bounds) if cube else (ground.space, ground.draws.bounds(scale))
        )
        best, cost = minimise(place, self.objective(chart, edge), bounds, share, seed)
        self.spent += cost
        columns, holds, measured = self.measure(place.columns(best), chart)
        self.note(columns, holds, measured, chart)
        if not self._judge_rows(columns, holds, measured, chart):
            # where nothing is near a violation, no exact point nearby is one
            near_miss = [at for at in range(len(best)) if not holds[at] or measured.least[at] <= NEAR_MISS]
            self.confirm_rows(columns, chart, near_miss)

    def _undefined(self) -> None:
        """Points where an obligation of the conclusion fails."""
        if self.undefined_at is None:
            self.undefined_at, self.undefined_reason, cost = find_undefined(
                self.ground, self._terms, self.budget, self.seed
            )
            self.spent += cost
            self.tried.append("points where a denominator vanishes or a root leaves its domain")

    # after a confirmation

    def _worst(self) -> None:
        """Draws and a short optimisation for the most negative margin."""
        import numpy as np

        rng = np.random.default_rng(self.seed + 1)
        for chart in self.ground.charts[:2]:
            fitted = self.ground.fitted(chart)
            columns, holds, measured = self.measure(fitted.columns(rng, BATCH), chart)
            self._confirm_worst(columns, holds, measured, chart)
            least = np.where(holds, measured.least, np.inf)
            if self.left and np.min(least) > -0.5 and min(m for m, _ in self.confirmed.values()) > -0.5:
                cube = fitted.cube()
                best, cost = minimise(cube, self.objective(chart), cube.bounds, WORST, self.seed)
                self.spent += cost
                self._confirm_worst(*self.measure(cube.columns(best), chart), chart)

    def _confirm_worst(self, columns: Columns, holds: Any, measured: Measured, chart: Chart) -> None:
        import numpy as np

        self.note(columns, holds, measured, chart)
        worst = min(margin for margin, _ in self.confirmed.values())
        least = np.where(holds & measured.violated.any(axis=0), measured.least, np.inf)
        order = [int(at) for at in np.argsort(least, kind="stable")[:3] if least[at] < worst]
        for at in order:
            for point in self.ground.exactly(row_of(columns, at), chart, (8, 64, 1024, 1 << 20, None)):
                if self.screen([point], None, -0.9 * float(least[at]))[0] and self.confirm_any(point):
                    return

    def _shrink(self) -> None:
        """The simplest counterexample, started from the simplest and from the worst so far."""
        worst, worst_refutation = min(self.confirmed.values(), key=lambda pair: (pair[0], weight(pair[1].point)))
        self.threshold = threshold = min(-worst / 2, NOT_NOISE) if worst < 0 else 0.0
        enough = [each for each in sorted(self.confirmed) if self.confirmed[each][0] <= -threshold]
        starts = {id(each): each for each in (*(self.confirmed[w][1] for w in enough[:STARTS]), worst_refutation)}
        for refutation in starts.values():
            shrink(
                self.space,
                refutation.point,
                self.settle,
                lambda group, part=refutation.part: self.screen_group(group, part, threshold),  # type: ignore[misc]
                lambda point, part=refutation.part: self.confirm(point, part) is not None,  # type: ignore[misc]
            )

    def screen_group(self, group: Group, part: str, threshold: float) -> list[bool]:
        """As `screen`, each point on the chart that `settle` will take, or as it is where it needs none."""
        chosen = [self.chart_for(point, kept) for kept, point in group]
        worth = [False] * len(group)
        if any(chart is not None and chart.equations for chart in chosen):
            worth = self.screen([point for _, point in group], part, threshold)
        for chart in dict.fromkeys(id(each) for each in chosen):
            places = [at for at, each in enumerate(chosen) if id(each) == chart]
            points = [group[at][1] for at in places]
            for at, promising in zip(places, self.screen(points, part, threshold, chosen[places[0]]), strict=True):
                worth[at] = worth[at] or promising
        return worth

    def chart_for(self, point: Point, kept: Term | None) -> Chart | None:
        """A chart with as many tokens as the point, that does not move `kept` if there is one; None if none fits."""
        fitting = [chart for ground in self.ground.crowds for chart in ground.charts if chart.fits(point)]
        free = [chart for chart in fitting if kept not in {unknown.owner for unknown in chart.unknowns}]
        return next(iter(free or fitting), None)

    def settle(self, point: Point, kept: Term | None) -> Point | None:
        """The point back on the equality hypotheses, without moving `kept` where a chart allows it."""
        chart = self.chart_for(point, kept)
        return point if chart is None else chart.settle(point)

    # results

    @property
    def survey(self) -> Survey:
        """What was looked at."""
        return Survey(
            samples=self.samples,
            effective=self.effective,
            untold=self.untold,
            suspects=self.suspects,
            best_margin=self.best_margin,
            where=self.where,
            distribution=self.ground.distribution,
        )

    def ends(self) -> tuple[Refutation, Refutation] | None:
        """(simplest, worst) of what was confirmed."""
        if not self.confirmed:
            return None
        worst = min(self.confirmed.values(), key=lambda pair: (pair[0], weight(pair[1].point)))
        simplest = min(each for each in self.confirmed if self.confirmed[each][0] <= -self.threshold)
        return self.confirmed[simplest][1], worst[1]


def hunt(space: Space, sequent: Sequent, budget: int, seed: int) -> Hunt:
    """Attack the pointwise parts of a sequent."""
    parts = tuple((name, goal) for name, goal in sequent.goals if isinstance(goal, Pointwise) and not goal.given)
    found = Hunt(space, sequent, parts, budget, seed)
    found.run()
    return found
