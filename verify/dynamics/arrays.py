"""Engines that step whole rows of trajectories at once: NumPy and torch, on whatever device torch has.

A block of fixed width is stepped; a finished trajectory's column is given to the next one (lane refill), so no step
waits for the slowest trajectory and no array changes its shape.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from verify.dynamics.program import Program
from verify.dynamics.step import CONTROLS, RUNNING, Layout, attempt_lines, substep_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["advance_numpy", "advance_torch", "evaluate", "fixed_values", "substep"]

STRAGGLERS = 0.15  # of a torch block: when no more are left, they are finished on the CPU
WIDTH = 1_024  # columns of a NumPy block: some fifty live rows stay in a second-level cache
_FUNCTIONS = {
    "exp": "exp",
    "log": "log",
    "sqrt": "sqrt",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "atan": "arctan",
    "asin": "arcsin",
    "minimum": "minimum",
    "maximum": "maximum",
    "larger": "maximum",
    "where": "where",
}


@lru_cache(maxsize=1)
def _numpy() -> dict[str, Any]:
    import numpy as np

    return {name: getattr(np, own) for name, own in _FUNCTIONS.items()} | {"abs": np.abs}


def _function(name: str, arguments: Sequence[str], lines: Sequence[str], results: Sequence[str]) -> str:
    body = "\n    ".join([*lines, f"return ({''.join(f'{each}, ' for each in results)})"])
    return f"def {name}({', '.join(arguments)}):\n    {body}\n"


def _compiled(source: str, name: str, namespace: Mapping[str, Any]) -> Callable[..., Any]:
    scope = dict(namespace)
    exec(compile(source, f"<{name} of a field>", "exec"), scope)
    function: Callable[..., Any] = scope[name]
    return function


@lru_cache(maxsize=256)
def _in_numpy(source: str, name: str) -> Callable[..., Any]:
    return _compiled(source, name, _numpy())


# a program at many points


def fixed_values(program: Program, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    """The values of `program.constants`, shape (number of them, n), from real parameters of shape (number, n)."""
    import numpy as np

    arguments = [f"p{i}" for i in range(len(parameters))]
    lines = [f"{name} = {code}" for name, code in program.fixed]
    function = _in_numpy(_function("fixed", arguments, lines, program.constants), "fixed")
    n = parameters.shape[1]
    with np.errstate(all="ignore"):
        found = function(*parameters)
    return np.array([np.broadcast_to(value, (n,)) for value in found], dtype=np.float64).reshape(-1, n)


def evaluate(program: Program, states: NDArray[np.float64], fixed: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outputs of a program, shape (number of them, n), at real states of shape (dimension, n)."""
    import numpy as np

    arguments = [*(f"x{i}" for i in range(len(states))), *program.constants]
    lines = [f"{name} = {code}" for name, code in program.moving]
    function = _in_numpy(_function("outputs", arguments, lines, program.outputs), "outputs")
    n = states.shape[1]
    with np.errstate(all="ignore"):
        found = function(*states, *fixed)
    return np.array([np.broadcast_to(value, (n,)) for value in found], dtype=np.float64).reshape(-1, n)


def substep(layout: Layout) -> Callable[..., tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """A function (states, fixed, lengths) -> (states, rates and gaps) after one step of these lengths.

    Within an accepted step this is the solution to the tolerance of that step, so it serves as dense output.
    """
    import numpy as np

    size = range(layout.field.dimension)
    outputs = range(len(layout.program.outputs))
    arguments = [
        *(f"y{i}" for i in size),
        *(f"k0_{i}" for i in size),
        *layout.program.constants,
        "step",
        "rtol",
        "atol",
    ]
    results = [*(f"n{i}" for i in size), *(f"q{i}" for i in outputs)]
    function = _in_numpy(_function("inside", arguments, substep_lines(layout), results), "inside")

    def inside(
        states: NDArray[np.float64], fixed: NDArray[np.float64], lengths: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        rates = evaluate(layout.program, states, fixed)[: len(size)]
        with np.errstate(all="ignore"):
            found = function(*states, *rates, *fixed, lengths, 1.0, 1.0)
        rows = np.array([np.broadcast_to(value, lengths.shape) for value in found])
        return rows[: len(size)], rows[len(size) :]

    return inside


# engines


def _attempt_text(layout: Layout, results: Sequence[str]) -> str:
    return _function("attempt", [*layout.rows, *CONTROLS], attempt_lines(layout), results)


def advance_numpy(layout: Layout, table: NDArray[np.float64], controls: Sequence[float]) -> None:
    """Step every running column of `table`, shape (rows, n), until it stops; in place."""
    import numpy as np

    attempt = _in_numpy(_attempt_text(layout, [f"new_{name}" for name in layout.changing]), "attempt")
    status = layout.rows["status"]
    changing = [layout.rows[name] for name in layout.changing]
    queue = np.flatnonzero(table[status] == RUNNING)
    own, queue = queue[:WIDTH], queue[WIDTH:]
    block = table[:, own]
    with np.errstate(all="ignore"):
        while own.size:
            for at, row in zip(changing, attempt(*block, *controls), strict=True):
                block[at] = row
            over = np.flatnonzero(block[status] != RUNNING)
            if not over.size:
                continue
            table[:, own[over]] = block[:, over]
            fresh, queue = queue[: over.size], queue[over.size :]
            own[over[: fresh.size]] = fresh
            block[:, over[: fresh.size]] = table[:, fresh]
            if fresh.size < over.size:  # nothing is left to begin: the block gets narrower
                kept = np.setdiff1d(np.arange(own.size), over[fresh.size :])
                own, block = own[kept], block[:, kept]


def advance_torch(
    layout: Layout,
    table: NDArray[np.float64],
    controls: Sequence[float],
    *,
    device: str = "cpu",
    single: bool = False,
    compiled: bool = False,
    width: int | None = None,
    every: int | None = None,
) -> None:
    """The same in torch: a block of constant shape, `every` steps between two looks at what has finished.

    In float64 the last 15% of a wide block are finished by the engines of the CPU, which take the same steps.

    On a GPU the `every` steps are captured once as a graph and replayed by one launch.

    Args:
        single: float32.
        compiled: through torch.compile (seconds the first time, cached by torch on disk).
        width: columns of the block; by default 4,096 on a CPU and 2**20 on a GPU, at most what there is to do.
        every: by default 4 on a CPU and 32 on a GPU.
    """
    import numpy as np
    import torch

    kind = torch.float32 if single else torch.float64
    status = layout.rows["status"]
    waiting = np.flatnonzero(table[status] == RUNNING)
    if not waiting.size:
        return
    whole = torch.tensor(table[:, waiting], dtype=kind, device=device)
    on_cpu = device == "cpu"
    every = every or (4 if on_cpu else 32)
    width = width or (4_096 if on_cpu else 1 << 20)
    width = min(width, waiting.size)
    own = torch.arange(width, device=device)
    begun = width

    text = _attempt_text(layout, [f"new_{name}" for name in layout.changing])
    step = _torch_step(text, tuple(layout.rows[name] for name in layout.changing), tuple(controls), compiled)
    block = whole[:, :width].clone()
    few = width >= 1_024 and not single
    replay = None if on_cpu else _captured(step, block, every)
    with torch.no_grad():
        while True:
            if replay is None:
                for _ in range(every):
                    step(block)
            else:
                replay()
            over = torch.nonzero((block[status] != RUNNING) & (own >= 0)).flatten()
            if not over.numel():
                continue
            whole[:, own[over]] = block[:, over]
            count = min(int(over.numel()), waiting.size - begun)
            fresh = torch.arange(begun, begun + count, device=device)
            begun += count
            own[over[:count]] = fresh
            own[over[count:]] = -1  # these lanes stand still
            block[:, over[:count]] = whole[:, fresh]
            still = own >= 0
            left = int(still.sum())
            if left == 0 or (few and begun == waiting.size and left <= STRAGGLERS * width):
                whole[:, own[still]] = block[:, still]
                break
    table[:, waiting] = whole.to(torch.float64).cpu().numpy()
    if np.any(table[status] == RUNNING):
        _finish(layout, table, controls)


@lru_cache(maxsize=32)
def _torch_step(
    text: str, changing: tuple[int, ...], controls: tuple[float, ...], compiled: bool
) -> Callable[[Any], None]:
    """One attempted step of a block, in place; kept, so that torch.compile works once."""
    import torch

    names = {name: getattr(torch, own) for name, own in _FUNCTIONS.items()} | {"abs": torch.abs}
    attempt = _compiled(text, "attempt", names)

    def stepped(*rows: Any) -> Any:
        return attempt(*rows, *controls)

    # rows apart: of one array, what is common to them would be computed again for each
    function = torch.compile(stepped, dynamic=False) if compiled else stepped

    def step(block: Any) -> None:
        for at, row in zip(changing, function(*block.unbind(0)), strict=True):
            block[at].copy_(row)

    return step


def _finish(layout: Layout, table: NDArray[np.float64], controls: Sequence[float]) -> None:
    """The slowest few, for which a wide block is a waste."""
    if importlib.util.find_spec("numba") is None:
        advance_numpy(layout, table, controls)
        return
    from verify.dynamics.lanes import advance_lanes

    advance_lanes(layout, table, controls)


def _captured(step: Callable[[Any], None], block: Any, every: int) -> Callable[[], None]:
    """`every` steps of `block`, in place, as one CUDA graph."""
    import torch

    side: Any = torch.cuda.Stream()  # type: ignore[no-untyped-call]
    side.wait_stream(torch.cuda.current_stream())
    kept = block.clone()
    with torch.no_grad(), torch.cuda.stream(side):
        for _ in range(3):  # a graph is captured after a warm-up
            step(block)
    torch.cuda.current_stream().wait_stream(side)
    block.copy_(kept)
    graph = torch.cuda.CUDAGraph()
    with torch.no_grad(), torch.cuda.graph(graph):
        for _ in range(every):
            step(block)
    block.copy_(kept)
    replay: Callable[[], None] = graph.replay
    return replay
