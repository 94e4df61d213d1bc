"""A phase that obeys an equation of its own and cannot run round locks (own lemma).

States are angles. Let q, a sum of states with whole coefficients, have a rate g that is a function of q alone, with g
>= 0 at one place and g <= 0 at another. Then g -> 0 along every orbit; if there is one state, orbits converge.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import fixed
from theorems.classical.lojasiewicz import periodic
from verify import ge
from verify.claim import cited
from verify.kernel import ring
from verify.kernel.goal import LongTime, Schema
from verify.kernel.lie import slope
from verify.kernel.term import ZERO, TermError

NAME = "locked phase"


def build(goal, at):
    states, q = goal.flow.states, at["phase"]
    if goal.starts or not all(state.is_real for state in states):
        raise TermError(f"{NAME}: the states are angles, every one a start")
    for each in goal.flow.terms:
        periodic(each, states)
    turns = {x: ring.constant(slope(q, x)) for x in states}
    own = next((x for x, m in turns.items() if m in (1, -1)), None)
    whole = all(m is not None and m.denominator == 1 for m in turns.values())
    if own is None or not whole or not ring.equal(q, sum((m * x for x, m in turns.items()), ZERO)):
        raise TermError(f"{NAME}: {q} is no sum of states with whole coefficients, one of them 1 or -1")
    rate = goal.flow.derivative(q)

    def where(phase):
        return rate.subs({**dict.fromkeys(states, ZERO), own: turns[own] * phase})

    if not ring.equal(rate, where(q)):
        raise TermError(f"{NAME}: the rate {rate} of the phase is no function of it alone")
    low, high, factor = (fixed(at[name], states, NAME) for name in ("low", "high", "factor"))
    limits = [LongTime(goal.flow, "every", "tends", factor * rate, ZERO, (), goal.starts)]
    if len(states) == 1:
        limits.append(LongTime(goal.flow, "every", "point", None, None, (), goal.starts))
    return (ge(where(low), 0), ge(0, where(high))), tuple(limits)


claim = cited(
    "classical.locked-phase",
    "A phase with an equation of its own that does not run round locks",
    OWN_LEMMA.at("locked phase"),
    "the states are angles, and the rates analytic and 2 pi-periodic; the rate g of the phase, a sum of states with "
    "whole coefficients, is a function of it alone, g >= 0 at low and g <= 0 at high. Then factor g -> 0 along every "
    "orbit; if there is one state, every orbit converges.",
    Schema(
        "classical.locked-phase",
        (("phase", "term"), ("low", "term"), ("high", "term"), ("factor", "term")),
        build,
    ),
)
