"""A planar flow with a Dulac function, a single zero, and a circle that repels tends to the zero (own lemma).

As in classical.dulac-repeller an orbit that starts inside has no limit points inside but the zero. On the circle let
m rate g > g', with gap' = rate gap and g > 0 there: then g/gap^m falls along orbits near the circle (an average
Lyapunov function, Hofbauer 1981), where it is infinite, so the orbit has no limit point on the circle either.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._planar import positive, smooth
from theorems.classical.dulac_repeller import single_zero
from verify import abs2, eq, gt
from verify.claim import cited
from verify.kernel.goal import Boundary, LongTime, Schema
from verify.kernel.term import ZERO, TermError


def build(goal, at):
    name, g, rate = "Dulac, attractor", at["above"], at["rate"]
    state, _, gap, obligations = single_zero(goal, at["weight"], at["at"], name)
    m = positive(at["exponent"], name)
    if not all(each.total and each.is_real and smooth(each) for each in (g, rate)):
        raise TermError(f"{name}: above and rate must be real, smooth and defined everywhere")
    repels = (
        eq(goal.flow.derivative(gap), rate * gap),
        Boundary(gt(g, 0)),
        Boundary(gt(m * rate * g, goal.flow.derivative(g))),
    )
    conclusion = LongTime(goal.flow, "every", "tends", abs2(state - at["at"]), ZERO, (), goal.starts)
    return (*obligations, *repels), (conclusion,)


claim = cited(
    "classical.dulac-attractor",
    "A planar flow with a Dulac function, one zero, and a circle that repels tends to the zero",
    OWN_LEMMA.at("L2 (iii)"),
    "the disk stays; div(weight F) > 0 and weight != 0 inside; the point `at` is inside, F vanishes there and nowhere "
    "else inside; gap' = rate gap, and on the circle above > 0 and exponent rate above > above'. Then every orbit "
    "tends to the point.",
    Schema(
        "classical.dulac-attractor",
        (("weight", "term"), ("at", "term"), ("above", "term"), ("exponent", "term"), ("rate", "term")),
        build,
    ),
)
