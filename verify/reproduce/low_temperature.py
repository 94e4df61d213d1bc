"""Figures of mean-field attention at low temperature: concentration, its rates, lifetimes, the terminal phase.

The mean field on the circle is solved on adaptive cells, and on cells twice as large to see the error; on the sphere
tokens on lattices stand for it (`verify.reproduce.families`). What is bounded is drawn beside what happens.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.attention import concentration, sampling
from verify.attention.concentration import SETTINGS, Setting
from verify.attention.lifetimes import turning_time
from verify.attention.meanfield import State
from verify.attention.scalings import MEASURES, Taken, fit
from verify.reproduce import families
from verify.reproduce.drawing import Curve, Panel, Rule, draw
from verify.reproduce.figure import Asked, Figure, Table

__all__ = ["FIGURES"]

Array = NDArray[np.float64]

CELLS, QUICK = (1.0, 0.5), (0.7, 0.5)
"""How fine, and how fine to see the error."""
BETAS = {"identity": (10.0, 100.0, 1e3, 1e4), "unstable": (10.0, 100.0, 1e3)}
TIMES = {"identity": (14.0, 0.5), "unstable": (18.0, 0.75)}
"""Until when, and how often."""
SHORT = {"identity": "M = I, V = diag(1, 0)", "unstable": "M = diag(3, 1/2), V = diag(1, 3/2)"}


@lru_cache(maxsize=64)
def _run(name: str, beta: float, times: tuple[float, ...], refine: float = 1.0) -> tuple[State, ...]:
    return tuple(concentration.states(SETTINGS[name], beta, times, refine))


def _twice(asked: Asked, name: str, beta: float) -> tuple[tuple[State, ...], tuple[State, ...]]:
    """States at `_times`, and on larger cells."""
    found: list[tuple[State, ...]] = []
    for refine in QUICK if asked.quick else CELLS:
        asked.tell(f"{name}, β = {beta:g}{', larger cells' if found else ''}")
        found.append(_run(name, beta, _times(asked, name, beta), refine))
    return found[0], found[1]


def _followed(asked: Asked, name: str, beta: float) -> tuple[Array, Array]:
    """(W_2 at the times, its error)."""
    value, other = (concentration.distances(SETTINGS[name], each) for each in _twice(asked, name, beta))
    return value, np.abs(value - other)


def _betas(asked: Asked, name: str) -> tuple[float, ...]:
    return (100.0, 300.0) if asked.quick else BETAS[name]


def _times(asked: Asked, name: str, beta: float) -> tuple[float, ...]:
    end, step = TIMES[name]
    if asked.quick:
        end, step = min(end, 2.0), 0.5
    return tuple(round(step * k, 6) for k in range(round(end / step) + 1))


def _frozen(setting: Setting, times: Sequence[float]) -> Array:
    """W_2 of the zero-temperature flow, by Gauss' rule on pieces that shrink towards the equator."""
    z, w = np.polynomial.legendre.leggauss(12)
    cuts = np.concatenate([[0.0], np.geomspace(1e-9, np.pi / 2, 60)])
    nodes = ((cuts[1:] + cuts[:-1])[:, None] / 2 + np.diff(cuts)[:, None] / 2 * z).ravel()
    weights = (np.diff(cuts)[:, None] / 2 * w).ravel()
    labels = np.concatenate([setting.axis + side * np.pi / 2 + sign * nodes for side in (1, -1) for sign in (1, -1)])
    mass = setting.density(labels) * np.tile(weights, 4)
    found = []
    for t in times:
        angle = concentration.limit_flow(setting, labels, t) if t else labels
        found.append(math.sqrt(mass @ (2 - 2 * np.abs(np.cos(angle - setting.axis)))))
    return np.array(found)


def _names(asked: Asked) -> tuple[str, ...]:
    return ("identity",) if asked.quick else tuple(BETAS)


def concentration_circle(asked: Asked) -> Figure:
    """W_2(mu_t, Phi#mu_0) on the circle for several temperatures, with what is proved of it."""
    panels, rows, ratios, worst = [], [], [], 0.0
    for name in _names(asked):
        setting, times = SETTINGS[name], _times(asked, name, 1.0)
        parts: list[Curve | Rule] = []
        for style, beta in enumerate(_betas(asked, name)):
            value, error = _followed(asked, name, beta)
            worst = max(worst, float(error.max()))
            proved = concentration.bound(setting, beta, times)
            sure = concentration.sure_bound(setting, beta, times) if name == "identity" else np.full(len(times), np.nan)
            best = np.fmin(proved, sure)
            told = (best < 2) & (np.array(times) > 0)
            if told.any():
                ratios.append((name, beta, float((best / value)[told].min()), float(best.min() / value.min())))
            rows += [(name, beta, *each) for each in zip(times, value, error, proved, sure, strict=True)]
            parts.append(Curve(times, value, f"β = {beta:g}", style))
        parts.append(Curve(times, _frozen(setting, times), "β = ∞", 6, dash="2 2.5"))
        beta = _betas(asked, name)[-1]
        best = concentration.bound(setting, beta, times)
        if name == "identity":
            best = np.fmin(best, concentration.sure_bound(setting, beta, times))
        parts.append(Curve(times, best, f"proved, β = {beta:g}", 7, width=2.4))
        panels.append(Panel(parts, SHORT[name], "time", "W₂(μₜ, Φ#μ₀)", None, (2e-3, 2.4), log_y=True))
    near = min(ratios, key=lambda each: each[3]) if ratios else ("", 0.0, math.nan, math.nan)
    caption = (
        "Mean field from the density (1 + cos θ/2 + 2 sin θ/5)/2π; chordal W₂ to its push-forward. β = ∞ is the "
        "zero-temperature flow. Grey: the least bound that is proved at the largest β (2 is the diameter). It is "
        f"nearest to the truth for {SHORT.get(near[0])}, β = {near[1]:g}: its least value over time is {near[3]:.3g} "
        f"times the least distance. Solver tolerance {concentration.TOLERANCE:g}; cells twice as large move W₂ by at "
        f"most {worst:.1e}."
    )
    table = Table.of(("setting", "beta", "t", "W2", "error", "bound", "bound_M_identity"), rows)
    ratio = Table.of(("setting", "beta", "least_ratio_at_one_time", "ratio_of_least_values"), ratios)
    claims = ("low_temperature.zero-temperature-bound",)
    return Figure(
        "concentration-circle",
        "Concentration on the circle",
        caption,
        draw(panels, 2, (340, 270)),
        {"": table, "ratios": ratio},
        claims,
    )


def concentration_sphere(asked: Asked) -> Figure:
    """The same on S^2, by tokens on lattices."""
    betas = (10.0,) if asked.quick else (10.0, 100.0, 1000.0)
    n, times = families.tokens(asked.quick), families.whole_times(asked.quick)
    panels, rows, worst = [], [], 0.0
    for name, family in list(SPHERE.items())[: 1 if asked.quick else 3]:
        parts = []
        for style, beta in enumerate(betas, 1):
            asked.tell(f"{name}, β = {beta:g}")
            found, half = (families.measure_sphere(family, beta, each, times, asked.seed) for each in (n, n // 2))
            moved = np.abs(found.distance - half.distance)
            worst = max(worst, float(moved.max()))
            best = np.fmin(found.field, found.tokens)
            rows += [
                (name, beta, n, *each)
                for each in zip(times, found.distance, found.error, moved, found.field, found.tokens, strict=True)
            ]
            parts.append(Curve(times, found.distance, f"β = {beta:g}", style, mark="*", error=3 * found.error))
        parts.append(Curve(times, best, f"proved, β = {beta:g}", 7, width=2.4))
        panels.append(Panel(parts, name, "time", "W₂ to Φ of the start", None, (1e-2, 2.4), log_y=True, ahead=True))
    caption = (
        f"S², {n} tokens on {families.SEEDS} lattices of density 1 + <x, w>/2, w along (5, 4, 3), "
        "turned and shifted at random: mean W₂ to their push-forward under sign(x₁) e₁, bars three standard errors. "
        f"Half as many tokens move it by at most {worst:.2g}. One token on the wrong side costs 2/√n, "
        f"{2 / math.sqrt(n):.3f}: below that nothing can be read off. Grey: the better "
        "of the two headlines at the largest β. Where V does not hold the clusters they leave (right)."
    )
    columns = ("setting", "beta", "tokens", "t", "W2", "error", "moved_by_half_the_tokens", "bound", "bound_M_identity")
    return Figure(
        "concentration-sphere",
        "Concentration on the sphere",
        caption,
        draw(panels, 3, (300, 230)),
        {"": Table.of(columns, rows)},
        ("low_temperature.headline.sharp", "low_temperature.headline.tokens"),
    )


SPHERE: Mapping[str, families.Spherical] = {
    "M = I, V = diag(1, 0, 0)": families.Spherical(families.SMOOTH, (1, 1, 1), (1, 0, 0)),
    "M = diag(2, 1, 1), V = diag(3/2, 1, 1/2)": families.Spherical(families.SMOOTH, (2, 1, 1), (1.5, 1, 0.5)),
    "M = diag(3, 1/2, 1/2), V = diag(1, 3/2, 1/2)": families.Spherical(families.SMOOTH, (3, 0.5, 0.5), (1, 1.5, 0.5)),
}


def least_distance(asked: Asked) -> Figure:
    """The least distance over time and the time of it against beta, with the bound's."""
    parts: list[Curve] = []
    whens: list[Curve] = []
    rows: list[tuple[Any, ...]] = []
    said = []
    for style, name in enumerate(_names(asked)):
        least, when = [], []
        betas = [beta for beta in _betas(asked, name) if beta >= 10]
        for beta in betas:
            value, error = _followed(asked, name, beta)
            at = int(value.argmin())
            least.append((beta, math.log(value[at]), float(error[at] / value[at])))
            when.append(_vertex(_times(asked, name, beta), value))
            rows.append((name, beta, value[at], error[at], when[-1]))
        if len(least) > 3:
            said.append(f"{SHORT[name]}: {fit(least)}")
        parts.append(Curve(betas, [math.exp(y) for _, y, _ in least], SHORT[name], style, mark="*"))
        if name == "unstable":  # in the other the distance stays where it is
            whens.append(Curve(betas, when, SHORT[name], style, mark="*"))
    fine = np.geomspace(10, 1e16, 60)
    dense = np.linspace(0, 40, 1601).tolist()
    one = SETTINGS["identity"]
    for style, (label, function) in enumerate(
        (("proved, M = I", concentration.sure_bound), ("proved, any M", concentration.bound)), 3
    ):
        grid = [function(one, beta, dense) for beta in fine]
        parts.append(Curve(fine, [g.min() for g in grid], label, style))
        whens.append(Curve(fine, [dense[g.argmin()] if g.min() < 1.9 else np.nan for g in grid], label, style))
        rows += [(label, beta, g.min(), 0.0, dense[g.argmin()]) for beta, g in zip(fine, grid, strict=True)]
    parts.append(Curve(fine, 0.57 / np.sqrt(fine), "0.57 β^(−1/2)", 7, dash="2 2.5"))
    panels = [
        Panel(parts, "least distance", "β", "min over t of W₂", None, (1e-3, 2.4), log_x=True, log_y=True),
        Panel(whens, "when it is reached", "β", "time", None, None, log_x=True),
    ]
    caption = (
        "Least W₂ over time. "
        + "; ".join(said)
        + ". For M = I it falls to a level and stays there, so that no time is "
        "drawn. The bounds for M = I and for any M are drawn for the first "
        "problem; where they are 2 they say nothing, and their exponents are 1/6 and 1/14. Errors by larger cells."
    )
    table = Table.of(("setting", "beta", "least_W2", "error", "time"), rows)
    claims = ("low_temperature.scaling.least-distance",)
    return Figure(
        "least-distance", "The least distance and its time", caption, draw(panels, 2, (360, 260)), {"": table}, claims
    )


def _vertex(times: Sequence[float], value: Array) -> float:
    """Where the parabola through the least value and its neighbours is least; its own time at an end."""
    at = int(value.argmin())
    if at in (0, len(value) - 1):
        return float(times[at])
    a, b, c = value[at - 1 : at + 2]
    step = times[at] - times[at - 1]
    return float(times[at] + step * (a - c) / (2 * (a - 2 * b + c)))


def three_rates(asked: Asked) -> Figure:
    """The Laplace error of a smooth density, a jump and a far atom; the deviation at t = 1."""
    kappa = np.geomspace(10, 1e7, 13 if asked.quick else 37)
    smooth = [concentration.laplace_error(SETTINGS["neutral"], k)[0] for k in kappa]
    jump = [_at_jump(k) for k in kappa]
    atom = [_far_atom(k) for k in kappa]
    asked.tell("deviation at t = 1")
    values = MEASURES["deviation"].values[: 4 if asked.quick else None]
    taken: list[Taken] = [(beta, *MEASURES["deviation"].at(beta)) for beta in values]
    found = fit(taken)
    proved = [concentration.AVERAGED**0.5 * math.expm1(1) / math.sqrt(beta) for beta in values]
    left = [
        Curve(kappa, smooth, "smooth density", 0),
        Curve(kappa, 1.49035 / kappa, "1.4904/κ, predicted", 7, dash="2 2.5"),
        Curve(kappa, jump, "density with a jump, at it", 1),
        Curve(kappa, atom, "lower bound only: far atom", 2),
        Curve(kappa, np.sqrt(np.log(kappa) / kappa), "√(log κ/κ)", 6, dash="none"),
    ]
    right = [
        Curve(values, [math.exp(y) for _, y, _ in taken], SHORT["identity"], 0, mark="*"),
        Curve(values, proved, "proved, for any measure", 3),
    ]
    panels = [
        Panel(left, "Laplace error", "κ", "sup |m − u|", log_x=True, log_y=True),
        Panel(right, "deviation at t = 1", "β", "rms angle", log_x=True, log_y=True),
    ]
    caption = (
        "Which rate applies depends on the density alone. Smooth and positive: 1/κ times sup |∇log ρ − (d − "
        "1)u/2|. Bounded above and below: κ^(−1/2), reached at a jump (here 3 to 1). A lower bound alone: √(log "
        "κ/κ), reached by an atom just inside the distance at which it is outweighed (here half of the mass, the "
        f"best distance for each κ). Right, at t = 1 for a smooth density: {found}; errors by halved cells."
    )
    tables = {
        "": Table.of_arrays(kappa=kappa, smooth=np.array(smooth), jump=np.array(jump), atom=np.array(atom)),
        "deviation": Table.of(("beta", "log_deviation", "error"), taken),
    }
    claims = ("low_temperature.scaling.laplace", "low_temperature.scaling.deviation")
    return Figure("three-rates", "Three rates", caption, draw(panels, 2, (380, 260)), tables, claims)


def _at_jump(kappa: float, ratio: float = 3.0) -> float:
    """|m - u| at a jump of the density from 1 to `ratio` on the circle (elsewhere constant near u)."""
    z, w = np.polynomial.legendre.leggauss(200)
    reach = min(np.pi, 12 / np.sqrt(kappa))
    offset, w = (z + 1) / 2 * reach, w
    weight = np.exp(-2 * kappa * np.sin(offset / 2) ** 2) * w
    across = (ratio - 1) / (ratio + 1) * (weight @ np.sin(offset)) / weight.sum()
    radial = (weight @ (2 * np.sin(offset / 2) ** 2)) / weight.sum()
    return float(np.hypot(across, radial))


def _far_atom(kappa: float) -> float:
    """The largest |m - u| for half of the mass uniform on the circle and half in one atom, over the atom's place."""
    from scipy.special import i0e, i1e

    delta = np.linspace(0, min(np.pi, 8 * math.sqrt(math.log(kappa + 2) / kappa)), 4001)
    pull = np.exp(kappa * (np.cos(delta) - 1))
    total = i0e(kappa) + pull
    x, y = (i1e(kappa) + pull * np.cos(delta)) / total - 1, pull * np.sin(delta) / total
    return float(np.hypot(x, y).max())


def lifetimes(asked: Asked) -> Figure:
    """How long the two clusters last: four regimes."""
    rows: list[tuple[Any, ...]] = []
    panels = []
    leave = _leaving(asked)
    beta = [each[0] for each in leave]
    middle = leave[-1][1] - 5 / 3 * math.log(beta[-1]) if leave else 0.0
    rows += [("logarithmic", b, t, e) for b, t, e in leave]
    straight = [5 / 3 * math.log(b) + middle for b in beta]
    panels.append(
        Panel(
            [
                Curve(beta, [t for _, t, _ in leave], "measured", 0, line=False, mark="*"),
                Curve(beta, straight, "slope 5/3", 7, dash="2 2.5"),
            ],
            "V turns them away: log β",
            "β",
            "leaving time",
            log_x=True,
        )
    )
    asked.tell("pairs")
    weak = np.linspace(0.2, 2.0 if asked.quick else 4.5, 6 if asked.quick else 12)
    rates = [_pair_rate(b, np.eye(2)) for b in weak]
    exact = [2 / (math.exp(4 * b) + 1) for b in weak]
    rows += [("exponential", b, r, abs(r - e)) for b, r, e in zip(weak, rates, exact, strict=True)]
    panels.append(
        Panel(
            [
                Curve(weak, [1 / r for r in rates], "1/rate, simulated", 1, line=False, mark="*"),
                Curve(weak, [1 / e for e in exact], "(e^(2βm₁) + 1)/2", 7, dash="2 2.5"),
            ],
            "V = I: exponential",
            "β",
            "time of a pair",
            log_y=True,
        )
    )
    near = np.linspace(0.05, 1.2, 8 if asked.quick else 24)
    grown = [_pair_rate(b, np.diag([1.5, 1.0])) for b in near]
    predicted = [1 - 1.5 * math.tanh(2 * b) for b in near]
    rows += [("threshold", b, r, abs(r - p)) for b, r, p in zip(near, grown, predicted, strict=True)]
    critical = math.atanh(2 / 3) / 2
    panels.append(
        Panel(
            [
                Curve(near, grown, "growth, simulated", 2, line=False, mark="*"),
                Curve(near, predicted, "v₂ − v₁ tanh βm₁", 7, dash="2 2.5"),
                Rule(0.0),
                Rule(critical, f"β_c = {critical:.4f}", vertical=True),
            ],
            "V holds them: for ever beyond β_c",
            "β",
            "growth rate",
        )
    )
    switch = _switching(asked)
    rows += [("misaligned", b, t, e) for b, t, e in switch]
    argued = (1 - math.cos(math.pi / 6)) / 1.5
    places, turned = [b for b, _, _ in switch], [t for _, t, _ in switch]
    line = [turned[-1] + argued * (b - places[-1]) for b in places]
    panels.append(
        Panel(
            [
                Curve(places, turned, "measured", 3, line=False, mark="*"),
                Curve(places, line, f"slope {argued:.4f}, argued", 7, dash="2 2.5"),
            ],
            "M turned by 60°: about linear in β",
            "β",
            "time of a turn by .18",
        )
    )
    found = fit([(b, t, e) for b, t, e in leave]) if len(leave) > 3 else None
    slope = (
        f"Slope of the leaving time in log β: {found.exponent:.4f} ± {found.error:.4f}, 5/3 predicted. "
        if found
        else ""
    )
    caption = (
        "Two clusters at e and −e last for log β where V turns them away (v₂ > v₁), for e^(2βm₁) where V = I, for ever "
        "where V holds them and β > artanh(v₂/v₁)/m₁, and perhaps of the order β where M e is not along e (open; "
        "uniform start; the slope is that of an argument for large β, drawn through the last point). "
        f"{slope}Growth rates of pairs agree with the formulas to "
        f"{max(r[3] for r in rows if r[0] in ('exponential', 'threshold')):.1e}. Errors by cells twice as large."
    )
    table = Table.of(("regime", "beta", "time_or_rate", "error"), rows)
    claims = ("low_temperature.scaling.leave-time", "low_temperature.pair-threshold.equal")
    return Figure("lifetimes", "Four lifetimes", caption, draw(panels, 2, (330, 220)), {"": table}, claims)


def _leaving(asked: Asked) -> list[Taken]:
    """(beta, leaving time, its error)."""
    setting, name = SETTINGS["unstable"], "unstable"
    level = 0.02 if asked.quick else 0.5
    found = []
    for beta in _betas(asked, name):
        times = _times(asked, name, beta)
        fine, coarse = (
            concentration.leave_time(times, [concentration.spread(setting, each) for each in states], level)
            for states in _twice(asked, name, beta)
        )
        found.append((beta, fine, abs(fine - coarse)))
    return [each for each in found if math.isfinite(each[1])]


def _switching(asked: Asked) -> list[Taken]:
    """(beta, time at which the misaligned clusters turn, its error)."""
    found = []
    for beta in (12.0, 24.0) if asked.quick else (12.0, 24.0, 48.0, 96.0, 192.0):
        asked.tell(f"misaligned, β = {beta:g}")
        fine, coarse = (turning_time(beta, refine) for refine in CELLS)
        found.append((beta, fine, abs(fine - coarse)))
    return found


def _pair_rate(beta: float, V: Array, angle: float = 1e-6) -> float:
    """The growth rate of a pair of tokens at e and -e, both turned by a small angle towards each other; m1 = 2."""
    from verify.attention.systems import System

    c, s = math.cos(angle), math.sin(angle)
    system = System.of("softmax", np.diag([2.0, 1.0]), V, beta)
    return float(system.field([[c, s], [-c, s]])[0, 1] / (c * s))


def terminal(asked: Asked) -> Figure:
    """Where the tokens are: concentration along e, then along the top eigenvector of V."""
    name = "unstable"
    beta = 100.0
    every = _times(asked, name, beta)
    times = every[::2] if asked.quick else (0.0, 1.5, 3.0, 5.25, 9.0, 11.25, 13.5, 18.0)
    run = _twice(asked, name, beta)[0]
    found = [run[every.index(t)] for t in times]
    panels, rows = [], []
    levels = (np.arange(90) + 0.5) / 90
    for t, state in zip(times, found, strict=True):
        quantile = state.quantile()
        angle = np.interp(levels, quantile.levels, np.append(quantile.left, quantile.right[-1]))
        rows += [(t, k, a) for k, a in enumerate(np.mod(angle, 2 * np.pi).tolist())]
        x, y = np.cos(angle), np.sin(angle)
        parts: list[Curve | Rule] = [
            Curve([-1.0, 1.0], [0.0, 0.0], "top of B = VM" if t == 0 else "", 0, dash="2 2.5", width=1.2),
            Curve([0.0, 0.0], [-1.0, 1.0], "top of V" if t == 0 else "", 1, dash="7 3", width=1.2),
            Curve(x, y, "90 quantiles of μₜ" if t == 0 else "", 2, line=False, mark="dot", size=3.4, opacity=0.5),
        ]
        panels.append(Panel(parts, f"t = {t:g}", circle=True))
    ends = ", ".join(f"{concentration.spread(SETTINGS[name], each):.3g}" for each in found)
    caption = (
        f"Mean field, β = {beta:g}, {SHORT[name]}, from (1 + cos θ/2 + 2 sin θ/5)/2π: first to ±e₁, where the zero-"
        "temperature flow goes, then, being seen by themselves alone, along V to e₂. Mean of x₂² at these times: "
        f"{ends}."
    )
    table = Table.of(("t", "quantile", "angle_rad"), rows)
    size = (150.0, 150.0)
    return Figure("terminal", "The terminal phase", caption, draw(panels, 4, size, shared=True), {"": table})


def sampling_error(asked: Asked) -> Figure:
    """What n tokens do to W_2, by dimension; the heavy tail of the estimator."""
    sizes = [50, 100, 200] if asked.quick else [50, 100, 200, 400, 800, 1600]
    parts, rows = [], []
    circle = [math.pi / math.sqrt(3 * n) for n in sizes]
    atoms = [sampling.two_atom_distance(n) for n in sizes]
    for style, (label, exact) in enumerate((("two atoms, exact", atoms), ("circle, exact rms", circle))):
        parts.append(Curve(sizes, exact, label, style, mark="*"))
        rows += [(label, n, value, 0.0) for n, value in zip(sizes, exact, strict=True)]
    for style, d in enumerate((3, 4, 6), 2):
        asked.tell(f"d = {d}")
        values = [sampling.sample_distance(n, d, max(4, 3200 // n), asked.seed) for n in sizes]
        label = f"two samples, d = {d}"
        parts.append(Curve(sizes, [v for v, _ in values], label, style, mark="*", error=[3 * e for _, e in values]))
        rows += [(label, n, *value) for n, value in zip(sizes, values, strict=True)]
    asked.tell("heavy tail")
    times = [2.0, 4.0, 6.0, 8.0]
    predicted = [sampling.deviation_of_estimator(2000, math.exp(-t)) for t in times]
    draws = 100 if asked.quick else 2000
    measured = [sampling.sampled_deviation(2000, math.exp(-t), draws=draws, seed=asked.seed) for t in times]
    right = [
        Curve(times, measured, f"{draws} samples of 2000 tokens", 3, line=False, mark="*"),
        Curve(times, predicted, "√(c₄ eᵍᵗ/(8 f(0) n))", 7, dash="2 2.5"),
    ]
    rows += [
        (f"relative deviation, gt = {t:g}", 2000, m, m / math.sqrt(2 * draws))
        for t, m in zip(times, measured, strict=True)
    ]
    panels = [
        Panel(parts, "mean W₂", "number of tokens", "W₂", log_x=True, log_y=True),
        Panel(right, "relative deviation of W₂², d = 2", "gt", "std/mean", log_y=True),
    ]
    caption = (
        "Left: how far n tokens are from their law (two equal atoms; the circle, arcs) or from n others (S^(d−1), bars "
        f"are three standard errors, {max(4, 3200 // sizes[0])} to {max(4, 3200 // sizes[-1])} draws, seed "
        f"{asked.seed}): n^(−1/4), n^(−1/2), (log n/n)^(1/2), n^(−1/3), n^(−1/5). Right: at time t all of W₂² is "
        "carried by the few tokens within e^(−gt) of the equator, so that 2,000 tokens say nothing beyond gt = 8."
    )
    table = Table.of(("what", "n", "value", "error"), rows)
    claims = tuple(f"low_temperature.scaling.sample-{name}" for name in ("two-atoms", "d3", "d4"))
    return Figure("sampling", "Sampling error", caption, draw(panels, 2, (360, 260)), {"": table}, claims)


FIGURES: Mapping[str, Callable[[Asked], Figure]] = {
    "concentration-circle": concentration_circle,
    "concentration-sphere": concentration_sphere,
    "bound-circle": families.bound_circle,
    "bound-sphere": families.bound_sphere,
    "least-distance": least_distance,
    "three-rates": three_rates,
    "lifetimes": lifetimes,
    "terminal": terminal,
    "sampling": sampling_error,
}
