"""The ground of an attack: the part of a space where hypotheses hold, in floats and exactly."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from verify.attack.charts import charts
from verify.attack.fitted import Fitted
from verify.attack.points import LIMITS, Columns, Draws, Row, columns_of, near
from verify.attack.surface import Chart, Unknown, vanishes
from verify.kernel import ball, exact
from verify.kernel import point as at_point
from verify.kernel.exact import Inexact, Point, Undefined
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import PI, Term, add, number, postorder
from verify.readings.batch import compile_batch
from verify.space import Space, Sphere, Token

__all__ = ["NOISE", "Ground", "Slack", "named", "turned"]

NOISE = 8.0
"""A gap below this many times its own error bound is noise."""
TURNS = (6, 3, -3, -6, 2, 1, 4, -2, -1, -4, 9, 12)
"""Angles to try, in units of pi/6."""

MOST_BANDS = 4
MOST_NAMED, LARGEST = 12, 1 << 64
"""Numbers of a statement that are tried as coordinates, and below which size."""
MOST_PLACED = 120
"""Points that are made of them."""

Slack = dict[Unknown, Any]


class Ground:
    """Where `facts` hold in `space`.

    Attributes:
        space: the space.
        facts: domains and hypotheses, as in the claim's sequent.
        angles: symbols of which a conclusion takes sines, say; multiples of pi are special values of them too.
        literals: numbers that a statement names; they are special values of every real or natural coordinate.
        charts: how points are moved onto the equalities among them; a single empty chart if there are none.
        draws: random coordinates, regardless of the facts.
    """

    def __init__(
        self,
        space: Space,
        facts: Sequence[Relation | AnyOf],
        angles: Sequence[Term] = (),
        literals: Sequence[Fraction] = (),
    ) -> None:
        self.space = space
        self.angles = tuple(angles)
        self.literals = tuple(literals)
        self.facts = tuple(facts)
        self.symbols = space.scalars
        own = frozenset(space.facts)
        self.charts = charts(space, [f for f in self.facts if f not in own and not set(f.symbols) & space.tokens])

    @cached_property
    def draws(self) -> Draws:
        return Draws(self.space)

    @cached_property
    def crowds(self) -> tuple[Ground, ...]:
        """This ground, and the same with other numbers of tokens where there are tokens."""
        found = [self]
        for space in other_numbers(self.space):
            found.append(Ground(space, self.facts, self.angles))
        return tuple(found)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of tokens that draws take turns in; none where there are no tokens."""
        return tuple(max(each.n for each in _tokens(g.space)) for g in self.crowds if _tokens(g.space))

    @cached_property
    def turns(self) -> tuple[tuple[Ground, float, Chart], ...]:
        """What random draws and optimisers take turns in: the number of tokens, the scale, the chart."""
        every = [(g, scale, chart) for g in self.crowds for scale in Draws.SCALES for chart in g.charts]
        return tuple((g, scale, chart) for g, scale, chart in every if scale in g.fitted(chart).scales)

    def fitted(self, chart: Chart) -> Fitted:
        """Draws with the facts built in, as far as they can be, for rows that are moved by that chart."""
        if chart not in self._fitted:
            self._fitted[chart] = Fitted(self.space, self.facts, chart)
        return self._fitted[chart]

    @cached_property
    def _fitted(self) -> dict[Chart, Fitted]:
        return {}

    @cached_property
    def bands(self) -> tuple[tuple[Ground, Relation], ...]:
        """This ground on the middle of each pair of hypotheses a < q < b, with that equality."""
        own = set(self.space.facts)
        orders = [f for f in self.facts if isinstance(f, Relation) and f.op in ("ge", "gt") and f not in own]
        found: list[tuple[Ground, Relation]] = []
        for one, other in itertools.combinations(orders, 2):
            width = self._constant(add(one.gap, other.gap))
            if width is not None and width > 0:
                middle = Relation("eq", one.gap, number(width / 2))
                found.append((Ground(self.space, (*self.facts, middle), self.angles), middle))
            if len(found) == MOST_BANDS:
                break
        return tuple(found)

    def _constant(self, value: Term) -> Fraction | None:
        """The rational that the Term is everywhere, or None."""
        if any(sym in self.space.tokens for sym in value.symbols):
            return None
        try:
            there = exact.evaluate(value, self.special[0]).fraction()
        except (Inexact, Undefined):
            return None
        return there if there is not None and vanishes(add(value, number(-there))) else None

    @property
    def distribution(self) -> str:
        """The name of what draws on this ground are drawn from."""
        solved = list(dict.fromkeys(str(u.owner) for chart in self.charts for u in chart.unknowns))
        onto = f", then moved onto the equality hypotheses by solving for {', '.join(solved)}" if solved else ""
        crowd = f", with {', '.join(map(str, self.numbers))} tokens in turn" if self.numbers else ""
        drawn = " or ".join(dict.fromkeys(self.fitted(chart).distribution for chart in self.charts))
        return drawn + crowd + onto

    @cached_property
    def special(self) -> list[Point]:
        """Special points of the space, simplest first; the hypotheses need not hold there."""
        found: list[Point] = list(self.space.special())
        for sym in self.angles:
            for turns in TURNS:
                angle = number(Fraction(turns, 6)) * PI
                found.append({**found[0], sym: (angle,) if sym in self.space.tokens else angle})
        plain = [sym for sym in self.symbols if sym not in self.space.tokens]
        placed = [(sym, value) for value in self.literals for sym in plain if _takes(sym, value)]
        return found + [{**found[0], sym: number(value)} for sym, value in placed[:MOST_PLACED]]

    @cached_property
    def special_columns(self) -> Columns:
        return columns_of(self.special, self.symbols)

    @cached_property
    def uncertain(self) -> tuple[Unknown, ...]:
        """Coordinates that are rounded when a domain's own equality is met: the sphere's."""
        found = []
        for name, domain in self.space.domains.items():
            if isinstance(domain, Sphere):
                found += [Unknown(sym) for sym in domain.scalars(self.space.names[name])]
        return tuple(found)

    def project(self, columns: Columns, chart: Chart) -> tuple[Columns, Slack]:
        """Rows moved onto the equalities, and bounds of what that rounds."""
        import numpy as np

        moved, slack = chart.project(columns)
        for unknown in self.uncertain:
            slack.setdefault(unknown, 2.0**-51 * np.abs(unknown.of(moved)))
        return moved, slack

    @cached_property
    def _tested(self) -> tuple[tuple[Relation, ...], ...]:
        """Facts that speak of no token outside means, as options."""
        tokens = self.space.tokens
        return tuple(fact.options for fact in self.facts if not set(fact.symbols) & tokens)

    @cached_property
    def _of_tokens(self) -> tuple[tuple[Relation | AnyOf, tuple[Term, ...]], ...]:
        """Hypotheses about tokens, with their symbols. Tokens satisfy their domain by construction."""
        own, tokens = set(self.space.facts), self.space.tokens
        spoken = ((fact, tuple(sym for sym in fact.symbols if sym in tokens)) for fact in self.facts if fact not in own)
        return tuple((fact, free) for fact, free in spoken if free)

    def inside(self, columns: Columns) -> tuple[Any, Any, Any]:
        """Do the facts hold at the rows?

        Returns:
            (holds, possible, violation), shape (N,) each: they hold in floats; they are not certainly violated; by how
            much they are violated in total, 0 where they hold.
        """
        import numpy as np

        n = len(next(iter(columns.values())))
        holds, possible, violation = np.ones(n, bool), np.ones(n, bool), np.zeros(n)
        for facts, row in self._rows(columns):
            gaps = [option.gap for options in facts for option in options]
            values = iter(compile_batch(gaps, self.symbols)(row))
            with np.errstate(all="ignore"):
                for options in facts:
                    some, may, least = np.zeros(n, bool), np.zeros(n, bool), np.full(n, np.inf)
                    for option in options:
                        gap, error = next(values)
                        yes, perhaps, off = _tested_relation(option.op, gap, error)
                        some, may, least = some | yes, may | perhaps, np.minimum(least, off)
                    holds, possible = holds & some, possible & may
                    violation += np.where(some, 0.0, least)
        return holds, possible, violation

    def _rows(self, columns: Columns) -> Iterator[tuple[tuple[tuple[Relation, ...], ...], Columns]]:
        """Facts, as options, with the columns at which they are tested: those about tokens once for each token."""
        if self._tested:
            yield self._tested, columns
        for fact, tokens in self._of_tokens:
            for at in range(columns[tokens[0]].shape[1]):
                yield (fact.options,), {**columns, **{sym: columns[sym][:, at] for sym in tokens}}

    def holds(self, point: Point) -> bool:
        """Does every fact certainly hold at the exact point?"""
        if at_point.check_coordinates(point) or any(_plainly_fails(fact, point) for fact in self.facts):
            return False
        return at_point.all_hold(self.facts, point)[1] is None

    def exactly(self, row: Row, chart: Chart, limits: Sequence[int | None] = LIMITS) -> Iterator[Point]:
        """Exact points near a row, simplest first, on the equalities as far as the chart reaches; each once."""
        seen: list[Point] = []
        for limit in limits:
            point = near(self.space, row, limit)
            settled = None if point is None else chart.settle(point)
            if settled is not None and settled not in seen:
                seen.append(settled)
                yield settled


def _plainly_fails(fact: Relation | AnyOf, point: Point) -> bool:
    """Does a 64-bit ball already exclude the fact? Exact arithmetic with radicals can cost a second a point."""
    if at_point.free_token(point, fact) is not None:
        return False
    for option in fact.options:
        found = ball.enclose(option.gap, point)
        if option.op == "ne" or not (
            ball.known_nonzero(found) if option.op == "eq" else ball.certain_sign(found) == -1
        ):
            return False
    return True


def _takes(sym: Term, value: Fraction) -> bool:
    """Is the number a value of such a symbol?"""
    sort = sym.payload[1]
    return bool(sort == "real" or (sort == "natural" and value.denominator == 1 and value >= 0))


def named(terms: Iterable[Term]) -> tuple[Fraction, ...]:
    """The numbers in the Terms and what follows on each whole one, largest last; none of size 2 or less."""
    found = {node.payload for node in postorder(*terms) if node.kind == "rat" and 2 < abs(node.payload) < LARGEST}
    found |= {-value for value in found}
    return tuple(sorted({*found, *(each + 1 for each in found if each.denominator == 1)}, key=abs))[:MOST_NAMED]


def turned(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Real symbols in the arguments of sines, cosines, tangents and rotations."""
    found: dict[Term, None] = {}
    for node in postorder(*terms):
        if node.kind in ("sin", "cos", "tan") or (node.kind == "exp" and not node.is_real):
            found |= {sym: None for sym in node.args[0].symbols if sym.payload[1] == "real"}
    return tuple(found)


def _tokens(space: Space) -> list[Token]:
    return [domain for domain in space.domains.values() if isinstance(domain, Token)]


def other_numbers(space: Space) -> list[Space]:
    """The same space with two tokens, and with seven; none where there are no tokens."""
    if not _tokens(space):
        return []
    found = []
    for n in (2, 7):
        domains = {k: replace(d, n=n) if isinstance(d, Token) else d for k, d in space.domains.items()}
        if domains != space.domains:
            found.append(Space(**domains))
    return found


def _tested_relation(op: str, gap: Any, error: Any) -> tuple[Any, Any, Any]:
    """(holds, possible, violation) of one relation, from its gap and error bound."""
    import numpy as np

    size = np.abs(gap)
    noise = NOISE * error
    known = np.isfinite(size)
    off = np.where(known, size / (1 + size), 2.0)
    if op == "eq":
        # a surface is only met up to rounding; the exact reading has the last word
        tolerance = 128 * noise + 1e-12
        yes = perhaps = size <= tolerance
    elif op == "ne":
        yes, perhaps, off = size > 0, known, np.where(known, 1e-3, 2.0)
    else:
        yes = gap >= 0 if op == "ge" else gap > 0
        perhaps = gap >= -noise
        off = off + 1e-9
    return yes, perhaps, np.where(yes, 0.0, off)
