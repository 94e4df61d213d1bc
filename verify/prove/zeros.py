"""Proposes what `verify.kernel.newton.all_zeros` checks: boxes around zeros, and a tree that excludes all others.

Newton's iteration from the middles of cells finds zeros; a box about each, as large as Krawczyk's operator allows,
saves splitting near it. The largest cells come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from flint import arb, arb_mat, ctx, fmpz, fmpz_mat

from verify.kernel.cells import LEAF, Box, Cell, Tree, ranges, split
from verify.kernel.context import Step
from verify.kernel.cover import gradient
from verify.kernel.exact import Inexact, Undefined, evaluate
from verify.kernel.goal import Equilibria
from verify.kernel.newton import PRECISION, NotShown, exclusion, unique
from verify.kernel.orbits import equilibria_setting
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.tape import Tape
from verify.kernel.term import Term, TermError, number, sqrt
from verify.prove.cover import Stuck

__all__ = ["Zeros", "isolate_step", "propose"]

BUDGET = 8_000
STEPS = 25
HALVINGS = 14
GRID = 1 << 60
SIMPLE = 1 << 20
ROOTS = 10**30
"""By this much numbers are scaled among which a quadratic is sought."""


@dataclass(frozen=True)
class Zeros:
    """A tree and boxes for `all_zeros`.

    Attributes:
        cells: number of leaves.
        evaluations: cells tried.
    """

    tree: Tree
    boxes: tuple[Box, ...]
    cells: int
    evaluations: int


def propose(
    system: Sequence[Term],
    box: Box,
    given: Iterable[Relation | AnyOf] = (),
    parameters: Mapping[Term, Any] | None = None,
    budget: int = BUDGET,
    precision: int = PRECISION,
) -> Zeros | Stuck:
    """A tree and boxes for `verify.kernel.newton.all_zeros` with the same arguments.

    Raises:
        NotShown: the system is not square or has no derivative by form.
        TermError: a Term that cannot be covered.
    """
    search = _Search(list(system), box, list(given), dict(parameters or {}), precision)
    with ctx.workprec(precision):
        return search.run(budget)


class _Forest:
    """A tree of cells in the making; node 0 is the box, a split node's halves follow each other."""

    def __init__(self, root: Cell) -> None:
        self.cells = [root]
        self.axis = [LEAF]
        self.lower = [0]

    def split(self, node: int, axis: int) -> tuple[int, int]:
        self.axis[node], self.lower[node] = axis, len(self.cells)
        self.cells.extend(self.cells[node].halves(axis))
        self.axis += [LEAF, LEAF]
        self.lower += [0, 0]
        return self.lower[node], self.lower[node] + 1

    def tree(self, settled: Callable[[Cell], bool]) -> Tree:
        """In preorder; what is below a cell that is settled is left out."""
        marks: list[int] = []
        stack = [0]
        while stack:
            node = stack.pop()
            axis = self.axis[node] if not settled(self.cells[node]) else LEAF
            marks.append(axis)
            if axis != LEAF:
                stack += [self.lower[node] + 1, self.lower[node]]
        return tuple(marks)


class _Search:
    def __init__(
        self,
        system: list[Term],
        box: Box,
        given: list[Relation | AnyOf],
        parameters: dict[Term, Any],
        precision: int,
    ) -> None:
        rows = [gradient(each, box.symbols) for each in system]
        if len(rows) != len(box.symbols) or any(row is None for row in rows):
            raise NotShown("zeros are sought of square systems that have derivatives by form")
        entries = [entry for row in rows for entry in row or ()]
        self.tape = Tape([system, entries], box.symbols, parameters, precision)
        self.system, self.box, self.parameters, self.precision = system, box, parameters, precision
        self.apart = exclusion(system, box, given, parameters, precision)
        self.forest = _Forest(box.cell)
        self.boxes: list[Box] = []
        self.tried = 0
        self.least = Fraction(1, 1 << precision)  # of a width: about a double zero cells shrink for ever, one at a time

    def run(self, budget: int) -> Zeros | Stuck:
        heap: list[tuple[Fraction, int]] = []
        self._visit(0, heap)
        while heap:
            if self.tried >= budget or -heap[0][0] < self.least:
                return self._stuck(heap[0][1])
            _, node = heapq.heappop(heap)
            cell = self.forest.cells[node]
            if any(one.contains(cell) for one in self.boxes):
                continue
            for half in self.forest.split(node, self._axis(cell)):
                self._visit(half, heap)
        tree = self.forest.tree(lambda cell: any(one.contains(cell) for one in self.boxes))
        return Zeros(tree, tuple(self.boxes), tree.count(LEAF), self.tried)

    def _visit(self, node: int, heap: list[tuple[Fraction, int]]) -> None:
        cell = self.forest.cells[node]
        self.tried += 1
        if self.apart.passes(cell):
            return
        self._look_for_zero(cell)
        if not any(one.contains(cell) for one in self.boxes):
            heapq.heappush(heap, (-max(self._widths(cell)), node))

    def _widths(self, cell: Cell) -> list[Fraction]:
        """Relative to the box."""
        found = []
        for (low, high), (a, b) in zip(cell.ends, self.box.ends, strict=True):
            found.append((high - low) / (b - a) if b > a else Fraction(0))
        return found

    def _axis(self, cell: Cell) -> int:
        widths = self._widths(cell)
        return widths.index(max(widths))

    def _look_for_zero(self, cell: Cell) -> None:
        zero = self._newton(cell)
        if zero is None:
            return
        if any(all(a <= x <= b for x, (a, b) in zip(zero, one.ends, strict=True)) for one in self.boxes):
            return
        radii = [2 * (high - low) for low, high in cell.ends]
        if not all(radii):
            return
        for _ in range(HALVINGS):
            around = Box(self.box.symbols, tuple(map(_around, zero, radii)))
            if not any(around.meets(one) for one in self.boxes):
                try:
                    unique(self.system, around, self.parameters, self.precision)
                except NotShown:
                    pass
                else:
                    self.boxes.append(around)
                    return
            radii = [r / 2 for r in radii]

    def _newton(self, cell: Cell) -> list[Fraction] | None:
        """A point near which Newton's iteration settles, in the cell doubled about its middle; on a dyadic grid."""
        n = len(self.system)
        x = [ball.mid() for ball in cell.middle]
        for _ in range(STEPS):
            slots = self.tape.start(x)
            values = [value.mid() for value in self.tape.run(slots, 0)]
            slopes = [slope.mid() for slope in self.tape.run(slots, 1)]
            if not all(each.is_finite() for each in (*values, *slopes)):
                return None
            try:
                step = arb_mat([slopes[n * k : n * k + n] for k in range(n)]).solve(arb_mat([[v] for v in values]))
            except ZeroDivisionError:
                return None
            moves = [step[k, 0].mid() for k in range(n)]
            x = [(a - b).mid() for a, b in zip(x, moves, strict=True)]
            if not all(a.is_finite() and abs(a) < 1e9 for a in x):
                return None
            if all(abs(move) < arb(1) / GRID for move in moves):
                break
        else:
            return None
        found = [Fraction(int(str((a * GRID).floor().unique_fmpz())), GRID) for a in x]
        for value, (low, high) in zip(found, cell.ends, strict=True):
            if abs(value - (low + high) / 2) > high - low:
                return None
        return found

    def _stuck(self, node: int) -> Stuck:
        cell = self.forest.cells[node]
        middle = {sym: (low + high) / 2 for sym, (low, high) in zip(self.box.symbols, cell.ends, strict=True)}
        where = cell.text(self.box.names)
        why = f"on {where} there may be a zero that is not simple; {len(self.boxes)} zeros are enclosed"
        return Stuck(why, middle, False, self.tried)


def _around(x: Fraction, radius: Fraction) -> tuple[Fraction, Fraction]:
    """An interval about x with short dyadic ends, at distances of about `radius`."""
    step = Fraction(1)
    while step * 8 > radius:
        step /= 2
    while step * 16 <= radius:
        step *= 2
    return floor((x - radius) / step) * step, ceil((x + radius) / step) * step


def isolate_step(
    goal: Equilibria, precision: int | None = None, budget: int = BUDGET, forms: Mapping[str, Any] | None = None
) -> Step:
    """The step that counts the equilibria of a goal; where the search gives up, one that the kernel refuses.

    Args:
        forms: other Terms that vanish where the system does, and why (`verify.kernel.orbits.require_forms`); the
            search is among their zeros.

    Raises:
        TermError: the region does not bound the unknowns.
    """
    bits = PRECISION if precision is None else precision
    wanted = split(goal.unknowns).coordinates
    known = ranges(goal.region, wanted)
    loose = [str(each) for each in wanted if each not in known]
    if loose:
        names = ", ".join(loose)
        raise TermError(
            f"equilibria are counted in a bounded region; give {names} two rational bounds, such as "
            f'{loose[0]} = "interval(-2, 2)"'
        )
    box = tuple((each, *known[each]) for each in wanted)
    sought = goal if forms is None else replace(goal, system=forms["forms"])
    cells, terms, region = equilibria_setting(sought, box)
    found = propose(terms, cells, region, None, budget, bits)
    data = {"box": box, "precision": bits, **(forms or {})}
    if isinstance(found, Stuck):
        return Step("isolate", {**data, "tree": (), "zeros": (), "why": found.why})
    points = {}
    for at, each in enumerate(found.boxes):
        place = _on_the_boundary(terms, each, region, bits)
        if place is not None:
            points[at] = place
    data |= {"points": points} if points else {}
    return Step("isolate", {**data, "tree": found.tree, "zeros": tuple(each.ends for each in found.boxes)})


def _on_the_boundary(
    terms: Sequence[Term], box: Box, region: Sequence[Relation | AnyOf], precision: int
) -> tuple[Fraction | Term, ...] | None:
    """Rational or quadratic coordinates of the zero in the box, where a relation of the region is an equality."""
    zero = unique(terms, box, None, precision)
    found = [_recognised(ball) for ball in zero.where]
    place = tuple(value for value in found if value is not None)
    return place if len(place) == len(found) and _rests_there(terms, box, region, place) else None


def _rests_there(
    terms: Sequence[Term], box: Box, region: Sequence[Relation | AnyOf], place: Sequence[Fraction | Term]
) -> bool:
    values = [each if isinstance(each, Term) else number(each) for each in place]
    point = dict(zip(box.symbols, values, strict=True))
    try:
        gaps = [evaluate(each.gap, point) for each in region if isinstance(each, Relation)]
        return any(gap.sign() == 0 for gap in gaps) and all(evaluate(each, point).sign() == 0 for each in terms)
    except (Inexact, Undefined):
        return False


def _recognised(ball: arb) -> Fraction | Term | None:
    """A simple rational number near the middle of the ball, or a root of a quadratic with small coefficients."""
    x = fraction(ball)
    near = x.limit_denominator(SIMPLE)
    if abs(x - near) * ROOTS < 1:
        return near
    scaled = [round(x**k * ROOTS) for k in range(3)]
    lattice = fmpz_mat(3, 4, [1, 0, 0, scaled[0], 0, 1, 0, scaled[1], 0, 0, 1, scaled[2]]).lll()
    c, b, a = (int(lattice[0, k]) for k in range(3))
    room = b * b - 4 * a * c
    if max(abs(a), abs(b), abs(c)) > SIMPLE or room <= 0 or a == 0:
        return None
    middle, free, whole = Fraction(-b, 2 * a), 1, 1
    for prime, k in fmpz(room).factor():  # room = whole^2 free, so that coordinates share their root
        whole, free = whole * int(prime) ** (k // 2), free * int(prime) ** (k % 2)
    return number(middle) + number(Fraction(whole if x >= middle else -whole, 2 * abs(a))) * sqrt(number(free))


def fraction(ball: arb) -> Fraction:
    """The middle of a ball."""
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
