"""How good is the finder? Planted violations are found, and counterexamples come out as simple as they can be.

Every search is seeded: a planted lie that is found once is found always. Each list holds one kind of difficulty.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.attack.claims import coordinates
from verify import (
    Circle,
    Claim,
    Complex,
    Disk,
    Flow,
    Identity,
    Inequality,
    Matrices,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    abs2,
    cos,
    det,
    dot,
    eq,
    exp,
    ge,
    gt,
    le,
    norm2,
    sin,
    tr,
    vector,
)
from verify import Mean as mean
from verify.attack import attack
from verify.dynamics import divergence

Q = Fraction


def _attack(space, shows, *given, evaluations=200_000):
    return attack(Claim("test.planted", space, shows=shows, given=given), evaluations)


def _reals(count):
    space = Space(**{f"x{k}": Real() for k in range(count)})
    return space, list(space.scalars)


PLACES = [
    (Q(5, 7),),
    (Q(-13, 9), Q(2, 11)),
    (Q(1, 3), Q(-7, 5), Q(19, 8)),
    (Q(17, 10), Q(-3, 7), Q(-11, 5), Q(1, 9)),
    (Q(1, 7), Q(2, 7), Q(-3, 7), Q(5, 3), Q(-8, 5)),
]


@pytest.mark.parametrize("place", PLACES, ids=len)
def test_a_small_dip_at_an_unremarkable_place(place):
    space, xs = _reals(len(place))
    distance = sum(((x - c) ** 2 for x, c in zip(xs, place, strict=True)), xs[0] * 0)
    outcome = _attack(space, Inequality(distance, ">=", Q(1, 1000)))
    assert outcome.refuted


@pytest.mark.parametrize("place", PLACES[:3], ids=len)
def test_a_dip_behind_thin_hypotheses(place):
    """The hypotheses hold in a ball of radius 10^-6; draws are made there."""
    space, xs = _reals(len(place))
    distance = sum(((x - c) ** 2 for x, c in zip(xs, place, strict=True)), xs[0] * 0)
    outcome = _attack(space, Inequality(xs[0], ">", place[0] + 1), le(distance, Q(1, 10**12)))
    assert outcome.refuted and outcome.witness is not None
    assert outcome.survey.effective > 1_000


@pytest.mark.parametrize("place", PLACES[:3], ids=len)
def test_a_dip_behind_hypotheses_that_no_draw_satisfies(place):
    """The same around lattice points, said by sines, which nothing builds into draws."""
    space, xs = _reals(len(place))
    distance = sum((sin(x - c) ** 2 for x, c in zip(xs, place, strict=True)), xs[0] * 0)
    outcome = _attack(space, Inequality(xs[0], ">", place[0] + 1), le(distance, Q(1, 10**12)))
    assert outcome.refuted and outcome.witness is not None
    assert outcome.survey.effective == 0


def test_a_deceptive_valley():
    """Two basins; the wide one is true, the narrow one false."""
    space, (x, y) = _reals(2)
    wide = (x - 1) ** 2 + (y - 1) ** 2
    narrow = 40 * ((x + 2) ** 2 + (y + Q(3, 2)) ** 2)
    outcome = _attack(space, Inequality((wide + Q(1, 10)) * (narrow + Q(1, 100)), ">", (narrow + 4) / 20))
    assert outcome.refuted


def test_many_dimensions():
    space = Space(A=Matrices(3, 3), B=Matrices(3, 3))
    A, B = space.symbols
    assert _attack(space, Inequality(tr(A * B) ** 2, "<=", norm2(A) * norm2(B) / 2)).refuted
    assert _attack(space, Identity(A * B, B * A)).refuted
    assert not _attack(space, Inequality(tr(A * B.T) ** 2, "<=", norm2(A) * norm2(B)), evaluations=30_000).refuted


def test_near_the_rim_of_the_disk():
    space = Space(w=Disk())
    w = space.symbols
    assert _attack(space, Inequality(1 / (1 - abs2(w)), "<=", 500)).refuted


def test_oscillations():
    space = Space(theta=Circle(), phi=Circle())
    theta, phi = space.symbols
    assert _attack(space, Inequality(sin(7 * theta) * cos(5 * phi) + sin(theta), "<=", Q(19, 10))).refuted


def test_transcendental_margins_are_confirmed_by_ball():
    space = Space(x=Real(), t=Positive())
    x, t = space.symbols
    outcome = _attack(space, Inequality(exp(-t) * (1 + t) + (x - Q(1, 2)) ** 2, ">=", Q(1, 5)))
    assert outcome.refuted and outcome.simplest.strength == "ball"


def test_two_surfaces_at_once():
    space, (x, y, z) = _reals(3)
    outcome = _attack(space, Inequality(z, "<=", 2), eq(x + y + z, 3), eq(x * y + y * z + z * x, 2))
    assert outcome.refuted


def test_sphere_with_a_hypothesis():
    space = Space(x=Sphere(4))
    x = space.symbols
    e = vector(1, 0, 0, 0)
    assert _attack(space, Inequality(x[1] + x[2], "<=", Q(5, 4)), ge(dot(x, e), Q(1, 3))).refuted


def test_tokens_that_must_disagree():
    space = Space(u=Token(Circle()))
    u = space.symbols
    order = mean(cos(u), u) ** 2 + mean(sin(u), u) ** 2
    outcome = _attack(space, Inequality(order, ">=", Q(1, 50)))
    assert outcome.refuted and len(coordinates(outcome.simplest)["u"]) == 2


# shrinking


def test_squares_shrink_to_zero():
    space, (x, y, z) = _reals(3)
    assert set(coordinates(_attack(space, Inequality(x**2 + y**2 + z**2, ">", 0)).simplest).values()) == {"0"}


def test_matrices_shrink_to_zeros_and_ones():
    space = Space(A=Matrices(2, 2), B=Matrices(2, 2))
    A, B = space.symbols
    entries = list(coordinates(_attack(space, Identity(A * B, B * A)).simplest).values())
    assert set(entries) <= {"0", "1"} and entries.count("1") == 2
    entries = list(coordinates(_attack(space, Inequality(norm2(A) + norm2(B), ">", 0)).simplest).values())
    assert set(entries) == {"0"}
    entries = list(coordinates(_attack(space, Inequality(det(A), ">=", -5)).simplest).values())
    assert entries.count("0") >= 6


def test_irrelevant_coordinates_shrink_away():
    space = Space(x=Real(), z=Complex(), theta=Circle(), w=Disk())
    x, z, theta, w = space.symbols
    outcome = _attack(space, Inequality(x - Q(1, 3) + 0 * abs2(z) * cos(theta) * abs2(w), "<=", 2))
    found = coordinates(outcome.simplest)
    assert found["z"] == found["theta"] == found["w"] == "0" and found["x"] in ("3", "4")


def test_complex_coordinates_shrink_part_by_part():
    space = Space(z=Complex())
    z = space.symbols
    assert coordinates(_attack(space, Identity(abs2(z + 1), abs2(z) + 1)).simplest) == {"z": "1"}
    assert coordinates(_attack(space, Identity(z**2, abs2(z))).simplest) == {"z": "I"}


def test_angles_shrink_to_fractions_of_a_turn():
    space = Space(theta=Circle())
    theta = space.symbols
    found = coordinates(_attack(space, Inequality(cos(theta) + sin(theta), "<=", Q(7, 5))).simplest)
    assert found == {"theta": "(1/4)*pi"}


def test_tokens_are_dropped():
    space = Space(u=Token(Real()))
    u = space.symbols
    found = coordinates(_attack(space, Inequality(mean(u**2, u), "<=", 4)).simplest)
    assert found == {"u": ["3"]}
    found = coordinates(_attack(space, Inequality(mean(u**2, u), "<=", 30)).simplest)
    assert len(found["u"]) == 1


def test_shrinking_stays_on_the_surface_and_keeps_the_violation():
    space, (x, y, z) = _reals(3)
    outcome = _attack(space, Inequality(x * y * z, "<=", 1), eq(x + y + z, 3), gt(x, 0), gt(y, 0))
    values = [Fraction(text) for text in coordinates(outcome.simplest).values()] if outcome.refuted else None
    assert values is None  # the product is at most 1 there
    outcome = _attack(space, Inequality(x * y * z, "<=", 1), eq(x + y + z, 3))
    values = [Fraction(text) for text in coordinates(outcome.simplest).values()]
    assert sum(values) == 3 and values[0] * values[1] * values[2] > Q(5, 4)
    assert all(value.denominator == 1 and abs(value) <= 6 for value in values)


def test_a_mutant_of_a_divergence_comes_out_readable():
    space = Space(a=Real(), w=Disk())
    a, w = space.symbols
    outcome = _attack(space, Identity(divergence(Flow.of({w: a * w})), a))
    assert coordinates(outcome.simplest) == {"a": "1", "w": "0"}


def test_the_planted_point_is_never_noise():
    """Shrinking keeps half of the violation or a tenth of the magnitude: not x = 1 + 10**-9."""
    space, (x,) = _reals(1)
    found = coordinates(_attack(space, Inequality(x, "<=", 1)).simplest)
    assert found == {"x0": "2"}
    found = coordinates(_attack(space, Inequality(x, "<=", 1 - Q(1, 10**6))).simplest)
    assert found == {"x0": "2"}
