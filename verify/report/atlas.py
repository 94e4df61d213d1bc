"""An atlas as a JSON document, in words, and as a phase portrait."""

from __future__ import annotations

import json
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    import numpy as np

    from verify.atlas.exact import Rows, Span
    from verify.atlas.portrait import Atlas, Seen

__all__ = ["atlas_document", "atlas_lines", "draw_atlas"]

Basins = tuple[list[str], "np.ndarray", "np.ndarray"]

SIZE, CENTRE, RADIUS = (880, 620), (310.0, 320.0), 250.0
INK, FLOW, STABLE, UNSTABLE = "#22282d", "#9aa4ad", "#0072b2", "#d55e00"
COLOURS = {
    "fixed-clusters": "#0072b2",
    "rotating-clusters": "#e69f00",
    "interior-point": "#009e73",
    "periodic": "#cc79a7",
    "limit-cycle": "#cc79a7",
    "constant-modulus": "#cc79a7",
    "undecided": "#777777",
}
"""Of starts by what was seen of them; distinct also without red and green (Okabe and Ito)."""
SHADES = (0.16, 0.36, 0.56)
"""Opacity of basins of one type, in turn."""
CELLS, WALK = 64, 30
"""Cells of the picture of basins on a diameter; hundreds of steps of 0.02 that an orbit is followed."""
SPACING, STREAK = 34, 26.0
"""Pixels between streaks of the flow, and their length."""


def atlas_document(atlas: Atlas, seen: Seen | None = None) -> str:
    """JSON text. Spans of numbers are pairs of decimal strings; `numerical` is what was only seen in simulations."""
    points = atlas.interior if atlas.interior is not None else None if atlas.continuum else atlas.sighted
    turning = atlas.rotating
    verdict, reason = atlas.periodic
    only_seen = sorted(set(seen.shares) - {*atlas.types, "undecided"}) if seen is not None else []
    found: dict[str, Any] = {
        "A": _rows(atlas.A),
        "V": _rows(atlas.V),
        "beta": str(atlas.beta),
        "types": [*atlas.types, *only_seen],
        "types_complete": atlas.all_types,
        "exceptional": list(atlas.exceptional),
        "interior": None
        if points is None
        else [
            {
                "w": [_span(each) for each in point.w],
                "type": point.kind or None,
                "certified": atlas.interior is not None and bool(point.kind),
            }
            for point in points
        ],
        "interior_complete": atlas.counted or None,
        "interior_uncounted": atlas.uncounted or None,
        "fixed_clusters": [
            {"direction": [_span(x) for x in each.direction], "kind": each.kind, "stable": each.stable}
            for each in atlas.clusters
        ],
        "circle_at_rest": atlas.circle_at_rest,
        "rotating": None
        if turning is None
        else {
            "Lambda": _span(turning.multiplier),
            "attracting": turning.attracting,
            "period": _span(turning.period),
        },
        "periodic": {"verdict": verdict, "reason": reason},
        "cycles": [
            {
                "through": [_span(each) for each in cycle.through],
                "period": _span(cycle.period),
                "multiplier": _span(cycle.multiplier),
                "attracting": cycle.attracting,
                "certified": True,
            }
            for cycle in atlas.cycles
        ],
        "hamiltonian": None
        if atlas.hamiltonian is None
        else dict(zip(("family", "function", "claim"), atlas.hamiltonian, strict=True)),
        "certified_share": float(atlas.share),
        "conditional_on": list(atlas.conditional_on),
        "claims": list(atlas.claims),
        "proofs": [
            {"shows": each.says, "by": list(each.by), "conditional_on": list(each.conditional_on)}
            for each in atlas.shown
        ],
        "numerical": None if seen is None else {"types": only_seen, "shares": seen.shares},
    }
    return json.dumps(found, indent=2) + "\n"


def atlas_lines(atlas: Atlas, seen: Seen | None = None) -> list[str]:
    """What is certain, and what was only seen, in lines."""
    lines = [f"A = {_rows(atlas.A)}, V = {_rows(atlas.V)}, beta = {atlas.beta}"]
    if atlas.interior is not None:
        lines.append(f"interior equilibria: {len(atlas.interior)}, by {atlas.counted}")
    elif atlas.continuum:
        lines.append("interior equilibria: a continuum")
    else:
        lines.append(f"interior equilibria: not counted; {len(atlas.sighted)} are enclosed; {atlas.uncounted}")
    for point in atlas.interior or atlas.sighted:
        lines.append(f"  {point.kind or 'type not decided'} at w = {_complex(point.w)}")
    if atlas.circle_at_rest:
        lines.append("fixed clusters: every direction")
    for each in atlas.clusters:
        how = {True: "stable", False: "unstable", None: "stability not decided to first order"}[each.stable]
        x, y = (_short(part) for part in each.direction)
        lines.append(f"fixed cluster: ({x}, {y}), {each.kind}, {how}")
    if atlas.rotating is not None:
        how = {True: "attracting", False: "repelling", None: "neutral to first order"}[atlas.rotating.attracting]
        lines.append(
            f"rotating clusters: {how}, Lambda = {_short(atlas.rotating.multiplier)}, "
            f"period {_short(atlas.rotating.period)}"
        )
    if atlas.hamiltonian is not None:
        family, function, claim = atlas.hamiltonian
        lines.append(f"Hamiltonian family {family}: {function} is conserved ({claim})")
    for cycle in atlas.cycles:
        how = "attracting" if cycle.attracting else "repelling"
        lines.append(
            f"limit cycle: {how}, period {_short(cycle.period, 15)}, multiplier {_short(cycle.multiplier)}, "
            f"through w = {_complex(cycle.through)}"
        )
    lines.append(f"periodic orbits: {atlas.periodic[0].replace('-', ' ')}: {atlas.periodic[1]}")
    types = ", ".join(atlas.types) or "none is certain"
    lines.append(f"types on sets of positive area: {types}{'' if atlas.all_types else '; perhaps others'}")
    if atlas.exceptional:
        more = "" if atlas.all_types else ", perhaps on others"
        lines.append(f"on null sets{more}: {', '.join(atlas.exceptional)}")
    lines.append(f"certified share of the disk: {float(atlas.share):.4g}")
    if atlas.conditional_on:
        lines.append(f"conditional on: {', '.join(atlas.conditional_on)}")
    if atlas.claims:
        lines.append(f"by claims that are judged elsewhere: theoremcheck run {' '.join(atlas.claims)}")
    if seen is not None:
        shares = ", ".join(f"{label} {share:.0%}" for label, share in sorted(seen.shares.items()))
        lines.append(f"numerical, from {len(seen.starts)} starts, no proof: {shares}")
    return lines


def draw_atlas(atlas: Atlas, seen: Seen | None = None) -> str:
    """The phase portrait on the disk, as SVG text."""
    width, height = SIZE
    title = f"A = {_rows(atlas.A)},  V = {_rows(atlas.V)},  β = {atlas.beta}"
    basins = _basins(atlas)
    body = [
        _text(CENTRE[0], 36, title, 16, "middle"),
        *_shades(basins),
        *_streaks(atlas),
        _rim(atlas),
        *_cycles(atlas),
    ]
    for point in atlas.interior or atlas.sighted:
        stable = point.kind in ("sink", "centre")
        u, v = (_middle(part) for part in point.w)
        body.append(_mark(u, v, STABLE if stable else UNSTABLE, point.kind == "sink"))
    for each in atlas.clusters:
        c, s = (_middle(part) for part in each.direction)
        body.append(_square(c * c - s * s, 2 * c * s, each.stable is True))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" fill="{INK}">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *body,
            *_legend(atlas, seen, basins),
            "</svg>\n",
        ]
    )


def _rim(atlas: Atlas) -> str:
    turning = atlas.rotating
    x, y = _at(0, 0)
    style = f'stroke="{INK}" stroke-width="1.5"'
    if turning is not None and turning.attracting is not None:
        style = f'stroke="{STABLE}" stroke-width="4"'
        if not turning.attracting:
            style = f'stroke="{UNSTABLE}" stroke-width="3" stroke-dasharray="6 4"'
    return f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="none" {style}/>'


def _basins(atlas: Atlas) -> Basins:
    """(name of each attractor, points of a grid, the number of the attractor that each comes near to, or -1).

    Floats: orbits followed for a while. Nothing where there is one attractor, or none.
    """
    import numpy as np

    from verify.atlas.cycles import moved, path

    names, targets = [], []
    for point in atlas.interior or atlas.sighted:
        if point.kind == "sink":
            names.append("interior-point")
            targets.append(np.array([complex(*(_middle(part) for part in point.w))]))
    for cycle in atlas.cycles:
        if cycle.attracting:
            names.append("limit-cycle")
            targets.append(path(atlas.A, atlas.V, cycle))
    for each in atlas.clusters:
        if each.stable:
            c, s = (_middle(part) for part in each.direction)
            names.append("fixed-clusters")
            targets.append(np.array([complex(c, s) ** 2]))
    circle = "fixed-clusters" if atlas.circle_at_rest else "rotating-clusters"
    if atlas.circle_at_rest or (atlas.rotating is not None and atlas.rotating.attracting):
        names.append(circle)
        targets.append(np.exp(1j * np.linspace(0, 2 * np.pi, 300)))
    if len(names) < 2 or atlas.continuum:
        return [], np.zeros(0, complex), np.zeros(0, int)
    span = (np.arange(CELLS) + 0.5) / CELLS * 2 - 1
    grid = (span[:, None] + 1j * span).ravel()
    grid = grid[np.abs(grid) < 1 + 1 / CELLS]
    here = np.where(np.abs(grid) < 0.99, grid, 0.99 * grid / np.abs(grid))
    which, moving = np.full(len(grid), -1), np.arange(len(grid))
    for _ in range(WALK):
        for _ in range(100):
            here = moved(atlas.A, atlas.V, here, 0.02)
            here = np.where(np.abs(here) < 1, here, here / np.abs(here) * (1 - 1e-9))
        apart = np.array([np.min(np.abs(here[:, None] - target), axis=1) for target in targets])
        near = apart.min(axis=0) < 0.04
        which[moving[near]] = apart.argmin(axis=0)[near]
        here, moving = here[~near], moving[~near]
        if not len(moving):
            break
    return names, grid, which


def _shades(basins: Basins) -> list[str]:
    names, grid, which = basins
    if not names:
        return []
    x, y = _at(0, 0)
    side = 2 * RADIUS / CELLS
    wide = side + 0.5  # so that no seams are seen
    out = [f'<clipPath id="disk"><circle cx="{x}" cy="{y}" r="{RADIUS}"/></clipPath><g clip-path="url(#disk)">']
    for at, name in enumerate(names):
        corners = [_at(z.real, z.imag) for z in grid[which == at]]
        squares = "".join(
            f"M{u - side / 2:.1f} {v - side / 2:.1f}h{wide:.2f}v{wide:.2f}h-{wide:.2f}z" for u, v in corners
        )
        shade = SHADES[sum(names[k] == name for k in range(at)) % len(SHADES)]
        if squares:
            out.append(f'<path d="{squares}" fill="{COLOURS[name]}" fill-opacity="{shade}"/>')
    return [*out, "</g>"]


def _streaks(atlas: Atlas) -> list[str]:
    """Short pieces of orbits, all of one length, with heads."""
    import numpy as np

    from verify.atlas.cycles import moved

    if atlas.types == ("frozen",):
        return []
    span = np.arange(-RADIUS, RADIUS + 1, SPACING) / RADIUS
    w = (span[:, None] + 1j * span).ravel()
    w = w[np.abs(w) < 0.96]
    path, steps = [w], 12
    for _ in range(steps):
        w = moved(atlas.A, atlas.V, w, STREAK / RADIUS / steps)
        path.append(w)
    out = []
    for piece in np.array(path).T:
        if not np.all(np.isfinite(piece)) or abs(piece[-1] - piece[0]) < 0.2 * STREAK / RADIUS:
            continue
        points = [_at(z.real, z.imag) for z in piece]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{FLOW}" stroke-width="1.3"/>')
        (x0, y0), (x1, y1) = points[-2:]
        size = hypot(x1 - x0, y1 - y0) or 1.0
        u, v = (x1 - x0) / size, (y1 - y0) / size
        head = [
            (x1 + 3 * u, y1 + 3 * v),
            (x1 - 4 * u - 3 * v, y1 - 4 * v + 3 * u),
            (x1 - 4 * u + 3 * v, y1 - 4 * v - 3 * u),
        ]
        out.append(f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in head)}" fill="{FLOW}"/>')
    return out


def _cycles(atlas: Atlas) -> list[str]:
    """Limit cycles that are enclosed, and one that is only known to exist: an orbit that was followed towards it."""
    from verify.atlas.cycles import path

    out = []
    for cycle in atlas.cycles:
        out.append(_loop(path(atlas.A, atlas.V, cycle), cycle.attracting))
    if not out and "limit-cycle" in atlas.types + atlas.exceptional and atlas.interior:
        stable = "limit-cycle" in atlas.types
        out.append(_loop(_followed(atlas, 1 if stable else -1), stable))
    return out


def _loop(orbit: Any, stable: bool) -> str:
    points = " ".join("{:.1f},{:.1f}".format(*_at(z.real, z.imag)) for z in (*orbit, orbit[0]))
    dash = "" if stable else ' stroke-dasharray="6 4"'
    return (
        f'<polyline points="{points}" fill="none" stroke="{STABLE if stable else UNSTABLE}" stroke-width="2.5"{dash}/>'
    )


def _followed(atlas: Atlas, sense: int) -> list[complex]:
    """One turn of an orbit from near the first equilibrium, after long."""
    import numpy as np

    from verify.atlas.cycles import moved

    w = np.array([complex(*(_middle(part) for part in (atlas.interior or ())[0].w)) + 0.02])
    walk = []
    for _ in range(6000):
        w = moved(atlas.A, atlas.V, w, sense * 0.01)
        walk.append(complex(w[0]))
    last = next((k for k in range(30, len(walk)) if abs(walk[-1 - k] - walk[-1]) < 0.011), 700)
    return walk[-1 - last :]


def _legend(atlas: Atlas, seen: Seen | None, basins: Basins) -> list[str]:
    rows: list[tuple[str, str]] = []
    left, top = 610.0, 90.0

    def row(mark: str, text: str) -> None:
        rows.append((mark.format(x=left, y=top + 26 * len(rows)), text))

    kinds = {point.kind for point in atlas.interior or atlas.sighted}
    dot = '<circle cx="{{x}}" cy="{{y}}" r="6" fill="{}" stroke="{}" stroke-width="2"/>'
    if "sink" in kinds:
        row(dot.format(STABLE, STABLE), "stable equilibrium")
    if "centre" in kinds:
        row(dot.format("#ffffff", STABLE), "centre")
    if kinds - {"sink", "centre"}:
        row(dot.format("#ffffff", UNSTABLE), "unstable equilibrium")
    box = (
        '<rect x="{{x}}" y="{{y}}" width="12" height="12" transform="translate(-6 -6)" fill="{}" stroke="{}" '
        'stroke-width="2"/>'
    )
    if any(each.stable is True for each in atlas.clusters):
        row(box.format(STABLE, STABLE), "stable fixed cluster")
    if any(each.stable is not True for each in atlas.clusters):
        unstable = all(each.stable is not None for each in atlas.clusters)
        row(box.format("#ffffff", UNSTABLE), f"{'unstable' if unstable else 'other'} fixed cluster")
    kept = {each.attracting for each in atlas.cycles}
    if not kept and "limit-cycle" in atlas.types + atlas.exceptional:
        kept = {"limit-cycle" in atlas.types}
    for stable in sorted(kept, reverse=True):
        colour, dash = (STABLE, "") if stable else (UNSTABLE, ' stroke-dasharray="6 4"')
        row(
            f'<line x1="598" y1="{{y}}" x2="622" y2="{{y}}" stroke="{colour}" stroke-width="2.5"{dash}/>',
            f"{'' if stable else 'un'}stable limit cycle{'' if atlas.cycles else ' (drawn numerically)'}",
        )
    names = basins[0]
    for at, name in enumerate(names):
        shade = SHADES[sum(names[k] == name for k in range(at)) % len(SHADES)]
        row(
            f'<rect x="{{x}}" y="{{y}}" width="16" height="16" transform="translate(-8 -8)" fill="{COLOURS[name]}" '
            f'fill-opacity="{shade}"/>',
            f"basin: {name}{f' {names[: at + 1].count(name)}' if names.count(name) > 1 else ''}",
        )
    out = [f"{mark}{_text(left + 18, top + 26 * k + 5, text, 14)}" for k, (mark, text) in enumerate(rows)]
    y = top + 26 * len(rows) + 18
    notes = []
    if atlas.circle_at_rest and atlas.types != ("frozen",):
        notes.append("every point of the circle is at rest")
    if atlas.rotating is not None:
        how = {True: "attracting", False: "repelling", None: "neutral"}[atlas.rotating.attracting]
        notes.append(f"the circle rotates: {how}")
    notes.append("types: " + (", ".join(atlas.types) or "none is certain"))
    notes.append(f"certified share: {float(atlas.share):.3g}")
    if basins[0]:
        notes.append("basins are numerical")
    if seen is not None:
        notes.append(f"seen from {len(seen.starts)} starts (numerical):")
        notes += [f"  {label} {share:.0%}" for label, share in sorted(seen.shares.items())]
    return [
        *out,
        *(_text(left - 8 + 10 * note.startswith("  "), y + 22 * k, note.strip(), 13) for k, note in enumerate(notes)),
    ]


def _mark(x: float, y: float, colour: str, filled: bool) -> str:
    cx, cy = _at(x, y)
    fill = colour if filled else "#ffffff"
    return f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="6" fill="{fill}" stroke="{colour}" stroke-width="2"/>'


def _square(x: float, y: float, stable: bool) -> str:
    cx, cy = _at(x, y)
    fill, stroke = (STABLE, STABLE) if stable else ("#ffffff", UNSTABLE)
    where = f'x="{cx - 6:.1f}" y="{cy - 6:.1f}" width="12" height="12"'
    return f'<rect {where} fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def _at(x: float, y: float) -> tuple[float, float]:
    return CENTRE[0] + RADIUS * x, CENTRE[1] - RADIUS * y


def _rows(M: Rows) -> str:
    return ";".join(",".join(str(entry) for entry in row) for row in M)


def _span(span: Span) -> list[str]:
    return [_decimal(end) for end in span]


def _decimal(value: Fraction) -> str:
    """A rational number whose denominator divides 10^15, in full."""
    whole = int(value * 10**15)
    digits = f"{abs(whole):016d}"
    return f"{'-' if whole < 0 else ''}{digits[:-15]}.{digits[-15:]}"


def _middle(span: Span) -> float:
    return float(sum(span) / 2)


def _short(span: Span, digits: int = 9) -> str:
    return f"{_middle(span):.{digits}g}" if abs(_middle(span)) > 1e-14 else "0"


def _complex(w: tuple[Span, Span]) -> str:
    x, y = (_middle(part) for part in w)
    return f"{x:.9g} {'-' if y < 0 else '+'} {abs(y):.9g} i"


def _text(x: float, y: float, text: str, size: int, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{escape(text)}</text>'
