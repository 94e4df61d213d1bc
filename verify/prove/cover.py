"""Proposes trees for the rule `cover`: best-first branch and bound, many cells at a time in NumPy.

Always the cells with the worst bounds are split, along the axis in which the gap may vary most (largest smear,
|gradient| * width). Depth first would sink into a zero of the gap and never return. Every leaf is then tried by the
kernel's own balls, and split further where those need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import ctx
from numpy.typing import NDArray

from verify.kernel.cells import LEAF, Box, Cell, Tree, ranges, split
from verify.kernel.context import Step
from verify.kernel.cover import PRECISION, Cover, NotCovered, Quantity, setting
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.ring import NotPolynomial, Ring
from verify.kernel.term import ONE, PI, Term, add, build, div, im, mul, number, postorder, power, re, symbol
from verify.prove.intervals import Array, Options, Screen

__all__ = ["BUDGET", "PRECISION", "Found", "Stuck", "cover_step", "expanded", "propose"]

BUDGET = 400_000
BATCH = 1024
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
    point: dict[Term, Fraction]
    false: bool
    evaluations: int
    left: int = 0


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
    """Nodes in arrays; node 0 is the box, the halves of a split node follow each other."""

    def __init__(self, cover: Cover, parameters: Mapping[Term, Any], budget: int) -> None:
        self.cover = cover
        self.budget = budget
        symbols = cover.box.symbols

        def options(pairs: Sequence[tuple[str, Quantity]]) -> list[Options]:
            return [Options(op, each.value, each.slopes, symbols, parameters) for op, each in pairs]

        ends = np.array([[float(low), float(high)] for low, high in cover.box.ends])
        self.middle = (ends.sum(axis=1) / 2)[:, None]
        self.radius = ((ends[:, 1] - ends[:, 0]) / 2)[:, None]
        self.screen = Screen(options(cover.shows), [options(each) for each in cover.given], NARROW * self.radius[:, 0])
        self.axis = np.full(1, LEAF)  # where a node was split
        self.lower = np.zeros(1, dtype=np.int64)  # its lower half
        self.score = np.empty(0)
        self.along = np.empty(0, dtype=np.int64)  # where it would be split
        self.tried = 0
        self.left = 0

    @property
    def spent(self) -> int:
        return self.screen.evaluations + self.tried

    def run(self) -> Found | Stuck:
        stuck = self._branch()
        if stuck is not None:
            return stuck
        result = self._confirm()
        return result if isinstance(result, Stuck) else Found(result, result.count(LEAF), self.spent)

    def _branch(self) -> Stuck | None:
        """Split the worst cells until NumPy decides every leaf, or leaves it to the balls."""
        stuck = self._judge(self.middle, self.radius)
        pool = np.flatnonzero(self.score < np.inf)
        while len(pool) and stuck is None:
            self.left = len(pool)
            worst = pool[np.argmin(self.score[pool])]
            if self.along[worst] < 0:
                cell = self._cell(int(worst))
                self.tried += 1
                if not self.cover.passes(cell):
                    return self._worst(cell, CLOSE)
                self.score[worst] = np.inf
                pool = pool[pool != worst]
                continue
            if self.spent >= self.budget:
                what = f"is not decided after {self.spent} enclosures; {len(pool)} cells are left"
                return self._worst(self._cell(int(worst)), what)
            room = min(len(pool), max(BATCH, len(pool) // 4), max(1, (self.budget - self.spent) // 2))
            chosen = pool[np.argpartition(self.score[pool], room - 1)[:room]]
            chosen = np.sort(chosen[self.along[chosen] >= 0])
            before = len(self.axis)
            stuck = self._split(chosen)
            fresh = np.arange(before, len(self.axis))
            pool = np.concatenate([pool[self.axis[pool] == LEAF], fresh[self.score[fresh] < np.inf]])
        return stuck

    def _split(self, nodes: NDArray[np.int64]) -> Stuck | None:
        along = self.along[nodes]
        self.axis[nodes] = along
        self.lower[nodes] = len(self.axis) + 2 * np.arange(len(nodes))
        middle = np.repeat(self.middle[:, nodes], 2, axis=1)
        radius = np.repeat(self.radius[:, nodes], 2, axis=1)
        at = np.arange(2 * len(nodes))
        axes = np.repeat(along, 2)
        radius[axes, at] /= 2
        middle[axes, at] += np.where(at % 2 == 0, -1.0, 1.0) * radius[axes, at]
        self.axis = np.concatenate([self.axis, np.full(len(at), LEAF)])
        self.lower = np.concatenate([self.lower, np.zeros(len(at), dtype=np.int64)])
        self.middle = np.concatenate([self.middle, middle], axis=1)
        self.radius = np.concatenate([self.radius, radius], axis=1)
        return self._judge(middle, radius)

    def _judge(self, middle: Array, radius: Array) -> Stuck | None:
        score, along, suspect = self.screen.judge(middle, radius)
        self.score = np.concatenate([self.score, score])
        self.along = np.concatenate([self.along, along])
        for k in np.flatnonzero(suspect)[:8].tolist():
            centre = self._box(middle[:, k], 0 * radius[:, k]).cell
            self.tried += 1
            if self.cover.violated(centre):
                return self._stuck(centre, f"fails at {centre.text(self.cover.box.names)}", false=True)
        return None

    def _confirm(self) -> Tree | Stuck:
        """The tree, every leaf tried by balls, and split where those need smaller cells."""
        axes, lower_of = self.axis.tolist(), self.lower.tolist()
        marks: list[int] = []
        stack: list[tuple[Cell, int]] = [(self.cover.box.cell.warm(), 0)]
        while stack:
            cell, node = stack.pop()
            axis = axes[node] if node >= 0 else LEAF
            if axis == LEAF:
                self.tried += 1
                if self.cover.passes(cell):
                    marks.append(LEAF)
                    continue
                if self.spent >= 2 * self.budget:
                    return self._worst(cell, f"is not decided by balls of {self.cover.precision} bits")
                axis = int(self.screen.judge(*_floats(cell))[1][0])
                if axis < 0:
                    return self._worst(cell, CLOSE)
                node = -1
            marks.append(axis)
            lower, upper = cell.halves(axis)
            below = lower_of[node] if node >= 0 else -1
            stack += [(upper, below + 1 if below >= 0 else -1), (lower, below)]
        return tuple(marks)

    def _box(self, middle: Array, radius: Array) -> Box:
        ends = [(Fraction(m - r), Fraction(m + r)) for m, r in zip(middle.tolist(), radius.tolist(), strict=True)]
        return Box(self.cover.box.symbols, tuple(ends))

    def _cell(self, node: int) -> Cell:
        """A node's cell, up to rounding; for messages and for leaves that are tried again."""
        return self._box(self.middle[:, node], self.radius[:, node]).cell

    def _worst(self, cell: Cell, what: str) -> Stuck:
        failure: NotCovered = self.cover.failure(cell)
        known = failure.low.is_finite()
        return self._stuck(cell, f"{what}: {failure}" if known else f"is not shown: {failure}")

    def _stuck(self, cell: Cell, what: str, false: bool = False) -> Stuck:
        middle = {sym: (low + high) / 2 for sym, (low, high) in zip(self.cover.box.symbols, cell.ends, strict=True)}
        return Stuck(what, middle, false, self.spent, self.left)


def _floats(cell: Cell) -> tuple[Array, Array]:
    """Midpoint and radius, shapes (d, 1)."""
    ends = np.array([[float(low), float(high)] for low, high in cell.ends])
    return (ends.sum(axis=1) / 2)[:, None], ((ends[:, 1] - ends[:, 0]) / 2)[:, None]


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
        if node.kind in ("mean", "integral"):
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
