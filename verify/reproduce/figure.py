"""A figure: a picture, the numbers behind it, and what it shows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Asked", "Figure", "Table"]

DIGITS = 10
"""Significant digits of numbers in tables: fewer than rounding may change from one machine to the next."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Asked:
    """What a set is asked for.

    Attributes:
        quick: coarser, for tests: the whole set in seconds.
        seed: of everything random; a figure derives its generators from it and from its own constants.
        tell: called with a few words before each part of the work; it is where Ctrl-C takes effect, so between two
            calls there should be seconds, not minutes.
    """

    quick: bool = False
    seed: int = 0
    tell: Callable[[str], None] = field(default=lambda text: None, compare=False)


@dataclass(frozen=True)
class Table:
    """Rows of numbers and words under named columns; a name gives the unit where there is one."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @staticmethod
    def of(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> Table:
        """A checked table.

        Raises:
            ValueError: a row with another number of entries than there are columns.
        """
        names, found = tuple(columns), tuple(tuple(row) for row in rows)
        for at, row in enumerate(found, 1):
            if len(row) != len(names):
                raise ValueError(f"row {at}: {len(names)} entries are needed ({', '.join(names)}); found {len(row)}")
        return Table(names, found)

    @staticmethod
    def of_arrays(**columns: Any) -> Table:
        """One column of each array (n,), complex ones as two, named NAME_re and NAME_im."""
        import numpy as np

        parts: dict[str, Any] = {}
        for name, values in columns.items():
            if np.iscomplexobj(values):
                parts[f"{name}_re"], parts[f"{name}_im"] = np.real(values), np.imag(values)
            else:
                parts[name] = np.asarray(values)
        return Table.of(parts, zip(*(values.tolist() for values in parts.values()), strict=True))

    def csv(self) -> str:
        """Comma separated, a header first; fractions and whole numbers in full, others to 10 significant digits."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_entry(value) for value in row] for row in self.rows)
        return out.getvalue()


@dataclass(frozen=True)
class Figure:
    """One figure.

    Attributes:
        name: lower case with hyphens; the picture is NAME.svg, its tables NAME.csv or NAME-TABLE.csv.
        title: a few words.
        caption: a few sentences: what is seen, the numbers that matter, seeds, n, tolerances and errors.
        svg: the picture.
        tables: by name, "" for the only or main one.
        claims: ids of claims that it illustrates.

    Raises:
        ValueError: a name that cannot be a file, or no table.
    """

    name: str
    title: str
    caption: str
    svg: str
    tables: Mapping[str, Table]
    claims: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *filter(None, self.tables)):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name!r}: lower-case words with hyphens are needed")
        if not self.tables:
            raise ValueError(f"{self.name}: a figure comes with the numbers behind it; it has no table")

    @property
    def files(self) -> dict[str, str]:
        """The text of each file, tables first."""
        found = {f"{'-'.join(filter(None, (self.name, name)))}.csv": t.csv() for name, t in self.tables.items()}
        return {**found, f"{self.name}.svg": self.svg}


def _entry(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value + 0.0:.{DIGITS}g}"
    return str(value)
