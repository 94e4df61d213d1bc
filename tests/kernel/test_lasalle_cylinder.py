"""LaSalle's principle for numbers and angles: each obligation is needed, and nothing false passes."""

from __future__ import annotations

import pytest

from theorems.classical.lasalle_cylinder import claim as LASALLE
from verify import (
    AlmostEvery,
    Circle,
    Claim,
    Disk,
    Eventually,
    Every,
    Flow,
    Interval,
    Nonneg,
    Positive,
    Real,
    Space,
    Sphere,
    abs2,
    atan,
    cos,
    cosh,
    eq,
    ge,
    gt,
    le,
    sin,
    sqrt,
    tanh,
)
from verify.attack import find_witness
from verify.judge import inhabited_parts
from verify.kernel import ring
from verify.kernel.context import Context
from verify.kernel.goal import LongTime
from verify.kernel.proof import Refused, prove
from verify.kernel.rules import _behaviour_follows, _is_null
from verify.kernel.sign import Facts
from verify.kernel.term import ZERO, TermError, absolute, symbol, term
from verify.prove.argument import formed, steps_of

OFFER = {LASALLE.id: LASALLE.offers}.get
NONE = dict.fromkeys("logs seen direct first second third growth pull keep offset".split(), 0)
ONES = dict.fromkeys("size factor escape edge".split(), 1)

PLANE = Space(x=Real(), v=Real())
x, v = PLANE.symbols
DUFFING = {x: v, v: -v - x - x**3}
ENERGY = {"lyapunov": v**2 / 2 + x**2 / 2 + x**4 / 4, "size": "1/2", "rate": -(v**2), "seen": v}
RESTS = {**ENERGY, "zero": x, "first": -(x**7), "second": -(x**7)}
LINE = Space(x=Real())
HALF = Space(x=Positive())
WELLS = {x: x - x**3}
ESCAPES = {
    "lyapunov": (x**2 - 1) ** 2,
    "offset": 1,
    "size": "1/2",
    "rate": -4 * x**2 * (1 - x**2) ** 2,
    "zero": x**2 - 1,
    "direct": -((x**2 - 1) ** 6),
    "escape": x,
    "growth": 1 - x**2,
    "pull": 1,
}
LOGISTIC = {
    "lyapunov": x,
    "logs": x,
    "rate": -((x - 1) ** 2),
    "zero": x - 1,
    "direct": -((x - 1) ** 6),
    "keep": 1 + x,
}


def cite(space, flow, quantity, given, to=0, start=None, skip=None, form=None):
    """Prove that the quantity tends to `to`; obligation number `skip` is not shown."""
    claim = Claim("test.cylinder", space, shows=Eventually(quantity, to=to, along=flow, start=start or Every()))
    at = {name: term(value) for name, value in {**NONE, **ONES, **given}.items()}

    def argument(p):
        needs, _ = LASALLE.offers.build(claim.sequent.goal("main"), at)
        facts = p._known()
        for number, each in enumerate(needs):
            if number != skip:
                if each.op == "eq":
                    p.ring(each)
                elif space in (LINE, HALF) and each.symbols:
                    p.roots(each)
                elif form is not None and ring.equal(each.gap, form):
                    p.steps += (*formed(ge(1 + cos(x), 0), ()), *formed(ge(1 - cos(x), 0), ()))
                    p.sign(each, as_=form)
                else:
                    p.steps += formed(each, facts) or ()
        p.cites(LASALLE, **at)
        p.limit()

    claim.argument(argument)
    witness, (points, _) = find_witness(claim), inhabited_parts(claim)
    return prove(claim.sequent, steps_of(claim), witness, OFFER, points)


def needs_of(space, flow, quantity, given, start=None):
    goal = Claim("test.cylinder", space, shows=Eventually(quantity, to=0, along=flow, start=start or Every())).sequent
    at = {name: term(value) for name, value in {**NONE, **ONES, **given}.items()}
    return LASALLE.offers.build(goal.goal("main"), at)


GOOD = [
    (PLANE, DUFFING, v, {**ENERGY, "zero": v, "first": v**7}, {}),
    (PLANE, DUFFING, x, RESTS, {}),
    (LINE, WELLS, x**2, ESCAPES, {"to": 1, "start": Every(except_=[eq(x, 0)])}),
    (LINE, WELLS, x**2, ESCAPES, {"to": 1, "start": AlmostEvery()}),
    (HALF, {x: x * (1 - x)}, x, LOGISTIC, {"to": 1}),
    (
        Space(x=Circle(), v=Real()),
        {x: v, v: -v - sin(x)},
        v,
        {**ENERGY, "lyapunov": v**2 / 2 - cos(x), "offset": 1, "zero": v, "first": v**7},
        {},
    ),
]


@pytest.mark.parametrize(("space", "flow", "quantity", "given", "more"), GOOD)
def test_limits(space, flow, quantity, given, more):
    assert cite(space, flow, quantity, given, **more).uses == (LASALLE.id,)


@pytest.mark.parametrize(("space", "flow", "quantity", "given", "more"), GOOD)
def test_each_obligation_is_needed(space, flow, quantity, given, more):
    """Those that are manifest by themselves need no step; all others do."""
    claim = Claim("test.cylinder", space, shows=Eventually(quantity, along=flow, **{"to": 0, "start": Every(), **more}))
    at = {name: term(value) for name, value in {**NONE, **ONES, **given}.items()}
    needs, _ = LASALLE.offers.build(claim.sequent.goal("main"), at)
    goal = claim.sequent.goal("main")
    asked = [number for number, each in enumerate(needs) if not Facts(goal.closure()).holds(each)]
    for number in asked:
        with pytest.raises(Refused, match=r"of classical\.lasalle-cylinder is not shown"):
            cite(space, flow, quantity, given, skip=number, **more)
    assert len(asked) < len(needs)


@pytest.mark.parametrize(
    ("space", "flow", "quantity", "given", "more"),
    [
        (PLANE, {x: v, v: -x - x**3}, v, {**ENERGY, "zero": v, "first": v**7}, {}),  # no friction: V' is not -v^2
        (PLANE, {x: v, v: -x}, v, {**ENERGY, "lyapunov": v**2 + x**2, "rate": 0, "zero": v, "first": v**7}, {}),
        (PLANE, DUFFING, v, {**ENERGY, "factor": 2, "zero": v, "first": v**7}, {}),
        (PLANE, DUFFING, v, {**ENERGY, "factor": 0, "zero": v, "first": v**7}, {}),
        (PLANE, DUFFING, v, {**ENERGY, "size": 0, "zero": v, "first": v**7}, {}),
        (PLANE, {x: v, v: -v}, x, {**RESTS, "lyapunov": v**2 / 2}, {}),  # x stops anywhere; V does not bound it
        (PLANE, DUFFING, x, {**RESTS, "first": 0}, {}),
        (LINE, {x: 1 + 0 * x}, x, {"lyapunov": -x, "rate": -1, "zero": x, "direct": -(x**8)}, {}),
        (LINE, {x: 1 + 0 * x}, x, {"lyapunov": -atan(x), "offset": 2, "rate": -1 / (1 + x**2), "zero": x}, {}),
        (LINE, WELLS, x**2, {**ESCAPES, "escape": 1, "growth": 0}, {"to": 1}),  # 0 rests
        (LINE, WELLS, x**2, ESCAPES, {"to": 1}),
        (LINE, WELLS, x**2, {**ESCAPES, "escape": x**2 + 1}, {"to": 1}),
        (LINE, WELLS, x**2, {**ESCAPES, "pull": -1}, {"to": 1, "start": Every(except_=[eq(x, 0)])}),
        (LINE, WELLS, x**2, {**ESCAPES, "edge": 2}, {"to": 1, "start": Every(except_=[eq(x, 0)])}),
        (LINE, WELLS, x**2, {**ESCAPES, "edge": 0}, {"to": 1, "start": Every(except_=[eq(x, 0)])}),
        (
            LINE,  # -1 and 1 attract from x != 0, and L = x^2 - 1 is not driven off 0: growth = -2 x^2
            WELLS,
            x,
            {**ESCAPES, "zero": x, "escape": x**2 - 1, "growth": -2 * x**2, "direct": -(x**6)},
            {"start": Every(except_=[eq(x**2, 1)])},
        ),
        (HALF, {x: x * (1 - x)}, x, {**LOGISTIC, "logs": -x}, {"to": 1}),
        (HALF, {x: x * (1 - x)}, x, {**LOGISTIC, "keep": 0}, {"to": 1}),
        (HALF, {x: -1 + 0 * x}, x, {"lyapunov": x, "rate": -1, "zero": x, "direct": -(x**8), "keep": 1}, {}),
        (Space(x=Circle()), {x: 1 + 0 * x}, cos(x), {"lyapunov": -x, "rate": -1, "zero": cos(x), "direct": -1}, {}),
        (
            Space(x=Circle(), v=Real()),  # driven round: V = v^2/2 - cos x - x is no function on the circle
            {x: v, v: 2 - v - sin(x)},
            v,
            {**ENERGY, "lyapunov": v**2 / 2 - cos(x) - 2 * x, "offset": 1, "zero": v, "first": v**7},
            {},
        ),
    ],
)
def test_nothing_false_passes(space, flow, quantity, given, more):
    with pytest.raises(
        Refused, match=r"is not shown|no known limit|not an identity|not manifestly|fails at|not a rational"
    ):
        cite(space, flow, quantity, given, **more)


@pytest.mark.parametrize(
    ("space", "flow", "given", "start", "words"),
    [
        (Space(w=Disk()), None, {}, None, "the states are real"),
        (LINE, {x: -x}, {}, Every(where=[le(x**2, 1)]), "polyhedron"),
        (LINE, {x: -x}, {}, Every(where=[eq(x, 1)]), "given by orders"),
        (LINE, {x: -x}, {"offset": x}, None, "free of"),
        (LINE, {x: -x}, {"edge": x**2}, None, "free of"),
        (LINE, {x: -x}, {"logs": x}, None, "positive by their domain"),
        (Space(x=Nonneg()), {x: -x}, {"logs": x}, None, "positive by their domain"),
        (HALF, {x: -x}, {"logs": x**2}, None, "free of"),
        (HALF, {x: -sqrt(x)}, {}, None, "analytic"),
        (LINE, {x: -x}, {"zero": absolute(x)}, None, "analytic"),
        (LINE, {x: -x}, {"escape": sqrt(1 + x**2)}, None, "analytic"),
    ],
)
def test_what_it_asks_of_its_parameters(space, flow, given, start, words):
    if flow is None:
        w = space.symbols
        flow, given = {w: -w}, {"lyapunov": abs2(w), "zero": abs2(w), "rate": -2 * abs2(w)}
    else:
        given = {"lyapunov": x**2, "zero": x, "rate": -2 * x**2, **given}
    with pytest.raises(TermError, match=words):
        needs_of(space, flow, given["zero"], given, start)


def test_orbits_converge_where_the_distance_from_a_point_tends_to_0():
    flow = {x: -(x - 1), v: -v - v * x**2}
    given = {"lyapunov": (x - 1) ** 2 + v**2, "offset": 1, "size": "1/2"}
    given["rate"] = -2 * (x - 1) ** 2 - 2 * v**2 * (1 + x**2)
    for zero, known in (((x - 1) ** 2 + v**2, 2), ((x - 1) ** 2 + 2 * v**2, 1), ((x - 1) ** 2, 1), (x - 1 + v, 1)):
        _, limits = needs_of(PLANE, flow, zero, {**given, "zero": zero})
        assert [each.target for each in limits] == ["tends", "point"][:known]
    _, limits = needs_of(LINE, {x: -(x**3)}, x**4, {"lyapunov": x**2, "rate": -2 * x**4, "zero": x**4})
    assert [each.target for each in limits] == ["tends"]
    _, limits = needs_of(LINE, WELLS, (x**2 - 1) ** 2, {**ESCAPES, "zero": (x**2 - 1) ** 2})  # two points
    assert [each.target for each in limits] == ["tends"]


def test_an_interval_is_kept_by_what_points_inwards():
    inside = {"lyapunov": x**2, "rate": -2 * x**2, "zero": x, "direct": -(x**6), "offset": 1, "keep": 1}
    assert cite(Space(x=Interval(0, 1)), {x: -x}, x, inside).uses
    with pytest.raises(Refused, match="is not shown"):
        cite(Space(x=Interval("1/2", 1)), {x: -x}, x, inside)


def test_angles_are_what_nothing_tells_from_a_turn_on():
    """x' = -sin(x)/2 in x and in x/2: the first is an angle, of the second V must bound the state."""
    half = {x: -sin(x) / 2}
    given = {"lyapunov": 1 - cos(x), "rate": -(sin(x) ** 2) / 2, "zero": sin(x), "direct": -2 * sin(x) ** 6}
    assert not any(gap.op == "ge" and x**2 in gap.terms for gap in needs_of(LINE, half, sin(x), given)[0])
    slow = {x: -sin(x / 2)}
    given = {"lyapunov": 1 - cos(x / 2), "rate": -(sin(x / 2) ** 2) / 2, "zero": sin(x / 2), "direct": 0}
    needs, (conclusion,) = needs_of(LINE, slow, sin(x / 2), given)
    assert any(x**2 in each.terms for each in needs)
    assert conclusion == LongTime(Flow.of(slow), "every", "tends", sin(x / 2), ZERO, (), ())


def test_what_has_no_value_somewhere_is_obliged():
    needs, _ = needs_of(LINE, {x: -x / (1 + x)}, x, {"lyapunov": x**2, "rate": 0, "zero": x})
    assert any(each.op == "ne" for each in needs)
    k = symbol("k")
    needs, _ = needs_of(Space(x=Real(), k=Real()), {x: -k * x}, x, {"lyapunov": x**2, "rate": 0, "zero": x, "size": k})
    assert gt(k, 0) in needs
    assert tanh(x).total


TURNS = {"lyapunov": 1 - cos(x), "rate": cos(x) ** 2 - 1, "zero": cos(x) - 1, "escape": 1 + cos(x)}
TURNS |= {"direct": -2 * (1 + cos(x)) * (1 - cos(x)) ** 6, "growth": 1 - cos(x)}
FORM = (1 + cos(x)) ** 3 * (1 - cos(x)) ** 7


def test_almost_every_start_where_the_escape_is_analytic():
    for start in (AlmostEvery(), Every(except_=[eq(cos(x), -1)])):
        assert cite(Space(x=Circle()), {x: -sin(x)}, cos(x), TURNS, to=1, start=start, form=FORM).uses
    with pytest.raises(Refused, match="no known limit"):
        cite(Space(x=Circle()), {x: -sin(x)}, cos(x), TURNS, to=1, form=FORM)
    with pytest.raises(Refused, match="no known limit"):  # every start escapes nothing
        nothing = {"lyapunov": x**2, "rate": -2 * x**2, "zero": x - 1, "escape": 0}
        cite(LINE, {x: -x}, x, nothing, to=1, start=AlmostEvery())


@pytest.mark.parametrize(
    ("gap", "null"),
    [
        (lambda x, y, k: 1 + cos(x), True),
        (lambda x, y, k: cos(x) * cosh(y), True),
        (lambda x, y, k: x**2 + y**2, True),
        (lambda x, y, k: k * cos(x), True),  # k > 0
        (lambda x, y, k: (k - 1) * cos(x), False),  # 0 for k = 1
        (lambda x, y, k: absolute(cos(x)), False),
        (lambda x, y, k: x**2 / x, False),
        (lambda x, y, k: x**2 - x**2, False),
    ],
)
def test_zeros_of_analytic_functions_are_null_sets(gap, null):
    space = Space(x=Real(), y=Real(), k=Positive())
    x, y, k = space.symbols
    claim = Claim("test.null", space, shows=Eventually(x, to=0, along={x: -x, y: -y}))
    goal = claim.sequent.goal("main")
    assert _is_null(eq(gap(x, y, k), 0), goal, Context(claim.sequent, goal, OFFER)) is null


@pytest.mark.parametrize(("x", "thin"), [(Interval(0, 0), True), (Interval(0, 1), False), (Nonneg(), False)])
def test_null_sets_say_nothing_of_starts_that_are_one(x, thin):
    """Every y but where x = 0: on the line x = 0 this says nothing, not even of almost every start on that line."""
    space = Space(x=x, y=Real())
    x, y = space.symbols
    shows = Eventually(y, to=0, along={x: 0, y: -y})
    claim = Claim("test.thin", space, shows=shows)
    goal = claim.sequent.goal("main")
    context = Context(claim.sequent, goal, OFFER)
    known = LongTime(goal.flow, "every", "tends", y, ZERO, (eq(x, 0),), goal.starts)
    assert _behaviour_follows(known, goal, context) is not thin
    every = LongTime(goal.flow, "every", "tends", y, ZERO, (), goal.starts)
    assert _behaviour_follows(every, goal, context)


def test_a_sphere_is_a_null_set_of_its_coordinates():
    space = Space(u=Sphere(2))
    p, q = space.scalars
    claim = Claim("test.thin", space, shows=Eventually(p, to=5, along={p: -p, q: -q}))
    goal = claim.sequent.goal("main")
    on_it = (eq(p**2 + q**2, 1),)  # no start is left
    known = LongTime(goal.flow, "every", "tends", p, term(5), on_it, goal.starts)
    assert not _behaviour_follows(known, goal, Context(claim.sequent, goal, OFFER))
