"""Draws with hypotheses built in: they satisfy them, they reach all of them, and their name says how they were made."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from verify import (
    Claim,
    Complex,
    Disk,
    Identity,
    Inequality,
    Matrices,
    Natural,
    Nonneg,
    Positive,
    Real,
    Space,
    Token,
    abs2,
    det,
    eq,
    exp,
    ge,
    gt,
    le,
    lt,
    ne,
    sin,
    tr,
)
from verify import Mean as mean
from verify.attack import attack
from verify.attack.fitted import Fitted
from verify.attack.ground import Ground
from verify.attack.ranges import range_of
from verify.attack.surface import Chart

Q = Fraction
SIZE = 600


def _reals(count, domain=Real):
    space = Space(**{f"x{k}": domain() for k in range(count)})
    return space, list(space.scalars)


def _cases():
    """Name, space, hypotheses, and the share of draws that must satisfy them."""
    space, (a, b, c) = _reals(3)
    yield "ordered", space, [lt(a, b), lt(b, c)], 1.0
    yield "far", space, [ge(a, 20), le(a, 21), ge(b, a + 50)], 1.0
    yield "short", space, [ge(a, Q(1, 3)), le(a, Q(1, 3) + Q(1, 10**6)), lt(b, -100)], 1.0
    yield "simplex", space, [eq(a + b + c, 1), ge(a, 0), ge(b, 0), ge(c, 0)], 1.0
    yield "sphere", space, [eq(a**2 + b**2 + c**2, 1)], 0.9
    yield "shell", space, [le(a**2 + b**2 + c**2, 1), ge(a**2 + b**2 + c**2, Q(99, 100))], 0.5
    yield "outside", space, [ge(a**2, 100), ge(b**2 + c**2, 50)], 1.0
    yield "small ball", space, [le((a - Q(1, 3)) ** 2 + (b - Q(2, 7)) ** 2, Q(1, 10**8))], 0.5
    yield "band", space, [gt(a - b**3 - 2, 0), lt(a - b**3 - 2, Q(1, 10**9))], 1.0
    yield "two equalities", space, [eq(a + b, 2 * c), eq(a - b, 1), gt(c, 40)], 1.0
    space, xs = _reals(8)
    yield "long chain", space, [lt(x, y) for x, y in pairwise(xs)], 1.0
    space, (a, b, c) = _reals(3, Positive)
    yield "surface", space, [eq(a * b + b * c + c * a, 3)], 1.0
    yield "triangle", space, [gt(a + b, c), gt(b + c, a), gt(c + a, b)], 1.0
    yield "cone", space, [le(a**2 + b**2, c**2)], 1.0
    space, xs = _reals(6, Nonneg)
    yield "weights", space, [eq(sum(xs, xs[0] * 0), 1)], 1.0
    space = Space(z=Complex(), r=Positive(), w=Disk())
    z, r, w = space.symbols
    yield "disc", space, [lt(abs2(z), r**2), lt(r, Q(1, 10)), lt(abs2(w), r)], 0.4
    yield "annulus", space, [gt(abs2(w), Q(1, 2)), lt(abs2(w), Q(1, 2) + Q(1, 1000))], 1.0
    space = Space(A=Matrices(3, 3, "symmetric"))
    A = space.symbols
    minor = A[0, 0] * A[1, 1] - A[0, 1] ** 2
    yield "minors", space, [gt(A[0, 0], 0), gt(minor, 0), gt(det(A), 0)], 0.99
    space = Space(A=Matrices(2, 2))
    A = space.symbols
    yield "symmetric", space, [eq(A[0, 1], A[1, 0]), gt(A[0, 0], 0), gt(det(A), 0)], 1.0
    yield "trace and det", space, [eq(tr(A), 0), gt(det(A), 5)], 0.4
    space = Space(m=Natural(), n=Natural(3), k=Natural())
    m, n, k = space.symbols
    yield "naturals", space, [lt(m, n), le(n, k), ge(k, 50)], 0.4


CASES = {name: rest for name, *rest in _cases()}


@pytest.mark.parametrize("name", CASES)
def test_draws_satisfy_the_hypotheses(name):
    space, given, share = CASES[name]
    ground = Ground(space, (*space.facts, *given))
    holds = total = 0
    for crowd, scale, chart in ground.turns:
        columns, _ = ground.project(crowd.fitted(chart).columns(np.random.default_rng(1), SIZE, scale), chart)
        assert set(columns) == set(space.scalars) and all(np.isfinite(c).any() for c in columns.values())
        holds, total = holds + int(ground.inside(columns)[0].sum()), total + SIZE
    assert holds / total >= share


@pytest.mark.parametrize("name", CASES)
def test_draws_are_independent_of_how_many_there_are(name):
    """Every row is a function of its own point of the cube, so independent points give independent draws."""
    space, given, _ = CASES[name]
    ground = Ground(space, (*space.facts, *given))
    fitted = ground.fitted(ground.charts[0])
    cube = np.random.default_rng(2).uniform(size=(40, len(space.box)))
    rows, one = fitted.placed(cube.copy()), fitted.placed(cube[7:8].copy())
    for sym, column in rows.items():
        assert column[7] == one[sym][0]


def _fit(space, *given):
    return Fitted(space, (*space.facts, *given), Chart((), (), ()))


def test_the_whole_of_the_hypotheses_is_reached():
    """In each of 4 x 4 equal cells of 0 < x < y < 1, seen as (x, (y - x)/(1 - x)), there are draws."""
    space, (x, y) = _reals(2)
    rows = _fit(space, gt(x, 0), lt(x, y), lt(y, 1)).columns(np.random.default_rng(3), 4000)
    cells = {(int(4 * a), int(4 * (b - a) / (1 - a))) for a, b in zip(rows[x], rows[y], strict=True)}
    assert cells == {(i, j) for i in range(4) for j in range(4)}
    rows = _fit(space, ge(x**2, 4), le(x, 3), ge(x, -3)).columns(np.random.default_rng(3), 4000)
    share = np.mean(rows[x] > 0)
    assert 0.45 < share < 0.55 and np.all(np.abs(rows[x]) >= 2)


def test_a_single_interval_is_drawn_from_uniformly():
    """Kolmogorov's statistic of 4000 uniform draws exceeds 2/sqrt(4000) with a probability of 0.07 %."""
    space, (x, y) = _reals(2)
    affine, parabola = le(4 * x, 1 - y), le(x**2, y)
    for fact in (affine, parabola):
        rows = _fit(space, fact, ge(x, -1), ge(y, 0), le(y, 1)).columns(np.random.default_rng(4), 4000)
        root = np.sqrt(rows[y])
        low, high = (-1, (1 - rows[y]) / 4) if fact is affine else (-root, root)
        share = np.sort((rows[x] - low) / (high - low))
        assert np.max(np.abs(share - np.arange(4000) / 4000)) < 2 / np.sqrt(4000)


def test_without_hypotheses_the_box_is_drawn_from_as_it_is():
    space = Space(x=Real(), w=Disk(), u=Token(Real()))
    ground = Ground(space, space.facts)
    fitted = ground.fitted(ground.charts[0])
    plain = ground.draws.columns(np.random.default_rng(5), 50)
    for sym, column in fitted.columns(np.random.default_rng(5), 50).items():
        assert np.array_equal(column, plain[sym])
    assert fitted.plain and fitted.distribution == ground.draws.distribution


def test_what_cannot_be_built_in_is_left_to_rejection():
    space = Space(x=Real(), u=Token(Real()), w=Disk())
    x, u, w = space.symbols
    for fact in (gt(mean(u, u), 0), gt(sin(50 * x), 0), ne(x, 0), gt(x**3, x), gt(abs2(w + x), 1)):
        ground = Ground(space, (*space.facts, fact))
        fitted = ground.fitted(ground.charts[0])
        assert fact not in fitted.built
        columns = fitted.columns(np.random.default_rng(0), 300)
        assert ground.inside(columns)[0].sum() > 0


def test_the_name_of_the_distribution_says_what_was_built_in():
    space, (x, y) = _reals(2)

    def named(*given):
        return attack(Claim("t.named", space, shows=Inequality(x**2, ">=", 0), given=given), 8_000).survey.distribution

    plain = named()
    assert plain == "uniform in the box of coordinates, its unbounded sides scaled by 1, 10 and 1/10 in turn"
    built = named(lt(x, y))
    assert "one coordinate after the other between the ends that x1 > x0 leaves it" in built
    assert named(gt(sin(x), 0)) == "uniform in a part of the box of coordinates outside which the hypotheses fail" + (
        plain.removeprefix("uniform in the box of coordinates")
    )


def test_an_optimiser_in_the_cube_stays_inside():
    """Eight ordered coordinates that must nearly touch: the box of coordinates has a share of 1/8! for the order."""
    space, xs = _reals(8)
    given = [lt(x, y) for x, y in pairwise(xs)]
    spread = xs[-1] - xs[0]
    outcome = attack(Claim("t.cube", space, given=given, shows=Inequality(spread, ">=", Q(1, 10**4))), 100_000)
    assert outcome.refuted
    values = [value.payload for value in outcome.simplest.point.values()]
    assert values == sorted(set(values)) and values[-1] - values[0] < Q(1, 10**4)


@pytest.mark.parametrize(
    ("value", "low", "high"),
    [
        (lambda x, y: x**2 + y**2, 0, 13),
        (lambda x, y: (x - 1) ** 2, 0, 9),
        (lambda x, y: x * y, -6, 6),
        (lambda x, y: x - 3 * y, -11, 5),
        (lambda x, y: 1 / (y + 4), 1 / 7, 1 / 3),
        (lambda x, y: exp(x) - abs2(y), np.exp(-2) - 9, np.exp(2)),
    ],
)
def test_ranges(value, low, high):
    """On [-2, 2] x [-1, 3]; each function here is monotone or a square in each variable by itself."""
    space, (x, y) = _reals(2)
    found = range_of(value(x, y), {x: (-2.0, 2.0), y: (-1.0, 3.0)})
    assert found == pytest.approx((low, high), abs=1e-12)


def test_identities_are_attacked_where_their_hypotheses_hold():
    """On x + y = 0, 100 < x < 101, far outside the window."""
    space, (x, y) = _reals(2)
    claim = Claim("t.slab", space, given=[gt(x, 100), lt(x, 101), eq(x + y, 0)], shows=Identity(y, -100))
    assert attack(claim, 5_000).refuted
