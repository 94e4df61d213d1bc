"""The attack on long-time conclusions: equilibria, sinks and conserved quantities at exact parameters."""

from __future__ import annotations

from dataclasses import dataclass, field

from verify.kernel.goal import LongTime, Sequent
from verify.kernel.proof import Refutation
from verify.space import Space

__all__ = ["Chase", "chase"]


@dataclass
class Chase:
    """One attack on the long-time parts of a sequent."""

    spent: int = 0
    simplest: Refutation | None = None
    worst: Refutation | None = None
    tried: list[str] = field(default_factory=list)
    not_tried: list[str] = field(default_factory=list)

    def ends(self) -> tuple[Refutation, Refutation] | None:
        """(simplest, worst) of what was confirmed."""
        return None if self.simplest is None else (self.simplest, self.worst or self.simplest)


def chase(space: Space, sequent: Sequent, budget: int, seed: int) -> Chase:
    """Attack the long-time parts of a sequent."""
    parts = [name for name, goal in sequent.goals if isinstance(goal, LongTime)]
    return Chase(not_tried=[f"nothing yet for {', '.join(parts)}"])
