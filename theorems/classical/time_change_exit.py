"""A field that vanishes on the circle with the factor |w|^2 - r^2: orbits end where the solutions of the other factor
meet the circle (own lemma; the theorem of Picard and Lindelof).

Let w' = speed (r^2 - |w|^2) Y(w). In the time ds = speed (r^2 - |w|^2) dt the orbit of w solves dW/ds = Y(W). If W
meets the circle at s = S, then w tends to W(S), which it reaches after infinite time.
"""

from theorems.classical import OWN_LEMMA
from theorems.classical._region import disk, regular
from verify import ge, gt, le
from verify.claim import cited
from verify.kernel.goal import LongTime, Schema
from verify.kernel.lie import Flow
from verify.kernel.ring import equal
from verify.kernel.term import ONE, ZERO, TermError


def factored(goal, speed, field):
    """(state, gap of the disk, obligations): the rate is speed * gap * field with speed > 0 free of the state."""
    w, gap = disk(goal)
    (rate,) = goal.flow.terms
    if w in speed.symbols or not equal(rate, speed * gap * field):
        raise TermError(f"time change: the rate is not ({speed}) * ({gap}) * ({field}), the first free of the state")
    return w, gap, (*regular((rate, field), w), gt(speed, 0))


def build(goal, at):
    W, time, moment = at["solution"], at["time"], at["moment"]
    w, gap, needs = factored(goal, at["speed"], at["field"])
    if time.kind != "sym" or time.payload[1] != "real" or time in (*goal.flow.terms[0].symbols, *at["field"].symbols):
        raise TermError(f"time change: the time is a real symbol of its own; found {time}")
    slope = Flow.of({time: ONE}).derivative(W)
    if not equal(W.subs(time, ZERO), w) or not equal(slope, at["field"].subs(w, W)):
        raise TermError(f"time change: {W} does not solve d/d{time} = {at['field']} from {w}")
    meets = le(gap.subs(w, W.subs(time, moment)), 0)
    obligations = (*needs, *regular((W, slope), time), ge(moment, 0), meets)
    return obligations, (LongTime(goal.flow, "every", "tends", gap, ZERO, (), goal.starts),)


claim = cited(
    "classical.time-change-exit",
    "An orbit ends where the solution of the field without its factor meets the circle",
    OWN_LEMMA.at("time change"),
    "the rate is speed (r^2 - |w|^2) Y(w), speed > 0; solution has the slope Y(solution) in `time` and is w at 0, and "
    "at `moment` >= 0 it lies on the circle or outside. Then r^2 - |w|^2 -> 0 from every start.",
    Schema(
        "classical.time-change-exit",
        (("speed", "term"), ("field", "term"), ("solution", "term"), ("time", "term"), ("moment", "start")),
        build,
    ),
)
