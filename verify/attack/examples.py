"""Property-based search: Hypothesis draws exact points at which a claim's hypotheses hold, and shrinks a failing one.

    test_square = verify.search(claim)          # fails at a point that the kernel accepts as a counterexample

    @verify.search(claim)                       # or: a body of your own
    def test_it(point): ...

Coordinates are integers over a fixed denominator while Hypothesis works with them; points are exact.
"""

from __future__ import annotations

import re as regex
from collections.abc import Callable
from functools import wraps
from math import isfinite
from typing import TYPE_CHECKING, Any

from verify.attack.ground import Ground
from verify.attack.outcome import point_text
from verify.attack.points import row_of
from verify.attack.surface import Chart
from verify.claim import Claim, ClaimError
from verify.kernel import ball
from verify.kernel.exact import Point
from verify.kernel.goal import AnyDimension, Bound, Goal, LongTime, Pointwise, Regimes, own_hypotheses
from verify.kernel.proof import Refused, refute
from verify.kernel.term import TermError
from verify.words import EveryDimension, at_dimension

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["PROFILES", "points", "register_profiles", "search"]

PROFILES = {"dev": 50, "ci": 100, "hunt": 5_000}
"""Settings profile -> examples for each test; ci draws the same ones every time."""
ATTEMPTS = 3
"""Draws until one is made with the hypotheses built in."""
CUBE = 1 << 12
BUILT = (1, 8, 64, 1 << 20, None)
"""Denominators that are tried for it; None: the floats themselves."""
RULES: tuple[tuple[type[Goal], tuple[str, ...]], ...] = (
    (Pointwise, ("point",)),
    (Regimes, ("point",)),
    (Bound, ("point",)),
    (LongTime, ("equilibrium", "sink")),
)


def search(claim: Claim, part: str = "main", **chosen: Any) -> Callable[..., Any]:
    """A test of one part of a claim, or a decorator for a test that takes a `point`.

    Args:
        part: of the conclusion.
        chosen: settings of Hypothesis, such as `max_examples`; others come from the profile.

    Returns:
        Called by pytest, a test that the part does not certainly fail at points of the space that satisfy its
        hypotheses. Called with a function, that function as a test: `point` maps symbols to exact constants.

    Raises:
        ClaimError: there is no such part.
    """
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis.strategies import deferred

    concrete = at_dimension(claim, 2) if isinstance(claim.shows, EveryDimension) else claim
    goal = _goal(concrete, part)
    register_profiles()
    drawn = deferred(lambda: points(concrete, part))
    fixed = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], **chosen}

    def dressed(body: Callable[..., Any], **more: Any) -> Any:
        return settings(**{**more, **fixed})(given(point=drawn)(body))

    def check(point: Point) -> None:
        __tracebackhide__ = True
        _check(concrete, part, goal, point)

    check.__name__ = check.__qualname__ = regex.sub(r"\W", "_", claim.id)
    alone = dressed(check, phases=[each for each in settings().phases if each is not Phase.explain])

    @wraps(alone)
    def test(body: Callable[..., Any] | None = None) -> Any:
        return alone() if body is None else dressed(body)

    return test


def points(claim: Claim, part: str = "main") -> SearchStrategy[Point]:
    """Exact points of the space at which the facts, and the part's own hypotheses, certainly hold.

    Raises:
        ClaimError: there is no such part.
    """
    from hypothesis import reject
    from hypothesis.strategies import composite, integers, lists, sampled_from

    facts = claim.sequent.facts
    ground = Ground(claim.space, (*facts, *own_hypotheses(_goal(claim, part), facts)))
    anywhere, charts = claim.space.strategy(), sampled_from(ground.charts)
    dims = len(claim.space.box)
    cube = lists(integers(0, CUBE), min_size=dims, max_size=dims)

    @composite
    def satisfying(draw: Callable[[SearchStrategy[Any]], Any]) -> Point:
        for _ in range(ATTEMPTS):
            point: Point | None = draw(charts).settle(draw(anywhere))
            if point is not None and ground.holds(point):
                return point
        built = _built(ground, draw(charts), draw(cube))
        if built is not None:
            return built
        reject()

    return satisfying()


def _built(ground: Ground, chart: Chart, place: list[int]) -> Point | None:
    """The point of a place in the cube of draws, into which hypotheses are built."""
    import numpy as np

    fitted = ground.fitted(chart)
    if fitted.plain:
        return None
    columns, _ = ground.project(fitted.placed(np.array([place]) / CUBE), chart)
    return next(filter(ground.holds, ground.exactly(row_of(columns, 0), chart, BUILT)), None)


def register_profiles() -> None:
    """Tell Hypothesis of the profiles; one of that name that exists stays as it is."""
    from hypothesis import settings
    from hypothesis.errors import InvalidArgument

    for name, examples in PROFILES.items():
        try:
            settings.get_profile(name)
        except InvalidArgument:
            settings.register_profile(name, max_examples=examples, deadline=None, derandomize=name == "ci")


def _goal(claim: Claim, part: str) -> Goal:
    named = dict(claim.sequent.goals)
    if part not in named:
        raise ClaimError(f"{claim.id}: found no part {part!r}; expected one of {', '.join(named)}")
    goal = named[part]
    assert not isinstance(goal, AnyDimension)
    return goal


def _check(claim: Claim, part: str, goal: Goal, point: Point) -> None:
    """Raise where the kernel accepts the point as a counterexample."""
    __tracebackhide__ = True
    rules = next((rules for kind, rules in RULES if isinstance(goal, kind)), ())
    if not rules:
        raise ClaimError(
            f"{claim.id}: no point refutes a part of the kind {type(goal).__name__}; give the search a body of its own"
        )
    if isinstance(goal, Pointwise | Bound) and _plainly_holds(goal, point):
        return
    for rule in rules:
        try:
            refute(claim.sequent, part, rule, point)
        except (Refused, TermError):
            continue
        found = ", ".join(f"{name} = {value}" for name, value in (point_text(point) or {}).items())
        raise AssertionError(f"{claim.id}: {_named(part)}the conclusion fails at {found}")


def _named(part: str) -> str:
    return "" if part == "main" else f"part {part}: "


def _plainly_holds(goal: Pointwise | Bound, point: Point) -> bool:
    """Does a 64-bit ball show that an order holds? Hypothesis is told the gap, to make it small."""
    from hypothesis import target

    relation = goal.relation
    if relation.op not in ("ge", "gt") or any(sym not in point for sym in relation.symbols):
        return False
    gap = ball.enclose(relation.gap, point)
    middle = float(gap.real.mid())
    if isfinite(middle):
        target(-middle, label="violation")
    return ball.certain_sign(gap) == 1
