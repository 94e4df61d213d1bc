"""Plain lines: for logs, pipes and narrow terminals."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from verify.report.words import explanation, mark, word
from verify.verdict import Verdict

__all__ = ["Lines", "fields", "folded", "rows"]

NARROW = 80
"""Below this many columns a line is folded under its claim."""


def line(verdict: Verdict, width: int) -> str:
    """One verdict in one line; `width` is the widest id."""
    head = f"{mark(verdict):<4}  {word(verdict):<9}  {verdict.strength or '-':<7}  {verdict.claim:<{width}}"
    return f"{head}  {explanation(verdict)}".rstrip()


def folded(verdict: Verdict, columns: int) -> list[str]:
    """One verdict in as many lines as a narrow terminal needs."""
    head = f"{mark(verdict)} {word(verdict)} {verdict.claim}"
    return _wrapped(head, columns, "", "  ") + _wrapped(explanation(verdict), columns, "    ", "    ")


class Lines:
    """Verdicts as lines in a fixed order, each as soon as those before it are known.

    Args:
        ids: in the order in which lines appear.
        columns: of a narrow terminal, where lines are folded; None for lines of any length.
    """

    def __init__(self, ids: Sequence[str], columns: int | None = None) -> None:
        self._waiting = list(ids)
        self._columns = columns if columns is not None and columns < NARROW else None
        self._width = max(map(len, ids), default=0)
        self._known: dict[str, Verdict] = {}

    def add(self, verdict: Verdict) -> Iterator[str]:
        """The lines that can be written now that one more verdict is known."""
        self._known[verdict.claim] = verdict
        while self._waiting and self._waiting[0] in self._known:
            found = self._known[self._waiting.pop(0)]
            if self._columns is None:
                yield line(found, self._width)
            else:
                yield from folded(found, max(self._columns, 20))


def rows(table: Sequence[Sequence[str]], columns: int | None) -> list[str]:
    """Rows with aligned columns, the last one free; cut to `columns`, or folded where that is narrow."""
    if columns is not None and columns < NARROW:
        lines: list[str] = []
        for first, *rest in table:
            lines.append(first)
            lines.extend(_wrapped("  ".join(filter(None, rest)), max(columns, 20), "    ", "    "))
        return lines
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]) - 1)] if table else []
    found = [
        "  ".join((*(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=False)), row[-1])).rstrip() for row in table
    ]
    return [each if columns is None or len(each) <= columns else each[: columns - 3] + "..." for each in found]


def fields(pairs: Iterable[tuple[str, str]], columns: int | None) -> list[str]:
    """Name and text: beside each other, or below each other where the terminal is narrow."""
    listed = [(name, text) for name, text in pairs if text]
    width = max((len(name) for name, _ in listed), default=0)
    narrow = columns is not None and columns < NARROW
    indent = " " * (4 if narrow else width + 4)
    lines: list[str] = []
    for name, text in listed:
        if narrow:
            lines.append(f"  {name}:")
        first = indent if narrow else f"  {name:<{width}}  "
        for part in text.split("\n"):
            room = max(columns or 0, len(indent) + 16)
            wrapped = [first + part] if columns is None else _wrapped(part, room, first, indent)
            lines.extend(each.rstrip() for each in wrapped or [first])
            first = indent
    return lines


def _wrapped(text: str, columns: int, first: str, indent: str) -> list[str]:
    return textwrap.wrap(text, columns, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
