"""Walks inside the hypotheses, from a point that was found.

A walk proposes a step in a random direction, at lengths over twelve orders of magnitude, and shortens it until it stays
inside the hypotheses. Its points depend on where it began: they support nothing and are not counted as samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verify.attack.ground import Ground
from verify.attack.points import Columns, columns_of, take
from verify.attack.surface import Chart
from verify.attack.witness import find_point
from verify.kernel.term import Term
from verify.space import Circle, Complex, Natural, Real, Space, Sphere, Token

__all__ = ["movable", "start", "walk"]

ROWS = 128
SHORTENED = 8
"""Times that a step is shortened until it is given up."""


def start(ground: Ground, evaluations: int, seed: int) -> tuple[Columns | None, Chart | None, int]:
    """(one row inside the hypotheses, the chart on which it lies, evaluations spent); None where none is found."""
    point, spent = find_point(ground, evaluations, seed)
    if point is None:
        return None, None, spent
    row = columns_of([point], ground.symbols)
    chart = next((each for each in ground.charts if each.fits(point)), None)
    return (None, None, spent) if chart is None or not ground.inside(row)[1][0] else (row, chart, spent)


def walk(
    ground: Ground, rows: Columns, chart: Chart, least: Callable[[Columns], Any], evaluations: int, seed: int
) -> Iterator[tuple[Columns, int]]:
    """Rows inside the hypotheses, and what it cost to reach them.

    The first half of the steps is taken wherever it stays inside; from then on a step must not raise the least margin.

    Args:
        rows: at least one, to walk from.
        least: margins of rows, shape (N,).
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    here = take(rows, np.arange(ROWS) % len(next(iter(rows.values()))))
    names = movable(ground.space)
    spent, margin = 0, np.full(ROWS, np.inf)
    while names and spent < evaluations:
        descending = 2 * spent > evaluations
        steps = _directions(here, names, rng)
        length = 10.0 ** rng.uniform(-12, 1, ROWS)
        open_ = np.ones(ROWS, bool)
        for _ in range(SHORTENED):
            there = _stepped(ground.space, here, steps, length)
            there, _ = ground.project(there, chart)
            good = open_ & ground.inside(there)[0]
            spent += ROWS
            reached = least(there) if descending else np.full(ROWS, -np.inf)
            good &= reached <= margin
            margin = np.where(good & descending, reached, margin)
            here = {sym: np.where(_wide(good, column), there[sym], column) for sym, column in here.items()}
            open_ &= ~good
            if not open_.any():
                break
            length = length * rng.uniform(-1, 1, ROWS)
        yield here, spent


def movable(space: Space) -> list[Term]:
    """Symbols that can be moved a little: no naturals, and no tokens of a domain with ends."""
    found: list[Term] = []
    for name, domain in space.domains.items():
        inner = domain.inner if isinstance(domain, Token) else domain
        ends = isinstance(domain, Token) and not isinstance(inner, Real | Complex | Circle | Sphere)
        if not ends and not isinstance(inner, Natural):
            found.extend(domain.scalars(space.names[name]))
    return found


def _directions(here: Columns, names: list[Term], rng: Any) -> Columns:
    steps = {}
    for sym in names:
        size = 1 + abs(here[sym])
        part = rng.normal(size=here[sym].shape)
        steps[sym] = size * (part if sym.is_real else part + 1j * rng.normal(size=here[sym].shape))
    return steps


def _stepped(space: Space, here: Columns, steps: Columns, length: Any) -> Columns:
    import numpy as np

    found = {
        sym: column + steps[sym] * _wide(length, column) if sym in steps else column for sym, column in here.items()
    }
    for name, domain in space.domains.items():
        inner = domain.inner if isinstance(domain, Token) else domain
        if isinstance(inner, Sphere):
            names = domain.scalars(space.names[name])
            norm = np.sqrt(sum(found[sym] ** 2 for sym in names))
            found |= {sym: found[sym] / norm for sym in names}
    return found


def _wide(values: Any, column: Any) -> Any:
    """One value for each row, with an axis for tokens where the column has one."""
    return values[:, None] if column.ndim == 2 else values
