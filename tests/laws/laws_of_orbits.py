"""Laws of the rules and refuters along a flow, and of the engines that enclose; see `tests/laws/rule_laws.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from flint import arb

from tests.laws.rule_laws import LAWS, Q, accepts, falls, false, lasting, point, proves, sequent, step, t, true, w, x, y
from verify.kernel import ball, flow, integral, newton
from verify.kernel.cells import LEAF, Box
from verify.kernel.context import Context, run
from verify.kernel.goal import Bound, Closed, Equilibria, LongTime, Schema, Sequent
from verify.kernel.interval import holds_on_unit
from verify.kernel.lie import Flow
from verify.kernel.proof import refute
from verify.kernel.relation import AnyOf, Relation, eq, ge, gt, le, lt, ne
from verify.kernel.term import (
    ONE,
    PI,
    ZERO,
    I,
    Term,
    TermError,
    abs2,
    absolute,
    asin,
    atan,
    conj,
    cos,
    cosh,
    exp,
    im,
    log,
    maximum,
    mean,
    number,
    re,
    sin,
    sinh,
    sqrt,
    symbol,
    tan,
    tanh,
    term,
)
from verify.kernel.term import integral as integral_term
from verify.prove.zeros import isolate_step

__all__ = ["LAWS"]

s = symbol("s")


def learns(goal: Any, *steps: Any, facts: Any = (), others: Any = None, more: Any = ()) -> bool:
    """Do the steps run? For rules that show something on the way to a goal."""
    own = goal.starts if isinstance(goal, LongTime | Closed) else ()
    wanted = sequent((*facts, *own), goal, *more)
    return accepts(lambda: run(steps, Context(wanted, goal, dict(others or {}).get)))


# stays, inside, boundary: the closed state space

DISK = (gt(1, abs2(w)),)


def on_disk(
    rate: Any, quantity: Any = None, to: Any = 0, start: str = "every", starts: Any = DISK, **rest: Any
) -> LongTime:
    return lasting(
        {w: rate}, quantity=abs2(w) if quantity is None else quantity, to=to, start=start, starts=starts, **rest
    )


INWARD = on_disk(-w * (1 - abs2(w)))
true("stays", "w' = -(1 - |w|^2) w", lambda: learns(INWARD, step("stays", rates=(2 * abs2(w),))))
false("stays", "with another rate", lambda: learns(INWARD, step("stays", rates=(-2 * abs2(w),))))
false(
    "stays",
    "w' = w, with a rate that has a pole",
    lambda: learns(on_disk(w), step("stays", rates=(-2 * abs2(w) / (1 - abs2(w)),))),
)
false(
    "stays",
    "x' = x^2 on x > 0, which blows up",
    lambda: learns(lasting({x: x**2}, quantity=x, to=0, start="every", starts=[gt(x, 0)]), step("stays", rates=(x,))),
)
false(
    "stays",
    "x' = -1 on x > 0 and a disk of the other state",
    lambda: learns(
        lasting({x: -1 + 0 * x}, quantity=x, to=0, start="every", starts=[gt(x, 0)]), step("stays", rates=(0 * x,))
    ),
)
TRIVIAL = step("ring", shows=eq(x, x))
BRANCH = (step("stays", rates=(2 * abs2(w),)), TRIVIAL)
false(
    "stays",
    "in a branch that restricts the state",
    lambda: learns(
        INWARD,
        step("cases", shows=eq(x, x), split=AnyOf((gt(re(w), 0), ge(0, re(w)))), branches=(BRANCH,) * 2),
        more=(x,),
    ),
)

true(
    "inside",
    "1 - |w|^2 > 0",
    lambda: learns(
        INWARD,
        step(
            "inside",
            shows=gt(1 - abs2(w) / 2, 0),
            steps=(step("sign", shows=gt(1 - abs2(w) / 2, 0), as_=Q(1, 2) + (1 - abs2(w)) / 2),),
        ),
    ),
)
true("inside", "a start's own fact", lambda: learns(INWARD, step("inside", shows=gt(1, abs2(w)), steps=())))
false("inside", "w != 0", lambda: learns(INWARD, step("inside", shows=ne(w, 0), steps=())))
false("inside", "1/|w|^2 > 0", lambda: learns(INWARD, step("inside", shows=gt(1 / abs2(w), 0), steps=())))

true("boundary", "|w| = 1", lambda: learns(INWARD, step("boundary", shows=eq(abs2(w), 1), branches=((),))))
false("boundary", "|w| < 1", lambda: learns(INWARD, step("boundary", shows=gt(1, abs2(w)), branches=((),))))
false("boundary", "re w != 0", lambda: learns(INWARD, step("boundary", shows=ne(re(w), 0), branches=((),))))

# cites, limit: schemas


def schema(build: Callable[[Any, Mapping[str, Any]], Any], *parameters: tuple[str, str]) -> dict[str, Schema]:
    return {"cited": Schema("cited", parameters, build)}


def _grows(goal: Any, at: Mapping[str, Any]) -> Any:
    """Whatever does not fall gives the goal: no theorem, and all that matters is that its obligation is asked."""
    return (ge(at["rate"], 0),), (goal,)


def cited(rate: Any, result: str = "cited", **more: Any) -> bool:
    return proves(
        INWARD,
        step("cites", result=result, at={"rate": number(0) + rate, **more}),
        facts=DISK,
        at={w: 0},
        others=schema(_grows, ("rate", "term")),
    )


true("cites", "with its obligation", lambda: cited(abs2(w)))
false("cites", "without its obligation", lambda: cited(-abs2(w)))
false("cites", "an unknown result", lambda: cited(abs2(w), "another"))
false("cites", "with a parameter too many", lambda: cited(abs2(w), other=ONE))
false("cites", "an undefined obligation", lambda: cited(1 / abs2(w)))


def _constant(goal: Any, at: Mapping[str, Any]) -> Any:
    """What does not change along the flow stays what it is."""
    return (eq(goal.flow.derivative(at["q"]), 0),), (
        LongTime(goal.flow, "every", "tends", at["q"], at["q"], (), goal.starts),
    )


def _moving() -> bool:
    """s = re w is chosen for each state, and no parameter: it changes along the flow."""
    rotation = on_disk(I * w)
    chosen = step("between", symbol=s, quantity=s - re(w), low=re(w) - 1, high=re(w) + 1, steps=())
    return learns(rotation, chosen, step("cites", result="cited", at={"q": s}), others=schema(_constant, ("q", "term")))


false("cites", "a value that is chosen for each state", _moving)


def limited(
    goal: LongTime,
    quantity: Any,
    to: Any = 0,
    start: str = "every",
    target: str = "tends",
    except_: Any = (),
    starts: Any = None,
    rates: Any = None,
) -> bool:
    """The goal from a limit that a schema gives."""

    def build(goal: Any, at: Mapping[str, Any]) -> Any:
        moving = goal.flow if rates is None else Flow.of(rates)
        pair = (None, None) if target != "tends" else (number(0) + quantity, number(0) + to)
        return (), (
            LongTime(moving, start, target, *pair, tuple(except_), goal.starts if starts is None else tuple(starts)),
        )

    steps = (step("cites", result="cited", at={}), step("limit"))
    return proves(goal, *steps, facts=goal.starts, at={w: 0}, others=schema(build), more=(y,))


true("limit", "twice the quantity", lambda: limited(INWARD, 2 * abs2(w)))
false("limit", "another quantity", lambda: limited(INWARD, re(w)))
false("limit", "another limit", lambda: limited(INWARD, abs2(w), 1))
false("limit", "of another flow", lambda: limited(INWARD, abs2(w), rates={w: -w}))
false("limit", "from other starts", lambda: limited(INWARD, abs2(w), starts=[gt(Q(1, 4), abs2(w))]))
false("limit", "from almost every start", lambda: limited(INWARD, abs2(w), start="almost every"))
false("limit", "with an exception", lambda: limited(INWARD, abs2(w), except_=[eq(re(w), 0)]))
true(
    "limit",
    "with the goal's exception",
    lambda: limited(on_disk(-w * (1 - abs2(w)), except_=[eq(re(w), 0)]), abs2(w), except_=[eq(re(w), 0)]),
)
ALMOST = on_disk(-w * (1 - abs2(w)), start="almost every")
true("limit", "almost every, but for a line", lambda: limited(ALMOST, abs2(w), except_=[eq(re(w), 0)]))
false("limit", "almost every, but for half the disk", lambda: limited(ALMOST, abs2(w), except_=[ge(re(w), 0)]))
false("limit", "almost every, but where a parameter is 0", lambda: limited(ALMOST, abs2(w), except_=[eq(y, 0)]))
false(
    "limit",
    "almost every, but where a square that is 0 vanishes",
    lambda: limited(ALMOST, abs2(w), except_=[eq(y * re(w), 0)]),
)
HALF_DISK, ON_A_LINE, ON_BOTH_SIDES = (
    on_disk(-w * (1 - abs2(w)), start="almost every", starts=(*DISK, *more))
    for more in ([ge(re(w), 0)], [eq(re(w), 0)], [ge(re(w), 0), le(re(w), 0)])
)
true("limit", "almost every start of half the disk", lambda: limited(HALF_DISK, abs2(w), except_=[eq(re(w), 0)]))
false("limit", "almost every start of that line", lambda: limited(ON_A_LINE, abs2(w), except_=[eq(re(w), 0)]))
false("limit", "of that line from both sides", lambda: limited(ON_BOTH_SIDES, abs2(w), except_=[eq(re(w), 0)]))
PERIODIC = lasting({w: I * w}, "periodic", start="every", starts=DISK)
true("limit", "periodic orbits", lambda: limited(PERIODIC, None, target="periodic"))
false("limit", "a point is no periodic orbit", lambda: limited(PERIODIC, None, target="point"))

# isolate, count: equilibria

PITCHFORK = Equilibria((x,), (x - x**3,), (ge(x, -2), le(x, 2)), ("any",) * 3)
PLANE = (ge(x, -2), le(x, 2), ge(y, -2), le(y, 2))
SADDLES = Equilibria((x, y), (x - x**3, -y), PLANE, ("sink", "saddle", "sink"))


@cache
def isolating(goal: Equilibria) -> Any:
    """What the search proposes; cached, for it is no part of the kernel."""
    return isolate_step(goal)


def isolated(goal: Equilibria, kinds: Any = None, refuting: bool = False, **changes: Callable[[Any], Any]) -> bool:
    """With the proposal for the goal, changed; the kinds that are claimed may be others."""
    data = dict(isolating(goal).data)
    data |= {key: change(data[key]) for key, change in changes.items()}
    claimed = goal if kinds is None else Equilibria(goal.unknowns, goal.system, goal.region, tuple(kinds))
    if refuting:
        return accepts(lambda: refute(sequent((), claimed), "main", "count", {}, data))
    return learns(claimed, step("isolate", **data))


true("isolate", "x = x^3 three times", lambda: isolated(PITCHFORK))
true("isolate", "two sinks and a source", lambda: isolated(PITCHFORK, ("sink", "source", "sink")))
false("isolate", "two sources and a sink", lambda: isolated(PITCHFORK, ("source", "sink", "source")))
false("isolate", "twice", lambda: isolated(PITCHFORK, ("any",) * 2))
false("isolate", "four times", lambda: isolated(PITCHFORK, ("any",) * 4))
false("isolate", "twice, one box left out", lambda: isolated(PITCHFORK, ("any",) * 2, zeros=lambda boxes: boxes[1:]))
false(
    "isolate",
    "four times, one box twice",
    lambda: isolated(PITCHFORK, ("any",) * 4, zeros=lambda boxes: (*boxes, boxes[0])),
)
false(
    "isolate",
    "once, in a box that is too small",
    lambda: isolated(
        PITCHFORK,
        ("any",),
        box=lambda _: ((x, Q(-1, 2), Q(1, 2)),),
        tree=lambda _: (LEAF,),
        zeros=lambda _: (((Q(-1, 2), Q(1, 2)),),),
    ),
)
true("isolate", "two sinks and a saddle", lambda: isolated(SADDLES))
false("isolate", "three sinks", lambda: isolated(SADDLES, ("sink",) * 3))
false("isolate", "two saddles", lambda: isolated(SADDLES, ("sink", "saddle", "saddle")))
SOURCES = Equilibria((x, y), (x, y), PLANE, ("source",))
true("isolate", "a source", lambda: isolated(SOURCES))
false("isolate", "a source that is called a sink", lambda: isolated(SOURCES, ("sink",)))
false("isolate", "a source that is called a saddle", lambda: isolated(SOURCES, ("saddle",)))
false(
    "isolate",
    "a source that is a saddle of the system with its rates exchanged",
    lambda: isolated(
        SOURCES,
        ("saddle",),
        box=lambda box: box[::-1],
        tree=lambda _: (LEAF,),
        zeros=lambda _: (((Q(-3), Q(3)), (Q(-3), Q(3))),),
    ),
)


def empty(second: Any, *more: Any) -> bool:
    """x' = x - 5 alone excludes an equilibrium in the square."""
    goal = Equilibria((x, y), (x - 5, number(0) + second), (*PLANE, *more), ())
    box = ((x, Q(-2), Q(2)), (y, Q(-2), Q(2)))
    return learns(goal, step("isolate", box=box, tree=(1, LEAF, LEAF), zeros=()))


true("isolate", "none of x' = x - 5, y' = 1/(1 + y^2)", lambda: empty(1 / (1 + y**2)))
true("isolate", "none of x' = x - 5, y' = 1/(1 + y) for y >= 1", lambda: empty(1 / (1 + y), ge(y, 1)))
false("isolate", "none where y' = 1/(1 + y) has a value", lambda: empty(1 / (1 + y)))
HALF = Equilibria((x,), (x - x**3,), (ge(x, Q(1, 2)), le(x, 2)), ("any",))
true("isolate", "once for x >= 1/2", lambda: isolated(HALF))
false(
    "isolate",
    "three times for x >= 1/2",
    lambda: isolated(
        HALF,
        ("any",) * 3,
        box=lambda _: ((x, Q(-2), Q(2)),),
        tree=lambda _: isolating(PITCHFORK).data["tree"],
        zeros=lambda _: isolating(PITCHFORK).data["zeros"],
    ),
)
false(
    "isolate",
    "a parameter",
    lambda: learns(
        Equilibria((x,), (x - y,), (ge(x, -2), le(x, 2)), ("any",)),
        step("isolate", **isolating(PITCHFORK).data),
        more=(y,),
    ),
)


def through(f: Any, g: Any, C: Any, scale: Any, det: Any, *kinds: str, bounds: Any = None) -> bool:
    """The kinds of the zeros of f in -1 < x < 1 (or other bounds), sought among those of g, with C g = scale f."""
    unknowns = (x, y)[: len(f)]
    region = bounds or (gt(1 - x**2, 0), *((gt(1 - y**2, 0),) if len(f) > 1 else ()))
    goal = Equilibria(unknowns, tuple(map(term, f)), region, kinds)
    rows = tuple(tuple(map(term, row)) for row in C)
    forms = {"forms": tuple(map(term, g)), "cofactors": rows, "scale": term(scale), "determinant": term(det)}
    return learns(goal, isolate_step(goal, forms=forms))


true(
    "isolate",
    "a factor that is not 0",
    lambda: through([(x - Q(1, 2)) * (1 - x**2)], [x - Q(1, 2)], [[1 - x**2]], 1, 1 - x**2, "any"),
)
false("isolate", "a factor that may be 0", lambda: through([(x - Q(1, 2)) * x], [x - Q(1, 2)], [[x]], 1, x, "any"))
false("isolate", "a wrong determinant", lambda: through([(x - Q(1, 2)) * x], [x - Q(1, 2)], [[x]], 1, 1, "any"))
false(
    "isolate", "a scale that may be 0", lambda: through([x], [x * (x - Q(1, 2))], [[1]], x - Q(1, 2), 1, "any", "any")
)
false(
    "isolate",
    "a scale that is undefined where the system is 0",
    lambda: through([(x - Q(1, 2)) * x], [x - Q(1, 2)], [[1]], 1 / x, 1, "any"),
)
false(
    "isolate",
    "a determinant whose form is undefined where it is 0",
    lambda: through([(x - Q(1, 2)) * x], [x - Q(1, 2)], [[x]], 1, 1 / (1 / x), "any"),
)
false("isolate", "forms of another system", lambda: through([x], [x * (x - Q(1, 2))], [[1]], 1, 1, "any", "any"))
false("isolate", "cofactors of rank 1", lambda: through([x + y, x + y], [x, y], [[1, 1], [1, 1]], 1, 2, "any"))
true(
    "isolate",
    "a source through its mirror image",
    lambda: through([x, y], [-x, -y], [[-1, 0], [0, -1]], 1, 1, "source"),
)
false(
    "isolate",
    "a source, for its mirror image is a sink",
    lambda: through([x, y], [-x, -y], [[-1, 0], [0, -1]], 1, 1, "sink"),
)

true("count", "not two", lambda: isolated(PITCHFORK, ("any",) * 2, refuting=True))
false("count", "three", lambda: isolated(PITCHFORK, refuting=True))
false("count", "two sinks and a saddle", lambda: isolated(SADDLES, refuting=True))
false("count", "two sinks and anything", lambda: isolated(SADDLES, ("sink", "any", "sink"), refuting=True))
true("count", "not three sinks", lambda: isolated(SADDLES, ("sink",) * 3, refuting=True))

# reversible, returns: closed orbits

NUMERICS: dict[str, Any] = {"order": 16, "length": Q(1, 8), "precision": 64}
ROTATION = {w: 2 * I * w}  # circles of period pi


def mirrored(
    period: Any = ("3.14", "3.15"),
    rates: Any = None,
    at: Any = "1/2",
    mirror: Any = None,
    section: Any = None,
    **rest: Any,
) -> bool:
    ends = (Q(period[0]), Q(period[1]))
    goal = Closed(
        Flow.of(ROTATION if rates is None else rates),
        DISK,
        ((w, number(0) + at),),
        ends,
        **rest,
    )
    image = conj(w) if mirror is None else mirror
    given = step("reversible", mirror={w: image}, section=im(w) if section is None else section, **NUMERICS)
    return learns(goal, given)


true("reversible", "a circle of period pi", mirrored)
false("reversible", "of period pi/2", lambda: mirrored(("1.57", "1.58")))
false("reversible", "of period 2 pi", lambda: mirrored(("6.28", "6.29")))
false("reversible", "outside the disk", lambda: mirrored(at=2))
false("reversible", "off the mirror", lambda: mirrored(at=I / 2))
false("reversible", "an orbit that spirals out", lambda: mirrored(rates={w: (2 * I + Q(1, 100)) * w}))
false("reversible", "a mirror that is none", lambda: mirrored(mirror=2 * conj(w)))
false("reversible", "the identity", lambda: mirrored(mirror=w))
false("reversible", "another section", lambda: mirrored(section=re(w)))
false("reversible", "that attracts", lambda: mirrored(attracts=True))

RING = {w: w * (Q(1, 4) - abs2(w)) + I * w}  # the circle |w| = 1/2, of period 2 pi, attracts
NEAR = (Q(1, 2) - Q(1, 10**6), Q(1, 2) + Q(1, 10**6))


def returned(
    rates: Any = None, ends: Any = NEAR, period: Any = None, attracts: bool = False, direction: int = 1
) -> bool:
    ends_ = None if period is None else (Q(period[0]), Q(period[1]))
    goal = Closed(Flow.of(RING if rates is None else rates), DISK, (), ends_, attracts)
    return learns(goal, step("returns", at={im(w): ZERO, re(w): ends}, direction=direction, **NUMERICS))


BACKWARDS = {w: -w * (Q(1, 4) - abs2(w)) + I * w}
true("returns", "an attracting circle", lambda: returned(attracts=True, period=("6.28", "6.29")))
true("returns", "a repelling one", lambda: returned(BACKWARDS))
false("returns", "a repelling one that attracts", lambda: returned(BACKWARDS, attracts=True))
false("returns", "beside the circle", lambda: returned(ends=(NEAR[1], NEAR[1] + Q(1, 10**6))))
false("returns", "of period pi", lambda: returned(period=("3.14", "3.15")))
false(
    "returns", "outside the disk", lambda: returned({w: w * (4 - abs2(w)) + I * w}, (2 - Q(1, 10**6), 2 + Q(1, 10**6)))
)
false("returns", "an orbit of a rotation that attracts", lambda: returned({w: I * w}, attracts=True))

# compare, solution: bounds along a flow


def bounded(
    relation: Relation,
    rates: Any,
    rate: Any,
    source: Any = 0,
    starts: Any = (),
    during: Any = (),
    facts: Any = (),
    inputs: Any = (),
    singular: Any = None,
    steps: Any = (),
    **data: Any,
) -> bool:
    goal = Bound(Flow.of(rates), relation, tuple(during), tuple(starts), singular, tuple(inputs))
    given = step("compare", rate=number(0) + rate, source=number(0) + source, steps=tuple(steps), **data)
    return learns(goal, given, facts=(*facts, *during), more=(x, y, *inputs))


AT_0 = [ge(x, 0)]
true("compare", "x' = x stays >= 0", lambda: bounded(ge(x, 0), {x: x}, 1, starts=AT_0))
false("compare", "x' = x - 1 does not", lambda: bounded(ge(x, 0), {x: x - 1}, 1, -1, AT_0))
false("compare", "nor without a start", lambda: bounded(ge(x, 0), {x: x}, 1))
false("compare", "and not strictly", lambda: bounded(gt(x, 0), {x: x}, 1, starts=AT_0))
false("compare", "with another rate", lambda: bounded(ge(x, 0), {x: -1 + 0 * x}, 1, starts=AT_0))
false(
    "compare",
    "x' = 1 - 2 x/x: a rate that has no value at 0",
    lambda: bounded(ge(x, 0), {x: -1 + 0 * x}, -1 / x, starts=AT_0),
)
false("compare", "x' = u, and the rate u/x", lambda: bounded(ge(x, 0), {x: y}, y / x, starts=AT_0, inputs=(y,)))
false("compare", "x' = -1: x^2 >= 1", lambda: bounded(ge(x**2, 1), {x: -1 + 0 * x}, 0, -2 * x, [ge(x, 1)]))
false(
    "compare", "x' = y x with an input: x > 0", lambda: bounded(gt(x, 0), {x: x * y}, y, starts=[gt(x, 0)], inputs=(y,))
)
ROOT = sqrt(absolute(x))
APART_FROM_0 = step("compare", rate=-ROOT / x, source=ZERO, steps=())
AT_REST = step("compare", rate=ZERO, source=-ROOT, steps=())
NO_ROOT = step("zeros", fact=eq(absolute(x) ** 2, 0), as_=absolute(x) ** 2)
SIGNS = AnyOf((gt(x**3, 0), eq(x**3, 0), gt(ZERO, x**3)))
false(
    "compare",
    "x' = -sqrt |x| by the sign of x^3",
    lambda: learns(
        Bound(Flow.of({x: -ROOT}), ge(x, 0), (), (ge(x, 0),)),
        step("cases", split=SIGNS, branches=((APART_FROM_0,), ROOT_AT_0, (APART_FROM_0,))),
    ),
)
ROOT_AT_0 = (
    step("zeros", fact=eq(x**3, 0), as_=x**3),
    step("ring", shows=eq(absolute(x) ** 2, 0)),
    NO_ROOT,
    step("ring", shows=eq(ROOT**2, 0)),
    step("zeros", fact=eq(ROOT**2, 0), as_=ROOT**2),
    AT_REST,
)
false(
    "compare", "what is supposed on the way", lambda: bounded(ge(2 * x, 0), {x: -1 + 0 * x}, 0, -2, during=[ge(x, 0)])
)


def from_0(
    relation: Relation, rate_of_x: Any, rate: Any, source: Any, power: Any = 1, near: bool = True, below: Any = -5
) -> bool:
    """x' = rate_of_x for t > 0, t -> 0 at the start; x >= -5 is known on the way, if at all."""
    during = [gt(t, 0), *([ge(x, -5)] if near else [])]
    goal = Bound(Flow.of({t: ONE, x: number(0) + rate_of_x}), relation, tuple(during), (), (t, ZERO))
    rate, power, below = (number(0) + each for each in (rate, power, below))
    above = step("sign", shows=ge(ZERO, rate + power / t), as_=ZERO)
    data = {"power": power, "above": ZERO, "below": below, "steps": (above,)}
    return learns(goal, step("compare", rate=rate, source=number(0) + source, **data), facts=during, more=(t, x))


true("compare", "x' = 1 - x/t from 0: x >= 0", lambda: from_0(ge(x, 0), 1 - x / t, -1 / t, 1))
true("compare", "x' = 1 - x/t from 0: x > 0", lambda: from_0(gt(x, 0), 1 - x / t, -1 / t, 1))
false("compare", "x' = -x/t from 0: x > 0, and x = 0", lambda: from_0(gt(x, 0), -x / t, -1 / t, 0))
false("compare", "x' = -x/t from 0, unbounded below: x = -1/t", lambda: from_0(ge(x, 0), -x / t, -1 / t, 0, near=False))
false("compare", "x' = x/t from 0: x = -t", lambda: from_0(ge(x, 0), x / t, 1 / t, 0))
false("compare", "x' = x/t from 0 and a negative power: x = -t", lambda: from_0(ge(x, 0), x / t, 1 / t, 0, -1))
false("compare", "x' = 0 from 0: x = -1", lambda: from_0(ge(x, 0), 0 * x, 0, 0, 0))
false("compare", "x' = -1 - x/t from 0", lambda: from_0(ge(x, 0), -1 - x / t, -1 / t, -1))


def solved(
    relation: Relation,
    says: Relation,
    at: Any,
    low: Any = 0,
    rates: Any = None,
    starts: Any = AT_0,
    facts: Any = (),
    during: Any = (),
    variable: Term = s,
) -> bool:
    """A bound of another claim for functions of s >= low."""
    flow_ = Flow.of({x: -x} if rates is None else rates)
    bound = Bound(flow_, relation, tuple(during), tuple(starts))
    other = Sequent((x, y), tuple(during), (("main", bound),))
    pairs = tuple((sym, number(0) + value) for sym, value in {y: ZERO, **at}.items())
    given = step("solution", claim="other", part="main", variable=variable, at=pairs, low=number(0) + low)
    return proves(says, given, facts=(ge(s, 0), *facts), others={"other": other})


true("solution", "exp(-s) solves x' = -x", lambda: solved(ge(x, 0), ge(exp(-s), 0), {x: exp(-s)}))
false("solution", "1 - s does not", lambda: solved(ge(x, 0), ge(1 - s, 0), {x: 1 - s}))
false("solution", "-exp(-s) starts elsewhere", lambda: solved(ge(x, 0), ge(-exp(-s), 0), {x: -exp(-s)}))
false(
    "solution",
    "1 - s, before its start",
    lambda: solved(ge(x, 1), ge(1 + s - 5, 1), {x: 1 + s - 5}, 5, {x: 1 + 0 * x}, [ge(x, 1)]),
)
false(
    "solution",
    "a constant that moves",
    lambda: solved(ge(x + y, 0), ge(exp(-s) - s, 0), {x: exp(-s), y: -s}, starts=[ge(x, 1), ge(y, -1)]),
)
false(
    "solution",
    "what is supposed on the way fails",
    lambda: solved(ge(x, 0), ge(1 - s, 0), {x: 1 - s}, rates={x: -1 + 0 * x}, during=[ge(x, Q(1, 2))]),
)


def follows(
    relation: Relation, rates: Any, at: Any, time: Any, starts: Any = (), during: Any = (), rule: str = "flow"
) -> bool:
    goal = Bound(Flow.of(rates), relation, tuple(during), tuple(starts))
    wanted = sequent(during, goal, x, y)
    return accepts(
        lambda: refute(wanted, "main", rule, point(at), {"time": Q(time), **NUMERICS} if rule == "flow" else {})
    )


true("flow", "x' = x: x <= 2 fails at time 1", lambda: follows(le(x, 2), {x: x}, {x: 1, y: 0}, 1))
false("flow", "x <= 3 does not", lambda: follows(le(x, 3), {x: x}, {x: 1, y: 0}, 1))
false("flow", "x <= e does not fail certainly", lambda: follows(le(x, exp(ONE)), {x: x}, {x: 1, y: 0}, 1))
false("flow", "a start that is none", lambda: follows(le(x, 2), {x: x}, {x: 1, y: 0}, 1, starts=[le(x, Q(1, 2))]))
false(
    "flow",
    "what is supposed on the way fails",
    lambda: follows(le(x, 2), {x: x}, {x: 1, y: 0}, 1, during=[le(x, Q(3, 2))]),
)
true("flow", "at the start itself", lambda: follows(le(x, 2), {x: x}, {x: 3, y: 0}, 0, rule="point"))
false("flow", "where it holds", lambda: follows(le(x, 2), {x: x}, {x: 1, y: 0}, 0, rule="point"))

# path: an explicit solution along which a bound fails; inputs move as it says, tokens are alike

S1 = symbol("clock")
RATE = symbol("rate")
TIMED = {"variable": S1, "until": Q(2)}


def explicit(
    relation: Relation, at: Any, constants: Any = (), during: Any = (), starts: Any = (), rates: Any = None, **rest: Any
) -> bool:
    """x' = rate, an input, unless `rates` says otherwise; y stands still."""
    flowing = Flow.of(rates or {x: RATE})
    goal = Bound(flowing, relation, tuple(during), tuple(starts), inputs=(RATE,), supposing=rest.pop("supposing", ()))
    wanted = Sequent((x, y, RATE), tuple(rest.pop("facts", ())), (("main", goal),))
    data = {**TIMED, "at": {sym: term(value) for sym, value in at.items()}, **rest}
    return accepts(lambda: refute(wanted, "main", "path", point({y: 0, **dict(constants)}), data))


LINE = {x: S1, RATE: 1}
true("path", "x = t is 2 at time 2: x <= 1 fails", lambda: explicit(le(x, 1), LINE))
false("path", "x <= 2 does not", lambda: explicit(le(x, 2), LINE))
false("path", "no solution", lambda: explicit(le(x, 1), {x: S1, RATE: 2}))
false("path", "the start", lambda: explicit(le(x, 1), LINE, starts=[ge(x, 1)]))
true("path", "the start, at which time is 0", lambda: explicit(le(x, 1), LINE, starts=[eq(x, 0)]))
false("path", "what is supposed on the way", lambda: explicit(le(x, 1), LINE, during=[le(x, Q(3, 2))]))
true("path", "what is supposed on the way, up to the end", lambda: explicit(le(x, 1), LINE, during=[le(x, 2)]))
false(
    "path", "what is supposed under a condition", lambda: explicit(le(x, 1), LINE, supposing=((le(x, 1), le(RATE, 0)),))
)
true(
    "path", "supposed under a condition, and true", lambda: explicit(le(x, 1), LINE, supposing=((le(x, 1), ge(x, 0)),))
)
false("path", "a hypothesis", lambda: explicit(le(x, 1), LINE, facts=[gt(y, 0)]))
false("path", "a time that runs backwards", lambda: explicit(le(-1, x), LINE, until=Q(-2)))
false(
    "path", "a slope without a value at the start", lambda: explicit(le(x, 1), {x: sqrt(S1), RATE: 1 / (2 * sqrt(S1))})
)
false("path", "an own symbol as time", lambda: explicit(le(x, 1), {x: y, RATE: 1}, variable=y))
false("path", "a constant that moves", lambda: explicit(le(x, y + 1), LINE, constants={y: S1}))
false("path", "another symbol on the way", lambda: explicit(le(x, 1), {x: s * S1, RATE: s}))
false("path", "a rate without a value at the start", lambda: explicit(le(x, 1), {x: S1, RATE: 0}, rates={x: x / x}))
false("path", "a constant that is not real", lambda: explicit(le(x, 1), LINE, constants={y: I}))
false("path", "another constant that moves", lambda: explicit(ge(y, -1), {**LINE, y: -S1}))
false("path", "an input that is not given", lambda: explicit(le(x, 1), {x: S1}))
true(
    "path",
    "tokens that are alike: the mean of x^2 is t^2",
    lambda: explicit(le(mean(x**2, x, RATE), 3), LINE),
)
false("path", "tokens that are alike: the mean of x is no more", lambda: explicit(le(mean(x, x, RATE), 2), LINE))

# relative: attraction modulo rotation

COUPLED = {x: sin(y - x), y: sin(x - y)}
APART = {"quantity": cos(x - y), "to": -1}
true("relative", "cos -> -1: phases meet", lambda: falls("relative", lasting(COUPLED, **APART), {x: 0, y: 0}))
false(
    "relative",
    "cos -> 1: they meet, as claimed",
    lambda: falls("relative", lasting(COUPLED, quantity=cos(x - y), to=1), {x: 0, y: 0}),
)
false(
    "relative",
    "cos -> 1: opposite phases repel",
    lambda: falls("relative", lasting(COUPLED, quantity=cos(x - y), to=1), {x: 0, y: PI}),
)
false(
    "relative",
    "cos -> 1: no relative equilibrium",
    lambda: falls("relative", lasting(COUPLED, quantity=cos(x - y), to=1), {x: 0, y: PI / 3}),
)
false(
    "relative",
    "a quantity that turns with the phases",
    lambda: falls("relative", lasting({x: 1 + sin(y - x), y: 1 + sin(x - y)}, quantity=cos(x), to=2), {x: 0, y: 0}),
)
false(
    "relative",
    "a flow that is not turned",
    lambda: falls("relative", lasting({x: sin(y - x) - x, y: sin(x - y) - y}, quantity=cos(x - y), to=0), {x: 0, y: 0}),
)
false(
    "relative",
    "an exception",
    lambda: falls("relative", lasting(COUPLED, **APART, except_=[ge(cos(x - y), 0)]), {x: 0, y: 0}),
)

# newton: zeros in boxes


def one_zero(system: Any, box: Any, inverse: Any = None) -> bool:
    return accepts(lambda: newton.unique([number(0) + each for each in system], Box.of(box), inverse=inverse))


true("newton", "sqrt 2 in [1, 2]", lambda: one_zero([x**2 - 2], {x: (1, 2)}))
false("newton", "x^2 + 1 in [-1, 2]", lambda: one_zero([x**2 + 1], {x: (-1, 2)}, [[Q(0)]]))
false("newton", "x^2 - 1 in [-2, 2]", lambda: one_zero([x**2 - 1], {x: (-2, 2)}, [[Q(0)]]))
false("newton", "x^2 - 1 in [2, 3]", lambda: one_zero([x**2 - 1], {x: (2, 3)}))
false(
    "newton", "x^2 - 1/4 in [-1, 1], by the slope in the middle", lambda: one_zero([x**2 - Q(1, 4)], {x: (-1, Q(3, 2))})
)
false("newton", "x^2 + 1/100 in [0, 1]", lambda: one_zero([x**2 + Q(1, 100)], {x: (0, 1)}))
false("newton", "1/x in [-1, 2]", lambda: one_zero([1 / x], {x: (-1, 2)}, [[Q(1)]]))
false("newton", "x - 1 in [1, 3], at the end", lambda: one_zero([x - 1], {x: (1, 3)}))
false("newton", "x - 3 in [1, 3], at the other", lambda: one_zero([x - 3], {x: (1, 3)}))
false("newton", "x^2 - 1 in [11/10, 2]", lambda: one_zero([x**2 - 1], {x: (Q(11, 10), 2)}))
false("newton", "x^2 - 1 in [1/2, 99/100]", lambda: one_zero([x**2 - 1], {x: (Q(1, 2), Q(99, 100))}))
false("newton", "x^3 - x in [-2, 2], by its slope at 0", lambda: one_zero([x**3 - x], {x: (-2, 2)}))
true("newton", "two dimensions", lambda: one_zero([x + y - 1, x - y], {x: (0, 1), y: (0, 1)}))
false(
    "newton",
    "two dimensions, parallel",
    lambda: one_zero([x + y - 1, x + y - 1], {x: (0, 1), y: (0, 1)}, [[Q(1), Q(0)], [Q(0), Q(1)]]),
)


def stability(rows: Any) -> str:
    return newton.stable([[arb(Q(each).numerator) / Q(each).denominator for each in row] for row in rows])


false("newton", "diag(-1, 1) is stable", lambda: stability([[-1, 0], [0, 1]]) == newton.STABLE)
false("newton", "diag(-2, 1) is stable", lambda: stability([[-2, 0], [0, 1]]) == newton.STABLE)
false("newton", "a rotation is stable", lambda: stability([[0, 1], [-1, 0]]) == newton.STABLE)
false(
    "newton",
    "-4 and 1 + 5 i, 1 - 5 i are stable",
    lambda: stability([[-4, 0, 0], [0, 1, -5], [0, 5, 1]]) == newton.STABLE,
)
true("newton", "-1, -1, -1 are stable", lambda: stability([[-1, 0, 0], [0, -1, 0], [0, 0, -1]]) == newton.STABLE)
false("newton", "-1, -1 are unstable", lambda: stability([[-1, 0], [0, -1]]) == newton.UNSTABLE)
false("newton", "a rotation is unstable", lambda: stability([[0, 1], [-1, 0]]) == newton.UNSTABLE)
SLANTED = [[arb(0), arb(1)], [arb(1), arb(-3)]]
false("newton", "a slanted saddle is a sink", lambda: newton.kind(SLANTED) == newton.SINK)
false("newton", "a source is a saddle", lambda: newton.kind([[arb(3), arb(0)], [arb(0), arb(1)]]) == newton.SADDLE)
false(
    "newton",
    "a saddle that contracts is a sink",
    lambda: newton.kind([[arb(-3), arb(0)], [arb(0), arb(1)]]) == newton.SINK,
)
false("newton", "a source is a sink", lambda: newton.kind([[arb(3), arb(0)], [arb(0), arb(1)]]) == newton.SINK)
false("newton", "a centre is a sink", lambda: newton.kind([[arb(0), arb(1)], [arb(-1), arb(0)]]) == newton.SINK)

# integral: quadrature


def misses(f: Any, low: Any, high: Any, right: Any, precision: int = 64) -> bool:
    """Is the enclosure of an integral finite, and without its value?"""
    try:
        found = integral.enclose(number(0) + f, x, low, high, None, precision)
    except integral.NotEnclosed:
        return False
    if isinstance(right, str):  # as many digits as are written
        return not found.overlaps(arb(right, 1e-16))
    return not found.overlaps(ball.enclose(number(0) + right, {}, 128))


def integrates(f: Any, low: Any, high: Any) -> bool:
    return accepts(lambda: integral.enclose(number(0) + f, x, low, high, None, 64))


true("quadrature", "exp", lambda: integrates(exp(x), 0, 1))
false("quadrature", "exp", lambda: misses(exp(x), 0, 1, exp(ONE) - 1))
false("quadrature", "|x|", lambda: misses(absolute(x), -1, 1, 1))
false("quadrature", "|x - 1/3|", lambda: misses(absolute(x - Q(1, 3)), 0, 1, Q(5, 18)))
false("quadrature", "max(x, 1 - x)", lambda: misses(maximum(x, 1 - x), 0, 1, Q(3, 4)))
false("quadrature", "sqrt x", lambda: misses(sqrt(x), 0, 1, Q(2, 3)))
false("quadrature", "|x + i|", lambda: misses(absolute(x + I), -1, 1, sqrt(number(2)) + log(1 + sqrt(number(2)))))
false("quadrature", "conj(exp(i x))", lambda: misses(conj(exp(I * x)), 0, PI / 2, 1 - I))
false("quadrature", "re and im", lambda: misses(re(exp(I * x)) + 2 * im(exp(I * x)), 0, PI / 2, 3))
false("quadrature", "re squared", lambda: misses(re(exp(I * x)) ** 2, 0, PI / 2, PI / 4))
TENTH = Q(1, 10)
NEAR_CUT = 2 * log(number(1 + TENTH**2)) - 4 + 4 * TENTH * atan(number(10))
false("quadrature", "log near its cut", lambda: misses(log(x**2 + TENTH**2), -1, 1, NEAR_CUT))
NEAR_ROOT = sqrt(1 + number(TENTH) ** 2) + TENTH**2 * log((1 + sqrt(1 + number(TENTH) ** 2)) * 10)
false("quadrature", "sqrt near its cut", lambda: misses(sqrt(x**2 + TENTH**2), -1, 1, NEAR_ROOT))
false("quadrature", "atan across its cut", lambda: misses(atan(4 * x), -1, 1, 0))
false("quadrature", "log", lambda: misses(log(x), 1, 2, 2 * log(number(2)) - 1))
false("quadrature", "a pole inside", lambda: integrates(1 / x, -1, 2))
false("quadrature", "log at 0", lambda: integrates(log(x), -1, 1))
false("quadrature", "a root of what is negative", lambda: integrates(sqrt(x), -1, 1))
false("quadrature", "sin x/x", lambda: misses(sin(x) / x, 0, 1, "0.94608307036718301"))
false("quadrature", "(1 - cos x)/x^2", lambda: misses((1 - cos(x)) / x**2, 0, 1, "0.48638537623532267"))


def anti(F: Any, f: Any, low: Any, high: Any) -> bool:
    return accepts(lambda: integral.antiderivative(number(0) + F, number(0) + f, x, low, high))


true("quadrature", "x^2 is an antiderivative of 2 x", lambda: anti(x**2, 2 * x, 0, 1))
false("quadrature", "x^3 is none", lambda: anti(x**3, 2 * x, 0, 1))
false("quadrature", "-1/x across 0", lambda: anti(-1 / x, 1 / x**2, -1, 1))
false("quadrature", "an antiderivative that jumps", lambda: anti(-atan(1 / x), 1 / (1 + x**2), -1, 1))


def same(f: Any, g: Any, at: Any, low: Any = 0, high: Any = 1) -> bool:
    return accepts(lambda: integral.agree(number(0) + f, number(0) + g, x, low, high, at))


true("quadrature", "sin^2 = 1 - cos^2", lambda: same(sin(x) ** 2, 1 - cos(x) ** 2, 0))
false("quadrature", "sin^2 = -cos^2, up to a constant", lambda: same(sin(x) ** 2, -(cos(x) ** 2), 0))
false("quadrature", "x = x^2, since both are 0 at 0", lambda: same(x, x**2, 0))
false("quadrature", "atan x = -atan(1/x) - pi/2 across 0", lambda: same(atan(x), -atan(1 / x) - PI / 2, -1, -1, 1))


def tail(f: Any, majorant: Any, low: Any = 1) -> bool:
    return accepts(lambda: integral.tail(number(0) + f, x, low, number(0) + majorant))


true("quadrature", "the tail of 1/x^2", lambda: tail(1 / x**2, 1 / x))
false("quadrature", "the tail of 2/x^2", lambda: tail(2 / x**2, 1 / x))
false("quadrature", "the tail of -2/x^2", lambda: tail(-2 / x**2, 1 / x))
false("quadrature", "a majorant that is negative", lambda: tail(1 / x**2, 1 / x - 1))


def on_unit(relation: Relation, closed: bool = True) -> bool:
    return holds_on_unit(relation, x, closed)


true("quadrature", "x^2 <= x on [0, 1]", lambda: on_unit(le(x**2, x)))
false("quadrature", "x^2 <= x/2", lambda: on_unit(le(x**2, x / 2)))
false("quadrature", "x > 0 on [0, 1]", lambda: on_unit(gt(x, 0)))
true("quadrature", "x > 0 on (0, 1)", lambda: on_unit(gt(x, 0), False))
true("quadrature", "exp x >= 1", lambda: on_unit(ge(exp(x), 1)))
false("quadrature", "exp x >= 1 + x + x^2", lambda: on_unit(ge(exp(x), 1 + x + x**2)))
false("quadrature", "1 - exp x >= 0", lambda: on_unit(ge(1, exp(x))))
false("quadrature", "exp x > 1 on [0, 1]", lambda: on_unit(gt(exp(x), 1)))
true("quadrature", "exp x > 1 on (0, 1)", lambda: on_unit(gt(exp(x), 1), False))
false("quadrature", "exp x >= e at 1", lambda: on_unit(ge(exp(x), exp(ONE))))
true("quadrature", "exp(1 - x) >= 1", lambda: on_unit(ge(exp(1 - x), 1)))
false("quadrature", "exp(x - 1) >= 1", lambda: on_unit(ge(exp(x - 1), 1)))
false("quadrature", "sin(4 x) >= 0", lambda: on_unit(ge(sin(4 * x), 0)))

# flow: validated solutions


def strays(rates: Any, start: Any, time: Any, right: Any, **options: Any) -> bool:
    """Is the enclosure of the first state finite, and without its value?"""
    try:
        found = flow.enclose_at(
            Flow.of(rates), start, time, **{"order": 8, "step": Q(1, 8), "precision": 64, **options}
        )[0]
    except flow.NotFollowed:
        return False
    return bool(found.is_finite()) and not found.overlaps(ball.enclose(number(0) + right, {}, 128))


def reaches(rates: Any, start: Any, time: Any, **options: Any) -> bool:
    return accepts(
        lambda: flow.enclose_at(
            Flow.of(rates), start, time, **{"order": 8, "step": Q(1, 8), "precision": 64, **options}
        )
    )


COARSE: dict[str, Any] = {"order": 2, "step": Q(1, 4)}
true("arcs", "x' = x", lambda: reaches({x: x}, {x: 1}, 1))
false("arcs", "x' = x", lambda: strays({x: x}, {x: 1}, 1, exp(ONE)))
false("arcs", "x' = x by coarse steps", lambda: strays({x: x}, {x: 1}, 1, exp(ONE), **COARSE))
false("arcs", "x' = x backwards", lambda: strays({x: x}, {x: 1}, -1, exp(number(-1)), **COARSE))
false("arcs", "x' = x (1 - x)", lambda: strays({x: x * (1 - x)}, {x: Q(1, 10)}, 1, exp(ONE) / (9 + exp(ONE)), **COARSE))
false("arcs", "x' = -3 x", lambda: strays({x: -3 * x}, {x: 1}, 1, exp(number(-3)), **COARSE))
false("arcs", "a rotation", lambda: strays({x: -y, y: x}, {x: 1, y: 0}, 2, cos(number(2)), **COARSE))
false("arcs", "x' = 1 + x^2 past its pole", lambda: reaches({x: 1 + x**2}, {x: 0}, 2))
false("arcs", "x' = x^2 past its pole, by one step", lambda: reaches({x: x**2}, {x: 1}, 2, order=3, step=Q(2)))
false("arcs", "the same beside a decay", lambda: reaches({x: x**2, y: -y}, {x: 1, y: 1}, 2, order=3, step=Q(2)))
false("arcs", "x' = 1 + x^2 by coarse steps", lambda: strays({x: 1 + x**2}, {x: 0}, 1, tan(ONE), order=3, step=Q(1, 8)))
false(
    "arcs",
    "a set of starts",
    lambda: strays({x: x}, {x: arb(1, Q(1, 8).numerator / 8)}, 1, exp(ONE) * Q(9, 8), **COARSE),
)
false("arcs", "x' = 1/x", lambda: strays({x: 1 / x}, {x: 1}, Q(3, 2), number(2), order=4))
false(
    "arcs", "x' = exp(x)", lambda: strays({x: exp(x)}, {x: -1}, 1, 1 - log(exp(number(2)) - exp(ONE)) - 0 * PI, order=4)
)
false("arcs", "x' = sqrt(x)", lambda: strays({x: sqrt(x)}, {x: 1}, 2, number(4), order=4))
false("arcs", "x' = sin(x)", lambda: strays({x: sin(x)}, {x: PI / 2}, 1, 2 * atan(exp(ONE)), order=4))

# lie: derivatives


def slope(value: Any, says: Any) -> bool:
    """d/dx along x' = 1, compared by the ring."""
    found = Flow(((x, ONE),)).derivative(number(0) + value)
    return proves(
        eq(found, says),
        step("ring", shows=eq(found, says)),
        facts=[gt(x, 0), lt(x, 1), gt(1 - x**2, 0), ne(cos(x), 0)],
        at={x: Q(1, 2)},
    )


for f, df in (
    (x**3, 3 * x**2),
    (x * exp(x), exp(x) + x * exp(x)),
    (1 / x, -1 / x**2),
    (exp(2 * x), 2 * exp(2 * x)),
    (log(x), 1 / x),
    (sqrt(x), 1 / (2 * sqrt(x))),
    (sin(x), cos(x)),
    (cos(x), -sin(x)),
    (tan(x), 1 + tan(x) ** 2),
    (sinh(x), cosh(x)),
    (cosh(x), sinh(x)),
    (tanh(x), 1 - tanh(x) ** 2),
    (atan(x), 1 / (1 + x**2)),
    (asin(x), 1 / sqrt(1 - x**2)),
    (abs2(1 + I * x), 2 * x),
    (im(exp(I * x)), cos(x)),
    (conj(exp(I * x)), -I * exp(-I * x)),
):
    true("lie", f"d/dx {f}", lambda f=f, df=df: slope(f, df))
for f, wrong in (
    (x**3, x**2),
    (x * exp(x), x * exp(x)),
    (x**3, 3 * x**3),
    (x * exp(x), exp(x)),
    (1 / x, 1 / x**2),
    (x / (1 + x), 1 / (1 + x)),
    (log(x), x),
    (sqrt(x), 1 / sqrt(x)),
    (cos(x), sin(x)),
    (tan(x), 1 - tan(x) ** 2),
    (tanh(x), 1 + tanh(x) ** 2),
    (atan(x), 1 / (1 - x**2)),
    (asin(x), 1 / sqrt(1 + x**2)),
    (abs2(1 + I * x), x),
    (conj(exp(I * x)), I * exp(I * x)),
    (im(exp(I * x)), sin(x)),
):
    false("lie", f"d/dx {f} = {wrong}", lambda f=f, wrong=wrong: slope(f, wrong))
BOUND_THERE = integral_term(x * s, s, ZERO, ONE)


def carried(rate: Any, says: Any) -> bool:
    """The derivative of the integral of x s over s, which is x/2, along x' = rate."""
    found = accepted_or(lambda: Flow(((x, number(0) + rate),)).derivative(BOUND_THERE))
    return found is not None and proves(eq(found, says), step("ring", shows=eq(found, says)), more=(s, y))


def accepted_or(build: Callable[[], Term]) -> Term | None:
    try:
        return build()
    except TermError:
        return None


true("lie", "under an integral", lambda: carried(y, y / 2))
false("lie", "a rate that names the variable is not under the integral", lambda: carried(s, Q(1, 3)))
