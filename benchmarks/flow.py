"""Trajectories to 50 digits: mpmath.odefun, a plain Taylor recurrence over Arb, and the validated flow.

The Ott-Antonsen field of the limit cycle (A = [[1, -1], [1, 1]], V = [[13/10, -1], [1, 3/10]], beta = 2) from w = 1/2,
for two time units. Run `python benchmarks/flow.py`. Every figure is a ratio within one run: the contenders take turns,
CPU time is counted, and the median of the rounds is printed. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from fractions import Fraction
from operator import mul as times

import mpmath
from flint import acb, arb, ctx, fmpq
from table import Row, cost, machine, tell

from verify.attention import linear
from verify.kernel.flow import enclose_at
from verify.kernel.lie import Flow
from verify.kernel.term import Term, symbol

DIGITS = 50
TIME = 2
A, V, BETA = [["1", "-1"], ["1", "1"]], [["13/10", "-1"], ["1", "3/10"]], 2
ORDER, STEP, BITS = 58, Fraction(1, 16), 192  # for both contenders over Arb: 50 digits at the end


def the_flow() -> tuple[Term, Flow]:
    w = symbol("w", "complex")
    return w, linear.on_ott_antonsen(A, V, w, BETA)


def coefficients(M: list[list[str]]) -> list[tuple[Fraction, Fraction]]:
    """(a, b) with M z = a z + b conj(z), as pairs (real, imaginary)."""
    (m11, m12), (m21, m22) = [[Fraction(entry) for entry in row] for row in M]
    return [((m11 + m22) / 2, (m21 - m12) / 2), ((m11 - m22) / 2, (m21 + m12) / 2)]


def in_mpmath() -> list[mpmath.mpf]:
    """mpmath's Taylor integrator on the complex field, written out with its own numbers."""
    with mpmath.workdps(DIGITS):
        a, b, p, q = (
            mpmath.mpc(*(mpmath.mpf(part.numerator) / part.denominator for part in pair))
            for pair in (*coefficients(A), *coefficients(V))
        )
        half = mpmath.mpf(BETA) / 2
        h0, h1, h2 = half * (a * q + b * p), half * a * p, half * b * q
        o0 = half * (a.conjugate() * p + b.conjugate() * q).imag
        o1, o2 = half * a.conjugate() * q, half * b.conjugate() * p

        def rate(_: mpmath.mpf, y: list[mpmath.mpf]) -> list[mpmath.mpf]:
            w = mpmath.mpc(y[0], y[1])
            H = h0 + h1 * w + h2 * w.conjugate()
            omega = o0 + (o1 * w.conjugate() + o2 * w).imag
            z = 2j * omega * w + H - H.conjugate() * w * w
            return [z.real, z.imag]

        return list(mpmath.odefun(rate, 0, [mpmath.mpf(1) / 2, mpmath.mpf(0)])(TIME))


def plain_taylor() -> acb:
    """A recurrence written by hand for w' = H - w (conj(H) w - 2 i omega), over Arb, without any remainder.

    The middle of the ball is taken after every step, so nothing is proved.
    """
    with ctx.workprec(BITS):
        a, b, p, q = (
            acb(*(arb(fmpq(part.numerator, part.denominator)) for part in pair))
            for pair in (*coefficients(A), *coefficients(V))
        )
        half = arb(BETA) / 2
        h0, h1, h2 = half * (a * q + b * p), half * a * p, half * b * q
        o0 = half * (a.conjugate() * p + b.conjugate() * q).imag
        o1 = half * (a.conjugate() * q + (b.conjugate() * p).conjugate())
        start, h, nought = acb(1) / 2, arb(fmpq(STEP.numerator, STEP.denominator)), acb(0)
        for _ in range(int(TIME / STEP)):
            w: list[acb] = [start]
            mirrored: list[acb] = []
            inner: list[acb] = []
            for k in range(ORDER):
                conjugate = w[k].conjugate()
                H = h1 * w[k] + h2 * conjugate
                omega = (o1 * conjugate).imag
                if k == 0:
                    H, omega = H + h0, omega + o0
                mirrored.append(H.conjugate())
                inner.append(sum(map(times, mirrored, reversed(w)), acb(0, -2 * omega)))
                w.append((H - sum(map(times, inner, reversed(w)), nought)) / (k + 1))
            total = w[-1]
            for coefficient in reversed(w[:-1]):
                total = total * h + coefficient
            start = total.mid()
        return start


def validated() -> list[arb]:
    w, flow = the_flow()
    return enclose_at(flow, {w: Fraction(1, 2)}, TIME, ORDER, STEP, BITS)


def cpu(function: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    function()
    return time.process_time() - start


def measure(rounds: int = 5, quick: bool = False) -> list[Row]:
    balls, middle_of_all, reference = validated(), plain_taylor(), in_mpmath()
    middles = [middle_of_all.real, middle_of_all.imag]
    with ctx.workprec(BITS), mpmath.workdps(DIGITS + 10):
        tolerance = arb(10) ** -(DIGITS - 2)
        for ball, middle, value in zip(balls, middles, reference, strict=True):
            assert ball.rad() < tolerance and abs(ball - middle) < tolerance
            assert abs(ball - arb(mpmath.nstr(value, DIGITS + 5))) < tolerance
    contenders: dict[str, Callable[[], object]] = {
        "mpmath.odefun": in_mpmath,
        "plain Taylor over Arb": plain_taylor,
        "validated flow": validated,
    }
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, function in contenders.items():
            times[name].append(cpu(function))
    middle = {name: statistics.median(each) for name, each in times.items()}
    radius = f"radius {max(float(ball.rad()) for ball in balls):.0e}"
    job, peer = f"{DIGITS} digits of a flow", "mpmath.odefun"
    return [
        Row(job, name, cost(each), middle[peer] / each, peer, radius if name == "validated flow" else "")
        for name, each in middle.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    print(machine())
    tell(measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
