"""The attack on parts of other kinds: under hypotheses of their own, regimes, equilibria, bounds, existences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING

from verify.attack.bounds import Pursuit
from verify.attack.existence import impossible, outer_points
from verify.attack.ground import Ground
from verify.attack.witness import candidates, find_point
from verify.kernel.exact import Point
from verify.kernel.goal import Bound, Equilibria, Exists, Pointwise, Regimes, Sequent
from verify.kernel.proof import Refused, Refutation, refute
from verify.kernel.relation import Relation
from verify.kernel.term import TermError
from verify.space import Space

if TYPE_CHECKING:
    from verify.attack.pointwise import Hunt

__all__ = ["at_exact_points", "attack_parts"]

EACH = 16
CHOICES = 64
"""How many ways to fail one hypothesis of each regime are tried."""


def attack_parts(
    space: Space, sequent: Sequent, evaluations: int, seed: int
) -> tuple[list[Refutation], int, list[Hunt]]:
    """(what the kernel confirmed, simplest first within each part; evaluations spent; the hunts under hypotheses)."""
    from verify.attack.pointwise import hunt

    found: list[Refutation] = []
    hunts: list[Hunt] = []
    spent = 0
    for name, goal in sequent.goals:
        points: Iterator[Point] = iter(())
        if isinstance(goal, Pointwise) and goal.given:
            inner = Sequent(sequent.symbols, (*sequent.facts, *goal.given), ((name, replace(goal, given=())),))
            hunted = hunt(space, inner, evaluations, seed)
            spent += hunted.spent
            hunts.append(hunted)
            points = (each.point for each in hunted.ends() or ())
        elif isinstance(goal, Regimes):
            points = _outside(space, sequent, goal, max(evaluations // CHOICES, 2_000), seed)
        elif isinstance(goal, Bound):
            pursuit = Pursuit(space, sequent, name, goal, evaluations, seed)
            pursuit.run()
            spent += pursuit.spent
            found.extend(pursuit.confirmed)
        elif isinstance(goal, Exists):
            refutation, cost = impossible(space, sequent, name, goal, evaluations, seed)
            spent += cost
            found.extend([refutation] if refutation is not None else [])
        elif isinstance(goal, Equilibria):
            more, cost = _counted(space, sequent, name, goal, evaluations, seed)
            spent += cost
            found.extend(more)
        for point in points:
            try:
                found.append(refute(sequent, name, "point", point))
            except Refused:
                continue
    return found, spent, hunts


def at_exact_points(
    space: Space, sequent: Sequent, names: Sequence[str], evaluations: int, seed: int
) -> tuple[list[Refutation], int]:
    """(refutations of parts that floats do not read, for they speak of Wasserstein distances; evaluations spent).

    Exact points of the hypotheses are all that is tried, and of bounds explicit solutions.
    """
    found: list[Refutation] = []
    spent = 0
    for name in names:
        goal = sequent.goal(name)
        if isinstance(goal, Bound):
            pursuit = Pursuit(space, sequent, name, goal, evaluations, seed)
            pursuit.run()
            spent += pursuit.spent
            found.extend(pursuit.confirmed)
        elif isinstance(goal, Pointwise):
            ground = Ground(space, (*sequent.facts, *goal.given))
            for group, cost in candidates(ground, evaluations // 4, seed):
                spent += cost
                for point in islice((each for each in group if each is not None and ground.holds(each)), EACH):
                    try:
                        found.append(refute(sequent, name, "point", point))
                    except Refused:
                        continue
                if found or spent > evaluations:
                    break
    return found, spent


def _outside(space: Space, sequent: Sequent, goal: Regimes, evaluations: int, seed: int) -> Iterator[Point]:
    """Points at which one hypothesis of each regime fails."""
    ways = [[each.negation() for each in facts if isinstance(each, Relation)] for _, facts in goal.options]
    for choice in islice(product(*ways), CHOICES):
        point, _ = find_point(Ground(space, (*sequent.facts, *choice)), evaluations, seed)
        if point is not None:
            yield point


def _counted(
    space: Space, sequent: Sequent, name: str, goal: Equilibria, evaluations: int, seed: int
) -> tuple[list[Refutation], int]:
    from verify.prove.zeros import isolate_step

    points, spent = outer_points(space, sequent, Exists(goal.unknowns, goal.region), evaluations, seed)
    try:
        return [refute(sequent, name, "count", point, isolate_step(goal).data) for point in points[:1]], spent
    except (Refused, TermError):
        return [], spent
