"""A sample of a claim, on which extra hypotheses are weighed: which failures each keeps, and what share of the ground.

Nothing is decided here. Floats choose which hypotheses are worth an attack and say how much a hypothesis keeps, with
the error of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verify.attack.ground import NOISE, Ground, turned
from verify.attack.hypotheses import Atom, Extra
from verify.attack.margins import Margins
from verify.attack.points import Columns, columns_of, take
from verify.attack.undefined import why_undefined
from verify.claim import Claim
from verify.kernel import point as at_point
from verify.kernel.exact import Point, Undefined
from verify.kernel.goal import Pointwise
from verify.kernel.term import Term, add, mul, number
from verify.readings.batch import compile_batch

__all__ = ["Sample", "Share", "holds_at"]

DRAWN = 12_288
"""Draws in all; the directions of a sampling ground share them."""
FAR = 2_048
PROBED = 24
"""Special points where floats have no value that are looked at exactly."""
COMPARED = 64
ALIKE = 1e-9


@dataclass(frozen=True)
class Share:
    """What part of the draws that satisfy a claim's hypotheses an extra hypothesis keeps.

    Attributes:
        kept, drawn: numbers of draws.
    """

    kept: int
    drawn: int


class Sample:
    """Draws at which the hypotheses of a claim hold, and points at which it fails.

    Attributes:
        rows: how many points in all.
        fails: shape (rows,); the conclusion is violated there by more than the noise, or has no value.
        drawn: shape (rows,); an independent draw that satisfies the hypotheses, at which the conclusion has a value.
        distribution: of the draws, in words.
    """

    def __init__(self, claim: Claim) -> None:
        import numpy as np

        self.claim = claim
        self.parts = [(name, goal) for name, goal in claim.sequent.goals if isinstance(goal, Pointwise)]
        self._terms = [each for _, goal in self.parts for each in goal.terms]
        self.ground = Ground(claim.space, claim.sequent.facts, turned(self._terms))
        self.distribution = self.ground.distribution
        self._margins = Margins(self.parts, self.ground.symbols) if self.parts else None
        self._blocks: list[Columns] = []
        fails: list[Any] = []
        drawn: list[Any] = []
        rng = np.random.default_rng(claim.seed)
        size = max(128, DRAWN // len(self.ground.turns))
        for ground, scale, chart in self.ground.turns if self.ground.symbols else ():
            self._take(ground.draws.columns(rng, size, scale), chart, fails, drawn, counts=True)
        for chart in self.ground.charts if self.ground.symbols else ():
            self._take(self.ground.draws.far(rng, FAR), chart, fails, drawn, counts=False)
            self._take(self.ground.special_columns, chart, fails, drawn, counts=False)
        self._undefined(fails, drawn)
        self.fails = np.concatenate(fails) if fails else np.zeros(0, bool)
        self.drawn = np.concatenate(drawn) if drawn else np.zeros(0, bool)
        self._known: dict[Term, tuple[Any, Any]] = {}

    @property
    def rows(self) -> int:
        return len(self.fails)

    def _take(self, columns: Columns, chart: Any, fails: list[Any], drawn: list[Any], counts: bool) -> None:
        """Keep the rows that satisfy the hypotheses and count, or that violate the conclusion."""
        import numpy as np

        columns, slack = self.ground.project(columns, chart)
        holds, _, _ = self.ground.inside(columns)
        violated = defined = np.zeros(len(holds), bool)
        if self._margins is not None:
            measured = self._margins(columns, slack)
            defined = measured.defined
            for at, (_, goal) in enumerate(self.parts):
                own = Ground(self.claim.space, goal.given).inside(columns)[0] if goal.given else True
                violated = violated | (measured.violated[at] & own)
        violated = violated & holds
        kept = holds & (defined | (self._margins is None)) if counts else violated
        chosen = np.flatnonzero(kept | violated)
        if len(chosen):
            self._blocks.append(take(columns, chosen))
            fails.append(violated[chosen])
            drawn.append(kept[chosen] & counts)

    def _undefined(self, fails: list[Any], drawn: list[Any]) -> None:
        """Special points at which the hypotheses hold and the conclusion has no value: a repair excludes them too."""
        import numpy as np

        if self._margins is None or any(goal.given for _, goal in self.parts):
            return
        holds, _, _ = self.ground.inside(self.ground.special_columns)
        suspect = np.flatnonzero(holds & ~self._margins(self.ground.special_columns).defined)[:PROBED]
        points = [self.ground.special[int(at)] for at in suspect]
        found = [each for each in points if why_undefined(self.ground, self._terms, each) is not None]
        if found:
            self._blocks.append(columns_of(found, self.ground.symbols))
            fails.append(np.ones(len(found), bool))
            drawn.append(np.zeros(len(found), bool))

    def values(self, wanted: Sequence[Term]) -> None:
        """Evaluate Terms at all rows, at once."""
        import numpy as np

        new = [each for each in dict.fromkeys(wanted) if each not in self._known]
        if not new:
            return
        function = compile_batch(new, self.ground.symbols)
        with np.errstate(all="ignore"):
            tables = [function(block) for block in self._blocks]
        for at, each in enumerate(new):
            sides: list[list[Any]] = [[np.zeros(0)], [np.zeros(0)]]
            for block, table in zip(self._blocks, tables, strict=True):
                for side, column in zip(sides, table[at], strict=True):
                    side.append(np.broadcast_to(column, self._length(block)))
            self._known[each] = (np.concatenate(sides[0]), np.concatenate(sides[1]))

    @staticmethod
    def _length(block: Columns) -> tuple[int]:
        return (len(next(iter(block.values()))),)

    def at_failures(self, value: Term) -> Any:
        """The finite values of a Term where the claim fails."""
        import numpy as np

        self.values([value])
        found = self._known[value][0][self.fails]
        return found[np.isfinite(found)]

    def _atom(self, atom: Atom, certainly: bool) -> Any:
        import numpy as np

        right = float(atom.right.payload) if atom.right.kind == "rat" else None
        gap = atom.left if right is not None else add(atom.left, mul(number(-1), atom.right))
        self.values([gap])
        value, error = self._known[gap]
        value = value - (right or 0.0)
        if atom.op in ("le", "lt"):
            value = -value
        noise = NOISE * (error + 2.0**-52 * abs(right or 0.0))
        with np.errstate(invalid="ignore"):
            if atom.op == "eq":
                return np.abs(value) <= noise
            if atom.op == "ne":
                return np.abs(value) > (noise if certainly else 0.0)
            if certainly:
                return value > noise
            return value >= 0 if atom.op in ("ge", "le") else value > 0

    def holds(self, extra: Extra, certainly: bool = False) -> Any:
        """Shape (rows,): does the extra hypothesis hold there, in floats; certainly: beyond their noise?"""
        import numpy as np

        found = np.ones(self.rows, bool)
        for clause in extra.clauses:
            found &= np.logical_or.reduce([self._atom(atom, certainly) for atom in clause])
        return found

    def share(self, extra: Extra) -> Share:
        """The share of the hypothesis set that it keeps."""
        return Share(int((self.holds(extra) & self.drawn).sum()), int(self.drawn.sum()))

    def restated(self, values: Sequence[Term], each_once: bool = False) -> set[Term]:
        """Those Terms that are affine functions of a pointwise part's gap: a bound on one would be the conclusion.

        Args:
            each_once: also those that are affine functions of another one before them.
        """
        import numpy as np

        if not values:
            return set()
        gaps = [goal.relation.gap for _, goal in self.parts if goal.relation.gap.is_real]
        rng = np.random.default_rng(self.claim.seed + 1)
        columns = self.ground.draws.columns(rng, COMPARED)
        with np.errstate(all="ignore"):
            table = compile_batch([*gaps, *values], self.ground.symbols).values(columns)
        rows = [np.broadcast_to(each, COMPARED) for each in table]
        before, found = rows[: len(gaps)], set()
        for value, row in zip(values, rows[len(gaps) :], strict=True):
            if any(_affine(row, other) for other in before):
                found.add(value)
            elif each_once:
                before.append(row)
        return found


def _affine(value: Any, gap: Any) -> bool:
    """Is value == r * gap + s at all rows, up to rounding, with r != 0?"""
    import numpy as np

    known = np.isfinite(value) & np.isfinite(gap)
    if known.sum() < 8:
        return False
    v, g = value[known] - value[known].mean(), gap[known] - gap[known].mean()
    size = np.abs(v).max()
    if size == 0 or np.abs(g).max() == 0:
        return False
    slope = float(v @ g) / float(g @ g)
    return bool(np.abs(v - slope * g).max() <= ALIKE * size)


def holds_at(extra: Extra, point: Point) -> bool | None:
    """Does the extra hypothesis hold at an exact point? None where that is not decided."""
    found: bool | None = True
    for fact in extra.given:
        try:
            decision = at_point.decide(fact, point)
        except Undefined:
            return False
        if decision is None:
            found = None
        elif not decision[0]:
            return False
    return found
