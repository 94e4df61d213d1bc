"""Terms that change with differences of states alone, with one state less."""

from __future__ import annotations

from collections.abc import Sequence

from verify.kernel import ring
from verify.kernel.ring import NotPolynomial
from verify.kernel.term import ZERO, Term, add, mul, number

__all__ = ["apart", "turned"]


def apart(values: Sequence[Term], states: Sequence[Term]) -> tuple[tuple[Term, ...], dict[Term, Term]]:
    """(the values with the last state 0, how to come back), if they stay when all states grow by the same number.

    Otherwise the values as they are, and nothing to be put back.
    """
    if len(states) < 2 or not all(turned(value, states) for value in values):
        return tuple(values), {}
    return tuple(value.subs(states[-1], ZERO) for value in values), _back(states)


def turned(value: Term, states: Sequence[Term]) -> bool:
    """Does the value stay, by form, when all states grow by the same number?"""
    try:
        return ring.equal(value, value.subs(states[-1], ZERO).subs(_back(states)))
    except NotPolynomial:
        return False


def _back(states: Sequence[Term]) -> dict[Term, Term]:
    *others, last = states
    return {x: add(x, mul(number(-1), last)) for x in others}
