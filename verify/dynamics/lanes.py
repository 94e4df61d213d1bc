"""The default engine on a CPU: numba code made of the field, 32 trajectories side by side in vector instructions.

All rows of the lanes lie in one array, row by row, so that the compiler sees that they do not overlap and turns the
loop over lanes into vector instructions (AVX2, AVX-512, NEON). A lane whose trajectory has stopped takes the next one.
Threads share nothing, and a trajectory's numbers do not depend on its lane.

Compiled code is kept in a cache directory: $THEOREMCHECK_CACHE, or theoremcheck/ under $XDG_CACHE_HOME or ~/.cache.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from verify.dynamics.step import CONTROLS, Layout, attempt_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["advance_lanes", "build", "cache_directory", "source"]

LANES = 32
CACHED = 64
_COMPILED: OrderedDict[str, Callable[..., Any]] = OrderedDict()

_HELPERS = """\
from math import asin, atan, cos, cosh, exp, log, sin, sinh, sqrt, tan, tanh

import numpy as np
from numba import njit

inner = dict(nogil=True, error_model="numpy", fastmath={"contract"})
options = dict(cache=CACHE, **inner)


@njit(**inner)
def where(condition, one, other):
    return one if condition else other


@njit(**inner)
def larger(a, b):
    return a if a > b else b


@njit(**inner)
def minimum(a, b):
    return a if a < b or a != a else b


@njit(**inner)
def maximum(a, b):
    return a if a > b or a != a else b


@njit(**inner)
def attempt(lanes, CONTROLS):
    for lane in range(WIDTH):
        LINES


@njit(**options)
def advance(table, first, last, CONTROLS):
    rows = table.shape[0]
    lanes = np.zeros(rows * WIDTH)
    own = np.full(WIDTH, -1)
    following, busy = first, 0
    for lane in range(WIDTH):
        lanes[STATUS * WIDTH + lane] = 1.0
    while True:
        for lane in range(WIDTH):
            if lanes[STATUS * WIDTH + lane] == 0.0:
                continue
            if own[lane] >= 0:
                for row in range(rows):
                    table[row, own[lane]] = lanes[row * WIDTH + lane]
                own[lane] = -1
                busy -= 1
            while following < last and table[STATUS, following] != 0.0:
                following += 1
            if following < last:
                for row in range(rows):
                    lanes[row * WIDTH + lane] = table[row, following]
                own[lane] = following
                following += 1
                busy += 1
        if busy == 0:
            return
        attempt(lanes, CONTROLS)
"""


def source(layout: Layout) -> str:
    """The module that numba compiles."""
    places = {name: f"lanes[{row * LANES} + lane]" for name, row in layout.rows.items()}
    lines = [f"{name} = {place}" for name, place in places.items()]
    lines += attempt_lines(layout)
    lines += [f"{places[name]} = new_{name}" for name in layout.changing]
    text = _HELPERS.replace("LINES", "\n        ".join(lines)).replace("CONTROLS", ", ".join(CONTROLS))
    return text.replace("WIDTH", str(LANES)).replace("STATUS", str(layout.rows["status"]))


def cache_directory() -> Path | None:
    """Where compiled fields are kept; None if no place can be written to."""
    named = os.environ.get("THEOREMCHECK_CACHE")
    base = os.environ.get("XDG_CACHE_HOME")
    root = Path(named) if named else (Path(base) if base else Path.home() / ".cache") / "theoremcheck"
    folder = root / "dynamics"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _key(text: str) -> str:
    import numba

    return hashlib.sha256(f"{text}|{numba.__version__}|{platform.python_version()}".encode()).hexdigest()[:32]


def _anchor(key: str, text: str) -> str | None:
    """A file that holds the text: beside it numba keeps the machine code. None if no place can be written to.

    What is run is always `text` itself, never what the file may hold.
    """
    folder = cache_directory()
    if folder is None:
        return None
    path = folder / f"field_{key}.py"
    try:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            handle, temporary = tempfile.mkstemp(dir=folder, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, path)
    except OSError:
        return None
    return str(path)


def build(text: str, name: str) -> Callable[..., Any]:
    """The function `name` of a module that numba compiles; `CACHE` in it says whether its machine code can be kept."""
    if text not in _COMPILED:
        key = _key(text)
        path = _anchor(key, text)
        module = ModuleType(f"_theoremcheck_field_{key}")
        sys.modules[module.__name__] = module  # machine code that numba loads from its cache asks for its module
        module.__dict__["CACHE"] = path is not None
        exec(compile(text, path or f"<field {key}>", "exec"), module.__dict__)
        _COMPILED[text] = module.__dict__[name]
        if len(_COMPILED) > CACHED:
            old, _ = _COMPILED.popitem(last=False)
            del sys.modules[f"_theoremcheck_field_{_key(old)}"]
    _COMPILED.move_to_end(text)
    return _COMPILED[text]


def advance_lanes(
    layout: Layout, table: NDArray[np.float64], controls: Sequence[float], threads: int | None = None
) -> None:
    """Step every running column of `table`, shape (rows, n), until it stops; in place.

    Args:
        threads: by default one per processor, as far as each has a few lanes of work.
    """
    advance = build(source(layout), "advance")
    n = table.shape[1]
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = max(1, min(threads, n // (4 * LANES)))
    numbers = [float(each) for each in controls]
    if threads == 1:
        advance(table, 0, n, *numbers)
        return
    cuts = [n * k // threads for k in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(advance, table, a, b, *numbers) for a, b in pairwise(cuts)]:
            done.result()
