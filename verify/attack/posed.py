"""The attack on bounds along a flow by posed tokens: all alike, at rest or turning in a plane, so that a start or the
whole solution is written down.

Unit vectors are drawn from a few, often one that another has as well, or turn at one speed; arrows are multiples of
these and of their normals; a symbol that an equality gives is what it says. Draws are looked at in floats, at some
times each: that rates are those of the flow, too. What fails at once is a `point`; what fails later is a `path`, with
steps that show what is supposed on the way. The kernel decides about both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from verify.attack.paths import CLEARLY, CONFIRMED, GRID, LOSS, TIMES
from verify.attack.shrink import weight
from verify.kernel.context import Refused
from verify.kernel.goal import Bound, Pointwise, Sequent
from verify.kernel.lie import Flow, slope
from verify.kernel.path import alike, on_path
from verify.kernel.proof import Refutation, Step, prove, refute
from verify.kernel.relation import Relation, ge, gt, lt
from verify.kernel.term import ZERO, Term, TermError, cos, number, sin, symbol
from verify.readings.batch import BatchFunction, compile_batch
from verify.space import Space, Sphere, Token

__all__ = ["NUMBERS", "PLANE", "SPEEDS", "Entry", "Pose", "Search", "posed"]

Q = Fraction
Entry = tuple[Fraction, Fraction, Fraction]
"""a + b cos(w t) + c sin(w t)."""
NONE = (Q(0), Q(0), Q(0))
PLANE = ((Q(1), Q(0)), (Q(3, 5), Q(4, 5)), (Q(0), Q(1)), (Q(4, 5), Q(-3, 5)), (Q(-1), Q(0)))
NUMBERS = (Q(1), Q(0), Q(1, 100), Q(2), Q(1, 2), Q(1, 10), Q(1, 100), Q(-1), Q(4), Q(-2))
SPEEDS = (Q(1, 2), Q(1), Q(2), Q(1, 4))
CONSTANTS = 2_000
COVER = 2_000
"""Cells of a cover of one fact on the way."""


@dataclass(frozen=True)
class Pose:
    """One draw: entries of all symbols that no equality gives, the speed of those that turn, and how long.

    Attributes:
        free: the symbols of an arrow whose size is to be what the rates want.
        wants: (the place of a rate, the symbols of an arrow whose size is at each time what it wants), in this order.
    """

    entries: Mapping[Term, Entry]
    speed: Fraction
    until: Fraction
    free: tuple[Term, ...] = ()
    wants: tuple[tuple[int, tuple[Term, ...]], ...] = ()

    def sized(self, size: Fraction) -> Pose:
        """The free arrow times a number."""
        return replace(self, entries={**self.entries, **{sym: _times(size, self.entries[sym]) for sym in self.free}})

    @property
    def weight(self) -> Any:
        numbers = [each for entry in self.entries.values() for each in entry if each]
        return weight({symbol(f"n{k}"): number(each) for k, each in enumerate(numbers)}), self.until

    def at(self, time: Term | None) -> dict[Term, Term]:
        """The symbols as Terms of time; None is its beginning."""
        if time is None or not self.speed:
            return {sym: number(a + b) for sym, (a, b, _) in self.entries.items()}
        turn = self.speed * time
        return {sym: a + b * cos(turn) + c * sin(turn) for sym, (a, b, c) in self.entries.items()}


def posed(
    space: Space, sequent: Sequent, part: str, goal: Bound, draws: int, seed: int
) -> tuple[Refutation | None, int]:
    """(a refutation by posed tokens, evaluations spent); none where a symbol is of no kind that is posed here."""
    if goal.singular is not None or any(not sym.is_real for sym in sequent.symbols):
        return None, 0
    try:
        search = Search(space, sequent, goal, seed)
    except (Refused, TermError):
        return None, 0
    found = sorted(search.failing(draws, seed), key=lambda each: (each[1], each[0].weight))
    for pose, later in islice(found, CONFIRMED):
        try:
            point, data = search.path(pose) if later else (search.start(pose), None)
            return refute(sequent, part, "path" if later else "point", point, data), draws * (GRID + 1)
        except (Refused, TermError):
            continue
    return None, draws * (GRID + 1)


class Search:
    def __init__(self, space: Space, sequent: Sequent, goal: Bound, seed: int) -> None:
        self.space, self.sequent, self.goal, self.time = space, sequent, goal, symbol("time")
        self.clocks = {state: Q(rate.payload) for state, rate in goal.flow.rates if rate.kind == "rat"}
        self.facts = tuple(dict.fromkeys((*sequent.facts, *goal.during, *(fact for _, fact in goal.supposing))))
        self.given = self._given()
        self.drawn = [sym for sym in sequent.symbols if sym not in self.given and sym not in self.clocks]
        self.positive = {
            fact.left
            for fact in sequent.facts + goal.during
            if isinstance(fact, Relation) and fact.op in ("ge", "gt") and fact.right is ZERO and fact.left.kind == "sym"
        }
        slopes = {sym: symbol(f"slope_{k}") for k, sym in enumerate((*self.drawn, *self.clocks))}
        self.slopes = slopes
        along = Flow(tuple(slopes.items()))
        rates = {state: alike(rate) for state, rate in goal.flow.rates if state not in self.clocks}
        own = [(along.derivative(self.given[s]) if s in self.given else slopes[s], rate) for s, rate in rates.items()]
        wanted = [alike(each.gap) for fact in (*self.facts, *goal.starts) for each in fact.options]
        self.rates = [one - other for one, other in own]
        self.solve = compile_batch(list(self.given.values()), self.free)
        names = (*sequent.symbols, *slopes.values())
        self.constants = self._constants(seed)
        self.lag = compile_batch(self.rates, names)
        self.values = compile_batch([*wanted, *self.rates, alike(goal.relation.gap)], names)

    @property
    def free(self) -> tuple[Term, ...]:
        """The symbols that no equality gives, clocks last."""
        return (*self.drawn, *self.clocks)

    def _given(self) -> dict[Term, Term]:
        """What an equality says of a symbol alone, in symbols that none gives."""
        found: dict[Term, Term] = {}
        for fact in self.goal.during:
            if not isinstance(fact, Relation) or fact.op != "eq":
                continue
            for one, other in ((fact.left, fact.right), (fact.right, fact.left)):
                free = one.kind == "sym" and one not in found and one not in self.clocks
                apart = not set(other.symbols) & {one, *found} and all(
                    one not in each.symbols for each in found.values()
                )
                if free and apart and len(other.symbols) > 1:
                    found[one] = alike(other)
                    break
        return found

    def _constants(self, seed: int) -> list[dict[Term, Fraction]]:
        """Values of what neither moves nor belongs to a token, with which the facts about these alone hold."""
        import numpy as np

        rng, names = Random(f"constants {seed}"), [sym for sym in self.drawn if sym not in self.goal.moving]
        facts = [fact for fact in self.sequent.facts if set(fact.symbols) <= set(names)]
        rows = [{sym: rng.choice(NUMBERS) for sym in names} for _ in range(CONSTANTS)]
        rows = [{sym: abs(each) if sym in self.positive else each for sym, each in row.items()} for row in rows]
        if not names or not facts:
            return rows
        columns = {sym: np.array([float(row[sym]) for row in rows]) for sym in names}
        with np.errstate(all="ignore"):
            values = iter(compile_batch([each.gap for fact in facts for each in fact.options], names)(columns))
            good = [np.any([_holds(option.op, next(values)[0]) for option in f.options], axis=0) for f in facts]
        kept = np.broadcast_to(np.all(np.broadcast_arrays(*good), axis=0), len(rows))
        return [row for row, each in zip(rows, kept, strict=True) if each] or rows

    def failing(self, draws: int, seed: int) -> Iterator[tuple[Pose, bool]]:
        """(draws along which, in floats, the facts hold and the bound fails; does it fail later than at once?)"""
        import numpy as np

        rng = Random(f"posed {seed}")
        listed = self._kept([self._pose(rng) for _ in range(draws)])
        with np.errstate(all="ignore"):
            values = [each.reshape(draws, GRID + 1) for each in self._read(self.values, listed)]
        shown = iter(values)
        first, later = np.ones(draws, bool), np.ones(draws, bool)
        for fact in self.facts:
            holds = np.any([_holds(option.op, next(shown)) for option in fact.options], axis=0)
            first, later = first & holds[:, 0], later & holds.all(axis=1)
        for fact in self.goal.starts:
            holds = np.any([_holds(option.op, next(shown)) for option in fact.options], axis=0)
            first, later = first & holds[:, 0], later & holds[:, 0]
        for _ in self.rates:
            later = later & (np.abs(next(shown)) <= LOSS).all(axis=1)
        gap = next(shown)
        first, later = first & (gap[:, 0] < -CLEARLY), later & (gap[:, -1] < -CLEARLY)
        for at in np.flatnonzero(first | later):
            yield listed[int(at)], not first[at]

    def _kept(self, poses: list[Pose]) -> list[Pose]:
        """The poses with their free arrows as long as the rates want, where one length does at all times."""
        import numpy as np

        with np.errstate(all="ignore"):
            none, one = (self._read(self.lag, [each.sized(Q(size)) for each in poses]) for size in (0, 1))
            best = np.full(len(poses), np.nan)
            for at_none, at_one in zip(none, one, strict=True):
                wanted = (at_none / (at_none - at_one)).reshape(len(poses), -1)[:, GRID // 2 :]
                steady = np.ptp(wanted, axis=1) <= LOSS * (1 + np.abs(wanted[:, 0]))
                best = np.where(steady & np.isnan(best), wanted[:, 0], best)
        sizes = [Q(float(each)).limit_denominator(400) if np.isfinite(each) else None for each in best]
        return [pose if size is None else pose.sized(size) for pose, size in zip(poses, sizes, strict=True)]

    def _read(self, values: BatchFunction, poses: list[Pose]) -> list[Any]:
        """What is compiled, at all poses and times, one after the other."""
        import numpy as np

        speed, until = (
            np.array([[float(each)] for each in of]) for of in zip(*((p.speed, p.until) for p in poses), strict=True)
        )
        times = until * np.linspace(0, 1, GRID + 1) ** 3
        turn, columns = speed * times, {}
        for sym in self.drawn:
            a, b, c = np.array([[float(x) for x in pose.entries[sym]] for pose in poses]).T[:, :, None]
            columns[sym] = a + b * np.cos(turn) + c * np.sin(turn)
            columns[self.slopes[sym]] = speed * (c * np.cos(turn) - b * np.sin(turn))
        for sym, pace in self.clocks.items():
            first = np.array([[float(pose.entries[sym][0])] for pose in poses])
            columns[sym], columns[self.slopes[sym]] = first + float(pace) * times, float(pace) + 0 * times
        flat = {sym: each.ravel() for sym, each in columns.items()}
        solved = self.solve({sym: flat[sym] for sym in self.free})
        flat |= {sym: np.broadcast_to(each, times.size) for sym, (each, _) in zip(self.given, solved, strict=True)}
        return [np.broadcast_to(each, times.size) for each, _ in values(flat)]

    def _pose(self, rng: Random) -> Pose:
        speed = rng.choice(SPEEDS) if rng.random() < 1 / 2 else Q(0)
        constants = rng.choice(self.constants)
        entries: dict[Term, Entry] = {sym: (each, *NONE[1:]) for sym, each in constants.items()}
        entries |= {clock: (rng.choice((*[Q(0)] * 6, Q(1), Q(-1))), *NONE[1:]) for clock in self.clocks}
        units: list[tuple[Entry, ...]] = []
        own, later = list(constants.values()), []
        for name, domain in self.space.domains.items():
            inner = domain.inner if isinstance(domain, Token) else domain
            scalars = inner.scalars(self.space.names[name])
            if isinstance(inner, Sphere):
                units.append(_unit(rng, len(scalars), units, bool(speed)))
                entries |= dict(zip(scalars, units[-1], strict=True))
            elif not entries.keys() >= set(scalars):
                later.append(scalars)
        fixed = [abs(a + b) for unit in units for a, b, c in unit if not (c or (b and speed))]
        arrows = [each for each in later if len(each) > 1]
        free = rng.choice(arrows) if arrows else ()
        for scalars in later:
            if len(scalars) > 1:
                across = scalars is free and (bool(speed) or rng.random() < 1 / 3)
                entries |= dict(zip(scalars, _arrow(rng, len(scalars), units, own, across), strict=True))
            else:
                size = rng.choice((*NUMBERS, *own, *fixed))
                entries[scalars[0]] = (abs(size) if scalars[0] in self.positive else size, *NONE[1:])
        wanted = {sym: entries[sym] for sym in (*self.clocks, *self.drawn)}
        return Pose(wanted, speed, rng.choice(TIMES), free)

    def start(self, pose: Pose) -> dict[Term, Any]:
        """The exact point at its beginning, with one token."""
        point = self._all(pose, None)
        tokens = self.space.tokens
        return {sym: (point[sym],) if sym in tokens else point[sym] for sym in self.sequent.symbols}

    def path(self, pose: Pose) -> tuple[dict[Term, Term], dict[str, Any]]:
        """(the constants, what the kernel is given beside them).

        Raises:
            Refused: a fact is not shown on the way.
        """
        values = self._all(pose, self.time)
        lead: tuple[Step, ...] = ()
        for rate, symbols in pose.wants:
            above, below = self._wanted(rate, symbols, values)
            if below.symbols:
                lead += self._steps((gt(below, 0), lt(below, 0)), pose.until, lead)
            values |= {sym: above / below * values[sym] for sym in symbols if values[sym] is not ZERO}
        moving = {sym: values[sym] for sym in self.goal.moving}
        constants = {sym: values[sym] for sym in self.sequent.symbols if sym not in moving}
        shown = (self._steps(on_path(fact, values).options, pose.until, lead) for fact in self.facts)
        steps = (*lead, *(step for each in shown for step in each))
        return constants, {"variable": self.time, "until": pose.until, "at": moving, "steps": steps}

    def _all(self, pose: Pose, time: Term | None) -> dict[Term, Term]:
        values = pose.at(time)
        for clock, pace in self.clocks.items():
            values[clock] = number(pose.entries[clock][0]) + (ZERO if time is None else pace * time)
        return values | {sym: of.subs(values) for sym, of in self.given.items()}

    def _wanted(self, rate: int, symbols: Sequence[Term], values: Mapping[Term, Term]) -> tuple[Term, Term]:
        """The size that a rate wants of an arrow, as a quotient of Terms of time."""
        lag = self.rates[rate]
        at = {**values, **{name: slope(values[sym], self.time) for sym, name in self.slopes.items()}}
        none, one = (lag.subs({**at, **{sym: size * values[sym] for sym in symbols}}) for size in (0, 1))
        return none, none - one

    def _steps(self, options: Sequence[Relation], until: Fraction, lead: tuple[Step, ...] = ()) -> tuple[Step, ...]:
        """Steps by which the kernel shows one of them at all times up to the end; none are needed of constants.

        Args:
            lead: steps that show what has a value there.

        Raises:
            Refused: none of them is shown.
        """
        interval = (ge(self.time, 0), ge(number(until), self.time))
        for option in options if all(each.symbols for each in options) else ():
            for steps in _ways(option, interval, searched=not lead):
                sequent = Sequent((self.time,), interval, (("main", Pointwise(option)),))
                try:
                    prove(sequent, {"main": (*lead, *steps)}, {self.time: number(until)})
                except (Refused, TermError):
                    continue
                return steps
        if all(each.symbols for each in options):
            raise Refused(f"not shown up to {until}: {options[0]}")
        return ()


def _ways(wanted: Relation, interval: tuple[Relation, ...], searched: bool) -> Iterator[tuple[Step, ...]]:
    """Args: searched: whether forms of its gap are searched, which takes seconds."""
    from verify.prove.argument import sought
    from verify.prove.cover import cover_step

    if wanted.op == "eq":
        yield (Step("ring", {"shows": wanted}),)
        return
    yield (Step("sign", {"shows": wanted}),)
    yield (Step("sign", {"shows": wanted, "as_": ZERO}),)
    covered = cover_step(wanted, interval, budget=COVER)
    if "why" not in covered.data:
        yield (covered,)
    steps = sought(wanted, interval) if searched else None
    if steps is not None:
        yield steps


def _unit(rng: Random, size: int, units: Sequence[tuple[Entry, ...]], turning: bool) -> tuple[Entry, ...]:
    """One that another token has, if it fits, or its mirror image; or one of the plane, which may turn."""
    other = rng.choice(units) if units and rng.random() < 3 / 4 else ()
    if other and all(each == NONE for each in other[size:]):
        mirrored = turning and rng.random() < 1 / 2
        found = [_times(Q(-1), each) if mirrored and k else each for k, each in enumerate(other)]
        return (*found, *[NONE] * size)[:size]
    if turning and size > 1 and (not units or rng.random() < 1 / 2):
        pair: tuple[Entry, Entry] = (Q(0), Q(1), Q(0)), (Q(0), Q(0), Q(1))
    else:
        x, y = rng.choice(PLANE[:: 1 if size > 1 else 4])
        pair = (x, Q(0), Q(0)), (y, Q(0), Q(0))
    return (*pair, *[NONE] * size)[:size]


def _arrow(
    rng: Random, size: int, units: Sequence[tuple[Entry, ...]], own: Sequence[Fraction], across: bool
) -> tuple[Entry, ...]:
    """Nothing, or a multiple of a unit vector or, where it is to be `across`, of its normal in the plane."""
    fitting = [each for each in units if len(each) == size] or [((Q(1), Q(0), Q(0)), *[NONE] * (size - 1))]
    unit = rng.choice(fitting)
    if across and size > 1:
        return (_times(Q(-1), unit[1]), unit[0], *[NONE] * (size - 2))
    by = rng.choice((*NUMBERS, *own, *(-each for each in own))) if rng.random() < 1 / 3 else Q(0)
    return tuple(_times(by, each) for each in unit)


def _times(by: Fraction, entry: Entry) -> Entry:
    a, b, c = entry
    return by * a, by * b, by * c


def _holds(op: str, gap: Any) -> Any:
    import numpy as np

    if op == "eq":
        return np.abs(gap) <= LOSS
    return np.abs(gap) > LOSS if op == "ne" else (gap > LOSS if op == "gt" else gap >= -LOSS)
