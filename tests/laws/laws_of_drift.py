"""Small statements of the refuter `drift`: a phase that runs round for ever."""

from __future__ import annotations

from typing import Any

from tests.laws.mutation import Mutant
from tests.laws.rule_laws import LAWS, Q, falls, false, lasting, step, true, x, y, z
from verify.kernel.goal import LongTime
from verify.kernel.relation import eq, ge, gt, lt
from verify.kernel.term import PI, cos, number, sin, sqrt

__all__ = ["DRIFTS", "LAWS"]

M = Mutant
TURNS = {x: 2 - sin(x)}
FORM = 1 + (1 - sin(x)) ** 2 / 2 + cos(x) ** 2 / 2  # 2 - sin x
PAIR = {x: 3 + sin(y - x), y: sin(x - y)}


def runs(
    goal: LongTime, at: Any, phase: Any = x, rate: Any = None, facts: Any = (), form: Any = FORM, **data: Any
) -> bool:
    """By side phase' = rate >= distance, whose gap is manifest as `form` less the distance."""
    given = {"phase": number(0) + phase, "side": 1, "distance": Q(1, 2), **data}
    shows = ge((2 - sin(x)) if rate is None else number(0) + rate, number(given["distance"]))
    given.setdefault("runs", (step("sign", shows=shows, as_=form - number(given["distance"])),))
    return falls("drift", goal, at, facts, **given)


SINES: dict[str, Any] = {"quantity": sin(x), "to": 0}
true("drift", "sin x -> 0 from almost every start", lambda: runs(lasting(TURNS, **SINES), {x: 1}))
true("drift", "the same from every start", lambda: runs(lasting(TURNS, **SINES, start="every"), {x: 1}))
true(
    "drift",
    "but where cos x = 1",
    lambda: runs(lasting(TURNS, **SINES, start="every", except_=[eq(cos(x), 1)]), {x: 1}),
)
true("drift", "orbits converge", lambda: runs(lasting(TURNS, "point"), {x: 0}))
true(
    "drift",
    "the other way round",
    lambda: runs(lasting({x: sin(x) - 2}, **SINES), {x: 1}, side=-1),
)
true(
    "drift",
    "two phases that drift apart",
    lambda: runs(
        lasting(PAIR, quantity=cos(x - y), to=1),
        {x: 1, y: 0},
        phase=x - y,
        rate=PAIR[x] - PAIR[y],
        form=1 + (1 - sin(x - y)) ** 2 + cos(x - y) ** 2,
    ),
)
false("drift", "at the target now", lambda: runs(lasting(TURNS, **SINES), {x: 0}))
false("drift", "orbits are periodic", lambda: runs(lasting(TURNS, "periodic"), {x: 0}))
false(
    "drift",
    "unless cos x > 0: an exception",
    lambda: runs(lasting(TURNS, **SINES, start="every", except_=[gt(cos(x), 0)]), {x: 1}),
)
false(
    "drift",
    "starts below 0 alone",
    lambda: runs(lasting(TURNS, **SINES, start="every", starts=[lt(x, 0)]), {x: 1}),
)
false(
    "drift",
    "almost every start of a null set",
    lambda: runs(lasting(TURNS, **SINES, starts=[eq(x, 1)]), {x: 1}),
)
false(
    "drift",
    "almost every start of a null set, by a root",
    lambda: runs(lasting(TURNS, **SINES, starts=[gt(sqrt(-((x - 1) ** 2)), -1)]), {x: 1}),
)
false(
    "drift",
    "x -> oo: no function of the angle",
    lambda: runs(lasting({x: 2 - sin(x), y: -y}, quantity=1 / (1 + x**2), to=0), {x: 1, y: 1}),
)
false(
    "drift",
    "exp(-x) -> 0: no function of the angle",
    lambda: runs(lasting(TURNS, quantity=-x, to=3), {x: 1}),
)
false(
    "drift",
    "y sin x -> 0 with y -> 0: no function of the phase alone",
    lambda: runs(lasting({x: 2 - sin(x), y: -y}, quantity=y * sin(x), to=0), {x: 1, y: 1}),
)
false(
    "drift",
    "y -> 0 beside a phase that runs",
    lambda: runs(lasting({x: 2 - sin(x), y: -y}, quantity=y, to=0), {x: 1, y: 1}),
)
false(
    "drift",
    "sin(x/2): half a turn changes it",
    lambda: runs(lasting({x: 2 - sin(x)}, quantity=sin(x / 2) ** 2 + sin(x / 2), to=0), {x: PI}, phase=x / 2),
)
false(
    "drift",
    "x' = 1 - sin x, sin x -> 1: it may rest",
    lambda: runs(
        lasting({x: 1 - sin(x)}, quantity=sin(x), to=1), {x: 0}, rate=1 - sin(x), form=FORM - 1, distance=Q(0)
    ),
)
false("drift", "x' = -sin x: nothing runs", lambda: runs(lasting({x: -sin(x)}, **SINES), {x: 1}, runs=()))
false(
    "drift",
    "x' = z - sin x for z < 1, by another z",
    lambda: runs(lasting({x: z - sin(x)}, **SINES), {x: 1, z: 2}, facts=[lt(z, 1)]),
)
false(
    "drift",
    "the wrong way round",
    lambda: runs(lasting({x: -sin(x)}, **SINES), {x: 1}, side=0, rate=0, form=number(0), distance=Q(-1)),
)
false(
    "drift",
    "x' = -x, x -> 0: a phase that is no sum of states",
    lambda: runs(
        lasting({x: -x, y: 1 + 0 * y}, quantity=x, to=0),
        {x: 1, y: 1},
        phase=x * y + y,
        runs=(step("sign", shows=ge(x - x * y + 1, Q(1, 2))),),
    ),
)

DRIFTS = [
    M("drift", "drift.drift", '("tends", "point")', '("tends", "point", "periodic")'),
    M("drift", "drift.drift", "distance <= 0", "distance < 0"),
    M("drift", "drift.drift", "        _of_phase(gap, turns)\n", ""),
    M(
        "drift",
        "drift.drift",
        '        strengths.add(_require(Relation("ne", gap, ZERO), point, "off the target"))\n',
        "",
    ),
    M(
        "drift",
        "drift.drift",
        "_parameters(sequent, goal, {sym: x for sym, x in point.items() if sym not in states})",
        "EXACT",
    ),
    M("drift", "drift.drift", "if not context.has(runs)", "if False"),
    M("drift", "drift._of_phase", "if not ring.equal(gap, gap.subs(along))", "if False"),
    M(
        "drift",
        "drift._of_phase",
        "if not ring.equal(gap, gap.subs(own, add(own",
        "if ring.equal(gap, gap.subs(own, add(own",
    ),
    M("drift", "drift._start", '[(fact, "a start") for fact in goal.starts]', "[]"),
    M(
        "drift",
        "drift._start",
        '    wanted += [(exception.negation(), "outside the exceptions") for exception in goal.except_]\n',
        "",
    ),
    M("drift", "drift._start", 'if goal.start != "every" and', "if False and"),
]
