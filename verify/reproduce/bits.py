"""How many bits of V keep the type of the planar flow: exact, over the rational numbers.

The quantiser is symmetric and uniform: with s = max |v_ij| and m = 2^(k-1) - 1 levels on each side, an entry v goes to
s round(v m / s) / m, halves away from 0; k >= 2 bits. s itself, and 0, are kept, and Q(-v) = -Q(v), so that the family
of Case 4, V = ((v11, v12), (-v12, -v11)), is kept too.

The type is read off proved criteria: for A = I the signs of det V, tr V and disc V = (tr V)^2 - 4 det V (claims
linear.score-identity.*, linear.case4-saddle-node), else the sign of Lambda (linear.rotating-criterion, decided in Q by
linear.rotating-decision).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from verify.attention.linear import rotating_type
from verify.reproduce.drawing import Curve, Panel, draw
from verify.reproduce.figure import Asked, Figure, Table

__all__ = ["FAMILY", "Member", "case4_width", "margin", "quantised", "quantising", "type_of", "widths"]

Rows = tuple[tuple[Fraction, ...], ...]

MOST = 24
"""Bits up to which widths are tried."""


def _rows(text: str) -> Rows:
    return tuple(tuple(Fraction(word) for word in row.split(",")) for row in text.split(";"))


@dataclass(frozen=True)
class Member:
    """A pair (A, V) of the family, exact, and what it stands near."""

    name: str
    near: str
    A: Rows
    V: Rows

    @staticmethod
    def of(near: str, name: str, A: str, V: str) -> Member:
        return Member(name, near, _rows(A), _rows(V))


_I, _TURNED = "1,0;0,1", "1,-1;1,1"
IDENTITY = _rows(_I)
FAMILY = (
    *(
        Member.of("Case 4 saddle-node", f"v11/v12 = {k}", _I, f"{k},1;-1,-{k}")
        for k in ("1/2", "9/10", "99/100", "999/1000", "9999/10000")
    ),
    *(
        Member.of("Case 4 saddle-node", f"v12/v11 = {k}", _I, f"1,{k};-{k},-1")
        for k in ("1/2", "9/10", "99/100", "999/1000")
    ),
    Member.of("tr V = 0", "tr V = 1/10", _I, "1,-3;2,-9/10"),
    Member.of("tr V = 0", "tr V = 1/100", _I, "1,-3;2,-99/100"),
    Member.of("tr V = 0", "tr V = −1/100", _I, "99/100,-3;2,-1"),
    Member.of("disc V = 0", "disc V = −1/25", _I, "1,-1/100;1,1"),
    Member.of("disc V = 0", "disc V = 1/25", _I, "1,1/100;1,1"),
    Member.of("det V = 0", "det V = −1/100", _I, "-1,-1;-1,-99/100"),
    Member.of("det V = 0", "det V = 1/100", _I, "-1,-1;-1,-101/100"),
    *(
        Member.of("Λ = 0", f"e = {e}", _TURNED, f"{Fraction(e) + Fraction(1, 2)},-1;1,{Fraction(e) - Fraction(1, 2)}")
        for e in ("0.8", "0.85", "0.866", "0.8661", "0.87", "0.9")
    ),
)
"""Pairs near a boundary between types; the last six have A = ((1, -1), (1, 1)), V = ((e + 1/2, -1), (1, e - 1/2)),
whose rotating clusters are neutral at e = sqrt(3)/2 = 0.866025...: below they repel and there is a limit cycle."""


def quantised(V: Rows, bits: int) -> Rows:
    """V to so many bits, exact; the quantiser of this module.

    Raises:
        ValueError: fewer than 2 bits, or V = 0, which has no scale.
    """
    scale = max(abs(entry) for row in V for entry in row)
    if bits < 2 or scale == 0:
        raise ValueError(f"at least 2 bits and an entry that is not 0 are needed; found {bits} bits of {V}")
    levels = 2 ** (bits - 1) - 1

    def rounded(value: Fraction) -> Fraction:
        steps = floor(abs(value) * levels / scale + Fraction(1, 2))
        return scale * Fraction(steps if value > 0 else -steps, levels)

    return tuple(tuple(rounded(entry) for entry in row) for row in V)


def type_of(A: Rows, V: Rows) -> str:
    """The type, decided in Q; on a boundary between types its name.

    For A = I: frozen, fixed clusters, rotating clusters, interior point, periodic, or saddle-node (disc V = 0, where
    V does not contract: one double direction on the circle). Else what the rotating clusters are: attracting,
    repelling, neutral; or fixed clusters, where there are no rotating ones.
    """
    (v11, v12), (v21, v22) = V
    if A != IDENTITY:
        found = rotating_type(A, V)
        return "fixed clusters" if found in ("eigenvector", "isotropic") else f"rotating, {found}"
    if not any((v11, v12, v21, v22)):
        return "frozen"
    trace, det = v11 + v22, v11 * v22 - v12 * v21
    disc = trace * trace - 4 * det
    if det > 0 and trace < 0:
        return "interior point"
    if disc < 0:
        return "periodic" if trace == 0 else "rotating clusters"
    return "fixed clusters" if disc > 0 or not (v12 or v21) else "saddle-node"


def margin(member: Member) -> float:
    """How far V is from the boundary that the member is near, in units of its largest entry s.

    Case 4: 1 - min(|v11|, |v12|)/s. Else |tr V|/s, |disc V|/s^2, |det V|/s^2, or |Lambda| with
    Lambda = -pi (tr V/sqrt(4 det V - (tr V)^2) - a/sqrt(m)), a and m of A (linear.rotating-criterion).
    """
    (v11, v12), (v21, v22) = member.V
    scale = max(abs(entry) for row in member.V for entry in row)
    trace, det = v11 + v22, v11 * v22 - v12 * v21
    if member.near.startswith("Case 4"):
        return float(1 - min(abs(v11), abs(v12)) / scale)
    if member.near == "Λ = 0":
        from math import pi, sqrt

        (a11, a12), (a21, a22) = member.A
        turn = float(a21 - a12) / 2 / sqrt(float(a11 * a22 - (a12 + a21) ** 2 / 4))
        return abs(pi * (float(trace) / sqrt(float(4 * det - trace * trace)) - turn))
    value = {"tr V = 0": trace / scale, "disc V = 0": (trace * trace - 4 * det) / scale**2, "det V = 0": det / scale**2}
    return float(abs(value[member.near]))


def widths(member: Member, most: int = MOST) -> tuple[list[bool], int | None, int | None]:
    """Whether 2, 3, ..., `most` bits keep the type; the least that do; the least from which on all do."""
    own = type_of(member.A, member.V)
    kept = [type_of(member.A, quantised(member.V, bits)) == own for bits in range(2, most + 1)]
    first = next((bits for bits, good in enumerate(kept, 2) if good), None)
    safe = next((bits for bits in range(2, most + 1) if all(kept[bits - 2 :])), None)
    return kept, first, safe


def case4_width(ratio: Fraction) -> int:
    """The least bits that keep Case 4 off the saddle-node, ratio = min/max of |v11|, |v12|, below 1.

    The larger entry is kept, and the type changes only if the smaller one is rounded to it: ratio m >= m - 1/2. So it
    is kept as soon as m = 2^(k-1) - 1 > 1/(2 (1 - ratio)).
    """
    least = Fraction(1, 2) / (1 - ratio)
    bits = 2
    while 2 ** (bits - 1) - 1 <= least:
        bits += 1
    return bits


def quantising(asked: Asked) -> Figure:
    """Which widths keep the type of each member, and the least width against the margin."""
    shown = 14
    rows: list[tuple[Any, ...]] = []
    kept_at: tuple[list[int], list[int]] = ([], [])
    lost_at: tuple[list[int], list[int]] = ([], [])
    ticks, points = [], []
    for at, member in enumerate(FAMILY):
        kept, first, safe = widths(member)
        height = len(FAMILY) - 1 - at
        for bits in range(2, shown + 1):
            into = kept_at if kept[bits - 2] else lost_at
            into[0].append(bits)
            into[1].append(height)
        changed = type_of(member.A, quantised(member.V, (safe or MOST) - 1)) if safe and safe > 2 else "-"
        near = {"Case 4 saddle-node": "Case 4", "Λ = 0": "Λ"}.get(member.near, "A = I")
        ticks.append((height, f"{near}: {member.name}"))
        points.append((margin(member), safe, member.near))
        rows.append(
            (
                member.near,
                member.name,
                _words(member.A),
                _words(member.V),
                type_of(member.A, member.V),
                margin(member),
                first if first is not None else f"above {MOST}",
                safe if safe is not None else f"above {MOST}",
                changed,
            )
        )
    panels = [
        Panel(
            [
                Curve(*kept_at, "type kept", 0, line=False, mark="dot", size=4),
                Curve(*lost_at, "type changed", 1, line=False, mark="cross", size=3.6),
            ],
            "which widths keep the type",
            "bits",
            "",
            (1.4, shown + 0.6),
            (-0.7, len(FAMILY) - 0.3),
            x_ticks=[(k, str(k)) for k in range(2, shown + 1)],
            y_ticks=ticks,
        ),
        _against_margin(points),
    ]
    return Figure(
        "quantising",
        "Bits that keep the type",
        _caption(rows),
        draw(panels, 2, (330, 420), "V quantised to k bits"),
        {
            "": Table.of(
                ("near", "member", "A", "V", "type", "margin", "least_bits", "safe_bits", "type_one_bit_below_safe"),
                rows,
            )
        },
        ("linear.case4-saddle-node", "linear.score-identity.periodic", "linear.rotating-decision"),
    )


def _against_margin(points: Sequence[tuple[float, int | None, str]]) -> Panel:
    parts = []
    ratios = [Fraction(2**j - 1, 2**j) for j in range(1, 15)]
    steps = [(float(1 - ratio), case4_width(ratio)) for ratio in ratios]
    parts.append(Curve([x for x, _ in steps], [y for _, y in steps], "Case 4: exact law", 6, width=1.2))
    for style, near in enumerate(dict.fromkeys(each[2] for each in points)):
        mine = [(x, y) for x, y, name in points if name == near and y is not None]
        parts.append(
            Curve([x for x, _ in mine], [y for _, y in mine], f"near {near}", style, line=False, mark="*", size=4)
        )
    return Panel(
        parts, "least safe width", "margin, in units of the largest entry", "bits", (5e-5, 4), (1, 17.5), log_x=True
    )


def _caption(rows: Sequence[tuple[Any, ...]]) -> str:
    case4 = {row[1]: row[7] for row in rows if row[0].startswith("Case 4")}
    back = [row[1] for row in rows if row[6] != row[7]]
    again = f" For {', '.join(back)} fewer bits keep the type by luck and more lose it again." if back else ""
    return (
        "Exact, no simulation: V is rounded to k bits (s round(v m/s)/m, s = max |v|, m = 2^(k-1) - 1, halves away "
        "from 0) and its type decided over Q. In Case 4 the smallest width that keeps the type is the least k with "
        f"2^(k-1) - 1 > 1/(2 (1 - |v11/v12|)): {case4['v11/v12 = 1/2']}, {case4['v11/v12 = 9/10']}, "
        f"{case4['v11/v12 = 99/100']}, {case4['v11/v12 = 999/1000']} and {case4['v11/v12 = 9999/10000']} bits at "
        f"|v11/v12| = 1/2, 9/10, 99/100, 999/1000, 9999/10000; one bit less puts V on the saddle-node.{again}"
    )


def _words(M: Rows) -> str:
    return ";".join(",".join(str(entry) for entry in row) for row in M)
