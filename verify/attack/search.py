"""Differential evolution in a box of coordinates (scipy), bounded in evaluations and seeded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from verify.attack.points import Columns

__all__ = ["Mapped", "minimise"]


class Mapped(Protocol):
    """Coordinates that stand for points: a space's box, or a cube of draws."""

    def columns(self, u: Any, /) -> Columns:
        """Points at coordinates of shape (N, dims)."""


def minimise(
    space: Mapped, objective: Callable[[Columns], Any], bounds: Any, evaluations: int, seed: int, keep: int = 6
) -> tuple[Any, int]:
    """Minimise an objective of rows.

    Args:
        space: what the coordinates mean.
        objective: columns to finite values, shape (N,).
        bounds: of the coordinates, shape (dims, 2).
        evaluations: at most this many, and at least two generations.
        keep: how many members of the last population to return, best first.

    Returns:
        (coordinates of shape (at most keep, dims), evaluations spent).
    """
    from inspect import signature

    import numpy as np
    from scipy.optimize import differential_evolution

    spent = 0

    def value(u: Any) -> Any:
        nonlocal spent
        rows = np.ascontiguousarray(u.T if u.ndim == 2 else u[None, :])
        spent += len(rows)
        found = objective(space.columns(rows))
        return found if u.ndim == 2 else found[0]

    dims = len(bounds)
    each = max(4, min(15, 240 // dims))
    generations = max(1, evaluations // (each * dims) - 1)
    rng = "rng" if "rng" in signature(differential_evolution).parameters else "seed"  # before SciPy 1.15
    result = differential_evolution(
        value,
        [(float(low), float(high)) for low, high in bounds],
        maxiter=generations,
        popsize=each,
        tol=1e-9,
        atol=1e-15,
        polish=False,
        vectorized=True,
        updating="deferred",
        **{rng: np.random.default_rng(seed)},
    )
    order = np.argsort(result.population_energies, kind="stable")[:keep]
    return result.population[order], spent
