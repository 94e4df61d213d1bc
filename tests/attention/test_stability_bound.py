"""The bound of low_temperature.stability.tokens against tokens on the circle that were chosen to break it.

M = I: X' = P_X V m at temperature 1/beta, Y' = P_Y V Y, with the same start. C = 20/e is the constant that
low_temperature.laplace.averaged.d2 proves. The integrator is the test's own, apart from `verify.attention`.
"""

from __future__ import annotations

import numpy as np
import pytest

C = 20 / np.e
STEPS = 80


def field(angle, V, beta):
    """Rates of the angles of tokens (instances, n); beta None: temperature zero."""
    x = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    seen = x
    if beta is not None:
        score = beta[:, None, None] * (x @ x.swapaxes(1, 2) - 1)
        weight = np.exp(score)
        seen = weight @ x / weight.sum(axis=2, keepdims=True)
    pulled = seen @ V.swapaxes(1, 2)
    return pulled[..., 1] * x[..., 0] - pulled[..., 0] * x[..., 1]


def moved(angle, V, beta, time):
    h = time[:, None] / STEPS
    for _ in range(STEPS):
        a = field(angle, V, beta)
        b = field(angle + h / 2 * a, V, beta)
        c = field(angle + h / 2 * b, V, beta)
        d = field(angle + h * c, V, beta)
        angle = angle + h / 6 * (a + 2 * b + 2 * c + d)
    return angle


def ratios(start, V, beta, time):
    """(mean |X - Y|^2)^(1/2) over its bound."""
    apart = moved(start, V, beta, time) - moved(start, V, None, time)
    distance = np.sqrt((4 * np.sin(apart / 2) ** 2).mean(axis=1))
    values = np.linalg.eigvalsh((V + V.swapaxes(1, 2)) / 2)
    ell = np.maximum(values[:, 1] - values[:, 0], 1e-9)
    size = np.linalg.norm(V, ord=2, axis=(1, 2))
    return distance / (size * np.sqrt(C / beta) * np.expm1(ell * time) / ell)


def drawn(rng, count, n):
    start = rng.uniform(0, 2 * np.pi, (count, n))
    start[::2] = start[::2, :1] + rng.normal(size=(len(start[::2]), n)) * rng.uniform(0, 2, (len(start[::2]), 1))
    return start, rng.normal(size=(count, 2, 2)), np.exp(rng.uniform(0, 6, count)), np.exp(rng.uniform(-4, 1, count))


@pytest.mark.parametrize("n", [2, 5, 12])
def test_no_tokens_break_the_bound(n):
    """Random instances, then an ascent from the worst: at least 4,000 instances."""
    rng = np.random.default_rng(n)
    start, V, beta, time = drawn(rng, 1600, n)
    found = ratios(start, V, beta, time)
    for reach in (0.5, 0.3, 0.2, 0.1, 0.05, 0.03):
        best = np.argsort(found)[-40:]
        picked = np.repeat(best, 10)
        near = (
            start[picked] + reach * rng.normal(size=(400, n)),
            V[picked] + reach * rng.normal(size=(400, 2, 2)),
            beta[picked] * np.exp(reach * rng.normal(size=400)),
            np.minimum(time[picked] * np.exp(reach * rng.normal(size=400)), 3),
        )
        pairs = zip((start, V, beta, time), near, strict=True)
        start, V, beta, time = (np.concatenate([old[best], new]) for old, new in pairs)
        found = ratios(start, V, beta, time)
    worst = float(found.max())
    assert worst < 1
    assert worst > 0.08, "the search has lost its way: a bound a twelfth as large would pass"


def test_the_headline_holds_for_tokens_whose_share_at_the_equator_is_bounded():
    """low_temperature.headline.tokens: the coupling X -> Phi costs at most the proved bound, at every time."""
    rng = np.random.default_rng(7)
    count, n = 60, 24
    start = rng.uniform(0, 2 * np.pi, (count, n))
    gap, beta = rng.uniform(0.2, 2, count), np.exp(rng.uniform(1, 8, count))
    V = np.zeros((count, 2, 2))
    V[:, 0, 0] = gap
    z = np.abs(np.cos(start))
    least = np.zeros(count)  # of rho f, for which the mean of what is allowed is at most 4 rho f e up to this time
    tightest = 0.0
    for step in range(1, 7):
        time = np.full(count, step / 2)
        for part in np.linspace(0, 1, 5):
            e = np.exp(-gap * time * part)[:, None]
            allowed = (2 - 2 * z / np.sqrt(z**2 + e**2 * (1 - z**2))).mean(axis=1)
            least = np.maximum(least, allowed / (4 * e[:, 0]))
        x = moved(start, V, beta, time)
        limit = np.where(np.cos(start) > 0, 0.0, np.pi)
        cost = np.sqrt((4 * np.sin((x - limit) / 2) ** 2).mean(axis=1))
        bound = gap * np.sqrt(C / beta) * np.expm1(gap * time) / gap + 2 * np.sqrt(least) * np.exp(-gap * time / 2)
        assert (cost <= bound).all()
        tightest = max(tightest, float((cost / bound).max()))
    assert tightest > 0.3, "nothing comes near the bound"


def test_the_expected_distance_to_the_limit_of_the_law_has_a_sampling_term():
    """low_temperature.headline.sampled, V = diag(1, 0), uniform starts: W_2 to two atoms by the greedy plan."""
    rng = np.random.default_rng(11)
    count, V = 400, np.zeros((400, 2, 2))
    V[:, 0, 0] = 1
    for n, beta, time in ((4, 1e6, 2.0), (16, 1e9, 6.0)):
        x = moved(rng.uniform(0, 2 * np.pi, (count, n)), V, np.full(count, beta), np.full(count, time))
        along = np.sort(np.cos(x), axis=1)
        greedy = np.concatenate([2 + 2 * along[:, : n // 2], 2 - 2 * along[:, n // 2 :]], axis=1)
        distance = np.sqrt(greedy.mean(axis=1))
        error = distance.std() / np.sqrt(count)
        without = np.sqrt(C / beta) * np.expm1(time) + 2 * np.sqrt(1 / np.pi) * np.exp(-time / 2)
        bound = without + np.sqrt(2) * n**-0.25
        assert distance.mean() + 3 * error < bound
        assert distance.mean() > 0.4 * bound, "nothing comes near the bound"
        if time > 5:
            assert distance.mean() - 3 * error > without, "the sampling term is not needed"
