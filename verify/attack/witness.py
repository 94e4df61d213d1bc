"""Witnesses: exact points at which given facts certainly hold."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from verify.attack.ground import Ground
from verify.attack.points import LIMITS, row_of, take
from verify.attack.search import minimise
from verify.attack.surface import Chart
from verify.claim import Claim
from verify.kernel.exact import Point
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import Term
from verify.space import Space

__all__ = ["candidates", "find_part_witness", "find_point", "find_witness"]

FIRST = 12
"""Special points that are tried exactly before anything is compiled."""
KEPT = 16
DRAWN = 4096
EACH = 12
EXACTLY = 16
"""What an exact point costs, in evaluations in floats."""


def find_witness(claim: Claim, evaluations: int = 60_000) -> Point | None:
    """Exact coordinates at which all domains and hypotheses of the claim certainly hold, simple ones preferred.

    None means that none was found; it does not mean that there is none.
    """
    found, _ = find_point(Ground(claim.space, claim.sequent.facts), evaluations, claim.seed)
    return found


def find_part_witness(claim: Claim, own: tuple[Relation | AnyOf, ...], evaluations: int = 60_000) -> Point | None:
    """The same where the hypotheses of one part, `own`, hold as well."""
    found = _of_part(claim.space, (*claim.sequent.facts, *own), evaluations, claim.seed)
    return None if found is None else dict(found)


@lru_cache(maxsize=KEPT)
def _of_part(space: Space, facts: tuple[Relation | AnyOf, ...], evaluations: int, seed: int) -> Point | None:
    """Kept for a while, as it is asked for by each step that is tried on one claim."""
    return find_point(Ground(space, facts), evaluations, seed)[0]


def find_point(ground: Ground, evaluations: int, seed: int) -> tuple[Point | None, int]:
    """(an exact point of the ground, or None; evaluations spent)."""
    spent = 0
    for group, cost in candidates(ground, evaluations, seed):
        spent += cost
        for point in group:
            spent += EXACTLY
            if point is not None and ground.holds(point):
                return point, spent
            if spent >= evaluations:
                break
        if spent >= evaluations:
            break
    return None, spent


def _first(ground: Ground) -> Iterator[Point | None]:
    return (chart.settle(point) for point in ground.space.special(FIRST) for chart in ground.charts)


def candidates(ground: Ground, evaluations: int, seed: int) -> Iterator[tuple[Iterator[Point | None], int]]:
    """Groups of exact points worth testing (None where one was tried in vain), with what finding them cost."""
    yield _first(ground), 0
    import numpy as np

    for chart in ground.charts:
        yield _special(ground, chart), len(ground.special)
    rng = np.random.default_rng(seed)
    drawn = max(256, min(DRAWN, evaluations // (3 * len(ground.turns))))
    for crowd, scale, chart in ground.turns:
        columns, _ = ground.project(crowd.fitted(chart).columns(rng, drawn, scale), chart)
        _, possible, violation = ground.inside(columns)
        chosen = np.flatnonzero(possible)
        chosen = chosen[np.argsort(violation[chosen], kind="stable")][:EACH]
        yield _made_exact(ground, chart, take(columns, chosen), len(chosen)), drawn
    for crowd, chart in [(each, chart) for each in ground.crowds for chart in each.charts]:
        columns, _ = ground.project(crowd.draws.far(rng, drawn), chart)
        chosen = np.flatnonzero(ground.inside(columns)[1])[:EACH]
        yield _made_exact(ground, chart, take(columns, chosen), len(chosen)), drawn
    for band, _ in ground.bands:
        yield _special(band, band.charts[0]), len(ground.special)
        columns, _ = band.project(band.fitted(band.charts[0]).columns(rng, drawn), band.charts[0])
        chosen = np.flatnonzero(ground.inside(columns)[1])[:EACH]
        yield _made_exact(band, band.charts[0], take(columns, chosen), len(chosen)), drawn
    share = max(2_000, evaluations // (2 * len(ground.turns)))
    for crowd, scale, chart in ground.turns:

        def violation_of(columns: dict[Term, Any], chart: Chart = chart) -> Any:
            return ground.inside(ground.project(columns, chart)[0])[2]

        best, cost = minimise(crowd.space, violation_of, crowd.draws.bounds(scale), share, seed)
        columns, _ = ground.project(crowd.space.columns(best), chart)
        yield _made_exact(ground, chart, columns, len(best)), cost


def _special(ground: Ground, chart: Chart) -> Iterator[Point | None]:
    import numpy as np

    columns, _ = ground.project(ground.special_columns, chart)
    _, possible, violation = ground.inside(columns)
    good = np.flatnonzero(possible & (violation == 0))[: 4 * EACH]
    close = np.flatnonzero(possible & (violation > 0))[:EACH]
    return (chart.settle(ground.special[at]) for at in (*good, *close))


def _made_exact(ground: Ground, chart: Chart, columns: dict[Term, Any], count: int) -> Iterator[Point | None]:
    """Simple exact points near all rows first, then finer ones."""
    rows = [row_of(columns, at) for at in range(count)]
    for limit in LIMITS:
        for row in rows:
            yield next(ground.exactly(row, chart, (limit,)), None)
