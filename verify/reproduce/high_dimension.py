"""Figures of linear self-attention beyond the plane: d = 100, n = 200, beside softmax and unnormalised softmax.

Where the plane predicts something it is drawn beside: Re and Im of eigenvalues of V as speeds, |v11| = |v12| as the
bifurcation, the Ott-Antonsen orbit for tokens near a plane. For linear attention the limit n = oo is drawn where it is
needed: the angular central Gaussian law that a matrix of the group moves (`verify.attention.reductions.cocycle`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.attention.reductions import cocycle, moment_of_gaussian, ott_antonsen, poisson_quantiles
from verify.attention.systems import System, random_tokens, snapshots
from verify.reproduce.drawing import Curve, Panel, Rule, draw
from verify.reproduce.figure import Asked, Figure, Table
from verify.simulate import order_parameters

__all__ = ["bifurcation", "clustering", "counts", "near_uniform", "oscillation", "rotating"]

Array = NDArray[np.float64]

MODELS = ("linear", "softmax", "usa")
NAMES = {"linear": "linear", "softmax": "softmax", "usa": "unnormalised softmax"}
LEVELS = 41
FLAT = 3e-4
"""Less than a tenth of a pixel in a picture of `clustering`."""
RTOL, FINER = 1e-6, 1e-9
"""Relative tolerances: of the runs, and of those that are repeated to see the error."""


@dataclass(frozen=True)
class Size:
    """How large: d, n, how many seeds."""

    dim: int
    tokens: int
    seeds: int

    @staticmethod
    def of(asked: Asked, seeds: int) -> Size:
        return Size(12, 24, 2) if asked.quick else Size(100, 200, seeds)


@dataclass(frozen=True)
class Followed:
    """Order parameters over `times`, by name, and the tokens at the end."""

    times: Array
    order: dict[str, Array]
    axes: Array
    last: Array

    @property
    def gathered(self) -> str:
        """How it ended: see `_gathered`."""
        return _gathered({name: values[-1] for name, values in self.order.items()})


def near_uniform(n: int, d: int, seed: int, noise: float = 0.01) -> Array:
    """Tokens (n, d) with S = I/d but for the noise: the vectors of random orthonormal bases with random signs, n/d of
    them, moved by normal numbers of this standard deviation in each coordinate and put back on the sphere."""
    rng = np.random.default_rng([seed, 1])
    bases = [np.linalg.qr(rng.standard_normal((d, d)))[0].T for _ in range(-(-n // d))]
    found = np.concatenate(bases)[:n] * rng.choice([-1.0, 1.0], (n, 1)) + noise * rng.standard_normal((n, d))
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def follow(system: System, tokens: Array, times: Array, rtol: float = RTOL) -> Followed:
    """Simulate and keep the order parameters, and the leading axis of S, at the times."""
    rows, axes = [], []
    last = tokens
    for each in snapshots(system, tokens, times.tolist(), rtol=rtol, atol=rtol / 100):
        last = each.state[0]
        rows.append(order_parameters(last))
        axes.append(np.linalg.svd(last, full_matrices=False)[2][0])
    return Followed(times, {name: np.array([row[name] for row in rows]) for name in rows[0]}, np.array(axes), last)


def _error(run: Followed, system: System, tokens: Array) -> float:
    """How much mean cos^2 moves, at most, with steps at most half as long and the tolerance FINER."""
    times = np.linspace(run.times[0], run.times[-1], 2 * len(run.times) - 1)  # a step ends at each of them
    finer = follow(system, tokens, times, FINER).order["mean_squared_cosine"][::2]
    return float(np.abs(run.order["mean_squared_cosine"] - finer).max())


def _matrices(case: str, d: int, seed: int) -> tuple[Array, Array]:
    """(A, V) of a case: "value" has V = I and A = G G^T + I/5; "score" A = I and V symmetric; "both" A = V = I."""
    G = np.random.default_rng([seed, 2]).standard_normal((d, d)) / np.sqrt(d)
    if case == "value":
        return G @ G.T + 0.2 * np.eye(d), np.eye(d)
    return np.eye(d), (G + G.T) / np.sqrt(2) if case == "score" else np.eye(d)


def clustering(asked: Asked) -> Figure:
    """Mean cosine, its square and the leading eigenvalues of S, for V = I and for A = I, all three models."""
    size = Size.of(asked, 5)
    d, n = size.dim, size.tokens
    times = np.linspace(0, 40, 81)
    rows: list[tuple[Any, ...]] = []
    panels, ends, worst = [], [], 0.0
    for case, title in (("value", "V = I, A = GGᵀ + I/5"), ("score", "A = I, V symmetric Gaussian")):
        parts: dict[str, list[Curve]] = {"mean_cosine": [], "mean_squared_cosine": [], "eigenvalues": []}
        for model in MODELS:
            asked.tell(f"{title}, {NAMES[model]}")
            for start in ("random", "near uniform"):
                for seed in range(size.seeds):
                    asked.tell(f"{title}, {NAMES[model]}, {start}, seed {seed}")
                    A, V = _matrices(case, d, asked.seed + seed)
                    x = _start(start, n, d, asked.seed + seed)
                    system = System.of(model, A, V)
                    run = follow(system, x, times)
                    if seed == 0:
                        worst = max(worst, _error(run, system, x))
                    rows += _rows(run, case, model, start, seed)
                    overlap = abs(float(np.linalg.eigh(V)[1][:, -1] @ run.axes[-1]))
                    end = run.gathered
                    ends.append(
                        (case, model, start, seed, end, run.order["R1"][-1], overlap if case == "score" else "-")
                    )
                    for name, into in parts.items():
                        y = run.order[name] if name != "eigenvalues" else run.order[name][:, 0]
                        label = f"{NAMES[model]}, {start}" if seed == 0 and name == "mean_cosine" else ""
                        into.append(_thin(times, y, label, MODELS.index(model), start))
        shown = (("mean_cosine", "mean cosine"), ("mean_squared_cosine", "mean cos²"), ("eigenvalues", "λ₁ of S"))
        panels += [
            Panel(parts[name], title if at == 1 else "", "time", word, (0, 40), (-0.02, 1.04))
            for at, (name, word) in enumerate(shown)
        ]
    linear = [end for end in ends if end[1] == "linear"]
    two = sum(end[4] == "two points" for end in linear)
    others = [end for end in ends if end[1] != "linear"]
    one = sum(end[4] == "one point" for end in others)
    top = min(end[6] for end in linear if end[0] == "score")
    caption = (
        f"d = {d}, n = {n}, β = 1, seeds {asked.seed} to {asked.seed + size.seeds - 1} (matrices and tokens), from "
        "uniform tokens and from near-uniform ones (random orthonormal bases with noise 0.01): by t = 40 linear "
        f"attention is in two opposite points in {two} of {len(linear)} runs, softmax and unnormalised softmax in one "
        f"point in {one} of {len(others)}. With A = I the axis of linear attention nears the leading eigenvector of "
        f"V, as in the plane (cosine at least {top:.3f} by then). Tolerance {RTOL:g} per step; with {FINER:g} and half "
        f"the steps the mean cos² of seed {asked.seed} moves by at most {worst:.1e}."
    )
    return Figure(
        "clustering",
        "Clustering in high dimension",
        caption,
        draw(panels, 3, (250, 190), _title("Clustering", d, n), shared=True),
        {
            "": Table.of(
                ("case", "model", "start", "seed", "time", "mean_cosine", "mean_squared_cosine", "lambda1", "lambda2"),
                rows,
            ),
            "ends": Table.of(
                ("case", "model", "start", "seed", "end", "R1", "overlap_with_top_eigenvector_of_V"), ends
            ),
        },
        ("linear.projective-flow", "linear.trace-ascent", "linear.trace-gradient"),
    )


def _thin(times: Array, y: Array, label: str, style: int, start: str) -> Curve:
    """A thin line, without the points between two of nearly the same height."""
    flat = np.abs(np.diff(y)) < FLAT
    kept = np.concatenate([[True], ~(flat[:-1] & flat[1:]), [True]])
    dash = "none" if start == "random" else "3 2"
    return Curve(times[kept], y[kept], label, style, width=1.2, opacity=0.8, dash=dash)


def _start(start: str, n: int, d: int, seed: int) -> Array:
    return random_tokens(n, d, seed) if start == "random" else near_uniform(n, d, seed)


def _rows(run: Followed, *about: Any) -> Iterable[tuple[Any, ...]]:
    o = run.order
    for at, time in enumerate(run.times.tolist()):
        first, second = o["eigenvalues"][at, :2]
        yield (
            *about,
            time,
            float(o["mean_cosine"][at]),
            float(o["mean_squared_cosine"][at]),
            float(first),
            float(second),
        )


GATHERED = ("one point", "two points", "neither")
CASES = {"both": "A = V = I", "value": "V = I, A = GGᵀ + I/5", "score": "A = I, V symmetric"}


def counts(asked: Asked) -> Figure:
    """How many runs end in one point, and how many in two."""
    size = Size.of(asked, 10)
    rows: list[tuple[Any, ...]] = []
    panels = []
    for d, n, time, seeds, group in (
        (2, 50, 40.0 if asked.quick else 200.0, 10 if asked.quick else 200, 200),
        (size.dim, size.tokens, 60.0, size.seeds, 1),
    ):
        here: list[tuple[str, list[str]]] = []
        for case, title in CASES.items():
            for model in MODELS:
                ends: list[str] = []
                for first in range(0, seeds, group):
                    asked.tell(f"d = {d}, {title}, {NAMES[model]}: {first} of {seeds}")
                    some = range(asked.seed + 100 + first, asked.seed + 100 + min(first + group, seeds))
                    ends += _ends(model, case, d, n, time, some)
                here.append((f"{title}: {NAMES[model]}", ends))
                rows.append((d, n, case, model, seeds, *map(ends.count, GATHERED)))
        parts = []
        for k, kind in enumerate(GATHERED):
            shares = [(ends.count(kind) / seeds, len(here) - 1.0 - at) for at, (_, ends) in enumerate(here)]
            x, y = zip(*(each for each in shares if each[0]), strict=True) if any(s for s, _ in shares) else ((), ())
            parts.append(Curve(x, y, kind, k, line=False, mark=("dot", "box", "cross")[k], size=5))
        ticks = [(len(here) - 1.0 - at, name) for at, (name, _) in enumerate(here)]
        panels.append(
            Panel(parts, f"d = {d}, n = {n}", f"share of {seeds} runs", "", (-0.05, 1.05), (-0.6, 8.6), y_ticks=ticks)
        )
    return _counted(asked, rows, panels)


def _ends(model: str, case: str, d: int, n: int, time: float, seeds: Iterable[int]) -> list[str]:
    """Where runs end, one of each seed; V of "score" is drawn again until it has a positive eigenvalue."""
    pairs, tokens = [], []
    for seed in seeds:
        A, V = _matrices(case, d, seed)
        again = seed
        while np.linalg.eigvalsh(V)[-1] <= 0:
            again += 10_000
            A, V = _matrices(case, d, again)
        pairs.append((A, V))
        tokens.append(random_tokens(n, d, seed))
    A, V = (np.stack(each) for each in zip(*pairs, strict=True))
    *_, last = snapshots(System.of(model, A, V), np.stack(tokens), [0.0, time], rtol=RTOL, atol=RTOL / 100)
    return [_gathered(order_parameters(x)) for x in last.state]


def _gathered(order: dict[str, Any]) -> str:
    """To 1e-3: "one point", "two points" (opposite), or "neither"."""
    if order["mean_cosine"] > 1 - 1e-3:
        return "one point"
    return "two points" if order["mean_squared_cosine"] > 1 - 1e-3 else "neither"


def _counted(asked: Asked, rows: list[tuple[Any, ...]], panels: list[Panel]) -> Figure:
    def total(kind: int, model: str, *cases: str, d: int = 0) -> str:
        mine = [row for row in rows if row[3] == model and row[2] in cases and d in (0, row[0])]
        return f"{sum(row[5 + kind] for row in mine)} of {sum(row[4] for row in mine)}"

    caption = (
        f"From independent uniform tokens, β = 1, seeds from {asked.seed + 100} on: linear attention ends in two "
        f"opposite points in {total(1, 'linear', *CASES)} runs. With V = I softmax ends in one point in "
        f"{total(0, 'softmax', 'both', 'value')} and unnormalised softmax in {total(0, 'usa', 'both', 'value')} runs; "
        f"with A = I and V symmetric (largest eigenvalue above 0) in the plane they too keep two opposite points, in "
        f"{total(1, 'softmax', 'score', d=2)} and {total(1, 'usa', 'score', d=2)} runs, not so in high dimension "
        f"({total(1, 'softmax', 'score', d=rows[-1][0])} and {total(1, 'usa', 'score', d=rows[-1][0])}). Read at "
        f"t = {40 if asked.quick else 200} for d = 2 and t = 60 for d = {rows[-1][0]}, to 1e-3 in the mean cosine and "
        f"its square, tolerance {RTOL:g}; what is in neither state then may still arrive later."
    )
    return Figure(
        "counts",
        "One point or two",
        caption,
        draw(panels, 1, (330, 210), "One point, or two opposite ones", shared=True),
        {"": Table.of(("d", "n", "case", "model", "runs", "one_point", "two_points", "neither"), rows)},
        ("linear.score-ascent", "linear.trace-gradient"),
    )


def rotating(asked: Asked) -> Figure:
    """A leading complex pair of V: the cluster turns at the speed that the plane predicts."""
    size = Size.of(asked, 4)
    d, n = size.dim, size.tokens
    V = _blocks([[2, -1], [1, 2]], *([[0.5, -1 - k / 50], [1 + k / 50, 0.5]] for k in range(1, d // 2)))
    times = np.linspace(0, 40, 201)
    speeds = {"linear": 1.0, "softmax": 1.0, "usa": float(np.e)}
    rows: list[tuple[Any, ...]] = []
    gathering, turning, found, ends = [], [], [], []
    worst = 0.0
    for at, model in enumerate(MODELS):
        for seed in range(size.seeds):
            asked.tell(f"{NAMES[model]}, seed {seed}")
            system, x = System.of(model, np.eye(d), V), random_tokens(n, d, asked.seed + seed)
            run = follow(system, x, times)
            if seed == 0:
                worst = max(worst, _error(run, system, x))
            inside = np.linalg.norm(run.axes[:, :2], axis=1)
            angle = np.unwrap(2 * np.arctan2(run.axes[:, 1], run.axes[:, 0])) / 2
            late = times >= 35
            speed = float(np.polyfit(times[late], angle[late], 1)[0])
            ahead = angle - angle[-1] - speeds[model] * (times - times[-1])
            found.append((model, speed))
            ends.append((model, seed, run.gathered, speed, speeds[model], speed - speeds[model], float(inside[-1])))
            label = NAMES[model] if seed == 0 else ""
            gathering.append(Curve(times, run.order["eigenvalues"][:, 0], label, at, width=1.3))
            seen = inside > 0.9
            turning.append(Curve(times[seen], ahead[seen], label, at, width=1.3))
            first = run.order["eigenvalues"][:, 0]
            columns = (times.tolist(), angle.tolist(), inside.tolist(), first.tolist())
            rows += [(model, seed, *values) for values in zip(*columns, strict=True)]
    error = {model: max(abs(s - speeds[model]) for m, s in found if m == model) for model in MODELS}
    caption = (
        f"A = I, V of {d // 2} blocks with the leading pair 2 ± i of eigenvalues and the others 1/2 ± (1 + k/50)i; d "
        f"= {d}, n = {n}, seeds {asked.seed} to {asked.seed + size.seeds - 1}: all tokens gather on one axis (two "
        "opposite points for linear attention, one point for softmax), which turns in the leading plane at β Im λ = "
        "1, for unnormalised softmax at e^β Im λ = e. Fitted speeds on 35 ≤ t ≤ 40 differ from that by at most "
        f"{error['linear']:.1e}, {error['softmax']:.1e} and {error['usa']:.1e}; tolerance {RTOL:g}; with {FINER:g} "
        f"and half the steps mean cos² moves by at most {worst:.1e}."
    )
    panels = [
        Panel(gathering, "all on one axis", "time", "λ₁ of S", (0, 40), (-0.02, 1.04)),
        Panel(turning, "angle of the axis, less the prediction of the plane", "time", "radians", (0, 40)),
    ]
    return Figure(
        "rotating",
        "Rotating clusters in high dimension",
        caption,
        draw(panels, 2, (330, 220), _title("A rotating cluster", d, n)),
        {
            "": Table.of(("model", "seed", "time", "angle_rad", "axis_in_leading_plane", "lambda1"), rows),
            "speeds": Table.of(
                ("model", "seed", "end", "speed_rad_per_time", "predicted", "difference", "axis_in_leading_plane"), ends
            ),
        },
        ("linear.rotating-forward", "linear.score-identity.rotating", "linear.projective-flow"),
    )


def oscillation(asked: Asked) -> Figure:
    """Blocks of Case 4 below the saddle-node: nothing clusters, and a plane that attracts oscillates as d = 2."""
    size = Size.of(asked, 4)
    rows: list[tuple[Any, ...]] = []
    parts = [made(asked, size, rows) for made in (_spread_out, _in_a_plane, _caught)]
    seeds = f"seeds {asked.seed} to {asked.seed + size.seeds - 1}"
    caption = f"A = I, d = {size.dim}, n = {size.tokens}, {seeds}. {' '.join(words for _, words in parts)}"
    return Figure(
        "oscillation",
        "Oscillation in high dimension",
        caption,
        draw([panel for panel, _ in parts], 3, (270, 220), _title("Oscillation", size.dim, size.tokens)),
        {"": Table.of(("panel", "what", "seed", "time", "lambda1", "lambda2"), rows)},
        ("linear.hidden-hamiltonian", "linear.score-identity.periodic", "linear.ott-antonsen"),
    )


def _spread_out(asked: Asked, size: Size, rows: list[tuple[Any, ...]]) -> tuple[Panel, str]:
    """d/2 copies of the block: linear and unnormalised softmax, and the copies beyond the saddle-node."""
    d, n = size.dim, size.tokens
    end = 100.0
    times = np.linspace(0, end, 101)
    parts, seen, worst = [], [], 0.0
    plans = (
        ("linear", (0.5, 1.0), "linear, (½, 1)"),
        ("usa", (0.5, 1.0), "unnormalised, (½, 1)"),
        ("linear", (1.0, 0.5), "linear, (1, ½)"),
    )
    for style, (model, (v11, v12), name) in enumerate(plans):
        V = _blocks(*[_case4(v11, v12)] * (d // 2))
        for seed in range(size.seeds):
            asked.tell(f"copies, {name}, seed {seed}")
            system, x = System.of(model, np.eye(d), V), random_tokens(n, d, asked.seed + seed)
            run = follow(system, x, times)
            if seed == 0 and style == 0:
                worst = _error(run, system, x)
            first = run.order["eigenvalues"][:, 0]
            if style == 0:
                seen += [first.min(), first.max()]
            parts.append(Curve(times, first, name if seed == 0 else "", style, width=1.2))
            rows += _leading(run, "copies", name, seed)
    words = (
        f"Left, V of {d // 2} blocks ((v11, v12), (-v12, -v11)) at (1/2, 1): from uniform tokens λ₁ of S stays "
        f"between {min(seen):.3f} and {max(seen):.3f} up to t = {end:g} and nothing clusters; at (1, 1/2) λ₁ → 1 "
        f"(tolerance {RTOL:g}; with {FINER:g} and half the steps mean cos² moves by at most {worst:.1e})."
    )
    return Panel(parts, "copies of one block", "time", "λ₁ of S", (0, end), (-0.02, 1.04)), words


def _in_a_plane(asked: Asked, size: Size, rows: list[tuple[Any, ...]]) -> tuple[Panel, str]:
    """Tokens near one invariant plane against the Ott-Antonsen orbit of the plane."""
    d, n = size.dim, size.tokens
    block = _case4(0.5, 1.0)
    V = _blocks(*[block] * (d // 2))
    end, noise, w = 25.0, 0.01, 0.3 + 0.0j
    times = np.linspace(0, end, 251)
    orbit = ott_antonsen(System.of("linear", np.eye(2), block), w, times.tolist())
    predicted = (1 + np.abs(orbit.at)) / 2
    rows += [
        ("plane", "Ott-Antonsen", "-", t, y, 1 - y) for t, y in zip(times.tolist(), predicted.tolist(), strict=True)
    ]
    parts, gap = [Curve(times, predicted, "plane, n = ∞ (Ott-Antonsen)", 6, width=3.6, opacity=0.45)], 0.0
    for seed in range(size.seeds):
        asked.tell(f"near a plane, seed {seed}")
        x = np.zeros((n, d))
        x[:, :2] = poisson_quantiles(w, n)
        x += noise / np.sqrt(d) * np.random.default_rng([asked.seed + seed, 3]).standard_normal((n, d))
        run = follow(System.of("linear", np.eye(d), V), x / np.linalg.norm(x, axis=1, keepdims=True), times)
        first = run.order["eigenvalues"][:, 0]
        gap = max(gap, float(np.abs(first - predicted).max()))
        parts.append(Curve(times, first, f"d = {d}" if seed == 0 else "", 0, width=1.2))
        rows += _leading(run, "plane", f"d = {d}", seed)
    words = (
        f"Middle, the same V, tokens at distance about {noise:g} from one block's plane, where they have R₂ = 0.3: λ₁ "
        f"oscillates between {predicted.min():.3f} and {predicted.max():.3f} and follows (1 + |w|)/2 of the "
        f"Ott-Antonsen orbit within {gap:.1e} up to t = {end:g}."
    )
    return Panel(parts, "tokens near one plane", "time", "λ₁ of S", (0, end)), words


def _caught(asked: Asked, size: Size, rows: list[tuple[Any, ...]]) -> tuple[Panel, str]:
    """One block, -3 elsewhere: uniform tokens are drawn to the plane and oscillate there."""
    d, n = size.dim, size.tokens
    V = -3 * np.eye(d)
    V[:2, :2] = _case4(0.5, 1.0)
    beta, end = 10.0, 6.0 if asked.quick else 24.0
    times = np.linspace(0, end, int(10 * end) + 1)
    system = System.of("linear", np.eye(d), V, beta)
    asked.tell("the limit n = ∞")
    moment = moment_of_gaussian(np.eye(d))
    with np.errstate(over="ignore"):  # a product of d large numbers, of which the inverse is taken
        moved = cocycle(system, moment, times.tolist(), rtol=1e-7)
        limit = np.array([np.linalg.eigvalsh(moment(g))[::-1][:2] for g in moved])
    rows += [("caught", "n = oo", "-", t, *pair) for t, pair in zip(times.tolist(), limit.tolist(), strict=True)]
    parts, ends = [], []
    for seed in range(size.seeds):
        asked.tell(f"drawn to a plane, seed {seed}")
        run = follow(system, random_tokens(n, d, asked.seed + seed), times)
        values = run.order["eigenvalues"]
        ends.append(float(values[-1, :2].sum()))
        label = "n = 200" if n == 200 else f"n = {n}"
        parts.append(Curve(times, values[:, :2].sum(axis=1), f"λ₁ + λ₂, {label}" if seed == 0 else "", 1, width=1.0))
        parts.append(Curve(times, values[:, 0], f"λ₁, {label}" if seed == 0 else "", 0, width=1.0))
        rows += _leading(run, "caught", label, seed)
    parts += [
        Curve(times, limit.sum(axis=1), "λ₁ + λ₂, n = ∞", 6, width=2.2, dash="7 3"),
        Curve(times, limit[:, 0], "λ₁, n = ∞", 6, width=2.2),
    ]
    low, high = min(ends), max(ends)
    words = (
        f"Right, one block and -3 elsewhere, β = {beta:g}: uniform tokens are drawn to the plane (λ₁ + λ₂ = {low:.3f} "
        f"to {high:.3f} at t = {end:g}, in the limit n = oo {limit[-1].sum():.3f}) while λ₁ alone goes up and down."
    )
    return Panel(parts, "a plane that attracts", "time", "eigenvalues of S", (0, end), (-0.02, 1.04)), words


def bifurcation(asked: Asked) -> Figure:
    """The saddle-node |v11| = |v12| of the plane is where blocks of it begin to cluster in high dimension."""
    size = Size.of(asked, 3)
    at = (0.5, 1.5) if asked.quick else (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.02, 1.05, 1.1, 1.2, 1.35, 1.5)
    rows: list[tuple[Any, ...]] = []
    panels = []
    wrong = total = 0
    for d in (2, size.dim):
        parts = []
        for style, model in enumerate(("linear", "usa")):
            found = []
            for ratio in at:
                asked.tell(f"d = {d}, {NAMES[model]}, v11/v12 = {ratio:g}")
                V = _blocks(*[_case4(ratio, 1.0)] * (d // 2))
                for seed in range(size.seeds):
                    end = 400.0 if model == "linear" else 100.0
                    times = np.linspace(0, end, LEVELS)
                    x = random_tokens(size.tokens, d, asked.seed + seed)
                    run = follow(System.of(model, np.eye(d), V), x, times)
                    late = run.order["eigenvalues"][times >= end / 2, 0]
                    aside = 0.005 * (seed - 1) + 0.016 * (style - 0.5)
                    found.append((ratio + aside, float(late.min()), float(late.max())))
                    rows.append((d, model, ratio, seed, end, float(late.min()), float(late.max()), run.gathered))
                    total += 1
                    wrong += (run.gathered != "neither") != (ratio > 1)
            x_, low, high = np.array(found).T
            parts.append(
                Curve(x_, (low + high) / 2, NAMES[model], style, line=False, mark="*", error=(high - low) / 2, size=2.6)
            )
        line = Rule(1.0, "saddle-node", vertical=True)
        panels.append(
            Panel([*parts, line], f"d = {d}", "v11/v12", "λ₁ of S, second half of the run", (0.25, 1.55), (-0.02, 1.16))
        )
    d, n = size.dim, size.tokens
    caption = (
        f"A = I, V of blocks ((v11, v12), (-v12, -v11)) with v12 = 1, n = {n}, seeds {asked.seed} to "
        f"{asked.seed + size.seeds - 1}, uniform tokens: bars span λ₁ of S over the second half of a run (linear to t "
        f"= 400, unnormalised softmax to t = 100, read at {LEVELS // 2 + 1} times). All tokens gather on one axis "
        f"(mean cos² > 0.999 at the end) where v11/v12 > 1 and nowhere else in {total - wrong} of {total} runs, in d "
        f"= 2 and d = {d}, as the proved saddle-node |v11| = |v12| of the planar mean field says; tolerance {RTOL:g}."
    )
    return Figure(
        "bifurcation",
        "The bifurcation persists",
        caption,
        draw(panels, 2, (330, 230), "The saddle-node in the plane and in high dimension"),
        {
            "": Table.of(
                ("d", "model", "v11_over_v12", "seed", "end_time", "lambda1_least", "lambda1_most", "end"), rows
            )
        },
        ("linear.case4-saddle-node", "linear.hidden-hamiltonian", "linear.score-identity.clustering"),
    )


def _case4(v11: float, v12: float) -> list[list[float]]:
    return [[v11, v12], [-v12, -v11]]


def _leading(run: Followed, panel: str, what: str, seed: int) -> Iterable[tuple[Any, ...]]:
    for time, values in zip(run.times.tolist(), run.order["eigenvalues"].tolist(), strict=True):
        yield (panel, what, seed, time, values[0], values[1])


def _title(what: str, d: int, n: int) -> str:
    return f"{what}: d = {d}, n = {n}"


def _blocks(*blocks: Any) -> Array:
    """Block diagonal, 2 x 2 blocks."""
    found = np.zeros((2 * len(blocks), 2 * len(blocks)))
    for at, each in enumerate(blocks):
        found[2 * at : 2 * at + 2, 2 * at : 2 * at + 2] = each
    return found
