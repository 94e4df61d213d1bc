"""One simulation of self-attention from plain words: settings, what is computed of them, and the file that keeps it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify import __version__
from verify.catalogue import UsageError

__all__ = [
    "KEPT_BYTES",
    "CtrlC",
    "Run",
    "Settings",
    "load",
    "order_parameters",
    "prepare",
    "save",
    "simulate",
    "summary",
]

Array = NDArray[np.float64]

KEPT_BYTES = 256_000_000
"""Tokens are kept at as many times as fit into this much memory, evenly spaced; order parameters at all times."""
SPREAD = 0.1
"""Standard deviation of tokens near a point, in each direction, before they are put on the sphere."""
NEAR = 0.01
"""Tokens no farther than this from a first one are counted as one cluster, if clusters are five times as far apart."""
MOST_CLUSTERS = 20
EIGENVALUES = 4
MOST_OUTPUTS = 1_000_000
LARGEST_DIMENSION = 4000
"""Matrices of 128 MB."""
AT_REST = 1e-8
TRIES = 10_000
"""Steps between two outputs, rejected ones included, after which hardmax is stuck."""
ALL_TRIES = 2_000_000
"""Of the other models, shared among the outputs (but TRIES each at least): few outputs do not end a long run."""

NAMED = ("identity", "random")
_NUMBER = re.compile(r"[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})([eE][+-]?\d{1,4})?")
_FRACTION = re.compile(r"([+-]?\d{1,300})/(\d{1,300})")


@dataclass(frozen=True)
class Settings:
    """What a simulation is asked for, in words; the same settings give the same run.

    Attributes:
        model: linear, softmax, usa or hardmax.
        A, V: "identity", "random" (independent normal entries of variance 1/d), or rows such as "1,-1/2;0.5,1".
        beta: inverse temperature.
        n: number of tokens, None where a file gives them.
        dim: d, None where a matrix or a file gives it.
        time: until when; the start is at 0.
        outputs: at how many times, the start and the end among them, order parameters are computed.
        seed: of random matrices and tokens.
        initial: "uniform", or "near:" and points, such as "near:1,0;0,1", which take turns.
        tokens: a file with n x d numbers (.npy, .npz of a simulation, or text with commas); then initial is unused.
        log_unit: usa only; time is measured in units of exp(-log_unit).
        ties: hardmax only; "mean" (of all tokens of the largest score) or "undefined".
        device: "cpu", or a device of PyTorch.
        rtol: relative tolerance of a step; the absolute one is a hundredth of it.
    """

    model: str
    A: str = "identity"
    V: str = "identity"
    beta: float = 1.0
    n: int | None = None
    dim: int | None = None
    time: float = 10.0
    outputs: int = 201
    seed: int = 0
    initial: str = "uniform"
    tokens: str | None = None
    log_unit: float = 0.0
    ties: str = "mean"
    device: str = "cpu"
    rtol: float = 1e-8

    @property
    def command(self) -> str:
        """The command line that repeats the run."""
        words = ["theoremcheck", "simulate"]
        for name, value in asdict(self).items():
            if value is not None:
                words += [f"--{name.replace('_', '-')}", str(value)]
        return shlex.join(words)


@dataclass(frozen=True, eq=False)
class Run:
    """What was computed.

    Attributes:
        settings: what was asked for.
        A, V: the matrices, (d, d).
        times: reached, (T,).
        kept: indices into `times` at which tokens were kept, (K,).
        tokens: (K, n, d), unit vectors; the last are those of the last time.
        speed: of the fastest token at the last time.
        order: order parameters at `times`, by name: mean_cosine and mean_squared_cosine of all ordered pairs, a token
            with itself included; eigenvalues (T, k) of mean x x^T, largest first; for d = 2 the harmonics R1 and R2,
            complex (mean exp(i k theta)); else R1 = |mean x|.
        steps, rejected: of the integrator.
        stopped: why it ended before its time, or "".
    """

    settings: Settings
    A: Array
    V: Array
    times: Array
    kept: NDArray[np.int64]
    tokens: Array
    speed: float
    order: dict[str, NDArray[Any]]
    steps: int
    rejected: int
    stopped: str = ""

    @property
    def complete(self) -> bool:
        return not self.stopped


@dataclass(frozen=True, eq=False)
class Prepared:
    """A simulation that was checked: nothing that the settings say can fail any more."""

    settings: Settings
    system: Any
    tokens: Array
    times: Array
    kept: frozenset[int] = field(default_factory=frozenset)


def prepare(settings: Settings) -> Prepared:
    """Check settings and draw what is random.

    Raises:
        UsageError: one line: which setting, what was found, what is expected.
    """
    from verify.attention.systems import BadSystem, System, require_memory

    s = settings
    for name, value, least in (("time", s.time, 0.0), ("rtol", s.rtol, 0.0)):
        if not (np.isfinite(value) and value > least):
            raise UsageError(f"--{name} {value}: a finite number above {least:g} is needed")
    if s.outputs < 2:
        raise UsageError(f"--outputs {s.outputs}: at least 2 are needed, the start and the end")
    if s.outputs > MOST_OUTPUTS:
        raise UsageError(f"--outputs {s.outputs}: at most {MOST_OUTPUTS:,} are kept; each costs a step")
    if s.seed < 0:
        raise UsageError(f"--seed {s.seed}: a whole number that is not negative is needed")
    given = None if s.tokens is None else _read_tokens(s.tokens)
    dim = _dimension(s, given)
    A, V = (_matrix(name, text, dim, [s.seed, at]) for at, (name, text) in enumerate((("A", s.A), ("V", s.V)), 1))
    n = _count(s, given)
    try:
        system = System.of(s.model, A, V, s.beta, log_unit=s.log_unit, ties=s.ties, device=s.device)
        require_memory(s.model, 1, n, dim)
        points = _initial(s, n, dim) if given is None else given
        system._tokens(points)
    except BadSystem as error:
        raise UsageError(str(error).replace("log_unit=", "--log-unit ")) from None
    points = points / np.linalg.norm(points, axis=1, keepdims=True)
    times = np.linspace(0, s.time, s.outputs)
    fits = int(np.clip(KEPT_BYTES // (8 * n * dim), 2, s.outputs))
    kept = frozenset(np.unique(np.round(np.linspace(0, s.outputs - 1, fits)).astype(int)).tolist())
    return Prepared(replace(s, n=n, dim=dim), system, points, times, kept)


class CtrlC:
    """While it is open, the first Ctrl-C is only remembered, for `simulate` to act on between two steps.

    Elsewhere it might cut through a compiler or an import, which do not survive that. A second one acts at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> CtrlC:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._remember)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _remember(self, *_: object) -> None:
        self.asked = True
        signal.signal(signal.SIGINT, self._before)


def simulate(prepared: Prepared, progress: Callable[[float], Any] | None = None, stop: CtrlC | None = None) -> Run:
    """Run a simulation; Ctrl-C, a field that blows up, and a run that is stuck end it early (`Run.stopped`).

    Args:
        progress: called with the fraction of the time that is done.
        stop: open; when Ctrl-C is pressed the run ends after the step.
    """
    from verify.attention.integrate import BlowUp
    from verify.attention.systems import snapshots

    s, system = prepared.settings, prepared.system
    rows: list[dict[str, Any]] = []
    kept: dict[int, Array] = {}
    latest, stopped = (-1, prepared.tokens, 0, 0), ""

    def tell(fraction: float) -> None:
        if stop is not None and stop.asked:
            raise KeyboardInterrupt
        if progress is not None:
            progress(fraction)

    tries = TRIES if s.model == "hardmax" else max(TRIES, ALL_TRIES // s.outputs)
    try:
        options: dict[str, Any] = {"rtol": s.rtol, "atol": s.rtol / 100, "max_steps": tries, "progress": tell}
        for at, each in enumerate(snapshots(system, prepared.tokens, prepared.times.tolist(), **options)):
            rows.append(order_parameters(each.state[0]))
            latest = (at, each.state[0], int(each.steps[0]), int(each.rejected[0]))
            if at in prepared.kept:
                kept[at] = each.state[0]
    except KeyboardInterrupt:
        stopped = "interrupted"
    except BlowUp as error:
        stopped = str(error)
        if s.model == "hardmax" and "tries" in stopped:
            stopped += (
                " (hardmax jumps where two scores are equal, and tokens may be held there; try softmax, large beta)"
            )
    at, last, steps, rejected = latest
    at = max(at, 0)  # Ctrl-C may come anywhere: what is kept is whole up to `latest`, or is the start
    rows = rows[: at + 1] or [order_parameters(last)]
    kept[at] = last
    places = sorted(each for each in kept if each <= at)
    with np.errstate(all="ignore"):
        speed = float(np.linalg.norm(system.field(last), axis=1).max())
    return Run(
        s,
        system.A,
        system.V,
        prepared.times[: len(rows)],
        np.array(places),
        np.stack([kept[each] for each in places]),
        speed,
        {name: np.array([row[name] for row in rows]) for name in rows[0]},
        steps,
        rejected,
        stopped,
    )


def order_parameters(x: Array) -> dict[str, Any]:
    """Order parameters of unit tokens (n, d) by name, as `Run.order` explains them."""
    second = (x.T @ x if x.shape[1] <= len(x) else x @ x.T) / len(x)  # both have the eigenvalues that are not 0
    mean = x.mean(axis=0)
    found: dict[str, Any] = {
        "mean_cosine": float(mean @ mean),
        "mean_squared_cosine": float(np.sum(second * second)),
        "eigenvalues": np.linalg.eigvalsh(second)[::-1][:EIGENVALUES],
        "R1": float(np.linalg.norm(mean)),
    }
    if x.shape[1] == 2:
        z = x[:, 0] + 1j * x[:, 1]
        found |= {"R1": complex(z.mean()), "R2": complex((z * z).mean())}
    return found


# the file


def save(run: Run, file: str) -> None:
    """Write a run as .npz: arrays, and the settings as JSON under "settings". All or nothing.

    Raises:
        UsageError: the file cannot be written.
    """
    temporary = f"{file}.part"
    arrays: dict[str, Any] = {f"order_{name}": values for name, values in run.order.items()}
    about = {"version": __version__, "command": run.settings.command, **asdict(run.settings)}
    try:
        with open(temporary, "wb") as stream:
            np.savez(
                stream,
                settings=json.dumps(about),
                A=run.A,
                V=run.V,
                times=run.times,
                kept=run.kept,
                tokens=run.tokens,
                speed=run.speed,
                steps=run.steps,
                rejected=run.rejected,
                stopped=run.stopped,
                **arrays,
            )
        os.replace(temporary, file)
    except OSError as error:
        with suppress(OSError):
            Path(temporary).unlink()
        raise UsageError(f"--out {file}: {error.strerror}") from None


def load(file: str) -> Run:
    """Read what `save` wrote.

    Raises:
        UsageError: no such file, or not one of `save`.
    """
    import zipfile

    try:
        with np.load(file, allow_pickle=False) as data:
            about = json.loads(str(data["settings"]))
            settings = Settings(**{name: about[name] for name in Settings.__dataclass_fields__})
            order = {name.removeprefix("order_"): data[name] for name in data.files if name.startswith("order_")}
            return Run(
                settings,
                data["A"],
                data["V"],
                data["times"],
                data["kept"],
                data["tokens"],
                float(data["speed"]),
                order,
                int(data["steps"]),
                int(data["rejected"]),
                str(data["stopped"]),
            )
    except (OSError, KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise UsageError(f"{file}: not a file of a simulation ({type(error).__name__}: {error})") from None


# words


def summary(run: Run) -> list[str]:
    """What was seen at the last time, in lines; a simulation says nothing of what comes after it."""
    s, x, time = run.settings, run.tokens[-1], float(run.times[-1])
    beta = "" if s.model == "hardmax" else f", beta = {s.beta:g}"
    lines = [f"{s.model}, n = {s.n:,}, d = {s.dim}{beta}: {run.steps} steps, {run.rejected} rejected, to t = {time:g}"]
    if s.model == "usa" and s.log_unit:
        lines.append(f"time in units of exp(-{s.log_unit:g})")
    lines.append(f"at t = {time:g}: {_where(x)}")
    parts = [f"{name} = {_number(values[-1])}" for name, values in run.order.items() if name in ("R1", "R2")]
    parts.append(f"mean cosine {_number(run.order['mean_cosine'][-1])}")
    parts.append(f"largest eigenvalue of mean x x^T {_number(run.order['eigenvalues'][-1][0])}")
    lines.append(", ".join(parts))
    if not np.isfinite(run.speed):
        lines.append("there the field is not defined")
    elif run.speed < AT_REST:
        lines.append(f"no token moves faster than {AT_REST:g}")
    else:
        lines.append(f"the fastest token moves at speed {run.speed:.3g}")
    if len(run.kept) < len(run.times):
        lines.append(f"tokens are kept at {len(run.kept)} of {len(run.times)} times, order parameters at all")
    lines.append("seen in one simulation, at this time; no claim about later ones")
    return lines


def _number(value: Any) -> str:
    if isinstance(value, complex | np.complexfloating):
        return f"{abs(value):.6g} exp({np.angle(value):.6g} i)"
    return f"{float(value):.6g}"


def _where(x: Array) -> str:
    clusters = _clusters(x)
    if len(x) == 1:
        return "there is one token"
    if clusters is None or (len(clusters) == len(x) > 2):
        return (
            f"the tokens are in no clusters: they are spread, or in more than {MOST_CLUSTERS} groups, or in wide ones"
        )
    sizes = [len(each) for each in clusters]
    widest = max(float(np.linalg.norm(each - each[0], axis=1).max()) for each in clusters)
    if len(sizes) == 1:
        return f"all tokens lie within {widest:.2g} of one point"
    if len(sizes) == 2 and np.linalg.norm(clusters[0][0] + clusters[1][0]) < NEAR:
        return f"two opposite clusters of {sizes[0]:,} and {sizes[1]:,} tokens, within {widest:.2g}"
    return f"{len(sizes)} clusters of {', '.join(f'{each:,}' for each in sizes)} tokens, within {widest:.2g}"


def _clusters(x: Array) -> list[Array] | None:
    """Tokens near a first one, then near the first of the rest, and so on; None if they are many, or not apart."""
    found: list[Array] = []
    rest = x
    while len(rest):
        if len(found) == MOST_CLUSTERS:
            return None
        far = np.linalg.norm(rest - rest[0], axis=1)
        if np.any((far > NEAR) & (far < 5 * NEAR)):
            return None
        found.append(rest[far <= NEAR])
        rest = rest[far > NEAR]
    return sorted(found, key=len, reverse=True)


# what was asked


def _dimension(s: Settings, given: Array | None) -> int:
    """d, on which --dim, the matrices and the tokens agree."""
    said = [("--dim", s.dim)] if s.dim is not None else []
    said += [(f"--{name}", len(_rows(name, text))) for name, text in (("A", s.A), ("V", s.V)) if text not in NAMED]
    if given is not None:
        said.append((f"--tokens {s.tokens}", given.shape[1]))
    elif s.initial.startswith("near:"):
        said.append(("--initial", len(s.initial.removeprefix("near:").split(";")[0].split(","))))
    for name, value in said:
        if value != said[0][1]:
            raise UsageError(f"{said[0][0]} has dimension {said[0][1]}, {name} has {value}; they must agree")
    dim = said[0][1] if said else 2
    if dim < 2:
        raise UsageError(f"{said[0][0]}: the dimension must be at least 2; found {dim}")
    if dim > LARGEST_DIMENSION:
        raise UsageError(f"{said[0][0]}: the dimension is at most {LARGEST_DIMENSION:,}; found {dim:,}")
    return dim


def _matrix(name: str, text: str, dim: int, seed: list[int]) -> Array:
    if text == "identity":
        return np.eye(dim)
    if text == "random":
        return np.asarray(np.random.default_rng(seed).standard_normal((dim, dim)) / np.sqrt(dim))
    return np.array(_rows(name, text))


def _rows(name: str, text: str) -> list[list[float]]:
    rows = [_numbers(f"--{name}", row) for row in text.split(";")]
    wrong = next((at for at, row in enumerate(rows, 1) if len(row) != len(rows)), None)
    if wrong is not None:
        raise UsageError(
            f'--{name}: row {wrong} has {len(rows[wrong - 1])} entries, {len(rows)} are needed; write "1,0;0,1", '
            "identity or random"
        )
    return rows


def _numbers(where: str, text: str) -> list[float]:
    """Numbers between commas: decimals and fractions, nothing is evaluated."""
    found = []
    for part in text.split(","):
        word = part.strip()
        fraction = _FRACTION.fullmatch(word)
        if fraction and int(fraction[2]):
            value = int(fraction[1]) / int(fraction[2])
        elif _NUMBER.fullmatch(word):
            value = float(word)
        else:
            raise UsageError(f"{where}: {word[:40]!r} is not a number such as 2, -0.5, 1e-3 or 2/3")
        if not np.isfinite(value):
            raise UsageError(f"{where}: {word[:40]!r} is not finite in floating point")
        found.append(value)
    return found


def _count(s: Settings, given: Array | None) -> int:
    if given is not None and s.n not in (None, len(given)):
        raise UsageError(f"--n {s.n}: {s.tokens} has {len(given)} tokens; leave --n out")
    n = len(given) if given is not None else 100 if s.n is None else s.n
    if n < 1:
        raise UsageError(f"--n {n}: at least one token is needed")
    return n


def _initial(s: Settings, n: int, dim: int) -> Array:
    from verify.attention.systems import random_tokens

    if s.initial == "uniform":
        return random_tokens(n, dim, s.seed)
    if not s.initial.startswith("near:"):
        raise UsageError(f'--initial {s.initial!r}: "uniform" or "near:" and points such as near:1,0;0,1 is needed')
    points = [_numbers("--initial", each) for each in s.initial.removeprefix("near:").split(";")]
    if any(len(each) != dim or not any(each) for each in points):
        raise UsageError(f"--initial: points of {dim} numbers that are not all zero are needed; found {s.initial!r}")
    centres = np.array(points)
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    noise = SPREAD * np.random.default_rng(s.seed).standard_normal((n, dim))
    return np.asarray(centres[np.arange(n) % len(centres)] + noise)


def _read_tokens(file: str) -> Array:
    """Tokens (n, d) from .npy, .npz (the last ones of a simulation) or text."""
    try:
        if file.endswith(".npz"):
            found = load(file).tokens[-1]
        elif file.endswith(".npy"):
            found = np.load(file, allow_pickle=False)
        else:
            found = np.loadtxt(file, delimiter=",", ndmin=2, encoding="utf-8")
        found = np.asarray(found, dtype=float)
    except OSError as error:
        raise UsageError(f"--tokens {file}: {error.strerror or error}") from None
    except (ValueError, TypeError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"--tokens {file}: {' '.join(str(error).split())}") from None
    if found.ndim != 2 or not found.size:
        raise UsageError(f"--tokens {file}: n rows of d numbers are needed; found the shape {found.shape}")
    return found
