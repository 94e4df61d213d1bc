"""Proposes the argument of another claim about the same flow, and what it supposes. The kernel checks every step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from verify.claim import Claim
from verify.kernel.goal import LongTime
from verify.kernel.lie import Flow
from verify.kernel.proof import Step
from verify.kernel.relation import AnyOf, Relation
from verify.kernel.term import ONE, Term, TermError
from verify.prove.argument import argued_steps

__all__ = ["lent_hypotheses", "lent_steps"]


def lent_steps(claim: Claim, lender: Claim) -> dict[str, tuple[Step, ...]] | None:
    """The lender's steps for a claim of one part; None where it says nothing of the same flow.

    Symbols that the lender has and the claim lacks (an inverse temperature, say) are 1.
    """
    found = _same_flow(claim, lender)
    if found is None or lender.argued is None:
        return None
    part, at = found
    try:
        return {"main": tuple(_moved(step, at) for step in argued_steps(lender)[part])}
    except TermError:
        return None


def lent_hypotheses(claim: Claim, lender: Claim) -> tuple[Relation | AnyOf, ...]:
    """What the lender supposes of the same flow and the claim does not; empty where it says nothing of it."""
    found = _same_flow(claim, lender)
    if found is None:
        return ()
    _, at = found
    moved = tuple(_moved(fact, at) for fact in lender.given)
    return tuple(each for each in moved if each.symbols and each not in claim.sequent.facts)


def _same_flow(claim: Claim, lender: Claim) -> tuple[str, dict[Term, Any]] | None:
    """(a part of the lender about the claim's flow and with its target, the values of what the claim lacks)."""
    (_, goal), *rest = claim.sequent.goals
    if rest or not isinstance(goal, LongTime):
        return None
    names = {str(sym) for sym in claim.sequent.symbols}
    at: dict[Term, Any] = {sym: ONE for sym in lender.sequent.symbols if str(sym) not in names}
    for part, other in lender.sequent.goals:
        if not isinstance(other, LongTime) or (other.flow.states, other.target) != (goal.flow.states, goal.target):
            continue
        with suppress(TermError):
            if not set(at) & set(other.flow.states) and other.flow.subs(at) == goal.flow:
                return part, at
    return None


def _moved(value: Any, at: Mapping[Term, Any]) -> Any:
    """The same with the symbols of `at` replaced, wherever Terms stand in it."""
    if isinstance(value, Step):
        return replace(value, data={name: _moved(each, at) for name, each in value.data.items()})
    if isinstance(value, Flow | Term | Relation | AnyOf):
        return value.subs(at)
    if isinstance(value, tuple | list):
        return tuple(_moved(each, at) for each in value)
    if isinstance(value, Mapping):
        return dict(_pairs(value, at))
    return value


def _pairs(value: Mapping[Any, Any], at: Mapping[Term, Any]) -> Iterator[tuple[Any, Any]]:
    for key, each in value.items():
        yield (key.subs(at) if isinstance(key, Term) else key), _moved(each, at)
