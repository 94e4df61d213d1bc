"""Exact points that are likely to refute: those that refuted what is nearly the same claim, and a few general ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from verify.attack.ground import Ground
from verify.attack.witness import candidates
from verify.claim import Claim
from verify.kernel.exact import Point
from verify.kernel.goal import Pointwise
from verify.kernel.proof import Refused, Refutation, refute

__all__ = ["Pool", "general_points"]

GENERAL = 3
SEARCHED = 6_000
MOST = 12
"""Points that are kept, the newest of those that refuted something first."""


@dataclass
class Pool:
    """Points at which the kernel is asked before anything is searched.

    Attributes:
        general: points that no search for something special has found.
        found: points that refuted something, the newest first.
    """

    general: Sequence[Point] = ()
    found: list[Point] = field(default_factory=list)

    def refute(self, claim: Claim) -> Refutation | None:
        """The kernel's refutation of a pointwise part at one of the points, or None."""
        parts = [name for name, goal in claim.sequent.goals if isinstance(goal, Pointwise)]
        for point in (*self.found, *self.general) if parts else ():
            for part in parts:
                try:
                    return refute(claim.sequent, part, "point", point)
                except Refused:
                    continue
        return None

    def keep(self, refutation: Refutation) -> None:
        """Remember where something was refuted."""
        if refutation.rule == "point":
            self.found = [refutation.point, *(each for each in self.found if each != refutation.point)][:MOST]


def general_points(claim: Claim) -> tuple[Point, ...]:
    """Exact points that satisfy the hypotheses, near random draws; fewer where they are hard to find.

    None for a claim without pointwise parts or without symbols that have coordinates.
    """
    ground = Ground(claim.space, claim.sequent.facts)
    if not ground.symbols or not any(isinstance(goal, Pointwise) for _, goal in claim.sequent.goals):
        return ()
    return tuple(islice(_drawn(ground, claim.seed), GENERAL))


def _drawn(ground: Ground, seed: int) -> Iterator[Point]:
    spent = 0
    for at, (group, cost) in enumerate(candidates(ground, SEARCHED, seed)):
        spent += cost
        if at > len(ground.charts):  # special points come first
            yield from (point for point in group if point is not None and ground.holds(point))
        if spent >= SEARCHED:
            return
