"""Array systems against a sum written out in Python, the Term templates, and another integrator."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from verify.attention import softmax, systems, tokens
from verify.attention.integrate import BlowUp, integrate
from verify.attention.systems import MODELS, BadSystem, System, random_tokens, simulate, snapshots
from verify.kernel.term import symbol
from verify.linalg import matrix
from verify.readings.batch import compile_batch

IDENTITY = np.eye(2)


def written_out(model, A, V, beta, x):
    """The field with every product, sum and exponential spelled out: <x_k, A x_j>, V x_j, projected."""
    n, d = x.shape
    found = np.empty_like(x)
    for k in range(n):
        scores = []
        for j in range(n):
            scores.append(sum(x[k, a] * A[a, b] * x[j, b] for a in range(d) for b in range(d)))
        if model == "linear":
            weights = [beta * each / n for each in scores]
        elif model == "softmax":
            total = sum(math.exp(beta * each) for each in scores)
            weights = [math.exp(beta * each) / total for each in scores]
        elif model == "usa":
            weights = [math.exp(beta * each) / n for each in scores]
        else:
            weights = [float(each == max(scores)) for each in scores]
        pull = [sum(weights[j] * V[a, b] * x[j, b] for j in range(n) for b in range(d)) for a in range(d)]
        along = sum(x[k, a] * pull[a] for a in range(d))
        found[k] = [pull[a] - x[k, a] * along for a in range(d)]
    return found


def example(d, n, seed=0):
    A, V = np.random.default_rng(seed).normal(size=(2, d, d))
    return A, V, random_tokens(n, d, seed + 1)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_the_convention(model, d):
    A, V, x = example(d, 7)
    beta = 1.0 if model == "hardmax" else 1.7
    system = System.of(model, A, V, beta, ties="mean")
    assert system.field(x) == pytest.approx(written_out(model, A, V, beta, x), abs=1e-13)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("d", [2, 3])
def test_arrays_and_terms_are_the_same_systems(model, d):
    n, points = 4, 20
    A, V, _ = example(d, n)
    columns = random_tokens(n, d, 5, points)
    names = [[symbol(f"x{k}_{i}") for i in range(d)] for k in range(n)]
    rational = [[[str(entry) for entry in row] for row in np.round(M, 3)] for M in (A, V)]
    states = [matrix([[each] for each in row]) for row in names]
    extra = [] if model == "hardmax" else ["3/2"]
    flow = getattr(tokens, model)(*rational, states, *extra)
    rates = [rate for _, rate in flow.rates]
    symbols = [each for row in names for each in row]
    given = {names[k][i]: columns[:, k, i] for k in range(n) for i in range(d)}
    expected = np.stack(compile_batch(rates, symbols).values(given), axis=1).reshape(points, n, d)
    beta = 1.0 if model == "hardmax" else 1.5
    system = System.of(model, np.round(A, 3), np.round(V, 3), beta)
    assert system.field(columns) == pytest.approx(expected, abs=1e-13)


def test_a_tie_of_hardmax_is_undefined_or_a_mean():
    x = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    flip = np.diag([-1.0, 0.0])  # the first token's scores are -1, 0, 0
    undefined = System.of("hardmax", flip, IDENTITY).field(x)
    assert np.isnan(undefined[0]).all()
    assert System.of("hardmax", flip, IDENTITY, ties="mean").field(x)[0] == pytest.approx([0, 0])
    names = [[symbol(f"x{k}_{i}") for i in range(2)] for k in range(3)]
    flow = tokens.hardmax([[-1, 0], [0, 0]], [[1, 0], [0, 1]], [matrix([[each] for each in row]) for row in names])
    given = {names[k][i]: x[k : k + 1, i] for k in range(3) for i in range(2)}
    term = compile_batch([rate for _, rate in flow.rates], [s for row in names for s in row]).values(given)
    assert np.isnan(term[0]).all() and np.isnan(term[1]).all()


@pytest.mark.parametrize("d", [2, 3])
def test_hardmax_looked_up_in_a_tree(d, monkeypatch):
    A, V, x = example(d, 300)
    x[:20] = x[20:40]  # equal tokens share every score
    plain = System.of("hardmax", A, V, ties="mean")
    undefined = System.of("hardmax", A, V)
    expected, gaps = plain.field(x), np.isnan(undefined.field(x))
    monkeypatch.setattr(systems, "TREE_FROM", 2)
    assert plain.field(x) == pytest.approx(expected, abs=1e-15)
    assert (np.isnan(undefined.field(x)) == gaps).all() and gaps.any()


@pytest.mark.parametrize("model", ["softmax", "usa"])
@pytest.mark.parametrize("d", [2, 3, 5, 64])
@pytest.mark.parametrize("beta", [-3.0, 0.01, 10.0, 1000.0])
def test_all_pairs_without_storing_them(model, d, beta):
    A, V, x = example(d, 300 if d < 64 else 100)
    A /= np.linalg.norm(A, 2)
    scores = beta * (x.astype(np.longdouble) @ A.astype(np.longdouble)) @ x.T.astype(np.longdouble)
    top, unit = scores.max(axis=1, keepdims=True), abs(beta) if model == "usa" else 0.0
    weights = np.exp(scores - top)
    weights *= 1 / weights.sum(axis=1, keepdims=True) if model == "softmax" else np.exp(top - unit) / len(x)
    pull = weights @ x @ V.T
    expected = (pull - (pull * x).sum(axis=1, keepdims=True) * x).astype(float)
    ways = ["direct", "fused"] if model == "softmax" else ["direct"]
    for method in ways:
        system = System.of(model, A, V, beta, method=method, log_unit=unit)
        scale = np.linalg.norm(weights, 1, axis=1).astype(float)[:, None] * np.linalg.norm(V, 2)
        assert (np.abs(system.field(x) - expected) / np.maximum(scale, 1e-290)).max() < 1e-12


def test_rows_whose_bound_is_far_off_are_done_again():
    queries, points = np.array([[2000.0, 0.0], [1.0, 0.0]]), np.array([[-1.0, 0.0], [-0.999, math.sqrt(1 - 0.999**2)]])
    total, moment, shift = softmax.sums(queries, points)
    assert shift[0] + math.log(total[0]) == pytest.approx(-1998 + math.log1p(math.exp(-2)), rel=1e-14)
    assert moment[0] / total[0] == pytest.approx((points[1] + math.exp(-2) * points[0]) / (1 + math.exp(-2)), rel=1e-12)


def test_the_exponential_is_that_of_the_library():
    x = np.concatenate([np.linspace(-708, 709, 20_001), [0.0, -0.0, 1e-300, math.nan, -1e6]])
    found = np.array([softmax.exponential(each) for each in x])
    assert found[:-2] == pytest.approx(np.exp(x[:-2]), rel=3e-16)
    assert math.isnan(found[-2]) and found[-1] == pytest.approx(math.exp(-708), rel=1e-15)


def test_sums_on_a_device_go_in_pieces():
    rng = np.random.default_rng(3)
    queries, points = rng.normal(size=(50, 4)), rng.normal(size=(30, 4))
    total, moment, shift = softmax.sums_on(queries, points, "cpu", entries=70)
    for a, b in zip((total * np.exp(shift), moment * np.exp(shift)[:, None]), _plain(queries, points), strict=True):
        assert a == pytest.approx(b, rel=1e-13)


def _plain(queries, points):
    weights = np.exp(queries @ points.T)
    return weights.sum(axis=1), weights @ points


@pytest.mark.parametrize("model", MODELS)
def test_a_batch_is_its_systems(model):
    rng = np.random.default_rng(4)
    A, V, beta = rng.normal(size=(3, 2, 2)), rng.normal(size=(3, 2, 2)), np.array([0.5, 1.0, 3.0])
    x = random_tokens(6, 2, 9, 3)
    together = System.of(model, A, V, beta)
    apart = [System.of(model, A[i], V[i], beta[i]) for i in range(3)]
    assert together.field(x) == pytest.approx(np.stack([s.field(x[i]) for i, s in enumerate(apart)]), abs=1e-14)
    if model != "hardmax":
        run = simulate(together, x, [0, 1, 3])
        assert run.tokens.shape == (3, 3, 6, 2) and run.complete
        for i, system in enumerate(apart):
            assert run.tokens[:, i] == pytest.approx(simulate(system, x[i], [0, 1, 3]).tokens, abs=1e-13)


@pytest.mark.parametrize("model", ["linear", "softmax", "usa"])
def test_trajectories_are_those_of_scipy(model):
    A, V, x = example(3, 5)

    def rate(_, y):
        z = y.reshape(5, 3)
        return written_out(model, A, V, 2.0, z / np.linalg.norm(z, axis=1, keepdims=True)).ravel()

    expected = solve_ivp(rate, (0, 2), x.ravel(), rtol=1e-9, atol=1e-11, method="DOP853").y[:, -1].reshape(5, 3)
    found = simulate(System.of(model, A, V, 2.0), x, [0, 0.5, 2.0], rtol=1e-9, atol=1e-11)
    assert found.tokens[-1] == pytest.approx(expected, abs=1e-7)
    assert np.linalg.norm(found.tokens, axis=2) == pytest.approx(1, abs=1e-15)


def test_the_method_has_order_eight():
    """x' = y, y' = -x over a turn, in steps of one length."""
    errors = []
    for steps in (8, 16):
        longest = 2 * math.pi / steps
        run = integrate(lambda y, _: y[..., ::-1] * [1, -1], np.array([[[1.0, 0.0]]]), [0, 2 * math.pi],
                        rtol=1.0, atol=1.0, longest=longest)  # fmt: skip
        errors.append(np.abs(list(run)[-1].state[0, 0] - [1, 0]).max())
    assert 7.5 < math.log2(errors[0] / errors[1]) < 9.5


def pendulum(y, _=None):
    return np.stack([y[..., 1], -np.sin(y[..., 0])], axis=-1)


@pytest.mark.parametrize("rtol", [1e-5, 1e-9])
def test_steps_are_as_long_as_scipys(rtol):
    """The same method and error estimate: the same number of steps, but for the first one and the controller."""
    start, end = [1.5, 0.0], 60.0
    other = solve_ivp(lambda _, y: pendulum(y), (0, end), start, method="DOP853", rtol=rtol, atol=rtol / 10)
    (*_, last) = integrate(lambda y, _: pendulum(y), np.array([[start]]), [0, end], rtol=rtol, atol=rtol / 10)
    assert last.steps[0] == pytest.approx(len(other.t) - 1, rel=0.1)
    assert last.state[0, 0] == pytest.approx(other.y[:, -1], abs=100 * rtol)


def test_an_output_costs_no_more_than_its_own_step():
    counts = []
    for times in ([0, 20, 40], [0, 20 - 1e-6, 20, 40]):
        (*_, last) = integrate(lambda y, _: pendulum(y), np.array([[[1.5, 0.0]]]), times)
        counts.append(last.steps[0])
    assert counts[1] <= counts[0] + 2


def test_backwards_in_time():
    A, V, x = example(2, 6)
    system = System.of("softmax", A, V, 2.0)
    there = simulate(system, x, [0, 1], rtol=1e-11, atol=1e-13).tokens[-1]
    assert simulate(system, there, [1, 0], rtol=1e-11, atol=1e-13).tokens[-1] == pytest.approx(x, abs=1e-8)


def test_usa_in_units():
    A, V, x = example(2, 40)
    plain, unit = System.of("usa", A, V, 2.0), System.of("usa", A, V, 2.0, log_unit=3.0)
    assert unit.field(x) == pytest.approx(plain.field(x) * math.exp(-3), rel=1e-13)
    assert np.isfinite(System.of("usa", IDENTITY, V, 1e4, log_unit=1e4).field(x)).all()


def test_the_longest_step_of_linear_attention_lets_a_large_rate_settle():
    """A = V = I gathers every start (linear.md T9a), also where a tolerance of 1 would allow any step."""
    x = random_tokens(8, 2, 3)
    system = System.of("linear", IDENTITY, IDENTITY, 5.0)
    end = simulate(system, x, [0, 20.0], rtol=1.0, atol=1.0).tokens[-1]
    assert np.linalg.eigvalsh(end.T @ end / 8)[-1] == pytest.approx(1, abs=1e-6)


# what goes wrong


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("lineal", IDENTITY, IDENTITY), "model: one of linear, softmax, usa, hardmax is needed; found 'lineal'"),
        (("linear", np.eye(3), IDENTITY), r"A and V: .* found \(3, 3\) and \(2, 2\)"),
        (("linear", np.ones((2, 3)), IDENTITY), r"A: a square matrix.* found the shape \(2, 3\)"),
        (("linear", [[1, 2], [3]], IDENTITY), "A: real numbers in a regular array"),
        (("linear", [["a", 1], [0, 1]], IDENTITY), "A: real numbers in a regular array"),
        (("linear", IDENTITY, [[math.nan, 0], [0, 1]]), "V: finite numbers are needed; found nan"),
        (("softmax", IDENTITY, IDENTITY, math.inf), "beta: finite numbers are needed; found inf"),
        (("softmax", IDENTITY, IDENTITY, np.ones((2, 2))), "beta: one number, or one per system"),
        (("softmax", np.ones((3, 2, 2)), IDENTITY, np.ones(2)), r"batches of one size .* \[2, 3\]"),
        (("hardmax", IDENTITY, IDENTITY, -1.0), "beta: hardmax .* use -A"),
        (("usa", 3 * IDENTITY, IDENTITY, 500.0), r"usa reaches exp\(1500\).* log_unit=1500"),
    ],
)
def test_bad_systems(arguments, line):
    with pytest.raises(BadSystem, match=line):
        System.of(*arguments)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"method": "circle"}, "method circle: for softmax and usa with d = 2; found softmax with d = 3"),
        ({"ties": "first"}, "ties: one of undefined, mean"),
        ({"method": "quick"}, "method: one of auto"),
        ({"log_unit": 2.0}, "log_unit: .* for usa only"),
        ({"device": "cuda:99"}, "device: cuda:99 is not there .* use cpu"),
        ({"device": "abacus"}, "device: abacus is not there"),
    ],
)
def test_bad_options(options, line):
    with pytest.raises(BadSystem, match=line) as caught:
        System.of("softmax", np.eye(3), np.eye(3), **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("model", "method"), [("linear", "auto"), ("hardmax", "direct"), ("softmax", "circle")])
def test_devices_are_for_all_pairs(model, method):
    with pytest.raises(BadSystem, match=f"device: only sums over all pairs.* found {model}, method {method}; use cpu"):
        System.of(model, IDENTITY, IDENTITY, method=method, device="meta")


@pytest.mark.parametrize("model", ["softmax", "usa"])
def test_a_device_sums_all_pairs(model):
    """The path of every device, on the one that is always there."""
    A, V, x = example(3, 90)
    there = System.of(model, A, V, 2.0, device="cpu:0")
    assert there.field(x) == pytest.approx(System.of(model, A, V, 2.0).field(x), abs=1e-13)


def test_fused_is_for_softmax():
    with pytest.raises(BadSystem, match="method fused: for softmax; found usa"):
        System.of("usa", IDENTITY, IDENTITY, method="fused")


@pytest.mark.parametrize(
    ("x", "line"),
    [
        (np.eye(2) + 0j, "tokens: real numbers .* found complex ones"),
        (np.ones((4, 3)), r"tokens: n x 2 numbers .* found the shape \(4, 3\)"),
        (np.ones(2), "tokens: n x 2 numbers"),
        (np.empty((0, 2)), "tokens: n x 2 numbers"),
        ([[1.0, math.nan]], "tokens: finite numbers"),
        ([[1.0, 0.0], [0.0, 0.0]], "a token is zero"),
    ],
)
def test_bad_tokens(x, line):
    with pytest.raises(BadSystem, match=line):
        System.of("linear", IDENTITY, IDENTITY).field(x)


def test_batches_that_do_not_match():
    with pytest.raises(BadSystem, match="3 systems have 2 sets of tokens"):
        System.of("linear", np.ones((3, 2, 2)), IDENTITY).field(np.ones((2, 5, 2)))


def test_more_tokens_than_memory():
    with pytest.raises(BadSystem, match=r"10{9} tokens in R\^2 need 480 GB, 1 GB are free; .*reductions.cocycle"):
        systems.require_memory("linear", 1, 10**9, 2, available=10**9)
    with pytest.raises(BadSystem, match=r"use verify.attention.meanfield \(n = oo\), or at most 2,000,000 tokens$"):
        systems.require_memory("softmax", 1, 10**9, 2, available=10**9)
    with pytest.raises(BadSystem, match=r"R\^3 need 720 GB, 1 GB are free; use at most 1,300,000 tokens$"):
        systems.require_memory("usa", 1, 10**9, 3, available=10**9)
    with pytest.raises(BadSystem, match=r"or fewer systems at a time$"):
        systems.require_memory("softmax", 10**6, 10**4, 2, available=10**9)
    systems.require_memory("softmax", 1, 10**6, 2, available=10**9)


def test_an_undefined_rate_names_the_step():
    x = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    with pytest.raises(BlowUp, match="step 0, t = 0: the field is not finite"):
        simulate(System.of("hardmax", np.diag([-1.0, 0.0]), IDENTITY), x, [0, 1])


def test_a_blow_up_names_the_step():
    def rate(y, _):
        return y**2  # 1/(1 - t)

    with pytest.raises(BlowUp, match=r"^system 1, step \d+, t = 1: the step size vanished$"):
        list(integrate(rate, np.array([[[-1.0]], [[1.0]]]), [0, 2]))


def test_a_field_that_ends_names_the_step():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(BlowUp, match=r"^step \d+, t = 0\.99\d*: the field is not finite$"):
            list(integrate(lambda y, _: np.where(y < 0.995, 1.0, np.nan), np.zeros((1, 1, 1)), [0, 2]))


def test_tries_are_limited_when_all_are_rejected():
    calls = []

    def noise(y, _):
        calls.append(1)
        return np.full_like(y, float(len(calls) % 3) * 1e6)

    with pytest.raises(BlowUp, match="5 tries did not reach t = 1"):
        list(integrate(noise, np.zeros((1, 1, 1)), [0, 1], max_steps=5))


@pytest.mark.parametrize(
    ("times", "options", "line"),
    [
        ([], {}, "times: a list"),
        ([0, math.inf], {}, "times: a list"),
        ([0, 1, 1], {}, "increase, or decrease, strictly"),
        ([0, 1], {"rtol": 0}, "rtol and atol must be positive"),
    ],
)
def test_bad_times(times, options, line):
    with pytest.raises(ValueError, match=line):
        snapshots(System.of("linear", IDENTITY, IDENTITY), IDENTITY, times, **options)


def test_an_interruption_keeps_what_was_computed():
    seen = []

    def interrupt(fraction):
        seen.append(fraction)
        if fraction > 0.5:
            raise KeyboardInterrupt

    x = random_tokens(5, 2, 0)
    run = simulate(System.of("linear", IDENTITY, IDENTITY), x, [0, 1, 2, 3, 4], progress=interrupt)
    assert not run.complete and list(run.times) == [0, 1, 2]
    assert run.tokens[0] == pytest.approx(x)
    assert seen == sorted(seen)
