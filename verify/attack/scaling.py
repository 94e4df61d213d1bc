"""What measured points say of a stated exponent: they support it, make it a suspect, or say nothing.

They support it where the fit of all points and that of the upper half of the range both lie within three errors of it,
and three errors are no more than the claim allows. It is a suspect where both lie farther. They never refute.
"""

from __future__ import annotations

from collections.abc import Iterable

from verify.attack.outcome import Outcome, Survey
from verify.kernel.goal import Goal, Scaling

__all__ = ["measured"]


def measured(goals: Iterable[tuple[str, Goal]], evaluations: int) -> Outcome | None:
    """The outcome for a claim all of whose parts are scalings; None for every other claim.

    Args:
        evaluations: a measure that costs more is not taken.
    """
    from verify.attention.scalings import MEASURES, fit, take

    goals = tuple(goals)
    parts = [(name, goal) for name, goal in goals if isinstance(goal, Scaling)]
    if not parts or len(parts) != len(goals):
        return None
    spent, points, suspects, said, dear = 0, [], 0, [], []
    for name, goal in parts:
        measure = MEASURES[goal.measure]
        if spent + measure.evaluations > evaluations:
            dear.append(f"{name}: its measure takes {measure.evaluations:,} evaluations, beyond the budget")
            continue
        spent += measure.evaluations
        found = fit(take(goal.measure))
        stated, limit = float(goal.exponent), float(goal.within)
        if found.agrees(stated) and 3 * found.error <= limit:
            points.append(found.points)
            said.append(f"{found}; stated {goal.exponent}")
        elif found.excludes(stated):
            suspects += 1
            said.append(f"a suspect: {found}, more than three errors from the stated {goal.exponent}")
        else:
            said.append(f"a fit that says nothing: {found}, stated {goal.exponent} to within {goal.within}")
    supported = len(points) == len(parts)
    sentence = "; ".join(said)
    survey = Survey(
        effective=sum(points) if supported else 0,
        suspects=suspects,
        distribution="measured at given values of the parameter",
        tried=tuple(said),
        not_tried=tuple(dear),
        measured=f"supported by a fit, not proved: {sentence}" if supported else sentence,
    )
    return Outcome(evaluations=spent, survey=survey)
