"""LaSalle's invariance principle with a function that grows without bound at the boundary (Khalil 2002, Theorem 4.4).

Let the closed state space be compact with boundary {below = 0}, and let L = above / below, with above >= 0 and
above + below > 0 on it, so that L tends to infinity at the boundary. If L' = rate <= 0 inside, the sets {L <= c} are
compact and invariant, and every orbit tends to where the rate vanishes.
"""

from theorems.classical import KHALIL_2002
from verify import eq, ge, gt, le, ne
from verify.claim import cited
from verify.kernel.defined import factors
from verify.kernel.goal import Inside, LongTime, Schema
from verify.kernel.ring import constant, ratio
from verify.kernel.term import ZERO, TermError, abs2


def build(goal, at):
    above, below, rate, zero = at["above"], at["below"], at["rate"], at["zero"]
    closure = goal.closure()
    factor = ratio(below, closure[0].gap) if len(closure) == 1 else None
    if factor is None or factor <= 0 or len(goal.flow.states) != 1:
        raise TermError("LaSalle, proper: `below` is the gap of the domain of the only state")
    radius = constant(closure[0].gap + abs2(goal.flow.states[0]))
    if closure[0].op != "ge" or radius is None or radius < 0:
        raise TermError(f"LaSalle, proper: the domain is a disk about 0, which is compact; found {closure[0]}")
    if not (above.total and below.total and zero.total):
        raise TermError("LaSalle, proper: above, below and zero must be defined everywhere")
    obligations = (
        ge(above, 0),
        gt(above + below, 0),
        Inside(eq(goal.flow.derivative(above / below), rate)),
        Inside(le(rate, 0)),
        *(Inside(ne(each, 0)) for each in factors(rate) if each not in set(factors(zero))),
    )
    return obligations, (LongTime(goal.flow, "every", "tends", zero, ZERO, (), goal.starts),)


claim = cited(
    "classical.lasalle-proper",
    "LaSalle's invariance principle with a proper function",
    KHALIL_2002.at("Theorem 4.4"),
    "above >= 0 and above + below > 0 on the closed disk {below >= 0}; inside, (above/below)' = rate <= 0, and every "
    "factor of the rate is one of zero or never 0. Then zero -> 0 from every start.",
    Schema(
        "classical.lasalle-proper",
        (("above", "term"), ("below", "term"), ("rate", "term"), ("zero", "term")),
        build,
    ),
)
