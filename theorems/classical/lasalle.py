"""LaSalle's invariance principle, for a function that grows along the flow (Khalil 2002, Theorem 4.4).

On a compact invariant set let L >= 0 with L' = rate >= 0. Every orbit tends to where rate vanishes; one that starts
with L > 0 keeps L above its first value, so it tends to the zeros of the rate other than those of L. If every
factor of the rate is one of `zero`, one of L, or never zero, then `zero` tends to 0 from every start with L != 0.
"""

from theorems.classical import KHALIL_2002
from verify import eq, ge, ne
from verify.claim import cited
from verify.kernel.defined import factors
from verify.kernel.goal import LongTime, Schema, Stays
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    L, rate, zero = at["lyapunov"], at["rate"], at["zero"]
    if not (L.total and zero.total):
        raise TermError("LaSalle: the Lyapunov function and the limit quantity must be defined everywhere")
    named = {*factors(L), *factors(zero)}
    obligations = (
        Stays(goal.flow, goal.closure()),
        eq(goal.flow.derivative(L), rate),
        ge(rate, 0),
        ge(L, 0),
        *(ne(each, 0) for each in factors(rate) if each not in named),
    )
    return obligations, (LongTime(goal.flow, "every", "tends", zero, ZERO, (eq(L, 0),), goal.starts),)


claim = cited(
    "classical.lasalle-growing",
    "LaSalle's invariance principle for a growing function",
    KHALIL_2002.at("Theorem 4.4"),
    "stays, L' = rate >= 0 and L >= 0 on the closed state space; every factor of the rate is one of L, one of zero, "
    "or never 0. Then zero -> 0 from every start with L != 0.",
    Schema("classical.lasalle-growing", (("lyapunov", "term"), ("rate", "term"), ("zero", "term")), build),
)
