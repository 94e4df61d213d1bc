"""Where more digits of float64 are wanted: heyoka's Taylor integrator, an extra (`pip install theoremcheck[fast]`).

Source: F. Biscani, D. Izzo, Revisiting high-order Taylor methods for astrodynamics and celestial mechanics, MNRAS 504
(2021).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from verify.dynamics.field import FieldError
from verify.dynamics.step import DONE, LIMIT, RUNNING, TINY, Layout
from verify.kernel.term import FUNCTIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["advance_heyoka"]


def advance_heyoka(layout: Layout, table: NDArray[np.float64], controls: Sequence[float]) -> None:
    """Bring every running column of `table`, shape (rows, n), to its end, one after the other; in place.

    The tolerance of a step is rtol, relative and absolute.

    Raises:
        FieldError: the field has functions that heyoka has not.
    """
    rtol, _, most, longest, *_ = controls
    integrator, reached, limited = _built(layout, rtol)
    rows = layout.rows
    states, fixed = layout.block("y"), layout.block("c")
    for at in (table[rows["status"]] == RUNNING).nonzero()[0].tolist():
        column = table[:, at]
        integrator.time = column[rows["time"]]
        integrator.state[:] = column[states]
        integrator.pars[:] = column[fixed]
        left = int(most - column[rows["accepted"]])
        outcome, _, _, steps, *_ = integrator.propagate_until(
            float(column[rows["end"]]), max_steps=max(left, 1), max_delta_t=min(longest, 1e300)
        )
        column[rows["time"]], column[states] = integrator.time, integrator.state
        column[rows["accepted"]] += steps
        column[rows["status"]] = DONE if outcome == reached else LIMIT if outcome == limited else TINY


def _built(layout: Layout, tolerance: float) -> tuple[Any, Any, Any]:
    import heyoka

    program = layout.program
    missing = next((name for name in program.operations if name not in FUNCTIONS), None)
    if missing is not None:
        raise FieldError(f"integrate: heyoka has no {missing}; use engine='numba'")
    scope: dict[str, Any] = {name: getattr(heyoka, name) for name in program.operations}
    variables = [heyoka.expression(f"x{i}") for i in range(layout.field.dimension)]
    scope |= {f"x{i}": each for i, each in enumerate(variables)}
    scope |= {name: heyoka.par[i] for i, name in enumerate(program.constants)}
    for name, code in program.moving:
        scope[name] = eval(code, scope)
    rates = [eval(code, scope) for code in program.outputs[: len(variables)]]
    system = [
        (variable, rate if isinstance(rate, heyoka.expression) else heyoka.expression(rate))
        for variable, rate in zip(variables, rates, strict=True)
    ]
    start, parameters = [0.0] * len(variables), [0.0] * len(program.constants)
    built = heyoka.taylor_adaptive(system, start, tol=tolerance, pars=parameters)
    return built, heyoka.taylor_outcome.time_limit, heyoka.taylor_outcome.step_limit
