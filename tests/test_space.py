"""Laws of every domain: what it makes lies in it, exactly and by ball, and it says no to what does not."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from verify import (
    PI,
    Circle,
    Complex,
    Disk,
    I,
    Interval,
    Matrices,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    SpaceError,
    Sphere,
    Token,
    sqrt,
)
from verify.kernel import point as at_point
from verify.kernel.ball import enclose
from verify.kernel.term import number
from verify.readings.batch import compile_batch

DOMAINS = {
    "real": Real(window=5),
    "positive": Positive(),
    "nonneg": Nonneg(),
    "interval": Interval(-1, "3/2"),
    "open interval": Interval(0, 1, open=True),
    "complex": Complex(),
    "natural": Natural(1),
    "circle": Circle(),
    "disk": Disk(),
    "closed disk": Disk(closed=True),
    "sphere2": Sphere(2),
    "sphere4": Sphere(4),
    "matrices": Matrices(2, 3),
    "symmetric": Matrices(3, kind="symmetric"),
    "definite": Matrices(3, kind="definite"),
    "token": Token(Circle()),
    "token on the sphere": Token(Sphere(3), n=2),
}
every_domain = pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS.keys())


@every_domain
def test_special_values_lie_in_the_domain(domain):
    value = domain.make("x")
    special = list(domain.special(value))
    assert special, "a domain without special values leaves the attack blind"
    for point in special:
        assert domain.contains(value, point) is True, point
        assert at_point.all_hold(domain.facts(value), point)[1] is None


@every_domain
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_exact_points_near_any_coordinates_lie_in_the_domain(domain, data):
    value = domain.make("x")
    u = [data.draw(st.floats(lo, hi)) for lo, hi in domain.box]
    limit = data.draw(st.sampled_from([2, 10, 1000, 1 << 20]))
    assert domain.contains(value, domain.exact(value, u, limit)) is True


@every_domain
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_the_strategy_draws_from_the_domain(domain, data):
    value = domain.make("x")
    assert domain.contains(value, data.draw(domain.strategy(value))) is True


@every_domain
def test_a_batch_satisfies_the_facts(domain):
    value = domain.make("x")
    columns = domain.sample(value, np.random.default_rng(1), 500)
    assert set(columns) == set(domain.scalars(value))
    for fact in domain.facts(value):
        (gap, error) = compile_batch([fact.gap], list(columns))(
            {sym: column.reshape(len(column), -1)[:, 0] for sym, column in columns.items()}
        )[0]
        slack = 8 * error + 1e-12
        assert (np.abs(gap) <= slack).all() if fact.op == "eq" else (gap >= -slack).all()


@every_domain
def test_exact_follows_the_batch(domain):
    """The exact point at coordinates u is near the batch's point at u; else refutations would be lost."""
    value = domain.make("x")
    rng = np.random.default_rng(5)
    low, high = np.array(domain.box).T
    u = low + (high - low) * rng.uniform(0.05, 0.95, size=(10, domain.dims))
    columns = domain.columns(value, u)
    for row in range(10):
        point = domain.exact(value, list(u[row]))
        for sym, column in columns.items():
            exact = point[sym] if isinstance(point[sym], tuple) else (point[sym],)
            for want, term in zip(np.atleast_1d(column[row]), exact, strict=True):
                got = complex(enclose(term, {}))
                assert abs(got - want) < 1e-4


@pytest.mark.parametrize(
    ("domain", "outside"),
    [
        (Positive(), 0),
        (Positive(), Fraction(-1, 10**30)),
        (Nonneg(), Fraction(-1, 10**30)),
        (Interval(-1, 1), Fraction(10**30 + 1, 10**30)),
        (Interval(0, 1, open=True), 1),
        (Natural(1), 0),
        (Natural(0), Fraction(1, 2)),
        (Disk(), number("3/5") + I * number("4/5")),
        (Disk(closed=True), number("3/5") + I * (number("4/5") + Fraction(1, 10**30))),
        (Real(), I),
    ],
)
def test_points_outside_by_a_hair_are_outside(domain, outside):
    value = domain.make("x")
    point = {value: outside if not isinstance(outside, int | Fraction) else number(outside)}
    assert domain.contains(value, point) is False


def test_algebraic_coordinates_are_decided_exactly():
    disk = Disk()
    w = disk.make("w")
    half = sqrt(number(2)) / 2
    assert disk.contains(w, {w: half + I * half}) is False  # on the circle, not inside
    assert Disk(closed=True).contains(w, {w: half + I * half}) is True
    sphere = Sphere(2)
    x = sphere.make("x")
    assert sphere.contains(x, {x[0]: half, x[1]: half}) is True
    assert sphere.contains(x, {x[0]: half, x[1]: number("7/10")}) is False


def test_boxes_by_ball():
    disk = Disk()
    w = disk.make("w")
    assert disk.contains_ball(w, {w: arb("0.1", "0.1")}) is True
    assert disk.contains_ball(w, {w: arb(2, "0.1")}) is False
    assert disk.contains_ball(w, {w: arb(1, "0.1")}) is None
    interval = Interval(0, 1)
    x = interval.make("x")
    assert interval.contains_ball(x, {x: arb(0)}) is True


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Interval(2, 1), "empty"),
        (lambda: Interval(1, 1, open=True), "empty"),
        (lambda: Interval(0.5, 1), "float"),
        (lambda: Interval("a", 1), "rational"),
        (lambda: Real(window=0), "positive"),
        (lambda: Natural(-1), ">= 0"),
        (lambda: Sphere(1), "from 2"),
        (lambda: Matrices(2, 3, kind="symmetric"), "square"),
        (lambda: Matrices(2, kind="round"), "general, symmetric or definite"),
        (lambda: Token(Token(Circle())), "token lives"),
        (lambda: Space(), "at least one"),
        (lambda: Space(x=3), "not a domain"),
        (lambda: Space(A=Matrices(2), A11=Real()), "rename"),
        (lambda: Space(pi=Real()), "rename"),
        (lambda: Space(a__b=Real()), "not allowed"),
    ],
)
def test_bad_domains_are_refused_in_one_line(build, words):
    with pytest.raises(SpaceError, match=words) as caught:
        build()
    assert "\n" not in str(caught.value)


def test_a_space_keeps_its_order_and_its_domains_apart():
    first, second = Space(x=Real(), y=Positive()), Space(y=Real(), x=Disk())
    assert [str(s) for s in first.scalars] == ["x", "y"]
    assert [str(s) for s in second.scalars] == ["y", "x"]
    assert first.facts and str(first.facts[0]) == "y > 0"
    x = first.symbols[0]
    assert first.contains({x: number(1), first.symbols[1]: PI}) is True
    assert first.contains({x: number(1), first.symbols[1]: -PI}) is False


def test_special_points_of_a_space_come_simplest_first_and_bounded():
    points = list(Space(x=Real(), y=Real()).special(limit=30))
    assert len(points) == 30
    assert [str(v) for v in points[0].values()] == ["0", "0"]
    assert len({tuple(map(str, p.values())) for p in points}) == 30


@pytest.mark.parametrize(
    ("domain", "text"),
    [
        (Real(), "real"),
        (Real(window=5), "real(window=5)"),
        (Interval(-1, "1/2", open=True), "interval(-1, 1/2, open=true)"),
        (Disk(closed=True), "disk(closed=true)"),
        (Matrices(2, 3), "matrices(2, 3)"),
        (Matrices(2, kind="definite"), 'matrices(2, 2, kind="definite")'),
        (Token(Sphere(3)), "token(sphere(3))"),
    ],
)
def test_a_domain_reads_as_in_a_conjecture_file(domain, text):
    from verify.spell.toml import loads_claim

    assert str(domain) == text
    file = f"""schema = 1
id = "test.domain"
title = "T"
source = "S"
[space]
x = {text!r}
[shows]
claim = "0 == 0"
"""
    assert loads_claim(file, "domain.toml", "conjecture").space.domains["x"] == domain
