"""Charts as SVG text: curves, points and bands on axes, and the unit disk; the same input gives the same bytes.

Made for print: every style has a colour of its own (Okabe and Ito, distinct without red and green) and a dash or a
mark of its own, so that a grey copy can be read; labels stand below each panel and cannot cover anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

__all__ = ["Band", "Curve", "Panel", "Rule", "draw"]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07800", "#56b4e9", "#22282d", "#9aa4ad")
"""Of styles 0 to 7; 6 is ink and 7 is grey."""
DASHES = ("", "7 3", "2 2.5", "9 3 2 3", "12 4", "4 2", "", "")
MARKS = ("dot", "square", "triangle", "diamond", "ring", "box", "cross", "dot")
"""What `Curve.mark = "*"` takes of its style."""
INK, GRID, FRAME = "#22282d", "#e4e8eb", "#5b656d"
SMALL, SIZE, LARGE = 11.5, 13.0, 14.0
"""Of letters, in pixels."""
WIDE = 0.56
"""Mean width of a letter over its size."""
SHORTEST = 0.6
"""Pixels; points of a line nearer than this to the last one are left out."""


@dataclass(frozen=True)
class Curve:
    """Points (n,), joined or marked.

    Attributes:
        x, y: numbers; where one is not finite the line is interrupted.
        label: for the legend, or "".
        style: index of colour, dash and mark.
        line: whether the points are joined.
        mark: "", "*" (that of the style), or dot, ring, square, box, triangle, diamond, cross.
        error: (n,), half lengths of error bars along y, or None.
        width, size: of the line and the marks, in pixels.
        opacity: of all of it.
        arrow: a head at the middle of the line.
        dash: another dash than that of the style; "none" for a solid line.
    """

    x: Any
    y: Any
    label: str = ""
    style: int = 0
    line: bool = True
    mark: str = ""
    error: Any = None
    width: float = 1.8
    size: float = 3.2
    opacity: float = 1.0
    arrow: bool = False
    dash: str = ""


@dataclass(frozen=True)
class Band:
    """The area between two curves over x (n,)."""

    x: Any
    low: Any
    high: Any
    label: str = ""
    style: int = 0


@dataclass(frozen=True)
class Rule:
    """A thin line across the panel, at a height or at a place, with a word."""

    at: float
    label: str = ""
    vertical: bool = False
    style: int = 6


@dataclass(frozen=True)
class Panel:
    """Axes and what is on them.

    Attributes:
        parts: drawn in this order.
        title, x_name, y_name: names carry the unit where there is one.
        x, y: the ranges; None: from the data.
        log_x, log_y: logarithmic axes; ranges above 0.
        x_ticks, y_ticks: places and words instead of round numbers.
        circle: the closed unit disk without axes; ranges are then not used.
        ahead: the title begins at the left edge, where it may be longer than the panel is wide.
        note: a line below the legend.
    """

    parts: Sequence[Curve | Band | Rule]
    title: str = ""
    x_name: str = ""
    y_name: str = ""
    x: tuple[float, float] | None = None
    y: tuple[float, float] | None = None
    log_x: bool = False
    log_y: bool = False
    x_ticks: Sequence[tuple[float, str]] | None = None
    y_ticks: Sequence[tuple[float, str]] | None = None
    circle: bool = False
    ahead: bool = False
    note: str = ""


def draw(
    panels: Sequence[Panel],
    columns: int = 2,
    size: tuple[float, float] = (330.0, 230.0),
    title: str = "",
    *,
    shared: bool = False,
) -> str:
    """SVG text: panels in rows of `columns`, each plot of this width and height in pixels, its legend below it.

    Args:
        shared: one legend for all panels at the bottom; a label is then shown once.
    """
    wide, tall = size
    lefts, width = [], 8.0
    for column in range(min(columns, len(panels))):
        width += 30.0 + max(_room_at_left(each) for each in panels[column::columns])
        lefts.append(width - 8.0)
        width += wide + 22.0
    out, top = [], 44.0 if title else 14.0
    if title:
        out.append(_text(width / 2, 27, title, 16, "middle", weight="bold"))
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        below = max(_room_below(each, wide, shared) for each in row)
        head = 26.0 if any(each.title for each in row) else 8.0
        for at, each in enumerate(row):
            place = _Place(each, lefts[at], top + head, wide, tall, first + at)
            out += place.draw(shared)
        top += head + tall + below
    if shared:
        lines = _legend_rows([part for each in panels for part in each.parts], width - 60)
        for line in lines:
            top += 18
            out += _legend(line, (width - sum(map(_legend_width, line))) / 2, top)
        top += 10
    height = top + 6.0
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
            f'height="{height:.0f}" font-family="Helvetica, Arial, sans-serif" fill="{INK}">',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
            *out,
            "</svg>\n",
        ]
    )


class _Place:
    """A panel at its place on the sheet."""

    def __init__(self, panel: Panel, left: float, top: float, width: float, height: float, number: int) -> None:
        self.panel, self.number = panel, number
        self.left, self.top, self.width, self.height = left, top, width, height
        if panel.circle:
            side = min(width, height)
            middle = left + width / 2
            self.left, self.width, self.height = middle - side / 2, side, side
            self.x = self.y = (-1.06, 1.06)
        else:
            self.x = panel.x or _range((_values(each, "x") for each in panel.parts), panel.log_x)
            self.y = panel.y or _range((_values(each, "y") for each in panel.parts), panel.log_y)

    def across(self, x: float) -> float:
        return self.left + self.width * _share(x, self.x, self.panel.log_x)

    def down(self, y: float) -> float:
        return self.top + self.height * (1 - _share(y, self.y, self.panel.log_y))

    def draw(self, shared: bool) -> list[str]:
        panel, clip = self.panel, f"panel{self.number}"
        box = f'x="{self.left:.1f}" y="{self.top:.1f}" width="{self.width:.1f}" height="{self.height:.1f}"'
        out = [] if panel.circle else self._axes()
        out.append(f'<clipPath id="{clip}"><rect {box}/></clipPath><g clip-path="url(#{clip})">')
        if panel.circle:
            radius = self.across(1) - self.across(0)
            out.append(
                f'<circle cx="{self.across(0):.1f}" cy="{self.down(0):.1f}" r="{radius:.1f}" fill="none" '
                f'stroke="{FRAME}" stroke-width="1.2"/>'
            )
        for each in panel.parts:
            out += self._part(each)
        out.append("</g>")
        if not panel.circle:
            out.append(f'<rect {box} fill="none" stroke="{FRAME}"/>')
        if panel.title:
            x, anchor = (self.left, "start") if panel.ahead else (self.left + self.width / 2, "middle")
            out.append(_text(x, self.top - 9, panel.title, LARGE, anchor))
        return [*out, *self._below(shared)]

    def _axes(self) -> list[str]:
        panel, out = self.panel, []
        bottom, right = self.top + self.height, self.left + self.width
        for value, word in _ticks(self.x, panel.log_x, panel.x_ticks, self.width / 62):
            x = self.across(value)
            out.append(f'<line x1="{x:.1f}" y1="{self.top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{GRID}"/>')
            out.append(_text(x, bottom + 16, word, SMALL, "middle"))
        for value, word in _ticks(self.y, panel.log_y, panel.y_ticks, self.height / 42):
            y = self.down(value)
            out.append(f'<line x1="{self.left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" stroke="{GRID}"/>')
            out.append(_text(self.left - 6, y + 4, word, SMALL, "end"))
        if panel.x_name:
            out.append(_text(self.left + self.width / 2, bottom + 33, panel.x_name, SIZE, "middle"))
        if panel.y_name:
            x, y = self.left - _room_at_left(panel) - 10, self.top + self.height / 2
            out.append(_text(x, y, panel.y_name, SIZE, "middle", turned=True))
        return out

    def _part(self, part: Curve | Band | Rule) -> list[str]:
        colour = COLOURS[part.style]
        if isinstance(part, Rule):
            if part.vertical:
                x = self.across(part.at)
                ends = f'x1="{x:.1f}" y1="{self.top:.1f}" x2="{x:.1f}" y2="{self.top + self.height:.1f}"'
                fits = x + 8 + SMALL * WIDE * len(part.label) < self.left + self.width
                word = _text(x + (4 if fits else -4), self.top + 13, part.label, SMALL, "start" if fits else "end")
            else:
                y = self.down(part.at)
                ends = f'x1="{self.left:.1f}" y1="{y:.1f}" x2="{self.left + self.width:.1f}" y2="{y:.1f}"'
                word = _text(self.left + self.width - 5, y - 5, part.label, SMALL, "end", colour=colour)
            return [f'<line {ends} stroke="{colour}" stroke-width="1" stroke-dasharray="3 3"/>', word]
        if isinstance(part, Band):
            there = [(self.across(a), self.down(b)) for a, b in zip(part.x, part.high, strict=True)]
            back = [(self.across(a), self.down(b)) for a, b in zip(part.x, part.low, strict=True)]
            return [f'<polygon points="{_points(there + back[::-1])}" fill="{colour}" fill-opacity="0.22"/>']
        return self._curve(part, colour)

    def _curve(self, curve: Curve, colour: str) -> list[str]:
        out = [f'<g opacity="{curve.opacity:g}">'] if curve.opacity < 1 else []
        pieces: list[list[tuple[float, float]]] = [[]]
        places = []
        for at, (x, y) in enumerate(zip(curve.x, curve.y, strict=True)):
            if not (math.isfinite(x) and math.isfinite(y)):
                pieces.append([])
                continue
            point = (self.across(float(x)), self.down(float(y)))
            pieces[-1].append(point)
            places.append((at, point, float(y)))
        if curve.line:
            dash = {"": DASHES[curve.style], "none": ""}.get(curve.dash, curve.dash)
            look = f'fill="none" stroke="{colour}" stroke-width="{curve.width:g}" stroke-linejoin="round"'
            look += f' stroke-dasharray="{dash}"' if dash else ""
            for piece in pieces:
                if len(piece) > 1:
                    out.append(f'<polyline points="{_points(_thinned(piece))}" {look}/>')
                    out += [_head(piece, colour)] if curve.arrow else []
        for at, (x, _), value in places if curve.error is not None else ():
            half = float(curve.error[at])
            low = self.down(max(value - half, self.y[0]) if self.panel.log_y else value - half)
            high = self.down(value + half)
            out.append(
                f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 3:.1f} {low:.1f}h6M{x - 3:.1f} {high:.1f}h6" '
                f'fill="none" stroke="{colour}"/>'
            )
        if curve.mark:
            mark = MARKS[curve.style] if curve.mark == "*" else curve.mark
            out += _marks(mark, [point for _, point, _ in places], curve.size, colour)
        return [*out, "</g>"] if curve.opacity < 1 else out

    def _below(self, shared: bool) -> list[str]:
        out = []
        y = self.top + self.height + _room_of_axis(self.panel)
        wide = self.width if not self.panel.circle else self.width + 60
        for row in () if shared else _legend_rows(self.panel.parts, wide):
            y += 18
            out += _legend(row, self.left + (self.width - wide) / 2, y)
        if self.panel.note:
            out.append(_text(self.left + self.width / 2, y + 18, self.panel.note, SMALL, "middle"))
        return out


# room


def _room_at_left(panel: Panel) -> float:
    if panel.circle:
        return 6.0
    y = panel.y or _range((_values(each, "y") for each in panel.parts), panel.log_y)
    words = [word for _, word in _ticks(y, panel.log_y, panel.y_ticks, 5)]
    return 10.0 + SMALL * WIDE * max((len(word) for word in words), default=1)


def _room_of_axis(panel: Panel) -> float:
    return 2.0 if panel.circle else 22.0 + (17.0 if panel.x_name else 0.0)


def _room_below(panel: Panel, width: float, shared: bool) -> float:
    rows = 0 if shared else len(_legend_rows(panel.parts, width))
    return _room_of_axis(panel) + 18.0 * (rows + bool(panel.note)) + 16.0


def _legend_rows(parts: Iterable[Curve | Band | Rule], width: float) -> list[list[Curve | Band]]:
    rows: list[list[Curve | Band]] = []
    used, seen = math.inf, set()
    for part in parts:
        if isinstance(part, Rule) or not part.label or part.label in seen:
            continue
        seen.add(part.label)
        need = _legend_width(part)
        if used + need > width + 20:
            rows.append([])
            used = 0.0
        rows[-1].append(part)
        used += need
    return rows


def _legend(row: Sequence[Curve | Band], x: float, y: float) -> list[str]:
    out = []
    for part in row:
        out += _sample(part, x, y - 4)
        out.append(_text(x + 32, y, part.label, SMALL))
        x += _legend_width(part)
    return out


def _legend_width(part: Curve | Band) -> float:
    return 32 + SMALL * WIDE * len(part.label) + 14


# marks


def _sample(part: Curve | Band, x: float, y: float) -> list[str]:
    colour = COLOURS[part.style]
    if isinstance(part, Band):
        return [f'<rect x="{x:.1f}" y="{y - 5:.1f}" width="26" height="10" fill="{colour}" fill-opacity="0.22"/>']
    out = []
    if part.line:
        dash = {"": DASHES[part.style], "none": ""}.get(part.dash, part.dash)
        more = f' stroke-dasharray="{dash}"' if dash else ""
        ends = f'x1="{x:.1f}" y1="{y:.1f}" x2="{x + 26:.1f}" y2="{y:.1f}"'
        out.append(f'<line {ends} stroke="{colour}" stroke-width="{max(part.width, 1.4):g}"{more}/>')
    if part.mark:
        mark = MARKS[part.style] if part.mark == "*" else part.mark
        out += _marks(mark, [(x + 13, y)], max(part.size, 3.0), colour)
    return out


def _marks(mark: str, points: Iterable[tuple[float, float]], size: float, colour: str) -> list[str]:
    out = []
    for x, y in points:
        s = size
        if mark in ("dot", "ring"):
            look = f'fill="{colour}"' if mark == "dot" else f'fill="#ffffff" stroke="{colour}" stroke-width="1.4"'
            out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{s:g}" {look}/>')
            continue
        if mark in ("square", "box"):
            path = f"M{x - s:.1f} {y - s:.1f}h{2 * s:g}v{2 * s:g}h{-2 * s:g}z"
        elif mark == "triangle":
            path = f"M{x:.1f} {y - 1.2 * s:.1f}l{1.1 * s:.1f} {2 * s:.1f}h{-2.2 * s:.1f}z"
        elif mark == "diamond":
            k = 1.3 * s
            path = f"M{x:.1f} {y - k:.1f}l{k:.1f} {k:.1f} {-k:.1f} {k:.1f} {-k:.1f} {-k:.1f}z"
        else:
            path = f"M{x - s:.1f} {y - s:.1f}l{2 * s:g} {2 * s:g}M{x - s:.1f} {y + s:.1f}l{2 * s:g} {-2 * s:g}"
        fill = {"box": "#ffffff", "cross": "none"}.get(mark, colour)
        edge = f' stroke="{colour}" stroke-width="1.5"' if mark in ("box", "cross") else ""
        out.append(f'<path d="{path}" fill="{fill}"{edge}/>')
    return out


def _head(piece: Sequence[tuple[float, float]], colour: str) -> str:
    """An arrow's head at half of the length."""
    steps = [math.dist(p, q) for p, q in pairwise(piece)]
    left = sum(steps) / 2
    at = 0
    while at < len(steps) - 1 and left > steps[at]:
        left -= steps[at]
        at += 1
    (x0, y0), (x1, y1) = piece[at], piece[at + 1]
    size = math.hypot(x1 - x0, y1 - y0) or 1.0
    u, v = (x1 - x0) / size, (y1 - y0) / size
    x, y = x0 + left * u, y0 + left * v
    corners = [
        (x + 4 * u, y + 4 * v),
        (x - 4 * u - 3.4 * v, y - 4 * v + 3.4 * u),
        (x - 4 * u + 3.4 * v, y - 4 * v - 3.4 * u),
    ]
    return f'<polygon points="{_points(corners)}" fill="{colour}"/>'


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _thinned(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    kept = [points[0]]
    for point in points[1:-1]:
        if math.dist(point, kept[-1]) >= SHORTEST:
            kept.append(point)
    return [*kept, points[-1]]


# axes


def _values(part: Curve | Band | Rule, axis: str) -> list[float]:
    if isinstance(part, Rule):
        return [part.at] if part.vertical == (axis == "x") else []
    if axis == "x":
        return [float(value) for value in part.x]
    if isinstance(part, Band):
        return [float(value) for value in (*part.low, *part.high)]
    if part.error is None:
        return [float(value) for value in part.y]
    pairs = zip(part.y, part.error, strict=True)
    return [float(value + sign * half) for value, half in pairs for sign in (-1, 1)]


def _range(values: Iterable[Sequence[float]], log: bool) -> tuple[float, float]:
    finite = [value for each in values for value in each if math.isfinite(value) and (value > 0 or not log)]
    if not finite:
        return (0.1, 1.0) if log else (0.0, 1.0)
    low, high = min(finite), max(finite)
    if log:
        spread = (high / low) ** 0.04 if high > low else 2.0
        return low / spread, high * spread
    room = 0.04 * (high - low) or 0.5
    return low - room, high + room


def _share(value: float, ends: tuple[float, float], log: bool) -> float:
    low, high = ends
    if log:
        low, high, value = math.log(low), math.log(high), math.log(max(value, 1e-300))
    return min(max((value - low) / (high - low), -1.0), 2.0)


def _ticks(
    ends: tuple[float, float], log: bool, given: Sequence[tuple[float, str]] | None, room: float
) -> list[tuple[float, str]]:
    low, high = ends
    if given is not None:
        return [(value, word) for value, word in given if low <= value <= high]
    if log:
        first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
        if last - first >= 2:
            every = max(1, math.ceil((last - first) / max(room, 2)))
            return [(10.0**k, _power(k)) for k in range(first, last + 1, every)]
        values = [m * 10.0**k for k in range(first - 1, last + 1) for m in (1, 2, 5)]
        return [(value, _word(value)) for value in values if low <= value <= high]
    rough = (high - low) / max(room, 2.0)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(m * unit for m in (1, 2, 2.5, 5, 10) if m * unit >= rough * (1 - 1e-9))
    start = math.ceil(low / step - 1e-9)
    return [(k * step, _word(k * step)) for k in range(start, math.floor(high / step + 1e-9) + 1)]


def _word(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")


def _power(k: int) -> str:
    if -3 < k < 4:
        return _word(10.0**k)
    return "10" + str(k).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    anchor: str = "start",
    colour: str = INK,
    weight: str = "",
    turned: bool = False,
) -> str:
    more = f' font-weight="{weight}"' if weight else ""
    more += f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    more += f' fill="{colour}"' if colour != INK else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}"{more}>{escape(text)}</text>'
