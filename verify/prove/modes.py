"""Proposed: the linear equation that a quantity obeys along an affine flow (rule `modes`)."""

from __future__ import annotations

from verify.kernel.goal import LongTime
from verify.kernel.lie import Flow, slope
from verify.kernel.longtime import NotShown
from verify.kernel.modes import MAX_SYMBOLIC, equation
from verify.kernel.proof import Step
from verify.kernel.term import ZERO, Term, TermError, add, mul, number

__all__ = ["mode_steps"]


def mode_steps(goal: LongTime) -> tuple[Step, ...]:
    """A step that may show the limit; none where the flow has no such equation by form.

    Without parameters the equation of least order; with them the characteristic polynomial of the flow, which every
    quantity obeys that is linear in the states.
    """
    if goal.target != "tends" or goal.quantity is None or goal.value is None or goal.start == "some":
        return ()
    gap = add(goal.quantity, mul(number(-1), goal.value))
    states = set(goal.flow.states)
    try:
        if all(states >= set(each.symbols) for each in (*goal.flow.terms, gap)):
            found = equation(goal.flow, gap)
            coefficients = None if found is None else tuple(number(c) for c in found)
        else:
            coefficients = _characteristic(goal.flow)
    except (NotShown, TermError):
        return ()
    return () if coefficients is None else (Step("modes", {"coefficients": coefficients}),)


def _characteristic(flow: Flow) -> tuple[Term, ...] | None:
    """c_0, ..., c_(n-1) of the characteristic polynomial of the rates' coefficients, by Faddeev and LeVerrier."""
    n = len(flow.states)
    if n > MAX_SYMBOLIC or not all(state.is_real for state in flow.states):
        return None
    matrix = [[slope(rate, state) for state in flow.states] for rate in flow.terms]
    if any(set(flow.states) & set(entry.symbols) for row in matrix for entry in row):
        return None
    power = [[ZERO] * n for _ in range(n)]
    found: list[Term] = [number(1)]
    for k in range(1, n + 1):
        power = _times(
            matrix, [[add(x, found[-1]) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(power)]
        )
        found.append(mul(number(-1), add(*(power[i][i] for i in range(n))) / number(k)))
    return tuple(reversed(found[1:]))


def _times(left: list[list[Term]], right: list[list[Term]]) -> list[list[Term]]:
    columns = list(zip(*right, strict=True))
    return [[add(*(mul(a, b) for a, b in zip(row, column, strict=True))) for column in columns] for row in left]
