"""A simulation as an SVG picture: tokens at the start and the end, and order parameters over time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from verify.simulate import Run

__all__ = ["draw_run", "svg_text"]

WIDTH, HEIGHT = 1000, 440
CIRCLE = (210.0, 230.0, 165.0)
"""Centre and radius of the left panel."""
CHART = (470.0, 70.0, 340.0, 310.0)
"""Left, top, width and height of the right panel."""
SHOWN = 2000
"""Tokens that are drawn, evenly chosen."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Distinct also without red and green (Okabe and Ito)."""
START, END, GRID = "#9aa4ad", "#0072b2", "#dde2e6"


def draw_run(run: Run) -> str:
    """The picture, as SVG text."""
    s = run.settings
    beta = "" if s.model == "hardmax" else f", β = {s.beta:g}"
    title = f"{s.model}, n = {s.n:,}, d = {s.dim}{beta}"
    if not run.complete:
        title += f" (stopped at t = {run.times[-1]:g} of {s.time:g})"
    body = [svg_text(WIDTH / 2, 32, title, 18, "middle"), *_tokens(run), *_curves(run)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            'font-family="sans-serif" fill="#22282d">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            *body,
            "</svg>\n",
        ]
    )


def _tokens(run: Run) -> list[str]:
    """The unit circle with the tokens: the plane itself, or that of the two leading directions at the end."""
    import numpy as np

    first, last = run.tokens[0], run.tokens[-1]
    x0, y0, radius = CIRCLE
    caption = "the circle"
    if first.shape[1] > 2:
        axes = np.linalg.eigh(last.T @ last)[1][:, :-3:-1]
        axes = axes * np.where(axes[np.abs(axes).argmax(axis=0), [0, 1]] < 0, -1, 1)
        first, last, caption = first @ axes, last @ axes, "projected on the two leading directions at the end"
    step = max(1, -(-len(first) // SHOWN))
    out = [f'<circle cx="{x0}" cy="{y0}" r="{radius}" fill="none" stroke="{GRID}" stroke-width="1.5"/>']
    for points, style in (
        (first, f'r="3.5" fill="none" stroke="{START}"'),
        (last, f'r="4" fill="{END}" fill-opacity="0.75"'),
    ):
        out += [
            f'<circle cx="{x0 + radius * a:.2f}" cy="{y0 - radius * b:.2f}" {style}/>' for a, b in points[::step, :2]
        ]
    out.append(f'<circle cx="{x0 - 95}" cy="424" r="3.5" fill="none" stroke="{START}"/>')
    out.append(svg_text(x0 - 84, 428, "t = 0", 13))
    out.append(f'<circle cx="{x0 + 15}" cy="424" r="4" fill="{END}"/>')
    out.append(svg_text(x0 + 26, 428, f"t = {run.times[-1]:.4g}", 13))
    return [*out, svg_text(x0, 54, caption, 13, "middle")]


def _curves(run: Run) -> list[str]:
    """Order parameters against time, on [0, 1], with their names at the right."""
    import numpy as np

    left, top, width, height = CHART
    curves: list[tuple[str, Any]] = [("|R₁|", np.abs(run.order["R1"]))]
    if "R2" in run.order:
        curves.append(("|R₂|", np.abs(run.order["R2"])))
    else:
        curves.append(("λ₁ of S", run.order["eigenvalues"][:, 0]))
    curves.append(("mean cos²", run.order["mean_squared_cosine"]))
    end = float(run.times[-1]) or run.settings.time
    out = []
    for level in (0, 0.25, 0.5, 0.75, 1):
        y = top + height * (1 - level)
        out.append(f'<line x1="{left}" y1="{y}" x2="{left + width}" y2="{y}" stroke="{GRID}"/>')
        out.append(svg_text(left - 8, y + 4, f"{level:g}", 13, "end"))
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = left + width * share
        out.append(f'<line x1="{x}" y1="{top + height}" x2="{x}" y2="{top + height + 5}" stroke="#22282d"/>')
        out.append(svg_text(x, top + height + 21, f"{end * share:.4g}", 13, "middle"))
    out.append(svg_text(left + width / 2, top + height + 44, "time", 13, "middle"))
    heights = _apart([top + height * (1 - float(values[-1])) for _, values in curves])
    for (name, values), colour, label in zip(curves, COLOURS, heights, strict=False):
        across, down = left + width * run.times / end, top + height * (1 - values)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, down, strict=True))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(
            f'<line x1="{across[-1]:.1f}" y1="{down[-1]:.1f}" x2="{left + width + 6}" y2="{label:.1f}" '
            f'stroke="{colour}"/>'
        )
        out.append(svg_text(left + width + 10, label + 4, f"{name} = {values[-1]:.4g}", 14, colour=colour))
    return out


def _apart(heights: Sequence[float], gap: float = 20.0) -> list[float]:
    """Heights of labels, moved so that no two overlap and none leaves the chart."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + gap)
    over = placed[order[-1]] - (CHART[1] + CHART[3])
    for at in reversed(order) if over > 0 else ():
        limit = CHART[1] + CHART[3] - gap * (len(order) - 1 - order.index(at))
        placed[at] = min(placed[at], limit)
    return placed


def svg_text(x: float, y: float, text: str, size: int, anchor: str = "start", colour: str = "#22282d") -> str:
    """Text at a point, in pixels."""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
