"""W_2 on the circle: ours, POT's circle solver, exact solvers on all pairs, and sorting, which nobody can do without.

Samples: n uniform and n von Mises angles (kappa = 3), equal weights, and the same with random weights. The contenders
take turns within one run; CPU time of all threads is counted, imports are not; the median of the rounds is printed.
Then the mean-field solver: softmax on the circle at beta = 10^4 from (1 + cos(theta - 1)/2)/(2 pi), V = diag(1, 0), to
t = 20, with cells halved to see its error; and 1,000 steps of RK4 for 10^4 tokens on S^2 at beta = 100. Run `python
benchmarks/transport.py [--mean-field] [--sphere]`. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from table import Row, cost, machine, tell

from verify.attention import transport
from verify.attention.systems import System, random_tokens
from verify.attention.transport import Quantile

TURN = 2 * np.pi
SIZES = (1_000, 10_000, 100_000)
PAIRS_UP_TO = 1_000
"""Points for which solvers on all pairs run: n^3 steps in the worst case."""
FLOOR = "sorting both (the floor)"


def cpu(function: Callable[[], float]) -> tuple[float, float]:
    """CPU seconds of one call, and its value."""
    start = time.process_time()
    value = function()
    return time.process_time() - start, value


def contenders(n: int) -> dict[str, Callable[[], float]]:
    rng = np.random.default_rng(n)
    x, y = rng.uniform(0, TURN, n), np.mod(rng.vonmises(1, 3, n), TURN)
    u, v = rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(n))
    found: dict[str, Callable[[], float]] = {
        "ours": lambda: transport.circle(x, y),
        FLOOR: lambda: float(np.sort(x)[0] - np.sort(y)[0]),
        "ours, weights": lambda: transport.circle(Quantile.atoms(x, u, TURN), Quantile.atoms(y, v, TURN)),
    }
    pot = transport._pot()
    if pot is not None:
        found["POT wasserstein_circle"] = lambda: (
            TURN * float(pot.wasserstein_circle(x / TURN, y / TURN, p=2)[0]) ** 0.5
        )
        found["POT wasserstein_circle, weights"] = lambda: (
            TURN * float(pot.wasserstein_circle(x / TURN, y / TURN, u, v, p=2)[0]) ** 0.5
        )
    if n <= PAIRS_UP_TO:

        def costs() -> np.ndarray:
            gap = np.abs(x[:, None] - y)
            return np.minimum(gap, TURN - gap) ** 2

        found["scipy linear_sum_assignment"] = lambda: transport.assignment(costs()) ** 0.5
        if pot is not None:
            found["POT emd2"] = lambda: float(pot.emd2([], [], costs(), numItermax=10**7)) ** 0.5
    return found


def on_the_circle(n: int, rounds: int) -> list[Row]:
    asked = contenders(n)
    spent: dict[str, list[float]] = {name: [] for name in asked}
    values = {}
    for turn in range(rounds + 1):
        for name, function in asked.items():
            seconds, values[name] = cpu(function)
            if turn:  # the first round loads and compiles
                spent[name].append(seconds)
    rows = []
    middle = {name: statistics.median(each) for name, each in spent.items()}
    for name, each in middle.items():
        weights = "weights" in name
        own = "ours, weights" if weights else "ours"
        peer = next((k for k in asked if k.startswith(("POT", "scipy")) and ("weights" in k) == weights), own)
        off = "" if name == FLOOR else f"{abs(values[name] / values[own] - 1):.0e} from ours"
        share = f"{100 * middle[FLOOR] / each:.0f} %: sorting" if name == "ours" else ""
        rows.append(Row(f"W2 on the circle, n = {n:,}", name, cost(each), middle[peer] / each, peer, off, share))
    return rows


def mean_field(beta: float, until: float) -> None:
    from verify.attention import meanfield

    def density(theta: np.ndarray) -> np.ndarray:
        return (1 + np.cos(theta - 1) / 2) / TURN

    asked = ("softmax", np.eye(2), np.diag([1.0, 0.0]), beta, [until], density)
    meanfield.solve(*asked[:3], 10.0, [0.01], density)  # compile
    states = []
    for tolerance, refine in ((1e-6, 1), (1e-7, 1), (1e-9, 1), (1e-9, 2)):
        start, wall = time.process_time(), time.perf_counter()
        (state,) = meanfield.solve(*asked, tolerance=tolerance, refine=refine)
        states.append(state)
        spent = time.process_time() - start, time.perf_counter() - wall
        print(
            f"mean field, beta = {beta:g}, t = {until:g}, tolerance {tolerance:g}, cells 1/{refine}: "
            f"CPU {spent[0]:.1f} s, wall {spent[1]:.1f} s, "
            f"{len(state.angles)} nodes, mass off by {abs(state.mass - 1):.1e}, density by {state.mass_defect():.1e}"
        )
    errors = [meanfield.label_distance(state, states[-1]) for state in states[:-1]]
    print(f"W_2 to the last is at most {', '.join(f'{each:.1e}' for each in errors)}")


def sphere(n: int, beta: float, steps: int, methods: list[str]) -> None:
    """RK4 steps of 1/100 on S^2, every token seeing every other one; halved steps at a tenth of the length."""
    for method in methods:
        system = System.of("softmax", np.diag([2.0, 1, 1]), np.diag([1.5, 1, 0.5]), beta, method=method)
        start = random_tokens(n, 3, seed=0)
        system.field(start)  # compile
        began = time.process_time(), time.perf_counter()
        x = _stepped(system, start, 0.01, steps)
        spent = time.process_time() - began[0], time.perf_counter() - began[1]
        print(
            f"S^2, {n:,} tokens, beta = {beta:g}, {steps:,} RK4 steps of 0.01, {method}: CPU {spent[0]:.0f} s, wall "
            f"{spent[1]:.0f} s; mean of 1 - x_1^2 {1 - float((x[:, 0] ** 2).mean()):.2e}",
            flush=True,
        )
        short = [_stepped(system, start, 0.01 / k, k * steps // 10) for k in (1, 2)]
        moved = float(np.sqrt(((short[0] - short[1]) ** 2).sum(axis=1).mean()))
        print(f"halved steps move the tokens at t = {steps / 1000:g} by {moved:.1e} (rms)", flush=True)


def _stepped(system: System, x: np.ndarray, h: float, steps: int) -> np.ndarray:
    for _ in range(steps):
        a = system.field(x)
        b = system.field(x + h / 2 * a)
        c = system.field(x + h / 2 * b)
        x = x + h / 6 * (a + 2 * b + 2 * c + system.field(x + h * c))
        x = x / np.linalg.norm(x, axis=1, keepdims=True)
    return x


def measure(rounds: int = 5, quick: bool = False) -> list[Row]:
    """All rows; quick: n up to 1e4."""
    if find_spec("ot") is None:
        print("POT is not installed (pip install POT): compared with scipy and sorting only")
    return [row for n in SIZES[: 2 if quick else None] for row in on_the_circle(n, rounds)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="n up to 1e4")
    parser.add_argument("--mean-field", action="store_true", help="Only the mean-field solver.")
    parser.add_argument("--sphere", nargs="*", metavar="METHOD", help="Only tokens on S^2: direct, fused, or both.")
    asked = parser.parse_args()
    print(machine())
    if asked.sphere is not None:
        sphere(10_000, 100.0, 1000, asked.sphere or ["direct", "fused"])
    elif asked.mean_field:
        mean_field(1e4, 20.0)
    else:
        tell(measure(asked.rounds, asked.quick))


if __name__ == "__main__":
    main()
