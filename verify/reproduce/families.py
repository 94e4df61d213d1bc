"""How far the headline is from the truth: several starts and matrices, on the circle and on S^2.

On the circle the mean field is solved on adaptive cells; larger cells show the error. On S^2 tokens on lattices
stand for it, turned and shifted at random: the mean and its standard error over several of them, and half as many
tokens beside. A family is a start and two matrices; everything that is proved of it is computed from the same data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.attention import concentration
from verify.attention.concentration import Setting
from verify.reproduce.drawing import Curve, Panel, draw
from verify.reproduce.figure import Asked, Figure, Table

__all__ = ["Part", "Spherical", "bound_circle", "bound_sphere", "bump", "circle", "lattice", "on_sphere", "sphere"]

Array = NDArray[np.float64]

# the circle


def bump(weight: float, angle: float, kappa: float) -> tuple[tuple[int, float, float], ...]:
    """Waves of weight times the von Mises density around an angle, beside the uniform one; to 16 digits."""
    from scipy.special import ive

    found = []
    for k in range(1, 200):
        size = float(2 * weight * ive(k, kappa) / ive(0, kappa))
        if size < 1e-17:
            break
        found.append((k, size * math.cos(k * angle), size * math.sin(k * angle)))
    return tuple(found)


def added(*parts: tuple[tuple[int, float, float], ...]) -> tuple[tuple[int, float, float], ...]:
    """Sums of waves."""
    total: dict[int, tuple[float, float]] = {}
    for k, a, b in (each for part in parts for each in part):
        before = total.get(k, (0.0, 0.0))
        total[k] = (before[0] + a, before[1] + b)
    return tuple((k, *total[k]) for k in sorted(total))


def _diagonal(first: float, second: float) -> tuple[tuple[float, float], ...]:
    return ((first, 0.0), (0.0, second))


GROUPS = ("starts, M = I, V = diag(1, 0)", "gaps of V, M = I", "M ≠ I; M, V, start")


@lru_cache(maxsize=1)
def circle() -> tuple[tuple[str, str, Setting], ...]:
    """(group, label, setting) of each family on the circle."""
    smooth = Setting("smooth", _diagonal(1, 1), _diagonal(1, 0))
    starts = (
        smooth,
        replace(smooth, name="jump, 3 to 1", waves=(), half=(1.0, 0.5)),
        replace(smooth, name="narrow", waves=bump(0.9, 1.2, 20.0)),
        replace(smooth, name="two bumps", waves=added(bump(0.55, 0.8, 8.0), bump(0.35, 3.6, 8.0))),
    )
    two: dict[str, Any] = {"M": _diagonal(2, 1), "V": _diagonal(1.5, 1)}
    three: dict[str, Any] = {"M": _diagonal(3, 0.5), "V": _diagonal(1, 1.5)}
    slow, fast = (replace(smooth, V=_diagonal(1, low)) for low in (0.5, -1.0))
    return (
        *((GROUPS[0], each.name, each) for each in starts),
        (GROUPS[1], "V = diag(1, 1/2), gap 1/2", slow),
        (GROUPS[1], "V = diag(1, −1), gap 2", fast),
        (GROUPS[2], "diag(2, 1), diag(3/2, 1), smooth", replace(smooth, **two)),
        (GROUPS[2], "diag(2, 1), diag(3/2, 1), narrow", replace(starts[2], **two)),
        (GROUPS[2], "diag(3, 1/2), diag(1, 3/2), smooth", replace(smooth, **three)),
        (GROUPS[2], "diag(3, 1/2), diag(1, 3/2), jump", replace(starts[1], **three)),
    )


def moments(setting: Setting, beta: float, steps: int = 24) -> list[float]:
    """Times (24 and t = 1) at which the least distance is looked for, up to when a tangent has died.

    That is (log beta + 5) s1/gap where V holds the clusters; where it turns them away the least is earlier.
    """
    more = 5 if holds(setting) else 2
    size = float(np.linalg.norm(setting.M, 2))
    end = (math.log(beta) + more) * size / float(np.ptp(setting.spectrum[0]))
    return sorted({1.0, *(round(end * k / steps, 6) for k in range(steps + 1))})


def holds(setting: Setting) -> bool:
    """Whether V keeps clusters at e_1 and -e_1, for diagonal matrices and low temperatures."""
    return setting.V[0][0] >= setting.V[1][1]


CELLS = (0.5, 0.25)
"""How fine, and how fine to see the error."""


@dataclass(frozen=True)
class Measured:
    """W_2 at times (k,), its error, and what is proved there: by the mean field's headline, and by that of tokens.

    Attributes:
        tokens: NaN where M is not the identity.
    """

    times: Sequence[float]
    distance: Array
    error: Array
    field: Array
    tokens: Array

    @property
    def least(self) -> int:
        return int(self.distance.argmin())

    @property
    def best(self) -> float:
        """The least value of the better bound."""
        return float(np.fmin(self.field, self.tokens).min())

    @property
    def ratio(self) -> float:
        return self.best / float(self.distance.min())

    def row(self) -> tuple[float, ...]:
        """Least distance, error, time; least bound and its ratio to that, for both headlines."""
        at, low = self.least, float(self.distance.min())
        found = [low, float(self.error[at]), float(self.times[at])]
        for proved in (self.field, self.tokens):
            found += [float(proved.min()), float(proved.min()) / low]
        return tuple(found)


COLUMNS = ("least_W2", "error", "time", "mean_field_bound", "ratio", "tokens_bound", "tokens_ratio")


def _proved(M: Any, V: Any, beta: float, times: Sequence[float], low: float, high: float) -> tuple[Array, Array]:
    field = concentration.headline(M, V, beta, times, low, high)
    if not np.array_equal(np.asarray(M), np.eye(len(M))):
        return field, np.full(len(times), np.nan)
    return field, concentration.headline_of_tokens(M, V, beta, times, high)


def measure_circle(setting: Setting, beta: float, quick: bool = False) -> tuple[Measured, tuple[float, ...]]:
    """What is measured and proved, and at t = 1: largest and mean square angle to temperature zero, beside bounds."""
    times = moments(setting, beta)
    times = [t for t in times if t <= 2] if quick else times
    fine, coarse = (concentration.states(setting, beta, times, each) for each in CELLS)
    value, other = (concentration.distances(setting, each) for each in (fine, coarse))
    low, high = (2 * np.pi * each for each in setting.extremes)
    found = Measured(times, value, np.abs(value - other), *_proved(setting.M, setting.V, beta, times, low, high))
    root, largest = concentration.deviation(setting, fine[times.index(1.0)])
    neutral = np.array_equal(np.asarray(setting.M), np.eye(2))
    sure = float(concentration.parted_tokens(setting.V, beta, [1.0])[0]) if neutral else math.nan
    return found, (largest, float(concentration.parted(setting.M, setting.V, beta, [1.0], low)[0]), root, sure)


def bound_circle(asked: Asked) -> Figure:
    """The least distance over time beside the least bound, for families on the circle."""
    betas = (10.0, 100.0) if asked.quick else (1.0, 10.0, 100.0, 1e3, 1e4)
    families = circle()[:2] if asked.quick else circle()
    rows, parted, ratios, worst = [], [], [], 0.0
    curves: dict[str, list[Curve]] = {}
    for group, label, setting in families:
        found: list[Measured] = []
        for beta in betas:
            asked.tell(f"{group}: {label}, β = {beta:g}")
            measured, apart = measure_circle(setting, beta, asked.quick)
            found.append(measured)
            worst = max(worst, float((measured.error / measured.distance)[measured.least]))
            floor = setting.floor / math.sqrt(beta)
            rows.append((group, label, beta, *measured.row(), floor))
            parted.append((group, label, beta, *apart))
        ratios.append(found[-1].ratio)
        _add(curves.setdefault(group, []), label, betas, found)
    caption = (
        "Marks: least W₂ over time of the mean field to its push-forward; bare lines of the same colour: the least "
        "value over time of the better of the two headlines (2 is the diameter). Starts: (1 + cos θ/2 + 2 sin "
        "θ/5)/2π; a density that jumps from 3 to 1; nine tenths of a von Mises density (κ = 20) around 1.2, one tenth "
        "uniform; two of them (κ = 8) around 0.8 and 3.6, one tenth uniform. At the largest β the bound is "
        f"{min(ratios):.3g} to {max(ratios):.3g} times the least distance. That of the jump with M = I still falls at "
        "the last time, for its density is flat at the equator: next to nothing crosses there. Where V = diag(1, 3/2) "
        f"the clusters leave. Solver tolerance {concentration.TOLERANCE:g}; cells twice as large move the least "
        f"distance by at most {worst:.1e} of it."
    )
    names = ("group", "family", "beta")
    tables = {
        "": Table.of((*names, *COLUMNS, "floor_on_paper"), rows),
        "partners": Table.of((*names, "largest_angle_t1", "mean_field_bound", "rms_angle_t1", "tokens_bound"), parted),
    }
    panels = _panels(curves, (5e-4, 2.4))
    return Figure("bound-circle", "Bound and truth on the circle", caption, draw(panels, 3, (250, 250)), tables, CLAIMS)


CLAIMS = ("low_temperature.headline.sharp", "low_temperature.headline.tokens", "low_temperature.scaling.least-distance")


def _add(parts: list[Curve], label: str, betas: Sequence[float], found: Sequence[Measured]) -> None:
    """Truth with marks, the better bound without, in the next style."""
    style = len(parts) // 2
    values, errors = zip(*((each.row()[0], 3 * each.row()[1]) for each in found), strict=True)
    parts.append(Curve(betas, values, label, style, mark="*", error=errors))
    parts.append(Curve(betas, [each.best for each in found], "", style, width=1.1))


def _panels(curves: dict[str, list[Curve]], y: tuple[float, float]) -> list[Panel]:
    return [
        Panel(parts, group, "β", "min over t of W₂", None, y, log_x=True, log_y=True, ahead=True)
        for group, parts in curves.items()
    ]


# S^2


@dataclass(frozen=True)
class Part:
    """A share of the tokens of S^2, symmetric about a direction.

    Attributes:
        weight: its share.
        axis: the direction (any length).
        kind: "even"; "tilt": density 1 + z/2, z the cosine to the axis; "jump": 3/2 where z > 0 and 1/2 where z < 0;
            "bump": von Mises-Fisher with `kappa`.
    """

    weight: float
    axis: tuple[float, float, float]
    kind: str
    kappa: float = 0.0

    def cosines(self, level: Array) -> Array:
        """Quantiles of z."""
        if self.kind == "tilt":
            return np.sqrt(0.25 + 2 * level) * 2 - 2
        if self.kind == "jump":
            return np.where(level < 0.25, 4 * level - 1, (4 * level - 1) / 3)
        if self.kind == "bump":
            return np.asarray(1 + np.log(level + (1 - level) * math.exp(-2 * self.kappa)) / self.kappa)
        return 2 * level - 1

    def density(self, z: Array) -> Array:
        """Relative to the uniform one."""
        if self.kind == "tilt":
            return 1 + z / 2
        if self.kind == "jump":
            return 1 + np.sign(z) / 2
        if self.kind == "bump":
            return np.asarray(2 * self.kappa * np.exp(self.kappa * (z - 1)) / -math.expm1(-2 * self.kappa))
        return np.ones_like(z)


Start = tuple[Part, ...]


def lattice(start: Start, n: int, rng: np.random.Generator | None = None) -> Array:
    """n points (n, 3) of a start: quantiles of the cosine, golden angles apart; turned and shifted at random."""
    found, left = [], n
    for at, part in enumerate(start):
        count = left if at == len(start) - 1 else round(part.weight * n)
        left -= count
        shift, turned = (0.5, 0.0) if rng is None else (rng.uniform(), rng.uniform(0, 2 * np.pi))
        z = part.cosines((np.arange(count) + shift) / count)
        turn = turned + np.pi * (3 - np.sqrt(5)) * np.arange(count)
        flat = np.sqrt(np.maximum(0, 1 - z**2))
        axis = np.asarray(part.axis, dtype=float)
        frame = np.linalg.qr(np.column_stack([axis, np.eye(3)]))[0]
        frame = frame * np.sign(frame[:, 0] @ axis)
        found.append(np.column_stack([z, flat * np.cos(turn), flat * np.sin(turn)]) @ frame.T)
    return np.concatenate(found)


def extremes(start: Start) -> tuple[float, float]:
    """The least and the largest density relative to the uniform one, over 40,000 points and the axes."""
    axes = [np.asarray(part.axis, dtype=float) / np.linalg.norm(part.axis) for part in start]
    x = np.concatenate([lattice((Part(1.0, (0.0, 0.0, 1.0), "even"),), 40_000), axes, [-each for each in axes]])
    total = sum(part.weight * part.density(x @ axis) for part, axis in zip(start, axes, strict=True))
    return float(np.min(total)), float(np.max(total))


@dataclass(frozen=True)
class Spherical:
    """A start and diagonal matrices (three entries each) for which e = e_1."""

    start: Start
    M: tuple[float, float, float]
    V: tuple[float, float, float]


EVEN = Part(0.1, (0, 0, 1), "even")
SMOOTH: Start = (Part(1.0, (5, 4, 3), "tilt"),)
STARTS: dict[str, Start] = {
    "smooth": SMOOTH,
    "jump, 3 to 1": (Part(1.0, (5, 4, 3), "jump"),),
    "narrow": (EVEN, Part(0.9, (0.4, 0.9, 0.3), "bump", 20.0)),
    "two bumps": (EVEN, Part(0.55, (0.7, 0.7, 0.1), "bump", 8.0), Part(0.35, (-0.8, -0.4, 0.4), "bump", 8.0)),
}


@lru_cache(maxsize=1)
def sphere() -> tuple[tuple[str, str, Spherical], ...]:
    """(group, label, family) of each family on S^2."""
    first, ones = "starts, M = I, V = diag(1, 0, 0)", (1.0, 1.0, 1.0)
    return (
        *((first, name, Spherical(each, ones, (1, 0, 0))) for name, each in STARTS.items()),
        ("matrices, smooth start", "I, diag(1, 1/2, 0)", Spherical(SMOOTH, ones, (1, 0.5, 0))),
        ("matrices, smooth start", "diag(2, 1, 1), diag(3/2, 1, 1/2)", Spherical(SMOOTH, (2, 1, 1), (1.5, 1, 0.5))),
        (
            "matrices, smooth start",
            "diag(3, 1/2, 1/2), diag(1, 3/2, 1/2)",
            Spherical(SMOOTH, (3, 0.5, 0.5), (1, 1.5, 0.5)),
        ),
    )


SEEDS = 3
UNTIL = 14
"""Times on S^2: 0, 1, ..., up to this one."""


@lru_cache(maxsize=256)
def on_sphere(family: Spherical, beta: float, n: int, times: tuple[float, ...], seed: int, draws: int) -> Array:
    """W_2 (draws, k) of n tokens at the times to the push-forward of the same tokens under x -> sign(x_1) e_1."""
    from verify.attention.systems import System, simulate
    from verify.attention.transport import two_atoms

    rng, found = np.random.default_rng([seed, n, round(beta)]), []
    system = System.of("softmax", np.diag(family.M), np.diag(family.V), beta)
    for _ in range(draws):
        start = lattice(family.start, n, rng)
        run = simulate(system, start, times, rtol=1e-4, atol=1e-6)
        mass = float(np.mean(start[:, 0] > 0))
        found.append([two_atoms(x, [[1.0, 0, 0], [-1.0, 0, 0]], mass) for x in run.tokens])
    return np.array(found)


def measure_sphere(
    family: Spherical, beta: float, n: int, times: Sequence[float], seed: int, draws: int = SEEDS
) -> Measured:
    """The mean over lattices with its standard error, beside the bounds for the density from which they are taken."""
    values = on_sphere(family, beta, n, tuple(times), seed, draws)
    proved = _proved(np.diag(family.M), np.diag(family.V), beta, times, *extremes(family.start))
    return Measured(times, values.mean(axis=0), values.std(axis=0, ddof=1) / math.sqrt(draws), *proved)


def tokens(quick: bool) -> int:
    return 60 if quick else 2000


def whole_times(quick: bool) -> list[float]:
    return [float(t) for t in range(4 if quick else UNTIL + 1)]


def bound_sphere(asked: Asked) -> Figure:
    """The same on S^2."""
    betas = (10.0, 100.0) if asked.quick else (1.0, 10.0, 100.0, 1e3)
    rows, worst, n = [], 0.0, tokens(asked.quick)
    astray = 2 / math.sqrt(n)
    curves: dict[str, list[Curve]] = {}
    for group, label, family in sphere()[:2] if asked.quick else sphere():
        found = []
        for beta in betas:
            asked.tell(f"{group}: {label}, β = {beta:g}, {n} tokens")
            times = whole_times(asked.quick)
            measured, half = (measure_sphere(family, beta, count, times, asked.seed) for count in (n, n // 2))
            found.append(measured)
            least = float(measured.distance.min())
            moved = float(half.distance.min()) - least
            worst = max(worst, abs(moved) if least > astray else 0.0)
            rows.append((group, label, beta, n, *measured.row(), moved))
        _add(curves.setdefault(group, []), label, betas, found)
    caption = (
        f"{n} tokens on S², {SEEDS} lattices of the density, turned and shifted at random. Marks: the least over time "
        "of the mean W₂ to the push-forward of the same tokens, bars three standard errors; bare lines: the least "
        "value of the better headline; grey: 2/√n, what one token on the wrong side costs. Below it no token went "
        "astray, and nothing is said of the mean field. Starts: 1 + <x, w>/2, w along (5, 4, 3); 3 to 1 across the "
        "plane at right angles to w; von Mises-Fisher bumps (κ = 20, and two with κ = 8) with one tenth uniform. Half "
        f"as many tokens move what is above the grey line by at most {worst:.2g}: what is left of the lattice, which "
        "the bars do not show."
    )
    for parts in curves.values():
        parts.append(Curve(betas, np.full(len(betas), astray), "one token astray", 7))
    names = ("group", "family", "beta", "tokens")
    table = Table.of((*names, *COLUMNS, "moved_by_half_the_tokens"), rows)
    panels = _panels(curves, (1e-2, 2.4))
    return Figure(
        "bound-sphere", "Bound and truth on S²", caption, draw(panels, 2, (330, 250)), {"": table}, CLAIMS[:2]
    )
