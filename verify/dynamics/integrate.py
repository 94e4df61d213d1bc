"""One face for all integrators: starts, parameters and tolerances in; where trajectories end, and why, out."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from verify.dynamics.disk import PLACES, DiskField
from verify.dynamics.events import Crossings, Event, locate
from verify.dynamics.field import Field, FieldError
from verify.dynamics.step import DONE, HIT, LIMIT, RUNNING, TINY, Layout
from verify.kernel.lie import Flow
from verify.kernel.term import Term

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ENGINES", "Trajectories", "available", "integrate"]

ENGINES = ("auto", "numba", "numpy", "torch", "heyoka")
MAX_STEPS = 100_000
STOPPED = 10.0  # status of a trajectory that event e stopped: STOPPED + e
FINER = 32.0  # the second run's tolerance, where an error is asked for
DOUBLE, SINGLE = (1e-16, 1e-300), (1e-8, 1e-36)  # the last two of `step.CONTROLS`
NAMES = {DONE: "done", LIMIT: "step limit", TINY: "blow-up"}


@dataclass(frozen=True)
class Trajectories:
    """What became of n trajectories.

    Attributes:
        states: at the last time, shape (n, number of states); complex128 if a state is complex, else float64.
        times: the last time of each, shape (n,).
        status: shape (n,): "done", the name of the event that stopped it, "step limit", or "blow-up" (no step is short
            enough to go on: the solution is infinite, or undefined, soon after `times`).
        accepted, rejected: steps of each, shape (n,).
        samples: the states at the wanted times, shape (n, number of times, number of states), NaN after the last time.
        crossings: recorded events.
        depth: log(1 - |w|^2) at the last time, shape (n,), for a DiskField; its slope tells approach from departure.
        sampled_depth: the same for `samples`, shape (n, number of times).
        error: estimated distance of `states` from the truth, shape (n, number of states), if asked for.
        engine: which one ran.
    """

    states: NDArray[Any]
    times: NDArray[np.float64]
    status: NDArray[np.str_]
    accepted: NDArray[np.int64]
    rejected: NDArray[np.int64]
    samples: NDArray[Any] | None
    crossings: Crossings | None
    error: NDArray[np.float64] | None
    engine: str
    depth: NDArray[np.float64] | None = None
    sampled_depth: NDArray[np.float64] | None = None

    def problem(self) -> str | None:
        """One line about the first trajectory that did not get to its end or to an event; None if all did."""
        import numpy as np

        bad = np.flatnonzero(np.isin(self.status, [NAMES[LIMIT], NAMES[TINY]]))
        if not bad.size:
            return None
        at = int(bad[0])
        step, time = int(self.accepted[at] + self.rejected[at]), float(self.times[at])
        first = f"trajectory {at}: {self.status[at]} at time {time:.6g}, step {step}"
        return f"{bad.size} of {self.status.size} stopped early; {first}"


def available(engine: str, device: str = "cpu") -> str | None:
    """None if the engine can run here, else why not."""
    if engine not in ENGINES:
        return f"the engine {engine!r} is unknown; choose from {', '.join(ENGINES)}"
    if engine in ("numba", "torch", "heyoka") and importlib.util.find_spec(engine) is None:
        return f"{engine} is not installed; install it, or use engine='numpy'"
    if engine != "torch":
        return None if device == "cpu" else f"engine {engine!r} runs on the cpu; for {device!r} use engine='torch'"
    import torch

    if device.split(":")[0] not in ("cpu", "cuda"):
        return f"the device {device!r} is unknown; use 'cpu' or 'cuda'"
    if device != "cpu" and not torch.cuda.is_available():
        return f"the device {device!r} is not there: torch {torch.__version__} sees no GPU"
    return None


def integrate(
    field: Field | DiskField | Flow,
    starts: Any,
    horizon: Any,
    *,
    parameters: Mapping[Term, Any] | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    engine: str = "auto",
    events: Sequence[Event] = (),
    times: Sequence[float] | None = None,
    max_steps: int = MAX_STEPS,
    max_step: float | None = None,
    estimate: bool = False,
    device: str = "cpu",
    single: bool = False,
    compiled: bool = False,
    threads: int | None = None,
) -> Trajectories:
    """Integrate n trajectories with DOP853, error control for each of its own.

    A result does not depend on what else is integrated beside it, nor on the number of threads.

    Args:
        field: a Field, a Flow whose other symbols are parameters, or a DiskField (nothing crosses the circle).
        starts: shape (n, number of states), or (n,) for one state, or {state: array or number}.
        horizon: the last time, > 0; one number or shape (n,).
        parameters: each parameter to a number, a constant Term, or an array of shape (n,).
        rtol, atol: a step is accepted if the Euclidean norm of the errors of the real coordinates x, each over
            atol + rtol |x|, is at most 1/2.
        engine: "numba", "numpy", "torch", "heyoka" (an extra: Taylor, for errors near rounding; without events, and not
            for a DiskField); "auto" is numba where it is installed, else numpy.
        events: a crossing that takes place twice within one step is not seen; `max_step` bounds the steps.
        times: increasing; the states there are `samples`.
        max_steps: of one trajectory, rejected ones included.
        max_step: no step is longer.
        estimate: integrate at tolerances 32 times smaller as well; its states are returned, and their distance from
            those at the given tolerances as `error`. In single precision the second run is in double precision, and the
            first is returned.
        device: for torch: "cpu", "cuda", "cuda:1".
        single: for torch: float32.
        compiled: for torch: through torch.compile.
        threads: for numba; by default one for each processor.

    Raises:
        FieldError: one line, before any work.
    """
    if engine == "auto":
        engine = "numba" if importlib.util.find_spec("numba") is not None else "numpy"
    reason = available(engine, device)
    if reason is None and engine != "torch" and (single or compiled):
        reason = "single and compiled are for engine='torch'"
    if reason is None and engine == "heyoka" and (events or isinstance(field, DiskField)):
        reason = "engine='heyoka' has no events and no DiskField; use 'numba'"
    if reason is None and threads is not None and (type(threads) is not int or threads < 1):
        reason = f"threads is a positive whole number; found {threads!r}"
    if reason is not None:
        raise FieldError(f"integrate: {reason}")
    chart = None
    if isinstance(field, DiskField):
        whole, starts, chart = field.lifted, field.starts(starts), PLACES
    else:
        whole = field if isinstance(field, Field) else Field.of(field)
    problem = _Problem.of(whole, chart, starts, horizon, parameters, events, times)
    options = {"device": device, "single": single, "compiled": compiled, "threads": threads}
    controls = _controls(rtol, atol, max_steps, max_step, single)
    found = _run(problem, engine, controls, options)
    if estimate:
        found = _with_error(problem, found, engine, controls, options)
    return found if chart is None else _without_depth(found)


def _without_depth(found: Trajectories) -> Trajectories:
    """The states (w, L, ...) as (w, ...), and L apart."""
    import numpy as np

    crossings, samples, error = found.crossings, found.samples, found.error

    def others(states: NDArray[Any]) -> NDArray[Any]:
        return np.delete(states, 1, axis=-1)

    return replace(
        found,
        states=others(found.states),
        depth=_depth(found.states),
        samples=None if samples is None else others(samples),
        sampled_depth=None if samples is None else _depth(samples),
        crossings=None if crossings is None else replace(crossings, state=others(crossings.state)),
        error=None if error is None else others(error),
    )


def _with_error(
    problem: _Problem, found: Trajectories, engine: str, controls: Sequence[float], options: Mapping[str, Any]
) -> Trajectories:
    import numpy as np

    rtol, atol, most, longest, *_ = controls
    single = options["single"]
    tight = (*_tighter(rtol, atol), most, longest, *DOUBLE)
    finer = _run(problem, engine, tight, {**options, "single": False})
    error = np.abs(finer.states - found.states)
    error[finer.status != found.status] = np.inf
    return replace(found if single else finer, error=error)


def _controls(rtol: float, atol: float, max_steps: int, max_step: float | None, single: bool) -> tuple[float, ...]:
    """The numbers of `step.CONTROLS`."""
    least = 1e-6 if single else 1e-14
    if not rtol >= least or not 0 < atol < float("inf") or rtol > 1:
        raise FieldError(f"integrate: rtol is between {least} and 1 and atol positive; found {rtol} and {atol}")
    if isinstance(max_steps, bool) or not isinstance(max_steps, int) or max_steps < 1:
        raise FieldError(f"integrate: max_steps is a positive whole number; found {max_steps!r}")
    if max_step is not None and not max_step > 0:
        raise FieldError(f"integrate: max_step is positive; found {max_step}")
    longest = 1e300 if max_step is None else float(max_step)
    if single:
        return rtol, atol, float(max_steps), min(longest, 1e30), *SINGLE
    return rtol, atol, float(max_steps), longest, *DOUBLE


def _tighter(rtol: float, atol: float) -> tuple[float, float]:
    return max(rtol / FINER, 1e-15), atol / FINER


@dataclass(frozen=True)
class _Problem:
    """Checked input.

    Attributes:
        start: real coordinates, shape (dimension, n).
        fixed: values of the program's constants, shape (number, n).
        horizon: shape (n,).
        times: wanted times.
    """

    layout: Layout
    events: tuple[Event, ...]
    start: NDArray[np.float64]
    fixed: NDArray[np.float64]
    horizon: NDArray[np.float64]
    times: NDArray[np.float64] | None

    @classmethod
    def of(
        cls,
        field: Field,
        chart: tuple[int, int, int] | None,
        starts: Any,
        horizon: Any,
        parameters: Mapping[Term, Any] | None,
        events: Sequence[Event],
        times: Sequence[float] | None,
    ) -> _Problem:
        import numpy as np

        from verify.dynamics.arrays import evaluate, fixed_values

        start = field.coordinates(starts)
        n = start.shape[1]
        given = field.constants(parameters, n)
        ends = np.asarray(horizon, dtype=np.float64)
        if ends.shape not in ((), (n,)) or not np.all(np.isfinite(ends)) or not np.all(ends > 0):
            raise FieldError(
                f"integrate: the horizon is positive and finite, one number or {n} of them; found {horizon}"
            )
        wanted = None if times is None else np.asarray(times, dtype=np.float64)
        if wanted is not None and (wanted.ndim != 1 or not np.all(np.diff(wanted, prepend=-1e-300) > 0)):
            raise FieldError(f"integrate: times are increasing and not negative; found {times}")
        names = [event.name for event in events]
        if len(set(names)) != len(names) or set(names) & set(NAMES.values()):
            raise FieldError(
                f"integrate: events need different names, none of {', '.join(NAMES.values())}; found {names}"
            )
        layout = Layout(field, tuple((event.gap, event.direction) for event in events), chart)
        fixed = fixed_values(layout.program, given)
        rates = evaluate(layout.program, start, fixed)
        bad = np.flatnonzero(~np.all(np.isfinite(rates), axis=0))
        if bad.size:
            where = ", ".join(
                f"{state} = {value:.6g}"
                for state, value in zip(field.states, field.states_of(start[:, bad[0]]), strict=True)
            )
            raise FieldError(f"integrate: the field is undefined at the start of trajectory {bad[0]}, {where}")
        return cls(layout, tuple(events), start, fixed, np.broadcast_to(ends, (n,)), wanted)

    def table(self, controls: Sequence[float]) -> NDArray[np.float64]:
        """The columns before the first step."""
        import numpy as np

        from verify.dynamics.arrays import evaluate

        rtol, atol, _, longest, *_ = controls
        rows, layout = self.layout.rows, self.layout
        d = layout.field.dimension
        table = np.zeros((len(rows), self.start.shape[1]))
        rates = evaluate(layout.program, self.start, self.fixed)
        table[layout.block("y")], table[layout.block("k")] = self.start, rates[:d]
        table[layout.block("c")] = self.fixed
        if layout.gaps:
            gaps = rates[d:]
            table[layout.block("g")] = np.where(np.abs(gaps) <= atol, 0.0, gaps)
        step = self._first_step(rates[:d], rtol, atol)
        table[rows["step"]] = np.minimum(np.minimum(step, longest), self.horizon)
        return table

    def _first_step(self, rates: NDArray[np.float64], rtol: float, atol: float) -> NDArray[np.float64]:
        """Hairer, Norsett and Wanner, II.4: as in scipy's select_initial_step."""
        import numpy as np

        from verify.dynamics.arrays import evaluate

        with np.errstate(all="ignore"):
            scale = atol + rtol * np.abs(self.start)

            def size(values: NDArray[np.float64]) -> NDArray[np.float64]:
                return np.asarray(np.sqrt(np.mean((values / scale) ** 2, axis=0)))

            d0, d1 = size(self.start), size(rates)
            guess = np.where((d0 < 1e-5) | (d1 < 1e-5), 1e-6, 0.01 * d0 / d1)
            guess = np.minimum(guess, self.horizon)
            there = evaluate(self.layout.program, self.start + guess * rates, self.fixed)[: len(rates)]
            d2 = size(there - rates) / guess
            largest = np.maximum(d1, d2)
            better = np.where(largest <= 1e-15, np.maximum(1e-6, guess * 1e-3), (0.01 / largest) ** 0.125)
            better = np.minimum(100 * guess, better)
        return np.where(np.isfinite(better) & (better > 0), better, 1e-6)


def _depth(states: NDArray[Any]) -> NDArray[np.float64]:
    """log(1 - |w|^2) of states (w, L): L near the circle, and computed from w elsewhere."""
    import numpy as np

    square = np.abs(states[..., 0]) ** 2
    inner = np.log1p(-np.minimum(square, 0.5))
    found: NDArray[np.float64] = np.where(square > 0.5, states[..., 1].real, inner)
    return found


Advance = Callable[["NDArray[np.float64]"], None]


def _engine(name: str, layout: Layout, controls: Sequence[float], options: Mapping[str, Any]) -> Advance:
    if name == "numba":
        from verify.dynamics.lanes import advance_lanes

        return lambda table: advance_lanes(layout, table, controls, options["threads"])
    if name == "heyoka":
        from verify.dynamics.taylor import advance_heyoka

        return lambda table: advance_heyoka(layout, table, controls)
    from verify.dynamics.arrays import advance_numpy, advance_torch

    if name == "numpy":
        return lambda table: advance_numpy(layout, table, controls)
    chosen = {key: options[key] for key in ("device", "single", "compiled")}
    return lambda table: advance_torch(layout, table, controls, **chosen)


def _run(problem: _Problem, engine: str, controls: Sequence[float], options: Mapping[str, Any]) -> Trajectories:
    import numpy as np

    layout, field = problem.layout, problem.layout.field
    rows = layout.rows
    advance = _engine(engine, layout, controls, options)
    table = problem.table(controls)
    seen = _Seen(problem)
    samples = []
    wanted = [] if problem.times is None else list(problem.times)
    for time in (*wanted, np.inf):
        ends = np.minimum(time, problem.horizon)
        further = np.isin(table[rows["status"]], [RUNNING, DONE]) & (table[rows["time"]] < ends)
        table[rows["end"]] = np.where(further, ends, table[rows["end"]])
        table[rows["status"]][further] = RUNNING
        while bool(np.any(table[rows["status"]] == RUNNING)):
            advance(table)
            seen.settle(table)
        if np.isfinite(time):
            values = field.states_of(table[layout.block("y")]).copy()
            values[table[rows["time"]] != time] = np.nan
            samples.append(values)
    codes = table[rows["status"]]
    status = np.array(
        [NAMES.get(code) or problem.events[int(code - STOPPED)].name for code in codes.tolist()], dtype=np.str_
    )
    return Trajectories(
        field.states_of(table[layout.block("y")]),
        table[rows["time"]].copy(),
        status,
        table[rows["accepted"]].astype(np.int64),
        table[rows["rejected"]].astype(np.int64),
        np.stack(samples, axis=1) if samples else None,
        seen.crossings() if problem.events else None,
        None,
        engine,
    )


class _Seen:
    """Events as they occur."""

    def __init__(self, problem: _Problem) -> None:
        import numpy as np

        self.problem = problem
        self.found: list[tuple[Any, Any, Any, Any]] = []
        self.counts = np.zeros((len(problem.events), problem.start.shape[1]), dtype=np.int64)
        if problem.events:
            from verify.dynamics.arrays import substep

            self.inside = substep(problem.layout)

    def settle(self, table: NDArray[np.float64]) -> None:
        """Find the crossings of columns that were halted, stop those that end there, and let the others go on."""
        import numpy as np

        layout, rows = self.problem.layout, self.problem.layout.rows
        halted = np.flatnonzero(table[rows["status"]] == HIT)
        if not halted.size:
            return
        columns = table[:, halted]
        since = columns[rows["since"]]
        lengths = columns[rows["time"]] - since
        before, after = columns[layout.block("b")], columns[layout.block("g")]
        old, fixed = columns[layout.block("o")], columns[layout.block("c")]
        hits: list[tuple[Any, Any, Any, Any]] = []
        for e, event in enumerate(self.problem.events):
            up, down = (before[e] < 0) & (after[e] >= 0), (before[e] > 0) & (after[e] <= 0)
            mine = np.flatnonzero({1: up, -1: down}.get(event.direction, up | down))
            if not mine.size:
                continue
            hits.append(
                (
                    mine,
                    e,
                    *self._located(e, old[:, mine], fixed[:, mine], lengths[mine], before[e, mine], after[e, mine]),
                )
            )
        first = np.full(halted.size, np.inf)
        for mine, e, length, _ in hits:
            stop = self.problem.events[e].stop
            ends = (self.counts[e, halted[mine]] + 1 == stop) if stop else np.zeros(mine.size, dtype=bool)
            first[mine[ends]] = np.minimum(first[mine[ends]], length[ends])
        for mine, e, length, state in hits:
            counted = length <= first[mine]
            own = halted[mine[counted]]
            self.counts[e, own] += 1
            self.found.append((own, np.full(own.size, e), since[mine[counted]] + length[counted], state[:, counted]))
            stop = self.problem.events[e].stop
            ending = counted & (length == first[mine]) if stop else np.zeros(mine.size, dtype=bool)
            ending &= self.counts[e, halted[mine]] == stop
            here = halted[mine[ending]]
            table[layout.block("y"), here] = state[:, ending]
            table[rows["time"], here] = since[mine[ending]] + length[ending]
            table[rows["status"], here] = STOPPED + e
        on = halted[table[rows["status"], halted] == HIT]
        at_end = table[rows["time"], on] >= table[rows["end"], on]
        table[rows["status"], on] = np.where(at_end, DONE, RUNNING)

    def _located(self, e: int, old: Any, fixed: Any, lengths: Any, before: Any, after: Any) -> tuple[Any, Any]:
        d = self.problem.layout.field.dimension

        def gap(at: NDArray[np.float64]) -> NDArray[np.float64]:
            gaps: NDArray[np.float64] = self.inside(old, fixed, at)[1][d + e]
            return gaps

        found = locate(gap, lengths, before, after)
        return found, self.inside(old, fixed, found)[0]

    def crossings(self) -> Crossings:
        import numpy as np

        field = self.problem.layout.field
        if not self.found:
            nothing = np.zeros(0, dtype=np.int64)
            return Crossings(nothing, nothing, np.zeros(0), field.states_of(np.zeros((field.dimension, 0))))
        own, event, time = (np.concatenate([each[k] for each in self.found]) for k in range(3))
        state = field.states_of(np.concatenate([each[3] for each in self.found], axis=1))
        order = np.lexsort((event, time, own))
        return Crossings(own[order], event[order], time[order], state[order])
