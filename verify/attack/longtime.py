"""The attack on long-time conclusions: equilibria, sinks and conserved quantities at exact parameters.

No orbit is integrated. Parameters are simple exact points that satisfy the hypotheses; states are special values of
the closure of the starts, zeros of the field found by Newton's method and recognised as rational or quadratic, or
special states at which the parameters are solved for. Of n angles, states that rest modulo a common rotation are
looked for among symmetric ones (one cluster, splay, two clusters) and by Newton's method; where the sum of the angles
is conserved, states that attract on their leaf are looked for among symmetric ones. The kernel decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from verify.attack.charts import charts
from verify.attack.ground import NOISE, Ground
from verify.attack.points import Columns, Draws, columns_of, gauss, near, row_of
from verify.attack.regions import away, invariant, running
from verify.attack.shrink import Weight, weight
from verify.attack.surface import Chart, Unknown, real_parts, slope
from verify.attack.witness import find_point
from verify.kernel import exact, ring
from verify.kernel import point as at_point
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.goal import LongTime, Sequent
from verify.kernel.longtime import MAX_ANGLES, MAX_ROWS, NotShown
from verify.kernel.modes import require_affine
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, PI, ZERO, I, Term, TermError, add, atan, im, mul, number, re, sqrt
from verify.readings.batch import compile_batch
from verify.space import Circle, Complex, Disk, Domain, Interval, Nonneg, Positive, Real, Space

__all__ = ["Chase", "chase"]

PARAMETERS = 300
"""Parameter points that are looked at, simplest first, at most; a small budget looks at fewer."""
DRAWN = 512
FOR_A_WITNESS = 20_000
GRID = 40
MOST_STARTS = 2048
CONFIRMED = 40
STABLE = 1e-9
PROBES = 12
PYTHAGOREAN = 4
"""Points of the circle with tan(angle/2) = p/q, |p|, q <= this, are special states of a disk."""
ORDER = {"equilibrium": 0, "conserved": 1, "sink": 2, "relative": 3, "leaf": 4, "region": 5, "modes": 6, "drift": 7}
PHASES = 4
"""States, at most, of which combinations are looked at that run round."""
REGIONS = 4
"""Parameter points at which invariant regions are looked for; in that many real dimensions at most."""
APART = (Fraction(1), Fraction(2, 3), Fraction(1, 2), Fraction(1, 3))
"""Angles between two clusters, in units of pi."""


@dataclass
class Chase:
    """One attack on one long-time part of a sequent: what was spent and found so far."""

    space: Space
    sequent: Sequent
    part: str
    goal: LongTime
    budget: int
    seed: int
    spent: int = 0
    found_after: int | None = None
    tried: list[str] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)
    confirmed: list[tuple[Weight, float, Refutation]] = field(default_factory=list)

    # what the goal is made of

    @cached_property
    def states(self) -> tuple[Term, ...]:
        return self.goal.flow.states

    @cached_property
    def coordinates(self) -> tuple[Unknown, ...]:
        """The real coordinates of the states."""
        return tuple(Unknown(s, d) for s in self.states for d in ((ONE,) if s.is_real else (ONE, I)))

    @cached_property
    def rates(self) -> tuple[Term, ...]:
        """The rates of the real coordinates."""
        found: list[Term] = []
        for state, rate in self.goal.flow.rates:
            found += [rate] if state.is_real else [re(rate), im(rate)]
        return tuple(found)

    @cached_property
    def jacobian(self) -> tuple[Term, ...] | None:
        """Row by row; None where a rate has no derivative by form."""
        entries = [slope(rate, unknown) for rate in self.rates for unknown in self.coordinates]
        known = [each for each in entries if each is not None]
        return tuple(known) if len(known) == len(entries) else None

    @cached_property
    def gap(self) -> Term | None:
        """What tends to zero, if the target is a limit."""
        if self.goal.quantity is None or self.goal.value is None:
            return None
        return add(self.goal.quantity, mul(number(-1), self.goal.value))

    def _owns(self, name: str) -> bool:
        return any(sym in self.states for sym in self.space.domains[name].scalars(self.space.names[name]))

    @cached_property
    def state_space(self) -> Space:
        """The closure of the states' domains."""
        return Space(**{name: _closure(d) for name, d in self.space.domains.items() if self._owns(name)})

    @cached_property
    def parameter_space(self) -> Space | None:
        found = {name: d for name, d in self.space.domains.items() if not self._owns(name)}
        return Space(**found) if found else None

    @cached_property
    def hypotheses(self) -> tuple[Any, ...]:
        """The facts about the parameters."""
        return tuple(fact for fact in self.sequent.facts if fact not in self.goal.starts)

    @cached_property
    def parameters(self) -> list[Point]:
        """Exact parameter points that satisfy the hypotheses, simplest first."""
        space = self.parameter_space
        if space is None:
            return [{}]
        ground = Ground(space, self.hypotheses)
        found: dict[Weight, Point] = {}
        for chart in ground.charts:
            for point in _parameter_points(ground, self.seed):
                settled = chart.settle(point)
                if settled is not None:
                    found.setdefault(weight(settled), settled)
        ordered = [found[each] for each in sorted(found)]
        if not ordered:
            return []
        _, possible, _ = ground.inside(columns_of(ordered, ground.symbols))
        self.spent += len(ordered)
        chosen: list[Point] = []
        for point, worth in zip(ordered, possible, strict=True):
            if worth and ground.holds(point):
                chosen.append(point)
            if len(chosen) >= min(PARAMETERS, max(CONFIRMED, self.budget // 200)):
                break
        return chosen

    @cached_property
    def special_states(self) -> list[Point]:
        """Special points of the closure of the states' domains, with more of the circle for a disk."""
        found: list[Point] = list(self.state_space.special(max(60, self.budget // (2 * max(1, len(self.parameters))))))
        for name, domain in self.state_space.domains.items():
            if isinstance(domain, Disk) and len(self.state_space.domains) == 1:
                sym = domain.scalars(self.state_space.names[name])[0]
                known = {point[sym] for point in found}
                found += [{sym: z} for z in _pythagorean() if z not in known]
        return found

    # confirming

    def confirm(self, rule: str, point: Point, data: dict[str, Any] | None = None, margin: float = 0.0) -> bool:
        """Let the kernel decide; what it accepts is kept."""
        self.spent += 1
        try:
            found = refute(self.sequent, self.part, rule, point, data)
        except (Refused, TermError):  # TermError: the kernel found no derivative by form (min, max)
            return False
        self.found_after = self.spent if self.found_after is None else self.found_after
        self.confirmed.append((self._weight(point, rule), margin, found))
        return True

    def _weight(self, point: Point, rule: str) -> Weight:
        """Small parameters first, then small states, then the simplest rule."""
        parameters = weight({sym: value for sym, value in point.items() if sym not in self.states})
        states = weight({sym: value for sym, value in point.items() if sym in self.states})
        return parameters[0], parameters[1] + states[0] / 1024 + ORDER[rule] / 4096, parameters[2] + states[2]

    def run(self) -> None:
        """All means, cheapest first, until one succeeds."""
        states = set(self.states)
        known = set(self.state_space.scalars) | set(self.parameter_space.scalars if self.parameter_space else ())
        restricting = next((fact for fact in self.hypotheses if states & set(fact.symbols)), None)
        if restricting is not None:
            self.not_tried.append(f"{self.part}: the hypothesis {restricting} restricts the state")
            return
        if set(self.sequent.symbols) - known or set(self.state_space.scalars) - states:
            self.not_tried.append(f"{self.part}: parameters that share a domain with a state")
            return
        if states & self.space.tokens:
            self.not_tried.append(f"{self.part}: states of tokens, in any number")
            return
        if not self.parameters:
            self.not_tried.append(f"{self.part}: no exact parameters satisfy the hypotheses")
            return
        self._conserved()
        self._drift()
        if self.goal.target == "point":
            self.not_tried.append(f"{self.part}: what keeps an orbit from converging, but a phase that runs round")
            return
        if self.jacobian is None:
            self.not_tried.append(f"{self.part}: equilibria of a field without derivatives by form")
            return
        if len(self.coordinates) > MAX_ROWS and self.goal.start != "every" and not self._turns:
            self.not_tried.append(f"{self.part}: sinks in more than {MAX_ROWS} real dimensions")
            return
        for search in (
            self._relative,
            self._leaf,
            self._resting,
            self._solved,
            self._newton,
            self._regions,
            self._modes,
        ):
            if not self.confirmed:
                search()

    # conserved quantities

    def _conserved(self) -> None:
        """Polynomial multiples k * (T - v), of degree 0, 2 and 4, that do not change along the flow."""
        gap = self.gap
        if gap is None:
            return
        for degree in (0, 2, 4) if self._square_of_state() else (0,):
            factors = _monomials(self.coordinates, degree)
            quantities = [mul(factor, gap) for factor in factors]
            try:
                slopes = [self.goal.flow.derivative(each) for each in quantities]
            except TermError:
                return
            for at in self._nearly_conserved(slopes):
                for factor in self._exactly_conserved(factors, slopes, self.parameters[at]):
                    data = {"quantity": mul(factor, gap), "cofactor": factor}
                    for start in self._starts():
                        if self.confirm("conserved", self.parameters[at], {**data, "start": start}):
                            break
                    if self.confirmed:
                        break
                if self.confirmed:
                    break
            self.tried.append(f"{self.part}: conserved multiples of the target, of degree {degree}")
            if self.confirmed:
                return

    def _square_of_state(self) -> bool:
        """The kernel knows a cofactor to be bounded only where the one state is."""
        return len(self.states) == 1 and self.goal.quantity is not None and self.goal.quantity.kind == "abs2"

    def _starts(self) -> Iterator[dict[Term, Any]]:
        for point in self.special_states[:24]:
            yield dict(point)

    def _probes(self) -> list[Point]:
        import numpy as np

        draws = Draws(self.state_space)
        columns = draws.columns(np.random.default_rng(self.seed), 2 * PROBES)
        found = (near(self.state_space, row_of(columns, at), 8) for at in range(2 * PROBES))
        return [point for point in found if point is not None]

    def _product(self, parameters: Sequence[Point], states: Sequence[Point]) -> Columns:
        """Columns of all pairs, parameters outermost."""
        import numpy as np

        found: Columns = {}
        if self.parameter_space is not None:
            for sym, column in columns_of(parameters, self.parameter_space.scalars).items():
                found[sym] = np.repeat(column, len(states), axis=0)
        for sym, column in columns_of(states, self.state_space.scalars).items():
            found[sym] = np.tile(column, len(parameters))
        return found

    def _nearly_conserved(self, slopes: Sequence[Term]) -> list[int]:
        """Parameter points at which the slopes are linearly dependent as functions of the state, in floats."""
        import numpy as np

        probes = self._probes()
        columns = self._product(self.parameters, probes)
        values = compile_batch(slopes, self.sequent.symbols)(columns)
        self.spent += len(self.parameters) * len(probes)
        table = np.stack([value for value, _ in values], axis=1).reshape(len(self.parameters), len(probes), -1)
        noise = np.stack([error for _, error in values], axis=1).reshape(table.shape)
        good = np.isfinite(table).all(axis=(1, 2)) & np.isfinite(noise).all(axis=(1, 2))
        smallest = np.full(len(table), np.inf)
        smallest[good] = np.linalg.svd(table[good], compute_uv=False)[:, -1]
        limit = NOISE * np.linalg.norm(np.where(np.isfinite(noise), noise, 0.0), axis=(1, 2)) + 1e-11 * np.linalg.norm(
            np.where(np.isfinite(table), table, 0.0), axis=(1, 2)
        )
        return [int(at) for at in np.flatnonzero(smallest <= limit)[:CONFIRMED]]

    def _exactly_conserved(self, factors: Sequence[Term], slopes: Sequence[Term], parameters: Point) -> list[Term]:
        """Rational combinations of the factors whose slopes cancel, by exact linear algebra at rational states."""
        from flint import fmpq, fmpq_mat

        rows: list[list[fmpq]] = []
        for state in self._probes():
            try:
                values = [exact.evaluate(each, {**parameters, **state}).fraction() for each in slopes]
            except (Inexact, Undefined):
                continue
            known = [fmpq(each.numerator, each.denominator) for each in values if each is not None]
            if len(known) == len(values):
                rows.append(known)
        if not rows:
            return []
        n = len(factors)
        reduced, rank = fmpq_mat(len(rows), n, [x for row in rows for x in row]).rref()
        pivots = [next(k for k in range(n) if reduced[row, k] != 0) for row in range(rank)]
        found = []
        for free in (k for k in range(n) if k not in pivots):
            pieces = [factors[free]]
            for row, pivot in enumerate(pivots):
                c = -reduced[row, free]
                pieces.append(mul(number(Fraction(int(c.p), int(c.q))), factors[pivot]))
            found.append(add(*pieces))
        return found

    # invariant regions

    def _regions(self) -> None:
        """Regions {q >= 0} that the flow keeps, and on which the target stays at a distance."""
        gap = self.gap
        if gap is None or not gap.is_real or len(self.coordinates) > REGIONS:
            return
        monomials = [*_monomials(self.coordinates, 2)[1:], *self._forms()]
        for point in self.parameters[:REGIONS]:
            here = {sym: x for sym, x in point.items() if isinstance(x, Term)}
            there = gap.subs(here)
            for q, kept in invariant(self.goal.flow.subs(here), monomials):
                for side, least in self._distances(q, there):
                    start = self._inside(q, point)
                    if start is None:
                        continue
                    for distance, steps in away(q, mul(number(side), there), least):
                        data = {"quantity": q, "side": side, "distance": distance, "invariant": kept, "away": steps}
                        if self.confirm("region", {**point, **start}, data):
                            return
        self.tried.append(f"{self.part}: invariant regions off the target")

    # phases

    def _drift(self) -> None:
        """Combinations of the states, with coefficients 1, 0 and -1, that run one way round at a positive rate."""
        if self.goal.target == "periodic" or not all(s.is_real for s in self.states) or len(self.states) > PHASES:
            return
        turns = [each for each in itertools.product((1, 0, -1), repeat=len(self.states)) if any(each)]
        turns = sorted((each for each in turns if each > tuple(-m for m in each)), key=lambda each: sum(map(abs, each)))
        phases = [add(*(mul(number(m), x) for m, x in zip(each, self.states, strict=True) if m)) for each in turns]
        for point in self.parameters[:REGIONS]:
            here = {sym: x for sym, x in point.items() if isinstance(x, Term)}
            try:
                flow = self.goal.flow.subs(here)
                rates = [flow.derivative(q) for q in phases]
            except TermError:
                return
            for q, rate, (side, least) in self._running(phases, rates):
                start = self._off(point)
                if start is None:
                    break
                for distance, steps in running(mul(number(side), rate), self.states, least):
                    data = {"phase": q, "side": side, "distance": distance, "runs": steps}
                    if self.confirm("drift", {**point, **start}, data):
                        return
        self.tried.append(f"{self.part}: phases that run round for ever")

    def _running(self, phases: Sequence[Term], rates: Sequence[Term]) -> Iterator[tuple[Term, Term, tuple[int, float]]]:
        """The phases whose rates have one sign in floats, with it and the least modulus."""
        import numpy as np

        draws = Draws(self.state_space)
        columns = draws.columns(np.random.default_rng(self.seed), DRAWN)
        self.spent += DRAWN
        values = compile_batch(list(rates), self.state_space.scalars)(columns)
        for q, rate, (value, _) in zip(phases, rates, values, strict=True):
            for side in (1, -1):
                if np.isfinite(value).all() and float(np.min(side * value)) > 1e-6:
                    yield q, rate, (side, float(np.min(side * value)))

    def _off(self, parameters: Point) -> Point | None:
        """A special start, outside the exceptions, at which the target is missed."""
        facts = [*self.goal.starts, *(exception.negation() for exception in self.goal.except_)]
        facts += [] if self.gap is None else [Relation("ne", self.gap, ZERO)]
        return next((s for s in self.special_states[:60] if all(_certain(f, {**parameters, **s}) for f in facts)), None)

    # linear equations

    def _modes(self) -> None:
        """Parameters at which the quantity obeys a linear equation that is not stable, and a start off the target."""
        gap = self.gap
        if gap is None:
            return
        try:
            require_affine(self.goal.flow, [gap])
        except NotShown:
            return
        facts = [fact for start in self.goal.starts for fact in start.options]
        facts = [Relation("gt", each.left, each.right) if each.op == "ge" else each for each in facts]
        facts += [Relation("ne", gap, ZERO), *(exception.negation() for exception in self.goal.except_)]
        for point in self.parameters[:CONFIRMED]:
            state = next((s for s in self.special_states if all(_certain(f, {**point, **s}) for f in facts)), None)
            if state is not None and self.confirm("modes", {**point, **state}):
                return
        self.tried.append(f"{self.part}: linear equations of the target that are not stable")

    def _forms(self) -> list[Term]:
        """The sum of the squares of all coordinates, by itself and with a product of two of them."""
        if len(self.coordinates) < 2:
            return []
        symbols = [re(u.symbol) if u.direction is ONE else im(u.symbol) for u in self.coordinates]
        squares = [mul(each, each) for each in symbols]
        pairs = [mul(number(side), a, b) for a, b in itertools.combinations(symbols, 2) for side in (1, -1)]
        return [add(*squares), *(add(*squares, pair) for pair in pairs)]

    def _distances(self, q: Term, gap: Term) -> Iterator[tuple[int, float]]:
        """(a side of the target, how far off it the draws with q >= 0 are), in floats."""
        import numpy as np

        draws = Draws(self.state_space)
        rng = np.random.default_rng(self.seed)
        found = []
        for scale in draws.scales:
            (inside, _), (off, _) = compile_batch([q, gap], self.state_space.scalars)(draws.columns(rng, DRAWN, scale))
            found.append(off[(inside >= 0) & np.isfinite(off)])
            self.spent += DRAWN
        values = np.concatenate(found)
        for side in (1, -1):
            if len(values) >= PROBES and np.min(side * values) > 0:
                yield side, float(np.min(side * values))

    def _inside(self, q: Term, parameters: Point) -> Point | None:
        """A special start with q > 0."""
        facts = (Relation("gt", q, ZERO), *self.goal.starts)
        for state in self.special_states[:60]:
            if all(_certain(fact, {**parameters, **state}) for fact in facts):
                return state
        return None

    # equilibria

    @property
    def _rules(self) -> tuple[str, ...]:
        rules = ("equilibrium",) if self.goal.start == "every" else ()
        return (*rules, "sink") if len(self.coordinates) <= MAX_ROWS else rules

    def _stability(self, columns: Columns) -> tuple[Any, Any]:
        """(may each row be an equilibrium that refutes, its largest real part of an eigenvalue), in floats."""
        import numpy as np

        assert self.jacobian is not None
        n, d = len(next(iter(columns.values()))), len(self.coordinates)
        pairs = compile_batch([*self.rates, *self.jacobian], self.sequent.symbols)(columns)
        self.spent += n
        rest = np.ones(n, bool)
        for value, error in pairs[:d]:
            rest &= np.abs(value) <= NOISE * error + 1e-12
        matrix = np.stack([value for value, _ in pairs[d:]], axis=1).reshape(n, d, d)
        rest &= np.isfinite(matrix).all(axis=(1, 2))
        growth = np.full(n, np.inf)
        if rest.any():
            growth[rest] = np.linalg.eigvals(matrix[rest]).real.max(axis=1)
        if self.gap is not None:
            (off, error) = compile_batch([self.gap], self.sequent.symbols)(columns)[0]
            rest &= np.abs(off) > NOISE * error
        for exception in self.goal.except_:
            rest &= ~Ground(self.space, [exception]).inside(columns)[0]
        useful = growth < -STABLE if len(self.coordinates) <= MAX_ROWS else np.zeros(n, bool)
        if self.goal.start == "every":
            useful |= Ground(self.space, self.goal.starts).inside(columns)[0]
        return rest & useful, growth

    def _confirm_equilibria(self, candidates: Iterable[tuple[float, Point]]) -> None:
        """Equilibria with their growth: the simplest that the kernel accepts, and the most stable."""
        weighed: dict[Weight, tuple[float, Point]] = {}
        for growth, point in candidates:
            weighed.setdefault(self._weight(point, "equilibrium"), (growth, point))
        simple = [weighed[each] for each in sorted(weighed)]
        for growth, point in simple[:CONFIRMED]:
            if self._confirm_one(growth, point):
                break
        if self.confirmed:
            steep = sorted(simple, key=lambda each: (each[0], self._weight(each[1], "sink")))
            for growth, point in steep[:4]:
                if growth < -STABLE and self._confirm_one(growth, point):
                    break

    def _confirm_one(self, growth: float, point: Point) -> bool:
        for rule in self._rules:
            if (rule == "equilibrium" or growth < -STABLE) and self.confirm(rule, point, margin=growth):
                return True
        return False

    def _resting(self) -> None:
        """Special states that rest at simple parameters."""
        import numpy as np

        states = self.special_states
        columns = self._product(self.parameters, states)
        rest, growth = self._stability(columns)
        found = []
        for at in np.flatnonzero(rest):
            parameters, state = divmod(int(at), len(states))
            found.append((float(growth[at]), {**self.parameters[parameters], **states[state]}))
        self._confirm_equilibria(found)
        self.tried.append(f"{self.part}: {len(states)} special states at {len(self.parameters)} parameters")

    def _solved(self) -> None:
        """Special states at which parameters are solved for, so that they rest exactly."""
        import numpy as np

        space = self.parameter_space
        if space is None:
            return
        equations = [Relation("eq", part, ZERO) for rate in self.rates for part in real_parts(rate)]
        ground = Ground(self.space, self.hypotheses)
        own = set(space.facts)
        rng = np.random.default_rng(self.seed)
        drawn = ground.draws.columns(rng, DRAWN)
        random = [point for at in range(DRAWN) if (point := near(self.space, row_of(drawn, at), 4)) is not None]
        states = self.special_states
        pairs = [{**p, **s} for p in self.parameters[:40] for s in states]
        pairs += [{**p, **states[at % len(states)]} for at, p in enumerate(random * 4)]
        columns = columns_of(pairs, self.sequent.symbols)
        facts = [fact for fact in self.hypotheses if fact not in own]
        for chart in charts(self.space, [*facts, *equations], fixed=self.states)[:3]:
            if len(chart.equations) < len(self.coordinates):
                continue
            moved, _ = chart.project(columns)
            _, possible, _ = ground.inside(moved)
            rest, growth = self._stability(moved)
            chosen = np.flatnonzero(possible & rest)
            self._confirm_equilibria(self._settled(chart, ground, pairs, growth, chosen))
            if self.confirmed:
                break
        self.tried.append(f"{self.part}: parameters at which special states rest")

    def _settled(
        self, chart: Chart, ground: Ground, pairs: Sequence[Point], growth: Any, chosen: Any
    ) -> Iterator[tuple[float, Point]]:
        for at in chosen[: 3 * CONFIRMED]:
            point = chart.settle(pairs[at])
            if point is not None and ground.holds({**pairs[at], **point}):
                yield float(growth[at]), point

    def _newton(self) -> None:
        """Zeros of the field from a grid of states, recognised as rational or quadratic numbers."""
        import numpy as np

        rng = np.random.default_rng(self.seed)
        draws = Draws(self.state_space)
        grid = draws.columns(rng, GRID)
        starts = [point for at in range(GRID) if (point := near(self.state_space, row_of(grid, at), 64)) is not None]
        chosen = self.parameters[:CONFIRMED]
        columns = self._product(chosen, starts)
        assert self.jacobian is not None
        d = len(self.coordinates)
        slopes = tuple(tuple(self.jacobian[i * d : (i + 1) * d]) for i in range(d))
        moved, _ = Chart(self.rates, self.coordinates, slopes).project(columns)
        self.spent += len(chosen) * len(starts)
        rest, growth = self._stability(moved)
        inside = Ground(self.space, self.goal.starts).inside(moved)[1]
        found: dict[tuple[Any, ...], tuple[float, Point]] = {}
        for at in np.flatnonzero(rest & inside):
            parameters = chosen[int(at) // len(starts)]
            place = tuple(complex(np.round(moved[state][at], 7)) for state in self.states)
            key = (int(at) // len(starts), place)
            if key in found or len(found) > 8 * CONFIRMED:
                continue
            state = self._recognised(row_of(moved, int(at)))
            if state is not None:
                found[key] = (float(growth[at]), {**parameters, **state})
        self._confirm_equilibria(found.values())
        self.tried.append(f"{self.part}: zeros of the field by Newton's method at {len(chosen)} parameters")

    def _recognised(self, row: dict[Term, Any]) -> dict[Term, Any] | None:
        """Exact values of the states near a row, or None where a coordinate is no simple number."""
        found: dict[Term, Any] = {}
        for name, domain in self.state_space.domains.items():
            for sym in domain.scalars(self.state_space.names[name]):
                value = _recognise_in(domain, row[sym])
                if value is None:
                    return None
                found[sym] = value
        return found

    # states of angles, modulo a common rotation

    @property
    def _turns(self) -> bool:
        """May the flow be one of angles that attracts modulo rotation, as far as the kernel's rule goes?"""
        angles = all(state.is_real for state in self.states) and not self.goal.starts
        return angles and self.goal.target == "tends" and 2 <= len(self.states) <= MAX_ANGLES

    def _symmetric(self) -> list[Point]:
        """One cluster, splay states 2 pi m k/n, and two clusters of n - m and m tokens."""
        n = len(self.states)
        rows = [[Fraction(0)] * n]
        rows += [[Fraction(2 * m * k, n) for k in range(n)] for m in range(1, n // 2 + 1)]
        rows += [[Fraction(0)] * (n - m) + [apart] * m for apart in APART for m in range(1, n // 2 + 1)]
        unique = dict.fromkeys(tuple(map(_turn, row)) for row in rows)
        return [{s: mul(number(t), PI) for s, t in zip(self.states, row, strict=True)} for row in unique]

    def _relative(self) -> None:
        """Symmetric states, then zeros of the differences of rates: states that rest modulo rotation."""
        import numpy as np

        if not self._turns or self.jacobian is None:
            return
        states = self._symmetric()
        useful, growth = self._relative_stability(self._product(self.parameters, states))
        found = []
        for at in np.flatnonzero(useful):
            parameters, state = divmod(int(at), len(states))
            found.append((float(growth[at]), {**self.parameters[parameters], **states[state]}))
        self._confirm_relative(found)
        self.tried.append(f"{self.part}: {len(states)} symmetric states of {len(self.states)} angles, modulo rotation")
        if not self.confirmed:
            self._relative_newton()

    def _relative_stability(self, columns: Columns) -> tuple[Any, Any]:
        """(may each row rest and attract modulo rotation, off the target; its growth in the differences), in floats."""
        import numpy as np

        assert self.jacobian is not None and self.gap is not None
        rows, n = len(next(iter(columns.values()))), len(self.states)
        pairs = compile_batch([*self.rates, *self.jacobian, self.gap], self.sequent.symbols)(columns)
        self.spent += rows
        value = np.stack([each for each, _ in pairs], axis=1)
        error = np.stack([each for _, each in pairs], axis=1)
        finite = np.isfinite(value).all(axis=1) & np.isfinite(error).all(axis=1)
        value, error = (np.where(finite[:, None], each, 0.0) for each in (value, error))
        rates, noise, matrix = value[:, :n], error[:, :n], value[:, n:-1].reshape(rows, n, n)
        rest = (np.abs(rates - rates[:, -1:]) <= NOISE * (noise + noise[:, -1:]) + 1e-12).all(axis=1)
        turned = (np.abs(matrix.sum(axis=2)) <= 1e-9 * (1 + np.abs(matrix).sum(axis=2))).all(axis=1)
        growth = np.linalg.eigvals(matrix[:, :-1, :-1] - matrix[:, -1:, :-1]).real.max(axis=1)
        off = np.abs(value[:, -1]) > NOISE * error[:, -1]
        return finite & rest & turned & off & (growth < -STABLE), growth

    def _confirm_relative(self, candidates: Iterable[tuple[float, Point]], rule: str = "relative") -> None:
        """The simplest that the kernel accepts, and the most stable."""
        simple = sorted(candidates, key=lambda each: self._weight(each[1], rule))[: 8 * CONFIRMED]
        for growth, point in simple[:CONFIRMED]:
            if self.confirm(rule, point, margin=growth):
                break
        if self.confirmed:
            for growth, point in sorted(simple, key=lambda each: each[0])[:4]:
                if self.confirm(rule, point, margin=growth):
                    break

    # states of angles whose sum is conserved

    def _leaf(self) -> None:
        """Symmetric states, also turned by a right angle, that rest and attract what has the same sum of angles."""
        import numpy as np

        if not self._turns or self.jacobian is None or not self._keeps_sum():
            return
        right = mul(number(Fraction(1, 2)), PI)
        states = self._symmetric()
        states += [{s: add(x, right) for s, x in row.items() if isinstance(x, Term)} for row in states]
        useful, growth = self._leaf_stability(self._product(self.parameters, states))
        found = []
        for at in np.flatnonzero(useful):
            parameters, state = divmod(int(at), len(states))
            found.append((float(growth[at]), {**self.parameters[parameters], **states[state]}))
        self._confirm_relative(found, "leaf")
        self.tried.append(f"{self.part}: {len(states)} symmetric states of {len(self.states)} angles, on their leaves")

    def _keeps_sum(self) -> bool:
        try:
            return ring.is_zero(add(*self.rates))
        except ring.NotPolynomial:
            return False

    def _leaf_stability(self, columns: Columns) -> tuple[Any, Any]:
        """(may each row rest and attract on its leaf, off the target; its growth there), in floats."""
        import numpy as np

        assert self.jacobian is not None and self.gap is not None
        rows, n = len(next(iter(columns.values()))), len(self.states)
        pairs = compile_batch([*self.rates, *self.jacobian, self.gap], self.sequent.symbols)(columns)
        self.spent += rows
        value = np.stack([each for each, _ in pairs], axis=1)
        error = np.stack([each for _, each in pairs], axis=1)
        finite = np.isfinite(value).all(axis=1) & np.isfinite(error).all(axis=1)
        value, error = (np.where(finite[:, None], each, 0.0) for each in (value, error))
        rest = (np.abs(value[:, :n]) <= NOISE * error[:, :n] + 1e-12).all(axis=1)
        matrix = value[:, n:-1].reshape(rows, n, n)
        growth = np.linalg.eigvals(matrix[:, :-1, :-1] - matrix[:, :-1, -1:]).real.max(axis=1)
        off = np.abs(value[:, -1]) > NOISE * error[:, -1]
        return finite & rest & off & (growth < -STABLE), growth

    def _relative_newton(self) -> None:
        """Zeros of the differences of rates, the last angle 0, from random angles."""
        from math import pi, remainder

        import numpy as np

        assert self.jacobian is not None
        n, chosen = len(self.states), self.parameters[:CONFIRMED]
        grid = max(GRID, min(MOST_STARTS, self.budget // 8) // len(chosen))  # basins of Newton's method are small, too
        draws = np.random.default_rng(self.seed).uniform(-np.pi, np.pi, (grid, n - 1))
        columns: Columns = {state: np.tile(draws[:, at], len(chosen)) for at, state in enumerate(self.states[:-1])}
        columns[self.states[-1]] = np.zeros(grid * len(chosen))
        if self.parameter_space is not None:
            for sym, column in columns_of(chosen, self.parameter_space.scalars).items():
                columns[sym] = np.repeat(column, grid, axis=0)
        less = mul(number(-1), self.rates[-1])
        slopes = tuple(
            tuple(add(self.jacobian[i * n + j], mul(number(-1), self.jacobian[(n - 1) * n + j])) for j in range(n - 1))
            for i in range(n - 1)
        )
        chart = Chart(tuple(add(rate, less) for rate in self.rates[:-1]), self.coordinates[:-1], slopes)
        moved, _ = chart.project(columns)
        self.spent += grid * len(chosen)
        useful, growth = self._relative_stability(moved)
        found: dict[tuple[Any, ...], tuple[float, Point]] = {}
        for at in np.flatnonzero(useful):
            row = row_of(moved, int(at))
            angles = [_recognised_angle(float(row[state]), n) for state in self.states]
            values = {state: angle for state, angle in zip(self.states, angles, strict=True) if angle is not None}
            key = (int(at) // grid, tuple(values.items()))
            if len(values) == n and len(found) < 8 * CONFIRMED:
                found.setdefault(key, (float(growth[at]), {**chosen[key[0]], **values}))
        self._confirm_relative(found.values())
        self.tried.append(f"{self.part}: states that rest modulo rotation, by Newton's method")
        if useful.any() and not self.confirmed:
            row = row_of(moved, int(np.flatnonzero(useful)[0]))
            near_it = ", ".join(f"{state} = {remainder(float(row[state]), 2 * pi):.6g}" for state in self.states)
            self.not_tried.append(
                f"{self.part}: {near_it} seems to attract modulo rotation; no exact angles were found"
            )

    # results

    def ends(self) -> tuple[Refutation, Refutation] | None:
        """(simplest, worst) of what was confirmed: smallest parameters; largest stability."""
        if not self.confirmed:
            return None
        simplest = min(self.confirmed, key=lambda each: each[0])
        worst = min(self.confirmed, key=lambda each: (each[1], each[0]))
        return simplest[2], worst[2]


def _certain(fact: Any, point: Point) -> bool:
    try:
        decision = at_point.decide(fact, point)
    except Undefined:
        return False
    return decision is not None and decision[0]


def _closure(domain: Domain) -> Domain:
    if isinstance(domain, Disk):
        return Disk(closed=True)
    if isinstance(domain, Positive):
        return Nonneg(domain.window)
    if isinstance(domain, Interval):
        return Interval(domain.low, domain.high)
    return domain


def _pythagorean() -> Iterator[Term]:
    """Rational points of the unit circle, by t = tan(angle/2) with small numerator and denominator."""
    slopes = {Fraction(p, q): None for q in range(1, PYTHAGOREAN + 1) for p in range(-PYTHAGOREAN, PYTHAGOREAN + 1)}
    for t in slopes:
        yield gauss((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))


def _parameter_points(ground: Ground, seed: int) -> Iterator[Point]:
    """Special points, a grid of small integers, and rationalised draws; the hypotheses need not hold."""
    import numpy as np

    witness, _ = find_point(ground, FOR_A_WITNESS, seed)
    if witness is not None:
        yield witness
    yield from ground.special[:1500]
    plain = [isinstance(domain, Real | Positive | Nonneg) for domain in ground.space.domains.values()]
    if all(plain) and len(plain) <= 4:
        reach = {1: 8, 2: 6, 3: 3, 4: 2}[len(plain)]
        for values in itertools.product(range(-reach, reach + 1), repeat=len(plain)):
            yield dict(zip(ground.symbols, map(number, values), strict=True))
    rng = np.random.default_rng(seed)
    for scale in (1.0, 10.0):
        drawn = ground.draws.columns(rng, DRAWN // 2, scale)
        for at, limit in itertools.product(range(DRAWN // 2), (1, 4)):
            point = near(ground.space, row_of(drawn, at), limit)
            if point is not None:
                yield point


def _monomials(coordinates: Sequence[Unknown], degree: int) -> list[Term]:
    """Monomials of the real coordinates up to a degree, 1 first."""
    symbols = [re(u.symbol) if u.direction is ONE else im(u.symbol) for u in coordinates]
    found: list[Term] = []
    for total in range(degree + 1):
        found += [mul(ONE, *chosen) for chosen in itertools.combinations_with_replacement(symbols, total)]
    return found


def _recognise_in(domain: Domain, x: Any) -> Term | None:
    from math import atan2, pi, tan

    if isinstance(domain, Circle):
        twelfth = round(float(x) * 12 / pi)
        if abs(float(x) - twelfth * pi / 12) < 1e-9:
            return mul(number(Fraction(twelfth, 12)), PI)
        half = _recognise(tan(float(x) / 2))
        return None if half is None or half.kind != "rat" else mul(number(2), atan(half))
    if not isinstance(domain, Complex | Disk):
        return _recognise(float(x))
    z = complex(x)
    if isinstance(domain, Disk) and abs(abs(z) - 1) < 1e-9:
        half = _recognise(tan(atan2(z.imag, z.real) / 2)) if abs(z + 1) > 1e-9 else None
        if half is not None and half.kind == "rat":
            t = half.payload
            return gauss((1 - t * t) / (1 + t * t), 2 * t / (1 + t * t))
    real, imaginary = _recognise(z.real), _recognise(z.imag)
    return None if real is None or imaginary is None else add(real, mul(I, imaginary))


def _turn(turns: Fraction) -> Fraction:
    """An angle in units of pi, reduced to (-1, 1]."""
    reduced = turns % 2
    return reduced - 2 if reduced > 1 else reduced


def _recognised_angle(x: float, n: int) -> Term | None:
    """A simple exact angle near x modulo 2 pi: a multiple of pi/12 or pi/n, or 2 atan(p/q)."""
    from math import pi, remainder

    x = remainder(x, 2 * pi)
    part = round(x * n / pi)
    if abs(x - part * pi / n) < 1e-9:
        return mul(number(_turn(Fraction(part, n))), PI)
    return _recognise_in(Circle(), x)


def _recognise(x: float) -> Term | None:
    """A rational number with a small denominator near x, or a root of a quadratic with small coefficients."""
    from flint import fmpz_mat

    for limit in (1, 16, 256):
        simple = Fraction(x).limit_denominator(limit)
        if abs(float(simple) - x) < 1e-9 * (1 + abs(x)):
            return number(simple)
    scale = 10**9
    lattice = fmpz_mat(3, 4, [1, 0, 0, scale, 0, 1, 0, round(scale * x), 0, 0, 1, round(scale * x * x)]).lll()
    c, b, a = (int(lattice[0, k]) for k in range(3))
    if a == 0 or max(abs(a), abs(b), abs(c)) > 200 or abs(a * x * x + b * x + c) > 1e-6 or b * b < 4 * a * c:
        return None
    middle, square = Fraction(-b, 2 * a), Fraction(b * b - 4 * a * c, 4 * a * a)
    side = 1 if x >= float(middle) else -1
    return add(number(middle), mul(number(side), sqrt(number(square))))


def chase(space: Space, sequent: Sequent, budget: int, seed: int) -> list[Chase]:
    """Attack the long-time parts of a sequent, one after the other until one falls."""
    found: list[Chase] = []
    for part, goal in sequent.goals:
        if isinstance(goal, LongTime) and not any(each.confirmed for each in found):
            found.append(Chase(space, sequent, part, goal, budget, seed))
            found[-1].run()
    return found
