"""A TOML file as typed values: bounded text, integers, tables and lists, or one line that says what is wrong.

Every refusal is one `SpellError` of one line: the file, the key, what was found, what was expected, what to do.
"""

from __future__ import annotations

import re as regex
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from verify.spell.text import SpellError

__all__ = ["MAX_BYTES", "Sheet", "nearest", "parse", "read", "refusal", "shown", "shown_key"]

MAX_BYTES = 100_000
MAX_DOTS = 200  # in one key: tomllib's time grows with the square
MAX_ENTRIES = 100  # of a table or list
MAX_LINE = 300  # characters of a title or source

_PLAIN_KEY = regex.compile(r"[A-Za-z0-9_-]{1,60}")
_BETWEEN_DOTS = regex.compile(r"[={,\[\n]")


class _Float(str):
    """A TOML float, kept as its text so that a refusal can say exactly what to write."""

    __slots__ = ()


def read(path: Path) -> str:
    """The text of a regular file of at most 100,000 bytes of UTF-8; its size is looked at before it is read.

    Raises:
        SpellError: it is something else, or cannot be read.
    """
    name = str(path)
    try:
        if not path.is_file():
            raise refusal(name, "", "found no regular file, expected a TOML file; correct the path")
        size, data = path.stat().st_size, b""
        if size <= MAX_BYTES:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise refusal(name, "", f"cannot be read ({error.strerror}); check its permissions") from None
    except ValueError:  # a null byte in the path
        raise refusal(name, "", "found no regular file, expected a TOML file; correct the path") from None
    size = max(size, len(data))
    if size > MAX_BYTES:
        raise refusal(name, "", f"found {size} bytes, expected at most {MAX_BYTES}; a claim is one small file")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"found the byte {data[error.start]:#04x} at {error.start}"
        raise refusal(name, "", f"{found}, expected UTF-8; save the file as UTF-8") from None


def parse(text: str, name: str) -> dict[str, Any]:
    """The tables of a TOML text; floats stay text.

    Raises:
        SpellError: no valid TOML, or past the bounds.
    """
    if len(text) > MAX_BYTES:
        raise refusal(
            name, "", f"found {len(text)} characters, expected at most {MAX_BYTES}; a claim is one small file"
        )
    if any(piece.count(".") > MAX_DOTS for piece in _BETWEEN_DOTS.split(text)):
        raise refusal(name, "", f"found more than {MAX_DOTS} dots in a line, expected fewer; break the line")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"), parse_float=_Float)
    except RecursionError:
        raise refusal(name, "", "found lists nested too deeply, expected the layout of a conjecture file") from None
    except ValueError as error:
        raise refusal(name, "", f"found no valid TOML: {error}; correct it there (text stands in quotes)") from None


def refusal(name: str, key: str, message: str) -> SpellError:
    """The error "NAME: KEY: message", printable and on one line."""
    line = f"{name}: {key}: {message}" if key else f"{name}: {message}"
    return SpellError("".join(c if c.isprintable() or c.isspace() else ascii(c)[1:-1] for c in line))


def shown(value: Any) -> str:
    """What was found, in a few printable characters; never the inside of a table."""
    if isinstance(value, _Float):
        return f"the float {value[:40]}"
    if isinstance(value, str):
        return ascii(value if len(value) <= 60 else value[:57] + "...")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if value.bit_length() < 128 else "a very large integer"
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date or time"


def shown_key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else shown(key)


def nearest(name: str, known: Iterable[str]) -> str:
    """What may have been meant, or all that is known."""
    names = list(known)
    close = get_close_matches(name[:40], names, n=1)
    if close:
        return f"did you mean {close[0]}?"
    return f"known: {', '.join(names[:20])}" if names else "none is known here"


class Sheet:
    """One file: its name, and its tables read value by value."""

    def __init__(self, name: str, tree: dict[str, Any]) -> None:
        self.name = name
        self.tree = tree

    def fail(self, key: str, message: str) -> SpellError:
        return refusal(self.name, key, message)

    def keys(self, table: Mapping[str, Any], allowed: Iterable[str], at: str = "") -> None:
        """Refuse keys that do not exist."""
        for key in table:
            if key not in allowed:
                where = f"{at}.{shown_key(key)}" if at else shown_key(key)
                raise self.fail(where, f"found an unknown key, expected another; {nearest(key, allowed)}")

    def table(self, value: Any, key: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.fail(key, f"found {shown(value)}, expected a table; write [{key}]")
        if len(value) > MAX_ENTRIES:
            raise self.fail(key, f"found {len(value)} entries, expected at most {MAX_ENTRIES}; split the claim")
        return value

    def items(self, value: Any, key: str, example: str) -> list[Any]:
        """A list."""
        if not isinstance(value, list):
            raise self.fail(key, f"found {shown(value)}, expected a list; write {key.split('.')[-1]} = {example}")
        if len(value) > MAX_ENTRIES:
            raise self.fail(key, f"found {len(value)} entries, expected at most {MAX_ENTRIES}; split the claim")
        return value

    def text(self, value: Any, key: str, longest: int = MAX_BYTES) -> str:
        if not isinstance(value, str) or isinstance(value, _Float):
            advice = 'join them with "and"' if isinstance(value, list) else "put it in quotes"
            raise self.fail(key, f"found {shown(value)}, expected text; {advice}")
        if len(value) > longest:
            raise self.fail(key, f"found {len(value)} characters, expected at most {longest}; shorten it")
        return value

    def line(self, value: Any, key: str) -> str:
        """Text for people, on one line."""
        line = " ".join(self.text(value, key, MAX_LINE).split())
        if not line.isprintable():
            raise self.fail(key, "found characters that cannot be printed, expected one line of text; remove them")
        return line

    def whole(self, value: Any, key: str, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.fail(key, f"found {shown(value)}, expected an integer from {low} to {high}; correct it")
        return value

    def spelled(self, value: Any, key: str) -> str:
        """The text of an expression: text, or an integer standing for itself."""
        if type(value) is int and value.bit_length() < 512:
            return str(value)
        if isinstance(value, _Float):
            exact = value.replace("_", "")[:40]
            raise self.fail(key, f'found the float {exact}, expected exact text; write "{exact}" in quotes')
        if not isinstance(value, str):
            raise self.fail(key, f'found {shown(value)}, expected an expression; write text such as "2*a + 1"')
        return value
