"""Self-attention of n tokens on the unit sphere of R^d, as array code: fields and simulations, one system or a batch.

The convention, here and everywhere in this room: token k looks at token j with the score <x_k, A x_j>, and takes from
it V x_j. With P_k = I - x_k x_k^T,

    linear    x_k' = P_k  beta (1/n) sum_j <x_k, A x_j> V x_j             = P_k beta V S A^T x_k,  S = mean x x^T
    softmax   x_k' = P_k  sum_j exp(beta <x_k, A x_j>) V x_j / sum_j exp(beta <x_k, A x_j>)
    usa       x_k' = P_k  (1/n) sum_j exp(beta <x_k, A x_j>) V x_j        (unnormalised softmax)
    hardmax   x_k' = P_k  V x_j,  j the token of the largest <x_k, A x_j>

(arXiv 2607.18584, arXiv 2312.10794; the code of the former uses A in the plane, and A^T in dimension 100). These are
the Term templates of `verify.attention.tokens`, in numbers. Off the sphere a field is that of the points x_k/|x_k|.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.attention.integrate import Snapshot, integrate

__all__ = ["MODELS", "BadSystem", "System", "Trajectory", "random_tokens", "require_memory", "simulate", "snapshots"]

Array = NDArray[np.float64]

MODELS = ("linear", "softmax", "usa", "hardmax")
DENSE = 64  # tokens up to which all pairs of many systems are formed at once
PAIRS = 2**20  # pairs held at once on that path
TREE_FROM = 2_000  # tokens from which the largest score is looked up in a tree, d <= 3
SMOOTH_FROM = 2_000  # tokens on the circle from which pseudo-tokens beat all pairs
STAGES = 30  # arrays of the size of the state that an integration holds at its peak, fields included: measured 28
LONGEST = 2.0  # h beta |V||A| of linear attention: well inside the method's stability interval


class BadSystem(ValueError):
    """A system, or its tokens, that cannot be simulated; one line: what was found, what is expected, what to do."""


@dataclass(frozen=True, eq=False)
class System:
    """Self-attention with given matrices; see the module. Made by `System.of`, which checks and copies.

    Attributes:
        model: one of MODELS.
        A, V: (d, d), or (B, d, d) in a batch.
        beta: (), or (B,); unused by hardmax.
        log_unit: usa only: the field is divided by exp(log_unit), that is, time is measured in units of exp(-log_unit).
        ties: hardmax only, where several tokens share the largest score: "undefined" (the rate is NaN, as in the Term
            template), or "mean" (the mean of their values, the limit of softmax).
        method: "auto", "direct" (all pairs), "circle" (d = 2: pseudo-tokens), "fused" (softmax: PyTorch's kernel).
        device: where all pairs are summed (softmax, usa): "cpu", or a device of PyTorch, such as "cuda".
    """

    model: str
    A: Array
    V: Array
    beta: Array = field(default_factory=lambda: np.array(1.0))
    log_unit: float = 0.0
    ties: str = "undefined"
    method: str = "auto"
    device: str = "cpu"

    @staticmethod
    def of(
        model: str,
        A: Any,
        V: Any,
        beta: Any = 1.0,
        *,
        log_unit: float = 0.0,
        ties: str = "undefined",
        method: str = "auto",
        device: str = "cpu",
    ) -> System:
        """A checked system.

        Raises:
            BadSystem: an unknown name, shapes that do not match, entries that are not finite, beta < 0 for hardmax, a
                usa system that overflows, a device that is not there.
        """
        _known("model", model, MODELS)
        _known("ties", ties, ("undefined", "mean"))
        _known("method", method, ("auto", "direct", "circle", "fused"))
        a, v = _matrix("A", A), _matrix("V", V)
        if a.shape[-1] != v.shape[-1]:
            raise BadSystem(f"A and V: d x d matrices of one d are needed; found {a.shape} and {v.shape}")
        b = _numbers("beta", beta)
        if b.ndim > 1:
            raise BadSystem(f"beta: one number, or one per system, is needed; found the shape {b.shape}")
        sizes = {len(each) for each in (a, v) if each.ndim == 3} | ({len(b)} if b.ndim else set())
        if len(sizes) > 1:
            raise BadSystem(f"A, V, beta: batches of one size are needed; found the sizes {sorted(sizes)}")
        if model == "hardmax" and (b < 0).any():
            raise BadSystem(f"beta: hardmax is the limit beta -> oo; found {b.min():g}; for the smallest score use -A")
        if method == "circle" and (a.shape[-1] != 2 or model not in ("softmax", "usa")):
            raise BadSystem(f"method circle: for softmax and usa with d = 2; found {model} with d = {a.shape[-1]}")
        if method == "fused" and model != "softmax":
            raise BadSystem(f"method fused: for softmax; found {model}; use direct")
        if not np.isfinite(log_unit) or (log_unit and model != "usa"):
            raise BadSystem(f"log_unit: a finite number, for usa only; found {log_unit} for {model}")
        if model == "usa":
            largest = float((np.abs(b) * np.linalg.norm(a, 2, axis=(-2, -1))).max())
            if largest - log_unit > 700:
                raise BadSystem(
                    f"beta: usa reaches exp({largest:.4g}), beyond floating point; "
                    f"measure time in units of its inverse: log_unit={largest:.4g}"
                )
        _require_device(device)
        if device != "cpu" and (model not in ("softmax", "usa") or method == "circle"):
            found = f"{model}, method {method}"
            raise BadSystem(
                f"device: only sums over all pairs, softmax and usa, run on {device}; found {found}; use cpu"
            )
        return System(model, a, v, b, float(log_unit), ties, method, device)

    @property
    def dimension(self) -> int:
        """d."""
        return int(self.A.shape[-1])

    @property
    def batch(self) -> int | None:
        """The number of systems, or None where there is one."""
        sizes = [len(each) for each in (self.A, self.V) if each.ndim == 3] + (
            [len(self.beta)] if self.beta.ndim else []
        )
        return sizes[0] if sizes else None

    def take(self, which: Any) -> System:
        """The systems of the given indices."""
        return replace(
            self,
            A=self.A[which] if self.A.ndim == 3 else self.A,
            V=self.V[which] if self.V.ndim == 3 else self.V,
            beta=self.beta[which] if self.beta.ndim else self.beta,
        )

    def field(self, x: Any) -> Array:
        """The rates of tokens (n, d), or (B, n, d) in a batch: tangent vectors, of the same shape.

        Raises:
            BadSystem: another shape, a token that is not finite or zero.
        """
        tokens, alone = self._tokens(x)
        found = self._field(tokens)
        return found[0] if alone else found

    def _tokens(self, x: Any) -> tuple[Array, bool]:
        """Tokens (B, n, d), and whether there was no batch."""
        tokens = _reals("tokens", x)
        if tokens.ndim not in (2, 3) or tokens.shape[-1] != self.dimension or not tokens.size:
            expected = f"n x {self.dimension} numbers are needed, or a batch"
            raise BadSystem(f"tokens: {expected}; found the shape {tokens.shape}")
        batch = self.batch
        if tokens.ndim == 2 and batch is not None:
            tokens = np.broadcast_to(tokens, (batch, *tokens.shape))
        if tokens.ndim == 3 and batch not in (None, len(tokens)):
            raise BadSystem(f"tokens: {batch} systems have {len(tokens)} sets of tokens")
        squares = np.einsum("...i,...i->...", tokens, tokens)
        if not (squares > 0).all() or not np.isfinite(squares).all():
            _finite("tokens", tokens)
            raise BadSystem("tokens: a token is zero, or larger than 1e150; they are points of the sphere")
        alone = tokens.ndim == 2
        return (tokens[None] if alone else tokens), alone

    def _field(self, tokens: Array) -> Array:
        from verify.attention import sphere

        plane = self.dimension == 2
        if self.model == "linear" and plane:
            return sphere.linear_field_in_the_plane(self.A, self.V, self.beta, tokens)
        points = sphere.unit(tokens)
        if self.model == "linear":
            return sphere.tangent(points, np.matmul(points, _transposed(self, points)))
        means = _MEANS[self.model](self, points)
        if plane:
            return sphere.tangent_in_the_plane(self.V, points, means)
        return sphere.tangent(points, np.matmul(means, np.swapaxes(self.V, -1, -2)))

    def longest_step(self) -> Any:
        """The longest step that shows what happens: beyond it a method may fake that nothing settles (linear only)."""
        if self.model != "linear":
            return np.inf
        speed = np.abs(self.beta) * np.linalg.norm(self.A, 2, axis=(-2, -1)) * np.linalg.norm(self.V, 2, axis=(-2, -1))
        return LONGEST / np.maximum(speed, 1e-300)


def random_tokens(n: int, d: int, seed: int, batch: int | None = None) -> Array:
    """Independent uniform tokens on the sphere: (n, d), or (batch, n, d)."""
    found = np.random.default_rng(seed).normal(size=(n, d) if batch is None else (batch, n, d))
    unit: Array = found / np.linalg.norm(found, axis=-1, keepdims=True)
    return unit


def _transposed(system: System, x: Array) -> Array:
    """(B, d, d): the transpose of the matrix M = beta V S A^T that moves all tokens of a linear system."""
    one = len(x) == 1  # then S is a symmetric product, which takes half the time
    second = (x[0].T @ x[0])[None] if one else np.matmul(np.swapaxes(x, 1, 2), x)
    found = np.matmul(np.matmul(system.A, second), np.swapaxes(system.V, -1, -2))
    return np.asarray(found * (_scalars(system.beta) / x.shape[1]))


# the weighted means of all tokens that tokens (B, n, d) of unit length see


def _exponential(system: System, x: Array) -> Array:
    """Softmax, and usa in its unit of time."""
    if x.shape[1] <= DENSE and system.method in ("auto", "direct") and system.device == "cpu":
        queries = _queries(system, x)
        return np.concatenate([_dense(system, queries[rows], x[rows]) for rows in _pieces(x)])
    if len(x) == 1:
        return _of_one(system.take(0), x[0])[None]
    return np.stack([_of_one(system.take(at), x[at]) for at in range(len(x))])


def _queries(system: System, x: Array) -> Array:
    """beta A^T x_k, whose product with x_j is the score of k and j."""
    found: Array = np.matmul(x, system.A) * _scalars(system.beta)
    return found


def _dense(system: System, queries: Array, x: Array) -> Array:
    scores = np.matmul(queries, np.swapaxes(x, 1, 2))
    top = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - top)
    if system.model == "softmax":
        weights /= weights.sum(axis=-1, keepdims=True)
    else:
        weights *= np.exp(top - system.log_unit) / x.shape[1]
    found: Array = np.matmul(weights, x)
    return found


def _of_one(system: System, x: Array) -> Array:
    """(n, d): the means of one system."""
    from verify.attention import circle, softmax

    if system.device == "cpu" and (
        system.method == "circle" or (system.method == "auto" and x.shape[1] == 2 and len(x) >= SMOOTH_FROM)
    ):
        total, moment, shift = circle.sums(system.beta * system.A.T, x)
    elif system.model == "softmax" and (system.method == "fused" or system.device != "cpu"):
        return softmax.fused_averages(_queries(system, x), x, system.device)
    elif system.device != "cpu":
        total, moment, shift = softmax.sums_on(_queries(system, x), x, system.device)
    else:
        total, moment, shift = softmax.sums(_queries(system, x), x)
    if system.model == "softmax":
        moment /= total[:, None]
    else:
        moment *= (np.exp(shift - system.log_unit) / len(x))[:, None]
    return moment


def _hardmax(system: System, x: Array) -> Array:
    """The token of the largest score of each; where there are several, their mean or NaN."""
    from verify.attention import softmax

    queries = np.matmul(x, system.A)
    if x.shape[1] < TREE_FROM or x.shape[2] > 3:
        count, mean = softmax.largest_scores_of_each(queries, x)
    else:
        found = [_nearest(queries[at], x[at]) for at in range(len(x))]
        count, mean = (np.stack(each) for each in zip(*found, strict=True))
    return np.where((count > 1)[..., None], np.nan, mean) if system.ties == "undefined" else np.asarray(mean)


def _nearest(queries: Array, x: Array) -> tuple[Any, Array]:
    """How many tokens share the largest score (n,), and their mean (n, d): on the sphere, the nearest ones."""
    from scipy.spatial import cKDTree

    from verify.attention import softmax

    size = np.linalg.norm(queries, axis=1, keepdims=True)
    _, near = cKDTree(x).query(queries / np.where(size > 0, size, 1.0), k=2)
    scores = np.einsum("ni,nki->nk", queries, x[near])
    close = np.flatnonzero(scores[:, 0] - scores[:, 1] <= 8 * np.finfo(float).eps * size[:, 0])  # rounding decides
    mean, count = x[near[:, 0]], np.ones(len(x), dtype=np.int64)
    _, count[close], mean[close] = softmax.largest_scores(queries[close], x)
    return count, mean


_MEANS: dict[str, Callable[[System, Array], Array]] = {
    "softmax": _exponential,
    "usa": _exponential,
    "hardmax": _hardmax,
}


def _scalars(beta: Array) -> Array:
    """beta, to be multiplied with (B, n, d)."""
    return beta[:, None, None] if beta.ndim else beta


def _pieces(x: Array) -> Iterator[slice]:
    """Runs of systems with at most PAIRS pairs of tokens."""
    rows = max(1, PAIRS // x.shape[1] ** 2)
    return (slice(i, i + rows) for i in range(0, len(x), rows))


# simulation


@dataclass(frozen=True)
class Trajectory:
    """What a simulation found.

    Attributes:
        times: (T,), the times that were reached.
        tokens: (T, n, d), or (T, B, n, d) in a batch: unit vectors.
        steps, rejected: of the integrator, (B,).
        complete: False after an interruption; the rest is what had been computed by then.
    """

    times: Array
    tokens: Array
    steps: NDArray[np.int64]
    rejected: NDArray[np.int64]
    complete: bool


def simulate(system: System, tokens: Any, times: Sequence[float], **options: Any) -> Trajectory:
    """The tokens at `times`, the first of which is the start; options as for `snapshots`.

    Ctrl-C ends it early with what has been computed.

    Raises:
        BadSystem, ValueError, BlowUp: as `snapshots`.
    """
    state, alone = system._tokens(tokens)
    count, done = len(times), 0
    states = np.empty((count, *state.shape[1:]) if alone else (count, *state.shape))
    reached = np.empty(count)
    steps = rejected = np.zeros(len(state), dtype=np.int64)
    try:
        for each in snapshots(system, state, times, **options):
            states[done], reached[done] = (each.state[0] if alone else each.state), each.time
            steps, rejected, done = each.steps, each.rejected, done + 1
    except KeyboardInterrupt:
        if not done:
            raise
    return Trajectory(reached[:done], states[:done], steps, rejected, done == count)


def snapshots(
    system: System,
    tokens: Any,
    times: Sequence[float],
    *,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    max_steps: int = 1_000_000,
    progress: Callable[[float], Any] | None = None,
) -> Iterator[Snapshot]:
    """The states (B, n, d) at `times`, one after the other; B is 1 without a batch.

    Each system has steps of its own; the error of a step is that of its worst token. Tokens are scaled to unit length
    at the start and after each step, in which their fields, being tangent, change it by no more than the tolerance.

    Args:
        tokens: (n, d) or (B, n, d).
        times: increasing (or decreasing); the first is that of `tokens`.
        rtol, atol, max_steps, progress: as for `integrate`.

    Raises:
        BadSystem: what does not fit, or does not fit into memory: before anything is computed.
        ValueError: times or tolerances make no sense.
        BlowUp: a rate or a state is not finite, or steps vanish; names the step.
    """
    state, _ = system._tokens(tokens)
    require_memory(system.model, *state.shape)

    def rate(y: Array, which: NDArray[np.intp]) -> Array:
        return (system if system.batch is None else system.take(which))._field(y)

    start = np.array(state, dtype=float)
    _to_sphere(start, start)
    return integrate(
        rate,
        start,
        times,
        rtol=rtol,
        atol=atol,
        longest=system.longest_step(),
        max_steps=max_steps,
        project=_to_sphere,
        progress=progress,
    )


def _to_sphere(tokens: Array, _: Array) -> None:
    tokens /= np.sqrt(np.einsum("bni,bni->bn", tokens, tokens))[..., None]


def require_memory(model: str, batch: int, n: int, d: int, available: int | None = None) -> None:
    """Refuse a simulation that does not fit into memory.

    Args:
        available: bytes; by default what the machine has free.

    Raises:
        BadSystem: how much it would need, and which method fits.
    """
    needed = STAGES * batch * n * d * 8
    free = _free_memory() if available is None else available
    if needed > free:
        way = "fewer systems at a time" if batch > 1 else f"at most {_rounded(free // (STAGES * d * 8)):,} tokens"
        if model == "linear":
            way = f"verify.attention.reductions.cocycle (one {d} x {d} matrix), or {way}"
        elif d == 2:
            way = f"verify.attention.meanfield (n = oo), or {way}"
        raise BadSystem(
            f"n: {batch} x {n} tokens in R^{d} need {needed / 1e9:.3g} GB, {free / 1e9:.3g} GB are free; use {way}"
        )


def _rounded(count: int) -> int:
    """Its two leading digits."""
    unit: int = 10 ** max(0, len(str(count)) - 2)
    return count // unit * unit


def _free_memory() -> int:
    """Bytes; a large number where the system does not say."""
    names = getattr(os, "sysconf_names", {})
    if "SC_AVPHYS_PAGES" not in names:
        return 2**62
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            found = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.startswith("MemAvailable")}
    except OSError:
        found = {}
    return found.get("MemAvailable", 0) * 1024 or os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


# checks


def _known(name: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise BadSystem(f"{name}: one of {', '.join(allowed)} is needed; found {value!r}")


def _reals(name: str, value: Any) -> Array:
    try:
        found = np.asarray(value)
        if np.iscomplexobj(found):
            raise TypeError("found complex ones")
        return found.astype(float, copy=False)
    except (TypeError, ValueError) as error:
        raise BadSystem(f"{name}: real numbers in a regular array are needed; {error}") from None


def _finite(name: str, values: Array) -> None:
    if not np.isfinite(values).all():
        raise BadSystem(f"{name}: finite numbers are needed; found {values[~np.isfinite(values)].flat[0]}")


def _numbers(name: str, value: Any) -> Array:
    found = _reals(name, value).copy()
    _finite(name, found)
    return found


def _matrix(name: str, value: Any) -> Array:
    found = _numbers(name, value)
    if found.ndim not in (2, 3) or found.shape[-1] != found.shape[-2] or not found.size:
        raise BadSystem(f"{name}: a square matrix, or a batch of them, is needed; found the shape {found.shape}")
    return found


def _require_device(device: str) -> None:
    if device == "cpu":
        return
    import torch

    try:
        torch.empty(0, dtype=torch.float64, device=device)
    except (RuntimeError, AssertionError, TypeError) as error:
        reason = str(error).splitlines()[0]
        raise BadSystem(f"device: {device} is not there ({reason}); use cpu") from None
