"""LaSalle's invariance principle on the sublevel sets of a function (Khalil 2002, Theorem 4.4).

Let the starts be an open bounded set on which Q < level, with Q >= level on its boundary, and Q' = rate <= 0 inside.
For h < level the set {Q <= h} is compact and invariant, so every orbit tends to where the rate vanishes.
"""

from theorems.classical import KHALIL_2002
from theorems.classical._region import open_starts, regular
from verify import eq, ge, gt, le, ne
from verify.claim import cited
from verify.kernel.defined import factors
from verify.kernel.goal import Boundary, Inside, LongTime, Schema
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    Q, level, rate, zero = at["lyapunov"], at["level"], at["rate"], at["zero"]
    w, needs = open_starts(goal)
    if w in level.symbols:
        raise TermError(f"LaSalle, sublevel: the level {level} moves with the state")
    obligations = (
        *needs,
        *regular((Q, zero), w),
        Inside(gt(level, Q)),
        Boundary(ge(Q, level)),
        Inside(eq(goal.flow.derivative(Q), rate)),
        Inside(le(rate, 0)),
        *(Inside(ne(each, 0)) for each in factors(rate) if each not in set(factors(zero))),
    )
    return obligations, (LongTime(goal.flow, "every", "tends", zero, ZERO, (), goal.starts),)


claim = cited(
    "classical.lasalle-sublevel",
    "LaSalle's invariance principle on the sublevel sets of a function",
    KHALIL_2002.at("Theorem 4.4"),
    "the starts are an open set in a disk; Q < level inside and Q >= level on the boundary; inside, Q' = rate <= 0, "
    "and every factor of the rate is one of zero or never 0. Then zero -> 0 from every start.",
    Schema(
        "classical.lasalle-sublevel",
        (("lyapunov", "term"), ("level", "term"), ("rate", "term"), ("zero", "term")),
        build,
    ),
)
