"""Points at which the hypotheses hold and a conclusion has no value: a zero denominator, a root outside its domain."""

from __future__ import annotations

from collections.abc import Sequence

from verify.attack.ground import Ground
from verify.attack.witness import find_point
from verify.kernel import point as at_point
from verify.kernel.defined import obligations
from verify.kernel.exact import Point, Undefined
from verify.kernel.sign import Facts
from verify.kernel.term import Term

__all__ = ["EACH", "find_undefined", "why_undefined"]

EACH = 6_000
LEAST = 1_500
"""Evaluations for each obligation that is not manifest from the hypotheses; fewer where there are many."""


def why_undefined(ground: Ground, terms: Sequence[Term], point: Point) -> str | None:
    """Why a Term certainly has no value at an exact point; None if all may have one, or if a fact fails there."""
    if not ground.holds(point):
        return None
    for each in terms:
        try:
            at_point.has_value(each, point)
        except Undefined as error:
            return str(error)
    return None


def find_undefined(ground: Ground, terms: Sequence[Term], budget: int, seed: int) -> tuple[Point | None, str, int]:
    """(an exact point of the ground where a Term is undefined, why, evaluations spent), else (None, "", spent)."""
    facts, tokens, spent = Facts(ground.facts), ground.space.tokens, 0
    open_ = [
        obligation
        for obligation in obligations(terms)
        if not any(sym in tokens for sym in obligation.symbols) and not facts.holds(obligation)
    ]
    each = min(EACH, max(LEAST, budget // (2 * len(open_)))) if open_ else 0
    for obligation in open_:
        fails = [option.negation() for option in obligation.options]
        point, cost = find_point(Ground(ground.space, (*ground.facts, *fails)), each, seed)
        spent += cost
        reason = None if point is None else why_undefined(ground, terms, point)
        if reason is not None:
            return point, reason, spent
    return None, "", spent
