"""Proposes trees for the rule `cover`: best-first branch and bound, many cells at a time in NumPy.

Always the cells with the worst bounds are split, along the axis in which the gap may vary most (largest smear,
|gradient| * width). Depth first would sink into a zero of the gap and never return. Every leaf is then tried by the
kernel's own balls, and split further where those need it.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import ctx, fmpq
from numpy.typing import NDArray

from verify.kernel.cells import LEAF, Box, Cell, Tree, ranges, split
from verify.kernel.cover import PRECISION, Cover, NotCovered, setting
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.rules import Step
from verify.kernel.term import ONE, PI, Term, add, build, div, im, mul, number, postorder, power, re, symbol
from verify.prove.intervals import Options, Screen

__all__ = ["BUDGET", "PRECISION", "Forest", "Found", "Stuck", "cover_step", "expanded", "propose"]

BUDGET = 400_000
BATCH = 256
CLOSE = "touches zero or comes too close to tell"
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
        left: cells that were still to be decided.
    """

    why: str
    point: dict[Term, fmpq]
    false: bool
    evaluations: int
    left: int = 0


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

        widths = np.array([_float(high) - _float(low) for low, high in cover.box.cell.ends])
        self.screen = Screen(options(cover.shows), [options(pairs) for pairs in cover.given], NARROW * widths / 2)
        self.forest = Forest(cover.box.cell)
        self.tried = 0
        self.left = 0

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
            self.left = len(heap)
            _, node, axis = heap[0]
            if axis < 0:
                self.tried += 1
                if not self.cover.passes(self.forest.cells[node]):
                    return self._worst(node, CLOSE)
                heapq.heappop(heap)
                continue
            if self.spent >= self.budget:
                return self._worst(node, f"is not decided after {self.spent} enclosures; {len(heap)} cells are left")
            room = max(1, min(BATCH, len(heap), (self.budget - self.spent) // 2))
            worst = [heapq.heappop(heap) for _ in range(room)]
            for narrow in (each for each in worst if each[2] < 0):
                heapq.heappush(heap, narrow)
            halves = [half for _, node, axis in worst if axis >= 0 for half in self.forest.split(node, axis)]
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
            if self.spent >= 2 * self.budget:
                return self._worst(node, f"is not decided by balls of {self.cover.precision} bits")
            axis = int(self.screen.judge(*_floats([cell]))[1][0])
            if axis < 0:
                return self._worst(node, CLOSE)
            due.extend(self.forest.split(node, axis))
        return None

    def _false(self, cell: Cell) -> Stuck | None:
        centre = Cell(tuple(((low + high) / 2, (low + high) / 2) for low, high in cell.ends))
        self.tried += 1
        if not self.cover.violated(centre):
            return None
        return self._stuck(cell, f"fails at {centre.text(self.cover.box.names)}", true=False)

    def _worst(self, node: int, what: str) -> Stuck:
        cell = self.forest.cells[node]
        failure: NotCovered = self.cover.failure(cell)
        known = failure.low.is_finite()
        return self._stuck(cell, f"{what}: {failure}" if known else f"is not shown: {failure}")

    def _stuck(self, cell: Cell, what: str, true: bool = True) -> Stuck:
        middle = {sym: (low + high) / 2 for sym, (low, high) in zip(self.cover.box.symbols, cell.ends, strict=True)}
        return Stuck(what, middle, not true, self.spent, self.left)


TRIAL = 4_000
MAX_EXPANDED = 400


@lru_cache(maxsize=256)
def cover_step(
    shows: Relation,
    facts: tuple[Relation | AnyOf, ...],
    also: tuple[Term, ...] = (),
    as_: Term | None = None,
    budget: int = BUDGET,
    precision: int = PRECISION,
) -> Step:
    """The step that shows an order or != on the compact box in which the facts keep its symbols.

    The gap is tried as it stands and expanded, unless `as_` says how to write it. Where no tree is found, the step
    says why, and the kernel refuses it with those words.

    Args:
        also: further symbols, for facts that tie them to those of the relation.
    """
    data: dict[str, Any] = {"shows": shows, "box": (), "tree": ()}
    wanted = split(dict.fromkeys((*shows.symbols, *also))).coordinates
    known = ranges(facts, wanted)
    loose = [str(each) for each in wanted if each not in known]
    if loose or not wanted:
        return Step("cover", {**data, "why": f"needs two rational bounds for {', '.join(loose) or 'some symbol'}"})
    data["box"] = tuple((each, *known[each]) for each in wanted)
    if precision != PRECISION:
        data["precision"] = precision
    forms = [as_] if as_ is not None else [None, expanded(shows.gap)]
    best: tuple[int, Term | None] | None = None
    for form in dict.fromkeys(forms):
        found = propose(*setting(shows, data["box"], facts, form), budget=min(TRIAL, budget), precision=precision)
        size = found.cells - TRIAL if isinstance(found, Found) else found.left
        if best is None or size < best[0]:
            best = (size, form)
    assert best is not None
    form = best[1]
    result = propose(*setting(shows, data["box"], facts, form), budget=budget, precision=precision)
    if form is not None:
        data["as_"] = form
    return Step("cover", {**data, "tree": result.tree} if isinstance(result, Found) else {**data, "why": result.why})


def expanded(value: Term) -> Term | None:
    """A real Term as a quotient of expanded polynomials in its symbols and its functions, if that is another Term.

    What occurs several times and cancels is enclosed better so.
    """
    inner: dict[Term, Term] = {}
    outer: dict[Term, Term] = {}
    done: dict[Term, Term] = {}
    for node in postorder(value):
        if node.kind == "mean":
            return None
        if node.args and node.kind not in ("add", "mul", "div", "pow", "re", "im", "conj", "abs2"):
            fresh = outer.get(node) or symbol(f"f{len(outer)}_", "real" if node.is_real else "complex")
            inner[fresh], outer[node] = node, fresh
            done[node] = fresh
        else:
            done[node] = build(node.kind, [done[arg] for arg in node.args]) if node.args else node
    flat = done[value]
    if any(sym in inner and sym in value.symbols for sym in flat.symbols):
        return None
    ring = Ring()
    try:
        form = ring.normal(flat)[0]
    except NotPolynomial:
        return None
    by_name = {sym.payload[0]: sym for sym in flat.symbols}
    generators: list[Term] = []
    for name in ring.names:
        if name == ("pi",):
            generators.append(PI)
        elif name[0] in ("sym", "re", "im"):
            sym = by_name[name[1]]
            generators.append(sym if name[0] == "sym" else (re(sym) if name[0] == "re" else im(sym)))
        else:
            return None

    def polynomial(poly: Any) -> Term:
        pieces = []
        for exponents, coefficient in sorted(poly.to_dict().items()):
            powers = [power(g, int(e)) for g, e in zip(generators, exponents, strict=False) if e]
            pieces.append(mul(number(Fraction(int(coefficient.p), int(coefficient.q))), *powers))
        return add(*pieces)

    if not form.im.is_zero() or len(form.re) > MAX_EXPANDED:
        return None
    result = polynomial(form.re)
    below = mul(*(power(polynomial(poly), k) for poly, k in form.den.values()))
    if below is not ONE:
        result = div(result, below)
    result = result.subs(inner)
    return None if result is value else result
