"""One attempted step of DOP853 for many trajectories at once, as source text that numba, NumPy and torch all run.

A trajectory is a column of numbers; `Layout` says which row is what. The text is straight-line arithmetic over one lane
(numba, whose compiler makes vector instructions of it) or over whole rows (NumPy, torch), so all engines take the same
steps. Adaptive error control is per trajectory.

Source: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.5 and II.10: the method of
order 8 with its error estimates of orders 5 and 3. The tableau is read from scipy.
"""

from __future__ import annotations

import re as regex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from verify.dynamics.field import Field
from verify.dynamics.program import Program
from verify.kernel.term import Term

__all__ = ["CONTROLS", "DONE", "HIT", "LIMIT", "RUNNING", "TINY", "Layout", "attempt_lines", "substep_lines"]

RUNNING, DONE, HIT, LIMIT, TINY = 0.0, 1.0, 2.0, 3.0, 4.0
"""Statuses of a column: going; at its end; an event's gap changed its sign; too many steps; no step is short enough."""

SAFETY, SHRINK, GROW = 0.9, 0.2, 10.0
STRICT = 2.0
"""Steps are judged at half the tolerance; at all of it one sensitive trajectory in a hundred is off by 1e-7."""
STAGES = 12
CONTROLS = ("rtol", "atol", "most", "longest", "smallest", "nearly_zero")
"""Numbers for all: tolerances, most steps, longest step, smallest step over the end, a number below any error."""


@dataclass(frozen=True)
class Layout:
    """The rows of a table of trajectories.

    Attributes:
        field: the vector field.
        gaps: real Terms of which a change of sign is an event, with the directions that count (1, -1, or 0 for both).
        chart: the places of (Re w, Im w, L) with |w|^2 + exp(L) = 1 to be restored after every step; None for none.
    """

    field: Field
    gaps: tuple[tuple[Term, int], ...] = ()
    chart: tuple[int, int, int] | None = None

    @cached_property
    def program(self) -> Program:
        return self.field.program([gap for gap, _ in self.gaps])

    @cached_property
    def rows(self) -> dict[str, int]:
        """Name of a row to its place.

        y: the state, k: its rate, g: the gaps; o, b and since: state, gaps and time before the last step.
        """
        size = range(self.field.dimension)
        names = ["time", "end", "step", "retry", "accepted", "rejected", "status"]
        names += [f"y{i}" for i in size] + [f"k{i}" for i in size]
        if self.gaps:
            names += [f"{letter}{e}" for letter in "gb" for e in range(len(self.gaps))]
            names += [f"o{i}" for i in size] + ["since"]
        return {name: at for at, name in enumerate((*names, *self.program.constants))}

    @cached_property
    def changing(self) -> tuple[str, ...]:
        """Rows that a step writes."""
        return tuple(name for name in self.rows if name != "end" and name not in self.program.constants)

    def block(self, letter: str) -> slice:
        """The rows y, k, g, b or o; "c": those of the program's constants."""
        if letter == "c":
            return slice(len(self.rows) - len(self.program.constants), len(self.rows))
        at = [place for name, place in self.rows.items() if regex.fullmatch(rf"{letter}\d+", name)]
        return slice(at[0], at[-1] + 1)


def _tableau() -> tuple[Any, Any, Any, Any]:
    from scipy.integrate import DOP853

    return DOP853.A, DOP853.B, DOP853.E3, DOP853.E5


def _combined(weights: Sequence[float], i: int) -> str:
    return " + ".join(f"{float(weight)!r} * k{j}_{i}" for j, weight in enumerate(weights) if weight)


def _rates(program: Program, places: Sequence[str], suffix: str) -> tuple[list[str], list[str]]:
    """The lines that compute a program at the named places, and its outputs."""

    def renamed(code: str) -> str:
        return regex.sub(r"\b([xv])(\d+)\b", lambda m: places[int(m[2])] if m[1] == "x" else f"{m[0]}_{suffix}", code)

    return [f"{name}_{suffix} = {renamed(code)}" for name, code in program.moving], [
        renamed(code) for code in program.outputs
    ]


def substep_lines(layout: Layout) -> list[str]:
    """Lines that make n0, ... (the state after `step`) and q0, ... (its rates and gaps) from y0, ... and k0_0, ...

    `e5` and `e3` are the sums of squares of both error estimates in units of the tolerance.
    """
    A, B, E3, E5 = _tableau()
    size = range(layout.field.dimension)
    lines: list[str] = []
    for stage in range(1, STAGES):
        lines += [f"z{stage}_{i} = y{i} + step * ({_combined(A[stage][:stage], i)})" for i in size]
        more, outputs = _rates(layout.program, [f"z{stage}_{i}" for i in size], str(stage))
        lines += more + [f"k{stage}_{i} = {outputs[i]}" for i in size]
    lines += [f"n{i} = y{i} + step * ({_combined(B, i)})" for i in size]
    for i in size:
        lines.append(f"weight{i} = 1.0 / (atol + rtol * larger(abs(y{i}), abs(n{i})))")
        for name, weights in (("e5", E5), ("e3", E3)):
            lines.append(f"{name}_{i} = weight{i} * ({_combined(weights[:STAGES], i)})")
    for name in ("e5", "e3"):
        lines.append(f"{name} = " + " + ".join(f"{name}_{i} * {name}_{i}" for i in size))
    lines += _restored(layout)
    more, outputs = _rates(layout.program, [f"n{i}" for i in size], "n")
    return lines + more + [f"q{i} = {output}" for i, output in enumerate(outputs)]


def _restored(layout: Layout) -> list[str]:
    """Back onto |w|^2 + exp(L) = 1: by the length of w where |w|^2 > 1/2, so that |w| never exceeds 1, else by L.

    There log(1 - |w|^2) = L + log(1 + slack) with a slack as small as the error of a step.
    """
    if layout.chart is None:
        return []
    x, y, depth = (f"n{i}" for i in layout.chart)
    return [
        f"square = {x} * {x} + {y} * {y}",
        f"shell = exp({depth})",
        "outer = square > 0.5",
        "radius = where(outer, sqrt((1.0 - shell) / square), 1.0)",
        f"{x} = {x} * radius",
        f"{y} = {y} * radius",
        "slack = where(outer, 0.0, (1.0 - square) / shell - 1.0)",
        f"{depth} = {depth} + slack * (1.0 - 0.5 * slack)",
    ]


def attempt_lines(layout: Layout) -> list[str]:
    """Lines that read the rows by their names and make new_NAME for each of `layout.changing`.

    Names that the text takes from outside: `CONTROLS`, where, larger, sqrt and the program's functions.
    """
    d = layout.field.dimension
    size = range(d)
    lines = [
        "alive = status == 0.0",
        "left = end - time",
        "wished = where(step < longest, step, longest)",
        "final = wished >= left",
        "step = where(alive, where(final, left, wished), 0.0)",
        *(f"k0_{i} = k{i}" for i in size),
        *substep_lines(layout),
        f"error = {STRICT} * step * e5 / sqrt(e5 + 0.01 * e3 + nearly_zero)",
        f"factor = {SAFETY} / sqrt(sqrt(sqrt(error)))",
        f"factor = where(factor > {SHRINK}, factor, {SHRINK})",  # also where it is NaN
        f"most_growth = where(retry > 0.0, 1.0, {GROW})",
        "factor = where(factor < most_growth, factor, most_growth)",
        "good = alive & (error <= 1.0)",
        "bad = where(alive, where(good, 0.0, 1.0), 0.0)",
        "new_time = where(good, where(final, end, time + step), time)",
        # a step that was cut at the end says nothing against the longer one that was planned
        "planned = step * factor",
        "planned = where(good & final & (planned < wished), wished, planned)",
        "new_step = where(alive, planned, wished)",
        "new_retry = where(alive, where(good, 0.0, 1.0), retry)",
        "new_accepted = accepted + where(good, 1.0, 0.0)",
        "new_rejected = rejected + bad",
    ]
    for i in size:
        lines += [f"new_y{i} = where(good, n{i}, y{i})", f"new_k{i} = where(good, q{i}, k{i})"]
    lines.append("reached = where(good & final, 1.0, 0.0)")
    lines += [
        "small = (bad > 0.0) & (new_step < smallest * (end + 40.0 * time))",
        "spent = new_accepted + new_rejected >= most",
        f"stopped = where(small, {TINY}, where(spent, {LIMIT}, {RUNNING}))",
        f"new_status = where(alive, where(reached > 0.0, {DONE}, stopped), status)",
    ]
    if layout.gaps:
        crossed = []
        for e, (_, direction) in enumerate(layout.gaps):
            lines.append(f"new_g{e} = where(good, q{d + e}, g{e})")
            up, down = f"((g{e} < 0.0) & (new_g{e} >= 0.0))", f"((g{e} > 0.0) & (new_g{e} <= 0.0))"
            crossed.append({1: up, -1: down}.get(direction, f"({up} | {down})"))
        lines.append(f"new_status = where(good & ({' | '.join(crossed)}), {HIT}, new_status)")
        lines += [f"new_b{e} = where(good, g{e}, b{e})" for e in range(len(layout.gaps))]
        lines += [f"new_o{i} = where(good, y{i}, o{i})" for i in size]
        lines.append("new_since = where(good, time, since)")
    return lines
