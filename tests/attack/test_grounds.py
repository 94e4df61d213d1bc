"""Witnesses, contradictions, charts, margins and shrinking, each by itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from verify import (
    PI,
    Circle,
    Claim,
    Complex,
    Disk,
    I,
    Identity,
    Inequality,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    abs2,
    any_of,
    conj,
    eq,
    exp,
    ge,
    gt,
    le,
    lt,
    ne,
)
from verify import Mean as mean
from verify.attack import Budget, evaluations_of, find_contradiction, find_witness
from verify.attack.charts import charts
from verify.attack.ground import Ground
from verify.attack.margins import Margins
from verify.attack.points import columns_of, near, row_of
from verify.attack.shrink import weight
from verify.kernel import point as at_point
from verify.kernel.exact import evaluate
from verify.kernel.goal import Pointwise, Sequent
from verify.kernel.relation import Relation
from verify.kernel.term import atan, number

Q = Fraction


def _claim(space, *given):
    first = space.scalars[0]
    return Claim(
        "test.ground", space, shows=Identity(first * 0, 0) if first not in space.tokens else Identity(1, 1), given=given
    )


def _spaces():
    plain = Space(x=Real(), y=Real())
    x, y = plain.symbols
    yield plain, ()
    yield plain, (le((x - Q(1, 3)) ** 2 + (y - Q(2, 7)) ** 2, Q(1, 10**8)),)
    yield plain, (eq(x**2 + y**2, 1), gt(x, Q(1, 3)), lt(x, Q(1, 2)))
    yield plain, (eq(x + 3 * y, Q(5, 7)), eq(x - y, 1))
    yield plain, (any_of(eq(x, 7), eq(y, 9)), gt(x, 5))
    yield plain, (eq(x**3 + x * y - 10, 0), gt(x, 0), ne(y, 1))
    yield plain, (gt(x, 20), lt(y, -15))
    positive = Space(a=Positive(), b=Positive(), c=Positive())
    a, b, c = positive.symbols
    yield positive, (eq(a * b + b * c + c * a, 3), gt(a, b), gt(b, c))
    sphere = Space(p=Sphere(3))
    p = sphere.symbols
    yield sphere, (gt(p[0], Q(9, 10)), gt(p[1], 0))
    yield sphere, (eq(p[0], Q(1, 3)),)
    plane = Space(z=Complex(), w=Disk())
    z, w = plane.symbols
    yield plane, (eq(z * w, I), gt(abs2(w), Q(1, 2)))
    yield plane, (eq(z + conj(z), 1), eq(z * conj(z), Q(5, 4)))
    tokens = Space(u=Token(Real()), s=Real())
    u, s = tokens.symbols
    yield tokens, (eq(mean(u, u), 0), eq(mean(u**2, u), s), gt(s, 1))
    yield tokens, (eq(mean(u, u), 0), gt(mean(u**4, u), 3 * mean(u**2, u) ** 2))
    angle = Space(theta=Circle())
    yield angle, (gt(angle.symbols, 3),)


@pytest.mark.parametrize(("space", "given"), list(_spaces()))
def test_witnesses_satisfy_every_fact(space, given):
    claim = _claim(space, *given)
    witness = find_witness(claim)
    assert witness is not None
    assert at_point.check_coordinates(witness) is None
    assert at_point.all_hold(claim.sequent.facts, witness)[1] is None


def test_witnesses_are_simple_where_they_can_be():
    assert [str(value) for value in find_witness(_claim(Space(x=Real(), y=Real()))).values()] == ["0", "0"]


def test_no_witness_is_found_where_there_is_none():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    assert find_witness(_claim(space, gt(x * y, 0), lt(x, 0), gt(y, 0)), 20_000) is None


def _contradictions():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    yield (lt(x**2, -1),)
    yield (ge(x, 2), ge(1, x))
    yield (gt(x - y, 0), le(2 * x - 2 * y, 0))
    yield (eq(x, y), ne(2 * y, 2 * x))
    yield (eq(x + y, 1), eq(x - y, 1), ne(x, 1))
    yield (gt(x, 2), lt(x + y, 1), gt(y, 0))
    yield (ge(x**2 + y, 3), le(y, 1), le(x**2, 1))
    yield (gt(x, y), ge(y, 1), le(x, 1))
    yield (ge(3 * x - y, 1), ge(2 * y - 5 * x, Q(1, 7)), ge(-x - y, 4), ge(x, 0))
    yield (eq(x * y + x, 1), eq(x * y - y, 2), gt(-x - y, Q(1001, 1000)))


@pytest.mark.parametrize("given", list(_contradictions()))
def test_contradictions_are_proved(given):
    claim = _claim(Space(x=Real(), y=Real()), *given)
    assert find_contradiction(claim.sequent) is not None
    assert find_witness(claim, 20_000) is None


def test_a_domain_can_contradict_a_hypothesis():
    space = Space(t=Positive())
    assert find_contradiction(_claim(space, le(space.symbols, 0)).sequent) is not None


def test_satisfiable_facts_are_not_contradicted():
    for space, given in _spaces():
        assert find_contradiction(_claim(space, *given).sequent) is None
    assert find_contradiction(Sequent((), (), ())) is None


def test_charts_land_on_the_surface_in_floats_and_exactly():
    space = Space(a=Real(), b=Real(), c=Real())
    a, b, c = space.symbols
    surface = eq(a * b + b * c + c * a, 3)
    ground = Ground(space, [surface])
    assert len(ground.charts) > 1
    for chart in ground.charts:
        assert chart.affine
        columns, slack = ground.project(ground.draws.columns(np.random.default_rng(0), 50), chart)
        holds, _, _ = ground.inside(columns)
        assert holds.sum() > 45 and set(slack) == set(chart.unknowns)
        point = chart.settle({a: number(2), b: number(5), c: number(7)})
        assert point is not None and evaluate(surface.gap, point).is_zero


def test_charts_take_quadratic_roots_and_keep_what_is_fixed():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    (chart,) = charts(space, [eq(x**2 + y**2, 3)], fixed=(x,))
    point = chart.settle({x: number(1), y: number(-1)})
    assert point is not None and str(point[y]) == "-sqrt(2)"
    assert chart.settle({x: number(2), y: number(1)}) is None


def test_charts_take_rational_roots_and_solve_block_by_block():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    (chart,) = charts(space, [eq(x**3 + x * y, 10)], fixed=(y,))
    assert not chart.affine
    point = chart.settle({x: number(3), y: number(1)})
    assert point is not None and str(point[x]) == "2"
    plane = Space(z=Complex(), w=Complex())
    z, w = plane.symbols
    chart = charts(plane, [eq(z * w, 1), eq(z + conj(z), 1)])[0]
    settled = chart.settle({z: 3 + I, w: number(0)})
    assert settled is not None and evaluate(z * w - 1, settled).is_zero and evaluate(z + conj(z) - 1, settled).is_zero


def test_rows_become_exact_points_of_the_space():
    space = Space(w=Disk(), p=Sphere(3), theta=Circle(), u=Token(Circle()))
    columns = space.sample(np.random.default_rng(1), 20)
    for at in range(20):
        for limit in (1, 8, 1 << 20, None):
            point = near(space, row_of(columns, at), limit)
            assert point is not None
            if limit is not None:
                assert space.contains(point)
    close = columns_of([near(space, row_of(columns, at), 1 << 20) for at in range(20)], space.scalars)
    for sym, column in columns.items():
        assert np.allclose(close[sym], column, atol=1e-4)


def test_margins_know_their_noise():
    space = Space(x=Real())
    x = space.symbols
    false_by_rounding = Pointwise(Relation("eq", (x + 10**8) ** 2 - x**2 - 2 * 10**8 * x, number(10**16)))
    strict = Pointwise(Relation("gt", x**2, x**2 * 1))
    measured = Margins([("identity", false_by_rounding), ("strict", strict)], [x])({x: np.array([1 / 3, 0.7])})
    assert not measured.violated.any() and np.all(measured.margin == 0)
    assert measured.touching[1].all() and not measured.touching[0].any()
    undefined = Margins([("main", Pointwise(Relation("ge", 1 / x, x)))], [x])({x: np.array([0.0, 2.0])})
    assert list(undefined.defined) == [False, True] and undefined.violated[0, 1]


def test_margins_take_underflow_for_noise():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    goal = [("main", Pointwise(Relation("eq", (x + y) * x, x**2 + x * y)))]
    tiny = 1e-160 * np.random.default_rng(0).uniform(1, 2, size=(2, 500))
    assert not Margins(goal, space.scalars)({x: tiny[0], y: tiny[1]}).violated.any()


def test_margins_include_the_rounding_of_solved_coordinates():
    space = Space(x=Real(), s=Real(), y=Real())
    x, s, y = space.symbols
    goal = [("main", Pointwise(Relation("eq", y, 10**6 * (x - s))))]
    ground = Ground(space, [eq(10**6 * x - 10**6 * s - y, 0)])
    drawn = ground.draws.columns(np.random.default_rng(2), 2000)
    columns, slack = ground.project({**drawn, s: drawn[x] + 1e-6 * drawn[s]}, ground.charts[0])
    assert not Margins(goal, ground.symbols)(columns, slack).violated.any()
    assert Margins(goal, ground.symbols)(columns).violated.any()


def test_simplicity_is_ordered_as_people_would():
    space = Space(x=Real())
    x = space.symbols
    ordered = [0, 1, -1, 2, Q(1, 2), 7, Q(22, 7), Q(314159, 100000)]
    weights = [weight({x: number(each)}) for each in ordered]
    assert [each[0] for each in weights] == sorted(each[0] for each in weights)
    angle = [weight({x: each}) for each in (number(0), PI, PI / 2, 2 * atan(Q(1, 2)), 2 * atan(Q(355, 113)))]
    assert angle == sorted(angle)
    assert weight({x: (number(1),)}) < weight({x: (number(1), number(1))})


def test_budgets():
    claim = _claim(Space(x=Real()))
    assert [evaluations_of(claim, word) for word in ("quick", "default", "deep")] == [20_000, 200_000, 2_000_000]
    own = Claim("test.own", claim.space, shows=claim.shows, evaluations=123)
    assert [evaluations_of(own, word) for word in ("quick", "default", "deep")] == [12, 123, 1230]
    with pytest.raises(ValueError, match="quick, default, deep"):
        Budget.of("endless")


SCRIPT = """
import json, sys
from tests.attack.claims import FALSE, LASTING, coordinates
from verify.attack import attack
found = {}
for name in ("surface", "kurtosis", "circle", "definite"):
    outcome = attack(FALSE[name], 100_000, 5)
    ends = [coordinates(outcome.simplest), coordinates(outcome.worst)]
    found[name] = [ends, outcome.evaluations, outcome.survey.to_json()]
outcome = attack(LASTING["pitchfork"][0], 100_000, 5)
found["pitchfork"] = [coordinates(outcome.simplest), outcome.evaluations]
json.dump(found, sys.stdout)
"""


def test_the_same_in_every_process():
    results = []
    for seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        results.append(json.loads(run.stdout))
    assert results[0] == results[1]


def test_importing_the_attack_loads_neither_numpy_nor_scipy():
    script = "import sys, verify.attack; print([m for m in ('numpy', 'scipy', 'sympy') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_exponential_surfaces_give_no_false_witness():
    space = Space(x=Real(), y=Real())
    x, y = space.symbols
    claim = Claim("test.exponential", space, shows=Inequality(x, "<=", 1), given=[eq(exp(x) * y, 1)])
    assert [str(value) for value in find_witness(claim).values()] == ["0", "1"]


def test_a_value_that_is_too_long_to_write_is_no_point():
    """x y z = 1 at x = y = 2^13000 asks for z = 2^-26000; a literal has fewer bits."""
    space = Space(x=Real(), y=Real(), z=Real())
    x, y, z = space.symbols
    ground = Ground(space, [eq(x * y * z, 1)])
    long = number(2**13_000)
    charts = [chart for chart in ground.charts if z in [unknown.symbol for unknown in chart.unknowns]]
    assert charts
    assert all(chart.settle({x: long, y: long, z: number(1)}) is None for chart in charts)
    assert any(chart.settle({x: number(2), y: long, z: number(1)}) is not None for chart in charts)
