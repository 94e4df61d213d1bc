"""Rules that enclose: isolate, reversible, returns. Truth: closed forms of the harmonic and Van der Pol oscillators."""

from fractions import Fraction as Q

import pytest
from mpmath import mp

from verify import Claim, ClosedOrbit, Disk, Equilibria, Interval, Space, abs2, conj, gt, im, re
from verify.claim import ClaimError
from verify.kernel import newton
from verify.kernel.context import Refused
from verify.kernel.proof import prove, refute
from verify.kernel.term import PI, I, number
from verify.prove.argument import steps_of
from verify.prove.zeros import isolate_step

D = Space(w=Disk())
w = D.symbols
P = Space(x=Interval(-4, 4), y=Interval(-4, 4))
x, y = P.symbols


def shown(claim, argument=None):
    if argument is not None:
        claim.argument(argument)
    zero = {sym: number(0) for sym in claim.space.scalars}
    return prove(claim.sequent, steps_of(claim), zero)


# equilibria

CUBIC = {x: x - x**3, y: -y}  # sinks at +-1, a saddle at 0


def test_all_equilibria_with_their_kinds():
    assert shown(Claim("test.count", P, shows=Equilibria(CUBIC, are=("sink", "saddle", "sink")))).strength == "ball"
    shown(Claim("test.count", P, shows=Equilibria(CUBIC, are=("any", "any", "any"))))
    shown(Claim("test.count", P, shows=Equilibria({x: x**2 + y**2 + 1, y: y}, are=())))
    shown(Claim("test.count", D, shows=Equilibria({w: (w - "1/2") * (w + I / 3) * (w - 2)}, are=("any", "any"))))


@pytest.mark.parametrize(
    "are",
    [(), ("sink", "saddle"), ("sink", "sink", "sink"), ("sink", "saddle", "sink", "any"), ("source", "any", "any")],
)
def test_another_number_or_kind_is_refused_and_refuted(are):
    claim = Claim("test.count", P, shows=Equilibria(CUBIC, are=are))
    with pytest.raises(Refused, match="isolate: the equilibria"):
        shown(claim)
    step = isolate_step(claim.sequent.goal("main"))
    assert refute(claim.sequent, "main", "count", {}, step.data).strength == "ball"


def test_a_true_count_is_not_refuted():
    claim = Claim("test.count", P, shows=Equilibria(CUBIC, are=("sink", "saddle", "sink")))
    step = isolate_step(claim.sequent.goal("main"))
    with pytest.raises(Refused, match="does not contradict"):
        refute(claim.sequent, "main", "count", {}, step.data)


def test_a_count_refutes_where_all_hypotheses_hold():
    """They speak of other symbols; without a point of them the claim is empty, and not false."""
    space = Space(x=Interval(-4, 4), y=Interval(-4, 4), a=Interval(0, 4))
    (*_, a), (two, one) = space.symbols, (number(2), number(1))
    data = isolate_step(Claim("test.count", P, shows=Equilibria(CUBIC, are=())).sequent.goal("main")).data

    def counted(at, *given):
        claim = Claim("test.count", space, shows=Equilibria(CUBIC, are=()), given=given)
        return refute(claim.sequent, "main", "count", at, data)

    assert counted({a: two}, gt(a, 1)).strength == "ball"
    for at, given, words in (
        ({a: one}, [gt(a, 1)], "a > 1"),
        ({a: -one}, [], "a >= 0"),
        ({}, [gt(a, 1)], "no coordinate a"),
        ({a: two}, [gt(a, 1), gt(1, a)], "1 > a"),
        ({a: two}, [gt(x, 0)], "restricts an unknown"),
    ):
        with pytest.raises(Refused, match=words):
            counted(at, *given)


def test_a_double_zero_is_not_counted():
    claim = Claim("test.count", P, shows=Equilibria({x: x**2, y: y}, are=("any",)))
    step = isolate_step(claim.sequent.goal("main"), precision=40)  # ends where cells are small, or takes hours
    with pytest.raises(Refused, match=r"isolate: on .* may be a zero that is not simple"):
        prove(claim.sequent, {"main": (step,)}, {x: number(0), y: number(0)})


def on_the_circle(**changes):
    """A sink at 0 and a zero at (3 + 4 i)/5, on the circle: outside the open disk."""
    flow = {w: -w * (w - "3/5" - 4 * I / 5)}
    claim = Claim("test.rim", D, shows=Equilibria(flow, are=("any",)))
    step = isolate_step(claim.sequent.goal("main"))
    assert list(step.data["points"].values()) == [(Q(3, 5), Q(4, 5))]
    step = type(step)("isolate", {**step.data, **changes})
    return prove(claim.sequent, {"main": (step,)}, {w: number(0)})


def test_a_zero_on_the_boundary_is_decided_exactly():
    on_the_circle()
    for points in ({}, {0: (Q(3, 5), Q(4, 5))}, {1: (Q(3, 5), Q(4, 5))}, {0: (Q(0), Q(0)), 1: (Q(1, 2), Q(1, 2))}):
        try:
            on_the_circle(points=points)
        except Refused:
            continue
        assert points in ({0: (Q(3, 5), Q(4, 5))}, {1: (Q(3, 5), Q(4, 5))})  # the box that holds it


def on_the_circle_at_roots(**changes):
    """Zeros at 0 and at (1 +- i sqrt 3)/2, on the circle."""
    claim = Claim("test.rim", D, shows=Equilibria({w: -w * (w**2 - w + 1)}, are=("sink",)))
    step = isolate_step(claim.sequent.goal("main"))
    step = type(step)("isolate", {**step.data, **changes})
    return step, prove(claim.sequent, {"main": (step,)}, {w: number(0)})


def test_a_quadratic_zero_on_the_boundary_is_decided_exactly():
    step, found = on_the_circle_at_roots()
    assert found.strength == "ball" and len(step.data["points"]) == 2
    assert [place[0] for place in step.data["points"].values()] == [Q(1, 2), Q(1, 2)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda place: (place[0], place[1] + number(Q(1, 10**30))), "does not vanish exactly"),
        (lambda place: (place[0], -place[1]), "does not lie in the box"),
        (lambda place: (place[0], place[1] + re(w)), "not a real number"),
        (lambda place: (place[0], I), "not a real number"),
        (lambda place: (place[0], number(-1) * PI / Q(3627, 1000)), "does not vanish exactly|does not lie"),
        (lambda place: place[:1], "has not 2 coordinates"),
    ],
)
def test_other_points_than_the_zero_are_refused(change, says):
    places = on_the_circle_at_roots()[0].data["points"]
    for at in places:
        with pytest.raises(Refused, match=says):
            on_the_circle_at_roots(points={**places, at: change(places[at])})


def test_a_point_in_another_box_hides_no_equilibrium(monkeypatch):
    """Taken for the zero at 0, a point of the circle would leave nothing inside; that it is in the box matters."""
    flow = {w: -w * (w**2 - w + 1)}
    none = Claim("test.rim", D, shows=Equilibria(flow, are=()))
    step = on_the_circle_at_roots()[0]
    (inner,) = (at for at in range(3) if at not in step.data["points"])
    for place in step.data["points"].values():
        hidden = type(step)("isolate", {**step.data, "points": {**step.data["points"], inner: place}})
        with pytest.raises(Refused, match="does not lie in the box"):
            prove(none.sequent, {"main": (hidden,)}, {w: number(0)})
        with monkeypatch.context() as without:
            without.setattr(newton, "_within", lambda values, box: True)
            prove(none.sequent, {"main": (hidden,)}, {w: number(0)})


def edited(**changes):
    claim = Claim("test.count", P, shows=Equilibria(CUBIC, are=("sink", "saddle", "sink")))
    step = isolate_step(claim.sequent.goal("main"))
    data = {**step.data, **{key: change(step.data[key]) for key, change in changes.items()}}
    return prove(claim.sequent, {"main": (type(step)("isolate", data),)}, {x: number(0), y: number(0)})


@pytest.mark.parametrize(
    "changes",
    [
        {"zeros": lambda zeros: zeros[1:]},  # a zero without its box
        {"zeros": lambda zeros: (*zeros, zeros[0])},  # counted twice
        {"tree": lambda tree: tree[:-1]},
        {"tree": lambda tree: (-1,)},
        {"box": lambda box: tuple((c, Q(-1, 2), Q(1, 2)) for c, _, _ in box)},  # does not hold the region
        {"box": lambda box: box[:1]},
        {"zeros": lambda zeros: tuple(tuple((low + 1, high + 1) for low, high in each) for each in zeros)},
    ],
)
def test_an_edited_certificate_is_refused(changes):
    edited()
    with pytest.raises(Refused):
        edited(**changes)


# closed orbits through a mirror

ROTATION = {w: 2 * I * w}  # every orbit is a circle of period pi
with mp.workdps(40):
    PI_BELOW, PI_ABOVE = (mp.nstr(mp.pi + mp.mpf(sign) / 10**30, 36) for sign in (-1, 1))


def mirrored(flow=None, through="1/2", period=(PI_BELOW, PI_ABOVE), mirror=None, section=None, attracts=False):
    shows = ClosedOrbit(flow or ROTATION, through={w: number(through)}, period=period, attracts=attracts)
    claim = Claim("test.mirror", D, shows=shows)
    return shown(claim, lambda p: p.reversible(mirror or {w: conj(w)}, im(w) if section is None else section))


def test_a_circle_has_period_pi():
    assert mirrored().strength == "ball"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"period": (PI_ABOVE, "4")}, "period"),
        ({"period": ("6.2831", "6.2832")}, "period"),  # 2 pi is a period, and not the least
        ({"through": "3/2"}, "hold at the point"),  # outside the disk
        ({"mirror": {w: w}}, "reverse"),
        ({"mirror": {w: 2 * conj(w)}}, "twice"),
        ({"mirror": {w: -conj(w)}}, "fix|section|point"),  # a mirror, and not of this section
        ({"section": re(w)}, "fix|sign"),
        ({"flow": {w: 2 * I * w + w}}, "reverse"),
        ({"attracts": True}, "attracts"),
        ({"flow": {w: 0 * w}}, "cross"),
    ],
)
def test_each_condition_of_the_mirror(changes, words):
    with pytest.raises(Refused, match=words):
        mirrored(**changes)


def test_the_ends_of_a_period_are_rational():
    """The double nearest to 6.2831853071795866 is below 2 pi, the number itself is above."""
    with pytest.raises(ClaimError, match="is a float and is not exact"):
        Claim("test.period", D, shows=ClosedOrbit(SPIRAL, period=(6.2831853071795866, 7)))
    with pytest.raises(ClaimError, match="expected a rational number"):
        Claim("test.period", D, shows=ClosedOrbit(SPIRAL, period=(6, 2 * PI)))


# closed orbits by return maps: r' = r (1/4 - r^2), phi' = 1 has the circle r = 1/2 of period 2 pi, multiplier exp(-pi)

SPIRAL = {w: w * (number("1/4") - abs2(w)) + I * w}
with mp.workdps(40):
    TURN = tuple(mp.nstr(2 * mp.pi + mp.mpf(sign) / 10**12, 30) for sign in (-1, 1))


NEAR = (Q(1, 2) - Q(1, 10**6), Q(1, 2) + Q(1, 10**6))


def returned(flow=None, ends=NEAR, level=0, direction=1, period=TURN, attracts=True):
    claim = Claim("test.returns", D, shows=ClosedOrbit(flow or SPIRAL, period=period, attracts=attracts))
    return shown(claim, lambda p: p.returns({im(w): level, re(w): ends}, direction, order=20, precision=128))


def test_an_attracting_circle():
    """The ends are close to 1/2, so that all their return times lie within the claimed period."""
    tiny = Q(1, 10**13)
    assert returned(ends=(Q(1, 2) - tiny, Q(1, 2) + tiny)).strength == "ball"
    returned(period=None)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"ends": (NEAR[1], NEAR[1] + Q(1, 10**6))}, "apart"),  # both ends move inwards
        ({"ends": (NEAR[1], NEAR[0])}, "lower first"),
        ({"period": ("3.1", "3.2")}, "period"),
        ({"direction": -1}, "apart"),  # the crossing on the other side
        ({"flow": {w: -w * (number("1/4") - abs2(w)) + I * w}}, "derivative"),  # repels
        (
            {"ends": (1 - Q(1, 10**6), 1 + Q(1, 10**6)), "flow": {w: w * (1 - abs2(w)) + I * w}},
            "interval",
        ),  # on the circle itself
    ],
)
def test_each_condition_of_the_return_map(changes, words):
    with pytest.raises(Refused, match=words):
        returned(**{"period": None, **changes})


def test_a_repelling_circle_is_a_closed_orbit_all_the_same():
    returned(flow={w: -w * (number("1/4") - abs2(w)) + I * w}, period=None, attracts=False)


def test_a_flow_with_parameters_is_refused():
    space = Space(w=Disk(), a=Interval(1, 2))
    w_, a = space.symbols
    claim = Claim("test.parameters", space, shows=ClosedOrbit({w_: a * I * w_}, through={w_: number("1/2")}))
    claim.argument(lambda p: p.reversible({w_: conj(w_)}, im(w_)))
    with pytest.raises(Refused, match="parameters"):
        prove(claim.sequent, steps_of(claim), {w_: number(0), a: number(1)})


@pytest.mark.parametrize("precision", [-64, 0, 15, 5000, 10**9, 10**4000])
def test_what_a_certificate_may_ask_to_compute_is_bounded(precision):
    with pytest.raises(Refused, match="precision"):
        counted_with(precision)
    for numerics in ({"precision": precision}, {"precision": 128, "order": 10**6}):
        claim = Claim("test.returns", D, shows=ClosedOrbit(SPIRAL))
        claim.argument(lambda p, n=numerics: p.returns({im(w): 0, re(w): NEAR}, 1, **n))
        with pytest.raises(Refused, match=r"precision|order"):
            shown(claim)


def counted_with(precision):
    claim = Claim("test.count", P, shows=Equilibria(CUBIC, are=("sink", "saddle", "sink")))
    step = isolate_step(claim.sequent.goal("main"))
    step = type(step)("isolate", {**step.data, "precision": precision})
    return prove(claim.sequent, {"main": (step,)}, {x: number(0), y: number(0)})
