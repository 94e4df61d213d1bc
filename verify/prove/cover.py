"""Proposes trees for the rule `cover`: best-first branch and bound, many cells at a time in NumPy.

Always the cells with the worst bounds are split, along the axis in which the gap may vary most (largest smear,
|gradient| * width). Depth first would sink into a zero of the gap and never return. Every leaf is then tried by the
kernel's own balls, and split further where those need it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import ctx, fmpq
from numpy.typing import NDArray

from verify.kernel.cells import LEAF, Box, Cell, Tree
from verify.kernel.cover import PRECISION, Cover, NotCovered
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term
from verify.prove.intervals import Options, Screen

__all__ = ["BUDGET", "Forest", "Found", "Stuck", "propose"]

BUDGET = 400_000
BATCH = 256
NARROW = 1e-10
"""Relative width below which a cell is not split again: floats no longer tell its ends apart well."""


@dataclass(frozen=True)
class Found:
    """A tree whose leaves the kernel's balls decide.

    Attributes:
        cells: number of leaves.
        evaluations: enclosures in NumPy, and cells tried by balls.
    """

    tree: Tree
    cells: int
    evaluations: int


@dataclass(frozen=True)
class Stuck:
    """Why there is no tree.

    Attributes:
        why: one line: where it fails, where it touches zero, or where the budget ended.
        point: the midpoint of the worst cell, exact.
        false: the relation certainly fails at the point, where all hypotheses hold.
    """

    why: str
    point: dict[Term, fmpq]
    false: bool
    evaluations: int


class Forest:
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

    def tree(self, settled: Callable[[Cell], bool] = lambda _: False) -> Tree:
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

    def leaves(self) -> list[int]:
        return [node for node, axis in enumerate(self.axis) if axis == LEAF]


def _floats(cells: Sequence[Cell]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Midpoints and radii, shapes (d, N)."""
    ends = np.array([[(_float(low), _float(high)) for low, high in cell.ends] for cell in cells])
    return (ends[:, :, 0] + ends[:, :, 1]).T / 2, (ends[:, :, 1] - ends[:, :, 0]).T / 2


def _float(value: fmpq) -> float:
    return int(value.p) / int(value.q)


def propose(
    shows: Relation | AnyOf,
    box: Box,
    given: Iterable[Relation | AnyOf] = (),
    parameters: Mapping[Term, Any] | None = None,
    budget: int = BUDGET,
    precision: int = PRECISION,
) -> Found | Stuck:
    """A tree for `verify.kernel.cover.check` with the same arguments.

    Args:
        budget: enclosures that may be spent.

    Raises:
        TermError: a Term that cannot be covered (a mean, a complex Term, an unknown symbol).
    """
    search = _Search(Cover(shows, box, given, parameters, precision), dict(parameters or {}), budget)
    with ctx.workprec(precision):
        return search.run()


class _Search:
    def __init__(self, cover: Cover, parameters: Mapping[Term, Any], budget: int) -> None:
        self.cover = cover
        self.budget = budget
        symbols = cover.box.symbols

        def options(pairs: Sequence[tuple[str, Any]]) -> list[Options]:
            return [Options(op, each.value, each.slopes, symbols, parameters) for op, each in pairs]

        self.screen = Screen(options(cover.shows), [options(pairs) for pairs in cover.given])
        self.forest = Forest(cover.box.cell)
        self.tried = 0
        self.widths = np.array([_float(high) - _float(low) for low, high in cover.box.cell.ends])

    @property
    def spent(self) -> int:
        return self.screen.evaluations + self.tried

    def run(self) -> Found | Stuck:
        stuck = self._branch() or self._confirm()
        if stuck is not None:
            return stuck
        return Found(self.forest.tree(), len(self.forest.leaves()), self.spent)

    def _branch(self) -> Stuck | None:
        """Split until NumPy decides every leaf."""
        heap: list[tuple[float, int, int]] = []
        stuck = self._judge([0], heap)
        while heap and stuck is None:
            node = heap[0][1]
            if self._narrow(self.forest.cells[node]):
                self.tried += 1
                if not self.cover.passes(self.forest.cells[node]):
                    return self._worst(node, "touches zero or is too close to tell")
                heapq.heappop(heap)
                continue
            if self.spent >= self.budget:
                return self._worst(node, f"is not decided after {self.spent} enclosures; {len(heap)} cells are left")
            room = max(1, min(BATCH, len(heap), (self.budget - self.spent) // 2))
            worst = [heapq.heappop(heap) for _ in range(room)]
            halves = [half for _, node, axis in worst for half in self.forest.split(node, axis)]
            stuck = self._judge(halves, heap)
        return stuck

    def _judge(self, nodes: Sequence[int], heap: list[tuple[float, int, int]]) -> Stuck | None:
        middle, radius = _floats([self.forest.cells[node] for node in nodes])
        score, axis, suspect = self.screen.judge(middle, radius)
        for k in np.flatnonzero(suspect)[:8].tolist():
            found = self._false(self.forest.cells[nodes[k]])
            if found is not None:
                return found
        for k in np.flatnonzero(score < np.inf).tolist():
            heapq.heappush(heap, (float(score[k]), nodes[k], int(axis[k])))
        return None

    def _confirm(self) -> Stuck | None:
        """Try every leaf by balls, and split where they need smaller cells."""
        due = self.forest.leaves()[::-1]
        while due:
            node = due.pop()
            cell = self.forest.cells[node]
            self.tried += 1
            if self.cover.passes(cell):
                continue
            if self._narrow(cell):
                return self._worst(node, "touches zero or is too close to tell")
            if self.spent >= 2 * self.budget:
                return self._worst(node, f"is not decided by balls of {self.cover.precision} bits")
            _, axis, _ = self.screen.judge(*_floats([cell]))
            due.extend(self.forest.split(node, int(axis[0])))
        return None

    def _narrow(self, cell: Cell) -> bool:
        pairs = zip(cell.ends, self.widths, strict=True)
        return all(_float(high) - _float(low) <= NARROW * width for (low, high), width in pairs)

    def _false(self, cell: Cell) -> Stuck | None:
        centre = Cell(tuple(((low + high) / 2, (low + high) / 2) for low, high in cell.ends))
        self.tried += 1
        if not self.cover.violated(centre):
            return None
        return self._stuck(cell, f"fails at {centre.text(self.cover.box.symbols)}", true=False)

    def _worst(self, node: int, what: str) -> Stuck:
        cell = self.forest.cells[node]
        failure: NotCovered = self.cover.failure(cell)
        return self._stuck(cell, f"{what}: {failure}")

    def _stuck(self, cell: Cell, what: str, true: bool = True) -> Stuck:
        middle = {sym: (low + high) / 2 for sym, (low, high) in zip(self.cover.box.symbols, cell.ends, strict=True)}
        return Stuck(what, middle, not true, self.spent)
