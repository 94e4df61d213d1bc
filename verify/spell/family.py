"""TOML to a two-parameter family of planar linear self-attention: its matrices as Terms, and where it is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from verify.kernel.term import Term
from verify.linalg import Matrix
from verify.space import Interval, Space
from verify.spell.domain import parse_domain
from verify.spell.sheet import MAX_LINE, parse, read, shown, shown_key
from verify.spell.text import SpellError
from verify.spell.toml import Reader

__all__ = ["Family", "load_family", "loads_family"]

MAX_CELLS = 256
_EXAMPLE = 's = "interval(-2, 2)"'


@dataclass(frozen=True)
class Family:
    """A(s, t) and V(s, t) for two real parameters in a rectangle.

    Attributes:
        parameters: the two symbols; the first runs along the horizontal axis of a diagram.
        spans: (low, high) of each.
        cells: of the grid, along each side.
    """

    title: str
    parameters: tuple[Term, Term]
    spans: tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
    A: Matrix
    V: Matrix
    cells: int


def load_family(path: Path) -> Family:
    """The family that a file states.

    Raises:
        SpellError: one line that names the file and the key.
    """
    return loads_family(read(path), str(path))


def loads_family(text: str, name: str) -> Family:
    """The family that a text states; `name` stands in front of every error.

    Raises:
        SpellError: one line, "NAME: KEY: ...".
    """
    return _Reader(name, parse(text, name)).family()


class _Reader(Reader):
    def family(self) -> Family:
        self.keys(self.tree, ("schema", "title", "family", "A", "V", "cells"))
        for key, example in (("schema", "schema = 1"), ("family", "[family]"), ("A", 'A = [["1", "0"], ["0", "1"]]')):
            if key not in self.tree:
                raise self.fail(key, f"found nothing, expected this key; add {example}")
        if "V" not in self.tree:
            raise self.fail("V", 'found nothing, expected this key; add V = [["s", "t"], ["-t", "-s"]]')
        if type(self.tree["schema"]) is not int or self.tree["schema"] != 1:
            raise self.fail("schema", f"found {shown(self.tree['schema'])}, expected 1; write schema = 1")
        table = self.table(self.tree["family"], "family")
        if len(table) != 2:
            raise self.fail("family", f"found {len(table)} parameters, expected two intervals; write {_EXAMPLE}")
        domains = {name: self._interval(name, value) for name, value in table.items()}
        try:
            self.space = Space(**domains)
        except (TypeError, ValueError) as error:
            raise self.fail("family", str(error)) from None
        self.names = dict(zip(domains, self.space.symbols, strict=True))
        first, second = domains.values()
        x, y = self.space.symbols
        return Family(
            self.line(self.tree.get("title", ""), "title")[:MAX_LINE],
            (x, y),
            ((first.low, first.high), (second.low, second.high)),
            self.matrix(self.tree["A"], "A"),
            self.matrix(self.tree["V"], "V"),
            self.whole(self.tree.get("cells", 32), "cells", 1, MAX_CELLS),
        )

    def _interval(self, name: str, value: object) -> Interval:
        key = f"family.{shown_key(name)}"
        try:
            found = parse_domain(self.text(value, key))
        except SpellError as error:
            raise self._placed(error, key) from None
        if not isinstance(found, Interval) or found.low == found.high:
            raise self.fail(key, f"found {shown(value)}, expected an interval with two ends; write {_EXAMPLE}")
        return found
