"""The attack on bounds of tokens by posed solutions that are bred: of many, those that come nearest are changed.

A solution is one of `verify/attack/posed.py`: tokens all alike, unit vectors that rest or turn at one speed, arrows
along them or across. Beside what is drawn there

- an arrow, or an input that is a number, may be as long as a rate wants at each time: the rate is affine in its length;
- a constant may be what makes a hypothesis tight: an order that is affine in it becomes an equality.

A bound that is sharp falls in no other way once it is moved a little. How much is violated, of hypotheses and of the
bound's negation, is what the next generation is chosen by. The kernel decides about what is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from verify.attack.paths import CLEARLY, CONFIRMED, LOSS, TIMES
from verify.attack.posed import NUMBERS, PLANE, SPEEDS, Pose, Search
from verify.kernel.context import Refused
from verify.kernel.goal import Bound, Sequent
from verify.kernel.proof import Refutation, refute
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term, TermError
from verify.space import Space, Sphere, Token

__all__ = ["LOOKS", "bred"]

Q = Fraction
PARENTS = 80
ALIKE = 8
CHILDREN = 100
LOOKS = 5
"""Times at which a solution is looked at."""
FINE = 10_000
"""The largest denominator of a constant that makes a hypothesis tight."""
EXTREME = (100.0, 1e4, 1e8, 1e-4)
"""Constants with which what a bound is too large by may be small."""
OVER = 0.01
"""By how much a bound is to fail, more than the least that counts."""
MUCH = 0.3
"""What weighs by how much a hypothesis is violated beside that it is: most of what violates little is no way out."""
TOUCHED = 1e-3
"""What weighs an order that is tight at some times and not at others: it is harder to show."""


@dataclass(frozen=True)
class _Slot:
    """Symbols that are drawn together: a unit vector, an arrow or a number.

    Attributes:
        at: where they stand among all that are drawn.
        kind: unit, arrow, number, constant or clock.
    """

    at: tuple[int, ...]
    kind: str
    positive: bool = False


@dataclass
class _Gene:
    """One solution: a row (a, b, c) for each symbol that is drawn, as in a pose.

    Attributes:
        wants: for each rate that is no clock's, the slot whose length it gives, or None.
        tight: (an order among the hypotheses, the constant that makes it an equality), or None.
        violated: which hypotheses fail.
        steady: the rates that want one length at all times.
    """

    rows: Any
    speed: Fraction
    until: Fraction
    wants: list[int | None]
    tight: tuple[int, int] | None = None
    score: float = field(default=float("inf"))
    violated: bytes = b""
    fails: bool = False
    steady: set[int] = field(default_factory=set)

    def copy(self) -> _Gene:
        return replace(self, rows=self.rows.copy(), wants=list(self.wants), tight=None, steady=set())


def bred(
    space: Space, sequent: Sequent, part: str, goal: Bound, draws: int, seed: int
) -> tuple[Refutation | None, int]:
    """(a refutation by tokens that were bred, evaluations spent); none where no token has a unit vector."""
    if goal.singular is not None or any(not sym.is_real for sym in sequent.symbols):
        return None, 0
    try:
        herd = _Herd(space, sequent, goal, seed)
    except (Refused, TermError):
        return None, 0
    if not herd.units:
        return None, 0
    spent = 0
    for later in (False, True):
        found, cost = herd.breed(draws, later, seed)
        spent += cost
        for pose in islice(found, CONFIRMED):
            try:
                point, data = herd.search.path(pose) if later else (herd.search.start(pose), None)
                return refute(sequent, part, "path" if later else "point", point, data), spent
            except (Refused, TermError):
                continue
    return None, spent


class _Herd:
    """The solutions of one search.

    Attributes:
        units: the slots of unit vectors.
        lengths: for each rate, the slots whose length it may give.
        facts: the options of every hypothesis; does it hold at the start alone?
        compared: pairs of unit vectors of which an equality speaks.
        tight: pairs of an order among the facts and a constant of which it speaks.
    """

    def __init__(self, space: Space, sequent: Sequent, goal: Bound, seed: int) -> None:
        self.search = search = Search(space, sequent, goal, seed)
        self.goal, self.names = goal, search.free
        self.slots = list(self._slots(space))
        self.units = [each for each in self.slots if each.kind == "unit"]
        fixed = {sym for value in search.given.values() for sym in value.symbols} | set(goal.flow.states)
        self.lengths = [
            [k for k, slot in enumerate(self.slots) if self._may_give(slot, rate, fixed)] for rate in search.rates
        ]
        self.compared = [pair for fact in goal.during if (pair := self._compares(fact)) is not None]
        self.facts = [(fact.options, False) for fact in search.facts] + [(fact.options, True) for fact in goal.starts]
        self.constants = [slot.at[0] for slot in self.slots if slot.kind == "constant"]
        self.tight = [
            (k, at)
            for k, (options, _) in enumerate(self.facts)
            if len(options) == 1 and options[0].op in ("ge", "gt")
            for at in self.constants
            if self.names[at] in options[0].symbols
        ]

    def _slots(self, space: Space) -> Iterator[_Slot]:
        place = {sym: at for at, sym in enumerate(self.names)}
        for name, domain in space.domains.items():
            inner = domain.inner if isinstance(domain, Token) else domain
            scalars = [sym for sym in inner.scalars(space.names[name]) if sym in place]
            at = tuple(place[sym] for sym in scalars)
            positive = any(sym in self.search.positive for sym in scalars)
            if isinstance(inner, Sphere):
                yield _Slot(at, "unit")
            elif len(at) > 1:
                yield _Slot(at, "arrow")
            elif at:
                moves = scalars[0] in self.goal.moving or isinstance(domain, Token)
                clock = scalars[0] in self.search.clocks
                yield _Slot(at, "clock" if clock else "number" if moves else "constant", positive)

    def _may_give(self, slot: _Slot, rate: Term, fixed: set[Term]) -> bool:
        symbols = {self.names[at] for at in slot.at}
        inputs = symbols <= set(self.goal.inputs) and not symbols & fixed
        return slot.kind in ("arrow", "number") and inputs and bool(symbols & set(rate.symbols))

    def _compares(self, fact: Relation | AnyOf) -> tuple[_Slot, _Slot] | None:
        """The two unit vectors of which an equality speaks, if it does of no other."""
        if not isinstance(fact, Relation) or fact.op != "eq":
            return None
        places = {at for at, sym in enumerate(self.names) if sym in fact.symbols}
        found = [slot for slot in self.units if places & set(slot.at)]
        return (found[0], found[1]) if len(found) == 2 else None

    # drawing

    def _draw(self, gene: _Gene, slot: _Slot, rng: Random) -> None:
        """New entries of one slot."""
        import numpy as np

        rows = gene.rows
        own = np.abs(rows[self.constants, 0]).tolist()
        if slot.kind == "unit":
            rows[list(slot.at)] = self._unit(gene, slot, rng)
        elif slot.kind == "arrow" and (how := rng.random()) < 1 / 2:
            others = [each for each in self.slots if each.kind == "arrow" and len(each.at) == len(slot.at)]
            rows[list(slot.at)] = 0 if how < 1 / 3 else rows[list(rng.choice(others).at)]
        elif slot.kind == "arrow":
            unit = rows[list(rng.choice(self._fitting(slot)).at)] if self._fitting(slot) else _basis(len(slot.at))
            if rng.random() < 1 / 2:
                unit = _across(unit, rng)
            size = rng.choice((0.0, 0.0, *own, *(-each for each in own), *map(float, NUMBERS)))
            add = rows[list(slot.at)] if rng.random() < 1 / 4 else 0
            rows[list(slot.at)] = size * unit + add
        elif slot.kind == "clock":
            rows[slot.at[0]] = (rng.choice((0.0, 0.0, 1.0, 2.0, 5.0, -1.0)), 0, 0)
        else:
            parts = [abs(float(rows[at][0] + rows[at][1])) for each in self.units for at in each.at]
            size = rng.choice((*map(float, NUMBERS), *own, *(parts if slot.kind == "number" else ())))
            if slot.kind == "constant" and rng.random() < 1 / 4:
                size = rng.choice(EXTREME)
            elif own and rng.random() < 1 / 4:
                size = rng.choice((-1, 1)) * rng.choice(own) + rng.choice((-0.01, 0.01, -1, 1))
            rows[slot.at[0]] = (abs(size) if slot.positive else size, 0, 0)

    def _point(self, gene: _Gene, slot: _Slot, rng: Random) -> None:
        """An arrow along a unit vector or across; a number is 1."""
        if slot.kind == "number" or not self._fitting(slot):
            gene.rows[slot.at[0]] = (1, 0, 0)
            return
        unit = gene.rows[list(rng.choice(self._fitting(slot)).at)]
        gene.rows[list(slot.at)] = unit if rng.random() < 1 / 2 else _across(unit, rng)

    def _fitting(self, slot: _Slot) -> list[_Slot]:
        return [each for each in self.units if len(each.at) == len(slot.at)]

    def _unit(self, gene: _Gene, slot: _Slot, rng: Random) -> Any:
        import numpy as np

        rows = np.zeros((len(slot.at), 3))
        other = gene.rows[list(rng.choice(self.units).at)]
        size = min(len(other), len(rows))
        if rng.random() < 2 / 3 and not other[size:].any():
            rows[:size] = other[:size]
            if rng.random() < 1 / 4:
                rows[1:] *= -1
            return rows
        x, y = map(float, rng.choice(PLANE[:: 1 if len(slot.at) > 1 else 4]))
        turns = len(slot.at) > 1 and rng.random() < 1 / 2
        rows[: min(2, len(rows))] = ((0, x, -y), (0, y, x)) if turns else [(x, 0, 0), (y, 0, 0)][: len(rows)]
        return rows

    def _pair(self, gene: _Gene, rng: Random) -> None:
        """Every unit vector is one of two, which often start at one place; those that are compared differ alike.

        Arrows along or across turn them, and numbers are coordinates of theirs.
        """
        import numpy as np

        width = max(len(slot.at) for slot in self.units)
        one = np.zeros((width, 3))
        source = gene.rows[list(rng.choice(self.units).at)]
        one[: len(source)] = source
        if width > 1 and rng.random() < 1 / 2:
            one[:] = 0
            one[0, 1] = one[1, 2] = rng.choice((-1.0, 1.0))
        a, b, c = one.T
        how = rng.random()
        other = np.stack((a + b, 0 * b, 0 * c) if how < 1 / 2 else (a, b, -c), axis=1) if how < 3 / 4 else one
        for left, right in self.compared:
            for slot, unit in zip((left, right), rng.choice(((one, other), (one, other), (other, one))), strict=True):
                gene.rows[list(slot.at)] = unit[: len(slot.at)]
        for slot in self.units:
            if not any(slot in pair for pair in self.compared):
                gene.rows[list(slot.at)] = rng.choice((one, other))[: len(slot.at)]
        gene.wants = [None] * len(self.lengths)
        for k, slots in enumerate(self.lengths):
            free = [each for each in slots if each not in gene.wants]
            if free:
                gene.wants[k] = chosen = rng.choice(free)
                self._point(gene, self.slots[chosen], rng)
        for slot in self.slots:
            if slot.kind == "number" and rng.random() < 1 / 2:
                at = rng.choice(self.units).at[0]
                gene.rows[slot.at[0]] = (abs(float(gene.rows[at][:2].sum())), 0, 0)

    def _exchange(self, gene: _Gene, rng: Random) -> None:
        """Two axes change places, for all vectors of one length."""
        size = len(rng.choice(self.units).at)
        one, other = rng.randrange(size), rng.randrange(size)
        for slot in self.slots:
            if len(slot.at) == size:
                gene.rows[[slot.at[one], slot.at[other]]] = gene.rows[[slot.at[other], slot.at[one]]]

    def _fresh(self, rng: Random) -> _Gene:
        import numpy as np

        gene = _Gene(np.zeros((len(self.names), 3)), rng.choice(SPEEDS), rng.choice(TIMES), [None] * len(self.lengths))
        for sym, each in rng.choice(self.search.constants).items():
            extreme = rng.random() < 1 / 8
            gene.rows[self.names.index(sym)][0] = float(rng.choice(EXTREME) if extreme else each)
        for slot in self.slots:
            if slot.kind == "clock":
                gene.rows[slot.at[0]] = 0
            elif slot.kind != "constant":
                self._draw(gene, slot, rng)
        self._want(gene, rng)
        if rng.random() < 2 / 3:
            self._pair(gene, rng)
        return gene

    def _want(self, gene: _Gene, rng: Random) -> None:
        for k, slots in enumerate(self.lengths):
            free = [each for each in slots if each not in gene.wants]
            gene.wants[k] = rng.choice((None, *free, *free))

    def _child(self, parents: Sequence[_Gene], rng: Random) -> _Gene:
        child, other = rng.choice(parents).copy(), rng.choice(parents)
        for _ in range(rng.choice((1, 1, 2, 3))):
            what = rng.random()
            if what < 0.4:
                self._draw(child, rng.choice(self.slots), rng)
            elif what < 0.48:
                self._pair(child, rng)
            elif what < 0.52:
                self._exchange(child, rng)
            elif what < 0.64:
                at = list(rng.choice(self.slots).at)
                child.rows[at] = other.rows[at]
            elif what < 0.75:
                self._want(child, rng)
            elif what < 0.85 and self.tight:
                child.tight = rng.choice(self.tight)
            elif what < 0.92:
                child.speed = rng.choice((*SPEEDS, Q(1, 8), Q(1, 100)))
            else:
                child.until = rng.choice(TIMES)
        return child

    # looking

    def breed(self, draws: int, later: bool, seed: int) -> tuple[list[Pose], int]:
        """(poses along which, in floats, the facts hold and the bound fails, simple ones first; evaluations spent)."""
        rng = Random(f"bred {seed} {later}")
        parents = [self._fresh(rng) for _ in range(draws // 4)]
        self._look(parents, later)
        found: dict[Any, Pose] = {}
        for _ in range(max(1, (draws - len(parents)) // CHILDREN)):
            parents = self._best(parents)
            for gene in parents:
                if gene.score < 1:
                    pose = self._pose(gene)
                    found[(round(gene.score, 6), len(pose.wants), pose.weight)] = pose
            if len(found) >= CONFIRMED:
                break
            few = [self._fresh(rng) for _ in range(CHILDREN // 8)]
            children = few + [self._child(parents, rng) for _ in range(CHILDREN - len(few))]
            self._look(children, later)
            parents += children
        return [found[key] for key in sorted(found)], draws * (LOOKS if later else 1)

    def _best(self, genes: Sequence[_Gene]) -> list[_Gene]:
        """The best ones, few that violate the same; half of them from those along which the bound fails already."""
        listed = sorted(reversed(genes), key=lambda each: each.score)
        kept: dict[Any, _Gene] = {}
        alike: Counter[Any] = Counter()
        for failing in (True, False):
            most = PARENTS // 2 if failing else PARENTS
            for gene in listed:
                key = (round(gene.score, 12), gene.speed, tuple(gene.wants), gene.violated)
                if len(kept) == most or (failing and not gene.fails):
                    continue
                if key not in kept and alike[gene.violated] < ALIKE:
                    kept[key] = gene
                    alike[gene.violated] += 1
        return sorted(kept.values(), key=lambda each: each.score)

    def _look(self, genes: Sequence[_Gene], later: bool) -> None:
        """Give every gene its score, less than 1 for a counterexample in floats."""
        import numpy as np

        with np.errstate(all="ignore"):
            self._tighten([gene for gene in genes if gene.tight is not None], later)
            gaps, lags, bound = self._gaps(genes, later)
            rows, touched = [], np.zeros(len(genes))
            for options, gap in gaps:
                each = [_violation(option.op, one) for option, one in zip(options, gap, strict=True)]
                rows.append(np.min(each, axis=0).max(axis=1))
                touched += np.max([_touches(one) for one in gap], axis=0)
            rows += [np.abs(lag).max(axis=1) for lag in lags] if later else []
            last, strict = bound[:, -1], self.goal.relation.op == "gt"
            fails = last <= LOSS if strict else last < -CLEARLY
            rows.append(np.where(fails, 0, np.maximum(last + OVER, 2 * LOSS)))
            much = np.where(np.isfinite(rows), rows, 1 / LOSS)
            violated = much > LOSS
            total = np.where(violated, 1 + MUCH * much / (1 + much), 0).sum(axis=0) + TOUCHED * touched
        for at, gene in enumerate(genes):
            gene.score, gene.violated = float(total[at]), violated[:, at].tobytes()
            gene.fails = bool(fails[at])

    def _tighten(self, genes: Sequence[_Gene], later: bool) -> None:
        """Set each gene's constant to where its hypothesis is tight, at the time at which it asks most."""
        import numpy as np

        if not genes:
            return
        read = []
        for size in (1.0, 2.0):
            for gene in genes:
                assert gene.tight is not None
                gene.rows[gene.tight[1]] = (size, 0, 0)
            gaps = self._gaps(genes, later)[0]
            read.append([gaps[gene.tight[0]][1][0][k] for k, gene in enumerate(genes) if gene.tight is not None])
        for gene, one, two in zip(genes, *read, strict=True):
            assert gene.tight is not None
            grows = two - one
            roots = 1 - one / grows
            if not np.isfinite(roots).all() or not ((grows > LOSS).all() or (grows < -LOSS).all()):
                continue
            strict = gene.tight is not None and self.facts[gene.tight[0]][0][0].op == "gt"
            root = (roots.max() if grows[0] > 0 else roots.min()) + strict * (OVER if grows[0] > 0 else -OVER)
            exact = float(Q(float(root)).limit_denominator(FINE))
            if abs(exact - root) > LOSS:  # a little on the side on which it holds
                exact = float(Q(int(np.floor(root * FINE)) + (1 if grows[0] > 0 else 0), FINE))
            gene.rows[gene.tight[1]] = (exact, 0, 0)

    def _gaps(self, genes: Sequence[_Gene], later: bool) -> tuple[list[tuple[Any, list[Any]]], list[Any], Any]:
        """(the gaps of all hypotheses, how far the rates are off, the gap of the bound), at some times each."""
        import numpy as np

        size = LOOKS if later else 1
        rows = np.array([gene.rows for gene in genes])
        speed, until = (
            np.array([[float(each)] for each in of]) for of in ([g.speed for g in genes], [g.until for g in genes])
        )
        times = until * np.linspace(0, 1, size) ** 3 if later else np.zeros((len(genes), 1))
        cosine, sine = np.cos(speed * times)[:, None, :], np.sin(speed * times)[:, None, :]
        a, b, c = (rows[:, :, k, None] for k in range(3))
        values, slopes = a + b * cosine + c * sine, speed[:, :, None] * (c * cosine - b * sine)
        for clock, pace in self.search.clocks.items():
            at = self.names.index(clock)
            values[:, at], slopes[:, at] = a[:, at] + float(pace) * times, float(pace)
        columns = {sym: values[:, at].ravel() for at, sym in enumerate(self.names)}
        columns |= {name: slopes[:, self.names.index(sym)].ravel() for sym, name in self.search.slopes.items()}
        solved = self.search.solve.values({sym: columns[sym] for sym in self.names}) if self.search.given else []
        columns |= {sym: np.broadcast_to(each, times.size) for sym, each in zip(self.search.given, solved, strict=True)}
        if later:
            self._lengthen(genes, columns, size)
        read = [np.broadcast_to(each, times.size).reshape(times.shape) for each in self.search.values.values(columns)]
        shown, gaps = iter(read), []
        for options, first in self.facts:
            gaps.append((options, [next(shown)[:, : 1 if first else None] for _ in options]))
        return gaps, [next(shown) for _ in self.search.rates], next(shown)

    def _lengthen(self, genes: Sequence[_Gene], columns: dict[Term, Any], size: int) -> None:
        """Multiply what is to be as long as a rate wants; where that is one length, for good."""
        import numpy as np

        for k, slots in enumerate(self.lengths):
            for slot in slots:
                chosen = np.repeat([gene.wants[k] == slot for gene in genes], size)
                if not chosen.any():
                    continue
                symbols = [self.names[at] for at in self.slots[slot].at]
                one = self.search.lag.values(columns)[k]
                none = self.search.lag.values({**columns, **{sym: 0 * columns[sym] for sym in symbols}})[k]
                wanted = (none / (none - one)).reshape(len(genes), size)
                for at in map(int, np.flatnonzero(chosen[::size])):
                    lengths = wanted[at][np.isfinite(wanted[at])]
                    if len(lengths) and np.ptp(lengths) <= LOSS * (1 + abs(lengths[0])):
                        length = float(Q(float(lengths[0])).limit_denominator(FINE))
                        genes[at].rows[list(self.slots[slot].at)] *= length
                        genes[at].steady.add(k)
                        wanted[at] = length
                wanted = np.where(chosen, wanted.ravel(), 1)
                columns |= {sym: wanted * columns[sym] for sym in symbols}

    def _pose(self, gene: _Gene) -> Pose:
        exact = [[Q(float(each)).limit_denominator(FINE) for each in row] for row in gene.rows]
        entries = {sym: (a, b, c) for sym, (a, b, c) in zip(self.names, exact, strict=True)}
        wants = [(k, tuple(self.names[at] for at in self.slots[slot].at)) for k, slot in self._wanting(gene)]
        return Pose(entries, gene.speed, gene.until, wants=tuple(wants))

    def _wanting(self, gene: _Gene) -> list[tuple[int, int]]:
        return [(k, slot) for k, slot in enumerate(gene.wants) if slot is not None and k not in gene.steady]


def _basis(size: int) -> Any:
    import numpy as np

    rows = np.zeros((size, 3))
    rows[0, 0] = 1
    return rows


def _across(unit: Any, rng: Random) -> Any:
    """A normal of a unit vector: in its plane, or in one with another axis where it lies in an axis."""
    import numpy as np

    rows, size = np.zeros_like(unit), len(unit)
    if size == 1:
        return rows
    own = [k for k in range(size) if unit[k].any()]
    one = own[0] if own else 0
    other = own[1] if len(own) > 1 else rng.choice([k for k in range(size) if k != one])
    rows[one], rows[other] = -unit[other], unit[one]
    return rows


def _violation(op: str, gap: Any) -> Any:
    """By how much a relation fails, 0 where it holds."""
    import numpy as np

    if op == "eq":
        return np.abs(gap)
    if op == "ne":
        return np.where(np.abs(gap) > LOSS, 0, 1)
    return np.where(gap > LOSS, 0, OVER - gap) if op == "gt" else np.maximum(0, -gap)


def _touches(gap: Any) -> Any:
    """Is it 0 at some times and not at all?"""
    import numpy as np

    zero = np.abs(gap) <= LOSS
    return zero.any(axis=1) & ~zero.all(axis=1)
