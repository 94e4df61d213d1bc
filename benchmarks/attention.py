"""Fields of self-attention: all pairs, fused attention, and what replaces them; CPU time, ratios within one run.

Linear attention at d = 2 and d = 100, softmax at d = 2, 3 and 64, n = 1e3..1e6. Run `python benchmarks/attention.py`
(`--quick` leaves out what takes long). The contenders take turns, CPU time is counted, and the median of the rounds is
printed, beside the ratio to the first contender and the share of the machine's limit that is reached: a limit is the
bytes that have to be moved at the rate of NumPy's copy, the operations of matrix products at the rate of NumPy's, and
exponentials at the rate of `softmax.exponential` in the first-level cache, in the same run.
Where all pairs would take minutes some rows are computed, and scaled ("rows"). Every
contender is compared with the first one before it is timed. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numpy as np  # noqa: E402
from numba import njit  # noqa: E402
from table import Row, cost, machine, tell  # noqa: E402

from verify.attention import circle, reductions, softmax  # noqa: E402
from verify.attention.systems import System, random_tokens, simulate  # noqa: E402

CHUNK = 2**22  # scores held at once where all pairs are formed: 32 MB
PAIRS = 1e8  # beyond them only some rows are computed


@dataclass(frozen=True)
class Contender:
    """A way to the same values.

    Attributes:
        run: computes them (n, d), or the first rows of them.
        share: the share of the rows that it computes.
        error: what it may differ by, relative to the largest value.
    """

    name: str
    run: Callable[[], Any]
    share: float = 1.0
    error: float = 1e-11


def cpu(function: Callable[[], Any]) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def race(title: str, contenders: list[Contender], rounds: int, limit: tuple[float, str]) -> list[Row]:
    """The rows of one case; `limit`: seconds that the last contender's task needs at least, and of what."""
    reference = np.asarray(contenders[0].run())
    for each in contenders[1:]:
        found = np.asarray(each.run())
        rows = min(len(found), len(reference))
        gap = np.abs(found[:rows] - reference[:rows]).max() / np.abs(reference).max()
        assert gap <= each.error, f"{title}, {each.name}: off by {gap}"
    times: dict[str, list[float]] = {each.name: [] for each in contenders}
    for _ in range(rounds):
        for each in contenders:
            repeats = max(1, min(20, int(0.02 / max(1e-5, times[each.name][0] if times[each.name] else 1e9))))
            spent = sum(cpu(each.run) for _ in range(repeats)) / repeats
            times[each.name].append(spent / each.share)
    first = statistics.median(times[contenders[0].name])
    told = []
    for at, each in enumerate(contenders):
        spent = statistics.median(times[each.name])
        share = f"{100 * limit[0] / spent:.0f} %: {limit[1]}" if limit[0] and at == len(contenders) - 1 else ""
        rows = ", from some rows" if each.share < 1 else ""
        told.append(Row(title, each.name, cost(spent) + rows, first / spent, contenders[0].name, "", share))
    print(f"{title}: x{told[-1].ratio:,.0f}")
    return told


@dataclass(frozen=True)
class Rates:
    """What one thread does in a second: bytes of a copy (read and write), operations of a product, exponentials."""

    copy: float
    product: float
    exponentials: float


@njit(fastmath=softmax.REORDERED)
def exponentials(x: np.ndarray, repeats: int) -> float:
    total = 0.0
    for k in range(repeats):
        for i in range(len(x)):
            total += softmax.exponential(x[i] * k)
    return total


def rates() -> Rates:
    source, target = np.ones(2**24), np.empty(2**24)
    a, b = np.random.default_rng(0).normal(size=(2, 768, 768))
    some = np.linspace(-1, 0, 2**11)
    exponentials(some, 1)
    np.copyto(target, source)
    copies = [cpu(lambda: np.copyto(target, source)) for _ in range(5)]
    products = [cpu(lambda: a @ b) for _ in range(5)]
    powers = [cpu(lambda: exponentials(some, 10_000)) for _ in range(5)]
    return Rates(2 * source.nbytes / min(copies), 2 * 768**3 / min(products), 10_000 * len(some) / min(powers))


def some_rows(n: int) -> int:
    return min(n, max(64, int(PAIRS / n)))


def linear_pairs(system: System, x: np.ndarray, rows: int) -> np.ndarray:
    """The definition: scores of all pairs, `CHUNK` of them at a time, then the projection."""
    found = np.empty((rows, x.shape[1]))
    queries, values = system.beta * x[:rows] @ system.A, x @ system.V.T
    step = max(1, CHUNK // len(x))
    for i in range(0, rows, step):
        part = slice(i, min(rows, i + step))
        found[part] = (queries[part] @ x.T) @ values / len(x)
    return found - np.einsum("ni,ni->n", found, x[:rows])[:, None] * x[:rows]


def softmax_pairs(system: System, x: np.ndarray, rows: int) -> np.ndarray:
    """The definition, chunked: scores, their maximum, exponentials, two products (NumPy)."""
    found = np.empty((rows, x.shape[1]))
    queries = system.beta * x[:rows] @ system.A
    step = max(1, CHUNK // len(x))
    for i in range(0, rows, step):
        part = slice(i, min(rows, i + step))
        scores = queries[part] @ x.T
        scores -= scores.max(axis=1, keepdims=True)
        np.exp(scores, out=scores)
        found[part] = (scores @ x) / scores.sum(axis=1, keepdims=True)
    return found


def softmax_torch(system: System, x: np.ndarray, rows: int) -> np.ndarray:
    """The same through PyTorch."""
    import torch

    keys = torch.from_numpy(x)
    queries = torch.from_numpy(system.beta * x[:rows] @ system.A)
    found = torch.empty_like(queries)
    step = max(1, CHUNK // len(x))
    for i in range(0, rows, step):
        scores = queries[i : i + step] @ keys.T
        scores.sub_(scores.amax(dim=1, keepdim=True)).exp_()
        found[i : i + step] = (scores @ keys) / scores.sum(dim=1, keepdim=True)
    return found.numpy()


def softmax_fourier(system: System, x: np.ndarray) -> np.ndarray:
    """finufft: Fourier moments, scaled Bessel coefficients on a grid, and back; for A = I."""
    import finufft
    from scipy.special import ive

    beta = float(system.beta)
    theta = np.arctan2(x[:, 1], x[:, 0])
    modes = int(math.sqrt(2 * beta * 45) + 40)
    moments = finufft.nufft1d1(theta, np.ones(len(x), dtype=complex), 2 * modes + 3, eps=1e-14, isign=1, nthreads=1)
    order = np.arange(-modes, modes + 1)
    bessel = ive(order, beta)
    zeroth, first = moments[1:-1] * bessel, moments[2:] * bessel
    total, moment = finufft.nufft1d2(theta, np.stack([zeroth, first]), eps=1e-14, isign=-1, nthreads=1)
    ratio = moment / total.real
    return np.stack([ratio.real, ratio.imag], axis=1)


def means(system: System, x: np.ndarray) -> np.ndarray:
    total, moment, _ = softmax.sums(system.beta * x @ system.A, x)
    return moment / total[:, None]


def some_means(system: System, x: np.ndarray, rows: int) -> np.ndarray:
    total, moment, _ = softmax.sums(system.beta * x[:rows] @ system.A, x)
    return moment / total[:, None]


def circle_means(system: System, x: np.ndarray) -> np.ndarray:
    total, moment, _ = circle.sums(system.beta * system.A.T, x)
    return moment / total[:, None]


def fused(system: System, x: np.ndarray, rows: int) -> np.ndarray:
    return softmax.fused_averages(system.beta * x[:rows] @ system.A, x)


def linear(d: int, n: int, rounds: int, rate: Rates) -> list[Row]:
    A, V = np.random.default_rng(d).normal(size=(2, d, d)) / math.sqrt(d)
    system, x, rows = System.of("linear", A, V), random_tokens(n, d, 0), some_rows(n)
    flops, size = 3 * n * d * d / rate.product, 48 * n / rate.copy
    limit = (
        (size, "two reads and a write")
        if d == 2
        else (max(flops, 3 * 8 * n * d / rate.copy), "a symmetric product and a product")
    )
    contenders = [
        Contender("all pairs, chunked", lambda: linear_pairs(system, x, rows), rows / n),
        Contender("System.field", lambda: system.field(x)),
    ]
    return race(f"linear field, d = {d}, n = {n}", contenders, rounds, limit)


def exponential(d: int, n: int, beta: float, rounds: int, rate: Rates) -> list[Row]:
    system, x, rows = System.of("softmax", np.eye(d), np.eye(d), beta), random_tokens(n, d, 0), some_rows(n)
    share = rows / n
    contenders = [
        Contender("all pairs, chunked NumPy", lambda: softmax_pairs(system, x, rows), share),
        Contender("all pairs, chunked PyTorch", lambda: softmax_torch(system, x, rows), share),
        Contender("scaled_dot_product_attention", lambda: fused(system, x, rows), share),
        Contender("softmax.sums", lambda: some_means(system, x, rows), share),
    ]
    products = 4 * d / rate.product if d > 3 else 0.0
    limit = (float(n) * n * (products + 1 / rate.exponentials), "exponentials" + " and products" * (d > 3))
    if d == 2:
        try:
            import finufft  # noqa: F401
        except ImportError:
            print("\nfinufft is not installed: Fourier moments are left out")
        else:
            contenders.append(Contender("Fourier moments (finufft)", lambda: softmax_fourier(system, x), error=1e-9))
        contenders.append(Contender("circle.sums", lambda: circle_means(system, x)))
        limit = (40 * n / rate.copy, "tokens read twice, means written")
    return race(f"softmax means, d = {d}, n = {n}, beta = {beta:g}", contenders, rounds, limit)


def trajectories(rounds: int, n: int) -> list[Row]:
    """Linear attention over one time unit: all particles, one matrix, and the limit of infinitely many."""
    A, V = np.random.default_rng(3).normal(size=(2, 2, 2))
    system, w, times = System.of("linear", A, V), 0.3 + 0.2j, [0.0, 1.0]
    x = reductions.poisson_quantiles(w, n)
    options = {"rtol": 1e-10, "atol": 1e-13}

    def order(tokens: np.ndarray) -> np.ndarray:
        return np.array([((tokens @ np.array([1, 1j])) ** 2).mean()])

    contenders = [
        Contender("particles, DOP853", lambda: order(simulate(system, x, times, **options).tokens[-1])),
        Contender(
            "cocycle of the particles",
            lambda: order(
                reductions.carry(reductions.cocycle(system, reductions.moment_of_tokens(x), times, **options)[-1], x)
            ),
            error=1e-8,
        ),
        Contender("Ott-Antonsen", lambda: reductions.ott_antonsen(system, w, times, **options).at[-1:], error=1e-8),
    ]
    return race(f"linear trajectories, d = 2, n = {n}, t = 1, rtol 1e-10", contenders, rounds, (0.0, "none stated"))


def measure(rounds: int = 3, quick: bool = False) -> list[Row]:
    """All rows; quick: n up to 1e4."""
    import torch

    torch.set_num_threads(1)
    rate = rates()
    print(f"one thread: copy {rate.copy / 1e9:.1f} GB/s,", end=" ")
    print(f"product {rate.product / 1e9:.0f} Gflop/s, {rate.exponentials / 1e9:.2f}e9 exponentials/s")
    most = 10_000 if quick else 1_000_000
    rows: list[Row] = []
    for d, sizes in ((2, (1_000, 10_000, 100_000, 1_000_000)), (100, (200, 2_000, 10_000, 100_000))):
        for n in (each for each in sizes if each <= most):
            rows += linear(d, n, rounds, rate)
    for d, sizes in ((2, (1_000, 10_000, 100_000, 1_000_000)), (3, (1_000, 10_000, 100_000)), (64, (1_000, 10_000))):
        for n in (each for each in sizes if each <= most):
            for beta in (1.0, 100.0, 1000.0) if d == 2 else (10.0,):
                rows += exponential(d, n, beta, rounds, rate)
    return rows + trajectories(rounds, 10_000 if quick else 100_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="n up to 1e4")
    chosen = parser.parse_args()
    print(machine())
    tell(measure(chosen.rounds, chosen.quick))


if __name__ == "__main__":
    main()
