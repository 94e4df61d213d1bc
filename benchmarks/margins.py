"""Margins of real claims at many points: the batch reading against SymPy's `lambdify`, torch, and gradients two ways.

Run `python benchmarks/margins.py`; with `--draws`, the share of random draws that satisfies hypotheses instead.

An evaluation is both sides of every part of a claim at one point. Every figure is from one run: the contenders take
turns, CPU time of all threads is counted, compilation is not, and medians of the rounds are printed. Nothing here is a
test.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import sympy
from table import Row, cost, machine, tell

from verify import Claim
from verify.attack.margins import Margins
from verify.attack.surface import Unknown, slope
from verify.kernel.goal import Pointwise
from verify.kernel.term import ONE, I, Term
from verify.readings.batch import compile_batch
from verify.spell.sympy_bridge import to_sympy

CLAIMS = (
    "linear.boundary_factorisation linear.minor_quotients linear.hamiltonian_traceless linear.rotating_parameters "
    "linear.field_coefficients linear.dulac low_temperature.pair_jacobian"
).split()
SMALL, LARGE, CALLS = 4_096, 32_768, 200
PEER = "lambdify, scalar calls"


def claim_of(name: str) -> Claim:
    return next(each for each in vars(import_module(f"theorems.{name}")).values() if isinstance(each, Claim))


def rate(function: Callable[[], object], points: int) -> float:
    """Points per CPU-second; as many calls as take 100 ms together."""
    start, calls = time.process_time(), 0
    while not calls or time.process_time() - start < 0.1:
        function()
        calls += 1
    return points * calls / (time.process_time() - start)


def contenders(claim: Claim) -> dict[str, tuple[Callable[[], object], int]]:
    """Name -> (a call, points that it evaluates)."""
    parts = [(name, goal) for name, goal in claim.sequent.goals if isinstance(goal, Pointwise)]
    sides: list[Term] = [side for _, goal in parts for side in goal.relation.terms]
    symbols = claim.space.scalars
    few, many = (claim.space.sample(np.random.default_rng(0), size) for size in (SMALL, LARGE))
    margins, batch = Margins(parts, symbols), compile_batch(sides, symbols)
    arguments = [to_sympy(sym) for sym in symbols]
    expressions = [to_sympy(side) for side in sides]
    common = sympy.lambdify(arguments, expressions, "numpy", cse=True)
    scalar = sympy.lambdify(arguments, expressions, "math" if all(sym.is_real for sym in symbols) else "numpy")
    rows = [[column[at].item() for column in few.values()] for at in range(CALLS)]
    few_columns, many_columns = ([each[sym] for sym in symbols] for each in (few, many))
    checked = [np.asarray(value) for value in common(*few_columns)]
    for ours, theirs in zip(batch.values(few), checked, strict=True):
        good = np.isfinite(ours)
        assert np.allclose(ours[good], np.broadcast_to(theirs, ours.shape)[good], rtol=1e-6, atol=1e-6)

    def calls() -> None:
        for row in rows:
            scalar(*row)

    return {
        PEER: (calls, CALLS),
        "lambdify, arrays, cse": (lambda: common(*many_columns), LARGE),
        "batch, values": (lambda: batch.values(many), LARGE),
        "batch, with error bounds": (lambda: batch(many), LARGE),
        "margins with their noise": (lambda: margins(many), LARGE),
        **on_torch(batch, many),
        **by_terms(sides, symbols, many),
    }


def on_torch(batch: Any, many: dict[Term, Any]) -> dict[str, tuple[Callable[[], object], int]]:
    """The same source on tensors, as it is and with a gradient."""
    import torch

    from verify.attack.gradient import _on_tensors

    torch.set_num_threads(1)
    program = _on_tensors(batch)
    tensors = {sym: torch.as_tensor(column) for sym, column in many.items()}

    def sloped() -> None:
        leaves = {sym: each.detach().clone().requires_grad_(True) for sym, each in tensors.items()}
        total = sum((value.real.sum() for value in program(leaves, LARGE) if value.requires_grad), torch.zeros(()))
        torch.autograd.grad(total, list(leaves.values()), allow_unused=True)

    return {"torch, values": (lambda: program(tensors, LARGE), LARGE), "torch, with gradients": (sloped, LARGE)}


def by_terms(sides: list[Term], symbols: tuple[Term, ...], many: dict[Term, Any]) -> dict[str, Any]:
    """Values and gradients by Terms: what the kernel differentiates, in batch."""
    unknowns = [Unknown(sym, direction) for sym in symbols for direction in ((ONE,) if sym.is_real else (ONE, I))]
    start = time.process_time()
    slopes = [slope(side, unknown) for side in sides for unknown in unknowns]
    batch = compile_batch([*sides, *(each for each in slopes if each is not None)], symbols)
    batch.values({sym: column[:8] for sym, column in many.items()})
    print(f"  {len(slopes)} derivatives as Terms: {time.process_time() - start:.2f} CPU-seconds to take and compile")
    return {"batch, with gradients by Terms": (lambda: batch.values(many), LARGE)}


def draws(size: int = 2_000) -> None:
    """The share of draws inside the hypotheses: uniform in the box, and with the hypotheses built in."""
    from tests.attack.test_fitted import CASES
    from verify.attack.ground import Ground

    print(f"{'hypotheses':<20} {'in the box':>12} {'built in':>12}")
    for name, (space, given, _) in CASES.items():
        ground = Ground(space, (*space.facts, *given))
        shares: list[list[float]] = [[], []]
        for _, scale, chart in ground.turns:
            for drawn, found in zip((ground.draws, ground.fitted(chart)), shares, strict=True):
                columns, _ = ground.project(drawn.columns(np.random.default_rng(0), size, scale), chart)
                found.append(float(ground.inside(columns)[0].mean()))
        print(f"{name:<20} {statistics.mean(shares[0]):>12.4f} {statistics.mean(shares[1]):>12.4f}")


def measure(rounds: int = 5, quick: bool = False) -> list[Row]:
    """All rows; quick: two claims."""
    rows = []
    for name in CLAIMS[: 2 if quick else None]:
        each = contenders(claim_of(name))
        rates: dict[str, list[float]] = {key: [] for key in each}
        for _ in range(rounds):
            for key, (function, points) in each.items():
                rates[key].append(rate(function, points))
        middle = {key: statistics.median(found) for key, found in rates.items()}
        for key, found in middle.items():
            each_cost = f"{cost(1 / found)}, {found:,.0f} a second"
            rows.append(Row(f"margins of {name}, a point", key, each_cost, found / middle[PEER], PEER))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--draws", action="store_true")
    chosen = parser.parse_args()
    if chosen.draws:
        draws()
        return
    print(machine())
    rows = measure(chosen.rounds)
    tell(rows)
    print(f"\n{'over all claims, times scalar calls':<36} {'least':>10} {'median':>10}")
    for key in dict.fromkeys(row.contender for row in rows):
        ratios = [row.ratio for row in rows if row.contender == key]
        print(f"  {key:<34} {min(ratios):>10,.1f} {statistics.median(ratios):>10,.1f}")


if __name__ == "__main__":
    main()
