"""Hypotheses that hardly any random point satisfies, and margins in many dimensions: found, or said to be unknown."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from verify import (
    Claim,
    Complex,
    Disk,
    Inequality,
    Matrices,
    Natural,
    Positive,
    Real,
    Space,
    Sphere,
    Token,
    abs2,
    cos,
    eq,
    exp,
    ge,
    gt,
    im,
    le,
    log,
    lt,
    maximum,
    ne,
    norm2,
    sin,
    sqrt,
    tr,
)
from verify import Mean as mean
from verify.attack import attack, find_witness
from verify.attack.gradient import (
    Descent,
    _ByTerms,
    _flat,
    _moved,
    _namespace,
    _on_tensors,
    _OnTensors,
    _slopes,
    _Wanted,
    device,
)
from verify.attack.ground import Ground
from verify.attack.walks import start, walk
from verify.judge import judge
from verify.kernel import point as at_point
from verify.readings.batch import compile_batch
from verify.verdict import Status

Q = Fraction
THIN, THINNER = Q(1, 10**9), Q(1, 10**20)
S = Space(x=Real(), y=Real())
x, y = S.symbols


def band(q, width):
    return [gt(q, 0), lt(q, width)]


def dot(p, q, radius):
    return [le(p**2 + q**2, radius**2)]


FALSE = {
    "affine": (band(x - y**3 - 2, THIN), Inequality(x, "<=", y**3 + 1)),
    "below the floats": (band(x - y**3 - 2, THINNER), Inequality(x, "<=", y**3 + 1)),
    "cubic": (band(x**3 + y**3 - x * y - 1, THIN), Inequality(x + y, "<=", 1)),
    "transcendental": (band(sin(x) * exp(y) - Q(1, 2), THIN), Inequality(y, "<=", 1)),
    "twisted": (band(sin(x) * exp(y) + sin(y) * exp(x) - Q(1, 2), THIN), Inequality(x + y, "<=", 4)),
    "quartic dot": (dot((x - Q(1, 3)) ** 2, (y - Q(2, 7)) ** 2, Q(1, 10**14)), Inequality(x, ">", Q(1, 2))),
    "sine dot": (dot(sin(3 * x) - Q(1, 3), exp(y) - Q(2, 7), Q(1, 10**7)), Inequality(x, ">", 1)),
}
TRUE = {
    "transcendental": (band(sin(x) * exp(y) - Q(1, 2), THIN), Inequality(y, ">=", -1)),
    "sine dot": (dot(sin(3 * x) - Q(1, 3), exp(y) - Q(2, 7), Q(1, 10**7)), Inequality(y, "<", x**2)),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_there_is_refuted(name):
    given, shows = FALSE[name]
    claim = Claim("t.thin", S, given=given, shows=shows)
    outcome = attack(claim, 200_000)
    assert outcome.refuted and at_point.all_hold(claim.sequent.facts, outcome.simplest.point)[1] is None


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_there_is_not_supported_by_no_sample(name, tmp_path):
    given, shows = TRUE[name]
    claim = Claim("t.thin", S, given=given, shows=shows, expect="open")
    outcome = attack(claim, 90_000)
    assert not outcome.refuted and outcome.survey.effective == 0 and outcome.survey.bound is None
    assert outcome.survey.best_margin is not None  # but it was attacked: at points that were walked to
    assert "walks inside the hypotheses" in outcome.survey.tried
    found = judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
    assert found.status is Status.UNDECIDED and found.strength is None
    assert found.reason == "undecided: no sample satisfied the hypotheses"


def test_without_a_witness_nothing_is_supported(tmp_path):
    """exp(x) = x^2 + 1/2 + 10^-30 sin(y) has solutions; none is exact, and no band is given."""
    given = [ge(exp(x) - x**2 - Q(1, 2), 0), le(exp(x) - x**2 - Q(1, 2), 0), le(x, -Q(1, 10))]
    claim = Claim("t.none", S, given=given, shows=Inequality(x, "<=", 0))
    found = judge(claim, budget="quick", verdict_of=lambda _: None, offer_of=lambda _: None, directory=tmp_path)
    assert found.status is Status.UNDECIDED and found.strength is None and "no witness found" in found.reason


def test_a_band_has_a_witness_that_no_float_can_tell():
    claim = Claim("t.thinner", S, given=band(x**2 * y - 2, THINNER), shows=Inequality(x, "<=", 5))
    point = find_witness(claim)
    assert point is not None and at_point.all_hold(claim.sequent.facts, point)[1] is None


@pytest.mark.parametrize("name", ["transcendental", "quartic dot", "sine dot"])
def test_walks_stay_inside_and_go_down(name):
    given, shows = FALSE[name]
    ground = Ground(S, given)
    row, chart, _ = start(ground, 20_000, 0)
    gap = compile_batch([shows.left - shows.right], ground.symbols)
    reached = []
    for columns, _ in walk(ground, row, chart, lambda each: gap.values(each)[0], 20_000, 0):
        assert ground.inside(columns)[0].all()
        reached.append(gap.values(columns)[0].min())
    assert reached[-1] <= min(reached[len(reached) // 2 :]) + 1e-12


def test_walks_move_all_kinds_of_symbols_inside_their_domains():
    space = Space(w=Disk(), p=Sphere(3), u=Token(Real()), n=Natural(), t=Positive())
    w, p, u, n, t = space.symbols
    ground = Ground(space, (*space.facts, gt(t, mean(u**2, u)), lt(abs2(w), t), gt(n, 2)))
    row, chart, _ = start(ground, 40_000, 0)
    *_, (columns, _) = walk(ground, row, chart, lambda each: each[t], 5_000, 0)
    assert ground.inside(columns)[0].all()
    assert len(np.unique(columns[w])) > 50 and len(np.unique(columns[u])) > 50 and len(np.unique(columns[p[0]])) > 50
    assert set(np.unique(columns[n])) == {float(row[n][0])}


# descent


def rosenbrock(count):
    space = Space(**{f"x{k}": Real() for k in range(count)})
    xs = space.scalars
    return space, sum((100 * (b - a**2) ** 2 + (1 - a) ** 2 for a, b in pairwise(xs)), xs[0] * 0)


def test_a_curved_valley_in_twelve_dimensions():
    """Rosenbrock's function is 0 at (1, ..., 1) alone; below 10^-4 it is in a ball of radius about 10^-2."""
    space, value = rosenbrock(12)
    outcome = attack(Claim("t.valley", space, shows=Inequality(value, ">=", Q(1, 10**4))), 200_000)
    assert outcome.refuted
    assert all(abs(each.payload - 1) < Q(1, 10) for each in outcome.simplest.point.values())


def test_descent_is_left_out_where_it_does_not_pay():
    code = (
        "import sys\nfrom verify import *\nfrom verify.attack import attack\n"
        "S = Space(x=Real(), y=Real(), z=Real())\nx, y, z = S.symbols\n"
        "claim = Claim('t.t', S, shows=Inequality(x**2 + y**2 + z**2, '>=', x*y + y*z + z*x))\n"
        "attack(claim, 20_000)\nassert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


SPACE = Space(
    a=Real(), t=Positive(), z=Complex(), w=Disk(), u=Token(Real()), p=Sphere(3), A=Matrices(2, 2), n=Natural()
)
a, t, z, w, u, p, A, n = SPACE.symbols
VALUES = [
    a * t - 3 * a**3 / (1 + t),
    exp(-a) * sin(a) + cos(t) * sqrt(t) + log(t),
    abs2(z + 1) * im(z**2) - abs2(w),
    im(exp(z) / (2 + w)),
    mean(u**2, u) - mean(u, u) ** 2,
    p[0] * p[1] + p[2] ** 2,
    norm2(A) - tr(A * A),
    maximum(a, t) ** 2,
    t ** (a + 2) + t**n,
]


def test_tensors_agree_with_arrays():
    columns = SPACE.sample(np.random.default_rng(0), 40)
    batch = compile_batch(VALUES, SPACE.scalars)
    import torch

    tensors = {sym: torch.as_tensor(column) for sym, column in columns.items()}
    for here, there in zip(batch.values(columns), _on_tensors(batch)(tensors, 40), strict=True):
        assert np.allclose(here, there.numpy(), rtol=1e-12, atol=1e-12)
    assert {"div", "cexp", "average"} <= set(_namespace())


def test_every_name_of_the_generated_source_has_its_tensor():
    from verify.readings.batch import _helpers

    assert set(_helpers()) <= set(_namespace())


def test_gradients_by_terms_and_by_torch_agree():
    space = Space(a=Real(), t=Positive(), z=Complex(), w=Disk())
    a, t, z, w = space.symbols
    parts = (gt(a * t - abs2(z + w) * sin(a), exp(-t)), eq(z**2 + a, w), ne(abs2(z), t * a))
    facts = ((gt(t, 0),), (gt(1 - abs2(w), 0), gt(a, 1)), (eq(a + t, abs2(z)),))
    columns = space.sample(np.random.default_rng(3), 30)
    for kept in (parts, parts[1:], parts[2:]):
        wanted = _Wanted(kept, facts, space.scalars, _moved(space, columns))
        x, slack = _flat(wanted.moved, columns), np.resize([0.0, 1e-3], 30)
        ours, theirs = _ByTerms(wanted, columns, _slopes(wanted)), _OnTensors(wanted, columns)
        (value, gradient), (other, slopes) = (each.sloped(x, 7.0, slack) for each in (ours, theirs))
        assert np.allclose(value, other) and np.allclose(gradient, slopes, atol=1e-9)
        assert np.allclose(ours.value(x, 7.0, slack), theirs.value(x, 7.0, slack))


def test_what_terms_cannot_differentiate_is_left_to_torch():
    columns = SPACE.sample(np.random.default_rng(3), 3)
    for gap in (maximum(a, t), mean(u**2, u), p[0]):
        assert _slopes(_Wanted((gt(gap, 0),), (), SPACE.scalars, _moved(SPACE, columns))) is None


@pytest.mark.parametrize("tensors", [False, True])
def test_both_engines_go_down_a_curved_valley(tensors):
    from verify.kernel.goal import Pointwise
    from verify.kernel.relation import Relation

    space, value = rosenbrock(6)
    columns = space.sample(np.random.default_rng(0), 8)
    descent = Descent(space, [("main", Pointwise(Relation("ge", value, value * 0)))], (), columns)
    found, spent = descent.run(columns, 8 * 1200, tensors)
    assert spent <= 8 * 1300 and compile_batch([value], space.scalars).values(found)[0].min() < 1e-8


def test_descent_moves_all_but_naturals_and_does_not_leave_a_sphere():
    from verify.kernel.goal import Pointwise
    from verify.kernel.relation import Relation

    columns = SPACE.sample(np.random.default_rng(1), 12)
    wanted = abs2(z - 1) + (a - 2) ** 2 + mean((u - 1) ** 2, u) + norm2(A) + abs2(w) + (t - 1) ** 2 - p[0] + n
    goal = Pointwise(Relation("ge", wanted, wanted * 0))
    found, spent = Descent(SPACE, [("main", goal)], SPACE.facts, columns).run(columns, 12 * 800)
    assert spent <= 2 * 12 * 800
    least = compile_batch([wanted], SPACE.scalars).values(found)[0] - columns[n]
    assert np.allclose(least, -1, atol=1e-3)  # -p[0] = -1, all squares 0
    assert np.array_equal(found[n], columns[n])
    assert np.allclose(sum(found[sym] ** 2 for sym in p.entries()), 1)


def test_the_device_is_named_by_the_environment(monkeypatch):
    monkeypatch.setenv("THEOREMCHECK_DEVICE", "cpu")
    assert device() == "cpu"
    monkeypatch.setenv("THEOREMCHECK_DEVICE", "gpu7")
    with pytest.raises(ValueError, match="THEOREMCHECK_DEVICE: found 'gpu7', expected cpu, cuda or auto"):
        device()
    import torch

    if not torch.cuda.is_available():
        monkeypatch.setenv("THEOREMCHECK_DEVICE", "cuda")
        with pytest.raises(ValueError, match="found 'cuda', expected a device that torch sees"):
            device()
    assert "THEOREMCHECK_DEVICE" in os.environ
