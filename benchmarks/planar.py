"""Planar flows: thousands of trajectories of the Ott-Antonsen field, and one to 50 digits.

First table: beta = 1, A and V from random complex normal coefficients, T = 100, rtol 1e-8, atol 1e-10, against a loop
of scipy's DOP853 on the same field (written out by hand, with its constants computed beforehand). The contenders take
turns; CPU time of all threads is counted, start-up and compilation are not; the median of the rounds is printed. The
error is |w - reference| at T, the reference being the chart (w, log(1 - |w|^2)) at rtol 1e-13; scipy at 1e-13 judges
that one on a few trajectories.

Second table: the field of the limit cycle (A = [[1, -1], [1, 1]], V = [[13/10, -1], [1, 3/10]], beta = 2) from w = 1/2
for two time units, against mpmath.odefun at 50 digits.

Run `python benchmarks/planar.py`. Every figure is a ratio within one run. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from table import Row, cost, machine, tell

from verify.attention import linear
from verify.dynamics import DiskField, Field, available, integrate, integrate_precisely
from verify.dynamics.step import Layout, attempt_lines
from verify.kernel.flow import enclose_at
from verify.kernel.term import Term, symbol

HORIZON, RTOL, ATOL = 100.0, 1e-8, 1e-10
a, b, p, q = (symbol(name, "complex") for name in "abpq")
w = symbol("w", "complex")
FIELD = Field.of(linear.on_ott_antonsen(linear.plane(a, b), linear.plane(p, q), w), (a, b, p, q))


@dataclass(frozen=True)
class Sample:
    """n random systems and starts."""

    starts: np.ndarray
    given: dict[Term, np.ndarray]

    @classmethod
    def of(cls, n: int, seed: int) -> Sample:
        rng = np.random.default_rng(seed)
        given = {sym: rng.normal(size=n) + 1j * rng.normal(size=n) for sym in (a, b, p, q)}
        return cls(0.99 * np.sqrt(rng.random(n)) * np.exp(2j * np.pi * rng.random(n)), given)

    def first(self, n: int) -> Sample:
        return Sample(self.starts[:n], {sym: values[:n] for sym, values in self.given.items()})


def by_hand(A: complex, B: complex, P: complex, Q: complex) -> Callable[[float, Any], tuple[float, float]]:
    """F = 2 i omega w + H - conj(H) w^2 in plain Python, its constants computed beforehand."""
    h0, h1, h2 = (A * Q + B * P) / 2, A * P / 2, B * Q / 2
    o0 = (A.conjugate() * P + B.conjugate() * Q).imag
    o1, o2 = A.conjugate() * Q, B.conjugate() * P

    def rate(_: float, y: Any) -> tuple[float, float]:
        z = complex(y[0], y[1])
        conj = z.conjugate()
        H = h0 + h1 * z + h2 * conj
        omega = o0 + (o1 * conj + o2 * z).imag
        v = 1j * omega * z + H - H.conjugate() * z * z
        return v.real, v.imag

    return rate


def in_scipy(sample: Sample, rtol: float = RTOL, atol: float = ATOL) -> np.ndarray:
    from scipy.integrate import solve_ivp

    found = []
    for at, z in enumerate(sample.starts):
        rate = by_hand(*(complex(sample.given[sym][at]) for sym in (a, b, p, q)))
        run = solve_ivp(rate, (0, HORIZON), (z.real, z.imag), method="DOP853", rtol=rtol, atol=atol)
        found.append(complex(run.y[0, -1], run.y[1, -1]) if run.success else complex("nan"))
    return np.array(found)


def ours(field: Field | DiskField, **options: Any) -> Callable[[Sample], np.ndarray]:
    def run(sample: Sample) -> np.ndarray:
        more = {"rtol": RTOL, "atol": ATOL, "max_steps": 20_000, **options}
        return integrate(field, sample.starts, HORIZON, parameters=sample.given, **more).states[:, 0]

    return run


def operations(layout: Layout) -> int:
    """Additions, multiplications and divisions of one attempted step."""
    return sum(line.count(sign) for line in attempt_lines(layout) for sign in (" * ", " + ", " - ", " / "))


Contender = tuple[int, Callable[[Sample], np.ndarray]]


def contenders_of(n: int, disk: DiskField, with_torch: bool) -> dict[str, Contender]:
    found: dict[str, Contender] = {
        "scipy DOP853, a loop": (40, in_scipy),
        "numba lanes": (n, ours(FIELD)),
        "numba lanes, chart of the disk": (n, ours(disk)),
        "numpy, lane refill": (2_000, ours(FIELD, engine="numpy")),
    }
    if with_torch:
        found["torch.compile on the CPU, lane refill"] = (16_384, ours(FIELD, engine="torch", compiled=True))
    if available("torch", "cuda") is None:
        found["torch on the GPU, float64"] = (1 << 20, ours(FIELD, engine="torch", device="cuda"))
    else:
        print(f"torch on a GPU is left out: {available('torch', 'cuda')}")
    if available("heyoka") is None:
        found["heyoka, rtol 1e-9, a loop"] = (1_000, ours(FIELD, engine="heyoka", rtol=1e-9))
    else:
        print(f"heyoka is left out: {available('heyoka')}")
    return found


def planar(rounds: int, n: int, with_torch: bool) -> list[Row]:
    disk = DiskField.of(FIELD)
    contenders = contenders_of(n, disk, with_torch)
    sample = Sample.of(max(size for size, _ in contenders.values()), 2607)
    reference = ours(disk, rtol=1e-13, atol=1e-15, max_steps=200_000)(sample)
    gap = np.abs(in_scipy(sample.first(60), 1e-13, 1e-15) - reference[:60])
    print(
        f"reference against scipy at 1e-13, 60 trajectories: median {np.median(gap):.1e}, largest {np.nanmax(gap):.1e}"
    )
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    ends: dict[str, np.ndarray] = {}
    for size, function in contenders.values():
        function(sample.first(size if size < 10_000 else 4_096))  # compile
    for _ in range(rounds):
        for name, (size, function) in contenders.items():
            part = sample.first(size)
            begin = time.process_time()
            ends[name] = function(part)
            rates[name].append(size / (time.process_time() - begin))
    peer = "scipy DOP853, a loop"
    middle = {name: statistics.median(each) for name, each in rates.items()}
    speeds = limits(sample.first(n), disk, middle)
    rows = []
    for name, (size, _) in contenders.items():
        off = np.abs(ends[name] - reference[:size])
        outside = np.count_nonzero(np.abs(ends[name]) > 1 + 1e-12)
        error = f"median {np.nanmedian(off):.0e}, p99 {np.nanquantile(off, 0.99):.0e}; {outside} of {size:,} outside"
        each_cost = f"{cost(1 / middle[name])}, {middle[name]:,.0f} a second"
        times, limit = middle[name] / middle[peer], speeds.get(name, "")
        rows.append(Row("planar trajectory, T = 100", name, each_cost, times, peer, error, limit))
    return rows


def limits(sample: Sample, disk: DiskField, rates: dict[str, float]) -> dict[str, str]:
    """Floating-point operations per second of one core, in words."""
    found = {}
    for name, field, layout in (
        ("numba lanes", FIELD, Layout(FIELD)),
        ("numba lanes, chart of the disk", disk, Layout(disk.lifted, (), (0, 1, 2))),
    ):
        run = integrate(field, sample.starts, HORIZON, parameters=sample.given, max_steps=20_000)
        steps, each = float(np.mean(run.accepted + run.rejected)), operations(layout)
        speed = each * steps * rates[name] / 1e9
        found[name] = f"{speed:.0f} Gflop/s: {each} operations a step, {steps:.0f} steps"
    return found


def precise(rounds: int) -> list[Row]:
    import mpmath

    A, V = [["1", "-1"], ["1", "1"]], [["13/10", "-1"], ["1", "3/10"]]
    flow = linear.on_ott_antonsen(A, V, w, 2)
    (pa, pb), (pp, pq) = (linear.coefficients(M) for M in (A, V))

    def in_mpmath() -> Any:
        from verify.readings.precise import evaluate

        with mpmath.workdps(50):
            A_, B_, P_, Q_ = (mpmath.mpc(evaluate(each, {}, 60)) for each in (pa, pb, pp, pq))
            h0, h1, h2 = A_ * Q_ + B_ * P_, A_ * P_, B_ * Q_
            o0 = (mpmath.conj(A_) * P_ + mpmath.conj(B_) * Q_).imag
            o1, o2 = mpmath.conj(A_) * Q_, mpmath.conj(B_) * P_

            def rate(_: Any, y: list[Any]) -> list[Any]:
                z = mpmath.mpc(y[0], y[1])
                H = h0 + h1 * z + h2 * mpmath.conj(z)
                omega = o0 + (o1 * mpmath.conj(z) + o2 * z).imag
                v = 2j * omega * z + H - mpmath.conj(H) * z * z
                return [v.real, v.imag]

            end = mpmath.odefun(rate, 0, [mpmath.mpf(1) / 2, mpmath.mpf(0)])(2)
            return mpmath.mpc(*end)

    def taylor(estimate: bool) -> Any:
        return integrate_precisely(flow, {w: Fraction(1, 2)}, 2, estimate=estimate).states[0]

    def validated() -> Any:
        return enclose_at(flow, {w: Fraction(1, 2)}, 2, 58, Fraction(1, 16), 192)

    contenders: dict[str, Callable[[], Any]] = {
        "mpmath.odefun": in_mpmath,
        "integrate_precisely": lambda: taylor(False),
        "the same, with its error": lambda: taylor(True),
        "the kernel's validated flow": validated,
    }
    times: dict[str, list[float]] = {name: [] for name in contenders}
    ends: dict[str, Any] = {}
    for _ in range(rounds):
        for name, function in contenders.items():
            begin = time.process_time()
            ends[name] = function()
            times[name].append(time.process_time() - begin)
    with mpmath.workdps(70):
        ball = ends["the kernel's validated flow"]
        truth = mpmath.mpc(*(mpmath.mpf(each.str(65, radius=False)) for each in ball))
        errors = {name: mpmath.nstr(abs(end - truth), 1) for name, end in ends.items() if end is not ball}
    errors["the kernel's validated flow"] = f"radius {ball[0].rad().str(1, radius=False)}"
    middle = {name: statistics.median(each) for name, each in times.items()}
    job, peer = "one trajectory to 50 digits", "mpmath.odefun"
    return [Row(job, name, cost(each), middle[peer] / each, peer, errors[name]) for name, each in middle.items()]


def measure(rounds: int = 5, quick: bool = False, with_torch: bool = False) -> list[Row]:
    """All rows; quick: 4,096 trajectories of the fast engines instead of 20,000."""
    return planar(rounds, 4_096 if quick else 20_000, with_torch) + precise(min(rounds, 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="fewer trajectories")
    parser.add_argument("--torch", action="store_true", help="also torch.compile (up to minutes the first time)")
    given = parser.parse_args()
    print(machine())
    tell(measure(given.rounds, given.quick, given.torch))


if __name__ == "__main__":
    main()
