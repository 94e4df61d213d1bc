"""A regime diagram as a JSON document, in words, and as an SVG picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from verify.report.document import SCHEMA
from verify.report.picture import svg_text
from verify.report.words import plural

if TYPE_CHECKING:
    from verify.sweep import Cell, Sweep

__all__ = ["draw_sweep", "sweep_document", "sweep_lines"]

STATUSES = ("proved", "supported", "blank")
SIZE, LEFT, TOP, SIDE = (900, 640), 90.0, 70.0, 500.0
"""Of the picture, and of the square in it, in pixels."""
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""Distinct also without red and green (Okabe and Ito)."""
INK, FRAME = "#22282d", "#5b656d"


def sweep_document(sweep: Sweep) -> str:
    """JSON text; numbers are exact."""
    family = sweep.family
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "title": family.title,
        "A": [[str(entry) for entry in row] for row in family.A.rows],
        "V": [[str(entry) for entry in row] for row in family.V.rows],
        "parameters": {
            str(sym): [str(low), str(high)] for sym, (low, high) in zip(family.parameters, family.spans, strict=True)
        },
        "shares": {status: float(sweep.share(status)) for status in STATUSES},
        "conditional_on": list(sweep.conditional_on),
        "claims": list(sweep.claims),
        "cells": [
            {
                "box": [[str(end) for end in span] for span in cell.ends],
                "status": cell.status,
                "types": list(cell.types),
                "claims": list(cell.claims),
            }
            for cell in sweep.cells
        ],
    }
    return json.dumps(found, indent=2) + "\n"


def sweep_lines(sweep: Sweep) -> list[str]:
    """The shares of the area, by status and by regime."""
    family = sweep.family
    lines = [family.title] if family.title else []
    lines.append(f"A = {family.A}, V = {family.V}")
    for types in sweep.regimes:
        shares = [(status, _share(sweep, types, status)) for status in STATUSES[:2]]
        told = ", ".join(f"{float(share):.2%} {status}" for status, share in shares if share)
        lines.append(f"  {' and '.join(types):<36} {told}")
    told = ", ".join(f"{float(sweep.share(status)):.2%} {status}" for status in STATUSES)
    lines.append(f"{plural(len(sweep.cells), 'cell')}: {told}")
    if sweep.conditional_on:
        lines.append(f"conditional on {', '.join(sweep.conditional_on)}")
    if sweep.claims:
        lines.append(f"by claims that are judged elsewhere: theoremcheck run {' '.join(sweep.claims)}")
    return lines


def _share(sweep: Sweep, types: tuple[str, ...], status: str) -> Fraction:
    whole = sum(cell.area for cell in sweep.cells)
    area = sum((c.area for c in sweep.cells if (c.types, c.status) == (types, status)), Fraction(0))
    return area / whole


def draw_sweep(sweep: Sweep) -> str:
    """The diagram as SVG text: proved cells are full, supported ones hatched, the others white."""
    width, height = SIZE
    family = sweep.family
    title = family.title or f"A = {family.A}, V = {family.V}"
    colours = {types: COLOURS[k % len(COLOURS)] for k, types in enumerate(sweep.regimes)}
    body = [svg_text(LEFT, 40, title, 17), *(_cell(sweep, cell, colours) for cell in sweep.cells if cell.types)]
    body.append(f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{FRAME}"/>')
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            "<defs>",
            *(_hatch(k, colour) for k, colour in enumerate(COLOURS)),
            "</defs>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *body,
            *_axes(sweep),
            *_legend(sweep, colours),
            "</svg>\n",
        ]
    )


def _hatch(k: int, colour: str) -> str:
    lines = f'<path d="M0 6 L6 0" stroke="{colour}" stroke-width="1.6"/>'
    return f'<pattern id="h{k}" width="6" height="6" patternUnits="userSpaceOnUse">{lines}</pattern>'


def _fill(colour: str, status: str) -> str:
    return f'fill="{colour}"' if status == "proved" else f'fill="url(#h{COLOURS.index(colour)})"'


def _cell(sweep: Sweep, cell: Cell, colours: dict[tuple[str, ...], str]) -> str:
    (a, b), (c, d) = (
        [float((end - low) / (high - low)) * SIDE for end in span]
        for span, (low, high) in zip(cell.ends, sweep.family.spans, strict=True)
    )
    place = f'x="{LEFT + a:.2f}" y="{TOP + SIDE - d:.2f}" width="{b - a:.2f}" height="{d - c:.2f}"'
    return f'<rect {place} {_fill(colours[cell.types], cell.status)} shape-rendering="crispEdges"/>'


def _axes(sweep: Sweep) -> Iterator[str]:
    (left, right), (low, high) = sweep.family.spans
    x, y = map(str, sweep.family.parameters)
    for k in range(5):
        across, up = (start + (end - start) * Fraction(k, 4) for start, end in ((left, right), (low, high)))
        at = LEFT + SIDE * k / 4
        yield svg_text(at, TOP + SIDE + 20, _number(across), 13, "middle")
        yield svg_text(LEFT - 10, TOP + SIDE - SIDE * k / 4 + 4, _number(up), 13, "end")
        yield f'<path d="M{at} {TOP + SIDE} v5 M{LEFT} {TOP + SIDE * k / 4} h-5" stroke="{FRAME}"/>'
    yield svg_text(LEFT + SIDE / 2, TOP + SIDE + 46, x, 16, "middle")
    yield svg_text(28, TOP + SIDE / 2, y, 16, "middle")


def _legend(sweep: Sweep, colours: dict[tuple[str, ...], str]) -> Iterator[str]:
    x, y = LEFT + SIDE + 36, TOP + 10
    for types, colour in colours.items():
        for status in STATUSES[:2]:
            share = _share(sweep, types, status)
            if share:
                yield f'<rect x="{x}" y="{y - 11}" width="22" height="14" {_fill(colour, status)} stroke="{FRAME}"/>'
                for k, word in enumerate(types):
                    yield svg_text(x + 32, y + 17 * k, word + (" and" if k + 1 < len(types) else ""), 13)
                yield svg_text(x + 32, y + 17 * len(types), f"{status}, {float(share):.1%}", 12, colour=FRAME)
                y += 17 * len(types) + 32
    yield f'<rect x="{x}" y="{y - 11}" width="22" height="14" fill="#ffffff" stroke="{FRAME}"/>'
    yield svg_text(x + 32, y, f"blank, {float(sweep.share('blank')):.1%}", 13)


def _number(value: Fraction) -> str:
    return f"{float(value):.4g}"
