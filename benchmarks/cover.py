"""Covers: enclosures per second of the rule `cover` against mpmath's interval context, on the same Terms.

Run `python benchmarks/cover.py`. Every figure is a ratio within one run: the contenders take turns, CPU time is
counted, and the median of the rounds is printed. The interval context evaluates a Python function made from the
Term's own text, the fastest way it has. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from fractions import Fraction

from flint import ctx
from mpmath import iv
from table import Row, cost, machine, tell

from verify import ge, gt
from verify.kernel.cells import LEAF, Box, leaves
from verify.kernel.cover import Cover, Quantity, check
from verify.kernel.relation import Relation
from verify.kernel.term import Term, exp, sqrt, symbol
from verify.prove.cover import Found, propose

X, Y = symbol("x"), symbol("y")
MOTZKIN = X**4 * Y**2 + X**2 * Y**4 - 3 * X**2 * Y**2 + 1
LANGEVIN = (exp(2 * X) + 1) / (exp(2 * X) - 1) - 1 / X
CASES: dict[str, tuple[Relation, Box]] = {
    "Motzkin + 1e-6 > 0 on [-2, 2]^2": (gt(MOTZKIN + Fraction(1, 10**6), 0), Box.of({X: (-2, 2), Y: (-2, 2)})),
    "Amos, d = 3, on [10, 20]": (ge(LANGEVIN, X / (1 + sqrt(X**2 + 4))), Box.of({X: (10, 20)})),
}


def in_iv(value: Term, symbols: tuple[Term, ...]) -> Callable[..., object]:
    """The Term's text as a function over the interval context."""
    names = {name: getattr(iv, name) for name in ("exp", "log", "sqrt", "sin", "cos")}
    made: Callable[..., object] = eval(f"lambda {', '.join(map(str, symbols))}: {value}", names)
    return made


def rate(work: Callable[[], int]) -> float:
    """Evaluations per CPU second."""
    start = time.process_time()
    count = work()
    return count / (time.process_time() - start)


def contenders(shows: Relation, box: Box) -> tuple[dict[str, Callable[[], int]], str]:
    found = propose(shows, box)
    assert isinstance(found, Found)
    check(shows, box, found.tree)
    cells = list(leaves(box, found.tree))[:1000]
    quantity = Quantity(shows.gap, box.symbols, {}, 64)
    assert quantity.slopes is not None
    value = in_iv(shows.gap, box.symbols)
    slopes = [in_iv(slope, box.symbols) for slope in quantity.slopes]
    ends = [[(float(a), float(b)) for a, b in cell.ends] for cell in cells]
    intervals = [[iv.mpf(list(pair)) for pair in each] for each in ends]
    middles = [[iv.mpf((a + b) / 2) for a, b in each] for each in ends]
    balls = [[*cell.balls] for cell in cells]

    def iv_natural() -> int:
        for each in intervals[:200]:
            value(*each)
        return 200

    def iv_mean_value() -> int:
        for each, middle in zip(intervals[:100], middles, strict=False):
            value(*each)
            total = value(*middle)
            for slope, x, c in zip(slopes, each, middle, strict=True):
                total = total + slope(*each) * (x - c)  # type: ignore[operator]
        return 100

    def natural() -> int:
        with ctx.workprec(64):
            for each in balls:
                quantity.naive(each)
        return len(balls)

    def leaf() -> int:
        cover = Cover(shows, box)
        with ctx.workprec(64):
            for cell in cells:
                assert cover.holds(cell)
        return len(cells)

    def search() -> int:
        again = propose(shows, box)
        assert isinstance(again, Found)
        return again.evaluations

    def whole() -> int:
        again = propose(shows, box)
        assert isinstance(again, Found)
        check(shows, box, again.tree)
        return again.evaluations + again.cells

    return {
        "mpmath iv: natural extension": iv_natural,
        "mpmath iv: mean-value form": iv_mean_value,
        "kernel: natural extension": natural,
        "kernel: leaves of the certificate": leaf,
        "search: NumPy, leaves tried by balls": search,
        "cover: search, then the kernel's check": whole,
    }, f"{found.tree.count(LEAF)} cells"


def measure(rounds: int = 7, quick: bool = False) -> list[Row]:
    """Times a second are per evaluation: each contender evaluates the same quantity on boxes."""
    rows = []
    for name, (shows, box) in CASES.items():
        work, size = contenders(shows, box)
        rates: dict[str, list[float]] = {each: [] for each in work}
        for _ in range(rounds):
            for each, function in work.items():
                rates[each].append(rate(function))
        medians = {each: statistics.median(found) for each, found in rates.items()}
        peer = "mpmath iv: mean-value form"
        rows += [
            Row(f"{name} ({size}), an evaluation", each, cost(1 / median), median / medians[peer], peer)
            for each, median in medians.items()
        ]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    print(machine())
    tell(measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
