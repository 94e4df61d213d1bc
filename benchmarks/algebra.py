"""Algebra: the second-harmonic identity, A and V symbolic (14 variables), in the kernel's ring against SymPy.

Run `python benchmarks/algebra.py`. Every figure is a ratio within one run: the contenders take turns, CPU time is
counted, and the median of the rounds is printed. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import sympy
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from table import Row, cost, machine, tell

from theorems.linear.kuramoto_daido import claim
from verify import Circle, J, Matrices, Space, dot, exp, im, unit
from verify import I as IMAGINARY
from verify.attention import linear
from verify.kernel.proof import prove
from verify.kernel.ring import Ring
from verify.kernel.term import Term
from verify.prove.argument import steps_of


def the_identity() -> Term:
    """theta' - omega - Im(exp(-2 i theta) H) for one pair of tokens: both angles free, no mean."""
    space = Space(A=Matrices(2, 2), V=Matrices(2, 2), theta=Circle(), phi=Circle())
    A, V, theta, phi = space.symbols
    x, y = unit(theta), unit(phi)
    H, omega = linear.harmonics(A, V, exp(2 * IMAGINARY * phi))
    return dot(x, A * y) * dot(J * x, V * y) - omega - im(exp(-2 * IMAGINARY * theta) * H)


NAMES = "A11 A12 A21 A22 V11 V12 V21 V22 c s d t".split()


def the_polynomial(generators: Sequence[Any], half: Any) -> Any:
    """The same in any ring, with c, s = cos, sin of one angle and d, t of the other; zero modulo the two circles."""
    a11, a12, a21, a22, v11, v12, v21, v22, c, s, d, t = generators

    def coefficients(m11: Any, m12: Any, m21: Any, m22: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
        return ((m11 + m22) * half, (m21 - m12) * half), ((m11 - m22) * half, (m21 + m12) * half)

    def times(z: tuple[Any, Any], w: tuple[Any, Any]) -> tuple[Any, Any]:
        return z[0] * w[0] - z[1] * w[1], z[0] * w[1] + z[1] * w[0]

    def conj(z: tuple[Any, Any]) -> tuple[Any, Any]:
        return z[0], -z[1]

    (a, b), (p, q) = coefficients(a11, a12, a21, a22), coefficients(v11, v12, v21, v22)
    r2 = times((d, t), (d, t))
    parts = [times(times(a, p), r2), times(a, q), times(b, p), times(times(b, q), conj(r2))]
    H = tuple(half * sum(part[k] for part in parts) for k in (0, 1))
    rest = [times(conj(a), p), times(conj(b), q), times(times(conj(a), q), conj(r2)), times(times(conj(b), p), r2)]
    omega = half * sum(part[1] for part in rest)
    turned = times(conj(times((c, s), (c, s))), H)
    left = (c * (a11 * d + a12 * t) + s * (a21 * d + a22 * t)) * (c * (v21 * d + v22 * t) - s * (v11 * d + v12 * t))
    return left - omega - turned[1]


def in_sympy() -> tuple[sympy.Expr, list[tuple[sympy.Expr, sympy.Expr]]]:
    """The polynomial in SymPy, and the rewritings s**2 -> 1 - c**2."""
    generators = sympy.symbols(NAMES, real=True)
    c, s, d, t = generators[8:]
    return the_polynomial(generators, sympy.Rational(1, 2)), [(s**2, 1 - c**2), (t**2, 1 - d**2)]


def in_flint() -> Callable[[], fmpq_mpoly]:
    """The arithmetic of the kernel's ring on it: products and sums of python-flint polynomials, then the remainder."""
    generators = fmpq_mpoly_ctx.get(NAMES, Ordering.lex).gens()
    c, s, d, t = generators[8:]

    def reduced() -> fmpq_mpoly:
        found = the_polynomial(generators, fmpq(1, 2))
        for circle in (s**2 + c**2 - 1, t**2 + d**2 - 1):
            found = found % circle
        return found

    return reduced


def expand_and_subs(expression: sympy.Expr, rewritings: list[tuple[sympy.Expr, sympy.Expr]]) -> sympy.Expr:
    """SymPy's own way: expand, replace the squares (and fourth powers with them), expand again."""
    done = sympy.expand(expression)
    for square, value in rewritings:
        base = square.base
        done = done.subs(base**4, value**2).subs(base**3, base * value).subs(square, value)
    return sympy.expand(done)


def cpu(function: Callable[[], object]) -> float:
    """CPU seconds of one call: the mean of as many as take 20 ms together."""
    start, calls = time.process_time(), 0
    while not calls or time.process_time() - start < 0.02:
        function()
        calls += 1
    return (time.process_time() - start) / calls


def measure(rounds: int = 7, quick: bool = False) -> list[Row]:
    identity = the_identity()
    expression, rewritings = in_sympy()
    assert Ring().normal(identity)[0].is_zero
    assert expand_and_subs(expression, rewritings) == 0

    witness = next(iter(claim.space.special(1)))
    reduced = in_flint()
    assert reduced() == 0 and the_polynomial(fmpq_mpoly_ctx.get(NAMES, Ordering.lex).gens(), fmpq(1, 2)) != 0
    contenders: dict[str, Callable[[], object]] = {
        "polynomial arithmetic alone": reduced,
        "kernel: Term to normal form": lambda: Ring().normal(identity),
        "kernel: claim to Proof (every n at once)": lambda: prove(claim.sequent, steps_of(claim), witness),
        "SymPy: expand and subs": lambda: (sympy.core.cache.clear_cache(), expand_and_subs(expression, rewritings)),
    }
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, function in contenders.items():
            times[name].append(cpu(function))
    middle = {name: statistics.median(each) for name, each in times.items()}
    job, peer = "identity of 14 variables, exactly", "SymPy: expand and subs"
    return [Row(job, name, cost(each), middle[peer] / each, peer) for name, each in middle.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    print(machine())
    tell(measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
