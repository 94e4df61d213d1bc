"""Plain searches, to compare the attack with: uniform draws, and Hypothesis. They know nothing of special points,
surfaces, equilibria or margins.

Both draw coordinates in the windows of a space and ask of each draw what a test would: do the hypotheses hold there and
does the conclusion fail? Floats answer first; what they find counts once the kernel accepts it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.attack.ground import NOISE, Ground
from verify.attack.margins import Margins
from verify.attack.points import Columns, near, row_of
from verify.claim import Claim
from verify.kernel.goal import Bound, Goal, LongTime, Pointwise
from verify.kernel.proof import Refused, refute
from verify.kernel.term import TermError
from verify.readings.batch import compile_batch
from verify.space import Natural, Space

__all__ = ["Plain", "by_draws", "by_hypothesis"]

BLOCK = 2_000
CONFIRMED = 8


@dataclass(frozen=True)
class Plain:
    """What a plain search came to.

    Attributes:
        tests: whether there is anything that a draw could show; an existence, say, falls to no draw.
        evaluations: draws, up to the one that failed.
        seconds: of processor time.
    """

    found: bool
    evaluations: int
    seconds: float
    tests: bool = True


Failing = Callable[[Columns], Any]
"""Which rows seem to satisfy the hypotheses and to fail the conclusion; shape (N,)."""


def _checks(claim: Claim) -> list[tuple[str, tuple[str, ...], Failing]]:
    """Part, the kernel's rules that may confirm a failure at a point, and how floats see one."""
    found: list[tuple[str, tuple[str, ...], Failing]] = []
    for name, goal in claim.sequent.goals:
        rules = {Pointwise: ("point",), Bound: ("point",), LongTime: ("equilibrium", "sink")}.get(type(goal), ())
        if rules:
            found.append((name, rules, _failing(claim, name, goal)))
    return found


def _failing(claim: Claim, name: str, goal: Goal) -> Failing:
    if isinstance(goal, LongTime):
        return _resting(claim, goal)
    if isinstance(goal, Bound):
        goal = Pointwise(goal.relation, (), (*goal.during, *goal.starts))
    assert isinstance(goal, Pointwise)
    ground = Ground(claim.space, (*claim.sequent.facts, *goal.given))
    margins = Margins([(name, replace(goal, given=()))], ground.symbols)

    def failing(columns: Columns) -> Any:
        return ground.inside(columns)[0] & margins(columns).violated[0]

    return failing


def _resting(claim: Claim, goal: LongTime) -> Failing:
    """A state at rest is the one thing that a point can show about long times."""
    import numpy as np

    ground = Ground(claim.space, (*claim.sequent.facts, *goal.starts))
    rates = compile_batch(goal.flow.terms, ground.symbols)

    def failing(columns: Columns) -> Any:
        rest = ground.inside(columns)[0]
        for value, error in rates(columns):
            rest = rest & (np.abs(value) <= NOISE * error)
        return rest

    return failing


def _search(claim: Claim, evaluations: int, blocks: Iterator[Any]) -> Plain:
    """Test blocks of coordinates, shape (N, dims) each."""
    import numpy as np

    started, spent = time.process_time(), 0
    checks = _checks(claim)
    for block in blocks if checks else ():
        columns = claim.space.columns(block)
        for part, rules, failing in checks:
            with np.errstate(all="ignore"):
                rows = np.flatnonzero(failing(columns))
            for at in rows[:CONFIRMED]:
                if _confirmed(claim, part, rules, columns, int(at)):
                    return Plain(True, spent + int(at) + 1, time.process_time() - started)
        spent += len(block)
        if spent >= evaluations:
            break
    return Plain(False, spent, time.process_time() - started, bool(checks))


def _confirmed(claim: Claim, part: str, rules: Sequence[str], columns: Columns, at: int) -> bool:
    point = near(claim.space, row_of(columns, at), None)
    for rule in rules if point is not None else ():
        assert point is not None
        try:
            refute(claim.sequent, part, rule, point)
        except (Refused, TermError):
            continue
        return True
    return False


def by_draws(claim: Claim, evaluations: int, seed: int = 0) -> Plain:
    """Uniform draws in the windows."""
    import numpy as np

    rng = np.random.default_rng(seed)
    low, high = np.array(claim.space.box, dtype=float).reshape(-1, 2).T

    def blocks() -> Iterator[Any]:
        while True:
            yield rng.uniform(low, high, size=(min(BLOCK, evaluations), len(low)))

    return _search(claim, evaluations, blocks())


def by_hypothesis(claim: Claim, evaluations: int, seed: int = 0) -> Plain:
    """Hypothesis, with a strategy of floats (of integers for naturals) for each coordinate in its window."""
    import numpy as np

    def blocks() -> Iterator[Any]:
        spent = at = 0
        while spent < evaluations:
            rows = _examples(claim.space, min(BLOCK, evaluations - spent), seed + at)
            yield np.array(rows, dtype=float).reshape(-1, len(claim.space.box))
            if len(rows) < BLOCK:  # there are no more, or these were the last
                return
            spent, at = spent + len(rows), at + 1

    return _search(claim, evaluations, blocks())


def _examples(space: Space, count: int, seed: int) -> list[tuple[float, ...]]:
    import hypothesis
    from hypothesis import strategies as st

    coordinates = []
    for domain in space.domains.values():
        for low, high in domain.box:
            whole = isinstance(domain, Natural)
            coordinates.append(st.integers(int(low), int(high) - 1) if whole else st.floats(low, high))
    rows: list[tuple[float, ...]] = []

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(st.tuples(*coordinates))
    def test(row: tuple[float, ...]) -> None:
        rows.append(row)

    test()
    return rows
