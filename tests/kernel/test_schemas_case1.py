"""Schemas that Case 1 cites: without one of its obligations each would show something false, and it is refused.

The flows are simple ones on the disk, of which it is plain what their orbits do.
"""

import pytest

from theorems.classical.closed_levels import claim as LEVELS
from theorems.classical.exit import claim as EXIT
from theorems.classical.lasalle import claim as GROWING
from theorems.classical.lasalle_sublevel import claim as SUBLEVEL
from theorems.classical.time_change_exit import claim as TIME
from verify import (
    Claim,
    Disk,
    Eventually,
    Every,
    Flow,
    I,
    Positive,
    Some,
    Space,
    abs2,
    any_of,
    conj,
    cos,
    eq,
    exp,
    ge,
    gt,
    im,
    le,
    lt,
    ne,
    re,
    sin,
    sqrt,
)
from verify.attention.linear import gradient
from verify.kernel import ring
from verify.kernel.goal import LongTime, own_hypotheses
from verify.kernel.proof import Refused, prove
from verify.kernel.term import ONE, TermError, integral, mean, number, symbol
from verify.prove.argument import steps_of

D = Space(k=Positive(), w=Disk())
k, w = D.symbols
N, x, y, s = 1 - abs2(w), re(w), im(w), symbol("s")
RESULTS = {each.id: each.offers for each in (LEVELS, EXIT, GROWING, SUBLEVEL, TIME)}
HALF, OFF, SQUARE = number("1/2"), Every(except_=[eq(w, 0)]), abs2(w)


def cite(result, flow, target, steps, parameters, start=None, to=None, space=D, at="1/2"):
    """Prove a claim about a flow by steps and a cited result; every space has the symbols k and w."""
    shows = Eventually(target, along={w: flow}, start=start or Every(), to=to)
    claim = Claim("test.schema", space, shows=shows)

    def argument(p):
        for step in steps:
            step(p)
        p.cites(result, **parameters)
        p.limit()

    claim.argument(argument)
    witness = dict(zip(space.scalars, (number(1), number(at)), strict=True))
    ((name, goal),) = claim.sequent.goals
    inhabited = {name: witness} if own_hypotheses(goal, claim.sequent.facts) else {}
    return prove(claim.sequent, steps_of(claim), witness, RESULTS.get, inhabited)


def without(steps, name):
    assert name is None or name in steps
    return [step for key, step in steps.items() if key != name]


# closed levels


def away(vector, form):
    """vector != 0 or w == 0, by cases; form is another form of the vector, a multiple of w."""
    shows, square = any_of(ne(vector, 0), eq(w, 0)), abs2(w)

    def moves(q):
        q.nonzero(w, cofactor=conj(w), fact=gt(square, 0))
        q.sign(ne(vector, 0), as_=form)

    rests = lambda q: q.zeros(eq(square, 0), as_=square)  # noqa: E731
    split = any_of(gt(square, 0), eq(square, 0))
    return lambda p: p.inside(shows, lambda q: q.cases(split, moves, rests, shows=shows))


def levels(flow, above, below, field, slope, exponent=1):
    """The obligations by name; `field` and `slope` show those about the field and the gradient."""
    P = above / below**exponent
    return {
        "inside": lambda p: p.inside(gt(below, 0)),
        "boundary": lambda p: p.boundary(ge(0, below), None),
        "above": lambda p: p.boundary(gt(above, 0), None),
        "conserved": lambda p: p.inside(eq(Flow.of({w: flow}).derivative(P), 0)),
        "field": field,
        "gradient": slope(gradient(P, w)),
    }


def circles(left_out=None, flow=I * k * w, exponent=1, start=OFF, target="periodic", to=None):
    """w' = i k w and 1/(1 - |w|^2)^exponent."""
    slope = lambda g: away(g, 2 * exponent * w / N ** (exponent + 1))  # noqa: E731
    steps = levels(flow, ONE, N, away(flow, flow), slope, exponent)
    given = {"above": 1, "below": N, "at": 0, "exponent": exponent}
    return cite(LEVELS, flow, target, without(steps, left_out), given, start, to)


def lines(above, below, form, left_out):
    """w' = k keeps Im w, and no orbit is closed. above/below is a function of Im w with gradient `form`."""

    def nowhere(vector, form):
        return lambda p: p.inside(any_of(ne(vector, 0), eq(w, 0)), lambda q: q.sign(ne(vector, 0), as_=form))

    steps = levels(k + 0, above, below, nowhere(k, k), lambda g: nowhere(g, form))
    steps = {
        "y < 2": lambda p: p.sign(lt(y, 2), as_=1 + (N + x**2 + (y - 1) ** 2) / 2),
        "y > -2": lambda p: p.sign(gt(y + 2, 0), as_=1 + (N + x**2 + (y + 1) ** 2) / 2),
        **steps,
    }
    given = {"above": above, "below": below, "at": 0, "exponent": 1}
    return cite(LEVELS, k, "periodic", without(steps, left_out), given, OFF)


def test_rotations_are_periodic():
    assert circles().uses == (LEVELS.id,)
    circles(exponent=3)


@pytest.mark.parametrize("name", ["inside", "boundary", "above", "conserved", "field", "gradient"])
def test_closed_levels_need_each_obligation(name):
    with pytest.raises(Refused, match="cites: the obligation"):
        circles(name)


@pytest.mark.parametrize(
    ("above", "below", "form", "name", "words"),
    [
        (ONE, y - 2, -I / (y - 2) ** 2, "inside", "Inside.*'gt'"),
        (ONE, y + 2, -I / (y + 2) ** 2, "boundary", "Boundary.*'ge'"),
        (N * (y + 2), N, I, "above", "Boundary.*'gt'"),
    ],
)
def test_lines_are_not_closed(above, below, form, name, words):
    """All obligations but one hold. That one fails, so that no step shows it."""
    with pytest.raises(Refused, match=f"obligation {words}"):
        lines(above, below, form, name)
    with pytest.raises(Refused, match="not manifestly"):
        lines(above, below, form, None)


def test_growth_and_equilibria_are_not_closed():
    for name, flow, words, refused in (
        ("conserved", k * w, "Inside.*'eq'", "not an identity"),
        ("field", I * k * w * y**2, "Inside.*AnyOf", "not manifestly"),
    ):
        with pytest.raises(Refused, match=f"obligation {words}"):
            circles(name, flow=flow)
        with pytest.raises(Refused, match=refused):
            circles(flow=flow)


@pytest.mark.parametrize("changes", [{"start": Every()}, {"start": Some()}, {"target": abs2(w), "to": 0}])
def test_closed_levels_say_no_more(changes):
    """The centre is an equilibrium; some starts are no conclusion of it, and no limit is."""
    with pytest.raises(Refused, match="no known limit"):
        circles(**changes)


@pytest.mark.parametrize(
    ("given", "start", "words"),
    [
        ({"at": w}, OFF, "moves with the state"),
        ({"exponent": 0}, OFF, "literal"),
        ({"exponent": HALF}, OFF, "literal"),
        ({"exponent": k}, OFF, "literal"),
        ({"below": 1 / (1 / N)}, OFF, "defined for all values of w"),
        ({"above": sqrt(abs2(w))}, OFF, "defined for all values of w"),
        ({}, Every(except_=[eq(w, 0)], where=[le(abs2(w), HALF)]), "open set"),
        ({}, Every(except_=[eq(w, 0)], where=[ne(x, HALF)]), "open set"),
        ({}, Every(except_=[eq(w, 0)], where=[gt(1 / k - x / (1 + x), 0)]), "defined for all values of w"),
    ],
)
def test_what_closed_levels_ask_of_their_parameters(given, start, words):
    with pytest.raises(Refused, match=words):
        cite(
            LEVELS, I * k * w, "periodic", [], {"above": 1, "below": N, "at": 0, "exponent": 1} | given, start, at="1/4"
        )


# LaSalle on sublevel sets


def falling(left_out=None, flow=-k * w, Q=SQUARE, level=ONE, rate=-2 * k * SQUARE):
    """w' = -k w and Q = |w|^2; the claim is that |w|^2 -> 0."""
    steps = {
        "x > -2": lambda p: p.sign(gt(x + 2, 0), as_=1 + (N + y**2 + (x + 1) ** 2) / 2),
        "x < 2": lambda p: p.sign(gt(2 - x, 0), as_=1 + (N + y**2 + (x - 1) ** 2) / 2),
        "level": lambda p: p.inside(gt(level, Q)),
        "boundary": lambda p: p.boundary(ge(Q, level), None),
        "rate": lambda p: p.inside(eq(Flow.of({w: flow}).derivative(Q), rate)),
        "sign": lambda p: p.inside(le(rate, 0)),
        "factors": lambda p: p.inside(ne(k, 0)),
    }
    given = {"lyapunov": Q, "level": level, "rate": rate, "zero": abs2(w)}
    return cite(SUBLEVEL, flow, abs2(w), without(steps, left_out), given, to=0)


def test_orbits_fall_to_the_centre():
    assert falling().uses == (SUBLEVEL.id,)


@pytest.mark.parametrize("name", ["level", "boundary", "rate", "sign", "factors"])
def test_sublevels_need_each_obligation(name):
    with pytest.raises(Refused, match="cites: the obligation"):
        falling(name)


@pytest.mark.parametrize(
    ("name", "words", "refused", "changes"),
    [
        ("level", "Inside.*'gt'", "not manifestly", {"flow": k + 0, "Q": -x, "level": number(-2), "rate": -k}),
        ("boundary", "Boundary.*'ge'", "not manifestly", {"flow": k + 0, "Q": -x, "level": number(2), "rate": -k}),
        ("rate", "Inside.*'eq'", "not an identity", {"flow": k * w}),
        ("sign", "Inside.*'ge'", "not manifestly", {"flow": k * w, "rate": 2 * k * abs2(w)}),
        ("factors", "Inside.*'ne'", "Inside.*'ne'", {"flow": -k * x, "rate": -2 * k * x**2}),
    ],
)
def test_sublevels_show_nothing_false(name, words, refused, changes):
    """In none of these |w|^2 tends to 0 from every start: all obligations hold but one, which nothing shows."""
    with pytest.raises(Refused, match=f"obligation {words}"):
        falling(name, **changes)
    with pytest.raises(Refused, match=refused):
        falling(**changes)


@pytest.mark.parametrize(
    ("given", "start", "words"),
    [
        ({"level": 1 + abs2(w)}, None, "moves with the state"),
        ({"lyapunov": abs2(w) / N}, None, "defined for all values of w"),
        ({"zero": abs2(w) / N}, None, "defined for all values of w"),
        ({}, Every(where=[ge(HALF, abs2(w))]), "open set"),
    ],
)
def test_what_sublevels_ask_of_their_parameters(given, start, words):
    given = {"lyapunov": abs2(w), "level": 1, "rate": -2 * k * abs2(w), "zero": abs2(w)} | given
    with pytest.raises(Refused, match=words):
        cite(SUBLEVEL, -k * w, abs2(w), [], given, start, to=0)


@pytest.mark.parametrize(("level", "reached"), [(number("1/4"), True), (number("1/5"), False)])
def test_a_sublevel_inside_the_disk(level, reached):
    """Starts with |w| < 1/2: on their boundary |w|^2 is 1/4, and not below."""
    Q, near = abs2(w), Every(where=[gt(number("1/4"), abs2(w))])
    steps = [
        lambda p: p.inside(gt(level, Q)),
        lambda p: p.boundary(ge(Q, level), lambda q: q.sign(ge(Q, level), as_=1 - level), None),
        lambda p: p.inside(eq(Flow.of({w: -k * w}).derivative(Q), -2 * k * Q)),
        lambda p: p.inside(le(-2 * k * Q, 0)),
        lambda p: p.inside(ne(k, 0)),
    ]
    given = {"lyapunov": Q, "level": level, "rate": -2 * k * Q, "zero": Q}
    if reached:
        cite(SUBLEVEL, -k * w, Q, steps, given, near, to=0, at=0)
    else:
        with pytest.raises(Refused, match="inside: step 1: sign"):
            cite(SUBLEVEL, -k * w, Q, steps, given, near, to=0, at=0)


# time change

FAR = Every(where=[ge(abs2(w) * exp(number(2)), 1)])  # |w| >= 1/e
LINE = {"speed": k, "field": ONE, "solution": w + s, "time": s, "moment": number(3)}


def meets(p, solution, moment, form=None):
    p.sign(le(N.subs(w, solution.subs(s, moment)), 0), as_=form)


def on_line(p):
    meets(p, w + s, 3, form=3 * abs2(w + 1) + 2 * N + 3)


def test_lines_reach_the_circle():
    assert cite(TIME, k * N, abs2(w), [on_line], LINE, to=1).uses == (TIME.id,)


def test_a_time_change_needs_each_obligation():
    with pytest.raises(Refused, match="obligation 0 >= 1 - abs2"):
        cite(TIME, k * N, abs2(w), [], LINE, to=1)
    with pytest.raises(Refused, match="obligation -k > 0"):
        cite(TIME, -k * N, abs2(w), [on_line], LINE | {"speed": -k}, to=1)
    with pytest.raises(Refused, match="obligation -3 >= 0"):
        back = lambda p: meets(p, w - s, -3, form=3 * abs2(w + 1) + 2 * N + 3)  # noqa: E731
        given = {"field": number(-1), "solution": w - s, "moment": number(-3)}
        cite(TIME, -k * N, abs2(w), [back], LINE | given, to=1)


@pytest.mark.parametrize(
    ("speed", "field", "solution", "moment", "words"),
    [
        (-k, w, w * exp(s), 1, "obligation -k > 0"),
        (k, -w, w * exp(-s), -1, "obligation -1 >= 0"),
        (k, -w, w * exp(s), 1, "does not solve"),
        (k, -w, w * exp(2 - s), 1, "does not solve"),  # it starts elsewhere
        (k, w, w * exp(s), 1, "the rate is not"),
    ],
)
def test_what_tends_to_the_centre_does_not_exit(speed, field, solution, moment, words):
    """w' = -k (1 - |w|^2) w: from no start |w| -> 1. All starts have |w| >= 1/e here."""
    given = {"speed": speed, "field": field, "solution": solution, "time": s, "moment": number(moment)}
    steps = [lambda p: meets(p, solution, moment)]
    with pytest.raises(Refused, match=words):
        cite(TIME, -k * N * w, abs2(w), steps, given, FAR, to=1)


def test_a_solution_that_does_not_meet_the_circle():
    given = {"speed": k, "field": -w, "solution": w * exp(-s), "time": s, "moment": ONE}
    with pytest.raises(Refused, match="obligation 0 >= 1 - abs2"):
        cite(TIME, -k * N * w, abs2(w), [], given, FAR, to=1)
    with pytest.raises(Refused, match="not manifestly"):
        cite(TIME, -k * N * w, abs2(w), [lambda p: meets(p, w * exp(-s), 1)], given, FAR, to=1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"field": -(w**2), "solution": w / (1 + s * w)}, "defined for all values of s"),  # a pole for w < 0
        ({"field": -(w**2), "time": w}, "symbol of its own"),
        ({"field": -(w**2), "time": k * s}, "symbol of its own"),
        ({"field": -(w**2) + 0 * s, "time": symbol("s", "natural")}, "symbol of its own"),
        ({"field": -(w**3) / w}, "defined for all values of w"),
        ({"speed": k * abs2(w), "field": -(w**2) / abs2(w)}, "the first free of the state"),
    ],
)
def test_what_a_time_change_asks_of_its_parameters(given, words):
    """w' = -k (1 - |w|^2) w^2 leads positive starts to 0."""
    with pytest.raises(Refused, match=words):
        cite(TIME, -k * N * w**2, abs2(w), [], LINE | given, to=1)


def test_the_time_is_no_parameter_of_the_flow():
    with pytest.raises(Refused, match="symbol of its own"):
        cite(TIME, k * N, abs2(w), [], LINE | {"time": k, "speed": ONE, "field": k, "solution": w + k * k / 2}, to=1)


# exit


def leaves(flow, field, point, speed=k, start=None):
    given = {"speed": speed, "field": field, "point": point}
    return cite(EXIT, flow, abs2(w), [], given, start or Some(), to=1)


def test_starts_next_to_an_outward_point_exit():
    assert leaves(k * N * (w - HALF), w - HALF, ONE).uses == (EXIT.id,)


@pytest.mark.parametrize(
    ("flow", "field", "point", "speed", "words"),
    [
        (-k * N * w, -w, ONE, k, "obligation -1 > 0"),  # inwards
        (-k * N * w, w, ONE, -k, "obligation -k > 0"),
        (k * N * w * (HALF - abs2(w)), w * (HALF - abs2(w)), HALF, k, "obligation 3/4 == 0"),  # not on the circle
        (-k * N * w, -w, w, k, "does not move"),
    ],
)
def test_an_exit_needs_each_obligation(flow, field, point, speed, words):
    """In none of these |w| -> 1 from an open set of starts."""
    with pytest.raises(Refused, match=words):
        leaves(flow, field, point, speed)


def test_an_exit_is_no_matter_of_every_start():
    for start in (Every(), Every(where=[gt(HALF, abs2(w))])):
        with pytest.raises(Refused, match=r"no known limit|disk alone"):
            leaves(k * N * (w - HALF), w - HALF, ONE, start=start)


# what all of them ask


def obliged(result, flow, starts, **parameters):
    """What a result asks about a flow and its starts, given as relations."""
    goal = LongTime(Flow.of(flow), "every", "point", None, None, (), tuple(starts))
    at = {name: number(0) + value for name, value in parameters.items()}
    return result.offers.build(goal, at)[0]


LEVEL = {"above": 1, "below": N, "at": 0, "exponent": 1}
u, v = symbol("u"), symbol("v")


def test_the_starts_lie_in_a_disk():
    assert obliged(LEVELS, {w: I * w}, [gt(N, 0)], **LEVEL)
    assert obliged(LEVELS, {w: I * w}, [gt(x, 0), gt(9, abs2(w))], **LEVEL)
    for starts in ([], [gt(x, 0)], [ne(N, 0)], [gt(1 - x**2, 0)], [any_of(gt(N, 0), gt(x, 0))]):
        with pytest.raises(TermError, match="in a disk about 0"):
            obliged(LEVELS, {w: I * w}, starts, **LEVEL)
    for flow in ({u: -u}, {w: I * w, u: -u}):
        with pytest.raises(TermError, match="one complex state"):
            obliged(LEVELS, flow, [gt(1 - u**2, 0), gt(N, 0)], **LEVEL)


def test_means_and_integrals_are_not_taken_for_regular():
    for rate in (mean(w * u, u), integral(w * u, u, 0, 1)):
        with pytest.raises(TermError, match="mean or an integral"):
            obliged(LEVELS, {w: rate}, [gt(N, 0)], **LEVEL)


def test_an_exit_needs_the_whole_disk():
    given = {"speed": 1, "field": w - HALF, "point": 1}
    assert obliged(EXIT, {w: N * (w - HALF)}, [gt(N, 0)], **given)
    with pytest.raises(TermError, match="disk alone"):
        obliged(EXIT, {w: N * (w - HALF)}, [gt(N, 0), gt(0, x)], **given)


# what they need of the kernel


def test_a_value_chosen_for_each_state_has_no_derivative():
    """On w' = i w let u = -Im w and v = Re w be introduced. L = 2 + u Re w + v Im w is 2, and with u, v held its slope
    is |w|^2: LaSalle's principle would say that |w|^2 -> 0.
    """
    turn = Flow.of({w: I * w})
    L = 2 + u * x + v * y
    steps = [
        lambda p: p.stays(0),
        lambda p: p.between("u", lambda t: t + y, -y - 1, -y + 1),
        lambda p: p.between("v", lambda t: t - x, x - 1, x + 1),
        lambda p: p.lie(L, abs2(w), along=turn),
        lambda p: p.sign(ge(L, 0), as_=number(2)),
        lambda p: p.sign(ge(abs2(w), 0)),
    ]
    with pytest.raises(Refused, match="lyapunov speaks of u, whose value is chosen for each state"):
        cite(GROWING, I * w, abs2(w), steps, {"lyapunov": L, "rate": abs2(w), "zero": abs2(w)}, to=0)


def test_a_moment_may_be_chosen_for_each_start():
    """The line from w along 1 meets the circle at a time that the intermediate value theorem gives."""
    h, met = symbol("h"), lambda t: abs2(w + t) - 1
    steps = [
        lambda p: p.sign(ge(0, met(0)), as_=N),
        lambda p: p.sign(ge(met(3), 0), as_=3 * abs2(w + 1) + 2 * N + 3),
        lambda p: p.between("h", met, 0, 3),
        lambda p: p.ring(eq(met(h), 0)),
        lambda p: meets(p, w + s, h),
    ]
    cite(TIME, k * N, abs2(w), steps, LINE | {"moment": h}, to=1)
    for name, value in (("solution", w + s + abs2(h) - h**2), ("speed", k + abs2(h) - h**2)):
        with pytest.raises(Refused, match=f"{name} speaks of h, whose value is chosen for each state"):
            cite(TIME, k * N, abs2(w), steps, LINE | {"moment": h, name: value}, to=1)


def test_a_case_may_reach_one_of_two():
    """x > 0 or x <= 0 leaves one of them in each case, and nothing more."""
    claim = Claim("test.cases", D, shows=Eventually(abs2(w), to=0, along={w: -k * w}, start=Every()))
    both = any_of(gt(x, 0), le(x, 0))
    one = any_of(gt(x, 0), lt(x, 0))

    def argued(shows):
        def argument(p):
            p.inside(shows, lambda q: q.cases(both, lambda q: None, lambda q: None, shows=shows))
            p.limit()

        other = Claim("test.cases", D, shows=claim.shows)
        other.argument(argument)
        return prove(other.sequent, steps_of(other), {k: number(1), w: number(0)})

    with pytest.raises(Refused, match="no known limit"):
        argued(both)
    with pytest.raises(Refused, match="end without reaching"):
        argued(one)


def test_angles_are_cancelled():
    a, b, t = (symbol(name) for name in "abt")
    same = [
        (exp(I * (a - b) * t / (a - b)), cos(t) + I * sin(t)),
        (cos((b - a) ** 2 * t / (a - b)), cos((a - b) * t)),
        (exp((a**2 - b**2) / (a - b)), exp(a) * exp(b)),
    ]
    apart = [
        (exp(I * (a - b) * t / (a + b)), cos(t) + I * sin(t)),
        (exp(I * (a + 1) * t / a), exp(I * t)),
        (exp(a**2 * t / a), exp(t)),
        (sin(a * t / a), cos(t)),
    ]
    assert all(ring.equal(*pair) for pair in same)
    assert not any(ring.equal(*pair) for pair in apart)
