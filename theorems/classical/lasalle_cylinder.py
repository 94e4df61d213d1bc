"""LaSalle's invariance principle for numbers and angles, logarithms, and starts that are driven off a set (own lemma).

States are real; those after a turn of which nothing changes are angles. The closed starts K are a polyhedron that the
flow keeps. V = W - sum of d_i log x_i falls along orbits, -V' >= factor (seen escape)^2, and its sublevel sets in K are
compact modulo turns. |escape| grows wherever it is small. So at limit points V' and `seen` are 0, and so are the
derivatives of `seen`: `zero`, which is 0 where they are, tends to 0 from every start with escape != 0.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import fixed
from theorems.classical._region import analytic, angles, polyhedron
from verify import eq, ge, gt
from verify.claim import cited
from verify.kernel import ring
from verify.kernel.goal import LongTime, Schema
from verify.kernel.lie import slope
from verify.kernel.relation import Relation
from verify.kernel.term import ONE, ZERO, TermError, mul

NAME = "LaSalle, cylinder"


def build(goal, at):
    states, rate_of = goal.flow.states, goal.flow.derivative
    W, rate, seen, zero, L, keep = (at[key] for key in ("lyapunov", "rate", "seen", "zero", "escape", "keep"))
    if not all(state.is_real for state in states):
        raise TermError(f"{NAME}: the states are real")
    gaps = polyhedron(goal, NAME)
    offset, size, edge = (fixed(at[key], states, NAME) for key in ("offset", "size", "edge"))
    logs = {x: d for x in states if (d := fixed(slope(at["logs"], x), states, NAME)) is not ZERO}
    wrong = next((x for x in logs if Relation("gt", x, ZERO) not in goal.starts), None)
    if wrong is not None:
        raise TermError(f"{NAME}: logarithms are those of states that are positive by their domain; found {wrong}")
    once = rate_of(seen)
    spoken = (*goal.flow.terms, W, seen, zero, L, rate, once)
    turning = angles(spoken, [x for x in states if not any(x in gap.symbols for gap in gaps)])
    sizes = [x if x in gaps else x**2 for x in states if x not in turning]
    product = mul(ONE, *logs)
    less = [mul(d, dict(goal.flow.rates)[x], *(y for y in logs if y is not x)) for x, d in logs.items()]
    vanish = at["direct"] * rate + at["first"] * seen + at["second"] * once + at["third"] * rate_of(once)
    driven = () if L is ONE else (eq(rate_of(L), at["growth"] * L), ge(at["growth"], at["pull"] * (edge - L**2)))
    obligations = (
        *analytic(spoken, NAME),
        *(ge(rate_of(gap) + keep * gap, 0) for gap in gaps),
        eq(rate_of(W) * product - sum(less, ZERO), rate * product),
        *(gt(d, 0) for d in logs.values()),
        *((gt(size, 0), ge(W + offset, size * sum(sizes, ZERO))) if sizes else ()),
        gt(at["factor"], 0),
        ge(-rate, at["factor"] * (seen * L) ** 2),
        ge(vanish, zero**8 * L**2),
        *((*driven, ge(at["pull"], 0), gt(edge, 0)) if driven else ()),
    )
    exceptions = () if L is ONE else (eq(L, 0),)
    limits = [LongTime(goal.flow, "every", "tends", zero, ZERO, exceptions, goal.starts)]
    if _is_distance(zero, states):
        limits.append(LongTime(goal.flow, "every", "point", None, None, exceptions, goal.starts))
    return obligations, tuple(limits)


def _is_distance(zero, states):
    """Is it the square of the distance from one point?"""
    apart = [slope(zero, x) / 2 for x in states]
    if any(set(states) & set((x - each).symbols) for x, each in zip(states, apart, strict=True)):
        return False
    return bool(ring.equal(zero, sum((each**2 for each in apart), ZERO)))


NAMES = "lyapunov logs offset size rate factor seen zero direct first second third escape growth pull edge keep"

claim = cited(
    "classical.lasalle-cylinder",
    "LaSalle's invariance principle for numbers and angles",
    OWN_LEMMA.at("LaSalle, cylinder"),
    "on the closed starts, a polyhedron with gap' + keep gap >= 0 for each of its gaps, W + offset >= size (the sum of "
    "the nonnegative states and of the squares of others but angles); (W - sum of d_i log x_i)' = rate, logs = sum of "
    "d_i x_i; -rate >= factor (seen escape)^2; direct rate + first seen + second seen' + third seen'' >= zero^8 "
    "escape^2; escape' = growth escape, growth >= pull (edge - escape^2). Then zero -> 0 from every start with "
    "escape != 0; if zero is the square of the distance from a point, orbits converge.",
    Schema("classical.lasalle-cylinder", tuple((name, "term") for name in NAMES.split()), build),
)
